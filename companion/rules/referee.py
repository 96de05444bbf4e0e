"""The one referee: folds events into a game. Rule sets differ in their data, never in this flow."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.rules.adjudicate import ended_round, nearest_caller, next_opener, palafico_seat, verdict
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
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RevealCorrected,
    SpotOnCalled,
    TotalBid,
    Undone,
)
from companion.rules.fields import need_players
from companion.rules.game import Call, Game, Phase, SeatChange, moved_up, next_in, with_seat
from companion.rules.house import ruleset_of
from companion.rules.legal import before_reveal, check, refuse
from companion.rules.refusals import Foreign, Refusal, RuleError
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
        case PlayerLeft():
            return _left(game, event.player)
        case PlayerJoined():
            return _joined(_with_empty_seat(game, event), event.seat, event.dice)
        case PlayerReturned():
            return _joined(game, event.player, event.dice)
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
    begun = _round_opened(game, opener, palafico)
    return begun if game.chips is None else _stakes_paid(begun, game.chips, begun.still_in)


def _round_opened(game: Game, opener: int, palafico: bool) -> Game:
    held = [dice for dice in game.dice if dice]
    return game.but(
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


def _stakes_paid(game: Game, held: tuple[int, ...], seats: tuple[int, ...]) -> Game:
    """Each of these seats pays a chip into the round pot, then one into the game pot, as far as they can."""
    chips, round_pot, game_pot = list(held), game.round_pot, game.game_pot
    for seat in seats:
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


def _left(game: Game, seat: int) -> Game:
    """The game without this player's dice. A round that had begun is void: its opener opens it again.

    The next in turn opens for an opener who left, and rolls for one whose roll would have decided. Chips
    that were staked stay in the pots.
    """
    held = tuple(0 if each == seat else dice for each, dice in enumerate(game.dice))
    change = SeatChange(len(game.rounds), seat, -game.dice[seat])
    after = game.but(dice=held, seat_changes=(*game.seat_changes, change), before_reveal=None)
    if len(after.still_in) == 1:
        if after.chips is not None:
            after = after.but(chips=_with_pot(after.chips, after.still_in[0], after.round_pot), round_pot=0)
        return _won(after.but(rolling=()))
    if game.opener is None:
        rolling = tuple(each for each in game.rolling if each != seat)
        return (
            after.but(rolling=rolling)
            if len(rolling) > 1
            else _round_begun(after.but(rolling=()), rolling[0])
        )
    if held[game.opener]:
        palafico = game.palafico and len(after.still_in) > 2
        return _round_opened(after, game.opener, palafico)
    return _round_opened(after, next_in(held, seat), palafico=False)


def _joined(game: Game, seat: int, dice: int) -> Game:
    """The game with dice at this empty seat, which pays the stakes of the round that begins."""
    held = tuple(dice if each == seat else before for each, before in enumerate(game.dice))
    change = SeatChange(len(game.rounds), seat, dice)
    after = game.but(dice=held, seat_changes=(*game.seat_changes, change), before_reveal=None)
    if after.opener is None:
        everybody = len(game.rolling) == len(game.still_in)
        return after.but(rolling=tuple(sorted((*after.rolling, seat)))) if everybody else after
    after = _round_opened(after, after.opener, after.palafico)
    return after if after.chips is None else _stakes_paid(after, after.chips, (seat,))


def _with_empty_seat(game: Game, event: PlayerJoined) -> Game:
    """The game with one seat more, in the numbers that the seats then have."""
    at = event.seat
    opener = None if game.opener is None else moved_up(game.opener, at)
    return game.but(
        players=with_seat(game.players, at, event.name),
        dice=with_seat(game.dice, at, 0),
        shown=with_seat(game.shown, at, ()),
        opener=opener,
        to_act=opener,
        rolling=tuple(moved_up(seat, at) for seat in game.rolling),
        chips=None if game.chips is None else with_seat(game.chips, at, CHIPS_AT_THE_START),
        rounds=tuple(ended.with_seat(at) for ended in game.rounds),
        had_palafico=tuple(moved_up(seat, at) for seat in game.had_palafico),
        seat_changes=tuple(replace(change, seat=moved_up(change.seat, at)) for change in game.seat_changes),
    )


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
