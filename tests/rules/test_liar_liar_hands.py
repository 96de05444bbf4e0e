"""Turns, hands and the match: each test is named after the sentence of the sheet that it comes from."""

from __future__ import annotations

import pytest

from companion.rules import (
    Act,
    BidMade,
    CardCorrected,
    CardDrawn,
    CardGiven,
    CardsCorrected,
    Discarded,
    DiscardsShuffled,
    GameBegun,
    GameRecord,
    HandDealt,
    HitLaid,
    Match,
    MatchPhase,
    MeldLaid,
    Move,
    Outcome,
    PlayedOut,
    Quested,
    Refusal,
    RuleError,
    Undone,
    begin,
    card_of,
    may_be_asked,
    moves,
    wanted_of,
)
from companion.text import reason_of, say_match_turn
from tests.rules.card_tables import asked, cards, dealt, drawn, match_begun, played, yes
from tests.rules.refused import refusal, refused, why_not


def about_to_play_out(players: int = 3, target: int = 250) -> Match:
    """Ann holds three cards and has drawn a fourth; she lays them all."""
    match = played(dealt(players, target=target), CardDrawn(0))
    match = match.but(cards=(4, *match.cards[1:]))
    return played(match, MeldLaid(0, cards("2H 3H 4H 5H")))


def test_seven_cards_and_five_chips_each_and_the_rest_is_the_stock() -> None:
    match = dealt(5)
    assert (match.cards, match.chips, match.stock, match.discards) == ((7,) * 5, (5,) * 5, 17, 0)
    assert (match.hand, match.to_act, match.phase) == (1, 0, MatchPhase.OBTAIN)


def test_before_the_first_hand_nobody_has_anything() -> None:
    match = match_begun(3).game
    assert (match.phase, match.cards, match.chips, match.to_act) == (
        MatchPhase.HAND,
        (0,) * 3,
        (0,) * 3,
        None,
    )
    assert say_match_turn(match) == "Deal hand 1: seven cards and five chips each. Ann begins."
    assert refusal(match, CardDrawn(0)) is Refusal.NO_DRAWING_NOW


def test_a_turn_is_obtaining_a_card_playing_sets_and_hits_and_discarding() -> None:
    match = played(dealt(3), CardDrawn(0))
    assert (match.cards, match.stock, match.phase) == ((8, 7, 7), 30, MatchPhase.DISCARD)
    match = played(match, MeldLaid(0, cards("QS QH QD")), MeldLaid(0, cards("AC 2C 3C")))
    match = played(match, HitLaid(0, card_of("QC"), 0))
    assert match.cards == (1, 7, 7)
    two_left = played(played(dealt(3), CardDrawn(0)), MeldLaid(0, cards("QS QH QD")), Discarded(0))
    assert (two_left.cards, two_left.discards, two_left.to_act) == ((4, 7, 7), 1, 1)


def test_after_drawing_the_player_must_discard() -> None:
    match = played(dealt(), CardDrawn(0))
    assert why_not(match, CardDrawn(1)) == (
        "no drawing now. Ann: lay melds and hits if you like, then discard a card."
    )
    assert why_not(match, CardGiven(0)).startswith("after a card drawn from the stock nothing is given")


def test_after_a_won_card_the_discard_goes_to_the_other_player() -> None:
    match = yes(dealt(), "7", challenge=False, card="7S")
    assert why_not(match, Discarded(0)) == (
        "after a card won in a Quest nothing is discarded. "
        "Ann: lay melds and hits if you like, then give Joe a card, but not the 7 of spades."
    )


def test_no_points_or_chips_are_awarded_for_playing_sets_or_hits() -> None:
    match = played(dealt(), CardDrawn(0), MeldLaid(0, cards("QS QH QD")), HitLaid(0, card_of("QC"), 0))
    assert (match.chips, match.scores, match.bank) == ((5, 5), (0, 0), 0)


def test_nothing_is_laid_before_a_card_is_obtained() -> None:
    assert refusal(dealt(), MeldLaid(0, cards("QS QH QD"))) is Refusal.NO_MELD_NOW
    assert refusal(asked(dealt(), "7"), MeldLaid(0, cards("QS QH QD"))) is Refusal.NO_MELD_NOW


def test_play_goes_round_clockwise() -> None:
    match = dealt(3)
    assert [(match := drawn(match)).to_act for _ in range(4)] == [1, 2, 0, 1]


def test_playing_out_earns_a_chip_from_every_player_who_has_one() -> None:
    match = about_to_play_out(4).but(chips=(5, 3, 0, 1))
    assert (match.phase, match.to_act) == (MatchPhase.PLAY_OUT, 0)
    match = played(match, PlayedOut(0))
    assert (match.chips, match.bank, match.phase) == ((7, 2, 0, 0), 0, MatchPhase.HAND)


def test_the_bank_pays_nothing_for_playing_out() -> None:
    match = played(about_to_play_out(3).but(chips=(5, 0, 0)), PlayedOut(0))
    assert (match.chips, match.bank) == ((5, 0, 0), 0)


def test_discarding_the_last_card_plays_out() -> None:
    match = played(dealt(), CardDrawn(0)).but(cards=(1, 7))
    match = played(match, Discarded(0))
    assert (match.phase, match.to_act, match.discards) == (MatchPhase.PLAY_OUT, 0, 1)


def test_the_hand_is_over_when_somebody_has_no_cards_and_nothing_else_may_be_done() -> None:
    match = about_to_play_out()
    assert moves(match)[0] == Move(Act.PLAY_OUT, 0)
    for event in (CardDrawn(1), Discarded(0), HandDealt(), MeldLaid(1, cards("9H 9S 9D"))):
        assert why_not(match, event).endswith("Ann has no cards left and plays out.")
    assert why_not(match, DiscardsShuffled()).startswith("no shuffling of discards now")
    assert why_not(match, PlayedOut(1)).startswith("Joe holds seven cards and has not played out")


def test_nobody_plays_out_with_cards_in_hand() -> None:
    assert why_not(dealt(), PlayedOut(0)) == (
        "Ann holds seven cards and has not played out. Ann: draw a card, or ask somebody for one."
    )
    assert refusal(match_begun().game, PlayedOut(0)) is Refusal.NO_PLAYING_OUT_NOW


def test_chips_are_worth_ten_points_each_and_add_up_over_hands() -> None:
    match = played(about_to_play_out(3), PlayedOut(0))
    assert (match.scores, match.hands[-1].chips) == ((70, 40, 40), (7, 4, 4))
    match = played(match, HandDealt())
    assert (match.chips, match.cards, match.melds, match.hand) == ((5, 5, 5), (7, 7, 7), (), 2)
    match = played(match, CardDrawn(1)).but(cards=(7, 3, 7))
    match = played(match, MeldLaid(1, cards("2H 3H 4H")), PlayedOut(1))
    assert match.scores == (110, 110, 80)
    assert [hand.opener for hand in match.hands] == [0, 1]


def test_the_next_seat_to_the_left_begins_the_next_hand() -> None:
    match, began = dealt(3), []
    for _ in range(4):
        began.append(match.to_act)
        match = match.but(cards=(0, 7, 7), phase=MatchPhase.PLAY_OUT, to_act=0)
        match = played(match, PlayedOut(0))
        match = played(match.but(phase=MatchPhase.HAND, winner=None), HandDealt())
    assert began == [0, 1, 2, 0]


def test_the_first_to_total_or_exceed_the_target_wins_the_match() -> None:
    match = played(about_to_play_out(3, target=70), PlayedOut(0))
    assert (match.phase, match.winner, match.to_act) == (MatchPhase.OVER, 0, None)
    assert say_match_turn(match) == "Ann wins the match!"
    assert moves(match) == ()
    for event in (HandDealt(), CardDrawn(0), PlayedOut(0), DiscardsShuffled()):
        assert why_not(match, event).endswith("Ann wins the match!")
    assert played(about_to_play_out(3, target=71), PlayedOut(0)).winner is None


def test_of_several_who_reach_the_target_the_highest_wins() -> None:
    match = played(about_to_play_out(3, target=30), PlayedOut(0))
    assert (match.scores, match.winner) == ((70, 40, 40), 0)
    match = about_to_play_out(3, target=30).but(scores=(0, 40, 0))
    assert played(match, PlayedOut(0)).winner == 1


def test_level_at_the_target_another_hand_is_dealt() -> None:
    match = played(about_to_play_out(3, target=30).but(scores=(0, 30, 0)), PlayedOut(0))
    assert (match.scores, match.phase, match.winner) == ((70, 70, 40), MatchPhase.HAND, None)
    match = played(match, HandDealt(), CardDrawn(1)).but(cards=(7, 3, 7))
    match = played(match, MeldLaid(1, cards("2H 3H 4H")), PlayedOut(1))
    assert (match.scores, match.winner) == ((110, 140, 80), 1)


def test_a_level_pair_below_the_highest_ends_the_match() -> None:
    match = played(about_to_play_out(3, target=40), PlayedOut(0))
    assert (match.scores, match.winner) == ((70, 40, 40), 0)


def test_an_empty_stock_is_made_of_the_shuffled_discards() -> None:
    match = dealt(3).but(stock=0, discards=9)
    assert why_not(match, CardDrawn(0)) == (
        "the stock is empty. Ann: ask somebody for a card, or shuffle the discards and draw."
    )
    shuffled = played(match, DiscardsShuffled())
    assert (shuffled.stock, shuffled.discards, shuffled.to_act) == (9, 0, 0)
    assert played(shuffled, CardDrawn(0)).stock == 8


def test_the_discards_are_shuffled_only_once_the_stock_is_empty() -> None:
    assert why_not(dealt().but(stock=1, discards=3), DiscardsShuffled()) == (
        "one card of the stock is left: the discards are shuffled once it is empty"
    )
    assert why_not(dealt().but(stock=0), DiscardsShuffled()) == (
        "there are no discards to shuffle. Ann: ask somebody for a card. None is left to draw."
    )


def test_with_neither_stock_nor_discards_there_are_only_quests() -> None:
    match = dealt(3).but(stock=0)
    assert moves(match) == (Move(Act.QUEST, 0),)
    assert why_not(match, Quested(0, 2, wanted_of("7"))) is None
    assert may_be_asked(match) == (1, 2)


def test_shuffling_leaves_open_what_the_last_quest_left_open() -> None:
    match = yes(dealt(3), "7", challenge=True, card="7S").but(stock=0, discards=4)
    match = played(match, DiscardsShuffled())
    assert played(match, MeldLaid(0, cards("2H 3H 4H"))).cards == (4, 7, 7)


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (GameBegun("liar-liar", ("A",)), "liar-liar is for 2 to 14 players, not 1"),
        (GameBegun("liar-liar", tuple("ABCDEFGHIJKLMNO")), "liar-liar is for 2 to 14 players, not 15"),
        (GameBegun("liar-liar", ("A", " ")), "the player at seat 1 has no name: give one"),
        (
            GameBegun("liar-liar", ("A", "B"), (), 0),
            "in liar-liar seat 0 begins the first hand: leave the opener out",
        ),
        (
            GameBegun("liar-liar", ("A", "B"), (("dice", 5),)),
            'liar-liar has no option "dice": it has target, run_hit_once',
        ),
        *(
            (
                GameBegun("liar-liar", ("A", "B"), (("target", target),)),
                f"option target cannot be {told}: choose a whole number from 1 to 1000000, such as 250",
            )
            for target, told in (
                (0, "0"),
                (-5, "-5"),
                (True, "true"),
                ("250", '"250"'),
                (1_000_001, "1000001"),
            )
        ),
    ],
)
def test_a_match_that_cannot_begin_is_refused(event: GameBegun, reason: str) -> None:
    with pytest.raises(RuleError) as refused:
        begin(event)
    assert reason_of(refused.value) == reason


def test_the_match_value_is_the_tables_choice() -> None:
    assert match_begun().game.ruleset.target == 250
    assert match_begun(target=1000).game.ruleset.target == 1000


def test_dice_and_cards_do_not_mix() -> None:
    with refused(RuleError, "only the events of liar-liar fit here"):
        match_begun().apply(BidMade(0, 2, 5))
    with refused(RuleError, "cards are not played in rh"):
        GameRecord.begin(GameBegun("rh", ("A", "B"), (), 0)).apply(CardDrawn(0))
    with refused(RuleError, Refusal.MATCH_BEGUN):
        match_begun().apply(GameBegun("liar-liar", ("A", "B")))


def test_an_undo_takes_back_a_played_out_hand_and_a_won_match() -> None:
    record = match_begun(2, target=10).apply(HandDealt())
    for seat in (0, 1, 0, 1):
        record = record.apply(CardDrawn(seat)).apply(Discarded(seat))
    melds = ("2H 3H 4H", "2S 3S 4S")
    record = (
        record.apply(CardDrawn(0)).apply(MeldLaid(0, cards(melds[0]))).apply(MeldLaid(0, cards(melds[1])))
    )
    record = record.apply(HitLaid(0, card_of("5H"), 0)).apply(HitLaid(0, card_of("5S"), 1))
    before = record.game
    record = record.apply(PlayedOut(0))
    assert (record.game.phase, record.game.winner) == (MatchPhase.OVER, 0)
    assert record.apply(Undone()).game is before


def test_what_was_just_laid_is_corrected_in_kind_and_only_at_once() -> None:
    match = played(dealt(), CardDrawn(0), MeldLaid(0, cards("6S 7S 8S")))
    assert why_not(match, CardCorrected(card_of("7S"))) == (
        "the meld just laid has several cards: correct it with all of them"
    )
    assert why_not(match, CardsCorrected(cards("6S 7S 9S"))).endswith("a run has no gap")
    larger = played(match, CardsCorrected(cards("6S 7S 8S 9S")))
    assert (larger.cards, len(larger.melds), larger.may_correct) == ((4, 7), 1, True)
    hit = played(match, HitLaid(0, card_of("5S"), 0))
    assert (
        why_not(hit, CardsCorrected(cards("9S"))) == "the hit just laid is one card: correct it with a card"
    )
    assert played(hit, CardCorrected(card_of("9S"))) == played(match, HitLaid(0, card_of("9S"), 0))
    assert why_not(played(hit, Discarded(0)), CardCorrected(card_of("9S"))) == (
        "only what was just shown or laid can be corrected, and that is past. "
        "Joe: draw a card, or ask somebody for one."
    )


def test_a_corrected_card_takes_back_chips_and_card_with_the_outcome() -> None:
    lie = yes(dealt(), "7", challenge=True, card="8S")
    assert (lie.chips, lie.cards, lie.to_act) == ((6, 4), (8, 6), 0)
    truth = played(lie, CardCorrected(card_of("7S")))
    assert (truth.chips, truth.cards, truth.to_act, truth.may_meld) == ((4, 6), (7, 7), 1, 0)
    assert [quest.outcome for quest in truth.quests] == [Outcome.YES_TRUE_CHALLENGED]
    assert played(truth, CardCorrected(card_of("8S"))) == lie


def test_a_meld_that_emptied_the_hand_is_corrected_to_one_that_does_not() -> None:
    match = played(dealt(), CardDrawn(0)).but(cards=(4, 7))
    out = played(match, MeldLaid(0, cards("6S 7S 8S 9S")))
    assert out.phase is MatchPhase.PLAY_OUT
    on = played(out, CardsCorrected(cards("6S 7S 8S")))
    assert (on.phase, on.to_act, on.cards) == (MatchPhase.DISCARD, 0, (1, 7))
