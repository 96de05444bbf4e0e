"""The card players of the demonstration: each looks at the own hand alone, and at what lies on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from companion.play.cards.hidden_hands import hits_in, may_meet, melds_in
from companion.play.cards.sheet import Purpose
from companion.rules.cards.deck import Card, Cards, Wanted
from companion.rules.cards.events import (
    Answered,
    CardDrawn,
    CardEvent,
    CardGiven,
    CardsSwapped,
    CardTaken,
    Decided,
    Discarded,
    DiscardsShuffled,
    HandDealt,
    PlayedOut,
    Quested,
)
from companion.rules.cards.legal import may_be_asked, may_shuffle, most_swapped, why_not
from companion.rules.cards.match import Match, MatchPhase

QUESTS = 0.4
"""How often a player asks for a card instead of drawing one."""
DOUBTS = 0.4
"""How often an asker says Liar, Liar."""
HONEST_YES, BLUFFED_YES = 0.8, 0.25
"""How often a player says Yes who holds the card asked for, and one who does not."""
PROVES, SWAPS = 0.6, 0.5
"""How often a player proves an accepted lie, and swaps cards after a No that was true."""

Hands = Sequence[Cards]
Choice = CardEvent | Purpose
"""What is declared, or for what cards are laid before the eye."""


def choose(match: Match, hands: Hands, luck: Random) -> Choice:
    """What happens next; each player's part in it follows from the own hand."""
    if match.may_meld is not None and wants_to_meld(match, hands[match.may_meld]):
        return Purpose.MELD
    if match.may_show is not None and luck.random() < PROVES:
        wanted = match.quests[-1].wanted
        if any(wanted.matches(card) for card in hands[match.may_show]):
            return Purpose.SHOW
    if match.may_swap is not None and luck.random() < SWAPS:
        return CardsSwapped(match.may_swap, luck.randint(1, min(3, most_swapped(match))))
    if may_shuffle(match):
        return DiscardsShuffled()
    return _PHASES[match.phase](match, hands, luck)


def wants_to_meld(match: Match, hand: Cards) -> bool:
    """Whether there is a meld or hit to lay, and enough cards stay for another, or none at all.

    Two cards left could only be melded as hits, and the hand might not end.
    """
    melds = melds_in(match, hand)
    if not melds and not hits_in(match, hand):
        return False
    left = len(hand) - (len(melds[0]) if melds else 1)
    return left <= 1 or left >= match.limits.fewest


def _obtain(match: Match, hands: Hands, luck: Random) -> Choice:
    if match.stock and luck.random() >= QUESTS:
        return CardDrawn(match.acting)
    for wanted in (_wanted(hands[match.acting], luck), Wanted(suit=luck.choice(hands[match.acting]).suit)):
        event = Quested(match.acting, luck.choice(may_be_asked(match)), wanted)
        if why_not(match, event) is None:
            return event
    return CardDrawn(match.acting)


def _wanted(hand: Cards, luck: Random) -> Wanted:
    """The rank or suit of the card that has most company in the hand."""
    card = max(hand, key=lambda each: (_company(each, hand), luck.random()))
    of_its_rank = sum(other.rank is card.rank for other in hand)
    if of_its_rank > 1 or luck.random() < 0.5:
        return Wanted(rank=card.rank)
    return Wanted(suit=card.suit)


def _company(card: Card, hand: Cards) -> int:
    return sum(may_meet(card, other) for other in hand)


def _answer(match: Match, hands: Hands, luck: Random) -> Choice:
    holds = any(match.asked.wanted.matches(card) for card in hands[match.acting])
    return Answered(match.acting, luck.random() < (HONEST_YES if holds else BLUFFED_YES))


def _decide(match: Match, hands: Hands, luck: Random) -> Choice:
    return Decided(match.acting, luck.random() < DOUBTS)


def _show(match: Match, hands: Hands, luck: Random) -> Choice:
    return Purpose.SHOW if match.asked.yes else Purpose.HAND


def _take(match: Match, hands: Hands, luck: Random) -> Choice:
    own = hands[match.acting]
    return CardTaken(match.acting, max(match.takes, key=lambda card: _company(card, own)))


_PHASES: dict[MatchPhase, Callable[[Match, Hands, Random], Choice]] = {
    MatchPhase.HAND: lambda match, hands, luck: HandDealt(),
    MatchPhase.OBTAIN: _obtain,
    MatchPhase.ANSWER: _answer,
    MatchPhase.DECIDE: _decide,
    MatchPhase.SHOW: _show,
    MatchPhase.TAKE: _take,
    MatchPhase.DISCARD: lambda match, hands, luck: Discarded(match.acting),
    MatchPhase.GIVE: lambda match, hands, luck: CardGiven(match.acting),
    MatchPhase.PLAY_OUT: lambda match, hands, luck: PlayedOut(match.acting),
}
