"""Events at the card table, a line of the record each.

A new event checks only types; the referee checks whether it is allowed. As with dice, the first line is
``GameBegun``, and ``Undone`` takes back. Only holders know face-down cards: no event names one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.deck import Card, Cards, Wanted
from companion.rules.fields import Checked


@dataclass(frozen=True, slots=True)
class HandDealt:
    """Seven cards and five chips for each; the rest is the stock."""

    line: ClassVar = "hand"


@dataclass(frozen=True, slots=True)
class CardDrawn(Checked):
    """A player takes the top card of the stock."""

    line: ClassVar = "draw"
    player: int


@dataclass(frozen=True, slots=True)
class Quested(Checked):
    """A player asks another for a card, a rank or a suit."""

    line: ClassVar = "quest"
    player: int
    other: int
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class Answered(Checked):
    """The asked player says Yes, with a face-down card, or No."""

    line: ClassVar = "answer"
    player: int
    yes: bool


@dataclass(frozen=True, slots=True)
class Decided(Checked):
    """The asker accepts the answer, or says "Liar, Liar"."""

    line: ClassVar = "decide"
    player: int
    challenge: bool


@dataclass(frozen=True, slots=True)
class CardTaken(Checked):
    """The asker chooses one of several matching cards in a caught liar's hand."""

    line: ClassVar = "decide"
    written_as: ClassVar[Mapping[str, str]] = {"card": "take"}
    player: int
    card: Card


@dataclass(frozen=True, slots=True)
class CardShown(Checked):
    """The asked player shows a card.

    After Yes the face-down card. After an accepted No the one that proves the lie. After a challenged No the
    card taken from the open hand; ``None`` if none matched.
    """

    line: ClassVar = "show"
    player: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class HandShown(Checked):
    """After a challenged No the asked player shows the whole hand, in any order."""

    line: ClassVar = "show"
    player: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class MeldLaid(Checked):
    """A player lays a set or run face up, in any order."""

    line: ClassVar = "meld"
    player: int
    cards: Cards


@dataclass(frozen=True, slots=True)
class HitLaid(Checked):
    """A player lays one card on a meld; melds count from 0 as laid."""

    line: ClassVar = "hit"
    player: int
    card: Card
    meld: int


@dataclass(frozen=True, slots=True)
class Discarded(Checked):
    """A player puts a card face down onto the discards; the turn ends."""

    line: ClassVar = "discard"
    player: int


@dataclass(frozen=True, slots=True)
class CardGiven(Checked):
    """After winning a card in a Quest a player gives another one back, face down; the turn ends."""

    line: ClassVar = "give"
    player: int


@dataclass(frozen=True, slots=True)
class CardsSwapped(Checked):
    """After a wrong challenge of a No the asked player swaps ``count`` cards."""

    line: ClassVar = "swap"
    player: int
    count: int


@dataclass(frozen=True, slots=True)
class DiscardsShuffled:
    """The discards become the new stock."""

    line: ClassVar = "reshuffle"


@dataclass(frozen=True, slots=True)
class PlayedOut(Checked):
    """A player without cards ends the hand and takes a chip from everyone who has one."""

    line: ClassVar = "play_out"
    player: int


@dataclass(frozen=True, slots=True)
class CardCorrected(Checked):
    """The card just shown, or played as a hit, was another one."""

    line: ClassVar = "correct"
    card: Card


@dataclass(frozen=True, slots=True)
class CardsCorrected(Checked):
    """The hand just shown, or the meld just laid, had other cards."""

    line: ClassVar = "correct"
    cards: Cards


SeenEvent = HandShown | CardShown | MeldLaid | HitLaid
"""An event with face-up cards, which eyes can read wrongly and the table can correct."""

CardEvent = (
    HandDealt
    | CardDrawn
    | Quested
    | Answered
    | Decided
    | CardTaken
    | SeenEvent
    | Discarded
    | CardGiven
    | CardsSwapped
    | DiscardsShuffled
    | PlayedOut
    | CardCorrected
    | CardsCorrected
)
