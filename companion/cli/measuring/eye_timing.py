"""How long the eye takes with dice and with cards, compared with a well-known detector."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np

from companion.core.frame import Frame
from companion.core.on_disk import need_place_for_file
from companion.core.reading import WeightsError
from companion.devices import PI_SMALL_SIZE
from companion.recognition.cards.eye import CardEye
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.networks.weights import open_session
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.pipeline.eye import Eye
from companion.text import say, say_os_fault

ROUNDS, WARM_UP = 15, 3
DICE, PROFILED = (5, 15, 30, 60), 30
"""Dice in the frames, and in the one that is compared with another network and profiled."""
PICTURE = (1, 3, 640, 640)
"""The shape for another network's open sides: one colour picture."""
ONNX_BEGINS = b"\x08"
"""The key of an ONNX file's first field, its version (onnx.proto)."""
PIXELS = {"tensor(float)": np.float32, "tensor(float16)": np.float16, "tensor(uint8)": np.uint8}


STAGES = ("shrink", "detect", "crops", "small", "large", "around", "tilt", "decide", "rest")
"""Resizing; detector with NMS and refinement; crops; both classifiers; surroundings; camera tilt and what
follows from it; faces and doubts; everything else."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class EyeTimes:
    """Milliseconds, medians of ``ROUNDS`` runs: readings by number of dice, and the stages of one of thirty.

    ``table_ms``: of thirty dice as at a set-up table with a Pi's camera, which gives a small picture, too.
    ``rival_ms``: the other network's, or ``None``. ``read``: dice without a doubt in each frame, which shows
    that frames are not empty.
    """

    read_ms: tuple[tuple[int, float], ...]
    read: tuple[tuple[int, int], ...]
    stages_ms: tuple[tuple[str, float], ...]
    table_ms: float
    rival_ms: float | None
    peak_mb: float
    threads: int

    @property
    def ratio(self) -> float | None:
        """Time for thirty dice over the other network's."""
        return None if self.rival_ms is None else dict(self.read_ms)[PROFILED] / self.rival_ms

    @property
    def table_ratio(self) -> float | None:
        return None if self.rival_ms is None else self.table_ms / self.rival_ms


def timed(work: Callable[[], object]) -> float:
    """Median milliseconds of ``ROUNDS`` runs, after a warm-up."""
    for _ in range(WARM_UP):
        work()
    took = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return 1000 * float(np.median(took))


def time_eye(
    frame_of: Callable[[int], Frame], die_px: float, threads: int = 1, against: Path | None = None
) -> EyeTimes:
    """``frame_of``: a frame with that many dice, of ``die_px``; ``against``: another network's ONNX file.

    Raises ``WeightsError`` if weights or the other network cannot be opened or run.
    """
    cv2.setNumThreads(threads)
    if against is not None:
        _need_onnx(against)
    eye = Eye(threads=threads)
    read = {count: _read(eye, frame_of(count)) for count in DICE}
    peak_mb = _peak_mb()
    thirty = frame_of(PROFILED)
    stages_ms = StagedEye(threads).profile(thirty)
    small = cv2.resize(thirty.pixels, PI_SMALL_SIZE, interpolation=cv2.INTER_AREA)
    table_ms = timed(partial(eye.read, replace(thirty, small=small), die_px))
    rival_ms = None if against is None else _rival_ms(against, threads)
    found = tuple((count, dice) for count, (dice, _) in read.items())
    read_ms = tuple((count, ms) for count, (_, ms) in read.items())
    return EyeTimes(read_ms, found, stages_ms, table_ms, rival_ms, peak_mb, threads)


def _read(eye: Eye, frame: Frame) -> tuple[int, float]:
    """How many dice are read without a doubt, and the milliseconds."""
    return sum(not die.doubts for die in eye.read(frame).dice), timed(partial(eye.read, frame))


class StagedMemory(CameraMemory):
    def __init__(self, pyramid: type[ImagePyramid]) -> None:
        super().__init__()
        self._pyramid = pyramid

    def picture_of(self, frame: Frame) -> ImagePyramid:
        return self._pyramid(frame.pixels, frame.small)


class StagedEye(Eye):
    """Notes how long each stage takes; what runs inside another stage counts there alone."""

    def __init__(self, threads: int) -> None:
        super().__init__(threads=threads)
        self._ms: dict[str, float] = {}
        self._running: list[str] = []
        self._since = 0.0
        pyramid: type[ImagePyramid] = type("StagedPyramid", (ImagePyramid,), {})
        self._pyramid = pyramid
        self._watch("shrink", pyramid, "level", "at", "part")
        self._watch("crops", pyramid, "crops")
        self._watch("rest", self, "read")
        self._watch("detect", self._detector, "detect", "refine")
        self._watch("shrink", self._detector, "_coarser")
        self._watch("small", self._small, "read")
        self._watch("large", self._large, "read")
        self._watch("around", self._surroundings, "read")
        self._watch("decide", self, "decide")
        self._watch("tilt", self, "_seem_to_lean", "_held_against_table")

    def profile(self, frame: Frame) -> tuple[tuple[str, float], ...]:
        """Median milliseconds of each stage; they sum to about a reading."""
        rounds = []
        for _ in range(WARM_UP + ROUNDS):
            self._ms = dict.fromkeys(STAGES, 0.0)
            self.read(frame, None, StagedMemory(self._pyramid))
            rounds.append(list(self._ms.values()))
        return tuple(zip(STAGES, np.median(rounds[WARM_UP:], axis=0).tolist(), strict=True))

    def _watch(self, stage: str, owner: object, *methods: str) -> None:
        for name in methods:
            setattr(owner, name, self._watched(stage, getattr(owner, name)))

    def _watched(self, stage: str, work: Callable[..., T]) -> Callable[..., T]:
        def run(*args: Any) -> T:
            self._turn()
            self._running.append(stage)
            try:
                return work(*args)
            finally:
                self._turn()
                self._running.pop()

        return run

    def _turn(self) -> None:
        """What passed since the last turn is the innermost stage's."""
        now = time.perf_counter()
        if self._running:
            self._ms[self._running[-1]] += 1000 * (now - self._since)
        self._since = now


def _need_onnx(model: Path) -> None:
    """Raises ``WeightsError`` before anything is timed: a session would count in the told memory."""
    try:
        need_place_for_file(model)  # a pipe would be waited for
        with model.open("rb") as file:
            begins = file.read(1)
    except OSError as fault:
        why = say_os_fault(fault)
        raise WeightsError(say("network.unreadable", file=str(model), why=why)) from None
    if begins != ONNX_BEGINS:
        raise WeightsError(say("network.unopened", file=str(model)))


def _rival_ms(model: Path, threads: int) -> float:
    try:
        session = open_session(model.read_bytes(), threads)
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
    count_and_colours = zip(shape[:2], PICTURE[:2], strict=False)
    fits = all(side == wanted for side, wanted in count_and_colours if isinstance(side, int))
    return fits and len(shape) == len(PICTURE)


def _peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1_000_000 if sys.platform == "darwin" else 1_000)


@dataclass(frozen=True, slots=True)
class CardTimes:
    """Median milliseconds for the cards of a frame, and how many are read."""

    read_ms: float
    read: int


def time_card_eye(frame: Frame, threads: int = 1) -> CardTimes:
    """Raises ``WeightsError`` if weights cannot be opened."""
    cv2.setNumThreads(threads)
    eye = CardEye(threads=threads)
    read = sum(card.code is not None for card in eye.read(frame).cards)
    return CardTimes(timed(lambda: eye.read(frame)), read)
