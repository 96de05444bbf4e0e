"""Clear dice, through which the face below shows: most are told, few wrongly."""

from __future__ import annotations

import numpy as np
import pytest

from companion.core.frame import Frame
from companion.recognition.pipeline.eye import Eye
from models.compose.cast_die import cast_die, clear_make
from models.compose.cast_solid import Pose
from models.compose.make import any_make
from models.compose.sketch import turned
from tests.recognition.cast_dice import lay, photographed

TALL, WIDE, DIE_PX, DICE = 720, 1280, 60, 8
TABLES = 24


def laid(seed: int) -> tuple[np.ndarray, list[tuple[int, int, int]]]:
    """Eight clear dice of one make on a plain table: the picture, and where each lies, with its top face."""
    rng = np.random.default_rng(seed)
    make = clear_make(rng, any_make(rng, starred=False))
    table = rng.uniform(60, 220, 3)
    picture, lying = table + rng.normal(0, 3, (TALL, WIDE, 3)), []
    for index in range(DICE):
        top = 1 + index % 6
        pose = Pose(turned(2, rng.uniform(0, 360)), turned(0, -rng.uniform(4, 25)), 30.0)
        die = cast_die(rng, top, make=make, pose=pose, table=tuple(table)).bgra
        lying.append((*lay(picture, die, DIE_PX, index, rng), top))
    return photographed(picture), lying


@pytest.mark.slow
def test_clear_dice_are_told_and_few_wrongly() -> None:
    """Of 192, seven of them metal, with arithmetic that every machine shares."""
    eye, right, wrong = Eye(), 0, 0
    for seed in range(1, 1 + TABLES):
        picture, lying = laid(seed)
        told = [die for die in eye.read(Frame(picture, 0)).dice if die.face is not None]
        for x, y, top in lying:
            faces = [die.face for die in told if _holds(die.box, x, y)]
            right += faces[:1] == [top]
            wrong += bool(faces) and faces[0] != top
    assert right >= 152
    assert wrong <= 6


def _holds(box: tuple[int, int, int, int], x: int, y: int) -> bool:
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]
