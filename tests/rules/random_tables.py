"""Tables that play at random, for the property tests. All chance comes from the caller's generator."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.rules import (
    HOUSE,
    RULESETS,
    Bid,
    BidMade,
    Challenged,
    ChallengedTogether,
    CupsRevealed,
    DiceShown,
    Event,
    FirstOpener,
    Game,
    GameBegun,
    OpeningRolled,
    Phase,
    RevealCorrected,
    SpotOnCalled,
    TotalBid,
    legal_bids,
    legal_totals,
    may_challenge,
    most_shown,
    spot_on_callers,
)
from companion.rules.legal import before_reveal

NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")
REACH = 3
"""How far above the lowest legal quantity a random bid goes, so that games come to their challenges."""


def beginning(rng: Random, rules: str) -> GameBegun:
    """A random game of these rules: players, options, opener."""
    ruleset = RULESETS.get(rules, HOUSE)
    players = rng.randint(2, ruleset.most_players)
    switches = [option for option in ruleset.options if option.values and rng.random() < 0.6]
    options = tuple((option.name, rng.choice(option.values)) for option in switches)
    rolls = dict(options).get("first_opener", ruleset.first_opener.value) == FirstOpener.ROLL.value
    return GameBegun(rules, NAMES[:players], options, None if rolls else rng.randrange(players))


def next_event(rng: Random, game: Game) -> Event:
    """A random event that the rules allow now; at the end of a game a correction of its last reveal."""
    if game.phase is Phase.OPENING_ROLL:
        return OpeningRolled(tuple((seat, rng.randint(1, 6)) for seat in game.rolling))
    if game.phase is Phase.REVEAL:
        return CupsRevealed(hands(rng, game))
    if game.phase is Phase.OVER:
        return RevealCorrected(hands(rng, before_reveal(game)))
    if most_shown(game) and rng.random() < 0.3:
        count = rng.randint(1, most_shown(game))
        return DiceShown(game.last_bid.player, tuple(rng.randint(1, 6) for _ in range(count)))
    bids = list(some_bids(rng, game))
    if may_challenge(game) and (not bids or rng.random() < 0.4):
        return _call(rng, game)
    return rng.choice(bids)


def _call(rng: Random, game: Game) -> Event:
    if spot_on_callers(game) and rng.random() < 0.3:
        return SpotOnCalled(rng.choice(spot_on_callers(game)))
    callers = may_challenge(game)
    if game.ruleset.random_challenge and rng.random() < 0.5:
        return ChallengedTogether(tuple(rng.sample(callers, rng.randint(1, len(callers)))))
    return Challenged(rng.choice(callers))


def some_bids(rng: Random, game: Game) -> Iterator[Bid]:
    """One legal bid a face, near the lowest; in a tie breaker one total."""
    if legal_totals(game):
        yield TotalBid(game.acting, rng.choice(legal_totals(game)[:REACH]))
    for each in legal_bids(game):
        highest = each.lowest + REACH if each.highest is None else min(each.highest, each.lowest + REACH)
        yield BidMade(game.acting, rng.randint(each.lowest, highest), each.face)


def hands(rng: Random, game: Game) -> tuple[tuple[int, ...], ...]:
    """Random faces for every seat, its shown dice among them."""
    dealt = []
    for held, shown in zip(game.dice, game.shown, strict=True):
        hand = [*shown, *(rng.randint(1, 6) for _ in range(held - len(shown)))]
        rng.shuffle(hand)
        dealt.append(tuple(hand))
    return tuple(dealt)
