"""Lies that came to light in a match of cards, and how likely each answer was to be true."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from companion.rules.cards.deck import DECK, Wanted
from companion.rules.cards.events import Quested
from companion.rules.cards.match import Match
from companion.rules.cards.quests import Outcome, Quest
from companion.rules.events import GameBegun
from companion.rules.families import AnyEvent, apply, begin, card_match

LIES = {
    Outcome.YES_LIE_ACCEPTED: False,
    Outcome.YES_LIE_CHALLENGED: True,
    Outcome.NO_LIE_ACCEPTED: False,
    Outcome.NO_LIE_CHALLENGED: True,
}
"""Outcomes that show a lie, and whether it was caught."""


@dataclass(frozen=True, slots=True)
class Lie:
    """A Quest that was answered with a lie; ``chance`` (0-1) is how likely that answer was to be true."""

    quest: Quest
    chance: float
    caught: bool


def chance_of_holding(match: Match, seat: int, wanted: Wanted) -> float:
    """How likely a seat holds a wanted card, for somebody who sees only the cards that lie on the table."""
    decks = match.limits.decks
    unseen = len(DECK) * decks - sum(len(meld.cards) for meld in match.melds)
    fitting = sum(decks - match.lying(card) for card in DECK if wanted.matches(card))
    held = min(match.cards[seat], unseen)
    return 1 - comb(unseen - fitting, held) / comb(unseen, held)


def told_match(events: Sequence[AnyEvent]) -> tuple[Match, tuple[Lie, ...]]:
    """The match as these events leave it, and its lies in order. ValueError for a game of dice.

    ``events`` are those that still stand; the first is the game's beginning.
    """
    first = events[0]
    if not isinstance(first, GameBegun) or not isinstance(begin(first), Match):
        raise ValueError("a match of cards begins with its first line")
    match = card_match(begin(first))
    holding: list[float] = []
    for event in events[1:]:
        match = card_match(apply(match, event))
        if isinstance(event, Quested):
            holding.append(chance_of_holding(match, event.other, event.wanted))
    lies = (
        Lie(quest, chance if quest.yes else 1 - chance, LIES[quest.outcome])
        for quest, chance in zip(match.quests, holding, strict=False)
        if quest.outcome in LIES
    )
    return match, tuple(lies)
