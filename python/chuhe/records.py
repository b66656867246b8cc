"""Records of games with what was counted in their searches, as `chuhe play --record` and `chuhe match --record` write them (docs/records.md).

>>> from chuhe import records
>>> record = records.read("match-2026-00000.0.json")      # doctest: +SKIP
>>> record.result.winner, len(record.moves)               # doctest: +SKIP
(True, 57)
>>> records.array([record])["nodes"].mean()               # doctest: +SKIP
4988.2
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from . import _chuhe
from ._chuhe import Board, DataError, Game, Move
from .scores import Cp, Mate, PovScore

#: What found a move, in the order of the numbers in ROW.
BY = ("person", "random", "script", "book", "search", "engine")

#: One move of a table of records. Numbers that are not known are -1, scores that are not known 0 with has_score false.
ROW = np.dtype(
    [
        ("game", "<i4"),  # which record, from 0
        ("ply", "<i4"),  # from 1
        ("move", "<u2"),  # the code of chuhe.Move
        ("red", np.bool_),  # whether Red made it
        ("by", np.uint8),  # a number of BY
        ("microseconds", "<i8"),
        ("nodes", "<i8"),
        ("depth", "<i4"),
        ("selective_depth", "<i4"),
        ("has_score", np.bool_),
        ("score", "<i4"),  # centipawns for the side to move; 0 with a mate
        ("mate", "<i4"),  # moves to mate, negative if the side to move is mated; 0 without one
        ("visits", "<i8"),
        ("probes", "<i8"),  # questions to the table
        ("hits", "<i8"),  # answers of the table
    ]
)


@dataclass(frozen=True)
class PlayerRecord:
    """Who played a side, and with what."""

    name: str
    settings: str
    limit: str | None
    nodes: int | None
    uses_book: bool
    hash: int | None
    keys: dict[str, Any] | None


@dataclass(frozen=True)
class ResultRecord:
    """How a game ended: winner is True for Red (in chess White), False for Black, None in a draw."""

    winner: bool | None
    cause: str
    words: str


@dataclass(frozen=True)
class MoveRecord:
    """A move and the search that led to it. counts is what the search counted, by name; see docs/records.md."""

    ply: int
    text: str
    by: str
    microseconds: int
    nodes: int | None
    depth: int | None
    selective_depth: int | None
    #: For the side to move.
    score: Cp | Mate | None
    #: The line that the search expects, in coordinates.
    line: list[str]
    #: Each iteration that was told: depth, nodes, microseconds, score.
    iterations: list[dict[str, Any]] = field(repr=False)
    counts: dict[str, Any] | None = field(repr=False)
    #: What a program of others said.
    said: list[str] = field(repr=False)

    @property
    def move(self) -> Move:
        """The move, in games of xiangqi."""
        return Move.from_uci(self.text)


@dataclass(frozen=True)
class GameRecord:
    """A recorded game. data is the whole record as JSON has it."""

    path: Path | None
    program: str
    source: str
    began: str
    is_finished: bool
    #: "xiangqi" or "chess".
    game: str
    rules: str | None
    start: str
    seed: int | None
    round: str | None
    #: Red (in chess White) and Black.
    players: tuple[PlayerRecord, PlayerRecord]
    result: ResultRecord | None
    moves: list[MoveRecord] = field(repr=False)
    taken_back: list[MoveRecord] = field(repr=False)
    data: dict[str, Any] = field(repr=False)

    def board(self) -> Board:
        """The last position with its past, of a game of xiangqi."""
        self._must_be_xiangqi()
        board = Board(self.start, rules=self.rules)
        board.push_many(record.text for record in self.moves)
        return board

    def to_game(self) -> Game:
        """The game as a tree with names and result, which write_games() takes."""
        game = Game.from_board(self.board())
        red, black = self.players
        game.headers["Red"], game.headers["Black"] = red.name, black.name
        if self.result is not None:
            game.result = {True: "1-0", False: "0-1", None: "1/2-1/2"}[self.result.winner]
        return game

    def scores(self) -> list[PovScore | None]:
        """The score of each move's search from the side that moved; None where there was no search."""
        first = self.start.split()[1] != "b"
        sides = (first == (number % 2 == 0) for number in range(len(self.moves)))
        return [PovScore(one.score, side) if one.score is not None else None for one, side in zip(self.moves, sides)]

    def _must_be_xiangqi(self) -> None:
        if self.game != "xiangqi":
            raise ValueError(f"this is a game of {self.game}; boards are of xiangqi")


def _score(value: dict[str, int] | None) -> Cp | Mate | None:
    if value is None:
        return None
    return Cp(value["centipawns"]) if "centipawns" in value else Mate(value["mate"])


def _move(value: dict[str, Any]) -> MoveRecord:
    search = value["search"] or {}
    return MoveRecord(
        ply=value["ply"],
        text=value["move"],
        by=value["by"],
        microseconds=value["microseconds"],
        nodes=search.get("nodes"),
        depth=search.get("depth"),
        selective_depth=search.get("selective_depth"),
        score=_score(search.get("score")),
        line=search.get("line", []),
        iterations=search.get("iterations", []),
        counts=search.get("counts"),
        said=value.get("said", []),
    )


def loads(text: str, *, path: Path | None = None) -> GameRecord:
    """A record from its text. Its moves are played to see that they are legal; what is not a record is a DataError."""
    data = json.loads(_chuhe.checked_record(text))
    result = data["result"]
    if result is not None:
        winner = {"first": True, "second": False, None: None}[result["winner"]]
        result = ResultRecord(winner, result["cause"], result["words"])
    red, black = (PlayerRecord(**player) for player in data["players"])
    return GameRecord(
        path=path,
        program=data["program"],
        source=data["source"],
        began=data["began"],
        is_finished=data["state"] == "finished",
        game=data["game"],
        rules=data["rules"],
        start=data["start"],
        seed=data["seed"],
        round=data["round"],
        players=(red, black),
        result=result,
        moves=[_move(move) for move in data["moves"]],
        taken_back=[_move(move) for move in data.get("taken_back", [])],
        data=data,
    )


def read(path: str | os.PathLike[str]) -> GameRecord:
    """Reads a record from its file."""
    path = Path(path)
    try:
        return loads(path.read_text(encoding="utf-8"), path=path)
    except (DataError, UnicodeDecodeError) as error:
        raise DataError(f"{path}: {error}") from None


def read_folder(folder: str | os.PathLike[str]) -> Iterator[GameRecord]:
    """The records of a folder, in the order of their names, one by one. Drafts of games that are being written are left alone."""
    folder = Path(folder)
    if not folder.is_dir():
        raise NotADirectoryError(20, "not a folder of records", os.fspath(folder))
    for path in sorted(folder.glob("*.json")):
        if not path.name.startswith("."):
            yield read(path)


def _known(value: int | None) -> int:
    return -1 if value is None else value


def array(records: Iterable[GameRecord]) -> np.ndarray:
    """Every move of records of xiangqi as a row of ROW: a table for NumPy, or pandas.DataFrame(array(…))."""
    rows = []
    for number, record in enumerate(records):
        record._must_be_xiangqi()
        red = record.start.split()[1] != "b"
        for move in record.moves:
            counts = move.counts or {}
            table = counts.get("table") or {}
            score, mate = 0, 0
            if isinstance(move.score, Mate):
                mate = move.score.mate() or 0
            elif move.score is not None:
                score = move.score.score() or 0
            rows.append(
                (
                    number, move.ply, move.move.code, red, BY.index(move.by), move.microseconds, _known(move.nodes), _known(move.depth),
                    _known(move.selective_depth), move.score is not None, score, mate, counts.get("visits", -1),
                    table.get("probes", -1), sum(table["hits"].values()) if table else -1,
                )
            )  # fmt: skip
            red = not red
    return np.array(rows, ROW)
