"""Twelve at one table: RH's game with six dice each, as far as the dice suffice."""

from __future__ import annotations

from companion.play.base.views import PictureView
from companion.play.modes.dice.views import CallSheet
from companion.play.views import TableView
from companion.rules import RH, BidMade, Challenged, CupsRevealed, Event, GameBegun
from tests.made_views import changed
from tests.ui import sample_games as games
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.perudo_scenes import calling
from tests.ui.roster_scenes import played_before, seats_of, set_up
from tests.ui.sample_scene import SampleScene

TWELVE = (*parts.TEN_NAMES, "Leonard", "Magdalena")
RH_CHOICE = next(at for at, choice in enumerate(parts.CHOICES) if choice.name == RH.name)


def _twelve(*events: Event) -> tuple[Event, ...]:
    return GameBegun(RH.name, TWELVE, (), 10), *events


def _peeking() -> TableView:
    frame, _hands, _marks = views.hands_of(parts.SHORT_NAMES[:6])
    return changed(views.padded(TWELVE), picture=PictureView(frame, (), True), peeking=1, may_peek=True)


def twelve_scenes() -> tuple[SampleScene, ...]:
    """In the order of a game."""
    view = played_before(TWELVE)
    hands = tuple(tuple((seat + die) % 6 + 1 for die in range(6)) for seat in range(12))
    bid = BidMade(10, 14, 4)
    called = _twelve(bid, Challenged(11))
    reveal = CupsRevealed(hands)
    return (
        SampleScene("twelve_players", view, set_up(RH_CHOICE)),
        SampleScene("twelve_seats", view, seats_of(RH_CHOICE)),
        SampleScene("twelve_peek", _peeking(), calling(CallSheet.PEEK)),
        SampleScene("twelve_bid", games.shown(games.going_on(*_twelve(bid)))),
        SampleScene("twelve_called", games.shown(games.going_on(*called))),
        SampleScene("twelve_verdict", games.told(True, *called, reveal)),
        SampleScene("twelve_verdict_by_hand", games.told(False, *called, reveal)),
    )
