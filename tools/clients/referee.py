"""The referee of the games with clients: pyffish (Fairy-Stockfish) says what is legal, and nobody else.

Squares are written as xiangqi programs write them, ranks 0 to 9; pyffish counts from 1.
"""

import re
import sys
from pathlib import Path

import pyffish

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"


def shifted(move, by):
    """A move with its ranks counted from another number; empty if it is none."""
    squares = re.fullmatch(r"([a-i])(\d+)([a-i])(\d+)", move)
    if squares is None:
        return ""
    file, rank, to_file, to_rank = squares.groups()
    return f"{file}{int(rank) + by}{to_file}{int(to_rank) + by}"


class Game:
    """A game from a position; a move that is not legal ends the test."""

    def __init__(self, fen=START):
        self.start = fen
        self.moves = []

    def fen(self):
        """The position now."""
        return pyffish.get_fen("xiangqi", self.start, self.theirs())

    def theirs(self):
        """The moves as pyffish writes them."""
        return [shifted(move, 1) for move in self.moves]

    def legal(self):
        """The legal moves."""
        return {shifted(move, -1) for move in pyffish.legal_moves("xiangqi", self.start, self.theirs())}

    def piece_on(self, square):
        """The letter on a square such as e0, as FEN writes it; empty if there is none."""
        row = self.fen().split()[0].split("/")[9 - int(square[1])]
        spread = "".join(" " * int(sign) if sign.isdigit() else sign for sign in row)
        return spread["abcdefghi".index(square[0])].strip()

    def play(self, move):
        """Makes a move."""
        if move not in self.legal():
            fail(f'"{move}" is not legal in {self.fen()}')
        self.moves.append(move)

    def check_line(self, moves):
        """Confirms a line of thought, which is not played."""
        line = Game(self.fen())
        for move in moves:
            line.play(move)


def fail(text):
    """Ends the test."""
    sys.exit(f"FAILED: {text}")


def engine_path():
    """The engine, which every script gets as its first argument."""
    path = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else None
    if path is None or not path.is_file():
        sys.exit(f"{sys.argv[0]}: the first argument must be the program chuhe")
    return str(path)
