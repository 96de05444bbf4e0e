"""How many bids are legal in given states, each counted by hand on paper first."""

from __future__ import annotations

import pytest

from companion.rules import (
    BidMade,
    Game,
    Phase,
    TotalBid,
    faces_on,
    legal_bids,
    legal_totals,
    quantities_for,
    spaces,
)
from companion.rules.legal import faces_at
from tests.rules.playing import after, table

MILTON_BRADLEY, FRONT_PORCH, CARDINAL, RH = "milton-bradley", "front-porch", "cardinal", "rh"
PERUDO, BLUFF = "perudo", "bluff"


def stands(rules: str, bid: tuple[int, int] | None, held: tuple[int, ...] = (5, 5)) -> Game:
    """A table where this bid stands, or where a round is to be opened."""
    game = table(rules, held)
    return game if bid is None else game.but(bid=BidMade(0, *bid), to_act=1)


# A lap of the track has 20 number spaces of five faces (2-6) and 10 star spaces of one: 110 bids.
@pytest.mark.parametrize(
    ("bid", "lap", "counted"),
    [
        pytest.param(None, 0, 110, id="opening: 20 x 5 + 10"),
        pytest.param(None, 1, 110, id="opening, second lap: the same again"),
        pytest.param((4, 3), 0, 91, id="four 3s: 3 on its space, 16 later numbers x 5, stars 3-10"),
        pytest.param((4, 6), 0, 88, id="four 6s: none on its space, 16 x 5, stars 3-10"),
        pytest.param((3, 2), 0, 98, id="three 2s: 4 on its space, 17 x 5, stars 2-10"),
        pytest.param((4, 1), 0, 71, id="four stars: numbers 8-20 = 13 x 5, stars 5-10"),
        pytest.param((10, 1), 0, 5, id="ten stars: the number 20 alone x 5"),
        pytest.param((20, 5), 0, 1, id="twenty 5s: twenty 6s"),
        pytest.param((20, 6), 0, 0, id="twenty 6s: nothing left on this lap"),
        pytest.param((20, 6), 1, 110, id="twenty 6s: the whole second lap"),
        pytest.param((21, 6), 1, 105, id="twenty-one 6s: 19 x 5, stars 11-20"),
        pytest.param((11, 1), 1, 104, id="eleven stars: numbers 22-40 = 19 x 5, stars 12-20"),
    ],
)
def test_bids_on_a_lap_of_the_track(bid, lap, counted):
    game = stands(MILTON_BRADLEY, bid)
    assert sum(len(faces_on(game, space)) for space in spaces(lap)) == counted


# Without a cap, bids are counted up to ten dice: 60 bids, ten a face.
@pytest.mark.parametrize(
    ("rules", "bid", "counted"),
    [
        pytest.param(FRONT_PORCH, None, 50, id="front-porch opening: all but ten on ones"),
        pytest.param(FRONT_PORCH, (3, 3), 45, id="3 threes: 3 higher faces x 3-10, 3 faces x 4-10"),
        pytest.param(FRONT_PORCH, (3, 1), 47, id="3 ones: 5 higher faces x 3-10, ones 4-10"),
        pytest.param(FRONT_PORCH, (3, 6), 42, id="3 sixes: 6 faces x 4-10"),
        pytest.param(FRONT_PORCH, (10, 5), 1, id="10 fives: 10 sixes"),
        pytest.param(PERUDO, None, 50, id="perudo opening: all but ten on ones"),
        pytest.param(PERUDO, (3, 3), 47, id="3 threes: 3 higher faces x 3-10, 2 faces x 4-10, ones 2-10"),
        pytest.param(PERUDO, (4, 6), 39, id="4 sixes: 5 faces x 5-10, ones 2-10"),
        pytest.param(PERUDO, (3, 1), 27, id="3 ones: 5 faces x 7-10, ones 4-10"),
        pytest.param(PERUDO, (5, 1), 5, id="5 ones: ones 6-10, the others from 11"),
        pytest.param(CARDINAL, None, 60, id="cardinal opening: every bid"),
        pytest.param(CARDINAL, (4, 2), 34, id="four 2s: 2s 5-10, 4 higher faces x 4-10"),
        pytest.param(CARDINAL, (4, 6), 6, id="four 6s: 6s 5-10"),
        pytest.param(CARDINAL, (1, 1), 59, id="one 1: 1s 2-10, 5 faces x 1-10"),
    ],
)
def test_bids_of_up_to_ten_dice(rules, bid, counted):
    game = stands(rules, bid)
    assert sum(len(faces_at(game, quantity)) for quantity in range(1, 11)) == counted


@pytest.mark.parametrize(
    ("bid", "lap", "counted"),
    [
        pytest.param(None, 0, 110, id="opening: 20 x 5 + 10"),
        pytest.param((4, 1), 0, 92, id="four 1s: 4 on its space, 16 later numbers x 5, stars 3-10"),
        pytest.param((4, 5), 0, 88, id="four 5s: none on its space, 16 x 5, stars 3-10"),
        pytest.param((4, 6), 0, 71, id="four stars: numbers 8-20 = 13 x 5, stars 5-10"),
    ],
)
def test_bids_on_a_lap_with_the_star_on_the_six(bid, lap, counted):
    game = stands(BLUFF, bid)
    assert sum(len(faces_on(game, space)) for space in spaces(lap)) == counted


@pytest.mark.parametrize(
    ("bid", "held", "counted"),
    [
        pytest.param(None, (6, 6), 72, id="opening with 12 dice: 6 x 12"),
        pytest.param((6, 4), (6, 6), 30, id="6 fours: fours 7-12, 2 higher faces x 12"),
        pytest.param((12, 4), (6, 6), 24, id="12 fours: 2 higher faces x 12"),
        pytest.param((1, 6), (6, 6), 11, id="1 six: sixes 2-12"),
        pytest.param((12, 6), (6, 6), 0, id="12 sixes: only the challenge"),
        pytest.param((1, 1), (2, 0, 3), 29, id="1 ace, five dice: aces 2-5, 5 faces x 5"),
        pytest.param(None, (1, 1), 12, id="opening with two dice, no tie breaker"),
    ],
)
def test_bids_under_the_cap_of_rh(bid, held, counted):
    game = stands(RH, bid, held)
    assert sum(each.highest - each.lowest + 1 for each in legal_bids(game)) == counted


@pytest.mark.parametrize(("bid", "counted"), [((2, 3), 8), ((10, 3), 0), ((1, 1), 9)])
def test_bids_of_up_to_ten_dice_in_a_palafico_round(bid, counted):
    """Only the opening face, from one more upward."""
    game = stands(FRONT_PORCH, bid).but(palafico=True)
    assert sum(len(faces_at(game, quantity)) for quantity in range(1, 11)) == counted


def test_a_palafico_round_is_opened_with_any_face() -> None:
    game = stands(FRONT_PORCH, None).but(palafico=True)
    assert sum(len(faces_at(game, quantity)) for quantity in range(1, 11)) == 60


@pytest.mark.parametrize(("total", "counted"), [(None, 11), (2, 10), (7, 5), (11, 1), (12, 0)])
def test_totals_of_a_tie_breaker(total, counted):
    """Two dice add up to 2-12: eleven totals, and those above the last."""
    game = table(RH, (1, 1), tie_breaker=True)
    game = game if total is None else after(game, TotalBid(0, total))
    assert len(legal_totals(game)) == counted
    assert legal_bids(game) == ()


def test_nothing_may_be_bid_while_nobody_is_to_bid() -> None:
    game = stands(RH, (2, 4)).but(phase=Phase.REVEAL)
    assert (legal_bids(game), faces_at(game, 3), quantities_for(game, 5)) == ((), (), None)
