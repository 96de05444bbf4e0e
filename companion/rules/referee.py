"""The one referee: folds events into a game. Rule sets differ in their data, never in this flow."""

from __future__ import annotations

from typing import assert_never

from companion.rules.adjudicate import ended_round, nearest_caller, next_opener, palafico_seat, verdict
from companion.rules.errors import Foreign, RuleError
from companion.rules.events import (
    Bid,
    BidMade,
    Challenged,
    ChallengedTogether,
    CupsRevealed,
    Dice,
    DiceShown,
    Event,
    GameBegun,
    OpeningRolled,
    RevealCorrected,
    SpotOnCalled,
    TotalBid,
    Undone,
)
from companion.rules.game import Call, Game, Phase, next_in
from companion.rules.house import ruleset_of
from companion.rules.objections import before_reveal, check, refuse
from companion.rules.players import need_players
from companion.rules.refusal import Refusal
from companion.rules.ruleset import FirstOpener, RuleSet

CHIPS_AT_THE_START = 50
"""Chips each player starts with (milton-bradley sheet, the chips variation)."""


def begin(event: GameBegun) -> Game:
    """The game as it stands after its first line; RuleError when players, options or opener do not fit."""
    ruleset = ruleset_of(event.rules, event.options)
    need_players(ruleset.name, ruleset.most_players, event.players)
    opener = _opener(ruleset, event)
    seats = len(event.players)
    game = Game(
        ruleset=ruleset,
        players=event.players,
        phase=Phase.OPENING_ROLL,
        dice=(ruleset.dice,) * seats,
        shown=((),) * seats,
        rolling=tuple(range(seats)),
        chips=(CHIPS_AT_THE_START,) * seats if ruleset.chips else None,
    )
    return game if opener is None else _round_begun(game.but(rolling=()), opener)


def apply(game: Game, event: Event) -> Game:
    """The game after one more event; RuleError where it is forbidden. ``Undone`` is the record's."""
    check(game, event)
    match event:
        case BidMade() | TotalBid():
            return _bid_made(game, event)
        case DiceShown():
            return _dice_shown(game, event)
        case Challenged():
            return _called(game, event.player, Call.CHALLENGE)
        case ChallengedTogether():
            caller = nearest_caller(game.dice, game.last_bid.player, event.players)
            return _called(game, caller, Call.CHALLENGE)
        case SpotOnCalled():
            return _called(game, event.player, Call.SPOT_ON)
        case CupsRevealed():
            return _resolved(game, event.dice)
        case RevealCorrected():
            return _resolved(before_reveal(game), event.dice)
        case OpeningRolled():
            return _opening_rolled(game, event)
        case GameBegun() | Undone():
            refuse(game, event)
        case _:
            assert_never(event)


def _opener(ruleset: RuleSet, event: GameBegun) -> int | None:
    """The seat that the table chose; ``None`` where the highest roll decides."""
    if ruleset.first_opener is FirstOpener.ROLL:
        if event.opener is not None:
            raise RuleError(Refusal.OPENER_ROLLED, rules=ruleset.name)
        return None
    if event.opener is None:
        raise RuleError(Refusal.OPENER_MISSING, rules=ruleset.name)
    if not 0 <= event.opener < len(event.players):
        last = len(event.players) - 1
        raise RuleError(Refusal.OPENER_NO_SEAT, opener=Foreign(event.opener), last=last)
    return event.opener


def _round_begun(game: Game, opener: int, palafico: bool = False) -> Game:
    held = [dice for dice in game.dice if dice]
    begun = game.but(
        phase=Phase.BIDDING,
        opener=opener,
        to_act=opener,
        bid=None,
        bids=0,
        bidders=(),
        shown=((),) * len(game.players),
        may_show=False,
        caller=None,
        call=None,
        palafico=palafico,
        tie_breaker=game.ruleset.tie_breaker and held == [1, 1],
    )
    return begun if game.chips is None else _stakes_paid(begun, game.chips)


def _stakes_paid(game: Game, held: tuple[int, ...]) -> Game:
    """Everybody still in pays a chip into the round pot, then one into the game pot, as far as they can."""
    chips, round_pot, game_pot = list(held), game.round_pot, game.game_pot
    for seat in game.still_in:
        to_round = min(chips[seat], 1)
        to_game = min(chips[seat] - to_round, 1)
        chips[seat] -= to_round + to_game
        round_pot += to_round
        game_pot += to_game
    return game.but(chips=tuple(chips), round_pot=round_pot, game_pot=game_pot)


def _opening_rolled(game: Game, event: OpeningRolled) -> Game:
    highest = max(face for _, face in event.rolls)
    tied = tuple(sorted(seat for seat, face in event.rolls if face == highest))
    if len(tied) > 1:
        return game.but(rolling=tied)
    return _round_begun(game.but(rolling=()), tied[0])


def _bid_made(game: Game, event: Bid) -> Game:
    player = event.player
    return game.but(
        bid=event,
        bids=game.bids + 1,
        bidders=(player, *(seat for seat in game.bidders if seat != player)),
        to_act=next_in(game.dice, player),
        may_show=game.ruleset.show_reroll,
        before_reveal=None,
    )


def _dice_shown(game: Game, event: DiceShown) -> Game:
    shown = tuple(
        faces + event.dice if seat == event.player else faces for seat, faces in enumerate(game.shown)
    )
    return game.but(shown=shown, may_show=False)


def _called(game: Game, caller: int, call: Call) -> Game:
    return game.but(phase=Phase.REVEAL, to_act=None, may_show=False, caller=caller, call=call)


def _resolved(game: Game, dice: tuple[Dice, ...]) -> Game:
    """The game after the verdict on these faces: dice lost, pot paid, next round begun or game won."""
    found = verdict(game, dice)
    held = tuple(before - lost for before, lost in zip(game.dice, found.losses, strict=True))
    ended = ended_round(game, found, dice)
    after = game.but(dice=held, rounds=(*game.rounds, ended), before_reveal=game)
    if game.chips is not None:
        after = after.but(chips=_with_pot(game.chips, found.winner, game.round_pot), round_pot=0)
    if len(after.still_in) == 1:
        return _won(after)
    palafico = palafico_seat(game, found, held)
    if palafico is not None:
        after = after.but(had_palafico=tuple(sorted({*after.had_palafico, palafico})))
        return _round_begun(after, palafico, palafico=True)
    return _round_begun(after, next_opener(game.ruleset, found, game.bidders, held))


def _with_pot(chips: tuple[int, ...], winner: int, pot: int) -> tuple[int, ...]:
    return tuple(held + pot if seat == winner else held for seat, held in enumerate(chips))


def _won(game: Game) -> Game:
    (winner,) = game.still_in
    chips = None if game.chips is None else _with_pot(game.chips, winner, game.game_pot)
    return game.but(
        phase=Phase.OVER,
        winner=winner,
        opener=None,
        to_act=None,
        bid=None,
        bids=0,
        bidders=(),
        shown=((),) * len(game.players),
        caller=None,
        call=None,
        palafico=False,
        tie_breaker=False,
        chips=chips,
        game_pot=0,
    )
