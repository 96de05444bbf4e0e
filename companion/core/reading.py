"""What the eye tells the table: dice, faces, cards and doubts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in frame pixels, round the whole visible die."""


class Doubt(Enum):
    """Why a die, or a seat's dice, must be looked at by a person."""

    UNREAD = "unread"
    MAYBE_NO_DIE = "maybe_no_die"
    UNKNOWN_MARK = "unknown_mark"
    COCKED = "cocked"
    STACKED = "stacked"
    CUT_OFF = "cut_off"
    SIDE_VIEW = "side_view"
    TOO_FEW = "too_few"
    TOO_MANY = "too_many"
    STRAY = "stray"
    MOVED = "moved"
    NOT_SHOWN = "not_shown"
    UNPLACED = "unplaced"


class WildMark(Enum):
    """What these dice have in the place of the face that may be wild."""

    ANY = "any"
    """Nobody said: as the game has it; without a game a star and a single pip are both the one."""
    ONE = "one"
    STAR = "star"
    STAR_SIX = "star-six"
    """A star in the place of the six; the one is a single pip, and no wild face."""
    BIRD = "bird"
    """A bird, or another picture, in the place of the one."""

    def in_game(self, star_six: bool) -> WildMark:
        """What is on the dice of a game with the wild face on the six or, as else, on the one.

        Of two contradicting words the game's holds: no die may count as wild that its rules do not know.
        """
        if self is WildMark.ONE or (self is WildMark.STAR_SIX) == star_six:
            return self
        if star_six:
            return WildMark.STAR_SIX
        return WildMark.STAR if self is WildMark.STAR_SIX else self


@dataclass(frozen=True, slots=True)
class ReadDie:
    """One die as the eye sees it in one frame.

    Two questions, each with its probability (0-1): ``confidence`` that the face is the likeliest one, if it
    is a die; ``objectness`` that it is a die at all.

    ``face`` is 1-6, or ``None`` where the eye abstains. ``star`` tells whether face 1 is a star; held against
    a game whose dice have the star on the six, a star is face 6
    (``None`` with an abstention, or where a star
    and a single pip cannot be told apart).
    ``if_die`` is the face (with ``star``) where nothing is in doubt but whether it is a die.
    ``chances`` are the networks' probabilities of the faces 1-6, kept with a doubt for those who know more.
    ``learned``: the dice of the house say the face, where the networks doubted.
    """

    box: Box
    face: int | None
    star: bool | None
    confidence: float
    doubts: tuple[Doubt, ...] = ()
    chances: tuple[float, ...] = field(default=(), compare=False, repr=False)
    learned: bool = field(default=False, compare=False, repr=False)
    objectness: float = 1.0
    if_die: int | None = None

    def __post_init__(self) -> None:
        if not {self.face, self.if_die} <= {None, *range(1, 7)}:
            raise ValueError(f"a face must be 1-6 or None, got {self.face!r} and {self.if_die!r}")
        for name, probability in (("confidence", self.confidence), ("objectness", self.objectness)):
            if not 0.0 <= probability <= 1.0:
                raise ValueError(f"{name} must be 0-1, got {probability!r}")

    @property
    def probability(self) -> float:
        """That it is a die and shows the likeliest face."""
        return self.confidence * self.objectness

    @property
    def maybe_no_die(self) -> bool:
        """Whether it is asked whether this is a die; every other doubt comes after that."""
        return Doubt.MAYBE_NO_DIE in self.doubts

    def as_die(self) -> ReadDie:
        """This die once somebody knows that it is one: with its face, or with what is still in doubt."""
        if not self.maybe_no_die:
            return self
        left = tuple(doubt for doubt in self.doubts if doubt is not Doubt.MAYBE_NO_DIE)
        face = self.face or (None if left else self.if_die)
        star = self.star if face is not None else None
        unread = () if left or face is not None else (Doubt.UNREAD,)
        return replace(self, face=face, star=star, doubts=left or unread, if_die=None)

    @property
    def centre(self) -> tuple[float, float]:
        """Centre of the box in frame pixels."""
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


@dataclass(frozen=True, slots=True)
class ConfirmedDie:
    """A thing of a picture that was read, and what it is: a face 1-6, or ``None`` for no die.

    ``by_player``: a player said so. Else the eye did, and nobody corrected it; a thing without a face that no
    player spoke of is a question that stayed open. ``star`` as in ``ReadDie``, ``None`` where nobody knows.
    ``learned``: the dice of the house said so, and have nothing to learn from it.
    """

    box: Box
    face: int | None
    star: bool | None = None
    by_player: bool = False
    learned: bool = False


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """All dice of one picture, in reading order, and the milliseconds each step took.

    ``dropped`` is what the eye took for no die, but not surely: offered where a die is missing.
    """

    size: tuple[int, int]
    dice: tuple[ReadDie, ...]
    ms: tuple[tuple[str, float], ...] = ()
    dropped: tuple[ReadDie, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the game knows before the cups are lifted: dice a seat, and the shown dice among them.

    ``star_six``: the game's wild face is in the place of the six, and its one is a single pip. ``wild`` is
    what is known of the dice.
    """

    dice: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]
    star_six: bool = False
    wild: WildMark = WildMark.ANY

    @property
    def mark(self) -> WildMark:
        """What is on the dice of this game, by its rules and by what is known of the dice."""
        return self.wild.in_game(self.star_six)


@dataclass(frozen=True, slots=True)
class TableDie:
    """A die of the frame with the seat it lies at; ``seat`` is ``None`` for a die of nobody.

    ``beside`` is the seat at whose place a die of nobody lies, where that seat holds none in the game.
    """

    die: ReadDie
    seat: int | None
    doubts: tuple[Doubt, ...] = ()
    beside: int | None = None


@dataclass(frozen=True, slots=True)
class SeatDoubt:
    """A doubt about a seat as a whole: too few dice, too many, a shown die gone."""

    seat: int
    doubt: Doubt
    expected: int
    seen: int


@dataclass(frozen=True, slots=True)
class TableReading:
    """The table after the cups were lifted, held against the game.

    ``faces`` may be taken as read only where ``certain`` is true; every doubt is in it as a value.
    ``places``: which part of the picture each seat's dice lie in, given where a seat shows too few.
    """

    size: tuple[int, int]
    dice: tuple[TableDie, ...]
    doubts: tuple[SeatDoubt, ...] = ()
    places: tuple[Box, ...] = field(default=(), compare=False)

    @property
    def certain(self) -> bool:
        """True when no die and no seat is in doubt."""
        return not self.doubts and not any(die.doubts for die in self.dice)

    def faces_of(self, seat: int) -> tuple[int | None, ...]:
        """Faces read at a seat, in reading order; ``None`` where the eye abstained."""
        return tuple(each.die.face for each in self.dice if each.seat == seat)


@dataclass(frozen=True, slots=True)
class LiftSeen:
    """What the last look saw of cups that are being lifted; ``reading`` is ``None`` before the first look.

    ``late``: something has been missing for a while.
    """

    reading: TableReading | None = None
    late: bool = False

    def dice_at(self, seat: int) -> int:
        """How many dice lie open at a seat, those in doubt too."""
        return 0 if self.reading is None else len(self.reading.faces_of(seat))


class CardDoubt(Enum):
    """Why a card must be looked at by a person."""

    UNREAD = "unread"
    """A corner is seen, its rank or its suit is not sure."""
    CORNERS_DISAGREE = "corners_disagree"
    """Two corners of one card tell different cards."""
    FRAMES_DISAGREE = "frames_disagree"
    """Not every frame of the reading tells this card."""
    TOO_OFTEN = "too_often"
    """It is seen more often than the decks in play hold it."""
    CUT_OFF = "cut_off"
    """The edge of the picture cuts the corner that it was read by."""


class Deck(Enum):
    """Which letters stand in the corners of jack, queen, king and ace."""

    ANY = "any"
    """Nobody said: by the letters that are seen."""
    INTERNATIONAL = "international"
    """J Q K A."""
    GERMAN = "german"
    """B D K A."""
    FRENCH = "french"
    """V D R, and 1 or A; Portuguese decks, too."""
    DUTCH = "dutch"
    """B V H A."""
    NORDIC = "nordic"
    """Kn or B, D K, and E or A."""
    ITALIAN = "italian"
    """F, D or C, R, A."""
    POLISH = "polish"
    """W D K A."""
    RUSSIAN = "russian"
    """В Д К Т."""
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ReadCard:
    """One card lying face up.

    ``code`` is rank and suit as the record writes them ("10H", "AS"), ``None`` where the eye abstains.
    ``box`` goes round the card as far as the corners that were seen tell where it lies, inside the frame.
    ``confidence`` is 0-1, the chance that ``code`` is right. ``likely`` are the codes that it may be, the
    likeliest first, for a person to choose from; with a ``code`` that is its first.
    """

    box: Box
    code: str | None
    confidence: float
    doubts: tuple[CardDoubt, ...] = ()
    likely: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0.0 <= self.confidence <= 1.0:
            raise ValueError(f"a confidence must be 0-1, got {self.confidence!r}")


@dataclass(frozen=True, slots=True)
class CardReading:
    """All cards of one look, in reading order, and the milliseconds each step took."""

    size: tuple[int, int]
    cards: tuple[ReadCard, ...]
    ms: tuple[tuple[str, float], ...] = ()

    @property
    def certain(self) -> bool:
        """True when no card is in doubt."""
        return not any(card.doubts for card in self.cards)
