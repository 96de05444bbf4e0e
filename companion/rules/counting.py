"""A roll counted without a game, and whether many rolls look like those of fair dice."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from companion.rules.events import FACES


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that lie open.

    ``faces`` are those of the dice that were read; a star counts as a 1, or as a 6 on dice that have it
    there. ``stars`` says how many of these are stars. ``unread`` dice lie there too, and nobody knows yet
    what they show.
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
        """How many dice lie there, the unread ones too."""
        return len(self.faces) + self.unread

    @property
    def counts(self) -> tuple[int, ...]:
        """How many dice show a 1, a 2, … a 6."""
        return tuple(self.faces.count(face) for face in FACES)

    @property
    def sum(self) -> int | None:
        """The pips of all dice; ``None`` while a die is unread."""
        return None if self.unread else sum(self.faces)

    def at_least(self, face: int) -> int:
        """How many read dice show this face or a higher one."""
        return sum(each >= face for each in self.faces)

    def showing(self, chosen: Collection[int], wild: int | None = None) -> int:
        """How many read dice show one of the chosen faces, or the wild one."""
        return sum(each in chosen or each == wild for each in self.faces)

    def best_of(self, dice: int) -> int | None:
        """The pips of the ``dice`` highest dice; ``None`` while a die is unread.

        With fewer dice than that, the pips of all. Raises ``ValueError`` for fewer than one.
        """
        if dice < 1:
            raise ValueError(f"the best of at least one die can be had, got {dice}")
        return None if self.unread else sum(sorted(self.faces, reverse=True)[:dice])

    def groups(self, least: int = 2) -> tuple[Group, ...]:
        """Faces that show so often at least: doubles, triples and so on; the largest group first."""
        found = (Group(face, count) for face, count in zip(FACES, self.counts, strict=True))
        return tuple(
            sorted((each for each in found if each.count >= max(1, least)), key=lambda each: each.ranking)
        )


@dataclass(frozen=True, slots=True)
class Group:
    """So many dice of one face."""

    face: int
    count: int

    @property
    def ranking(self) -> tuple[int, int]:
        """Sorts the largest group first; of two that are as large, the higher face."""
        return -self.count, -self.face


LEAST_DICE = 60
"""Ten expected of each face; with fewer than five of each the test is not to be relied on (Cochran, 1954)."""
UNUSUAL, RARE = 0.05, 0.001
"""Chances below which a spread is called unusual, and one that fair dice hardly ever show [choice]."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """How often each face, 1 to 6, was read in all rolls together."""

    counts: tuple[int, ...]

    @property
    def dice(self) -> int:
        return sum(self.counts)

    @property
    def chi_squared(self) -> float:
        """The squared differences from an even share, in even shares; 0 without dice."""
        share = self.dice / len(FACES)
        return sum((count - share) ** 2 for count in self.counts) / share if self.dice else 0.0

    @property
    def chance(self) -> float:
        """How likely fair dice are to differ as much or more, 0-1."""
        return chance_of(self.chi_squared)

    @property
    def is_enough(self) -> bool:
        """Whether there are dice enough to say anything."""
        return self.dice >= LEAST_DICE


def chance_of(chi_squared: float) -> float:
    """The upper tail of the chi-squared distribution with five degrees of freedom, in closed form
    (Abramowitz and Stegun, 26.4.4)."""
    x = chi_squared
    return math.erfc(math.sqrt(x / 2)) + math.sqrt(2 * x / math.pi) * math.exp(-x / 2) * (1 + x / 3)


def fairness_of(rolls: Iterable[Roll]) -> Fairness:
    counts = [roll.counts for roll in rolls]
    return Fairness(tuple(sum(each[face - 1] for each in counts) for face in FACES))
