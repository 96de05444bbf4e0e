"""The shipped eye on drawn tables."""

from __future__ import annotations

import numpy as np
import pytest
from drawn import draw_die, drawn_table

from companion.frame import Frame
from companion.reading import Doubt
from companion.recognition.eye import Eye


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye()


@pytest.mark.parametrize(("width", "height", "side"), [(1280, 720, 64), (2304, 1296, 60), (640, 480, 48)])
def test_drawn_dice_are_read_from_left_to_right_or_asked_about(
    eye: Eye, width: int, height: int, side: int
) -> None:
    faces = [1, 2, 3, 4, 5, 6]
    reading = eye.read(Frame(drawn_table(faces, width, height, side), 0))
    dice = sorted(reading.dice, key=lambda die: die.box[0])
    assert len(faces) == len(dice)
    told = [(face, die.face) for face, die in zip(faces, dice, strict=True) if die.face is not None]
    assert all(face == read for face, read in told)
    assert len(told) >= 5


def test_boxes_lie_round_the_dice(eye: Eye) -> None:
    table = drawn_table([5], 1280, 720, 64)
    (die,) = eye.read(Frame(table, 0)).dice
    assert die.centre == pytest.approx((640, 390), abs=8)
    assert die.box[2] - die.box[0] == pytest.approx(64, abs=16)


def test_an_empty_table_has_no_dice(eye: Eye) -> None:
    assert eye.read(Frame(drawn_table([]), 0)).dice == ()


def test_a_die_cut_by_the_border_is_doubted(eye: Eye) -> None:
    table = drawn_table([])
    draw_die(table, (8, 300), 64, 4)
    for die in eye.read(Frame(table, 0)).dice:
        assert (die.face, Doubt.CUT_OFF in die.doubts) == (None, True)


def test_the_same_frame_reads_the_same_twice(eye: Eye) -> None:
    frame = Frame(drawn_table([6, 2, 4]), 0)
    assert eye.read(frame).dice == eye.read(frame).dice


def test_the_told_scale_is_used(eye: Eye) -> None:
    reading = eye.read(Frame(drawn_table([3, 3, 6], 2304, 1296, 90), 0), die_px=90)
    assert len(reading.dice) == 3


@pytest.mark.parametrize("shape", [(16, 16), (17, 400), (240, 320)])
def test_any_small_frame_is_looked_at(eye: Eye, shape: tuple[int, int]) -> None:
    assert (shape[1], shape[0]) == eye.read(Frame(np.full((*shape, 3), 120, np.uint8), 0)).size


def test_embeddings_are_one_row_a_box(eye: Eye) -> None:
    frame = Frame(drawn_table([2, 2]), 0)
    boxes = [die.box for die in eye.read(frame).dice]
    assert (len(boxes), 128) == eye.embeddings(frame, boxes).shape
