"""Clear dice: light bends where it enters, shows the far marks, and is thrown back by walls met aslant."""

import math
from dataclasses import replace

import numpy as np
import pytest

from models.compose.cast_die import Clear, any_cast_make, cast_die, clear_make
from models.compose.cast_faces import FACE_PX, HALF_PX, Faces
from models.compose.cast_solid import SKY_PX, Pose, Sky
from models.compose.make import Make, any_make
from models.compose.sketch import axes_of

GLASS = Clear(index=1.5, tinted=0.5, lit_within=0.8, shadowed=0.5)
DARK = Sky(np.zeros((SKY_PX, SKY_PX, 3), np.float32), np.full(3, 0.4, np.float32))
BODY = np.array([[0.1, 0.6, 0.9]])
UP = np.array([[0.0, 0.0, 1.0]])
BELOW = 1


def seen(
    point: tuple[float, float, float], way: tuple[float, float, float], spot: tuple[float, float]
) -> np.ndarray:
    """Light (3,) through the upper face of a die whose bottom has one white pip, round ``spot``."""
    marked = np.zeros((FACE_PX, 6 * FACE_PX), np.float32)
    x, y = (round((each + 1) * HALF_PX) for each in spot)
    marked[y - 4 : y + 5, BELOW * FACE_PX + x - 4 : BELOW * FACE_PX + x + 5] = 1
    faces = Faces(marked[..., None].repeat(3, 2), marked, np.zeros((*marked.shape, 2), np.float32))
    frames = axes_of(np.random.default_rng(1))
    axes = tuple(np.array([frame[at] for frame in frames], np.float32) for at in range(3))
    ray = np.array([way], np.float32) / np.linalg.norm(way)
    return GLASS.through(np.array([point], np.float32), ray, UP, BODY, axes, faces, DARK, np.eye(3))[0]


def is_the_mark(light: np.ndarray) -> bool:
    """Whether that is a white mark's light: more than the table's, tinted as the plastic is."""
    return bool(light[2] > 0.3 and light[0] < light[1] < light[2])


def test_the_mark_below_is_seen_straight_down_in_the_colour_of_the_plastic() -> None:
    light = seen((0.3, -0.2, 1.0), (0, 0, -1), (0.3, -0.2))
    assert light == pytest.approx(0.8 * BODY[0] ** (0.15 + 0.5 * 2), abs=0.01)


def test_beside_the_mark_the_table_is_seen_in_the_shadow_of_the_die() -> None:
    light = seen((0.3, -0.2, 1.0), (0, 0, -1), (-0.5, 0.5))
    assert light == pytest.approx(0.4 * 0.5 * BODY[0] ** (0.15 + 0.5 * 2), abs=0.01)


def test_a_slanted_look_is_bent_where_it_enters() -> None:
    aside = math.tan(math.asin(math.sin(math.radians(40)) / GLASS.index)) * 2 - 0.6
    straight = math.tan(math.radians(40)) * 2 - 0.6
    way = (math.sin(math.radians(40)), 0, -math.cos(math.radians(40)))
    assert is_the_mark(seen((-0.6, 0, 1.0), way, (aside, 0)))
    assert straight > 0.9
    assert not is_the_mark(seen((-0.6, 0, 1.0), way, (0.9, 0)))


def test_a_wall_met_aslant_throws_the_look_back_to_the_bottom() -> None:
    inside = math.asin(math.sin(math.radians(40)) / GLASS.index)
    gone = 2 * math.tan(inside)
    back = 1 - (gone - (1 - 0.7))
    way = (math.sin(math.radians(40)), 0, -math.cos(math.radians(40)))
    assert is_the_mark(seen((0.7, 0, 1.0), way, (back, 0)))


@pytest.mark.slow
def test_through_a_clear_die_its_lower_pips_show_and_through_an_opaque_one_they_do_not() -> None:
    clear_one = clear_make(np.random.default_rng(2), any_make(np.random.default_rng(2), False))
    assert through(clear_one) > 1
    assert through(replace(clear_one, clear=False)) == 0


def through(make: Make) -> float:
    """By how much, 0-255, the marks of its other faces change what a one of that make shows from above."""
    flat, apart = Pose(np.eye(3), np.eye(3), 20.0), []
    for seed in range(7, 13):
        marked, bare = (
            cast_die(np.random.default_rng(seed), 1, make=make, pose=flat, marks=marks).bgra.astype(int)
            for marks in (dots, only_one)
        )
        apart.append(np.abs(marked - bare)[14:-14, 14:-14].mean())
    return float(np.mean(apart))


def test_as_many_dice_are_clear_as_asked_for_and_their_marks_stand_out() -> None:
    rng = np.random.default_rng(4)
    assert sum(any_cast_make(rng, clear=0.7).clear for _ in range(200)) > 120
    assert sum(any_cast_make(rng).clear for _ in range(200)) < 60
    assert all(clear_make(rng, any_make(rng)).marbling == 0 for _ in range(20))


def dots(rng: np.random.Generator, make: Make, number: int) -> list:
    """One pip in the middle of a one; two beside it, nowhere over it, for every other number."""
    angles = np.linspace(0, 2 * np.pi, 24)
    ring = 0.15 * np.stack([np.cos(angles), np.sin(angles)], 1)
    places = [(0.0, 0.0)] if number == 1 else [(-0.4, 0.0), (0.4, 0.0)]
    return [(ring + place, (250.0, 250.0, 250.0)) for place in places]


def only_one(rng: np.random.Generator, make: Make, number: int) -> list:
    """The same, but nothing on any face but the one."""
    return dots(rng, make, number) if number == 1 else []
