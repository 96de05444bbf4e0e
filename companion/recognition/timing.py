"""How long the eye takes: whole readings of composed frames, beside a detector everyone knows."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.frame import Frame
from companion.recognition.errors import WeightsError
from companion.recognition.eye import Eye
from companion.recognition.locate import FIRST_LOOK_PX
from companion.recognition.shrink import Halvings
from companion.recognition.weights import open_session

SIZE = (2304, 1296)
"""Width and height of the frame that issue 4 measures on: half the Pi camera's sensor each way."""
DIE_PX = 52
"""Longer side of the drawn dice: about a 16 mm die of a table-wide frame of that size."""
ROUNDS, WARM_UP = 15, 3


@dataclass(frozen=True, slots=True)
class EyeTimes:
    """Milliseconds, medians of ``ROUNDS`` runs: whole readings by number of dice, and their parts.

    ``rival_ms`` is the other network's; ``None`` without one. ``found`` counts the dice that were
    indeed read in each frame, so that no time is that of an empty one.
    """

    read_ms: tuple[tuple[int, float], ...]
    found: tuple[tuple[int, int], ...]
    shrink_ms: float
    rival_ms: float | None
    peak_mb: float
    threads: int

    @property
    def ratio(self) -> float | None:
        """Time of thirty dice over the rival's time."""
        thirty = dict(self.read_ms).get(30)
        return None if self.rival_ms is None or thirty is None else thirty / self.rival_ms


def drawn_frame(dice: int, seed: int = 1) -> np.ndarray:
    """A frame with that many drawn dice on a cloth, uint8 (1296, 2304, 3); the same for the same seed."""
    rng = np.random.default_rng(seed)
    width, height = SIZE
    frame = np.empty((height, width, 3), np.uint8)
    cv2.setRNGSeed(seed)
    cv2.randn(frame, (60, 95, 45), (6, 6, 6))
    columns = int(np.ceil(np.sqrt(dice * width / height)))
    rows = int(np.ceil(dice / columns))
    places = [(column, row) for row in range(rows) for column in range(columns)][:dice]
    for column, row in places:
        x = (column + 0.5 + rng.uniform(-0.2, 0.2)) * width / columns
        y = (row + 0.5 + rng.uniform(-0.2, 0.2)) * height / rows
        _draw(frame, (x, y), int(rng.integers(1, 7)), rng.uniform(0, 2 * np.pi))
    return cv2.GaussianBlur(frame, (0, 0), 0.9)


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _draw(frame: np.ndarray, middle: tuple[float, float], face: int, turn: float) -> None:
    side = DIE_PX / 1.25
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ spin.T * side / 2
    cv2.fillConvexPoly(frame, (corners * 1.05 + middle + 3).astype(np.int32), (25, 40, 18), cv2.LINE_AA)
    cv2.fillConvexPoly(frame, (corners + middle).astype(np.int32), (90, 205, 235), cv2.LINE_AA)
    for pip in _PIPS[face]:
        x, y = np.array(pip) @ spin.T * side * 0.26 + middle
        cv2.circle(
            frame, (round(float(x)), round(float(y))), round(side * 0.1), (25, 25, 25), -1, cv2.LINE_AA
        )


def timed(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """Median milliseconds of a piece of work, after a few runs to warm up."""
    for _ in range(WARM_UP):
        work()
    took = []
    for _ in range(rounds):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return 1000 * float(np.median(took))


def time_eye(
    counts: Sequence[int] = (5, 15, 30, 60), threads: int = 1, against: Path | None = None
) -> EyeTimes:
    """Time readings of frames with some numbers of dice; ``against`` is another network's ONNX file.

    Raises ``WeightsError`` when the eye's weights or the other network cannot be opened.
    """
    cv2.setNumThreads(threads)
    eye = Eye(threads=threads)
    frames = {count: Frame(drawn_frame(count), 0) for count in counts}
    found = tuple((count, len(eye.read(frame).dice)) for count, frame in frames.items())
    read_ms = tuple((count, timed(lambda frame=frame: eye.read(frame))) for count, frame in frames.items())
    pixels = next(iter(frames.values())).pixels
    shrink_ms = timed(lambda: Halvings(pixels).at(FIRST_LOOK_PX / max(SIZE)))
    peak_mb = _peak_mb()
    rival_ms = None if against is None else _rival_ms(against, threads)
    return EyeTimes(read_ms, found, shrink_ms, rival_ms, peak_mb, threads)


def _rival_ms(model: Path, threads: int) -> float:
    try:
        content = model.read_bytes()
    except OSError as fault:
        raise WeightsError(f"{model} cannot be read: {fault.strerror or fault}") from None
    session = open_session(content, threads)
    entry = session.get_inputs()[0]
    shape = [
        side if isinstance(side, int) else other
        for side, other in zip(entry.shape, (1, 3, 640, 640), strict=True)
    ]
    picture = np.full(shape, 0.5, np.float32)
    return timed(lambda: session.run(None, {entry.name: picture}))


def _peak_mb() -> float:
    """Highest resident memory of this process so far, in megabytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1_000_000 if sys.platform == "darwin" else 1_000)
