"""Measures the package against the native library and against pyffish, side by side in one run.

Usage: python python/tests/speed.py [NATIVE]   NATIVE is the example native_speed of crates/xiangqi, built for release

What is counted is the time of the processor, the best of several rounds that take turns, so that a busy machine is no matter; but for
one figure by the clock, with two threads, which needs two cores that nobody else uses.
Exit code 1 if a bound of docs/python.md does not hold.
"""

import random
import resource
import subprocess
import sys
import time
from pathlib import Path

import chuhe
import numpy as np

NATIVE = sys.argv[1] if len(sys.argv) > 1 else str(Path(__file__).resolve().parents[2] / "target/release/examples/native_speed")
ROUNDS = 5


def best(*works):
    """The best time of each, taking turns."""
    times = [float("inf")] * len(works)
    for _ in range(ROUNDS):
        for index, work in enumerate(works):
            began = time.process_time()
            work()
            times[index] = min(times[index], time.process_time() - began)
    return times


def native(*words, text=""):
    """The processor's time of the native program, and what it said."""
    def spent():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    began = spent()
    said = subprocess.run([NATIVE, *words], input=text, capture_output=True, text=True, check=True).stdout
    return spent() - began, int(said)


def sample(games, seed):
    chance = random.Random(seed)
    played = []
    for _ in range(games):
        board = chuhe.Board()
        while not board.is_game_over() and board.ply() < 100:
            board.push(chance.choice(board.legal_moves))
        played.append(board)
    return played


def to_theirs(text):
    return "".join(text[at] + str(int(text[at + 1]) + 1) for at in (0, 2))


def main():
    holds = True

    def report(name, value, bound, is_least):
        nonlocal holds
        good = value >= bound if is_least else value <= bound
        holds &= good
        print(f"{name:<58} {value:>12,.2f}   {'at least' if is_least else 'at most'} {bound:,} {'' if good else '  MISSED'}")

    games = sample(100, 1)
    boards = []
    for game in games:
        board = game.copy()
        while board.ply():
            board.pop()
            boards.append(board.copy(stack=False))
    fens = [board.fen() for board in boards]
    text = "\n".join(fens)
    positions = chuhe.Positions(fens)
    start = chuhe.Board()

    # What the native program takes to read its input is not counted.
    repeats = 30
    own, theirs, reading = [], [], []
    for _ in range(ROUNDS):
        reading.append(native("list", "0", text=text)[0])
        theirs.append(native("list", str(repeats), text=text)[0])
        own += best(lambda: [chuhe.legal_moves_many(positions, threads=1) for _ in range(repeats)])
    assert native("list", "1", text=text)[1] == len(chuhe.legal_moves_many(positions)[0])
    report("legal moves of many positions, times the native time", min(own) / (min(theirs) - min(reading)), 1.5, False)
    own, theirs = [], []
    for _ in range(3):
        seconds, leaves = native("perft", "5")
        assert leaves == start.perft(5)
        theirs.append(seconds)
        began = time.process_time()
        start.perft(5)
        own.append(time.process_time() - began)
    report("perft 5, times the native time", min(own) / min(theirs), 1.5, False)

    packed = np.tile(positions.packed(), (20, 1))
    packed = packed[np.random.default_rng(1).permutation(len(packed))]
    held = chuhe.Positions(packed)
    whole, bytes_too = best(lambda: chuhe.evaluate_many(held, threads=1), lambda: chuhe.evaluate_many(packed, threads=1))
    report("evaluations a second and core, positions in any order", len(held) / whole, 250_000, True)
    report("the same from packed bytes", len(held) / bytes_too, 250_000, True)
    clocked = []
    for _ in range(5):
        began = time.perf_counter()
        chuhe.evaluate_many(held, threads=2)
        clocked.append(time.perf_counter() - began)
    report("evaluations a second by the clock, two threads", len(held) / min(clocked), 500_000, True)

    try:
        import pyffish
    except ImportError:
        print("pyffish is not installed: not compared")
        return holds
    # It is slow: some will do.
    some = boards[::100]
    theirs = [board.fen() for board in some]
    a, b = best(
        lambda: [pyffish.legal_moves("xiangqi", fen, []) for fen in theirs],
        lambda: [chuhe.Board(fen).legal_moves.uci() for fen in theirs],
    )
    report("legal moves of a FEN as texts, times faster than pyffish", a / b, 1, True)
    pairs = [(board, move) for board in some for move in list(board.legal_moves)[::20]]
    written = [(board.fen(), to_theirs(move.uci())) for board, move in pairs]
    wxf = pyffish.NOTATION_XIANGQI_WXF
    a, b = best(
        lambda: [pyffish.get_san("xiangqi", fen, move, False, wxf) for fen, move in written],
        lambda: [chuhe.Board(fen).wxf(move) for (fen, _), (_, move) in zip(written, pairs)],
    )
    report("a move of a FEN in WXF, times faster than pyffish", a / b, 1, True)
    lists = [[move.uci() for move in game.move_stack] for game in games[:10]]
    their_lists = [[to_theirs(move) for move in moves] for moves in lists]

    def replay(moves):
        board = chuhe.Board()
        board.push_many(moves)
        return board.fen()

    a, b = best(
        lambda: [pyffish.get_fen("xiangqi", chuhe.STARTING_FEN, moves) for moves in their_lists],
        lambda: [replay(moves) for moves in lists],
    )
    report("games replayed from texts, times faster than pyffish", a / b, 1, True)
    return holds


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
