"""The one referee: folds events into a game. Rule sets differ in data, never in this flow."""

from __future__ import annotations

from dataclasses import replace
from operator import sub
from typing import Any

from companion.rules import events
from companion.rules.adjudicate import ended_round, nearest_caller, next_opener, palafico_seat, verdict
from companion.rules.card_events import CardEvent
from companion.rules.fields import FEWEST_PLAYERS, need_players
from companion.rules.game import (
    BIDDING,
    MOST_SEATS,
    OPENING_ROLL,
    OVER,
    REVEAL,
    Call,
    Game,
    SeatChange,
    Stakes,
    moved_up,
    next_in,
    with_seat,
)
from companion.rules.house import ruleset_of
from companion.rules.legal import before_reveal, check
from companion.rules.refusals import Foreign, Refusal, RuleError
from companion.rules.ruleset import FirstOpener, RuleSet

CHIPS_AT_THE_START = 50
"""For each player (milton-bradley sheet, the chips variation)."""


def begin(event: events.GameBegun) -> Game:
    """Raises RuleError for unfit players, options or opener."""
    return begun(ruleset_of(event.rules, event.options), event)


def begun(ruleset: RuleSet, event: events.GameBegun) -> Game:
    """The game by ``ruleset``, whatever rules the event names."""
    need_players(ruleset.name, ruleset.most_players, event.players)
    _check_earlier(event)
    opener, seats = _opener(ruleset, event), len(event.players)
    game = Game(
        ruleset=ruleset,
        players=event.players,
        phase=OPENING_ROLL,
        dice=(ruleset.dice,) * seats,
        shown=((),) * seats,
        rolling=tuple(range(seats)),
        stakes=Stakes((CHIPS_AT_THE_START,) * seats) if ruleset.chips else None,
        earlier=event.earlier,
    )
    return game if opener is None else _round_begun(game, opener, rolling=())


def _check_earlier(event: events.GameBegun) -> None:
    there = len(event.players)
    if len(event.earlier) > events.MOST_EARLIER:
        raise RuleError(Refusal.EARLIER, value=Foreign(event.earlier))
    for moves in reversed(event.earlier):
        seats = there + list(dict(moves).values()).count(False)
        there = seats - sum(dict(reversed(moves)).values())
        if not (seats <= MOST_SEATS and there >= FEWEST_PLAYERS and _can_have_moved(moves, seats)):
            raise RuleError(Refusal.EARLIER, value=Foreign(event.earlier))


def _can_have_moved(moves: events.Moves, seats: int) -> bool:
    by_seat: dict[int, list[bool]] = {seat: [] for seat in range(seats)}
    for seat, came in moves:
        if seat not in by_seat or by_seat[seat][-1:] == [came]:
            return False
        by_seat[seat].append(came)
    return True


def apply(game: Game, event: events.Event | CardEvent) -> Game:
    """The game after one more event. Raises RuleError if forbidden. ``Undone`` is for ``GameRecord``."""
    check(game, event)
    match event:
        case events.BidMade() | events.TotalBid():
            return _bid_made(game, event)
        case events.DiceShown(player=player, dice=dice):
            shown = list(game.shown)
            shown[player] += dice
            return game.but(shown=tuple(shown), may_show=False)
        case events.Challenged(player=player):
            return _called(game, player, CHALLENGE)
        case events.ChallengedTogether(players=players):
            return _called(game, nearest_caller(game.dice, game.last_bid.player, players), CHALLENGE)
        case events.SpotOnCalled(player=player):
            return _called(game, player, SPOT_ON)
        case events.CupsRevealed(dice=dice):
            return _resolved(game, dice)
        case events.RevealCorrected(dice=dice):
            return _resolved(before_reveal(game), dice)
        case events.OpeningRolled():
            return _opening_rolled(game, event)
        case events.PlayerLeft():
            return _left(game, event)
        case events.PlayerJoined(seat=seat, dice=number):
            return _seated(_with_empty_seat(game, event), seat, number)
        case events.PlayerReturned(player=player, dice=number):
            return _seated(game, player, number)
    raise AssertionError(event)


def _opener(ruleset: RuleSet, event: events.GameBegun) -> int | None:
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


def _round_begun(game: Game, opener: int, palafico: bool = False, **changes: object) -> Game:
    """Begins a round with ``changes``; players pay their stakes."""
    begun = _round_opened(game, opener, palafico, **changes)
    return begun if begun.stakes is None else _stakes_paid(begun, begun.stakes, begun.still_in)


def _round_opened(game: Game, opener: int, palafico: bool, **changes: object) -> Game:
    return _without_bid(game, opener, phase=BIDDING, palafico=palafico, **changes)


def _without_bid(game: Game, opener: int | None, **changes: object) -> Game:
    """Nothing is bid, shown or called; the opener is to act."""
    return game.but(
        opener=opener,
        to_act=opener,
        bid=None,
        bids=0,
        bidders=(),
        shown=((),) * len(game.players),
        may_show=False,
        caller=None,
        call=None,
        **changes,
    )


def _stakes_paid(game: Game, stakes: Stakes, seats: tuple[int, ...]) -> Game:
    """Each of these seats pays a chip into the round pot, then one into the game pot, if it can."""
    chips, round_pot, game_pot = list(stakes.chips), stakes.round_pot, stakes.game_pot
    for seat in seats:
        to_round = min(chips[seat], 1)
        to_game = min(chips[seat] - to_round, 1)
        chips[seat] -= to_round + to_game
        round_pot += to_round
        game_pot += to_game
    return game.but(stakes=Stakes(tuple(chips), round_pot, game_pot))


def _opening_rolled(game: Game, event: events.OpeningRolled) -> Game:
    highest = max(face for _, face in event.rolls)
    tied = tuple(sorted(seat for seat, face in event.rolls if face == highest))
    if len(tied) > 1:
        return game.but(rolling=tied)
    return _round_begun(game, tied[0], rolling=())


def _bid_made(game: Game, event: events.Bid) -> Game:
    player, bidders = event.player, game.bidders
    if player in bidders:
        bidders = tuple([seat for seat in bidders if seat != player])
    return game.but(
        bid=event,
        bids=game.bids + 1,
        bidders=(player, *bidders),
        to_act=next_in(game.dice, player),
        may_show=game.ruleset.show_reroll,
        before_reveal=None,
    )


CHALLENGE, SPOT_ON = Call


def _called(game: Game, caller: int, call: Call) -> Game:
    return game.but(phase=REVEAL, to_act=None, may_show=False, caller=caller, call=call)


def _resolved(game: Game, dice: tuple[events.Dice, ...]) -> Game:
    found = verdict(game, dice)
    held = tuple(map(sub, game.dice, found.losses))
    stakes = None if game.stakes is None else _round_won(game.stakes, found.winner)
    after: dict[str, Any] = {
        "dice": held,
        "rounds": (*game.rounds, ended_round(game, found, dice)),
        "before_reveal": game,
        "stakes": stakes,
    }
    if held.count(0) == len(held) - 1:
        return _won(game.but(**after))
    palafico = palafico_seat(game, found, held)
    if palafico is not None:
        had = tuple(sorted({*game.had_palafico, palafico}))
        return _round_begun(game, palafico, palafico=True, had_palafico=had, **after)
    return _round_begun(game, next_opener(game.ruleset, found, game.bidders, held), **after)


def _left(game: Game, event: events.PlayerLeft) -> Game:
    """Removes this player's dice. A round is void: its opener opens it again.

    If the opener left, the next seat opens; an opening roll goes on without the player. Staked chips stay.
    """
    seat = event.player
    held = tuple(0 if each == seat else dice for each, dice in enumerate(game.dice))
    change = SeatChange(len(game.rounds), seat, -game.dice[seat])
    after = game.but(dice=held, seat_changes=(*game.seat_changes, change), before_reveal=None)
    if len(after.still_in) == 1:
        if after.stakes is not None:
            after = after.but(stakes=_round_won(after.stakes, after.still_in[0]))
        return _won(after.but(rolling=()))
    if game.opener is None:
        rolling = tuple(each for each in game.rolling if each != seat)
        return after.but(rolling=rolling) if len(rolling) > 1 else _round_begun(after, rolling[0], rolling=())
    if held[game.opener]:
        palafico = game.palafico and len(after.still_in) > 2
        return _round_opened(after, game.opener, palafico)
    return _round_opened(after, next_in(held, seat), palafico=False)


def _seated(game: Game, seat: int, dice: int) -> Game:
    """Seats a player at an empty seat, who pays the new round's stakes."""
    held = tuple(dice if each == seat else before for each, before in enumerate(game.dice))
    change = SeatChange(len(game.rounds), seat, dice)
    after = game.but(dice=held, seat_changes=(*game.seat_changes, change), before_reveal=None)
    if after.opener is None:
        everybody = len(game.rolling) == len(game.still_in)
        return after.but(rolling=tuple(sorted((*after.rolling, seat)))) if everybody else after
    after = _round_opened(after, after.opener, after.palafico)
    return after if after.stakes is None else _stakes_paid(after, after.stakes, (seat,))


def _with_empty_seat(game: Game, event: events.PlayerJoined) -> Game:
    at, stakes = event.seat, game.stakes
    if stakes is not None:
        stakes = replace(stakes, chips=with_seat(stakes.chips, at, CHIPS_AT_THE_START))
    opener = None if game.opener is None else moved_up(game.opener, at)
    return game.but(
        players=with_seat(game.players, at, event.name),
        dice=with_seat(game.dice, at, 0),
        shown=with_seat(game.shown, at, ()),
        opener=opener,
        to_act=opener,
        rolling=tuple(moved_up(seat, at) for seat in game.rolling),
        stakes=stakes,
        rounds=tuple(ended.with_seat(at) for ended in game.rounds),
        had_palafico=tuple(moved_up(seat, at) for seat in game.had_palafico),
        seat_changes=tuple(replace(change, seat=moved_up(change.seat, at)) for change in game.seat_changes),
    )


def _round_won(stakes: Stakes, winner: int) -> Stakes:
    return Stakes(_with_pot(stakes.chips, winner, stakes.round_pot), 0, stakes.game_pot)


def _with_pot(chips: tuple[int, ...], winner: int, pot: int) -> tuple[int, ...]:
    return tuple(held + pot if seat == winner else held for seat, held in enumerate(chips))


def _won(game: Game) -> Game:
    (winner,) = game.still_in
    stakes = game.stakes
    if stakes is not None:
        stakes = Stakes(_with_pot(stakes.chips, winner, stakes.game_pot), stakes.round_pot, 0)
    return _without_bid(game, None, phase=OVER, palafico=False, stakes=stakes)
