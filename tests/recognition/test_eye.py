"""The shipped eye on drawn tables."""

from __future__ import annotations

from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from companion.core.frame import Frame
from companion.core.reading import Doubt, ReadDie
from companion.recognition.classify.classifier import BACKGROUND
from companion.recognition.classify.two_sizes import QUARTERS
from companion.recognition.detect import multiscale
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.pyramid import CROP_PX
from companion.recognition.pipeline.eye import Eye
from models.plain_set import picture
from tests.recognition.drawn import draw_die, drawn_table
from tests.recognition.predicted import Told, predicted, predicted_as


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


def test_a_look_in_parts_finds_what_a_look_at_the_whole_does(
    eye: Eye, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = drawn_table([1, 2, 3, 4, 5, 6, 2, 3], width=768, height=432, side=30)
    whole = eye.detect(frame)
    monkeypatch.setattr(multiscale, "MOST_TILE_PIXELS", 100_000)
    parts = eye.detect(frame)
    assert len(whole) >= 8
    assert [each.box for each in parts] == [pytest.approx(each.box, abs=0.5) for each in whole]


@pytest.mark.parametrize("shape", [(16, 16), (17, 400), (240, 320)])
def test_any_small_frame_is_looked_at(eye: Eye, shape: tuple[int, int]) -> None:
    assert (shape[1], shape[0]) == eye.read(Frame(np.full((*shape, 3), 120, np.uint8), 0)).size


BOTH, ALONE = (560.0, 325.0, 709.0, 395.0), (165.0, 165.0, 235.0, 235.0)


def read_in_one_box(eye: Eye, monkeypatch: pytest.MonkeyPatch, faces: tuple[int, int]) -> list[ReadDie]:
    """A two, and right of it two dice that touch, both in one box of the locator's: the dice read."""
    table = drawn_table([], 1280, 720, 64)
    draw_die(table, (200, 200), 64, 2)
    draw_die(table, (600, 360), 64, faces[0])
    draw_die(table, (669, 360), 64, faces[1])
    monkeypatch.setattr(eye, "detect", lambda *_: [Detection(BOTH, 0.7), Detection(ALONE, 0.8)])
    return sorted(eye.read(Frame(table, 0)).dice, key=lambda die: die.box[0])


@pytest.mark.parametrize("faces", [(2, 6), (3, 2), (5, 3), (1, 4), (6, 4)])
def test_a_box_round_two_dice_that_touch_is_drawn_anew_from_near(
    eye: Eye, monkeypatch: pytest.MonkeyPatch, faces: tuple[int, int]
) -> None:
    dice = read_in_one_box(eye, monkeypatch, faces)
    assert [die.face for die in dice] == [2, *faces]
    assert [die.centre[0] for die in dice] == pytest.approx([200, 600, 669], abs=6)


@pytest.mark.slow
def test_of_all_such_pairs_most_are_told_and_none_wrongly(eye: Eye, monkeypatch: pytest.MonkeyPatch) -> None:
    both = 0
    for faces in product(range(1, 7), repeat=2):
        dice = read_in_one_box(eye, monkeypatch, faces)
        right = dict(zip((200, 600, 669), (2, *faces), strict=True))
        for die in dice:
            nearest = min(right, key=lambda x: abs(x - die.centre[0]))
            assert die.face in (None, right[nearest])
        both += [die.face for die in dice] == [2, *faces]
    assert both >= 24


def test_what_the_near_locator_drew_is_not_looked_at_from_near_again(
    eye: Eye, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list = []
    monkeypatch.setattr(eye, "_detector", SimpleNamespace(refine=lambda *told: looked.append(told)))
    noise = np.random.default_rng(3).integers(0, 255, (400, 400, 3), np.uint8)
    eye.score(noise, [Detection((100.0, 100.0, 150.0, 150.0), 0.5, refined=True)])
    assert looked == []


@pytest.mark.parametrize(
    ("seed", "number", "touching", "box", "face"),
    [
        (28, 141, False, (414, 480, 438, 505), 1),  # small and soft: from near its pip was boxed, and no die
        (22, 17, True, (364, 80, 499, 241), 6),  # its neighbour's box covers a third of it
    ],
)
def test_a_sure_die_is_not_given_up_for_what_is_seen_from_near(
    eye: Eye, seed: int, number: int, touching: bool, box: tuple[int, int, int, int], face: int
) -> None:
    pixels, _ = picture(np.random.default_rng((seed, number)), touching=touching)
    left, top, right, bottom = box
    inside = [
        die
        for die in eye.read(Frame(pixels, 0)).dice
        if left < die.centre[0] < right and top < die.centre[1] < bottom
    ]
    assert [die.face for die in inside] == [face]


def test_what_is_no_die_is_not_drawn_anew(eye: Eye, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list = []

    def refine(_: object, found: list[Detection], doubtful: list[int]) -> list[Detection]:
        looked.extend(found[index] for index in doubtful)
        return found

    monkeypatch.setattr(eye, "_detector", SimpleNamespace(refine=refine))
    likely = predicted_as({4: 1.0}, {4: 0.4, BACKGROUND: 0.6}, {4: 0.01, BACKGROUND: 0.99})
    monkeypatch.setattr(eye, "_small", Told(likely))
    monkeypatch.setattr(eye, "_large", Told(predicted_as({4: 1.0}), *[predicted_as({4: 1.0}, {4: 1.0})] * 4))
    boxes = [Detection((50.0 + 90 * each, 50.0, 90.0 + 90 * each, 90.0), 0.8) for each in range(3)]
    eye.score(np.zeros((300, 600, 3), np.uint8), boxes)
    assert looked == [boxes[1]]


AT = (200, 500, 800, 1100)
"""Where four drawn fives stand, each in a box of its own."""


@pytest.mark.parametrize("unsure", [(), (1,), (0, 3), (0, 1, 2, 3)])
def test_the_large_classifier_reads_what_the_small_one_is_not_sure_of_and_no_more(
    eye: Eye, monkeypatch: pytest.MonkeyPatch, unsure: tuple[int, ...]
) -> None:
    table = drawn_table([], 1280, 720, 64)
    for x in AT:
        draw_die(table, (x, 360), 64, 5)
    boxes = [Detection((x - 32.0, 328.0, x + 32.0, 392.0), 0.8) for x in AT]
    monkeypatch.setattr(eye, "detect", lambda *_: boxes)
    monkeypatch.setattr(eye, "_detector", SimpleNamespace(refine=lambda _, found, __: found))
    small = Told(predicted_as(*({4: 0.7, 5: 0.3} if each in unsure else {4: 1.0} for each in range(4))))
    large = Told(predicted_as(*[{3: 1.0}] * len(unsure)))
    monkeypatch.setattr(eye, "_small", small)
    monkeypatch.setattr(eye, "_large", large)
    dice = eye.read(Frame(table, 0)).dice
    assert [die.face for die in sorted(dice, key=lambda die: die.box)] == [
        4 if each in unsure else 5 for each in range(4)
    ]
    assert [each.shape for each in small.crops] == [(4, CROP_PX, CROP_PX, 3)]
    assert large.shown == ([len(unsure)] if unsure else [])


@pytest.mark.parametrize(
    ("count", "leaning", "levelled"),
    [(5, None, 0), (5, 2, 1), (3, None, 3), (3, 1, 3)],
    ids=["all agree", "one does not", "too few to say", "too few to say which"],
)
def test_the_large_classifier_says_where_dice_look_that_do_not_agree(
    eye: Eye, monkeypatch: pytest.MonkeyPatch, count: int, leaning: int | None, levelled: int
) -> None:
    across = np.zeros((count, 2))
    if leaning is not None:
        across[leaning] = 0.5, 0.0
    says = predicted_as(*[{4: 1.0}] * count).class_probabilities
    large = Told(*[predicted_as(*[{4: 1.0}] * levelled)] * QUARTERS)
    monkeypatch.setattr(eye, "_small", Told(predicted(says, across=across)))
    monkeypatch.setattr(eye, "_large", large)
    boxes = [Detection((50.0 + 90 * each, 50.0, 90.0 + 90 * each, 90.0), 0.8) for each in range(count)]
    scored = eye.score(np.zeros((300, 600, 3), np.uint8), boxes)
    assert large.shown == [levelled] * (QUARTERS if levelled else 0)
    assert np.abs(scored.predictions.normals.across).max() == 0.0
