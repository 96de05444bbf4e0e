"""Whether the camera's exposure, gain and white balance have settled."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.core.frame import Frame
from companion.text import say

PARTS = (16, 9)
"""Parts across and down; their median change is the camera's, not a hand's."""
FRAMES = 6
"""Frames that must be alike: cameras step their exposure every second or third frame [choice]."""
SHORTEST_NS = 500_000_000
"""Time that these must span: half a second is fifteen frames of a Pi camera, which has settled by then."""
STEADY_LIGHT, STEADY_COLOUR = 0.02, 0.012
"""Within this range of brightness, and of blue and red against green, they count as settled. Noise and
lifting hands at the simulated tables do not change them (``calibration/light.py``); a third of a stop is
0.23."""
FEWEST_LEVELS = 4.0
"""Added to all levels before they are compared, so that the noise of black does not count."""


@dataclass(frozen=True, slots=True)
class Level:
    """Brightness and colours against the first frame, as logarithms, and when (ns) it was exposed."""

    at_ns: int
    light: float
    blue: float
    red: float


@dataclass(frozen=True, slots=True, eq=False)
class Settling:
    """The newest frames' levels; ``see`` gives the next. Frames of another size begin anew."""

    levels: tuple[Level, ...] = ()
    newest: np.ndarray | None = None

    def see(self, frame: Frame) -> Settling:
        """One more frame, exposed after the others; a frame that was seen already changes nothing."""
        if self.levels and frame.exposed_at_ns <= self.levels[-1].at_ns:
            return self
        parts = _parts(frame.pixels)
        last = self.levels[-1] if self.levels else Level(frame.exposed_at_ns, 0.0, 0.0, 0.0)
        moved = (0.0, 0.0, 0.0) if self.newest is None else _moved(self.newest, parts)
        level = Level(frame.exposed_at_ns, last.light + moved[0], last.blue + moved[1], last.red + moved[2])
        return replace(self, levels=self._kept((*self.levels, level)), newest=parts)

    @property
    def enough(self) -> bool:
        """Whether there are enough frames to tell."""
        return len(self.levels) >= FRAMES and self.levels[-1].at_ns - self.levels[0].at_ns >= SHORTEST_NS

    @property
    def settled(self) -> bool:
        """Whether exposure, gain and colours have been still."""
        return self.enough and self._light_range <= STEADY_LIGHT and self._colour_range <= STEADY_COLOUR

    @property
    def sentence(self) -> str:
        if not self.enough:
            return say("light.few_pictures")
        if self.settled:
            return say("light.at_rest")
        changes = self._light_range > STEADY_LIGHT
        return say("light.exposure_changes" if changes else "light.colours_change")

    @property
    def _light_range(self) -> float:
        return _range([level.light for level in self.levels])

    @property
    def _colour_range(self) -> float:
        return max(
            _range([level.blue for level in self.levels]), _range([level.red for level in self.levels])
        )

    @staticmethod
    def _kept(levels: tuple[Level, ...]) -> tuple[Level, ...]:
        """The newest ``FRAMES``, and more if the shortest time needs them."""
        first = max(0, len(levels) - FRAMES)
        while first > 0 and levels[-1].at_ns - levels[first].at_ns < SHORTEST_NS:
            first -= 1
        return levels[first:]


def _parts(pixels: np.ndarray) -> np.ndarray:
    """Logarithms of the parts' colours: float32 (9, 16, 3)."""
    logarithms: np.ndarray = np.log(
        cv2.resize(pixels, PARTS, interpolation=cv2.INTER_AREA).astype(np.float32) + FEWEST_LEVELS
    )
    return logarithms


def _moved(before: np.ndarray, after: np.ndarray) -> tuple[float, float, float]:
    """The median change of light, of blue against green, and of red against green."""
    change = after - before
    blue, green, red = (change[..., channel] for channel in range(3))
    return (
        float(np.median(change.mean(axis=2))),
        float(np.median(blue - green)),
        float(np.median(red - green)),
    )


def _range(values: list[float]) -> float:
    return max(values) - min(values)
