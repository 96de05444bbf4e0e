"""From 1280×720 on the screen shows more: the bids of the round, the round before, the Lost Dice Squares."""

from __future__ import annotations

import pytest

from companion.play.modes.dice.views import BidView
from companion.ui.screens.dice.bids import BidRow, RoundPanel
from companion.ui.widgets.dice_row import LostSquares
from companion.ui.widgets.die_face import DieFace
from companion.ui.widgets.sheet import PictureSheet
from tests.made_views import changed
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, shown
from tests.ui.scenes import SampleScene, sample_scenes

pytestmark = pytest.mark.slow


def rows(table: TouchedTable) -> list[tuple[str, str]]:
    return [(each.name, each.number) for each in table.stage.walk(restrict=True) if isinstance(each, BidRow)]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_beside_the_track_stand_the_bids_the_round_before_and_the_squares(
    kept_table: Opened, size: tuple[int, int]
) -> None:
    table = kept_table(*size).show(views.bidding())
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
def test_a_small_screen_shows_the_bid_alone(kept_table: Opened, size: tuple[int, int]) -> None:
    table = kept_table(*size).show(views.bidding())
    assert rows(table) == []
    assert "The round before" not in table.words()


def test_the_newest_bids_stand_there_as_far_as_there_is_room(kept_table: Opened) -> None:
    many = tuple(BidView(0, f"Ann {number}", number, 5) for number in range(1, 31))
    table = kept_table(1280, 720).show(changed(views.bidding(), bids=many))
    told = rows(table)
    assert told[0] == ("Ann 30", "30 ×")
    panel = next(each for each in table.stage.walk(restrict=True) if isinstance(each, RoundPanel))
    assert 2 <= len(told) < 30
    lowest = min(each.y for each in panel.walk(restrict=True) if isinstance(each, BidRow))
    assert lowest >= panel.ids.bids.y


VERDICTS = [each for each in sample_scenes() if each.name in ("verdict", "verdict_six", "twelve_verdict")]


def share_of_dice(table: TouchedTable) -> float:
    """The side of a hand's die as a part of the screen's height."""
    dice = [
        min(die.size) * die.fill
        for strip in table.stage.screen.ids.hands.children
        for die in strip.ids.dice.children
        if isinstance(die, DieFace)
    ]
    return min(dice) / table.window.height


@pytest.mark.parametrize("scene", VERDICTS, ids=lambda scene: scene.name)
def test_a_verdicts_dice_are_larger_in_share_on_a_large_screen(
    kept_table: Opened, scene: SampleScene
) -> None:
    shares = [share_of_dice(kept_table(*size).show(scene.view)) for size in ((800, 480), (1920, 1080))]
    assert shares[1] > shares[0]


@pytest.mark.parametrize("scene", VERDICTS, ids=lambda scene: scene.name)
@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1920, 1080)], ids=str)
def test_hands_of_any_length_stand_below_each_other(
    kept_table: Opened, scene: SampleScene, size: tuple[int, int]
) -> None:
    hands = kept_table(*size).show(scene.view).stage.screen.ids.hands
    columns = {round(die.x - strip.x) for strip in hands.children for die in strip.ids.dice.children}
    assert len(columns) == hands.children[0].in_row


def test_a_crowds_dice_take_the_room_of_the_picture_which_a_key_shows(kept_table: Opened) -> None:
    scene = VERDICTS[-1]
    table = kept_table(800, 480).show(scene.view)
    assert share_of_dice(table) * 480 > 20
    table.tap(table.stage.screen.ids.enlarge)
    assert isinstance(table.stage.sheet, PictureSheet)
