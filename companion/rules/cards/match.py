"""A match of Liar, Liar as it stands between two events: a frozen value that only the referee makes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import Enum
from operator import attrgetter

from companion.rules.cards.deck import Card, Cards
from companion.rules.cards.events import SeenEvent
from companion.rules.cards.liar_liar import Limits, MatchRules
from companion.rules.cards.melds import Meld
from companion.rules.cards.quests import Quest


class MatchPhase(Enum):
    """What the table waits for."""

    HAND = "hand"
    """The next hand is to be dealt."""
    OBTAIN = "obtain"
    """A card is drawn or another player Quested."""
    ANSWER = "answer"
    DECIDE = "decide"
    SHOW = "show"
    """The card laid down is turned over, or after a challenged No the hand shown."""
    TAKE = "take"
    """The asker names which of several matching cards to take."""
    DISCARD = "discard"
    """Melds and hits, then a discard."""
    GIVE = "give"
    """Melds and hits, then a card for the player from whom one was won."""
    PLAY_OUT = "play_out"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """A hand that has ended: who began it, who played out, the chips then a seat, the bank's payments."""

    opener: int
    winner: int
    chips: tuple[int, ...]
    bank: int

    @property
    def chips_in_play(self) -> int:
        """All chips on the table."""
        return sum(self.chips)


@dataclass(frozen=True, slots=True)
class Match:
    """One match: seats count from 0 clockwise.

    ``scores`` are points of ended hands. ``chips``, ``cards`` (how many each seat holds, known from what
    was drawn and laid), ``stock``, ``discards`` and ``melds`` belong to the hand numbered ``hand`` from 1;
    before the first one there are none, after a hand they stay as it ended. ``bank`` counts the chips that
    the bank has paid in it. ``turn`` is the seat whose turn it is, ``to_act`` the one that the table waits
    for; both ``None`` in ``HAND`` and ``OVER``. A card laid down for a Yes still counts as held.

    ``quest`` is the Quest under way; ``won`` the card won in this turn as long as it may not be given
    on; ``takes`` the matching cards to choose from. ``may_meld``, ``may_show`` and ``may_swap`` are the seats
    that may now lay melds and hits, prove a lie, swap cards. ``before_seen`` is the match before the last
    event if that told face-up cards (``seen``): while it is there, those cards may be corrected.
    """

    ruleset: MatchRules
    players: tuple[str, ...]
    phase: MatchPhase
    scores: tuple[int, ...]
    chips: tuple[int, ...]
    cards: tuple[int, ...]
    bank: int = 0
    hand: int = 0
    stock: int = 0
    discards: int = 0
    melds: tuple[Meld, ...] = ()
    turn: int | None = None
    to_act: int | None = None
    quest: Quest | None = None
    won: Card | None = None
    takes: Cards = ()
    may_meld: int | None = None
    may_show: int | None = None
    may_swap: int | None = None
    quests: tuple[Quest, ...] = ()
    hands: tuple[HandPlayed, ...] = ()
    winner: int | None = None
    before_seen: Match | None = None
    seen: SeenEvent | None = None

    def but(self, **changes: object) -> Match:
        """This match with some fields changed; what ``dataclasses.replace`` does, in half the time."""
        return Match(**dict(zip(_FIELDS, _values_of(self), strict=True)) | changes)

    @property
    def acting(self) -> int:
        """``to_act`` where somebody must act; ValueError where the table waits for nobody."""
        if self.to_act is None:
            raise ValueError(f"nobody is to act in the phase {self.phase.value}")
        return self.to_act

    @property
    def on_turn(self) -> int:
        """``turn`` during a hand; ValueError between hands."""
        if self.turn is None:
            raise ValueError(f"it is nobody's turn in the phase {self.phase.value}")
        return self.turn

    @property
    def asked(self) -> Quest:
        """``quest`` where one is under way; ValueError where none is."""
        if self.quest is None:
            raise ValueError(f"no Quest is under way in the phase {self.phase.value}")
        return self.quest

    @property
    def limits(self) -> Limits:
        """Decks, least cards of a meld, and hits on runs at a table of this many."""
        return self.ruleset.limits_for(len(self.players))

    @property
    def opener(self) -> int:
        """The seat that begins the current hand, or the next one where none is played."""
        hands = self.hand - 1 if self.phase is not MatchPhase.HAND else self.hand
        return hands % len(self.players)

    @property
    def gives_to(self) -> int:
        """In ``GIVE`` the seat that is to be given a card: the one that was asked last."""
        return self.quests[-1].other

    @property
    def may_correct(self) -> bool:
        """Whether the last event told face-up cards that may be corrected."""
        return self.before_seen is not None

    def lying(self, card: Card) -> int:
        """How many of this card lie on the table: 0 or 1, with two decks up to 2."""
        return sum(meld.cards.count(card) for meld in self.melds)


_FIELDS = tuple(field.name for field in fields(Match))
_values_of = attrgetter(*_FIELDS)


def changed(numbers: tuple[int, ...], changes: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Numbers a seat with some of them raised or lowered: (seat, by how much)."""
    found = list(numbers)
    for seat, by in changes:
        found[seat] += by
    return tuple(found)
