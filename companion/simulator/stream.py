"""The simulated camera: frames at its own rate, with exposure, noise and compression."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp, pi, sin

import cv2
import numpy as np

from companion.calibration import Size
from companion.core.frame import NS_PER_S, Clock, Frame
from companion.simulator.laying import chance

NOISE_LEVELS = 2.0
"""Standard deviation of a small sensor's noise in 8-bit levels, about ISO 200 [choice]."""
SOFTNESS_PX = 0.55
"""Blur of a lens in focus, in px [choice]."""
JPEG_QUALITY = 87, 93
"""As of webcams, by frame [choice]; a Pi's camera sends none."""
FULL_LIGHT = 200
MARGIN = 64
"""The noise field's excess size, so that every frame gets another part."""
FLIPS = (None, 0, 1, -1)
"""How the part of the noise is mirrored, for ``cv2.flip``: not, upside down, left to right, both."""


@dataclass(frozen=True, slots=True, eq=False)
class LitScene:
    """``scene`` uint8 (H, W, 3) in even light. ``light``: factor of brightness. ``lamp``: brightness of
    the right edge relative to the middle.
    """

    scene: np.ndarray
    light: float = 1.0
    lamp: float = 0.0

    @property
    def brightness(self) -> float:
        """The mean level of every eighth pixel."""
        return self.light * float(np.mean(cv2.mean(self.scene[::8, ::8])[:3]))


@dataclass(slots=True, eq=False)
class Optics:
    """``light``: uint8 (H, W, 3), ``FULL_LIGHT`` is neutral. ``noise``: int8 (H+, W+, 3). ``sloped``
    caches the last lamp's light.
    """

    light: np.ndarray
    noise: np.ndarray
    sloped: tuple[float, np.ndarray] | None = None

    def developed(
        self, seen: LitScene, gain: float, rng: np.random.Generator, packed: bool = True
    ) -> np.ndarray:
        """``packed``: sent as a JPEG."""
        steepest = 1 + abs(seen.lamp)
        scale = seen.light * gain * steepest / FULL_LIGHT
        lit = cv2.multiply(seen.scene, self._sloped(seen.lamp), scale=scale)
        noisy = self._noisy(cv2.GaussianBlur(lit, (3, 3), SOFTNESS_PX), rng)
        if not packed:
            return noisy
        quality = int(rng.integers(*JPEG_QUALITY, endpoint=True))
        _, content = cv2.imencode(".jpg", noisy, [cv2.IMWRITE_JPEG_QUALITY, quality])
        sent = cv2.imdecode(content, cv2.IMREAD_COLOR)
        return noisy if sent is None else sent

    def _sloped(self, lamp: float) -> np.ndarray:
        if lamp == 0.0:
            return self.light
        if self.sloped is None or self.sloped[0] != lamp:
            slope = (1 + lamp * np.linspace(-1, 1, self.light.shape[1], dtype=np.float32)) / (1 + abs(lamp))
            self.sloped = lamp, (self.light * slope[None, :, None]).astype(np.uint8)
        return self.sloped[1]

    def _noisy(self, soft: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        height, width = soft.shape[:2]
        left, top = (int(each) for each in rng.integers(0, MARGIN, 2))
        noise = self.noise[top : top + height, left : left + width]
        flip = FLIPS[int(rng.integers(len(FLIPS)))]
        noise = noise if flip is None else cv2.flip(noise, flip)
        mixed = cv2.add if rng.random() < 0.5 else cv2.subtract
        return mixed(soft, noise, dtype=cv2.CV_8U)


@lru_cache(3)
def _light_and_noise(size: Size, *seeds: int) -> tuple[np.ndarray, np.ndarray]:
    """70 ms: kept for the next table of these seeds."""
    rng = chance(*seeds)
    return _light(size, rng), _noise(size, rng)


def _light(size: Size, rng: np.random.Generator) -> np.ndarray:
    width, height = size
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    angle, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0.03, 0.09)
    vignette = 1 - rng.uniform(0.10, 0.16) * (x * x + y * y) / 2
    evenness = 1 + slope * (np.cos(angle) * x + np.sin(angle) * y)
    warmth = rng.uniform(-0.035, 0.05)
    tint = np.array([1 - warmth, 1.0, 1 + warmth], np.float32) * rng.uniform(0.97, 1.06)
    light = vignette * evenness
    worked_out: np.ndarray = cv2.merge(
        [np.clip(FULL_LIGHT * share * light, 0, 255).astype(np.uint8) for share in tint]
    )
    return worked_out


def _noise(size: Size, rng: np.random.Generator) -> np.ndarray:
    width, height = size
    area = (height + MARGIN, width + MARGIN)
    grey = rng.standard_normal(area, dtype=np.float32)
    return cv2.merge([_grain(grey + 0.5 * rng.standard_normal(area, dtype=np.float32)) for _ in range(3)])


def _grain(noise: np.ndarray) -> np.ndarray:
    """Converts float32 (H, W) to int8 levels, smeared like colours from a mosaic."""
    smeared: np.ndarray = cv2.GaussianBlur(noise, (3, 3), 0.5)
    smeared *= 1.3 * NOISE_LEVELS
    np.clip(np.rint(smeared, out=smeared), -127, 127, out=smeared)
    return smeared.astype(np.int8)


STREAM_FPS = 15
"""A webcam's rate at 1280 x 720 in a room's light [choice]."""
PERIOD_NS = NS_PER_S // STREAM_FPS
LIVE, STILL = 1, 2
"""Second seeds of the noise: for the stream, and for captures."""
SETTLES_S = 0.3
"""Time constant of the automatic exposure: it corrects 90 % of a switched lamp in 0.7 s [choice]."""
MAKES_UP = 0.85
"""Share of a change of light that the exposure corrects, in logarithms [choice]."""
GAINS = (0.4, 2.5)
"""From the shortest to the longest exposure, relative to that of the empty table [choice]."""
BREATHS = ((0.015, 5.3), (0.015, 17.0))
"""How the gain wanders: depth and seconds of two waves, a few per cent together [choice]."""

View = Callable[[int], LitScene]
"""Gives the scene at a moment of the clock, in ns."""


@dataclass(slots=True)
class AutoExposure:
    """``phases``: of the gain's waves. Moments are nanoseconds since the camera was opened."""

    phases: tuple[float, float]
    usual: float | None = None
    gain: float = 1.0
    at_ns: int = 0

    def follow(self, brightness: float, at_ns: int) -> float:
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
    """The frame that is due by the clock; not thread-safe.

    With ``small`` the latest pictures have that size, and captures bring one, as from a Pi's camera.
    """

    def __init__(
        self, size: Size, optics_seed: int, seed: int, clock: Clock, small: Size | None = None
    ) -> None:
        self._size, self._optics_seed, self._seed, self._clock = size, optics_seed, seed, clock
        self._small = small
        self._optics: dict[Size, Optics] = {}
        self._exposure = AutoExposure(tuple(chance(seed).uniform(0, 2 * pi, 2).tolist()))
        self._opened_ns = clock()
        self._touched = 0, self._opened_ns
        self._taken: tuple[int, int] | None = None
        """Period and touch of the latest picture."""
        self._frame: Frame | None = None
        self._last_ns, self._stills = self._opened_ns - 1, 0

    def latest(self, view: View) -> Frame:
        """The same within a period; exposed at its start."""
        period, (touch, touched_ns) = (self._clock() - self._opened_ns) // PERIOD_NS, self._touched
        if self._frame is None or self._taken != (period, touch):
            begun_ns = max(self._opened_ns + period * PERIOD_NS, touched_ns)
            self._frame = self._exposed(view, begun_ns, LIVE, period, self._small or self._size)
            self._taken = period, touch
        return self._frame

    def capture(self, view: View, after_ns: int) -> Frame:
        """Exposed after that moment even if the clock stands still."""
        self._stills += 1
        frame = self._exposed(view, max(self._clock(), after_ns + 1), STILL, self._stills, self._size)
        return frame if self._small is None else replace(frame, small=_reduced(frame.pixels, self._small))

    def touched(self) -> None:
        """The table has changed: the next frame shows it, even within the same period. From any thread."""
        self._touched = self._touched[0] + 1, self._clock()

    def _exposed(self, view: View, at_ns: int, kind: int, number: int, size: Size) -> Frame:
        now_ns = min(at_ns, self._clock())
        seen = view(now_ns)
        gain = self._exposure.follow(seen.brightness, now_ns - self._opened_ns)
        if size not in self._optics:
            self._optics[size] = Optics(*_light_and_noise(size, self._seed, self._optics_seed))
        if size != self._size:
            seen = replace(seen, scene=_reduced(seen.scene, size))
        rng = chance(self._seed, kind, number)
        pixels = self._optics[size].developed(seen, gain, rng, packed=self._small is None)
        self._last_ns = max(at_ns, self._last_ns + 1)
        return Frame(pixels, self._last_ns)


def _reduced(pixels: np.ndarray, size: Size) -> np.ndarray:
    """As a Pi's small stream: by area, with a quarter of the colours (YUV420)."""
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(cv2.cvtColor(small, cv2.COLOR_BGR2YUV_I420), cv2.COLOR_YUV2BGR_I420)
