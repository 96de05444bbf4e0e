"""Sets and runs on the table: what makes one, what hits one, and the objection where it does not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from companion.rules.cards.deck import Card, Cards, Rank
from companion.rules.cards.liar_liar import Limits
from companion.rules.errors import Choice, RuleError
from companion.rules.refusal import Refusal

ACE_HIGH = 14
"""The place of an ace after the king."""


class MeldKind(Enum):
    """What a meld is."""

    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld on the table: who laid it, its cards (a run's from low to high), how many were hits."""

    player: int
    kind: MeldKind
    cards: Cards
    hits: int = 0

    @property
    def lowest(self) -> int:
        """The place of a run's first card: 1 for an ace, which stands first only as a low one."""
        return self.cards[0].rank.place

    @property
    def highest(self) -> int:
        """The place of a run's last card, 14 for an ace."""
        return self.lowest + len(self.cards) - 1


def meld_of(player: int, cards: Cards, limits: Limits) -> Meld:
    """The set or run that these cards are, given in any order; RuleError if they are none."""
    if len(cards) < limits.fewest:
        raise RuleError(Refusal.MELD_TOO_SMALL, fewest=limits.fewest, came=len(cards))
    if len({card.rank for card in cards}) == 1:
        if len(cards) > limits.most_of_a_rank:
            raise RuleError(Refusal.SET_TOO_LARGE, most=limits.most_of_a_rank, came=len(cards))
        return Meld(player, MeldKind.SET, cards)
    if len({card.suit for card in cards}) == 1:
        return Meld(player, MeldKind.RUN, _in_sequence(cards))
    raise RuleError(Refusal.NO_MELD, cards=cards)


def _in_sequence(cards: Cards) -> Cards:
    """The cards of one suit from low to high; RuleError where they are no run."""
    twice = next((card for card, number in Counter(cards).items() if number > 1), None)
    if twice is not None:
        raise RuleError(Refusal.RUN_CARD_TWICE, card=twice)
    ordered = sorted(cards, key=lambda card: card.rank.place)
    if _gap(ordered) is not None and ordered[0].rank is Rank.ACE:
        high = [*ordered[1:], ordered[0]]
        if _gap(high) is None:
            return tuple(high)
        if _goes_round(ordered):
            raise RuleError(Refusal.RUN_ROUND_CORNER)
    gap = _gap(ordered)
    if gap is not None:
        before, after = gap
        raise RuleError(Refusal.RUN_GAP, before=before.rank, after=after.rank, suit=before.suit)
    return tuple(ordered)


def _gap(cards: list[Card]) -> tuple[Card, Card] | None:
    """The first two neighbours that do not follow each other, an ace at the end being high."""
    for before, after in pairwise(cards):
        place = ACE_HIGH if after.rank is Rank.ACE else after.rank.place
        if place != before.rank.place + 1:
            return before, after
    return None


def _goes_round(ordered: list[Card]) -> bool:
    """Whether these would be a run if two followed king and ace: one gap alone, with king and two there."""
    gaps = sum(after.rank.place != before.rank.place + 1 for before, after in pairwise(ordered))
    return gaps == 1 and ordered[-1].rank is Rank.KING


def with_hit(meld: Meld, card: Card, limits: Limits) -> Meld:
    """The meld with one more card; RuleError where it does not belong there."""
    if meld.kind is MeldKind.SET:
        return _set_with_hit(meld, card, limits)
    return _run_with_hit(meld, card, limits)


def _set_with_hit(meld: Meld, card: Card, limits: Limits) -> Meld:
    rank = meld.cards[0].rank
    if card.rank is not rank:
        raise RuleError(Refusal.HIT_OTHER_RANK, card=card, rank=rank)
    if len(meld.cards) >= limits.most_of_a_rank:
        raise RuleError(Refusal.SET_COMPLETE, number=limits.most_of_a_rank)
    return Meld(meld.player, meld.kind, (*meld.cards, card), meld.hits + 1)


def _run_with_hit(meld: Meld, card: Card, limits: Limits) -> Meld:
    suit = meld.cards[0].suit
    if limits.runs_hit_once and meld.hits:
        raise RuleError(Refusal.RUN_HIT_ALREADY)
    if card in meld.cards:
        raise RuleError(Refusal.HIT_IN_RUN, card=card)
    if card.suit is suit and card.rank.place == meld.lowest - 1:
        return Meld(meld.player, meld.kind, (card, *meld.cards), meld.hits + 1)
    place = ACE_HIGH if card.rank is Rank.ACE else card.rank.place
    if card.suit is suit and place == meld.highest + 1:
        return Meld(meld.player, meld.kind, (*meld.cards, card), meld.hits + 1)
    raise _not_continued(meld, card)


def _not_continued(meld: Meld, card: Card) -> RuleError:
    """The objection names the ranks that would hit the run: at either end, from 2 to king the ace alone."""
    ranks = tuple(Rank)
    if len(meld.cards) == len(ranks):
        return RuleError(Refusal.RUN_COMPLETE, card=card)
    ends = [place for place in (meld.lowest - 1, meld.highest + 1) if 1 <= place <= ACE_HIGH]
    hitting = tuple(dict.fromkeys(ranks[(place - 1) % len(ranks)] for place in ends))
    return RuleError(Refusal.RUN_NOT_CONTINUED, card=card, ranks=Choice(hitting), suit=meld.cards[0].suit)
