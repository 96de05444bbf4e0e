"""A bumped camera and a moved mat are noticed by marks or background, said after three looks, and mended."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

import cv2
import numpy as np
import pytest

from companion.calibration import FoundBy, LaidMark, LensNote, Optics, Place, Profile, TablePlane
from companion.calibration.backdrop import Backdrop, remember
from companion.calibration.errors import PlaneError
from companion.calibration.marks import all_marks
from companion.calibration.place_watch import (
    Drift,
    DriftWatch,
    Moved,
    by_backdrop,
    by_marks,
    look,
    marks_where_they_lay,
    mended,
)
from companion.calibration.table_marks import table_from_marks
from companion.simulator import Scene
from companion.simulator.calibration_desk import FIELD_MM, Pose, Weather, photographed, pose_of, table_drawn
from tests.calibration.calibration_scenes import TABLE, seen

LAID = tuple(
    LaidMark(place, middle, turn)
    for place, middle, turn in zip(
        Place, ((-460.0, 260.0), (-465.0, -255.0), (462.0, -258.0), (458.0, 262.0)), (3.0, -8.0, 5.0, 0.0),
        strict=True,
    )
)  # fmt: skip
MADE = datetime(2026, 11, 21, 8, 0, tzinfo=UTC)
KITCHEN = Profile("kitchen", MADE, "webcam", LensNote(), TABLE, FoundBy.MARKS, 0.1, LAID)
BUMPED = replace(TABLE, turn=(0.36, 0.055, 0.045), middle_mm=(22.0, -9.0, 1096.0))

SMALL = Optics((640, 360), (480.0, 480.0), (321.0, 178.0), (-0.1, 0.02, 0.0, 0.0, 0.0))
STOOD = pose_of(18.0, 10.0, 2.0, 830.0)


def test_a_table_that_lies_still_is_steady_also_with_two_marks_covered() -> None:
    assert by_marks(KITCHEN, seen(TABLE, LAID)).moved is Moved.STEADY
    assert by_marks(KITCHEN, seen(TABLE, LAID[1:3])).moved is Moved.STEADY


def test_a_bumped_camera_is_noticed_and_mended_with_one_call() -> None:
    drift = by_marks(KITCHEN, seen(BUMPED, LAID))
    assert drift.moved is Moved.CAMERA
    assert drift.shift_px > 10
    assert "bumped or the mat moved" in drift.sentence
    again = mended(KITCHEN, drift)
    places = np.array([(0.0, 0.0), (-450.0, 250.0), (450.0, -250.0)])
    assert again.plane.px_of(places) == pytest.approx(BUMPED.px_of(places), abs=0.05)
    assert by_marks(again, seen(BUMPED, LAID)).moved is Moved.STEADY
    assert replace(again, plane=KITCHEN.plane, error_px=KITCHEN.error_px) == KITCHEN


def test_two_marks_are_enough_to_mend() -> None:
    drift = by_marks(KITCHEN, seen(BUMPED, LAID[:2]))
    assert drift.moved is Moved.CAMERA
    middle = np.array([(0.0, 0.0)])
    assert mended(KITCHEN, drift).plane.px_of(middle) == pytest.approx(BUMPED.px_of(middle), abs=0.5)


def test_a_single_mark_pushed_aside_is_named() -> None:
    pushed = (LAID[0], replace(LAID[1], middle_mm=(-430.0, -240.0)), *LAID[2:])
    drift = by_marks(KITCHEN, seen(TABLE, pushed))
    assert (drift.moved, drift.marks) == (Moved.MARK, (Place.FAR_LEFT,))
    assert drift.sentence == "the corner mark B was moved: lay it back, or set the table up again"
    with pytest.raises(PlaneError, match="mark B was moved"):
        mended(KITCHEN, drift)


def test_a_mark_pushed_aside_is_named_also_when_the_camera_was_bumped() -> None:
    pushed = (LAID[0], replace(LAID[1], middle_mm=(-430.0, -240.0)), *LAID[2:])
    drift = by_marks(KITCHEN, seen(BUMPED, pushed))
    assert (drift.moved, drift.marks) == (Moved.MARK, (Place.FAR_LEFT,))


def test_another_tables_marks_are_no_bump() -> None:
    other = tuple(
        replace(
            mark, middle_mm=(mark.middle_mm[0] * 0.8, mark.middle_mm[1] * 1.15), turn_deg=mark.turn_deg * -2
        )
        for mark in LAID
    )
    drift = by_marks(KITCHEN, seen(TABLE, other))
    assert drift.moved is Moved.ANOTHER_TABLE
    assert "choose the right table" in drift.sentence


def test_one_mark_alone_proves_nothing() -> None:
    with pytest.raises(ValueError, match="two marks must be seen"):
        by_marks(KITCHEN, seen(TABLE, LAID[:1]))
    nothing = np.zeros((720, 1280, 3), np.uint8)
    assert look(KITCHEN, nothing).moved is Moved.UNSEEN
    with pytest.raises(ValueError, match="the frame must be"):
        look(KITCHEN, nothing[:480])


@cache
def wood(pose: Pose, weather: Weather, seed: int) -> np.ndarray:
    return photographed([table_drawn(*FIELD_MM, 5)], SMALL, pose, weather, seed)


def background() -> tuple[TablePlane, Backdrop]:
    plane = TablePlane(SMALL, STOOD.turn, STOOD.origin_mm, FIELD_MM)
    return plane, remember(plane, wood(STOOD, Weather(), 1))


def test_the_background_is_steady_through_hands_dice_and_a_lamp() -> None:
    plane, backdrop = background()
    later = wood(STOOD, Weather(darker=0.6, slope_deg=200.0), 2).copy()
    cv2.ellipse(later, (180, 300), (70, 110), 20, 0, 360, (120, 150, 200), -1)
    for at in ((300, 150), (340, 170), (420, 260), (250, 80)):
        cv2.rectangle(later, at, (at[0] + 9, at[1] + 9), (240, 240, 235), -1)
    assert by_backdrop(plane, backdrop, later).moved is Moved.STEADY


def test_a_bump_is_noticed_by_the_background_and_mended() -> None:
    plane, backdrop = background()
    x, y, z = STOOD.origin_mm
    bumped = Pose((STOOD.turn[0] + 0.004, STOOD.turn[1], STOOD.turn[2] + 0.02), (x + 14.0, y - 8.0, z))
    drift = by_backdrop(plane, backdrop, wood(bumped, Weather(), 3))
    assert drift.moved is Moved.CAMERA
    now = TablePlane(SMALL, bumped.turn, bumped.origin_mm, FIELD_MM)
    places = np.array([(0.0, 0.0), (-400.0, 200.0), (400.0, -200.0)])
    there = drift.plane.px_of(places)
    assert np.linalg.norm(there - now.px_of(places), axis=1).max() < 1.5
    assert np.linalg.norm(plane.px_of(places) - now.px_of(places), axis=1).min() > 5


def test_a_covered_table_cannot_be_judged() -> None:
    plane, backdrop = background()
    cloth = np.full((360, 640, 3), 80, np.uint8)
    assert by_backdrop(plane, backdrop, cloth).moved is Moved.UNSEEN


def test_a_plain_table_is_refused_as_a_background() -> None:
    plane, _ = background()
    with pytest.raises(PlaneError, match="too plain"):
        remember(plane, np.full((360, 640, 3), 140, np.uint8))


def test_a_hand_that_passes_is_no_alarm_and_a_bump_is_said_once_three_looks_agree() -> None:
    steady, off, unseen = Drift(Moved.STEADY), Drift(Moved.CAMERA, 12.0), Drift(Moved.UNSEEN)
    watch, said = DriftWatch(), []
    for drift in (steady, off, steady, unseen, steady, off, off, unseen, off, off, steady):
        watch = watch.after(drift)
        said.append(watch.said)
    sentence = "the camera was bumped or the mat moved, by 12 px: touch to set it right"
    assert said == [None] * 8 + [sentence, sentence, None]


def test_a_table_long_out_of_sight_is_said() -> None:
    watch = DriftWatch()
    for _ in range(20):
        assert watch.said is None
        watch = watch.after(Drift(Moved.UNSEEN))
    assert (
        watch.said == "neither corner marks nor the table's background can be seen: clear the table's corners"
    )


@pytest.mark.slow
def test_rendered_marks_are_steady_and_a_rendered_bump_is_mended_to_a_millimetre() -> None:
    truth = Scene.made(11, (960, 540), tilt_deg=15.0)
    before = all_marks(truth.table_picture())
    found = table_from_marks(before, truth.optics)
    profile = Profile("shed", MADE, "webcam", LensNote(), found.plane, FoundBy.MARKS, 0.1, found.marks)
    x, y, z = truth.table.origin_mm
    bumped = Pose(
        (truth.table.turn[0] + 0.01, truth.table.turn[1], truth.table.turn[2] - 0.02), (x - 9, y + 6, z)
    )
    picture = truth.table_picture(bumped, without=(Place.FAR_RIGHT,), seed=5)
    later = truth.table_picture(seed=6)
    assert look(profile, later).moved is Moved.STEADY
    assert {mark.place for mark in marks_where_they_lay(profile, later)} == set(Place)
    drift = look(profile, picture)
    assert drift.moved is Moved.CAMERA
    place = np.array([(0.0, 0.0)])
    flat = np.array([(0.0, 0.0, 0.0)])
    middle = cv2.projectPoints(flat, np.array(bumped.turn), np.array(bumped.origin_mm),
                               truth.optics.matrix, truth.optics.coefficients)[0].reshape(-1, 2)  # fmt: skip
    read = mended(profile, drift).plane.mm_of(middle)
    assert np.linalg.norm(read - truth.true_mm(place)) < 1.0
