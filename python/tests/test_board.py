"""Boards: FEN, moves, notations, verdicts, pictures, and what is refused."""

import copy
import pickle
from pathlib import Path

import chuhe
import numpy as np
import pytest

TESTDATA = Path(__file__).resolve().parents[2] / "testdata"
CHASE = "1cbak4/R3a4/4b4/7P1/9/2P6/3pp4/8r/9/3AKA3 w"
CHASE_MOVES = "a8b8 b9a9 b8a8 a9b9 a8b8 b9a9 b8a8 a9b9".split()


def test_start():
    board = chuhe.Board()
    assert board.fen() == chuhe.STARTING_FEN
    assert board.turn is chuhe.RED and board.ply() == 0 and board.move_stack == []
    assert len(board.legal_moves) == board.legal_moves.count() == 44
    assert board.piece_at(chuhe.A0) == chuhe.Piece(chuhe.ROOK, chuhe.RED)
    assert board.piece_at(chuhe.A1) is None
    assert board.king(chuhe.BLACK) == chuhe.E9
    assert len(board.piece_map()) == 32
    assert board.pieces(chuhe.CANNON, chuhe.RED) == [chuhe.B2, chuhe.H2]


def test_moves_are_made_and_taken_back():
    board = chuhe.Board()
    move = chuhe.Move.from_uci("h2e2")
    assert move in board.legal_moves and board.is_legal(move)
    board.push(move)
    assert board.turn is chuhe.BLACK and board.peek() == move and board.fullmove_number == 1
    assert board.push_uci("h9g7") == chuhe.Move(chuhe.H9, chuhe.G7)
    assert board.fullmove_number == 2 and board.halfmove_clock == 2
    assert board.pop() == chuhe.Move.from_uci("h9g7")
    assert board.pop() == move and board == chuhe.Board()
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


def test_moves():
    move = chuhe.Move.from_uci("h2e2")
    assert (move.from_square, move.to_square) == (chuhe.H2, chuhe.E2)
    assert move.uci() == str(move) == "h2e2" and repr(move) == "Move.from_uci('h2e2')"
    assert move == chuhe.Move(chuhe.H2, chuhe.E2) == chuhe.Move.from_code(move.code)
    assert len({move, chuhe.Move.from_uci("h2e2"), move.mirror()}) == 2
    assert move and not chuhe.Move.null() and chuhe.Move.null().uci() == "0000"
    for text in ["h2", "h2j2", "", "炮二平五", "h2e2e"]:
        with pytest.raises(chuhe.InvalidMoveError, match="two squares"):
            chuhe.Move.from_uci(text)
    for code in [127, 90 << 7, 65535]:
        with pytest.raises(ValueError, match="below 90"):
            chuhe.Move.from_code(code)
    with pytest.raises(ValueError, match="not a square"):
        chuhe.Move(90, 0)


@pytest.mark.parametrize(
    ("text", "notation"),
    [("h2e2", "uci"), ("H2-E2", "iccs"), ("C2=5", "wxf"), ("炮二平五", "chinese"), ("炮二平五", "traditional"),
     ("Che2", "algebraic"), ("Ch2-e2", "long-algebraic"), ("c2.5", "playok"), ("h3e3", "ranks1")],
)  # fmt: skip
def test_notations(text, notation):
    board = chuhe.Board()
    move = chuhe.Move.from_uci("h2e2")
    assert board.text(move, notation).replace("砲", "炮") == text
    assert board.parse(board.text(move, notation), notation) == move
    if notation != "ranks1":
        assert board.parse(text) == move


def rows(path):
    """The rows of a table, by the names in its first line."""
    first, *lines = (TESTDATA / path).read_text(encoding="utf-8").splitlines()
    names = first.removeprefix("# ").split("\t")
    return [dict(zip(names, line.split("\t"))) for line in lines if line and not line.startswith("#")]


def test_notation_rows():
    """The rows that the Rust library is tested with read and write the same here."""
    table = rows("notation/moves.tsv")
    assert len(table) > 20
    for row in table:
        board = chuhe.Board(row["fen"])
        move = board.parse_uci(row["move"])
        written = [board.text(move, "iccs"), board.wxf(move), board.chinese(move), board.chinese(move, traditional=True)]
        assert written == [row["iccs"], row["wxf"], row["simplified"], row["traditional"]], row["label"]
        assert all(board.parse(text) == move for text in written), row["label"]
    for row in rows("notation/read.tsv"):
        assert chuhe.Board(row["fen"]).parse(row["text"]).uci() == row["move"], row["label"]


def test_lines_and_shortcuts():
    board = chuhe.Board()
    moves = [chuhe.Move.from_uci(text) for text in ["h2e2", "h9g7", "h0g2"]]
    assert board.line_texts(moves) == ["C2=5", "H8+7", "H2+3"]
    assert board.line_texts(moves, "chinese") == ["炮二平五", "马８进７", "马二进三"]
    assert board.san(moves[0]) == "Che2" and board.parse_san("Che2") == board.push_san("Che2") == moves[0]
    assert board.push_text("馬8進7") == moves[1]
    board.push_many(["H2+3", chuhe.Move.from_uci("i9h9")])
    assert board.ply() == 4
    with pytest.raises(chuhe.IllegalMoveError):
        board.push_many(["i0h0", "h9h0", "h9h1"])
    assert board.ply() == 4, "all or none"


@pytest.mark.parametrize(
    ("fen", "part"),
    [("", "FEN"), ("9/9/9 w", "FEN"), ("4k4/9/9/9/9/9/9/9/9/4K4 w", "FEN"),
     (chuhe.STARTING_FEN.replace("w", "x"), "x"), (chuhe.STARTING_FEN.replace("R", "Z", 1), "Z")],
)  # fmt: skip
def test_bad_fens_are_refused_and_quoted(fen, part):
    board = chuhe.Board()
    board.push_uci("h2e2")
    for attempt in (chuhe.Board, board.set_fen):
        with pytest.raises(chuhe.InvalidFenError, match=part):
            attempt(fen)
    assert board.ply() == 1, "nothing changed"


def test_illegal_moves_change_nothing():
    board = chuhe.Board()
    for text, part in [("a0a5", "cannot go"), ("a5a6", "no piece"), ("a9a8", "no piece")]:
        with pytest.raises(chuhe.IllegalMoveError, match=part):
            board.push_uci(text)
    with pytest.raises(chuhe.IllegalMoveError, match="no such cannon"):
        board.push_text("C3=5")
    with pytest.raises(chuhe.InvalidMoveError, match="not a move"):
        board.push_text("hello")
    with pytest.raises(chuhe.IllegalMoveError):
        board.push(chuhe.Move.null())
    with pytest.raises(chuhe.IllegalMoveError):
        board.wxf(chuhe.Move.from_uci("a0a5"))
    with pytest.raises(ValueError, match="there is no notation \"klingon\"; there are uci"):
        board.text(chuhe.Move.from_uci("h2e2"), "klingon")
    with pytest.raises(TypeError):
        board.push("h2e2")
    assert board == chuhe.Board()


def test_mates_and_stalemates():
    board = chuhe.Board("3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1")
    assert board.gives_check(chuhe.Move.from_uci("b1b9"))
    board.push_uci("b1b9")
    assert board.is_check() and board.is_checkmate() and board.is_game_over() and not board.is_stalemate()
    assert board.checkers() == [chuhe.B9]
    outcome = board.outcome()
    assert outcome.termination == chuhe.Termination.CHECKMATE == "checkmate"
    assert outcome.winner is chuhe.RED and outcome.result() == board.result() == "1-0"
    assert str(outcome) == "Red wins: Black is checkmated."
    assert "红" in outcome.explain("chinese")
    stalemate = chuhe.Board("3k5/4P4/9/9/9/9/9/9/9/4K4 b")
    assert stalemate.is_stalemate() and stalemate.outcome().winner is chuhe.RED


def test_a_perpetual_chase_is_explained():
    board = chuhe.Board(CHASE, rules="asian")
    for number, text in enumerate(CHASE_MOVES):
        assert board.outcome() is None
        if number == 4:
            warning = board.warning()
            assert warning.loser is chuhe.RED and "Red loses" in warning.explain()
        if number == 7:
            assert board.forfeit(chuhe.Move.from_uci(text)) is None, "it is not Black who offends"
        board.push_uci(text)
    outcome = board.outcome()
    assert outcome.termination == "repetition" and outcome.winner is chuhe.BLACK
    assert outcome.conduct[chuhe.RED]["offence"] == "chase" and outcome.conduct[chuhe.BLACK]["offence"] is None
    assert outcome.conduct[chuhe.RED]["prey"] == chuhe.Piece.from_symbol("c")
    assert len(outcome.moves) == 8 and board.is_repetition() and not board.is_repetition(4)
    assert "Red chases the same cannon on every move" in str(outcome)
    assert board.outcome(rules="simple").winner is None
    board.rules = "simple"
    assert board.result() == "1/2-1/2"
    with pytest.raises(ValueError, match="there is no rule set \"house\""):
        board.rules = "house"
    assert board.rules == "simple"


def test_verdict_rows():
    """Rows of the rules, under both rule sets: the verdicts are those that the Rust library is tested for."""
    results = {"red_wins": "1-0", "black_wins": "0-1", "draw": "1/2-1/2"}
    judged = 0
    for row in rows("rules/cases.tsv"):
        for rules in ("computer", "asian"):
            if row[rules] not in results:
                continue
            board = chuhe.Board(row["fen"], rules=rules)
            board.push_many(row["moves"].split())
            assert board.result() == results[row[rules]], row["name"]
            assert board.outcome().explain() and board.outcome().explain("chinese")
            judged += 1
    assert judged > 100


def test_perft_rows():
    rows = 0
    for line in (TESTDATA / "perft.epd").read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or ";" not in line:
            continue
        fen, *counts = [part.strip() for part in line.split(";")]
        board = chuhe.Board(fen)
        for entry in counts:
            if not entry.startswith("D"):
                continue
            depth, nodes = entry[1:].split()
            if int(nodes) < 300_000:
                assert board.perft(int(depth)) == int(nodes), fen
                rows += 1
    assert rows > 20
    assert sum(chuhe.Board().divide(3).values()) == chuhe.Board().perft(3) == 79_666
    assert chuhe.Board().perft(4) == 3_290_240 and chuhe.Board().perft(0) == 1


def test_copies_are_apart_and_pickles_whole():
    board = chuhe.Board(CHASE, rules="asian")
    board.push_many(CHASE_MOVES[:4])
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board and other.move_stack == board.move_stack and other.rules == "asian"
        assert other.warning().loser is chuhe.RED, "the past is there"
        other.pop()
        assert other != board
    assert board.copy(stack=False).move_stack == [] and board.root().fen().startswith(CHASE)
    move = pickle.loads(pickle.dumps(chuhe.Move.from_uci("h2e2")))
    assert move.uci() == "h2e2" and pickle.loads(pickle.dumps(board.piece_at(chuhe.A8))) == board.piece_at(chuhe.A8)


def test_arrays_and_images():
    board = chuhe.Board()
    array = board.array()
    assert array.shape == (10, 9) and array.dtype == np.int8 and array[0, 0] == chuhe.ROOK and array[9, 4] == -chuhe.KING
    assert board.mirror().fen() == board.fen()
    board.push_uci("h2e2")
    assert board.mirror().piece_at(chuhe.E2) == board.piece_at(chuhe.E2)
    assert board.swap_sides().turn is chuhe.RED
    assert board.mirror().key() == chuhe.Board(board.mirror().fen()).key() != board.key()
    assert chuhe.Board.from_piece_map(board.piece_map(), board.turn).fen().split()[0] == board.fen().split()[0]
    with pytest.raises(chuhe.InvalidFenError):
        chuhe.Board.from_piece_map({0: chuhe.Piece(chuhe.KING, True)})


def test_pictures():
    board = chuhe.Board()
    board.push_uci("h2e2")
    svg = board.svg(arrows=[chuhe.Move.from_uci("h9g7"), "b9c7:blue"], flipped=True, pieces="letters", coordinates="wxf")
    assert svg.startswith("<svg") and svg.count('class="arrow"') >= 1
    assert board._repr_svg_().startswith("<svg")
    assert str(board).splitlines()[0] == "r n b a k a b n r" and "馬" in board.unicode()
    for bad in ({"arrows": ["zz"]}, {"pieces": "lego"}, {"coordinates": "gps"}):
        with pytest.raises(ValueError, match="zz|lego|gps"):
            board.svg(**bad)


def test_attacks():
    board = chuhe.Board("4k4/9/9/9/9/9/9/9/R8/3K5 w")
    assert board.is_attacked_by(chuhe.RED, chuhe.A9) and not board.is_attacked_by(chuhe.BLACK, chuhe.A9)
    assert board.attackers(chuhe.RED, chuhe.A9) == [chuhe.A1]
    with pytest.raises(ValueError, match="not a square"):
        board.piece_at(90)


def test_squares():
    assert chuhe.parse_square("h2") == chuhe.H2 == chuhe.square(7, 2) and chuhe.square_name(chuhe.H2) == "h2"
    assert chuhe.square_file(chuhe.H2) == 7 and chuhe.square_rank(chuhe.H2) == 2 and chuhe.square_mirror(chuhe.H2) == chuhe.H7
    for bad in (lambda: chuhe.parse_square("j2"), lambda: chuhe.square(9, 0), lambda: chuhe.square_name(90)):
        with pytest.raises(ValueError, match="not a square"):
            bad()


def test_a_panic_is_an_exception():
    for in_thread in (True, False):
        with pytest.raises(chuhe.InternalError, match="on purpose"):
            chuhe._chuhe._fail_for_tests(in_thread)
    with pytest.raises(chuhe.InternalError, match="on purpose"):
        chuhe._chuhe._fail_share_for_tests([chuhe.STARTING_FEN] * 9)
    assert chuhe.Board().perft(1) == 44, "and life goes on"
