"""What a camera's driver registers, and the cameras that it opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.core.frame import Camera, Clock

OPENS_WITHIN_S = 8.0
"""Longest wait for a source: a stream gives up after 4 s, a webcam shows a picture in 5."""


@dataclass(frozen=True, slots=True)
class Source:
    """A camera that may be there; ``open`` raises ``CameraGone``."""

    name: str
    open: Callable[[], Camera]


def never(choice: str) -> bool:
    return False


def anything(choice: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Driver:
    """One kind of camera. A driver's file lists its own in ``DRIVERS``."""

    word: str | None
    """Its word for ``--camera``; an option may follow a colon: ``pi:75``."""
    sources: Callable[[str | None, Clock], tuple[Source, ...]]
    """Cameras that the option (None without a colon) may mean, best first, at least one. Raises
    ``CameraGone`` for a wrong option, or without such a camera."""
    takes: Callable[[str], bool] = never
    """Whether another word, such as an address, means one; ``sources`` then gets the whole word."""
    live: bool = True
    """It may be plugged in later, is watched, and is reopened when it hangs."""
    in_auto: Callable[[], bool] = lambda: False
    """Whether ``auto`` looks for one here."""
    opens_within_s: float = OPENS_WITHIN_S
    cannot: Callable[[], str | None] = lambda: None
    """A sentence on what it cannot do and the Pi's camera can."""
    kind: str | None = None
    """What a report calls such a camera; None: its word."""
    has_own_name: bool = False
    """Its name needs no article in a sentence: "USB camera 0", but "the stream …"."""
    check: Callable[[], tuple[str, ...]] = lambda: ()
    """For the doctor: words of the plugged-in cameras of this kind."""
