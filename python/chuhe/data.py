"""Training data as arrays: positions with scores and results, ready for NumPy and PyTorch.

A file of positions (`chuhe data convert`) is mapped into memory, not read; an archive of games (`chuhe datagen`) is replayed. Both
give records of RECORD:

board   28 bytes, a packed position: what evaluate_many() and the other functions for many positions take
score   centipawns in the units of the search, for the side to move; a mate is ±30000
result  of the game, for the side to move: 0 lost, 1 drawn, 2 won
ply     plies since the starting position, 255 if more
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from . import _chuhe
from ._chuhe import Positions, network_inputs_many, planes_many
from .files import draft

#: One position of a data set.
RECORD = np.dtype([("board", np.uint8, 28), ("score", "<i2"), ("result", np.uint8), ("ply", np.uint8)])

#: The score of a mate.
MATE = 30_000

_HEADER_SIZE = 32


def open_positions(path: str | os.PathLike[str], *, check: bool = True) -> np.ndarray:
    """A file of positions as an array of RECORD that is read only where it is looked at.

    check reads it once to its end, and a file that is damaged is a DataError.
    """
    if check:
        count = _chuhe.check_positions(os.fspath(path))
    else:
        count = (os.path.getsize(path) - _HEADER_SIZE) // RECORD.itemsize
    if count == 0:
        return np.empty(0, RECORD)
    return np.memmap(path, RECORD, mode="r", offset=_HEADER_SIZE, shape=(count,))


def write_positions(
    path: str | os.PathLike[str], records: np.ndarray, *, seed: int = 0, overwrite: bool = False
) -> int:
    """Writes records as a file of positions, which `chuhe train` reads. Every position is checked first. Gives how many."""
    rows = np.ascontiguousarray(records, RECORD).view(np.uint8).reshape(-1, RECORD.itemsize)
    with draft(path, overwrite) as place:
        return _chuhe.write_positions(os.fspath(place), rows, seed)


def archive_header(path: str | os.PathLike[str]) -> dict[str, object]:
    """How the games of an archive were made: seed, nodes, evaluation, settings."""
    return _chuhe.archive_header(os.fspath(path))


def read_archive(
    path: str | os.PathLike[str],
    *,
    min_ply: int = 16,
    max_score: int = 2500,
    allow_checks: bool = False,
    allow_captures: bool = False,
    limit: int | None = None,
) -> np.ndarray:
    """The positions of the games of an archive, as an array of RECORD. Those that are not quiet are left out unless asked for."""
    rows = _chuhe.archive_records(os.fspath(path), min_ply, max_score, allow_checks, allow_captures, limit)
    return rows.reshape(-1).view(RECORD)


def records(positions: Any, scores: ArrayLike, results: ArrayLike, plies: ArrayLike = 0) -> np.ndarray:
    """Records of positions (FENs, boards or Positions) with scores (centipawns) and results (0 lost, 1 drawn, 2 won) for the side to move.

    Numbers that a record cannot hold are refused, not rounded.
    """
    held = positions if isinstance(positions, Positions) else Positions(positions)
    made = np.zeros(len(held), RECORD)
    made["board"] = held.packed()
    made["score"] = _whole("scores", scores, -MATE, MATE, len(held))
    made["result"] = _whole("results", results, 0, 2, len(held))
    made["ply"] = _whole("plies", plies, 0, 255, len(held))
    return made


def _whole(name: str, values: ArrayLike, least: int, most: int, count: int) -> np.ndarray:
    """Whole numbers within bounds: one for each of so many positions, or one for all."""
    array = np.asarray(values)
    if array.shape not in ((), (count,)):
        raise ValueError(f"{name} has the shape {array.shape}; there are {count} positions, and it must have one number for each")
    is_good = (array >= least) & (array <= most) & (array == np.trunc(array))
    if not is_good.all():
        wrong = array[()] if array.shape == () else array[~is_good][0]
        raise ValueError(f"{name} has {wrong}; it must have whole numbers from {least} to {most}")
    return array


def batches(
    records: np.ndarray, size: int, *, kind: str = "planes", shuffle: int | None = None, king_buckets: int = 1
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Goes through records in batches: inputs, scores (float32) and results (float32, 0 to 1), which torch.from_numpy takes as they are.

    kind is "planes" (n × 14 × 10 × 9) or "inputs" (n × 2 × 32, the numbers of the engine's own network, -1 for none). shuffle is a seed.
    """
    if kind not in ("planes", "inputs"):
        raise ValueError(f"kind is {kind!r}; it must be 'planes' or 'inputs'")
    if size < 1:
        raise ValueError(f"size is {size}; it must be at least 1")
    order = np.arange(len(records)) if shuffle is None else np.random.default_rng(shuffle).permutation(len(records))
    for start in range(0, len(records), size):
        chosen = records[order[start : start + size]]
        boards = np.ascontiguousarray(chosen["board"])
        inputs = planes_many(boards) if kind == "planes" else network_inputs_many(boards, king_buckets=king_buckets)
        yield inputs, chosen["score"].astype(np.float32), chosen["result"].astype(np.float32) / 2
