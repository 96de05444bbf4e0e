"""What a hand of cards is good for: melds, hits, and the card that it can best do without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.rules.cards.deck import Card, Cards, Rank, Suit
from companion.rules.cards.events import HitLaid, MeldLaid
from companion.rules.cards.legal import hit_by, why_not
from companion.rules.cards.match import Match
from companion.rules.cards.melds import ACE_HIGH

NEIGHBOURS = 2
"""Cards of one suit that are no farther apart than this may come to lie in one run."""


def least_useful(hand: Sequence[Card]) -> Card:
    """The card that fits fewest others; of several the first one in the hand."""
    return min(hand, key=lambda card: sum(may_meet(card, other) for other in hand))


def may_meet(card: Card, other: Card) -> bool:
    """Whether two cards may come to lie in one meld; two alike do, as one rank."""
    if card.rank is other.rank:
        return True
    return card.suit is other.suit and abs(card.rank.place - other.rank.place) <= NEIGHBOURS


def melds_in(match: Match, hand: Sequence[Card]) -> tuple[Cards, ...]:
    """The sets and runs that whoever may meld now can lay from this hand, the largest first."""
    if match.may_meld is None:
        return ()
    found = [cards for cards in _candidates(hand) if why_not(match, MeldLaid(match.may_meld, cards)) is None]
    return tuple(sorted(found, key=len, reverse=True))


def hits_in(match: Match, hand: Sequence[Card]) -> tuple[HitLaid, ...]:
    """The hits that whoever may meld now can lay from this hand."""
    cards = dict.fromkeys(hand)
    return tuple(HitLaid(match.may_meld, card, meld) for card in cards for meld in hit_by(match, card))


def _candidates(hand: Sequence[Card]) -> Iterator[Cards]:
    for rank in Rank:
        yield tuple(card for card in hand if card.rank is rank)
    for suit in Suit:
        yield from _runs({card.rank.place: card for card in hand if card.suit is suit})


def _runs(held: dict[int, Card]) -> Iterator[Cards]:
    """The longest stretches of a suit; an ace is taken below the two or, left over there, above the king."""
    if 1 in held:
        held = {**held, ACE_HIGH: held[1]}
    stretch: list[Card] = []
    for place in range(1, ACE_HIGH + 2):
        if place in held and held[place] not in stretch:
            stretch.append(held[place])
            continue
        yield tuple(stretch)
        stretch = []
