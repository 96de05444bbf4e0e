"""Perudo as the boxed game is played, rule by rule, with its house switches."""

from __future__ import annotations

import pytest

from companion.rules import (
    BidMade,
    Challenged,
    FaceRange,
    Game,
    GameBegun,
    GameRecord,
    OpeningRolled,
    Phase,
    RuleError,
    SpotOnCalled,
    legal_bids,
    may_challenge,
    quantities_for,
    spot_on_callers,
)
from tests.rules.playing import NAMES, after, begun, challenged, revealed, table
from tests.rules.refused import why_not

PERUDO = "perudo"


def calza(game: Game, caller: int, *hands: str) -> Game:
    return after(game, SpotOnCalled(caller), revealed(*hands))


def palafico_round(held: tuple[int, ...] = (5, 2, 5), **options: object) -> Game:
    """Bob has just come down to one die."""
    game = after(table(PERUDO, held, **options), BidMade(0, 3, 4), BidMade(1, 9, 4))
    return challenged(game, *("2" * dice for dice in held))


def test_the_highest_die_opens_and_ten_may_play() -> None:
    record = GameRecord.begin(GameBegun(PERUDO, NAMES))
    record = record.apply(OpeningRolled(tuple((seat, 6 if seat == 7 else 2) for seat in range(10))))
    assert (record.game.dice, record.game.to_act) == ((5,) * 10, 7)


def test_a_round_is_not_opened_on_ones() -> None:
    assert why_not(table(PERUDO, (5, 5)), BidMade(0, 2, 1)) == (
        "a round cannot be opened on ones: open with any number of 2s, 3s, 4s, 5s or 6s"
    )


def test_by_house_switch_a_round_is_opened_on_ones() -> None:
    game = after(table(PERUDO, (5, 5), ones_open=True), BidMade(0, 2, 1))
    assert quantities_for(game, 6) == (5, None)


@pytest.mark.parametrize(("bid", "ones"), [(1, 1), (2, 1), (3, 2), (6, 3), (7, 4), (9, 5)])
def test_ones_after_another_face_need_half_as_many_rounded_up(bid: int, ones: int) -> None:
    game = after(table(PERUDO, (5, 5)), BidMade(0, bid, 4))
    assert quantities_for(game, 1) == (ones, None)


@pytest.mark.parametrize(("ones", "others"), [(1, 3), (2, 5), (4, 9)])
def test_back_from_ones_it_takes_twice_as_many_and_one(ones: int, others: int) -> None:
    game = after(table(PERUDO, (5, 5)), BidMade(0, 1, 4), BidMade(1, ones, 1))
    assert legal_bids(game) == (
        FaceRange(1, ones + 1, None),
        *(FaceRange(face, others, None) for face in range(2, 7)),
    )


def test_between_other_faces_more_dice_or_a_higher_face_raise() -> None:
    game = after(table(PERUDO, (5, 5)), BidMade(0, 4, 5))
    assert legal_bids(game) == (
        FaceRange(1, 2, None),
        *(FaceRange(face, 5, None) for face in range(2, 6)),
        FaceRange(6, 4, None),
    )
    assert why_not(game, BidMade(1, 4, 3)) == (
        "four 3s can't beat four 5s: raise to two ones, or five 2s, 3s, 4s or 5s, or four 6s"
    )


def test_ones_count_as_any_face_and_a_bid_on_ones_counts_ones() -> None:
    game = after(table(PERUDO, (5, 5)), BidMade(0, 4, 4))
    assert challenged(game, "44112", "12345").rounds[-1].count == 6
    game = after(game, BidMade(1, 3, 1))
    assert challenged(game, "44112", "42345").rounds[-1].count == 2


@pytest.mark.parametrize(("hand", "dice", "opens"), [("44441", (5, 4), 1), ("44422", (4, 5), 0)])
def test_who_is_wrong_loses_one_die_and_opens(hand: str, dice: tuple[int, ...], opens: int) -> None:
    game = challenged(after(table(PERUDO, (5, 5)), BidMade(0, 4, 4)), hand, "22222")
    assert (game.dice, game.to_act) == (dice, opens)


def test_in_a_palafico_round_nothing_is_wild_and_ones_may_be_opened_on() -> None:
    game = palafico_round()
    assert (game.dice, game.to_act, game.palafico) == ((5, 1, 5), 1, True)
    game = after(game, BidMade(1, 1, 1))
    assert legal_bids(game) == (FaceRange(1, 2, None),)
    assert challenged(after(game, BidMade(2, 2, 1)), "11222", "1", "22222").rounds[-1].count == 3


def test_in_a_palafico_round_the_face_stays() -> None:
    game = after(palafico_round(), BidMade(1, 1, 3))
    assert legal_bids(game) == (FaceRange(3, 2, None),)
    assert (
        why_not(game, BidMade(2, 2, 4))
        == "in this Palafico round only players with one die may change the face: raise to two 3s"
    )


def test_in_a_palafico_round_a_player_with_one_die_may_change_the_face() -> None:
    game = after(palafico_round((5, 2, 1)), BidMade(1, 2, 3))
    assert legal_bids(game) == (
        *(FaceRange(face, 3, None) for face in range(1, 4)),
        *(FaceRange(face, 2, None) for face in range(4, 7)),
    )
    game = after(game, BidMade(2, 2, 6))
    assert legal_bids(game) == (FaceRange(6, 3, None),)


def test_a_player_has_one_palafico_round_in_a_game() -> None:
    game = palafico_round()
    assert game.had_palafico == (1,)
    game = challenged(after(game, BidMade(1, 1, 6)), "66666", "6", "66666")
    assert (game.dice, game.palafico) == ((5, 1, 4), False)
    game = calza(after(game, BidMade(2, 2, 6)), 1, "66222", "2", "2222")
    assert game.dice == (5, 2, 4)
    game = challenged(after(game, BidMade(1, 9, 6)), "22222", "22", "2222")
    assert (game.dice, game.to_act, game.palafico) == ((5, 1, 4), 1, False)


def test_with_two_players_left_there_is_no_palafico_round() -> None:
    game = challenged(after(table(PERUDO, (2, 5)), BidMade(0, 9, 4)), "22", "22222")
    assert (game.dice, game.palafico) == ((1, 5), False)


def test_anybody_but_the_bidder_calls_calza_on_turn_or_not() -> None:
    game = after(table(PERUDO, (5, 5, 4, 5)), BidMade(0, 3, 4))
    assert (may_challenge(game), spot_on_callers(game)) == ((1,), (1, 2, 3))
    assert why_not(game, SpotOnCalled(0)) == (
        "Ann made the bid and cannot answer it with calza: anyone else still in may"
    )
    assert calza(game, 2, "44122", "22222", "2222", "22222").dice == (5, 5, 5, 5)


def test_an_exact_calza_wins_a_die_back_up_to_five_and_its_caller_opens() -> None:
    game = after(table(PERUDO, (5, 5, 5)), BidMade(0, 3, 4))
    game = calza(game, 2, "44122", "22222", "22222")
    assert (game.dice, game.rounds[-1].losses, game.to_act) == ((5, 5, 5), (0, 0, 0), 2)


@pytest.mark.parametrize("hand", ["44222", "44412", "44411"])
def test_a_wrong_calza_costs_a_die_and_its_caller_opens(hand: str) -> None:
    game = calza(after(table(PERUDO, (5, 5, 5)), BidMade(0, 3, 4)), 2, hand, "22222", "22222")
    assert (game.dice, game.to_act) == ((5, 5, 4), 2)


def test_a_wrong_calza_down_to_one_die_brings_a_palafico_round() -> None:
    game = calza(after(table(PERUDO, (5, 5, 2)), BidMade(0, 3, 4)), 2, "22222", "22222", "22")
    assert (game.dice, game.to_act, game.palafico) == ((5, 5, 1), 2, True)


def test_there_is_no_calza_in_a_palafico_round() -> None:
    game = after(palafico_round(), BidMade(1, 1, 3))
    assert spot_on_callers(game) == ()
    assert why_not(game, SpotOnCalled(2)) == (
        "calza is not called in a Palafico round here. Cy: beat one 3, or challenge."
    )


def test_there_is_no_calza_with_two_players_left() -> None:
    game = after(table(PERUDO, (5, 0, 5)), BidMade(0, 1, 3))
    assert spot_on_callers(game) == ()
    assert why_not(game, SpotOnCalled(2)) == (
        "calza is not called here once two players are left. Cy: beat one 3, or challenge."
    )


def test_before_the_first_bid_there_is_nothing_to_call() -> None:
    assert why_not(table(PERUDO, (5, 5, 5)), SpotOnCalled(1)) == (
        "there is no bid for calza yet. Ann: make the first bid."
    )


def test_by_house_switch_only_who_is_on_turn_calls_calza() -> None:
    game = after(table(PERUDO, (5, 5, 5), spot_on_anyone=False), BidMade(0, 3, 4))
    assert spot_on_callers(game) == (1,)
    assert why_not(game, SpotOnCalled(2)) == "it is not Cy's turn: Bob is next"


def test_by_house_switch_an_exact_calza_costs_everybody_else_a_die() -> None:
    game = after(table(PERUDO, (5, 5, 3, 5), spot_on="everybody-else"), BidMade(0, 3, 4))
    game = calza(game, 2, "44122", "22222", "222", "22222")
    assert (game.dice, game.to_act) == ((4, 4, 3, 4), 2)


def test_of_several_down_to_one_die_together_the_first_clockwise_from_the_caller_has_the_palafico() -> None:
    game = after(table(PERUDO, (2, 5, 3, 2), spot_on="everybody-else"), BidMade(0, 3, 4))
    game = calza(game, 1, "44", "12222", "222", "22")
    assert (game.dice, game.to_act, game.palafico) == ((1, 5, 2, 1), 3, True)


def test_an_exact_calza_may_end_the_game() -> None:
    game = after(table(PERUDO, (1, 1, 1), spot_on="everybody-else"), BidMade(0, 1, 4))
    game = calza(game, 2, "4", "2", "2")
    assert (game.phase, game.winner) == (Phase.OVER, 2)


def test_without_calza_nobody_calls_it() -> None:
    game = after(table(PERUDO, (5, 5, 5), spot_on=False), BidMade(0, 3, 4))
    assert why_not(game, SpotOnCalled(1)) == (
        "you do not play calza at this table. Bob: beat three 4s, or challenge."
    )


def test_eleven_are_too_many() -> None:
    with pytest.raises(RuleError):
        GameRecord.begin(GameBegun(PERUDO, (*NAMES, "Kit")))


def test_a_game_by_the_house_switches_alone_is_the_same_game() -> None:
    switches = {
        "first_opener": "roll", "raising": "halved", "ones_open": False, "palafico": True,
        "palafico_once": True, "palafico_faces": True, "spot_on": "win-back", "spot_on_anyone": True,
        "spot_on_in_palafico": False, "spot_on_with_two": False,
    }  # fmt: skip
    house = GameBegun("house", NAMES[:3], tuple(switches.items()))
    rolls = OpeningRolled(((0, 6), (1, 1), (2, 1)))
    ours, theirs = begun(PERUDO, 3), GameRecord.begin(house).apply(rolls)
    for event in (BidMade(0, 3, 4), BidMade(1, 2, 1), SpotOnCalled(0), revealed("11222", "22222", "22222")):
        ours, theirs = ours.apply(event), theirs.apply(event)
        assert theirs.game.but(ruleset=ours.game.ruleset, before_reveal=None) == ours.game.but(
            before_reveal=None
        )


def test_a_challenge_goes_to_who_is_on_turn() -> None:
    game = after(table(PERUDO, (5, 5, 5)), BidMade(0, 3, 4))
    assert why_not(game, Challenged(2)) == "it is not Cy's turn: Bob is next"
