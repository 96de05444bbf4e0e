"""The Lost Dice Squares alone: the rest of a frame is blanked before the eye sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from companion.calibration import AreaKind
from companion.core.frame import Frame
from companion.core.reading import Doubt
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.against_game import Seats

ACROSS = 160
"""Places across a frame that are looked up: every 8 px of 1280, a quarter of a die."""
BLANK = (114, 114, 114)
"""Colour of the blanked rest: the grey of the eye's borders."""

WEIGHT_STEPS = 1024
"""Weights of an enlargement are multiples of 1/1024."""
LARGER = 1.6
"""Enlargement for the third view: dice of 30 px are then 48 px long."""
MOST_APART = 1
"""If the three counts differ by more, none is given: where dice on the squares touch they do, and half of the
counts would be wrong (tests/recognition/measure_squares.py, docs/watching.md)."""


@dataclass(frozen=True, slots=True, eq=False)
class SquaresField:
    """The squares in frames of one size: a window (left, top, right, bottom, px) and a mask ``inside``,
    bool (window height, window width).
    """

    window: tuple[int, int, int, int]
    inside: np.ndarray

    @classmethod
    def of(cls, seats: Seats, size: tuple[int, int]) -> SquaresField | None:
        """``None`` if the seats know no squares."""
        coarse = _sampled(seats, size)
        if not coarse.any():
            return None
        whole = cv2.resize(coarse.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
        rows, columns = np.flatnonzero(whole.any(1)), np.flatnonzero(whole.any(0))
        left, top, right, bottom = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
        window = int(left), int(top), int(right), int(bottom)
        return cls(window, whole[top:bottom, left:right].copy())

    def cut(self, frame: Frame) -> Frame:
        left, top, right, bottom = self.window
        pixels = frame.pixels[top:bottom, left:right].copy()
        pixels[~self.inside] = BLANK
        return Frame(pixels, frame.exposed_at_ns)


def _sampled(seats: Seats, size: tuple[int, int]) -> np.ndarray:
    """Where the squares are: bool (rows, ``ACROSS``)."""
    step = size[0] / ACROSS
    rows = max(1, round(size[1] / step))
    return np.array(
        [
            [
                seats.area_at((x + 0.5) * step, (y + 0.5) * size[1] / rows, size) is AreaKind.LOST_DICE
                for x in range(ACROSS)
            ]
            for y in range(rows)
        ]
    )


def looks(cut: Frame) -> Iterator[Frame]:
    """The cut as it is, mirrored, and enlarged: two of these usually separate dice side by side."""
    yield cut
    yield Frame(np.ascontiguousarray(cut.pixels[:, ::-1]), cut.exposed_at_ns)
    yield Frame(_enlarged(cut.pixels), cut.exposed_at_ns)


def _enlarged(pixels: np.ndarray) -> np.ndarray:
    """Bicubic in whole numbers: OpenCV's rounding depends on the processor."""
    rows = _enlarged_rows(pixels.astype(np.int32))
    both = _enlarged_rows(rows.swapaxes(0, 1)).swapaxes(0, 1)
    rounded = (both + WEIGHT_STEPS**2 // 2) // WEIGHT_STEPS**2
    return np.ascontiguousarray(rounded.clip(0, 255).astype(np.uint8))


def _enlarged_rows(numbers: np.ndarray) -> np.ndarray:
    """Times ``WEIGHT_STEPS``, from int32 (H, …); border rows repeat."""
    count = len(numbers)
    at = (np.arange(round(LARGER * count)) + 0.5) / LARGER - 0.5
    first, part = np.floor(at).astype(int), at % 1
    weights = _weights(part)
    shape = (-1, *(1,) * (numbers.ndim - 1))
    larger = np.zeros((len(at), *numbers.shape[1:]), np.int32)
    for tap in range(4):
        larger += weights[tap].reshape(shape) * numbers[(first + tap - 1).clip(0, count - 1)]
    return larger


def _weights(part: np.ndarray) -> np.ndarray:
    """Keys' cubic weights, int32 (4, N), of the rows round fractions ``part`` (N,).

    They sum to ``WEIGHT_STEPS``; -0.75 is OpenCV's parameter.
    """
    apart = np.abs(part - np.arange(-1, 3)[:, None])
    near, far = (1.25 * apart - 2.25) * apart**2 + 1, -0.75 * (((apart - 5) * apart + 8) * apart - 4)
    weights: np.ndarray = np.rint(WEIGHT_STEPS * np.where(apart <= 1, near, far)).astype(np.int32)
    weights[1] += WEIGHT_STEPS - weights.sum(0)
    return weights


class SquaresEye:
    """Fits ``companion.play.base.ports.SquaresEye``. ``seats_for``: by the number of players."""

    def __init__(self, eye: Eye, seats_for: Callable[[int], Seats]) -> None:
        self._eye = eye
        self._seats_for = seats_for
        self._fields: dict[tuple[int, tuple[int, int]], SquaresField | None] = {}

    def lost_seen(self, frame: Frame, players: int) -> int | None:
        """The middle of three counts; ``None`` if the squares are unknown, dice are stacked, or counts differ
        by more than one.

        A die in doubt counts.
        """
        field = self._field(players, (frame.width, frame.height))
        if field is None:
            return None
        readings = [self._eye.read(look).dice for look in looks(field.cut(frame))]
        if any(Doubt.STACKED in die.doubts for dice in readings for die in dice):
            return None
        counts = sorted(map(len, readings))
        return counts[1] if counts[-1] - counts[0] <= MOST_APART else None

    def _field(self, players: int, size: tuple[int, int]) -> SquaresField | None:
        key = players, size
        if key not in self._fields:
            self._fields[key] = SquaresField.of(self._seats_for(players), size)
        return self._fields[key]
