"""What a GUI may say, in three languages, and how it goes wrong.

`session(random, language)` gives lines that make sense, one by one; `spoiled` damages a line. Lines that would take the
machine for themselves (tables of gigabytes, counting for hours) are not said.
"""

import re

from board import START, random_game

FENS = [
    "3k5/4R4/9/9/9/9/9/9/8R/4K4 w - - 0 1",
    "R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1",
    "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 119 1",
    "r1bakab1r/9/1cn2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1C4NC1/9/RNBAKAB1R w - - 0 1",
]
OPTIONS = {
    "Hash": ["1", "2", "16", "0", "-1", "99999999999999999999"],
    "Threads": ["1", "2", "3", "0", "1024"],
    "MultiPV": ["1", "2", "5", "128", "500"],
    "Ponder": ["true", "false"],
    "UCI_ShowWDL": ["true", "false"],
    "Move Overhead": ["0", "10", "5000"],
    "nodestime": ["0", "100", "10000"],
    "Eval": ["classical", "network", "nothing"],
    "EvalFile": ["nowhere.nnue", ".", "", "/dev/null"],
    "EvalWeights": ["tuned", "nowhere"],
    "EndgamePath": [".", "nowhere"],
    "Random Seed": ["0", "7"],
    "Randomness": ["0", "50"],
    "Skill Level": ["1", "5", "10"],
    "UCI_LimitStrength": ["true", "false"],
    "UCI_Elo": ["600", "1500", "3470"],
    "Algorithm": ["engine", "mcts", "alphabeta", "minimax", "random"],
    "Playouts": ["0", "20"],
    "OwnBook": ["true", "false"],
    "Book File": ["nowhere.book", "/dev/zero"],
    "UCI_Variant": ["xiangqi", "chess"],
    "Coordinates": ["auto", "0-9", "1-10"],
    "Repetition Rule": ["computer", "asian", "simple"],
    "Sixty Move Rule": ["true", "false"],
    "Clear Hash": [""],
    "Debug Log File": ["log.txt", ""],
}
LIMITS = ["depth 1", "depth 4", "nodes 1", "nodes 700", "movetime 5", "movetime 0", "infinite", "ponder wtime 50 btime 50",
          "wtime 40 btime 40 winc 5 binc 5", "wtime 1 btime 1 movestogo 1", "wtime -5 btime -5", "mate 2", "depth 60", "",
          "wtime 300000 btime 300000", "depth 0", "perft 1", "perft 2"]
UCCI_OPTIONS = ["usemillisec true", "usemillisec false", "batch true", "hashsize 1", "hashsize 16", "threads 2", "idle large",
                "pruning none", "knowledge small", "randomness huge", "style risky", "newgame", "usebook true", "debug false",
                "repetition asianrule", "drawmoves 20", "bookfiles nowhere", "promotion true"]
UCCI_LIMITS = ["depth 1", "depth 3", "nodes 500", "time 1", "ponder time 1", "infinite", "draw depth 2", "depth infinite",
               "time 40 increment 1", "time 40 movestogo 3 opptime 10", "ponder draw time 1 increment 0", "depth 0"]
XBOARD_LINES = ["new", "variant xiangqi", "variant normal", "force", "go", "playother", "?", ".", "undo", "remove", "hint", "bk",
                "draw", "analyze", "exit", "hard", "easy", "post", "nopost", "sd 1", "sd 3", "st 1", "st 0.01", "level 40 5 0",
                "level 0 0:01 0", "level 40 0:02 0.1", "time 30", "otim 30", "ping 3", "result 1-0 {over}", "computer", "name x",
                "memory 1", "memory 16", "cores 1", "cores 2", "pause", "resume", "nps 20000", "exclude h2e2", "include all",
                "option MultiPV=2", "option Skill Level=3", "option Eval=classical", "option Clear Hash", "accepted setboard",
                "rejected san", "random", "rating 1500 1500", "option Algorithm=mcts", "option Algorithm=engine", "white", "black"]


def position(random):
    """A position with the moves to it, all legal."""
    board, moves = random_game(random, random.choice([0, 0, 1, 2, 5, 20, 60]))
    kind = random.randrange(4)
    if kind == 0:
        return f"position fen {board.fen()}", board
    base = "startpos" if kind == 1 else f"fen {START}"
    return f"position {base}" + (f" moves {' '.join(moves)}" if moves else ""), board


def uci(random):
    kind = random.randrange(10)
    if kind < 3:
        return position(random)[0]
    if kind < 6:
        searchmoves = " searchmoves h2e2 b2e2 h0g2" if random.random() < 0.1 else ""
        return f"go {random.choice(LIMITS)}{searchmoves}"
    if kind < 8:
        name = random.choice(list(OPTIONS))
        return f"setoption name {name} value {random.choice(OPTIONS[name])}"
    return random.choice(["stop", "ponderhit", "ucinewgame", "isready", "uci", "d", "eval", "flip", "debug on", "register later",
                          "compiler", "help", f"position fen {random.choice(FENS)}"])


def ucci(random):
    kind = random.randrange(10)
    if kind < 3:
        return position(random)[0]
    if kind < 6:
        return f"go {random.choice(UCCI_LIMITS)}"
    if kind < 8:
        return f"setoption {random.choice(UCCI_OPTIONS)}"
    return random.choice(["stop", "ponderhit", "ponderhit draw", "isready", "ucci", "banmoves h2e2 b2e2",
                          f"probe {position(random)[0].partition(' ')[2]}", f"position fen {random.choice(FENS)}"])


def xboard(random):
    kind = random.randrange(10)
    if kind < 4:
        board, moves = random_game(random, random.choice([1, 2, 3, 4]))
        return random.choice(["", "usermove "]) + moves[-1]
    if kind < 5:
        return f"setboard {random.choice(FENS)}"
    return random.choice(XBOARD_LINES)


SPEAKERS = {"uci": uci, "ucci": ucci, "xboard": xboard}


def spoiled(random, line):
    """A line with something wrong, as bytes."""
    data = bytearray(line.encode())
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        at = random.randrange(len(data) + 1)
        kind = random.randrange(9)
        if kind == 0:
            del data[at:]
        elif kind == 1:
            data[at:at] = bytes(random.randrange(256) for _ in range(random.randrange(1, 9)))
        elif kind == 2 and data:
            data[at % len(data)] = random.randrange(256)
        elif kind == 3:
            words = bytes(data).split(b" ")
            random.shuffle(words)
            data = bytearray(b" ".join(words))
        elif kind == 4:
            words = bytes(data).split(b" ")
            words.insert(random.randrange(len(words) + 1), random.choice(words))
            data = bytearray(b" ".join(words))
        elif kind == 5:
            numbers = ["-1", "0", "4294967296", "99999999999999999999", "1e9", "NaN", "0x10", "٣"]
            data = bytearray(re.sub(rb"\d+", random.choice(numbers).encode(), bytes(data), count=1))
        elif kind == 6:
            data = data * random.randrange(2, 30)
        elif kind == 7:
            data[at:at] = random.choice(["\t", "\r", "\0", "é", "車", "\ufeff", " ", "  ", "\x1b[2J", "'", '"', "%s%n"]).encode()
        else:
            data[at:at] = b" moves" if random.random() < 0.5 else b" value "
    return bytes(data.replace(b"\n", b" "))


def is_said(line):
    """Whether a line leaves the machine usable, and the conversation going."""
    text = line.decode("utf-8", "replace").lower() if isinstance(line, bytes) else line.lower()
    numbers = [int(number) for number in re.findall(r"[0-9]+", text)]
    if re.search(r"hash|memory", text) and any(64 < number < 10**9 for number in numbers):
        return False
    if re.search(r"threads|cores", text) and any(8 < number < 10**6 for number in numbers) and "1024" not in text:
        return False
    if "perft" in text and any(2 < number for number in numbers):
        return False
    if re.search(r"playouts", text) and any(1000 < number for number in numbers):
        return False
    return not re.search(r"quit|bench|speedtest|export|edit|setoption name file", text)


def session(random, language, length, share_spoiled):
    """Lines of a conversation; this share of them damaged."""
    lines = []
    while len(lines) < length:
        line = SPEAKERS[language](random)
        if random.random() < share_spoiled:
            line = spoiled(random, line)
            # Whose answers are counted is not asked in doubtful words.
            if b"ready" in line:
                continue
        if is_said(line):
            lines.append(line)
    return lines
