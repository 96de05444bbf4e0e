"""Setting a table up, command by command: pages, refusals, pictures that are taken by themselves, what is
kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.journal import Store
from companion.play.base.commands import LeaveGame, NewGame
from companion.play.looking import AGAIN_S, LIVE_PERIOD_S
from companion.play.modes.setup.mode import LIVE_A_JUDGEMENT
from companion.play.modes.setup.views import (
    AreasDone,
    CalibrationScene,
    CheckLight,
    CoverageView,
    LensDone,
    LensOfTable,
    NameTable,
    Page,
    SaveTable,
    SeatsAgain,
    SeatsDone,
    SetUpTable,
    Standing,
    TakeBack,
    TakeLens,
    TakePicture,
    TellSize,
    TouchPicture,
    TurnBack,
)
from companion.play.modes.welcome.views import WelcomeScene
from companion.text import as_sentence, say
from tests.play.setup.setting_up import AT_BOARD, AT_LIGHT, AT_TABLE, DARK, FEWEST, Opened, SetUpTableAt


@pytest.fixture
def at_table(store: Store) -> Opened:
    return lambda **options: SetUpTableAt(store, **options)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.sqlite", now=lambda: datetime(2026, 11, 21, tzinfo=UTC)) as opened:
        yield opened


def test_from_the_name_to_a_saved_table(at_table: Opened) -> None:
    table = at_table()
    assert table.view.scene.may_set_up
    pages = []
    for step in (*AT_BOARD, TakePicture, TakePicture, LensDone, TakePicture, SeatsDone, AreasDone, SaveTable):
        table.through(step)
        pages.append(table.page)
    assert pages == [
        Page.NAME, Page.LENS, Page.BOARD, Page.BOARD, Page.BOARD, Page.TABLE, Page.SEATS, Page.AREAS,
        Page.LIGHT, Page.SAVED,
    ]  # fmt: skip
    assert [name for name, _ in table.surveyor.kept] == ["Kitchen"]
    assert "Kept as Kitchen.toml" in table.view.scene.said
    assert table.do(LeaveGame).kind is WelcomeScene


def test_the_page_says_what_to_do_next_in_one_sentence(at_table: Opened) -> None:
    table = at_table()
    corner = (TouchPicture, {"x": 0.1, "y": 0.2})
    for step in (*AT_BOARD, TakePicture, LensDone, corner, TakePicture, SeatsDone):
        table.through(step)
        assert table.view.message.endswith((".", "?"))
        assert 1 <= table.view.message.count(".") + table.view.message.count("?") <= 1


def test_a_picture_of_no_use_is_told_and_changes_nothing_else(at_table: Opened) -> None:
    table = at_table()
    table.through(*AT_BOARD, TakePicture)
    table.camera.level = 0
    refused = table.do(TakePicture)
    assert (refused.fault, table.page) == ("No board can be seen.", Page.BOARD)
    assert refused.scene.coverage.pictures == 1
    table.camera.level = 100
    taken = table.do(TakePicture)
    assert taken.fault is None
    assert (taken.scene.coverage.pictures, taken.scene.said) == (2, ""), "the picture shows what is missing"


def test_a_board_that_is_held_still_is_taken_by_itself_until_all_is_covered(at_table: Opened) -> None:
    table = at_table()
    table.through(*AT_BOARD)
    table.surveyor.waits = True
    numbers = [table.view.number]
    for _ in range(6):
        table.live()
        numbers.append(table.view.number)
    assert table.view.scene.coverage == CoverageView(3, FEWEST, (True,) * 4, True)
    assert numbers == [4, 5, 6, 7, 7, 7, 7]
    assert table.props.shown[-4:] == [0, 1, 2, 3]
    assert "measure the lens" in table.view.message.lower()


def test_a_board_that_slips_away_while_it_is_taken_is_not_complained_about(at_table: Opened) -> None:
    table = at_table()
    table.through(*AT_BOARD)
    table.surveyor.waits, table.camera.level = True, 0
    table.live(3)
    assert (table.view.fault, table.view.scene.coverage.pictures) == (None, 0)


def test_the_live_picture_runs_where_it_is_looked_at(at_table: Opened) -> None:
    table = at_table()
    table.through(SetUpTable)
    assert (table.controller.wait_s, table.view.picture) == (None, None)
    table.through((NameTable, {"name": "Kitchen"}), (TakeLens, {"word": "hq"}))
    assert table.controller.wait_s is not None
    first = table.live().picture.frame.exposed_at_ns
    assert table.live().picture.frame.exposed_at_ns > first


def test_four_touched_corners_ask_for_the_size(at_table: Opened) -> None:
    table = at_table()
    table.through(*AT_TABLE)
    assert table.view.scene.touchable
    for left in (3, 2, 1):
        table.through((TouchPicture, {"x": 0.1 * left, "y": 0.1}))
        assert str(left) in table.view.message
    table.through((TouchPicture, {"x": 0.5, "y": 0.5}))
    assert (table.page, table.view.scene.touchable) == (Page.SIZE, False)
    table.through((TellSize, {"across_mm": 1200.0, "deep_mm": 700.0}))
    assert table.page is Page.SEATS


def test_a_touch_is_taken_back_and_a_page_turned_back(at_table: Opened) -> None:
    table = at_table()
    table.through(*AT_TABLE, (TouchPicture, {"x": 0.1, "y": 0.1}), (TouchPicture, {"x": 0.9, "y": 0.1}))
    table.live()
    picture = table.view.picture
    assert "2 more" in table.view.message
    table.through(TakeBack)
    assert "3 more" in table.view.message
    assert table.view.picture == picture
    assert table.view.scene.back is TurnBack
    table.through(TurnBack)
    assert table.page is Page.LENS
    table.through(TurnBack)
    assert (table.page, table.view.scene.back) == (Page.NAME, LeaveGame)
    assert table.do(TakeBack).fault == "There is nothing to take back."


def test_a_table_that_cannot_be_kept_stays_on_its_page(at_table: Opened) -> None:
    table = at_table()
    table.through(*AT_LIGHT)
    table.surveyor.full = True
    told = table.do(SaveTable)
    assert (table.page, told.fault) == (Page.LIGHT, "The disk is full; what was kept before is as it was.")
    table.surveyor.full = False
    table.through(SaveTable)
    assert table.page is Page.SAVED


def test_the_light_is_judged_once_a_second_and_its_places_are_outlined(at_table: Opened) -> None:
    table = at_table()
    table.through(*AT_LIGHT)
    table.live(LIVE_A_JUDGEMENT - 1)
    assert table.view.scene.checks == ()
    taken = table.camera.taken
    table.live()
    assert table.camera.taken == taken + 1
    assert table.view.scene.checks == (DARK,)
    assert table.view.message == "Switch on a lamp."
    (place,) = table.view.scene.shapes
    assert place.points == ((0.1, 0.2), (0.3, 0.2), (0.3, 0.4), (0.1, 0.4))
    assert place.label == "too dark"


def test_the_light_alone_is_checked_from_the_first_screen(at_table: Opened) -> None:
    table = at_table()
    table.through(CheckLight)
    table.live(LIVE_A_JUDGEMENT)
    assert (table.page, table.view.scene.stages) == (Page.HEALTH, ())
    assert table.view.scene.checks == (DARK,)
    table.meter.checks = (replace(DARK, standing=Standing.GOOD, remedy=None),)
    table.live(LIVE_A_JUDGEMENT)
    assert (table.view.message, table.view.scene.shapes) == ("The light is good.", ())
    assert table.props.shown == []
    assert table.do(LeaveGame).kind is WelcomeScene


def test_a_camera_that_goes_is_told_and_the_next_touch_tries_again(at_table: Opened) -> None:
    table = at_table()
    table.through(*AT_BOARD, TakePicture)
    table.camera.gone = True
    assert table.live().fault == "USB camera 0 is gone: check its cable."
    assert table.controller.wait_s == AGAIN_S
    told = table.do(TakePicture)
    assert (told.fault, table.page) == ("USB camera 0 is gone: check its cable.", Page.BOARD)
    assert told.scene.coverage.pictures == 1
    table.camera.gone = False
    assert table.do(TakePicture).scene.coverage.pictures == 2


@pytest.mark.parametrize("steps", [AT_BOARD, AT_LIGHT, (CheckLight,)])
@pytest.mark.parametrize("news", [None, "the USB camera 0 is back"])
def test_a_camera_that_comes_back_is_used_without_a_touch(
    at_table: Opened, steps: tuple[Any, ...], news: str | None
) -> None:
    table = at_table()
    table.through(*steps)
    before = table.live(8).picture.frame
    table.camera.gone = True
    view = table.live(8)
    assert (view.fault, view.picture.frame) == ("USB camera 0 is gone: check its cable.", before)
    told = len(table.views)
    assert table.live(3).fault == view.fault
    assert len(table.views) == told
    table.camera.gone = False
    if news is not None:
        table.controller.tell(news)
        assert table.view.fault == "The USB camera 0 is back."
    assert table.controller.wait_s == AGAIN_S
    view = table.live()
    assert view.fault is None
    assert view.picture.frame.exposed_at_ns > before.exposed_at_ns
    assert table.controller.wait_s == LIVE_PERIOD_S


def test_a_refusal_stays_while_pictures_come(at_table: Opened) -> None:
    table = at_table()
    table.through(*AT_BOARD)
    table.camera.gone = True
    table.live()
    table.camera.gone, table.camera.level = False, 0
    assert table.do(TakePicture).fault == "No board can be seen."
    assert table.live(3).fault == "No board can be seen."


def test_a_command_of_another_page_is_refused(at_table: Opened) -> None:
    table = at_table()
    assert table.do(TakePicture).fault == "No table is being set up."
    table.through(SetUpTable)
    assert "first choose" in table.do(TakePicture).fault.lower()
    table.through((NameTable, {"name": "Kitchen"}))
    assert table.do(NameTable, name="Den").fault == as_sentence(say("setup.other_page"))
    table.through((LensOfTable, {"name": "Den"}))
    assert "does not belong" in table.do(LensDone).fault
    assert table.page is Page.TABLE


def test_only_the_seats_of_a_table_are_told_anew(at_table: Opened) -> None:
    table = at_table()
    table.through(SetUpTable, (NameTable, {"name": "Den"}))
    first = table.view.scene.choices[0]
    assert (first.words, first.act) == ("Only seats and areas", SeatsAgain)
    table.through(SeatsAgain)
    assert table.page is Page.SEATS
    table.through(TurnBack, TurnBack, (NameTable, {"name": "Kitchen"}))
    assert SeatsAgain not in {each.act for each in table.view.scene.choices}
    assert "no table" in table.do(SeatsAgain).fault


def test_a_spoiled_profile_is_told_and_the_others_are_offered(at_table: Opened) -> None:
    table = at_table()
    table.surveyor.faults = ("attic.toml holds no table: die_mm is missing.",)
    table.do(SetUpTable)
    assert (table.page, table.view.fault) == (Page.NAME, "Attic.toml holds no table: die_mm is missing.")
    assert [each.words for each in table.view.scene.choices] == ["Den", "Another name"]
    table.through((NameTable, {"name": "Den"}))


def test_a_touch_on_an_older_page_does_nothing(at_table: Opened) -> None:
    table = at_table()
    table.through(*AT_TABLE)
    old = TouchPicture(table.view.number, 0.5, 0.5)
    table.controller.take(old)
    table.controller.take(old)
    assert "3 more" in table.view.message


def test_without_a_camera_no_table_is_set_up(at_table: Opened) -> None:
    table = at_table(with_camera=False)
    assert not table.view.scene.may_set_up
    assert table.do(SetUpTable).fault == as_sentence(say("setup.no_camera"))


def test_no_table_is_set_up_in_the_middle_of_a_game(at_table: Opened) -> None:
    table = at_table()
    table.do(NewGame, rules="milton-bradley", players=("Ann", "Bob"), options=(), opener=0)
    told = table.do(SetUpTable)
    assert told.kind is not CalibrationScene
    assert told.fault is not None
