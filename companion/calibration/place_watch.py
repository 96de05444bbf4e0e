"""Watches whether a table lies where its profile says, and corrects the profile."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.calibration.backdrop import Backdrop, remember
from companion.calibration.drift import LOOKS, Drift, DriftWatch, Moved, by_backdrop, look, mended
from companion.calibration.errors import PlaneError, ProfileError
from companion.calibration.profile import Profile
from companion.reading import WildMark
from companion.text.speech import say

CARDS_EVERY = 5
"""One look in this many is also at the cards, to notice one that was moved alone. A look at the background
takes a third of the time."""


class PlaceWatch:
    """One table in use: ``look`` now and then, ``mend`` after it was moved.

    ``profile`` and ``backdrop`` are those in use. If there is no background, one is remembered: at the first
    look at which the corner marks lie right, or at the first look at a table without marks. Pictures are
    uint8 (H, W, 3), of any size of the profile's shape.
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
        """What is wrong, in a sentence; ``None`` while the table lies where it did."""
        if self._unfit is not None:
            return self._unfit
        if not self._shows_itself:
            return None
        if self._watch.latest.moved is Moved.UNSEEN and not self._found and self._watch.agreeing >= LOOKS:
            return say("drift.not_this_table", table=self.profile.name)
        return self._watch.said

    def tell_wild(self, mark: WildMark) -> None:
        """The table's dice have this in the place of the wild face."""
        self.profile = replace(self.profile, wild=mark)

    @property
    def mendable(self) -> bool:
        """Whether ``mend`` can correct this."""
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
        """Whether the latest look found that nothing moved, or found nothing at all."""
        return self._unfit is None and self._watch.latest.moved in (Moved.STEADY, Moved.UNSEEN)

    @property
    def _shows_itself(self) -> bool:
        return bool(self.profile.marks) or self.backdrop is not None

    def look(self, pixels: np.ndarray) -> bool:
        """One look at a live picture; whether it remembered a background."""
        drift = self._looked(pixels)
        if drift is None:
            return False
        self._watch = self._watch.after(drift)
        self._found = self._found or drift.moved is Moved.STEADY
        return self._remembered(pixels, drift)

    def at_reading(self, pixels: np.ndarray) -> Profile:
        """The profile to read a picture with, for its size; ``certain`` then holds for it.

        If the camera has moved, it is the corrected profile. What this one look finds is said at once. Raises
        ``ProfileError`` for a picture of another shape.
        """
        self.look(pixels)
        drift = self._watch.latest
        if drift.moved not in (Moved.STEADY, Moved.UNSEEN):
            self._watch = replace(self._watch, agreeing=max(LOOKS, self._watch.agreeing))
        size = int(pixels.shape[1]), int(pixels.shape[0])
        profile = self.profile.for_size(size)
        return profile if drift.plane is None else profile.with_plane(drift.plane.at(size), drift.error_px)

    def mend(self, pixels: np.ndarray) -> None:
        """Take the table as it lies in this picture. Raises ``PlaneError`` if that cannot be seen."""
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
    """The background in a picture; ``None`` if the table is too plain."""
    size = int(pixels.shape[1]), int(pixels.shape[0])
    try:
        return remember(profile.for_size(size).plane, pixels).at(profile.plane.optics.size)
    except PlaneError:
        return None
