"""Rendered lessons show what they say: pips, boxes, what is hidden; and marks are neither pips nor stars."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("numba")

from models.lessons.chance import Chance
from models.lessons.columns import (
    ACROSS,
    AHEAD,
    ALONG,
    BALL,
    BODY,
    BOUNCE,
    BOX,
    CAMERA,
    CHECKS,
    CLEAR,
    DISH,
    FACES,
    FAR,
    GLOSS,
    GROUND,
    GROUND_COS,
    GROUND_MUCH,
    GROUND_RGB,
    GROUND_SCALE,
    GROUND_SECOND,
    HALVES,
    INK,
    KIND,
    MARBLE,
    MARKS_FROM,
    MIDDLE,
    ONE_INK,
    ONE_PIP,
    PIP,
    PX_X,
    PX_Y,
    RIGHT,
    RIM,
    ROUND,
    SCENE_COLUMNS,
    SKY,
    SPACES,
    THINGS,
    TOP,
    UP,
    UPPER,
    three,
)
from models.lessons.dice import any_dice, number, place
from models.lessons.drawn_marks import disc, drawn_stars, filled, fitted, like_pips, like_star, stroked
from models.lessons.lesson import MARGIN, Drawer, Kind
from models.lessons.pictures import truths_of
from models.lessons.renderer import Rendered, Renderer
from models.lessons.tables import lie_in_spaces
from models.nets import DIE, FACE, HIDDEN

NO_MARK = np.zeros((3, 48, 48), np.uint8)
GREY = np.full((2, 256, 256, 3), 90, np.uint8)
FAR_ABOVE = 60.0
SIDE = 64


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer(NO_MARK, GREY)


def drawer(seed: int) -> Drawer:
    return Drawer(np.array([0, 1]), np.array([2]), len(GREY), seed)


def only(kind: Kind) -> tuple[float, ...]:
    return tuple(float(each == kind) for each in Kind)


def plain_dice(up: np.ndarray) -> np.ndarray:
    """White dice with black pips, square to the picture."""
    chance = Chance(3)
    dice = any_dice(chance, len(up))
    dice[:, three(BODY)], dice[:, three(INK)], dice[:, three(ONE_INK)] = 0.8, 0.01, 0.01
    dice[:, [MARBLE, CLEAR, GLOSS, DISH, RIM, BALL]] = 0
    dice[:, ROUND] = 0.05
    dice[:, [PIP, ONE_PIP]], dice[:, [ALONG, ACROSS]] = 0.16, 0.5
    number(chance, dice, up)
    place(dice, 0, 0, 1.0, np.zeros(len(up)))
    return dice


def tables(things: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Those things in the middle of tables in even light, seen from straight above."""
    scenes = np.zeros((len(things), SCENE_COLUMNS), np.float32)
    scenes[:, three(CAMERA)], scenes[:, three(AHEAD)] = (0, 0, FAR_ABOVE), (0, 0, -1)
    scenes[:, three(RIGHT)], scenes[:, three(UP)] = (1, 0, 0), (0, 1, 0)
    scenes[:, [PX_X, PX_Y]] = 2 * MARGIN / SIDE / (FAR_ABOVE - 2)
    scenes[:, three(SKY)] = scenes[:, three(BOUNCE)] = 1.0
    scenes[:, three(GROUND_RGB)] = scenes[:, three(GROUND_SECOND)] = 0.3
    scenes[:, UPPER] = TOP
    all_things = np.zeros((len(things), THINGS, things.shape[1]), np.float32)
    all_things[:, 0] = things
    return all_things, scenes


def dark_spots(light: np.ndarray, upper: np.ndarray) -> int:
    """Connected spots of ink on an upper face: of linear light (3, S, S), where the face is (S, S)."""
    ink = (light.mean(0) < 0.3) & (upper > 0.5)
    return cv2.connectedComponents(ink.astype(np.uint8))[0] - 1


def test_a_rendered_die_shows_as_many_pips_as_its_label_says(renderer: Renderer) -> None:
    up = np.array([*range(1, 7), *range(1, 7)])
    drawn = renderer.draw(*tables(plain_dice(up)), fine=3)
    pictures = zip(drawn.light.numpy(), drawn.shown[:, 1].numpy(), strict=True)
    assert [dark_spots(light, upper) for light, upper in pictures] == up.tolist()


def test_a_die_fills_its_crop_as_a_box_of_the_detector_does(renderer: Renderer) -> None:
    drawn = drawer(5).draw(48, only(Kind.PLAIN))
    drawn.things[:, 1:, KIND] = 0
    rendered = renderer.draw(drawn.things, drawn.scenes)
    longer = []
    for target in rendered.shown[:, 2].numpy() > 0.5:
        sides = np.ptp(np.argwhere(target), axis=0) + 1
        longer.append(max(sides) / SIDE)
    assert pytest.approx(np.mean(longer), abs=0.03) == 1 / MARGIN
    assert min(longer) > 0.55
    assert max(longer) <= 1.0


def test_how_much_of_an_upper_face_is_covered_is_measured(renderer: Renderer) -> None:
    things, scenes = tables(plain_dice(np.array([4])))
    cover = things[:, 1]
    cover[:, KIND], cover[:, FAR], cover[:, three(HALVES)] = BOX, 5, (1.5, 3, 0.2)
    place(cover, 1.5, 0, 3, np.zeros(1))
    rendered = renderer.draw(things, scenes)
    alone, seen, _ = rendered.shown[0].sum((1, 2)).tolist()
    assert seen / alone == pytest.approx(0.5, abs=0.04)


def test_a_face_that_is_covered_is_not_taught(renderer: Renderer) -> None:
    drawn = drawer(7).draw(160, only(Kind.HIDDEN))
    truths = truths_of(drawn, renderer.draw(drawn.things, drawn.scenes)).numpy()
    covered = truths[:, HIDDEN] == 1
    assert 0.1 < covered.mean() < 0.9
    assert (truths[:, FACE] < 0).sum() > 0
    assert set(truths[truths[:, FACE] < 0, HIDDEN]) <= {1.0, 0.0}
    free = truths[:, HIDDEN] == 0
    assert (truths[free & (truths[:, DIE] == 1), FACE] >= 0).mean() > 0.9


def test_the_same_seed_draws_and_renders_the_same_lessons(renderer: Renderer) -> None:
    def made() -> tuple[np.ndarray, Rendered]:
        drawn = drawer(11).draw(32)
        return drawn.face, renderer.draw(drawn.things, drawn.scenes)

    (faces, one), (same_faces, other) = made(), made()
    assert faces.tolist() == same_faces.tolist()
    assert one.light.equal(other.light)
    assert one.shown.equal(other.shown)


def test_every_kind_of_lesson_says_whether_it_is_about_a_die() -> None:
    drawn = drawer(2).draw(2000)
    no_die = np.isin(drawn.kind, (Kind.OTHER, Kind.PRINT, Kind.BARE, Kind.ELSEWHERE))
    assert (drawn.die == 0).tolist() == no_die.tolist()
    assert (drawn.face[no_die] == -1).all()
    assert (drawn.face[np.isin(drawn.kind, (Kind.PLAIN, Kind.FANCY))] < 7).all()
    assert set(drawn.face[drawn.kind == Kind.MARKED]) == {7}


def test_opposite_faces_of_a_die_make_seven() -> None:
    up = np.repeat(np.arange(1, 7), 20)
    faces = plain_dice(up)[:, FACES : FACES + 6].reshape(-1, 3, 2)
    assert (faces.sum(2) == 7).all()
    assert (np.sort(faces.reshape(-1, 6)) == np.arange(1, 7)).all()


def test_touching_dice_stand_beside_each_other_not_in_one_another() -> None:
    drawn = drawer(9).draw(600, only(Kind.PLAIN))
    beside = drawn.things[:, 1]
    dice = (beside[:, KIND] == BOX) & (beside[:, FACES] > 0) & (beside[:, FACES] < MARKS_FROM)
    away = np.linalg.norm(beside[dice, MIDDLE : MIDDLE + 2], axis=1)
    assert away.min() >= 2.0


@pytest.mark.parametrize(
    ("ink", "pips", "star"),
    [
        (disc(0, 0, 0.5), True, False),
        (disc(-0.5, 0.5, 0.2, disc(0.5, -0.5, 0.2)), True, False),
        (stroked([(-0.8, 0), (0.8, 0)], 0.2, canvas=stroked([(0, -0.8), (0, 0.8)], 0.2)), False, False),
        (filled([(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)]), False, False),
        (next(drawn_stars(np.random.default_rng(1))), False, True),
    ],
    ids=["a disc", "two discs", "a plus", "a square", "a star"],
)
def test_marks_that_look_like_pips_or_stars_are_known(ink: np.ndarray, pips: bool, star: bool) -> None:
    mark = fitted(ink)
    assert mark is not None
    assert (like_pips(mark), like_star(mark)) == (pips, star)


def test_a_die_lies_in_a_space_of_its_board_that_is_there_without_it_too(renderer: Renderer) -> None:
    things, scenes = tables(plain_dice(np.array([4, 4])))
    scenes[:, GROUND], scenes[:, GROUND_SCALE], scenes[:, GROUND_MUCH] = SPACES, 1 / 2.4, 0.9
    scenes[:, three(GROUND_SECOND)] = 0.9
    chance = Chance(5)
    while not lie_in_spaces(chance, scenes, np.zeros(2)).all():
        pass
    things[1, 0, KIND] = 0
    light = renderer.draw(things, scenes, fine=3).light.numpy().mean(1)
    ring = np.ones((SIDE, SIDE), bool)
    ring[7:-7, 7:-7] = False
    assert (light[:, ring] > 0.5).mean(1).min() > 0.05, "lines about the die, or about nothing"
    assert (light[1, 16:-16, 16:-16] < 0.5).all(), "the space is empty"


def test_some_lessons_lie_on_boards_and_some_boards_are_bare() -> None:
    drawn = drawer(9).draw(2000)
    on_spaces = drawn.scenes[:, GROUND] == SPACES
    bare = drawn.kind == Kind.BARE
    assert 0.1 < on_spaces[drawn.die == 1].mean() < 0.3
    assert on_spaces[bare].mean() > 0.15


def test_checks_are_squares_of_two_tones_or_a_gingham_of_three(renderer: Renderer) -> None:
    things, scenes = tables(plain_dice(np.array([1, 1])))
    things[:, :, KIND] = 0
    scenes[:, GROUND], scenes[:, GROUND_SCALE], scenes[:, GROUND_MUCH] = CHECKS, 1.5, (0.2, 0.8)
    scenes[:, GROUND_COS], scenes[:, three(GROUND_SECOND)] = 1.0, 0.9
    between = []
    for light in renderer.draw(things, scenes, fine=3).light.numpy().mean(1):
        dark, bright = np.quantile(light, (0.05, 0.95))
        between.append(((light > 1.4 * dark) & (light < 0.8 * bright)).mean())
    assert between[0] < 0.2
    assert 0.35 < between[1] < 0.65
