#!/usr/bin/env python3
"""Compares the legal moves of this crate with pyffish (Fairy-Stockfish), an independent implementation.

    pip install pyffish
    cargo build --release -p xiangqi --example legal_moves
    python3 crates/xiangqi/tests/legal_moves_oracle.py target/release/examples/legal_moves [positions] [seed]

The positions are those of the crate's own laws: random games and random placements, with many checks,
pins and open cannon lines. Ends with an error at the first difference. A position takes pyffish about
3 ms, so the work is shared out to the cores.
"""

import multiprocessing
import re
import subprocess
import sys

import pyffish


def coordinates(move):
    """A move of pyffish, ranks 1 to 10, with ranks 0 to 9."""
    squares = re.findall(r"([a-i])(\d+)", move)
    return "".join(f"{file}{int(rank) - 1}" for file, rank in squares)


def compare(line):
    """The number of moves, or a text that says how they differ."""
    fen, _, moves = line.partition("\t")
    ours = set(moves.split())
    theirs = set(map(coordinates, pyffish.legal_moves("xiangqi", fen, [])))
    if ours != theirs:
        return f"{fen}\nours only: {ours - theirs}\ntheirs only: {theirs - ours}"
    return len(ours)


def main():
    program = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    listed = subprocess.run([program, str(count), str(seed)], capture_output=True, text=True, check=True)
    lines = listed.stdout.splitlines()
    assert len(lines) == count, "as many positions as asked for"
    moves = 0
    with multiprocessing.Pool() as pool:
        for done, result in enumerate(pool.imap(compare, lines, chunksize=100), 1):
            if isinstance(result, str):
                sys.exit(result)
            moves += result
            if done % 20_000 == 0 and sys.stderr.isatty():
                print(f"{done} of {count}", file=sys.stderr)
    print(f"{count} positions with {moves} legal moves, all equal to pyffish's")


if __name__ == "__main__":
    main()
