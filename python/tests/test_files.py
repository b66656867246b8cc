"""Games and files, the book, mates, reviews."""

import json
import os
import pickle
import sys
import threading
from pathlib import Path

import chuhe
import pytest
from chuhe.files import draft

FILES = Path(__file__).resolve().parents[2] / "testdata" / "notation"


def table(path):
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    return [dict(zip(first.split("\t"), line.split("\t"))) for line in lines if line]


def test_files_of_every_format():
    formats = set()
    for row in table(FILES / "files.tsv"):
        reader = chuhe.read_games(FILES / "files" / row["file"])
        games = list(reader)
        assert len(games) == int(row["games"]), row["label"]
        assert " ".join(move.uci() for move in games[0].mainline_moves()) == row["main_line"], row["label"]
        formats.add(reader.format)
    assert len(formats) >= 8 and {"xqf", "cbr", "pgn", "dhtmlxq"} <= formats


def sample():
    game = chuhe.Game()
    game.headers["Red"] = "胡荣华"
    game.headers["White"] = "Hu Ronghua"
    game.result = "1-0"
    node = game.add_variation(chuhe.Move.from_uci("h2e2"), comment="the central cannon")
    node.add_nag(1)
    node = node.add_line([chuhe.Move.from_uci(text) for text in ("h9g7", "h0g2")])
    game.root().add_variation(chuhe.Move.from_uci("c3c4"), comment="the other way")
    return game


def test_a_game_is_built_and_read_back(tmp_path):
    game = sample()
    assert game.headers["Red"] == "Hu Ronghua" and game.headers["Result"] == "1-0" and "FEN" not in game.headers
    assert dict(game.headers.items())["Red"] == "Hu Ronghua" and game.headers.get("Date") is None
    assert [move.uci() for move in game.mainline_moves()] == ["h2e2", "h9g7", "h0g2"]
    assert [node.text() for node in game.mainline()] == ["C2=5", "H8+7", "H2+3"]
    assert [node.move.uci() for node in game.variations] == ["h2e2", "c3c4"] and len(game) == 5
    assert game.end().board().ply() == 3 and game.end().parent.next() == game.end() and game.end().is_end()
    for name, settings in [("a.pgn", {}), ("b.pgn", {"notation": "chinese", "encoding": "gb18030"}),
                           ("c.pgn", {"notation": "wxf", "dialect": "winboard"})]:
        chuhe.write_games(tmp_path / name, game, **settings)
        (again,) = chuhe.read_games(tmp_path / name)
        assert again == game, name
    assert pickle.loads(pickle.dumps(game)) == game == game.copy()
    both = chuhe.write_games(None, [game, game])
    assert list(chuhe.read_games(both)) == [game, game]


def test_nothing_is_lost_silently(tmp_path):
    game = sample()
    assert game.losses("pgn") == [] and "variations" in game.losses("moves")
    target = tmp_path / "list.txt"
    with pytest.raises(chuhe.LossError, match="variations") as refused:
        chuhe.write_games(target, game)
    assert refused.value.losses[0][0] == 1 and not target.exists()
    chuhe.write_games(target, game, allow_loss=True)
    before = target.read_bytes()
    with pytest.raises(FileExistsError):
        chuhe.write_games(target, game, allow_loss=True)
    assert target.read_bytes() == before
    for settings, error in [({"format": "cbr"}, chuhe.GameFileError), ({"format": "doc"}, ValueError),
                            ({"notation": "x"}, ValueError), ({"encoding": "latin"}, ValueError), ({"dialect": "x"}, ValueError)]:
        with pytest.raises(error):
            chuhe.write_games(None, game, **settings)
    with pytest.raises(ValueError, match="ending"):
        chuhe.write_games(tmp_path / "game.doc", game)
    with pytest.raises(chuhe.GameFileError, match="holds one"):
        chuhe.write_games(None, [game, game], format="xqf", allow_loss=True)


def test_faulty_games():
    text = '[Red "a"]\n\n1. C2=5 H8+7 2. R1+9 *\n\n[Red "b"]\n\n1. C2=5 *\n'.encode()
    reader = chuhe.read_games(text)
    with pytest.raises(chuhe.GameFileError, match='game 1: line 3.*R1\\+9'):
        next(reader)
    assert next(reader).headers["Red"] == "b", "the reader goes on"
    assert [game.headers["Red"] for game in chuhe.read_games(text, errors="skip")] == ["b"]
    reader = chuhe.read_games(text, errors="salvage")
    games = list(reader)
    assert len(games[0].mainline_moves()) == 2 and "cut here" in games[0].end().comment
    assert reader.problems[0][0] == 1 and "R1+9" in reader.problems[0][1]
    with pytest.raises(FileNotFoundError):
        chuhe.read_games("no such file")
    with pytest.raises(chuhe.GameFileError):
        next(chuhe.read_games(b"\x00\x01nothing of the kind"))
    with pytest.raises(ValueError, match="errors is"):
        chuhe.read_games(b"", errors="ignore")
    with pytest.raises(chuhe.IllegalMoveError):
        chuhe.Game().add_variation(chuhe.Move.from_uci("a0a9"))
    with pytest.raises(ValueError, match="not a result"):
        chuhe.Game().result = "2-0"
    with pytest.raises(ValueError, match="Format"):
        chuhe.Game().headers["Format"] = "x"


def test_a_board_becomes_a_game():
    board = chuhe.Board("3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1")
    board.push_uci("b1b9")
    game = chuhe.Game.from_board(board)
    assert game.result == "1-0" and game.headers["FEN"] == board.root().fen() and game.end().board() == board


def test_book(tmp_path):
    book = chuhe.Book.shipped()
    board = chuhe.Board()
    known = book.find_all(board)
    assert len(book) > 10_000 and board in book and known[0].weight >= known[-1].weight
    assert known[0].games >= known[0].wins + known[0].draws + known[0].losses
    assert book.weighted_choice(board, 3) == book.weighted_choice(board, 3) and book.weighted_choice(board, 3) in board.legal_moves
    board.push_many(["h2e2", "h9g7", "h0g2"])
    code, english, chinese = chuhe.opening_name(board)
    assert code and "Cannon" in english and "炮" in chinese
    own = chuhe.Book.build([sample()], description="one game")
    path = tmp_path / "own.book"
    path.write_bytes(own.to_bytes())
    assert chuhe.Book.open(path).description == "one game" and chuhe.Book.open(path).find_all(chuhe.Board())
    path.write_bytes(b"nothing")
    with pytest.raises(chuhe.GameFileError, match="own.book"):
        chuhe.Book.open(path)
    with pytest.raises(FileNotFoundError):
        chuhe.Book.open(tmp_path / "none")


def test_solve():
    board = chuhe.Board("3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1")
    solution = chuhe.solve(board)
    assert solution and solution.status == "mate" and solution.mate == 1 and len(solution.line) == 1
    assert solution.line[0].uci() in solution.proof()
    board.push(solution.line[0])
    assert board.is_checkmate()
    nothing = chuhe.solve(chuhe.Board(), moves=1)
    assert not nothing and nothing.status == "none" and nothing.mate is None and nothing.refuted >= 1
    assert chuhe.solve(chuhe.Board(), nodes=1000).status == "unknown"
    with pytest.raises(ValueError, match="time is -1"):
        chuhe.solve(chuhe.Board(), time=-1)


def test_review():
    board = chuhe.Board()
    board.push_many(["h2e2", "h9g7", "e2e6", "g7e6", "h0g2"])
    seen = []
    review = chuhe.review(board, nodes=1000, progress=lambda done, all: seen.append((done, all)))
    report = json.loads(review.json())
    assert [move["class"] for move in report["moves"]][2] in ("blunder", "mistake")
    assert seen[-1] == (6, 6) and review.accuracy(chuhe.RED) < review.accuracy(chuhe.BLACK) <= 100
    annotated = review.annotated(language="chinese", notation="chinese")
    assert [move.uci() for move in annotated.mainline_moves()] == [move.uci() for move in board.move_stack]
    assert len(annotated) > 6 and review.html().lstrip().lower().startswith("<!doctype html")
    assert chuhe.review(board, nodes=1000).json() == review.json(), "the same every time"

    def refuse(done, all):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        chuhe.review(board, nodes=1000, progress=refuse)
    with pytest.raises(ValueError, match="one limit"):
        chuhe.review(board, nodes=1000, depth=3)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes and links")
def test_only_files_are_replaced_and_links_stay_links(tmp_path):
    os.mkfifo(tmp_path / "pipe.pgn")
    os.symlink("nowhere.pgn", tmp_path / "lost.pgn")
    os.symlink("file.pgn", tmp_path / "link.pgn")
    (tmp_path / "folder.pgn").mkdir()
    (tmp_path / "file.pgn").write_text("old")
    for overwrite in (False, True):
        for name, kind in [("pipe", "a device or a pipe"), ("lost", "a link to nothing"), ("folder", "a folder")]:
            with pytest.raises(FileExistsError, match=f"{kind} is there.*{name}.pgn"):
                chuhe.write_games(tmp_path / f"{name}.pgn", sample(), overwrite=overwrite)
    with pytest.raises(FileExistsError, match="overwrite=True"):
        chuhe.write_games(tmp_path / "link.pgn", sample())
    chuhe.write_games(tmp_path / "link.pgn", sample(), overwrite=True)
    assert (tmp_path / "link.pgn").is_symlink() and list(chuhe.read_games(tmp_path / "file.pgn")) == [sample()]
    assert (tmp_path / "pipe.pgn").is_fifo() and not (tmp_path / "nowhere.pgn").exists()
    assert len(list(tmp_path.iterdir())) == 5


def test_what_appears_meanwhile_is_not_replaced(tmp_path, monkeypatch):
    path, link = tmp_path / "out", os.link
    before = os.umask(0o027)
    try:
        with draft(path, overwrite=False) as place:
            place.write_text("ours")
        assert path.read_text() == "ours"
        assert sys.platform == "win32" or path.stat().st_mode & 0o777 == 0o640, "the usual permissions"
    finally:
        os.umask(before)

    def unable(*_):
        raise OSError(95, "no links here")

    for linking in (link, unable):
        path.unlink()
        monkeypatch.setattr(os, "link", linking)
        with pytest.raises(FileExistsError, match="there already"), draft(path, overwrite=False) as place:
            place.write_text("ours")
            path.write_text("theirs")
        assert path.read_text() == "theirs" and list(tmp_path.iterdir()) == [path]
        path.unlink()
        with draft(path, overwrite=False) as place:
            place.write_text("ours")
        assert path.read_text() == "ours" and list(tmp_path.iterdir()) == [path]


def test_of_many_that_write_a_file_one_succeeds(tmp_path):
    path, told = tmp_path / "out", []
    together = threading.Barrier(8)

    def write(number):
        try:
            with draft(path, overwrite=False) as place:
                place.write_text(str(number))
                together.wait(60)
            told.append(number)
        except FileExistsError:
            pass

    for _ in range(20):
        path.unlink(missing_ok=True)
        told.clear()
        threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        assert [path.read_text()] == [str(number) for number in told]


def test_too_little_memory_is_told():
    for hash in (2**20, 2**30, 2**60):
        with pytest.raises(chuhe.EngineError, match="MiB"):
            chuhe.solve(chuhe.Board(), nodes=10, hash=hash)
    with pytest.raises(ValueError, match="hash is 0"):
        chuhe.solve(chuhe.Board(), nodes=10, hash=0)


def test_a_review_of_nothing_is_refused():
    for name in ("nodes", "depth", "hash", "multipv"):
        with pytest.raises(ValueError, match=f"{name} is 0; it must be at least 1"):
            chuhe.review(sample(), **{name: 0})
