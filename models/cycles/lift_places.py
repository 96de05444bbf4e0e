"""Where things are on the table of a recorded lift: dice, cups set aside, things about. No renderer.

Places are (x, y) in table millimetres (``models/render/camera.py``); dice and cups stand where the picture of
``FRAME`` has them as ``companion/calibration/seating.py`` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.calibration.seating import DICE_RADIUS, Seating, board_of
from models.cycles.laying import rectangle
from models.render.camera import Camera, looking_down
from models.render.layout import about
from models.render.placing import overlap

Rng = np.random.Generator
Place = tuple[float, float]

FRAME = (1280, 720)
DIE_PX = (25.0, 36.0)
"""About the eye's usual size at 720 lines (``seating.DICE_ACROSS``) [choice]."""
TILT_DEG, FOV_DEG = (0.0, 14.0), (32.0, 52.0)
"""A camera over the table, and its horizontal view [choice]."""
APART = 1.05
"""Dice are laid as if their sides were longer by this: none touch."""
TRIES = 4000
CLEAR = 1.1
"""What is set aside stays this many times its reach away from other things in the picture."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die that lies flat: its face, place and turn."""

    face: int
    place: Place
    turn_deg: float


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The table as the camera has it: ``side_mm`` is a die's."""

    camera: Camera
    side_mm: float
    seating: Seating

    def at(self, spot: tuple[float, float]) -> Place:
        """The place that a picture point shows, half a die above the table."""
        x, y, _ = self.camera.on_table(np.array([spot]), self.side_mm / 2)[0]
        return float(x), float(y)

    def home(self, seat: int) -> Place:
        """Where the cup of a seat stands."""
        return self.at(self.seating.cup_centre(seat, FRAME))

    def outward(self, seat: int) -> np.ndarray:
        """The way (2,) from the middle of the table to the player of a seat."""
        away = np.array(self.home(seat)) - self.at((FRAME[0] / 2, FRAME[1] / 2))
        return away / np.linalg.norm(away)

    def spot(self, place: Place, height_mm: float = 0.0) -> np.ndarray:
        """The picture point (2,) of a place."""
        return self.camera.project(np.array([[*place, height_mm]]))[0]

    def px(self, length_mm: float) -> float:
        """A length on the table in pixels, about."""
        return length_mm * self.camera.px_per_mm(np.zeros(3))

    def board(self) -> tuple[Place, float, float]:
        """Middle, width and depth of the board's place, mm."""
        edge = board_of(FRAME)
        left, top = self.at((edge.left, edge.top))
        right, bottom = self.at((edge.right, edge.bottom))
        return ((left + right) / 2, (top + bottom) / 2), abs(right - left), abs(top - bottom)


def any_ground(rng: Rng, players: int, side_mm: float) -> Ground:
    """A table of so many players under a camera that looks nearly straight down."""
    camera = looking_down(
        *FRAME,
        fov_deg=float(rng.uniform(*FOV_DEG)),
        tilt_deg=float(rng.uniform(*TILT_DEG)),
        px_per_mm=float(rng.uniform(*DIE_PX)) / side_mm,
    )
    return Ground(camera, side_mm, Seating.for_players(players))


def square(side_mm: float, place: Place, turn_deg: float) -> np.ndarray:
    """The outline (4, 2) of a die from above."""
    turn = about(np.array([0.0, 0.0, 1.0]), turn_deg)
    return rectangle(np.array([*place, 0.0]), (side_mm / 2, side_mm / 2), turn)


def thrown(rng: Rng, ground: Ground, seat: int, count: int) -> tuple[Die, ...]:
    """The dice under a seat's cup, none touching. Raises ``ValueError`` for more than find room."""
    middle, reach, dice, outlines = np.array(ground.home(seat)), DICE_RADIUS * ground.side_mm, [], []
    for _ in range(TRIES):
        if len(dice) == count:
            return tuple(dice)
        angle, away, turn = rng.uniform(0, 2 * np.pi), reach * np.sqrt(rng.uniform()), rng.uniform(0, 360)
        place = tuple((middle + away * np.array([np.cos(angle), np.sin(angle)])).tolist())
        outline = square(APART * ground.side_mm, place, turn)
        if not any(overlap(outline, other) for other in outlines):
            dice.append(Die(int(rng.integers(1, 7)), place, float(turn)))
            outlines.append(outline)
        elif len(dice) and rng.random() < 1 / 200:
            dice, outlines = [], []
    raise ValueError(f"{count} dice of {ground.side_mm} mm find no room under one cup")


@dataclass(frozen=True, slots=True, eq=False)
class Stood:
    """What hides part of the picture: a thing's foot and top (2,) in pixels, and its reach about them."""

    foot: np.ndarray
    top: np.ndarray
    reach_px: float

    def gap(self, other: Stood) -> float:
        """Pixels between two things; below 0 where they overlap in the picture."""
        steps = np.linspace(0, 1, 9)[:, None]
        mine, others = (each.foot + steps * (each.top - each.foot) for each in (self, other))
        near = np.linalg.norm(mine[:, None] - others[None], axis=2).min()
        return float(near - self.reach_px - other.reach_px)


def stood(ground: Ground, place: Place, reach_mm: float, height_mm: float) -> Stood:
    """A thing that stands or lies there."""
    return Stood(ground.spot(place), ground.spot(place, height_mm), ground.px(reach_mm))


def dice_stood(ground: Ground, dice: Sequence[Die]) -> list[Stood]:
    """What dice take of the picture."""
    return [stood(ground, die.place, 0.75 * ground.side_mm, ground.side_mm) for die in dice]


def aside(
    rng: Rng, ground: Ground, near: Place, wanted: tuple[float, float], others: Sequence[Stood]
) -> Place | None:
    """A free place for a thing of (reach, height) mm, the nearest of some; ``None`` where there is none."""
    reach, height = wanted
    found = []
    for _ in range(300):
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(1.0, 5.0) * 2 * reach
        x, y = near[0] + away * np.cos(angle), near[1] + away * np.sin(angle)
        thing = stood(ground, (float(x), float(y)), CLEAR * reach, height)
        if _within(thing.foot) and all(thing.gap(other) > 0 for other in others):
            found.append((away, (float(x), float(y))))
    return min(found)[1] if found else None


def _within(spot: np.ndarray) -> bool:
    return bool((spot > 0).all() and (spot < FRAME).all())
