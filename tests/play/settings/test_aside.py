"""Settings and pauses over a game: the table below stays as it is, and nothing of it is watched meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from evening import Evening

from companion.play.commands import CupsAreUp, LeaveGame, PlaceBid
from companion.play.dice.deals import cups_of
from companion.play.settings.aside import Aside
from companion.play.settings.commands import (
    BackToTable,
    ChangeSetting,
    ChooseCode,
    CloseApp,
    EnterCode,
    OpenSettings,
    PauseTable,
    ShutDown,
    SwitchServer,
)
from companion.play.settings.ports import Reach, Served
from companion.play.setup.views import CalibrationView, KeyView, Page
from companion.play.start.views import WelcomeView
from companion.play.views import Scene, TableView
from companion.reading import WildMark
from companion.settings.settings import NAMES as ALL
from companion.settings.settings import Settings, SettingsError, Value
from companion.text.speech import ENGLISH, spoken, use_language

SAVED = CalibrationView(Page.SAVED, "Kitchen", "", keys=(KeyView("Done", LeaveGame),))


class Keeper:
    """Keeps settings in memory."""

    offers = frozenset(ALL)

    def __init__(self, asks_language: bool = False, fault: str | None = None) -> None:
        self.now, self.asks_language, self.fault = Settings(), asks_language, fault
        self.breaks = False
        self.may_shut_down, self.shut_downs = False, 0

    @property
    def language(self) -> str:
        return spoken().language

    def shut_down(self) -> None:
        self.shut_downs += 1
        if self.breaks:
            raise SettingsError("it stays on")

    def change(self, name: str, value: Value) -> None:
        self.now = self.now.with_value(name, value)
        if name == "language":
            use_language(self.now.language)
        if self.breaks:
            raise SettingsError("the card is full")


class Still:
    """A watch at a table where nothing moves."""

    def still(self, frame: object) -> bool:
        return True


SitDown = Callable[..., Evening]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use_language(ENGLISH)


def rows_of(view: TableView) -> dict[str, str]:
    assert view.settings is not None
    return {row.name: row.state for row in view.settings.rows}


def below(view: TableView) -> tuple[object, ...]:
    return view.scene, view.message, view.caption, view.seats, view.bid, view.fault


@pytest.mark.parametrize("kind", [OpenSettings, PauseTable])
def test_the_game_below_is_not_disturbed(kind: type[OpenSettings], sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper())
    evening.begin()
    before = evening.bid(2, 5)
    opened = evening.do(kind)
    assert opened.scene in (Scene.SETTINGS, Scene.PAUSE)
    refused = evening.do(PlaceBid, quantity=3, face=5)
    assert (refused.scene, refused.seats) == (opened.scene, ())
    assert below(evening.do(BackToTable)) == below(before)
    assert evening.bid(3, 5).bid_quantity == 3


def test_a_touch_on_the_page_that_was_left_does_nothing(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper())
    evening.begin()
    number = evening.view.number
    evening.do(PauseTable)
    evening.controller.take(BackToTable(number))
    assert evening.view.scene is Scene.PAUSE


def test_a_pause_says_who_is_next_and_that_anybody_may_go_on(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper())
    asked = evening.begin().message
    paused = evening.do(PauseTable)
    assert paused.pause is not None
    assert paused.pause.sentence == f"{asked}\nAnybody may go on."


def test_nothing_is_watched_while_a_page_lies_over_the_table(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper(), watch=Still())
    evening.begin()
    evening.bid(2, 5)
    evening.challenge(1)
    assert evening.controller.wait_s is not None
    evening.eye.sees = ((2, 2, 3, 4, 5), (1, 2, 3, 4, 5))
    evening.do(PauseTable)
    assert evening.controller.wait_s is None
    for _ in range(20):
        evening.controller.idle()
    assert evening.view.scene is Scene.PAUSE
    evening.do(BackToTable)
    assert evening.view.scene is Scene.REVEAL
    assert evening.controller.wait_s is not None


def test_a_reading_that_was_paused_takes_new_pictures(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper())
    evening.begin()
    evening.bid(2, 5)
    evening.challenge(1)
    evening.eye.sees = ((2, 2, 3, 4, 5), (1, 2, 3, 4, 5))
    evening.do(CupsAreUp)
    evening.controller.idle()
    evening.do(PauseTable)
    paused_ns = evening.clock.ns
    evening.do(BackToTable)
    assert evening.read().scene is Scene.VERDICT
    assert all(frame.exposed_at_ns > paused_ns for frame in evening.eye.frames)


def test_lifted_cups_are_read_without_a_touch_only_where_the_table_wants_it(sit_down: SitDown) -> None:
    keeper = Keeper()
    evening = sit_down(settings=keeper, watch=Still())
    evening.begin()
    evening.do(OpenSettings)
    evening.do(ChangeSetting, name="watch", value=False)
    evening.do(BackToTable)
    evening.bid(2, 5)
    assert evening.challenge(1).lift is None
    keeper.now = Settings()
    evening.do(LeaveGame)
    evening.begin()
    evening.bid(2, 5)
    assert evening.challenge(1).lift is not None


def test_a_line_says_how_a_setting_stands_and_a_touch_changes_it(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper())
    opened = evening.do(OpenSettings)
    assert rows_of(opened)["motion"] == "Full"
    assert opened.settings is not None
    (motion,) = [row for row in opened.settings.rows if row.name == "motion"]
    assert motion.command is not None
    evening.controller.take(motion.command)
    assert rows_of(evening.view)["motion"] == "Reduced"
    assert evening.view.look is not None
    assert evening.view.look.still


def test_volume_and_quiet_hours_are_asked_only_where_the_table_speaks(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper())
    assert not {"volume", "quiet"} & rows_of(evening.do(OpenSettings)).keys()
    spoken_to = rows_of(evening.do(ChangeSetting, name="voice", value="short"))
    assert (spoken_to["voice"], spoken_to["volume"], spoken_to["quiet"]) == ("Short", "100%", "None")


def test_another_language_is_spoken_at_once(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper())
    evening.begin()
    evening.do(OpenSettings)
    german = evening.do(ChangeSetting, name="language", value="de")
    assert (german.message, rows_of(german)["language"]) == (
        "Tippe eine Zeile an, um sie zu ändern.",
        "Deutsch",
    )
    assert german.look is not None
    assert german.look.language == "de"
    assert evening.do(BackToTable).caption == "Milton Bradley, 1987  ·  Runde 1"


def test_the_first_page_asks_for_the_language_and_is_gone_after_the_choice(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper(asks_language=True))
    assert evening.view.scene is Scene.LANGUAGE
    assert evening.view.settings is not None
    own = {row.title: row.state_on for row in evening.view.settings.rows}
    assert {name: on for name, on in own.items() if on} == {"English": True}
    assert {"Deutsch", "Español", "Français", "Italiano"} < own.keys()
    assert evening.do(ChangeSetting, name="language", value="it").scene is Scene.WELCOME


def test_what_is_wrong_with_the_kept_settings_is_told_until_a_touch(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper(fault="the settings cannot be read"))
    assert evening.view.fault == "The settings cannot be read."
    assert evening.begin().fault is None


def test_a_setting_that_cannot_be_kept_is_told(sit_down: SitDown) -> None:
    keeper = Keeper()
    evening = sit_down(settings=keeper)
    evening.do(OpenSettings)
    keeper.breaks = True
    assert evening.do(ChangeSetting, name="motion", value="reduced").fault == "The card is full."


def test_without_a_keeper_there_are_no_settings_but_a_pause(sit_down: SitDown) -> None:
    evening = sit_down()
    evening.begin()
    assert (evening.view.look, evening.view.may_set) == (None, False)
    assert evening.do(OpenSettings).scene is Scene.BIDDING
    assert evening.do(PauseTable).scene is Scene.PAUSE


def locked(code: str = "0420") -> Keeper:
    keeper = Keeper()
    keeper.now = Settings(lock=code)
    return keeper


def test_settings_and_leaving_ask_for_the_code_and_the_right_one_does_what_was_wanted(
    sit_down: SitDown,
) -> None:
    evening = sit_down(settings=locked())
    playing = evening.begin()
    assert evening.do(OpenSettings).scene is Scene.LOCK
    wrong = evening.do(EnterCode, code="0421")
    assert (wrong.scene, wrong.fault) == (Scene.LOCK, "That isn't the code.")
    assert evening.do(EnterCode, code="0420").scene is Scene.SETTINGS
    assert below(evening.do(BackToTable)) == below(playing)
    assert evening.do(LeaveGame).scene is Scene.LOCK
    assert below(evening.do(BackToTable)) == below(playing)
    evening.do(LeaveGame)
    assert evening.do(EnterCode, code="0420").scene is Scene.WELCOME


def test_what_is_locked_can_still_be_played_and_paused(sit_down: SitDown) -> None:
    evening = sit_down(settings=locked())
    evening.begin()
    assert evening.do(PauseTable).scene is Scene.PAUSE
    evening.do(BackToTable)
    assert evening.bid(2, 5).bid_quantity == 2


def test_the_window_closes_only_with_the_code(sit_down: SitDown) -> None:
    evening = sit_down(settings=locked())
    assert evening.view.locked
    assert evening.do(CloseApp).scene is Scene.LOCK
    assert not evening.do(EnterCode, code="1111").closing
    assert evening.do(EnterCode, code="0420").closing


def test_a_code_is_chosen_and_taken_off_by_touch(sit_down: SitDown) -> None:
    keeper = Keeper()
    evening = sit_down(settings=keeper)
    assert evening.do(EnterCode, code="9999").scene is Scene.WELCOME
    evening.do(OpenSettings)
    assert evening.do(ChooseCode).scene is Scene.LOCK
    assert evening.do(BackToTable).scene is Scene.SETTINGS
    evening.do(ChooseCode)
    assert rows_of(evening.do(EnterCode, code="0420"))["lock"] == "On"
    assert keeper.now.lock == "0420"
    assert rows_of(evening.do(ChangeSetting, name="lock", value=""))["lock"] == "Off"


def test_the_machine_is_switched_off_from_the_settings_where_it_can_be(sit_down: SitDown) -> None:
    keeper = Keeper()
    evening = sit_down(settings=keeper)
    assert "shut_down" not in rows_of(evening.do(OpenSettings))
    keeper.may_shut_down = True
    evening.do(BackToTable)
    evening.do(ShutDown)
    assert keeper.shut_downs == 0, "nobody opened the settings"
    assert "shut_down" in rows_of(evening.do(OpenSettings))
    keeper.breaks = True
    assert evening.do(ShutDown).fault == "It stays on."
    assert keeper.shut_downs == 1


def test_a_turn_is_timed_only_where_bids_are_made(sit_down: SitDown) -> None:
    keeper = Keeper()
    keeper.now = Settings(turn_s=60)
    evening = sit_down(settings=keeper)
    assert evening.view.turn_s == 0
    assert evening.begin().turn_s == 60
    evening.bid(2, 5)
    assert evening.challenge(1).turn_s == 0


def test_the_minutes_until_the_screen_is_dimmed_are_told_to_it(sit_down: SitDown) -> None:
    keeper = Keeper()
    keeper.now = Settings(idle_min=5)
    look = sit_down(settings=keeper).view.look
    assert look is not None
    assert look.idle_s == 300


def test_the_camera_s_line_leads_to_the_set_up_only_where_there_is_one(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper())
    opened = evening.do(OpenSettings)
    assert opened.settings is not None
    (camera,) = [row for row in opened.settings.rows if row.name == "camera"]
    assert (camera.state, camera.choices) == ("test camera", ())


def test_what_is_wild_on_the_dice_is_asked_once_a_table_is_set_up_and_kept() -> None:
    keeper, saved = Keeper(), TableView(1, Scene.CALIBRATION, "", None, calibration=SAVED)
    aside = Aside(keeper)
    asked = aside.over(saved).calibration.keys
    assert [key.words for key in asked] == ["What is wild on your dice?", "Done"]
    star_six = next(key for key in asked[0].options if key.words == "Star on the six")
    assert aside.take(star_six.act(1, **dict(star_six.fields)), Scene.CALIBRATION) is None
    assert (keeper.now.wild, aside.is_open) == (WildMark.STAR_SIX, False)
    assert aside.over(saved).calibration.keys[0].words == "Wild on your dice: Star on the six"
    lens = replace(saved, calibration=replace(SAVED, page=Page.LENS))
    assert aside.over(lens).calibration.keys == SAVED.keys


def test_the_simulated_table_throws_the_dice_that_were_named(sit_down: SitDown) -> None:
    keeper = Keeper()
    evening = sit_down(settings=keeper)
    evening.begin()
    table = evening.controller._table
    assert table.game.ruleset.star_face == 1
    thrown = {wild: cups_of(table, 0, wild) for wild in WildMark}
    assert {wild: (each.stars, each.birds) for wild, each in thrown.items()} == {
        WildMark.ANY: (1, False),
        WildMark.ONE: (0, False),
        WildMark.STAR: (1, False),
        WildMark.STAR_SIX: (1, False),
        WildMark.BIRD: (0, True),
    }


class Switchboard:
    """Remembers what was switched."""

    def __init__(self) -> None:
        self.on: dict[Served, Reach] = {}

    def reach(self, served: Served) -> Reach:
        return self.on.get(served, Reach.OFF)

    def is_changing(self, served: Served) -> bool:
        return False

    def switch(self, served: Served, reach: Reach) -> None:
        self.on[served] = reach

    pictures = None


def test_what_listens_is_switched_by_its_name_on_the_settings_page_alone() -> None:
    servers = Switchboard()
    aside = Aside(Keeper(), servers=servers)
    home = TableView(1, Scene.WELCOME, "")
    switch = SwitchServer(1, Served.PHONES, Reach.LAN)
    aside.take(switch)
    assert servers.on == {}, "no page is open"
    aside.take(OpenSettings(1))
    rows = rows_of(aside.over(home))
    assert (rows["scoreboard"], rows["phones"]) == ("Off", "Off")
    aside.take(switch)
    assert servers.on == {Served.PHONES: Reach.LAN}
    assert rows_of(aside.over(home))["phones"] == "In the local network"


def test_without_servers_nothing_is_offered_to_other_screens() -> None:
    aside = Aside(Keeper())
    aside.take(OpenSettings(1))
    assert not {"scoreboard", "phones"} & set(rows_of(aside.over(TableView(1, Scene.WELCOME, ""))))


@pytest.mark.parametrize(("table", "told"), [("Kitchen table", "Kitchen table"), ("", "Not set up yet")])
def test_the_settings_name_the_table_and_its_camera(table: str, told: str) -> None:
    aside = Aside(Keeper())
    aside.take(OpenSettings(1))
    welcome = WelcomeView((), (), "Pi camera", may_set_up=True, table=table)
    rows = rows_of(aside.over(TableView(1, Scene.WELCOME, "", welcome=welcome)))
    assert (rows["camera"], rows["table"]) == ("Pi camera", told)
