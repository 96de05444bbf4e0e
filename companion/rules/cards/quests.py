"""Quests: their eight outcomes, as the table that says who pays, who keeps the card and what may follow."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.cards.deck import Card, Wanted


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
