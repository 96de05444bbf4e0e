"""Settings and pauses over a game: the table below stays as it is, and nothing of it is watched meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.core.reading import WildMark
from companion.core.settings import Settings
from companion.play.base.commands import CupsAreUp, LeaveGame, PlaceBid
from companion.play.base.ports import Broker, Live, Reach, Served
from companion.play.base.views import View
from companion.play.modes.dice.cup_mover import cups_of
from companion.play.modes.dice.views import BiddingScene, RevealScene, VerdictScene
from companion.play.modes.setup.views import CalibrationScene, KeyView, Page
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays.stack import Overlays
from companion.play.overlays.views import (
    BackToTable,
    ChangeSetting,
    ChooseCode,
    CloseApp,
    EnterCode,
    LanguageScene,
    LockScene,
    OpenSettings,
    PauseScene,
    PauseTable,
    RenewAddress,
    SettingsScene,
    ShutDown,
    SwitchLive,
    SwitchServer,
)
from companion.play.views import TableView
from companion.simulator.table import SimulatedTable
from companion.text import catalogue, say
from tests.made_views import made
from tests.play.evening import Evening
from tests.play.keeper import Keeper

SAVED = CalibrationScene(Page.SAVED, "Kitchen", "", keys=(KeyView("Done", LeaveGame),))


class Still:
    """A watch at a table where nothing moves."""

    def still(self, frame: object) -> bool:
        return True

    def moved(self, frame: object) -> tuple[()]:
        return ()


SitDown = Callable[..., Evening]


def rows_of(view: TableView) -> dict[str, str]:
    assert view.kind is not None
    return {row.name: row.state for row in view.scene.rows}


def below(view: TableView) -> tuple[object, ...]:
    return view.kind, view.message, view.caption, view.scene.game.seats, view.scene.game.bid, view.fault


@pytest.mark.parametrize("kind", [OpenSettings, PauseTable])
def test_the_game_below_is_not_disturbed(kind: type[OpenSettings], sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper())
    evening.begin()
    before = evening.bid(2, 5)
    opened = evening.do(kind)
    assert opened.kind in (SettingsScene, PauseScene)
    refused = evening.do(PlaceBid, quantity=3, face=5)
    assert refused.kind is opened.kind
    assert below(evening.do(BackToTable)) == below(before)
    assert evening.bid(3, 5).scene.game.bid_quantity == 3


def test_a_touch_on_the_page_that_was_left_does_nothing(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper())
    evening.begin()
    number = evening.view.number
    evening.do(PauseTable)
    evening.controller.take(BackToTable(number))
    assert evening.view.kind is PauseScene


def test_a_pause_says_who_is_next_and_that_anybody_may_go_on(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper())
    asked = evening.begin().message
    paused = evening.do(PauseTable)
    assert paused.kind is not None
    assert paused.scene.sentence == f"{asked}\nAnybody may go on."


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
    assert evening.view.kind is PauseScene
    evening.do(BackToTable)
    assert evening.view.kind is RevealScene
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
    assert evening.read().kind is VerdictScene
    assert all(frame.exposed_at_ns > paused_ns for frame in evening.eye.frames)


def test_lifted_cups_are_read_without_a_touch_only_where_the_table_wants_it(sit_down: SitDown) -> None:
    keeper = Keeper()
    evening = sit_down(settings=keeper, watch=Still())
    evening.begin()
    evening.do(OpenSettings)
    evening.do(ChangeSetting, name="watch", value=False)
    evening.do(BackToTable)
    evening.bid(2, 5)
    assert evening.challenge(1).scene.lift is None
    keeper.now = Settings()
    evening.do(LeaveGame)
    evening.begin()
    evening.bid(2, 5)
    assert evening.challenge(1).scene.lift is not None


def test_a_line_says_how_a_setting_stands_and_a_touch_changes_it(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper())
    opened = evening.do(OpenSettings)
    assert rows_of(opened)["motion"] == "Full"
    assert opened.kind is not None
    (motion,) = [row for row in opened.scene.rows if row.name == "motion"]
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


def test_after_another_language_nothing_that_was_said_before_is_left(sit_down: SitDown) -> None:
    simulated = SimulatedTable(players=2)
    assert simulated.name == "simulated table"
    evening = sit_down(settings=Keeper())
    evening.do(OpenSettings)
    evening.do(ChangeSetting, name="language", value="de")
    welcome = evening.do(BackToTable)
    assert isinstance(welcome.scene, WelcomeScene)
    openers = {choice.name: choice.opening for choice in welcome.scene.choices}
    assert (openers["front-porch"], simulated.name) == ("Der höchste Würfel eröffnet", "Probetisch")


def test_the_first_page_asks_for_the_language_and_is_gone_after_the_choice(sit_down: SitDown) -> None:
    evening = sit_down(settings=Keeper(asks_language=True))
    assert evening.view.kind is LanguageScene
    assert evening.view.kind is not None
    own = {row.title: row.state_on for row in evening.view.scene.rows}
    assert {name: on for name, on in own.items() if on} == {"English": True}
    assert {"Deutsch", "Español", "Français", "Italiano"} < own.keys()
    assert evening.do(ChangeSetting, name="language", value="it").kind is WelcomeScene


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
    assert evening.do(OpenSettings).kind is BiddingScene
    assert evening.do(PauseTable).kind is PauseScene


def locked(code: str = "0420") -> Keeper:
    keeper = Keeper()
    keeper.now = Settings(lock=code)
    return keeper


def test_settings_and_leaving_ask_for_the_code_and_the_right_one_does_what_was_wanted(
    sit_down: SitDown,
) -> None:
    evening = sit_down(settings=locked())
    playing = evening.begin()
    assert evening.do(OpenSettings).kind is LockScene
    wrong = evening.do(EnterCode, code="0421")
    assert (wrong.kind, wrong.fault) == (LockScene, "That isn't the code.")
    assert evening.do(EnterCode, code="0420").kind is SettingsScene
    assert below(evening.do(BackToTable)) == below(playing)
    assert evening.do(LeaveGame).kind is LockScene
    assert below(evening.do(BackToTable)) == below(playing)
    evening.do(LeaveGame)
    assert evening.do(EnterCode, code="0420").kind is WelcomeScene


def test_what_is_locked_can_still_be_played_and_paused(sit_down: SitDown) -> None:
    evening = sit_down(settings=locked())
    evening.begin()
    assert evening.do(PauseTable).kind is PauseScene
    evening.do(BackToTable)
    assert evening.bid(2, 5).scene.game.bid_quantity == 2


def test_the_window_closes_only_with_the_code(sit_down: SitDown) -> None:
    evening = sit_down(settings=locked())
    assert evening.view.locked
    assert evening.do(CloseApp).kind is LockScene
    assert not evening.do(EnterCode, code="1111").closing
    assert evening.do(EnterCode, code="0420").closing


def test_a_code_is_chosen_and_taken_off_by_touch(sit_down: SitDown) -> None:
    keeper = Keeper()
    evening = sit_down(settings=keeper)
    assert evening.do(EnterCode, code="9999").kind is WelcomeScene
    evening.do(OpenSettings)
    assert evening.do(ChooseCode).kind is LockScene
    assert evening.do(BackToTable).kind is SettingsScene
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
    assert opened.kind is not None
    (camera,) = [row for row in opened.scene.rows if row.name == "camera"]
    assert (camera.state, camera.choices) == ("test camera", ())


def test_what_is_wild_on_the_dice_is_asked_once_a_table_is_set_up_and_kept() -> None:
    keeper, saved = Keeper(), View(1, SAVED, "")
    aside = Overlays(keeper)
    asked = aside.over(saved).scene.keys
    assert [key.words for key in asked] == ["What is wild on your dice?", "Done"]
    star_six = next(key for key in asked[0].options if key.words == "Star on the six")
    assert aside.take(star_six.act(1, **dict(star_six.fields)), over_welcome=False) is None
    assert (keeper.now.wild, aside.is_open) == (WildMark.STAR_SIX, False)
    assert aside.over(saved).scene.keys[0].words == "Wild on your dice: Star on the six"
    lens = replace(saved, scene=replace(SAVED, page=Page.LENS))
    assert aside.over(lens).scene.keys == SAVED.keys


def test_the_simulated_table_throws_the_dice_that_were_named(sit_down: SitDown) -> None:
    keeper = Keeper()
    evening = sit_down(settings=keeper)
    evening.begin()
    table = evening.controller._now.table
    assert table.game.ruleset.star_face == 1
    thrown = {wild: cups_of(table, 0, wild) for wild in WildMark}
    assert {wild: each.mark for wild, each in thrown.items()} == {
        WildMark.ANY: WildMark.STAR,
        WildMark.ONE: WildMark.ONE,
        WildMark.STAR: WildMark.STAR,
        WildMark.STAR_SIX: WildMark.STAR,
        WildMark.BIRD: WildMark.BIRD,
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

    pictures, live, may_renew, renewed = None, None, False, 0
    brokers: tuple[Broker, ...] = ()

    def renew_address(self) -> None:
        self.renewed += 1

    def show_live(self, live: Live) -> None:
        self.live = live


def test_what_listens_is_switched_by_its_name_on_the_settings_page_alone() -> None:
    servers = Switchboard()
    aside = Overlays(Keeper(), servers=servers)
    home = made(1, WelcomeScene, "")
    switch = SwitchServer(1, Served.PHONES, Reach.LAN)
    aside.take(switch)
    assert servers.on == {}, "no page is open"
    aside.take(OpenSettings(1))
    rows = rows_of(aside.over(home))
    assert (rows["scoreboard"], rows["phones"]) == ("Off", "Off")
    aside.take(switch)
    assert servers.on == {Served.PHONES: Reach.LAN}
    assert rows_of(aside.over(home))["phones"] == "In the local network"


def test_a_new_address_is_offered_where_the_scoreboard_can_get_one() -> None:
    servers, home = Switchboard(), made(1, WelcomeScene, "")
    aside = Overlays(Keeper(), servers=servers)
    aside.take(RenewAddress(1))
    aside.take(OpenSettings(1))
    assert "new_address" not in rows_of(aside.over(home))
    servers.may_renew = True
    assert "new_address" in rows_of(aside.over(home))
    aside.take(RenewAddress(1))
    assert servers.renewed == 1, "only on the settings page"


def test_the_live_picture_is_off_and_switched_on_the_settings_page_alone() -> None:
    servers, home = Switchboard(), made(1, WelcomeScene, "")
    servers.pictures, servers.live = False, Live.OFF
    aside = Overlays(Keeper(), servers=servers)
    aside.take(SwitchLive(1, Live.BOARD))
    assert servers.live is Live.OFF
    aside.take(OpenSettings(1))
    assert rows_of(aside.over(home))["live"] == "Off"
    aside.take(SwitchLive(1, Live.BOARD))
    assert rows_of(aside.over(home))["live"] == "Board, too"


def test_the_settings_tell_how_it_stands_with_each_broker() -> None:
    servers = Switchboard()
    servers.brokers = (Broker("one:1883", "Connected", False), Broker("two:1883", "No answer", True))
    aside = Overlays(Keeper(), servers=servers)
    aside.take(OpenSettings(1))
    rows = aside.over(made(1, WelcomeScene, "")).scene.rows
    told = [(row.title, row.state, row.command, row.choices) for row in rows if row.name == "broker"]
    assert told == [("Broker one:1883", "Connected", None, ()), ("Broker two:1883", "No answer", None, ())]


def test_without_servers_nothing_is_offered_to_other_screens() -> None:
    aside = Overlays(Keeper())
    aside.take(OpenSettings(1))
    assert not {"scoreboard", "phones"} & set(rows_of(aside.over(made(1, WelcomeScene, ""))))


@pytest.mark.parametrize(("table", "told"), [("Kitchen table", "Kitchen table"), ("", "Not set up yet")])
def test_the_settings_name_the_table_and_its_camera(table: str, told: str) -> None:
    aside = Overlays(Keeper())
    aside.take(OpenSettings(1))
    welcome = WelcomeScene((), (), "Pi camera", may_set_up=True, table=table)
    rows = rows_of(aside.over(View(1, welcome, "")))
    assert (rows["camera"], rows["table"]) == ("Pi camera", told)


def test_the_settings_name_every_language_and_read_the_catalogue_of_none(
    sit_down: SitDown, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(language: str) -> None:
        raise AssertionError(f"the catalogue of {language!r} was read")

    evening = sit_down(settings=Keeper())
    say("settings.shut_down")  # the language that is spoken has been read
    monkeypatch.setattr(catalogue, "read_catalogue", read)
    settings = evening.do(OpenSettings).scene
    assert settings is not None
    names = next(row for row in settings.rows if row.name == "language").choices
    assert {"English", "Deutsch", "Italiano"} <= {each.words for each in names}
