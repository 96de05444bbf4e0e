"""Scenes of the settings, of the first choice of a language, and of a pause."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import cast

from companion.core.reading import Deck, WildMark
from companion.core.settings import NAMES, Settings, Value
from companion.play.base.commands import Command
from companion.play.base.ports import Broker, Live, Reach, Served
from companion.play.base.views import View
from companion.play.modes.setup.views import CalibrationScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays.stack import Overlays
from companion.play.overlays.views import ChooseCode, ModeScene, OpenSettings, OverlayScene, PauseTable
from companion.play.views import TableView
from companion.rules import BidMade
from companion.text import say, spoken
from companion.ui.stage import Stage
from companion.ui.widgets.surface import Target
from tests.made_views import changed
from tests.ui import calibration_samples as calibration
from tests.ui import sample_games as games
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.sample_scene import SampleScene, dice_scene, top_sheet


class SampleKeeper:
    """Keeps settings in memory, and can put everything in force."""

    fault: str | None = None
    offers = frozenset(NAMES)

    def __init__(self, now: Settings, asks_language: bool = False) -> None:
        self.now, self.asks_language = now, asks_language

    @property
    def language(self) -> str:
        return spoken().language

    may_shut_down = True

    def shut_down(self) -> None:
        raise AssertionError("nobody wanted that")

    def change(self, name: str, value: Value) -> None:
        self.now = self.now.with_value(name, value)


class SampleServers:
    """The scoreboard is open to the network; phones are just being switched on."""

    def reach(self, served: Served) -> Reach:
        return Reach.LAN if served is Served.SCOREBOARD else Reach.OFF

    def is_changing(self, served: Served) -> bool:
        return served is Served.PHONES

    def switch(self, served: Served, reach: Reach) -> None:
        raise AssertionError("nobody wanted that")

    pictures, live, may_renew = False, Live.DICE, True
    onlookers = None

    def renew_address(self) -> None:
        raise AssertionError("nobody wanted that")

    club_round = None
    brokers = (Broker("broker.local:1883", "no answer", is_missing=True),)

    def show_pictures(self, on: bool) -> None:
        raise AssertionError("nobody wanted that")

    def show_live(self, live: Live) -> None:
        raise AssertionError("nobody wanted that")


TALKING = Settings(quiet="22-7", pictures_mb=500).with_value("voice", "full")


def settings(now: Settings = TALKING, below: TableView | None = None) -> TableView:
    """The settings over the first screen, or over another view."""
    aside = Overlays(SampleKeeper(now), servers=SampleServers())
    return _over(aside, OpenSettings(1), below or views.welcome())


def paused(below: TableView) -> TableView:
    """A pause over this view."""
    return _over(Overlays(SampleKeeper(Settings())), PauseTable(1), below)


def first_language() -> TableView:
    """The very first page."""
    return _laid(Overlays(SampleKeeper(Settings(), asks_language=True)), views.welcome())


def code(new: bool = False) -> TableView:
    """The code is asked for, or chosen."""
    if new:
        aside = Overlays(SampleKeeper(Settings()))
        aside.take(OpenSettings(1))
        return _over(aside, ChooseCode(1), views.welcome())
    return _over(Overlays(SampleKeeper(Settings(lock="0420"))), OpenSettings(1), views.welcome())


def _over(aside: Overlays, command: Command, below: TableView) -> TableView:
    aside.take(command)
    return _laid(aside, below)


def _laid(aside: Overlays, below: TableView) -> TableView:
    """Over a mode's view; as the theme is now, whatever the settings say."""
    assert not isinstance(below.scene, OverlayScene)
    return replace(aside.over(cast("View[ModeScene]", below)), look=None)


def _touch(name: str) -> Callable[[Stage], None]:
    def touch(stage: Stage) -> None:
        rows = [line.row for line in stage.screen.ids.lines.cells]
        stage.screen.touch(next(row for row in rows if row.name == name))

    return touch


def _scroll_down(stage: Stage) -> None:
    stage.screen.ids.lines.scroll_y = 0.0


def _set_up() -> TableView:
    below = views.welcome()
    assert below.kind is not None
    return settings(
        below=changed(
            below,
            scene=replace(
                below.of(WelcomeScene).scene, camera="Pi camera", may_set_up=True, table="Kitchen table"
            ),
        )
    )


def asked_for_wild(told: WildMark = WildMark.ANY) -> TableView:
    """A table that was set up, asked what is wild on its dice."""
    return _laid(Overlays(SampleKeeper(Settings(wild=told))), calibration.saved())


def _ask_wild(stage: Stage) -> None:
    stage.screen._press(stage.view.of(CalibrationScene).scene.keys[0])


def _keys(*ids: str) -> Callable[[Stage], None]:
    """Touches the keys with these sentences, sheet by sheet, or the first choice."""

    def touch(stage: Stage) -> None:
        stage.lead()
        for each in ids:
            words = say(each)
            keys = (key for key in top_sheet(stage).walk(restrict=True) if isinstance(key, Target))
            chosen = next(
                key for key in keys if words in (getattr(key, "text", ""), getattr(key, "words", ""))
            )
            chosen.dispatch("on_release")

    return touch


def _first_choice(*ids: str) -> Callable[[Stage], None]:
    def touch(stage: Stage) -> None:
        _keys(*ids)(stage)
        top_sheet(stage).ids.choices.cells[0].dispatch("on_release")

    return touch


def _places(*ids: str) -> Callable[[Stage], None]:
    """Somebody with the longest name has been named."""

    def touch(stage: Stage) -> None:
        _keys(*ids)(stage)
        top_sheet(stage)._pick("Wilhelmina-Marie")

    return touch


def _dice(*ids: str) -> Callable[[Stage], None]:
    def touch(stage: Stage) -> None:
        _places(*ids)(stage)
        top_sheet(stage).ids.choices.cells[0].dispatch("on_release")

    return touch


def company_scenes() -> tuple[SampleScene, ...]:
    """Somebody leaves, somebody joins."""
    players, leaves, joins = "menu.company", "company.leave", "company.join"
    between, names = views.bidding(bid=None), parts.TEN_NAMES
    many = games.going_on(games.common_hand((*names, "Leonard")), BidMade(0, 4, 4))
    away = games.going_on(*games.left_between())
    return (
        SampleScene("company", between, _keys(players)),
        SampleScene("company_bids_stand", views.bidding(), _keys(players)),
        SampleScene("company_who_leaves", between, _keys(players, leaves)),
        SampleScene("company_leaves", between, _first_choice(players, leaves)),
        SampleScene("company_void", views.bidding(), _first_choice(players, leaves)),
        SampleScene("company_place", between, _places(players, joins)),
        SampleScene("company_dice", between, _dice(players, joins)),
        SampleScene("company_many_leave", games.shown(many), _keys(players, leaves)),
        SampleScene("company_away", games.shown(away), _keys(players, joins)),
        SampleScene("company_one_away", games.shown(away)),
    )


def _with_clocks(view: TableView) -> TableView:
    seats = tuple(replace(seat, time="10:00") for seat in dice_scene(view).game.seats)
    return changed(view, seats=seats)


def settings_scenes() -> tuple[SampleScene, ...]:
    """The lists, and a sheet of choices."""
    bidding = replace(views.bidding(may_correct=True), may_set=True)
    return (
        SampleScene("language_first", first_language()),
        SampleScene("settings", settings()),
        SampleScene("settings_silent", settings(Settings())),
        SampleScene("settings_language", settings(), _touch("language")),
        SampleScene("settings_voice", settings(), _touch("voice")),
        SampleScene("settings_quiet", settings(), _touch("quiet")),
        SampleScene("settings_pictures", settings(), _touch("pictures_mb")),
        SampleScene("settings_wild", settings(Settings(wild=WildMark.STAR_SIX)), _touch("wild")),
        SampleScene("settings_deck", settings(Settings(deck=Deck.NORDIC)), _touch("deck")),
        SampleScene("set_up_wild", asked_for_wild()),
        SampleScene("set_up_wild_told", asked_for_wild(WildMark.BIRD)),
        SampleScene("set_up_wild_choices", asked_for_wild(), _ask_wild),
        SampleScene("settings_off", settings(), _touch("shut_down")),
        SampleScene("settings_low", _set_up(), _scroll_down),
        SampleScene("settings_table", _set_up(), _touch("table")),
        SampleScene("settings_scoreboard", settings(), _touch("scoreboard")),
        SampleScene("settings_board_pictures", settings(), _touch("board_pictures")),
        SampleScene("code_enter", code(), lambda stage: stage.screen.type_digit("4")),
        SampleScene("code_choose", code(new=True)),
        SampleScene("settings_clock", settings(Settings(clock_min=10)), _touch("clock_min")),
        SampleScene("settings_fall", settings(Settings(clock_min=10)), _touch("fall")),
        SampleScene("bidding_clocks", _with_clocks(views.bidding(parts.SHORT_NAMES[:4]))),
        SampleScene("bidding_clocks_long", _with_clocks(views.bidding(parts.LONG_NAMES[:6]))),
        SampleScene("bidding_timed", replace(views.bidding(), turn_s=60)),
        SampleScene("pause", paused(views.bidding())),
        SampleScene("welcome_with_settings", replace(views.welcome(), may_set=True)),
        SampleScene("menu_with_settings", bidding, lambda stage: stage.lead()),
        *company_scenes(),
    )
