"""Games from files and to files, and their review."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from . import _chuhe
from ._chuhe import Board, Game, GameFileError, GameReader, Review


@contextlib.contextmanager
def draft(path: str | os.PathLike[str], overwrite: bool) -> Iterator[Path]:
    """A place to write what will be the file once it is whole. If writing fails, what was there stays."""
    path = Path(path)
    if path.exists() and not overwrite:
        raise FileExistsError(errno.EEXIST, "the file is there already; overwrite=True replaces it", os.fspath(path))
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    os.close(handle)
    place = Path(name)
    try:
        yield place
        # The draft is for its maker alone; the file has the usual permissions.
        mask = os.umask(0)
        os.umask(mask)
        place.chmod(0o666 & ~mask)
        os.replace(place, path)
    finally:
        place.unlink(missing_ok=True)


class LossError(GameFileError):
    """A format cannot hold everything of a game. losses has what, by the number of the game."""

    def __init__(self, message: str, losses: list[tuple[int, list[str]]]) -> None:
        super().__init__(message)
        self.losses = losses


def read_games(source: str | os.PathLike[str] | bytes, *, errors: str = "raise") -> GameReader:
    """The games of a file, by its path, or of bytes, one after the other. The format is found by the content.

    A game that cannot be read is a GameFileError (errors="raise"; next() then goes on with the game after it), is left out ("skip"), or is
    kept up to where it goes wrong ("salvage"; one whose first move is wrong is left out); problems of the reader says which, and why.
    """
    return GameReader(source, errors)


def write_games(
    path: str | os.PathLike[str] | None,
    games: Game | Iterable[Game],
    *,
    format: str | None = None,
    notation: str = "iccs",
    dialect: str = "xqbase",
    encoding: str = "utf-8",
    allow_loss: bool = False,
    overwrite: bool = False,
) -> bytes:
    """Writes games to a file, or gives its bytes if path is None.

    The format is that of the path's ending unless one is named: pgn, xqf, ubb (DhtmlXQ) or txt (a list of moves). What a format cannot hold
    is a LossError unless allow_loss is true; then nothing is written. A file that is there is not overwritten unless told to.
    """
    if format is None:
        ending = Path(path).suffix.lower() if path is not None else ".pgn"
        format = {".pgn": "pgn", ".xqf": "xqf", ".ubb": "dhtmlxq", ".txt": "moves"}.get(ending)
        if format is None:
            raise ValueError(f"the ending {ending!r} does not say the format; name it: pgn, xqf, dhtmlxq or moves")
    games = [games] if isinstance(games, Game) else list(games)
    data, losses = _chuhe.export_games(games, format, notation, dialect, encoding)
    if losses and not allow_loss:
        number, first = losses[0]
        raise LossError(f"game {number}: {format} cannot hold {', '.join(first)}; allow_loss=True writes the rest", losses)
    if path is not None:
        with draft(path, overwrite) as place:
            place.write_bytes(data)
    return data


def review(
    game: Game | Board,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    time: float | None = None,
    multipv: int = 1,
    rules: str = "asian",
    hash: int = 16,
    progress: Callable[[int, int], object] | None = None,
) -> Review:
    """Reviews the main line of a game: what each move gave away, the better lines, the accuracy of both sides, and why mistakes were mistakes.

    Each position is searched within one limit (nodes, depth or time in seconds; 20,000 nodes without one). progress is called with the
    number of positions done and of all.
    """
    if isinstance(game, Board):
        game = Game.from_board(game)
    return _chuhe.review(
        game, nodes=nodes, depth=depth, time=time, multipv=multipv, rules=rules, hash=hash, progress=progress
    )
