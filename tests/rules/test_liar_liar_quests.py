"""The eight outcomes of a Quest: every sentence of the sheet that moves a chip or decides a turn in one."""

from __future__ import annotations

import pytest

from companion.rules import (
    Act,
    Answered,
    CardDrawn,
    CardGiven,
    CardShown,
    CardsSwapped,
    CardTaken,
    Decided,
    Discarded,
    HandShown,
    HitLaid,
    Match,
    MatchPhase,
    MeldLaid,
    Move,
    Outcome,
    Quested,
    Refusal,
    card_of,
    moves,
    wanted_of,
)
from companion.rules.match import EFFECTS, Payer
from tests.rules.card_tables import asked, cards, dealt, drawn, no, played, yes
from tests.rules.refused import refusal, why_not

SEVEN, RUN = card_of("7S"), MeldLaid(0, cards("2H 3H 4H"))


def ended(match: Match) -> tuple[Outcome, tuple[int, ...], int]:
    """How the last Quest ended: outcome, chips moved, chips of the bank."""
    quest = match.quests[-1]
    return quest.outcome, quest.chips, quest.bank


def penniless(match: Match, *seats: int) -> Match:
    """The same table where these seats have no chip left."""
    return match.but(chips=tuple(0 if seat in seats else held for seat, held in enumerate(match.chips)))


def test_yes_true_accepted_moves_no_chip_the_asker_keeps_the_card_melds_and_gives_another() -> None:
    match = yes(dealt(), "7", challenge=False, card="7S")
    assert ended(match) == (Outcome.YES_TRUE_ACCEPTED, (0, 0), 0)
    assert (match.chips, match.cards, match.phase, match.to_act) == ((5, 5), (8, 6), MatchPhase.GIVE, 0)
    match = played(match, RUN, CardGiven(0))
    assert (match.cards, match.discards, match.to_act, match.phase) == ((4, 7), 0, 1, MatchPhase.OBTAIN)


def test_yes_true_challenged_costs_the_asker_a_chip_and_the_card_goes_back() -> None:
    match = yes(dealt(), "7", challenge=True, card="7S")
    assert ended(match) == (Outcome.YES_TRUE_CHALLENGED, (-1, 1), 0)
    assert (match.chips, match.cards, match.to_act) == ((4, 6), (7, 7), 1)
    assert played(match, RUN).cards == (4, 7)
    assert why_not(match, Discarded(0)) == "no discard now. Joe: draw a card, or ask somebody for one."


def test_yes_lie_accepted_costs_the_asker_a_chip_and_the_card_goes_back() -> None:
    match = yes(dealt(), "7", challenge=False, card="8S")
    assert ended(match) == (Outcome.YES_LIE_ACCEPTED, (-1, 1), 0)
    assert (match.chips, match.cards, match.to_act) == ((4, 6), (7, 7), 1)
    assert played(match, RUN).cards == (4, 7)
    assert why_not(match, Discarded(0)) is not None


def test_yes_lie_challenged_costs_the_other_a_chip_and_the_asker_keeps_the_card_and_gives_another() -> None:
    match = yes(dealt(), "7", challenge=True, card="8S")
    assert ended(match) == (Outcome.YES_LIE_CHALLENGED, (1, -1), 0)
    assert (match.chips, match.cards, match.phase, match.to_act) == ((6, 4), (8, 6), MatchPhase.GIVE, 0)
    assert played(match, CardGiven(0)).cards == (7, 7)


def test_no_accepted_and_the_card_then_shown_costs_the_asker_a_chip_and_the_card_stays() -> None:
    match = played(no(dealt(), "7", challenge=False), CardShown(1, SEVEN))
    assert ended(match) == (Outcome.NO_LIE_ACCEPTED, (-1, 1), 0)
    assert (match.chips, match.cards, match.to_act) == ((4, 6), (7, 7), 1)
    assert why_not(match, RUN) == "no meld now. Joe: draw a card, or ask somebody for one."
    assert len(match.quests) == 1


def test_no_accepted_and_nothing_shown_moves_nothing_and_ends_the_turn_without_a_discard() -> None:
    match = no(dealt(), "7", challenge=False)
    assert ended(match) == (Outcome.NO_ACCEPTED, (0, 0), 0)
    assert (match.chips, match.cards, match.to_act, match.phase) == ((5, 5), (7, 7), 1, MatchPhase.OBTAIN)
    assert why_not(match, RUN) == "no meld now. Joe: draw a card, or ask somebody for one."
    assert why_not(match, Discarded(0)) is not None
    assert drawn(match).quests[-1].outcome is Outcome.NO_ACCEPTED


def test_no_true_challenged_costs_the_asker_a_chip_who_may_meld_and_the_other_may_swap() -> None:
    match = played(no(dealt(), "7", challenge=True), HandShown(1, cards("8S 9S AS KH QH 2D 3C")))
    assert ended(match) == (Outcome.NO_TRUE_CHALLENGED, (-1, 1), 0)
    assert (match.chips, match.cards, match.to_act) == ((4, 6), (7, 7), 1)
    assert why_not(match, Discarded(0)) is not None
    match = played(match, RUN, CardsSwapped(1, 7))
    assert (match.cards, match.stock, match.discards) == ((4, 7), 31, 7)


def test_no_lie_challenged_costs_the_other_a_chip_and_the_card_and_nothing_is_swapped() -> None:
    match = played(no(dealt(), "7", challenge=True), HandShown(1, cards("7S 9S AS KH QH 2D 3C")))
    assert ended(match) == (Outcome.NO_LIE_CHALLENGED, (1, -1), 0)
    assert (match.chips, match.cards, match.phase) == ((6, 4), (8, 6), MatchPhase.GIVE)
    given = played(match, CardGiven(0))
    for state in (match, given):
        assert refusal(state, CardsSwapped(1, 1)) is Refusal.NO_SWAP_NOW
    assert given.cards == (7, 7)


def test_every_outcome_has_its_row() -> None:
    assert EFFECTS.keys() == set(Outcome)
    assert {outcome for outcome, effect in EFFECTS.items() if effect.card_won} == {
        Outcome.YES_TRUE_ACCEPTED,
        Outcome.YES_LIE_CHALLENGED,
        Outcome.NO_LIE_CHALLENGED,
    }
    assert {outcome for outcome, effect in EFFECTS.items() if effect.payer is Payer.OTHER} == {
        Outcome.YES_LIE_CHALLENGED,
        Outcome.NO_LIE_CHALLENGED,
    }


@pytest.mark.parametrize(("challenge", "card"), [(True, "7S"), (False, "8S")])
def test_the_bank_pays_for_an_asker_without_chips(challenge: bool, card: str) -> None:
    match = yes(penniless(dealt(), 0), "7", challenge, card)
    assert (ended(match)[1:], match.chips, match.bank) == (((0, 1), 1), (0, 6), 1)


def test_the_bank_pays_for_a_caught_liar_without_chips() -> None:
    match = yes(penniless(dealt(), 1), "7", challenge=True, card="8S")
    assert (ended(match)[1:], match.chips, match.bank) == (((1, 0), 1), (6, 0), 1)
    match = no(penniless(dealt(), 1), "7", challenge=True)
    match = played(match, CardShown(1, SEVEN))
    assert (ended(match)[1:], match.chips, match.bank) == (((1, 0), 1), (6, 0), 1)


def test_the_bank_pays_for_a_proved_lie_and_for_a_true_no_too() -> None:
    match = played(no(penniless(dealt(), 0), "7", challenge=False), CardShown(1, SEVEN))
    assert (ended(match)[1:], match.chips, match.bank) == (((0, 1), 1), (0, 6), 1)
    match = played(no(penniless(dealt(), 0), "7", challenge=True), CardShown(1, None))
    assert (ended(match)[1:], match.chips, match.bank) == (((0, 1), 1), (0, 6), 1)


def test_the_card_is_turned_over_once_the_decision_is_told_whatever_it_is() -> None:
    for challenge in (False, True):
        match = played(asked(dealt(), "7"), Answered(1, True), Decided(0, challenge))
        assert (match.phase, match.to_act, match.cards) == (MatchPhase.SHOW, 1, (7, 7))
        assert why_not(match, CardShown(1, None)).startswith("a card was laid down: say which it is.")
        assert why_not(match, HandShown(1, cards("7S"))).startswith("only the card laid down is turned over")


@pytest.mark.parametrize(
    ("wanted", "card", "true"),
    [
        ("7", "7H", True),
        ("7", "8H", False),
        ("5S", "5S", True),
        ("5S", "5H", False),
        ("5S", "6S", False),
        ("H", "5H", True),
        ("H", "5S", False),
        ("10", "10D", True),
        ("A", "AC", True),
    ],
)
def test_a_quest_asks_for_a_card_a_rank_or_a_suit(wanted: str, card: str, true: bool) -> None:
    match = yes(dealt(), wanted, challenge=False, card=card)
    assert ended(match)[0] is (Outcome.YES_TRUE_ACCEPTED if true else Outcome.YES_LIE_ACCEPTED)


def test_the_won_card_is_not_the_one_given_on() -> None:
    match = yes(dealt(), "7", challenge=False, card="7S")
    assert match.won == SEVEN
    assert played(match, MeldLaid(0, cards("7S 7H 7D"))).won is None
    assert played(match, RUN).won == SEVEN


def test_with_the_won_card_alone_nothing_is_given_and_the_turn_ends() -> None:
    match = yes(dealt(3), "7", challenge=False, card="7S").but(cards=(4, 6, 7))
    match = played(match, RUN)
    assert (match.phase, match.to_act, match.cards) == (MatchPhase.OBTAIN, 1, (1, 6, 7))
    assert why_not(match, CardGiven(0)) == "no giving now. Joe: draw a card, or ask somebody for one."


def test_the_won_card_left_alone_may_still_hit_and_so_play_out() -> None:
    match = yes(dealt(3), "5", challenge=False, card="5H").but(cards=(4, 6, 7))
    match = played(match, RUN, HitLaid(0, card_of("5H"), 0))
    assert (match.phase, match.to_act) == (MatchPhase.PLAY_OUT, 0)


def test_nothing_is_given_by_who_has_played_out_with_the_won_card() -> None:
    match = yes(dealt(3), "4", challenge=False, card="4H").but(cards=(3, 6, 7))
    match = played(match, RUN)
    assert (match.phase, match.to_act, match.cards) == (MatchPhase.PLAY_OUT, 0, (0, 6, 7))


def test_who_gives_the_last_card_has_played_out() -> None:
    match = yes(dealt(3), "4", challenge=False, card="4H").but(cards=(4, 6, 7))
    match = played(match, RUN)
    assert (match.phase, match.gives_to) == (MatchPhase.GIVE, 1)
    match = played(match, CardGiven(0))
    assert (match.phase, match.to_act, match.cards) == (MatchPhase.PLAY_OUT, 0, (0, 7, 7))


def test_whose_last_card_was_won_and_who_got_none_back_has_played_out_unless_the_asker_does_first() -> None:
    match = yes(dealt(3).but(cards=(4, 1, 7)), "5", challenge=True, card="4S")
    assert (match.phase, match.cards) == (MatchPhase.GIVE, (5, 0, 7))
    match = played(match, MeldLaid(0, cards("5H 6H 7H 8H")))
    assert (match.phase, match.to_act, match.may_meld) == (MatchPhase.PLAY_OUT, 1, 0)
    hit = match.but(
        melds=(*match.melds, played(dealt(3), CardDrawn(0), MeldLaid(0, cards("AS 2S 3S"))).melds[0])
    )
    assert played(hit, HitLaid(0, card_of("4S"), 1)).to_act == 0


def test_a_lie_caught_with_several_matching_cards_the_asker_names_the_one_to_take() -> None:
    match = played(no(dealt(), "7", challenge=True), HandShown(1, cards("7S 9S AS 7H QH 2D 3C")))
    assert (match.phase, match.to_act, match.takes) == (MatchPhase.TAKE, 0, cards("7S 7H"))
    assert why_not(match, CardTaken(0, card_of("9S"))) == (
        "the 9 of spades cannot be taken: choose the 7 of spades or the 7 of hearts"
    )
    assert why_not(match, CardTaken(1, SEVEN)).startswith("it is not Joe's turn. Ann: take ")
    match = played(match, CardTaken(0, card_of("7H")))
    assert (match.won, match.takes, match.chips) == (card_of("7H"), (), (6, 4))


def test_two_cards_alike_leave_nothing_to_choose() -> None:
    match = played(no(dealt(6), "7", challenge=True), HandShown(1, cards("7S 9S 7S KH QH 2D 3C")))
    assert (match.phase, match.won) == (MatchPhase.GIVE, SEVEN)


def test_a_hand_shown_without_its_cards_is_told_by_the_one_taken_or_by_none() -> None:
    shown = no(dealt(), "7", challenge=True)
    assert ended(played(shown, CardShown(1, SEVEN)))[0] is Outcome.NO_LIE_CHALLENGED
    assert ended(played(shown, CardShown(1, None)))[0] is Outcome.NO_TRUE_CHALLENGED
    assert why_not(shown, CardShown(1, card_of("8S"))) == (
        "the 8 of spades is not what was asked for: only a 7 proves the lie"
    )


def test_the_lie_is_proved_by_the_other_alone_with_a_card_that_was_asked_for_before_the_next_turn() -> None:
    match = no(dealt(3), "7", challenge=False)
    assert why_not(match, CardShown(2, SEVEN)).startswith("only Joe may show that the No was a lie")
    assert why_not(match, CardShown(1, None)).startswith("only a card can prove that the No was a lie")
    assert why_not(match, CardShown(1, card_of("8S"))).endswith("only a 7 proves the lie")
    shown = played(match, CardShown(1, SEVEN))
    assert why_not(shown, CardShown(1, SEVEN)) == "no showing now. Joe: draw a card, or ask somebody for one."
    gone_on = played(match, CardDrawn(1))
    assert refusal(gone_on, CardShown(1, SEVEN)) is Refusal.NO_SHOWING_NOW


def test_who_was_wrongly_challenged_swaps_as_few_or_as_many_cards_as_held_once() -> None:
    match = played(no(dealt(3), "7", challenge=True), CardShown(1, None))
    for count in (0, 8, -1):
        assert why_not(match, CardsSwapped(1, count)) == (
            f"Joe cannot swap {count}: choose 1 to 7 of the cards held"
        )
    assert why_not(match, CardsSwapped(0, 1)).startswith("only Joe may swap cards")
    for count in range(1, 8):
        swapped = played(match, CardsSwapped(1, count))
        assert (swapped.stock, swapped.discards, swapped.cards) == (31 - count, count, (7, 7, 7))
        assert why_not(swapped, CardsSwapped(1, 1)).startswith("no swap now")
    assert why_not(played(match, Quested(1, 0, wanted_of("7"))), CardsSwapped(1, 1)).startswith("no swap now")


def test_a_swap_larger_than_the_stock_takes_the_rest_from_the_shuffled_discards() -> None:
    match = played(no(dealt(3), "7", challenge=True), CardShown(1, None)).but(stock=2, discards=10)
    swapped = played(match, CardsSwapped(1, 5))
    assert (swapped.stock, swapped.discards) == (12, 0)


def test_after_a_lost_quest_the_asker_lays_cards_until_the_next_player_draws_or_quests() -> None:
    match = yes(dealt(3), "7", challenge=True, card="7S")
    assert moves(match) == (
        Move(Act.DRAW, 1),
        Move(Act.QUEST, 1),
        Move(Act.MELD, 0),
        Move(Act.CORRECT, None),
    )
    match = played(match, RUN, HitLaid(0, card_of("5H"), 0))
    assert (match.cards, match.to_act) == ((3, 7, 7), 1)
    assert why_not(match, MeldLaid(1, cards("8C 9C 10C"))).startswith(
        "it is not Joe's turn to lay cards, only Ann"
    )
    assert why_not(played(match, CardDrawn(1)), HitLaid(0, card_of("6H"), 0)).startswith(
        "it is not Ann's turn to lay cards, only Joe may"
    )


def test_laying_the_last_cards_after_a_lost_quest_plays_out() -> None:
    match = played(yes(dealt(3), "7", challenge=True, card="7S").but(cards=(3, 7, 7)), RUN)
    assert (match.phase, match.to_act) == (MatchPhase.PLAY_OUT, 0)


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (Quested(0, 0, wanted_of("7")), "Ann cannot ask Ann: ask another player"),
        (Quested(0, 3, wanted_of("7")), "there is no seat 3: the seats are 0 to 2"),
        (Quested(-1, 1, wanted_of("7")), "there is no seat -1: the seats are 0 to 2"),
        (
            Quested(1, 0, wanted_of("7")),
            "it is not Joe's turn. Ann: draw a card, or ask somebody for one.",
        ),
        (Answered(1, True), "no answer now. Ann: draw a card, or ask somebody for one."),
        (Decided(0, True), "no decision now. Ann: draw a card, or ask somebody for one."),
        (CardShown(1, SEVEN), "no showing now. Ann: draw a card, or ask somebody for one."),
        (CardTaken(0, SEVEN), "no taking now. Ann: draw a card, or ask somebody for one."),
    ],
)
def test_a_quest_to_oneself_or_out_of_turn_is_refused(event: object, reason: str) -> None:
    assert why_not(dealt(3), event) == reason


def test_only_the_asked_player_answers_and_only_the_asker_decides() -> None:
    match = asked(dealt(3), "8")
    assert why_not(match, Answered(2, True)) == "it is not Cy's turn. Joe: do you have an 8? Yes or no?"
    match = played(match, Answered(1, False))
    assert why_not(match, Decided(1, True)) == (
        "it is not Joe's turn. Ann: accept Joe's No, or say Liar, Liar."
    )
    assert why_not(match, CardDrawn(0)) == "no drawing now. Ann: accept Joe's No, or say Liar, Liar."


def test_nobody_is_asked_for_what_lies_on_the_table_in_full() -> None:
    match = drawn(
        played(dealt(), CardDrawn(0), MeldLaid(0, cards("7S 7H 7D 7C"))).but(phase=MatchPhase.OBTAIN)
    )
    for wanted in ("7", "7S"):
        assert why_not(match, Quested(1, 0, wanted_of(wanted))).startswith("nobody can hold ")
    assert why_not(match, Quested(1, 0, wanted_of("S"))) is None
    assert why_not(match, Quested(1, 0, wanted_of("8"))) is None


def test_of_two_cards_alike_the_other_one_may_still_be_asked_for() -> None:
    match = played(dealt(6), CardDrawn(0), MeldLaid(0, cards("7S 7S 7H 7D")), Discarded(0))
    assert why_not(match, Quested(1, 0, wanted_of("7H"))) is None
    assert why_not(match, Quested(1, 0, wanted_of("7S"))) == (
        "nobody can hold the 7 of spades, all lie on the table: ask for something else"
    )


def test_a_card_of_the_table_cannot_be_shown_from_a_hand() -> None:
    match = played(dealt(), CardDrawn(0), MeldLaid(0, cards("7S 8S 9S")), Discarded(0))
    quested = asked(match, "7", other=0)
    yes_said = played(quested, Answered(0, True), Decided(1, True))
    assert why_not(yes_said, CardShown(0, SEVEN)) == (
        "the 7 of spades lies on the table already: nobody can hold it"
    )
    no_said = played(quested, Answered(0, False), Decided(1, True))
    assert why_not(no_said, HandShown(0, cards("7S AS 2S 3S"))) == (
        "the 7 of spades lies on the table already: nobody can hold it"
    )
    assert why_not(no_said, HandShown(0, cards("AS AS 2S 3S"))) == (
        "the ace of spades comes two times here, and there is only one"
    )
    assert why_not(no_said, HandShown(0, cards("AS 2S 3S"))) == (
        "Ann holds four cards, but 3 came: give as many as are held"
    )
    assert why_not(no_said, HandShown(1, cards("AS 2S 3S KH"))).startswith("it is not Joe's turn")


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        ("red", "7H", "7S"),
        ("red", "AD", "AC"),
        ("black", "KC", "KD"),
        ("face", "JS", "AS"),
        ("face", "KH", "9H"),
    ],
)
def test_a_quest_may_ask_for_a_kind_of_card(kind: str, right: str, wrong: str) -> None:
    assert ended(yes(dealt(), kind, challenge=False, card=right))[0] is Outcome.YES_TRUE_ACCEPTED
    assert ended(yes(dealt(), kind, challenge=False, card=wrong))[0] is Outcome.YES_LIE_ACCEPTED
    assert wanted_of(kind).code == kind
