"""A frame, and the port of the camera that it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np


class CameraGone(OSError):
    """No picture comes from the camera; the message says which one and what to do."""


class NotYet(CameraGone):
    """The camera needs longer for the picture that was asked for: ask again, after whatever else is due."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of the table and the moment its exposure began.

    ``pixels`` is uint8, shape (H, W, 3), channel order BGR, row 0 at the top.
    ``exposed_at_ns`` is on the clock of ``time.monotonic_ns``; for a still photograph it is the
    moment at which it was loaded.
    """

    pixels: np.ndarray
    exposed_at_ns: int

    def __post_init__(self) -> None:
        shape, dtype = self.pixels.shape, self.pixels.dtype
        if len(shape) != 3 or shape[2] != 3 or dtype != np.uint8 or 0 in shape:
            raise ValueError(f"a frame must be uint8 (H, W, 3), got {dtype} {shape}")

    @property
    def width(self) -> int:
        """Width in pixels."""
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        """Height in pixels."""
        return int(self.pixels.shape[0])


class Camera(Protocol):
    """A camera over the table.

    ``capture`` raises ``CameraGone`` when no picture comes within the driver's
    time limit; the game goes on by hand. Before that it may raise ``NotYet``: asked again, it goes on
    waiting. ``live_is_small``: ``latest`` gives a smaller picture than ``capture``, too small to read
    dice by.
    """

    @property
    def name(self) -> str:
        """What it is called in sentences."""
        ...

    @property
    def live_is_small(self) -> bool:
        """Whether ``latest`` gives a smaller picture than ``capture``."""
        ...

    def latest(self) -> Frame | None:
        """Newest picture for the live view, at once; ``None`` before the first one came."""
        ...

    def capture(self, after_ns: int) -> Frame:
        """Picture whose exposure began after ``after_ns``."""
        ...

    def close(self) -> None:
        """Give the device back; closing twice is allowed."""
        ...
