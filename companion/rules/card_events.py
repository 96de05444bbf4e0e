"""What happened at the card table, one value a line of the game record.

Checked at birth for kinds only; whether an event is allowed in a match is the referee's question. The
first line is ``GameBegun`` and a step back ``Undone``, as in the dice games. Cards that stay face down
(drawn, discarded, given) have no name here: nobody but their holder knows them.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.deck import Card, Cards, Wanted
from companion.rules.fields import need_flag, need_whole
from companion.rules.refusals import EventError, Foreign, Refusal


def _need_card(value: object, field: str) -> None:
    if type(value) is not Card:
        raise EventError(Refusal.NOT_A_CARD, field=field, value=Foreign(value))


def _need_cards(values: object, field: str) -> None:
    if type(values) is not tuple:
        raise EventError(Refusal.NOT_CARDS, field=field, value=Foreign(values))
    for value in values:
        if type(value) is not Card:
            raise EventError(Refusal.NOT_CARDS_ONLY, field=field, value=Foreign(value))


@dataclass(frozen=True, slots=True)
class HandDealt:
    """The cards are shuffled, seven dealt and five chips given to each; the rest is the stock."""


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """The player takes the top card of the stock."""

    player: int

    def __post_init__(self) -> None:
        need_whole(self.player, "player")


@dataclass(frozen=True, slots=True)
class Quested:
    """The player asks the other for a card, a rank or a suit."""

    player: int
    other: int
    wanted: Wanted

    def __post_init__(self) -> None:
        need_whole(self.player, "player")
        need_whole(self.other, "other")
        if type(self.wanted) is not Wanted:
            raise EventError(Refusal.NOT_WANTED, value=Foreign(self.wanted))


@dataclass(frozen=True, slots=True)
class Answered:
    """Yes, with a card laid face down, or No."""

    player: int
    yes: bool

    def __post_init__(self) -> None:
        need_whole(self.player, "player")
        need_flag(self.yes, "yes")


@dataclass(frozen=True, slots=True)
class Decided:
    """The asker accepts the answer, or challenges it: "Liar, Liar"."""

    player: int
    challenge: bool

    def __post_init__(self) -> None:
        need_whole(self.player, "player")
        need_flag(self.challenge, "challenge")


@dataclass(frozen=True, slots=True)
class CardTaken:
    """Of several matching cards in the hand of a caught liar the asker names the one to take."""

    player: int
    card: Card

    def __post_init__(self) -> None:
        need_whole(self.player, "player")
        _need_card(self.card, "take")


@dataclass(frozen=True, slots=True)
class CardShown:
    """The asked player shows a card.

    After Yes the one laid face down, turned over. After an accepted No the one that proves the lie. After
    a challenged No the hand lay open, and this is the card taken from it, ``None`` where none matched.
    """

    player: int
    card: Card | None

    def __post_init__(self) -> None:
        need_whole(self.player, "player")
        if self.card is not None:
            _need_card(self.card, "card")


@dataclass(frozen=True, slots=True)
class HandShown:
    """After a challenged No: every card that the asked player holds, in any order."""

    player: int
    cards: Cards

    def __post_init__(self) -> None:
        need_whole(self.player, "player")
        _need_cards(self.cards, "cards")


@dataclass(frozen=True, slots=True)
class MeldLaid:
    """A set or a run laid face up, its cards in any order."""

    player: int
    cards: Cards

    def __post_init__(self) -> None:
        need_whole(self.player, "player")
        _need_cards(self.cards, "cards")


@dataclass(frozen=True, slots=True)
class HitLaid:
    """One card laid on a meld of the table; melds count from 0 in the order in which they were laid."""

    player: int
    card: Card
    meld: int

    def __post_init__(self) -> None:
        need_whole(self.player, "player")
        _need_card(self.card, "card")
        need_whole(self.meld, "meld")


@dataclass(frozen=True, slots=True)
class Discarded:
    """One card face down onto the discards; the turn ends."""

    player: int

    def __post_init__(self) -> None:
        need_whole(self.player, "player")


@dataclass(frozen=True, slots=True)
class CardGiven:
    """Who won a card in a Quest gives the other another one, face down; the turn ends."""

    player: int

    def __post_init__(self) -> None:
        need_whole(self.player, "player")


@dataclass(frozen=True, slots=True)
class CardsSwapped:
    """Who was wrongly challenged for a No discards so many cards and draws as many."""

    player: int
    count: int

    def __post_init__(self) -> None:
        need_whole(self.player, "player")
        need_whole(self.count, "count")


@dataclass(frozen=True, slots=True)
class DiscardsShuffled:
    """The stock is empty: the discards are shuffled and become the new one."""


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """A player without cards ends the hand and takes a chip from everyone who has one."""

    player: int

    def __post_init__(self) -> None:
        need_whole(self.player, "player")


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """The card just shown or just played as a hit was another one."""

    card: Card

    def __post_init__(self) -> None:
        _need_card(self.card, "card")


@dataclass(frozen=True, slots=True)
class CardsCorrected:
    """The hand just shown or the meld just laid had other cards."""

    cards: Cards

    def __post_init__(self) -> None:
        _need_cards(self.cards, "cards")


SeenEvent = CardShown | HandShown | MeldLaid | HitLaid
"""An event that tells cards lying face up: what eyes can read wrongly, and the table corrects."""

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
