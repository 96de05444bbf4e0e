"""A kept game of dice, round by round: who bid what, who called, what lay there, who lost what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeGuard

from companion.rules.adjudicate import ended_round, nearest_caller, palafico_seat, verdict
from companion.rules.events import (
    Bid,
    Challenged,
    ChallengedTogether,
    CupsRevealed,
    Dice,
    DiceShown,
    GameBegun,
    RevealCorrected,
    SpotOnCalled,
)
from companion.rules.families import AnyEvent, is_card_game
from companion.rules.game import Call, Game, Phase, Round
from companion.rules.referee import begin
from companion.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class PlacedBid:
    """A bid, with the faces that lay outside the cups before it, a seat.

    ``put_out`` are the dice that its maker put outside the cup with it; the other hidden ones were rolled
    again then.
    """

    bid: Bid
    shown: tuple[Dice, ...]
    put_out: Dice = ()


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as far as it came: ``ended`` is ``None`` without a verdict.

    ``held`` are the dice of each seat in this round. ``caller`` is ``None`` while nobody has called.
    """

    held: tuple[int, ...]
    bids: tuple[PlacedBid, ...]
    caller: int | None
    call: Call | None
    ended: Round | None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game's rounds, the last one perhaps unfinished; ``winner`` is ``None`` while it is not over."""

    ruleset: RuleSet
    players: tuple[str, ...]
    rounds: tuple[PlayedRound, ...]
    winner: int | None


def is_of_dice(events: Sequence[AnyEvent]) -> bool:
    """Whether these events, the first being a game's beginning, are of a game of dice."""
    return _begins(events[0]) and not is_card_game(events[0])


def played_game(events: Sequence[AnyEvent]) -> PlayedGame:
    """The game in these events, which are those that still stand; the first is its beginning.

    They are taken as the referee allowed them: nothing is checked again, and the verdicts come from the
    rules. ValueError where they are no game of dice.
    """
    first = events[0]
    if not _begins(first) or is_card_game(first):
        raise ValueError("a game of dice begins with its first line")
    telling = _Telling(begin(first))
    for event in events[1:]:
        telling.hear(event)
    return telling.told()


def _begins(event: AnyEvent) -> TypeGuard[GameBegun]:
    return isinstance(event, GameBegun)


def reveals(events: Sequence[tuple[int, AnyEvent]]) -> tuple[int, ...]:
    """The number of the event that shows the dice of each ended round: of its reveal, or its last correction.

    ``events`` are those that still stand, each with its number in the record.
    """
    found: list[int] = []
    for number, event in events:
        if isinstance(event, CupsRevealed):
            found.append(number)
        elif isinstance(event, RevealCorrected) and found:
            found[-1] = number
    return tuple(found)


class _Telling:
    """A game while its events are heard."""

    def __init__(self, begun: Game) -> None:
        self._begun = begun
        self._rounds: list[PlayedRound] = []
        self._held = begun.dice
        self._palafico: int | None = None
        self._had_palafico: tuple[int, ...] = ()
        self._called: Game | None = None
        self._clear()

    def _clear(self) -> None:
        self._bids: list[PlacedBid] = []
        self._shown: tuple[Dice, ...] = ((),) * len(self._begun.players)
        self._caller: int | None = None
        self._call: Call | None = None

    def hear(self, event: AnyEvent) -> None:
        if isinstance(event, Bid):
            self._bids.append(PlacedBid(event, self._shown))
        elif isinstance(event, DiceShown):
            self._put_out(event)
        elif isinstance(event, Challenged):
            self._caller, self._call = event.player, Call.CHALLENGE
        elif isinstance(event, ChallengedTogether):
            bidder = self._bids[-1].bid.player
            self._caller = nearest_caller(self._held, bidder, event.players)
            self._call = Call.CHALLENGE
        elif isinstance(event, SpotOnCalled):
            self._caller, self._call = event.player, Call.SPOT_ON
        elif isinstance(event, CupsRevealed):
            self._called = self._lifted()
            self._end(self._called, event.dice, tuple(self._bids))
        elif isinstance(event, RevealCorrected) and self._called is not None:
            bids = self._rounds.pop().bids
            self._end(self._called, event.dice, bids)

    def told(self) -> PlayedGame:
        rounds = [*self._rounds]
        if self._bids:
            rounds.append(PlayedRound(self._held, tuple(self._bids), self._caller, self._call, None))
        still_in = [seat for seat, held in enumerate(self._held) if held]
        winner = still_in[0] if len(still_in) == 1 else None
        return PlayedGame(self._begun.ruleset, self._begun.players, tuple(rounds), winner)

    def _put_out(self, event: DiceShown) -> None:
        last = self._bids[-1]
        self._bids[-1] = PlacedBid(last.bid, last.shown, event.dice)
        self._shown = tuple(
            faces + event.dice if seat == event.player else faces for seat, faces in enumerate(self._shown)
        )

    def _lifted(self) -> Game:
        """The game that the reveal is held against."""
        bids = self._bids
        return Game(
            ruleset=self._begun.ruleset,
            players=self._begun.players,
            phase=Phase.REVEAL,
            dice=self._held,
            shown=self._shown,
            opener=bids[0].bid.player,
            bid=bids[-1].bid,
            bids=len(bids),
            caller=self._caller,
            call=self._call,
            palafico=self._palafico is not None,
            had_palafico=self._had_palafico,
        )

    def _end(self, game: Game, dice: tuple[Dice, ...], bids: tuple[PlacedBid, ...]) -> None:
        found = verdict(game, dice)
        ended = ended_round(game, found, dice)
        self._rounds.append(PlayedRound(game.dice, bids, ended.by, ended.call, ended))
        self._held = tuple(before - lost for before, lost in zip(game.dice, found.losses, strict=True))
        self._palafico = palafico_seat(game, found, self._held)
        self._had_palafico = game.had_palafico
        if self._palafico is not None:
            self._had_palafico += (self._palafico,)
        self._clear()
