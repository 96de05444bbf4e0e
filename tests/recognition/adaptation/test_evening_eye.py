"""An eye that learns over an evening, and forgets what is taken back."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from companion.core.frame import Frame
from companion.core.reading import ConfirmedDie, Doubt, PhotoReading, ReadDie
from companion.recognition.adaptation.adaptive_eye import AdaptiveEye
from companion.recognition.pipeline.camera_memory import CameraMemory
from tests.recognition.adaptation.evening_tables import box_at, read_at, table, with_thing

PLACES = ((80, 80), (200, 90), (500, 400), (320, 240))


@dataclass
class Told:
    """An eye that says what it was told to say."""

    dice: tuple[ReadDie, ...] = ()

    def read(self, frame: Frame, die_px: float | None, camera: CameraMemory) -> PhotoReading:
        return PhotoReading((frame.width, frame.height), self.dice)


@dataclass
class Pips:
    """Tells crops apart by how dark they are, as the symbol reader might; counts what it is asked."""

    asked: int = 0
    rows: np.ndarray = field(default_factory=lambda: np.random.default_rng(5).normal(0, 1, (40, 24)))

    def embed(self, crops: np.ndarray) -> np.ndarray:
        self.asked += len(crops)
        dark = (crops.mean(3) < 120).mean((1, 2))
        rows = self.rows[np.clip(dark * 120, 0, 39).astype(int)]
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def _frame(pips: int, noise: int) -> Frame:
    picture = table(noise_seed=noise)
    for place in PLACES:
        picture = with_thing(picture, box_at(*place), pips)
    return Frame(picture, 0)


def _answered(face: int | None) -> list[ConfirmedDie]:
    return [ConfirmedDie(box_at(*place), face, False, by_player=True) for place in PLACES]


def _taught() -> tuple[AdaptiveEye, CameraMemory, Pips]:
    pips, camera = Pips(), CameraMemory()
    eye = AdaptiveEye(Told((read_at(*PLACES[0], None),)), pips)
    eye.confirm(0, _frame(3, 1), _answered(4), camera)
    eye.confirm(1, _frame(6, 2), _answered(6), camera)
    return eye, camera, pips


def test_what_was_answered_is_read_in_the_next_lift() -> None:
    eye, _, _ = _taught()
    (die,) = eye.read(_frame(6, 3), None, CameraMemory()).dice
    assert (die.face, die.star, die.doubts) == (6, False, ())


def test_what_is_taken_back_is_asked_about_again() -> None:
    eye, camera, _ = _taught()
    eye.take_back(1, camera)
    assert [each.face for each in eye.read(_frame(6, 3), None, CameraMemory()).dice] == [None]
    eye.take_back("never learned", camera)
    assert len(eye.house) == 4


def test_a_corrected_lift_takes_the_place_of_what_it_taught() -> None:
    eye, camera, _ = _taught()
    eye.confirm(1, _frame(6, 2), _answered(5), camera)
    assert (eye.house.count_of(6), eye.house.count_of(5)) == (0, 4)


def test_dice_that_lie_badly_are_asked_about_whatever_they_look_like() -> None:
    eye, _, _ = _taught()
    for doubt in (Doubt.COCKED, Doubt.STACKED, Doubt.CUT_OFF, Doubt.UNREAD):
        eye._eye.dice = (ReadDie(box_at(*PLACES[0]), None, None, 0.99, (doubt,)),)
        assert eye.read(_frame(6, 3), None, CameraMemory()).dice == eye._eye.dice


def test_a_picture_without_a_doubt_costs_nothing() -> None:
    eye, _, pips = _taught()
    eye._eye.dice, before = (read_at(80, 80), read_at(200, 90)), pips.asked
    eye.read(_frame(6, 3), None, CameraMemory())
    assert pips.asked == before


def test_of_a_lift_that_was_read_at_most_a_dozen_dice_are_learned() -> None:
    pips = Pips()
    eye = AdaptiveEye(Told(), pips)
    told = [ConfirmedDie(box_at(30 + 28 * n, 100, 24), 1 + n % 6, False) for n in range(20)]
    eye.confirm(0, Frame(table(), 0), told, CameraMemory())
    assert 0 < pips.asked <= 12 * 4
