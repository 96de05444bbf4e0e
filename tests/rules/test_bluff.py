"""Bluff: the star stands in the place of the six, and a one is a one."""

from __future__ import annotations

import pytest

from companion.rules import (
    BLUFF,
    BidMade,
    DiceShown,
    FaceRange,
    Space,
    count,
    faces_on,
    legal_bids,
    matching,
    space_of,
)
from companion.rules.raising import space_at
from companion.text import say_bid
from tests.rules.playing import after, challenged, faces, table
from tests.rules.refused import why_not

GAME = "bluff"


def test_the_star_on_the_six_counts_as_any_face_and_a_one_never_does() -> None:
    game = after(table(GAME, (5, 5)), BidMade(0, 4, 3))
    ended = challenged(game, "33611", "36125").rounds[-1]
    assert ended.count == 5
    assert matching(ended, ended.dice) == (
        (True, True, True, False, False),
        (True, True, False, False, False),
    )


def test_a_bid_on_stars_counts_stars_alone_and_a_bid_on_ones_counts_ones_and_stars() -> None:
    dice = faces("66611"), faces("12345")
    assert count(BidMade(0, 2, 6), dice, ones_wild=True, wild=6) == 3
    assert count(BidMade(0, 2, 1), dice, ones_wild=True, wild=6) == 6


@pytest.mark.parametrize(("bid", "said"), [(BidMade(0, 3, 6), "three stars"), (BidMade(0, 3, 1), "three 1s")])
def test_the_six_is_called_star_and_the_one_by_its_pip(bid: BidMade, said: str) -> None:
    assert say_bid(bid, BLUFF) == said


def test_on_the_track_the_star_has_spaces_of_its_own_and_the_one_stands_on_numbers() -> None:
    assert space_of(BidMade(0, 4, 6), BLUFF.wild_face) == Space(10, 4, star=True)
    assert space_of(BidMade(0, 4, 1), BLUFF.wild_face) == Space(5, 4, star=False)
    game = table(GAME, (5, 5))
    assert faces_on(game, space_at(0)) == (1, 2, 3, 4, 5)
    assert faces_on(game, space_at(1)) == (6,)


def test_the_red_die_goes_forward_from_numbers_to_stars_and_back() -> None:
    game = after(table(GAME, (5, 5)), BidMade(0, 7, 5))
    assert legal_bids(game) == (*(FaceRange(face, 8, None) for face in range(1, 6)), FaceRange(6, 4, None))
    game = after(game, BidMade(1, 4, 6))
    assert legal_bids(game) == (*(FaceRange(face, 8, None) for face in range(1, 6)), FaceRange(6, 5, None))
    assert why_not(game, BidMade(0, 7, 5)) == (
        "seven 5s can't beat four stars: raise to eight 1s, 2s, 3s, 4s or 5s, or five stars"
    )


@pytest.mark.parametrize(("hand", "losses"), [("22222", (4, 0)), ("33336", (0, 1)), ("33222", (2, 0))])
def test_the_difference_is_lost(hand: str, losses: tuple[int, ...]) -> None:
    game = after(table(GAME, (5, 5)), BidMade(0, 4, 3))
    assert challenged(game, hand, "11111").rounds[-1].losses == losses


def test_nobody_loses_more_than_they_hold() -> None:
    game = after(table(GAME, (2, 5)), BidMade(0, 9, 3))
    assert challenged(game, "22", "22222").rounds[-1].losses == (2, 0)


def test_an_exact_bid_costs_everybody_but_the_bidder_one_die() -> None:
    game = challenged(after(table(GAME, (5, 5, 5)), BidMade(0, 3, 3)), "33622", "22222", "22222")
    assert (game.dice, game.to_act) == ((5, 4, 4), 0)


def test_by_house_switch_an_exact_bid_costs_the_doubter_one_die() -> None:
    game = after(table(GAME, (5, 5, 5), exact="challenger"), BidMade(0, 3, 3))
    exactly = challenged(game, "33622", "22222", "22222")
    assert (exactly.dice, exactly.to_act) == ((5, 4, 5), 0)
    assert challenged(game, "33633", "22222", "22222").dice == (5, 3, 5)


def test_who_won_the_challenge_opens() -> None:
    game = challenged(after(table(GAME, (5, 5)), BidMade(0, 4, 3)), "22222", "22222")
    assert (game.dice, game.to_act) == ((1, 5), 1)


def test_stars_may_be_opened_on_and_shown_dice_count() -> None:
    game = after(table(GAME, (5, 5)), BidMade(0, 2, 6), DiceShown(0, (6,)))
    assert challenged(game, "66222", "12345").rounds[-1].count == 2


def test_without_wilds_in_a_mix_the_star_on_the_six_is_a_face_like_any_other() -> None:
    mix = table("house", (5, 5), star_six=True, ones_wild=False)
    game = challenged(after(mix, BidMade(0, 2, 3)), "33666", "66666")
    assert game.rounds[-1].count == 2


def test_star_on_the_six_mixes_with_ones_at_half_and_no_opening_on_the_wild_face() -> None:
    mix = table("house", (5, 5), star_six=True, raising="halved", ones_open=False)
    assert why_not(mix, BidMade(0, 2, 6)) == (
        "a round cannot be opened on stars: open with any number of 1s, 2s, 3s, 4s or 5s"
    )
    game = after(mix, BidMade(0, 5, 1))
    assert legal_bids(game)[-1] == FaceRange(6, 3, None)
