"""The surroundings' lessons: which boxes are dice, what is shown of them, and in what measure."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("numba")
pytest.importorskip("onnx")
pytest.importorskip("tqdm")

import torch

from companion.recognition.classify.two_sizes import WIDER, Candidates
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.pyramid import CROP_MARGIN, CROP_PX, ImagePyramid, cut_square
from companion.recognition.networks.arithmetic import logit
from models.nets import Surroundings
from models.train_surroundings import (
    KEPT,
    KEPT_PX,
    Lessons,
    Shown,
    _is_die,
    _lay_lookalikes,
    _within,
    loss_of,
    scenes,
)

DIE = (100.0, 100.0, 140.0, 140.0)


@pytest.mark.parametrize(
    ("box", "known", "said"),
    [
        (DIE, True, True),
        ((104.0, 96.0, 144.0, 136.0), True, True),
        ((120.0, 100.0, 160.0, 140.0), True, None),
        ((112.0, 112.0, 118.0, 118.0), True, None),
        (DIE, False, None),
        ((160.0, 100.0, 200.0, 140.0), True, False),
    ],
    ids=["itself", "shifted", "half beside", "a pip", "nobody knows", "beside"],
)
def test_a_box_is_a_die_or_none_or_nobody_knows(
    box: tuple[float, float, float, float], known: bool, said: bool | None
) -> None:
    assert _is_die(box, [(DIE, known)]) is said


def test_what_is_shown_is_as_wide_as_what_the_eye_shows() -> None:
    picture = np.zeros((400, 400, 3), np.uint8)
    picture[180:220, 180:220] = 255
    lessons = Lessons()
    lessons.crops, lessons.dice, lessons.odds = (
        [cut_square(picture, (200, 200), KEPT * 40, KEPT_PX)],
        [True],
        [2.0],
    )
    shown = np.array([(pixels[0] > 128).sum() for pixels, *_ in Shown(lessons, 40, 1)])
    eye = (cut_square(picture, (200, 200), WIDER * CROP_MARGIN * 40, CROP_PX)[..., 0] > 128).sum()
    assert np.median(shown) == pytest.approx(eye, rel=0.15)


def test_the_loss_is_that_of_both_together() -> None:
    sure, die = logit(np.array([0.98, 0.98])), torch.tensor([1.0, 0.0])
    odds = torch.from_numpy(sure).float()
    apart, same = torch.tensor([[4.0], [-4.0]]), torch.zeros(2, 1)
    assert loss_of((apart,), die, odds) < loss_of((same,), die, odds)


def test_it_says_one_number_of_each_crop() -> None:
    (said,) = Surroundings().eval()(torch.zeros(3, 3, CROP_PX, CROP_PX))
    assert said.shape == (3, 1)


def test_dice_and_other_things_lie_on_the_tables() -> None:
    told = [truths for _, _, truths in scenes(6, None, None, 1)]
    assert any(told)
    assert not all(told)


class Sees:
    """Candidates in given boxes, all surely dice."""

    def __init__(self, *boxes: tuple[float, float, float, float]) -> None:
        self.boxes = boxes

    def candidates(self, _: ImagePyramid) -> tuple[Candidates, SimpleNamespace]:
        found = [Detection(box, 1.0) for box in self.boxes]
        return Candidates(found, np.zeros((0,)), None), SimpleNamespace(objectness=np.ones(len(found)))


def test_on_a_photograph_with_unknown_dice_only_what_was_laid_there_is_none() -> None:
    laid, unknown = (200.0, 200.0, 240.0, 240.0), (300.0, 300.0, 340.0, 340.0)
    lessons, picture = Lessons(), np.zeros((400, 400, 3), np.uint8)
    eye, rng = Sees(DIE, laid, unknown), np.random.default_rng(0)
    lessons.add(eye, picture, [(DIE, True)], rng, labelled=False, others=[laid])
    assert lessons.dice == [True, False]


def test_lookalikes_lie_beside_the_dice() -> None:
    for seed in range(8):
        ground: np.ndarray = np.full((300, 400, 3), 128, np.float32)
        laid = _lay_lookalikes(np.random.default_rng(seed), ground, 40.0, None, [DIE])
        assert not any(_within(DIE, box) for box in laid)
        assert (ground[100:140, 100:140] > 60).all()  # at most a shadow
