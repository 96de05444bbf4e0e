"""Cocked dice: their normals differ from those of the frame's flat dice.

Alone, a cocked die looks like a flat one from the side. But flat dice all have the same normal, apart from
the perspective, and so had those of earlier lifts unless the camera moved.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median_low

import numpy as np

from companion.core.reading import Box, Doubt, PhotoReading, ReadDie
from companion.recognition.classify.classifier import Predictions, SurfaceNormals
from companion.recognition.context.camera_tilt import (
    AGREE_DEG,
    FITTED,
    camera_tilt,
    flat_camera_misfit,
    from_the_middle,
)
from companion.recognition.detect.nms import shared_areas
from companion.recognition.networks.arithmetic import LEAST_PROBABILITY, median_of
from companion.recognition.networks.config import EyeConfig

KEPT = 60
"""Dice in the history: those of three to six lifts. Chosen."""
SAME_PLACE = 0.005
"""A die nearer than this to one in the history, in longer sides of the frame, is the same die. Chosen."""
MOVED_DEG, BUMPED_DEG = 14.0, 7.0
"""If half of a frame's dice deviate by this much, and agree twice as well among themselves, the camera
moved; the dice are flat. The first is for two or three dice, the second for more. Chosen."""
ENOUGH = 4
"""From this many dice of a frame on ``BUMPED_DEG`` counts, and from this many of the history on it tells how
flat dice lie."""
BEFORE = 0.25
"""Of its length: what lies lower than a die by this much, and whose box meets its own, hides its front. Of
22,907 dice on drawn tables and photographs 33 more are right than without hidden fronts, 1 more is wrong; of
360 cocked ones (seeds 731 to 790) 281 in place of 280 are told, and 29 in place of 23 where the camera
remembers [choice]."""
EXCUSED_DEG = 4.0
"""On 120 simulated tables (seeds 731 to 850) 72 of 720 cocked dice are told without it, 45 with it, 33 with
0. Of 489 plain dice at known tables 5, 6 and 9 are taken for cocked."""
SEEMS = 0.5
"""A die that looks cocked to the classifier is so from this part of another one's deviation on. Chosen: of
360 cocked dice on 60 simulated tables (seeds 731 to 790), where the camera remembers, 24 are told as before;
without its word 26. Of 993 plain dice (seed 12601) 5 fewer flat ones are doubted."""


@dataclass(frozen=True, slots=True, eq=False)
class Deviation:
    """Angles (N,) between the normals of N dice and of flat dice, and their uncertainty without the dice's
    own. ``known``: earlier lifts tell how flat dice lie; ``moved``: they took no part, for the camera moved.
    """

    degrees: np.ndarray
    uncertain_deg: float
    known: bool = False
    moved: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class FrameDice:
    """Places (N, 2), normals (N, 2), and which lie flat (N,)."""

    boxes: Sequence[Box]
    places: np.ndarray
    across: np.ndarray
    flat: np.ndarray
    moved: bool


def _none() -> np.ndarray:
    return np.zeros((0, 2))


@dataclass(frozen=True, slots=True, eq=False)
class FlatDiceHistory:
    """Places (K, 2) and normals (K, 2) of earlier lifts, as in ``camera_tilt``."""

    places: np.ndarray = field(default_factory=_none)
    across: np.ndarray = field(default_factory=_none)

    def __len__(self) -> int:
        return len(self.places)

    def deviation(self, places: np.ndarray, across: np.ndarray) -> Deviation:
        """The dice's deviation from each other and from the history; N is at least 1.

        Dice of the history at the same places are left out: they are the same dice.
        """
        others = self._elsewhere(places)
        all_places = np.concatenate([places, self.places[others]])
        together = camera_tilt(all_places, np.concatenate([across, self.across[others]]))
        degrees = together.off_deg[: len(places)]
        if others.any() and len(places) > 1:
            least_deg = BUMPED_DEG if len(places) >= ENOUGH else MOVED_DEG
            moved = _moved(places, across, together.lens, median_low(degrees.tolist()), least_deg)
            if moved is not None:
                return moved
        return Deviation(degrees, together.uncertain_deg, known=int(others.sum()) >= ENOUGH)

    def after(self, frame: FrameDice, reading: PhotoReading) -> FlatDiceHistory:
        before = FlatDiceHistory() if frame.moved else self
        stay = before._elsewhere(frame.places)
        read = {die.box for die in reading.dice if die.face is not None}
        new = frame.flat & np.array([box in read for box in frame.boxes], bool)
        return FlatDiceHistory(
            np.concatenate([before.places[stay], frame.places[new]])[-KEPT:],
            np.concatenate([before.across[stay], frame.across[new]])[-KEPT:],
        )

    def _elsewhere(self, places: np.ndarray) -> np.ndarray:
        apart = np.linalg.norm(self.places[:, None] - places[None], axis=2)
        elsewhere: np.ndarray = (apart > SAME_PLACE).all(axis=1)
        return elsewhere


def _moved(
    places: np.ndarray, across: np.ndarray, lens: float, off_deg: float, least_deg: float
) -> Deviation | None:
    """The deviation from each other alone, if the camera moved; else ``None``.

    ``off_deg``: median deviation with the history.
    """
    if off_deg < least_deg:
        return None
    tilt = camera_tilt(places, across, lens)
    if off_deg < 2 * median_of(tilt.off_deg):
        return None
    return Deviation(tilt.off_deg, tilt.uncertain_deg, moved=True)


def mark_cocked(
    dice: Sequence[ReadDie],
    predictions: Predictions,
    rows: Mapping[Box, int],
    size: tuple[int, int],
    config: EyeConfig,
    history: FlatDiceHistory,
) -> tuple[tuple[ReadDie, ...], FrameDice | None]:
    """Puts cocked dice in doubt; also gives what the history may keep, ``None`` without a read die.

    ``rows``: the row of the predictions for a die's box. A face read under the doubt whether it is a die is
    judged, too.
    """
    seems = predictions.of([rows[die.box] for die in dice]).doubts[:, 0] >= config.cocked
    unread = np.array([die.doubts == (Doubt.UNREAD,) for die in dice], bool)
    read = [index for index, die in enumerate(dice) if die.face is not None or die.if_die is not None]
    doubted = set(np.flatnonzero(seems & unread).tolist())
    frame = None
    if read:
        boxes = [dice[index].box for index in read]
        known = predictions.normals.of([rows[box] for box in boxes])
        places = from_the_middle(boxes, size)
        deviation = history.deviation(places, known.across)
        spread_deg, across = np.degrees(known.spread), known.across
        cocked = _are_cocked(deviation, spread_deg, seems[read], config)
        if cocked.any():
            across = _with_hidden_fronts(boxes, across)
            cocked &= _are_cocked(history.deviation(places, across), spread_deg, seems[read], config)
        doubted |= {read[index] for index in np.flatnonzero(cocked)}
        frame = FrameDice(boxes, places, across, ~cocked, deviation.moved)
    return tuple(_doubted(die) if index in doubted else die for index, die in enumerate(dice)), frame


def _with_hidden_fronts(boxes: Sequence[Box], across: np.ndarray) -> np.ndarray:
    """Normals (N, 2); a die whose front another one hides looks as if seen from above, but may lean like the
    others.
    """
    lean = np.median(across, axis=0)
    length = float(np.hypot(*lean))
    upwards = lean / max(length, LEAST_PROBABILITY)
    corners = np.array(boxes, float)
    heights = (corners[:, :2] + corners[:, 2:]) @ upwards / 2
    longer = (corners[:, 2:] - corners[:, :2]).max(1)
    before = (heights[:, None] - heights >= BEFORE * longer[:, None]) & (shared_areas(corners) > 0)
    short = np.where(before.any(1), np.maximum(length - across @ upwards, 0), 0)
    leaning: np.ndarray = across + short[:, None] * upwards
    return leaning


def _are_cocked(
    deviation: Deviation, spread_deg: np.ndarray, seems: np.ndarray, config: EyeConfig
) -> np.ndarray:
    """Which dice are cocked, bool (N,); ``spread_deg`` (N,): uncertainty of each normal; ``seems`` (N,):
    whether it looks cocked. That decides where too few dice tell how flat ones lie.

    Where earlier lifts tell how flat dice lie it excuses no more than ``EXCUSED_DEG``: of a die that stands
    between two faces the normal is uncertain, too.
    """
    if deviation.known:
        spread_deg = np.minimum(spread_deg, EXCUSED_DEG)
    uncertain_deg = np.maximum(spread_deg, deviation.uncertain_deg)
    times = np.where(seems, SEEMS * config.cocked_times, config.cocked_times)
    cocked: np.ndarray = (deviation.degrees >= times * uncertain_deg) | (seems & np.isinf(uncertain_deg))
    return cocked


def _doubted(die: ReadDie) -> ReadDie:
    doubts = tuple(doubt for doubt in die.doubts if doubt is not Doubt.UNREAD)
    return replace(die, face=None, star=None, doubts=(*doubts, Doubt.COCKED), if_die=None)


def doubt_side_faces(
    dice: Sequence[ReadDie],
    normals: SurfaceNormals,
    rows: Mapping[Box, int],
    size: tuple[int, int],
    config: EyeConfig,
) -> tuple[ReadDie, ...]:
    """Doubts all dice if their faces look like front faces; a few dice prove nothing.

    They do if they deviate more from a table than from what a flat camera sees, and can hardly be read: the
    ratio counts times the share of unsure faces, by the rule of succession.
    ``rows``: the row of the normals for a die's box. Other marks are left out: they may be keys, which agree
    on no table.
    """
    likely = [die for die in dice if die.objectness >= config.die and die.doubts != (Doubt.UNKNOWN_MARK,)]
    if len(likely) <= FITTED:
        return tuple(dice)
    boxes = [die.box for die in likely]
    across = normals.of([rows[box] for box in boxes]).across
    off = np.radians(camera_tilt(from_the_middle(boxes, size), across).off_deg.mean() - AGREE_DEG)
    unsure = 1 - (sum(die.confidence for die in likely) + 1) / (len(likely) + 2)
    fronts = off > 0 and off * unsure >= config.side_view * flat_camera_misfit(across)
    return seen_from_the_side(dice) if fronts else tuple(dice)


def seen_from_the_side(dice: Sequence[ReadDie]) -> tuple[ReadDie, ...]:
    return tuple(_without_face(die) for die in dice)


def _without_face(die: ReadDie) -> ReadDie:
    if die.face is None and die.if_die is None:
        return die
    return replace(die, face=None, star=None, doubts=(*die.doubts, Doubt.SIDE_VIEW), if_die=None)
