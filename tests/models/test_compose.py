"""What the composer makes: dice whose marks can be seen, clutter that fits on the table."""

import numpy as np
import pytest

from models.compose.grounds import ground_from
from models.compose.make import COLOUR_APART, LUMINANCE_APART, any_make, lab_distance
from models.compose.paint import luminance
from models.compose.scene import compose
from models.compose.sketch import sketched_die
from models.compose.sprite import NO_DIE, STAR, Sprite


def test_marks_of_every_make_can_be_told_from_the_body() -> None:
    rng = np.random.default_rng(1)
    for _ in range(400):
        make = any_make(rng)
        by_light = abs(luminance(make.mark) - luminance(make.body)) > LUMINANCE_APART
        by_colour = lab_distance(make.mark, make.body) > COLOUR_APART
        assert by_light or by_colour, (make.body, make.mark)


@pytest.mark.parametrize("top", range(1, 7))
def test_a_sketched_die_says_what_lies_up(top: int) -> None:
    rng = np.random.default_rng(top)
    starred, plain = (sketched_die(rng, any_make(rng, stars), top) for stars in (True, False))
    assert plain.label == top
    assert starred.label == (STAR if top == 1 else top)
    assert (plain.bgra[..., 3] > 128).mean() > 0.4


def test_large_clutter_fits_on_a_table() -> None:
    rng = np.random.default_rng(4)
    board = Sprite(np.full((300, 300, 4), 255, np.uint8), NO_DIE)
    for _ in range(20):
        ground = np.zeros((576, 768, 3), np.float32)
        picture, things = compose(rng, ground, lambda r: sketched_die(r, any_make(r), 3), 90.0, 3, [board])
        assert picture.shape == (576, 768, 3)
        assert all(0 <= thing.box[0] < thing.box[2] <= 768 for thing in things)


def test_a_ground_is_a_part_of_a_picture_whatever_its_shape() -> None:
    rng = np.random.default_rng(5)
    for tall, wide in ((60, 900), (900, 60), (576, 768)):
        picture = rng.integers(0, 256, (tall, wide, 3), dtype=np.uint8)
        assert ground_from(rng, picture, 576, 768).shape == (576, 768, 3)
