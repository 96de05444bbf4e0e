"""What stands between locating and telling: boxes, and what the networks see in each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.recognition.classify import NO_DIE, Verdicts
from companion.recognition.leans import Leans
from companion.recognition.sight import Located


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """N boxes, their crops uint8 (N, 64, 64, 3), and the verdicts on them."""

    located: list[Located]
    crops: np.ndarray
    verdicts: Verdicts

    def of(self, chosen: Sequence[int]) -> Shown:
        """Some of them, in that order."""
        rows = np.asarray(chosen, dtype=np.intp)
        return Shown([self.located[index] for index in rows], self.crops[rows], self.verdicts.of(rows))

    def without_none(self, chance: float) -> Shown:
        """Those that are no die by less than a chance."""
        return self.of(np.flatnonzero(self.verdicts.kinds[:, NO_DIE] < chance))

    def and_those(self, others: Shown) -> Shown:
        """These, then the others."""
        crops = np.concatenate([self.crops, others.crops])
        return Shown([*self.located, *others.located], crops, self.verdicts.and_those(others.verdicts))


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """The N boxes that are kept, one a die, with what all readers make of each.

    ``unlike`` (N, 2) is in what each differs from the dice among them (``strangers.unlikeness``).
    """

    located: list[Located]
    verdicts: Verdicts
    leans: Leans
    unlike: np.ndarray
