"""One small picture for each topic of the help: dice, cups, signs and spaces, and where they lie."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.help.views import Topic
from companion.ui.art.signs import Sign

WIDE = 1.5
"""Width of a picture as a part of its height."""


@dataclass(frozen=True, slots=True)
class DiePiece:
    """A die; ``skin`` "table" is the table's own."""

    face: int | None
    skin: str = "table"


@dataclass(frozen=True, slots=True)
class SignPiece:
    """A sign in one colour, by its name in the palette that is worn."""

    sign: Sign
    colour: str = "ivory"


@dataclass(frozen=True, slots=True)
class CupPiece:
    """A cup, mouth down."""


@dataclass(frozen=True, slots=True)
class TilePiece:
    """A tile by its name, as of the bidding track."""

    name: str


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece with its middle (from the picture's left and foot), its side and its turn in degrees.

    Lengths are parts of the picture's height.
    """

    piece: DiePiece | SignPiece | CupPiece | TilePiece
    x: float
    y: float
    side: float
    turn: float = 0.0


def _die(
    x: float, y: float, face: int | None, side: float = 0.3, turn: float = 0.0, skin: str = "table"
) -> Placed:
    return Placed(DiePiece(face, skin), x, y, side, turn)


def _red(x: float, y: float, face: int, side: float = 0.3) -> Placed:
    return _die(x, y, face, side, skin="red")


def _sign(x: float, y: float, sign: Sign, side: float = 0.3, colour: str = "ivory") -> Placed:
    return Placed(SignPiece(sign, colour), x, y, side)


def _cup(x: float, y: float, side: float = 0.5, turn: float = 0.0) -> Placed:
    return Placed(CupPiece(), x, y, side, turn)


def _tile(x: float, y: float, name: str, side: float = 0.3) -> Placed:
    return Placed(TilePiece(name), x, y, side)


_OPEN_DICE = (_die(0.45, 0.2, 1, turn=-9), _die(0.78, 0.16, 5, turn=6), _die(1.1, 0.22, 3, turn=14))
_HAND = (_die(0.3, 0.36, 2), _die(0.75, 0.36, 5), _die(1.2, 0.36, 5))

PICTURES: dict[Topic, tuple[Placed, ...]] = {
    Topic.APP: (*_OPEN_DICE, _cup(0.85, 0.66, 0.5, -17)),
    Topic.GAMES: (
        _die(0.3, 0.66, 1, 0.36, -8),
        _red(0.72, 0.34, 4, 0.36),
        _sign(1.15, 0.62, Sign.CARDS, 0.5),
    ),
    Topic.PLAYERS: (_cup(0.28, 0.36, 0.38), _cup(0.75, 0.62, 0.38), _cup(1.22, 0.36, 0.38)),
    Topic.SETTINGS: (_sign(0.75, 0.5, Sign.SETTINGS, 0.8),),
    Topic.PAUSE: (_cup(0.5, 0.5, 0.62), _sign(1.12, 0.5, Sign.START, 0.5, "yellow")),
    Topic.HOUSE_RULES: (
        _die(0.3, 0.5, 1, 0.38),
        _sign(0.75, 0.5, Sign.PLUS, 0.3, "yellow"),
        _die(1.2, 0.5, 6, 0.38, skin="ivory"),
    ),
    Topic.SETUP: (_sign(0.75, 0.74, Sign.CAMERA, 0.46), *_OPEN_DICE),
    Topic.COUNTING: (_sign(0.75, 0.74, Sign.EYE, 0.46, "yellow"), *_OPEN_DICE),
    Topic.JOURNAL: (_sign(0.75, 0.5, Sign.WARNING, 0.7, "yellow"),),
    Topic.OPENING: (*_HAND[:2], _die(1.2, 0.36, 6), _sign(1.2, 0.76, Sign.STAR, 0.34, "yellow")),
    Topic.TRACK: (
        _tile(0.24, 0.62, "space dim", 0.34),
        _tile(0.58, 0.62, "space", 0.34),
        _tile(0.92, 0.62, "space", 0.34),
        _tile(1.26, 0.62, "space", 0.34),
        _red(0.24, 0.62, 4, 0.26),
        _sign(0.92, 0.62, Sign.TAP, 0.3, "red"),
        _die(0.58, 0.2, 4, 0.3, skin="red"),
        _die(0.92, 0.2, 5, 0.3, skin="red"),
        _die(1.26, 0.2, 6, 0.3, skin="red"),
    ),
    Topic.PAD: (
        *(_tile(0.24 + 0.34 * at, 0.86, "key", 0.27) for at in range(4)),
        *(_tile(0.24 + 0.34 * at, 0.54, "key", 0.27) for at in range(4)),
        _sign(0.58, 0.54, Sign.TAP, 0.24, "yellow"),
        *(_die(0.24 + 0.34 * at, 0.16, 3 + at) for at in range(4)),
        _sign(0.92, 0.16, Sign.TAP, 0.22, "red"),
    ),
    Topic.SHOWING: (
        _cup(0.42, 0.5, 0.6),
        _sign(0.86, 0.2, Sign.START, 0.24, "yellow"),
        _die(1.2, 0.26, 5, turn=8),
        _die(1.2, 0.62, 1, turn=-6),
    ),
    Topic.REVEAL: (*_OPEN_DICE, _cup(0.6, 0.68, 0.46, -14), _sign(1.2, 0.72, Sign.EYE, 0.4, "yellow")),
    Topic.CHECK: (
        _die(0.3, 0.5, 2, 0.36),
        _die(0.75, 0.5, None, 0.42),
        _sign(0.75, 0.5, Sign.DOUBT, 0.3, "ink"),
        _die(1.2, 0.5, 5, 0.36),
    ),
    Topic.VERDICT: (
        *_HAND,
        _sign(0.75, 0.78, Sign.COUNTED, 0.24, "yellow"),
        _sign(1.2, 0.78, Sign.COUNTED, 0.24, "yellow"),
        _sign(0.3, 0.78, Sign.CROSS, 0.22, "ivory_faint"),
    ),
    Topic.HISTORY: (
        _sign(0.4, 0.5, Sign.UNDO, 0.5, "yellow"),
        _die(0.95, 0.32, 4, 0.3, -8),
        _die(1.24, 0.6, 4, 0.3, 10),
    ),
    Topic.OVER: (_sign(0.75, 0.56, Sign.STAR, 0.8, "yellow"),),
    Topic.CARDS: (
        _sign(0.42, 0.5, Sign.CARDS, 0.62),
        _sign(0.92, 0.68, Sign.HEARTS, 0.26, "red_light"),
        _sign(1.26, 0.68, Sign.SPADES, 0.26),
        _sign(0.92, 0.3, Sign.CLUBS, 0.26),
        _sign(1.26, 0.3, Sign.DIAMONDS, 0.26, "red_light"),
    ),
    Topic.CARD_LOOK: (_sign(0.46, 0.46, Sign.CARDS, 0.6), _sign(1.1, 0.6, Sign.EYE, 0.46, "yellow")),
}
"""The picture of every topic."""
