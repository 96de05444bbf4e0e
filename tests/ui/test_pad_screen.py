"""Bidding on the pad: how many and which face, in either order; calls beside it."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from kivy.base import EventLoop

from companion.play.base.commands import CallChallenge, CallSpotOn, PlaceBid
from companion.play.modes.dice.views import PadFace, PadView
from companion.ui.widgets import stepper
from tests.made_views import changed
from tests.ui import sample_games as games
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, Touch, TouchedTable, draw_frames

pytestmark = pytest.mark.slow

PATIENCE_S = 60


def pad_face(table: TouchedTable, wanted: int) -> object:
    return next(key for key in table.stage.screen.pad.ids.faces.keys if key.face == wanted)


def quantity(table: TouchedTable, wanted: int) -> object:
    return next(key for key in table.stage.screen.pad.ids.quantities.keys if key.quantity == wanted)


def test_the_pad_bids_a_quantity_and_a_face(kept_table: Opened) -> None:
    table = kept_table().show(views.padded())
    table.tap(quantity(table, 2))
    assert "Bid 2\N{NO-BREAK SPACE}×" in table.words()
    table.tap(pad_face(table, 6))
    assert table.sent == [PlaceBid(12, 2, 6)]


def test_the_pad_bids_a_face_and_a_quantity(kept_table: Opened) -> None:
    table = kept_table().show(views.padded())
    table.tap(pad_face(table, 6))
    table.tap(quantity(table, 3))
    assert table.sent == [PlaceBid(12, 3, 6)]


def test_a_quantity_is_given_up_and_another_picked(kept_table: Opened) -> None:
    table = kept_table().show(views.padded())
    table.tap(quantity(table, 2))
    table.tap(quantity(table, 2))
    table.tap(quantity(table, 4))
    table.tap(pad_face(table, 5))
    assert table.sent == [PlaceBid(12, 4, 5)]


def test_one_touch_makes_the_next_bid_in_the_order_of_the_rules(kept_table: Opened) -> None:
    table = kept_table().show(views.padded())
    table.tap(table.stage.screen.pad.ids.bid)
    assert table.sent == [PlaceBid(12, 5, 4)]


def test_what_does_not_go_together_is_refused(kept_table: Opened) -> None:
    table = kept_table().show(views.padded(view=parts.pad(lowest=4)))
    table.tap(quantity(table, 4))
    table.tap(pad_face(table, 2))
    assert "Here only the bright faces beat the bid." in table.words()
    table.tap(quantity(table, 4))
    table.tap(pad_face(table, 2))
    table.tap(quantity(table, 4))
    assert "You can't bid that now." in table.words()
    assert table.sent == []
    table.tap(quantity(table, 5))
    assert table.sent == [PlaceBid(12, 5, 2)]


ENDLESS = PadView(tuple(PadFace(face, 2, None, None) for face in range(1, 7)), None, (2, 1), 8)
"""More dice than the eight in play may be bid, without end."""


def test_a_tap_on_the_last_key_picks_one_more_than_the_dice_in_play(
    kept_table: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepper, "HOLD_S", PATIENCE_S)  # on a slow machine a tap is long
    table = kept_table().show(views.padded(view=ENDLESS))
    grid = table.stage.screen.pad.ids.quantities
    assert [key.quantity for key in grid.keys] == [2, 3, 4, 5, 6, 7, 8]
    table.tap(grid.more)
    assert {"9", "Bid 9\N{NO-BREAK SPACE}×"} <= table.words()
    table.tap(grid.more)
    table.tap(pad_face(table, 3))
    assert table.sent == [PlaceBid(12, 10, 3)]


def test_any_bid_beyond_the_dice_in_play_is_two_touches_one_of_them_held(kept_table: Opened) -> None:
    table = kept_table().show(views.padded(view=ENDLESS))
    more = table.stage.screen.pad.ids.quantities.more
    finger = Touch(*more.to_window(*more.center))
    EventLoop.post_dispatch_input("begin", finger)
    until = time.monotonic() + PATIENCE_S
    while more.picked is None or more.picked < 13:
        assert time.monotonic() < until, "a held key does not count up"
        EventLoop.idle()
    picked = more.picked
    EventLoop.post_dispatch_input("end", finger)
    draw_frames()
    assert more.picked == picked, "letting go of it adds nothing"
    table.tap(pad_face(table, 3))
    assert table.sent == [PlaceBid(12, picked, 3)]


def test_beyond_the_dice_in_play_a_face_that_was_picked_before_is_kept(kept_table: Opened) -> None:
    table = kept_table().show(views.padded(view=ENDLESS))
    table.tap(pad_face(table, 5))
    table.tap(table.stage.screen.pad.ids.quantities.more)
    table.tap(table.stage.screen.pad.ids.bid)
    assert table.sent == [PlaceBid(12, 9, 5)]


def test_the_pad_refuses_a_locked_face_with_the_reason(kept_table: Opened) -> None:
    table = kept_table().show(views.padded(view=parts.pad(locked=5)))
    pad = table.stage.screen.pad
    table.tap(pad_face(table, 2))
    assert "Palafico: the face stays 5." in table.words()
    table.tap(pad.ids.bid)
    assert table.sent == [PlaceBid(12, 4, 5)]


def test_a_tie_breaker_bids_a_total(kept_table: Opened) -> None:
    table = kept_table().show(views.padded(parts.SHORT_NAMES[:2], PadView((), (7, 12), None)))
    table.tap(quantity(table, 8))
    table.tap(table.stage.screen.pad.ids.bid)
    assert table.sent == [PlaceBid(12, 8, 0)]


def test_the_pad_turns_from_faces_to_a_total_and_back(kept_table: Opened) -> None:
    table = kept_table().show(views.padded())
    table.show(views.padded(parts.SHORT_NAMES[:2], PadView((), (7, 12), None), number=13))
    assert "Bid a total of 7" in table.words()
    table.show(views.padded(number=14))
    table.tap(table.stage.screen.pad.ids.bid)
    assert table.sent == [PlaceBid(14, 5, 4)]


def test_a_pad_without_any_raise_cannot_bid(kept_table: Opened) -> None:
    table = kept_table().show(views.padded(view=PadView((), None, None)))
    table.tap(table.stage.screen.pad.ids.bid)
    assert table.sent == []
    assert "No raise is left" in table.words()


def test_several_challenge_at_once_where_anybody_may(kept_table: Opened) -> None:
    view = views.padded(several_may_challenge=True)
    view = changed(
        view, seats=tuple(changed(each, may_challenge=each.seat != 0) for each in view.scene.game.seats)
    )
    table = kept_table().show(view)
    table.tap_words("Liar!")
    table.tap_words("Liar!")
    assert table.sent == []
    table.tap_words("Dora")
    table.tap_words("Bob")
    table.tap_words("Liar!")
    assert table.sent == [CallChallenge(12, (1, 3))]


def test_spot_on_is_called_by_one_touch(kept_table: Opened) -> None:
    table = kept_table().show(views.padded(calls=True, number=12))
    table.tap_words("Spot on!")
    assert table.sent == [CallSpotOn(12, 1)]


def test_a_call_keeps_its_key_from_bid_to_bid_and_is_of_the_newest(kept_table: Opened) -> None:
    table = kept_table().show(views.padded(calls=True, number=12))
    calls = table.stage.screen.ids.calls
    keys = calls.children[:]
    table.show(views.padded(calls=True, number=13))
    assert calls.children == keys
    table.tap_words("Spot on!")
    assert table.sent == [CallSpotOn(13, 1)]


def test_of_several_who_may_call_calza_one_calls_by_a_second_touch(kept_table: Opened) -> None:
    view = views.padded(calls=True, number=12)
    spot_on = replace(view.scene.spot_on, words="Calza!", callers=(1, 2))
    table = kept_table().show(changed(view, spot_on=spot_on))
    table.tap_words("Calza!")
    table.tap_words(view.scene.game.seats[2].name)
    assert (table.sent, table.stage.sheet) == ([CallSpotOn(12, 2)], None)


def test_before_the_first_bid_of_many_dice_the_layout_comes_to_rest(kept_table: Opened) -> None:
    names = ("Ada", "Ben", "Cleo", "Dev", "Eve", "Fay", "Gus", "Hal")
    table = kept_table().show(games.shown(games.going_on(games.common_hand(names))))
    panel = table.stage.screen.panel
    assert panel.beside  # else no complaint of _layouts_come_to_rest could come
    assert not panel.number


def test_the_bid_stands_beside_its_bidder(kept_table: Opened) -> None:
    ids = kept_table().show(views.padded(("Ann", "Bob", *"CDEFGH"))).stage.screen.panel.ids
    assert (ids.bidder.text, ids.bidder.seat) == ("Ann:", 0)
    assert (ids.turn.text, ids.turn.seat) == ("Bob", 1)


def test_of_two_long_names_the_bid_keeps_its_bidders_sign(kept_table: Opened) -> None:
    ids = kept_table().show(views.padded(("Maximiliane", "Bartholomew", *"CDEFGH"))).stage.screen.panel.ids
    assert (ids.bidder.text, ids.bidder.seat) == (":", 0)
    assert ids.bidder._badge.size[0] > 0
    assert ids.turn.text == "Bartholomew"
