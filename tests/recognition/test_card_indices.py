"""Indices: the locator's answer taken apart, each once, small ones seen from nearer, cut upright."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.recognition.cards.eye import MORE_CROPS, looked_again, turned_over
from companion.recognition.cards.locator import Index, found_indices, one_each, regions_to_near
from companion.recognition.cards.reader import (
    CODES,
    CardThresholds,
    IndexPredictions,
    cards_of,
    cut_indices,
    no_letters,
)
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.networks.arithmetic import logit
from companion.rules import DECK

HERE = Index(400.0, 300.0, 40.0, (0.0, -1.0), 0.8)
TRUST = CardThresholds(centre=0.3, rank=0.97, suit=0.97, temperature=1.0)


def test_a_peak_is_an_index_in_frame_pixels() -> None:
    answer = np.full((6, 20, 30), -9.0, np.float32)
    answer[:, 4, 10] = 2.0, 0.25, -0.25, np.log(1.5), 0.6, -0.8
    (index,) = found_indices(answer, float(logit(0.3)), (2.0, 2.0))
    assert (index.x, index.y) == pytest.approx((2 * 43.0, 2 * 17.0))
    assert (index.height_px, index.upright) == pytest.approx((72.0, 1.0))
    assert index.up == pytest.approx((0.6, -0.8))
    assert index.chance == pytest.approx(0.881, abs=1e-3)


def test_an_up_vector_that_is_short_is_unsure_and_still_a_direction() -> None:
    answer = np.full((6, 8, 8), -9.0, np.float32)
    answer[:, 2, 2] = 2.0, 0, 0, 0, 0.0, 0.1
    answer[:, 6, 6] = 2.0, 0, 0, 0, 0.0, 0.0
    short, none = found_indices(answer, 0.0, (1.0, 1.0))
    assert (short.up, short.upright) == (pytest.approx((0.0, 1.0)), pytest.approx(0.1))
    assert (none.up, none.upright) == ((0.0, -1.0), 0.0)


def test_no_peak_is_no_index() -> None:
    assert found_indices(np.full((6, 8, 8), -9.0, np.float32), 0.0, (1.0, 1.0)) == []


def test_two_findings_of_one_index_are_one_and_neighbours_in_a_fan_are_two() -> None:
    again = replace(HERE, x=404.0, y=310.0, chance=0.6)
    neighbour = replace(HERE, x=413.0, chance=0.7)
    assert one_each([again, HERE, neighbour], 9) == [HERE, neighbour]
    assert one_each([again, HERE, neighbour], 1) == [HERE]
    assert one_each([], 9) == []


def test_large_indices_need_no_look_from_nearer() -> None:
    assert regions_to_near([HERE, replace(HERE, x=900.0)], (2304, 1296), 0.9) == []


def test_small_indices_are_looked_at_with_room_for_their_cards() -> None:
    small = replace(HERE, x=1500.0, height_px=20.0)
    (region, scale), = regions_to_near([HERE, small], (2304, 1296), 0.5)  # fmt: skip
    assert region == (1360.0, 160.0, 1640.0, 440.0)
    assert scale == 1.0


def test_indices_that_crowd_are_looked_at_once_together() -> None:
    fan = [replace(HERE, x=400.0 + 15 * number) for number in range(6)]
    (region, scale), = regions_to_near(fan, (2304, 1296), 0.5)  # fmt: skip
    assert region == (120.0, 20.0, 755.0, 580.0)
    assert scale == pytest.approx(0.8)


def test_a_frame_in_which_nothing_is_found_is_looked_at_whole() -> None:
    assert regions_to_near([], (2304, 1296), 0.5) == [((0.0, 0.0, 2304.0, 1296.0), 1.0)]


@pytest.mark.parametrize("turn_deg", [0, 37, 90, 180, 261])
@pytest.mark.parametrize("height", [20.0, 40.0, 130.0])
def test_a_crop_stands_upright_and_the_index_fills_forty_rows(turn_deg: int, height: float) -> None:
    turn = np.radians(turn_deg)
    up = np.array([np.sin(turn), -np.cos(turn)])
    frame = np.full((600, 800, 3), 255, np.uint8)
    top, bottom = (np.array([400.0, 300.0]) + side * up * height / 2 for side in (1, -1))
    cv2.circle(frame, tuple(round(each) for each in top), round(height / 10), (0, 0, 255), -1)
    cv2.circle(frame, tuple(round(each) for each in bottom), round(height / 10), (255, 0, 0), -1)
    index = Index(400.0, 300.0, height, (float(up[0]), float(up[1])), 0.9)
    (crop,) = cut_indices(ImagePyramid(frame), [index])
    assert crop.shape == (64, 48, 3)
    red, blue = (np.argwhere(255 - crop[:, :, channel].astype(int) > 128).mean(0) for channel in (0, 2))
    assert red == pytest.approx((11.5, 23.5), abs=2.0)
    assert blue == pytest.approx((51.5, 23.5), abs=2.0)


def test_no_indices_give_no_crops() -> None:
    assert cut_indices(np.zeros((60, 80, 3), np.uint8), []).shape == (0, 64, 48, 3)


def test_the_codes_are_the_cards_of_a_deck() -> None:
    assert {card.code for card in DECK} == set(CODES)
    ranks, suits = np.eye(13)[[9]], np.eye(4)[[1]]
    assert CODES[int(cards_of(ranks, suits).argmax())] == "10H"


class Reader:
    """Says of every crop that it is the ace of spades, and remembers how many it was shown."""

    def __init__(self) -> None:
        self.shown: list[int] = []

    def read(self, crops: np.ndarray) -> IndexPredictions:
        self.shown.append(len(crops))
        ranks, suits = (np.tile(np.eye(classes)[0], (len(crops), 1)) for classes in (14, 5))
        return IndexPredictions(ranks, suits, no_letters(len(ranks)))


def test_only_the_unsure_are_looked_at_again_and_their_chances_are_averaged() -> None:
    reader = Reader()
    ranks = np.eye(14)[[3, 3, 13]]
    ranks[1] = 0.0
    ranks[1, [2, 3]] = 0.5
    first = IndexPredictions(ranks, np.eye(5)[[1, 1, 4]], no_letters(3))
    told = looked_again(reader, ImagePyramid(np.zeros((600, 800, 3), np.uint8)), [HERE] * 3, first, TRUST)
    assert reader.shown == [len(MORE_CROPS)]
    assert told.ranks[[0, 2]].tolist() == first.ranks[[0, 2]].tolist()
    assert told.ranks[1, 0] == pytest.approx(0.8)
    assert told.suits[1, :2] == pytest.approx([0.8, 0.2])


def test_where_all_is_sure_nothing_is_read_again() -> None:
    reader, first = Reader(), IndexPredictions(np.eye(14)[[3]], np.eye(5)[[1]], no_letters(1))
    assert looked_again(reader, ImagePyramid(np.zeros((60, 80, 3), np.uint8)), [HERE], first, TRUST) is first
    assert reader.shown == []


def test_an_index_taken_upside_down_is_set_right() -> None:
    reader = Reader()
    first = IndexPredictions(np.eye(14)[[3, 13]], np.eye(5)[[1, 4]], no_letters(2))
    frame = ImagePyramid(np.zeros((600, 800, 3), np.uint8))
    indices, told = turned_over(reader, frame, [HERE, HERE], first, TRUST)
    assert reader.shown == [1]
    assert [index.up for index in indices] == [(0.0, -1.0), (0.0, 1.0)]
    assert told.ranks.argmax(1).tolist() == [3, 0]
    assert told.suits.argmax(1).tolist() == [1, 0]


def test_what_is_no_index_either_way_round_stays_none() -> None:
    first = IndexPredictions(np.eye(14)[[13]], np.eye(5)[[4]], no_letters(1))

    class Nothing(Reader):
        def read(self, crops: np.ndarray) -> IndexPredictions:
            return first

    frame = ImagePyramid(np.zeros((600, 800, 3), np.uint8))
    indices, told = turned_over(Nothing(), frame, [HERE], first, TRUST)
    assert (indices, told.ranks.tolist()) == ([HERE], first.ranks.tolist())
