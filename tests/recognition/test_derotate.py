"""From whichever side the camera looks at the table, the top faces are read and not the side faces."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from shipped import CONFIG

from companion.frame import Frame
from companion.recognition.classify.candidates import Candidates
from companion.recognition.classify.classifier import Predictions
from companion.recognition.classify.surface_normals import SurfaceNormals
from companion.recognition.context.derotate import derotate
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.eye import Eye
from models.compose.cast.die import cast_die
from models.compose.cast.solid import Pose
from models.compose.make import any_make
from models.compose.sketch import turned

FELT = (70, 100, 80)
ASLANT_DEG = 35.0
COLUMNS, ROWS, CELL_PX = 4, 2, 230
PLACES = [(60.0 + 90 * index, 60.0 + 40 * (index % 3)) for index in range(6)]


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
    assert (right >= 20, wrong) == (True, 0), f"{right} of 24 right, {wrong} wrong"


class NoReader:
    """Must not be asked."""

    def read(self, crops: np.ndarray) -> SurfaceNormals:
        raise AssertionError("normals are read again")


class Steady:
    """Tells the same lean, as it shows in each crop, of all."""

    def __init__(self, across: tuple[float, float]) -> None:
        self.across = across

    def read(self, crops: np.ndarray) -> SurfaceNormals:
        return leans_of([self.across] * len(crops))


def leans_of(across: list[tuple[float, float]]) -> SurfaceNormals:
    """Normals of solid dice, each equally certain."""
    return SurfaceNormals(np.array(across), np.full(len(across), 0.03), np.full(len(across), -6.0))


def shown(count: int) -> Candidates:
    """So many dice that the classifier is sure of."""
    class_probabilities = np.zeros((count, 8))
    class_probabilities[:, 3] = 1.0
    boxes = [Detection((x - 15, y - 15, x + 15, y + 15), 0.9) for x, y in PLACES[:count]]
    predictions = Predictions(class_probabilities, np.zeros((count, 3)))
    return Candidates(boxes, np.zeros((count, 64, 64, 3), np.uint8), predictions)


FRAME = ImagePyramid(np.zeros((240, 640, 3), np.uint8))


def test_dice_that_look_to_the_right_are_turned_until_they_look_up() -> None:
    normals, turns = derotate(Steady((0.0, -0.7)), FRAME, shown(6), leans_of([(0.7, 0.0)] * 6), 0.0, CONFIG)
    assert turns.degrees == pytest.approx(np.full(6, 90), abs=8)
    assert turns.far.all()
    assert normals.across == pytest.approx(np.tile([0.7, 0.0], (6, 1)), abs=0.1)


@pytest.mark.parametrize("across", [(0.0, -0.7), (0.02, 0.1), (0.2, -0.66)])
def test_dice_seen_with_the_far_side_up_or_from_above_are_read_as_they_lie(
    across: tuple[float, float],
) -> None:
    _, turns = derotate(NoReader(), FRAME, shown(6), leans_of([across] * 6), 0.0, CONFIG)
    assert not turns.far.any()


def test_few_dice_and_dice_that_look_everywhere_turn_nothing() -> None:
    few = CONFIG.tilt_least_dice - 1
    _, turns = derotate(NoReader(), FRAME, shown(few), leans_of([(0.7, 0.0)] * few), 0.0, CONFIG)
    assert not turns.degrees.any()
    everywhere = [(0.7 * np.cos(each), 0.7 * np.sin(each)) for each in np.arange(6)]
    _, turns = derotate(Steady((0.5, 0.5)), FRAME, shown(6), leans_of(everywhere), 0.0, CONFIG)
    assert not turns.degrees.any()
    assert not turns.far.any()
