"""What every screen shares: faults, the finger that counts once, turning the screen, the app."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace

import pytest
from kivy.tests.common import UnitTestTouch

from companion.play.base.commands import CallChallenge, Command
from companion.play.views import TableView
from companion.share.feed import LinkState, say_link
from companion.text import languages, say, use_language
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, box_of, draw_frames
from tests.ui.painted_table import painted_table

pytestmark = pytest.mark.slow

MARKS = [
    say("mark.simulated"),
    say("mark.waiting"),
    say("mark.no_broker"),
    "\n".join((say("mark.simulated"), say("mark.no_broker"))),
    "\n".join((say("mark.waiting"), say("mark.no_broker"))),
]


@pytest.mark.parametrize("language", languages())
def test_what_is_said_of_a_broker_is_whole_on_an_upright_screen(kept_table: Opened, language: str) -> None:
    use_language(language)
    table = kept_table(480, 800)
    for state in LinkState:
        told = say_link(state, "homeassistant.local:8883", "kitchen")
        assert told in table.show(views.bidding(fault=told)).words()


def test_a_fault_is_said_where_nothing_is_touched(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding(fault="The camera is gone: plug it in again."))
    assert "The camera is gone: plug it in again." in table.words()
    bar = table.stage.ids.header.ids.bar
    left, low, right, top = box_of(bar)
    for target in table.targets():
        if target.uid != bar.uid:
            box = box_of(target)
            assert min(right, box[2]) <= max(left, box[0]) or min(top, box[3]) <= max(low, box[1])


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
@pytest.mark.parametrize("mark", MARKS)
def test_the_mark_of_the_table_is_always_there_and_beside_what_is_said(
    mark: str, size: tuple[int, int], kept_table: Opened
) -> None:
    table, bidding = kept_table(*size), views.bidding()
    for view in (bidding, replace(bidding, fault="Gone."), views.advised(bidding, "Bob owes one die.")):
        table.show(replace(view, mark=mark))
        header = table.stage.ids.header
        label = header.ids.mark
        assert mark in table.words()
        assert label.said == label.text, "whole"
        assert label.texture_size[0] <= label.width
        for other in (header.ids.bar, header.ids.advice, header.ids.undo):
            assert label.right <= other.x or other.right <= label.x
    table.show(bidding)
    assert not set(MARKS) & table.words()


def test_a_fault_goes_with_the_view_that_has_none(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding(fault="Gone."))
    table.show(views.bidding(number=13))
    assert "Gone." not in table.words()


def test_a_fault_that_was_touched_away_comes_back_when_refused_again(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding(fault="Refused."))
    table.tap_words("Refused.")
    assert "Refused." not in table.words()
    table.tap_words("Liar!")
    table.show(views.bidding(fault="Refused."))
    assert "Refused." in table.words()


def test_a_long_fault_is_read_out_large(kept_table: Opened) -> None:
    fault = "The picture of USB camera 0 does not come any more: is its cable in? " * 3
    table = kept_table(480, 800).show(views.bidding(fault=fault))
    table.tap(table.stage.ids.header.ids.bar)
    assert table.stage.sheet.title == fault
    table.tap_words("OK")
    assert table.stage.sheet is None


def test_a_finger_reported_by_two_devices_counts_once(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    x, y = table.target_with("Liar!").center
    first, second = UnitTestTouch(x, y), UnitTestTouch(x + 3, y)
    second.device = "another device"
    for touch in (first, second):
        touch.touch_down()
    table.show(views.bidding(number=13))
    for touch in (first, second):
        touch.touch_up()
    draw_frames()
    assert table.sent == [CallChallenge(13, (1,))]


def test_turning_the_screen_makes_it_anew(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding())
    landscape = table.stage.screen
    table.window.size = (480, 800)
    draw_frames()
    assert table.stage.screen is not landscape
    assert table.stage.screen.track.grid == (6, 11)
    table.tap_words("Liar!")
    assert table.sent == [CallChallenge(12, (1,))]


def test_live_pictures_change_nothing_but_the_picture(kept_table: Opened) -> None:
    table = kept_table().show(views.reveal())
    screen, key = table.stage.screen, table.target_with("Cups are up")
    frame = painted_table(((1, 2, 3),))[0]
    view = views.reveal()
    table.show(replace(view, picture=replace(view.picture, frame=frame)))
    assert table.stage.screen is screen
    assert table.target_with("Cups are up") is key


class WaitingSession:
    """A session that keeps what it is sent."""

    def __init__(self, view: TableView) -> None:
        self.view = view
        self.on_view: Callable[[TableView], None] | None = None
        self.sent: list[Command] = []

    def send(self, command: Command) -> None:
        self.sent.append(command)


def test_the_app_draws_views_that_come_from_another_thread(kept_table: Opened) -> None:
    from companion.ui.app import CupsUpApp

    table = kept_table()
    session = WaitingSession(views.welcome())
    app = CupsUpApp(session)
    stage = app.build()
    table.window.add_widget(stage)
    draw_frames()
    assert stage.view is session.view
    newest = views.bidding()
    worker = threading.Thread(target=lambda: [session.on_view(each) for each in (views.reveal(), newest)])
    worker.start()
    worker.join()
    draw_frames()
    assert stage.view is newest
    stage.send(CallChallenge, players=(1,))
    assert session.sent == [CallChallenge(12, (1,))]
    app.on_stop()
    assert session.on_view is None
    stage.retire()
