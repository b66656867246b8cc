"""Scores and chances: what a search says of a position, for one side or with the side that it is for."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass


@functools.total_ordering
class Score:
    """An evaluation for one side: Cp (centipawns), Mate (moves to mate), or MateGiven (the other side is mated).

    Scores are ordered: a mated position is worst, a quick mate best.
    """

    def score(self, *, mate_score: int | None = None) -> int | None:
        """Centipawns; for a mate None, or a number near mate_score if that is given."""
        raise NotImplementedError

    def mate(self) -> int | None:
        """Moves to mate, negative if this side is mated; None if no mate is in sight."""
        raise NotImplementedError

    def is_mate(self) -> bool:
        """Whether somebody mates by force."""
        return self.mate() is not None

    def _order(self) -> tuple[bool, bool, bool, int, int]:
        moves = self.mate()
        return (
            isinstance(self, _MateGiven),
            moves is not None and moves > 0,
            moves is None,
            -(moves or 0),
            self.score() or 0,
        )

    def __neg__(self) -> Score:
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return self._order() == other._order() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._order() < other._order() if isinstance(other, Score) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._order())


class Cp(Score):
    """Centipawns: a hundred is a lead that wins every second game."""

    def __init__(self, cp: int) -> None:
        self.cp = cp

    def score(self, *, mate_score: int | None = None) -> int:
        return self.cp

    def mate(self) -> None:
        return None

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __repr__(self) -> str:
        return f"Cp({self.cp:+d})" if self.cp else "Cp(0)"

    def __str__(self) -> str:
        return f"{self.cp:+d}" if self.cp else "0"


class Mate(Score):
    """Moves to mate, negative if this side is mated. Mate(0) is a side that has been mated."""

    def __init__(self, moves: int) -> None:
        self.moves = moves

    def score(self, *, mate_score: int | None = None) -> int | None:
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def mate(self) -> int:
        return self.moves

    def __neg__(self) -> Score:
        return Mate(-self.moves) if self.moves else MateGiven

    def __repr__(self) -> str:
        return f"Mate({self.moves:+d})" if self.moves else "Mate(0)"

    def __str__(self) -> str:
        return f"#{self.moves:+d}" if self.moves else "#-0"


class _MateGiven(Score):
    def score(self, *, mate_score: int | None = None) -> int | None:
        return mate_score

    def mate(self) -> int:
        return 0

    def __neg__(self) -> Mate:
        return Mate(0)

    def __repr__(self) -> str:
        return "MateGiven"

    def __str__(self) -> str:
        return "#+0"


#: The other side has been mated.
MateGiven = _MateGiven()


@dataclass(frozen=True)
class Wdl:
    """Chances in thousandths, for one side."""

    wins: int
    draws: int
    losses: int

    def total(self) -> int:
        """The sum, a thousand."""
        return self.wins + self.draws + self.losses

    def expectation(self) -> float:
        """The points that the side can expect, from 0 to 1."""
        return (self.wins + self.draws / 2) / self.total()

    def winning_chance(self) -> float:
        """The chance of a win, from 0 to 1."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """The chance of a draw, from 0 to 1."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """The chance of a loss, from 0 to 1."""
        return self.losses / self.total()

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)

    def __iter__(self) -> Iterator[int]:
        return iter((self.wins, self.draws, self.losses))


@dataclass(frozen=True)
class PovScore:
    """A score with the side that it is for."""

    relative: Score
    turn: bool

    def red(self) -> Score:
        """For Red."""
        return self.pov(True)

    def black(self) -> Score:
        """For Black."""
        return self.pov(False)

    def pov(self, color: bool) -> Score:
        """For this side."""
        return self.relative if self.turn == color else -self.relative

    def is_mate(self) -> bool:
        """Whether somebody mates by force."""
        return self.relative.is_mate()

    def __str__(self) -> str:
        return f"{self.red()} for Red"


@dataclass(frozen=True)
class PovWdl:
    """Chances with the side that they are for."""

    relative: Wdl
    turn: bool

    def red(self) -> Wdl:
        """For Red."""
        return self.pov(True)

    def black(self) -> Wdl:
        """For Black."""
        return self.pov(False)

    def pov(self, color: bool) -> Wdl:
        """For this side."""
        return self.relative if self.turn == color else -self.relative
