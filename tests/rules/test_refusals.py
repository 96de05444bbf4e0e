"""What the referee says when it refuses: what is wrong, and what would be legal."""

from __future__ import annotations

import pytest

from companion.rules import (
    BidMade,
    Challenged,
    CupsRevealed,
    DiceShown,
    Event,
    EventError,
    Game,
    GameBegun,
    GameRecord,
    Moves,
    OpeningRolled,
    RevealCorrected,
    RuleError,
    TotalBid,
    Undone,
    lowest_raise,
    referee,
)
from companion.text import reason_of
from tests.rules.playing import after, begun, revealed, table
from tests.rules.refused import why_not

NINE = ("A", "B", "C", "D", "E", "F", "G", "H", "I")


def bidding(rules: str, quantity: int, face: int) -> Game:
    return after(table(rules, (5, 5, 5)), BidMade(0, quantity, face))


@pytest.mark.parametrize(
    ("rules", "standing", "tried", "reason"),
    [
        (
            "rh",
            (6, 4),
            (7, 3),
            "seven 3s can't beat six 4s: raise to seven 4s, or any number of 5s or 6s, up to fifteen",
        ),
        (
            "rh",
            (6, 4),
            (6, 4),
            "the bid is already six 4s: raise to seven 4s, or any number of 5s or 6s, up to fifteen",
        ),
        ("rh", (1, 6), (0, 6), "bid at least one die: raise to two 6s"),
        ("rh", (6, 4), (6, 7), "the face of a bid cannot be 7: faces are 1 to 6"),
        (
            "milton-bradley",
            (6, 6),
            (6, 3),
            "six 3s can't beat six 6s: raise to four stars, or seven 2s, 3s, 4s, 5s or 6s",
        ),
        (
            "milton-bradley",
            (4, 1),
            (7, 2),
            "seven 2s can't beat four stars: raise to five stars, or eight 2s, 3s, 4s, 5s or 6s",
        ),
        (
            "milton-bradley",
            (1, 2),
            (-1, 2),
            "bid at least one die: raise to any number of stars, 3s, 4s, 5s or 6s, or two 2s",
        ),
        (
            "front-porch",
            (3, 3),
            (3, 1),
            "three ones can't beat three 3s: raise to four ones, 2s or 3s, or three 4s, 5s or 6s",
        ),
        ("cardinal", (5, 6), (9, 5), "nine 5s can't beat five 6s: raise to six 6s"),
        ("cardinal", (1, 6), (1, 1), "a single one can't beat one 6: raise to two 6s"),
    ],
)
def test_an_illegal_bid_is_refused_with_the_nearest_legal_ones(rules, standing, tried, reason):
    assert why_not(bidding(rules, *standing), BidMade(1, *tried)) == reason


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (BidMade(2, 9, 6), "it is not Cy's turn: Bob is next"),
        (BidMade(3, 9, 6), "there is no seat 3: the seats are 0 to 2"),
        (BidMade(-1, 9, 6), "there is no seat -1: the seats are 0 to 2"),
        (TotalBid(1, 9), "a total may be bid in a tie breaker only: raise to two 6s"),
        (OpeningRolled(((0, 3),)), "no opening roll now. Bob: beat one 6, or challenge."),
        (revealed("1"), "no reveal now. Bob: beat one 6, or challenge."),
        (
            RevealCorrected(((1,),)),
            "dice can be corrected only until the next bid, or until somebody leaves or joins. "
            "Bob: beat one 6, or challenge.",
        ),
        (
            DiceShown(0, (1,)),
            "no dice are shown under the rules cardinal. Bob: beat one 6, or challenge.",
        ),
        (
            GameBegun("rh", ("A", "B"), (), 0),
            "the game has already begun. Bob: beat one 6, or challenge.",
        ),
        (Undone(), "only a record can take an event back, a game on its own cannot"),
    ],
)
def test_an_event_out_of_place_is_refused_with_what_the_table_waits_for(event: Event, reason: str):
    game = bidding("cardinal", 1, 6)
    assert why_not(game, event) == reason
    with pytest.raises(RuleError) as refused:
        referee.apply(game, event)
    assert reason_of(refused.value) == reason


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        (("111",), "a reveal has one list a seat: 2 are wanted, 1 came"),
        (("111", "11", "1"), "a reveal has one list a seat: 2 are wanted, 3 came"),
        (("111", "1"), "Bob holds two dice, but 1 came: give as many faces as dice"),
        (("1111", "11"), "Ann holds three dice, but 4 came: give as many faces as dice"),
        (("117", "11"), "a die cannot be 7: faces are 1 to 6"),
    ],
)
def test_a_reveal_that_cannot_lie_on_the_table_is_refused(hands, reason):
    game = after(table("cardinal", (3, 2)), BidMade(0, 1, 6), Challenged(1))
    assert why_not(game, revealed(*hands)) == reason


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (
            GameBegun("poker", ("A", "B")),
            'there are no rules called "poker": choose milton-bradley, front-porch, cardinal, rh, perudo, '
            "bluff, house or liar-liar",
        ),
        (GameBegun("rh", ("A",), (), 0), "rh is for 2 to 12 players, not 1"),
        (GameBegun("rh", tuple("ABCDEFGHIJKLM"), (), 0), "rh is for 2 to 12 players, not 13"),
        (GameBegun("cardinal", NINE[:5]), "cardinal is for 2 to 4 players, not 5"),
        (GameBegun("front-porch", NINE[:5]), "front-porch is for 2 to 4 players, not 5"),
        (GameBegun("milton-bradley", NINE[:7], (), 0), "milton-bradley is for 2 to 6 players, not 7"),
        (GameBegun("rh", ("A", " \t"), (), 0), "the player at seat 1 has no name: give one"),
        (
            GameBegun("rh", ("A", "\ud800"), (), 0),
            "the name of the player at seat 1 is not valid Unicode: write it again",
        ),
        (GameBegun("rh", ("A", "B")), "in rh the table chooses who opens: name the opener's seat"),
        (GameBegun("rh", ("A", "B"), (), 2), "the opener cannot be seat 2: the seats are 0 to 1"),
        (
            GameBegun("cardinal", ("A", "B"), (), 0),
            "in cardinal the highest roll opens: leave the opener out",
        ),
        (
            GameBegun("rh", ("A", "B"), (("chips", True),), 0),
            'rh has no option "chips": it has dice, random_challenge, spot_on, aces_wild, tie_breaker',
        ),
        (
            GameBegun("rh", ("A", "B"), (("dice", True),), 0),
            "option dice cannot be true: choose a whole number from 1 to 10",
        ),
        (
            GameBegun("rh", ("A", "B"), (("spot_on", True),), 0),
            'option spot_on cannot be true: choose false or "nothing" or "win-back" or "others-lose"',
        ),
        (
            GameBegun("milton-bradley", ("A", "B"), (("chips", 1),), 0),
            "option chips cannot be 1: choose false or true",
        ),
    ],
)
def test_a_game_that_cannot_begin_is_refused_with_what_would_be_legal(event: GameBegun, reason: str):
    with pytest.raises(RuleError) as refused:
        referee.begin(event)
    assert reason_of(refused.value) == reason


@pytest.mark.parametrize(
    "earlier",
    [
        (((2, True),),),  # no such seat
        (((0, True), (1, True)),),  # nobody was there before
        (((0, False), (0, False)),),  # went twice
        (tuple((seat, False) for seat in range(11)),),  # more than a table's seats
        (((0, True), (0, False)),) * 101,
    ],
)
@pytest.mark.parametrize("rules", ["rh", "liar-liar"])
def test_moves_before_a_game_that_do_not_lead_to_its_players_are_refused(
    rules: str, earlier: tuple[Moves, ...]
) -> None:
    opener = 0 if rules == "rh" else None
    with pytest.raises(RuleError, match="earlier must be a list for each game before"):
        GameRecord.begin(GameBegun(rules, ("A", "B"), (), opener, earlier))


@pytest.mark.parametrize("earlier", [5, "ab", (5,), ((5,),), (((0, 1),),), (((True, True),),), {"a": 1}])
def test_moves_before_a_game_have_a_seat_and_whether_somebody_came(earlier: object) -> None:
    with pytest.raises(EventError, match="earlier must be a list for each game before"):
        GameBegun("rh", ("A", "B"), (), 0, earlier)


@pytest.mark.parametrize(("value", "told"), [(None, "null"), (5.0, "5.0"), ([5], "a list")])
def test_an_option_of_the_wrong_kind_is_refused_with_the_kinds_there_are(value: object, told: str):
    with pytest.raises(EventError) as refused:
        GameBegun("rh", ("A", "B"), (("dice", value),), 0)
    assert reason_of(refused.value) == (
        f'option "dice" cannot be {told}: an option is true, false, a whole number or a word'
    )


def test_players_may_share_a_name_and_are_told_apart_by_their_seats() -> None:
    game = referee.begin(GameBegun("rh", ("Ann", "Ann"), (), 0))
    assert why_not(game, BidMade(1, 1, 1)) == "it is not Ann (seat 1)'s turn: Ann (seat 0) is next"


def test_a_refusal_is_one_printable_line_whatever_the_names() -> None:
    game = referee.begin(GameBegun("rh", ("A\nB\u2028\x1b[31m", "C" * 500), (), 0))
    reason = why_not(game, BidMade(1, 1, 1))
    assert reason.isprintable()
    assert len(reason) < 200


def test_a_bid_of_more_digits_than_anybody_says_is_told_by_its_length() -> None:
    game = after(table("milton-bradley", (5, 5)), BidMade(0, 10**6000, 6))
    assert why_not(game, BidMade(1, 10**5999, 6)) == (
        "a number of about 6000 digits, 6s can't beat a number of about 6001 digits, 6s: "
        "raise to a number of about 6000 digits, stars, or a number of about 6001 digits, "
        "2s, 3s, 4s, 5s or 6s"
    )


def test_refused_events_leave_the_game_as_it_was() -> None:
    record = begun("rh", 3)
    before = record.game
    with pytest.raises(RuleError):
        record.apply(BidMade(1, 1, 1))
    assert record.game is before
    assert record.events == record.live_events


@pytest.mark.parametrize(
    ("rules", "standing", "least"),
    [
        ("milton-bradley", None, BidMade(0, 1, 2)),
        ("milton-bradley", (1, 6), BidMade(1, 1, 1)),
        ("milton-bradley", (1, 1), BidMade(1, 2, 2)),
        ("front-porch", None, BidMade(0, 1, 2)),
        ("front-porch", (3, 6), BidMade(1, 4, 1)),
        ("cardinal", (3, 6), BidMade(1, 4, 6)),
        ("rh", (6, 4), BidMade(1, 7, 4)),
        ("rh", (15, 4), BidMade(1, 1, 5)),
        ("rh", (15, 6), None),
        ("perudo", None, BidMade(0, 1, 2)),
        ("perudo", (3, 5), BidMade(1, 3, 6)),
        ("perudo", (3, 6), BidMade(1, 4, 2)),
        ("perudo", (4, 6), BidMade(1, 2, 1)),
        ("bluff", None, BidMade(0, 1, 1)),
        ("bluff", (1, 5), BidMade(1, 1, 6)),
        ("bluff", (1, 6), BidMade(1, 2, 1)),
    ],
)
def test_the_least_raise_is_the_first_in_the_order_of_the_rules(rules, standing, least):
    game = table(rules, (5, 5, 5)) if standing is None else bidding(rules, *standing)
    assert lowest_raise(game) == least


def test_the_least_raise_of_a_tie_breaker_is_one_more() -> None:
    game = table("rh", (1, 1), tie_breaker=True)
    assert lowest_raise(game) == TotalBid(0, 2)
    assert lowest_raise(after(game, TotalBid(0, 12))) is None


def test_cups_revealed_holds_for_who_is_out_an_empty_list() -> None:
    game = after(table("cardinal", (1, 0, 1)), BidMade(0, 1, 6), Challenged(2))
    assert why_not(game, CupsRevealed(((1,), (), (1,)))) is None
