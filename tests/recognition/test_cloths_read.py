"""Dice on chequered cloths are found and read, and the squares of the cloth are not asked about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.core.frame import Frame
from companion.recognition.pipeline.eye import Eye
from models.compose.cast_die import cast_die
from models.compose.cast_solid import Pose
from models.compose.make import any_make
from models.compose.sketch import turned
from tests.recognition.cast_dice import lay, photographed

pytestmark = pytest.mark.slow

TALL, WIDE, DIE_PX = 720, 1280, 56
ASIDE_DEG = 18.0
BODIES = {
    "white": ((230.0, 235.0, 240.0), (20.0, 20.0, 20.0)),
    "black": ((35.0, 32.0, 30.0), (235.0, 235.0, 235.0)),
    "yellow": ((40.0, 190.0, 235.0), (20.0, 20.0, 20.0)),
}


eye = cache(Eye)


@cache
def gingham(square_px: int, dye: tuple[int, int, int]) -> np.ndarray:
    """White cloth with crossed stripes of one dye, twice as strong where they cross, turned by 40 degrees."""
    y, x = np.mgrid[0:TALL, 0:WIDE].astype(np.float32)
    turn = np.radians(40)
    across, along = x * np.cos(turn) + y * np.sin(turn), -x * np.sin(turn) + y * np.cos(turn)
    dyed = (across // square_px % 2 + along // square_px % 2)[..., None] / 2
    rng = np.random.default_rng(1)
    threads = cv2.GaussianBlur(rng.normal(0, 30, (TALL, WIDE)).astype(np.float32), (0, 0), 0.8)[..., None]
    return 215.0 * (1 - dyed) + np.array(dye) * dyed + threads


def laid(cloth: np.ndarray, colour: str, seed: int) -> tuple[np.ndarray, list[tuple[int, int, int]]]:
    """Eight dice of one colour on the cloth: the picture, and where each lies, with its top face."""
    rng = np.random.default_rng(seed)
    body, mark = BODIES[colour]
    make = replace(any_make(rng, starred=False), body=body, mark=mark, one_mark=mark, clear=False)
    make = replace(make, gloss=0.0, marbling=0.0, speckle=0.0)
    picture, lying = cloth.copy(), []
    for index in range(8):
        top, pose = 1 + index % 6, Pose(turned(2, rng.uniform(0, 360)), turned(0, -ASIDE_DEG), 30.0)
        die = cast_die(rng, top, make=make, pose=pose, table=(150.0, 150.0, 190.0)).bgra
        lying.append((*lay(picture, die, DIE_PX, index, rng), top))
    return photographed(picture), lying


@dataclass(frozen=True, slots=True)
class Count:
    """Dice found, told, told wrongly; and things told or asked about where no die lies."""

    found: int
    told: int
    wrong: int
    elsewhere: int


@cache
def counted(colour: str, square_px: int) -> Count:
    """What the eye says of eight dice on a gingham with squares of that side."""
    picture, lying = laid(gingham(square_px, (40, 30, 150)), colour, square_px)
    found, elsewhere = {}, 0
    for die in eye().read(Frame(picture, 0)).dice:
        x, y = die.centre
        near = [each for each in lying if max(abs(each[0] - x), abs(each[1] - y)) < DIE_PX / 2]
        elsewhere += not near
        found |= dict.fromkeys(near, die.face)
    told = {each: face for each, face in found.items() if face is not None}
    return Count(len(found), len(told), sum(face != each[2] for each, face in told.items()), elsewhere)


@pytest.mark.parametrize("square_px", [9, 14, 80])
@pytest.mark.parametrize("colour", BODIES)
def test_dice_are_read_on_cloth_of_small_and_of_large_squares(colour: str, square_px: int) -> None:
    count = counted(colour, square_px)
    assert count.found == 8
    assert count.told >= 7
    assert count.wrong == 0
    assert count.elsewhere <= 1, "the squares are not asked about"


def test_squares_about_as_large_as_dice_cost_some_questions_but_no_wrong_face() -> None:
    counts = [counted(colour, square_px) for colour in BODIES for square_px in (20, 30, 56)]
    assert sum(count.wrong for count in counts) == 0
    assert sum(count.told for count in counts) >= 56, "of 72; 52 before locators had seen such cloths"
    assert sum(count.elsewhere for count in counts) <= 100, "567 before"


@pytest.mark.parametrize("square_px", [24, 30])
@pytest.mark.parametrize("colour", BODIES)
def test_squares_half_as_large_as_the_dice_are_hardly_asked_about(colour: str, square_px: int) -> None:
    """Of the hundreds of squares that may be dice at most five; of the dice at most two are not told."""
    count = counted(colour, square_px)
    assert count.told >= 6
    assert count.wrong == 0
    assert count.elsewhere <= 5
