"""The profile of one table: camera, lens, place in the picture, marks, dice, seats and areas.

``TableSeats`` says whose a die is by its pixel, without lens distortion and tilt.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from math import sqrt

import cv2
import numpy as np

from companion.calibration.errors import LensError, PlaneError, ProfileError
from companion.calibration.marks import MARK_MM, RIM_MM
from companion.calibration.optics import DIE_MM
from companion.calibration.seating import AreaKind, Point, Size
from companion.calibration.seats import (
    NOBODY,
    UNDECIDED,
    Area,
    Came,
    check_areas,
    check_seats,
    even_seats,
    owners,
    sat_first,
    seated,
)
from companion.calibration.table_marks import FoundBy, LaidMark
from companion.calibration.table_plane import TablePlane
from companion.core.reading import WildMark
from companion.text import say, say_quote

LONGEST_NAME = 40
"""Characters of a table's name, as of a set of house rules."""
SMALLEST_DIE_MM, LARGEST_DIE_MM = 8.0, 40.0
"""Dice that are sold for tables: from 8 mm of travel sets to 40 mm of foam dice [choice]."""


@dataclass(frozen=True, slots=True)
class LensNote:
    """How the lens was measured; 0 pictures mean the maker's figures."""

    pictures: int = 0
    error_px: float = 0.0

    def __post_init__(self) -> None:
        if self.pictures < 0 or not 0 <= self.error_px < 1000:
            raise ProfileError(say("lens.note"))


@dataclass(frozen=True, slots=True)
class Profile:
    """``made_at`` has a time zone. ``seats``: clockwise from above, seat 0 first, in table mm at its edge;
    may be empty.

    Raises ``ProfileError`` for impossible values.
    """

    name: str
    made_at: datetime
    camera: str
    lens: LensNote
    plane: TablePlane
    found_by: FoundBy
    error_px: float
    marks: tuple[LaidMark, ...] = ()
    die_mm: float = DIE_MM
    seats: tuple[Point, ...] = ()
    areas: tuple[Area, ...] = ()
    wild: WildMark | None = None
    """What its dice have in the place of the wild face; ``None``: nobody was asked."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", table_name(self.name))
        object.__setattr__(self, "camera", _line(self.camera, "camera"))
        if self.made_at.tzinfo is None:
            raise ProfileError(say("profile.time_zone"))
        if not SMALLEST_DIE_MM <= self.die_mm <= LARGEST_DIE_MM:
            limits = {"least": f"{SMALLEST_DIE_MM:.0f}", "most": f"{LARGEST_DIE_MM:.0f}"}
            raise ProfileError(say("profile.die", given=f"{self.die_mm:g}", **limits))
        if not 0 <= self.error_px < 1000:
            raise ProfileError(say("profile.error", given=f"{self.error_px:g}"))
        if len({mark.place for mark in self.marks}) != len(self.marks):
            raise ProfileError(say("profile.mark_twice"))
        if self.found_by is FoundBy.MARKS and len(self.marks) < 2:
            raise ProfileError(say("profile.two_marks"))
        check_seats(self.seats, self.plane.size_mm)
        check_areas(self.areas, self.seats, self.plane.size_mm)

    @property
    def die_sides_px(self) -> tuple[float, float]:
        """Smallest and largest in the picture."""
        return self.plane.die_sides_px(self.die_mm)

    def with_plane(self, plane: TablePlane, error_px: float) -> Profile:
        return replace(self, plane=plane, error_px=error_px)

    def for_size(self, size: Size) -> Profile:
        """Raises ``ProfileError`` if it does not fit."""
        if size == self.plane.optics.size:
            return self
        try:
            plane = self.plane.at(size)
        except (LensError, PlaneError) as fault:
            raise ProfileError(say("profile.unusable", table=self.name, why=str(fault))) from None
        across = size[0] / self.plane.optics.size[0]
        lens = replace(self.lens, error_px=self.lens.error_px * across)
        return replace(self, plane=plane, lens=lens, error_px=self.error_px * across)


def table_name(text: str) -> str:
    """Stripped. Raises ``ProfileError`` for one that cannot be shown."""
    return _line(text, "table")


def key_of(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def _line(text: str, thing: str) -> str:
    line = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(line) <= LONGEST_NAME or not line.isprintable():
        raise ProfileError(say(f"profile.{thing}_name", most=LONGEST_NAME, given=say_quote(line[:60])))
    return line


POINTS_A_SIDE = 12
"""Along a side of an area, so that it follows the lens's bend in the picture."""
CARD_SHARE = (MARK_MM + 2 * RIM_MM) / MARK_MM
"""Side of a card in sides of its black square."""
BESIDE_AN_AREA = 1.0
"""A die outside an area, but nearer than this many of its sides, is nobody's and asked about: a thumb
touched the area's corners."""
TURNS_DEG = np.arange(0.0, 90.0, 15.0)
"""Rotations for a die's smallest and largest box; they repeat after 90°."""
_CORNERS = np.radians(np.arange(45.0, 360.0, 90.0) + TURNS_DEG[:, None])
_TURNED_SQUARES = np.sqrt(2) * np.stack([np.cos(_CORNERS), np.sin(_CORNERS)], axis=-1)
"""A square of side 2 at each rotation: float64 (turns, 4 corners, 2)."""


def seats_in_play(profile: Profile, players: int, came: Came = ()) -> tuple[tuple[int, Point], ...]:
    """Seats of a game with their players; ``NOBODY`` at empty ones.

    Who sat down first sits at the first seats; with fewer seats than players, or none, evenly round the
    table. ``came``: see ``Expectation``.
    """
    first = sat_first(players, came)
    touched = first <= len(profile.seats)
    chairs = profile.seats if touched else even_seats(first, profile.plane.size_mm)
    return seated(chairs, players, came, profile.plane.size_mm)


def say_seats(profile: Profile, players: int) -> str | None:
    """A sentence if the seats were set for another number of players."""
    touched = len(profile.seats)
    if touched == players:
        return None
    if touched > players:
        return say("seats_touched.more", seats=touched, players=players)
    if touched:
        return say("seats_touched.fewer", seats=touched, players=players)
    return say("seats_touched.none")


@dataclass(frozen=True)
class TableSeats:
    """Seats by place in the picture (``companion.recognition.table.against_game.Seats``).

    Places are px of a picture of the profile's shape; a die's place is its middle, half its side above the
    table.
    """

    profile: Profile
    players: int
    came: tuple[tuple[tuple[int, bool], ...], ...] = ()

    def seat_of(self, x: float, y: float, size: Size) -> int | None:
        """``None``: off the table, in an area, or between two seats."""
        return self.seats_of([(x, y)], size)[0]

    def seats_of(self, places: Sequence[Point], size: Size) -> tuple[int | None, ...]:
        plane = self.profile.plane
        points = plane.mm_of(self._profile_px(places, size), self.profile.die_mm / 2)
        players, seats = zip(*self._seats, strict=True)
        found = owners(seats, points, plane.size_mm, UNDECIDED)
        margin = BESIDE_AN_AREA * self.die_px(plane.optics.size)
        clear = [not self._areas_within(place, size, margin) for place in places]
        return tuple(
            players[owner] if free and NOBODY not in (owner, players[owner]) else None
            for owner, free in zip(found, clear, strict=True)
        )

    def area_at(self, x: float, y: float, size: Size) -> AreaKind | None:
        """``None``: dice in play. Corner cards are not in play: some patterns look like dice."""
        there = self._areas_within((x, y), size, 0.0)
        return next((kind for kind in AreaKind if kind in there), None) if there else None

    def ignored(self, x: float, y: float, size: Size) -> bool:
        return self.area_at(x, y, size) is not None

    def die_px(self, size: Size) -> float:
        smallest, largest = self.profile.die_sides_px
        return sqrt(smallest * largest) * size[0] / self.profile.plane.optics.size[0]

    def die_box_px(self, x: float, y: float, size: Size) -> tuple[float, float]:
        """Longer side of the box: smallest and largest over all rotations."""
        plane, die = self.profile.plane, self.profile.die_mm
        middle = plane.mm_of(self._profile_px([(x, y)], size), die / 2)[0]
        corners = (middle + _TURNED_SQUARES * die / 2).reshape(-1, 2)
        seen = [plane.px_of(corners, height).reshape(-1, 4, 2) for height in (0.0, die)]
        sides = np.ptp(np.concatenate(seen, axis=1), axis=1).max(axis=1)
        sides *= size[0] / plane.optics.size[0]
        return float(sides.min()), float(sides.max())

    def _areas_within(self, place: Point, size: Size, margin_px: float) -> set[AreaKind]:
        if not self._outlines and not self._cards:
            return set()
        at = tuple(float(each) for each in self._profile_px([place], size)[0])
        within = {
            kind for kind, outline in self._outlines if cv2.pointPolygonTest(outline, at, True) >= -margin_px
        }
        on_card = any(cv2.pointPolygonTest(card, at, False) >= 0 for card in self._cards)
        return within | {AreaKind.OUT} if on_card else within

    @cached_property
    def _seats(self) -> tuple[tuple[int, Point], ...]:
        return seats_in_play(self.profile, self.players, self.came)

    @cached_property
    def _outlines(self) -> tuple[tuple[AreaKind, np.ndarray], ...]:
        """Areas in the picture, at the height of a die's middle: float32 (N, 2) px each."""
        return tuple((area.kind, self._outline(np.array(area.corners_mm))) for area in self.profile.areas)

    @cached_property
    def _cards(self) -> tuple[np.ndarray, ...]:
        """Corner cards with their white rims, as in ``_outlines``."""
        return tuple(
            self._outline(mark.middle_mm + (mark.corners_mm - mark.middle_mm) * CARD_SHARE)
            for mark in self.profile.marks
        )

    def _outline(self, corners: np.ndarray) -> np.ndarray:
        steps = np.linspace(0, 1, POINTS_A_SIDE, endpoint=False)[:, None]
        sides = [
            one + steps * (other - one) for one, other in zip(corners, np.roll(corners, -1, 0), strict=True)
        ]
        return self.profile.plane.px_of(np.concatenate(sides), self.profile.die_mm / 2).astype(np.float32)

    def _profile_px(self, places: Sequence[Point], size: Size) -> np.ndarray:
        share = np.array(self.profile.plane.optics.size) / np.array(size)
        px: np.ndarray = (np.array(places, np.float64).reshape(-1, 2) + 0.5) * share - 0.5
        return px
