"""A system that refuses: a disk that is full, a folder that cannot be written, a clock that jumps.

Promised: who cannot write says so and fails, what was there before stays as it was, and with room again the same command does its
work. Clocks that jump change no move and lose no game.
"""

import json
import os
import resource
import shutil
import signal
import subprocess
import time

import browser
from damage import QUICK_GAMES
from harness import Broken, check
from kill import games
from talk import Engine

# Users have an empty disk of this many bytes.
DISK = 6 << 20
FAKETIME = ("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1", "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
            "/usr/lib/faketime/libfaketime.so.1")


def writers(case):
    """Commands that write, with the file or folder that they write: more than fits."""
    engine = f"cmd={case.program} option.Hash=1"
    return {
        "datagen": (["datagen", "--out", "OUT", "--games", "12", "--seed", "1", *QUICK_GAMES], "games.chg"),
        "data convert": (["data", "convert", "OUT", "good.chg", "--min-ply", "1"], "good.chp"),
        "data merge": (["data", "merge", "OUT", "good.chg"], "merged.chg"),
        "train": (["train", "good.chg", "--out", "OUT", "--hidden", "64", "--epochs", "1"], "good.nnue"),
        "convert": (["convert", "games.pgn", "OUT"], "games.txt"),
        "analyse": (["analyse", "games.pgn", "--nodes", "20", "--out", "OUT"], "reviews"),
        "match": (["match", "--engine", f"name=A {engine}", "--engine", f"name=B {engine}", "--games", "2", "--nodes", "20", "--max-plies", "10", "--pgn", "OUT"], "match.pgn"),
        "book build": (["book", "build", "games.pgn", "--least-games", "1", "--out", "OUT"], "games.book"),
        "board": (["board", "--out", "OUT"], "board.png"),
        "export_net": (["export_net OUT"], "net.nnue"),
        "endings build": (["endings", "build", "KPBvK", "--tables", "OUT"], "tables"),
        "play": (["play", "--plain", "--red", "random", "--black", "random", "--seed", "1", "--save", "OUT"], "game.pgn"),
        "record": (["play", "--plain", "--red", "random", "--black", "random", "--seed", "1", "--record", "OUT"], "records"),
    }


def prepare(case):
    case.run("datagen", "--out", "good.chg", "--games", "12", "--seed", "1", *QUICK_GAMES).check_code(0)
    (case.folder / "games.pgn").write_text(games(case.random, 3, 20))


# How they replace a file of theirs, where they can.
REPLACING = {name: ["--force"] for name in ("data convert", "data merge", "train", "convert", "book build", "board")}


def contents(path):
    """The files in a place with their bytes."""
    found = [path] if path.is_file() else path.rglob("*")
    return {file: file.read_bytes() for file in found if file.is_file()}


def told(case, words, target, **options):
    """Runs a command whose output goes to a place; in the folder of the case, as everything."""
    return case.run(*[word.replace("OUT", str(target)) for word in words], **options)


def full_disk(case):
    """A disk without room: everybody who writes says so; with room the same command works."""
    prepare(case)
    disk = case.folder / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", disk], capture_output=True).returncode:
        # The limit on the size of files, an attack of its own, is what remains.
        case.count("left out: needs the right to mount")
        return
    case.endings.append(lambda: subprocess.run(["umount", "-l", disk], capture_output=True))
    filler = disk / "filler"
    for name, (words, target) in writers(case).items():
        target = disk / target
        if name in REPLACING:
            told(case, words, target).check_code(0)
            case.count("files that were to be replaced")
        before = contents(target)
        words = [*words, *REPLACING.get(name, [])]
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass
        ended = told(case, words, target)
        # A game in the terminal goes on without its file, and says so.
        check(ended.code != 0 or name in ("play", "record"), f"{name} on a full disk ends with {ended.code}: {ended.out[-200:]}")
        said = ended.errors + ended.out
        check("space left" in said or "os error 28" in said, f"{name} does not say that the disk is full: {said[-300:]}")
        # What a game or a match begins with may be there; nothing that was there before is lost.
        after = contents(target)
        check(all(after.get(path) == data for path, data in before.items()), f"{name} has changed what was there before")
        filler.unlink()
        if name != "export_net":
            again = [*words, "--resume"] if name == "match" and target.exists() else words
            ended = told(case, again, target)
            check(ended.code == 0, f"{name} with room again ends with {ended.code}: {ended.errors[-300:]}")
        case.count("writers")
        for path in disk.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def full_quota(case):
    """Files may not grow beyond a size: whoever writes more says so, and what was there before stays."""
    prepare(case)
    large = {"data convert", "train", "export_net", "datagen", "data merge"}
    for name, (words, target) in writers(case).items():
        if name not in large:
            continue
        if name in REPLACING:
            case.run(*[word.replace("OUT", target) for word in words]).check_code(0)
            case.count("files that were to be replaced")
        before = contents(case.folder / target)
        words = [*words, *REPLACING.get(name, [])]

        def small():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

        process = subprocess.run([case.program, *[word.replace("OUT", target) for word in words]], cwd=case.folder, env=case.environment(),
                                 capture_output=True, stdin=subprocess.DEVNULL, preexec_fn=small, timeout=90)
        errors = process.stderr.decode("utf-8", "replace") + process.stdout.decode("utf-8", "replace")
        check(process.returncode not in (0, 101) and process.returncode >= 0, f"{name} ends with {process.returncode}: {errors[-300:]}")
        check("panicked" not in errors and "large" in errors.lower(), f"{name} does not say why: {errors[-300:]}")
        after = contents(case.folder / target)
        check(all(after.get(path) == data for path, data in before.items()), f"{name} has changed what was there before")
        case.count("writers")


def full_output(case):
    """Standard output on a full device is a failure, of every command that prints an answer."""
    for words in (["go", "depth", "3"], ["perft", "2"], ["bench", "2"], ["board"], ["endings", "list"], ["--help"], ["book", "probe", "default", "startpos"],
                  ["judge", "--moves", "h2e2"], ["solve", "3k5/4R4/9/9/9/9/9/9/8R/4K4 w"]):
        with open("/dev/full", "wb") as full:
            ended = case.run(*words, stdout=full)
        check(ended.code != 0, f"{words} > /dev/full ends with 0")
        case.count("commands to a full device")


def forbidden_folder(case):
    """As a user without rights: a folder that cannot be written, a file that cannot be read."""
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        case.count("left out: needs root and setpriv")
        return
    prepare(case)
    program = case.folder / "chuhe"
    shutil.copy(case.program, program)
    case.folder.chmod(0o755)
    closed, own = case.folder / "closed", case.folder / "own"
    closed.mkdir(mode=0o755)
    own.mkdir()
    os.chown(own, 65534, 65534)
    secret = case.folder / "secret.pgn"
    secret.write_text("1. C2=5 *")
    secret.chmod(0o600)
    as_nobody = ["--reuid=65534", "--regid=65534", "--clear-groups", str(program)]
    environment = case.environment(HOME=str(own), XDG_DATA_HOME=str(own))
    for name, (words, target) in writers(case).items():
        words = [word.replace("OUT", str(closed / target)).replace(case.program, str(program)) for word in words]
        ended = case.run(*as_nobody, *words, program="setpriv", env=environment)
        check(ended.code != 0 or name in ("play", "record"), f"{name} into a closed folder ends with {ended.code}: {ended.out[-300:]}")
        check("ermission denied" in ended.errors + ended.out, f"{name} does not say that it may not: {ended.errors[-300:]}")
        check(not list(closed.iterdir()), f"{name} has written {list(closed.iterdir())}")
        case.count("writers")
    ended = case.run(*as_nobody, "convert", secret, own / "out.pgn", program="setpriv", env=environment)
    check(ended.code == 2 and "ermission denied" in ended.errors, f"a secret file: {ended.code} {ended.errors[-200:]}")


def jumping_clock(case):
    """The clock on the wall jumps by days while the engine thinks by it: answers come in time, and a server goes on."""
    library = next((path for path in FAKETIME if os.path.exists(path)), None)
    if library is None:
        case.count("left out: needs the Debian package faketime")
        return
    stamp = case.folder / "clock"
    environment = case.environment(LD_PRELOAD=library, FAKETIME_TIMESTAMP_FILE=str(stamp), FAKETIME_NO_CACHE="1",
                                   FAKETIME_DONT_FAKE_MONOTONIC="1", DONT_FAKE_MONOTONIC="1")
    stamp.write_text("+0\n")
    engine = Engine(case, env=environment)
    engine.say("uci", "setoption name Hash value 1")
    engine.until("uciok")
    check_fake(engine.process)
    for jump in ("+1d", "-1d", "+400d", "-3000d", "+0"):
        engine.say("position startpos", "go wtime 20000 btime 20000 winc 100 binc 100")
        began = time.monotonic()
        time.sleep(0.05)
        stamp.write_text(jump + "\n")
        engine.until("bestmove")
        took = time.monotonic() - began
        check(took < 10, f"a move takes {took:.1f} s while the clock jumps to {jump}")
        engine.say("go movetime 200")
        began = time.monotonic()
        engine.until("bestmove")
        took = time.monotonic() - began
        check(0.1 < took < 5, f"movetime 200 takes {took:.2f} s while the clock says {jump}")
        case.count("jumps")
    engine.quit("quit")
    stamp.write_text("+0\n")
    server = browser.Server(case, env=environment)
    check_fake(server.process)
    with browser.Tab(server) as tab:
        for jump in ("+1d", "-2d", "+0"):
            stamp.write_text(jump + "\n")
            tab.ask({"type": "go", "fen": None, "moves": [], "rules": "asian", "level": 3}, "best")
            case.count("jumps")
    server.check_alive()
    # Before 1970, for which there is no better date than that, and after 2038.
    for moment, year in (("@1969-12-31 00:00:00", "1970"), ("@2040-01-01 00:00:00", "2040")):
        stamp.write_text(moment + "\n")
        ended = case.run("play", "--plain", "--red", "random", "--black", "random", "--seed", "1", "--record", year, env=environment)
        if ended.code != 0:
            raise Broken(f"a game at {moment} ends with {ended.code}: {ended.errors[-300:]}")
        began = [json.loads(path.read_text())["began"] for path in (case.folder / year).glob("*.json")]
        check(len(began) == 1 and began[0].startswith(year), f"the record of a game at {moment} says {began}")


def check_fake(process):
    """Whether a process has the clock that jumps."""
    with open(f"/proc/{process.pid}/maps") as maps:
        check("libfaketime" in maps.read(), "the clock does not jump: libfaketime is not in the process")


ATTACKS = [full_disk, full_quota, full_output, forbidden_folder, jumping_clock]
