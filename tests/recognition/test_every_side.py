"""From whichever side the camera looks at the table, the top faces are read and not the side faces."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.core.frame import Frame
from companion.recognition.pipeline.eye import Eye
from models.compose.cast_die import cast_die
from models.compose.cast_solid import Pose
from models.compose.make import any_make
from models.compose.sketch import turned

FELT = (70, 100, 80)
ASLANT_DEG = 35.0
COLUMNS, ROWS, CELL_PX = 4, 2, 230


def table_seen_aslant(seed: int) -> tuple[np.ndarray, list[int]]:
    """Eight white dice on felt, all seen from one side, and their top faces row by row."""
    rng = np.random.default_rng(seed)
    white, black = (230.0, 235.0, 240.0), (20.0, 20.0, 20.0)
    make = replace(any_make(rng, starred=False), body=white, mark=black, one_mark=black, clear=False)
    make = replace(make, gloss=0.0, marbling=0.0, speckle=0.0)
    picture = np.full((ROWS * CELL_PX, COLUMNS * CELL_PX, 3), FELT, np.uint8)
    tops = [int(rng.integers(1, 7)) for _ in range(ROWS * COLUMNS)]
    for index, top in enumerate(tops):
        pose = Pose(turned(2, rng.uniform(0, 360)), turned(0, -ASLANT_DEG), 30.0)
        die = cast_die(rng, top, make=make, pose=pose, table=FELT).bgra
        y, x = (CELL_PX * each + 40 for each in divmod(index, COLUMNS))
        place = picture[y : y + die.shape[0], x : x + die.shape[1]]
        share = die[..., 3:] / 255
        place[:] = share * die[..., :3] + (1 - share) * place
    return picture, tops


def told(eye: Eye, picture: np.ndarray, quarters: int) -> list[int | None]:
    """The faces row by row that the eye tells of the picture turned by so many quarters."""
    reading = eye.read(Frame(np.ascontiguousarray(np.rot90(picture, quarters)), 0))
    height, width = picture.shape[:2]
    faces: list[int | None] = [None] * (ROWS * COLUMNS)
    for die in reading.dice:
        x, y = die.centre
        back = [(x, y), (width - y, x), (width - x, height - y), (y, height - x)][quarters]
        faces[int(back[1] // CELL_PX) * COLUMNS + int(back[0] // CELL_PX)] = die.face
    return faces


@pytest.mark.slow
@pytest.mark.parametrize("quarters", range(4))
def test_the_top_faces_are_read_from_every_side_of_the_table(quarters: int) -> None:
    eye, right, wrong = Eye(), 0, 0
    for seed in range(3):
        picture, tops = table_seen_aslant(seed)
        for face, top in zip(told(eye, picture, quarters), tops, strict=True):
            right, wrong = right + (face == top), wrong + (face not in (top, None))
    assert right >= 20, f"{right} of 24 right"
    assert wrong <= 2, f"{wrong} of 24 wrong"
