"""The table's place: from marks laid askew or touches, pixels to millimetres, the view from above."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.calibration import Place, Seating, TablePlane
from companion.calibration.errors import BoardError, PlaneError
from companion.calibration.marks import FoundMark, all_marks, find_marks
from companion.calibration.table_marks import round_the_table, table_from_marks, table_from_touch
from companion.simulator.calibration_desk import Weather, mark_drawn, photographed
from tests.calibration.calibration_scenes import LENS, TABLE, board_picture, scene, seen, table_picture


def test_pixels_and_millimetres_are_each_others_way_back() -> None:
    points = np.array([(0.0, 0.0), (-480.0, 250.0), (333.0, -111.0)])
    for height in (0.0, 16.0):
        there = TABLE.px_of(points, height)
        assert TABLE.mm_of(there, height) == pytest.approx(points, abs=1e-6)


def test_a_die_is_larger_near_the_camera_and_its_size_is_known_everywhere() -> None:
    smallest, largest = TABLE.die_sides_px()
    sides = [16.0 * TABLE.px_per_mm((0.0, y), 16.0) for y in (-290.0, 290.0)]
    assert smallest < min(sides) < max(sides) < largest
    across = TABLE.px_of(np.array([(-8.0, -290.0), (8.0, -290.0)]), 16.0)
    assert sides[0] == pytest.approx(np.linalg.norm(across[1] - across[0]), rel=0.12)


def test_marks_in_a_picture_give_the_table_to_under_a_millimetre() -> None:
    truth = scene()
    found = table_from_marks(all_marks(table_picture()), truth.optics)
    places = np.stack(np.meshgrid(np.linspace(-480, 480, 9), np.linspace(-280, 280, 5)), -1).reshape(-1, 2)
    pixels = _seen_by(truth, places)
    assert np.linalg.norm(found.plane.mm_of(pixels) - truth.true_mm(places), axis=1).max() < 1.0
    assert found.plane.tilt_deg == pytest.approx(20.0, abs=0.3)
    assert found.error_px < 0.3


def _seen_by(truth, places: np.ndarray) -> np.ndarray:
    flat = np.column_stack([places, np.zeros(len(places))])
    turn, origin = np.array(truth.table.turn), np.array(truth.table.origin_mm)
    optics = truth.optics
    return cv2.projectPoints(flat, turn, origin, optics.matrix, optics.coefficients)[0].reshape(-1, 2)


def test_a_taped_edge_makes_up_for_a_printer_that_scales() -> None:
    shrunk = tuple(replace(mark, side_mm=mark.side_mm * 0.95) for mark in scene().marks)
    ends = [shrunk[at].corners_mm[Place("AD"[at // 3]).outer_corner] for at in (0, 3)]
    near_edge = float(np.linalg.norm(ends[1] - ends[0]))
    marks = seen(TABLE, shrunk)
    told = table_from_marks(marks, LENS, near_edge)
    assert told.plane.camera_height_mm == pytest.approx(TABLE.camera_height_mm, rel=1e-4)
    assert told.marks[0].side_mm == pytest.approx(57.0, abs=0.01)
    assert table_from_marks(marks, LENS).plane.camera_height_mm > 1.04 * TABLE.camera_height_mm
    with pytest.raises(PlaneError, match="A and D were measured 500 mm apart"):
        table_from_marks(marks, LENS, 500.0)


def test_marks_of_two_prints_do_not_fit() -> None:
    mixed = tuple(replace(mark, side_mm=60.0 + 9 * at) for at, mark in enumerate(scene().marks))
    with pytest.raises(PlaneError, match=r"corner marks are off by .* px: lay all four flat"):
        table_from_marks(seen(TABLE, mixed), LENS)


def test_exchanged_marks_are_told() -> None:
    marks = seen(TABLE, scene().marks)
    exchanged = (marks[0], FoundMark(Place.FAR_LEFT, marks[2].corners_px),
                 FoundMark(Place.FAR_RIGHT, marks[1].corners_px), marks[3])  # fmt: skip
    with pytest.raises(PlaneError, match="do not go round the table as A, B, C, D"):
        table_from_marks(exchanged, LENS)


def test_missing_marks_are_named() -> None:
    hidden = table_picture().copy()
    hidden[:, : hidden.shape[1] // 2] = 120
    with pytest.raises(BoardError, match=r"corner marks A .near left., B .far left. cannot be seen"):
        all_marks(hidden)


@pytest.mark.parametrize(
    ("picture", "advice"),
    [
        (lambda: cv2.flip(table_picture(), 1), "mirrored"),
        (lambda: board_picture(0), "this is the lens board"),
        (lambda: np.full((450, 800, 3), 90, np.uint8), "lay the cards A, B, C, D"),
    ],
    ids=["mirrored", "lens board", "empty"],
)
def test_a_picture_without_marks_says_what_to_do(picture, advice: str) -> None:
    with pytest.raises(BoardError, match=advice):
        all_marks(picture())


def test_a_mark_that_is_there_twice_is_refused() -> None:
    truth = scene()
    twice = [mark_drawn(Place.NEAR_LEFT, middle, 0.0) for middle in ((-200.0, 0.0), (200.0, 0.0))]
    picture = photographed(twice, truth.optics, truth.table, Weather(), 1)
    with pytest.raises(BoardError, match="corner mark A is there twice"):
        find_marks(picture)


@pytest.mark.slow
def test_the_view_from_above_is_straight_and_fits_the_seats() -> None:
    truth = scene()
    plane = table_from_marks(all_marks(table_picture()), truth.optics).plane
    view = plane.above(1.0)
    assert view.size == (round(plane.size_mm[0]), round(plane.size_mm[1]))
    wider = replace(plane, size_mm=(plane.size_mm[0] + 40, plane.size_mm[1] + 40)).above(1.5)
    found = find_marks(wider.picture(table_picture()))
    assert {mark.place for mark in found} == set(Place)
    assert [mark.side_px for mark in found] == pytest.approx([90.0] * 4, abs=0.6)
    assert Seating(4).seat_of(view.size[0] / 2, view.size[1] - 30, view.size) == 0


@given(
    st.permutations(range(4)),
    st.floats(-0.4, 0.4), st.floats(-0.4, 0.4), st.floats(-0.3, 0.3), st.floats(700, 1500),
)  # fmt: skip
@settings(max_examples=25)
def test_touched_corners_give_the_table_in_any_order(order, right, down, spin, away) -> None:
    table = TablePlane(LENS, (right, down, spin), (0.0, 0.0, away), (1000.0, 600.0))
    corners = table.px_of(np.array([(-500, 300), (-500, -300), (500, -300), (500, 300)], float))
    touched = [(float(corners[at][0]), float(corners[at][1])) for at in order]
    found = table_from_touch(touched, LENS, (1000.0, 600.0))
    assert found.error_px < 0.1
    assert found.plane.middle_mm == pytest.approx(table.middle_mm, abs=0.5)


@pytest.mark.parametrize(
    ("right", "away"), [(0.3542731768576477, 1375.1875), (-0.24750595167678544, 1390.3599988665555)]
)
def test_corners_that_are_symmetric_to_the_last_digit_give_the_table(right: float, away: float) -> None:
    table = TablePlane(LENS, (right, 0.0, 0.0), (0.0, 0.0, away), (1000.0, 600.0))
    corners = table.px_of(np.array([(-500, 300), (-500, -300), (500, -300), (500, 300)], float))
    found = table_from_touch([(float(x), float(y)) for x, y in corners], LENS, (1000.0, 600.0))
    assert found.error_px < 0.1
    assert found.plane.middle_mm == pytest.approx(table.middle_mm, abs=0.5)


def test_a_wrong_size_is_told() -> None:
    touched = [(float(x), float(y)) for x, y in TABLE.px_of(np.array(
        [(-500, 300), (-500, -300), (500, -300), (500, 300)], float))]  # fmt: skip
    with pytest.raises(PlaneError, match="only with the sides exchanged"):
        table_from_touch(touched, LENS, (600.0, 1000.0))
    with pytest.raises(PlaneError, match="miss a table of 1000 × 1000 mm by"):
        table_from_touch(touched, LENS, (1000.0, 1000.0))
    with pytest.raises(PlaneError, match="got 100 × 60 mm: enter its size in millimetres"):
        table_from_touch(touched, LENS, (100.0, 60.0))


@pytest.mark.parametrize(
    ("points", "advice"),
    [
        (((0, 0), (10, 10), (900, 20)), "3 were touched"),
        (((100, 100), (102, 101), (900, 100), (900, 600)), "the same place"),
        (((100, 100), (900, 100), (500, 650), (500, 300)), "one lies between the others"),
    ],
)
def test_touches_that_are_no_table_are_refused(points, advice: str) -> None:
    with pytest.raises(PlaneError, match=advice):
        round_the_table(points, 1280)


@pytest.mark.parametrize(
    "wrong",
    [
        {"size_mm": (50.0, 600.0)},
        {"middle_mm": (0.0, 0.0, -900.0)},
        {"turn": (1.5, 0.0, 0.0)},
        {"turn": (float("nan"), 0.0, 0.0)},
    ],
)
def test_a_table_that_cannot_be_is_refused(wrong: dict) -> None:
    with pytest.raises(PlaneError):
        replace(TABLE, **wrong)
