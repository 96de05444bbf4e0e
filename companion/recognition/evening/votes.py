"""What the dice of the house say of a die that is doubted.

Only dice of about its colour speak for a face: another set may have other marks, or the same for other faces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.recognition.evening.house_dice import FACES, NO_DIE, HouseDice

SEVERAL = 3
"""So many confirmed dice must agree. Of an unknown mark one answer of a player is enough: it is never read
silently as an ordinary face. It must be near, and far from all dice of other faces."""
NEAR, MARK_NEAR = 0.3, 0.25
"""They lie no farther from the die than this. Of 1,400 doubted dice (byler at half size, rune, 72 composed
evenings) 61 are told with the limits of this file, none wrongly and no print among them; with 0.4, 71 and one
print."""
MARK_APART = 0.4
"""All known dice of other faces are that much farther from an unknown mark than the answered one. Of nine
marks on two makes of drawn dice the nearest answer was at most 0.24 away, the next face at least 0.67; of 50
faces with pips beside them none would be told wrongly, were it doubted as a mark."""
NO_DIE_APART = 0.1
"""Nothing that was answered with "no die" lies nearer than this beyond them."""
NO_DIE_NEAR, DICE_APART = 0.15, 0.2
"""What is that near to several things that were no dice, and no die's face nearly as near, is none either: of
the same 1,400 doubts at least 25 and at most 45 of the 349 that are no dice, and no die."""
DOUBTED = 0.5
"""A prototype that an answer contradicts counts for nothing, until others agree with it."""
FAR = 1.5
"""Counts for all distances beyond it, and for faces of which too few dice are known."""
BY_DISTANCE = 8.0
"""What a distance counts against the networks' own chances, in logarithms: about the fitted weight of dice
whose faces are both known."""
LEAST_CHANCE = 1e-3
"""Added to the networks' chances: none is impossible."""
SURE = 0.98
"""Least chance, by both together, of a face that is told."""
A_DIE = 0.9
"""Least chance of all faces together. Below it the doubt is whether it is a die at all, and its look says
nothing: with 0.8 nine prints were told."""
HALF = 0.5
"""The networks hold it that likely themselves. With 0.35 two more of the composed dice were told wrongly."""
POSSIBLE = 0.1
"""Another face that they hold so likely must be known too, to be compared."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What a doubted die shows by the house's dice: a face 1-6, or ``NO_DIE``, whether it is a star, and how
    likely that is.
    """

    face: int
    star: bool | None
    chance: float


def vote(
    house: HouseDice, signature: np.ndarray, colour: np.ndarray, chances: Sequence[float]
) -> Vote | None:
    """What a doubted die shows, where several confirmed dice agree on it; ``None`` where it is to be asked.

    ``colour`` (3,) is its own; ``chances`` are the networks' own for the faces 1-6.
    """
    if not _comparable(house, signature):
        return None
    house, distances = _alike(house, signature, colour)
    nearest = np.array([_to(house, distances, face, SEVERAL) for face in FACES])
    if sum(chances) < A_DIE:
        no_die = _to(house, distances, NO_DIE, SEVERAL)
        is_none = no_die <= NO_DIE_NEAR and nearest.min() >= no_die + DICE_APART
        return Vote(NO_DIE, None, SURE) if is_none else None
    prior = np.asarray(chances) / sum(chances)
    scores = np.log(prior + LEAST_CHANCE) - BY_DISTANCE * np.minimum(nearest, FAR)
    likely = np.exp(scores - scores.max())
    likely /= likely.sum()
    best = int(likely.argmax())
    others = np.delete(nearest, best)[np.delete(prior, best) > POSSIBLE]
    if likely[best] < SURE or prior[best] < HALF or nearest[best] > NEAR or np.isinf(others).any():
        return None
    if _to_no_die(house, distances) <= nearest[best] + NO_DIE_APART:
        return None
    return Vote(best + 1, _star(house, distances, best + 1), float(likely[best]))


def vote_on_mark(house: HouseDice, signature: np.ndarray, colour: np.ndarray) -> Vote | None:
    """What an unknown mark stands for, where a player answered for such a mark; ``None``: it is to be asked.

    Answers that contradict each other make it asked again, until one of them is dropped.
    """
    if not _comparable(house, signature):
        return None
    house, distances = _alike(house, signature, colour)
    answers = np.flatnonzero(house.touched & (house.faces != NO_DIE) & (house.trusts > DOUBTED))
    if len(answers) == 0:
        return None
    nearest = answers[distances[answers].argmin()]
    near, face = float(distances[nearest]), int(house.faces[nearest])
    others = distances[(house.faces != face) & (house.faces != NO_DIE)]
    if near > MARK_NEAR or len(others) == 0 or others.min() < near + MARK_APART:
        return None
    if _to_no_die(house, distances) <= near + NO_DIE_APART:
        return None
    return Vote(face, _star(house, distances, face), SURE)


def _comparable(house: HouseDice, signature: np.ndarray) -> bool:
    return len(house) > 0 and house.signatures.shape[1] == len(signature)


def _alike(house: HouseDice, signature: np.ndarray, colour: np.ndarray) -> tuple[HouseDice, np.ndarray]:
    """The dice of that colour and the things that were none, and how far each is from the signature."""
    rows = np.flatnonzero(house.of_the_make(colour) | (house.faces == NO_DIE))
    return house.of(rows), house.distances(signature[None])[0][rows]


def _to(house: HouseDice, distances: np.ndarray, face: int, several: int) -> float:
    """The mean distance to the nearest several dice of a face that are trusted."""
    rows = np.flatnonzero((house.faces == face) & (house.trusts > DOUBTED))
    return np.inf if len(rows) < several else float(np.sort(distances[rows])[:several].mean())


def _to_no_die(house: HouseDice, distances: np.ndarray) -> float:
    return float(distances[house.faces == NO_DIE].min(initial=FAR))


def _star(house: HouseDice, distances: np.ndarray, face: int) -> bool | None:
    """Whether the nearest dice of that face whose marks are known carry a star."""
    if face != 1:
        return False
    known = np.flatnonzero((house.faces == 1) & (house.stars >= 0))
    stars = house.stars[known[np.argsort(distances[known])][:SEVERAL]]
    return bool(stars[0]) if len(stars) and (stars == stars[0]).all() else None
