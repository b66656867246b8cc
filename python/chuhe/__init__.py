"""Xiangqi (Chinese chess): rules with reasons, a strong engine, every notation and game file format.

The names are those of python-chess where both have the same thing to say:

>>> import chuhe
>>> board = chuhe.Board()
>>> board.push_uci("h2e2")
Move.from_uci('h2e2')
>>> board.wxf(chuhe.Move.from_uci("h9g7"))
'H8+7'
>>> board.is_check(), board.outcome()
(False, None)

Red is True and moves first, Black is False. Squares are numbers, 0 (a0, Red's left corner) to 89 (i9).
"""

from __future__ import annotations

from ._chuhe import (
    BOOK_CREDIT,
    STARTING_FEN,
    AmbiguousMoveError,
    Board,
    Book,
    BookEntry,
    ChuheError,
    DataError,
    EngineError,
    Game,
    GameFileError,
    GameNode,
    GameReader,
    Headers,
    IllegalMoveError,
    InternalError,
    InvalidFenError,
    InvalidMoveError,
    LegalMoves,
    Move,
    Outcome,
    Piece,
    Positions,
    RepetitionWarning,
    Review,
    Solution,
    __version__,
    evaluate_many,
    legal_moves_many,
    network_inputs_many,
    opening_name,
    planes_many,
    solve,
)
from . import _squares
from ._squares import *  # noqa: F403  (A0 to I9)
from ._squares import (
    ADVISOR,
    BLACK,
    CANNON,
    COLOR_NAMES,
    COLORS,
    ELEPHANT,
    HORSE,
    KING,
    PAWN,
    PIECE_NAMES,
    PIECE_SYMBOLS,
    PIECE_TYPES,
    RED,
    ROOK,
    SQUARE_NAMES,
    SQUARES,
    Termination,
    parse_square,
    square,
    square_file,
    square_mirror,
    square_name,
    square_rank,
)
from .engine import AnalysisResult, AsyncAnalysisResult, AsyncEngine, Engine, InfoDict, Limit, PlayResult
from .files import LossError, read_games, review, write_games
from .scores import Cp, Mate, MateGiven, PovScore, PovWdl, Score, Wdl

__all__ = [
    "ADVISOR", "AmbiguousMoveError", "AnalysisResult", "AsyncAnalysisResult", "AsyncEngine", "BLACK", "BOOK_CREDIT", "Board",
    "Book", "BookEntry", "CANNON", "COLORS", "COLOR_NAMES", "ChuheError", "Cp", "DataError", "ELEPHANT", "Engine", "EngineError",
    "Game", "GameFileError", "GameNode", "GameReader", "HORSE", "Headers", "IllegalMoveError", "InfoDict", "InternalError",
    "InvalidFenError", "InvalidMoveError", "KING", "LegalMoves", "Limit", "LossError", "Mate", "MateGiven", "Move", "Outcome",
    "PAWN", "PIECE_NAMES", "PIECE_SYMBOLS", "PIECE_TYPES", "Piece", "PlayResult", "Positions", "PovScore", "PovWdl", "RED",
    "ROOK", "RepetitionWarning", "Review", "SQUARES", "SQUARE_NAMES", "STARTING_FEN", "Score", "Solution", "Termination", "Wdl",
    "__version__", "evaluate_many", "legal_moves_many", "network_inputs_many", "opening_name", "parse_square", "planes_many",
    "read_games", "review", "solve", "square", "square_file", "square_mirror", "square_name", "square_rank", "write_games",
]  # fmt: skip
__all__ += _squares.__all__
