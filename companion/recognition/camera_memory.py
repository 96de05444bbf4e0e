"""What one camera remembers from frame to frame, for as long as it stands still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.reading import ConfirmedDie, PhotoReading
from companion.recognition.decide.flat_dice import FlatDiceHistory, FrameDice
from companion.recognition.evening.lay_there import (
    Things,
    remembered,
    without_what_lay_there,
    without_what_shows_in,
)
from companion.recognition.evening.still_camera import Landmarks, Standing


@dataclass(frozen=True, slots=True, eq=False)
class TableBefore:
    """The table before a lift, uint8 (H, W, 3). ``sure``: no die of the lift lies there yet."""

    pixels: np.ndarray
    landmarks: Landmarks
    sure: bool


@dataclass(slots=True)
class CameraMemory:
    """The flat dice that one camera has seen, and the things that lay there. One per table; a photograph
    alone needs none.

    ``mounted``: it moves only where a picture shows so. Else it stands still only where a picture shows so.
    """

    history: FlatDiceHistory = field(default_factory=FlatDiceHistory)
    mounted: bool = True
    things: Things = ()
    _last: FrameDice | None = None
    _landmarks: Landmarks | None = None
    _before: TableBefore | None = None
    _seen: tuple[np.ndarray, Standing] | None = None
    """The latest picture, and what it shows of the camera since the last lift."""

    def __len__(self) -> int:
        """How many flat dice it remembers."""
        return len(self.history)

    def saw(self, dice: FrameDice | None) -> None:
        """Note the read dice of the last frame. They are not kept yet."""
        self._last = dice

    def keep(self, reading: PhotoReading) -> None:
        """Keep the flat dice of the last frame that the reading of all frames reads too."""
        if self._last is not None:
            self.history, self._last = self.history.after(self._last, reading), None

    def forget(self) -> None:
        """Forget everything: the camera was moved or changed."""
        self.history, self._last, self.things = FlatDiceHistory(), None, ()
        self._landmarks, self._seen = None, None

    def follow(self, pixels: np.ndarray) -> None:
        """Look whether the camera still stands where the last lift was seen from; else forget."""
        standing = self._standing(pixels)
        if standing is Standing.MOVED or (standing is Standing.UNKNOWN and not self.mounted):
            self.forget()

    def _standing(self, pixels: np.ndarray) -> Standing:
        if self._seen is None or self._seen[0] is not pixels:
            known = self._landmarks
            self._seen = pixels, Standing.UNKNOWN if known is None else known.standing(pixels)
        return self._seen[1]

    def take_before(self, pixels: np.ndarray | None, sure: bool) -> None:
        """Remember the table as it is before a lift, until the next such picture; ``None``: nobody knows."""
        self._before = None if pixels is None else TableBefore(pixels, Landmarks.of(pixels), sure)

    def without_what_lay_there(self, reading: PhotoReading, pixels: np.ndarray) -> PhotoReading:
        """The reading of a picture without what lay there before, as far as pictures prove it."""
        if not reading.dice:
            return reading
        before = self._before
        if before is not None and before.landmarks.standing(pixels) is Standing.STILL:
            reading = without_what_shows_in(reading, before.pixels, pixels, before.sure)
        if self.things and self._standing(pixels) is Standing.STILL:
            reading = without_what_lay_there(reading, self.things, pixels)
        return reading

    def confirm(self, pixels: np.ndarray, confirmed: Sequence[ConfirmedDie]) -> None:
        """Remember what was said of the things of a lift's picture."""
        earlier = self.things if self._standing(pixels) is Standing.STILL else ()
        self.things = remembered(earlier, pixels, confirmed)
        self._landmarks, self._seen = Landmarks.of(pixels), None
