"""From 1280×720 on the screen shows more: the bids of the round, the round before, the Lost Dice Squares."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import sample_views as views
from fingers import TouchedTable, shown
from made_views import changed

from companion.play.modes.dice.views import BidView
from companion.ui.widgets.dice_row import LostSquares
from companion.ui.widgets.round_panel import BidRow, RoundPanel

pytestmark = pytest.mark.slow

Opened = Callable[..., TouchedTable]


def rows(table: TouchedTable) -> list[tuple[str, str]]:
    return [(each.name, each.number) for each in table.stage.walk(restrict=True) if isinstance(each, BidRow)]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_beside_the_track_stand_the_bids_the_round_before_and_the_squares(
    open_table: Opened, size: tuple[int, int]
) -> None:
    table = open_table(*size).show(views.bidding())
    assert rows(table) == [("Ann", "7 ×")]
    assert {
        "This round",
        "The round before",
        table.stage.view.scene.game.before,
        "Lost dice",
    } <= table.words()
    squares = [each for each in table.stage.walk(restrict=True) if isinstance(each, LostSquares)]
    assert len([each for each in squares if shown(each)]) == 1


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (480, 800)])
def test_a_small_screen_shows_the_bid_alone(open_table: Opened, size: tuple[int, int]) -> None:
    table = open_table(*size).show(views.bidding())
    assert rows(table) == []
    assert "This round" not in table.words()


def test_the_newest_bids_stand_there_as_far_as_there_is_room(open_table: Opened) -> None:
    many = tuple(BidView(0, f"Ann {number}", number, 5) for number in range(1, 31))
    table = open_table(1280, 720).show(changed(views.bidding(), bids=many))
    told = rows(table)
    assert told[0] == ("Ann 30", "30 ×")
    panel = next(each for each in table.stage.walk(restrict=True) if isinstance(each, RoundPanel))
    assert 2 <= len(told) < 30
    lowest = min(each.y for each in panel.walk(restrict=True) if isinstance(each, BidRow))
    assert lowest >= panel.ids.bids.y


def test_the_verdict_keeps_the_bids_beside_the_picture(open_table: Opened) -> None:
    table = open_table(1280, 720).show(views.verdict())
    assert rows(table) == [("Ann", "7 ×")]
    assert table.stage.screen.pictured
