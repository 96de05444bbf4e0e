"""What others build on: games begun by name, all that is legal in one value, errors that speak, chances."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from random import Random

import pytest

from companion.rules import (
    HOUSE,
    LIAR_LIAR,
    PERUDO,
    RULESETS,
    BidMade,
    Challenged,
    CupsRevealed,
    DiceShown,
    EventError,
    FaceRange,
    Game,
    GameBegun,
    LegalMoves,
    OpeningRolled,
    Phase,
    RuleError,
    SpotOnCalled,
    TotalBid,
    apply,
    begin,
    chance,
    count,
    legal_moves,
    new_game,
    why_not,
)
from tests.rules.playing import after, table
from tests.rules.random_tables import REACH, beginning, next_event


def test_a_game_begins_by_the_name_of_its_rules_or_by_rules_of_ones_own() -> None:
    game = new_game("rh", ["Ann", "Bob"], {"dice": 3}, opener=1)
    assert game == begin(GameBegun("rh", ("Ann", "Bob"), (("dice", 3),), 1))
    assert new_game(PERUDO, ["Ann", "Bob"], [["dice", 2]]) == new_game("perudo", ("Ann", "Bob"), {"dice": 2})
    assert new_game("liar-liar", ["Ann", "Bob"]) == new_game(LIAR_LIAR, ["Ann", "Bob"])


def test_lists_and_dicts_are_taken_and_kept_as_tuples() -> None:
    rolled = OpeningRolled({0: 6, 1: 2})
    assert rolled == OpeningRolled([[0, 6], [1, 2]]) == OpeningRolled(((0, 6), (1, 2)))
    assert CupsRevealed([[1, 2], []]) == CupsRevealed(((1, 2), ()))
    assert DiceShown(0, [3]) == DiceShown(0, (3,))
    assert hash(GameBegun("rh", ["Ann"], {"dice": 3}, 0)) == hash(
        GameBegun("rh", ("Ann",), (("dice", 3),), 0)
    )


@pytest.mark.parametrize(
    ("begun", "sentence"),
    [
        (lambda: new_game("rh", "Ann", opener=0), 'players must be a list of names, not "Ann"'),
        (lambda: new_game("rh", ["A", "B"], "dice"), 'options must be names with their values, not "dice"'),
        (
            lambda: new_game("rh", ["A", "B"], [("dice",)]),
            "options must be names with their values, not a list",
        ),
        (lambda: OpeningRolled(5), "rolls must be seats with their faces, not 5"),
        (lambda: OpeningRolled([(0, 1, 2)]), "rolls must be seats with their faces, not a list"),
        (lambda: CupsRevealed([1, 2]), "dice of seat 0 must be a list of whole numbers, not 1"),
    ],
)
def test_what_is_of_the_wrong_kind_is_refused_in_words(begun, sentence: str) -> None:
    with pytest.raises(EventError) as refused:
        begun()
    assert str(refused.value) == sentence


def test_an_error_is_printed_as_its_sentence_though_nobody_imported_the_words() -> None:
    program = (
        "from companion.rules import new_game, apply, BidMade, RuleError\n"
        "try: apply(new_game('rh', ['Ann', 'Bob'], opener=0), BidMade(1, 1, 6))\n"
        "except RuleError as error: print(error, error.code.value, sorted(error.values))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "it is not Bob's turn: Ann is next not_on_turn ['on_turn', 'player']\n"


def test_what_is_no_event_is_no_refusal_of_the_rules() -> None:
    with pytest.raises(TypeError, match="an event is wanted, not str"):
        apply(table("rh", (5, 5)), "bid")


def test_all_that_is_legal_after_a_bid_of_perudo() -> None:
    game = after(table("perudo", (5, 5, 5)), BidMade(0, 3, 6))
    assert legal_moves(game) == LegalMoves(
        bidder=1,
        bids=(FaceRange(1, 2, None), *(FaceRange(face, 4, None) for face in range(2, 7))),
        challenge=(1,),
        spot_on=(1, 2),
    )
    assert legal_moves(after(game, Challenged(1))) == LegalMoves(reveal=(5, 5, 5))


def test_all_that_is_legal_before_a_roll_with_a_show_and_in_a_tie_breaker() -> None:
    assert legal_moves(new_game("perudo", ["Ann", "Bob"])) == LegalMoves(rolling=(0, 1))
    shown = legal_moves(after(table("milton-bradley", (5, 5)), BidMade(0, 3, 6)))
    assert (shown.shower, shown.most_shown) == (0, 4)
    tie = legal_moves(after(table("rh", (1, 1), tie_breaker=True), TotalBid(0, 10)))
    assert (tie.bidder, tie.bids, tie.totals) == (1, (), range(11, 13))


@pytest.mark.parametrize("rules", [*RULESETS, HOUSE.name])
def test_what_is_listed_is_allowed_and_what_is_played_is_listed(rules: str) -> None:
    for number in range(12):
        rng = Random(f"legal {rules} {number}")
        try:
            game = begin(beginning(rng, rules))
        except RuleError:
            continue
        for _ in range(60):
            legal = legal_moves(game)
            listed = legal.events(REACH)
            assert [event for event in listed if why_not(game, event) is not None] == []
            if game.phase is Phase.BIDDING:
                calls = [call(seat) for call in (Challenged, SpotOnCalled) for seat in range(len(game.dice))]
                assert [each for each in calls if why_not(game, each) is None] == [
                    each for each in calls if each in listed
                ]
            event = next_event(rng, game)
            assert not isinstance(event, BidMade | TotalBid) or event in listed
            if game.phase is Phase.OVER:
                break
            game = apply(game, event)


def by_listing(game: Game, seat: int, hand: tuple[int, ...], bid, exactly: bool) -> float:
    """The chance from every way in which the hidden dice can lie."""
    shown = [faces for other, faces in enumerate(game.shown) if other != seat]
    hidden = game.dice_in_play - len(hand) - sum(map(len, shown))
    counts = [
        count(bid, (hand, *shown, lies), game.ones_wild, game.wild_face)
        for lies in product(range(1, 7), repeat=hidden)
    ]
    return sum(each == bid.claim if exactly else each >= bid.claim for each in counts) / len(counts)


@pytest.mark.parametrize("exactly", [False, True])
def test_chances_are_those_of_all_ways_in_which_hidden_dice_can_lie(exactly: bool) -> None:
    shown = after(table("bluff", (2, 3, 2)), BidMade(0, 1, 2), BidMade(1, 2, 2), DiceShown(1, (2,)))
    cases = [
        (table("perudo", (2, 3)), (1, 3), BidMade(0, 2, 3)),
        (table("rh", (2, 3)), (4, 4), BidMade(0, 3, 4)),
        (shown, (6, 2), BidMade(2, 3, 2)),
        (shown, (6, 2), BidMade(2, 9, 6)),
        (table("rh", (1, 1), tie_breaker=True), (4,), TotalBid(0, 7)),
        (table("rh", (1, 1), tie_breaker=True), (4,), TotalBid(0, 11)),
    ]
    for game, hand, bid in cases:
        seat = bid.player
        found = chance(game, seat, hand, bid, exactly=exactly)
        assert found == pytest.approx(by_listing(game, seat, hand, bid, exactly), abs=1e-15)


def test_new_house_rules_with_a_switch_that_never_acts_are_refused_with_the_way_out() -> None:
    switches = {"palafico": True, "dice": 1}
    with pytest.raises(RuleError) as refused:
        new_game("house", ["Ann", "Bob"], switches, opener=0)
    assert refused.value.code.value == "house_rules_clash"
    assert "palafico" in str(refused.value)
    assert begin(GameBegun("house", ("Ann", "Bob"), tuple(switches.items()), 0)).players == ("Ann", "Bob")


def test_a_chance_is_asked_with_as_many_dice_as_the_seat_holds() -> None:
    with pytest.raises(ValueError, match="there is no seat 2: seats are 0 to 1"):
        chance(table("rh", (2, 3)), 2, (4,), BidMade(0, 1, 4))
    with pytest.raises(ValueError, match="seat 0 holds 2 dice, got 1"):
        chance(table("rh", (2, 3)), 0, (4,), BidMade(0, 1, 4))
