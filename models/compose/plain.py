"""Dice as plainly as they can show: from straight above in even light, a square with its pips.

A drawn die on a board looks no otherwise. Whether it is one is for other readers to say: what these teach is
that a crop alone is no reason to call it none.
"""

from __future__ import annotations

import cv2
import numpy as np

from models.compose.make import Make, any_make
from models.compose.sketch import marks_of
from models.compose.sprite import STAR, Sprite, trimmed

CANVAS_PX, HALF_EDGE_PX = 160, 48.0
FINER = 16
"""Outlines are drawn to a sixteenth of a pixel."""
ROUNDED = (0.0, 0.35)
"""How round the corners are, as a share of half an edge."""
EDGED_SHARE, SHADED_SHARE = 0.25, 0.4


def plain_die(rng: np.random.Generator, top: int, make: Make | None = None, turned: bool = True) -> Sprite:
    """A die of that make, or any, with face ``top`` up; turned as chance will, or square to the picture."""
    make = make or any_make(rng)
    canvas = np.zeros((CANVAS_PX, CANVAS_PX, 4), np.uint8)
    inner = 1 - rng.uniform(*ROUNDED)
    corners = np.array([(-inner, -inner), (inner, -inner), (inner, inner), (-inner, inner)])
    turn = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    rim = (1 - inner) * np.stack([np.cos(turn), np.sin(turn)], 1)
    hull = cv2.convexHull((corners[:, None] + rim).reshape(-1, 2).astype(np.float32))[:, 0]
    _fill(canvas, hull, (*make.body, 255))
    if rng.random() < EDGED_SHARE:
        line = (*(0.6 * np.asarray(make.body)), 255)
        thick = max(1, round(0.05 * HALF_EDGE_PX))
        cv2.polylines(canvas, [_points(hull)], True, line, thick, cv2.LINE_AA, 4)
    for outline, colour in marks_of(rng, make, top):
        _fill(canvas, outline, (*colour, 255))
    if rng.random() < SHADED_SHARE:
        ramp = np.linspace(*rng.uniform(0.8, 1.1, 2), CANVAS_PX)[:, None]
        canvas[..., :3] = (canvas[..., :3] * ramp[..., None]).clip(0, 255)
    label = STAR if top == 1 and make.starred else top
    spun = _spun(canvas, rng.uniform(0, 360)) if turned else canvas
    return Sprite(trimmed(spun), label, lean=(0.0, 0.0))


def _points(outline: np.ndarray) -> np.ndarray:
    return np.round((outline * HALF_EDGE_PX + CANVAS_PX / 2) * FINER).astype(np.int32)


def _fill(canvas: np.ndarray, outline: np.ndarray, colour: tuple) -> None:
    cv2.fillPoly(canvas, [_points(outline)], colour, cv2.LINE_AA, 4)


def _spun(canvas: np.ndarray, degrees: float) -> np.ndarray:
    middle = (CANVAS_PX / 2 - 0.5, CANVAS_PX / 2 - 0.5)
    matrix = cv2.getRotationMatrix2D(middle, degrees, 1.0)
    return cv2.warpAffine(canvas, matrix, (CANVAS_PX, CANVAS_PX))
