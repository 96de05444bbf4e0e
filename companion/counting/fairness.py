"""Whether dice have shown each face about as often: Pearson's chi-squared test, five degrees of freedom."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from companion.counting.roll import FACES, Roll

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
        """Dice read in all."""
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
    """All these rolls together."""
    counts = [roll.counts for roll in rolls]
    return Fairness(tuple(sum(each[face - 1] for each in counts) for face in FACES))
