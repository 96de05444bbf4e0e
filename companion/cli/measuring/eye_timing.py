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


def _rival_ms(model: Path, threads: int) -> float:
    try:
        need_place_for_file(model)  # a pipe would be waited for
        content = model.read_bytes()
    except OSError as fault:
        why = say_os_fault(fault)
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
    count_and_colours = zip(shape[:2], PICTURE[:2], strict=False)
    fits = all(side == wanted for side, wanted in count_and_colours if isinstance(side, int))
    return fits and len(shape) == len(PICTURE)


def _peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1_000_000 if sys.platform == "darwin" else 1_000)


SIZE = (2304, 1296)
"""Width and height of the card eye's frame, as for the dice eye."""
CARDS = ("10H", "AS", "7D", "QC", "2S", "KH", "9C", "4D", "JS", "6H")
CARD_WIDE_PX = 182
"""Of a 63 mm card in a frame that shows 80 cm of the table; its indices are 43 px tall."""
_CARD_PX = (630, 880)
"""A card is drawn at 10 px a mm, then laid into the frame."""
_INDEX_PX, _MIDDLE_PX = 150, (64, 140)
_RED, _BLACK, _PAPER = (30, 30, 190), (25, 25, 25), (238, 242, 244)
_CLOTH = (60, 95, 45)


def drawn_table(cards: tuple[str, ...] = CARDS, seed: int = 1) -> np.ndarray:
    """At most ten cards at any turn, uint8 (1296, 2304, 3), BGR; deterministic."""
    rng = np.random.default_rng(seed)
    width, height = SIZE
    frame = np.empty((height, width, 3), np.uint8)
    cv2.setRNGSeed(seed)
    cv2.randn(frame, np.array(_CLOTH, float), np.array((6, 6, 6), float))
    for number, code in enumerate(cards):
        x = (number % 5 + 0.5) * width / 5 + rng.uniform(-30, 30)
        y = (number // 5 + 0.5) * height / 2 + rng.uniform(-60, 60)
        lay(frame, drawn_card(code), (x, y), rng.uniform(0, 2 * np.pi), CARD_WIDE_PX)
    return cv2.GaussianBlur(frame, (0, 0), 0.8)


def lay(
    frame: np.ndarray, card: np.ndarray, middle: tuple[float, float], turn: float, wide_px: float
) -> None:
    """``turn``: clockwise, radians."""
    scale = wide_px / card.shape[1]
    small = cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    rows, columns = small.shape[:2]
    matrix = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), -np.degrees(turn), 1.0)
    reach = int(np.hypot(rows, columns) / 2) + 2
    left, top = (max(0, int(each) - reach) for each in middle)
    place = frame[top : int(middle[1]) + reach, left : int(middle[0]) + reach]
    matrix[:, 2] += np.array(middle) - ((columns - 1) / 2 + left, (rows - 1) / 2 + top)
    size = (place.shape[1], place.shape[0])
    mask = cv2.warpAffine(np.full((rows, columns), 255, np.uint8), matrix, size)[..., None] / 255.0
    laid = cv2.warpAffine(small, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    place[:] = (laid * mask + place * (1 - mask)).astype(np.uint8)


def drawn_card(code: str) -> np.ndarray:
    """Rank over suit in two opposite corners, uint8 (880, 630, 3)."""
    rank, suit = code[:-1], code[-1]
    wide, tall = _CARD_PX
    card = np.full((tall, wide, 3), _PAPER, np.uint8)
    ink = _RED if suit in "HD" else _BLACK
    for _ in range(2):
        _write_rank(card, rank, ink)
        _draw_suit(card, suit, ink)
        card = np.ascontiguousarray(card[::-1, ::-1])
    return card


def _write_rank(card: np.ndarray, rank: str, ink: tuple[int, int, int]) -> None:
    """The right height in any font.

    OpenCV writes a stroke through its 0, so a 10 has the letter.
    """
    tall, wide = round(_INDEX_PX * 0.56), 96
    page = np.zeros((300, 400), np.uint8)
    cv2.putText(page, rank.replace("0", "O"), (40, 220), cv2.FONT_HERSHEY_SIMPLEX, 5.0, 255, 22, cv2.LINE_AA)
    rows, columns = np.nonzero(page > 60)
    figure: np.ndarray = page[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    across = min(wide, round(figure.shape[1] * tall / figure.shape[0]))
    figure = cv2.resize(figure, (across, tall), interpolation=cv2.INTER_AREA)[..., None] / 255.0
    top, left = _MIDDLE_PX[1] - _INDEX_PX // 2, _MIDDLE_PX[0] - across // 2
    place = card[top : top + tall, left : left + across]
    place[:] = (figure * ink + place * (1 - figure)).astype(np.uint8)


def _draw_suit(card: np.ndarray, suit: str, ink: tuple[int, int, int]) -> None:
    tall = _INDEX_PX * 0.38
    x, bottom = float(_MIDDLE_PX[0]), _MIDDLE_PX[1] + _INDEX_PX / 2
    top, half, lobe = bottom - tall, tall * 0.46, tall * 0.25
    middle = (top + bottom) / 2
    if suit == "D":
        _fill(card, [(x, top), (x + half * 0.85, middle), (x, bottom), (x - half * 0.85, middle)], ink)
        return
    if suit == "H":
        _dots(card, [(x - lobe * 0.92, top + lobe), (x + lobe * 0.92, top + lobe)], lobe, ink)
        _fill(
            card, [(x - half * 0.98, top + lobe * 1.3), (x + half * 0.98, top + lobe * 1.3), (x, bottom)], ink
        )
        return
    _fill(card, [(x, bottom - tall * 0.45), (x - lobe * 0.75, bottom), (x + lobe * 0.75, bottom)], ink)
    if suit == "S":
        base = bottom - tall * 0.2 - lobe
        _dots(card, [(x - lobe * 0.92, base), (x + lobe * 0.92, base)], lobe, ink)
        _fill(
            card, [(x - half * 0.98, base - lobe * 0.3), (x + half * 0.98, base - lobe * 0.3), (x, top)], ink
        )
    else:
        base = bottom - tall * 0.22 - lobe * 0.9
        places = [(x - lobe, base), (x + lobe, base), (x, top + lobe * 0.9), (x, base - lobe * 0.4)]
        _dots(card, places, lobe * 0.9, ink)


def _fill(card: np.ndarray, points: list[tuple[float, float]], ink: tuple[int, int, int]) -> None:
    cv2.fillPoly(card, [np.round(np.array(points)).astype(np.int32)], ink, cv2.LINE_AA)


def _dots(
    card: np.ndarray, places: list[tuple[float, float]], radius: float, ink: tuple[int, int, int]
) -> None:
    for x, y in places:
        cv2.circle(card, (round(x), round(y)), round(radius), ink, -1, cv2.LINE_AA)


@dataclass(frozen=True, slots=True)
class CardTimes:
    """Median milliseconds for ten cards in 2304×1296, and how many are read."""

    read_ms: float
    read: int


def time_card_eye(threads: int = 1) -> CardTimes:
    """Raises ``WeightsError`` if weights cannot be opened."""
    cv2.setNumThreads(threads)
    eye, frame = CardEye(threads=threads), Frame(drawn_table(), 0)
    read = sum(card.code is not None for card in eye.read(frame).cards)
    return CardTimes(timed(lambda: eye.read(frame)), read)
