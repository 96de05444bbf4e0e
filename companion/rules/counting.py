"""A roll counted without a game, and whether many rolls look fair."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.rules.events import FACES


@dataclass(frozen=True, slots=True)
class Roll:
    """Open dice.

    ``faces``: of the dice read; a star is a 1, or a 6 if it stands on the six. ``stars``: how many are stars.
    ``unread``: further dice in doubt.
    """

    faces: tuple[int, ...]
    stars: int = 0
    unread: int = 0

    def __post_init__(self) -> None:
        if not set(self.faces) <= set(FACES):
            raise ValueError(f"faces must be 1-6, got {self.faces}")
        most = self.faces.count(1) + self.faces.count(6)
        if not 0 <= self.stars <= most:
            raise ValueError(f"of {most} ones and sixes {self.stars} cannot be stars")
        if self.unread < 0:
            raise ValueError(f"there cannot be {self.unread} unread dice")

    @property
    def dice(self) -> int:
        """How many dice, unread ones included."""
        return len(self.faces) + self.unread

    @property
    def counts(self) -> tuple[int, ...]:
        """Counts of each face from 1 to 6."""
        return tuple(self.faces.count(face) for face in FACES)

    @property
    def sum(self) -> int | None:
        """``None`` with an unread die."""
        return None if self.unread else sum(self.faces)

    def at_least(self, face: int) -> int:
        """Read dice with this face or higher."""
        return sum(each >= face for each in self.faces)

    def showing(self, chosen: Collection[int], wild: int | None = None) -> int:
        """Read dice with a chosen or the wild face."""
        return sum(each in chosen or each == wild for each in self.faces)

    def groups(self) -> tuple[Group, ...]:
        """Faces shown by two dice or more, the largest group first; of equal ones the higher face."""
        found = (Group(face, count) for face, count in zip(FACES, self.counts, strict=True) if count > 1)
        return tuple(sorted(found, key=lambda each: (-each.count, -each.face)))


@dataclass(frozen=True, slots=True)
class Group:
    face: int
    count: int


LEAST_DICE = 60
"""Ten expected of each face; below five of each the test is unreliable (Cochran, 1954)."""
UNUSUAL, RARE = 0.05, 0.001
"""Chances below which a spread is unusual, and hardly ever seen with fair dice [choice]."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """Counts of each face, 1 to 6, in all rolls."""

    counts: tuple[int, ...]

    @property
    def dice(self) -> int:
        return sum(self.counts)

    @property
    def chi_squared(self) -> float:
        """Squared differences from an even share; 0 without dice."""
        share = self.dice / len(FACES)
        return sum((count - share) ** 2 for count in self.counts) / share if self.dice else 0.0

    @property
    def chance(self) -> float:
        """The chance, 0-1, that fair dice differ as much or more."""
        return chance_of(self.chi_squared)

    @property
    def is_enough(self) -> bool:
        """Enough dice for a statement."""
        return self.dice >= LEAST_DICE


def chance_of(chi_squared: float) -> float:
    """Upper tail of the chi-squared distribution with five degrees of freedom, in closed form (Abramowitz
    and Stegun, 26.4.4).
    """
    x = chi_squared
    return math.erfc(math.sqrt(x / 2)) + math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)


def fairness_of(rolls: Iterable[Roll]) -> Fairness:
    counts = [roll.counts for roll in rolls]
    return Fairness(tuple(sum(each[face - 1] for each in counts) for face in FACES))
