"""Dice that lie together, and boxes that nobody is sure of, are looked at from near, and only they."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from companion.recognition.detect import multiscale as refinement
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.multiscale import FIRST_SCALE_PX, MultiScaleDetector
from companion.recognition.detect.pyramid import ImagePyramid
from tests.recognition.shipped import CONFIG

refine = partial(refinement.refine, config=CONFIG)
refine_clusters = partial(refinement.refine_clusters, config=CONFIG)

FRAME = np.zeros((1296, 2304, 3), np.uint8)
Box = tuple[float, float, float, float]


class Sees:
    """Stands in for a network: it finds what lies in the part of the frame that it is shown.

    The frame's pixels tell where the part begins: red is the column, green the row, in steps of ``STEP`` px.
    """

    STEP = 16

    def __init__(self, boxes: list[Box], chance: float, near: bool = False) -> None:
        self.boxes, self.chance, self.near = boxes, chance, near
        self.shown: list[tuple[int, float]] = []

    @classmethod
    def frame(cls) -> np.ndarray:
        frame = np.zeros((1296, 2304, 3), np.uint8)
        frame[..., 2] = (np.arange(2304) // cls.STEP)[None]
        frame[..., 1] = (np.arange(1296) // cls.STEP)[:, None]
        return frame

    def detect(self, size: tuple[float, float], small: np.ndarray) -> list[Detection]:
        self.shown.append((small.shape[1], small.shape[1] / size[0]))
        left, top = float(small[0, 0, 2]) * self.STEP, float(small[0, 0, 1]) * self.STEP
        seen = [(a - left, b - top, c - left, d - top) for a, b, c, d in self.boxes]
        whole = [box for box in seen if min(box) >= 0 and box[2] <= size[0] and box[3] <= size[1]]
        return [Detection(box, self.chance, self.near) for box in whole]


def test_a_group_seen_from_afar_is_what_it_is_from_near() -> None:
    afar = [(112.0, 112.0, 208.0, 160.0), (210.0, 112.0, 256.0, 160.0)]
    dice = [(112.0 + 49 * each, 112.0, 160.0 + 49 * each, 160.0) for each in range(3)]
    far, near = Sees(afar, 0.9), Sees(dice, 0.8, near=True)
    found = MultiScaleDetector(far, near, CONFIG).detect(Sees.frame())
    assert far.shown[0][0] == FIRST_SCALE_PX
    assert len(near.shown) == 1
    assert near.shown[0][0] < FIRST_SCALE_PX
    assert [each.score for each in found] == [0.8] * 3
    assert [each.box[0] for each in found] == pytest.approx([112, 161, 210], abs=Sees.STEP)
    assert all(each.refined for each in found)


def test_a_box_that_is_not_seen_from_near_stays_beside_those_that_are() -> None:
    square, die, beyond = [(112.0 + 49 * each, 112.0, 160.0 + 49 * each, 160.0) for each in range(3)]
    near = Sees([die], 0.8, near=True)
    found = refine_clusters(
        near, ImagePyramid(Sees.frame()), [Detection(box, 0.4) for box in (square, die, beyond)]
    )
    assert [(each.box[0], each.refined) for each in found] == [
        (square[0], False),
        (beyond[0], False),
        (pytest.approx(die[0], abs=Sees.STEP), True),
    ]


def test_dice_apart_are_not_looked_at_from_near() -> None:
    near = Sees([], 0.8, near=True)
    apart = [(112.0, 112.0, 160.0, 160.0), (912.0, 512.0, 960.0, 560.0)]
    found = MultiScaleDetector(Sees(apart, 0.9), near, CONFIG).detect(Sees.frame())
    assert near.shown == []
    assert [each.refined for each in found] == [False, False]


def test_from_near_dice_are_seen_at_one_length() -> None:
    for side in (48.0, 96.0, 160.0):
        near = Sees([], 0.8, near=True)
        beside = 162.0 + side
        boxes = [(160.0, 160.0, 160 + side, 160 + side), (beside, 160.0, beside + side, 160 + side)]
        refine_clusters(near, ImagePyramid(FRAME), [Detection(box, 0.9) for box in boxes])
        assert near.shown[0][1] * side == pytest.approx(CONFIG.refined_die_px, rel=0.03)


def test_small_dice_are_not_enlarged() -> None:
    near = Sees([], 0.8, near=True)
    lying = [Detection((160.0, 160.0, 180.0, 180.0), 0.9), Detection((181.0, 160.0, 201.0, 180.0), 0.9)]
    refine_clusters(near, ImagePyramid(FRAME), lying)
    assert near.shown[0][1] == pytest.approx(1.0)


def test_dice_too_small_for_the_near_locator_stay_as_they_were_seen() -> None:
    near = Sees([], 0.8, near=True)
    lying = [Detection((160.0, 160.0, 172.0, 172.0), 0.9), Detection((173.0, 160.0, 185.0, 172.0), 0.9)]
    assert refine_clusters(near, ImagePyramid(FRAME), lying) == lying
    assert near.shown == []


def test_a_cloth_full_of_squares_is_seen_from_less_near() -> None:
    near = Sees([], 0.8, near=True)
    squares = [(x, y, x + 60.0, y + 60.0) for x in range(0, 2200, 64) for y in range(0, 1216, 64)]
    refine_clusters(near, ImagePyramid(FRAME), [Detection(box, 0.9) for box in squares])
    width, scale = near.shown[0]
    assert max(width, 1296 * scale) <= FIRST_SCALE_PX * 1.02


def test_a_die_on_the_rim_of_a_group_is_not_lost_between_two_looks() -> None:
    touching = [(112.0, 112.0, 160.0, 160.0), (162.0, 162.0, 210.0, 210.0)]
    at_rim, a_little_higher = (172.0, 76.0, 220.0, 124.0), (172.0, 75.0, 220.0, 123.0)
    seen = [Detection(box, 0.9) for box in (*touching, at_rim)]
    near = Sees([*touching, a_little_higher], 0.8, near=True)
    found = refine_clusters(near, ImagePyramid(Sees.frame()), seen)
    assert len(found) == 3
    assert sum(each.box[1] < 100 for each in found) == 1


def test_the_pips_of_a_die_that_fills_the_picture_do_not_take_its_place() -> None:
    die = Detection((112.0, 112.0, 352.0, 352.0), 0.7)
    pips = [(x - 24.0, x - 24.0, x + 24.0, x + 24.0) for x in (172.0, 232.0, 292.0)]
    near = Sees(pips, 0.8, near=True)
    found = refine_clusters(near, ImagePyramid(Sees.frame()), [die, *(Detection(box, 0.4) for box in pips)])
    assert len(near.shown) == 1
    assert [each for each in found if not each.refined] == [die]


def test_a_doubtful_box_is_drawn_anew_and_may_become_two_dice() -> None:
    round_both, alone = (
        Detection((112.0, 112.0, 208.0, 160.0), 0.9),
        Detection((912.0, 512.0, 960.0, 560.0), 0.9),
    )
    near = Sees([(112.0, 112.0, 159.0, 160.0), (160.0, 112.0, 208.0, 160.0)], 0.8, near=True)
    found = refine(near, ImagePyramid(Sees.frame()), [round_both, alone], [0])
    assert found[0] == alone
    assert len(near.shown) == 1
    assert [each.refined for each in found] == [False, True, True]


def test_a_doubtful_box_is_seen_as_near_as_a_die_of_its_table() -> None:
    near = Sees([], 0.8, near=True)
    round_both = Detection((112.0, 112.0, 240.0, 176.0), 0.9)
    dice = [Detection((x, 512.0, x + 64, 576.0), 0.9) for x in (512.0, 912.0, 1312.0)]
    refine(near, ImagePyramid(FRAME), [round_both, *dice], [0])
    refine(near, ImagePyramid(FRAME), [round_both], [0])
    assert near.shown[0][1] * 64 == pytest.approx(CONFIG.refined_die_px, rel=0.03)
    assert near.shown[1][1] * 64 * CONFIG.longest_die == pytest.approx(CONFIG.refined_die_px, rel=0.03)


def test_where_nothing_is_found_from_near_the_box_stays() -> None:
    doubtful = Detection((112.0, 112.0, 160.0, 160.0), 0.4)
    assert refine(Sees([], 0.8, near=True), ImagePyramid(FRAME), [doubtful], [0]) == [doubtful]


@pytest.mark.parametrize(("chance", "stays"), [(0.9, True), (0.5, True), (0.4, False)])
def test_a_look_at_a_doubtful_neighbour_takes_no_die_that_was_found_more_surely(
    chance: float, stays: bool
) -> None:
    die = Detection((112.0, 112.0, 160.0, 160.0), chance, refined=True)
    part_of_it, beside = (112.0, 112.0, 144.0, 144.0), Detection((150.0, 100.0, 182.0, 132.0), 0.26)
    near = Sees([part_of_it], 0.5, near=True)
    found = refine(near, ImagePyramid(Sees.frame()), [die, beside], [1])
    assert (die in found) == stays
    assert len(found) == 2


def test_without_doubts_nothing_is_looked_at() -> None:
    near = Sees([], 0.8, near=True)
    assert refine(near, ImagePyramid(FRAME), [], []) == []
    assert near.shown == []
