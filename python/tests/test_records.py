"""Recorded games in Python."""

import json
from pathlib import Path

import chuhe
import numpy as np
import pytest
from chuhe import records


def search(score, nodes):
    table = {"probes": 90, "hits": {"none": 1, "upper": 2, "lower": 3, "exact": 4}, "filled": [0, 10], "capacity": 1000}
    keys = {"bits": 64, "seed": None, "confirmation": "none"}
    counts = {
        "node_limit": nodes, "depth_limit": None, "seed": 0, "visits": nodes + 5, "ends": {}, "skipped": {}, "table": table,
        "cuts": [3], "leaf_cuts": [], "equals": [], "keys": keys, "collisions": None,
    }  # fmt: skip
    return {
        "nodes": nodes, "microseconds": 20_000, "depth": 5, "selective_depth": 9, "score": score, "line": ["h2e2"], "counts": counts,
    }  # fmt: skip


def record():
    player = {"name": "A", "settings": "3", "limit": None, "nodes": 100, "uses_book": False, "hash": None, "keys": None}
    moves = [
        {"ply": 1, "move": "h2e2", "by": "search", "microseconds": 21_000, "search": search({"centipawns": 30}, 100)},
        {"ply": 2, "move": "h9g7", "by": "person", "microseconds": 900, "search": None},
        {"ply": 3, "move": "h0g2", "by": "search", "microseconds": 1, "search": search({"mate": 4}, 50)},
    ]
    return {
        "schema": "chuhe-game-record", "version": 1, "program": "chuhe 0.2.0", "source": "play", "began": "2026-11-17T20:15:00Z",
        "state": "finished", "game": "xiangqi", "rules": "asian", "start": chuhe.STARTING_FEN, "seed": 5, "round": None,
        "players": [player, {**player, "name": "B"}], "moves": moves,
        "result": {"winner": "first", "cause": "resignation", "words": "Red wins."},
    }  # fmt: skip


def test_a_record_is_read(tmp_path):
    path = tmp_path / "play.json"
    path.write_text(json.dumps(record()), encoding="utf-8")
    read = records.read(path)
    assert read.is_finished and read.result.winner is True and read.players[1].name == "B" and read.seed == 5
    assert [move.text for move in read.moves] == ["h2e2", "h9g7", "h0g2"] and read.moves[0].score == chuhe.Cp(30)
    assert read.moves[1].score is None and read.moves[2].score == chuhe.Mate(4) and read.moves[0].counts["cuts"] == [3]
    assert read.board().ply() == 3 and read.board().rules == "asian" and read.data["schema"] == "chuhe-game-record"
    assert [score and score.red() for score in read.scores()] == [chuhe.Cp(30), None, chuhe.Mate(4)]
    game = read.to_game()
    assert game.result == "1-0" and game.headers["Black"] == "B" and len(game.mainline_moves()) == 3


def test_records_are_a_table(tmp_path):
    for name in ("b", "a"):
        (tmp_path / f"{name}.json").write_text(json.dumps(record()), encoding="utf-8")
    (tmp_path / ".draft.json").write_text("{", encoding="utf-8")
    table = records.array(records.read_folder(tmp_path))
    assert table.dtype == records.ROW and len(table) == 6 and table["game"].tolist() == [0, 0, 0, 1, 1, 1]
    assert table["nodes"].tolist()[:3] == [100, -1, 50] and table["red"].tolist()[:3] == [True, False, True]
    assert table["score"].tolist()[:3] == [30, 0, 0] and table["mate"].tolist()[:3] == [0, 0, 4]
    assert table["has_score"].tolist()[:3] == [True, False, True] and table["hits"].tolist()[:3] == [10, -1, 10]
    assert [records.BY[by] for by in table["by"][:2]] == ["search", "person"]
    assert chuhe.Move.from_code(int(table["move"][0])) == chuhe.Move.from_uci("h2e2")
    assert len(records.array([])) == 0 and records.array([]).dtype == records.ROW
    assert isinstance(table, np.ndarray)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema": "x"}, "not the record of a game"),
        ({"version": 2}, "version 2"),
        ({"start": "9/9 w"}, "9/9 w"),
        ({"moves": [{"ply": 1, "move": "h2e9", "by": "search", "microseconds": 1, "search": None}]}, "h2e9"),
        ({"state": "unfinished"}, "not finished"),
        ({"players": []}, "not whole"),
    ],
)
def test_what_is_not_a_record_is_told(tmp_path, change, message):
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({**record(), **change}), encoding="utf-8")
    with pytest.raises(chuhe.DataError, match=message) as error:
        records.read(path)
    assert str(path) in str(error.value)


def test_garbage_and_missing_files(tmp_path):
    (tmp_path / "x.json").write_bytes(b"\xff\xfe")
    with pytest.raises(chuhe.DataError):
        records.read(tmp_path / "x.json")
    with pytest.raises(chuhe.DataError, match="not JSON"):
        records.loads("nonsense")
    with pytest.raises(FileNotFoundError):
        records.read(tmp_path / "missing.json")
    with pytest.raises(NotADirectoryError):
        list(records.read_folder(tmp_path / "x.json"))


def test_chess_has_no_board():
    data = record()
    data.update(game="chess", rules=None, start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", moves=[])
    read = records.loads(json.dumps(data))
    assert read.game == "chess" and read.moves == []
    with pytest.raises(ValueError, match="a game of chess"):
        read.board()
    assert isinstance(read.path, (Path, type(None)))
