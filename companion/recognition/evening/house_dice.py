"""The dice of the house: how dice looked whose faces are known, and what they say of one that is doubted.

A value: confirmed dice in, the next value out. No training run; a face's prototypes are the confirmed dice
themselves, a few of each, the latest and those that players answered first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from companion.recognition.classify.symbols import unit

NO_DIE, FACES = 0, range(1, 7)
MOST_OF_A_FACE = 24
"""So many prototypes of each face, and of things that are no dice: 168 in all, 90 KB in a file."""
CONTRADICTS = 0.12
"""A confirmed die nearer than this to one of another face contradicts it: both count half from then on."""
SAME_MAKE = 0.25
"""Dice whose colours are farther apart than this are of another make. In 24 composed evenings 93 in 100 dice
lie nearer to the nearest three confirmed ones of their face, on the mean; of another evening's dice 27 do."""
LEAST_TRUST = 0.3
"""Prototypes that count less are dropped: contradicted twice."""
TOLD_TRUST = 0.75
"""What the eye read and nobody corrected counts less than what a player answered [choice]."""


@dataclass(frozen=True, slots=True, eq=False)
class Confirmed:
    """A die whose face is known: its signature (D,), its colour (3,) as ``colours_of`` gives it, ``face`` 1-6
    or ``NO_DIE``, star, and whose word.
    """

    signature: np.ndarray
    colour: np.ndarray
    face: int
    star: bool | None
    touched: bool


@dataclass(frozen=True, slots=True, eq=False)
class HouseDice:
    """K prototypes: signatures (K, D) of length 1, colours (K, 3), faces (K,), stars (K,) 1, 0 or -1 for not
    known, what each counts (K,) 0-1, and whether a player answered for it (K,). The oldest comes first.
    """

    signatures: np.ndarray = field(default_factory=lambda: np.zeros((0, 0)))
    colours: np.ndarray = field(default_factory=lambda: np.zeros((0, 3)))
    faces: np.ndarray = field(default_factory=lambda: np.zeros(0, int))
    stars: np.ndarray = field(default_factory=lambda: np.zeros(0, int))
    trusts: np.ndarray = field(default_factory=lambda: np.zeros(0))
    touched: np.ndarray = field(default_factory=lambda: np.zeros(0, bool))

    def __len__(self) -> int:
        """How many prototypes there are."""
        return len(self.faces)

    def count_of(self, face: int) -> int:
        """How many prototypes of a face there are."""
        return int((self.faces == face).sum())

    def distances(self, signatures: np.ndarray) -> np.ndarray:
        """Distances (N, K) of signatures (N, D) to all prototypes: 1 - cosine of what differs from their
        middle, 0-2.
        """
        middle = self.signatures.mean(0)
        distances: np.ndarray = 1 - unit(signatures - middle) @ unit(self.signatures - middle).T
        return distances

    def of_the_make(self, colour: np.ndarray) -> np.ndarray:
        """Which prototypes (K,) are of the make of a die of that colour (3,), as far as it shows."""
        same: np.ndarray = np.linalg.norm(self.colours - colour, axis=1) <= SAME_MAKE
        return same

    def after(self, confirmed: Sequence[Confirmed]) -> HouseDice:
        """The dice with those that were just confirmed, players' answers last, so that they stay longest."""
        house = self
        for each in sorted(confirmed, key=lambda each: each.touched):
            house = house._with(each)
        return house._bounded()

    def _with(self, new: Confirmed) -> HouseDice:
        trust = 1.0 if new.touched else TOLD_TRUST
        house = self
        if len(self) and self.signatures.shape[1] == len(new.signature):
            near = self.distances(new.signature[None])[0] <= CONTRADICTS
            others = near & (self.faces != new.face) & self.of_the_make(new.colour)
            if others.any():
                if not new.touched and self.touched[others].any():
                    return self
                weaker = np.where(others, self.trusts / 2, self.trusts)
                house, trust = replace(self, trusts=weaker), trust / 2
        elif len(self):
            house = HouseDice()
        old = house.signatures if len(house) else np.zeros((0, len(new.signature)))
        star = -1 if new.star is None else int(new.star)
        return HouseDice(
            np.concatenate([old, new.signature[None]]),
            np.concatenate([house.colours, new.colour[None]]),
            np.append(house.faces, new.face),
            np.append(house.stars, star),
            np.append(house.trusts, trust),
            np.append(house.touched, new.touched),
        )

    def _bounded(self) -> HouseDice:
        keep = self.trusts >= LEAST_TRUST
        for face in (NO_DIE, *FACES):
            rows = np.flatnonzero(keep & (self.faces == face))
            # Of a face that has too many, the oldest that the eye read go first, then the oldest answers.
            oldest = sorted(rows.tolist(), key=lambda row: (self.touched[row], row))
            keep[oldest[: max(0, len(rows) - MOST_OF_A_FACE)]] = False
        return self.of(np.flatnonzero(keep))

    def of(self, rows: np.ndarray) -> HouseDice:
        """Some of the prototypes, in that order."""
        columns = (self.signatures, self.colours, self.faces, self.stars, self.trusts, self.touched)
        return HouseDice(*(each[rows] for each in columns))
