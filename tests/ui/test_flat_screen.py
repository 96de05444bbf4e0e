"""A screen that lies flat turns to whose turn it is, and real touches turn with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from kivy.core.window import Window

from companion.core.seats import SeatPlaces
from companion.play.base.commands import CallChallenge
from companion.play.base.views import LookView
from companion.play.modes.cards.views import CardsScene
from companion.play.modes.dice.views import BiddingScene, SeatView
from companion.play.views import TableView
from companion.simulator.rehearsal.touching import Touch
from companion.ui.facing import SETTLE_S, reads_it_turned
from companion.ui.widgets.sheet import Question
from tests.made_views import changed
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, box_of, draw_frames
from tests.ui.scenes import sample_scenes

pytestmark = pytest.mark.slow

FLAT = LookView("en", flat=True)
SIX = ("Ann", "Bob", "Cy", "Dora", "Eve", "Finn")
SIZES = ((800, 480), (480, 800))


class Seconds:
    """A clock that stands still until it is put forward."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def as_it_is_mounted() -> Iterator[None]:
    """Whatever a test turned is turned back."""
    yield
    Window.rotation = 0


def turn_of(seat: int, look: LookView | None = FLAT, number: int = 1) -> TableView:
    """Six at the table; this one may bid or challenge."""
    view = views.bidding(SIX)
    return changed(view, seats=_acting(SIX, seat), look=look, number=number)


def flat_table(opened: TouchedTable) -> tuple[TouchedTable, Seconds]:
    clock = Seconds()
    opened.stage.facing.clock = clock
    return opened, clock


def tap_where(x: float, y: float) -> None:
    """A finger at a place of the glass, in pixels from its lower left corner as it is mounted."""
    Touch(x, y).tap()
    draw_frames()


def middle_of(table: TouchedTable) -> tuple[float, float]:
    """Where the key that challenges is drawn, as its player sees it."""
    left, low, right, top = box_of(table.stage.screen.ids.challenge)
    return (left + right) / 2, (low + top) / 2


def test_the_far_side_of_every_table_has_it_turned_and_nobody_else() -> None:
    for players in range(2, 13):
        names, view = tuple(f"P{seat}" for seat in range(players)), views.bidding(SIX)
        turned = [
            seat for seat in range(players) if reads_it_turned(changed(view, seats=_acting(names, seat)))
        ]
        far = [seat for seat in range(players) if SeatPlaces(players).towards(seat)[1] < -0.1]
        assert turned == far
        assert turned
        assert 0 not in turned


def _acting(names: tuple[str, ...], seat: int) -> tuple[SeatView, ...]:
    """This one may bid or challenge."""
    one = views.bidding(SIX).scene.game.seats[0]
    acts = (at == seat for at in range(len(names)))
    return tuple(
        replace(one, seat=at, name=name, to_act=on_turn, bidder=False, may_challenge=on_turn)
        for at, (name, on_turn) in enumerate(zip(names, acts, strict=True))
    )


def test_who_sits_at_the_ends_of_four_has_it_as_it_lies() -> None:
    names = SIX[:4]
    seats = [changed(views.bidding(SIX), seats=_acting(names, seat)) for seat in range(4)]
    assert [reads_it_turned(each) for each in seats] == [False, False, True, False]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_it_turns_there_and_back_and_touches_turn_with_it(size: tuple[int, int], open_table: Opened) -> None:
    table, clock = flat_table(open_table(*size))
    wide, high = size
    table.show(turn_of(3))
    assert (Window.rotation, tuple(Window.size)) == (180, size)
    clock.now += SETTLE_S
    x, y = middle_of(table)
    tap_where(x, y)
    assert table.sent == [], "there the key stood before the turn"
    if table.stage.sheet is not None:
        table.stage.close()
    tap_where(wide - 1 - x, high - 1 - y)
    assert table.sent == [CallChallenge(1, (3,))]
    table.show(turn_of(0, number=2))
    assert Window.rotation == 0
    clock.now += SETTLE_S
    tap_where(x, y)
    assert table.sent[1:] == [CallChallenge(2, (0,))]


def test_a_finger_on_its_way_when_it_turns_does_nothing(open_table: Opened) -> None:
    table, clock = flat_table(open_table())
    table.show(turn_of(0)).show(turn_of(3, number=2))
    x, y = middle_of(table)
    wide, high = Window.size
    tap_where(wide - 1 - x, high - 1 - y)
    assert table.sent == []
    clock.now += SETTLE_S
    tap_where(wide - 1 - x, high - 1 - y)
    assert table.sent == [CallChallenge(2, (3,))]


def test_without_a_turn_nobody_waits(open_table: Opened) -> None:
    table, _ = flat_table(open_table())
    table.show(turn_of(1)).show(turn_of(0, number=2))
    tap_where(*middle_of(table))
    assert table.sent == [CallChallenge(2, (0,))]


def test_a_screen_that_stands_never_turns(open_table: Opened) -> None:
    table, _ = flat_table(open_table())
    for look in (None, replace(FLAT, flat=False)):
        table.show(turn_of(3, look))
        assert Window.rotation == 0


def test_it_does_not_turn_under_a_sheet_but_once_that_is_closed(open_table: Opened) -> None:
    table, _ = flat_table(open_table())
    table.show(turn_of(0))
    table.stage.open(Question(title="Menu", answers=(), back="Back"))
    table.show(turn_of(3))
    assert Window.rotation == 0
    table.stage.close()
    assert Window.rotation == 180


def test_what_everybody_reads_lies_as_the_screen_is_mounted(open_table: Opened) -> None:
    table, _ = flat_table(open_table())
    table.show(turn_of(3))
    table.show(replace(views.verdict(), look=FLAT, number=2))
    assert Window.rotation == 0


def test_a_display_that_is_mounted_turned_turns_from_there(open_table: Opened) -> None:
    Window.rotation = 180
    table, clock = flat_table(open_table())
    table.show(turn_of(3))
    assert Window.rotation == 0
    clock.now += SETTLE_S
    tap_where(*middle_of(table))
    assert table.sent == [CallChallenge(1, (3,))]
    table.close()
    assert Window.rotation == 180


def test_only_scenes_of_one_player_turn() -> None:
    scenes = [scene for scene in sample_scenes() if reads_it_turned(scene.view)]
    assert {scene.view.kind for scene in scenes} <= {BiddingScene, CardsScene}
    assert [scene for scene in scenes if scene.view.coach is not None] == []
