"""A face with a mark that is neither pips nor a star is asked about, and never read as a one."""

from __future__ import annotations

import numpy as np
import pytest

from companion.frame import Frame
from companion.reading import Doubt, ReadDie
from companion.recognition.classify.classifier import Predictions
from companion.recognition.config import EyeConfig
from companion.recognition.decide.faces import decide
from companion.recognition.detect.detector import Detection
from companion.recognition.eye import Eye
from companion.recognition.weights import load_weights
from models.plain_set import picture

SIZE = (200, 200)
ONE = np.array([[0.97, 0.005, 0.005, 0.005, 0.005, 0.005, 0.004, 0.001]])


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye()


def read_at(dice: tuple[ReadDie, ...], box: list[float]) -> ReadDie | None:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    inside = [die for die in dice if die.box[0] < x < die.box[2] and die.box[1] < y < die.box[3]]
    return inside[0] if inside else None


@pytest.mark.slow
@pytest.mark.parametrize("seed", [31, 32, 33])
def test_a_mark_in_place_of_a_face_is_asked_about_and_pips_beside_it_are_read(eye: Eye, seed: int) -> None:
    pixels, truths = picture(np.random.default_rng((9, seed)), marked=True)
    dice = eye.read(Frame(pixels, 0)).dice
    marked = [read_at(dice, die["box"]) for die in truths if die["face"] is None and not die["cut_off"]]
    assert marked
    assert {None if die is None else die.face for die in marked} == {None}
    doubts = {doubt for die in marked if die is not None for doubt in die.doubts}
    assert doubts
    assert doubts <= {Doubt.UNKNOWN_MARK, Doubt.UNREAD}
    plain = [(read_at(dice, die["box"]), die["face"]) for die in truths if die["face"] and not die["cut_off"]]
    assert all(die is not None and die.face in (None, face) for die, face in plain)
    assert sum(die is not None and die.face == face for die, face in plain) >= 0.75 * len(plain)


def decided(mark: float, predictions: np.ndarray = ONE, score: float = 0.8) -> tuple[ReadDie, ...]:
    config = EyeConfig.of(load_weights().thresholds)
    detection = Detection((80.0, 80.0, 120.0, 120.0), score)
    told = Predictions(predictions, np.zeros((1, 3)))
    return decide([detection], told, SIZE, config, np.array([mark]))


def test_a_sure_one_with_an_unknown_mark_has_no_face_but_a_doubt_by_name() -> None:
    (die,) = decided(4.0)
    assert (die.face, die.star, die.doubts) == (None, None, (Doubt.UNKNOWN_MARK,))


def test_a_sure_one_without_such_a_mark_is_read() -> None:
    (die,) = decided(-5.0)
    assert (die.face, die.star, die.doubts) == (1, False, ())


def test_a_plain_mark_is_asked_about_even_where_the_networks_see_no_die() -> None:
    background = np.array([[0.05, 0.0, 0.0, 0.0, 0.0, 0.0, 0.05, 0.9]])
    assert [die.doubts for die in decided(6.0, background)] == [(Doubt.UNKNOWN_MARK,)]
    assert decided(1.0, background) == ()
    assert decided(6.0, background, score=0.2) == ()
