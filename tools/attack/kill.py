"""Kill anywhere: work that takes a while is killed (SIGKILL) at random moments, started again by the same command, and what is there in the end is
compared with a run that nobody disturbed.

Promised: nothing is lost but the work of the moment, nothing is there twice, nothing is damaged. What lies there between two runs is
whole as well, where others would read it.
"""

import json
import os
import re
import struct
import threading
import time

import browser
from board import random_game
from harness import ROOT, Broken, check, shown, until
from sockets import follow


def killed(case, words, whole_time, inspect=None, **options):
    """Starts a command again and again and kills it at random moments; what it leaves is inspected each time."""
    for _ in range(case.kills):
        process = case.start(*words, **options)
        # More kills come early, where files are made and opened; the last ones where they are finished.
        moment = whole_time * case.random.choice([0.1, 0.4, 0.8, 1.1]) * case.random.random()
        time.sleep(moment)
        if process.poll() is not None:
            # Done before the blow: what follows is a command that finds everything there.
            out, errors = process.communicate()
            check(process.returncode in (0, 2), f"{shown(words)} ends with {process.returncode}: {errors[-300:]}")
            case.count("ended first")
        else:
            process.kill()
            process.communicate()
            case.count("kills")
        if inspect:
            inspect()


def finish(case, words, codes=(0,)):
    case.run(*words).check_code(*codes)


def timed(case, *words):
    """An undisturbed run, and how long it takes."""
    ended = case.run(*words)
    ended.check_code(0)
    return ended.seconds


def datagen(case):
    """An archive has as many games as were asked for, each once, and each as its number and the seed decide; on one thread they are the same games. On
    two, the game that another thread was playing when it was killed is not played again, and a later number takes its place."""
    threads = case.random.choice([1, 2])
    words = ["datagen", "--nodes", 100, "--hash", 1, "--opening-nodes", 60, "--eval", "classical", "--max-plies", 60, "--seed",
             case.seed, "--threads", threads]
    took = timed(case, *words, "--games", 24 if threads == 1 else 48, "--out", "whole.chg") * (1 if threads == 1 else 0.5)
    parts = case.folder / "parts.chg"
    words = [*words, "--games", 24]
    killed(case, [*words, "--out", parts], took)
    finish(case, [*words, "--out", parts])
    # Its last words are of a generator that has nothing left to do.
    finish(case, [*words, "--out", parts])
    whole, there = frames((case.folder / "whole.chg").read_bytes()), frames(parts.read_bytes())
    numbers = [number for number, _ in there]
    check(len(there) == 24 and len(set(numbers)) == 24 and set(there) <= set(whole), f"games {numbers}, or not the same")
    check(threads == 2 or there == whole, f"games {numbers} on one thread")
    finish(case, ["data", "validate", parts])


def game_starts(archive):
    """Where the games of an archive begin, and where the last one ends."""
    starts = [archive.find(b"GM", 8)]
    while starts[-1] + 46 <= len(archive) and archive[starts[-1]:starts[-1] + 2] == b"GM":
        starts.append(starts[-1] + 46 + 4 * struct.unpack_from("<H", archive, starts[-1] + 2)[0])
    return starts


def frames(archive):
    """The games of an archive with their numbers, in that order."""
    starts = game_starts(archive)
    check(starts[-1] == len(archive), f"{len(archive) - starts[-1]} bytes behind the last game")
    return sorted((struct.unpack_from("<I", archive, at + 4)[0], archive[at:end]) for at, end in zip(starts, starts[1:]))


def train(case):
    """A network has the same bytes."""
    case.run("datagen", "--out", "games.chg", "--games", 40, "--nodes", 30, "--hash", 1, "--opening-nodes", 60, "--eval", "classical",
             "--max-plies", 60, "--seed", 1).check_code(0)
    layers = ["--layers"] if case.random.random() < 0.3 else []
    words = ["train", "games.chg", "--hidden", 64, "--epochs", 16, "--batch", 256, "--name", "same", "--description", "same", *layers]
    took = timed(case, *words, "--out", "whole.nnue")
    words = [*words, "--resume", "--out", "parts.nnue"]
    killed(case, words, took, lambda: check_whole(case, "parts.nnue", "whole.nnue"))
    if not (case.folder / "parts.nnue").exists():
        finish(case, words)
    same(case, "parts.nnue", "whole.nnue")


def tune(case):
    """The journal of a tuning has the same lines."""
    (case.folder / "params.txt").write_text("Skill Level, 5, 1, 10, 1\n")
    engine = f"cmd={case.program} option.Hash=1 option.Eval=classical 'option.Random Seed=7'"
    words = ["tune", "--engine", engine, "--params", "params.txt", "--iterations", 12, "--nodes", 60, "--max-plies", 20, "--hash", 1, "--every", 3,
             "--seed", case.seed]
    took = timed(case, *words, "--out", "whole.jsonl")
    words = [*words, "--resume", "--out", "parts.jsonl"]
    killed(case, words, took)
    finish(case, words)
    same(case, "parts.jsonl", "whole.jsonl")


def match(case):
    """A match has every round once, with the same moves, and no game that is cut off; its records are whole."""
    engine = f"cmd={case.program} option.Hash=1 option.Eval=classical"
    words = ["match", "--engine", f"name=A {engine}", "--engine", f"name=B {engine}",
             "--games", 12, "--nodes", 80, "--max-plies", 24, "--openings", ROOT / "testdata/openings/ply8.epd", "--concurrency", case.random.choice([1, 2])]
    took = timed(case, *words, "--pgn", "whole.pgn")
    recorded = ["--record", "records"] if case.random.random() < 0.5 else []
    words = [*words, *recorded, "--pgn", "parts.pgn", "--resume"]

    def inspect():
        if list((case.folder / "records").glob("*.json")):
            case.run("record", "stats", "records").check_code(0)

    killed(case, words, took, inspect)
    finish(case, words)
    whole, parts = (rounds((case.folder / name).read_text()) for name in ("whole.pgn", "parts.pgn"))
    check(len(parts) == 12 and dict(parts) == dict(whole), f"rounds {[number for number, _ in parts]} instead of {[number for number, _ in whole]}")
    inspect()


def rounds(text):
    """The rounds of a match with their moves."""
    found = []
    for game in re.split(r"\n(?=\[Game )", text):
        tags = dict(re.findall(r'^\[(\w+) "(.*)"\]$', game, re.M))
        moves = re.sub(r"\{[^}]*\}", "", game.split("\n\n", 1)[1] if "\n\n" in game else "")
        if "Round" in tags:
            found.append((tags["Round"], " ".join(moves.split())))
    return sorted(found)


def analyse(case):
    """A folder of reviews has the same files with the same bytes; those that are there are whole."""
    (case.folder / "games.pgn").write_text(games(case.random, 4, 16))
    words = ["analyse", "games.pgn", "--nodes", 400, "--threads", case.random.choice([1, 2])]
    took = timed(case, *words, "--out", "whole")
    whole = files(case.folder / "whole")

    def inspect():
        for name, data in files(case.folder / "parts").items():
            check(not name.startswith("game-") or data == whole[name], f"{name} is not whole")

    killed(case, [*words, "--out", "parts"], took, inspect)
    finish(case, [*words, "--out", "parts"])
    check(files(case.folder / "parts") == whole, "the reviews differ")


def convert(case):
    """Files of games: each is as it should be, or not there."""
    inputs = case.folder / "inputs"
    inputs.mkdir()
    few = games(case.random, 4, 40)
    for number in range(60):
        (inputs / f"game-{number}.pgn").write_text(few.replace('[Event "', f'[Event "{number}.') * 4)
    target = case.random.choice([["out/", "--to", "ubb"], ["out.pgn", "--notation", "chinese"]])
    whole, parts = f"whole-{target[0]}", f"parts-{target[0]}"
    took = timed(case, "convert", "inputs", whole, *target[1:])
    expected = all_files(case.folder / whole)

    def inspect():
        for name, data in all_files(case.folder / parts).items():
            check(data == expected.get(name), f"{name} is not whole")

    killed(case, ["convert", "inputs", parts, *target[1:], "--force"], took, inspect)
    finish(case, ["convert", "inputs", parts, *target[1:], "--force"])
    check(all_files(case.folder / parts) == expected, "the files differ")


def positions(case):
    """A file of positions, shuffled with so little memory that scratch files are needed, is whole or not there."""
    case.run("datagen", "--out", "games.chg", "--games", 300, "--nodes", 10, "--hash", 1, "--opening-nodes", 30, "--eval", "classical",
             "--max-plies", 60, "--seed", 2, "--threads", 2).check_code(0)
    words = ["games.chg", "--shuffle", "--memory", 1, "--min-ply", 1, "--force"]
    took = timed(case, "data", "convert", "whole.chp", *words)
    killed(case, ["data", "convert", "parts.chp", *words], took, lambda: check_whole(case, "parts.chp", "whole.chp"))
    finish(case, ["data", "convert", "parts.chp", *words])
    same(case, "parts.chp", "whole.chp")


def record(case):
    """A game on a terminal that is saved, recorded and kept as it is played: what is there after a kill is its beginning, and it can be gone on with."""
    words = ["play", "--plain", "--red", "10", "--black", "alphabeta:2", "--nodes", "300", "--no-book", "--seed", case.seed]
    case.run(*words, "--save", "whole.pgn").check_code(0)
    whole = moves((case.folder / "whole.pgn").read_text())
    terminal = {name: open_terminal(case) for name in ("stdin", "stdout")}
    kept, records = case.folder / "chuhe", case.folder / "records"

    def inspect():
        for path in [case.folder / "parts.pgn", *kept.glob("*.pgn")]:
            if path.exists():
                check_beginning(moves(path.read_text()), whole, path.name)
        for path in records.glob("*.json"):
            told = [mv["move"] for mv in json.loads(path.read_text())["moves"]]
            check_beginning(told, [move.replace("-", "").lower() for move in whole], path.name)
        if list(records.glob("*.json")):
            case.run("record", "stats", "records").check_code(0)
        (case.folder / "parts.pgn").unlink(missing_ok=True)

    killed(case, [*words, "--save", "parts.pgn", "--record", "records"], 0.6, inspect, **terminal)
    # Once more, when there is something to be gone on with.
    before = {path: path.read_bytes() for path in kept.glob("*.pgn")}
    process = case.start(*words, **terminal)
    current = kept / "current.pgn"
    until(lambda: current.exists() and current.read_bytes() != before.get(current), "no game is kept")
    process.kill()
    process.communicate()
    case.count("kills")
    inspect()
    played = moves(current.read_text())
    check(played, f"a game without moves is kept: {current.read_text()}")
    check(sorted(before.values()) == sorted(path.read_bytes() for path in kept.glob("*.pgn") if path != current), "a game of before is not there any more")
    case.run("play", "--plain", "--resume", "--nodes", "300").check_code(0)
    resumed = current.read_text()
    check_beginning(played, moves(resumed), "the game that was cut off")
    check('[Result "*"]' not in resumed, f"the game was not gone on with: {resumed}")
    case.count("games gone on with")


def check_beginning(part, whole, name):
    check(part == whole[: len(part)], f"{name}: {part} is not the beginning of {whole}")


def open_terminal(case):
    """A terminal whose output nobody looks at."""
    screen, terminal = os.openpty()

    def read():
        try:
            while os.read(screen, 1 << 16):
                pass
        except OSError:
            pass  # all its users have gone

    def end():
        os.close(terminal)
        reader.join(10)
        os.close(screen)

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    case.endings.append(end)
    return terminal


def book_build(case):
    """A book whose moves are checked by the engine has the same bytes."""
    (case.folder / "games.pgn").write_text(games(case.random, 12, 8))
    words = ["book", "build", "games.pgn", "--least-games", 1, "--plies", 8, "--check-nodes", 100, "--hash", 1, "--eval", "classical",
             "--threads", case.random.choice([1, 2]), "--margin", 2000]
    took = timed(case, *words, "--out", "whole.book")
    killed(case, [*words, "--out", "parts.book"], took, lambda: check_whole(case, "parts.book", "whole.book"))
    if not (case.folder / "parts.book").exists():
        finish(case, [*words, "--out", "parts.book"])
    same(case, "parts.book", "whole.book")


def endings(case):
    """Tables of endings, each as it should be or not there."""
    words = ["endings", "build", "KPBBvKA", "KRAvK", "KNBvK"]
    took = timed(case, *words, "--tables", "whole")
    whole = files(case.folder / "whole")

    def inspect():
        for name, data in files(case.folder / "parts").items():
            check(not name.endswith(".end") or data == whole[name], f"{name} is not whole")

    killed(case, [*words, "--tables", "parts"], took, inspect)
    finish(case, [*words, "--tables", "parts"])
    check(files(case.folder / "parts") == whole, f"{sorted(files(case.folder / 'parts'))} instead of {sorted(whole)}")


def rooms(case):
    """A server with rooms: after a kill and a start on the same port, the room is there with its moves, but for those of the last moment."""
    # A port that the system chose for somebody else would keep nothing.
    server = browser.Server(case, "--share", port=browser.free_port())
    cookie = follow(server, server.link)
    _, played = random_game(case.random, 60)
    room = key = invite = None
    made = 0

    def operator():
        tab = browser.Tab(server, headers=f"Cookie: {cookie}\r\n")
        check(tab.status == 101, f"the operator's cookie gets {tab.status}")
        return tab

    def enter(tab, key, seat):
        """The moves of the room."""
        entered = tab.send({"type": "room_enter", "room": room, "key": key, "token": str(seat).rjust(32, "0")})
        return [made_move["move"] for made_move in tab.wait_for("room_state", entered)["moves"]]

    def check_there(tab):
        """How many moves are there: all that were on the disk, as they were played."""
        there = enter(tab, key, 1)
        check(there == played[: len(there)] and made <= len(there), f"{len(there)} of {made} moves are there: {there}, of {played}")
        return len(there)

    with operator() as tab:
        opened = tab.ask({"type": "room_open", "terms": {}, "side": "red"}, "room_opened")
        room, key = opened["room"], opened["key"]
        enter(tab, key, 1)
        invite = tab.ask({"type": "room_links", "room": room}, "room_links")["invite"]
    for _ in range(case.kills // 2):
        with operator() as tab:
            ply = check_there(tab)
            guest_cookie = follow(server, invite)
            with browser.Tab(server, headers=f"Cookie: {guest_cookie}\r\n") as guest:
                enter(guest, invite.rsplit("/", 1)[1], 2)

                def play(count):
                    for at in range(ply, ply + count):
                        act = {"do": "move", "move": played[at], "ply": at}
                        (tab, guest)[at % 2].ask({"type": "room_act", "room": room, "act": act}, "room_done")
                    return ply + count

                ply = play(case.random.randrange(1, 6))
                # What is older than this is on the disk.
                time.sleep(2.5)
                made = ply
                ply = play(case.random.randrange(3))
                time.sleep(case.random.random() * 1.5)
                server.process.kill()
                server.process.wait()
                case.count("kills")
        server = browser.Server(case, "--share", port=server.port)
    with operator() as tab:
        check_there(tab)
    check("panicked" not in server.log(), server.log())


def games(random, count, plies):
    """Games of random moves as PGN."""
    texts = []
    for number in range(count):
        _, played = random_game(random, plies)
        pairs = [f"{at // 2 + 1}. {' '.join(played[at:at + 2])}" for at in range(0, len(played), 2)]
        result = random.choice(["1-0", "0-1", "1/2-1/2"])
        texts.append(f'[Event "{number}"]\n[Format "ICCS"]\n[Result "{result}"]\n\n{" ".join(pairs)} {result}\n')
    return "\n".join(texts)


def moves(pgn):
    """The moves of a game that is written in ICCS."""
    return re.findall(r"\b[A-I]\d-[A-I]\d\b", pgn)


def files(folder):
    """The files of a folder with their bytes, but for a writer's own."""
    found = [path for path in folder.iterdir() if path.is_file()] if folder.is_dir() else []
    return {path.name: path.read_bytes() for path in found if not is_private(path.name)}


def all_files(path):
    """The files in and below a folder, or the one that is named; those of a writer's own, which begin with a dot or end in .part, are not read by others."""
    if path.is_file():
        return {"": path.read_bytes()}
    found = [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else []
    return {str(file.relative_to(path)): file.read_bytes() for file in found if not is_private(file.name)}


def is_private(name):
    return name.startswith(".") or name.endswith((".part", ".lock"))


def check_whole(case, name, model):
    """A file is as another, or not there."""
    path = case.folder / name
    check(not path.exists() or path.read_bytes() == (case.folder / model).read_bytes(), f"{name} is not whole")


def same(case, one, other):
    if (case.folder / one).read_bytes() != (case.folder / other).read_bytes():
        raise Broken(f"{one} is not like {other}")


ATTACKS = [datagen, train, tune, match, analyse, convert, positions, record, book_build, endings, rooms]
