"""What the card table's screens show: values drawn as given, with the commands of their touches."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from companion.core.frame import Frame
from companion.core.reading import Box
from companion.play.base.commands import Command
from companion.play.base.views import PictureView, RematchView, Topic
from companion.play.modes.cards.state import Purpose, Sheet
from companion.rules import FACE_RANKS, Card, CardEvent, Cards, Rank, Suit, Wanted, WantedKind
from companion.text import say_card, say_wanted


class SuitSign(Enum):
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"

    @property
    def is_red(self) -> bool:
        return self in (SuitSign.HEARTS, SuitSign.DIAMONDS)


@dataclass(frozen=True, slots=True)
class CardView:
    """A drawn card. A Quest may ask for a rank (no ``suit``), a suit (no ``rank``), or a kind with all its
    ``ranks`` or ``suits``.
    """

    rank: str
    suit: SuitSign | None
    ranks: tuple[str, ...] = ()
    suits: tuple[SuitSign, ...] = ()


class KeyTone(Enum):
    MAIN = "main"
    PLAIN = "plain"
    QUIET = "quiet"
    CALL = "call"


@dataclass(frozen=True, slots=True)
class CardKey:
    """A key with its command, or with ``choices``; ``line``: over the choices, or below the words of a
    choice.
    """

    words: str
    command: Command | None = None
    tone: KeyTone = KeyTone.PLAIN
    card: CardView | None = None
    choices: tuple[CardKey, ...] = ()
    line: str = ""


@dataclass(frozen=True, slots=True)
class CardSeatView:
    """``ask`` begins a Quest to this player; None: not now."""

    seat: int
    name: str
    cards: int
    chips: int
    score: int
    to_act: bool
    asked: bool
    ask: Command | None
    left: bool = False


@dataclass(frozen=True, slots=True)
class MeldView:
    """``hits``: cards that may be laid on it now; if empty, ``why`` says why."""

    owner: str
    cards: tuple[CardView, ...]
    hits: tuple[CardKey, ...]
    why: str | None


@dataclass(frozen=True, slots=True)
class QuestView:
    """``yes`` and ``challenged`` are None until said."""

    asker_seat: int
    asker: str
    other_seat: int
    other: str
    wanted: CardView
    yes: bool | None
    challenged: bool | None


@dataclass(frozen=True, slots=True)
class ChipMove:
    """A chip that has just moved; ``payer`` None: the bank."""

    payer: int | None
    payee: int


@dataclass(frozen=True, slots=True)
class SheetCell:
    """A card, rank, suit or kind on the sheet; ``command`` None: not now, because of ``why``."""

    card: CardView
    command: Command | None
    why: str | None = None
    picked: int = 0


@dataclass(frozen=True, slots=True)
class CropView:
    frame: Frame
    box: Box


@dataclass(frozen=True, slots=True)
class DoubtView:
    """A doubtful card; ``pass_over``: "none of these", None: one must be named."""

    crop: CropView
    asked: str
    why: str
    likely: tuple[CardKey, ...]
    pass_over: CardKey | None


@dataclass(frozen=True, slots=True)
class OfferView:
    """A card that was read; the first of ``keys`` takes it, others correct it.

    ``verdict`` and ``fits``: whether it is ``wanted``. ``why``: why it cannot be taken.
    """

    crop: CropView
    card: CardView
    read: str
    wanted: CardView
    verdict: str
    fits: bool
    keys: tuple[CardKey, ...]
    close: Command
    why: str | None = None


@dataclass(frozen=True, slots=True)
class CardLookView:
    """The live table; ``keys`` read the cards or have them tapped.

    ``reading``: nothing can be touched now. ``wanted``: what a Quest asked for.
    """

    words: str
    keys: tuple[CardKey, ...]
    close: Command
    reading: bool = False
    wanted: CardView | None = None


@dataclass(frozen=True, slots=True)
class SheetView:
    """The tap sheet: 52 ``cells``, spades to clubs, each suit ace to king.

    ``ranks``, ``suits``, ``kinds``: only in a Quest. ``take``: the key for the ``picked`` cards; ``why``:
    what is wrong with them. ``read`` has the eye look; ``doubt``: what it asks first.
    """

    cells: tuple[SheetCell, ...]
    close: Command
    ranks: tuple[SheetCell, ...] = ()
    suits: tuple[SheetCell, ...] = ()
    kinds: tuple[SheetCell, ...] = ()
    many: bool = False
    picked: tuple[CardView, ...] = ()
    take: CardKey | None = None
    why: str | None = None
    read: CardKey | None = None
    doubt: DoubtView | None = None


@dataclass(frozen=True, slots=True)
class ExposedView:
    """What a challenge brought out: what was ``said`` when asked for ``wanted``, and the true card; ``truth``
    None: no card.
    """

    seat: int
    lied: bool
    headline: str
    wanted: CardView
    said: str
    truth: CardView | None
    told: str


@dataclass(frozen=True, slots=True)
class CardTableView:
    """A match at one moment. ``told``: what has just come out; ``told_card``: the card that did.

    ``peek`` shows a dealt hand to its player. ``hint``: what may be touched besides the keys. ``winner``:
    seat.
    """

    rules_title: str
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
    exposed: ExposedView | None = None
    peek: CardKey | None = None
    hint: str | None = None
    moves: tuple[ChipMove, ...] = ()
    has_eye: bool = False
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class CardsScene:
    topic: ClassVar = Topic.CARDS
    cards: CardTableView


@dataclass(frozen=True, slots=True)
class CardSheetScene:
    topic: ClassVar = Topic.CARDS
    cards: CardTableView
    sheet: SheetView


@dataclass(frozen=True, slots=True)
class CardLookScene:
    topic: ClassVar = Topic.CARD_LOOK
    cards: CardTableView
    look: CardLookView


@dataclass(frozen=True, slots=True)
class CardReadingScene:
    topic: ClassVar = Topic.CARD_LOOK
    cards: CardTableView
    look: CardLookView


@dataclass(frozen=True, slots=True)
class CardReadScene:
    topic: ClassVar = Topic.CARD_LOOK
    cards: CardTableView
    offer: OfferView


@dataclass(frozen=True, slots=True)
class CardsOverScene:
    topic: ClassVar = Topic.OVER
    cards: CardTableView
    winner: str
    winner_seat: int
    rematch: RematchView
    souvenir: tuple[PictureView, ...] = ()


CardScene = CardsScene | CardSheetScene | CardLookScene | CardReadingScene | CardReadScene | CardsOverScene


def keys_on(scene: object) -> tuple[CardKey, ...]:
    match scene:
        case CardsScene() | CardsOverScene():
            return scene.cards.keys
        case CardLookScene() | CardReadingScene():
            return scene.look.keys
        case CardReadScene():
            return scene.offer.keys
        case CardSheetScene():
            return () if scene.sheet.take is None else (scene.sheet.take,)
    return ()


_SIGNS = {suit: SuitSign[suit.name] for suit in Suit}


_FACES_OF_KINDS = {
    WantedKind.RED: CardView("", None, suits=tuple(sign for sign in SuitSign if sign.is_red)),
    WantedKind.BLACK: CardView("", None, suits=tuple(sign for sign in SuitSign if not sign.is_red)),
    WantedKind.FACE: CardView("", None, ranks=tuple(rank.value for rank in FACE_RANKS)),
}


def face_of(card: Card) -> CardView:
    return CardView(card.rank.value, _SIGNS[card.suit])


def faces_of(cards: Cards) -> tuple[CardView, ...]:
    return tuple(map(face_of, cards))


def face_of_wanted(wanted: Wanted) -> CardView:
    if wanted.kind is not None:
        return _FACES_OF_KINDS[wanted.kind]
    return CardView(
        "" if wanted.rank is None else wanted.rank.value,
        None if wanted.suit is None else _SIGNS[wanted.suit],
    )


def card_words(card: CardView) -> str:
    """Name of a drawn card: "7 of spades", "an ace", "a red card"."""
    kind = next((kind for kind, face in _FACES_OF_KINDS.items() if face == card), None)
    suit = next((suit for suit, sign in _SIGNS.items() if sign is card.suit), None)
    rank = Rank(card.rank) if card.rank else None
    return say_card(Card(rank, suit)) if rank and suit else say_wanted(Wanted(rank, suit, kind))


@dataclass(frozen=True, slots=True)
class CardCommand(Command): ...


@dataclass(frozen=True, slots=True)
class Declare(CardCommand):
    event: CardEvent


@dataclass(frozen=True, slots=True)
class OpenSheet(CardCommand):
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class PickCard(CardCommand):
    card: Card


@dataclass(frozen=True, slots=True)
class PassOver(CardCommand): ...


@dataclass(frozen=True, slots=True)
class CloseSheet(CardCommand): ...


@dataclass(frozen=True, slots=True)
class LookAtCards(CardCommand):
    """Show the live table for a card turned over or a hand laid open."""

    purpose: Purpose


@dataclass(frozen=True, slots=True)
class ReadCards(CardCommand):
    purpose: Purpose
