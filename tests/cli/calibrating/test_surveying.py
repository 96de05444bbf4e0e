"""The calibration behind play's port: touches in shares of the picture, still boards, tables kept."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from companion.calibration import (
    AreaKind,
    BoardSeen,
    PlaceWatch,
    Profile,
    Step,
    TablePlane,
    TableShelf,
    known_lens,
)
from companion.calibration.errors import BoardError
from companion.cli.wiring.calibrator import KEPT, PictureLightMeter, SetupSurvey, ShelfSurveyor
from companion.core.frame import CameraGone, Frame
from companion.core.reading import WildMark
from companion.play.base.commands import Refused
from companion.play.modes.setup.views import (
    AreasDone,
    BeginArea,
    CloseArea,
    ForgetArea,
    ForgetSeats,
    Ink,
    Page,
    SeatEvenly,
    SeatsDone,
    Standing,
    TakeLens,
    TakePicture,
    TellSize,
    TouchPicture,
)
from companion.simulator import HELD, SimulatedDesk
from companion.simulator import calibration_desk as simulated
from tests.calibration import test_place_watch as placed

SIZE = (800, 450)
NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
FIELD_MM = (1000.0, 600.0)
PLANE = TablePlane(known_lens("webcam").optics(SIZE), (0.25, 0.02, 0.01), (0.0, 0.0, 1100.0), FIELD_MM)
CORNERS_MM = np.array([(-500, 300), (-500, -300), (500, -300), (500, 300)], float)


def frame(level: int = 90, at_ns: int = 1) -> Frame:
    return Frame(np.full((SIZE[1], SIZE[0], 3), level, np.uint8), at_ns)


def shares(places_mm: np.ndarray) -> list[tuple[float, float]]:
    return [(float(x) / SIZE[0], float(y) / SIZE[1]) for x, y in PLANE.px_of(np.asarray(places_mm, float))]


def surveyor_at(folder: Path) -> ShelfSurveyor:
    return ShelfSurveyor(TableShelf(folder), lambda: NOW)


def told(survey: SetupSurvey, *commands: object) -> SetupSurvey:
    for command in commands:
        survey = survey.take(command, None)
        assert not survey.view.refused, survey.view.said
    return survey


def found(surveyor: ShelfSurveyor) -> SetupSurvey:
    """The table by its touched corners and its true size."""
    begun = surveyor.begin(frame(), "webcam")
    corners = [TouchPicture(0, x, y) for x, y in shares(CORNERS_MM)]
    return told(begun, TakeLens(0, "webcam"), *corners, TellSize(0, *FIELD_MM))


def test_a_table_by_touches_from_the_first_corner_to_the_shelf(tmp_path: Path) -> None:
    surveyor = surveyor_at(tmp_path / "tables")
    survey = found(surveyor)
    assert survey.view.page is Page.SEATS
    assert survey.setup.table.plane.size_mm == FIELD_MM
    area = [TouchPicture(0, x, y) for x, y in shares(np.array([(-120, -60), (120, 60)]))]
    survey = told(survey, SeatEvenly(0, 4), SeatsDone(0), BeginArea(0, "lost_dice"), *area)
    assert (survey.view.drawing, survey.view.touches) == ("the Lost Dice Squares", 2)
    survey = told(survey, CloseArea(0), AreasDone(0))
    assert survey.view.page is Page.LIGHT
    assert surveyor.save("Kitchen", survey).startswith("100 × 60 cm, 4 seats")
    (kept,) = TableShelf(tmp_path / "tables").read().profiles
    assert (kept.name, len(kept.seats), [each.kind for each in kept.areas]) == (
        "Kitchen", 4, [AreaKind.LOST_DICE]
    )  # fmt: skip
    assert [each.title for each in surveyor.tables().tables] == ["Kitchen"]


def test_a_spoiled_profile_is_told_with_its_file(tmp_path: Path) -> None:
    surveyor = surveyor_at(tmp_path)
    surveyor.save("Den", found(surveyor))
    (tmp_path / "attic.toml").write_text("format = 1\n", encoding="utf-8")
    known = surveyor.tables()
    assert [each.title for each in known.tables] == ["Den"]
    assert len(known.faults) == 1
    assert "attic.toml" in known.faults[0]


def test_a_table_that_was_kept_is_played_at_from_then_on(tmp_path: Path) -> None:
    taken_up: list[Profile] = []
    surveyor = ShelfSurveyor(TableShelf(tmp_path), lambda: NOW, taken_up.append)
    with pytest.raises(Refused):
        surveyor.save("Den", surveyor.begin(frame(), "webcam"))
    assert taken_up == []
    surveyor.save("Den", found(surveyor))
    assert [profile.name for profile in taken_up] == ["Den"]


def test_other_seats_leave_a_table_its_dice(tmp_path: Path) -> None:
    """Foam dice of 30 mm; of twice the expected size no face would be read."""
    shelf, surveyor = TableShelf(tmp_path), surveyor_at(tmp_path)
    surveyor.save("Den", found(surveyor))
    (told_so,) = shelf.read().profiles
    shelf.save(replace(told_so, die_mm=30.0, wild=WildMark.ONE))
    again = surveyor.reopened(frame(), "Den")
    surveyor.save("Den", told(again, ForgetSeats(0), SeatEvenly(0, 3), SeatsDone(0), AreasDone(0)))
    (kept,) = shelf.read().profiles
    assert (len(kept.seats), kept.die_mm, kept.wild) == (3, 30.0, WildMark.ONE)


def test_what_is_told_is_drawn_where_it_was_touched(tmp_path: Path) -> None:
    survey = found(surveyor_at(tmp_path))
    (outline,) = survey.view.shapes
    assert np.array(outline.points) == pytest.approx(np.array(shares(CORNERS_MM)), abs=0.01)
    seat = shares(np.array([(0.0, 290.0)]))[0]
    _, dot = told(survey, TouchPicture(0, *seat)).view.shapes
    assert (dot.label, dot.ink) == ("1", Ink.WANTED)
    assert dot.points[0] == pytest.approx(seat, abs=0.002)


def test_four_corners_wait_for_the_size_and_a_wrong_one_is_refused(tmp_path: Path) -> None:
    survey = surveyor_at(tmp_path).begin(frame(), "hq").take(TakeLens(0, "hq"), None)
    corners = shares(CORNERS_MM)
    steps = []
    for x, y in corners:
        survey = survey.take(TouchPicture(0, x, y), None)
        steps.append(survey.view.page)
    assert steps == [Page.TABLE] * 3 + [Page.SIZE]
    refused = survey.take(TellSize(0, 900.0, 250.0), None)
    assert refused.view.refused
    assert refused.view.page is Page.SIZE


def test_a_command_that_belongs_elsewhere_is_refused(tmp_path: Path) -> None:
    surveyor = surveyor_at(tmp_path)
    with pytest.raises(Refused, match="belongs to another page"):
        found(surveyor).take(TakePicture(0), frame())
    with pytest.raises(Refused, match="no table “Attic” any more"):
        surveyor.with_lens_of(frame(), "Attic")


def test_a_failed_save_leaves_the_last_good_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    surveyor = surveyor_at(tmp_path)
    surveyor.save("Den", found(surveyor))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.toml")}
    unfinished = surveyor.begin(frame(), "webcam")
    with pytest.raises(Refused, match="as it was"):
        surveyor.save("Den", unfinished)
    with pytest.raises(Refused, match="as it was"):
        surveyor.save("De\nn", found(surveyor))
    monkeypatch.setattr("companion.core.on_disk.os.replace", full_disk)
    with pytest.raises(Refused, match="as it was"):
        surveyor.save("Den", found(surveyor))
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.toml")} == before


def full_disk(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_the_lens_of_a_table_is_taken(tmp_path: Path) -> None:
    surveyor = surveyor_at(tmp_path)
    surveyor.save("Den", found(surveyor))
    again = surveyor.with_lens_of(frame(), "Den")
    assert again.view.page is Page.TABLE
    assert again.setup.optics.focal_px == pytest.approx(known_lens("webcam").optics(SIZE).focal_px)


def test_seats_and_areas_of_a_table_are_told_anew(tmp_path: Path) -> None:
    surveyor = surveyor_at(tmp_path)
    area = [TouchPicture(0, x, y) for x, y in shares(np.array([(-120, -60), (120, 60)]))]
    told_once = told(
        found(surveyor), SeatEvenly(0, 4), SeatsDone(0), BeginArea(0, "board"), *area, CloseArea(0)
    )
    surveyor.save("Den", told_once)
    again = surveyor.reopened(frame(), "Den")
    assert (again.view.page, again.view.touches) == (Page.SEATS, 4)
    again = told(again, ForgetSeats(0))
    assert again.view.touches == 0
    again = told(again, SeatEvenly(0, 6), SeatsDone(0), ForgetArea(0), AreasDone(0))
    surveyor.save("Den", again)
    (kept,) = TableShelf(tmp_path).read().profiles
    assert (len(kept.seats), kept.areas) == (6, ())
    assert kept.plane.size_mm == FIELD_MM
    with pytest.raises(Refused, match="no table “Attic” any more"):
        surveyor.reopened(frame(), "Attic")


def test_seats_are_told_anew_where_the_camera_stands_now(tmp_path: Path) -> None:
    """It was bumped since the table was set up, and nobody has said so yet."""
    shelf, surveyor = TableShelf(tmp_path), surveyor_at(tmp_path)
    shelf.save(placed.profile())
    now = placed.picture(bump=True)
    again = surveyor.reopened(Frame(now, 1), "den")
    surveyor.save("den", told(again, SeatsDone(0), AreasDone(0)))
    (kept,) = shelf.read().profiles
    assert len(kept.seats) == 4
    assert placed.looks(PlaceWatch(kept), now) is None


def test_seats_are_not_told_anew_in_pictures_of_another_shape(tmp_path: Path) -> None:
    surveyor = surveyor_at(tmp_path)
    surveyor.save("Den", found(surveyor))
    with pytest.raises(Refused, match="the table “Den” cannot be used"):
        surveyor.reopened(Frame(np.zeros((600, 800, 3), np.uint8), 1), "Den")


def board_at(x: float, y: float) -> BoardSeen:
    return BoardSeen(SIZE, np.arange(4), np.full((4, 2), (x, y), np.float32))


def test_a_board_is_waited_for_until_it_is_still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    surveyor = surveyor_at(tmp_path)
    survey = surveyor.begin(frame(), None)
    places = [(100, 100), (300, 100), (302, 101), None, (302, 101), (302, 101)]
    seen = iter(places)

    def look(pixels: np.ndarray) -> BoardSeen:
        place = next(seen)
        if place is None:
            raise BoardError("no lens board can be seen")
        return board_at(*place)

    monkeypatch.setattr("companion.calibration.find_board", look)
    assert [surveyor.board_waits(survey, frame()) for _ in places] == [False, False, True, False, False, True]


def test_a_still_board_that_was_taken_already_is_not_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    surveyor = surveyor_at(tmp_path)
    taken = replace(surveyor.begin(frame(), None).setup, boards=(board_at(300, 100),))
    survey = SetupSurvey(taken, surveyor.begin(frame(), None).view)
    monkeypatch.setattr("companion.calibration.find_board", lambda pixels: board_at(301, 100))
    assert [surveyor.board_waits(survey, frame()) for _ in range(3)] == [False, False, False]
    monkeypatch.setattr("companion.calibration.find_board", lambda pixels: board_at(400, 100))
    assert [surveyor.board_waits(survey, frame()) for _ in range(2)] == [False, True]


def test_the_desk_holds_the_board_one_way_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    class Drawn:
        def board_picture(self, which: int) -> np.ndarray:
            return np.full((4, 8, 3), 10 + which, np.uint8)

        def table_picture(self) -> np.ndarray:
            return np.full((4, 8, 3), 200, np.uint8)

    monkeypatch.setattr(simulated.Scene, "made", lambda *_, **__: Drawn())
    desk = SimulatedDesk(1, lambda: 7)
    red = []
    for board in (0, 1, len(HELD), None):
        desk.show(board)
        red.append(int(desk.capture(100).pixels[0, 0, 2]))
    assert red == [10, 11, 10, 200]
    assert desk.capture(100).exposed_at_ns == 101
    desk.close()
    with pytest.raises(CameraGone):
        desk.capture(0)


def test_the_light_is_judged_by_live_pictures_and_a_large_one() -> None:
    meter = PictureLightMeter()
    for at in range(KEPT + 4):
        meter.follow(frame(at_ns=1 + at * 125_000_000))
    large = Frame(np.full((900, 1600, 3), 90, np.uint8), 10**10)
    large.pixels[100:300, 200:500] = 255
    checks = {check.subject: check for check in meter.judge(large, None)}
    assert checks["settled"].standing is Standing.GOOD
    ((left, top), (right, bottom)) = checks["glare"].places[0]
    assert (left, right) == pytest.approx((0.125, 0.3125), abs=0.01)
    assert (top, bottom) == pytest.approx((1 / 9, 1 / 3), abs=0.01)
    meter.rest()
    assert {check.subject: check for check in meter.judge(large, None)}[
        "settled"
    ].standing is Standing.UNKNOWN


def test_the_light_beside_the_table_does_not_matter(tmp_path: Path) -> None:
    survey = found(surveyor_at(tmp_path))
    assert survey.setup.step is Step.SEATS
    picture = frame()
    picture.pixels[:40, :60] = 255
    checks = {check.subject: check for check in PictureLightMeter().judge(picture, survey)}
    assert checks["glare"].standing is Standing.GOOD
