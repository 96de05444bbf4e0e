"""The simulated camera's side: frames at its own rate, each with its own exposure, noise and compression."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, pi, sin

import numpy as np

from companion.frame import Frame
from companion.hardware.cameras.port import NS_PER_S, Clock
from companion.hardware.simulated.optics import LitScene, Optics
from companion.hardware.simulated.shaking import chance

STREAM_FPS = 15
"""What a webcam sends of 1280 x 720 in a room's light [choice]."""
PERIOD_NS = NS_PER_S // STREAM_FPS
LIVE, STILL = 1, 2
"""Second seeds of the noise: of the stream's frames, and of pictures that were asked for."""
SETTLES_S = 0.3
"""Time constant of the automatic exposure: it corrects 90 % of a switched lamp in 0.7 s [choice]."""
MAKES_UP = 0.85
"""Share of a change of light that it corrects, by its logarithm [choice]."""
GAINS = (0.4, 2.5)
"""From the shortest to the longest exposure, in that of the empty table [choice]."""
BREATHS = ((0.015, 5.3), (0.015, 17.0))
"""How the gain wanders: depth and seconds of two waves, a few per cent together [choice]."""

View = Callable[[int], LitScene]
"""What lies before the lens at a moment of the clock."""


@dataclass(slots=True)
class AutoExposure:
    """Brings the picture back to the brightness of the first one; ``phases`` are those of its breath.

    Moments are nanoseconds since the camera was opened.
    """

    phases: tuple[float, float]
    usual: float | None = None
    gain: float = 1.0
    at_ns: int = 0

    def follow(self, brightness: float, at_ns: int) -> float:
        """The gain of a frame that is exposed now; a clock that stands still changes nothing."""
        if self.usual is None:
            self.usual, self.at_ns = brightness, at_ns
        wanted = float(np.clip((self.usual / max(1.0, brightness)) ** MAKES_UP, *GAINS))
        passed_s = max(0, at_ns - self.at_ns) / NS_PER_S
        self.gain = wanted * (self.gain / wanted) ** exp(-passed_s / SETTLES_S)
        self.at_ns = max(self.at_ns, at_ns)
        return self.gain * self._breath(at_ns / NS_PER_S)

    def _breath(self, second: float) -> float:
        waves = zip(BREATHS, self.phases, strict=True)
        return 1.0 + sum(deep * sin(2 * pi * second / long + phase) for (deep, long), phase in waves)


class FrameStream:
    """Frames of what a view shows, ``STREAM_FPS`` a second by the clock. Not safe for several threads."""

    def __init__(self, optics: Optics, seed: int, clock: Clock) -> None:
        self._optics, self._seed, self._clock = optics, seed, clock
        self._exposure = AutoExposure(tuple(chance(seed).uniform(0, 2 * pi, 2).tolist()))
        self._opened_ns = clock()
        self._touched_ns = self._opened_ns
        self._period = -1
        self._frame: Frame | None = None
        self._last_ns, self._stills = self._opened_ns - 1, 0

    def latest(self, view: View) -> Frame:
        """The newest frame: the same one within a period, exposed when the period began."""
        period = (self._clock() - self._opened_ns) // PERIOD_NS
        if self._frame is None or period != self._period:
            begun_ns = max(self._opened_ns + period * PERIOD_NS, self._touched_ns)
            self._period = period
            self._frame = self._exposed(view, begun_ns, LIVE, period)
        return self._frame

    def capture(self, view: View, after_ns: int) -> Frame:
        """A picture exposed now, and after that moment even if the clock stands still."""
        self._stills += 1
        return self._exposed(view, max(self._clock(), after_ns + 1), STILL, self._stills)

    def touched(self) -> None:
        """Something moved suddenly: the next frame shows it, even within the same period."""
        self._frame, self._touched_ns = None, self._clock()

    def _exposed(self, view: View, at_ns: int, kind: int, number: int) -> Frame:
        now_ns = min(at_ns, self._clock())
        seen = view(now_ns)
        gain = self._exposure.follow(seen.brightness, now_ns - self._opened_ns)
        pixels = self._optics.developed(seen, gain, chance(self._seed, kind, number))
        self._last_ns = max(at_ns, self._last_ns + 1)
        return Frame(pixels, self._last_ns)
