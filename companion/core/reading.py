"""What the eye tells the table: dice, faces, cards and doubts; and its errors."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in frame pixels, round the whole visible die."""


def scaled(box: Box, scale: float) -> Box:
    """The box in a picture ``scale`` times as wide."""
    left, top, right, bottom = (round(side * scale) for side in box)
    return left, top, right, bottom


class Doubt(Enum):
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
    """What these dice show in place of the face that may be wild."""

    ANY = "any"
    """Not chosen: as the game has it; without a game both a star and a single pip are ones."""
    ONE = "one"
    STAR = "star"
    STAR_SIX = "star-six"
    """A star in place of the six; the one is a single pip and not wild."""
    BIRD = "bird"
    """A bird or another picture in place of the one."""

    def in_game(self, star_six: bool) -> WildMark:
        """The mark in a game whose wild face is the six (``star_six``) or the one.

        If the two contradict, the game wins: no face may be wild against its rules.
        """
        if self is WildMark.ONE or (self is WildMark.STAR_SIX) == star_six:
            return self
        if star_six:
            return WildMark.STAR_SIX
        return WildMark.STAR if self is WildMark.STAR_SIX else self


@dataclass(frozen=True, slots=True)
class ReadDie:
    """One die in one frame.

    ``confidence`` (0-1): the face is the likeliest one, if it is a die; ``objectness`` (0-1): it is a die.
    ``face``: 1-6, None: abstained. ``star``: face 1 is a star; in a game with the star on the six, a star is
    face 6 (None: abstained, or star and pip cannot be told apart). ``if_die``: face (with ``star``) if the
    only doubt is whether it is a die. ``chances``: class probabilities of faces 1-6, kept with a doubt.
    ``learned``: decided by the dice of the house.
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
        return self.confidence * self.objectness

    @property
    def maybe_no_die(self) -> bool:
        return Doubt.MAYBE_NO_DIE in self.doubts

    def as_die(self) -> ReadDie:
        """The reading once this is known to be a die: its face, or the remaining doubts."""
        if not self.maybe_no_die:
            return self
        left = tuple(doubt for doubt in self.doubts if doubt is not Doubt.MAYBE_NO_DIE)
        face = self.face or (None if left else self.if_die)
        star = self.star if face is not None else None
        unread = () if left or face is not None else (Doubt.UNREAD,)
        return replace(self, face=face, star=star, doubts=left or unread, if_die=None)

    @property
    def centre(self) -> tuple[float, float]:
        left, top, right, bottom = self.box
        return (left + right) / 2, (top + bottom) / 2


@dataclass(frozen=True, slots=True)
class ConfirmedDie:
    """Something in a read picture, and its face 1-6; None: no die.

    ``by_player``: a player said so; else the eye did, and nobody objected. Neither face nor player: nobody
    knows. ``star``: as in ``ReadDie``. ``learned``: by the dice of the house, which learn nothing from it.
    """

    box: Box
    face: int | None
    star: bool | None = None
    by_player: bool = False
    learned: bool = False


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """All dice of a picture in reading order, and milliseconds of each step.

    ``dropped``: probably no dice, offered if a die is missing.
    """

    size: tuple[int, int]
    dice: tuple[ReadDie, ...]
    ms: tuple[tuple[str, float], ...] = ()
    dropped: tuple[ReadDie, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the game knows before the lift: dice a seat, shown ones included.

    ``star_six``: the wild face is on the six, and the one a single pip. ``wild``: known mark of the dice.
    ``came``: the seats where a player joined or came back (True) or left (False), in order: a list for each
    game with the same company, this one last.
    """

    dice: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]
    star_six: bool = False
    wild: WildMark = WildMark.ANY
    came: tuple[tuple[tuple[int, bool], ...], ...] = ()

    @property
    def mark(self) -> WildMark:
        return self.wild.in_game(self.star_six)


@dataclass(frozen=True, slots=True)
class TableDie:
    """A die and its seat; None: nobody's.

    ``beside``: the seat without dice at whose place it lies.
    """

    die: ReadDie
    seat: int | None
    doubts: tuple[Doubt, ...] = ()
    beside: int | None = None


@dataclass(frozen=True, slots=True)
class SeatDoubt:
    seat: int
    doubt: Doubt
    expected: int
    seen: int


@dataclass(frozen=True, slots=True)
class TableReading:
    """The table after a lift, compared with the game.

    Use its faces only if it is ``certain``. ``places``: the box of each seat's place in the picture;
    none unless a seat has too few dice.
    """

    size: tuple[int, int]
    dice: tuple[TableDie, ...]
    doubts: tuple[SeatDoubt, ...] = ()
    places: tuple[Box, ...] = field(default=(), compare=False)

    @property
    def certain(self) -> bool:
        return not self.doubts and not any(die.doubts for die in self.dice)

    def faces_of(self, seat: int) -> tuple[int | None, ...]:
        return tuple(each.die.face for each in self.dice if each.seat == seat)


@dataclass(frozen=True, slots=True)
class LiftSeen:
    """The last look at a lift; ``reading`` None before the first. ``late``: something has long been missing.

    ``turns``: seats whose cup goes up next, in order; empty: in any. ``hands``: faces on which two looks
    agree, by seat. ``recounted``: two looks first agreed on other faces.
    """

    reading: TableReading | None = None
    late: bool = False
    turns: tuple[int, ...] = ()
    hands: tuple[tuple[int, ...], ...] = ()
    recounted: bool = False

    def dice_at(self, seat: int) -> int:
        return 0 if self.reading is None else len(self.reading.faces_of(seat))


class CardDoubt(Enum):
    UNREAD = "unread"
    """A corner is seen; rank or suit is unsure."""
    CORNERS_DISAGREE = "corners_disagree"
    """Two corners of one card differ."""
    FRAMES_DISAGREE = "frames_disagree"
    """Not every frame shows this card."""
    TOO_OFTEN = "too_often"
    """Seen more often than the decks hold it."""
    CUT_OFF = "cut_off"
    """The picture's edge cuts the corner."""


class Deck(Enum):
    """Letters on jack, queen, king and ace."""

    ANY = "any"
    """Not chosen: by the letters seen."""
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
    """A card face up. ``code``: as in the record ("10H", "AS"), None: abstained.

    ``box``: round the card as far as its seen corners tell, inside the frame. ``confidence`` (0-1): of
    ``code``. ``likely``: possible codes, likeliest first; ``code`` is the first.
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
    """All cards of a look in reading order, and milliseconds of each step."""

    size: tuple[int, int]
    cards: tuple[ReadCard, ...]
    ms: tuple[tuple[str, float], ...] = ()

    @property
    def certain(self) -> bool:
        return not any(card.doubts for card in self.cards)


@dataclass(frozen=True, slots=True)
class CardsLying:
    """Cards at the simulated table, by code ("10H", "AS"): melds and new ones face up, two piles face down.

    The seeds say where; melds stay while ``hand_seed`` is the same.
    """

    melds: tuple[tuple[str, ...], ...] = ()
    new: tuple[str, ...] = ()
    stock: int = 0
    discards: int = 0
    hand_seed: int = 0
    new_seed: int = 0


class EyeError(Exception):
    """The eye cannot use its input."""


class PhotoError(EyeError, ValueError):
    """A file that is no readable photograph."""


class WeightsError(EyeError, OSError):
    """The eye's weights are missing or altered."""


class TeachError(EyeError, ValueError):
    """A set of dice that cannot be taught from its pictures, or read from its file."""
