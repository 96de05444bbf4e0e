"""A match of Liar, Liar as it stands between two events, with its Quests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import Enum
from operator import attrgetter

from companion.rules.card_events import SeenEvent
from companion.rules.deck import Card, Cards, Wanted
from companion.rules.liar_liar import Limits, MatchRules, Meld


class Outcome(Enum):
    """How a Quest ended: the answer, whether it was true, whether it was challenged."""

    YES_TRUE_ACCEPTED = "yes-true-accepted"
    YES_TRUE_CHALLENGED = "yes-true-challenged"
    YES_LIE_ACCEPTED = "yes-lie-accepted"
    YES_LIE_CHALLENGED = "yes-lie-challenged"
    NO_LIE_ACCEPTED = "no-lie-accepted"
    """The other then proved the lie."""
    NO_ACCEPTED = "no-accepted"
    """Nothing was shown: whether it was true only the other knows."""
    NO_TRUE_CHALLENGED = "no-true-challenged"
    NO_LIE_CHALLENGED = "no-lie-challenged"


class Payer(Enum):
    """Who owes the other one of the two a chip."""

    NOBODY = "nobody"
    ASKER = "asker"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Effect:
    """What an outcome brings.

    ``card_won``: the asker keeps the card, may meld and gives another one; else the turn ends without a
    discard, after melds where ``may_meld``. ``may_swap``: the other may swap cards for new ones.
    """

    payer: Payer
    card_won: bool
    may_meld: bool
    may_swap: bool = False


EFFECTS = {
    Outcome.YES_TRUE_ACCEPTED: Effect(Payer.NOBODY, card_won=True, may_meld=True),
    Outcome.YES_TRUE_CHALLENGED: Effect(Payer.ASKER, card_won=False, may_meld=True),
    Outcome.YES_LIE_ACCEPTED: Effect(Payer.ASKER, card_won=False, may_meld=True),
    Outcome.YES_LIE_CHALLENGED: Effect(Payer.OTHER, card_won=True, may_meld=True),
    Outcome.NO_LIE_ACCEPTED: Effect(Payer.ASKER, card_won=False, may_meld=False),
    Outcome.NO_ACCEPTED: Effect(Payer.NOBODY, card_won=False, may_meld=False),
    Outcome.NO_TRUE_CHALLENGED: Effect(Payer.ASKER, card_won=False, may_meld=True, may_swap=True),
    Outcome.NO_LIE_CHALLENGED: Effect(Payer.OTHER, card_won=True, may_meld=True),
}
"""The rule sheet's table, with what its text says of a No."""


def outcome_of_yes(true: bool, challenged: bool) -> Outcome:
    """The outcome of a Yes once the card is turned over."""
    if true:
        return Outcome.YES_TRUE_CHALLENGED if challenged else Outcome.YES_TRUE_ACCEPTED
    return Outcome.YES_LIE_CHALLENGED if challenged else Outcome.YES_LIE_ACCEPTED


@dataclass(frozen=True, slots=True)
class Quest:
    """A Quest, under way or ended.

    ``yes`` and ``challenged`` are ``None`` until answered and decided, ``outcome`` until it has ended.
    ``card`` is the one that came to light, ``None`` where none did. ``chips`` are those won a seat,
    negative for paid; ``bank`` those that the bank paid for a payer without any.
    """

    hand: int
    asker: int
    other: int
    wanted: Wanted
    yes: bool | None = None
    challenged: bool | None = None
    card: Card | None = None
    outcome: Outcome | None = None
    chips: tuple[int, ...] = ()
    bank: int = 0


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
    ``left`` are the seats whose players have left.
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
    left: tuple[int, ...] = ()

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
        return self.ruleset.limits_for(len(self.still_in))

    @property
    def opener(self) -> int:
        """The seat that begins the current hand, or the next one where none is played."""
        hands = self.hand - 1 if self.phase is not MatchPhase.HAND else self.hand
        return self.from_seat(hands % len(self.players))

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats whose players have not left, in seat order."""
        return tuple(seat for seat in range(len(self.players)) if seat not in self.left)

    def from_seat(self, seat: int) -> int:
        """This seat, or the next one clockwise whose player has not left."""
        following = ((seat + step) % len(self.players) for step in range(len(self.players)))
        return next(each for each in following if each not in self.left)

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
