"""When a frame's exposure began, for sources that stamp no time on their frames. Pure; all times in ns."""

from __future__ import annotations

from dataclasses import dataclass

PIPELINE_FRAMES = 2
"""Exposure and read-out of a rolling shutter last at most one frame interval each, before a frame arrives."""
BUFFERED_FRAMES = 5
"""Frames a driver may have queued before the first read: V4L2 under OpenCV keeps four, one is in flight."""
FRESH_SHARE = 0.25
"""A read that blocked for this share of a frame interval has waited for a frame: it was not queued before."""


@dataclass(frozen=True, slots=True)
class ReadMoment:
    """One read of a source: when it began, when it ended, and the source's frame interval."""

    began_ns: int
    ended_ns: int
    interval_ns: int

    @property
    def waited(self) -> bool:
        """Whether the read had to wait, so that the frame arrived during it."""
        return self.ended_ns - self.began_ns >= FRESH_SHARE * self.interval_ns


def exposure_bound(moment: ReadMoment, previous_ns: int | None) -> int:
    """A moment before which the frame's exposure surely did not begin.

    ``previous_ns`` is the bound of the frame before it (``None`` for the first). A frame that came
    at once may have been queued: it is taken to follow the one before by one interval, no later.
    """
    fresh = moment.began_ns - PIPELINE_FRAMES * moment.interval_ns
    if moment.waited:
        return fresh
    if previous_ns is None:
        return moment.began_ns - (PIPELINE_FRAMES + BUFFERED_FRAMES) * moment.interval_ns
    return min(fresh, previous_ns + moment.interval_ns)
