"""Setting a table up step by step: what each picture and touch is answered with, and what comes out."""

from __future__ import annotations

from datetime import UTC, datetime

import cv2
import numpy as np
import pytest

from companion.calibration import FoundBy, ProfileError, Setup, Step, known_lens
from companion.calibration.shelf import profile_of, text_of
from companion.simulator import HELD, Scene
from companion.simulator.calibration_desk import FIELD_MM
from tests.calibration.calibration_scenes import SEED, SIZE, board_picture, scene, table_picture

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def begun() -> Setup:
    return Setup.begin(SIZE, known_lens("webcam"))


@pytest.fixture(scope="module")
def measured() -> Setup:
    """A setup whose lens is measured."""
    setup = begun()
    for which in range(len(HELD)):
        setup = setup.board_picture(board_picture(which))
        assert not setup.refused, setup.said
    return setup.measure()


def test_from_the_first_picture_to_a_profile(measured: Setup) -> None:
    assert measured.step is Step.TABLE
    assert "the lens is measured from 12 pictures: 0.1 px: good; now the table" in measured.said
    done = measured.table_picture(table_picture(), scene().near_edge_mm())
    assert (done.step, done.refused) == (Step.SEATS, False)
    assert "the table is 101 × 59 cm" in done.said
    assert "dice look small on it" in done.said
    profile = done.profile("den", NOW)
    assert profile.found_by is FoundBy.MARKS
    assert profile.lens.pictures == 12
    assert len(profile.marks) == 4
    assert text_of(profile_of(text_of(profile))) == text_of(profile)


def corners_of(truth: Scene) -> np.ndarray:
    """The four corners of the table in the camera's picture, (4, 2) px."""
    across, deep = FIELD_MM
    corners = np.array([(-across, deep), (-across, -deep), (across, -deep), (across, deep)]) / 2
    turn, origin = np.array(truth.table.turn), np.array(truth.table.origin_mm)
    flat = np.column_stack([corners, np.zeros(4)])
    lens = truth.optics
    return cv2.projectPoints(flat, turn, origin, lens.matrix, lens.coefficients)[0].reshape(-1, 2)


@pytest.mark.parametrize(("tilt_deg", "too_flat"), [(50.0, False), (60.0, True)])
def test_a_camera_that_looks_too_flat_is_told_in_set_up(
    measured: Setup, tilt_deg: float, too_flat: bool
) -> None:
    setup = measured
    for x, y in corners_of(Scene.made(SEED, SIZE, tilt_deg=tilt_deg)):
        setup = setup.touched(float(x), float(y))
    done = setup.with_size(*FIELD_MM)
    assert done.step is Step.SEATS
    assert ("The camera looks too flat to see the upper faces" in done.said) is too_flat


def test_the_table_by_touches(measured: Setup) -> None:
    truth = scene()
    across, deep = FIELD_MM
    setup, said = measured, []
    for x, y in corners_of(truth):
        setup = setup.touched(float(x), float(y))
        said.append(setup.said)
    assert said[0] == "touch 3 more corners of the table"
    assert said[2] == "touch 1 more corner of the table"
    assert said[3].startswith("enter how wide the table is")
    wrong = setup.with_size(deep, across)
    assert wrong.refused
    assert "sides exchanged" in wrong.said
    done = wrong.with_size(across, deep)
    assert done.step is Step.SEATS
    assert done.profile("den", NOW).plane.size_mm == FIELD_MM
    assert done.touched(5.0, 5.0).touches == ((5.0, 5.0),)


def test_a_picture_of_no_use_changes_nothing_but_what_is_said() -> None:
    first = begun().board_picture(board_picture(0))
    for picture, sentence in (
        (board_picture(0), "hardly moved since the last picture"),
        (table_picture(), "corner marks of the table"),
        (np.zeros((480, 640, 3), np.uint8), "640×480 px, the others 800×450"),
    ):
        again = first.board_picture(picture)
        assert again.refused
        assert sentence in again.said
        assert again.boards == first.boards


def test_too_few_pictures_and_the_same_tilt_are_refused() -> None:
    one = begun().board_picture(board_picture(0))
    assert "always held the same way" in one.measure().said
    three = one.board_picture(board_picture(1)).board_picture(board_picture(3))
    assert three.measure().said == "a lens needs 8 pictures of the board, got 3: take 5 more"
    assert three.measure().step is Step.LENS


def test_the_table_before_the_lens_is_refused() -> None:
    early = begun().table_picture(table_picture())
    assert early.refused
    assert "first show the lens board" in early.said
    with pytest.raises(ProfileError, match="has not been found yet"):
        early.profile("den", NOW)


def test_the_makers_figures_do_for_seats() -> None:
    done = begun().unmeasured().table_picture(table_picture())
    assert done.step is Step.SEATS
    profile = done.profile("den", NOW)
    assert profile.lens.pictures == 0
    assert profile.plane.size_mm == pytest.approx(FIELD_MM, rel=0.05)


def test_the_lens_of_an_earlier_profile_is_taken_or_refused(measured: Setup) -> None:
    profile = measured.table_picture(table_picture()).profile("den", NOW)
    again = Setup.begin((1600, 900), known_lens("webcam")).with_lens_of(profile)
    assert again.said.startswith("the lens of “den” is taken; now the table")
    assert again.optics == profile.plane.optics.at((1600, 900))
    refused = Setup.begin((640, 480), known_lens("webcam")).with_lens_of(profile)
    assert refused.refused
    assert "another shape" in refused.said
    assert refused.step is Step.LENS
