"""Makes of dice: colours, pips, stars and surfaces."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.compose.paint import Colour, any_colour, hsv, luminance

LUMINANCE_APART = 60
"""Usual least luminance difference of mark and body (0-255)."""
COLOUR_APART = 45.0
"""Least Lab distance where the colour alone differs (red pips on black, on blue)."""
OUTERMOST = 0.9
"""The end of pips, in half edges from a face's middle."""
OTHER_MARKED = ((1,), (1, 4), (2, 5), (1, 2, 3), (4, 5, 6), (6,))
"""Faces that may have a second colour, as in many sets."""


@dataclass(frozen=True, slots=True)
class Make:
    """One kind of die; lengths in its half edges."""

    body: Colour
    mark: Colour
    one_mark: Colour
    other_marked: tuple[int, ...]
    rounding: float
    pip_radius: float
    pip_spread: tuple[float, float]
    one_scale: float
    starred: bool
    star_radius: float
    star_waist: float
    clear: bool
    marbling: float
    speckle: float
    gloss: float
    pip_ring: bool
    pattern: str = ""
    others: tuple[Colour, ...] = ()
    """The plastic's pattern and its other colours (``patterns``); usually none."""


def any_make(rng: np.random.Generator, starred: bool | None = None) -> Make:
    """Distinct colours, pips or stars of any usual size."""
    starred = bool(rng.random() < 0.3) if starred is None else starred
    body, mark = _colours(rng, starred)
    radius, spread = rng.uniform(0.1, 0.26), rng.uniform(0.42, 0.66)
    spread = min(spread, OUTERMOST - radius)
    second = rng.random() < 0.1 and not starred
    return Make(
        body=body,
        mark=mark,
        one_mark=mark_on(rng, body) if second else mark,
        other_marked=OTHER_MARKED[int(rng.integers(len(OTHER_MARKED)))],
        rounding=rng.uniform(0.04, 0.34),
        pip_radius=radius,
        pip_spread=(spread, min(spread * rng.uniform(0.85, 1.15), OUTERMOST - radius)),
        one_scale=rng.uniform(1.2, 1.9) if rng.random() < 0.15 else 1.0,
        starred=starred,
        star_radius=rng.uniform(0.38, 0.85),
        star_waist=rng.choice([0.382, 0.382, rng.uniform(0.34, 0.6)]),
        clear=bool(rng.random() < 0.12),
        marbling=rng.uniform(0.2, 0.9) if rng.random() < 0.25 else 0.0,
        speckle=rng.uniform(0.1, 0.6) if rng.random() < 0.08 else 0.0,
        gloss=rng.uniform(0, 1) if rng.random() < 0.65 else 0.0,
        pip_ring=bool(rng.random() < 0.1),
    )


def _colours(rng: np.random.Generator, starred: bool) -> tuple[Colour, Colour]:
    kind = rng.random()
    if starred and kind < 0.6:
        body = hsv(rng.uniform(0.11, 0.17), rng.uniform(0.5, 1.0), rng.uniform(0.75, 1.0))
    elif kind < 0.32:
        body = hsv(rng.uniform(0.08, 0.16), rng.uniform(0, 0.25), rng.uniform(0.8, 1.0))
    elif kind < 0.45:
        body = hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.04, 0.25))
    elif kind < 0.58:
        body = hsv(rng.uniform(0.96, 1.03), rng.uniform(0.7, 1), rng.uniform(0.35, 0.9))
    else:
        body = any_colour(rng)
    return body, mark_on(rng, body)


def mark_on(rng: np.random.Generator, body: Colour) -> Colour:
    """A colour that stands out from the body."""
    by_colour_alone = rng.random() < 0.15
    for _ in range(20):
        draw = rng.random()
        light, dark = hsv(0.1, rng.uniform(0, 0.2), rng.uniform(0.85, 1)), hsv(0, 0, rng.uniform(0, 0.15))
        mark = dark if draw < 0.45 else light if draw < 0.82 else any_colour(rng)
        if by_colour_alone:
            mark = hsv(rng.choice([0.0, 0.0, rng.random()]), rng.uniform(0.7, 1), rng.uniform(0.5, 1))
            if lab_distance(mark, body) > COLOUR_APART:
                return mark
        elif abs(luminance(mark) - luminance(body)) > LUMINANCE_APART:
            return mark
    return (10.0, 10.0, 10.0) if luminance(body) > 110 else (245.0, 245.0, 245.0)


def lab_distance(one: Colour, other: Colour) -> float:
    """Euclidean in CIE Lab (lightness 0-100)."""
    pair = np.array([[one, other]], np.float32) / 255
    lab = cv2.cvtColor(pair, cv2.COLOR_BGR2LAB)[0]
    return float(np.linalg.norm(lab[0] - lab[1]))
