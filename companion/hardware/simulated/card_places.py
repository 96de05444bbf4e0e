"""Where cards come to lie at the simulated card table. Pure; all chance from the generator.

Millimetres from the middle of the picture, x right, y towards the bottom; turns in degrees, clockwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import cos, radians, sin

import numpy as np

from companion.hardware.simulated.card_faces import TALL_MM, WIDE_MM

MELD_SPOTS = (
    (-115.0, 186.0, 0.0), (115.0, 186.0, 0.0), (115.0, -186.0, 180.0), (-115.0, -186.0, 180.0),
    (345.0, 186.0, 0.0), (-345.0, -186.0, 180.0), (-345.0, 186.0, 0.0), (345.0, -186.0, 180.0),
    (-350.0, 0.0, 0.0),
)  # fmt: skip
"""Where melds lie round the middle, and for whom they lie upright: x, y, turn. The first nine of a hand."""
MELD_ROOM = (106.0, 68.0)
"""Half the room of a meld, across and down."""
NEW_ROOM = (212.0, 100.0)
"""Half the room in the middle, where cards are turned over and hands laid open."""
STOCK, DISCARDS = (290.0, 0.0), (374.0, 0.0)
STEP_MM = (17.0, 28.0)
"""From card to card in a row: more than an index is wide, less than a card."""
LEAST_STEP_MM = 13.5
APART_MM = 69.0
FAN_DEG, FAN_ARM_MM = (7.0, 13.0), (100.0, 150.0)
"""From card to card in a fan, and from the point about which it is turned to the cards' middles."""
MOST_APART = 4
"""At most this many cards are laid beside each other."""
MESSY_DEG, MESSY_MM = 2.2, 1.6
"""How crooked hands lay cards in a row (deviation) [choice]."""
TRIES = 40


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a card's middle lies and how far the card is turned."""

    x: float
    y: float
    turn_deg: float

    def at(self, across: float, down: float) -> tuple[float, float]:
        """A point of the card, given in mm from its middle as it stands upright, on the table."""
        c, s = cos(radians(self.turn_deg)), sin(radians(self.turn_deg))
        return self.x + c * across - s * down, self.y + s * across + c * down

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Its four corners, the upper left one first, then clockwise."""
        w, h = WIDE_MM / 2, TALL_MM / 2
        return self.at(-w, -h), self.at(w, -h), self.at(w, h), self.at(-w, h)


Spots = tuple[Spot, ...]


def new_spots(count: int, rng: np.random.Generator) -> Spots:
    """Cards just turned over, in the middle: one at any turn, several apart, in a row or as a fan."""
    if count == 1:
        x, y = rng.uniform(-0.4, 0.4, 2) * NEW_ROOM
        return (Spot(float(x), float(y), float(rng.uniform(0, 360))),)
    for left in range(TRIES, 0, -1):
        turn = 180.0 * int(rng.integers(2)) + rng.uniform(-35, 35) * left / TRIES
        laid = _turned(_spread(count, rng), turn)
        if _fits(laid, NEW_ROOM):
            return _moved(laid, 0.5 * rng.uniform(-1, 1, 2) * _left_over(laid, NEW_ROOM))
    return _row(count, LEAST_STEP_MM, rng)


def meld_spots(number: int, count: int, rng: np.random.Generator) -> Spots:
    """A meld pushed aside, its cards overlapping; ``number`` counts the melds of the hand from 0."""
    x, y, turn = MELD_SPOTS[number % len(MELD_SPOTS)]
    step = min(STEP_MM[1], (2 * MELD_ROOM[0] - WIDE_MM) / max(1, count - 1))
    step = max(LEAST_STEP_MM, min(step, rng.uniform(*STEP_MM)))
    laid = _turned(_row(count, step, rng), turn + rng.uniform(-5, 5))
    return _moved(laid, np.array((x, y)) + rng.uniform(-4, 4, 2))


def pile_spots(at: tuple[float, float], count: int, mess: float, rng: np.random.Generator) -> Spots:
    """Cards one upon the other, the lowest first."""
    turn = rng.uniform(-8, 8)
    return tuple(
        Spot(at[0] + rng.normal(0, mess), at[1] + rng.normal(0, mess), turn + rng.normal(0, 2.2 * mess))
        for _ in range(count)
    )


def _spread(count: int, rng: np.random.Generator) -> Spots:
    kind = rng.random()
    if count <= MOST_APART and kind < 0.4:
        return _apart(count, rng)
    if kind < 0.7:
        return _fan(count, rng)
    return _row(count, rng.uniform(*STEP_MM), rng)


def _apart(count: int, rng: np.random.Generator) -> Spots:
    """Side by side; some upside down, as people lay them."""
    return tuple(
        Spot(
            APART_MM * (each - (count - 1) / 2),
            float(rng.normal(0, 4)),
            float(rng.normal(0, 5)) + 180.0 * (rng.random() < 0.3),
        )
        for each in range(count)
    )


def _row(count: int, step: float, rng: np.random.Generator) -> Spots:
    """Each card on the one before it, a little to the right."""
    crooked = rng.normal(0, MESSY_DEG, count), rng.normal(0, MESSY_MM, count)
    return tuple(
        Spot(step * (each - (count - 1) / 2), float(crooked[1][each]), float(crooked[0][each]))
        for each in range(count)
    )


def _fan(count: int, rng: np.random.Generator) -> Spots:
    """Each card turned a little further about a point below."""
    step, arm = rng.uniform(*FAN_DEG), rng.uniform(*FAN_ARM_MM)
    turns = [step * (each - (count - 1) / 2) + float(rng.normal(0, 0.8)) for each in range(count)]
    return tuple(Spot(arm * sin(radians(turn)), arm * (1 - cos(radians(turn))), turn) for turn in turns)


def _turned(spots: Spots, turn_deg: float) -> Spots:
    """All of them turned about the middle between them."""
    x, y = _middle(spots)
    c, s = cos(radians(turn_deg)), sin(radians(turn_deg))
    return tuple(
        Spot(
            c * (each.x - x) - s * (each.y - y), s * (each.x - x) + c * (each.y - y), each.turn_deg + turn_deg
        )
        for each in spots
    )


def _middle(spots: Spots) -> tuple[float, float]:
    points = np.array([corner for each in spots for corner in each.corners])
    return tuple((points.min(0) + points.max(0)) / 2)


def _moved(spots: Spots, by: np.ndarray) -> Spots:
    return tuple(replace(each, x=each.x + float(by[0]), y=each.y + float(by[1])) for each in spots)


def _left_over(spots: Spots, room: tuple[float, float]) -> np.ndarray:
    """How far they can be moved within a room, to either side."""
    points = np.abs([corner for each in spots for corner in each.corners])
    room_left: np.ndarray = np.maximum(0.0, np.array(room) - points.max(0))
    return room_left


def _fits(spots: Spots, room: tuple[float, float]) -> bool:
    points = np.abs([corner for each in spots for corner in each.corners])
    return bool((points.max(0) <= room).all())


def half_under(lower: Spot, covered: tuple[float, float], askew_deg: float) -> Spot:
    """A card that lies on another, its left edge through ``covered``, mm from the lower one's middle."""
    edge = Spot(*lower.at(*covered), lower.turn_deg + askew_deg)
    return replace(edge, **dict(zip(("x", "y"), edge.at(WIDE_MM / 2, 0.28 * TALL_MM), strict=True)))
