"""Liar, Liar as data: its sheet's figures, its melds, rules for large groups."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise

from companion.rules.deck import DECK, Card, Cards, Rank
from companion.rules.events import OptionValue
from companion.rules.refusals import Choice, Foreign, Refusal, RuleError
from companion.rules.ruleset import Option

CARDS_EACH = 7
CHIPS_EACH = 5
"""Cards and chips for each player of a hand."""
POINTS_A_CHIP = 10
"""At the end of a hand."""
MOST_IN_SMALL_GROUP = 5
"""Most players with one deck."""
TARGETS = (250, 500, 1000)
"""The sheet's suggestions; any other number will do."""
TARGETS_BY_TOUCH = tuple(range(50, 1001, POINTS_A_CHIP))
"""For touches: a score is a whole number of chips."""
HIGHEST_TARGET = 1_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits by the number of players: decks, least meld, whether a run is hit once."""

    decks: int
    fewest: int
    runs_hit_once: bool

    @property
    def most_of_a_rank(self) -> int:
        return 4 * self.decks

    @property
    def cards(self) -> int:
        return len(DECK) * self.decks


SMALL_GROUP = Limits(decks=1, fewest=3, runs_hit_once=False)
LARGE_GROUP = Limits(decks=2, fewest=4, runs_hit_once=True)


RUN_HIT_ONCE = Option("run_hit_once", "run_hit_once", (True, False))
"""The sheet lets a large group hit a run once. On: nobody may hit it again, at either end. Off: a card in
the run cannot be laid a second time from the other deck."""


@dataclass(frozen=True, slots=True)
class MatchRules:
    """The rule set of a match.

    ``target``: points to reach. ``run_hit_once``: for a large group. ``choices``: our
    answers where the sheet is silent, by the catalogues' keys.
    """

    name: str
    title: str
    most_players: int
    target: int
    choices: tuple[str, ...]
    run_hit_once: bool = True

    def limits_for(self, players: int) -> Limits:
        if players <= MOST_IN_SMALL_GROUP:
            return SMALL_GROUP
        return replace(LARGE_GROUP, runs_hit_once=self.run_hit_once)

    def with_options(self, options: tuple[tuple[str, OptionValue], ...]) -> MatchRules:
        """Raises RuleError for an unknown option or a wrong value."""
        rules = self
        for name, value in options:
            if name == RUN_HIT_ONCE.name:
                rules = replace(rules, run_hit_once=bool(RUN_HIT_ONCE.field_value(value)))
                continue
            if name != "target":
                its_options = f"target, {RUN_HIT_ONCE.name}"
                raise RuleError(
                    Refusal.NO_SUCH_OPTION, rules=self.name, option=Foreign(name), options=its_options
                )
            if type(value) is not int or not 1 <= value <= HIGHEST_TARGET:
                raise RuleError(
                    Refusal.OPTION_TARGET, value=Foreign(value), highest=HIGHEST_TARGET, target=TARGETS[0]
                )
            rules = replace(rules, target=value)
        return rules


LIAR_LIAR = MatchRules(
    name="liar-liar",
    title="Liar, Liar",
    most_players=14,
    target=TARGETS[0],
    choices=(
        "match_target",
        "first_hand",
        "target_together",
        "no_laying_after_no",
        "until_next_draw",
        "asker_names_card",
        "not_asked_for_lying",
        "won_card_stays",
        "nothing_to_give",
        "last_card_won",
        "large_swap",
        "only_quests",
        "ace_ends_run",
        "large_groups",
    ),
)


ACE_HIGH = 14
"""The ace's place after the king."""


class MeldKind(Enum):
    SET = "set"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld on the table: who laid it, its cards (a run's from low to high), the number of hits."""

    player: int
    kind: MeldKind
    cards: Cards
    hits: int = 0

    @property
    def lowest(self) -> int:
        """A run's first place; 1 for a low ace."""
        return self.cards[0].rank.place

    @property
    def highest(self) -> int:
        """A run's last place; 14 for a high ace."""
        return self.lowest + len(self.cards) - 1


def meld_of(player: int, cards: Cards, limits: Limits) -> Meld:
    """The meld of cards in any order. Raises RuleError for no set or run."""
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
    """Orders a run from low to high. Raises RuleError for no run."""
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
    """The first neighbours with a gap; a last ace is high."""
    for before, after in pairwise(cards):
        place = ACE_HIGH if after.rank is Rank.ACE else after.rank.place
        if place != before.rank.place + 1:
            return before, after
    return None


def _goes_round(ordered: list[Card]) -> bool:
    """Whether it would be a run if a run might go on from king over ace to 2."""
    gaps = sum(after.rank.place != before.rank.place + 1 for before, after in pairwise(ordered))
    return gaps == 1 and ordered[-1].rank is Rank.KING


def with_hit(meld: Meld, card: Card, limits: Limits) -> Meld:
    """The meld with this card. Raises RuleError if the card does not fit."""
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
    """Names the ranks that would fit at either end; a run from 2 to king takes only the ace."""
    ranks = tuple(Rank)
    if len(meld.cards) == len(ranks):
        return RuleError(Refusal.RUN_COMPLETE, card=card)
    ends = [place for place in (meld.lowest - 1, meld.highest + 1) if 1 <= place <= ACE_HIGH]
    hitting = tuple(dict.fromkeys(ranks[(place - 1) % len(ranks)] for place in ends))
    return RuleError(Refusal.RUN_NOT_CONTINUED, card=card, ranks=Choice(hitting), suit=meld.cards[0].suit)
