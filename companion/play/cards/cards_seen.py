"""What a look at the table told of cards, and which of the cards in a picture are new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from companion.card_reading import CardDoubt, ReadCard
from companion.frame import Frame
from companion.reading import Box
from companion.rules.cards.deck import Card, Cards, card_of


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """Cards that lie face up and were not there before: ``sure`` and ``doubted``, boxes in ``frame`` pixels.

    ``lying`` counts the cards seen that lie in melds already, ``elsewhere`` new ones that lie apart from
    these: both are left out.
    """

    frame: Frame
    sure: tuple[ReadCard, ...]
    doubted: tuple[ReadCard, ...] = ()
    lying: int = 0
    elsewhere: int = 0

    @property
    def cards(self) -> Cards:
        """The sure ones."""
        return tuple(card_read(each) for each in self.sure)


def is_doubted(card: ReadCard) -> bool:
    """Whether a person must say which card it is."""
    return card.code is None or bool(card.doubts)


def card_read(card: ReadCard) -> Card:
    """The card that the eye read; ValueError for one without a code."""
    if card.code is None:
        raise ValueError("a card without a code was not read: ask which it is")
    return card_of(card.code)


def likely_cards(card: ReadCard) -> Cards:
    """The cards that it may be, the likeliest first."""
    return tuple(card_of(code) for code in dict.fromkeys(card.likely or ((card.code,) if card.code else ())))


def main_doubt(card: ReadCard) -> CardDoubt:
    """Why it is asked about."""
    return card.doubts[0] if card.doubts else CardDoubt.UNREAD


REACH = 0.5
"""Cards with less room between them than this part of the shorter one's length lie together. A choice: melds
are laid side by side or as a fan, anything else a hand's breadth away."""

Heap = tuple[ReadCard, ...]


@dataclass(frozen=True, slots=True)
class NewCards:
    """``heaps``: new cards that lie together, in the eye's order; ``lying`` counts cards of the melds."""

    heaps: tuple[Heap, ...]
    lying: int

    @property
    def cards(self) -> Heap:
        """All new cards."""
        return tuple(card for heap in self.heaps for card in heap)


def new_cards(read: Sequence[ReadCard], on_table: Cards) -> NewCards:
    """The cards of a reading that are not those ``on_table``.

    A doubted card that is likeliest one of the melds' which is not seen elsewhere is taken for it, and one
    over a sure card that it is likeliest itself for a corner of that. Where a sure card is new, a doubted one
    upon cards of the melds and upon no new one is left out: a figure or pip was taken for a corner. So are
    heaps of doubted cards alone where a sure card is new elsewhere and as many of the melds' are not seen:
    these are hard to read, and were told before.
    """
    lying: Counter[str | None] = Counter(card.code for card in on_table)
    sure = [card for card in read if not is_doubted(card)]
    unseen = lying - Counter(card.code for card in sure)
    new = _not_lying(sure, lying)
    doubted = [card for card in read if is_doubted(card) and not _seen_below(card, sure)]
    new += _not_upon_melds(_not_known(doubted, unseen), sure, new)
    heaps = _heaps([card for card in read if any(card is each for each in new)])
    kept = _without_old_doubts(heaps, unseen.total())
    return NewCards(kept, len(read) - sum(map(len, kept)))


def _not_lying(sure: list[ReadCard], lying: Counter[str | None]) -> list[ReadCard]:
    """The sure cards less those of the melds; of two alike the new one is that nearest to other new cards."""
    new = [card for card in sure if not lying[card.code]]
    seen = Counter(card.code for card in sure)
    for code in lying:
        alike = [card for card in sure if card.code == code]
        nearest = sorted(alike, key=lambda card: min((_gap(card.box, each.box) for each in new), default=0))
        new += nearest[: max(0, seen[code] - lying[code])]
    return new


def _seen_below(doubted: ReadCard, sure: list[ReadCard]) -> bool:
    """Whether a doubted card is a corner of a sure one that was not joined to it."""
    likeliest = doubted.likely[0] if doubted.likely else doubted.code
    return any(each.code == likeliest and not _gap(each.box, doubted.box) for each in sure)


def _not_known(doubted: list[ReadCard], unseen: Counter[str | None]) -> list[ReadCard]:
    """The doubted cards less those that are likeliest a meld's card; these are taken out of ``unseen``."""
    new: list[ReadCard] = []
    for card in doubted:
        likeliest = card.likely[0] if card.likely else card.code
        if unseen[likeliest] > 0:
            unseen[likeliest] -= 1
        else:
            new.append(card)
    return new


def _not_upon_melds(doubted: list[ReadCard], sure: list[ReadCard], new: list[ReadCard]) -> list[ReadCard]:
    """The doubted cards less those upon sure cards of the melds alone, where any sure card is new."""
    if not new:
        return doubted
    old = [card for card in sure if not any(card is each for each in new)]
    return [card for card in doubted if _lies_upon(card, new) or not _lies_upon(card, old)]


def _lies_upon(card: ReadCard, others: list[ReadCard]) -> bool:
    return any(not _gap(card.box, other.box) for other in others)


def _without_old_doubts(heaps: tuple[Heap, ...], unseen: int) -> tuple[Heap, ...]:
    with_sure = tuple(heap for heap in heaps if not all(map(is_doubted, heap)))
    doubts_alone = sum(len(heap) for heap in heaps if heap not in with_sure)
    return with_sure if with_sure and doubts_alone <= unseen else heaps


def _heaps(cards: list[ReadCard]) -> tuple[Heap, ...]:
    """The cards by where they lie together, all in the order in which they came."""
    heaps: list[set[int]] = []
    for number, card in enumerate(cards):
        near = [heap for heap in heaps if any(_lie_together(card, cards[each]) for each in heap)]
        heaps = [heap for heap in heaps if heap not in near]
        heaps.append({number}.union(*near))
    return tuple(tuple(cards[each] for each in sorted(heap)) for heap in sorted(heaps, key=min))


def _lie_together(one: ReadCard, other: ReadCard) -> bool:
    shorter = min(_length(one.box), _length(other.box))
    return _gap(one.box, other.box) <= REACH * shorter


def _length(box: Box) -> int:
    return max(box[2] - box[0], box[3] - box[1])


def _gap(one: Box, other: Box) -> int:
    """Room between two boxes in pixels, the larger of that across and that down; 0 where they overlap."""
    across = max(one[0], other[0]) - min(one[2], other[2])
    down = max(one[1], other[1]) - min(one[3], other[3])
    return max(across, down, 0)
