"""The 1987 sheet's own examples; each test is named after the sentence that it comes from."""

from __future__ import annotations

from companion.rules import (
    BidMade,
    Challenged,
    DiceShown,
    FaceRange,
    Phase,
    Stakes,
    count,
    faces_on,
    legal_bids,
    matching,
    may_challenge,
    spaces,
)
from companion.rules.raising import space_at
from companion.text import say_legal
from tests.rules.playing import after, begun, bids, challenged, faces, recorded, revealed, table
from tests.rules.refused import why_not

MILTON_BRADLEY = "milton-bradley"


def test_two_threes_and_two_opponents_with_a_star_each_make_four_threes() -> None:
    assert count(BidMade(0, 4, 3), (faces("33"), faces("1"), faces("1")), ones_wild=True) == 4


def test_only_stars_count_toward_a_star_bid() -> None:
    assert count(BidMade(0, 2, 1), (faces("33"), faces("1"), faces("16")), ones_wild=True) == 2


def test_sample_round_two_5s_four_6s_six_6s_challenged_with_five_6s_costs_the_bidder_one() -> None:
    game = after(table(MILTON_BRADLEY, (5, 5)), *bids((2, 5), (4, 6), (6, 6), seats=(0, 1)))
    game = challenged(game, "55662", "66634")
    (ended,) = game.rounds
    assert (ended.bids, ended.by, ended.count, ended.losses, ended.winner) == (3, 1, 5, (1, 0), 1)
    assert (game.dice, game.lost, game.to_act, game.phase) == ((4, 5), (1, 0), 1, Phase.BIDDING)


def test_example_1_nine_5s_with_seven_5s_and_four_stars_costs_the_challenger_two() -> None:
    game = after(table(MILTON_BRADLEY, (5, 5, 5)), BidMade(0, 9, 5))
    game = challenged(game, "55511", "55512", "51446")
    (ended,) = game.rounds
    assert (ended.count, ended.losses, ended.winner) == (11, (0, 2, 0), 0)
    assert game.to_act == 0


def test_example_2_six_stars_with_five_stars_costs_the_bidder_one() -> None:
    game = after(table(MILTON_BRADLEY, (5, 5)), BidMade(0, 6, 1))
    game = challenged(game, "11166", "11543")
    (ended,) = game.rounds
    assert (ended.count, ended.losses, ended.winner) == (5, (1, 0), 1)


def test_example_3_exactly_fourteen_2s_costs_everyone_but_the_bidder_one() -> None:
    game = after(table(MILTON_BRADLEY, (5, 5, 5, 5)), BidMade(0, 14, 2))
    game = challenged(game, "22222", "22221", "21113", "34566")
    (ended,) = game.rounds
    assert (ended.count, ended.losses, ended.winner) == (14, (0, 1, 1, 1), 0)
    assert (game.dice, game.to_act) == ((5, 4, 4, 4), 0)


def test_three_ways_to_raise_four_3s() -> None:
    game = after(table(MILTON_BRADLEY, (5, 5)), BidMade(0, 4, 3))
    four, five, star_three = spaces(0)[5], spaces(0)[6], spaces(0)[7]
    assert faces_on(game, four) == (4, 5, 6)
    assert faces_on(game, five) == (2, 3, 4, 5, 6)
    assert faces_on(game, star_three) == (1,)
    assert faces_on(game, spaces(0)[4]) == ()  # star two stands before four


def test_a_star_bid_is_raised_to_any_later_space() -> None:
    game = after(table(MILTON_BRADLEY, (5, 5)), BidMade(0, 4, 1))
    seven, star_four, eight, star_five = (spaces(0)[place] for place in (9, 10, 11, 13))
    assert [faces_on(game, space) for space in (seven, star_four)] == [(), ()]
    assert [faces_on(game, space) for space in (eight, star_five)] == [(2, 3, 4, 5, 6), (1,)]


def test_any_amount_may_open() -> None:
    game = table(MILTON_BRADLEY, (5, 5))
    assert legal_bids(game) == tuple(FaceRange(face, 1, None) for face in range(1, 7))
    assert say_legal(game) == "open with any bid you like"


def test_above_twenty_the_track_goes_round_again() -> None:
    game = after(table(MILTON_BRADLEY, (5, 5)), BidMade(0, 20, 6))
    assert faces_on(game, space_at(29)) == ()
    assert faces_on(game, space_at(30)) == (2, 3, 4, 5, 6)
    assert after(game, BidMade(1, 21, 2), BidMade(0, 11, 1), BidMade(1, 22, 2)).bid.quantity == 22


def test_you_can_only_challenge_on_your_turn() -> None:
    game = after(table(MILTON_BRADLEY, (5, 5, 5)), BidMade(0, 4, 3))
    assert may_challenge(game) == (1,)
    assert why_not(game, Challenged(2)) == "it is not Cy's turn: Bob is next"


def test_the_winner_of_the_challenge_opens_the_next_round() -> None:
    game = after(table(MILTON_BRADLEY, (5, 5, 5)), *bids((4, 3), (5, 3), seats=(0, 1)))
    assert challenged(game, "22222", "22222", "22222").to_act == 2  # too high: the challenger
    assert challenged(game, "33333", "33333", "22222").to_act == 1  # met: the bidder
    assert challenged(game, "33333", "22222", "22222").to_act == 1  # exact: the bidder


def test_who_loses_all_their_dice_is_out_and_is_passed_over() -> None:
    game = after(table(MILTON_BRADLEY, (2, 5, 5)), BidMade(0, 9, 6))
    game = challenged(game, "22", "22222", "22222")
    assert (game.dice, game.rounds[-1].losses) == ((0, 5, 5), (2, 0, 0))
    game = after(game, BidMade(1, 1, 2), BidMade(2, 2, 2))
    assert game.to_act == 1
    assert why_not(game, BidMade(0, 3, 2)) == "Ann is out: Bob and Cy are still in"


def test_the_surviving_player_wins_the_game() -> None:
    game = after(table(MILTON_BRADLEY, (1, 5)), BidMade(0, 6, 6))
    game = challenged(game, "2", "22222")
    assert (game.phase, game.winner, game.to_act, game.bid) == (Phase.OVER, 1, None, None)


def test_show_and_reroll_raise_to_eleven_6s_and_show_a_6_and_a_star() -> None:
    game = table(MILTON_BRADLEY, (4, 5, 5), opener=2)
    game = after(game, BidMade(2, 10, 6), BidMade(0, 11, 6), DiceShown(0, faces("61")))
    assert (game.shown, game.to_act) == (((6, 1), (), ()), 1)
    game = challenged(game, "6162", "66666", "66644")
    assert game.rounds[-1].count == 11
    assert game.shown == ((), (), ())


def test_one_die_at_least_is_left_to_reroll() -> None:
    game = after(table(MILTON_BRADLEY, (3, 5)), BidMade(0, 1, 6))
    assert why_not(game, DiceShown(0, faces("66"))) is None
    assert why_not(game, DiceShown(0, faces("666"))) == (
        "three dice are hidden and one at least is rolled again: show one to two of them"
    )
    alone = after(table(MILTON_BRADLEY, (1, 5)), BidMade(0, 1, 6))
    assert why_not(alone, DiceShown(0, faces("6"))) == (
        "one die is hidden and one at least is rolled again: none may be shown"
    )


def test_shown_dice_need_not_match_the_bid_but_lie_in_the_reveal() -> None:
    game = after(table(MILTON_BRADLEY, (3, 5)), BidMade(0, 1, 6), DiceShown(0, faces("22")), Challenged(1))
    assert why_not(game, revealed("236", "55555")) == (
        "Ann has shown a 2 this round: the reveal must hold what was shown"
    )
    assert why_not(game, revealed("262", "55555")) is None


def test_shown_dice_of_one_round_add_up() -> None:
    game = table(MILTON_BRADLEY, (4, 5))
    game = after(game, BidMade(0, 1, 6), DiceShown(0, faces("6")), BidMade(1, 2, 6), BidMade(0, 3, 6))
    assert why_not(game, DiceShown(0, faces("234"))) is not None
    assert after(game, DiceShown(0, faces("23"))).shown == ((6, 2, 3), ())


def test_dice_are_shown_only_right_after_the_bid() -> None:
    game = after(table(MILTON_BRADLEY, (4, 5)), BidMade(0, 1, 6), BidMade(1, 2, 6))
    once = DiceShown(1, faces("6"))
    too_late = "dice may be shown only by a bidder, right after the bid. Ann: beat two 6s, or challenge."
    assert why_not(game, DiceShown(0, faces("6"))) == too_late  # Ann's bid is no longer the last
    assert why_not(after(game, once), once) == too_late  # once for a bid
    assert why_not(table(MILTON_BRADLEY, (4, 5)), once) == (
        "dice may be shown only by a bidder, right after the bid. Ann: make the first bid."
    )
    assert why_not(after(game, Challenged(0)), once) == (
        "no showing of dice now. Ann challenges two 6s. Lift the cups!"
    )


def test_showing_leaves_the_turn_as_the_bid_left_it() -> None:
    game = after(table(MILTON_BRADLEY, (4, 5, 5)), BidMade(0, 1, 6))
    assert after(game, DiceShown(0, faces("6"))).to_act == game.to_act == 1


def test_chips_one_into_each_pot_and_the_winners_take_them() -> None:
    record = begun(MILTON_BRADLEY, 3, chips=True, dice=1)
    assert (record.game.chips, record.game.round_pot, record.game.game_pot) == ((48, 48, 48), 3, 3)
    record = recorded(record, BidMade(0, 3, 6), Challenged(1), revealed("2", "2", "2"))
    assert record.game.dice == (0, 1, 1)
    assert (record.game.chips, record.game.round_pot, record.game.game_pot) == ((48, 49, 46), 2, 5)
    record = recorded(record, BidMade(1, 2, 6), Challenged(2), revealed("", "2", "2"))
    assert record.game.winner == 2
    assert (record.game.chips, record.game.round_pot, record.game.game_pot) == ((48, 49, 53), 0, 0)


def test_the_dice_that_counted_glow() -> None:
    game = after(table(MILTON_BRADLEY, (5, 5)), BidMade(0, 3, 6))
    game = challenged(game, "61234", "56156")
    ended = game.rounds[-1]
    assert matching(ended, ended.dice) == (
        (True, True, False, False, False),
        (False, True, True, False, True),
    )


def test_who_cannot_pay_both_stakes_puts_what_they_have_into_the_round_pot_and_plays_on() -> None:
    game = after(table(MILTON_BRADLEY, (3, 3, 3, 0), chips=True), BidMade(0, 2, 6), Challenged(1))
    game = after(game.but(stakes=Stakes((1, 0, 2, 9), 0, 7)), revealed("222", "222", "622", ""))
    assert (game.dice, game.to_act) == ((2, 3, 3, 0), 1)
    assert (game.chips, game.round_pot, game.game_pot) == ((0, 0, 0, 9), 2, 8)


def test_the_winner_of_the_round_pot_pays_the_next_stakes_from_it() -> None:
    game = after(table(MILTON_BRADLEY, (3, 3), chips=True), BidMade(0, 2, 6), Challenged(1))
    game = after(game.but(stakes=Stakes((0, 0), 2, 98)), revealed("222", "226"))
    assert (game.chips, game.round_pot, game.game_pot) == ((0, 0), 1, 99)
