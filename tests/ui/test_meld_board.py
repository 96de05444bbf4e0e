"""Melds in a scrolling list: a tap is not lost when they change under the finger."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import card_samples
import pytest
from fingers import TouchedTable, draw_frames
from kivy.base import EventLoop

from companion.play.cards.views import MeldView
from companion.rehearsal.fingers import Touch

pytestmark = pytest.mark.slow

Opened = Callable[..., TouchedTable]


def test_a_tap_counts_though_the_melds_change_under_the_finger(open_table: Opened) -> None:
    table = open_table().show(dict(card_samples.card_views())["cards_melds"])
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


def test_the_list_shows_what_lies_there_now(open_table: Opened) -> None:
    table = open_table().show(dict(card_samples.card_views())["cards_obtain_melds"])
    board = table.stage.screen.ids.melds
    many = tuple(key.meld for key in board.keys)
    for shown in (many[:1], many, (), tuple(reversed(many))):
        board.show(shown)
        draw_frames()
        assert tuple(key.meld for key in board.keys) == shown
        assert [key.ids.fan.cards for key in board.keys] == [meld.cards for meld in shown]
        assert [key.lit for key in board.keys] == [bool(meld.hits) for meld in shown]
