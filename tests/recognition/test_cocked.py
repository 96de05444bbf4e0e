"""A die that leans otherwise than the others of its frame is doubted; the table's tilt alone is no reason."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.core.reading import Doubt, PhotoReading, ReadDie
from companion.recognition.classify.classifier import Predictions
from companion.recognition.classify.two_sizes import ScoredDice
from companion.recognition.context.camera_tilt import FITTED, camera_tilt
from companion.recognition.decide.cocked import FlatDiceHistory, mark_cocked
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.pipeline.eye import Eye
from companion.simulator import SimulatedTable, Trouble
from tests.recognition.cocked import leans_of, told_and_doubted
from tests.recognition.shipped import CONFIG

SIZE = (1200, 800)
FOCAL = 0.85
"""Of the lens, in longer sides of the frame: 61 degrees across."""


def seen_from(tilt_deg: float, places: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """Normals (N, 3; x right, y away, z up) as a tilted camera sees them at places (N, 2) of its frame."""
    tilt = np.radians(tilt_deg)
    axis = np.array([0, np.sin(tilt), -np.cos(tilt)])
    right, down = np.array([1.0, 0, 0]), np.array([0, -np.cos(tilt), -np.sin(tilt)])
    middle = np.array(SIZE) / 2
    off = (places - middle) / max(SIZE) / FOCAL
    seen = []
    for (x, y), normal in zip(off, normals, strict=True):
        sight = axis + x * right + y * down
        sight /= np.linalg.norm(sight)
        across = right - (right @ sight) * sight
        across /= np.linalg.norm(across)
        seen.append((normal @ across, normal @ np.cross(sight, across)))
    return np.array(seen)


PLACES = np.array(
    [(200, 150), (1000, 160), (620, 380), (260, 640), (900, 700), (480, 250), (700, 600), (1080, 420)], float
)
FLAT = np.tile([0, 0, 1.0], (len(PLACES), 1))


def leaning(degrees: float, away_deg: float = 40.0) -> np.ndarray:
    """The normal of a face that leans so far, towards some side."""
    lean, away = np.radians([degrees, away_deg])
    return np.array([np.sin(lean) * np.cos(away), np.sin(lean) * np.sin(away), np.cos(lean)])


def dice_at(places: np.ndarray) -> list[ReadDie]:
    boxes = [(int(x) - 20, int(y) - 20, int(x) + 20, int(y) + 20) for x, y in places]
    return [ReadDie(box, 4, False, 0.99) for box in boxes]


def levelled(said: Predictions, dice: list[ReadDie]) -> tuple[ReadDie, ...]:
    """The dice held against each other; the rows of what is said are not in their order."""
    backwards = said.of(range(len(dice) - 1, -1, -1))
    rows = {die.box: len(dice) - 1 - index for index, die in enumerate(dice)}
    return mark_cocked(dice, backwards, rows, SIZE, CONFIG, FlatDiceHistory())[0]


@pytest.mark.parametrize("tilt_deg", [0, 15, 35])
def test_dice_that_lie_flat_agree_whatever_the_camera_sees_of_their_sides(tilt_deg: float) -> None:
    from_middle = (PLACES - np.array(SIZE) / 2) / max(SIZE)
    assert camera_tilt(from_middle, seen_from(tilt_deg, PLACES, FLAT)).off_deg.max() < 2


@pytest.mark.parametrize("tilt_deg", [0, 20, 35])
@pytest.mark.parametrize("which", range(len(PLACES)))
def test_the_one_that_leans_is_doubted_and_no_other(tilt_deg: float, which: int) -> None:
    normals = FLAT.copy()
    normals[which] = leaning(30)
    dice = dice_at(PLACES)
    told = levelled(leans_of(seen_from(tilt_deg, PLACES, normals)), dice)
    assert [index for index, die in enumerate(told) if die.face is None] == [which]
    assert told[which].doubts == (Doubt.COCKED,)
    assert [die.box for die in told] == [die.box for die in dice]


def test_a_die_whose_front_another_one_hides_may_look_as_if_seen_from_above() -> None:
    behind, before, aside = 5, PLACES[5] + (6, 32), PLACES[5] + (32, -6)
    for beside, right, doubted in ((before, 0.0, []), (aside, 0.0, [behind]), (before, 0.5, [behind])):
        places = np.vstack([PLACES, beside])
        seen = seen_from(35, places, np.vstack([FLAT, FLAT[:1]]))
        seen[behind] = (right, 0)
        told = levelled(leans_of(seen), dice_at(places))
        assert [index for index, die in enumerate(told) if die.face is None] == doubted


def test_a_lean_that_its_own_crop_leaves_open_is_no_reason() -> None:
    normals = FLAT.copy()
    normals[3] = leaning(30)
    told = levelled(leans_of(seen_from(10, PLACES, normals), spread=0.4), dice_at(PLACES))
    assert all(die.face == 4 for die in told)


def test_dice_that_all_look_elsewhere_tell_nothing_of_each_other() -> None:
    rng = np.random.default_rng(4)
    across = rng.uniform(-0.6, 0.6, (len(PLACES), 2))
    assert all(die.face == 4 for die in levelled(leans_of(across), dice_at(PLACES)))


def test_leans_that_no_face_can_have_are_borne() -> None:
    across = np.tile([2.0, -2.0], (len(PLACES), 1)) * np.linspace(-1, 1, len(PLACES))[:, None]
    off = camera_tilt((PLACES - np.array(SIZE) / 2) / max(SIZE), across).off_deg
    assert np.isfinite(off).all()


def test_too_few_dice_are_not_held_against_each_other() -> None:
    normals = FLAT.copy()
    normals[1] = leaning(30)
    few = seen_from(10, PLACES, normals)[:FITTED]
    dice = dice_at(PLACES[:FITTED])
    assert levelled(leans_of(few), dice) == tuple(dice)


def test_what_is_in_doubt_already_has_no_say_and_stays_as_it_is() -> None:
    dice = dice_at(PLACES)
    dice[2] = ReadDie(dice[2].box, None, None, 0.4, (Doubt.UNREAD,))
    normals = FLAT.copy()
    normals[2] = leaning(60)
    told = levelled(leans_of(seen_from(5, PLACES, normals)), dice)
    assert told == tuple(dice)


@pytest.mark.parametrize("leaning_deg", [0, 20])
def test_what_looks_cocked_is_so_only_where_its_normal_says_half_as_much(leaning_deg: float) -> None:
    normals = FLAT.copy()
    normals[3] = leaning(leaning_deg)
    across, dice = seen_from(10, PLACES, normals), dice_at(PLACES)
    assert all(die.face == 4 for die in levelled(leans_of(across, np.radians(6)), dice))
    told = levelled(leans_of(across, np.radians(6), cocked=[3]), dice)
    assert [die.face is None for die in told] == [index == 3 and leaning_deg > 0 for index in range(8)]


def test_what_looks_cocked_among_few_dice_is_doubted() -> None:
    across = seen_from(10, PLACES, FLAT)[:FITTED]
    told = levelled(leans_of(across, cocked=[1]), dice_at(PLACES[:FITTED]))
    assert [die.doubts for die in told] == [(), (Doubt.COCKED,), ()]


def test_an_unread_die_that_looks_cocked_is_called_so() -> None:
    dice = dice_at(PLACES)
    dice[2] = ReadDie(dice[2].box, None, None, 0.4, (Doubt.UNREAD,))
    told = levelled(leans_of(seen_from(5, PLACES, FLAT), cocked=[2]), dice)
    assert told[2].doubts == (Doubt.COCKED,)


TABLES = 20


FRAME = (1280, 720)


def told_of_cocked(eye: Eye, scored: list[tuple[SimulatedTable, ScoredDice]]) -> tuple[int, int]:
    """Cocked dice told as a face, and flat ones in doubt, where an eye decides on what was scored."""
    told = doubted = 0
    for table, candidates in scored:
        decided, _ = eye.decide(candidates, FRAME, FlatDiceHistory())
        counts = told_and_doubted(PhotoReading(FRAME, decided.dice), table)
        told, doubted = told + counts[0], doubted + counts[1]
    return told, doubted


def one_cocked(seed: int) -> SimulatedTable:
    """A simulated table with one cocked die, its cups lifted."""
    table = SimulatedTable(4, seed, FRAME, trouble=Trouble.COCKED, clock=lambda: 0)
    table.deal((5, 5, 5, 5), (), seed + 100)
    table.lift()
    return table


@pytest.mark.slow
def test_most_cocked_dice_of_the_simulated_table_are_doubted_and_they_alone() -> None:
    """The frames are scored once, and decided on with the eye's own threshold and with one out of reach."""
    eye, without = Eye(), Eye()
    without.config = replace(CONFIG, cocked_times=np.inf)
    scored = [(table, scored_by(eye, table)) for table in map(one_cocked, range(TABLES))]
    told, doubted = told_of_cocked(eye, scored)
    assert told <= TABLES // 10
    assert doubted <= 2
    assert told_of_cocked(without, scored)[0] >= TABLES - 2


def scored_by(eye: Eye, table: SimulatedTable) -> ScoredDice:
    pyramid = ImagePyramid(table.latest().pixels)
    return eye.score(pyramid, eye.detect(pyramid))
