"""A match of Liar, Liar between two events, with its Quests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from enum import Enum
from operator import attrgetter

from companion.rules.card_events import SeenEvent
from companion.rules.deck import Card, Cards, Wanted
from companion.rules.liar_liar import Limits, MatchRules, Meld


class Outcome(Enum):
    """A Quest's answer, its truth, and whether it was challenged."""

    YES_TRUE_ACCEPTED = "yes-true-accepted"
    YES_TRUE_CHALLENGED = "yes-true-challenged"
    YES_LIE_ACCEPTED = "yes-lie-accepted"
    YES_LIE_CHALLENGED = "yes-lie-challenged"
    NO_LIE_ACCEPTED = "no-lie-accepted"
    """The asked player then proved the lie."""
    NO_ACCEPTED = "no-accepted"
    """Nothing was shown: only the asked player knows the truth."""
    NO_TRUE_CHALLENGED = "no-true-challenged"
    NO_LIE_CHALLENGED = "no-lie-challenged"


class Payer(Enum):
    """Who owes a chip."""

    NOBODY = "nobody"
    ASKER = "asker"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Effect:
    """What an outcome brings.

    ``card_won``: the asker keeps the card, may meld and gives another; else the turn ends without a discard,
    after melds if ``may_meld``. ``may_swap``: the asked player may swap cards.
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
"""The rule sheet's table, with its text on a No."""


def outcome_of_yes(true: bool, challenged: bool) -> Outcome:
    """The outcome once the face-down card is turned over."""
    if true:
        return Outcome.YES_TRUE_CHALLENGED if challenged else Outcome.YES_TRUE_ACCEPTED
    return Outcome.YES_LIE_CHALLENGED if challenged else Outcome.YES_LIE_ACCEPTED


@dataclass(frozen=True, slots=True)
class Quest:
    """A Quest, under way or ended.

    ``yes``: ``None`` before the answer; ``challenged``: before the decision; ``outcome``: before the end.
    ``card``: the revealed one. ``chips``: won per seat, negative if paid; ``bank``: chips that it paid for a
    player who had none.
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
    """The next deal."""
    OBTAIN = "obtain"
    """Drawing a card, or a Quest."""
    ANSWER = "answer"
    DECIDE = "decide"
    SHOW = "show"
    """The face-down card, or after a challenged No the hand."""
    TAKE = "take"
    """The asker's choice of several matching cards."""
    DISCARD = "discard"
    """Melds and hits, then a discard."""
    GIVE = "give"
    """Melds and hits, then a card for the player from whom one was won."""
    PLAY_OUT = "play_out"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """An ended hand: who began and who played out, chips per seat, the bank's payments."""

    opener: int
    winner: int
    chips: tuple[int, ...]
    bank: int


@dataclass(frozen=True, slots=True)
class Match:
    """One match: seats count from 0 clockwise.

    ``scores``: of ended hands. ``chips``, ``cards`` (number per seat), ``stock``, ``discards``, ``melds``: of
    hand number ``hand``, from 1; after a hand they stay. ``bank``: chips that it paid. ``turn``: the seat on
    turn; ``to_act``: the awaited one; both ``None`` in ``HAND`` and ``OVER``. A face-down card for a Yes
    still counts as held.

    ``quest``: under way. ``won``: the card won in this turn while it may not be given on. ``takes``: matching
    cards to choose from. ``may_meld``, ``may_show``, ``may_swap``: seats that may lay, prove a lie, swap.
    ``before_seen``: before the last event, if that showed cards (``seen``), which may then be corrected.
    ``left``: seats whose players have left.
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
        """Does what ``dataclasses.replace`` does, in half the time."""
        return Match(**dict(zip(_FIELDS, _values_of(self), strict=True)) | changes)

    @property
    def acting(self) -> int:
        """``to_act``. Raises ValueError if the table waits for nobody."""
        if self.to_act is None:
            raise ValueError(f"nobody is to act in the phase {self.phase.value}")
        return self.to_act

    @property
    def on_turn(self) -> int:
        """``turn``. Raises ValueError between hands."""
        if self.turn is None:
            raise ValueError(f"it is nobody's turn in the phase {self.phase.value}")
        return self.turn

    @property
    def asked(self) -> Quest:
        """``quest``. Raises ValueError without one."""
        if self.quest is None:
            raise ValueError(f"no Quest is under way in the phase {self.phase.value}")
        return self.quest

    @property
    def limits(self) -> Limits:
        return self.ruleset.limits_for(len(self.still_in))

    @property
    def opener(self) -> int:
        """Who opens the current hand, or the next."""
        return self.from_seat(self.hands[-1].opener + 1 if self.hands else 0)

    @property
    def still_in(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(self.players)) if seat not in self.left)

    def from_seat(self, seat: int) -> int:
        """This seat, or the next one clockwise that is still in."""
        following = ((seat + step) % len(self.players) for step in range(len(self.players)))
        return next(each for each in following if each not in self.left)

    @property
    def gives_to(self) -> int:
        """Who gets the card in ``GIVE``: the seat asked last."""
        return self.quests[-1].other

    @property
    def may_correct(self) -> bool:
        return self.before_seen is not None

    def lying(self, card: Card) -> int:
        """How many of this card lie on the table: 0 or 1, with two decks up to 2."""
        return sum(meld.cards.count(card) for meld in self.melds)


_FIELDS = tuple(field.name for field in fields(Match))
_values_of = attrgetter(*_FIELDS)


def changed(numbers: tuple[int, ...], changes: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """The numbers by seat after ``changes``: (seat, difference)."""
    found = list(numbers)
    for seat, by in changes:
        found[seat] += by
    return tuple(found)
