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
from companion.recognition.classify.classifier import SurfaceNormals
from companion.recognition.context.camera_tilt import (
    AGREE_DEG,
    camera_tilt,
    flat_camera_misfit,
    from_the_middle,
)
from companion.recognition.networks.arithmetic import median_of
from companion.recognition.networks.config import EyeConfig

KEPT = 60
"""Dice in the history: those of three to six lifts. Chosen."""
WELL_KNOWN = 8
"""From this many dice on the history counts for more than one frame. With 6, 8, 10, 20 and 60, 2, 2, 3, 2
and 1 of byler's 1,665 flat dice are doubted; his camera moved by about 11 degrees on the way (counted by
hand)."""
SAME_PLACE = 0.005
"""A die nearer than this to one in the history, in longer sides of the frame, is the same die. Chosen."""
MOVED_DEG, BUMPED_DEG = 14.0, 7.0
"""If half of a frame's dice deviate by this much, and agree twice as well among themselves, the camera
moved; the dice are flat. The first is for two or three dice, the second for more. Chosen."""
ENOUGH = 4
"""From this many dice of a frame on ``BUMPED_DEG`` counts."""


@dataclass(frozen=True, slots=True, eq=False)
class Deviation:
    """Angles (N,) between the normals of N dice and of flat dice, and the median of flat dice.

    ``kept``: how many dice of the history took part. ``moved``: none did, because the camera moved.
    """

    degrees: np.ndarray
    usual: float
    kept: int
    moved: bool = False

    @property
    def known(self) -> bool:
        return self.kept >= WELL_KNOWN


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
        kept = int(others.sum())
        all_places = np.concatenate([places, self.places[others]])
        together = camera_tilt(all_places, np.concatenate([across, self.across[others]]))
        degrees = together.off_deg[: len(places)]
        usual = max(median_of(together.off_deg), AGREE_DEG)
        if kept and len(places) > 1:
            least_deg = BUMPED_DEG if len(places) >= ENOUGH else MOVED_DEG
            moved = _moved(places, across, together.lens, median_low(degrees.tolist()), least_deg)
            if moved is not None:
                return moved
        return Deviation(degrees, usual, kept)

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
    alone = median_of(tilt.off_deg)
    if off_deg < 2 * alone:
        return None
    return Deviation(tilt.off_deg, max(alone, AGREE_DEG), 0, moved=True)


def mark_cocked(
    dice: Sequence[ReadDie],
    normals: SurfaceNormals,
    rows: Mapping[Box, int],
    size: tuple[int, int],
    config: EyeConfig,
    history: FlatDiceHistory,
) -> tuple[tuple[ReadDie, ...], FrameDice | None]:
    """Puts cocked dice in doubt; also gives what the history may keep, ``None`` without a read die.

    ``rows``: the row of the normals for a die's box. A face read under the doubt whether it is a die is
    judged, too.
    """
    read = [index for index, die in enumerate(dice) if die.face is not None or die.if_die is not None]
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
    """Which dice are cocked, bool (N,); ``spread_deg`` (N,): uncertainty of each normal."""
    times, least_deg = config.cocked_times, config.leaning
    if deviation.known:
        times, least_deg = config.known_table_times, config.leaning - config.known_table_less_deg
    degrees, enough = deviation.degrees, len(spread_deg) + deviation.kept >= config.cocked_least_dice
    cocked = (degrees >= least_deg) & (degrees >= config.cocked_times * spread_deg)
    return cocked & (degrees >= times * deviation.usual) & enough


def _doubted(die: ReadDie) -> ReadDie:
    return replace(die, face=None, star=None, doubts=(*die.doubts, Doubt.COCKED), if_die=None)


def doubt_side_faces(
    dice: Sequence[ReadDie],
    normals: SurfaceNormals,
    rows: Mapping[Box, int],
    size: tuple[int, int],
    config: EyeConfig,
) -> tuple[ReadDie, ...]:
    """Doubts all dice if their faces look like front faces; a few dice prove nothing.

    ``rows``: the row of the normals for a die's box. Other marks are left out: they may be keys, which agree
    on no table.
    """
    likely = [die for die in dice if die.objectness >= config.die and die.doubts != (Doubt.UNKNOWN_MARK,)]
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
    return tuple(_without_face(die) for die in dice)


def _without_face(die: ReadDie) -> ReadDie:
    if die.face is None and die.if_die is None:
        return die
    return replace(die, face=None, star=None, doubts=(*die.doubts, Doubt.SIDE_VIEW), if_die=None)
