"""The RH sheet's own examples and variations; tests are named after the sentence they come from."""

from __future__ import annotations

import pytest

from companion.rules import (
    BidMade,
    Call,
    Challenged,
    ChallengedTogether,
    FaceRange,
    Game,
    Phase,
    SpotOnCalled,
    TotalBid,
    legal_bids,
    legal_totals,
    may_challenge,
)
from companion.rules.legal import spot_on_callers
from tests.rules.playing import after, begun, bids, challenged, revealed, spot_on, table
from tests.rules.refused import why_not

RH = "rh"


def six_fours(**options: object) -> Game:
    return after(table(RH, (6, 6), **options), BidMade(0, 6, 4))


def test_each_player_has_6_dice() -> None:
    assert begun(RH, 3).game.dice == (6, 6, 6)


def test_after_6_fours_3_sixes_and_8_fours_are_legitimate_and_7_threes_is_not() -> None:
    assert why_not(six_fours(), BidMade(1, 3, 6)) is None
    assert why_not(six_fours(), BidMade(1, 8, 4)) is None
    assert why_not(six_fours(), BidMade(1, 7, 3)) == (
        "seven 3s can't beat six 4s: raise to seven 4s, or any number of 5s or 6s, up to twelve"
    )


def test_a_bid_goes_up_to_the_total_number_under_all_cups() -> None:
    assert legal_bids(six_fours()) == (FaceRange(4, 7, 12), FaceRange(5, 1, 12), FaceRange(6, 1, 12))
    assert why_not(six_fours(), BidMade(1, 13, 5)) == (
        "only twelve dice are in play: raise to seven 4s, or any number of 5s or 6s, up to twelve"
    )
    assert why_not(table(RH, (6, 6)), BidMade(0, 13, 5)) is not None


def test_above_as_many_sixes_as_dice_there_is_only_the_challenge() -> None:
    game = after(table(RH, (6, 6)), BidMade(0, 12, 6))
    assert legal_bids(game) == ()
    assert why_not(game, BidMade(1, 12, 6)) == (
        "the bid is already twelve 6s: nothing beats it, so challenge"
    )


@pytest.mark.parametrize(("hand", "losses"), [("444444", (0, 1)), ("444443", (1, 0))])
def test_6_fours_hold_when_at_least_6_fours_are_showing(hand, losses):
    game = challenged(six_fours(), hand, "111111")
    assert game.rounds[-1].losses == losses
    assert game.to_act == losses.index(1)  # the loser of the challenge bids first


def test_if_the_loser_is_knocked_out_the_last_bidder_bids_first() -> None:
    game = after(table(RH, (6, 6, 1)), BidMade(0, 1, 4), BidMade(1, 2, 4))
    game = challenged(game, "444444", "444444", "4")  # the challenger is out: the bidder was last
    assert (game.dice, game.to_act) == ((6, 6, 0), 1)
    game = after(table(RH, (6, 6, 1)), *bids((1, 4), (2, 4), (13, 4), seats=(0, 1, 2)))
    game = challenged(game, "222222", "222222", "2")  # the bidder is out: the bidder before was last
    assert (game.dice, game.to_act) == ((6, 6, 0), 1)


def test_if_nobody_else_bid_that_round_the_next_still_in_to_the_left_of_who_is_out_opens() -> None:
    game = challenged(after(table(RH, (1, 0, 6, 6)), BidMade(0, 9, 4)), "2", "", "222222", "222222")
    assert (game.dice, game.to_act) == ((0, 0, 6, 6), 2)


# --- random challenge


def test_anyone_but_the_bidder_can_challenge_without_waiting_for_their_turn() -> None:
    game = after(table(RH, (6, 6, 0, 6), random_challenge=True), BidMade(0, 2, 4))
    assert may_challenge(game) == (1, 3)
    called = after(game, Challenged(3))
    assert (called.caller, called.phase, called.to_act) == (3, Phase.REVEAL, None)
    assert why_not(game, Challenged(0)) == (
        "Ann made this bid and cannot challenge it: anyone else still in may"
    )
    assert why_not(game, Challenged(2)) == "Cy is out: Ann, Bob and Dee are still in"


@pytest.mark.parametrize(
    ("dice", "callers", "closest"),
    [
        pytest.param((6, 6, 6, 6, 6), (2, 3), 2, id="equally far: the clockwise one"),
        pytest.param((6, 6, 6, 6, 6), (4, 2), 4, id="one seat back is nearer than two on"),
        pytest.param((6, 6, 6, 6, 6), (4, 1), 1, id="neighbours on both sides: clockwise"),
        pytest.param((6, 0, 0, 6, 6), (3, 4), 3, id="seats that are out are skipped"),
        pytest.param((6, 0, 6, 6, 6), (3, 4), 4, id="three and four, two being nearer by one"),
        pytest.param((6, 6, 6, 6, 6), (3,), 3, id="one alone"),
    ],
)
def test_if_several_challenge_at_once_the_player_closest_to_the_bidder_takes_priority(dice, callers, closest):
    game = after(table(RH, dice, random_challenge=True), BidMade(0, 2, 4))
    assert after(game, ChallengedTogether(callers)).caller == closest
    assert after(game, ChallengedTogether(callers[::-1])).caller == closest


@pytest.mark.parametrize("callers", [(), (1, 1), (0, 1), (9,), (-1,)])
def test_callers_are_different_seats_still_in_and_not_the_bidder(callers):
    game = after(table(RH, (6, 6, 6), random_challenge=True), BidMade(0, 2, 4))
    assert why_not(game, ChallengedTogether(callers)) is not None


def test_without_the_random_challenge_nobody_calls_together_or_out_of_turn() -> None:
    game = after(table(RH, (6, 6, 6)), BidMade(0, 2, 4))
    assert why_not(game, ChallengedTogether((1,))) is not None
    assert why_not(game, Challenged(2)) == "it is not Cy's turn: Bob is next"


# --- spot on


def test_spot_on_that_is_wrong_costs_the_caller_one_die() -> None:
    for hand in ("444444", "444422"):
        game = after(table(RH, (6, 6), spot_on="nothing"), BidMade(0, 5, 4))
        ended = spot_on(game, hand, "222222").rounds[-1]
        assert (ended.call, ended.by, ended.losses, ended.winner) == (Call.SPOT_ON, 1, (0, 1), 0)


def test_spot_on_that_is_right_costs_nobody_a_die_and_the_caller_opens() -> None:
    game = after(table(RH, (6, 6, 6), spot_on="nothing"), BidMade(0, 5, 4))
    game = spot_on(game, "444442", "222222", "222222")
    assert (game.rounds[-1].losses, game.rounds[-1].winner, game.to_act) == ((0, 0, 0), 1, 1)


def test_spot_on_wins_back_a_die_lost_in_a_previous_round() -> None:
    game = after(table(RH, (6, 4), spot_on="win-back"), BidMade(0, 5, 4))
    game = spot_on(game, "444442", "2222")
    assert (game.rounds[-1].losses, game.dice, game.lost) == ((0, -1), (6, 5), (0, 1))


def test_spot_on_wins_nothing_back_with_all_dice_in_hand() -> None:
    game = after(table(RH, (6, 6), spot_on="win-back"), BidMade(0, 5, 4))
    game = spot_on(game, "444442", "222222")
    assert (game.rounds[-1].losses, game.dice) == ((0, 0), (6, 6))


def test_spot_on_forces_everyone_other_than_bidder_and_caller_to_lose_a_die() -> None:
    game = after(table(RH, (6, 6, 6, 0, 1), spot_on="others-lose"), BidMade(0, 5, 4))
    game = spot_on(game, "444442", "222222", "222222", "", "2")
    assert (game.rounds[-1].losses, game.dice) == ((0, 0, 1, 0, 1), (6, 6, 5, 0, 0))
    assert game.to_act == 1


def test_with_two_left_others_lose_costs_nobody_a_die() -> None:
    game = after(table(RH, (6, 6, 0), spot_on="others-lose"), BidMade(0, 5, 4))
    assert spot_on(game, "444442", "222222", "").rounds[-1].losses == (0, 0, 0)


def test_spot_on_is_called_on_ones_turn_only_and_only_on_a_bid() -> None:
    game = table(RH, (6, 6, 6), spot_on="nothing", random_challenge=True)
    assert why_not(game, SpotOnCalled(0)) == ("there is no bid for spot on yet. Ann: make the first bid.")
    game = after(game, BidMade(0, 5, 4))
    assert spot_on_callers(game)
    assert why_not(game, SpotOnCalled(2)) == "it is not Cy's turn: Bob is next"


def test_spot_on_is_refused_where_the_table_does_not_play_it() -> None:
    assert not spot_on_callers(six_fours())
    assert why_not(six_fours(), SpotOnCalled(1)) == (
        "you do not play spot on at this table. Bob: beat six 4s, or challenge."
    )


def test_a_wrong_spot_on_caller_who_is_out_leaves_the_opening_to_the_last_bidder() -> None:
    game = after(table(RH, (6, 1, 6), spot_on="nothing"), BidMade(0, 5, 4))
    game = spot_on(game, "444444", "2", "222222")
    assert (game.dice, game.to_act) == ((6, 0, 6), 0)


# --- aces wild


def test_3_fours_hold_with_2_fours_and_an_ace_when_aces_are_wild() -> None:
    game = after(table(RH, (6, 6), aces_wild=True), BidMade(0, 3, 4))
    ended = challenged(game, "441222", "222222").rounds[-1]
    assert (ended.count, ended.winner, ended.losses) == (3, 0, (0, 1))


def test_3_fours_fail_with_2_fours_and_an_ace_when_nothing_is_wild() -> None:
    game = after(table(RH, (6, 6)), BidMade(0, 3, 4))
    ended = challenged(game, "441222", "222222").rounds[-1]
    assert (ended.count, ended.winner, ended.losses) == (2, 1, (1, 0))


def test_a_bid_on_aces_counts_aces_only_and_the_ace_is_the_lowest_face() -> None:
    game = after(table(RH, (6, 6), aces_wild=True), BidMade(0, 3, 1))
    assert [each.face for each in legal_bids(game)] == [1, 2, 3, 4, 5, 6]
    assert challenged(game, "114444", "122222").rounds[-1].count == 3


# --- tie breaker


def tie(*totals: int, **options: object) -> Game:
    game = table(RH, (1, 1), tie_breaker=True, **options)
    return after(game, *(TotalBid(number % 2, total) for number, total in enumerate(totals)))


def test_player_one_says_7_and_player_two_must_bid_higher_and_says_10() -> None:
    assert legal_totals(tie()) == range(2, 13)
    assert legal_totals(tie(7)) == range(8, 13)
    assert why_not(tie(7), TotalBid(1, 7)) == "a total of 7 cannot be bid: bid eight to twelve"
    assert why_not(tie(7), TotalBid(1, 10)) is None


@pytest.mark.parametrize(("hands", "winner"), [(("4", "5"), 0), (("4", "6"), 1), (("6", "6"), 1)])
def test_if_player_one_challenges_10_and_the_dice_add_up_to_less_player_one_wins_the_game(hands, winner):
    game = challenged(tie(7, 10), *hands)
    assert (game.phase, game.winner) == (Phase.OVER, winner)
    assert game.rounds[-1].count == sum(map(int, hands))


def test_a_one_counts_one_in_a_tie_breaker_also_with_aces_wild() -> None:
    assert challenged(tie(7, aces_wild=True), "1", "5").rounds[-1].count == 6


def test_totals_are_compulsory_in_a_tie_breaker_and_refused_elsewhere() -> None:
    assert why_not(tie(), BidMade(0, 1, 4)) == (
        "one die each is left, so the bid is a total: bid two to twelve"
    )
    assert why_not(table(RH, (1, 2), tie_breaker=True), TotalBid(0, 7)) is not None
    assert why_not(table(RH, (1, 1)), TotalBid(0, 7)) is not None


def test_above_twelve_there_is_only_the_challenge() -> None:
    assert legal_totals(tie(12)) == range(0)
    assert why_not(tie(12), TotalBid(1, 13)) == (
        "a total of 13 cannot be bid: nothing beats twelve, so challenge"
    )


def test_the_first_round_is_a_tie_breaker_when_it_begins_with_one_die_each() -> None:
    assert begun(RH, 2, dice=1, tie_breaker=True).game.tie_breaker
    assert not begun(RH, 3, dice=1, tie_breaker=True).game.tie_breaker


def test_a_tie_breaker_begins_when_a_third_player_drops_out() -> None:
    game = after(begun(RH, 3, dice=1, tie_breaker=True).game, BidMade(0, 3, 4), Challenged(1))
    game = after(game, revealed("2", "2", "2"))
    assert (game.dice, game.tie_breaker, game.to_act) == ((0, 1, 1), True, 1)
    assert after(game, TotalBid(1, 7)).to_act == 2


def test_spot_on_in_a_tie_breaker_is_right_when_the_sum_equals_the_total() -> None:
    game = spot_on(tie(7, spot_on="win-back", dice=2), "3", "4")
    assert (game.dice, game.rounds[-1].losses, game.tie_breaker) == ((1, 2), (0, -1), False)
    game = spot_on(tie(7, spot_on="nothing"), "3", "4")
    assert (game.dice, game.tie_breaker, game.to_act) == ((1, 1), True, 1)
    game = spot_on(tie(7, spot_on="nothing"), "3", "5")
    assert (game.winner, game.rounds[-1].losses) == (0, (0, 1))
