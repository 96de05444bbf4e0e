"""The panel drawn under the screen: its buttons speak, its lamps shine, and the screens keep their room."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from kivy.tests.common import UnitTestTouch

from companion.core.panel import ChallengePressed, CupMoved, Lamp, PanelLights, RoundPressed, Signal, Sound
from companion.core.settings import Talk
from companion.play.base.commands import CallChallenge
from companion.play.base.views import LookView
from companion.share.voice import Voice
from companion.text import say, use_language
from companion.text.catalogue import ENGLISH
from companion.ui.app import PANEL_SHARE, CupsUpApp
from companion.ui.art.theme import THEME
from companion.ui.desk_panel import DeskPanel
from companion.ui.widgets.surface import Target
from tests.ui import sample_views as views
from tests.ui.fingers import all_shown, draw_frames, window_of
from tests.ui.test_spoken_touch import Ears, spoken
from tests.ui.test_stage import WaitingSession

NOW_NS = 77


class Desk:
    """The app with its desk panel in the window; ``told`` are the panel's signals."""

    def __init__(self, width: int = 800, height: int = 576) -> None:
        self.window = window_of(width, height)
        self.panel, self.told = DeskPanel(lambda: NOW_NS), []
        self.ears = Ears()
        self.app = CupsUpApp(
            WaitingSession(views.bidding()), self.panel, reader=Voice(self.ears, Talk.TOUCHES)
        )
        self.root = self.app.build()
        self.window.add_widget(self.root)
        draw_frames()
        self.panel.listen(self.told.append)
        self.cups_at_first: list[Signal] = list(self.told)
        self.told.clear()

    def tap(self, widget: object) -> None:
        touch = UnitTestTouch(*widget.to_window(*widget.center))
        touch.touch_down()
        draw_frames(1)
        touch.touch_up()
        draw_frames()

    def close(self) -> None:
        self.app.on_stop()
        self.app.stage.retire()
        self.ears.close()
        self.window.remove_widget(self.root)
        THEME.height_share = 1.0


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


def test_each_seat_has_its_button_and_its_cup(desk: Desk) -> None:
    column = desk.app.strip.columns[1]
    desk.tap(column.ids.challenge)
    desk.tap(column.ids.cup)
    desk.tap(column.ids.cup)
    desk.tap(desk.app.strip.ids.go_on)
    assert desk.told == [
        ChallengePressed(1, NOW_NS),
        CupMoved(1, True, NOW_NS),
        CupMoved(1, False, NOW_NS),
        RoundPressed(NOW_NS),
    ]
    assert all(not each.up for each in desk.cups_at_first)


@pytest.mark.slow
def test_the_lamps_say_in_words_what_they_shine(desk: Desk) -> None:
    names = [seat.name for seat in views.bidding().scene.game.seats]
    desk.panel.show(PanelLights((Lamp.TURN, Lamp.LOST), ring=True, sound=Sound.CHALLENGE))
    draw_frames()
    said = [column.said for column in desk.app.strip.columns]
    assert said[:3] == [f"{names[0]}: turn", f"{names[1]}: lost", names[2]]
    assert (desk.app.strip.ring_said, desk.app.strip.sound_said) == ("ring: on", "beep: challenge")


def test_the_strip_speaks_a_language_chosen_in_the_middle(desk: Desk) -> None:
    desk.tap(desk.app.strip.columns[1].ids.cup)
    use_language("de")
    try:
        desk.app.arrive(replace(views.bidding(number=13), look=LookView("de", still=True)))
        draw_frames()
        strip = desk.app.strip
        cup = strip.columns[1].ids.cup
        assert (strip.ids.go_on.text, cup.text) == (say("strip.round"), say("strip.cup_up"))
        assert strip.parent.children == [strip, desk.app.stage.parent]
    finally:
        use_language(ENGLISH)


def test_the_screen_keeps_its_room_above_the_strip(desk: Desk) -> None:
    assert desk.app.stage.height == pytest.approx(480, abs=1)
    assert desk.app.strip.height == pytest.approx(576 * PANEL_SHARE, abs=1)
    assert THEME.scale == pytest.approx(1.0)
    bottom = desk.app.stage.to_window(*desk.app.stage.pos)[1]
    assert desk.app.strip.top == pytest.approx(bottom, abs=1)
    screen = desk.app.stage.screen
    assert screen.to_window(screen.x, screen.y)[1] == pytest.approx(bottom, abs=1), (
        "nothing lies under the strip"
    )


def test_in_a_small_window_no_key_above_the_strip_is_drawn_over_the_header() -> None:
    desk = Desk(800, 480)
    try:
        stage = desk.app.stage
        stage.show(views.welcome())
        draw_frames()
        low = stage.header.to_window(*stage.header.pos)[1]
        keys = [each for each in all_shown(stage.screen) if isinstance(each, Target)]
        assert keys
        assert all(each.to_window(each.x, each.top)[1] <= low + 1 for each in keys)
    finally:
        desk.close()


@pytest.mark.slow
def test_the_screen_above_is_touched_where_it_is_drawn(desk: Desk) -> None:
    desk.tap(desk.app.stage.screen.ids.challenge)
    assert [type(command) for command in desk.app.session.sent] == [CallChallenge]


@pytest.mark.slow
def test_a_closed_panel_says_nothing(desk: Desk) -> None:
    desk.panel.close()
    desk.tap(desk.app.strip.ids.go_on)
    assert desk.told == []


def test_twelve_players_have_eight_places_at_the_panel(desk: Desk) -> None:
    table = views.bidding()
    twelve = tuple(
        replace(table.scene.game.seats[0], seat=seat, name=f"Player {seat + 1}") for seat in range(12)
    )
    desk.app.strip.name(twelve)
    assert [column.name for column in desk.app.strip.columns] == [f"Player {seat + 1}" for seat in range(8)]
    desk.panel.show(PanelLights((Lamp.OFF,) * 7 + (Lamp.TURN,) * 5))
    draw_frames()
    assert desk.app.strip.columns[7].said == "Player 8: turn"
    desk.tap(desk.app.strip.columns[7].ids.cup)
    assert desk.told == [CupMoved(7, True, NOW_NS)]


def test_where_touches_are_spoken_a_button_is_named_before_it_is_pressed(desk: Desk) -> None:
    desk.app.stage.show(spoken(views.bidding()))
    draw_frames()
    button = desk.app.strip.columns[1].ids.challenge
    desk.tap(button)
    assert (desk.ears.heard, desk.told) == (["! Bob: Liar!"], [])
    desk.tap(button)
    assert desk.told == [ChallengePressed(1, NOW_NS)]
