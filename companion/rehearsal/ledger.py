"""Compares the states of a game that the screen showed with the journal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.play.views import Scene, TableView
from companion.rules.events import Bid, BidMade, Undone
from companion.rules.families import AnyEvent, dice_game
from companion.rules.game import Game, Phase
from companion.rules.record import GameRecord


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a game, as both screen and journal give it; two events in a row never give the same.

    ``bid`` is its quantity (or total) and face; ``called``: a challenge stands. ``rolling`` are the seats
    that roll to open.
    """

    rounds: int
    bid: tuple[int, int | None] | None
    dice: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]
    called: bool
    rolling: tuple[int, ...]


class Ledger:
    """Keeps the states that were on the screen, and the accepted events of cards."""

    def __init__(self) -> None:
        self.seen: list[Standing] = []
        self.declared: list[AnyEvent] = []

    def follow(self, view: TableView) -> None:
        """A view is on the screen."""
        standing = standing_on(view)
        if standing is not None and standing not in self.seen[-1:]:
            self.seen.append(standing)

    def lost(self, events: Sequence[AnyEvent]) -> int:
        """How many states or cards that were shown are missing in the journal's events."""
        if self.declared:
            return _missing(self.declared, events)
        written = standings_of(events)
        missing = _missing(self.seen, written)
        return max(missing, int(self.seen[-1:] != written[-1:]))


def standing_on(view: TableView) -> Standing | None:
    """The game's state on the screen; ``None`` if there is none, or while dice are read."""
    ended = view.scene in (Scene.VERDICT, Scene.OVER)
    if not ended and view.scene not in (Scene.OPENING_ROLL, Scene.BIDDING, Scene.REVEAL):
        return None
    seats = view.seats
    bid = None if ended or view.bid_quantity is None else (view.bid_quantity, view.bid_face)
    return Standing(
        view.round_number if ended else view.round_number - 1,
        bid,
        tuple(seat.dice for seat in seats),
        tuple(seat.shown for seat in seats),
        view.scene is Scene.REVEAL,
        tuple(hand.seat for hand in view.hands) if view.scene is Scene.OPENING_ROLL else (),
    )


def standings_of(events: Iterable[AnyEvent]) -> list[Standing]:
    """Every state that these events lead to, in order."""
    standings: list[Standing] = []
    record: GameRecord | None = None
    for event in events:
        record = GameRecord.begin(event) if record is None else record.apply(event)
        standing = standing_of(dice_game(record.game))
        if standing not in standings[-1:]:
            standings.append(standing)
    return standings


def standing_of(game: Game) -> Standing:
    """The game's state in the journal."""
    return Standing(
        len(game.rounds),
        None if game.bid is None else _told(game.bid),
        game.dice,
        game.shown,
        game.phase is Phase.REVEAL,
        tuple(game.rolling) if game.phase is Phase.OPENING_ROLL else (),
    )


def _told(bid: Bid) -> tuple[int, int | None]:
    return bid.claim, bid.face if isinstance(bid, BidMade) else None


def _missing(wanted: Sequence[object], there: Sequence[object]) -> int:
    """How many of the wanted states are missing, in this order."""
    missing = at = 0
    there = [each for each in there if not isinstance(each, Undone)]
    for each in wanted:
        try:
            at = there.index(each, at) + 1
        except ValueError:
            missing += 1
    return missing
