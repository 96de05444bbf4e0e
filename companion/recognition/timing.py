"""How long the eye takes: whole readings of frames of dice, beside a detector everyone knows."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from companion.frame import Frame
from companion.recognition.detect.multiscale import FIRST_SCALE_PX
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.errors import WeightsError
from companion.recognition.eye import Eye
from companion.recognition.weights import open_session
from companion.text.speech import say

ROUNDS, WARM_UP = 15, 3
PICTURE = (1, 3, 640, 640)
"""What another network is given where it leaves a side open: one picture of colours, as detectors take it."""
PIXELS = {"tensor(float)": np.float32, "tensor(float16)": np.float16, "tensor(uint8)": np.uint8}


@dataclass(frozen=True, slots=True)
class EyeTimes:
    """Milliseconds, medians of ``ROUNDS`` runs: whole readings by number of dice, and their parts.

    ``rival_ms`` is the other network's; ``None`` without one. ``read`` counts the dice told without a
    doubt in each frame, so that no time is that of an empty one.
    """

    read_ms: tuple[tuple[int, float], ...]
    read: tuple[tuple[int, int], ...]
    shrink_ms: float
    rival_ms: float | None
    peak_mb: float
    threads: int

    @property
    def ratio(self) -> float | None:
        """Time of thirty dice over the rival's time."""
        thirty = dict(self.read_ms).get(30)
        return None if self.rival_ms is None or thirty is None else thirty / self.rival_ms


def timed(work: Callable[[], object]) -> float:
    """Median milliseconds of ``ROUNDS`` runs of a piece of work, after a few to warm up."""
    for _ in range(WARM_UP):
        work()
    took = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return 1000 * float(np.median(took))


def time_eye(frames: Mapping[int, Frame], threads: int = 1, against: Path | None = None) -> EyeTimes:
    """Time readings of frames, by how many dice lie there; ``against`` is another network's ONNX file.

    Raises ``WeightsError`` when the eye's weights or the other network cannot be opened or run.
    """
    cv2.setNumThreads(threads)
    eye = Eye(threads=threads)
    read = tuple(
        (count, sum(not die.doubts for die in eye.read(frame).dice)) for count, frame in frames.items()
    )
    read_ms = tuple((count, timed(partial(eye.read, frame))) for count, frame in frames.items())
    pixels = next(iter(frames.values())).pixels
    shrink_ms = timed(lambda: ImagePyramid(pixels).at(FIRST_SCALE_PX / max(pixels.shape)))
    peak_mb = _peak_mb()
    rival_ms = None if against is None else _rival_ms(against, threads)
    return EyeTimes(read_ms, read, shrink_ms, rival_ms, peak_mb, threads)


def _rival_ms(model: Path, threads: int) -> float:
    try:
        content = model.read_bytes()
    except OSError as fault:
        why = fault.strerror or str(fault)
        raise WeightsError(say("network.unreadable", file=str(model), why=why)) from None
    try:
        session = open_session(content, threads)
    except WeightsError:
        raise WeightsError(say("network.unopened", file=str(model))) from None
    entries = session.get_inputs()
    if len(entries) != 1 or entries[0].type not in PIXELS or not _takes_a_picture(entries[0].shape):
        raise WeightsError(say("network.no_detector", file=str(model)))
    entry = entries[0]
    shape = [
        side if isinstance(side, int) else other for side, other in zip(entry.shape, PICTURE, strict=True)
    ]
    picture = np.full(shape, 0.5, PIXELS[entry.type])
    try:
        return timed(lambda: session.run(None, {entry.name: picture}))
    except Exception as fault:  # onnxruntime raises its own unrelated classes
        sentence = say("network.not_run", file=str(model), shape=str(shape), why=type(fault).__name__)
        raise WeightsError(sentence) from fault


def _takes_a_picture(shape: Sequence[int | str | None]) -> bool:
    """Whether an input of this shape, its open sides no numbers, takes one picture of three colours."""
    count_and_colours = zip(shape[:2], PICTURE[:2], strict=False)
    fits = all(side == wanted for side, wanted in count_and_colours if isinstance(side, int))
    return fits and len(shape) == len(PICTURE)


def _peak_mb() -> float:
    """Highest resident memory of this process so far, in megabytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1_000_000 if sys.platform == "darwin" else 1_000)
