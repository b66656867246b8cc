"""Moves as numbers and positions as arrays, from the view of the side to move."""

from __future__ import annotations

import numpy as np

from .._chuhe import Board, Move, legal_moves_many, planes_many
from .._squares import square_mirror

#: How many actions there are; most of them are legal nowhere.
ACTIONS = 90 * 90
#: The shape of an observation: seven planes of own pieces, seven of the opponent's, ten ranks, nine files.
SHAPE = (14, 10, 9)


def move_of(board: Board, action: int) -> Move:
    """The move that an action of the side to move stands for; it need not be legal."""
    start, end = divmod(int(action), 90)
    if not 0 <= action < ACTIONS:
        raise ValueError(f"action {action} is out of range; actions are 0 to {ACTIONS - 1}")
    return Move(start, end) if board.turn else Move(square_mirror(start), square_mirror(end))


def action_of(board: Board, move: Move) -> int:
    """The action that stands for a move of the side to move."""
    start, end = move.from_square, move.to_square
    if not board.turn:
        start, end = square_mirror(start), square_mirror(end)
    return 90 * start + end


def action_mask(board: Board) -> np.ndarray:
    """1 for every action that is legal, 0 for the others."""
    codes, _ = legal_moves_many([board], threads=1)
    start, end = (codes & 127).astype(np.int64), (codes >> 7).astype(np.int64)
    if not board.turn:
        start, end = (9 - start // 9) * 9 + start % 9, (9 - end // 9) * 9 + end % 9
    mask = np.zeros(ACTIONS, np.int8)
    mask[90 * start + end] = 1
    return mask


def observation(board: Board) -> np.ndarray:
    """The pieces as planes, 1 where one stands; see planes_many."""
    return planes_many([board])[0].astype(np.int8)
