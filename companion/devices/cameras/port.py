"""What a driver of a camera is: the camera that it opens, and what it registers."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.core.frame import Camera

Clock = Callable[[], int]
"""Monotonic nanoseconds, as ``time.monotonic_ns`` counts them."""

monotonic_clock: Clock = time.monotonic_ns

NS_PER_S = 1_000_000_000
OPENS_WITHIN_S = 8.0
"""How long a table waits for a source to open: a stream gives up after 4 s, a webcam shows a picture in 5."""


@dataclass(frozen=True, slots=True)
class Source:
    """One camera that may be there; ``open`` raises ``CameraGone`` where it is not."""

    name: str
    open: Callable[[], Camera]


def never(choice: str) -> bool:
    """No other word means a camera of this driver."""
    return False


def anything(choice: str) -> bool:
    """Every word that no other driver takes."""
    return True


@dataclass(frozen=True, slots=True)
class Driver:
    """One kind of camera. A driver's file has its own in ``DRIVERS``."""

    word: str | None
    """What ``--camera`` calls it; after a colon there may be an option, as in ``pi:75``."""
    sources: Callable[[str | None, Clock], tuple[Source, ...]]
    """The cameras that the option may mean (``None`` without a colon), the best first, at least one.

    Raises ``CameraGone`` for an option that is wrong, or where there is no such camera.
    """
    takes: Callable[[str], bool] = never
    """Whether another word means one too, such as an address; ``sources`` then gets the whole word."""
    live: bool = True
    """It may be plugged in later, is watched, and is opened again when it hangs."""
    in_auto: Callable[[], bool] = lambda: False
    """Whether ``auto`` looks for one on this machine."""
    opens_within_s: float = OPENS_WITHIN_S
    cannot: Callable[[], str | None] = lambda: None
    """The sentence that says which promises of the Pi's camera it cannot keep."""
    has_own_name: bool = False
    """Its cameras' names stand in a sentence without an article: "USB camera 0", but "the stream …"."""
    check: Callable[[], tuple[str, ...]] = lambda: ()
    """For the doctor: the words of the cameras of this kind that are plugged in."""
