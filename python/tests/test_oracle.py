"""Side by side with pyffish, an independent implementation, where both have an answer."""

import random

import chuhe
import pytest

pyffish = pytest.importorskip("pyffish")


def to_ours(text):
    """Their ranks count from 1."""
    files = [index for index, letter in enumerate(text) if letter.isalpha()]
    start, end = text[: files[1]], text[files[1] :]
    return "".join(square[0] + str(int(square[1:]) - 1) for square in (start, end))


def to_theirs(text):
    return "".join(text[at] + str(int(text[at + 1]) + 1) for at in (0, 2))


def games(count, seed):
    """Positions of random games, with the moves that led to them."""
    chance = random.Random(seed)
    for _ in range(count):
        board = chuhe.Board()
        while not board.is_game_over() and board.ply() < 150:
            board.push(chance.choice(board.legal_moves))
            yield board


def test_legal_moves_and_checks():
    for board in games(4, 1):
        theirs = sorted(to_ours(text) for text in pyffish.legal_moves("xiangqi", board.fen(), []))
        assert sorted(board.legal_moves.uci()) == theirs, board.fen()
        assert board.is_check() == pyffish.gives_check("xiangqi", board.fen(), []), board.fen()


def test_wxf():
    for number, board in enumerate(games(5, 2)):
        if number % 20:
            continue
        for move in board.legal_moves:
            theirs = pyffish.get_san("xiangqi", board.fen(), to_theirs(move.uci()), False, pyffish.NOTATION_XIANGQI_WXF)
            assert board.parse(theirs) == move, (board.fen(), theirs)
            # Of two on a file ours always says which; theirs only where it must.
            is_tandem = board.wxf(move)[1] in "+-" or not board.wxf(move)[0].isalpha()
            assert board.wxf(move) == theirs or is_tandem, (board.fen(), theirs)


def test_replay():
    for board in [list(games(1, seed))[-1] for seed in range(20)]:
        moves = [to_theirs(move.uci()) for move in board.move_stack]
        fen = pyffish.get_fen("xiangqi", chuhe.STARTING_FEN, moves)
        assert fen.split()[:2] == board.fen().split()[:2]
