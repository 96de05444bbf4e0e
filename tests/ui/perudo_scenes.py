"""Scenes of Perudo at a table of ten, and of Bluff, whose star stands on the six."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.play.modes.dice.state import DiceTable
from companion.play.modes.dice.views import BiddingScene, CallSheet
from companion.play.views import TableView
from companion.rules import (
    BLUFF,
    PERUDO,
    BidMade,
    Challenged,
    CupsRevealed,
    Event,
    GameBegun,
    OpeningRolled,
    SpotOnCalled,
)
from companion.ui.stage import Stage
from tests.ui import sample_games as games
from tests.ui import sample_parts as parts
from tests.ui.sample_scene import SampleScene

TEN = parts.TEN_NAMES


def perudo(names: tuple[str, ...] = TEN, dice: int = 5) -> tuple[Event, ...]:
    """A game in which the first seat has rolled the highest die."""
    rolls = tuple((seat, 6 if seat == 0 else 2) for seat in range(len(names)))
    return GameBegun(PERUDO.name, names, (("dice", dice),), None), OpeningRolled(rolls)


def bluff(*events: Event, names: tuple[str, ...] = parts.LONG_NAMES) -> TableView:
    """A game with the star on the six."""
    return games.shown(games.going_on(GameBegun(BLUFF.name, names, (), 0), *events))


def palafico() -> TableView:
    """The third seat has come down to one die and has opened on ones."""
    names = parts.SHORT_NAMES[:4]
    hands = ((3, 3), (3, 3), (4, 4), (5, 5))
    lost = (BidMade(0, 2, 2), BidMade(1, 1, 1), Challenged(2), CupsRevealed(((1, 3), *hands[1:])))
    return games.shown(games.going_on(*perudo(names, 2), *lost, BidMade(2, 1, 1)))


def rolling() -> TableView:
    """Two of ten have rolled."""
    table: DiceTable = games.going_on(GameBegun(PERUDO.name, TEN, (), None))
    return games.shown(replace(table, rolls=((0, 5), (1, 3))))


def calling(sheet: CallSheet) -> Callable[[Stage], None]:
    """A touch on the key beside the challenge that opens this sheet."""

    def touch(stage: Stage) -> None:
        calls = stage.view.of(BiddingScene).scene.calls(stage.view.number)
        call = next(each for each in calls if each.sheet is sheet)
        key = next(each for each in stage.screen.ids.calls.children if each.text == call.words)
        key.dispatch("on_release")

    return touch


def _star(stage: Stage) -> None:
    space = next(key for key in stage.screen.track.keys if key.space.star and key.space.quantity == 4)
    space.dispatch("on_release")


def perudo_scenes() -> tuple[SampleScene, ...]:
    """In the order of a game."""
    bid = games.shown(games.going_on(*perudo(), BidMade(0, 12, 4)))
    called = (*perudo(), BidMade(0, games.matching(games.dealt(TEN), 4), 4))
    hands = CupsRevealed(games.dealt(TEN))
    return (
        SampleScene("perudo_roll", rolling()),
        SampleScene("perudo_bid", bid),
        SampleScene("perudo_calza", bid, calling(CallSheet.SPOT_ON)),
        SampleScene("perudo_called", games.shown(games.going_on(*called, SpotOnCalled(4)))),
        SampleScene("perudo_verdict", games.told(True, *called, SpotOnCalled(4), hands)),
        SampleScene("perudo_verdict_by_hand", games.told(False, *called, SpotOnCalled(4), hands)),
        SampleScene("perudo_palafico", palafico()),
        SampleScene("bluff_bid", bluff(BidMade(0, 7, 5))),
        SampleScene("bluff_star", bluff(BidMade(0, 5, 5)), _star),
        SampleScene("bluff_star_stands", bluff(BidMade(0, 4, 6))),
    )
