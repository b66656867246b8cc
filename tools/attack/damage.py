"""Files that are cut short, flipped, or lie about their lengths, through every command that reads them.

Good files of every kind are made by the program itself, small, and taken from `testdata/`. Each is damaged in one way and given to the
commands that read it. Promised: the command ends by itself with an exit code of its own (0, 1 or 2), in bounded time and memory,
says why if it refuses, and leaves the file as it was.
"""

import os
import shutil

from harness import ROOT, check, until
from kill import game_starts

CODES = (0, 1, 2)
# So small that everything is made in a few seconds.
QUICK_GAMES = ["--nodes", "60", "--hash", "1", "--opening-nodes", "60", "--eval", "classical", "--max-plies", "60"]


def damaged(random, good):
    """Bytes with one kind of damage, and what that was."""
    while True:
        data, kind = spoil(random, good)
        if data != good:
            return data, kind


def spoil(random, good):
    """Damage of some kind, which may come to nothing."""
    data = bytearray(good)
    size = max(1, len(data))
    kind = random.choice(["cut", "flip", "length", "length", "zeros", "grow", "double", "text", "empty"])
    if kind == "cut":
        del data[random.randrange(size):]
    elif kind == "flip":
        for _ in range(random.choice([1, 1, 3, 20])):
            data[random.randrange(size)] ^= 1 << random.randrange(8)
    elif kind == "length":
        # Numbers that say how much follows stand near the beginning.
        width = random.choice([1, 2, 4, 8])
        at = random.randrange(max(1, min(size, 96) - width))
        value = random.choice([0, 1, (1 << 8 * width) - 1, 1 << 8 * width - 1, random.randrange(1 << 8 * width)])
        data[at:at + width] = value.to_bytes(width, "little")
    elif kind == "zeros":
        at = random.randrange(size)
        data[at:at + random.randrange(1, 4096)] = bytes(random.randrange(1, 64))
    elif kind == "grow":
        data += bytes(random.randrange(256) for _ in range(random.randrange(1, 5000)))
    elif kind == "double":
        data += data[:200_000]
    elif kind == "text":
        at = random.randrange(size)
        words = [b"{", b"]", b'"', b"\\u0000", b"99999999999999999999", b"-1e400", b"null", "車".encode(), b"(" * 3000, b"\xff\xfe"]
        data[at:at] = random.choice(words)
    else:
        data.clear()
    return bytes(data), kind


def attack(case, good, name, commands, is_sealed=lambda words, data: False):
    """Damages a file several times and gives it to commands, which are lists of words; `FILE` stands for the file. Where a checksum seals what
    a command reads of it, damage is noticed: the exit code is not 0."""
    path = case.folder / name
    path.parent.mkdir(exist_ok=True)
    for number in range(6):
        command = commands[(number + case.seed) % len(commands)]
        words = [str(word).replace("FILE", str(path)) for word in command]
        if number < len(commands):
            # What is refused later is refused for its damage.
            path.write_bytes(good)
            case.run(*words).check_code(0)
            clear(case)
        data, kind = damaged(case.random, good)
        path.write_bytes(data)
        ended = case.run(*words)
        check(ended.code in CODES, f"{words} ends with {ended.code} for damage of kind {kind}: {ended.errors[-300:]}")
        check(path.read_bytes() == data, f"{words} changes the file that it reads")
        ended.check_code(*CODES)
        check(ended.code or not is_sealed(words, data), f"{words} takes a file with damage of kind {kind}")
        case.count("refused" if ended.code else "taken")
        clear(case)


def always(words, data):
    """Every command notices every damage."""
    return True


def clear(case):
    """Removes what commands have written."""
    for leftover in case.folder.glob("out*"):
        if leftover.is_dir():
            shutil.rmtree(leftover)
        else:
            leftover.unlink()


def archives(case):
    good = make_archive(case).read_bytes()
    starts = game_starts(good)

    def is_sealed(words, data):
        # An archive that ends behind a game is one with fewer games.
        return words[1] == "validate" and not (good.startswith(data) and len(data) in starts)

    attack(case, good, "bad.chg", [
        ["data", "stats", "FILE"],
        ["data", "validate", "FILE"],
        ["data", "merge", "out.chg", "FILE"],
        ["data", "convert", "out.chp", "FILE", "--shuffle"],
        ["train", "FILE", "--out", "out.nnue", "--hidden", "64", "--epochs", "1"],
        ["fit", "FILE", "--out", "out.weights", "--epochs", "1"],
    ], is_sealed)


def positions(case):
    archive = make_archive(case)
    case.run("data", "convert", "good.chp", archive).check_code(0)
    good = (case.folder / "good.chp").read_bytes()

    def is_sealed(words, data):
        # The seed of the shuffle (bytes 24 to 32), which nobody needs, is under no checksum.
        return words[1] == "validate" and data[:24] + data[32:] != good[:24] + good[32:]

    attack(case, good, "bad.chp", [
        ["data", "validate", "FILE"],
        ["train", "FILE", "--out", "out.nnue", "--hidden", "64", "--epochs", "1"],
    ], is_sealed)


def networks(case):
    archive = make_archive(case)
    layers = ["--layers"] if case.random.random() < 0.5 else []
    case.run("train", archive, "--out", "good.nnue", "--hidden", "64", "--epochs", "1", *layers).check_code(0)
    attack(case, (case.folder / "good.nnue").read_bytes(), "bad.nnue", [
        ["setoption name EvalFile value FILE", "eval", "go depth 2"],
        ["datagen", "--out", "out.chg", "--games", "1", "--nodes", "20", "--eval-file", "FILE", "--max-plies", "20"],
        ["train", "good.chg", "--from", "FILE", "--out", "out.nnue", "--hidden", "64", "--epochs", "1", *layers],
    ], always)


def checkpoints(case):
    """A checkpoint that is damaged is refused, or training goes on from it; the network that is there stays."""
    archive = make_archive(case)
    words = ["train", archive, "--out", "net.nnue", "--hidden", "64", "--epochs", "400", "--batch", "64"]
    process = case.start(*words)
    checkpoint = case.folder / "net.nnue.checkpoint"
    until(checkpoint.exists, "no checkpoint")
    process.kill()
    process.wait()
    good = checkpoint.read_bytes()
    for _ in range(4):
        data, kind = damaged(case.random, good)
        checkpoint.write_bytes(data)
        ended = case.run(*words[:-3], "1", "--batch", "64", "--resume")
        check(ended.code in CODES, f"{kind}: {ended.code}")
        check(ended.code == 2, f"a checkpoint with damage of kind {kind} is taken: {ended.errors[-200:]}")
        check(checkpoint.read_bytes() == data, "the checkpoint is not as it was")
        case.count("refused")


def books(case):
    games = case.folder / "games.pgn"
    games.write_text("\n\n".join(f'[Event "{number}"]\n[Result "1-0"]\n\n1. C2=5 H8+7 2. H2+3 R9=8 1-0' for number in range(4)))
    case.run("book", "build", games, "--out", "good.book", "--least-games", "1").check_code(0)
    attack(case, (case.folder / "good.book").read_bytes(), "bad.book", [
        ["book", "probe", "FILE", "startpos"],
        ["book", "export", "FILE"],
        ["setoption name OwnBook value true", "setoption name Book File value FILE", "go depth 2"],
    ], always)


def endings(case):
    """Tables of endings: in a folder, by every way that asks them."""
    case.run("endings", "build", "KPBvK", "--tables", "good").check_code(0)
    good = max((case.folder / "good").iterdir(), key=lambda file: file.stat().st_size)
    attack(case, good.read_bytes(), f"bad/{good.name}", [
        ["endings", "list", "--tables", "bad"],
        ["endings", "verify", "KPBvK", "--tables", "bad"],
        ["setoption name EndgamePath value bad", "position fen 3k5/9/9/9/4P4/9/9/4B4/9/4K4 w", "go depth 4"],
        ["endings", "probe", "3k5/9/9/9/4P4/9/9/4B4/9/4K4 w", "--tables", "bad"],
    ], lambda words, data: words[1] == "verify")


def records(case):
    """Recorded games."""
    case.run("play", "--plain", "--red", "1", "--black", "random", "--seed", "3", "--record", "rec", "--no-book", "--fen",
             "3k5/4R4/9/9/9/9/9/9/8R/4K4 w").check_code(0)
    good = next((case.folder / "rec").iterdir())
    attack(case, good.read_bytes(), "bad/record.json", [
        ["record", "stats", "bad"],
        ["record", "plot", "FILE", "--out", "out.svg"],
        ["record", "replay", "FILE"],
    ])


def games(case):
    """Games of every format."""
    files = sorted((ROOT / "testdata/notation/files").iterdir()) + sorted((ROOT / "testdata/notation/pgn").iterdir())
    good = case.random.choice(files)
    attack(case, good.read_bytes(), "bad" + good.suffix, [
        ["convert", "FILE", "out.pgn"],
        ["convert", "FILE", "out.xqf", "--salvage"],
        ["convert", "FILE", "out/", "--to", "ubb", "--salvage"],
        ["analyse", "FILE", "--out", "outs", "--nodes", "20", "--salvage"],
    ])


def tables_of_text(case):
    """Files of rows: positions to solve, cases to judge, openings, parameters, graded positions."""
    rows = {
        "mates.epd": ["solve", "--epd", "FILE", "--nodes", "500"],
        "cases.jsonl": ["judge", "--file", "FILE"],
        "openings.epd": ["datagen", "--out", "out.chg", "--games", "1", "--nodes", "20", "--max-plies", "20", "--openings", "FILE"],
        "perft.epd": ["perft", "--epd", "FILE"],
    }
    good = {
        "mates.epd": "3k5/4R4/9/9/9/9/9/9/8R/4K4 w - - 0 1; bm i1i9;\n" * 3,
        "cases.jsonl": '{"name": "one", "fen": "3k5/9/9/9/9/9/9/9/9/R3K4 w", "moves": "a0a9"}\n' * 3,
        "openings.epd": "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1\n" * 3,
        "perft.epd": "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1 ;D1 14\n" * 3,
    }
    name = case.random.choice(list(rows))
    attack(case, good[name].encode(), name, [rows[name]])


def devices(case):
    """What never ends, is no file, or cannot be read, wherever a file is named."""
    fifo, folder = case.folder / "pipe", case.folder / "folder"
    os.mkfifo(fifo)
    folder.mkdir()
    for strange in (fifo, "/dev/zero", "/dev/urandom", "/dev/full", folder, "/proc/self/mem", "nowhere", ""):
        commands = reading(strange)
        # Network, log and book by every one of them, and some of the others.
        for command in [*commands[:3], *case.random.sample(commands[3:], 4)]:
            # A pipe is written by somebody, once; with nobody there, it is waited for, as by any program.
            writer = case.start("-c", 'exec head -c 65536 /dev/urandom > "$0"', fifo, program="sh") if strange == fifo else None
            case.run(*command).check_code(*CODES)
            if writer:
                writer.kill()
                writer.wait()
            clear(case)
            # A log is written where nothing was.
            (case.folder / "nowhere").unlink(missing_ok=True)
        case.count("strange files")


def reading(strange):
    """Commands that read a file of the user's, in every way there is; those of a GUI first."""
    return [
        [f"setoption name EvalFile value {strange}", "eval", "go depth 1"],
        [f"setoption name Debug Log File value {strange}", "go depth 1"],
        ["setoption name OwnBook value true", f"setoption name Book File value {strange}", "go depth 1"],
        [f"setoption name EvalWeights value {strange}", "go depth 1"],
        [f"setoption name EndgamePath value {strange}", "go depth 1"],
        ["convert", strange, "out.pgn"],
        ["analyse", strange, "--out", "outs", "--nodes", "20"],
        ["data", "validate", strange],
        ["data", "merge", "out.chg", strange],
        ["train", strange, "--out", "out.nnue"],
        ["book", "probe", strange, "startpos"],
        ["book", "build", strange, "--out", "out.book"],
        ["record", "stats", strange],
        ["judge", "--file", strange],
        ["solve", "--epd", strange],
        ["perft", "--epd", strange],
        ["play", "--plain", "--load", strange],
        ["match", "--engine", "name=A player=random", "--engine", "name=B player=random", "--games", "2", "--openings", strange],
        ["datagen", "--out", "out.chg", "--games", "1", "--nodes", "20", "--openings", strange],
        ["endings", "list", "--tables", strange],
    ]


def huge_files(case):
    """Files of eight gibibytes of zeros, which take no room on the disk: refused, or read in pieces, within bounded memory."""
    huge = case.folder / "huge"
    with open(huge, "wb") as file:
        file.truncate(8 << 30)
    for command in reading(huge):
        ended = case.run(*command)
        check(ended.code in CODES, f"{command} ends with {ended.code}: {ended.errors[-200:]}")


def make_archive(case):
    path = case.folder / "good.chg"
    case.run("datagen", "--out", path, "--games", "60", "--seed", case.seed, *QUICK_GAMES).check_code(0)
    return path


ATTACKS = [archives, positions, networks, checkpoints, books, endings, records, games, tables_of_text, devices, huge_files]
