"""SIGTERM, SIGINT and closed pipes in the middle of everything.

Promised: whoever is told to end does so soon and in order: no panic, no half-written file, an exit code that says so, and the
same command goes on afterwards where the work can be gone on with.
"""

import signal
import subprocess
import time

import browser
from damage import QUICK_GAMES
from harness import PATIENCE, check, shown, until
from kill import games, is_private
from talk import Engine


# Commands that leave no file behind.
KEEP_NOTHING = ("perft", "bench", "solve", "go infinite")


def works(case):
    """Work that takes a while."""
    engine = f"cmd={case.program} option.Hash=1"
    (case.folder / "games.pgn").write_text(games(case.random, 3, 24))
    return [
        ["datagen", "--out", "out.chg", "--games", "5000", "--seed", "1", *QUICK_GAMES],
        ["train", "good.chg", "--out", "out.nnue", "--hidden", "64", "--epochs", "3000", "--resume"],
        ["match", "--engine", f"name=A {engine}", "--engine", f"name=B {engine}", "--games", "400", "--nodes", "200", "--pgn", "out.pgn", "--resume"],
        ["analyse", "games.pgn", "--out", "out", "--nodes", "300000"],
        ["book", "build", "games.pgn", "--out", "out.book", "--least-games", "1", "--check-nodes", "600000"],
        ["endings", "build", "KRNvKAAB", "--tables", "out"],
        ["perft", "9"],
        ["bench", "30"],
        ["solve", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"],
        ["go infinite"],
    ]


def told_to_end(case):
    """SIGINT or SIGTERM in the middle of its work: the program ends soon."""
    case.run("datagen", "--out", "good.chg", "--games", "20", "--seed", "1", *QUICK_GAMES).check_code(0)
    for words in works(case):
        name = case.random.choice([signal.SIGINT, signal.SIGTERM])
        process = case.start(*words)
        time.sleep(0.1 + case.random.random())
        check(process.poll() is None, f"{shown(words)} has ended with {process.returncode} before it was told to")
        ends(case, process, words, name)
        partial = [path.name for path in case.folder.rglob("*") if path.is_file() and is_private(path.name) and path.name.endswith(".part")]
        check(name != signal.SIGINT or not partial, f"{shown(words)} leaves {partial} after {name.name}")


def two_writers(case):
    """Two processes on one output: the second is refused, by a message that names the first, which goes on undisturbed."""
    case.run("datagen", "--out", "good.chg", "--games", "20", "--seed", "1", *QUICK_GAMES).check_code(0)
    (case.folder / "params.txt").write_text("Move Overhead, 50, 1, 100, 5\n")
    tuning = ["tune", "--engine", f"cmd={case.program} option.Hash=1", "--params", "params.txt", "--nodes", "500", "--out", "out.jsonl", "--resume"]
    for words in [*works(case)[:6], tuning]:
        first = case.start(*words)
        until(lambda: list(case.folder.glob("out*")) or first.poll() is not None, f"{shown(words)} writes nothing")
        time.sleep(0.3)
        check(first.poll() is None, f"{shown(words)} is too short to be disturbed")
        ended = case.run(*words)
        check(ended.code == 2, f"{shown(words)} beside itself ends with {ended.code}: {ended.errors[-200:]}")
        check(f"process {first.pid}" in ended.errors, f"{shown(words)} does not name the other: {ended.errors[-200:]}")
        ends(case, first, words, signal.SIGINT)
        case.count("pairs")


def ends(case, process, words, name):
    """Sends a signal and waits for the end."""
    process.send_signal(name)
    try:
        _, errors = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        check(False, f"{shown(words)} does not end after {name.name}")
    told = errors.decode("utf-8", "replace")
    check("panicked" not in told, f"{shown(words)} panics after {name.name}: {told[-300:]}")
    # SIGTERM may end it as the system does, and so may SIGINT if nothing is written; who writes answers it.
    allowed = {0, 1, 2, 130, 143, -int(signal.SIGTERM)} if name == signal.SIGTERM else {0, 130}
    if words[0] in KEEP_NOTHING:
        allowed.add(-int(signal.SIGINT))
    check(process.returncode in allowed, f"{shown(words)} ends with {process.returncode} after {name.name}: {told[-300:]}")
    case.count("signals")


def closed_pipes(case):
    """Nobody reads any more: the program ends, without a panic."""
    for words in (["perft", "4"], ["--help"], ["endings", "list"], ["book", "export", "default"], ["bench", "6"], ["go depth 30"], ["licenses"],
                  ["judge", "--moves", "h2e2"], ["board"]):
        process = case.start(*words)
        process.stdout.close()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            check(False, f"{words} goes on for nobody")
        told = process.stderr.read().decode("utf-8", "replace")
        check("panicked" not in told, f"{words} panics on a closed pipe: {told[-300:]}")
        check(process.returncode in (0, 2), f"{words} ends with {process.returncode} on a closed pipe: {told[-300:]}")
        case.count("closed pipes")


def gui_that_vanishes(case):
    """A GUI that is gone in the middle of a search takes its engine with it."""
    for limit in ("infinite", "wtime 60000 btime 60000", "depth 90", "ponder wtime 1000 btime 1000"):
        with open(case.folder / "errors", "wb") as errors:
            engine = Engine(case, stderr=errors)
        engine.say("uci", "position startpos", f"go {limit}")
        engine.until("uciok")
        time.sleep(case.random.random() * 0.2)
        check(engine.process.poll() is None, f"the engine has ended before its GUI, after go {limit}")
        engine.process.stdin.close()
        engine.process.stdout.close()
        try:
            engine.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            check(False, f"the engine goes on for nobody after go {limit}")
        told = (case.folder / "errors").read_text("utf-8", "replace")
        check(engine.process.returncode == 0 and not told, f"the engine ends with {engine.process.returncode} after go {limit}: {told[-300:]}")
        case.count("vanished")


def server_ends(case):
    """A server with tabs that analyse ends in order by SIGTERM and SIGINT."""
    for name in (signal.SIGTERM, signal.SIGINT):
        server = browser.Server(case)
        tabs = [browser.Tab(server) for _ in range(5)]
        for tab in tabs:
            tab.send({"type": "go", "fen": None, "moves": [], "rules": "asian", "level": 10, "infinite": True})
        time.sleep(case.random.random() * 0.5)
        server.process.send_signal(name)
        check(server.process.wait(PATIENCE) == 0, f"the server ends with {server.process.returncode} after {name.name}")
        check("panicked" not in server.log(), server.log())
        for tab in tabs:
            tab.stream.close()
        case.count("signals")


ATTACKS = [told_to_end, two_writers, closed_pipes, gui_that_vanishes, server_ends]
