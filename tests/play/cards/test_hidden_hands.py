"""The simulated card table's hidden hands follow the record: counts, declared cards, undo, corrections."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.play.modes.cards.hidden_hands import (
    HiddenCards,
    hidden_cards,
    hits_in,
    laid_down,
    least_useful,
    melds_in,
)
from companion.rules import (
    DECK,
    Act,
    Answered,
    Card,
    CardCorrected,
    CardDrawn,
    CardEvent,
    CardGiven,
    Cards,
    CardsCorrected,
    CardShown,
    CardsSwapped,
    CardTaken,
    Decided,
    Discarded,
    DiscardsShuffled,
    GameBegun,
    GameRecord,
    HandDealt,
    HandShown,
    HitLaid,
    Match,
    MatchPhase,
    MeldLaid,
    PlayedOut,
    Quested,
    Rank,
    Undone,
    Wanted,
    card_of,
    moves,
)

SEED = 11


def begun(players: int = 2, *events: CardEvent) -> GameRecord:
    record = GameRecord.begin(GameBegun("liar-liar", tuple("ABCDEFGH"[:players]), ()))
    for event in (HandDealt(), *events):
        record = record.apply(event)
    return record


def cards(codes: str) -> Cards:
    return tuple(map(card_of, codes.split()))


def hidden(record: GameRecord) -> HiddenCards:
    return hidden_cards(record, SEED)


def assert_whole(record: GameRecord) -> HiddenCards:
    """The counts are the match's, and every card is there as often as the decks hold it."""
    match, found = record.game, hidden(record)
    assert tuple(map(len, found.hands)) == match.cards
    assert (len(found.stock), len(found.discards)) == (match.stock, match.discards)
    every = Counter(found.stock) + Counter(found.discards)
    for hand in found.hands:
        every += Counter(hand)
    for meld in match.melds:
        every += Counter(meld.cards)
    assert every == Counter(DECK * match.limits.decks)
    return found


def random_event(match: Match, luck: Random, found: HiddenCards) -> CardEvent:
    """What a table might do; now and then cards are declared that the hidden hands do not have."""
    if match.may_meld is not None and luck.random() < 0.7:
        hand = found.hands[match.may_meld]
        melds, hits = melds_in(match, hand), hits_in(match, hand)
        if melds or hits:
            return MeldLaid(match.may_meld, melds[0]) if melds else luck.choice(hits)
    if match.may_swap is not None and luck.random() < 0.5:
        return CardsSwapped(match.may_swap, luck.randint(1, match.cards[match.may_swap]))
    acts = {move.act: move.player for move in moves(match)}
    match match.phase:
        case MatchPhase.HAND:
            return HandDealt()
        case MatchPhase.OBTAIN:
            if Act.SHUFFLE in acts:
                return DiscardsShuffled()
            if Act.DRAW in acts and luck.random() < 0.6:
                return CardDrawn(match.to_act)
            other = luck.choice([seat for seat in range(len(match.players)) if seat != match.to_act])
            return Quested(match.to_act, other, Wanted(suit=luck.choice(DECK).suit))
        case MatchPhase.ANSWER:
            return Answered(match.to_act, luck.random() < 0.5)
        case MatchPhase.DECIDE:
            return Decided(match.to_act, luck.random() < 0.5)
        case MatchPhase.SHOW:
            return shown(match, luck, found)
        case MatchPhase.TAKE:
            return CardTaken(match.to_act, luck.choice(match.takes))
        case MatchPhase.DISCARD:
            return Discarded(match.to_act)
        case MatchPhase.GIVE:
            return CardGiven(match.to_act)
        case _:
            return PlayedOut(match.to_act)


def shown(match: Match, luck: Random, found: HiddenCards) -> CardEvent:
    if not match.quest.yes and luck.random() < 0.5:
        return HandShown(match.to_act, found.hands[match.to_act])
    lying = Counter(card for meld in match.melds for card in meld.cards)
    free = [card for card in DECK if lying[card] < match.limits.decks]
    fits = [card for card in free if match.quest.wanted.matches(card)]
    return CardShown(match.to_act, luck.choice(free if match.quest.yes else fits))


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (5, 3), (7, 4)])
def test_in_random_matches_no_card_is_lost_or_made(players: int, seed: int) -> None:
    luck, record = Random(seed), begun(players)
    for _ in range(150):
        if record.game.phase is MatchPhase.OVER:
            break
        record = record.apply(random_event(record.game, luck, assert_whole(record)))
        if luck.random() < 0.15:
            record = record.apply(Undone())
    assert_whole(record)


def test_undo_and_another_look_find_the_same_hands() -> None:
    record = begun(3, CardDrawn(0))
    before = hidden(record)
    assert hidden(record.apply(Discarded(0)).apply(Undone())) == before
    assert hidden_cards(record, SEED + 1) != before


def test_each_hand_of_a_match_is_dealt_anew() -> None:
    first = hidden(begun(2))
    assert hidden_cards(GameRecord.begin(GameBegun("liar-liar", ("A", "B"), ())), SEED).hands == ((), ())
    assert first.hands[0] != first.hands[1]


def test_a_card_won_in_a_quest_goes_to_the_asker() -> None:
    record = begun(2, Quested(0, 1, Wanted(suit=card_of("AS").suit)), Answered(1, True), Decided(0, False))
    spade = next(card for card in DECK if card.code == "AS")
    found = assert_whole(record.apply(CardShown(1, spade)))
    assert spade in found.hands[0]


def test_a_meld_that_a_hand_does_not_have_is_swapped_into_it() -> None:
    record = begun(2, CardDrawn(0))
    meld = next(run for run in _runs() if not set(run) <= set(hidden(record).hands[0]))
    before = hidden(record)
    after = assert_whole(record.apply(MeldLaid(0, meld)))
    kept = [card for card in before.hands[0] if card in after.hands[0]]
    assert len(kept) == len(after.hands[0]), "what is left in the hand was there before"


def test_a_corrected_meld_counts_as_if_it_had_been_told_so_at_once() -> None:
    one, other = list(_runs())[:2]
    record = begun(2, CardDrawn(0))
    corrected = record.apply(MeldLaid(0, one)).apply(CardsCorrected(other))
    assert hidden(corrected) == hidden(record.apply(MeldLaid(0, other)))
    assert_whole(corrected)


def test_a_corrected_card_counts_as_if_it_had_been_told_so_at_once() -> None:
    asked = begun(2, Quested(0, 1, Wanted(Rank.SEVEN)), Answered(1, True), Decided(0, True))
    corrected = asked.apply(CardShown(1, card_of("7S"))).apply(CardCorrected(card_of("KD")))
    assert hidden(corrected) == hidden(asked.apply(CardShown(1, card_of("KD"))))


def test_a_hit_leaves_the_hand() -> None:
    record = begun(2, CardDrawn(0), MeldLaid(0, cards("4S 5S 6S")), HitLaid(0, card_of("7S"), 0))
    assert card_of("7S") not in assert_whole(record).hands[0]


def _runs() -> list[Cards]:
    return [cards("AS 2S 3S"), cards("QH KH AH"), cards("9D 10D JD")]


def test_mostly_what_was_asked_for_is_laid_down_and_now_and_then_another() -> None:
    hand, seven = cards("7S 2H KD KC"), Wanted(Rank.SEVEN)
    laid = [laid_down(hand, seven, Random(seed)) for seed in range(80)]
    honest = sum(card == card_of("7S") for card in laid)
    assert 45 <= honest <= 75
    assert {laid_down(cards("2H 3H"), seven, Random(seed)).rank for seed in range(9)} <= {
        Rank.TWO,
        Rank.THREE,
    }
    assert {laid_down(cards("7S 7H"), seven, Random(seed)).rank for seed in range(9)} == {Rank.SEVEN}


def test_what_fits_nothing_is_the_least_useful_card() -> None:
    assert least_useful(cards("7S 8S KD 7H")) == card_of("KD")


@pytest.mark.parametrize(
    ("hand", "largest"),
    [
        ("7S 7H 7D 2C", "7S 7H 7D"),
        ("QH KH AH 3S 4S 5S 6S", "3S 4S 5S 6S"),
        ("AS 2S 3S KS", "AS 2S 3S"),
        ("KS AS 2S", ""),
        ("QS KS AS", "QS KS AS"),
    ],
)
def test_the_largest_meld_of_a_hand(hand: str, largest: str) -> None:
    match = begun(2, CardDrawn(0)).game
    found = melds_in(match, cards(hand))
    assert set(found[0] if found else ()) == set(cards(largest))


def test_hits_of_a_hand() -> None:
    match = begun(2, CardDrawn(0), MeldLaid(0, cards("4S 5S 6S"))).game
    assert hits_in(match, cards("7S 9S 3S")) == (
        HitLaid(0, Card(Rank.SEVEN, card_of("7S").suit), 0),
        HitLaid(0, card_of("3S"), 0),
    )
