"""A frame, the clock that stamps it, and the port of the camera that takes it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

Clock = Callable[[], int]
"""Monotonic nanoseconds, as ``time.monotonic_ns``."""
NS_PER_S = 1_000_000_000


class CameraGone(OSError):
    """No picture comes; the message says which camera and what to do."""


class NotYet(CameraGone):
    """The camera needs longer: ask again after other work."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Frame:
    """One picture of the table, and when its exposure began.

    ``pixels``: uint8 (H, W, 3), BGR, row 0 at the top. ``exposed_at_ns``: clock of ``time.monotonic_ns``; for
    a photograph, when it was loaded. ``small``: the same picture reduced by the camera, uint8 (h, w, 3).
    """

    pixels: np.ndarray
    exposed_at_ns: int
    small: np.ndarray | None = None

    def __post_init__(self) -> None:
        for each in [self.pixels] if self.small is None else [self.pixels, self.small]:
            if each.ndim != 3 or each.shape[2] != 3 or each.dtype != np.uint8 or 0 in each.shape:
                raise ValueError(f"a frame must be uint8 (H, W, 3), got {each.dtype} {each.shape}")

    @property
    def width(self) -> int:
        return int(self.pixels.shape[1])

    @property
    def height(self) -> int:
        return int(self.pixels.shape[0])


class Camera(Protocol):
    """A camera over the table.

    ``capture`` raises ``CameraGone`` when no picture comes within the driver's time limit; before that it may
    raise ``NotYet``: asked again, it goes on waiting.
    """

    @property
    def name(self) -> str: ...

    @property
    def live_is_small(self) -> bool:
        """Whether ``latest`` gives pictures too small to read dice by."""
        ...

    def latest(self) -> Frame | None:
        """The newest picture, without waiting; None before the first."""
        ...

    def capture(self, after_ns: int) -> Frame:
        """A picture whose exposure began after ``after_ns``."""
        ...

    def close(self) -> None:
        """May be called twice."""
        ...
