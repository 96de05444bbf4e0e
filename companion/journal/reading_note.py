"""A note beside a reveal or shown cards: what the eye read, and what the players tapped."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from enum import Enum


class Source(Enum):
    """Where a face comes from."""

    EYE = "eye"
    PLAYER = "player"
    RECORD = "record"
    """It was so in the record before a correction."""


@dataclass(frozen=True, slots=True)
class DieNote:
    """One die of a reveal.

    ``face``: the face in the record, from ``source``. ``read``: the face that the eye read, with its
    ``confidence`` (0-1); both are ``None`` if it saw no die, ``read`` alone if it abstained. ``doubt``: why
    the players were asked.
    """

    seat: int
    face: int
    source: Source
    read: int | None
    confidence: float | None
    doubt: str | None = None


@dataclass(frozen=True, slots=True)
class SquaresNote:
    """The players' word that the Lost Dice Squares were right: dice ``lost`` by then, dice ``seen`` there."""

    lost: int
    seen: int


@dataclass(frozen=True, slots=True)
class CardNote:
    """One card of a show, meld or hit that the eye read.

    ``card`` is what went into the record, as the record writes it. The other fields are those of a die.
    """

    card: str
    source: Source
    read: str | None
    confidence: float | None
    doubt: str | None = None


@dataclass(frozen=True, slots=True)
class ReadingNote:
    """The dice of one reveal or correction, or the cards of one event, in the order of its lists.

    ``squares`` is beside the first event after the players overruled the count of lost dice.
    """

    dice: tuple[DieNote, ...]
    squares: SquaresNote | None = None
    cards: tuple[CardNote, ...] = ()

    @property
    def tapped(self) -> int:
        """How many faces or cards the players tapped."""
        notes: tuple[DieNote | CardNote, ...] = (*self.dice, *self.cards)
        return sum(each.source is Source.PLAYER for each in notes)


def text_of(note: ReadingNote) -> str:
    """The note as one JSON object."""
    told: dict[str, object] = {"dice": [_written(die) for die in note.dice]}
    if note.cards:
        told["cards"] = [_written(card) for card in note.cards]
    if note.squares is not None:
        told["squares"] = asdict(note.squares)
    return json.dumps(told, separators=(",", ":"))


def _written(each: DieNote | CardNote) -> dict[str, object]:
    return {**asdict(each), "source": each.source.value}


def note_of(text: str) -> ReadingNote:
    """The note that ``text_of`` wrote. Raises ValueError, KeyError or TypeError for anything else."""
    told = json.loads(text)
    dice = tuple(DieNote(**{**die, "source": Source(die["source"])}) for die in told["dice"])
    cards = tuple(CardNote(**{**card, "source": Source(card["source"])}) for card in told.get("cards", ()))
    squares = told.get("squares")
    return ReadingNote(dice, None if squares is None else SquaresNote(**squares), cards)


class TableKind(Enum):
    """Fixed when the game begins; kept beside the record, which does not contain it."""

    REAL = "real"
    """Real dice or cards, read by a camera or entered by hand; also if the kind is unknown."""
    SIMULATED = "simulated"
    """Dice or cards that the app deals itself."""
