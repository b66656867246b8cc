"""Engines: limits, lines, iterators, callbacks, async, levels, threads, Ctrl-C, evaluations in Python."""

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref

import chuhe
import pytest
from chuhe import Cp, Limit, Mate, MateGiven

MATE_IN_ONE = "3k5/4R4/9/9/9/9/9/9/8R/4K4 w"
MATED = "3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1"


@pytest.fixture(scope="module")
def engine():
    with chuhe.Engine() as engine:
        yield engine


def test_play(engine):
    board = chuhe.Board()
    result = engine.play(board, Limit(nodes=2000))
    assert result.move in board.legal_moves and result.info["nodes"] >= 1 and result.info["pv"][0] == result.move
    assert board == chuhe.Board(), "the board is left alone"
    assert engine.play(board, Limit(depth=3)).info["depth"] == 3
    assert engine.play(board, Limit(red_clock=1, black_clock=1, red_inc=0.1)).move in board.legal_moves
    assert engine.play(board, book=True, seed=3) == engine.play(board, book=True, seed=3)
    assert engine.play(board, book=True).is_book
    only = chuhe.Move.from_uci("a0a1")
    assert engine.play(board, Limit(nodes=100), root_moves=[only]).move == only


def test_time_is_kept(engine):
    began = time.monotonic()
    engine.analyse(chuhe.Board(), Limit(time=0.2))
    assert 0.15 < time.monotonic() - began < 10


def test_analyse(engine):
    board = chuhe.Board(MATE_IN_ONE)
    info = engine.analyse(board, Limit(depth=4))
    assert info["score"].relative == Mate(1) and info["score"].pov(chuhe.BLACK) == Mate(-1) and info["score"].is_mate()
    assert info["wdl"].relative.wins == 1000 and info["wdl"].black().losses == 1000
    lines = engine.analyse(chuhe.Board(), Limit(nodes=5000), multipv=3)
    assert len(lines) == 3 and len({line["pv"][0] for line in lines}) == 3
    assert [line["multipv"] for line in lines] == [1, 2, 3]
    assert lines[0]["score"].relative >= lines[1]["score"].relative >= lines[2]["score"].relative
    heard = []
    engine.analyse(chuhe.Board(), Limit(depth=4), on_info=heard.append)
    assert [info["depth"] for info in heard if "pv" in info][-1] == 4
    unwanted = lines[0]["pv"][0]
    assert engine.analyse(chuhe.Board(), Limit(depth=3), excluded_moves=[unwanted])["pv"][0] != unwanted


def test_positions_without_moves(engine):
    board = chuhe.Board(MATED)
    board.push_uci("b1b9")
    assert engine.play(board, Limit(depth=3)).move is None
    info = engine.analyse(board, Limit(depth=3))
    assert info["score"].relative == Mate(0) and info["score"].red() == MateGiven


def test_analysis_is_iterated_and_stopped(engine):
    with engine.analysis(chuhe.Board(), multipv=2) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
    best = analysis.wait()
    assert best.move in chuhe.Board().legal_moves and len(analysis.multipv) == 2 and analysis.info["depth"] >= 4
    assert list(engine.analysis(chuhe.Board(), Limit(depth=2)))[-1]["depth"] == 2


def test_a_new_search_ends_the_one_before(engine):
    first = engine.analysis(chuhe.Board())
    second = engine.play(chuhe.Board(), Limit(nodes=500))
    assert second.move and first.wait().move
    first.stop()  # of a search that is over; it must not stop another
    assert engine.analyse(chuhe.Board(), Limit(depth=5))["depth"] == 5


def test_scores_are_ordered():
    scores = [Mate(0), Mate(-1), Mate(-5), Cp(-100), Cp(0), Cp(50), Mate(7), Mate(1), MateGiven]
    assert sorted(scores, reverse=True) == scores[::-1]
    assert -Cp(20) == Cp(-20) and -Mate(2) == Mate(-2) and -Mate(0) == MateGiven and -MateGiven == Mate(0)
    assert Cp(20).score() == 20 and Mate(3).score() is None and Mate(3).score(mate_score=1000) == 997
    assert Mate(-3).score(mate_score=1000) == -997 and str(Mate(3)) == "#+3" and repr(Cp(20)) == "Cp(+20)"
    wdl = chuhe.Wdl(500, 300, 200)
    assert wdl.total() == 1000 and wdl.expectation() == 0.65 and list(-wdl) == [200, 300, 500]


def test_levels():
    with chuhe.Engine(level=1) as engine:
        assert engine.level == 1 and engine.play(chuhe.Board()).info["nodes"] < 100
        engine.elo = 2000
        assert engine.elo == 2000 and engine.level == 5
        for bad in (0, 11, -1):
            with pytest.raises(ValueError, match="levels are 1 to 10"):
                engine.level = bad
        with pytest.raises(ValueError, match="ratings are"):
            engine.elo = 100
        assert engine.elo == 2000
    with pytest.raises(ValueError, match="give one of them"):
        chuhe.Engine(level=1, elo=2000)


def test_chance_is_different_every_time_unless_it_has_a_seed():
    board = chuhe.Board()
    with chuhe.Engine(level=3) as engine:
        assert len({engine.play(board).move for _ in range(40)}) > 3
        assert len({engine.play(board, seed=7).move for _ in range(5)}) == 1


def test_an_analysis_has_full_strength_at_every_level():
    with chuhe.Engine(level=1) as weak, chuhe.Engine() as strong:
        limit = Limit(depth=6)
        assert weak.analyse(chuhe.Board(), limit)["pv"] == strong.analyse(chuhe.Board(), limit)["pv"]
        assert weak.play(chuhe.Board(), limit).info["nodes"] < 100 and weak.level == 1


def test_wrong_types_are_named(engine):
    with pytest.raises(TypeError, match="must be a chuhe.Limit"):
        engine.play(chuhe.Board(), 0.1)
    with pytest.raises(TypeError, match="must be a chuhe.Board"):
        engine.play(chuhe.STARTING_FEN, Limit(depth=1))
    with pytest.raises(TypeError, match="depth is '3'; it must be a whole number"):
        engine.play(chuhe.Board(), Limit(depth="3"))


def test_settings_and_refusals(engine):
    engine.hash = 8
    engine.threads = 2
    assert (engine.hash, engine.threads) == (8, 2)
    assert engine.play(chuhe.Board(), Limit(nodes=3000)).move
    engine.threads = 1
    with pytest.raises(chuhe.EngineError, match="memory|MiB"):
        engine.hash = 1 << 40
    assert engine.hash == 8
    with pytest.raises(chuhe.EngineError, match="no such file|No such file"):
        engine.set_evaluation("no such file")
    assert engine.evaluation not in ("classical", "python")
    for limit in (Limit(depth=0), Limit(nodes=-1), Limit(time=-1), Limit(time=float("nan"))):
        with pytest.raises((ValueError, OverflowError)):
            engine.play(chuhe.Board(), limit)
    for name in ("red_clock", "black_clock", "red_inc", "black_inc"):
        with pytest.raises(ValueError, match=f"{name} is nan"):
            engine.play(chuhe.Board(), Limit(**{"red_clock": 1, "black_clock": 1, name: float("nan")}))
    for threads in (0, 100_000, 2**63):
        with pytest.raises(ValueError, match=f"threads is {threads}; it must be between 1 and"):
            engine.threads = threads
        with pytest.raises(ValueError, match=f"threads is {threads}; it must be between 1 and"):
            chuhe.Engine(threads=threads)
    with pytest.raises(ValueError, match="excluded_moves leaves no move"):
        engine.analyse(chuhe.Board(), Limit(depth=1), excluded_moves=chuhe.Board().legal_moves)
    only = chuhe.Move.from_uci("h2e2")
    with pytest.raises(ValueError, match="excluded_moves leaves no move"):
        engine.analyse(chuhe.Board(), Limit(depth=1), root_moves=[only], excluded_moves=[only])
    with pytest.raises(ValueError, match="empty"):
        engine.analyse(chuhe.Board(), Limit())
    for multipv in (0, -1):
        with pytest.raises(ValueError, match="multipv"):
            engine.analyse(chuhe.Board(), Limit(depth=1), multipv=multipv)
    with pytest.raises(chuhe.IllegalMoveError):
        engine.play(chuhe.Board(), Limit(depth=1), root_moves=[chuhe.Move.from_uci("a0a5")])
    with pytest.raises(ValueError, match="root_moves is empty"):
        engine.play(chuhe.Board(), Limit(depth=1), root_moves=[])
    closed = chuhe.Engine()
    closed.close()
    closed.close()
    with pytest.raises(chuhe.EngineError, match="closed"):
        closed.play(chuhe.Board(), Limit(depth=1))


def test_static_evaluation(engine):
    board = chuhe.Board("4k4/9/9/9/9/9/9/9/R8/3K5 w")
    assert engine.evaluate(board).relative.score() > 200
    engine.set_evaluation("classical")
    assert engine.evaluation == "classical"
    engine.set_evaluation("network")


def material(board):
    worth = [0, 0, 200, 200, 400, 900, 450, 100]
    own = sum(worth[abs(piece)] * (1 if piece > 0 else -1) for piece in board.array().ravel().tolist())
    return own if board.turn else -own


def test_an_evaluation_in_python():
    with chuhe.Engine(evaluation=material) as engine:
        assert engine.evaluation == "python"
        board = chuhe.Board("4k4/9/9/9/9/9/9/9/R8/3K5 w")
        assert engine.evaluate(board).relative == Cp(900)
        # A horse hangs.
        hanging = chuhe.Board("4ka3/9/9/9/n8/9/9/9/9/R2K5 w")
        assert engine.play(hanging, Limit(depth=3)).move.uci() == "a0a5"
        engine.threads = 2
        assert engine.analyse(hanging, Limit(depth=3))["score"].relative > Cp(500)


def test_an_evaluation_that_raises_ends_the_search():
    calls = []

    def broken(board):
        calls.append(board.fen())
        if len(calls) > 30:
            raise ZeroDivisionError("thirty is enough")
        return 0

    with chuhe.Engine(evaluation=broken) as engine:
        began = time.monotonic()
        with pytest.raises(ZeroDivisionError, match="thirty is enough"):
            engine.play(chuhe.Board(), Limit(time=60))
        assert time.monotonic() - began < 30 and len(calls) == 31, "it is not asked again"
        for bad, error in (("text", TypeError), (None, TypeError), (float("nan"), ValueError)):
            engine.set_evaluation(lambda board, bad=bad: bad)
            with pytest.raises(error, match="the evaluation gave"):
                engine.analyse(chuhe.Board(), Limit(depth=5))
            with pytest.raises(error):
                engine.evaluate(chuhe.Board())
        engine.set_evaluation("network")
        assert engine.play(chuhe.Board(), Limit(depth=3)).move


def test_an_evaluation_cannot_use_the_engine_that_asks_it():
    with chuhe.Engine() as engine:
        engine.set_evaluation(lambda board: engine.play(board, Limit(depth=1)).info["depth"])
        with pytest.raises(chuhe.EngineError, match="the engine that asks it"):
            engine.play(chuhe.Board(), Limit(depth=2))


def test_an_exception_belongs_to_the_search_that_raised_it():
    board, called = chuhe.Board(), threading.Event()

    def broken(board):
        called.set()
        raise ZeroDivisionError("not yours")

    with chuhe.Engine(hash=1, evaluation=broken) as engine:
        for change in (lambda: engine.set_evaluation("network"), lambda: engine.set_evaluation(material)):
            engine.set_evaluation(broken)
            called.clear()
            abandoned = engine.analysis(board)
            assert called.wait(60)
            del abandoned
            change()
            assert engine.play(board, Limit(nodes=300)).info["nodes"] >= 1
        # Whoever asks for a static evaluation has an exception of its own, and leaves the other's.
        engine.set_evaluation(broken)
        called.clear()
        analysis = engine.analysis(board)
        assert called.wait(60)
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                engine.evaluate(board)
        with pytest.raises(ZeroDivisionError):
            analysis.wait()
        first = engine.analysis(board)
        engine.set_evaluation(lambda board: 7)
        assert engine.evaluate(board).relative == Cp(7)
        with pytest.raises(ZeroDivisionError):
            first.wait()


class Bot:
    """Refers to its engine, which refers to it."""

    def __init__(self):
        self.engine = chuhe.Engine(hash=1, evaluation=self.judge)

    def judge(self, board):
        return 0


def cores():
    gc.collect()
    return sum(type(each) is chuhe._chuhe.EngineCore for each in gc.get_objects())


def test_an_engine_whose_evaluation_refers_to_it_is_freed():
    before = cores()
    for use in (
        lambda bot: bot.engine.play(chuhe.Board(), Limit(nodes=20)),
        lambda bot: setattr(bot, "analysis", bot.engine.analysis(chuhe.Board())),  # and it goes on
        lambda bot: bot.engine.set_evaluation("network"),
        lambda bot: bot.engine.close(),
    ):
        bot = Bot()
        use(bot)
        gone, core = weakref.ref(bot), weakref.ref(bot.engine)
        del bot
        # A call that is under way keeps its bot for a moment.
        end = time.monotonic() + 60
        while (gone() is not None or core() is not None) and time.monotonic() < end:
            gc.collect()
        assert gone() is None and core() is None and cores() == before
    # One that is still used is not taken apart.
    bot = Bot()
    engine = bot.engine
    del bot
    gc.collect()
    assert engine.evaluate(chuhe.Board()).relative == Cp(0) and engine.play(chuhe.Board(), Limit(nodes=50)).move


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="memory is measured as Linux shows it")
def test_engines_that_are_closed_give_their_memory_back():
    code = (
        "import chuhe, os\n"
        "def resident():\n"
        "    return int(open('/proc/self/statm').read().split()[1]) * os.sysconf('SC_PAGE_SIZE') >> 20\n"
        "for _ in range(4):\n"
        "    engines = [chuhe.Engine(hash=16) for _ in range(30)]\n"
        "    most = resident()\n"
        "    engines.clear()\n"
        "    print(most, resident())\n"
    )
    # In a process of its own, for what the allocator keeps depends on what was before.
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True).stdout
    rounds = [[int(word) for word in line.split()] for line in told.splitlines()]
    assert len(rounds) == 4 and all(left < max(most / 2, 100) for most, left in rounds), told


def tasks():
    return len(os.listdir("/proc/self/task"))


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="threads are counted as Linux shows them")
def test_engines_are_dropped_while_they_search():
    material(chuhe.Board())  # NumPy starts threads of its own, once
    gc.collect()
    before = tasks()
    for evaluation in ("network", material):
        engine = chuhe.Engine(evaluation=evaluation, threads=2)
        analysis = engine.analysis(chuhe.Board())
        analysis.next()
        assert tasks() > before
        del engine, analysis
        gc.collect()
        end = time.monotonic() + 60
        while tasks() > before and time.monotonic() < end:
            time.sleep(0.01)
        assert tasks() <= before, "its threads have ended"


def test_a_callback_that_raises_stops_the_search(engine):
    def refuse(info):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        engine.analyse(chuhe.Board(), Limit(time=60), on_info=refuse)
    assert engine.play(chuhe.Board(), Limit(nodes=500)).move


def test_one_engine_in_many_threads():
    with chuhe.Engine(hash=1) as engine:
        nodes, failures = [], []

        def work():
            try:
                nodes.append(engine.play(chuhe.Board(), Limit(depth=6)).info["depth"])
            except BaseException as error:  # noqa: BLE001
                failures.append(error)

        threads = [threading.Thread(target=work) for _ in range(6)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert not failures and nodes == [6] * 6, "nobody's search was cut short"


def test_python_runs_while_the_engine_searches(engine):
    counted = 0
    with engine.analysis(chuhe.Board()) as analysis:
        end = time.monotonic() + 0.3
        while time.monotonic() < end:
            counted += 1
    assert counted > 1000 and analysis.wait().move


INTERRUPTED = """
import signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
import chuhe
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    board = chuhe.Board()
    with chuhe.Engine() as engine:
        assert engine.play(board, chuhe.Limit(depth=2)).move
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    "work",
    [
        "chuhe.Engine().play(chuhe.Board(), chuhe.Limit(time=120))",
        "list(chuhe.Engine(threads=2).analysis(chuhe.Board()))",
        "chuhe.Engine(evaluation=lambda board: 0).analyse(chuhe.Board(), chuhe.Limit(time=120))",
        "chuhe.Board().perft(8)",
        "chuhe.solve(chuhe.Board())",
        "chuhe.review(chuhe.Board(), time=120)",
    ],
)
def test_control_c(work):
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED.format(work=work)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n", process.stderr.read()
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert out == "interrupted\n", err


def test_the_interpreter_ends_while_engines_search():
    code = (
        "import chuhe\n"
        "engines = [chuhe.Engine(), chuhe.Engine(evaluation=lambda board: 1)]\n"
        "running = [engine.analysis(chuhe.Board()) for engine in engines]\n"
        "print('done')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.returncode) == ("done\n", 0), done.stderr


def test_async():
    async def work():
        async with chuhe.AsyncEngine(hash=1) as engine:
            board = chuhe.Board()
            plays = await asyncio.gather(*[engine.play(board, Limit(nodes=1000)) for _ in range(3)])
            assert all(result.move in board.legal_moves for result in plays)
            lines = await engine.analyse(board, Limit(nodes=2000), multipv=2)
            assert len(lines) == 2
            async with engine.analysis(board) as analysis:
                async for info in analysis:
                    if info.get("depth", 0) >= 4:
                        break
            assert (await analysis.wait()).move
            task = asyncio.create_task(engine.play(board, Limit(time=120)))
            await asyncio.sleep(0.2)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (await engine.play(board, Limit(depth=2))).move, "and the engine is free again"
            assert (await engine.evaluate(board)).turn is chuhe.RED
            engine.level, engine.hash = 1, 2
            assert (engine.engine.level, engine.hash) == (1, 2)
            assert (await engine.play(board, Limit(nodes=50_000))).info["nodes"] < 100
            await engine.set_evaluation("classical")
            await engine.new_game()
            assert engine.engine.evaluation == "classical"

    asyncio.run(asyncio.wait_for(work(), 120))


def test_async_changes_end_an_analysis_that_is_waited_for():
    async def work():
        async with chuhe.AsyncEngine(hash=1) as engine:
            board = chuhe.Board()
            for change in (lambda: engine.evaluate(board), engine.new_game, lambda: engine.set_evaluation("classical")):
                waiting = asyncio.create_task(engine.analysis(board).wait())
                await asyncio.sleep(0.2)
                await asyncio.wait_for(change(), 60)
                assert (await asyncio.wait_for(waiting, 60)).move in board.legal_moves

    asyncio.run(asyncio.wait_for(work(), 240))
