"""The profile of one table: its camera, lens, place in the picture, marks, dice, seats and areas."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from companion.calibration.errors import LensError, PlaneError, ProfileError
from companion.calibration.seating import Point, Size
from companion.calibration.seats import Area, check_areas, check_seats
from companion.calibration.table_marks import LaidMark
from companion.calibration.table_plane import TablePlane
from companion.calibration.view import DIE_MM
from companion.core.reading import WildMark
from companion.text import say

LONGEST_NAME = 40
"""Characters of a table's name, as of a set of house rules."""
SMALLEST_DIE_MM, LARGEST_DIE_MM = 8.0, 40.0
"""Dice that are sold for tables: from 8 mm of travel sets to 40 mm of foam dice [choice]."""


class FoundBy(Enum):
    """How the table's place was found."""

    MARKS = "marks"
    TOUCH = "touch"


@dataclass(frozen=True, slots=True)
class LensNote:
    """How the lens was measured: the number of pictures and their error; 0 pictures: the maker's figures."""

    pictures: int = 0
    error_px: float = 0.0

    def __post_init__(self) -> None:
        if self.pictures < 0 or not 0 <= self.error_px < 1000:
            raise ProfileError(say("lens.note"))


@dataclass(frozen=True, slots=True)
class Profile:
    """One table. ``made_at`` has a time zone. Raises ``ProfileError`` for impossible values.

    ``seats`` are clockwise from above, seat 0 first, in table mm at its edge; empty if they were not touched.
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
        """The smallest and largest side of this table's dice in the picture."""
        return self.plane.die_sides_px(self.die_mm)

    def with_plane(self, plane: TablePlane, error_px: float) -> Profile:
        """The same table in another place of the picture."""
        return replace(self, plane=plane, error_px=error_px)

    def for_size(self, size: Size) -> Profile:
        """The profile for pictures of another size. Raises ``ProfileError`` with the reason if it does not
        fit."""
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
    """A table's name without spaces round it. Raises ``ProfileError`` for one that cannot be shown."""
    return _line(text, "table")


def key_of(name: str) -> str:
    """The key of a table: its name without regard to capitals."""
    return unicodedata.normalize("NFC", name).casefold()


def unused_name(wanted: str, taken: Sequence[str]) -> str:
    """The wanted name, with a number if another table has it already."""
    keys, number, name = {key_of(each) for each in taken}, 2, wanted
    while key_of(name) in keys:
        name, number = f"{wanted} {number}", number + 1
    return name


def _line(text: str, thing: str) -> str:
    line = unicodedata.normalize("NFC", text).strip()
    if not 1 <= len(line) <= LONGEST_NAME or not line.isprintable():
        raise ProfileError(say(f"profile.{thing}_name", most=LONGEST_NAME, given=repr(line[:60])))
    return line
