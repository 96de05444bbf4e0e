"""Liar, Liar by ear: whole matches are played by people who know their own cards and what was said."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random

import pytest

from companion.rules import (
    DECK,
    Answered,
    AnyEvent,
    Card,
    CardCorrected,
    CardDrawn,
    CardEvent,
    CardGiven,
    Cards,
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
    Meld,
    MeldLaid,
    PlayedOut,
    Quested,
    Rank,
    RuleError,
    Undone,
    Wanted,
    card_match,
)
from companion.rules.liar_liar import Limits, meld_of, with_hit
from companion.text import languages, say_again, say_aloud, say_the_card, say_wanted, use_language
from tests.rules.random_cards import Table, candidates

NAMES = ("Ann", "Ben", "Ada", "Joe", "Kim")
CARDS = {say_the_card(card): card for card in DECK}
CARD = re.compile("|".join(map(re.escape, sorted(CARDS, key=len, reverse=True))))
WANTED = {say_wanted(Wanted(rank=rank)): Wanted(rank=rank) for rank in Rank}
ASKED = {
    r"Deal hand": "deal",
    r"(\w+): draw a card, or ask somebody for one\.": "draw or Quest",
    r"(\w+): ask somebody for a card, or shuffle the discards and draw\.": "shuffle",
    r"(\w+): ask somebody for a card\. None is left to draw\.": "Quest",
    r"(\w+): do you have (.*)\? Yes or no\?": "answer",
    r"(\w+): accept \w+'s (?:Yes|No), or say Liar, Liar\.": "decide",
    r"(\w+): turn the card over\.": "turn over",
    r"(\w+): show all your cards\.": "show hand",
    r"(\w+): take (.*)\.": "take",
    r"(\w+): lay melds and hits if you like, then discard a card\.": "discard",
    r"(\w+): lay melds and hits if you like, then give \w+ a card(?:, but not (.*))?\.": "give",
    r"(\w+) has no cards left and plays out\.": "play out",
    r"(\w+) wins the match!": "over",
}
"""What the table waits for, by the sentence that ends what is said."""
LONGEST_MATCH = 4_000


def cards_in(words: str) -> Cards:
    return tuple(CARDS[each] for each in CARD.findall(words))


@dataclass
class Memory:
    """What everybody has heard: who is asked what, the last Quest, the melds on the table."""

    limits: Limits
    asked: tuple[str, str, str] = ("", "", "")
    """Name, what, and the words that go with it."""
    wanted: dict[str, str] = field(default_factory=dict)
    may: dict[str, str] = field(default_factory=dict)
    melds: list[Meld] = field(default_factory=list)

    def hear(self, words: str) -> None:
        if "Deal hand" in words:
            self.melds.clear()
        for name, other, wanted in re.findall(r"(\w+) asks (\w+) for (.*?)\.", words):
            self.wanted = {"asker": name, "other": other, "wanted": wanted}
        for name, cards, whose, kind in re.findall(
            r"(\w+) lays (.*?)(?: on (\w+'s|their own) (set|run))?\.", words
        ):
            owner = name if whose == "their own" else whose.removesuffix("'s")
            self._lay(name, cards_in(cards), owner, kind)
        for sentence, what in ASKED.items():
            found = re.search(rf"(?:^|[.!?] ){sentence}(?: \w+ begins\.)?(?:$| )", words)
            if found:
                groups = (*found.groups(), "", "")
                self.asked = groups[0] or "", what, groups[1] or ""
        self.may = {what: name for name, what in re.findall(r"(\w+) may (show|swap|still lay)", words)}

    def _lay(self, name: str, cards: Cards, owner: str, kind: str) -> None:
        if not kind:
            self.melds.append(meld_of(NAMES.index(name), cards, self.limits))
            return
        (card,) = cards
        here = [number for number in self.hits(card) if self._is(self.melds[number], owner, kind)]
        self.melds[here[0]] = with_hit(self.melds[here[0]], card, self.limits)

    @staticmethod
    def _is(meld: Meld, owner: str, kind: str) -> bool:
        return (NAMES[meld.player], meld.kind.value) == (owner, kind)

    def hits(self, card: Card) -> list[int]:
        """The melds, by number, that this card may hit."""
        found = []
        for number, meld in enumerate(self.melds):
            try:
                with_hit(meld, card, self.limits)
            except RuleError:
                continue
            found.append(number)
        return found


class Listener:
    """Somebody at the table: knows a seat, what everybody heard, and the own cards by touch."""

    def __init__(self, seat: int, players: int, memory: Memory, hand: list[Card], rng: Random) -> None:
        self.seat, self.name, self.players = seat, NAMES[seat], players
        self.memory, self.hand, self.rng = memory, hand, rng

    def unasked(self) -> CardEvent | None:
        """What this player may do although another one is asked."""
        may = self.memory.may
        if may.get("show") == self.name and self.rng.random() < 0.5:
            matching = self.matching(self.memory.wanted["wanted"])
            return CardShown(self.seat, matching[0]) if matching else None
        if may.get("swap") == self.name and self.rng.random() < 0.5:
            return CardsSwapped(self.seat, self.rng.randint(1, len(self.hand)))
        return self.laying(must_discard=False) if may.get("still lay") == self.name else None

    def asked(self, laid: Card | None) -> CardEvent:
        """What this player does who is asked; ``laid`` is the card that it laid face down."""
        _, what, words = self.memory.asked
        seat, rng = self.seat, self.rng
        match what:
            case "draw or Quest" if rng.random() < 0.6:
                return CardDrawn(seat)
            case "draw or Quest" | "Quest":
                other = rng.choice([each for each in range(self.players) if each != seat])
                return Quested(seat, other, Wanted(rank=rng.choice(self.hand).rank))
            case "shuffle":
                return DiscardsShuffled()
            case "answer":
                return Answered(seat, bool(self.matching(words)) == (rng.random() < 0.7))
            case "decide":
                return Decided(seat, rng.random() < 0.4)
            case "turn over":
                return CardShown(seat, laid)
            case "show hand":
                return HandShown(seat, tuple(self.hand))
            case "take":
                return CardTaken(seat, rng.choice(cards_in(words)))
            case "discard":
                return self.laying(must_discard=True) or Discarded(seat)
            case "give":
                return self.laying(must_discard=False) or CardGiven(seat)
        assert what == "play out", f"nobody knows what to do after {self.memory.asked}"
        return PlayedOut(seat)

    def matching(self, wanted: str) -> list[Card]:
        return [card for card in self.hand if WANTED[wanted].matches(card)]

    def laying(self, must_discard: bool) -> CardEvent | None:
        """A hit on a meld that was heard, or a meld of the own cards, after which the hand can still end."""
        for card in self.hand:
            hits = self.memory.hits(card)
            if hits and self.may_leave(1, must_discard):
                return HitLaid(self.seat, card, hits[0])
        fewest = self.memory.limits.fewest
        for meld in candidates(self.hand):
            if len(meld) >= fewest and self.may_leave(len(meld), must_discard):
                return MeldLaid(self.seat, tuple(meld))
        return None

    def may_leave(self, laid: int, must_discard: bool) -> bool:
        left = len(self.hand) - laid
        return left == 0 or left >= self.memory.limits.fewest + 1 or (must_discard and left == 1)


class SpokenTable(Table):
    """Cards on a table, and a voice."""

    def happens(self, event: AnyEvent) -> str:
        before = self.match
        self.record = self.record.apply(event)
        self._follow(before, event)
        return say_aloud(event, self.match, before, legal=True)


@pytest.mark.parametrize("count", [2, 3, 5])
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_match_is_played_by_what_is_heard_alone(count: int, seed: int) -> None:
    rng = Random(f"{count} {seed}")
    begun = GameBegun("liar-liar", NAMES[:count], (("target", 60),))
    table = SpokenTable.of(rng, GameRecord.begin(begun))
    memory = Memory(card_match(table.record.game).limits)
    words = say_aloud(begun, table.match, None, legal=True)
    for _ in range(LONGEST_MATCH):
        memory.hear(words)
        if memory.asked[1] == "over":
            assert table.match.winner == NAMES.index(memory.asked[0])
            return
        words = table.happens(decided(table, memory, rng, count))
    raise AssertionError("the match never ended")


def decided(table: SpokenTable, memory: Memory, rng: Random, count: int) -> CardEvent:
    """What one of them does now. The table gives nothing but each player's own cards."""
    name, what, _ = memory.asked
    if what == "deal":
        return HandDealt()
    people = [Listener(seat, count, memory, table.hands[seat], rng) for seat in range(count)]
    unasked = next((event for event in map(Listener.unasked, people) if event is not None), None)
    return unasked or people[NAMES.index(name)].asked(table.laid)


def told(*events: AnyEvent, legal: bool = False) -> list[str]:
    """What is said of each of these events of a match of Ann, Ben and Ada."""
    record, said = GameRecord.begin(GameBegun("liar-liar", NAMES[:3], ())), []
    for event in events:
        before, record = record.game, record.apply(event)
        said.append(say_aloud(event, record.game, before, legal))
    return said


ASKING = (HandDealt(), Quested(0, 1, Wanted(rank=Rank.SEVEN)))
SEVEN, NINE = (next(card for card in DECK if card.rank is rank) for rank in (Rank.SEVEN, Rank.NINE))


def test_a_quest_is_short_for_people_who_look() -> None:
    assert told(*ASKING, Answered(1, True), Decided(0, True)) == [
        "Ann: draw a card, or ask somebody for one.",
        "Ann asks Ben for a 7.",
        "Ben: yes.",
        "Ann: Liar, Liar. Ben: turn the card over.",
    ]


def test_who_does_not_look_hears_what_is_asked() -> None:
    assert told(*ASKING, Answered(1, True), legal=True)[1:] == [
        "Ann asks Ben for a 7. Ben: do you have a 7? Yes or no?",
        "Ben: yes. Ann: accept Ben's Yes, or say Liar, Liar.",
    ]


def test_a_caught_liar_s_cards_are_named_to_the_one_who_may_take_one() -> None:
    others = tuple(card for card in DECK if card.rank is Rank.SEVEN)[:2]
    hand = (*others, *(card for card in DECK if card.rank is Rank.TWO), NINE)
    words = told(*ASKING, Answered(1, False), Decided(0, True), HandShown(1, hand))[-1]
    assert words == "Ann: take the 7 of spades or the 7 of hearts."


def test_who_may_do_something_out_of_turn_is_told_so() -> None:
    words = told(*ASKING, Answered(1, False), Decided(0, False), legal=True)[-1]
    assert "If it was a lie, Ben may show it. Ben: draw a card" in words


def test_a_lie_that_was_believed_is_told_when_it_is_shown_after_all() -> None:
    words = told(*ASKING, Answered(1, False), Decided(0, False), CardShown(1, SEVEN))[-1]
    assert words.startswith("Ben shows the 7 of spades, it was a lie. Ann pays Ben a chip.")


def test_a_correction_says_what_it_was() -> None:
    shown = (*ASKING, Answered(1, True), Decided(0, True), CardShown(1, SEVEN), CardCorrected(NINE))
    *_, first, corrected = told(*shown)
    assert first.startswith("It was the 7 of spades")
    assert corrected.startswith("Corrected. It was the 9 of spades, a lie")


def test_what_is_taken_back_is_said_with_how_it_stands() -> None:
    assert told(*ASKING, Answered(1, True), Undone())[-1] == "Taken back. Ben: do you have a 7? Yes or no?"


def test_a_match_taken_up_again_within_a_quest_says_it() -> None:
    record = GameRecord.begin(GameBegun("liar-liar", NAMES[:3], ()))
    for event in ASKING:
        record = record.apply(event)
    assert say_again(record.game) == "Ann asks Ben for a 7. Ben: do you have a 7? Yes or no?"


@pytest.mark.parametrize("language", languages())
def test_what_is_said_of_a_match_begins_each_sentence_with_a_capital(language: str) -> None:
    use_language(language)
    begun = GameBegun("liar-liar", NAMES[:3], ())
    first = say_aloud(begun, GameRecord.begin(begun).game, None)
    said = (first, *told(*ASKING, Answered(1, True), legal=True))
    starts = re.findall(r"(?:^|[.!?] )[¿¡“]?(\w)", " ".join(said))
    assert [letter for letter in starts if letter.islower()] == []
