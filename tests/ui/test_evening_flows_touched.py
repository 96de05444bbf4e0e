"""Touches where two fingers, two features or a message from elsewhere meet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from kivy.base import EventLoop
from kivy.uix.widget import Widget

from companion.core.settings import Fall
from companion.play.base.commands import PlayerJoins
from companion.play.base.ports import ClubRound
from companion.play.base.views import LookView
from companion.share.web import phone_gateway
from companion.text import say
from companion.ui.spoken_touch import texts_on
from tests.play.evening import Evening
from tests.play.test_player_clocks import with_clocks
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, Touch, at_the_players, draw_frames
from tests.ui.roster_scenes import played_before
from tests.ui.server_scenes import SampleServers

SIX = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay")


def dragged(widget: Widget, to: Widget) -> Touch:
    """A finger that has taken a widget to the middle of another one and is still down."""
    (x, y), (end_x, end_y) = widget.to_window(*widget.center), to.to_window(*to.center)
    touch, end = Touch(x, y), Touch(end_x, end_y)
    EventLoop.post_dispatch_input("begin", touch)
    draw_frames(1)
    touch.move({"x": end.sx, "y": end.sy})
    EventLoop.post_dispatch_input("update", touch)
    draw_frames(1)
    return touch


@pytest.mark.parametrize(("page", "other"), [(None, "Oma"), ("Seats", "Bob")])
def test_a_second_finger_on_the_players_does_not_close_the_app(
    kept_table: Opened, page: str | None, other: str
) -> None:
    table = at_the_players(kept_table().show(played_before(SIX[:3])))
    if page is not None:
        table.tap_words(page)
    first = dragged(table.target_with("Cy"), table.target_with("Ann"))
    table.tap_words(other)
    EventLoop.post_dispatch_input("end", first)
    draw_frames()
    assert set(table.stage.screen.players.names) >= {"Ann", "Bob", "Cy"}


@pytest.mark.parametrize("page", [None, "Seats"])
def test_a_clubs_round_changes_no_players_under_a_finger(kept_table: Opened, page: str | None) -> None:
    table = at_the_players(kept_table().show(played_before(SIX[:3])))
    if page is not None:
        table.tap_words(page)
    table.show(played_before(SIX[:3], called=ClubRound(2, ("Ida", "Jon"))))
    table.tap_words("Cy")
    table.stage.close()
    table.tap_words("Start")
    assert table.sent[-1].players == SIX[:3]


def test_a_look_at_a_game_for_fewer_sends_nobody_home(kept_table: Opened) -> None:
    table = kept_table().show(played_before(SIX))
    table.tap_words("New game")
    table.tap_words("Front Porch Classics")
    assert table.stage.screen.players.names == SIX[:4]
    table.stage.lead()
    draw_frames()
    table.tap_words("Milton Bradley, 1987")
    assert table.stage.screen.players.names == SIX


def test_a_dimmed_screen_wakes_when_somebody_bids_from_a_phone(kept_table: Opened) -> None:
    table, look = kept_table(), LookView("en", still=True, idle_s=300)
    table.show(replace(views.bidding(bid=(7, 5)), look=look, number=5))
    table.stage.dimmer.dim()
    table.show(replace(views.bidding(bid=(7, 5)), look=look, number=5))
    assert table.stage.dimmer.is_dark, "a clock's second is no news"
    table.show(replace(views.bidding(bid=(8, 5)), look=look, number=6))
    assert not table.stage.dimmer.is_dark


def test_practice_offers_no_phones(kept_table: Opened) -> None:
    """The gateway is not told of practice: its codes are of another game, or of none."""
    table = kept_table().show(replace(views.bidding(), practised=True))
    table.stage.servers = SampleServers(phones=phone_gateway.PhoneGateway(lambda: 0))
    table.stage.lead()
    draw_frames()
    assert say("menu.phones") not in table.words()


@pytest.mark.parametrize("opened", ["leading", "undo"])
def test_menu_and_undo_wait_for_an_answer_while_partners_bid_on(kept_table: Opened, opened: str) -> None:
    view = replace(views.bidding(bid=(7, 5)), practised=True, undo_words="take back Kim's bid of six 5s")
    table = kept_table().show(view)
    table.tap(table.stage.header.ids[opened])
    table.show(replace(views.bidding(bid=(8, 5)), practised=True, undo_words=view.undo_words, number=13))
    assert table.stage.sheet is not None


def test_a_question_of_undo_goes_when_somebody_bids_from_a_phone(kept_table: Opened) -> None:
    table = kept_table().show(replace(views.bidding(bid=(7, 5)), undo_words="take back Kim's bid of six 5s"))
    table.tap(table.stage.header.ids.undo)
    table.show(replace(views.bidding(bid=(9, 5)), undo_words="take back Ben's bid of eight 5s", number=14))
    assert table.stage.sheet is None


def test_the_menu_stays_when_somebody_bids_from_a_phone_and_goes_with_a_challenge(kept_table: Opened) -> None:
    table = kept_table().show(views.bidding(bid=(7, 5)))
    table.tap(table.stage.header.ids.leading)
    table.show(replace(views.bidding(bid=(9, 5)), number=14))
    assert table.stage.sheet is not None
    table.show(replace(views.reveal(), number=15))
    assert table.stage.sheet is None


def test_a_newcomers_sheet_stays_when_somebody_bids_from_a_phone_and_goes_with_a_challenge(
    kept_table: Opened,
) -> None:
    table = kept_table().show(replace(views.bidding(bid=None), number=13))
    table.tap(table.stage.header.ids.leading)
    for words in ("menu.company", "company.join"):
        table.tap_words(say(words))
    table.tap_words("O")
    typing = table.stage.sheet
    table.show(replace(views.bidding(bid=(2, 5)), number=14))
    assert (table.stage.sheet, typing.name) == (typing, "O")
    typing.done()
    table.stage.sheet.ids.choices.cells[0].dispatch("on_release")
    table.target_with(table.stage.view.company.dice[-1].words).dispatch("on_release")
    assert table.sent == [PlayerJoins(14, "O", 1, 5)], "the table says when players join"
    table.stage.open(typing)
    table.show(replace(views.reveal(), number=15))
    assert table.stage.sheet is None


def test_a_name_that_is_typed_as_somebody_bids_stands_there_in_the_next_round(open_table: Opened) -> None:
    table = open_table().show(replace(views.bidding(bid=None), number=13))

    def join(*letters: str) -> str:
        table.tap(table.stage.header.ids.leading)
        for words in (say("menu.company"), say("company.join"), *letters):
            table.tap_words(words)
        return table.stage.sheet.name

    assert join("O", "D") == "Od"
    table.show(replace(views.reveal(), number=14))
    assert table.stage.sheet is None
    table.show(replace(views.bidding(bid=None), number=15))
    assert join() == "Od"
    table.stage.sheet.done()
    table.show(replace(views.bidding(bid=(2, 5)), number=16))
    table.show(replace(views.reveal(), number=17))
    table.show(replace(views.bidding(bid=None), number=18))
    assert join("O") == "Odo"
    table.stage.close()
    table.show(replace(views.bidding(SIX[:4], bid=None), number=19))
    assert join() == ""


def test_who_leaves_is_asked_about_the_bid_that_came_meanwhile(kept_table: Opened) -> None:
    table = kept_table().show(replace(views.bidding(bid=None), number=13))
    table.tap(table.stage.header.ids.leading)
    for words in ("menu.company", "company.leave"):
        table.tap_words(say(words))
    table.show(replace(views.bidding(bid=(2, 5)), number=14))
    table.stage.sheet.ids.choices.cells[0].dispatch("on_release")
    assert table.stage.sheet.title == say("company.void_round")
    table.show(replace(views.bidding(bid=(3, 5)), number=15))
    assert table.stage.sheet is None, "its command is of the bid before"


def test_nobody_is_asked_who_joins_once_a_bid_has_come(kept_table: Opened) -> None:
    table = kept_table().show(replace(views.bidding(bid=None), number=13))
    table.tap(table.stage.header.ids.leading)
    table.tap_words(say("menu.company"))
    table.show(replace(views.bidding(bid=(2, 5)), number=14))
    table.tap_words(say("company.join"))
    assert table.stage.sheet.text == table.stage.view.company.refusal


@pytest.mark.parametrize("opened", ["leading", "help"])
def test_menu_and_help_of_practice_stay_when_a_partner_challenges(kept_table: Opened, opened: str) -> None:
    table = kept_table().show(replace(views.bidding(bid=(7, 5)), practised=True))
    table.tap(table.stage.header.ids[opened])
    read = table.stage.top_sheet
    words = texts_on(read)
    table.show(replace(views.reveal(), practised=True, number=13))
    draw_frames()
    assert table.stage.top_sheet is read
    assert table.stage.ids.body.children[0] is read, "it lies over the screen of the new scene"
    assert texts_on(read) == words
    table.show(replace(views.welcome(), number=14))
    assert table.stage.top_sheet is None


def test_a_clock_that_falls_during_a_peek_is_still_told(kept_table: Opened, tmp_path: Path) -> None:
    evening = Evening(tmp_path / "games", with_cups=True, settings=with_clocks(Fall.MOVE))
    evening.begin(players=3)
    evening.bid(2, 5)
    table = kept_table().show(evening.view)
    table.tap_words("Peek")
    evening.clock.ns += 301 * 10**9
    evening.controller.idle()
    table.sent.clear()
    table.show(evening.view)
    assert table.stage.sheet is None
    assert table.sent == [], "nothing that the table would refuse, in place of what it has just said"
    evening.close()
