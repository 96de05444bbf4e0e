"""Who sits at the simulated table: skin of every shade, bare arms and sleeves of every colour."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

Colour = tuple[float, float, float]
"""Blue, green, red, 0-255."""
SKINS: tuple[Colour, ...] = (
    (172, 198, 238),
    (128, 162, 215),
    (88, 122, 178),
    (58, 82, 130),
    (38, 52, 84),
)
"""From light to dark; a person's skin lies anywhere between two neighbours [choice]."""
SKIN_VARIES = 0.05
"""How far a channel strays from it, as a share [choice]."""
SHORT_CUFF, LONG_CUFF = (9.0, 13.0), (3.4, 5.2)
"""Where a rolled sleeve and a long one end, in die sides behind the palm."""
HAND_SIZES = 0.78, 1.0
"""Size of a hand in that of a large one: 165 to 210 mm from wrist to fingertip [choice]."""


@dataclass(frozen=True, slots=True)
class Person:
    """How somebody's arm looks. ``cuff_y`` is ``None`` for a bare arm; ``stripe`` for a plain sleeve.

    ``stripe_sides`` is the width of a stripe in die sides.
    """

    skin: Colour
    size: float
    left_handed: bool
    cuff_y: float | None
    sleeve: Colour
    stripe: Colour | None
    stripe_sides: float
    loose: float


def person_by_chance(rng: np.random.Generator, surroundings: tuple[Colour, ...]) -> Person:
    """Somebody; ``surroundings`` are colours of the table and the cups that a sleeve may have too."""
    bare, rolled = rng.random() < 0.25, rng.random() < 0.3
    return Person(
        skin_by_chance(rng),
        float(rng.uniform(*HAND_SIZES)),
        bool(rng.random() < 0.15),
        None if bare else float(rng.uniform(*(SHORT_CUFF if rolled else LONG_CUFF))),
        _cloth(rng, surroundings),
        _any_colour(rng) if rng.random() < 0.2 else None,
        float(rng.uniform(0.3, 1.2)),
        float(rng.uniform(0.3, 0.9)),
    )


def skin_by_chance(rng: np.random.Generator) -> Colour:
    """A skin between the lightest and the darkest, a little more red or yellow."""
    at = rng.uniform(0, len(SKINS) - 1)
    shades = np.array(SKINS, np.float32)
    between = [np.interp(at, np.arange(len(SKINS)), shades[:, channel]) for channel in range(3)]
    varied = np.array(between) * (1 + rng.uniform(-SKIN_VARIES, SKIN_VARIES, 3))
    return tuple(np.clip(varied, 0, 255).tolist())


def _cloth(rng: np.random.Generator, surroundings: tuple[Colour, ...]) -> Colour:
    if surroundings and rng.random() < 0.25:
        return surroundings[int(rng.integers(len(surroundings)))]
    return _any_colour(rng)


def _any_colour(rng: np.random.Generator) -> Colour:
    """Clothes are often grey, dark or pale, sometimes bright."""
    hue, grey, bright = rng.integers(0, 180), rng.uniform(0, 1) ** 1.5, rng.uniform(35, 235)
    pixel = np.array([[[hue, round(200 * grey), round(bright)]]], np.uint8)
    blue, green, red = (float(each) for each in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red
