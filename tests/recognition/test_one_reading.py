"""What the networks are shown is the same on every machine, to the last byte.

The pictures are whole numbers, and the networks are played: they answer with whole numbers over 256. So this
tries what lies between a picture and a network, and nothing else. The hashes hold on x86_64, with AVX and
without, and on emulated aarch64.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.core import picture
from companion.core.frame import Frame
from companion.recognition.cards import locator, reader
from companion.recognition.cards.eye import CardEye
from companion.recognition.cards.reader import load_card_weights
from companion.recognition.classify import classifier
from companion.recognition.detect import detector
from companion.recognition.networks.weights import NETWORKS, load_weights
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table import squares
from companion.recognition.taught.views import in_other_lights, signatures

SHOWN = {
    "locator": "5bcfbf64c746e4f0",
    "near_locator": "f17979171af92486",
    "small_classifier": "d2bc0ee777967785",
    "large_classifier": "f5ea87ca45371fec",
    "surroundings": "5f02125b66b9cd26",
    "symbol_reader": "aae747d1abf3b68e",
    "card_locator": "81856f2e94555879",
    "card_reader": "67ee14b74dc3a277",
}
"""The hash of all that each network is shown here, in turn."""
Answer = Callable[[np.random.Generator, tuple[int, ...]], Sequence[np.ndarray]]


def whole(rng: np.random.Generator, low: float, high: float, *shape: int) -> np.ndarray:
    """Numbers of a range, whole over 256."""
    return (rng.integers(int(256 * low), int(256 * high), shape) / 256).astype(np.float32)


def cells(rng: np.random.Generator, channels: int, together: int, tall: int, wide: int) -> np.ndarray:
    """A detector's answer (1, channels * together, tall, wide) with a dozen peaks."""
    answer = whole(rng, -0.6, 0.6, 1, channels * together, tall, wide)
    answer[:, :together] = -12
    places = rng.integers(0, (together, tall, wide), (12, 3))
    answer[0, places[:, 0], places[:, 1], places[:, 2]] = whole(rng, 0.5, 4, 12)
    return answer


def of_crops(*widths: int, reach: float = 3.0) -> Answer:
    """Answers of so many numbers a crop."""
    return lambda rng, shape: [whole(rng, -reach, reach, shape[0], width) for width in widths]


ANSWERS: Mapping[str, Answer] = {
    "locator": lambda rng, shape: [cells(rng, 5, 4, shape[1] // 8, shape[2] // 8)],
    "near_locator": lambda rng, shape: [cells(rng, 5, 4, shape[1] // 8, shape[2] // 8)],
    "small_classifier": of_crops(classifier.ANSWERS),
    "large_classifier": of_crops(classifier.ANSWERS),
    "surroundings": of_crops(1),
    "symbol_reader": of_crops(128),
    "card_locator": lambda rng, shape: [cells(rng, 6, 1, shape[2] // 4, shape[3] // 4)],
    "card_reader": of_crops(14, 5, 4, 15),
}


class Played:
    """A session that answers anything, and hashes what it is shown."""

    def __init__(self, answer: Answer) -> None:
        self._answer, self._rng, self.hash = answer, np.random.default_rng(1), hashlib.sha256()

    def get_inputs(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(name="shown")]

    def run(
        self, names: Sequence[str] | None, shown: Mapping[str, np.ndarray], options: object = None
    ) -> Sequence[np.ndarray]:
        (pixels,) = shown.values()
        self.hash.update(f"{pixels.shape} {pixels.dtype}".encode())
        self.hash.update(np.ascontiguousarray(pixels).tobytes())
        return self._answer(self._rng, pixels.shape)


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> dict[str, Played]:
    """The played network of each name, as it is opened."""
    weights, cards, opened = load_weights(), load_card_weights(), {}
    names = {getattr(weights, name): name for name in NETWORKS}
    names |= {cards.locator: "card_locator", cards.reader: "card_reader"}

    def open_session(model: bytes, threads: int = 1) -> Played:
        return opened.setdefault(names[model], Played(ANSWERS[names[model]]))

    for module in (detector, classifier, classifier, locator, reader):
        monkeypatch.setattr(module, "open_session", open_session)
    return opened


@cache
def pattern(wide: int, tall: int) -> np.ndarray:
    """Rings that grow finer outward, of another colour each: uint8 (tall, wide, 3)."""
    down = np.arange(tall, dtype=np.int32)[:, None] - tall // 3
    right = np.arange(wide, dtype=np.int32) - wide // 2
    rings = [(5 + each) * right**2 + (9 - each) * down**2 + 3 * right * down for each in range(3)]
    return np.stack([(each >> 9).astype(np.uint8) for each in rings], 2)


def test_each_network_is_shown_the_same_bytes_on_every_machine(
    played: dict[str, Played], monkeypatch: pytest.MonkeyPatch
) -> None:
    eye = Eye()
    *_, larger = squares.looks(Frame(pattern(300, 200), 0))
    for frame in (Frame(pattern(1280, 720), 0), Frame(pattern(801, 547), 0), larger):
        eye.read(frame)
    eye.read(Frame(pattern(1280, 720), 0), die_px=31.0)
    monkeypatch.setattr(picture, "LARGEST_AS_IT_IS", 100_000)
    for kind in (".jpg", ".png"):
        photo = cv2.imencode(kind, pattern(501, 347))[1].tobytes()
        eye.read(Frame(picture.pixels_of(photo, picture.header_of(photo)), 0))
    signatures(eye.symbols, in_other_lights(pattern(96, 96), 7))
    CardEye().read(Frame(pattern(1281, 720), 0))
    assert {name: each.hash.hexdigest()[:16] for name, each in played.items()} == SHOWN
