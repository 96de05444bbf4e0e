"""The verdict of a reveal: the count, who won the call, who loses what, who opens next."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.rules.events import Bid, Dice, TotalBid
from companion.rules.game import Call, Game, Round, next_in, round_of
from companion.rules.ruleset import Exact, NextOpener, RuleSet, SpotOn

WILD = 1
"""The wild face, except on dice with the star on the six."""

Matches = tuple[tuple[bool, ...], ...]
"""For each die, by seat in the order revealed: whether it counted."""


def count(bid: Bid, dice: Sequence[Dice], ones_wild: bool, wild: int = WILD) -> int:
    """How many dice match the bid; for a total the sum of faces, with ones as ones.

    ``wild``: 1, or 6 if the star is on the six. ``ones_wild``: whether that face counts as any face.
    """
    if isinstance(bid, TotalBid):
        return sum(map(sum, dice))
    face = bid.face
    if ones_wild and face != wild:
        return sum([hand.count(face) + hand.count(wild) for hand in dice])
    return sum([hand.count(face) for hand in dice])


def matching(state: Game | Round, dice: tuple[Dice, ...]) -> Matches:
    """Which dice count towards the round's bid; none before any bid."""
    bid = state.bid
    if bid is None:
        return tuple((False,) * len(hand) for hand in dice)
    if isinstance(bid, TotalBid):
        return tuple((True,) * len(hand) for hand in dice)
    faces = {bid.face, state.wild_face} if state.ones_wild else {bid.face}
    return tuple(tuple(face in faces for face in hand) for hand in dice)


@dataclass(frozen=True, slots=True)
class Verdict:
    """One call's outcome. ``losses``: dice per seat, -1 for one won back. ``loser``: ``None`` after a
    right spot on.
    """

    count: int
    winner: int
    loser: int | None
    losses: tuple[int, ...]


_CHALLENGED = Call.CHALLENGE
_ALL_BUT_BIDDER, _CHALLENGER = Exact.ALL_BUT_BIDDER, Exact.CHALLENGER
_WINNER, _LOSER_OR_BIDDER = NextOpener.WINNER, NextOpener.LOSER_OR_BIDDER
"""Short names, for speed (see ``companion.rules.game``)."""


def verdict(game: Game, dice: tuple[Dice, ...]) -> Verdict:
    """Who wins and loses the called bid; ``dice``: all faces by seat."""
    bid, caller = game.last_bid, game.calling
    found = count(bid, dice, game.ones_wild, game.wild_face)
    judge = _challenge if game.call is _CHALLENGED else _spot_on
    return judge(game, bid, caller, found)


def ended_round(game: Game, found: Verdict, dice: tuple[Dice, ...]) -> Round:
    """``game``: before the verdict."""
    return round_of(
        opener=game.opener,
        bids=game.bids,
        bid=game.bid,
        by=game.caller,
        call=game.call,
        count=found.count,
        losses=found.losses,
        winner=found.winner,
        loser=found.loser,
        palafico=game.palafico,
        ones_wild=game.ones_wild,
        dice=dice,
        wild_face=game.wild_face,
    )


def _challenge(game: Game, bid: Bid, caller: int, found: int) -> Verdict:
    bidder, claim = bid.player, bid.claim
    winner, loser = (bidder, caller) if found >= claim else (caller, bidder)
    if found == claim and game.ruleset.exact is _ALL_BUT_BIDDER:
        losers, amount = [seat for seat in game.still_in if seat != bidder], 1
    else:
        exactly = found == claim and game.ruleset.exact is _CHALLENGER
        losers, amount = [loser], 1 if exactly else game.ruleset.dice_lost(claim, found)
    return Verdict(found, winner, loser, _losses(game.dice, losers, amount))


def _spot_on(game: Game, bid: Bid, caller: int, found: int) -> Verdict:
    bidder = bid.player
    if found != bid.claim:
        return Verdict(found, bidder, caller, _losses(game.dice, [caller], 1))
    losses = _losses(game.dice, [], 0)
    if game.ruleset.spot_on is SpotOn.OTHERS_LOSE:
        others = [seat for seat in game.still_in if seat not in (bidder, caller)]
        losses = _losses(game.dice, others, 1)
    elif game.ruleset.spot_on is SpotOn.EVERYBODY_ELSE:
        losses = _losses(game.dice, [seat for seat in game.still_in if seat != caller], 1)
    elif game.ruleset.spot_on is SpotOn.WIN_BACK and game.dice[caller] < game.ruleset.dice:
        losses = tuple(-1 if seat == caller else 0 for seat in range(len(game.dice)))
    return Verdict(found, caller, None, losses)


def _losses(dice: tuple[int, ...], losers: Iterable[int], amount: int) -> tuple[int, ...]:
    lost = [0] * len(dice)
    for seat in losers:
        lost[seat] = min(amount, dice[seat])
    return tuple(lost)


def next_opener(ruleset: RuleSet, verdict: Verdict, bidders: tuple[int, ...], dice: tuple[int, ...]) -> int:
    """Who opens the next round. ``bidders``: the last round's, latest first. ``dice``: held now."""
    loser = verdict.loser
    if loser is None or ruleset.next_opener is _WINNER:
        return verdict.winner
    if dice[loser]:
        return loser
    if ruleset.next_opener is _LOSER_OR_BIDDER:
        for seat in bidders:
            if dice[seat]:
                return seat
    return next_in(dice, loser)


def palafico_seat(game: Game, verdict: Verdict, dice: tuple[int, ...]) -> int | None:
    """Who opens a Palafico round next: the player whom this loss left one die.

    Needs three players. ``dice``: after the loss. Of several, the first clockwise from the caller.
    """
    if not game.ruleset.palafico or len(dice) - dice.count(0) < 3:
        return None
    had = game.had_palafico if game.ruleset.palafico_once else ()
    caller, seats = game.calling, len(dice)
    for seat in ((caller + step) % seats for step in range(1, seats + 1)):
        if dice[seat] == 1 and verdict.losses[seat] > 0 and seat not in had:
            return seat
    return None


def nearest_caller(dice: tuple[int, ...], bidder: int, callers: tuple[int, ...]) -> int:
    """Of several challengers, the one fewest seats from the bidder, either way round.

    Skips players who are out; of two equally far, the clockwise one.
    """
    ring = [bidder]
    while (seat := next_in(dice, ring[-1])) != bidder:
        ring.append(seat)
    return min(callers, key=lambda caller: _distance(ring, caller))


def _distance(ring: list[int], caller: int) -> tuple[int, int]:
    clockwise = ring.index(caller)
    return min(clockwise, len(ring) - clockwise), clockwise
