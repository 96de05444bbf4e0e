"""Tables as rows of numbers: lamps, windows, the ground and flat prints."""

from __future__ import annotations

import numpy as np

from models.lessons.chance import Chance, any_colours, rgb
from models.lessons.columns import (
    BOUNCE,
    CLOTH,
    DOTS,
    FILL,
    FILL_RGB,
    GROUND,
    GROUND_COS,
    GROUND_GLOSS,
    GROUND_MUCH,
    GROUND_PICTURE,
    GROUND_RGB,
    GROUND_SCALE,
    GROUND_SECOND,
    GROUND_SEED,
    GROUND_SIN,
    GROUND_X,
    HARDNESS,
    KEY,
    KEY_RGB,
    MARKS_FROM,
    PANE_HALVES,
    PANE_RGB,
    PANES,
    PICTURE,
    PRINT_CODE,
    PRINT_COLUMNS,
    PRINT_CORNER,
    PRINT_COS,
    PRINT_HALF,
    PRINT_INK,
    PRINT_PAPER,
    PRINT_SIN,
    PRINT_SPREAD,
    PRINTED,
    PRINTS,
    SCENE_COLUMNS,
    SHINE,
    SKY,
    SPACES,
    WOOD,
    three,
)

GROUNDS = (0.2, 0.12, 0.1, 0.2, 0.05, 0.05, 0.06, 0.03, 0.19)
PATTERNS = (0.07, 0.04, 0.05, 0.11, 0.17, 0.1, 0.14, 0.02, 0.3)
"""Shares of grounds, in order; and where nothing lies in the middle."""
PITCH, IN_ITS_SPACE = (2.15, 3.8), 0.75
"""Distances of spaces; the share of dice that lie each in its space."""
UNDER, UNDER_AT_MOST = 0.1, 1.2
"""Share of things on a print, and distance from its middle."""
WOODEN = np.array([0.45, 0.25, 0.11])
CORNERS = (0.02, 0.2, 0.4, 1.0)
"""Radius of a print's corners over half its side."""
UNFRAMED = -0.51
"""Largest red of an ink without a frame."""


def any_tables(chance: Chance, bare: np.ndarray, pictures: int) -> np.ndarray:
    """Scenes (N, columns), without camera and prints; ``bare`` (N,) ones stay empty.

    ``pictures``: how many there are for grounds.
    """
    count = len(bare)
    scenes = np.zeros((count, SCENE_COLUMNS), np.float32)
    _light(chance, scenes)
    for pane in PANES:
        scenes[:, three(pane)] = _way(chance, count, 15, 89)
        scenes[:, pane + PANE_HALVES] = chance.by_size(count, 0.02, 0.8)
        scenes[:, pane + PANE_HALVES + 1] = chance.by_size(count, 0.02, 0.8)
        there = chance.hits(count, 0.65)
        bright = np.where(there, chance.by_size(count, 2, 70), 0)
        scenes[:, three(pane + PANE_RGB)] = bright[:, None] * chance.evenly((count, 3), 0.85, 1.1)
    scenes[:, SHINE] = chance.evenly(count, 0, 1.0)
    _lay_ground(chance, scenes, bare, pictures)
    return scenes


def _way(chance: Chance, count: int, lowest: float, highest: float) -> np.ndarray:
    """Unit ways (N, 3) up, in degrees above the table."""
    away, high = chance.angles(count), np.radians(chance.evenly(count, lowest, highest))
    return np.stack([np.cos(away) * np.cos(high), np.sin(away) * np.cos(high), np.sin(high)], 1)


def _light(chance: Chance, scenes: np.ndarray) -> None:
    count = len(scenes)
    scenes[:, three(KEY)] = _way(chance, count, 25, 88)
    tint = np.stack([chance.evenly(count, 0.9, 1.25), np.ones(count), chance.evenly(count, 0.6, 1.1)], 1)
    scenes[:, three(KEY_RGB)] = tint * chance.evenly(count, 0.15, 1.1)[:, None]
    scenes[:, HARDNESS] = chance.by_size(count, 1.5, 40)
    scenes[:, three(SKY)] = chance.evenly(count, 0.15, 0.7)[:, None] * chance.evenly((count, 3), 0.85, 1.1)
    scenes[:, three(BOUNCE)] = scenes[:, three(SKY)] * chance.evenly(count, 0.1, 0.6)[:, None]
    scenes[:, three(FILL)] = _way(chance, count, 10, 80)
    second = chance.hits(count, 0.5)
    strength = np.where(second, chance.evenly(count, 0, 0.5), 0)
    scenes[:, three(FILL_RGB)] = strength[:, None] * chance.evenly((count, 3), 0.8, 1.1)


def _lay_ground(chance: Chance, scenes: np.ndarray, bare: np.ndarray, pictures: int) -> None:
    count = len(scenes)
    kind = np.where(bare, chance.kinds(count, PATTERNS), chance.kinds(count, GROUNDS))
    scenes[:, GROUND] = kind
    scenes[:, three(GROUND_RGB)], scenes[:, three(GROUND_SECOND)] = _ground_colours(chance, kind)
    spread = chance.by_size(count, 0.08, 3.0)
    bounds = ((0.8, 12), (0.004, 0.12), (1 / PITCH[1], 1 / PITCH[0]), (0.25, 2.5))
    sizes = [chance.by_size(count, *each) for each in bounds]
    which = [kind == CLOTH, kind == PICTURE, kind == SPACES, kind >= DOTS]
    scenes[:, GROUND_SCALE] = np.select(which, sizes, spread)
    turn = chance.angles(count)
    scenes[:, GROUND_COS], scenes[:, GROUND_SIN] = np.cos(turn), np.sin(turn)
    scenes[:, GROUND_X : GROUND_X + 2] = chance.evenly((count, 2), 0, 50)
    scenes[:, GROUND_MUCH] = chance.evenly(count, 0, 1)
    scenes[:, GROUND_PICTURE] = chance.rng.integers(0, pictures, count)
    scenes[:, GROUND_SEED] = chance.rng.integers(0, 9999, count)
    glossy = chance.hits(count, 0.3)
    scenes[:, GROUND_GLOSS] = np.where(glossy, chance.evenly(count, 0.1, 1), 0)


def _ground_colours(chance: Chance, kind: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two colours (N, 3): any, browns of wood, and often greens and blues of cloth."""
    count = len(kind)
    hue, saturation = chance.rng.random(count), chance.evenly(count, 0, 1) ** 1.5
    first = rgb(np.stack([hue, saturation, chance.evenly(count, 0.02, 0.95)], 1)) ** 1.3
    wood = WOODEN * chance.by_size(count, 0.1, 1.9)[:, None] * chance.evenly((count, 3), 0.8, 1.2)
    bounds = ((0.28, 0.7), (0.5, 1), (0.05, 0.5))
    felt = rgb(np.stack([chance.evenly(count, *each) for each in bounds], 1))
    felted = np.isin(kind, (CLOTH, SPACES)) & chance.hits(count, 0.4)
    first = np.where((kind == WOOD)[:, None], wood, np.where(felted[:, None], felt, first))
    alike = chance.hits(count, 0.6)[:, None]
    second = first * chance.evenly(count, 0.3, 1.6)[:, None]
    second = np.where(alike, second, chance.rng.random((count, 3)) ** 2)
    pale = chance.evenly(count, 0.2, 0.9)[:, None] * chance.evenly((count, 3), 0.85, 1.0)
    pale_lines = (kind == SPACES) & chance.hits(count, 0.5)
    second = np.where(pale_lines[:, None], pale, second)
    return first, np.clip(second, 0, 0.95)


def lie_in_spaces(chance: Chance, scenes: np.ndarray, yaw: np.ndarray) -> np.ndarray:
    """Moves spaces under things turned by ``yaw`` (N,), in place; gives where (N,) that was done."""
    count = len(scenes)
    within = (scenes[:, GROUND] == SPACES) & chance.hits(count, IN_ITS_SPACE)
    turn = yaw + chance.rng.normal(0, 0.12, count)
    off = 0.5 + chance.rng.normal(0, 0.07, (count, 2)).clip(-0.2, 0.2)
    scenes[within, GROUND_COS], scenes[within, GROUND_SIN] = np.cos(turn[within]), np.sin(turn[within])
    scenes[within, GROUND_X : GROUND_X + 2] = np.floor(scenes[within, GROUND_X : GROUND_X + 2]) + off[within]
    return within


def lay_prints(
    chance: Chance,
    scenes: np.ndarray,
    in_the_middle: np.ndarray,
    share: float,
    glyphs: np.ndarray,
    stars: np.ndarray,
) -> None:
    """Lays flat prints of faces and signs about the middle, in place, and in it where (N,) wanted; some
    lie under things.
    """
    count = len(scenes)
    body, ink, _ = any_colours(chance, PRINTED * count)
    for which in range(PRINTED):
        first, some = PRINTS + PRINT_COLUMNS * which, slice(which * count, (which + 1) * count)
        here = np.zeros(count, bool) if which else in_the_middle
        under = ~here & chance.hits(count, UNDER) & (which == 0)
        there = here | under | chance.hits(count, share)
        away, turn = chance.angles(count), chance.angles(count)
        far = np.where(here, 0, chance.evenly(count, 2.3, 6))
        far = np.where(under, chance.evenly(count, 0, UNDER_AT_MOST), far)
        scenes[:, first], scenes[:, first + 1] = far * np.cos(away), far * np.sin(away)
        scenes[:, first + PRINT_COS], scenes[:, first + PRINT_SIN] = np.cos(turn), np.sin(turn)
        half = np.where(under, chance.by_size(count, 0.9, 2.6), chance.by_size(count, 0.6, 1.6))
        scenes[:, first + PRINT_HALF] = np.where(there, half, 0)
        scenes[:, first + PRINT_CODE] = _any_codes(chance, count, glyphs, stars)
        scenes[:, three(first + PRINT_INK)] = _framed_or_not(chance, ink[some])
        bare = chance.hits(count, 0.3)[:, None]
        scenes[:, three(first + PRINT_PAPER)] = np.where(bare, scenes[:, three(GROUND_RGB)], body[some])
        scenes[:, first + PRINT_CORNER] = chance.rng.choice(CORNERS, count)
        scenes[:, first + PRINT_SPREAD] = chance.evenly(count, 0.35, 0.6)


def _any_codes(chance: Chance, count: int, glyphs: np.ndarray, stars: np.ndarray) -> np.ndarray:
    """Pips, a star, a sign or nothing."""
    which = chance.kinds(count, (0.45, 0.2, 0.25, 0.1))
    pips = chance.rng.integers(1, 7, count)
    shown = [pips, *(MARKS_FROM + chance.rng.choice(marks, count) for marks in (stars, glyphs))]
    return np.select([which == k for k in range(3)], shown, 0)


def _framed_or_not(chance: Chance, ink: np.ndarray) -> np.ndarray:
    ink = ink + 1e-3
    red = ink[:, 0] * np.where(chance.hits(len(ink), 0.4), 1, -1)
    ink[:, 0] = np.where(red < 0, np.minimum(red, UNFRAMED), red)
    return ink
