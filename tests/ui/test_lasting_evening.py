"""What an evening leaves behind: of screens and sheets that are gone nothing is told of sizes any more."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest
from kivy.clock import Clock

from companion.ui.art.theme import THEME
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, draw_frames

pytestmark = pytest.mark.slow

CLOCK_HOLDS_S, CLOCK_HOLDS_FRAMES = 1.0, 60
"""Longer than Kivy's clock holds what was on the screen: it had gone after 0.6 s of frames."""


def listeners() -> dict[str, int]:
    """How many listen for each size of the theme, once what is gone has been cleared away."""
    gc.collect()
    return {name: len(list(THEME.get_property_observers(name))) for name in THEME.properties()}


def lasting_listeners(passes: Callable[[float], None]) -> dict[str, int]:
    """How many still listen when that has not changed for as long as Kivy's clock holds the last stage."""
    counts, before = listeners(), None
    while counts != before:
        for _ in range(CLOCK_HOLDS_FRAMES):
            passes(CLOCK_HOLDS_S / CLOCK_HOLDS_FRAMES)
            draw_frames(1)
        counts, before = listeners(), counts
    return counts


@pytest.fixture(scope="module")
def passes() -> Callable[[float], None]:
    """Makes Kivy's clock go on by so many seconds at once; it never goes back, as events would come late."""
    now, ahead_s = Clock.time, 0.0

    def go_on(seconds: float) -> None:
        nonlocal ahead_s
        ahead_s += seconds

    vars(Clock)["time"] = lambda: now() + ahead_s
    return go_on


def play_a_while(table: TouchedTable, sheets: int) -> None:
    """A bid is begun and left so often."""
    table.show(views.bidding())
    for _ in range(sheets):
        table.stage.lead()
        table.stage.close()


def test_sheets_that_were_closed_listen_no_more(open_table: Opened, passes: Callable[[float], None]) -> None:
    table = open_table()
    play_a_while(table, 2)
    before = lasting_listeners(passes)
    play_a_while(table, 5)
    assert lasting_listeners(passes) == before


def test_a_stage_that_is_retired_listens_no_more(open_table: Opened, passes: Callable[[float], None]) -> None:
    def evening() -> None:
        table = open_table()
        for view in (views.welcome(), views.bidding(), views.check(), views.verdict()):
            table.show(view)
        table.close()
        opened_tables.clear()

    opened_tables = open_table.__closure__[0].cell_contents
    before = lasting_listeners(passes)
    for _ in range(3):
        evening()
    assert lasting_listeners(passes) == before


def test_a_widget_that_lives_is_told_of_a_size(open_table: Opened) -> None:
    table = open_table(800, 480).show(views.bidding())
    key = table.target_with("Liar!")
    small = key._tile.border[0]
    table.window.size = (1280, 768)
    try:
        table.show(views.bidding(number=13))
        assert key._tile.border[0] > small
    finally:
        table.window.size = (800, 480)
