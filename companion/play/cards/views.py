"""What the card table's screens show: values drawn as given, with the command of every touch."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.play.commands import Command


class SuitSign(Enum):
    """The four suits, by their signs' names."""

    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"

    @property
    def is_red(self) -> bool:
        """Hearts and diamonds."""
        return self in (SuitSign.HEARTS, SuitSign.DIAMONDS)


@dataclass(frozen=True, slots=True)
class CardView:
    """A card to be drawn. A Quest may ask for a rank (``suit`` is ``None``) or a suit (``rank`` is empty)."""

    rank: str
    suit: SuitSign | None


class KeyTone(Enum):
    """How much a key wants to be touched."""

    MAIN = "main"
    PLAIN = "plain"
    QUIET = "quiet"
    CALL = "call"


@dataclass(frozen=True, slots=True)
class CardKey:
    """A touch: what stands on its key, and the command that it sends.

    With ``choices`` it opens them instead, under the same words. ``card`` is drawn on the key.
    """

    words: str
    command: Command | None = None
    tone: KeyTone = KeyTone.PLAIN
    card: CardView | None = None
    choices: tuple[CardKey, ...] = ()


@dataclass(frozen=True, slots=True)
class CardSeatView:
    """One player's place. ``ask`` is the touch that begins a Quest to this player, ``None``: not now."""

    seat: int
    name: str
    cards: int
    chips: int
    score: int
    to_act: bool
    asked: bool
    ask: Command | None


@dataclass(frozen=True, slots=True)
class MeldView:
    """A meld on the table. ``hits`` are the cards that may be laid on it now; none: ``why`` says why not."""

    number: int
    owner: str
    cards: tuple[CardView, ...]
    hits: tuple[CardKey, ...]
    why: str | None


@dataclass(frozen=True, slots=True)
class QuestView:
    """The Quest under way. ``yes`` and ``challenged`` are ``None`` until they are said."""

    asker: str
    other: str
    wanted: CardView
    sentence: str
    yes: bool | None
    challenged: bool | None


@dataclass(frozen=True, slots=True)
class ChipMove:
    """A chip that has just gone from seat to seat; ``payer`` ``None``: the bank."""

    payer: int | None
    payee: int


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A card, rank or suit on the sheet. ``command`` ``None``: not now, for the reason ``why``."""

    card: CardView
    command: Command | None
    why: str | None = None
    picked: int = 0


@dataclass(frozen=True, slots=True)
class SheetView:
    """The tap sheet: 52 ``cells``, spades to clubs and each suit ace to king.

    ``ranks`` and ``suits`` are there in a Quest. Where several cards are taken, ``picked`` are those so far,
    ``take`` is the key that takes them, and ``why`` what is wrong with them. ``close`` puts the sheet away.
    """

    cells: tuple[SheetCell, ...]
    close: Command
    ranks: tuple[SheetCell, ...] = ()
    suits: tuple[SheetCell, ...] = ()
    many: bool = False
    picked: tuple[CardView, ...] = ()
    take: CardKey | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True)
class CardTableView:
    """A match at one moment. ``told`` is what has just come out, ``told_card`` the card that came to light.

    ``hint`` says what else may be touched than the keys.
    """

    hand: int
    target: int
    seats: tuple[CardSeatView, ...]
    stock: int
    discards: int
    bank: int
    melds: tuple[MeldView, ...]
    keys: tuple[CardKey, ...]
    quest: QuestView | None = None
    told: str | None = None
    told_card: CardView | None = None
    hint: str | None = None
    moves: tuple[ChipMove, ...] = ()
    sheet: SheetView | None = None
