"""Boxes: doubles suppressed, scales chosen, frames shrunk."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from companion.recognition.detect.detector import Detection
from companion.recognition.detect.multiscale import FIRST_SCALE_PX, MOST_TILE_PIXELS, MultiScaleDetector
from companion.recognition.detect.nms import non_max_suppression
from companion.recognition.detect.pyramid import CROP_MARGIN, CROP_PX, ImagePyramid
from tests.recognition.shipped import CONFIG


def test_a_box_twice_is_one_die_and_the_likelier_one_stays() -> None:
    once, again, beside = (10, 10, 50, 50), (12, 9, 53, 51), (52, 10, 92, 50)
    assert non_max_suppression([once, again, beside], [0.6, 0.9, 0.7], CONFIG) == [1, 2]


def test_a_pip_inside_a_die_is_no_second_die() -> None:
    die, pip = (0, 0, 100, 100), (60, 60, 85, 85)
    assert non_max_suppression([pip, die], [0.5, 0.9], CONFIG) == [1]


def test_nothing_found_leaves_nothing() -> None:
    assert non_max_suppression([], [], CONFIG) == []


@pytest.mark.parametrize(("size", "scale"), [((4608, 2592), 1 / 6), ((2304, 1296), 1 / 3), ((641, 479), 0.5)])
def test_a_frame_shrinks_to_its_size_and_keeps_its_light(size: tuple[int, int], scale: float) -> None:
    frame = np.full((size[1], size[0], 3), 131, np.uint8)
    small = ImagePyramid(frame).at(scale)
    assert (round(size[1] * scale), round(size[0] * scale)) == small.shape[:2]
    assert small.min() == small.max() == 131


def test_a_frame_is_never_enlarged() -> None:
    frame = np.zeros((30, 40, 3), np.uint8)
    assert ImagePyramid(frame).at(1.0) is frame


def test_the_cameras_small_picture_stands_for_what_would_be_shrunk_to_its_size_or_less() -> None:
    small = np.full((30, 40, 3), 200, np.uint8)
    pyramid = ImagePyramid(np.zeros((90, 120, 3), np.uint8), small)
    assert pyramid.at(1 / 3) is small
    assert np.array_equal(pyramid.at(0.2), np.full((18, 24, 3), 200))
    assert not pyramid.at(0.5).any()
    assert not pyramid.level(2).any()


def test_crops_at_the_border_are_whole_squares() -> None:
    frame = np.full((60, 80, 3), 9, np.uint8)
    crops = ImagePyramid(frame).crops([(0, 0, 20, 20), (70, 50, 80, 60), (-30, -30, 5, 5), (0, 0, 80, 60)])
    assert crops.shape == (4, CROP_PX, CROP_PX, 3)
    assert crops.min() == crops.max() == 9


def test_no_boxes_give_no_crops() -> None:
    assert ImagePyramid(np.zeros((60, 80, 3), np.uint8)).crops([]).shape == (0, CROP_PX, CROP_PX, 3)


def test_a_crop_shows_its_square_whatever_the_size_of_the_die() -> None:
    across = np.tile(np.linspace(0, 255, 800, dtype=np.float32), (600, 1)).astype(np.uint8)
    frame = np.dstack([across] * 3)
    for longer in (20, 60, 150, 300):
        crop = ImagePyramid(frame).crops(
            [(400 - longer / 2, 300 - longer / 2, 400 + longer / 2, 300 + longer / 2)]
        )[0]
        reach = CROP_MARGIN * longer / 2 * 255 / 800
        ends = crop[CROP_PX // 2, [0, -1], 0].astype(float)
        assert abs(ends.mean() - 127.5) < 1.5
        assert abs((ends[1] - ends[0]) / 2 - reach * (CROP_PX - 1) / CROP_PX) < 1.5


def test_a_crop_may_be_turned_round_the_middle_of_its_die() -> None:
    frame = np.zeros((200, 300, 3), np.uint8)
    frame[70:130, 100:103] = 255
    box = (120 - 40, 100 - 40, 120 + 40, 100 + 40)
    upright, turned = (
        ImagePyramid(frame).crops([box], turn)[0, ..., 0].astype(float) for turn in (0.0, 90.0)
    )
    assert upright[24, :].max() > 100
    np.testing.assert_allclose(turned, np.rot90(upright, 1), atol=40)


class Scripted:
    """A sight that finds boxes of told lengths and chances at each look, by the look's width."""

    def __init__(self, *finds: tuple[range, list[tuple[float, float]]]) -> None:
        self.finds, self.scales, self.most_pixels = finds, [], 0

    def detect(self, size: tuple[float, float], small: np.ndarray) -> list[Detection]:
        scale = round(small.shape[1] / size[0], 2)
        if scale not in self.scales:
            self.scales.append(scale)
        self.most_pixels = max(self.most_pixels, small.shape[0] * small.shape[1])
        found = [each for widths, boxes in self.finds if round(4608 * scale) in widths for each in boxes]
        apart, step = size[0] / (len(found) + 1), 1 / scale
        return [
            Detection((apart * n, 50.0, apart * n + px * step, 50.0 + px * step), chance)
            for n, (px, chance) in enumerate(found, 1)
        ]


FARTHEST, FAR, FIRST = range(200), range(200, 400), range(400, 1000)
NEARER, NEAREST = range(1000, 2000), range(2000, 5000)
SMALL, RIM, DIE = (10.5, 0.65), (22.0, 0.6), (16.0, 0.85)


def sure_of_what_scores_most(pyramid: ImagePyramid, best: Sequence[Detection]) -> bool:
    return any(each.score >= DIE[1] for each in best)


@pytest.mark.parametrize(
    ("finds", "looks"),
    [
        ([], 5),
        ([(FIRST, [DIE, DIE, DIE])], 3),
        ([(FIRST, [RIM, RIM])], 5),
        ([(FIRST, [RIM]), (NEARER, [DIE, DIE])], 4),
        ([(FIRST, [DIE, SMALL, SMALL]), (NEARER, [SMALL, SMALL, DIE])], 5),
        ([(FAR, [(60.0, 0.85)])], 3),
        ([(FIRST, [(32.5, 0.85), SMALL, SMALL])], 3),
        ([(FIRST, [(31.0, 0.85), SMALL, SMALL])], 4),
        ([(FIRST, [RIM]), (NEARER, [SMALL])], 5),
        ([(FIRST, [(12.0, 0.9)])], 5),
    ],
    ids=["nothing", "dice", "a cup's rim", "nearer", "nearer still", "huge", "large beside scraps", "less",
         "rim, small", "blob"],
)  # fmt: skip
def test_a_frame_is_seen_nearer_until_one_is_surely_a_die(finds: list, looks: int) -> None:
    far = Scripted(*finds)
    MultiScaleDetector(far, Scripted(), CONFIG).detect(
        np.zeros((2592, 4608, 3), np.uint8), None, sure_of_what_scores_most
    )
    assert len(far.scales) == looks
    assert far.scales[0] == pytest.approx(FIRST_SCALE_PX / 4608, abs=0.01)
    assert far.most_pixels <= MOST_TILE_PIXELS


@pytest.mark.parametrize(("sure", "looks"), [(True, 3), (False, 5)])
def test_scraps_call_for_no_finer_scale_beside_a_large_thing_that_is_surely_a_die(
    sure: bool, looks: int
) -> None:
    asked = []
    far = Scripted((FAR, [(60.0, 0.5)]), (FIRST, [SMALL, SMALL, SMALL, RIM]))
    frame = np.zeros((2592, 4608, 3), np.uint8)
    MultiScaleDetector(far, Scripted(), CONFIG).detect(
        frame, None, lambda _, best: asked.append(best) or sure
    )
    assert len(far.scales) == looks
    assert [[each.score for each in best] for best in asked] == [[0.5], [0.6, 0.5]][: 1 if sure else 2]


def test_what_was_too_small_for_a_look_is_left_to_the_nearer_one() -> None:
    far = Scripted((FIRST, [SMALL, SMALL, RIM]), (NEARER, [DIE]))
    found = MultiScaleDetector(far, Scripted(), CONFIG).detect(np.zeros((2592, 4608, 3), np.uint8))
    assert sorted(each.score for each in found) == [RIM[1], DIE[1]]


def test_a_frame_no_longer_than_the_first_look_is_seen_as_it_is_and_smaller() -> None:
    far, frame = Scripted((NEAREST, [DIE])), np.zeros((480, 640, 3), np.uint8)
    MultiScaleDetector(far, Scripted(), CONFIG).detect(frame, None, sure_of_what_scores_most)
    assert far.scales == pytest.approx([1.0, 0.4, 0.16], abs=0.005)


@pytest.mark.parametrize(("long", "found"), [(40.0, 1), (20.0, 0)])
def test_what_is_too_long_for_the_coarse_look_is_found_at_a_coarser_one(long: float, found: int) -> None:
    far = Scripted((FARTHEST, [(long, 0.7)]))
    dice = MultiScaleDetector(far, Scripted(), CONFIG).detect(np.zeros((2592, 4608, 3), np.uint8))
    assert len(dice) == found


@pytest.mark.parametrize(("chance", "found"), [(0.85, True), (0.7, False)])
def test_beside_sure_dice_what_only_the_coarser_look_sees_counts_if_it_is_surely_a_die(
    chance: float, found: bool
) -> None:
    far = Scripted((FARTHEST, [(20.0, chance)]), (FIRST, [DIE, DIE]))
    frame = np.zeros((2592, 4608, 3), np.uint8)
    dice = MultiScaleDetector(far, Scripted(), CONFIG).detect(frame, None, sure_of_what_scores_most)
    assert [each.score for each in dice if each.longer_px > 500] == [chance] * found


class Bright:
    """A sight that finds white squares."""

    def detect(self, size: tuple[float, float], small: np.ndarray) -> list[Detection]:
        count, _, stats, _ = cv2.connectedComponentsWithStats((small[..., 0] > 127).astype(np.uint8))
        step = size[0] / small.shape[1]
        return [
            Detection((x * step, y * step, (x + wide) * step, (y + tall) * step), 0.6)
            for x, y, wide, tall, _ in stats[1:count].tolist()
        ]


def test_what_a_look_in_parts_finds_lies_where_it_is_and_once() -> None:
    frame = np.zeros((2592, 4608, 3), np.uint8)
    squares = [(300, 200), (2290, 700), (2304, 1286), (4000, 1296), (1100, 2400)]
    for x, y in squares:
        frame[y : y + 24, x : x + 24] = 255
    found = MultiScaleDetector(Bright(), Scripted(), CONFIG).detect(frame)
    boxes = sorted(each.box for each in found if each.longer_px < 30)
    assert boxes == [pytest.approx((x, y, x + 24, y + 24), abs=3) for x, y in sorted(squares)]
