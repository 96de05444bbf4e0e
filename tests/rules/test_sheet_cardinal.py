"""The Cardinal sheet's own examples; each test is named after the sentence that it comes from."""

from __future__ import annotations

import pytest

from companion.rules import BidMade, FaceRange, Phase, legal_bids
from tests.rules.playing import after, challenged, table
from tests.rules.refused import why_not

CARDINAL = "cardinal"


@pytest.mark.parametrize(
    "raised",
    [
        pytest.param((5, 2), id="more of the same: four 2s to five 2s"),
        pytest.param((4, 3), id="a higher number: four 2s to four 3s"),
        pytest.param((5, 4), id="both: four 2s to five 4s"),
    ],
)
def test_three_ways_to_raise_four_2s(raised):
    game = after(table(CARDINAL, (5, 5)), BidMade(0, 4, 2))
    assert why_not(game, BidMade(1, *raised)) is None


def test_no_raise_lowers_the_quantity_or_the_face() -> None:
    game = after(table(CARDINAL, (5, 5)), BidMade(0, 4, 3))
    assert legal_bids(game) == (
        FaceRange(3, 5, None),
        FaceRange(4, 4, None),
        FaceRange(5, 4, None),
        FaceRange(6, 4, None),
    )
    assert why_not(game, BidMade(1, 9, 2)) == (
        "nine 2s can't beat four 3s: raise to five 3s, or four 4s, 5s or 6s"
    )
    assert why_not(game, BidMade(1, 3, 6)) == (
        "three 6s can't beat four 3s: raise to five 3s, or four 4s, 5s or 6s"
    )


def test_a_round_may_be_opened_on_ones() -> None:
    assert legal_bids(table(CARDINAL, (5, 5))) == tuple(FaceRange(face, 1, None) for face in range(1, 7))


def test_the_one_dot_die_counts_as_any_number() -> None:
    game = after(table(CARDINAL, (5, 5)), BidMade(0, 4, 6))
    assert challenged(game, "16623", "14444").rounds[-1].count == 4


def test_a_bid_on_ones_counts_ones_only() -> None:
    game = after(table(CARDINAL, (5, 5)), BidMade(0, 4, 1))
    assert challenged(game, "16623", "14444").rounds[-1].count == 2


@pytest.mark.parametrize(("hand", "losses"), [("66662", (0, 1)), ("66622", (0, 1)), ("66222", (1, 0))])
def test_equal_or_greater_costs_the_challenger_one_die_and_less_the_bidder(hand, losses):
    game = after(table(CARDINAL, (5, 5)), BidMade(0, 3, 6))
    game = challenged(game, hand, "22222")
    assert game.rounds[-1].losses == losses
    assert game.to_act == losses.index(1)  # the player who has just lost a die begins


def test_if_the_loser_is_out_the_next_still_in_to_their_left_begins() -> None:
    game = after(table(CARDINAL, (5, 1, 0, 5)), BidMade(0, 1, 2), BidMade(1, 9, 6))
    game = challenged(game, "22222", "2", "", "22222")
    assert (game.dice, game.to_act, game.palafico) == ((5, 0, 0, 5), 3, False)


def test_the_player_left_is_the_winner() -> None:
    game = challenged(after(table(CARDINAL, (1, 1)), BidMade(0, 1, 2)), "2", "3")
    assert (game.phase, game.winner, game.dice) == (Phase.OVER, 0, (1, 0))
