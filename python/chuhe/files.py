"""Games from files and to files, and their review."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from . import _chuhe
from ._chuhe import Board, Game, GameFileError, GameReader, Review


REPLACE = "overwrite=True replaces it"


def check_place(path: Path, overwrite: bool, remedy: str = REPLACE) -> None:
    """Refuses a place that is taken: by a file unless it may be replaced, and by anything else in any case."""
    if not os.path.lexists(path):
        return
    if not path.exists():
        raise FileExistsError(errno.EEXIST, "a link to nothing is there; name another file", os.fspath(path))
    if not path.is_file():
        kind = "a folder" if path.is_dir() else "a device or a pipe"
        raise FileExistsError(errno.EEXIST, f"{kind} is there and not a file; name another file", os.fspath(path))
    if not overwrite:
        raise FileExistsError(errno.EEXIST, f"the file is there already; {remedy}", os.fspath(path))


def _begin(path: Path) -> Path:
    """A new empty file beside another, with the usual permissions."""
    while True:
        place = path.with_name(f".{path.name[:40]}.{secrets.token_hex(6)}.part")
        with contextlib.suppress(FileExistsError):
            os.close(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            return place


def _name(place: Path, path: Path) -> None:
    """Gives a draft its name, if nobody has taken it meanwhile."""
    try:
        os.link(place, path)
    except FileExistsError:
        raise
    except OSError:  # some file systems have no links
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
        os.replace(place, path)


@contextlib.contextmanager
def draft(path: str | os.PathLike[str], overwrite: bool, remedy: str = REPLACE) -> Iterator[Path]:
    """A place to write what will be the file once it is whole. If writing fails, what was there stays.

    Of several that write a file which is not to be replaced, one succeeds. A link to a file stays one, and its file is replaced.
    """
    path = Path(path)
    check_place(path, overwrite, remedy)
    real = Path(os.path.realpath(path))
    place = _begin(real)
    try:
        yield place
        # What has appeared meanwhile has the same rights.
        check_place(path, overwrite, remedy)
        if overwrite:
            os.replace(place, real)
        else:
            try:
                _name(place, real)
            except FileExistsError:
                check_place(path, overwrite, remedy)
                raise
    finally:
        place.unlink(missing_ok=True)


class LossError(GameFileError):
    """A format cannot hold everything of a game. losses has what, by the number of the game."""

    def __init__(self, message: str, losses: list[tuple[int, list[str]]]) -> None:
        super().__init__(message)
        self.losses = losses

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.losses)


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
