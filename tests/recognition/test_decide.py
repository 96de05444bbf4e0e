"""What is decided about detections: no two dice in one place, a star or a pip only where it is one."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from shipped import CONFIG

from companion.reading import Doubt, ReadDie
from companion.recognition.classify.classifier import BACKGROUND, STAR, Predictions
from companion.recognition.decide import faces
from companion.recognition.detect.detector import Detection

doubt_odd_sizes = partial(faces.doubt_odd_sizes, config=CONFIG)
doubt_shared_places = partial(faces.doubt_shared_places, config=CONFIG)

TRUST = replace(CONFIG, face=0.8, no_die=0.5, cocked=0.3, stacked=0.3, hidden=0.3)


def die(box: tuple[int, int, int, int], face: int, confidence: float) -> ReadDie:
    return ReadDie(box, face, False if face == 1 else None, confidence)


def test_of_two_dice_told_at_one_place_the_less_sure_one_is_doubted() -> None:
    whole, part = die((100, 100, 140, 140), 4, 0.98), die((110, 112, 146, 148), 4, 0.95)
    kept = {each.box: each for each in doubt_shared_places([part, whole])}
    assert kept[whole.box] == whole
    assert kept[part.box].face is None
    assert kept[part.box].doubts == (Doubt.UNREAD,)


def test_dice_that_touch_stay_as_they_are_however_they_are_turned() -> None:
    side = 40
    straight = [die((100, 100, 140, 140), 2, 0.99), die((140, 100, 180, 140), 5, 0.9)]
    half = round(side / 2**0.5)
    turned = [die((0, 0, 2 * half, 2 * half), 3, 0.99), die((half, half, 3 * half, 3 * half), 6, 0.9)]
    for dice in (straight, turned):
        assert {(each.box, each.face) for each in doubt_shared_places(dice)} == {
            (d.box, d.face) for d in dice
        }


def test_a_side_face_told_beside_its_top_is_doubted() -> None:
    top, side = die((100, 100, 136, 128), 1, 0.99), die((104, 127, 134, 146), 4, 0.98)
    others = [die((200, 100, 240, 142), 2, 0.99), die((300, 100, 338, 139), 3, 0.99)]
    kept = {each.box: each.face for each in doubt_shared_places([top, side, *others])}
    assert kept == {top.box: 1, side.box: None, others[0].box: 2, others[1].box: 3}


def test_two_dice_alone_are_not_held_against_a_third() -> None:
    dice = [die((100, 100, 136, 128), 1, 0.99), die((104, 127, 134, 146), 4, 0.98)]
    assert list(doubt_shared_places(dice)) == dice


def test_a_doubted_thing_at_the_same_place_takes_no_face_away() -> None:
    unread = ReadDie((101, 101, 141, 141), None, None, 0.99, (Doubt.UNREAD,))
    told = die((100, 100, 140, 140), 6, 0.95)
    assert told in doubt_shared_places([unread, told])


@pytest.mark.parametrize(
    ("share", "star"), [(0.95, True), (0.85, None), (0.5, None), (0.15, None), (0.05, False)]
)
def test_a_face_one_is_a_star_or_a_pip_only_where_it_is_surely_one(share: float, star: bool | None) -> None:
    class_probabilities = np.full((1, BACKGROUND + 1), 0.0)
    class_probabilities[0, STAR], class_probabilities[0, 0] = share, 1 - share
    predictions = Predictions(class_probabilities, np.zeros((1, 3)))
    (told,) = faces.decide([Detection((50.0, 50.0, 90.0, 90.0), 0.9)], predictions, (400, 300), TRUST)
    assert (told.face, told.star) == (1, star)


@pytest.mark.parametrize(
    ("box", "chance", "no_die", "asked"),
    [
        ((50.0, 50.0, 90.0, 90.0), 0.7, 0.3, True),
        ((50.0, 50.0, 90.0, 90.0), 0.35, 0.3, False),
        ((50.0, 50.0, 90.0, 90.0), 0.25, 0.0, False),
        ((0.0, 50.0, 40.0, 90.0), 0.7, 0.3, True),
        ((0.0, 50.0, 40.0, 90.0), 0.35, 0.3, False),
    ],
    ids=["a die", "a printed square", "next to nothing", "a die at the border", "a key at the border"],
)
def test_only_what_is_likely_a_die_is_asked_about(
    box: tuple, chance: float, no_die: float, asked: bool
) -> None:
    class_probabilities = np.full((1, BACKGROUND + 1), 0.0)
    class_probabilities[0, [2, 4, BACKGROUND]] = 0.6 - no_die / 2, 0.4 - no_die / 2, no_die
    predictions = Predictions(class_probabilities, np.zeros((1, 3)))
    told = faces.decide([Detection(box, chance)], predictions, (400, 300), TRUST)
    assert [each.face for each in told] == ([None] if asked else [])


def test_a_sure_face_is_told_however_little_the_locator_saw_of_it() -> None:
    class_probabilities = np.full((1, BACKGROUND + 1), 0.0)
    class_probabilities[0, 3] = 1.0
    predictions = Predictions(class_probabilities, np.zeros((1, 3)))
    (told,) = faces.decide([Detection((50.0, 50.0, 90.0, 90.0), 0.22)], predictions, (400, 300), TRUST)
    assert told.face == 4


def test_told_dice_say_how_large_a_die_is_however_many_squares_are_asked_about() -> None:
    dice = [die((100 * each, 100, 100 * each + 60, 160), 1 + each, 0.9) for each in range(3)]
    squares = [
        ReadDie((30 * each, 300, 30 * each + 14, 314), None, None, 0.4, (Doubt.UNREAD,)) for each in range(40)
    ]
    assert doubt_odd_sizes([*squares, *dice]) == dice
    assert {each.face for each in doubt_odd_sizes([*squares, *dice[:2]])} == {None}, "two may be dominoes"
