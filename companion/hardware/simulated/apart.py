"""Frames with separate dice on the table top and nothing else, to time readings on."""

from __future__ import annotations

import numpy as np

from companion.calibration.seating import Size, die_side_px
from companion.frame import Frame
from companion.hardware.simulated.laying import Laid
from companion.hardware.simulated.painting import far_first, lay
from companion.hardware.simulated.shaking import chance, rolled
from companion.hardware.simulated.sprites import DIE_SIDE_MM, DiceKind, SpriteSet
from companion.hardware.simulated.surfaces import table_top

ASTRAY = 0.2
"""How far a die lies from the middle of its cell, at most, in cells [choice]."""
KINDS = (DiceKind.STARS, DiceKind.PLAIN)


def dice_apart(dice: int, size: Size, seed: int = 1) -> Frame:
    """A frame with this many dice, with stars and with pips in turn; the same for the same seed.

    Raises ``SpritesMissing`` when the dice's pictures are missing or broken.
    """
    sprites, rng = SpriteSet.load(), chance(seed, dice)
    rendered = sprites.table_top(size)
    scene = table_top(size, rng, None) if rendered is None else rendered
    for die in far_first(_laid(sprites, size, rolled(rng, dice), rng)):
        lay(scene, sprites.picture(die.rendered, die_side_px(size) / DIE_SIDE_MM), die)
    return Frame(scene, 0)


def _laid(
    sprites: SpriteSet, size: Size, faces: tuple[int, ...], rng: np.random.Generator
) -> tuple[Laid, ...]:
    """Dice with these faces, one a cell, so that none touch, at any turn."""
    width, height = size
    columns = int(np.ceil(np.sqrt(len(faces) * width / height)))
    rows = int(np.ceil(len(faces) / columns))
    laid = []
    for index, face in enumerate(faces):
        row, column = divmod(index, columns)
        across, down = np.array((column, row)) + 0.5 + rng.uniform(-ASTRAY, ASTRAY, 2)
        turns = sprites.dice(KINDS[index % len(KINDS)].value, face)
        sprite = turns[int(rng.integers(len(turns)))]
        x, y = float(across * width / columns), float(down * height / rows)
        laid.append(Laid(sprite, x, y, float(rng.uniform(0, 360)), face=face))
    return tuple(laid)
