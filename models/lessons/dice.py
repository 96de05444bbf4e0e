"""Dice as rows of numbers: shape, material, place and faces."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.recognition.classify.classifier import MARK, STAR
from models.lessons.chance import LUMINANCE, Chance, any_colours
from models.lessons.columns import (
    ACROSS,
    ALONG,
    BALL,
    BODY,
    BOX,
    CLEAR,
    DISH,
    FACES,
    FAR,
    GLOSS,
    GRAIN,
    HALVES,
    INK,
    KIND,
    MARBLE,
    MARKS_FROM,
    MIDDLE,
    ONE_INK,
    ONE_PIP,
    PIP,
    RIM,
    ROUND,
    SECOND,
    SEED,
    SIDES_SHOW,
    SIDES_SIZE,
    SIDES_SPIN,
    THING_COLUMNS,
    TOP,
    TURNS,
    three,
)

FANCY = 0.2
"""Default share of dice of marble, grain, clear plastic or metal."""
MARBLED, SPLIT, SEE_THROUGH, METAL = range(4)
METAL_GLOSS = 1.2
NARROW = (0.8, 0.1, 0.1)
"""Shares of dice with pips in any rectangle, and in a narrow one either way."""
TWO_TONED = 0.25
"""Share of black and white among marbled dice."""
SINKS = 0.73
"""A tipped die with round corners stands this much of their radius lower than one with sharp ones."""
CORNERS_FAR = 1.75


def any_dice(chance: Chance, count: int, fancy: float = FANCY) -> np.ndarray:
    """Dice (N, columns) at the origin, without faces."""
    dice = np.zeros((count, THING_COLUMNS), np.float32)
    dice[:, KIND] = BOX
    dice[:, three(HALVES)] = 1
    sharp = chance.hits(count, 0.25)
    dice[:, ROUND] = np.where(sharp, chance.evenly(count, 0.01, 0.08), chance.evenly(count, 0.08, 0.42))
    ball = chance.hits(count, 0.35)
    dice[:, BALL] = np.where(ball, chance.evenly(count, 1.28, 1.6), 0)
    dice[:, FAR] = CORNERS_FAR
    body, ink, one = any_colours(chance, count)
    dice[:, three(BODY)], dice[:, three(INK)], dice[:, three(ONE_INK)] = body, ink, one
    _make_of_stuff(chance, dice, body, fancy)
    _lay_out_pips(chance, dice)
    return dice


def _make_of_stuff(chance: Chance, dice: np.ndarray, body: np.ndarray, fancy: float) -> None:
    count = len(dice)
    special, style = chance.hits(count, fancy), chance.rng.choice(4, count)
    darker = chance.hits(count, 0.5)[:, None]
    second = body * chance.evenly(count, 0.3, 0.8)[:, None]
    dice[:, three(SECOND)] = np.where(darker, second, chance.rng.random((count, 3)) ** 2 * 0.7)
    opposite = np.where(body @ LUMINANCE > 0.3, 0.02, 0.75)[:, None] * np.ones(3)
    dice[:, three(SECOND)] = np.where(
        chance.hits(count, TWO_TONED)[:, None], opposite, dice[:, three(SECOND)]
    )
    marbled, split = chance.evenly(count, 0.2, 1.0), chance.rng.choice([0.5, 2.0], count)
    mixed = special & (style <= SPLIT)
    mix = np.where(style == MARBLED, marbled, split)
    dice[:, MARBLE] = np.where(mixed, mix, chance.evenly(count, 0, 0.04))
    dice[:, GRAIN] = chance.by_size(count, 0.5, 5)
    dice[:, CLEAR] = np.where(special & (style == SEE_THROUGH), chance.evenly(count, 0.3, 0.9), 0)
    shiny = chance.hits(count, 0.65)
    dice[:, GLOSS] = np.where(shiny, chance.evenly(count, 0.2, 1.0), chance.evenly(count, 0, 0.15))
    metal = special & (style == METAL) & chance.hits(count, 0.5)
    dice[:, GLOSS] = np.where(metal, METAL_GLOSS, dice[:, GLOSS])
    dished = chance.hits(count, 0.75)
    dice[:, DISH] = np.where(dished, chance.evenly(count, 0.1, 0.9), 0)


def _lay_out_pips(chance: Chance, dice: np.ndarray) -> None:
    """Pips of any size and spacing, none over the edge; large ones of a five or six may touch."""
    count = len(dice)
    radius = chance.evenly(count, 0.08, 0.25)
    most, least = np.minimum(0.9 - radius, 0.75), np.maximum(1.1 * radius, 0.26)
    dice[:, ALONG] = chance.evenly(count, least, most)
    square = chance.hits(count, 0.5)
    dice[:, ACROSS] = np.where(square, dice[:, ALONG], chance.evenly(count, least, most))
    near, narrow = chance.evenly(count, least, np.minimum(1.3 * least, most)), chance.kinds(count, NARROW)
    dice[:, ALONG] = np.where(narrow == 1, near, dice[:, ALONG])
    dice[:, ACROSS] = np.where(narrow == 2, near, dice[:, ACROSS])
    dice[:, PIP] = radius
    large = chance.hits(count, 0.25)
    dice[:, ONE_PIP] = np.minimum(radius * np.where(large, chance.evenly(count, 1.2, 2.4), 1.0), 0.5)
    ringed = chance.hits(count, 0.06)
    dice[:, RIM] = np.where(ringed, chance.rng.choice([1, 2], count), 0)
    dice[:, SEED] = chance.rng.integers(0, 5000, count)
    dice[:, SIDES_SIZE] = 0.5


def _neighbours() -> tuple[np.ndarray, np.ndarray]:
    """Possible faces of the next side: (6, 4) by the upper one, (6, 6, 2) by two."""
    one, two = np.zeros((6, 4), int), np.zeros((6, 6, 2), int)
    for up in range(1, 7):
        one[up - 1] = [face for face in range(1, 7) if face not in (up, 7 - up)]
        for aside in range(1, 7):
            left = [face for face in one[up - 1] if face not in (aside, 7 - aside)]
            two[up - 1, aside - 1] = left[:2]
    return one, two


ASIDE, AHEAD_OF_BOTH = _neighbours()


def number(chance: Chance, dice: np.ndarray, up: np.ndarray) -> None:
    """Sets faces in place: ``up`` (N,) 1-6 above, opposite faces make seven."""
    count = len(dice)
    x = ASIDE[up - 1, chance.rng.integers(0, 4, count)]
    y = AHEAD_OF_BOTH[up - 1, x - 1, chance.rng.integers(0, 2, count)]
    dice[:, SIDES_SHOW] = np.stack([x, 7 - x, y, 7 - y, up, 7 - up], 1)
    dice[:, SIDES_SPIN] = chance.rng.integers(0, 4, (count, 6))


def place(
    things: np.ndarray, x: np.ndarray | float, y: np.ndarray | float, z: np.ndarray | float, yaw: np.ndarray
) -> None:
    """Places things upright at (x, y, z), in place; ``yaw`` in radians."""
    things[:, MIDDLE], things[:, MIDDLE + 1], things[:, MIDDLE + 2] = x, y, z
    cosine, sine, none, all_of_it = np.cos(yaw), np.sin(yaw), np.zeros_like(yaw), np.ones_like(yaw)
    rows = (cosine, -sine, none, sine, cosine, none, none, none, all_of_it)
    things[:, TURNS] = np.stack(rows, 1)


def turns_of(things: np.ndarray) -> np.ndarray:
    return things[:, TURNS].reshape(-1, 3, 3)


def tip(things: np.ndarray, degrees: np.ndarray, way: np.ndarray) -> None:
    """Tips dice about a level axis, in place; they then stand on their lowest corner."""
    angle, x, y = np.radians(degrees), np.cos(way), np.sin(way)
    cosine, sine, back = np.cos(angle), np.sin(angle), 1 - np.cos(angle)
    rows = (
        (cosine + x * x * back, x * y * back, y * sine),
        (x * y * back, cosine + y * y * back, -x * sine),
        (-y * sine, x * sine, cosine),
    )
    turn = np.stack([np.stack(row, 1) for row in rows], 1) @ turns_of(things)
    things[:, TURNS] = turn.reshape(-1, 9)
    things[:, MIDDLE + 2] = np.abs(turn[:, 2, :]).sum(1) - SINKS * things[:, ROUND]


USUALLY_ONE = 0.85
"""Share of stars in the place of the one, else of the six."""
SMALL, LARGE = (0.18, 0.4), (0.4, 0.95)
"""Half sizes of stars and marks, in half edges."""
SMALL_SHARE, EVERY_SIDE, BLANK = 0.3, 0.3, 0.06
"""Shares: small marks, dice with a mark on every side, and empty upper faces."""


@dataclass(frozen=True, slots=True, eq=False)
class Stars:
    """The stars of N dice: ``there``, code, and face."""

    there: np.ndarray
    code: np.ndarray
    instead_of: np.ndarray

    def put_on(self, dice: np.ndarray, which: np.ndarray) -> None:
        shown = dice[:, SIDES_SHOW]
        starred = (which & self.there)[:, None] & (shown == self.instead_of[:, None])
        dice[:, SIDES_SHOW] = np.where(starred, self.code[:, None], shown)


def put_faces(
    chance: Chance,
    dice: np.ndarray,
    always_starred: np.ndarray,
    maybe_starred: tuple[np.ndarray, np.ndarray],
    marked: np.ndarray,
    glyphs: np.ndarray,
    stars: np.ndarray,
) -> tuple[np.ndarray, Stars]:
    """Give dice their faces, in place; the labels (N,) of the upper ones, and the stars.

    Stars are on those ``always_starred`` and on some of both ``maybe_starred``, marks on those ``marked``.
    """  # fmt: skip
    count = len(dice)
    value = chance.rng.integers(1, 7, count)
    often, seldom = maybe_starred
    starred = always_starred | (often & chance.hits(count, 0.12)) | (seldom & chance.hits(count, 0.06))
    value = np.where(always_starred & chance.hits(count, USUALLY_ONE), 1, value)
    value = np.where(marked & chance.hits(count, 0.8), 1, value)
    number(chance, dice, value)
    any_place = np.where(chance.hits(count, USUALLY_ONE), 1, 6)
    upper_if_it_can = np.where(value == 6, 6, 1)
    place = np.where(always_starred, upper_if_it_can, any_place)
    put = Stars(starred, MARKS_FROM + chance.rng.choice(stars, count), place)
    small = chance.hits(count, SMALL_SHARE)
    size = np.where(small, chance.evenly(count, *SMALL), chance.evenly(count, *LARGE))
    glyph = MARKS_FROM + chance.rng.choice(glyphs, count)
    put.put_on(dice, np.ones(count, bool))
    _put_marks(chance, dice, marked, value, glyph, glyphs)
    sized = (starred | marked)[:, None]
    dice[:, SIDES_SIZE] = np.where(sized, size[:, None], dice[:, SIDES_SIZE])
    star_up = starred & (dice[:, FACES + TOP] == put.code)
    return np.where(marked, MARK, np.where(star_up, STAR, value - 1)), put


def _put_marks(
    chance: Chance,
    dice: np.ndarray,
    marked: np.ndarray,
    value: np.ndarray,
    glyph: np.ndarray,
    glyphs: np.ndarray,
) -> None:
    """Sets marks in place: on upper faces, at times on all sides, or nothing."""
    count = len(dice)
    every = marked & chance.hits(count, EVERY_SIDE)
    up = np.zeros((count, 6), bool)
    up[:, TOP] = True
    shown = dice[:, SIDES_SHOW]
    here = marked[:, None] & (up | (shown == value[:, None]))
    shown = np.where(here, glyph[:, None], shown)
    anyhow = MARKS_FROM + chance.rng.choice(glyphs, (count, 6))
    shown = np.where(every[:, None] & ~up, anyhow, shown)
    blank = marked & chance.hits(count, BLANK)
    dice[:, SIDES_SHOW] = np.where(blank[:, None] & up, 0, shown)
