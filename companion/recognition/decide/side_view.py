"""Dice seen from the side: a flat camera sees front faces as plainly as others see upper ones.

Alone such a face looks like an upper one that is seen from above. But dice are turned at will, so their front
faces point elsewhere: together they agree on no table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.core.reading import Box, Doubt, ReadDie
from companion.recognition.classify.classifier import SurfaceNormals
from companion.recognition.context.camera_tilt import camera_tilt, flat_camera_misfit, from_the_middle
from companion.recognition.networks.config import EyeConfig


def doubt_side_faces(
    dice: Sequence[ReadDie],
    normals: SurfaceNormals,
    rows: Mapping[Box, int],
    size: tuple[int, int],
    config: EyeConfig,
) -> tuple[ReadDie, ...]:
    """The dice of a frame; none is told where their faces look like front faces.

    ``rows`` gives the row of the normals for a die's box; ``size`` is the frame's width and height. A few
    dice tell nothing.
    """
    likely = [die for die in dice if die.objectness >= config.surely_die]
    if len(likely) < config.cocked_least_dice:
        return tuple(dice)
    boxes = [die.box for die in likely]
    across = normals.of([rows[box] for box in boxes]).across
    off_deg = camera_tilt(from_the_middle(boxes, size), across).off_deg.mean()
    if off_deg < config.no_table_deg:
        return tuple(dice)
    told = sum(die.face is not None for die in likely)
    fronts = off_deg >= config.far_off_deg or told <= config.most_told * len(likely)
    fronts = fronts or flat_camera_misfit(across) < config.flat_misfit
    return seen_from_the_side(dice) if fronts else tuple(dice)


def seen_from_the_side(dice: Sequence[ReadDie]) -> tuple[ReadDie, ...]:
    """The dice with no face told: what shows may be their sides."""
    return tuple(_doubted(die) for die in dice)


def _doubted(die: ReadDie) -> ReadDie:
    if die.face is None and die.if_die is None:
        return die
    return replace(die, face=None, star=None, doubts=(*die.doubts, Doubt.SIDE_VIEW), if_die=None)
