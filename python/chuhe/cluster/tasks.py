"""What clusters are for: a database analysed, data generated, matches and tests played, parameters tuned.

Each function cuts its work into jobs, has them done and puts the answers together in the order of the jobs, not of their arrival; so the result is the same
with one worker and with many, and whoever was killed on the way.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .. import _chuhe
from ..files import check_place, draft, read_games
from .executors import Answer, Executor, Job, LocalExecutor
from .journal import Journal, JournalError, MemoryJournal
from .run import Source, run

PathLike = str | os.PathLike[str]

#: Called with the number of answers so far and of all, if that is known.
Progress = Callable[[int, "int | None"], object]


@dataclass(frozen=True)
class Player:
    """A player of a game, by name: a level from "1" to "10", "mcts:2000", "minimax:3", "alphabeta:4" or "random".

    "10", the whole engine, needs one limit: nodes, depth or movetime (milliseconds, which makes games differ from run to run). evaluation is
    "network", "classical" or the path of a net file; parameters are those of the search, in a program that was built with the feature tune.
    """

    player: str = "10"
    nodes: int | None = None
    depth: int | None = None
    movetime: int | None = None
    hash: int = 16
    evaluation: str | None = None
    parameters: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(given := self._limits()) > 1:
            raise ValueError(f"a player has one limit, and this one has {' and '.join(given)}")

    def _limits(self) -> dict[str, int]:
        limits = {"nodes": self.nodes, "depth": self.depth, "movetime": self.movetime}
        return {name: value for name, value in limits.items() if value is not None}

    def text(self) -> dict[str, Any]:
        """As jobs have it."""
        text: dict[str, Any] = {"player": self.player, "hash": self.hash}
        if given := self._limits():
            text["limit"] = given
        if self.evaluation is not None:
            text["evaluation"] = os.fspath(self.evaluation)
        if self.parameters:
            text["parameters"] = dict(self.parameters)
        return text


def _seed(seed: int, number: int) -> int:
    """A seed of its own for every number."""
    digest = hashlib.sha256(f"{seed}/{number}".encode()).digest()
    return int.from_bytes(digest[:6], "little") + 1


def _limit(nodes: int | None, depth: int | None, movetime: int | None) -> dict[str, int]:
    limits = {"nodes": nodes, "depth": depth, "movetime": movetime}
    given = {name: value for name, value in limits.items() if value is not None}
    if len(given) != 1:
        raise ValueError(f"one limit is needed, nodes, depth or movetime; there are {len(given)}")
    return given


def _do(
    source: Source,
    executor: Executor | None,
    journal: PathLike | None,
    plan: dict[str, Any],
    finish: Callable[[Journal], Any],
) -> Any:
    """Runs a source with a journal, and puts the result together while the journal is open."""
    plan = {"version": _chuhe.__version__, **plan}
    ours = executor is None
    kept: Journal = MemoryJournal() if journal is None else Journal(journal, plan)
    try:
        doer = LocalExecutor() if executor is None else executor
        try:
            run(source, doer, kept)
        finally:
            if ours:
                doer.close()
        return finish(kept)
    finally:
        kept.close()


class _Listed:
    """Jobs that do not depend on each other."""

    def __init__(self, jobs: Iterator[Job], total: int | None, progress: Progress | None, keeps_errors: bool) -> None:
        self._jobs = jobs
        self._total = total
        self._progress = progress
        self._keeps_errors = keeps_errors
        self._done = 0
        self.ids: list[str] = []

    def next(self) -> Job | None:
        job = next(self._jobs, None)
        if job is not None:
            self.ids.append(job["id"])
        return job

    def take(self, job: Job, answer: Answer) -> None:
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self._total)

    def is_done(self) -> bool:
        return False  # the loop ends where no job is left

    def keeps_errors(self) -> bool:
        return self._keeps_errors


# --- games of a database -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Analysis:
    """What came of a database."""

    #: The file: one report on a line, in the order of the games.
    path: Path
    #: How many games were analysed.
    games: int
    #: Games that could not be, by the name of their file and their number there, and why.
    problems: list[tuple[str, int, str]]

    def reports(self) -> Iterator[dict[str, Any]]:
        """The reports, as `chuhe analyse` writes them (docs/analyse.md)."""
        with open(self.path, encoding="utf-8") as file:
            for line in file:
                yield json.loads(line)


def analyse_games(
    games: PathLike | Sequence[PathLike],
    out: PathLike,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    movetime: int | None = None,
    rules: str = "asian",
    multipv: int = 1,
    hash: int = 16,
    evaluation: str | None = None,
    executor: Executor | None = None,
    journal: PathLike | None = None,
    progress: Progress | None = None,
) -> Analysis:
    """Analyses every game of files of any format, move by move, and writes the reports as lines of JSON in the order of the games.

    The journal is `out` with ".journal" added unless it is named, and goes when the reports are written; the same call goes on where an earlier one was ended.
    A game that cannot be read or is too long is left out and named in the result.
    """
    paths = [Path(games)] if isinstance(games, (str, os.PathLike)) else [Path(path) for path in games]
    out = Path(out)
    _refuse_existing(out)
    limit = _limit(nodes, depth, movetime) if (nodes, depth, movetime) != (None, None, None) else {"nodes": 20_000}
    common: dict[str, Any] = {"type": "analyse_game", "limit": limit, "lines": multipv, "hash": hash}
    if evaluation is not None:
        common["evaluation"] = os.fspath(evaluation)
    problems: list[tuple[str, int, str]] = []
    places: dict[str, tuple[str, int]] = {}

    def jobs() -> Iterator[Job]:
        count = 0
        for path in paths:
            reader, read = read_games(path, errors="skip"), 0
            for game in reader:
                count += 1
                read += 1
                job = f"game-{count}"
                # Those that could not be read have numbers, too.
                places[job] = (path.name, read + len(reader.problems))
                tags = {name: value for name, value in game.headers.items() if name not in ("FEN", "Result", "SetUp")}
                moves = [move.uci() for move in game.mainline_moves()]
                text = {"fen": game.board().fen(), "moves": moves, "rules": rules}
                yield {"id": job, **common, "game": text, "tags": tags, "result": game.result}
            problems.extend((path.name, number, reason) for number, reason in reader.problems)

    def finish(journal: Journal) -> Analysis:
        done = 0
        with draft(out, False, ELSEWHERE) as place, open(place, "wb") as file:
            for job in source.ids:
                answer = journal[job]
                name, number = places[job]
                if answer["type"] == "error":
                    problems.append((name, number, answer["message"]))
                    continue
                report = answer["report"]
                report["source"] = {"file": name, "number": number}
                file.write(json.dumps(report, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
                done += 1
            file.flush()
            os.fsync(file.fileno())
        journal.remove()
        return Analysis(out, done, sorted(problems))

    source = _Listed(jobs(), None, progress, keeps_errors=True)
    plan = {"task": "analyse", **common, "rules": rules, "files": [[path.name, _digest(path)] for path in paths]}
    return _do(source, executor, _beside(out) if journal is None else journal, plan, finish)


def _digest(path: PathLike) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()


def _beside(out: Path) -> Path:
    return out.with_name(out.name + ".journal")


#: What to do about a file that is there.
ELSEWHERE = "name another, or remove it first"


def _refuse_existing(out: Path) -> None:
    check_place(out, False, ELSEWHERE)
    if not out.absolute().parent.is_dir():
        raise FileNotFoundError(2, "there is no such folder; make it first", os.fspath(out.absolute().parent))


# --- training data -------------------------------------------------------------------------------------------------------------------


def generate_games(
    out: PathLike,
    games: int,
    *,
    seed: int,
    nodes: int = 1500,
    hard_nodes: int | None = None,
    hash: int = 8,
    evaluation: str | None = None,
    random_plies: tuple[int, int] = (8, 12),
    adjudication: Mapping[str, int] | None = None,
    games_per_job: int = 16,
    executor: Executor | None = None,
    journal: PathLike | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Lets the engine play itself, and writes the games as an archive, which chuhe.data and `chuhe data` read. Gives how many positions and results there are.

    A game depends on the settings, the seed and its number alone: the archive is the same, byte by byte, however the games are cut into jobs and whoever plays
    them. The journal is `out` with ".journal" added unless it is named, and goes when the archive is written.
    """
    out = Path(out)
    _refuse_existing(out)
    if games < 1 or games_per_job < 1:
        raise ValueError(f"games is {games} and games_per_job {games_per_job}; both must be at least 1")
    common: dict[str, Any] = {"type": "generate_games", "seed": seed, "nodes": nodes, "hash": hash, "random_plies": list(random_plies)}
    if hard_nodes is not None:
        common["hard_nodes"] = hard_nodes
    if evaluation is not None:
        common["evaluation"] = os.fspath(evaluation)
    if adjudication is not None:
        common["adjudication"] = dict(adjudication)

    def jobs() -> Iterator[Job]:
        for first in range(0, games, games_per_job):
            yield {"id": f"games-{first}", **common, "first": first, "games": min(games_per_job, games - first)}

    def finish(journal: Journal) -> dict[str, Any]:
        totals: dict[str, Any] = {"games": 0, "positions": 0, "results": [0, 0, 0]}
        with draft(out, False, ELSEWHERE) as place, open(place, "wb") as file:
            header = b""
            for job in source.ids:
                answer = journal[job]
                archive = base64.b64decode(answer["data"], validate=True)
                if zlib.crc32(archive) != answer["crc32"]:
                    raise JournalError(f"{journal.path}: the archive of {job!r} is damaged")
                start = 16 + int.from_bytes(archive[10:12], "little")
                if not header:
                    header = archive[:start]
                    file.write(header)
                if archive[:start] != header:
                    raise JournalError(f"{journal.path}: the games of {job!r} were played with other settings than those before")
                file.write(archive[start:])
                totals["games"] += answer["games"]
                totals["positions"] += answer["positions"]
                totals["results"] = [one + two for one, two in zip(totals["results"], answer["results"], strict=True)]
            file.flush()
            os.fsync(file.fileno())
        journal.remove()
        return totals

    total = -(-games // games_per_job)
    source = _Listed(jobs(), total, progress, keeps_errors=False)
    plan = {"task": "generate", **common, "games": games, "games_per_job": games_per_job}
    return _do(source, executor, _beside(out) if journal is None else journal, plan, finish)


# --- matches ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatchResult:
    """How a match went for its first player."""

    wins: int
    draws: int
    losses: int
    #: Pairs of games by the half points of the first player, from 0 to 4.
    pairs: tuple[int, int, int, int, int]
    #: The games in their order, as the answers to play_game have them (docs/worker.md), with "first": the side of the first player.
    games: list[dict[str, Any]] = field(repr=False)

    def elo(self) -> tuple[float, float, float, float] | None:
        """The Elo difference, both ends of its 95 % interval, and the likelihood that the first is the stronger; None without games."""
        return _chuhe.elo_estimate(list(self.pairs))


@dataclass(frozen=True)
class SprtResult:
    """How a sequential test ended."""

    #: "h1" if the first player is taken to be stronger by elo1, "h0" if by elo0 at most, "continue" if the pairs were not enough.
    decision: str
    llr: float
    bounds: tuple[float, float]
    #: The pairs up to the decision.
    match: MatchResult


class _Games:
    """The games of a match, two from each opening with the colours changed."""

    def __init__(
        self,
        first: Player,
        second: Player,
        pairs: int,
        openings: Sequence[str] | None,
        random_plies: int,
        seed: int,
        rules: str,
        adjudication: Mapping[str, int] | None,
    ) -> None:
        if pairs < 1:
            raise ValueError(f"pairs is {pairs}; it must be at least 1")
        if openings is not None and not openings:
            raise ValueError("openings is empty; leave it out for random ones")
        self.pairs = pairs
        self._players = (first.text(), second.text())
        self._openings = openings
        self._random_plies = random_plies
        self._seed = seed
        self._common: dict[str, Any] = {"type": "play_game"}
        if adjudication is not None:
            self._common["adjudication"] = dict(adjudication)
        self._rules = rules

    def plan(self) -> dict[str, Any]:
        first, second = self._players
        openings = None if self._openings is None else hashlib.sha256("\n".join(self._openings).encode()).hexdigest()
        return {
            **self._common,
            "first": first,
            "second": second,
            "openings": openings,
            "random_plies": self._random_plies,
            "seed": self._seed,
            "rules": self._rules,
            "networks": [_network(player) for player in self._players],
        }

    def job(self, pair: int, half: int) -> Job:
        """A game; in the second half of a pair the first player has Black."""
        red, black = self._players if half == 0 else self._players[::-1]
        job = {"id": f"pair-{pair}-{half}", **self._common, "red": red, "black": black, "seed": _seed(self._seed, 2 * pair + half)}
        if self._openings is not None:
            job["game"] = {"fen": self._openings[pair % len(self._openings)], "rules": self._rules}
        else:
            job["game"] = {"rules": self._rules}
            job["opening"] = {"plies": self._random_plies, "seed": _seed(self._seed, -1 - pair)}
        return job


def _network(player: Mapping[str, Any]) -> str | None:
    """What the evaluation of a player is, beyond its name: a net file may change."""
    path = player.get("evaluation")
    return _digest(path) if path not in (None, "network", "classical") else None


def _half_points(answer: Answer, half: int) -> int:
    """The half points of the first player: 0, 1 or 2."""
    winner = answer["winner"]
    if winner is None:
        return 1
    return 2 if (winner == "red") == (half == 0) else 0


def _match(journal: Journal, pairs: int) -> MatchResult:
    counts, results, games = [0] * 5, [0] * 3, []
    for pair in range(pairs):
        points = 0
        for half in (0, 1):
            answer = journal[f"pair-{pair}-{half}"]
            scored = _half_points(answer, half)
            results[scored] += 1
            points += scored
            games.append({**answer, "first": "red" if half == 0 else "black"})
        counts[points] += 1
    losses, draws, wins = results
    return MatchResult(wins, draws, losses, (counts[0], counts[1], counts[2], counts[3], counts[4]), games)


def play_match(
    first: Player,
    second: Player,
    *,
    pairs: int,
    openings: Sequence[str] | None = None,
    random_plies: int = 8,
    seed: int = 1,
    rules: str = "asian",
    adjudication: Mapping[str, int] | None = None,
    executor: Executor | None = None,
    journal: PathLike | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Plays a match: pairs of games from openings (FENs, or random moves that a short search finds level), each player once with Red.

    With a journal the same call goes on where an earlier one was ended, and gives the result at once where that was at the end.
    """
    games = _Games(first, second, pairs, openings, random_plies, seed, rules, adjudication)
    jobs = (games.job(pair, half) for pair in range(pairs) for half in (0, 1))
    source = _Listed(jobs, 2 * pairs, progress, keeps_errors=False)
    plan = {"task": "match", **games.plan()}
    return _do(source, executor, journal, plan, lambda journal: _match(journal, pairs))


class _SprtSource:
    """Games of a test, until the pairs decide, counted in their order and without gaps."""

    def __init__(self, games: _Games, test: tuple[float, float, float, float], progress: Progress | None) -> None:
        self._games = games
        self._test = test
        self._progress = progress
        self._next = 0
        self._points: dict[tuple[int, int], int] = {}
        self._counts = [0] * 5
        self._taken = 0
        self.counted = 0
        self.state = _chuhe.sprt_state(self._counts, *test)

    def next(self) -> Job | None:
        if self._next >= 2 * self._games.pairs:
            return None
        job = self._games.job(*divmod(self._next, 2))
        self._next += 1
        return job

    def take(self, job: Job, answer: Answer) -> None:
        pair, half = (int(part) for part in job["id"].split("-")[1:])
        self._points[pair, half] = _half_points(answer, half)
        self._taken += 1
        while not self.is_done() and (self.counted, 0) in self._points and (self.counted, 1) in self._points:
            points = self._points.pop((self.counted, 0)) + self._points.pop((self.counted, 1))
            self._counts[points] += 1
            self.counted += 1
            self.state = _chuhe.sprt_state(self._counts, *self._test)
        if self._progress is not None:
            self._progress(self._taken, None)

    def is_done(self) -> bool:
        return self.state[3] != "continue"

    def keeps_errors(self) -> bool:
        return False


def sprt(
    first: Player,
    second: Player,
    *,
    elo0: float = 0.0,
    elo1: float = 5.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    max_pairs: int = 20_000,
    openings: Sequence[str] | None = None,
    random_plies: int = 8,
    seed: int = 1,
    rules: str = "asian",
    adjudication: Mapping[str, int] | None = None,
    executor: Executor | None = None,
    journal: PathLike | None = None,
    progress: Progress | None = None,
) -> SprtResult:
    """A sequential probability ratio test of whether the first player is stronger, played no longer than needed to decide.

    Pairs count in the order of their numbers: games that others have played ahead when it is decided do not, so that the decision does not
    depend on how many play.
    """
    games = _Games(first, second, max_pairs, openings, random_plies, seed, rules, adjudication)
    source = _SprtSource(games, (elo0, elo1, alpha, beta), progress)

    def finish(journal: Journal) -> SprtResult:
        llr, lower, upper, decision = source.state
        return SprtResult(decision, llr, (lower, upper), _match(journal, source.counted))

    # The bounds are no part of the plan: games that are played serve any test.
    return _do(source, executor, journal, {"task": "sprt", **games.plan()}, finish)


# --- tuning ------------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parameter:
    """A number to tune: where it begins, its range, and by how much it is changed in the last trials."""

    name: str
    value: float
    low: int
    high: int
    step: float


@dataclass(frozen=True)
class TuneResult:
    """What a tuning has come to."""

    #: The result: the mean of each value over the second half of the trials.
    tuned: dict[str, float]
    #: The values after the last trial.
    values: dict[str, float]
    #: How many trials there were.
    trials: int


class _TuneSource:
    """Trials of a tuner: two settings, pairs of games between them. The tuner learns from trials in their order."""

    def __init__(
        self, tuner: Any, names: Sequence[str], apply: Callable[[dict[str, int]], Player], pairs: int, games: dict[str, Any],
        trials: int, progress: Progress | None,
    ) -> None:  # fmt: skip
        self._tuner = tuner
        self._names = names
        self._apply = apply
        self._pairs = pairs
        self._game_settings = games
        self._trials = trials
        self._progress = progress
        self._queue: list[Job] = []
        self._begun = 0
        self._points: dict[int, dict[tuple[int, int], int]] = {}
        self._fill()

    def _fill(self) -> None:
        for number, seed, plus, minus in self._tuner.pending():
            if number > self._begun:
                self._begun = number
                settings = (dict(zip(self._names, values, strict=True)) for values in (plus, minus))
                first, second = (self._apply(setting) for setting in settings)
                # Numbers in JSON are exact to 53 bits everywhere.
                games = _Games(first, second, self._pairs, seed=seed >> 12, **self._game_settings)
                for pair in range(self._pairs):
                    for half in (0, 1):
                        self._queue.append({**games.job(pair, half), "id": f"trial-{number}-{pair}-{half}"})

    def next(self) -> Job | None:
        return self._queue.pop(0) if self._queue else None

    def take(self, job: Job, answer: Answer) -> None:
        trial, pair, half = (int(part) for part in job["id"].split("-")[1:])
        self._points.setdefault(trial, {})[pair, half] = _half_points(answer, half)
        while len(points := self._points.get(self._tuner.finished + 1, {})) == 2 * self._pairs:
            del self._points[self._tuner.finished + 1]
            scored = list(points.values())
            self._tuner.learn(scored.count(2), scored.count(1), scored.count(0))
            if self._progress is not None:
                self._progress(self._tuner.finished, self._trials)
            self._fill()

    def is_done(self) -> bool:
        return self._tuner.finished >= self._trials

    def keeps_errors(self) -> bool:
        return False


def tune(
    parameters: Sequence[Parameter],
    apply: Callable[[dict[str, int]], Player],
    *,
    trials: int,
    pairs: int = 1,
    rate: float = 0.02,
    ahead: int = 8,
    seed: int = 1,
    openings: Sequence[str] | None = None,
    random_plies: int = 8,
    rules: str = "asian",
    adjudication: Mapping[str, int] | None = None,
    executor: Executor | None = None,
    journal: PathLike | None = None,
    progress: Progress | None = None,
) -> TuneResult:
    """Tunes parameters by the results of games: simultaneous perturbation (SPSA), as docs/tuning.md describes it.

    apply makes a player of a setting, such as lambda values: Player(nodes=2000, parameters=values). The outcome of a trial bears on the trials that begin
    `ahead` later, whether it was known earlier or not: that is why the result does not depend on how many play, and why more workers
    than 2 * pairs * ahead find nothing to do.
    """
    if pairs < 1:
        raise ValueError(f"pairs is {pairs}; it must be at least 1")
    names = [parameter.name for parameter in parameters]
    lines = "\n".join(f"{one.name}, {one.value}, {one.low}, {one.high}, {one.step}" for one in parameters)
    tuner = _chuhe.Tuner(lines, trials, rate, ahead, seed)
    settings = {"openings": openings, "random_plies": random_plies, "rules": rules, "adjudication": adjudication}
    source = _TuneSource(tuner, names, apply, pairs, settings, trials, progress)
    start = apply({one.name: round(one.value) for one in parameters})
    plan = {
        "task": "tune",
        "parameters": lines.splitlines(),
        "start": start.text(),
        "trials": trials,
        "pairs": pairs,
        "rate": rate,
        "ahead": ahead,
        "seed": seed,
        "games": _Games(start, start, 1, openings, random_plies, seed, rules, adjudication).plan(),
    }

    def finish(journal: Journal) -> TuneResult:
        return TuneResult(dict(tuner.tuned()), dict(tuner.values()), tuner.finished)

    return _do(source, executor, journal, plan, finish)
