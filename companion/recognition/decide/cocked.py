"""Cocked dice: their normals differ from those of the flat dice of the frame.

Alone a cocked die looks like a flat one seen from the side. But all flat dice have the same normal, apart
from the perspective; if the camera has not moved, so had the flat dice of earlier lifts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.reading import Box, Doubt, ReadDie
from companion.recognition.classify.surface_normals import SurfaceNormals
from companion.recognition.config import EyeConfig
from companion.recognition.context.camera_tilt import from_the_middle
from companion.recognition.decide.flat_dice import Deviation, FlatDiceHistory, FrameDice


def mark_cocked(
    dice: Sequence[ReadDie],
    normals: SurfaceNormals,
    rows: Mapping[Box, int],
    size: tuple[int, int],
    config: EyeConfig,
    history: FlatDiceHistory,
) -> tuple[tuple[ReadDie, ...], FrameDice | None]:
    """The dice of a frame, the cocked ones in doubt, and what the history may keep of them.

    ``rows`` gives the row of the normals for a die's box; ``size`` is the frame's width and height. Without a
    read die there is nothing to keep: ``None``.
    """
    read = [index for index, die in enumerate(dice) if die.face is not None]
    if not read:
        return tuple(dice), None
    boxes = [dice[index].box for index in read]
    known, places = normals.of([rows[box] for box in boxes]), from_the_middle(boxes, size)
    deviation = history.deviation(places, known.across)
    cocked = _are_cocked(deviation, np.degrees(known.spread), config)
    doubted = {read[index] for index in np.flatnonzero(cocked)}
    marked = tuple(_doubted(die) if index in doubted else die for index, die in enumerate(dice))
    return marked, FrameDice(boxes, places, known.across, ~cocked, deviation.moved)


def _are_cocked(deviation: Deviation, spread_deg: np.ndarray, config: EyeConfig) -> np.ndarray:
    """Which of N read dice are cocked, bool (N,); ``spread_deg`` (N,) is the uncertainty of each normal."""
    if deviation.known:
        times, least_deg = config.cocked_history_times, config.leaning - config.cocked_history_less_deg
    else:
        times, least_deg = config.cocked_frame_times, config.leaning
    degrees, enough = deviation.degrees, len(spread_deg) + deviation.kept >= config.cocked_least_dice
    cocked = (degrees >= least_deg) & (degrees >= config.cocked_spreads * spread_deg)
    return cocked & (degrees >= times * deviation.usual) & enough


def _doubted(die: ReadDie) -> ReadDie:
    return replace(die, face=None, star=None, doubts=(*die.doubts, Doubt.COCKED))
