"""Watches whether a table lies where its profile says, and corrects the profile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import cv2
import numpy as np

from companion.calibration.backdrop import Backdrop, remember
from companion.calibration.errors import BoardError, PlaneError, ProfileError
from companion.calibration.marks import FoundMark, Place, find_marks
from companion.calibration.optics import fitted_pose_of, triple_of
from companion.calibration.profile import Profile
from companion.calibration.table_marks import LaidMark
from companion.calibration.table_plane import TablePlane
from companion.core.reading import WildMark
from companion.text import say, say_list

MOST_SHIFT_MM = 4.0
"""A quarter of a die: a smaller shift moves no die to another seat and no crop off its die [choice]."""
LEAST_SHIFT_PX = 1.5
"""A smaller shift may be an error of measurement: 0.05 px for a mark, up to half a texel for the
background."""
LOOKS = 3
"""Looks in a row that must agree; a hand passes faster."""
LONG_UNSEEN = 20
"""After this many looks in a row without marks and background a sentence says so."""
NEARBY = 1.5
"""First search distance of a mark, in its sides."""
AGREE_TEXELS = 1.5
"""Largest deviation of a piece of background, in texels of the remembered picture."""
FEWEST_TILES = 8
"""Pieces of background that must agree on the camera's place; four would fit any place."""


class Moved(Enum):
    STEADY = "steady"
    CAMERA = "camera"
    MARK = "mark"
    ANOTHER_TABLE = "another table"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Drift:
    """``shift_px``: the field's largest shift. ``plane``: the new place, if known. ``marks``: moved alone."""

    moved: Moved
    shift_px: float = 0.0
    plane: TablePlane | None = None
    marks: tuple[Place, ...] = ()
    error_px: float = 0.0

    @property
    def sentence(self) -> str:
        if self.moved is Moved.STEADY:
            return say("drift.steady")
        if self.moved is Moved.CAMERA:
            return say("drift.camera", shift=f"{self.shift_px:.0f}")
        if self.moved is Moved.MARK:
            return say("drift.mark", marks=say_list(place.value for place in self.marks))
        if self.moved is Moved.ANOTHER_TABLE:
            return say("drift.another_table")
        return say("drift.unseen")


def look(profile: Profile, pixels: np.ndarray, backdrop: Backdrop | None = None) -> Drift:
    """Looks at uint8 (H, W, 3): at two marks or more, else at the background.

    Raises ``ValueError`` for another frame size than the profile's (``Profile.for_size``).
    """
    if (pixels.shape[1], pixels.shape[0]) != profile.plane.optics.size:
        raise ValueError(f"the frame must be {profile.plane.optics.size} px, got {pixels.shape[1::-1]}")
    nearby = marks_where_they_lay(profile, pixels)
    if len(nearby) >= 2 and by_marks(profile, nearby).moved is Moved.STEADY:
        return Drift(Moved.STEADY)
    known = {mark.place for mark in profile.marks}
    try:
        found = find_marks(pixels, profile.plane.optics)
    except BoardError:
        return Drift(Moved.UNSEEN)
    seen = [mark for mark in found if mark.place in known]
    if len(seen) >= 2:
        return by_marks(profile, seen)
    return Drift(Moved.UNSEEN) if backdrop is None else by_backdrop(profile.plane, backdrop, pixels)


def marks_where_they_lay(profile: Profile, pixels: np.ndarray) -> tuple[FoundMark, ...]:
    """Searches near the marks' known places: a third of the work of a full search."""
    found = []
    for laid in profile.marks:
        corners = profile.plane.px_of(laid.corners_mm)
        reach = NEARBY * np.ptp(corners, axis=0).max()
        left, top = np.maximum(corners.mean(axis=0) - reach, 0).astype(int).tolist()
        right, bottom = (corners.mean(axis=0) + reach).astype(int).tolist()
        part = np.ascontiguousarray(pixels[top:bottom, left:right])
        if min(part.shape[:2]) < reach:
            continue
        try:
            here = find_marks(part)
        except BoardError:
            continue
        offset = np.array((left, top))
        found += [
            FoundMark(each.place, each.corners_px + offset) for each in here if each.place is laid.place
        ]
    return tuple(found)


def by_marks(profile: Profile, seen: Sequence[FoundMark]) -> Drift:
    """The drift of two marks or more. Raises ``ValueError`` for fewer."""
    if len(seen) < 2:
        raise ValueError(f"two marks must be seen at least, got {len(seen)}")
    plane, laid = profile.plane, {mark.place: mark for mark in profile.marks}
    limit = _limit_px(plane)
    shifted = [mark.place for mark in seen if _off(plane, laid[mark.place], mark) > limit]
    if not shifted:
        return Drift(Moved.STEADY)
    now, error = _replaced(plane, laid, seen)
    if error <= limit:
        return Drift(Moved.CAMERA, _largest_shift(plane, now), now, error_px=error)
    if len(seen) - len(shifted) >= 2:
        return Drift(Moved.MARK, marks=tuple(shifted))
    for alone in seen if len(seen) > 2 else ():
        rest = [mark for mark in seen if mark is not alone]
        now, error = _replaced(plane, laid, rest)
        if len(rest) > 2 and error <= limit:
            return Drift(Moved.MARK, _largest_shift(plane, now), marks=(alone.place,))
    return Drift(Moved.ANOTHER_TABLE)


def by_backdrop(plane: TablePlane, backdrop: Backdrop, pixels: np.ndarray) -> Drift:
    before, after = backdrop.followed(pixels)
    if len(before) < FEWEST_TILES:
        return Drift(Moved.UNSEEN)
    places, rays = plane.mm_of(before), plane.optics.rays(after)
    limit = AGREE_TEXELS * backdrop.px_a_texel / plane.optics.focal_px[0]
    _, fitting = cv2.findHomography(places, rays, cv2.RANSAC, limit, maxIters=2000, confidence=0.999)
    kept = np.flatnonzero(fitting if fitting is not None else ())
    if len(kept) < max(FEWEST_TILES, len(before) // 2):
        return Drift(Moved.UNSEEN)
    try:
        now = _seen_at(plane, places[kept], after[kept])
    except PlaneError:
        return Drift(Moved.UNSEEN)
    shift = _largest_shift(plane, now)
    if shift <= max(_limit_px(plane), backdrop.px_a_texel * AGREE_TEXELS):
        return Drift(Moved.STEADY, shift)
    error = float(np.sqrt(((now.px_of(places[kept]) - after[kept]) ** 2).sum(axis=1).mean()))
    return Drift(Moved.CAMERA, shift, now, error_px=error)


def mended(profile: Profile, drift: Drift) -> Profile:
    """Raises ``PlaneError`` if the new place is unknown."""
    if drift.moved is Moved.STEADY:
        return profile
    if drift.plane is None:
        raise PlaneError(drift.sentence)
    return profile.with_plane(drift.plane, drift.error_px)


@dataclass(frozen=True, slots=True)
class DriftWatch:
    latest: Drift = Drift(Moved.STEADY)
    agreeing: int = 0

    def after(self, drift: Drift) -> DriftWatch:
        """A look that sees nothing does not end a drift."""
        if drift.moved is Moved.UNSEEN and self.latest.moved not in (Moved.UNSEEN, Moved.STEADY):
            return self
        agreeing = self.agreeing + 1 if drift.moved is self.latest.moved else 1
        return replace(self, latest=drift, agreeing=agreeing)

    @property
    def said(self) -> str | None:
        if self.latest.moved is Moved.STEADY:
            return None
        enough = LONG_UNSEEN if self.latest.moved is Moved.UNSEEN else LOOKS
        return self.latest.sentence if self.agreeing >= enough else None


def _limit_px(plane: TablePlane) -> float:
    return max(LEAST_SHIFT_PX, MOST_SHIFT_MM * plane.px_per_mm())


def _off(plane: TablePlane, laid: LaidMark, seen: FoundMark) -> float:
    return float(np.linalg.norm(plane.px_of(laid.corners_mm) - seen.corners_px, axis=1).mean())


def _replaced(
    plane: TablePlane, laid: dict[Place, LaidMark], seen: Sequence[FoundMark]
) -> tuple[TablePlane, float]:
    """The plane that fits the marks, and the largest error of a mark, px."""
    corners = np.concatenate([laid[mark.place].corners_mm for mark in seen])
    try:
        now = _seen_at(plane, corners, np.concatenate([mark.corners_px for mark in seen]))
    except PlaneError:
        return plane, float("inf")
    return now, max(_off(now, laid[mark.place], mark) for mark in seen)


def _seen_at(plane: TablePlane, points_mm: np.ndarray, points_px: np.ndarray) -> TablePlane:
    """The plane by (N, 2) mm and px. Raises ``PlaneError``."""
    points = np.column_stack([points_mm, np.zeros(len(points_mm))])
    turn, middle = fitted_pose_of(points, points_px, plane.optics)
    return replace(plane, turn=triple_of(turn), middle_mm=triple_of(middle))


def _largest_shift(before: TablePlane, after: TablePlane) -> float:
    across, deep = before.size_mm[0] / 2, before.size_mm[1] / 2
    places = np.array([(0, 0), (-across, -deep), (across, -deep), (across, deep), (-across, deep)])
    return float(np.linalg.norm(before.px_of(places) - after.px_of(places), axis=1).max())


CARDS_EVERY = 5
"""One look in this many is also at the cards, to notice one that was moved alone. A look at the background
takes a third of the time."""


class PlaceWatch:
    """Watches one table. Without a ``backdrop`` it remembers one: at the first look with the corner marks in
    place, or at a table without marks.

    Pictures are uint8 (H, W, 3), of any size of the profile's shape.
    """

    def __init__(self, profile: Profile, backdrop: Backdrop | None = None) -> None:
        self.profile = profile
        self.backdrop = backdrop
        self._watch = DriftWatch()
        self._unfit: str | None = None
        self._found = False
        self._plain = False
        self._looks = 0

    @property
    def said(self) -> str | None:
        if self._unfit is not None:
            return self._unfit
        if not self._shows_itself:
            return None
        if self._watch.latest.moved is Moved.UNSEEN and not self._found and self._watch.agreeing >= LOOKS:
            return say("drift.not_this_table", table=self.profile.name)
        return self._watch.said

    def tell_wild(self, mark: WildMark) -> None:
        self.profile = replace(self.profile, wild=mark)

    @property
    def mendable(self) -> bool:
        return self._unfit is None and self._watch.latest.moved is Moved.CAMERA

    @property
    def certain(self) -> bool:
        """Whether this profile may say whose a die is."""
        moved = self._watch.latest.moved
        if self._unfit is not None or moved in (Moved.CAMERA, Moved.ANOTHER_TABLE):
            return False
        return moved is not Moved.UNSEEN or self._found or not self._shows_itself

    @property
    def steady(self) -> bool:
        """No move was seen, or nothing at all."""
        return self._unfit is None and self._watch.latest.moved in (Moved.STEADY, Moved.UNSEEN)

    @property
    def _shows_itself(self) -> bool:
        return bool(self.profile.marks) or self.backdrop is not None

    def look(self, pixels: np.ndarray) -> bool:
        """Whether it remembered a background."""
        drift = self._looked(pixels)
        if drift is None:
            return False
        self._watch = self._watch.after(drift)
        self._found = self._found or drift.moved is Moved.STEADY
        return self._remembered(pixels, drift)

    def at_reading(self, pixels: np.ndarray) -> Profile:
        """The profile, corrected if the camera moved; ``certain`` then holds for this picture.

        One look is enough for ``said``. Raises ``ProfileError`` for another picture shape.
        """
        self.look(pixels)
        drift = self._watch.latest
        if drift.moved not in (Moved.STEADY, Moved.UNSEEN):
            self._watch = replace(self._watch, agreeing=max(LOOKS, self._watch.agreeing))
        size = int(pixels.shape[1]), int(pixels.shape[0])
        profile = self.profile.for_size(size)
        return profile if drift.plane is None else profile.with_plane(drift.plane.at(size), drift.error_px)

    def mend(self, pixels: np.ndarray) -> None:
        """Raises ``PlaneError`` if the table cannot be seen."""
        drift = self._looked(pixels)
        if drift is None:
            raise PlaneError(self._unfit)
        if drift.plane is None and drift.moved is not Moved.STEADY:
            raise PlaneError(drift.sentence)
        size = self.profile.plane.optics.size
        self.profile = mended(self.profile.for_size((pixels.shape[1], pixels.shape[0])), drift).for_size(size)
        self._watch, self._found = DriftWatch(), True
        self.backdrop = _remembered(self.profile, pixels)

    def _looked(self, pixels: np.ndarray) -> Drift | None:
        size = int(pixels.shape[1]), int(pixels.shape[0])
        try:
            profile = self.profile.for_size(size)
        except ProfileError as fault:
            self._unfit = str(fault)
            return None
        self._unfit = None
        backdrop = None if self.backdrop is None else self.backdrop.at(size)
        self._looks += 1
        if backdrop is not None and self._found and self._looks % CARDS_EVERY:
            glance = by_backdrop(profile.plane, backdrop, pixels)
            if glance.moved is Moved.STEADY:
                return glance
        return look(profile, pixels, backdrop)

    def _remembered(self, pixels: np.ndarray, drift: Drift) -> bool:
        if self.backdrop is not None or self._plain:
            return False
        if drift.moved is not Moved.STEADY and self.profile.marks:
            return False
        self.backdrop = _remembered(self.profile, pixels)
        self._plain = self.backdrop is None
        return self.backdrop is not None


def _remembered(profile: Profile, pixels: np.ndarray) -> Backdrop | None:
    size = int(pixels.shape[1]), int(pixels.shape[0])
    try:
        return remember(profile.for_size(size).plane, pixels).at(profile.plane.optics.size)
    except PlaneError:
        return None
