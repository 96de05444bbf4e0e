"""Melds in a scrolling list: a tap is not lost when they change under the finger."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kivy.base import EventLoop
from kivy.clock import Clock

from companion.play.modes.cards.views import MeldView
from companion.simulator.rehearsal.touching import Touch, shown
from companion.ui.screens.cards.card_keys import HandSheet
from companion.ui.widgets.words import Words
from tests.ui import card_samples
from tests.ui.fingers import Opened, draw_frames

pytestmark = pytest.mark.slow


def test_a_tap_counts_though_the_melds_change_under_the_finger(kept_table: Opened) -> None:
    table = kept_table().show(dict(card_samples.card_views())["cards_melds"])
    board = table.stage.screen.ids.melds
    touched: list[MeldView] = []
    board.bind(on_meld=lambda _, meld: touched.append(meld))
    melds = tuple(key.meld for key in board.keys)
    finger = Touch(*board.keys[1].to_window(*board.keys[1].center))
    EventLoop.post_dispatch_input("begin", finger)
    changed = (melds[0], replace(melds[1], hits=(), why="not now"))
    board.show(changed)
    EventLoop.post_dispatch_input("end", finger)
    draw_frames()
    assert touched == [changed[1]]


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1920, 1080)])
def test_who_asks_and_for_what_stand_together(kept_table: Opened, size: tuple[int, int]) -> None:
    table = kept_table(*size).show(dict(card_samples.card_views())["cards_decide_no"])
    words = {each.text: each for each in table.stage.screen.ids.quest.walk() if isinstance(each, Words)}
    asker, asks_for = words["Ada"], words["asks for"]
    assert asker.center_y - asks_for.center_y < 2 * asker.font_size


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1920, 1080)])
def test_how_many_cards_and_of_what_stand_together(kept_table: Opened, size: tuple[int, int]) -> None:
    table = kept_table(*size).show(dict(card_samples.card_views())["cards_obtain_melds"])
    for pile in (table.stage.screen.ids.stock, table.stage.screen.ids.discards):
        count, caption = (each for each in pile.walk(restrict=True) if isinstance(each, Words))
        assert count.center_y - caption.center_y < 1.5 * count.font_size


@pytest.mark.parametrize("frame_s", [0.02, 0.2, 0.6, 2.0])
def test_melds_are_touched_where_they_lie_however_slow_the_frames(frame_s: float, kept_table: Opened) -> None:
    """On a busy machine a list that was laid out anew once sprang out of the window; no touch met it."""
    table, card_views, now = kept_table(), dict(card_samples.card_views()), [Clock.time()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Clock, "time", lambda: now[0])
        for name in ("cards_melds", "cards_decide", "cards_melds"):
            table.stage.show(card_views[name])
            for _ in range(12):
                now[0] += frame_s
                draw_frames(1)
    draw_frames(1)  # else what is laid out next waits for a minute that was only made up
    board = table.stage.screen.ids.melds
    assert board.keys
    assert not [key.meld for key in board.keys if not shown(key)]


def test_the_list_shows_what_lies_there_now(kept_table: Opened) -> None:
    table = kept_table().show(dict(card_samples.card_views())["cards_obtain_melds"])
    board = table.stage.screen.ids.melds
    many = tuple(key.meld for key in board.keys)
    for laid in (many[:1], many, (), tuple(reversed(many))):
        board.show(laid)
        draw_frames()
        assert tuple(key.meld for key in board.keys) == laid
        assert [key.ids.fan.cards for key in board.keys] == [meld.cards for meld in laid]
        assert [key.lit for key in board.keys] == [bool(meld.hits) for meld in laid]


def test_a_dealt_hand_is_looked_at_by_two_touches_and_a_third_hides_it(open_table: Opened) -> None:
    table = open_table().show(card_samples.with_hands())
    table.tap_words("Look at a hand")
    table.tap_words("Ben")
    assert isinstance(table.stage.sheet, HandSheet)
    assert [card.rank for card in table.stage.sheet.ids.fan.cards] == ["J", "7", "Q", "7", "7"]
    table.tap_words("OK")
    assert (table.stage.sheet, table.sent) == (None, [])
