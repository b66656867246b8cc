"""Numbers that stand for colours, kinds of pieces and squares, as python-chess has them."""

from __future__ import annotations

import enum

Color = bool
RED: Color = True
BLACK: Color = False
COLORS = [RED, BLACK]
COLOR_NAMES = ["black", "red"]

KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN = range(1, 8)
PIECE_TYPES = [KING, ADVISOR, ELEPHANT, HORSE, ROOK, CANNON, PAWN]
PIECE_SYMBOLS = [None, "k", "a", "b", "n", "r", "c", "p"]
PIECE_NAMES = [None, "king", "advisor", "elephant", "horse", "rook", "cannon", "pawn"]

FILE_NAMES = "abcdefghi"
SQUARES = range(90)
SQUARE_NAMES = [file + str(rank) for rank in range(10) for file in FILE_NAMES]

A0, B0, C0, D0, E0, F0, G0, H0, I0 = range(0, 9)
A1, B1, C1, D1, E1, F1, G1, H1, I1 = range(9, 18)
A2, B2, C2, D2, E2, F2, G2, H2, I2 = range(18, 27)
A3, B3, C3, D3, E3, F3, G3, H3, I3 = range(27, 36)
A4, B4, C4, D4, E4, F4, G4, H4, I4 = range(36, 45)
A5, B5, C5, D5, E5, F5, G5, H5, I5 = range(45, 54)
A6, B6, C6, D6, E6, F6, G6, H6, I6 = range(54, 63)
A7, B7, C7, D7, E7, F7, G7, H7, I7 = range(63, 72)
A8, B8, C8, D8, E8, F8, G8, H8, I8 = range(72, 81)
A9, B9, C9, D9, E9, F9, G9, H9, I9 = range(81, 90)


class Termination(str, enum.Enum):
    """Why a game is over. Outcome.termination compares equal to these."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    REPETITION = "repetition"
    NATURAL_MOVES = "natural_moves"
    MATERIAL = "material"


def square(file_index: int, rank_index: int) -> int:
    """The square on a file (0 to 8, from Red's left) and a rank (0 to 9, from Red's side)."""
    if not (0 <= file_index < 9 and 0 <= rank_index < 10):
        raise ValueError(f"file {file_index}, rank {rank_index} is not a square; files are 0 to 8 and ranks 0 to 9")
    return rank_index * 9 + file_index


def parse_square(name: str) -> int:
    """The square that a name such as "h2" stands for."""
    try:
        return SQUARE_NAMES.index(name)
    except ValueError:
        raise ValueError(f"{name!r} is not a square; files are a to i and ranks 0 to 9, such as h2") from None


def square_name(square: int) -> str:
    """The name of a square, such as "h2"."""
    _check(square)
    return SQUARE_NAMES[square]


def square_file(square: int) -> int:
    """The file of a square, 0 to 8 from Red's left."""
    _check(square)
    return square % 9


def square_rank(square: int) -> int:
    """The rank of a square, 0 to 9 from Red's side."""
    _check(square)
    return square // 9


def square_mirror(square: int) -> int:
    """The same square as the other side sees it: ranks turned round."""
    _check(square)
    return (9 - square // 9) * 9 + square % 9


def _check(square: int) -> None:
    if not 0 <= square < 90:
        raise ValueError(f"{square} is not a square; squares are 0 (a0) to 89 (i9)")


# Written out, so that tools that do not run the code know the names.
__all__ = [
    "A0", "B0", "C0", "D0", "E0", "F0", "G0", "H0", "I0",
    "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1",
    "A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2", "I2",
    "A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3", "I3",
    "A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4", "I4",
    "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5", "I5",
    "A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6", "I6",
    "A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7", "I7",
    "A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8", "I8",
    "A9", "B9", "C9", "D9", "E9", "F9", "G9", "H9", "I9",
]  # fmt: skip
