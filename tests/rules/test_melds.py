"""Sets, runs and hits: what is one, and the reason where it is not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import (
    DECK,
    LARGE_GROUP,
    LIAR_LIAR,
    SMALL_GROUP,
    Card,
    CardDrawn,
    EventError,
    HitLaid,
    Match,
    Meld,
    MeldLaid,
    Rank,
    RuleError,
    Suit,
    Wanted,
    card_of,
    hit_by,
    wanted_of,
)
from companion.rules.card_legal import hits
from companion.rules.liar_liar import MeldKind, meld_of, with_hit
from companion.text import reason_of
from tests.rules.card_tables import cards, dealt, played
from tests.rules.refused import refused, why_not

PLACES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
"""A run is a stretch of these: the ace stands at either end."""


def codes(meld: Meld) -> str:
    return " ".join(card.code for card in meld.cards)


def refusal(codes_laid: str, limits: object = SMALL_GROUP) -> str:
    with pytest.raises(RuleError) as refused:
        meld_of(0, cards(codes_laid), limits)
    return reason_of(refused.value)


def laying(players: int = 2, *melds: str) -> Match:
    """Ann has drawn, and so many melds lie on the table."""
    match = played(dealt(players), CardDrawn(0))
    for meld in melds:
        match = played(match.but(cards=(50, *match.cards[1:])), MeldLaid(0, cards(meld)))
    return match


@pytest.mark.parametrize("laid", ["QS QH QD", "4C 4D 4H 4S", "AS AH AC"])
def test_a_set_is_three_or_four_of_one_rank(laid: str) -> None:
    meld = meld_of(1, cards(laid), SMALL_GROUP)
    assert (meld.kind, meld.player, meld.hits) == (MeldKind.SET, 1, 0)


@pytest.mark.parametrize(
    ("laid", "ordered"),
    [
        ("3S 4S 5S", "3S 4S 5S"),
        ("JH 10H QH", "10H JH QH"),
        ("3D AD 2D", "AD 2D 3D"),
        ("AC KC QC", "QC KC AC"),
        ("9S 8S 7S 6S 5S 4S 3S 2S", "2S 3S 4S 5S 6S 7S 8S 9S"),
        ("AS JS QS KS 10S", "10S JS QS KS AS"),
    ],
)
def test_a_run_is_three_or_more_in_sequence_in_one_suit_with_the_ace_low_or_high(laid, ordered) -> None:
    meld = meld_of(0, cards(laid), SMALL_GROUP)
    assert (meld.kind, codes(meld)) == (MeldKind.RUN, ordered)


def test_a_run_of_a_whole_suit_is_one() -> None:
    assert len(meld_of(0, cards("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"), SMALL_GROUP).cards) == 13


@pytest.mark.parametrize("laid", ["KS AS 2S", "QS KS AS 2S", "KH AH 2H 3H", "JD QD KD AD 2D 3D 4D"])
def test_a_run_never_goes_round_the_corner(laid: str) -> None:
    assert refusal(laid) == (
        "a run does not go round the corner: an ace stands before the two or after the king"
    )


@pytest.mark.parametrize(
    ("laid", "reason"),
    [
        ("", "a set or run has three cards at least, not 0"),
        ("7S 8S", "a set or run has three cards at least, not 2"),
        ("7S 8S 10S", "8 and 10 of spades do not follow each other: a run has no gap"),
        ("AS 3S 4S", "ace and 3 of spades do not follow each other: a run has no gap"),
        ("AS 2S QS", "2 and queen of spades do not follow each other: a run has no gap"),
        ("7S 8S 8S 9S", "a run has each card once, and the 8 of spades is in it twice"),
        (
            "7S 8S 9H",
            "the 7 of spades, the 8 of spades and the 9 of hearts are neither of one rank nor of one suit: "
            "lay a set of one rank, or a run in sequence in one suit",
        ),
        ("7S 7H 7D 7C 7S", "a set has four cards at most, not 5"),
    ],
)
def test_what_is_no_meld_is_refused_with_the_reason(laid: str, reason: str) -> None:
    assert refusal(laid) == reason


@settings(max_examples=60)
@given(st.integers(0, 13), st.integers(3, 14), st.sampled_from(Suit), st.randoms(use_true_random=False))
def test_a_run_short_of_a_suit_is_exactly_a_stretch_from_ace_to_ace(
    start: int, length: int, suit: Suit, rng
) -> None:
    stretch = PLACES[start : start + length]
    if len(stretch) < 3 or len(stretch) > 12:
        return
    shuffled = [card_of(rank + suit.value) for rank in stretch]
    rng.shuffle(shuffled)
    meld = meld_of(0, tuple(shuffled), SMALL_GROUP)
    assert [card.rank.value for card in meld.cards] == stretch
    assert meld.highest == start + len(stretch)


@settings(max_examples=60)
@given(st.sets(st.sampled_from(Rank), min_size=3, max_size=6))
def test_cards_of_one_suit_that_are_no_stretch_are_refused(ranks: set[Rank]) -> None:
    laid = tuple(Card(rank, Suit.SPADES) for rank in ranks)
    values = {rank.value for rank in ranks}
    stretches = (set(PLACES[start : start + len(ranks)]) for start in range(len(PLACES) - len(ranks) + 1))
    if values in stretches:
        assert meld_of(0, laid, SMALL_GROUP).kind is MeldKind.RUN
    else:
        with refused(RuleError, r"round the corner|no gap"):
            meld_of(0, laid, SMALL_GROUP)


def test_the_6_7_8_of_spades_is_hit_by_the_5_and_that_hit_by_the_4() -> None:
    match = laying(2, "6S 7S 8S")
    assert hits(match) == ((card_of("5S"), 0), (card_of("9S"), 0))
    match = played(match, HitLaid(0, card_of("5S"), 0))
    assert hits(match) == ((card_of("4S"), 0), (card_of("9S"), 0))
    match = played(match, HitLaid(0, card_of("4S"), 0))
    assert (codes(match.melds[0]), match.melds[0].hits) == ("4S 5S 6S 7S 8S", 2)


def test_the_fourth_card_of_a_set_hits_it_whoever_laid_the_set() -> None:
    match = laying(2, "QS QH QD")
    assert hits(match) == ((card_of("QC"), 0),)
    match = match.but(may_meld=1)
    match = played(match, HitLaid(1, card_of("QC"), 0))
    assert (match.melds[0].player, match.melds[0].hits, match.cards[1]) == (0, 1, 6)
    assert hits(match) == ()


def test_an_ace_hits_a_run_from_two_and_one_to_king_and_nothing_hits_beyond_it() -> None:
    match = laying(2, "2H 3H 4H", "JC QC KC")
    assert hit_by(match, card_of("AH")) == (0,)
    assert hit_by(match, card_of("AC")) == (1,)
    match = played(match, HitLaid(0, card_of("AH"), 0), HitLaid(0, card_of("AC"), 1))
    assert hit_by(match, card_of("KH")) == ()
    assert hit_by(match, card_of("2C")) == ()
    assert why_not(match, HitLaid(0, card_of("KH"), 0)) == (
        "the king of hearts does not continue this run: the 5 of hearts would"
    )


def test_a_run_from_two_to_king_names_the_ace_that_would_hit_it_once() -> None:
    run = meld_of(0, cards("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"), SMALL_GROUP)
    with pytest.raises(RuleError) as refused:
        with_hit(run, card_of("7H"), SMALL_GROUP)
    assert reason_of(refused.value) == "the 7 of hearts does not continue this run: the ace of spades would"


@pytest.mark.parametrize(
    ("card", "meld", "reason"),
    [
        (
            "10S",
            0,
            "the 10 of spades does not continue this run: the 5 or the 9 of spades would",
        ),
        ("9H", 0, "the 9 of hearts does not continue this run: the 5 or the 9 of spades would"),
        ("9S", 1, "the 9 of spades does not belong to a set of queens"),
        ("QS", 1, "the queen of spades lies on the table already: nobody can hold it"),
        ("9S", 2, "there is no meld 2 on the table: they are 0 to 1"),
        ("9S", -1, "there is no meld -1 on the table: they are 0 to 1"),
    ],
)
def test_what_is_no_hit_is_refused_with_the_reason(card: str, meld: int, reason: str) -> None:
    assert why_not(laying(2, "6S 7S 8S", "QS QH QD"), HitLaid(0, card_of(card), meld)) == reason


def test_a_hit_needs_a_meld_on_the_table() -> None:
    assert why_not(laying(2), HitLaid(0, card_of("9S"), 0)) == (
        "there is no meld 0 on the table: none lies there"
    )


def test_a_card_that_lies_on_the_table_is_in_no_other_meld() -> None:
    match = laying(2, "6S 7S 8S")
    assert why_not(match, MeldLaid(0, cards("8S 9S 10S"))) == (
        "the 8 of spades lies on the table already: nobody can hold it"
    )
    assert why_not(match, MeldLaid(0, cards("9S 10S JS"))) is None


def test_more_cards_than_are_held_are_not_laid() -> None:
    match = played(dealt(), CardDrawn(0)).but(cards=(2, 7))
    assert why_not(match, MeldLaid(0, cards("9S 10S JS"))) == "Ann holds two cards and cannot lay three"


def test_more_than_five_players_use_two_decks_and_melds_of_four() -> None:
    assert [LIAR_LIAR.limits_for(players) for players in (2, 5, 6, 14)] == [
        SMALL_GROUP,
        SMALL_GROUP,
        LARGE_GROUP,
        LARGE_GROUP,
    ]
    assert (dealt(5).stock, dealt(6).stock, dealt(14).stock) == (17, 62, 6)
    assert refusal("QS QH QD", LARGE_GROUP) == "a set or run has four cards at least, not 3"
    assert refusal("6H 7H 8H", LARGE_GROUP) == "a set or run has four cards at least, not 3"
    assert meld_of(0, cards("QS QH QD QS"), LARGE_GROUP).kind is MeldKind.SET
    assert meld_of(0, cards("6H 7H 8H 9H"), LARGE_GROUP).kind is MeldKind.RUN
    assert refusal("6H 6H 7H 8H", LARGE_GROUP).startswith("a run has each card once")


def test_in_a_large_group_a_set_is_hit_until_all_eight_cards_lie_there() -> None:
    match = laying(6, "QS QH QD QC")
    for card in ("QS", "QH", "QD"):
        match = played(match, HitLaid(0, card_of(card), 0))
        assert why_not(match, HitLaid(0, card_of(card), 0)) == (
            f"the queen of {card_of(card).suit.name.lower()} lies on the table already: nobody can hold it"
        )
    match = played(match, HitLaid(0, card_of("QC"), 0))
    assert (len(match.melds[0].cards), hits(match)) == (8, ())
    assert meld_of(0, cards("QS QH QD QC QS QH QD QC"), LARGE_GROUP).kind is MeldKind.SET


def test_in_a_large_group_only_the_first_hit_on_a_run_is_valid() -> None:
    match = laying(6, "6H 7H 8H 9H")
    match = played(match, HitLaid(0, card_of("10H"), 0))
    for card in ("10H", "5H", "JH"):
        assert why_not(match, HitLaid(0, card_of(card), 0)) == (
            "this run has had its hit: in a large group only the first one counts"
        )


def test_with_the_switch_off_a_large_groups_run_goes_on_but_no_card_lies_there_twice() -> None:
    match = laying(6, "6H 7H 8H 9H")
    match = match.but(ruleset=match.ruleset.with_options((("run_hit_once", False),)))
    match = played(match, HitLaid(0, card_of("10H"), 0))
    assert why_not(match, HitLaid(0, card_of("10H"), 0)) == (
        "the 10 of hearts is in this run already: a run has each card once"
    )
    match = played(match, HitLaid(0, card_of("5H"), 0))
    assert [card.code for card in match.melds[0].cards] == ["5H", "6H", "7H", "8H", "9H", "10H"]


def test_two_cards_alike_may_lie_in_two_melds_of_a_large_group_but_not_three() -> None:
    match = laying(6, "6H 7H 8H 9H", "6H 7H 8H 9H")
    assert why_not(match, MeldLaid(0, cards("9H 10H JH QH"))) == (
        "the 9 of hearts lies on the table already: nobody can hold it"
    )


def test_a_full_run_takes_no_second_ace() -> None:
    run = meld_of(0, cards("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"), LARGE_GROUP)
    with refused(RuleError, "a run has each card once"):
        with_hit(run, card_of("AS"), LARGE_GROUP)
    with refused(RuleError, "it is complete"):
        with_hit(run, card_of("AH"), LARGE_GROUP)


def test_a_deck_has_fifty_two_cards_each_written_in_its_own_way() -> None:
    assert len(DECK) == len({card.code for card in DECK}) == 52
    assert all(card_of(card.code) == card for card in DECK)
    assert card_of("10H") == Card(Rank.TEN, Suit.HEARTS)


@pytest.mark.parametrize(
    "code", ["", "7", "S", "7X", "1S", "11H", "7s", "10", "SA", " 7S", "JOKER", 7, None, ["7S"]]
)
def test_what_is_no_card_is_refused(code: object) -> None:
    with refused(EventError, "there is no card"):
        card_of(code)


def test_what_a_quest_wants_is_a_card_a_rank_or_a_suit() -> None:
    assert wanted_of("7") == Wanted(rank=Rank.SEVEN)
    assert wanted_of("S") == Wanted(suit=Suit.SPADES)
    assert wanted_of("10S") == Wanted(Rank.TEN, Suit.SPADES)
    for code in ("", "1", "7s", "spades", 7, None):
        with refused(EventError, "nobody can be asked for"):
            wanted_of(code)
    with refused(EventError, "name one"):
        Wanted()
