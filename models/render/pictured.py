"""Pictures of dice, printed flat: on the spaces of a bidding board, on a rule sheet, on a card."""

from __future__ import annotations

import cv2
import numpy as np

from models.render.printing import DOTS_PER_MM, PIP_PLACES, blank, ink_of, star, suit_mark
from models.render.surface import Colour, varied

PAPERS = (
    *((0.95, 0.9, 0.75), (0.96, 0.8, 0.2), (0.9, 0.9, 0.9)),
    *((0.5, 0.75, 0.9), (0.6, 0.1, 0.1), (0.1, 0.2, 0.4)),
)
PLAIN_CHANCE, EMPTY_CHANCE = 0.6, 0.15
"""Of dice drawn black on white, or white on black; and of a space with something else on it."""


def pictured_dice(rng: np.random.Generator) -> np.ndarray:
    """A sheet with rows of drawn dice, each on a space of its own; some spaces bear a star or a suit."""
    paper = varied(PAPERS[int(rng.integers(len(PAPERS)))], rng, 0.15)
    across, down = int(rng.integers(1, 7)), int(rng.integers(1, 4))
    space = rng.uniform(13, 30)
    sheet = blank(across * space, down * space, paper)
    light = (0.97, 0.97, 0.97) if rng.random() < PLAIN_CHANCE else varied((0.5, 0.5, 0.5), rng, 0.5)
    dark = (0.05, 0.05, 0.06) if sum(light) > 1.2 else (0.97, 0.96, 0.93)
    body, pips = (light, dark) if rng.random() < 0.8 else (dark, light)
    side, rounding, ringed = rng.uniform(0.45, 0.85), rng.uniform(0, 0.3), rng.random() < 0.6
    lines = (rng.uniform(0.3, 1.2) * DOTS_PER_MM, varied((0.3, 0.3, 0.3), rng, 0.3))
    pip = rng.uniform(0.06, 0.12)
    for row in range(down):
        for column in range(across):
            pitch = space * DOTS_PER_MM
            middle = np.array([(column + 0.5) * pitch, (row + 0.5) * pitch])
            if rng.random() < 0.8:
                corner = (middle - pitch / 2).astype(int)
                end = (middle + pitch / 2).astype(int)
                cv2.rectangle(sheet, corner.tolist(), end.tolist(), ink_of(lines[1]), max(1, round(lines[0])))
            if rng.random() < EMPTY_CHANCE:
                _other(rng, sheet, middle, 0.3 * pitch)
                continue
            turn = rng.normal(0, 0.1) if rng.random() < 0.8 else rng.uniform(0, 6.3)
            size = side * pitch
            if ringed:
                _die_body(sheet, middle, size * 1.06, rounding, turn, pips)
            _die_body(sheet, middle, size, rounding, turn, body)
            _pips(sheet, middle, size, int(rng.integers(1, 7)), turn, pip, pips)
    return sheet


def outlined_dice(rng: np.random.Generator) -> np.ndarray:
    """Drawn dice as lines: a square with round corners and its pips, in one ink, right on the paper."""
    paper = varied(PAPERS[int(rng.integers(len(PAPERS)))], rng, 0.3)
    ink = (0.05, 0.05, 0.06) if sum(paper) > 1.2 else (0.97, 0.96, 0.93)
    ink = ink if rng.random() < 0.4 else varied((0.5, 0.5, 0.5), rng, 0.5)
    across, down = int(rng.integers(1, 4)), int(rng.integers(1, 3))
    space, turn = rng.uniform(18, 70), rng.normal(0, 0.15)
    side, rounding = rng.uniform(0.35, 0.8) * space * DOTS_PER_MM, rng.uniform(0.05, 0.3)
    line, pip = rng.uniform(0.02, 0.07), rng.uniform(0.06, 0.12)
    sheet = blank(across * space, down * space, paper)
    for row in range(down):
        for column in range(across):
            middle = (np.array([column, row]) + 0.5) * space * DOTS_PER_MM
            _die_body(sheet, middle, side, rounding, turn, ink)
            _die_body(sheet, middle, side * (1 - 2 * line), rounding * (1 - line), turn, paper)
            _pips(sheet, middle, side, int(rng.integers(1, 7)), turn, pip, ink)
    return sheet


def _other(rng: np.random.Generator, sheet: np.ndarray, middle: np.ndarray, radius: float) -> None:
    at = (float(middle[0]), float(middle[1]))
    if rng.random() < 0.5:
        star(sheet, at, radius, varied((0.5, 0.5, 0.5), rng, 0.5))
    else:
        suit_mark(sheet, at, radius, int(rng.integers(4)))


def _die_body(
    sheet: np.ndarray, middle: np.ndarray, side: float, rounding: float, turn: float, colour: Colour
) -> None:
    """A square with round corners: four discs and what lies between them."""
    radius = rounding * side
    inner = side / 2 - radius
    corners = np.array([(-inner, -inner), (inner, -inner), (inner, inner), (-inner, inner)]) @ _turned(turn)
    hull = np.concatenate([_ring(radius) + corner for corner in corners]) if radius > 1 else corners
    outline = cv2.convexHull((hull + middle).astype(np.float32))
    cv2.fillConvexPoly(sheet, np.round(outline * 16).astype(np.int32), ink_of(colour), cv2.LINE_AA, 4)


def _pips(
    sheet: np.ndarray, middle: np.ndarray, side: float, face: int, turn: float, pip: float, colour: Colour
) -> None:
    for place in PIP_PLACES[face]:
        spot = np.array([place % 3 - 1, place // 3 - 1]) * 0.27 * side @ _turned(turn) + middle
        centre = np.round(spot * 16).astype(int).tolist()
        cv2.circle(sheet, centre, round(pip * side * 16), ink_of(colour), -1, cv2.LINE_AA, 4)


def _turned(turn: float) -> np.ndarray:
    return np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])


def _ring(radius: float) -> np.ndarray:
    angles = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    return radius * np.stack([np.cos(angles), np.sin(angles)], 1)
