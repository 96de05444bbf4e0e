"""The whole calibration by touches on the real screen, from the first page to the saved profile."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from companion.calibration import FEWEST_PICTURES, AreaKind, FoundBy, Profile, TableShelf
from companion.cli.wiring.calibrator import SIMULATED_FOLDER
from companion.play.modes.setup.views import Page, Standing
from companion.play.modes.welcome.views import WelcomeScene
from companion.simulator import HELD
from companion.simulator.calibration_desk import FIELD_MM
from tests.ui.touched_calibration import TouchedCalibration, calibration_at, on

pytestmark = pytest.mark.slow

SEATS_MM = ((0.0, 280.0), (-480.0, 20.0), (-10.0, -280.0), (480.0, -15.0))
"""Near side first, then clockwise as seen from above."""
SQUARES_MM = ((-110.0, -55.0), (115.0, 60.0))
BOARD_MM = ((-200.0, -130.0), (200.0, 130.0))
NEAREST_MM = 8.0
"""What a touch of the screen tells: a pixel of the picture is 1.5 mm here, one of the screen 2 mm."""


def open_set_up(table: TouchedCalibration) -> None:
    table.fingers.tap_words("Table and light")
    table.turn_to(table.choose("Set up the table"), Page.NAME)


def measure_lens(table: TouchedCalibration) -> None:
    """The house holds the board up in one way after the other; no picture needs a touch."""
    table.turn_to(table.choose("Measure the lens"), Page.BOARD)
    touches = table.fingers.touches
    table.wait_for(lambda view: view.scene.coverage.pictures == 5)
    table.picture("set_up_board")
    table.wait_for(lambda view: view.scene.coverage.complete)
    assert FEWEST_PICTURES <= table.view.scene.coverage.pictures <= len(HELD)
    assert table.fingers.touches == touches
    table.turn_to(table.choose("Measure the lens"), Page.TABLE)
    assert "px: good" in table.view.scene.said


def touch_seats(table: TouchedCalibration) -> None:
    for seat in SEATS_MM:
        table.touch_table(seat)
    table.picture("set_up_seats")
    table.turn_to("That's everybody", Page.AREAS)


def touch_areas(table: TouchedCalibration) -> None:
    for words, corners in (("Lost Dice Squares", SQUARES_MM), ("Bidding board", BOARD_MM)):
        table.touch(words)
        for corner in corners:
            table.touch_table(corner)
        table.touch("Area complete")
    table.picture("set_up_areas")
    table.turn_to("Continue", Page.LIGHT)


def save(table: TouchedCalibration) -> None:
    table.wait_for(lambda view: len(view.scene.checks) == 6)
    wrong = [each for each in table.view.scene.checks if each.standing is Standing.WRONG]
    assert wrong == []
    table.picture("set_up_light")
    table.turn_to("Save the table", Page.SAVED)
    table.picture("set_up_saved")
    table.touch("Done", lambda view: view.kind is WelcomeScene)


def true_mm(table: TouchedCalibration, places: tuple[tuple[float, float], ...]) -> np.ndarray:
    """Places of the desk in the frame of reference of its marks."""
    return table.scene.true_mm(np.array(places))


def kept_in(folder: Path) -> tuple[Profile, ...]:
    return TableShelf(folder / SIMULATED_FOLDER).read().profiles


def test_the_whole_calibration_by_touches(tmp_path: Path) -> None:
    with calibration_at(tmp_path) as table:
        open_set_up(table)
        table.picture("set_up_name")
        table.turn_to(table.choose("Kitchen"), Page.LENS)
        table.picture("set_up_lens")
        measure_lens(table)
        table.wait_for(lambda view: on(view, Page.TABLE) and view.picture is not None)
        table.picture("set_up_table")
        table.turn_to("The cards are there", Page.SEATS)
        touch_seats(table)
        touch_areas(table)
        save(table)
        assert table.fingers.touches == 22
        (kept,) = kept_in(tmp_path)
        assert (kept.name, kept.found_by) == ("Kitchen", FoundBy.MARKS)
        assert kept.lens.pictures >= FEWEST_PICTURES
        assert np.array(kept.seats) == pytest.approx(true_mm(table, SEATS_MM), abs=NEAREST_MM)
        assert [area.kind for area in kept.areas] == [AreaKind.LOST_DICE, AreaKind.BOARD]
        opposite = np.array(kept.areas[0].corners_mm)[[0, 2]]
        assert opposite == pytest.approx(true_mm(table, SQUARES_MM), abs=NEAREST_MM)


def test_a_table_without_board_and_cards_by_touches(tmp_path: Path) -> None:
    across, deep = FIELD_MM
    corners = ((-across, deep), (-across, -deep), (across, -deep), (across, deep))
    with calibration_at(tmp_path) as table:
        open_set_up(table)
        table.turn_to(table.choose("Club"), Page.LENS)
        table.turn_to(table.choose("webcam, 78°"), Page.TABLE)
        table.wait_for(lambda view: view.picture is not None)
        for x, y in corners:
            table.touch_table((x / 2, y / 2))
        assert table.page is Page.SIZE
        table.picture("set_up_corners")
        table.fingers.tap_words("Enter the size")
        for digit in "100":
            table.fingers.tap_words(digit)
        table.fingers.tap_words("Next")
        for digit in "60":
            table.fingers.tap_words(digit)
        table.picture("set_up_size")
        table.turn_to("Done", Page.SEATS)
        table.fingers.tap_words("Seats evenly round it")
        table.touch("4")
        table.turn_to("That's everybody", Page.AREAS)
        table.turn_to("Nowhere", Page.LIGHT)
        save(table)
        assert table.fingers.touches == 22
    (kept,) = kept_in(tmp_path)
    assert (kept.found_by, kept.plane.size_mm, len(kept.seats)) == (FoundBy.TOUCH, FIELD_MM, 4)


def test_the_light_page_from_the_first_screen(tmp_path: Path) -> None:
    with calibration_at(tmp_path) as table:
        table.fingers.tap_words("Table and light")
        table.turn_to(table.choose("Check the light"), Page.HEALTH)
        table.wait_for(lambda view: len(view.scene.checks) == 6)
        table.picture("health")
        standing = {check.subject: check.standing for check in table.view.scene.checks}
        assert Standing.WRONG not in standing.values()
        assert table.view.message == "The light is good."
        table.touch(table.fingers.stage.ids.header.ids.leading, lambda view: view.kind is WelcomeScene)
    assert kept_in(tmp_path) == ()
