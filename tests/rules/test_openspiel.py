"""Our count and our number raises against OpenSpiel's ``liars_dice``, an implementation of others.

OpenSpiel plays one round of two players; its wild face is the six and, being the highest face too, its
wild bids stand elsewhere than ours. So its faces 1-5 are mapped in order to our 2-6 and its six to our
one, and raises are compared between number bids only. Its bids are capped at the dice in play, where
milton-bradley and front-porch know no limit; above the cap there is nothing to compare.

- rule ``reset-face`` (more dice of any face, or as many of a higher one): milton-bradley, front-porch;
- rule ``reset-quantity`` (a higher face in any quantity, or more of the same): rh with aces wild.

What a won challenge costs, who opens next and all the variations have no counterpart there.
"""

from __future__ import annotations

import os
import warnings
from functools import cache
from random import Random

import pytest

from companion.rules import BidMade, Challenged, CupsRevealed, Game, legal_bids
from tests.rules.playing import after, table

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of the package's own imports; ours are errors as everywhere
    pyspiel = pytest.importorskip(  # installed on x86-64 only
        "pyspiel", reason="the cross-check needs the test-only package open_spiel (pip install open_spiel)"
    )

TABLES = int(os.environ.get("CUPS_UP_OPENSPIEL_TABLES", "20000"))
"""Random tables compared; a few seconds for the 20,000 that were asked for."""
THEIR_WILD, FACES = 6, 6
RULES = (
    ("reset-face", "milton-bradley", {}),
    ("reset-face", "front-porch", {}),
    ("reset-quantity", "rh", {"aces_wild": True}),
)


@cache
def their_game(dice: int, rule: str):
    return pyspiel.load_game(f"liars_dice(numdice={dice},bidding_rule={rule})")


def our_face(theirs: int) -> int:
    return 1 if theirs == THEIR_WILD else theirs + 1


def their_bid(action: int, dice: int, rule: str) -> tuple[int, int]:
    """Quantity and face, in our faces, of one of their bid actions for ``dice`` dice in play."""
    if rule == "reset-face":
        quantity, face = divmod(action, FACES)
    else:
        face, quantity = divmod(action, dice)
    return quantity + 1, our_face(face + 1)


def dealt(rng: Random, dice: int, rule: str):
    """Their state after a random deal, and the same dice as our hands."""
    state = their_game(dice, rule).new_initial_state()
    rolls = [rng.randint(1, FACES) for _ in range(2 * dice)]
    for face in rolls:
        state.apply_action(face - 1)
    ours = tuple(our_face(face) for face in rolls)
    return state, (ours[:dice], ours[dice:])


def our_raises(game: Game, dice: int) -> set[tuple[int, int]]:
    """Our legal number bids of up to ``dice`` dice."""
    return {
        (quantity, each.face)
        for each in legal_bids(game)
        if each.face != 1
        for quantity in range(each.lowest, (each.highest or dice) + 1)
        if quantity <= dice
    }


def their_raises(state, dice: int, rule: str) -> set[tuple[int, int]]:
    """Their legal number bids."""
    bids = (their_bid(action, dice, rule) for action in state.legal_actions() if action < dice * FACES)
    return {(quantity, face) for quantity, face in bids if face != 1}


def compare_a_table(rng: Random, rule: str, rules: str, options: dict) -> None:
    """Bid at random on both sides, compare every list of raises, then challenge and compare who was right."""
    each = rng.randint(1, 5)
    in_play = 2 * each
    state, hands = dealt(rng, each, rule)
    game = table(rules, (each, each), **options)
    for _ in range(rng.randint(1, 4)):
        raises = their_raises(state, in_play, rule)
        assert our_raises(game, in_play) == raises
        if not raises:
            break
        quantity, face = rng.choice(sorted(raises)[: 3 * FACES])
        action = next(a for a in state.legal_actions() if their_bid(a, in_play, rule) == (quantity, face))
        state.apply_action(action)
        game = after(game, BidMade(game.to_act, quantity, face))
    bidder = game.bid.player
    state.apply_action(in_play * FACES)
    ended = after(game, Challenged(game.to_act), CupsRevealed(hands)).rounds[-1]
    bid_held = state.returns()[bidder] > 0
    assert (ended.count >= ended.bid.claim) == bid_held
    assert ended.winner == (bidder if bid_held else 1 - bidder)


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "rules", "options"), RULES)
def test_count_and_number_raises_agree_with_openspiel(rule: str, rules: str, options: dict) -> None:
    rng = Random(f"{rule} {rules}")
    for _ in range(TABLES // len(RULES) + 1):
        compare_a_table(rng, rule, rules, options)
