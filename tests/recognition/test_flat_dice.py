"""Before a camera that stands still dice are held against those that lay flat earlier."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from companion.core.frame import Frame
from companion.core.reading import Doubt, PhotoReading, ReadDie
from companion.recognition.classify.two_sizes import ScoredDice
from companion.recognition.decide.cocked import KEPT, MOVED_DEG, mark_cocked
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.pipeline.eye import Eye
from companion.simulator import DiceKind, SimulatedTable, Trouble
from tests.recognition.cocked import leans_of, told_and_doubted
from tests.recognition.shipped import CONFIG

SIZE, SIDE = (1000, 700), 20
BETWEEN_DEG = 13.9
"""Less than one frame's dice must be off, more than is enough where the table is known."""


def seen(
    rng: np.random.Generator, count: int, tilt: tuple[float, float] = (0.0, 0.1), noise: float = 0.01
) -> tuple[tuple[ReadDie, ...], np.ndarray]:
    """Dice (as read) at any places that all lie flat before a camera tilted so, and their normals."""
    middles = rng.uniform((50, 50), (950, 650), (count, 2)).round()
    boxes = [tuple(int(each) for each in (*(xy - SIDE), *(xy + SIDE))) for xy in middles]
    across = np.array(tilt) + rng.normal(0, noise, (count, 2))
    return tuple(ReadDie(box, 4, False, 0.99) for box in boxes), across


def levelled(
    dice: tuple[ReadDie, ...], across: np.ndarray, camera: CameraMemory, sure_to_deg: float = 2.0
) -> tuple[ReadDie, ...]:
    """The dice, each crop sure of its lean to so many degrees."""
    said = leans_of(across, np.radians(sure_to_deg))
    rows = {die.box: row for row, die in enumerate(dice)}
    marked, frame = mark_cocked(dice, said, rows, SIZE, CONFIG, camera.history)
    camera.saw(frame)
    return marked


def leaning(across: np.ndarray, which: int, degrees: float) -> np.ndarray:
    """The same looks but one, that leans so far to the right."""
    turned = across.copy()
    turned[which, 0] += np.sin(np.radians(degrees))
    return turned


def lift(dice: tuple[ReadDie, ...], across: np.ndarray, camera: CameraMemory) -> tuple[ReadDie, ...]:
    """The same, and the reading counts."""
    told = levelled(dice, across, camera)
    camera.keep(PhotoReading(SIZE, told))
    return told


def knowing(rng: np.random.Generator, count: int = 20) -> CameraMemory:
    """A camera that has seen so many dice lying flat."""
    camera = CameraMemory()
    lift(*seen(rng, count), camera)
    assert len(camera) == count
    return camera


@pytest.mark.parametrize("count", [1, 2, 3])
def test_of_a_few_dice_the_one_that_leans_is_doubted(count: int) -> None:
    rng = np.random.default_rng(1)
    dice, across = seen(rng, count)
    across = leaning(across, count - 1, 25)
    assert levelled(dice, across, CameraMemory()) == dice, "nobody knows which of them lies flat"
    told = levelled(dice, across, knowing(rng))
    assert [die.face for die in told] == [4] * (count - 1) + [None]
    assert told[-1].doubts == (Doubt.COCKED,)


def test_a_lean_that_one_frame_leaves_open_is_told_by_many() -> None:
    rng = np.random.default_rng(2)
    dice, across = seen(rng, 8)
    across = leaning(across, 3, BETWEEN_DEG)
    assert levelled(dice, across, CameraMemory()) == dice
    told = levelled(dice, across, knowing(rng))
    assert [die.face is None for die in told] == [index == 3 for index in range(8)]


def test_an_unsure_lean_excuses_a_die_until_the_table_is_known() -> None:
    rng = np.random.default_rng(2)
    dice, across = seen(rng, 8)
    across = leaning(across, 3, 25)
    assert levelled(dice, across, CameraMemory(), sure_to_deg=8) == dice
    told = levelled(dice, across, knowing(rng), sure_to_deg=8)
    assert [die.face is None for die in told] == [index == 3 for index in range(8)]


def test_flat_dice_are_told_in_lift_after_lift() -> None:
    rng, camera = np.random.default_rng(3), CameraMemory()
    for _ in range(40):
        dice, across = seen(rng, int(rng.integers(1, 12)))
        assert lift(dice, across, camera) == dice
    assert len(camera) == KEPT


def test_small_lifts_alone_make_the_table_known() -> None:
    rng, camera = np.random.default_rng(3), CameraMemory()
    for _ in range(5):
        lift(*seen(rng, 2), camera)
    dice, across = seen(rng, 1)
    assert lift(dice, leaning(across, 0, 25), camera)[0].doubts == (Doubt.COCKED,)


def test_too_few_dice_are_not_believed_more_than_a_frame() -> None:
    rng = np.random.default_rng(4)
    dice, across = seen(rng, 8)
    assert levelled(dice, leaning(across, 3, BETWEEN_DEG), knowing(rng, 6)) == dice


def test_what_leans_is_not_kept_as_flat() -> None:
    rng = np.random.default_rng(5)
    camera, (dice, across) = knowing(rng), seen(rng, 6)
    lift(dice, leaning(across, 2, 30), camera)
    assert len(camera) == 25


def aside(degrees: float) -> tuple[float, float]:
    """How flat dice look when the camera has been turned by so much."""
    return float(np.sin(np.radians(degrees))), 0.1


@pytest.mark.parametrize("count", [2, 3, 4, 9])
def test_a_camera_that_stands_elsewhere_begins_anew_and_doubts_nothing(count: int) -> None:
    rng = np.random.default_rng(6)
    camera, (dice, across) = knowing(rng), seen(rng, count, aside(MOVED_DEG + 6))
    assert lift(dice, across, camera) == dice
    assert len(camera) == count


@pytest.mark.parametrize("bumped_deg", [2, 5, 8, 11, 14, 20, 30])
def test_a_bumped_camera_costs_next_to_no_questions(bumped_deg: float) -> None:
    rng, asked = np.random.default_rng(10), 0
    for _ in range(20):
        camera = knowing(rng)
        for _ in range(3):
            dice, across = seen(rng, 10, aside(bumped_deg), noise=0.05)
            asked += sum(die.face is None for die in lift(dice, across, camera))
    assert asked <= 6, "of 600 flat dice"


@pytest.mark.parametrize("count", [2, 3])
def test_two_cocked_dice_of_two_or_three_are_no_camera_that_stands_elsewhere(count: int) -> None:
    rng, told = np.random.default_rng(11), 0
    for _ in range(20):
        camera, (dice, across) = knowing(rng), seen(rng, count)
        ways = rng.uniform(0, 2 * np.pi) + np.array([0, rng.uniform(np.pi / 2, np.pi)])
        across[:2] += np.sin(np.radians(25)) * np.stack([np.cos(ways), np.sin(ways)], axis=1)
        told += sum(die.face is not None for die in lift(dice, across, camera)[:2])
        assert len(camera) >= 20
    assert told <= 2, "of 40"


def test_dice_that_lie_where_they_lay_are_kept_once() -> None:
    rng = np.random.default_rng(7)
    camera, (dice, across) = CameraMemory(), seen(rng, 10)
    for _ in range(3):
        lift(dice, across, camera)
    assert len(camera) == 10


def test_a_lift_that_is_read_again_is_not_judged_by_itself() -> None:
    rng = np.random.default_rng(12)
    camera, (dice, across) = CameraMemory(), seen(rng, 10)
    between = leaning(across, 3, BETWEEN_DEG)
    for _ in range(3):
        assert lift(dice, between, camera) == dice


def test_what_is_doubted_when_it_is_read_again_is_kept_no_longer() -> None:
    rng = np.random.default_rng(13)
    camera, (dice, across) = CameraMemory(), seen(rng, 10)
    lift(dice, across, camera)
    lift(dice, leaning(across, 3, 30), camera)
    assert len(camera) == 9


def test_what_is_seen_counts_when_the_reading_does_and_tells_it() -> None:
    rng = np.random.default_rng(8)
    camera, (dice, across) = CameraMemory(), seen(rng, 10)
    levelled(dice, across, camera)
    assert len(camera) == 0
    camera.keep(PhotoReading(SIZE, dice[:6]))
    assert len(camera) == 6
    camera.forget()
    camera.keep(PhotoReading(SIZE, dice))
    assert len(camera) == 0


def test_a_last_frame_without_dice_leaves_nothing_to_keep() -> None:
    rng = np.random.default_rng(9)
    camera, (dice, across) = CameraMemory(), seen(rng, 10)
    levelled(dice, across, camera)
    assert levelled((), np.zeros((0, 2)), camera) == ()
    camera.keep(PhotoReading(SIZE, dice))
    assert len(camera) == 0


LIFTS = ((5, 5), (2, 1), (1, 2), (2, 1), (1, 2), (2, 1))


class ScoresOnce(Eye):
    """Keeps what it has scored, for the next time that it is asked to read the same frame."""

    frame, scored = None, None

    def read(
        self, frame: Frame, die_px: float | None = None, camera: CameraMemory | None = None
    ) -> PhotoReading:
        if frame is not self.frame:
            self.frame, self.scored = frame, None
        return super().read(frame, die_px, camera)

    def detect(self, pixels: ImagePyramid, die_px: float | None = None) -> list[Detection]:
        return super().detect(pixels, die_px) if self.scored is None else []

    def score(
        self, pixels: ImagePyramid, detections: Sequence[Detection], settled: bool = False
    ) -> ScoredDice:
        self.scored = self.scored or super().score(pixels, detections, settled)
        return self.scored


def told_of_small_lifts() -> np.ndarray:
    """Over the lifts of 16 tables of plain dice: cocked dice told as a face, and flat ones in doubt.

    First of frames read by themselves, then where the camera remembers.
    """
    eye, camera, counts = ScoresOnce(), CameraMemory(), np.zeros((2, 2), int)
    for seed in range(1, 17):
        table = SimulatedTable(2, seed=seed, trouble=Trouble.COCKED, dice=DiceKind.PLAIN, clock=lambda: 0)
        camera.forget()
        for number, dice in enumerate(LIFTS):
            table.cover()
            table.deal(dice, (), 100 * seed + number)
            table.lift()
            frame = table.latest()
            alone, remembered = eye.read(frame), eye.read(frame, camera=camera)
            camera.keep(remembered)
            counts += [told_and_doubted(reading, table) for reading in (alone, remembered)]
    return counts


@pytest.mark.slow
def test_cocked_dice_of_small_lifts_are_doubted_once_the_table_is_known() -> None:
    (told, doubted), (told_known, doubted_known) = told_of_small_lifts()
    assert told >= 60, "of 96: else there is nothing to mend"
    assert told_known <= told / 10, "the table mends nine of ten at least"
    assert doubted_known <= doubted
