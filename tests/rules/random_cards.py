"""A card table that plays at random with real hands, for the property tests; all chance is the caller's.

The match knows how many cards everybody holds; here lie the cards themselves, so that what is told (a hand
shown, a meld, a card turned over) is what a table could have seen. The players want to be rid of their
cards: they keep what may become a meld, and enough cards for one; random discards would take for ever. No
turn leaves anybody more cards than it found. Were everybody down to one card and every set on the table
whole, the hand could never end, so somebody always keeps enough for a meld with the next card.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from companion.rules import (
    DECK,
    Answered,
    Card,
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
    Match,
    MatchPhase,
    MeldLaid,
    PlayedOut,
    Quested,
    Suit,
    Wanted,
    WantedKind,
    card_match,
    hit_by,
    why_not,
)
from companion.rules.match import EFFECTS

NAMES = tuple("ABCDEFGHIJKLMN")
ACE_TO_ACE = 14


def random_match(rng: Random, most: int = 8) -> GameRecord:
    """A random first line: two players to ``most``, a target of a few hands."""
    options = (("target", rng.choice([1, 60, 150])), ("run_hit_once", rng.random() < 0.7))
    return GameRecord.begin(GameBegun("liar-liar", NAMES[: rng.randint(2, most)], options))


@dataclass
class Table:
    """A match and the cards at it; a copy shares nothing with this one."""

    rng: Random
    record: GameRecord
    hands: list[list[Card]]
    stock: list[Card]
    discards: list[Card]
    laid: Card | None = None

    @classmethod
    def of(cls, rng: Random, record: GameRecord) -> Table:
        return cls(rng, record, [[] for _ in record.game.players], [], [])

    def copy(self) -> Table:
        hands = [list(hand) for hand in self.hands]
        return Table(self.rng, self.record, hands, list(self.stock), list(self.discards), self.laid)

    @property
    def match(self) -> Match:
        return card_match(self.record.game)

    def play(self) -> CardEvent:
        """One more event that table and rules allow."""
        event = self.choose()
        before = self.match
        self.record = self.record.apply(event)
        self._follow(before, event)
        return event

    def choose(self) -> CardEvent:
        """A random event that the rules allow and these hands permit."""
        match, rng = self.match, self.rng
        laying = self._laying() if match.may_meld is not None and rng.random() < 0.9 else None
        if laying is not None:
            return laying
        if match.may_show is not None and rng.random() < 0.5:
            matching = self._matching(match.may_show, match.quests[-1].wanted)
            if matching:
                return CardShown(match.may_show, rng.choice(matching))
        if match.may_swap is not None and rng.random() < 0.5:
            return CardsSwapped(match.may_swap, rng.randint(1, match.cards[match.may_swap]))
        event: CardEvent = getattr(self, f"_{match.phase.value}")()
        return event

    def _hand(self) -> CardEvent:
        return HandDealt()

    def _obtain(self) -> CardEvent:
        match, rng = self.match, self.rng
        if match.stock and rng.random() < 0.6:
            return CardDrawn(match.acting)
        if not match.stock and match.discards and rng.random() < 0.8:
            return DiscardsShuffled()
        while True:
            other = rng.choice([seat for seat in range(len(match.players)) if seat != match.acting])
            card = rng.choice(DECK)
            wanted = rng.choice(
                [
                    Wanted(rank=card.rank),
                    Wanted(suit=card.suit),
                    Wanted(card.rank, card.suit),
                    Wanted(kind=rng.choice(list(WantedKind))),
                ]
            )
            event = Quested(match.acting, other, wanted)
            if why_not(match, event) is None:
                return event

    def _answer(self) -> CardEvent:
        seat = self.match.acting
        honest = bool(self._matching(seat, self.match.asked.wanted))
        return Answered(seat, honest if self.rng.random() < 0.7 else not honest)

    def _decide(self) -> CardEvent:
        return Decided(self.match.acting, self.rng.random() < 0.4)

    def _show(self) -> CardEvent:
        seat, quest = self.match.acting, self.match.asked
        if quest.yes:
            return CardShown(seat, self.laid)
        if self.rng.random() < 0.6:
            return HandShown(seat, tuple(self.rng.sample(self.hands[seat], len(self.hands[seat]))))
        matching = self._matching(seat, quest.wanted)
        return CardShown(seat, self.rng.choice(matching) if matching else None)

    def _take(self) -> CardEvent:
        return CardTaken(self.match.acting, self.rng.choice(self.match.takes))

    def _discard(self) -> CardEvent:
        return Discarded(self.match.acting)

    def _give(self) -> CardEvent:
        return CardGiven(self.match.acting)

    def _play_out(self) -> CardEvent:
        return PlayedOut(self.match.acting)

    def _matching(self, seat: int, wanted: Wanted) -> list[Card]:
        return [card for card in self.hands[seat] if wanted.matches(card)]

    def _laying(self) -> CardEvent | None:
        """A meld or a hit out of the hand of whoever may lay one, after which the hand can still end."""
        match, seat = self.match, self.match.may_meld
        assert seat is not None
        hand, fewest = self.hands[seat], self.match.limits.fewest
        for card in hand:
            places = hit_by(match, card) if self._leaves_enough(seat, [card]) else ()
            if places:
                return HitLaid(seat, card, self.rng.choice(places))
        large = [meld for meld in candidates(hand) if len(meld) >= fewest]
        melds = [meld for meld in large if self._leaves_enough(seat, meld)]
        return MeldLaid(seat, tuple(self.rng.choice(melds))) if melds else None

    def _leaves_enough(self, seat: int, laid: list[Card]) -> bool:
        """Whether the seat plays out with it, or keeps cards enough for a meld, or another seat does."""
        match, left = self.match, len(self.hands[seat]) - len(laid)
        if left != 1 or not self._keeps_the_last(laid):
            return left < 2 or left >= match.limits.fewest
        others = [held for other, held in enumerate(match.cards) if other != seat]
        return max(others) + 1 >= match.limits.fewest

    def _keeps_the_last(self, laid: list[Card]) -> bool:
        """Whether a single card left stays in the hand: the turn was over, or it is the one just won."""
        match = self.match
        return match.phase is MatchPhase.OBTAIN or match.won not in (None, *laid)

    def _follow(self, before: Match, event: CardEvent) -> None:
        """Move the cards as the event says."""
        match event:
            case HandDealt():
                self._deal()
            case CardDrawn(player):
                self.hands[player].append(self.stock.pop())
            case Answered(player, True):
                self.laid = self._laid_by(player, before.asked.wanted)
            case CardShown() | HandShown() | CardTaken():
                self._won(before)
            case MeldLaid(player, cards):
                self._leave_hand(player, cards)
            case HitLaid(player, card):
                self._leave_hand(player, (card,))
            case Discarded(player):
                self.discards.append(self._any_of(player, None))
            case CardGiven(player):
                self.hands[before.gives_to].append(self._any_of(player, before.won))
            case CardsSwapped(player, count):
                self._swap(player, count)
            case DiscardsShuffled():
                self._shuffle()

    def _deal(self) -> None:
        deck = list(DECK) * self.match.limits.decks
        self.rng.shuffle(deck)
        self.hands = [[deck.pop() for _ in range(held)] for held in self.match.cards]
        self.stock, self.discards = deck, []

    def _laid_by(self, seat: int, wanted: Wanted) -> Card:
        matching = self._matching(seat, wanted)
        return self.rng.choice(matching if matching and self.rng.random() < 0.8 else self.hands[seat])

    def _won(self, before: Match) -> None:
        after = self.match
        if len(after.quests) == len(before.quests):
            return
        quest = after.quests[-1]
        if quest.outcome is not None and quest.card is not None and EFFECTS[quest.outcome].card_won:
            self.hands[quest.other].remove(quest.card)
            self.hands[quest.asker].append(quest.card)

    def _leave_hand(self, seat: int, cards: Cards) -> None:
        for card in cards:
            self.hands[seat].remove(card)

    def _any_of(self, seat: int, kept: Card | None) -> Card:
        """A card out of this hand, but not the kept one."""
        hand = list(self.hands[seat])
        if kept is not None:
            hand.remove(kept)
        self.rng.shuffle(hand)
        card = min(hand, key=lambda each: sum(near(each, other) for other in hand))
        self.hands[seat].remove(card)
        return card

    def _swap(self, seat: int, count: int) -> None:
        self.discards += [self._any_of(seat, None) for _ in range(count)]
        for _ in range(count):
            if not self.stock:
                self._shuffle()
            self.hands[seat].append(self.stock.pop())

    def _shuffle(self) -> None:
        self.stock, self.discards = self.discards, []
        self.rng.shuffle(self.stock)


def near(card: Card, other: Card) -> bool:
    """Whether two cards may come to lie in one meld."""
    if card.rank is other.rank:
        return True
    return card.suit is other.suit and abs(card.rank.place - other.rank.place) <= 2


def candidates(hand: list[Card]) -> list[list[Card]]:
    """Sets and runs in a hand, as large as they go."""
    ranks = {card.rank for card in hand}
    found = [[card for card in hand if card.rank is rank] for rank in ranks]
    for suit in Suit:
        held = {card.rank.place: card for card in hand if card.suit is suit}
        if 1 in held:
            held[ACE_TO_ACE] = held[1]
        stretch: list[Card] = []
        for place in range(1, ACE_TO_ACE + 2):
            if place in held and held[place] not in stretch:
                stretch.append(held[place])
                continue
            found.append(stretch)
            stretch = []
    return sorted(found, key=len)
