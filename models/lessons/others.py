"""Other things as rows of numbers: beads, coins, buttons, dominoes, keys, pens, solids."""

from __future__ import annotations

import numpy as np

from models.lessons.chance import Chance, any_colours
from models.lessons.columns import (
    ACROSS,
    ALONG,
    BALL,
    BODY,
    BOTTOM,
    BOX,
    DISC,
    DOMINO,
    EIGHT,
    ELLIPSOID,
    FACES,
    FAR,
    GLOSS,
    GRAIN,
    HALVES,
    INK,
    KIND,
    MARBLE,
    MARK_SIZES,
    MARKS_FROM,
    ONE_INK,
    ONE_PIP,
    PIP,
    RIM,
    ROD,
    ROUND,
    SECOND,
    SEED,
    SIDES_SIZE,
    SIDES_SPIN,
    TEN,
    THING_COLUMNS,
    TOP,
    TURNS,
    TWELVE,
    TWENTY,
    three,
)
from models.lessons.dice import METAL_GLOSS, place, turns_of
from models.lessons.solids import NORMALS, STARTS

BEAD, COIN, BUTTON, TILE, PEN, D8, D12, D20, D10, KEY_CAP, BLOCK, CUP = range(12)
SHARES = (0.08, 0.14, 0.1, 0.1, 0.06, 0.08, 0.06, 0.06, 0.06, 0.08, 0.1, 0.08)
SOLIDS = ((D8, EIGHT), (D12, TWELVE), (D20, TWENTY), (D10, TEN))
CORNERS_FAR = {EIGHT: 1.75, TWELVE: 1.28, TWENTY: 1.28}
"""Distance of a solid's corners over that of its sides; others: ``FARTHEST``."""
FARTHEST = 1.9
SKIN = np.array([0.55, 0.3, 0.2])

DEEP, HIGH = HALVES + 1, HALVES + 2


def any_others(chance: Chance, count: int, glyphs: np.ndarray) -> np.ndarray:
    """Things (N, columns) on the table at the origin; ``glyphs``: numbers of their marks."""
    things = np.zeros((count, THING_COLUMNS), np.float32)
    kind = chance.kinds(count, SHARES)
    body, ink, _ = any_colours(chance, count)
    things[:, three(BODY)], things[:, three(INK)], things[:, three(ONE_INK)] = body, ink, ink
    things[:, three(SECOND)] = chance.rng.random((count, 3)) ** 2
    marbled = chance.hits(count, 0.2)
    things[:, MARBLE] = np.where(marbled, chance.evenly(count, 0.2, 1.0), 0)
    things[:, GRAIN], shiny = chance.by_size(count, 0.5, 5), chance.hits(count, 0.6)
    things[:, GLOSS] = np.where(shiny, chance.evenly(count, 0.2, 1), 0)
    things[:, SEED] = chance.rng.integers(0, 5000, count)
    things[:, SIDES_SIZE] = chance.evenly(count, 0.4, 0.9)[:, None]
    things[:, ALONG] = things[:, ACROSS] = chance.evenly(count, 0.35, 0.6)
    things[:, PIP] = things[:, ONE_PIP] = chance.evenly(count, 0.08, 0.2)
    size = chance.by_size(count, 0.5, 1.8)
    marked = chance.hits(count, 0.7)
    mark = np.where(marked, MARKS_FROM + chance.rng.choice(glyphs, count), 0)
    for which, shape in enumerate(SHAPES):
        here = np.flatnonzero(kind == which)
        if shape is not None:
            things[here] = shape(chance, things[here], size[here], mark[here])
    for which, solid in SOLIDS:
        here = np.flatnonzero(kind == which)
        things[here] = _solid(chance, things[here], size[here], solid, glyphs)
    _measure(things)
    _stand(chance, things)
    return things


def _bead(chance: Chance, things: np.ndarray, size: np.ndarray, mark: np.ndarray) -> np.ndarray:
    things[:, KIND] = ELLIPSOID
    things[:, three(HALVES)] = size[:, None] * chance.evenly((len(things), 3), 0.85, 1.1)
    return things


def _coin(chance: Chance, things: np.ndarray, size: np.ndarray, mark: np.ndarray) -> np.ndarray:
    count = len(things)
    things[:, KIND], things[:, HALVES], things[:, HIGH] = DISC, size, size * chance.evenly(count, 0.05, 0.35)
    things[:, ROUND], things[:, FACES] = things[:, HIGH] * 0.4, mark
    things[:, RIM] = chance.rng.choice([0, 0, 1, 2], count)
    things[:, GLOSS] = np.where(chance.hits(count, 0.3), METAL_GLOSS, things[:, GLOSS])
    return things


def _button(chance: Chance, things: np.ndarray, size: np.ndarray, mark: np.ndarray) -> np.ndarray:
    count = len(things)
    things[:, KIND], things[:, HALVES], things[:, HIGH] = DISC, size, size * chance.evenly(count, 0.12, 0.3)
    things[:, ROUND], things[:, BALL] = things[:, HIGH] * 0.5, chance.rng.choice([1, 2], count)
    return things


def _tile(chance: Chance, things: np.ndarray, size: np.ndarray, mark: np.ndarray) -> np.ndarray:
    """Flat boxes with a die's face or a mark, half of them dominoes."""
    count = len(things)
    things[:, KIND], things[:, HALVES], things[:, DEEP] = BOX, size, size
    things[:, HIGH] = size * chance.evenly(count, 0.08, 0.3)
    things[:, ROUND] = 0.6 * things[:, HIGH] * chance.evenly(count, 0.1, 1)
    pips = chance.hits(count, 0.5)
    things[:, FACES + TOP] = np.where(pips, chance.rng.integers(1, 7, count), mark)
    long = np.flatnonzero(chance.hits(count, 0.5))
    count = len(long)
    things[long, RIM], things[long, HALVES] = DOMINO, size[long] * chance.evenly(count, 0.5, 1.0)
    things[long, DEEP] = 2 * things[long, HALVES]
    things[long, HIGH] = things[long, HALVES] * chance.evenly(count, 0.15, 0.5)
    things[long, ROUND] = 0.6 * things[long, HIGH] * chance.evenly(count, 0.1, 1)
    things[long, FACES + TOP] = chance.rng.integers(0, 7, count)
    things[long, FACES + BOTTOM] = chance.rng.integers(0, 7, count)
    things[long, SIDES_SPIN] = 0
    return things


def _pen(chance: Chance, things: np.ndarray, size: np.ndarray, mark: np.ndarray) -> np.ndarray:
    count = len(things)
    things[:, KIND], things[:, DEEP] = ROD, chance.evenly(count, 0.25, 0.8)
    things[:, HALVES] = chance.evenly(count, 1.5, 8)
    finger = chance.hits(count, 0.4)[:, None]
    tone = SKIN * chance.by_size(count, 0.15, 1.4)[:, None]
    things[:, three(BODY)] = np.where(finger, tone, things[:, three(BODY)])
    return things


def _key_cap(chance: Chance, things: np.ndarray, size: np.ndarray, mark: np.ndarray) -> np.ndarray:
    count = len(things)
    things[:, KIND], things[:, HALVES], things[:, DEEP] = BOX, size, size * chance.evenly(count, 0.8, 1.3)
    things[:, HIGH] = size * chance.evenly(count, 0.15, 0.5)
    things[:, ROUND], things[:, FACES + TOP] = things[:, HIGH] * 0.5, mark
    return things


def _block(chance: Chance, things: np.ndarray, size: np.ndarray, mark: np.ndarray) -> np.ndarray:
    """Erasers, matchboxes, blocks unlike a die."""
    count = len(things)
    things[:, KIND], things[:, HALVES] = BOX, size
    things[:, DEEP], things[:, HIGH] = (
        size * chance.evenly(count, 1.35, 2.4),
        size * chance.evenly(count, 0.3, 1.2),
    )
    thinner = np.minimum(things[:, HALVES], things[:, HIGH])
    things[:, ROUND] = thinner * chance.evenly(count, 0.02, 0.5)
    things[:, FACES + TOP] = np.where(chance.hits(count, 0.3), mark, 0)
    return things


def _cup(chance: Chance, things: np.ndarray, size: np.ndarray, mark: np.ndarray) -> np.ndarray:
    """Cups, glasses and candles."""
    count = len(things)
    things[:, KIND] = DISC
    things[:, HALVES], things[:, HIGH] = chance.evenly(count, 2, 6), chance.evenly(count, 1, 7)
    things[:, ROUND] = 0.2
    return things


SHAPES = (_bead, _coin, _button, _tile, _pen, None, None, None, None, _key_cap, _block, _cup)


def _solid(
    chance: Chance, things: np.ndarray, size: np.ndarray, solid: int, glyphs: np.ndarray
) -> np.ndarray:
    """Eight, ten, twelve or twenty sides."""
    count = len(things)
    things[:, KIND], things[:, HALVES] = solid, size * 0.8
    things[:, FACES] = MARKS_FROM + chance.rng.choice(glyphs, count)
    things[:, MARK_SIZES] = chance.evenly(count, 0.25, 0.55) * (1.0 if solid < TWENTY else 0.6)
    return things


def _measure(things: np.ndarray) -> None:
    """Sets the farthest point's distance from the middle, in place."""
    kind = things[:, KIND]
    things[:, DEEP] = np.where(kind == DISC, things[:, HALVES], things[:, DEEP])
    far = np.linalg.norm(things[:, three(HALVES)], axis=1)
    corners = np.select([kind == each for each in CORNERS_FAR], list(CORNERS_FAR.values()), FARTHEST)
    far = np.where(kind >= EIGHT, things[:, HALVES] * corners, far)
    things[:, FAR] = np.where(kind == ROD, things[:, HALVES] + things[:, DEEP], far)


def _stand(chance: Chance, things: np.ndarray) -> None:
    """Puts things on the table at any turn, in place; many-sided solids lie on a side."""
    solid = things[:, KIND] >= EIGHT
    high = np.select([things[:, KIND] == ROD, solid], [things[:, DEEP], things[:, HALVES]], things[:, HIGH])
    place(things, 0, 0, high, chance.angles(len(things)))
    which = np.flatnonzero(solid)
    side = NORMALS[STARTS[things[which, KIND].astype(int) - EIGHT]]
    things[which, TURNS] = (turns_of(things[which]) @ _onto_down(side)).reshape(-1, 9)


def _onto_down(ways: np.ndarray) -> np.ndarray:
    """Rotations (N, 3, 3) of unit ways (N, 3) onto (0, 0, -1)."""
    down = np.tile([0.0, 0.0, -1.0], (len(ways), 1))
    axis, cosine = np.cross(ways, down), (ways * down).sum(1)
    cross = np.zeros((len(ways), 3, 3))
    cross[:, 0, 1], cross[:, 0, 2], cross[:, 1, 2] = -axis[:, 2], axis[:, 1], -axis[:, 0]
    cross -= cross.transpose(0, 2, 1)
    return np.eye(3) + cross + cross @ cross / np.maximum(1 + cosine, 1e-6)[:, None, None]
