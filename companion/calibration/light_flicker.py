"""Light that flickers with the mains: bands across one picture, bands that move, whole pictures that flicker.

Lamps on mains of 50 or 60 Hz beat 100 or 120 times a second. A rolling shutter exposes row after row, so that
the beat lies across the picture as bands; a short exposure of all rows at once makes whole pictures beat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from companion.frame import Frame

MAINS_HZ = (50, 60)
STRIPS, ROWS = 12, 180
"""Parts across the picture that must agree, and rows to which it is thinned: bands run through all strips,
an arm or a cup through a few."""
BANDS = np.arange(0.75, 10.01, 0.25)
"""Bands a picture that are looked for: a sensor that reads its rows in 1/130 s shows 0.75 of 100 Hz, one that
takes 1/12 s shows 10 of 120."""
LEAST_MOVING = 0.015
"""Depth of moving bands from which they count, as a share of the light: noise and lifting hands of the
simulated tables bring 0.0001 (``calibration/light.py``), and bands shallower than this are no harm to dots
[choice]."""
LEAST_STANDING, LIKE_A_WAVE, AGREEING_STRIPS = 0.10, 0.6, 10
"""What bands that stand still must have: depth, the share of the rows' differences that one wave explains,
and strips that agree. Planks, cups and the board of the simulated tables reach 0.12, 0.74 and 9 of 12
strips, but not together (``calibration/light.py``): one picture shows only deep bands, several show
shallow ones."""
LEAST_BEAT, MOSTLY_BEAT = 0.02, 0.8
"""Depth of whole pictures' beat from which it counts, and the share of their differences that it explains."""
FEWEST_MOVING = 3
FEWEST_BEATS = 8
"""With this many pictures flicker can be told from a switched lamp."""
MAINS_TOLD = 0.85, 0.2
"""How well the pictures' times must fit one mains frequency, and by how much better than the other."""


class FlickerPattern(Enum):
    """How the flicker shows."""

    BANDS = "bands"
    BEATS = "beats"


@dataclass(frozen=True, slots=True)
class Flicker:
    """``depth``: the share of light that is missing at the darkest; ``mains_hz``: ``None`` if it is
    unknown."""

    seen: FlickerPattern
    depth: float
    mains_hz: int | None = None


def find_flicker(frames: Sequence[Frame]) -> Flicker | None:
    """The flicker in frames of one size, in the order of their exposure; ``None`` if there is none.

    One frame shows deep bands only; several frames also show shallow ones, by their movement.
    """
    strips = np.stack([light_in_strips(frame.pixels) for frame in frames])
    times_s = np.array([frame.exposed_at_ns for frame in frames]) * 1e-9
    return _moving(strips, times_s) or _beats(strips, times_s) or _standing(strips[-1])


def light_in_strips(pixels: np.ndarray) -> np.ndarray:
    """Logarithm of the light, float32 (ROWS, STRIPS)."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    logarithms: np.ndarray = np.log(
        cv2.resize(grey, (STRIPS, ROWS), interpolation=cv2.INTER_AREA).astype(np.float32) + 4.0
    )
    return logarithms


def _waves() -> np.ndarray:
    """A complex wave for each of ``BANDS``: (bands, ROWS); times rows it is the wave's height and phase."""
    rows = (np.arange(ROWS) + 0.5) / ROWS
    waves: np.ndarray = np.exp(-2j * np.pi * BANDS[:, None] * rows) * 2 / ROWS
    return waves


def _moving(strips: np.ndarray, times_s: np.ndarray) -> Flicker | None:
    """Bands that lie elsewhere in each picture."""
    if len(strips) < FEWEST_MOVING:
        return None
    heights = moving_bands(strips)
    depth = float(np.sqrt((np.abs(heights) ** 2).mean()))
    return Flicker(FlickerPattern.BANDS, depth, _mains(heights, times_s)) if depth >= LEAST_MOVING else None


def moving_bands(strips: np.ndarray) -> np.ndarray:
    """Height and phase, complex, of the strongest moving wave in each of the pictures (N, ROWS, STRIPS).

    Things on the table stand still and cancel out; a hand covers each part in few pictures, and few strips.
    """
    rest = np.median(strips - np.median(strips, axis=0), axis=2)
    rest -= rest.mean(axis=1, keepdims=True)
    heights = _waves() @ rest.T
    tallest: np.ndarray = heights[int((np.abs(heights) ** 2).mean(axis=1).argmax())]
    return tallest


def _mains(heights: np.ndarray, times_s: np.ndarray) -> int | None:
    """The mains frequency that fits the waves' phases from picture to picture."""
    fits = [_fit(heights, times_s, 2 * mains) for mains in MAINS_HZ]
    best = int(np.argmax(fits))
    least, better = MAINS_TOLD
    told = fits[best] >= least and fits[best] - fits[1 - best] >= better
    return MAINS_HZ[best] if told else None


def _fit(heights: np.ndarray, times_s: np.ndarray, hz: int) -> float:
    back = np.exp(-2j * np.pi * hz * (times_s - times_s[0]))
    return float(abs((heights * back).sum()) / max(1e-12, np.abs(heights).sum()))


def _beats(strips: np.ndarray, times_s: np.ndarray) -> Flicker | None:
    """Whole pictures that grow lighter and darker with the mains."""
    if len(strips) < FEWEST_BEATS or np.ptp(times_s) <= 0:
        return None
    level = np.median(strips - np.median(strips, axis=0), axis=(1, 2))
    since = times_s - times_s.mean()
    slow = np.column_stack([np.ones(len(since)), since])
    level = level - slow @ np.linalg.lstsq(slow, level, rcond=None)[0]
    found = [_wave_in(level, since, 2 * mains) for mains in MAINS_HZ]
    best = max(found, key=lambda each: each[1])
    depth, explained = best
    if depth < LEAST_BEAT or explained < MOSTLY_BEAT:
        return None
    told = abs(found[0][1] - found[1][1]) >= MAINS_TOLD[1]
    return Flicker(FlickerPattern.BEATS, depth, MAINS_HZ[found.index(best)] if told else None)


def _wave_in(level: np.ndarray, times_s: np.ndarray, hz: int) -> tuple[float, float]:
    """Height of the wave of this frequency, and the share of the differences that it explains."""
    turn = 2 * np.pi * hz * times_s
    wave = np.column_stack([np.cos(turn), np.sin(turn)])
    height = np.linalg.lstsq(wave, level, rcond=None)[0]
    left = level - wave @ height
    spread = float((level**2).sum())
    return float(np.hypot(*height)), 1 - float((left**2).sum()) / spread if spread > 0 else 0.0


def _standing(strips: np.ndarray) -> Flicker | None:
    """Deep bands in one picture, alike in nearly all strips and like a wave."""
    depth, explained, agreeing = standing_bands(strips)
    if depth < LEAST_STANDING or explained < LIKE_A_WAVE or agreeing < AGREEING_STRIPS:
        return None
    return Flicker(FlickerPattern.BANDS, depth)


def standing_bands(strips: np.ndarray) -> tuple[float, float, int]:
    """The strongest wave down the rows: its height, the share that it explains, how many strips agree."""
    rows = np.linspace(-1, 1, ROWS)
    slow = np.column_stack([rows**power for power in range(3)])
    each = strips - slow @ np.linalg.lstsq(slow, strips, rcond=None)[0]
    common = np.median(each, axis=1)
    heights = _waves() @ common
    best = int(np.abs(heights).argmax())
    turn = 2 * np.pi * BANDS[best] * (np.arange(ROWS) + 0.5) / ROWS
    wave = np.column_stack([np.cos(turn), np.sin(turn), slow])
    left = common - wave @ np.linalg.lstsq(wave, common, rcond=None)[0]
    spread = float((common**2).sum())
    own = _waves()[best] @ each
    along = np.cos(np.angle(own) - np.angle(heights[best]))
    agreeing = int(((along > 0.7) & (np.abs(own) > 0.5 * abs(heights[best]))).sum())
    return float(abs(heights[best])), 1 - float((left**2).sum()) / max(spread, 1e-12), agreeing
