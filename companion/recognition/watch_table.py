"""What two small pictures of a table tell: whose cups were lifted in between, and whether a hand is there.

Lengths are in die sides unless a name says otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil, hypot

import cv2
import numpy as np

from companion.calibration.seating import CUP_RADIUS
from companion.recognition.table import Seats
from companion.recognition.watch_pictures import BRIGHTEST, EDGE, SmallPicture, differing, light_between

LOOKED_AT = 0.6
"""Part of a cup's radius that must look different all over: a cup that was put back up to a radius beside
where it stood still covers such a disc in part (watching.md has the figures for all of these)."""
FILLED = 0.8
"""Part of that disc which differs; dice of the cup's own colour leave a little of it alike."""
GONE = 0.33
"""Part of a cup's circle where the cup is gone and the table seen; dice lie on the rest."""
STILL_LIKE = 0.7
"""Correlation from which the cup is taken to stand there yet, up to ``MOVED_BY`` cup radii beside."""
MOVED_BY = 1.0
DICE_EDGE_PX = 6
"""Pixels of new outlines under a lifted cup: two sides of one die. Fewer: the cup stood on nothing."""
ARM_DEEP_PX = 3
ARM_WIDE = 0.9
"""An arm crosses the border of the table on that breadth at least: a finger and a half."""
TINTS, TINT_STEP = 64, 0.06
"""Tints are told apart by steps of a logarithm, -1.9 to 1.9."""
TINT_WITHIN, LEAST_OF_A_TINT = 0.85, 4
"""A cup's tints are those of so many pixels within that part of its radius."""
SKIN_RED, SKIN_BLUE = (0.08, 0.75), (-0.75, -0.04)
"""Tints of skin of any shade, logarithms of red and of blue over green, with room for warm and cold light."""
HAND_PX = 5
"""A hand is broader than this in a picture of 160 pixels, a die is not (2.5 die sides and one)."""
LEAST_BARE_PX = 50
"""From so many pixels of a seat's place that did not change its table's colour is known."""
FARTHEST_BUMP_PX, NEAREST_BUMP_PX = 6.0, 0.4
"""A camera that was bumped by more than this shows another table; by less, the same."""
BUMP_MENDS = 0.75
"""The pictures are laid over one another again where that leaves so much of the differences at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Grounds:
    """The table in a small picture: whose place each pixel is (-1 for nobody's), and the table's border.

    ``seat`` is int8 (H, W); ``border`` bool (H, W), three pixels wide just inside of what may hold dice;
    ``near_border`` is two pixels wider. ``table`` is all that is watched: what may hold dice.
    """

    seat: np.ndarray
    border: np.ndarray
    near_border: np.ndarray
    table: np.ndarray
    die_px: float

    @classmethod
    def of(cls, seats: Seats, size: tuple[int, int]) -> Grounds:
        """The grounds of a picture of this size."""
        width, height = size
        places = [(x + 1.0, y + 1.0) for y in range(0, height, 2) for x in range(0, width, 2)]
        owners = seats.seats_of(places, size)
        inside = [
            owner is not None or seats.ignored(x, y, size)
            for owner, (x, y) in zip(owners, places, strict=True)
        ]
        seat = _doubled([-1 if owner is None else owner for owner in owners], size).astype(np.int8)
        table = _doubled(inside, size).astype(np.uint8)
        border, near = (_just_inside(table, deep) for deep in (ARM_DEEP_PX, ARM_DEEP_PX + 2))
        return cls(seat, border, near, table > 0, seats.die_px(size))

    @property
    def cup_px(self) -> float:
        """Radius of a cup's mouth in pixels."""
        return CUP_RADIUS * self.die_px


def _doubled(values: Sequence[int], size: tuple[int, int]) -> np.ndarray:
    """A value for each second pixel and row of a picture of this size, as (H, W)."""
    return np.array(values).reshape(size[1] // 2, size[0] // 2).repeat(2, 0).repeat(2, 1)


def _just_inside(table: np.ndarray, deep_px: int) -> np.ndarray:
    core = cv2.erode(table, np.ones((3, 3), np.uint8), iterations=deep_px, borderValue=0)
    return table > core


@dataclass(frozen=True, slots=True, eq=False)
class Lifted:
    """A cup that is gone from where it stood: its middle in pixels, and its tints.

    ``tints`` is bool (TINTS, TINTS), by steps of the logarithm of blue over green and of red over green.
    """

    middle: tuple[int, int]
    tints: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """The table now, against the table with its cups down."""

    now: SmallPicture
    down: SmallPicture
    different: np.ndarray
    solid: np.ndarray

    @classmethod
    def of(cls, now: SmallPicture, down: SmallPicture, noise: float) -> Comparison:
        """What differs between them apart from light, noise and a camera that was bumped a little."""
        as_it_is = cls(now, down, *differing(now, down, noise))
        across, along = _bump(now, down)
        if not NEAREST_BUMP_PX < hypot(across, along) < FARTHEST_BUMP_PX:
            return as_it_is
        moved = np.array([[1, 0, across], [0, 1, along]])
        over = SmallPicture(cv2.warpAffine(down.levels, moved, down.size, borderMode=cv2.BORDER_REPLICATE))
        seen = cv2.warpAffine(np.ones(down.levels.shape[:2], np.uint8), moved, down.size) > 0
        different, solid = differing(now, over, noise)
        mended = cls(now, over, different & seen, solid & seen)
        better = mended.different.sum() <= BUMP_MENDS * as_it_is.different.sum()
        return mended if better else as_it_is

    def on(self, table: np.ndarray) -> Comparison:
        """The same without what differs beside the table, bool (H, W)."""
        return replace(self, different=self.different & table, solid=self.solid & table)

    def lifted(self, grounds: Grounds, seats: Sequence[int]) -> dict[int, Lifted]:
        """Of these seats the ones whose cup was lifted."""
        radius = grounds.cup_px
        disc = _disc(LOOKED_AT * radius)
        filled = _count(self.different, disc) / disc.sum() >= FILLED
        dice = _count(self._new_outlines(), _disc(0.8 * radius)) >= DICE_EDGE_PX
        found = {}
        for seat in seats:
            gone = self._gone(grounds.seat == seat, radius) * (filled & dice & (grounds.seat == seat))
            y, x = (int(each) for each in np.unravel_index(int(gone.argmax()), gone.shape))
            if gone[y, x] >= GONE and not self._still_near((x, y), radius):
                found[seat] = Lifted((x, y), self._tints_at((x, y), radius))
        return found

    def hand(self, grounds: Grounds, cups: Mapping[int, Lifted]) -> bool:
        """Whether a thing of skin is there, or one over the table's border; but for each seat's own cup."""
        foreign = self.solid & ~self._like_cups(grounds, cups)
        return self._hand_open(grounds, cups, foreign) or self._arm(grounds, foreign & grounds.near_border)

    def _hand_open(self, grounds: Grounds, cups: Mapping[int, Lifted], foreign: np.ndarray) -> bool:
        """Whether a hand lies there to be seen, whatever its sleeve looks like."""
        blue, green, red = cv2.split(self.now.logs)
        skin = _between(red - green, *SKIN_RED) & _between(blue - green, *SKIN_BLUE)
        for cup in cups.values():
            skin &= _away_from(cup.middle, skin.shape) > grounds.cup_px
        broad = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (HAND_PX, HAND_PX))
        return bool(cv2.erode((foreign & skin).astype(np.uint8), broad, borderValue=0).any())

    def _arm(self, grounds: Grounds, foreign: np.ndarray) -> bool:
        thick = cv2.morphologyEx(foreign.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        count, parts = cv2.connectedComponents(thick * grounds.border)
        least = ARM_WIDE * grounds.die_px * ARM_DEEP_PX
        insides = (parts == part for part in range(1, count))
        return any(inside.sum() >= least and self._came(inside, grounds.border) for inside in insides)

    def _gone(self, place: np.ndarray, radius: float) -> np.ndarray:
        """For each pixel the part of a cup round it where something stood and now the bare table is seen.

        Where a thing came instead it is the other way round. Float32 (H, W), 0-1.
        """
        bare = place & ~self.different
        if bare.sum() < LEAST_BARE_PX:
            return np.zeros(place.shape, np.float32)
        now, down = (
            np.abs(logs - np.median(logs[bare], axis=0)).max(2) for logs in (self.now.logs, self.down.logs)
        )
        disc = _disc(radius)
        return _count(self.different & (down > now), disc) / disc.sum()

    def _new_outlines(self) -> np.ndarray:
        """Where there are outlines that were not there with the cups down, bool (H, W)."""
        before = cv2.dilate(self.down.steps, np.ones((3, 3), np.uint8))
        return (self.now.steps > EDGE) & (before < 0.6 * self.now.steps)

    def _still_near(self, middle: tuple[int, int], radius: float) -> bool:
        """Whether what stood there stands there yet, or was only pushed a little."""
        patch = self.down.logs[_around(middle, radius)]
        near = self.now.logs[_around(middle, (1 + MOVED_BY) * radius)]
        return float(cv2.matchTemplate(near, patch, cv2.TM_CCOEFF_NORMED).max()) > STILL_LIKE

    def _came(self, inside: np.ndarray, border: np.ndarray) -> bool:
        """Whether a difference at the border is a thing that came; else it is one that went away."""
        wide = cv2.dilate(inside.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
        beside = wide & border & ~self.different
        if not beside.any():
            return True
        now, down = (
            np.abs(_median(picture.logs[inside]) - _median(picture.logs[beside])).max()
            for picture in (self.now, self.down)
        )
        return bool(now > down)

    def _tints_at(self, middle: tuple[int, int], radius: float) -> np.ndarray:
        """The tints of the cup that stood there: as it was, and as the light of now makes it."""
        part = _around(middle, radius)
        held = self.different & (_away_from(middle, self.different.shape) < TINT_WITHIN * radius)
        lit = np.minimum(self.down.logs + light_between(self.now, self.down), BRIGHTEST)
        common = np.zeros((TINTS, TINTS), np.uint8)
        for logs in (self.down.logs, lit):
            tints = np.zeros((TINTS, TINTS), np.uint16)
            np.add.at(tints, _tints(logs[part][held[part]]), 1)
            common |= tints >= LEAST_OF_A_TINT
        return cv2.dilate(common, np.ones((3, 3), np.uint8)) > 0

    def _like_cups(self, grounds: Grounds, cups: Mapping[int, Lifted]) -> np.ndarray:
        """Which pixels have a tint of their seat's cup, also half over at the next seat; bool (H, W)."""
        blue, red = _tints(self.now.logs)
        like = np.zeros(self.different.shape, bool)
        reach = np.ones((2 * ceil(grounds.cup_px) + 1,) * 2, np.uint8)
        for seat, cup in cups.items():
            place = cv2.dilate((grounds.seat == seat).astype(np.uint8), reach) > 0
            like |= cup.tints[blue, red] & place
        return like


def _tints(logs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The tints of pixels (…, 3): which step of blue over green, which of red over green."""
    steps = (logs[..., (0, 2)] - logs[..., 1:2]) / TINT_STEP + TINTS / 2
    bounded = steps.clip(0, TINTS - 1).astype(np.intp)
    return bounded[..., 0], bounded[..., 1]


def _bump(now: SmallPicture, down: SmallPicture) -> tuple[float, float]:
    """By how many pixels everything moved to the right and down."""
    window = cv2.createHanningWindow(now.size, cv2.CV_32F)
    return cv2.phaseCorrelate(down.grey, now.grey, window)[0]


def _between(values: np.ndarray, least: float, most: float) -> np.ndarray:
    return (values > least) & (values < most)


def _median(logs: np.ndarray) -> np.ndarray:
    return np.median(logs, axis=0)


def _around(middle: tuple[int, int], radius: float) -> tuple[slice, slice]:
    (x, y), reach = middle, ceil(radius)
    return slice(max(0, y - reach), y + reach + 1), slice(max(0, x - reach), x + reach + 1)


def _away_from(middle: tuple[int, int], shape: tuple[int, int]) -> np.ndarray:
    """Distance of each pixel from one of them, float (H, W)."""
    y, x = np.ogrid[: shape[0], : shape[1]]
    return np.hypot(x - middle[0], y - middle[1])


def _count(mask: np.ndarray, kernel: np.ndarray) -> np.ndarray:
    """For each pixel how many under the kernel are set, float32 (H, W); none lie beyond the picture."""
    return cv2.filter2D(mask.astype(np.float32), -1, kernel, borderType=cv2.BORDER_CONSTANT)


@lru_cache(maxsize=16)
def _ring(from_px: float, to_px: float) -> np.ndarray:
    reach = ceil(to_px)
    away = np.hypot(*np.mgrid[-reach : reach + 1, -reach : reach + 1])
    return ((away >= from_px) & (away <= to_px)).astype(np.float32)


def _disc(radius_px: float) -> np.ndarray:
    return _ring(0.0, radius_px)
