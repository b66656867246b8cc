"""The engine: play, analyse, analysis as it goes on, in this thread or by await.

An Engine searches in threads of its own and lets other Python threads run. One engine does one thing at a time: a second call of
play() or analyse() waits for the first, and a new search ends an analysis() that is still going on. Engines know nothing of each other;
use as many as you like, in as many threads.
"""

from __future__ import annotations

import asyncio
import atexit
import concurrent.futures
import contextlib
import math
import numbers
import os
import random
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypedDict, Union, overload

from ._chuhe import Board, EngineCore, EngineError, Move
from ._squares import RED
from .scores import Cp, Mate, MateGiven, PovScore, PovWdl, Wdl

# ---------------------------------------------------------------------------------------------------------------------------
# What a search is given, and what it tells
# ---------------------------------------------------------------------------------------------------------------------------


@dataclass
class Limit:
    """When a search ends: the first limit that is reached counts. Times are in seconds."""

    #: Search exactly this long.
    time: float | None = None
    #: Search so many plies deep.
    depth: int | None = None
    #: Look at so many positions.
    nodes: int | None = None
    #: Look for a mate in so many moves.
    mate: int | None = None
    #: What is left on the clocks, and what each move adds.
    red_clock: float | None = None
    black_clock: float | None = None
    red_inc: float | None = None
    black_inc: float | None = None
    #: How many moves the clock is for.
    remaining_moves: int | None = None

    def is_empty(self) -> bool:
        """Whether nothing ends the search."""
        values = (self.time, self.depth, self.nodes, self.mate, self.red_clock, self.black_clock)
        return all(value is None for value in values)


class InfoDict(TypedDict, total=False):
    """What is known of a line of a search. Entries that do not apply are missing."""

    score: PovScore
    wdl: PovWdl
    pv: list[Move]
    depth: int
    seldepth: int
    multipv: int
    nodes: int
    nps: int
    time: float
    hashfull: int
    lowerbound: bool
    upperbound: bool
    currmove: Move
    currmovenumber: int
    currdepth: int


@dataclass
class PlayResult:
    """The move to make, the reply that is expected, and what the search found."""

    move: Move | None
    ponder: Move | None
    info: InfoDict = field(default_factory=InfoDict)
    #: Whether the move comes from the opening book.
    is_book: bool = False


#: An evaluation of one's own: takes a board, gives centipawns for the side to move.
Evaluation = Callable[[Board], Union[int, float]]


def _score(entry: Mapping[str, Any], turn: bool) -> PovScore:
    if "cp" in entry:
        return PovScore(Cp(entry["cp"]), turn)
    moves = entry["mate"]
    return PovScore(MateGiven if moves == 0 and entry["is_win"] else Mate(moves), turn)


def _info(entry: dict[str, Any], turn: bool) -> InfoDict:
    if "cp" in entry or "mate" in entry:
        score = _score(entry, turn)
        for key in ("cp", "mate", "is_win"):
            entry.pop(key, None)
        entry["score"] = score
    if "wdl" in entry:
        entry["wdl"] = PovWdl(Wdl(*entry["wdl"]), turn)
    return entry  # type: ignore[return-value]


# ---------------------------------------------------------------------------------------------------------------------------
# Engines
# ---------------------------------------------------------------------------------------------------------------------------

FULL_LEVEL = 10

_open_engines: weakref.WeakSet[Engine] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    for engine in list(_open_engines):
        engine.close()


class AnalysisResult:
    """An analysis that goes on until it is stopped or has reached its limit. Iterate over it for what it finds.

    It can be used in a with statement, which stops it at the end.
    """

    def __init__(self, engine: Engine, search: Any, turn: bool) -> None:
        # An engine that nobody else holds must live as long as its analysis.
        self._engine = engine
        self._search = search
        self._turn = turn
        self._is_over = False
        self._best: PlayResult | None = None
        self._iteration: list[InfoDict] = []
        #: The lines of the last iteration that had all of them, best first.
        self.multipv: list[InfoDict] = []

    @property
    def info(self) -> InfoDict:
        """What is known of the best line so far."""
        return self.multipv[0] if self.multipv else {}

    def stop(self) -> None:
        """Ends the analysis. What it has found by then can still be taken."""
        self._search.stop()

    def next(self) -> InfoDict | None:
        """The next that it finds; waits for it. None when there is no more."""
        if self._is_over:
            return None
        try:
            told = self._search.next()
        except BaseException:
            self._is_over = True
            raise
        if told is None:
            self._is_over = True
            return None
        word, entry = told
        if word == "done":
            self._is_over = True
            self._finish(entry)
            return None
        info = _info(entry, self._turn)
        if "pv" in info and "lowerbound" not in info and "upperbound" not in info:
            if info["multipv"] == 1:
                self._iteration = []
            self._iteration.append(info)
            # An iteration that was cut short has fewer lines than the one before; lines of two iterations are never mixed.
            if len(self._iteration) >= len(self.multipv):
                self.multipv = list(self._iteration)
        return info

    def _finish(self, entry: dict[str, Any]) -> None:
        move, ponder = entry.pop("move"), entry.pop("ponder")
        info = _info(entry, self._turn)
        self._best = PlayResult(move, ponder, {**self.info, **info} if move is not None else info)
        if not self.multipv and (move is not None or "score" in info):
            self.multipv = [info]

    def wait(self) -> PlayResult:
        """Waits for the end, and gives the best move."""
        while self.next() is not None:
            pass
        if self._best is None:
            raise EngineError("the analysis was ended before it found anything")
        return self._best

    def __iter__(self) -> Iterator[InfoDict]:
        while (info := self.next()) is not None:
            yield info

    def __enter__(self) -> AnalysisResult:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Engine:
    """An engine. Use it in a with statement, or close() it.

    hash is the memory of the transposition table in MiB, threads the number of threads of a search, level (1 to 10) or elo how strongly it
    plays (it analyses with full strength), and evaluation what judges positions: "network" (the default), "classical", the path of a net file, or a function that takes
    a Board and gives centipawns for the side to move.
    """

    def __init__(
        self,
        *,
        hash: int = 16,
        threads: int = 1,
        level: int | None = None,
        elo: int | None = None,
        evaluation: str | os.PathLike[str] | Evaluation = "network",
    ) -> None:
        if level is not None and elo is not None:
            raise ValueError("both level and elo are given; give one of them")
        self._core = EngineCore(hash, threads)
        self._lock = threading.RLock()
        _open_engines.add(self)
        if level is not None:
            self._core.set_level(level)
        if elo is not None:
            self._core.set_elo(elo)
        if evaluation != "network":
            self.set_evaluation(evaluation)

    def close(self) -> None:
        """Ends what runs, and gives the memory back."""
        _open_engines.discard(self)
        self._core.close()

    quit = close

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Waits until the engine is free. An evaluation in Python, which the engine waits for, would wait for ever."""
        self._core.check_caller()
        with self._lock:
            yield

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def hash(self) -> int:
        """MiB of the transposition table."""
        return self._core.hash

    @hash.setter
    def hash(self, mebibytes: int) -> None:
        with self._alone():
            self._core.set_hash(mebibytes)

    @property
    def threads(self) -> int:
        """Threads of a search."""
        return self._core.threads

    @threads.setter
    def threads(self, threads: int) -> None:
        with self._alone():
            self._core.set_threads(threads)

    @property
    def level(self) -> int:
        """How strongly it plays, 1 to 10."""
        return self._core.level

    @level.setter
    def level(self, level: int) -> None:
        with self._alone():
            self._core.set_level(level)

    @property
    def elo(self) -> int:
        """How strongly it plays, as a rating."""
        return self._core.elo

    @elo.setter
    def elo(self, elo: int) -> None:
        with self._alone():
            self._core.set_elo(elo)

    @property
    def evaluation(self) -> str:
        """What judges positions: the name of a network, "classical" or "python"."""
        return self._core.evaluation_name

    def set_evaluation(self, evaluation: str | os.PathLike[str] | Evaluation) -> None:
        """Judges positions in another way from now on. What cannot be used changes nothing."""
        with self._alone():
            if callable(evaluation):
                self._core.set_python_evaluation(evaluation)
            elif evaluation in ("network", "classical"):
                self._core.set_evaluation(evaluation == "network", None, None)
            else:
                self._core.set_evaluation(True, os.fspath(evaluation), None)

    def new_game(self) -> None:
        """Forgets everything that earlier searches found."""
        with self._alone():
            self._core.new_game()

    def evaluate(self, board: Board) -> PovScore:
        """The static evaluation of a position, without a search."""
        with self._alone():
            return PovScore(Cp(self._core.evaluate(board)), board.turn)

    def _start(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int = 1,
        root_moves: Iterable[Move] | None = None,
        excluded_moves: Iterable[Move] = (),
        seed: int = 0,
        randomness: int = 0,
        is_play: bool = False,
    ) -> AnalysisResult:
        if not isinstance(board, Board):
            raise TypeError(f"the position is {board!r}; it must be a chuhe.Board, such as Board(fen)")
        if not isinstance(limit, Limit):
            raise TypeError(f"the limit is {limit!r}; it must be a chuhe.Limit, such as Limit(time=0.1)")
        for name in ("depth", "nodes", "mate", "remaining_moves"):
            value = getattr(limit, name)
            if value is None:
                continue
            if not isinstance(value, numbers.Integral):
                raise TypeError(f"{name} is {value!r}; it must be a whole number")
            if value < 1:
                raise ValueError(f"{name} is {value}; it must be at least 1")
        if multipv < 1:
            raise ValueError(f"multipv is {multipv}; it must be at least 1")
        for name in ("time", "red_clock", "black_clock", "red_inc", "black_inc"):
            value = getattr(limit, name)
            if value is not None and not math.isfinite(value):
                raise ValueError(f"{name} is {value}; it must be a number of seconds")
        own = (limit.red_clock, limit.red_inc) if board.turn == RED else (limit.black_clock, limit.black_inc)
        clock = None
        if limit.red_clock is not None or limit.black_clock is not None:
            clock = (own[0] or 0.0, own[1] or 0.0, limit.remaining_moves)
        if is_play and seed == 0 and (randomness > 0 or self.level < FULL_LEVEL):
            seed = _chance()
        search = self._core.start(
            board,
            time=limit.time,
            depth=limit.depth,
            nodes=limit.nodes,
            mate=limit.mate,
            clock=clock,
            multipv=multipv,
            root_moves=None if root_moves is None else list(root_moves),
            excluded=list(excluded_moves),
            seed=seed,
            randomness=randomness,
            is_play=is_play,
        )
        return AnalysisResult(self, search, board.turn)

    def play(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        root_moves: Iterable[Move] | None = None,
        book: bool = False,
        seed: int = 0,
        randomness: int = 0,
        on_info: Callable[[InfoDict], object] | None = None,
    ) -> PlayResult:
        """The move that the engine would make.

        Without a limit it takes the usual time of a move. A level below 10 looks at its few positions and no more, whatever the limit. With book=True it may answer
        from the opening book. randomness (centipawns) lets it choose among moves that are nearly as good as the best; seed makes chance
        repeatable, 0 is different every time.
        """
        if book and root_moves is None:
            move = self._core.book_move(board, seed or _chance())
            if move is not None:
                return PlayResult(move, None, is_book=True)
        with self._alone():
            analysis = self._start(
                board, limit or Limit(), root_moves=root_moves, seed=seed, randomness=randomness, is_play=True
            )
            return _listen(analysis, on_info)

    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: None = None,
        root_moves: Iterable[Move] | None = None,
        excluded_moves: Iterable[Move] = (),
        on_info: Callable[[InfoDict], object] | None = None,
    ) -> InfoDict: ...

    @overload
    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        root_moves: Iterable[Move] | None = None,
        excluded_moves: Iterable[Move] = (),
        on_info: Callable[[InfoDict], object] | None = None,
    ) -> list[InfoDict]: ...

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        root_moves: Iterable[Move] | None = None,
        excluded_moves: Iterable[Move] = (),
        on_info: Callable[[InfoDict], object] | None = None,
    ) -> InfoDict | list[InfoDict]:
        """What the engine thinks of a position: an InfoDict, or a list of them, best first, if multipv is given.

        on_info is called in this thread with what is found meanwhile. A line has the nodes and the time of the moment when it was found; limits
        that end the search later do not show there. It looks with full strength, whatever the level.
        """
        _check_analysable(limit)
        with self._alone():
            analysis = self._start(
                board, limit, multipv=1 if multipv is None else multipv, root_moves=root_moves, excluded_moves=excluded_moves
            )
            _listen(analysis, on_info)
        return analysis.info if multipv is None else analysis.multipv

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        root_moves: Iterable[Move] | None = None,
        excluded_moves: Iterable[Move] = (),
    ) -> AnalysisResult:
        """An analysis that goes on while it is looked at; without a limit until it is stopped."""
        with self._alone():
            return self._start(
                board, limit or Limit(), multipv=1 if multipv is None else multipv, root_moves=root_moves, excluded_moves=excluded_moves
            )

    def __repr__(self) -> str:
        try:
            return f"<Engine {hex(id(self))} level {self.level}>"
        except EngineError:
            return f"<Engine {hex(id(self))} closed>"


def _chance() -> int:
    """A seed that nobody has chosen."""
    return random.getrandbits(32) | 1


def _check_analysable(limit: Limit) -> None:
    if isinstance(limit, Limit) and limit.is_empty():
        raise ValueError("the limit is empty; give a time, a depth or nodes, or use analysis(), which can be stopped")


def _listen(analysis: AnalysisResult, on_info: Callable[[InfoDict], object] | None) -> PlayResult:
    try:
        for info in analysis:
            if on_info is not None:
                on_info(info)
    except BaseException:
        analysis.stop()
        raise
    return analysis.wait()


class AsyncAnalysisResult:
    """An analysis to iterate over with async for."""

    def __init__(self, analysis: AnalysisResult, executor: concurrent.futures.Executor) -> None:
        self._analysis = analysis
        self._executor = executor

    @property
    def info(self) -> InfoDict:
        """What is known of the best line so far."""
        return self._analysis.info

    @property
    def multipv(self) -> list[InfoDict]:
        """What is known of all lines so far."""
        return self._analysis.multipv

    def stop(self) -> None:
        """Ends the analysis. What it has found by then can still be taken."""
        self._analysis.stop()

    async def next(self) -> InfoDict | None:
        """The next that it finds. None when there is no more."""
        return await _in_thread(self._executor, self._analysis.next, self._analysis.stop)

    async def wait(self) -> PlayResult:
        """Waits for the end, and gives the best move."""
        return await _in_thread(self._executor, self._analysis.wait, self._analysis.stop)

    async def __aiter__(self) -> AsyncIterator[InfoDict]:
        while (info := await self.next()) is not None:
            yield info

    async def __aenter__(self) -> AsyncAnalysisResult:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.stop()


async def _in_thread(executor: concurrent.futures.Executor, work: Callable[[], Any], stop: Callable[[], None]) -> Any:
    future = asyncio.get_running_loop().run_in_executor(executor, work)
    try:
        return await asyncio.shield(future)
    except asyncio.CancelledError:
        # The search ends soon after; until then the engine is not free.
        stop()
        await asyncio.wait([future])
        if not future.cancelled():
            future.exception()
        raise


def _setting(name: str) -> Any:
    """A property of Engine, for an engine that has one."""

    def change(self: AsyncEngine, value: int) -> None:
        setattr(self.engine, name, value)

    return property(lambda self: getattr(self.engine, name), change, doc=getattr(Engine, name).__doc__)


class AsyncEngine:
    """The same engine for asyncio: its methods are to be awaited, and a task that is cancelled stops its search.

    Settings are those of Engine. To change one ends an analysis() that goes on.
    """

    hash = _setting("hash")
    threads = _setting("threads")
    level = _setting("level")
    elo = _setting("elo")

    def __init__(self, **settings: Any) -> None:
        self.engine = Engine(**settings)
        self._executor = concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="chuhe")
        # What ends an analysis must not wait for whoever waits for it.
        self._changer = concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix="chuhe")
        self._lock = asyncio.Lock()

    async def play(self, board: Board, limit: Limit | None = None, **options: Any) -> PlayResult:
        """See Engine.play."""
        if options.pop("book", False) and options.get("root_moves") is None:
            move = self.engine._core.book_move(board, options.get("seed", 0) or _chance())
            if move is not None:
                return PlayResult(move, None, is_book=True)
        on_info = options.pop("on_info", None)
        return await self._run(board, limit or Limit(), on_info, is_play=True, **options)

    @overload
    async def analyse(self, board: Board, limit: Limit, *, multipv: None = None, **options: Any) -> InfoDict: ...

    @overload
    async def analyse(self, board: Board, limit: Limit, *, multipv: int, **options: Any) -> list[InfoDict]: ...

    async def analyse(
        self, board: Board, limit: Limit, *, multipv: int | None = None, **options: Any
    ) -> InfoDict | list[InfoDict]:
        """See Engine.analyse."""
        _check_analysable(limit)
        on_info = options.pop("on_info", None)
        result = await self._run(board, limit, on_info, whole=True, multipv=1 if multipv is None else multipv, **options)
        return result.info if multipv is None else result.multipv

    async def _run(
        self, board: Board, limit: Limit, on_info: Callable[[InfoDict], object] | None, whole: bool = False, **options: Any
    ) -> Any:
        async with self._lock:
            analysis = self.engine._start(board, limit, **options)
            try:
                while (info := await _in_thread(self._executor, analysis.next, analysis.stop)) is not None:
                    if on_info is not None:
                        on_info(info)
            except BaseException:
                analysis.stop()
                raise
        return analysis if whole else analysis.wait()

    def analysis(self, board: Board, limit: Limit | None = None, *, multipv: int | None = None, **options: Any) -> AsyncAnalysisResult:
        """See Engine.analysis. Iterate over it with async for, in an async with statement."""
        return AsyncAnalysisResult(self.engine._start(board, limit or Limit(), multipv=1 if multipv is None else multipv, **options), self._executor)

    async def evaluate(self, board: Board) -> PovScore:
        """See Engine.evaluate. An analysis() that goes on ends."""
        return await self._do(lambda: self.engine.evaluate(board))

    async def new_game(self) -> None:
        """See Engine.new_game."""
        await self._do(self.engine.new_game)

    async def set_evaluation(self, evaluation: str | os.PathLike[str] | Evaluation) -> None:
        """See Engine.set_evaluation."""
        await self._do(lambda: self.engine.set_evaluation(evaluation))

    async def _do(self, work: Callable[[], Any]) -> Any:
        async with self._lock:
            return await _in_thread(self._changer, work, lambda: None)

    async def close(self) -> None:
        """Ends what runs, and gives the memory back."""
        await asyncio.get_running_loop().run_in_executor(None, self.engine.close)
        self._executor.shutdown(wait=False)
        self._changer.shutdown(wait=False)

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
