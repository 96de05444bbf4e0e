"""The Front Porch sheet's own examples; each test is named after the sentence that it comes from."""

from __future__ import annotations

import pytest

from companion.rules import (
    BidMade,
    FaceRange,
    GameBegun,
    GameRecord,
    OpeningRolled,
    Phase,
    RuleError,
    legal_bids,
    quantities_for,
)
from companion.rules.legal import faces_at
from tests.rules.playing import NAMES, after, bids, challenged, table
from tests.rules.refused import why_not

FRONT_PORCH = "front-porch"


def rolling(players: int) -> GameRecord:
    return GameRecord.begin(GameBegun(FRONT_PORCH, NAMES[:players]))


def rolled(*seats_and_faces: tuple[int, int]) -> OpeningRolled:
    return OpeningRolled(seats_and_faces)


def test_the_player_with_the_highest_roll_makes_the_opening_bid() -> None:
    game = rolling(3).apply(rolled((0, 2), (1, 5), (2, 4))).game
    assert (game.phase, game.opener, game.to_act) == (Phase.BIDDING, 1, 1)


def test_those_tied_for_the_highest_roll_again_and_nobody_else() -> None:
    record = rolling(4).apply(rolled((0, 5), (1, 2), (2, 5), (3, 5)))
    assert (record.game.phase, record.game.rolling, record.game.to_act) == (
        Phase.OPENING_ROLL,
        (0, 2, 3),
        None,
    )
    record = record.apply(rolled((0, 1), (2, 3), (3, 3)))
    assert record.game.rolling == (2, 3)
    assert record.apply(rolled((2, 6), (3, 1))).game.to_act == 2


@pytest.mark.parametrize(
    "rolls", [(), ((0, 3),), ((0, 3), (1, 4), (2, 5)), ((0, 3), (2, 4)), ((0, 3), (1, 0)), ((0, 3), (1, 7))]
)
def test_an_opening_roll_is_one_die_of_each_seat_that_rolls(rolls):
    with pytest.raises(RuleError):
        rolling(2).apply(OpeningRolled(rolls))


def test_raising_6_fives_to_a_higher_number_takes_at_least_6_sixes() -> None:
    game = after(table(FRONT_PORCH, (5, 5, 5)), BidMade(0, 6, 5))
    assert quantities_for(game, 6) == (6, None)
    assert why_not(game, BidMade(1, 5, 6)) == (
        "five 6s can't beat six 5s: raise to seven ones, 2s, 3s, 4s or 5s, or six 6s"
    )


def test_after_3_threes_the_next_player_may_bid_4_twos() -> None:
    game = after(table(FRONT_PORCH, (5, 5)), BidMade(0, 3, 3))
    assert faces_at(game, 3) == (4, 5, 6)
    assert faces_at(game, 4) == (1, 2, 3, 4, 5, 6)


def test_a_player_cannot_open_a_round_by_bidding_ones() -> None:
    game = table(FRONT_PORCH, (5, 5))
    assert legal_bids(game) == tuple(FaceRange(face, 1, None) for face in range(2, 7))
    assert why_not(game, BidMade(0, 2, 1)) == (
        "a round cannot be opened on ones: open with any number of 2s, 3s, 4s, 5s or 6s"
    )


def test_ones_may_be_bid_when_raising_and_only_ones_count_then() -> None:
    game = after(table(FRONT_PORCH, (5, 5)), BidMade(0, 2, 3), BidMade(1, 3, 1))
    ended = challenged(game, "11333", "33333").rounds[-1]
    assert (ended.count, ended.losses) == (2, (0, 1))


def test_7_fours_count_all_the_fours_and_ones() -> None:
    game = after(table(FRONT_PORCH, (5, 5)), BidMade(0, 7, 4))
    ended = challenged(game, "44411", "44235").rounds[-1]
    assert (ended.count, ended.losses, ended.winner) == (7, (0, 1), 0)


@pytest.mark.parametrize(("hand", "losses"), [("44442", (0, 1)), ("44422", (0, 1)), ("44222", (1, 0))])
def test_equal_or_greater_costs_the_challenger_a_die_and_less_the_bidder(hand, losses):
    game = after(table(FRONT_PORCH, (5, 5)), BidMade(0, 3, 4))
    game = challenged(game, hand, "22222")
    assert game.rounds[-1].losses == losses
    assert game.to_act == losses.index(1)  # who lost a die declares first


def test_when_a_player_is_out_the_player_to_their_left_begins() -> None:
    game = after(table(FRONT_PORCH, (5, 5, 1, 5)), BidMade(0, 3, 4), BidMade(1, 4, 4))
    game = challenged(game, "44444", "22222", "2", "22222")
    assert game.dice == (5, 5, 0, 5)
    assert (game.to_act, game.palafico) == (3, False)


def test_who_comes_down_to_one_die_opens_a_palafico_round() -> None:
    game = after(table(FRONT_PORCH, (5, 2, 5)), BidMade(0, 3, 4), BidMade(1, 9, 4))
    game = challenged(game, "44444", "22", "22222")
    assert (game.dice, game.to_act, game.palafico) == ((5, 1, 5), 1, True)
    assert game.ones_wild is False
    assert legal_bids(game) == tuple(FaceRange(face, 1, None) for face in range(1, 7))


def palafico_round():
    game = after(table(FRONT_PORCH, (5, 2, 5)), BidMade(0, 3, 4), BidMade(1, 9, 4))
    return challenged(game, "44444", "22", "22222")


def test_a_palafico_opening_of_2_threes_is_raised_to_3_threes_4_threes_5_threes_only() -> None:
    game = after(palafico_round(), BidMade(1, 2, 3))
    assert legal_bids(game) == (FaceRange(3, 3, None),)
    assert why_not(game, BidMade(2, 3, 4)) == (
        "this is a Palafico round, its face stays 3s: raise to three 3s"
    )
    assert after(game, *bids((3, 3), (4, 3), (5, 3), seats=(2, 0, 1))).bid.quantity == 5


def test_in_a_palafico_round_ones_are_not_wild() -> None:
    game = after(palafico_round(), BidMade(1, 2, 3))
    game = challenged(game, "11113", "1", "11111")
    ended = game.rounds[-1]
    assert (ended.palafico, ended.count, ended.losses) == (True, 1, (0, 1, 0))
    assert game.palafico is False


def test_in_a_palafico_round_ones_may_be_opened_on_and_raised() -> None:
    game = after(palafico_round(), BidMade(1, 1, 1))
    assert legal_bids(game) == (FaceRange(1, 2, None),)


def test_a_palafico_round_is_followed_by_an_ordinary_one() -> None:
    game = after(palafico_round(), BidMade(1, 1, 2))
    game = challenged(game, "22222", "2", "22222")
    assert (game.dice, game.to_act, game.palafico) == ((5, 1, 4), 2, False)


def test_another_player_down_to_one_die_has_a_palafico_round_at_once() -> None:
    game = palafico_round().but(dice=(5, 1, 2))
    game = challenged(after(game, BidMade(1, 1, 2)), "22222", "2", "22")
    assert (game.dice, game.to_act, game.palafico) == ((5, 1, 1), 2, True)


def test_when_only_2_players_remain_the_palafico_rules_are_waived() -> None:
    game = challenged(after(table(FRONT_PORCH, (2, 5)), BidMade(0, 9, 4)), "22", "22222")
    assert (game.dice, game.to_act, game.palafico) == ((1, 5), 0, False)
    game = challenged(after(table(FRONT_PORCH, (2, 5, 0)), BidMade(0, 9, 4)), "22", "22222", "")
    assert game.palafico is False


def test_who_starts_with_one_die_has_not_come_down_to_it() -> None:
    game = table(FRONT_PORCH, (1, 1, 1), dice=1)
    assert game.palafico is False
    game = challenged(after(game, BidMade(0, 3, 4)), "2", "2", "2")
    assert (game.dice, game.palafico, game.to_act) == ((0, 1, 1), False, 1)


def test_the_last_person_with_a_die_wins() -> None:
    game = challenged(after(table(FRONT_PORCH, (1, 3)), BidMade(0, 9, 4)), "2", "222")
    assert (game.phase, game.winner) == (Phase.OVER, 1)
