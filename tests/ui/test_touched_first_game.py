"""The whole first game by touches, as a newcomer would: the very first screen, then what the coach says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.evening import Evening, session_of
from companion.journal import Store
from companion.play.base.commands import LeaveGame
from companion.play.modes.dice.views import BiddingScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays.first_game import STEPS, BeginFirstGame, GoOn
from companion.play.views import TableView
from companion.text import languages, say, use_language
from companion.ui.art.theme import THEME
from companion.ui.header import CoachStrip
from companion.ui.screens.dice.track import SpaceKey
from companion.ui.widgets.die_face import DieKey
from companion.ui.widgets.key import Key
from companion.ui.widgets.surface import Target
from companion.ui.widgets.words import Words
from tests.ui.fingers import Touched, TouchedTable, draw_frames, parents
from tests.ui.first_game_scenes import lessons, very_first
from tests.ui.touched_evening import TouchedEvening

pytestmark = pytest.mark.slow


def coach_of(evening: TouchedEvening) -> CoachStrip:
    coach = evening.fingers.stage.coach
    assert coach is not None
    return coach


GLOWING = ("key yellow", "key red", "space", "space star")


def glowing(table: Touched) -> list[Target]:
    """The bright keys that can be touched now, in the strip and below it."""
    resting = table.stage.ids.body.opacity < 1.0
    return [
        each
        for each in table.targets()
        if not each.disabled
        and each.tile in GLOWING
        and not (resting and table.stage.coach not in parents(each))
    ]


def lit_faces(table: Touched) -> list[DieKey]:
    return [each for each in table.targets() if isinstance(each, DieKey) and each.lit]


def touch_what_is_asked(evening: TouchedEvening) -> None:
    """Only what glows, and only one key does; in the place asked for, only one die."""
    number = evening.view.number
    (key,) = glowing(evening.fingers)
    evening.fingers.tap(key)
    if isinstance(key, SpaceKey):
        (die,) = lit_faces(evening.fingers)
        evening.fingers.tap(die)
    evening.wait_for(lambda view: view.number > number)


def test_a_newcomer_plays_it_to_its_end_and_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(THEME, "motion", 0.0)
    journal = tmp_path / "games.sqlite"
    with session_of(Evening(journal, Opened(None, None, "no camera"), None)) as session:
        evening = TouchedEvening(session, None)
        try:
            evening.touch(say("home.learn"), lambda view: view.coach is not None)
            told = []
            while evening.view.coach is not None:
                told.append(coach_of(evening).told)
                touch_what_is_asked(evening)
            assert told == [say(f"first_game.told.{step.name}") for step in STEPS]
            assert evening.view.kind is WelcomeScene
            assert evening.fingers.touches < 25
            assert evening.fingers.stage.ids.header.parent is not None, "the header has its place again"
        finally:
            evening.close()
    with Store(journal, now=None, writing=False) as kept:
        assert kept.games(9) == ()


OpenTable = Callable[..., TouchedTable]


@pytest.fixture
def table(kept_table: OpenTable) -> TouchedTable:
    return kept_table()


def of_step(name: str) -> TableView:
    return next(each for each in lessons() if each.step.name == name).view(7)


def test_the_first_screen_offers_it_before_all_else_until_somebody_has_played(table: TouchedTable) -> None:
    table.show(very_first())
    table.tap_words("Learn by playing")
    assert table.sent == [BeginFirstGame(very_first().number)]


def test_later_help_offers_it(table: TouchedTable) -> None:
    view = very_first()
    table.show(view)
    table.tap(table.stage.ids.header.ids.help)
    table.tap(table.stage.help_sheet.ids.answers.children[-1])
    assert table.sent == [BeginFirstGame(view.number)]


def test_the_screen_below_waits_while_the_coach_speaks(table: TouchedTable) -> None:
    table.show(of_step("claim"))
    assert table.stage.ids.body.opacity < 1
    table.tap(table.stage.screen.ids.challenge)
    table.tap(table.stage.screen.track.keys[2])
    assert table.sent == []
    table.tap(table.stage.coach.ids.key)
    assert table.sent == [GoOn(7)]


def test_a_bid_that_is_not_lit_is_answered_by_the_coach(table: TouchedTable) -> None:
    table.show(of_step("raise"))
    table.tap(table.stage.screen.track.keys[3])
    assert table.sent == []
    assert table.stage.coach.told == "Not that one."
    assert table.stage.coach.to_do == "Touch 4, then the 5."


LEAST_LETTERS_PX, LEAST_KEY_PX = 20, 48


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_what_the_coach_asks_for_is_read_from_a_chair_and_every_space_has_room_for_a_thumb(
    open_table: OpenTable, size: tuple[int, int], language: str
) -> None:
    use_language(language)
    table = open_table(*size)
    asking = [each for each in lessons() if not each.view(7).coach.key]
    for lesson in asking:
        table.show(lesson.view(7))
        coach = table.stage.coach
        letters = [each.font_size for each in coach.ids.bubble.walk(restrict=True) if isinstance(each, Words)]
        assert min(letters) >= LEAST_LETTERS_PX, (lesson.step.name, letters)
        keys = table.stage.screen.track.keys if table.stage.view.kind is BiddingScene else ()
        assert all(min(each.size) >= LEAST_KEY_PX for each in keys), lesson.step.name


@pytest.mark.parametrize("name", [step.name for step in STEPS])
def test_one_touch_leaves_it(name: str, table: TouchedTable) -> None:
    table.show(of_step(name))
    table.tap(table.stage.coach.ids.leave)
    assert table.sent == [LeaveGame(7)]


def test_the_verdict_is_played_and_a_touch_ends_that_alone(
    open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(THEME, "motion", 1.0)
    table = open_table().show(of_step("count"))
    screen = table.stage.screen
    assert not screen.over
    table.tap(table.stage.coach.ids.leave)
    draw_frames()
    assert screen.over
    assert table.sent == []


def test_the_keys_that_the_coach_names_are_on_the_screen(table: TouchedTable) -> None:
    for lesson in lessons():
        table.show(lesson.view(7))
        for named in re.findall("“(.+?)”", table.stage.coach.to_do):
            assert named in {each.text for each in table.targets() if isinstance(each, Key)}
