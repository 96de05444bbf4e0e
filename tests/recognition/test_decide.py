"""What is decided about detections: no two dice in one place, a star or a pip only where it is one."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from companion.core.reading import Doubt, ReadDie
from companion.recognition.classify.classifier import BACKGROUND, MARK, STAR
from companion.recognition.decide import faces
from companion.recognition.detect.detector import Detection
from companion.recognition.networks.config import EyeConfig
from tests.recognition.predicted import predicted, predicted_as
from tests.recognition.shipped import CONFIG

doubt_odd_sizes = partial(faces.doubt_odd_sizes, config=CONFIG)
FAR_SIDE = np.array([0.0, -1.0])
"""Where dice look to, in the picture of a camera at the near side of a table."""
doubt_shared_places = partial(faces.doubt_shared_places, upwards=FAR_SIDE, config=CONFIG)

TRUST = replace(CONFIG, face=0.8, die=0.5, maybe=0.4, cocked=0.3, stacked=0.3, hidden=0.3, centre=0.3)


def die(box: tuple[int, int, int, int], face: int, confidence: float) -> ReadDie:
    return ReadDie(box, face, False if face == 1 else None, confidence)


def test_of_two_dice_told_at_one_place_the_less_sure_one_is_doubted() -> None:
    whole, part = die((100, 100, 140, 140), 4, 0.98), die((110, 112, 146, 148), 4, 0.95)
    kept = {each.box: each for each in doubt_shared_places([part, whole])}
    assert kept[whole.box] == whole
    assert kept[part.box].face is None
    assert kept[part.box].doubts == (Doubt.MAYBE_NO_DIE,)


def test_of_a_die_on_another_the_lower_one_is_asked_about() -> None:
    upper, lower = die((350, 67, 548, 262), 6, 0.995), die((327, 147, 554, 380), 6, 0.97)
    assert [each.face for each in doubt_shared_places([lower, upper])] == [6, None]


def test_dice_that_touch_stay_as_they_are_however_they_are_turned() -> None:
    side = 40
    straight = [die((100, 100, 140, 140), 2, 0.99), die((140, 100, 180, 140), 5, 0.9)]
    half = round(side / 2**0.5)
    turned = [die((0, 0, 2 * half, 2 * half), 3, 0.99), die((half, half, 3 * half, 3 * half), 6, 0.9)]
    for dice in (straight, turned):
        assert {(each.box, each.face) for each in doubt_shared_places(dice)} == {
            (d.box, d.face) for d in dice
        }


TOP, SIDE = die((83, 39, 128, 86), 1, 0.98), die((86, 74, 126, 114), 5, 0.99)
WHOLE = [die((174, 58, 224, 112), 4, 0.99), die((48, 102, 97, 154), 2, 0.99)]


def faces_of(dice: list[ReadDie], upwards: np.ndarray = FAR_SIDE) -> dict[int, tuple[int | None, int | None]]:
    """By the face that was told: the face, and the one if it is a die."""
    faces = {each.box: (each.face, each.if_die) for each in doubt_shared_places(dice, upwards=upwards)}
    return {each.face or 0: faces[each.box] for each in dice}


def test_a_side_told_beside_its_top_may_be_no_die_however_sure_it_is() -> None:
    assert faces_of([TOP, SIDE, *WHOLE]) == {1: (1, None), 5: (None, 5), 4: (4, None), 2: (2, None)}
    assert faces_of([TOP, SIDE, *WHOLE], -FAR_SIDE)[1] == (None, 1)


def test_dice_beside_one_another_or_far_from_the_camera_are_two_however_near_they_are() -> None:
    far = [die((120, 20, 165, 66), 4, 0.99), die((48, 20, 92, 66), 2, 0.99)]
    as_long = [die((83, 36, 131, 86), 1, 0.99), die((86, 64, 134, 114), 5, 0.99)]
    across = np.array([1.0, 0.0])
    for dice, upwards in (
        ([TOP, SIDE, *far], FAR_SIDE),
        ([*as_long, *WHOLE], FAR_SIDE),
        ([TOP, SIDE, *WHOLE], across),
    ):
        assert all(face for face, _ in faces_of(dice, upwards).values())


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
    (told,) = decided({STAR: share, 0: 1 - share}, config=replace(TRUST, die=0.9)).dice
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
    told = decided({2: 0.6 - no_die / 2, 4: 0.4 - no_die / 2, BACKGROUND: no_die}, box, score=chance).dice
    assert [each.face for each in told] == ([None] if asked else [])


def test_a_sure_face_is_told_however_little_the_locator_saw_of_it() -> None:
    (told,) = decided({3: 1.0}, score=0.22).dice
    assert told.face == 4


def test_told_dice_say_how_large_a_die_is_however_many_squares_are_asked_about() -> None:
    dice = [die((100 * each, 100, 100 * each + 60, 160), 1 + each, 0.9) for each in range(3)]
    squares = [
        ReadDie((30 * each, 300, 30 * each + 14, 314), None, None, 0.4, (Doubt.UNREAD,)) for each in range(40)
    ]
    assert doubt_odd_sizes([*squares, *dice]) == dice
    assert {each.face for each in doubt_odd_sizes([*squares, *dice[:2]])} == {None}, "two may be dominoes"


INSIDE = (50.0, 50.0, 90.0, 90.0)


def decided(
    probabilities: dict[int, float],
    box: tuple = INSIDE,
    others: int = 0,
    score: float = 0.9,
    config: EyeConfig = TRUST,
) -> faces.Decided:
    """A thing with these class probabilities by column, and so many sure dice beside it, 40 px long."""
    beside = [Detection((60.0 + 50 * each, 200.0, 100.0 + 50 * each, 240.0), 0.9) for each in range(others)]
    says = predicted_as(probabilities, *[{2: 1.0}] * others)
    return faces.decide([Detection(box, score), *beside], says, (400, 300), config)


def test_a_plain_face_on_a_likely_die_is_read_however_much_speaks_against_the_die() -> None:
    (told,) = decided({4: 0.65, 3: 0.005, BACKGROUND: 0.345}).dice
    assert (told.face, told.doubts) == (5, ())
    assert told.confidence == pytest.approx(0.65 / 0.655)
    assert told.objectness == pytest.approx(0.655)
    assert told.probability == pytest.approx(0.65)


def test_faces_that_compete_are_asked_about_however_surely_it_is_a_die() -> None:
    (told,) = decided({4: 0.6, 3: 0.4}).dice
    assert (told.face, told.if_die, told.doubts) == (None, None, (Doubt.UNREAD,))
    assert told.objectness == 1.0


def test_a_sure_face_on_what_may_be_no_die_waits_for_the_word_that_it_is_one() -> None:
    (asked,) = decided({4: 0.45, 3: 0.005, BACKGROUND: 0.545}).dice
    assert (asked.face, asked.if_die, asked.doubts) == (None, 5, (Doubt.MAYBE_NO_DIE,))
    told = asked.as_die()
    assert (told.face, told.star, told.if_die, told.doubts) == (5, False, None, ())
    (unsure,) = decided({4: 0.25, 3: 0.2, BACKGROUND: 0.55}).dice
    assert (unsure.if_die, unsure.doubts) == (None, (Doubt.MAYBE_NO_DIE,))
    assert (unsure.as_die().face, unsure.as_die().doubts) == (None, (Doubt.UNREAD,))


@pytest.mark.parametrize(
    ("objectness", "asked"),
    [(0.51, ()), (0.49, (Doubt.MAYBE_NO_DIE,)), (0.41, (Doubt.MAYBE_NO_DIE,)), (0.39, None)],
)
def test_between_two_limits_of_objectness_it_is_asked_whether_it_is_a_die(
    objectness: float, asked: tuple[Doubt, ...] | None
) -> None:
    dice = decided({4: objectness, BACKGROUND: 1 - objectness}).dice
    assert [die.doubts for die in dice] == ([] if asked is None else [asked])


@pytest.mark.parametrize(("column", "doubt"), [(1, Doubt.STACKED), (2, Doubt.UNREAD)])
def test_how_it_lies_is_asked_about_by_name_however_sure_the_face(column: int, doubt: Doubt) -> None:
    doubts = np.zeros((1, 3))
    doubts[0, column] = 0.31
    says = predicted(predicted_as({4: 1.0}).class_probabilities, doubts)
    (asked,) = faces.decide([Detection(INSIDE, 0.9)], says, (400, 300), TRUST).dice
    assert (asked.face, asked.doubts) == (None, (doubt,))


@pytest.mark.parametrize("factor", [0.45, 2.2])
def test_a_face_on_a_thing_of_another_size_than_the_dice_is_asked_about(factor: float) -> None:
    side = 40.0 * factor
    lies = decided({0: 1.0}, (50.0, 50.0, 50.0 + side, 50.0 + side), others=3)
    odd = min(lies.dice, key=lambda die: die.box[1])
    assert (odd.face, odd.doubts) == (None, (Doubt.UNREAD,))
    assert [die.face for die in lies.dice if die != odd] == [3, 3, 3]


def test_another_mark_is_named_as_such_and_never_read_as_a_one() -> None:
    for probabilities in ({MARK: 1.0}, {MARK: 0.55, 0: 0.45}, {MARK: 0.6, STAR: 0.4}):
        (asked,) = decided(probabilities).dice
        assert (asked.face, asked.star, asked.doubts) == (None, None, (Doubt.UNKNOWN_MARK,))
    (less,) = decided({MARK: 0.4, 0: 0.6}).dice
    assert (less.face, less.doubts) == (None, (Doubt.UNREAD,))
    (one,) = decided({MARK: 0.1, 0: 0.9}).dice
    assert (one.face, one.star, one.doubts) == (1, False, ())


def test_another_mark_counts_among_what_it_is_if_it_is_a_die() -> None:
    (asked,) = decided({MARK: 0.5, 0: 0.3, BACKGROUND: 0.2}).dice
    assert asked.doubts == (Doubt.UNKNOWN_MARK,)
    (like_a_star,) = decided({MARK: 0.3, STAR: 0.6, 0: 0.1}).dice
    assert like_a_star.doubts == (Doubt.UNKNOWN_MARK,)
    assert decided({MARK: 0.6, BACKGROUND: 0.4}).dice == (), "a numeral of the board"
    assert decided({MARK: 0.39, BACKGROUND: 0.61}).dice == ()


def test_what_is_dropped_but_may_be_a_die_is_kept_aside() -> None:
    for likely in ({4: 0.3, BACKGROUND: 0.7}, {4: 0.99, BACKGROUND: 0.01}):
        score = 0.9 if BACKGROUND in likely and likely[BACKGROUND] > 0.5 else 0.2
        lies = decided({**likely, 3: 0.0} if score == 0.9 else {4: 0.6, 3: 0.4}, score=score)
        assert lies.dice == ()
        assert [die.doubts for die in lies.dropped] == [(Doubt.MAYBE_NO_DIE,)]
    for background in (0.99, 1.0):
        assert decided({4: 1 - background, BACKGROUND: background}) == faces.Decided((), ())


def test_a_side_face_is_never_offered_as_another_die() -> None:
    says = predicted_as({4: 1.0}, {2: 0.3, BACKGROUND: 0.7})
    boxes = [Detection((50.0, 50.0, 90.0, 90.0), 0.9), Detection((52.0, 70.0, 88.0, 95.0), 0.5)]
    lies = faces.decide(boxes, says, (400, 300), TRUST)
    assert ([die.face for die in lies.dice], lies.dropped) == ([5], ())


@pytest.mark.parametrize(
    ("box", "others", "face"),
    [
        ((0.0, 50.0, 40.0, 90.0), 0, 5),
        ((360.0, 50.0, 400.0, 92.0), 0, 5),
        ((0.0, 50.0, 30.0, 90.0), 0, None),
        ((50.0, 0.0, 90.0, 30.0), 0, None),
        ((0.0, 0.0, 28.0, 29.0), 0, 5),
        ((0.0, 0.0, 28.0, 29.0), 2, None),
        ((50.0, 0.0, 80.0, 39.0), 2, 5),
    ],
    ids=["whole", "whole, right", "cut left", "cut above", "alone", "shorter than others", "beside the cut"],
)
def test_a_die_at_the_border_is_asked_about_only_if_its_face_may_be_cut(
    box: tuple, others: int, face: int | None
) -> None:
    told = min(decided({4: 1.0}, box, others).dice, key=lambda die: die.box[1])
    assert (told.face, told.doubts) == (face, () if face else (Doubt.CUT_OFF,))
