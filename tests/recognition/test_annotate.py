"""What is written on a picture lies on no other die, where there is room."""

import numpy as np
import pytest

from companion.core.reading import Doubt, PhotoReading, ReadDie
from companion.recognition.photographs import DOUBT_COLOUR, READ_COLOUR, annotated, least_covering

SIZE = (400, 300)
GROUND = 120


def told(left: int, top: int, face: int = 4) -> ReadDie:
    return ReadDie((left, top, left + 40, top + 40), face, False, 0.99)


def doubted(left: int, top: int, why: Doubt = Doubt.UNREAD) -> ReadDie:
    return ReadDie((left, top, left + 40, top + 40), None, None, 0.5, (why,))


def drawn(*dice: ReadDie) -> np.ndarray:
    blank = np.full((SIZE[1], SIZE[0], 3), GROUND, np.uint8)
    return annotated(blank, PhotoReading(SIZE, dice, ()))


def inside_of(picture: np.ndarray, die: ReadDie) -> np.ndarray:
    left, top, right, bottom = die.box
    return picture[top + 4 : bottom - 4, left + 4 : right - 4]


@pytest.mark.parametrize(
    "neighbours",
    [
        [(150, 108), (196, 108)],
        [(196, 150), (150, 192)],
        [(150, 108), (192, 108), (108, 108), (108, 150)],
        [(108, 108), (150, 108), (192, 108), (108, 150), (108, 192), (150, 192), (192, 192)],
    ],
)
def test_a_long_doubt_covers_no_die_beside_it(neighbours: list[tuple[int, int]]) -> None:
    dice = [doubted(150, 150), *(told(*each) for each in neighbours)]
    picture = drawn(*dice)
    assert (picture == DOUBT_COLOUR).all(2).sum() > 400
    for die in dice:
        assert (inside_of(picture, die) == GROUND).all()


@pytest.mark.parametrize("corner", [(0, 0), (360, 0), (0, 260), (360, 260)])
def test_at_a_corner_of_the_picture_all_is_written_inside_it(corner: tuple[int, int]) -> None:
    picture = drawn(doubted(*corner, Doubt.CUT_OFF))
    beside = drawn(doubted(180, 130, Doubt.CUT_OFF))
    plates = [(each == DOUBT_COLOUR).all(2).sum() for each in (picture, beside)]
    assert plates[0] > 0.9 * plates[1]
    assert (inside_of(picture, doubted(*corner)) == GROUND).all()


def test_the_best_place_is_taken_where_it_is_free() -> None:
    picture = drawn(told(150, 150))
    assert (picture[135:149, 152:156] == READ_COLOUR).all(2).any()


def test_where_all_places_are_taken_the_least_covering_one_is() -> None:
    taken = [(0, 0, 10, 10), (10, 0, 20, 4), (20, 0, 30, 9)]
    assert least_covering([(0, 0), (10, 0), (20, 0)], (10, 10), (100, 100), taken) == (10, 0, 20, 10)


def test_a_text_is_moved_into_the_picture() -> None:
    assert least_covering([(-5, 98)], (10, 10), (100, 100), []) == (0, 90, 10, 100)
