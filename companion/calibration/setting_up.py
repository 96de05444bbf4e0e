"""Setting a table up, step by step, as a pure value: what a screen or a terminal shows and drives.

Each method gives the next ``Setup``. Nothing is raised for what a person does: ``said`` tells what came of it
and what to do next, and ``refused`` whether the picture or touch was of no use, all else being as before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

import numpy as np

from companion.calibration.coverage import FEWEST_PICTURES, TILTS, Coverage
from companion.calibration.errors import CalibrationError, PlaneError, ProfileError
from companion.calibration.found_marks import all_marks
from companion.calibration.known_lenses import KnownLens
from companion.calibration.lens import MeasuredLens, measure_lens
from companion.calibration.lens_pictures import BoardSeen, find_board
from companion.calibration.optics import Optics
from companion.calibration.profile import FoundBy, LensNote, Profile
from companion.calibration.seating import Point, Size
from companion.calibration.table_marks import FARTHEST_OFF_PX, ROUGHLY_OFF_PX, LaidMark, table_from_marks
from companion.calibration.table_plane import TablePlane
from companion.calibration.table_touch import table_from_touch
from companion.calibration.view import DIE_MM, SMALLEST_DIE_PX

HARDLY_MOVED = 0.02
"""Share of the picture's width by which the board must have moved since the picture before [choice]."""
FEWEST_TILTS = 2
"""Ways of tilting the board without which focal length and distance cannot be told apart."""
CORNERS = 4
UNMEASURED = LensNote()
"""A lens by its maker's figures."""


class Step(Enum):
    """What is being set up."""

    LENS = "lens"
    TABLE = "table"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class FoundTable:
    """Where the table is, how it was told, and how far off marks or touches are."""

    plane: TablePlane
    by: FoundBy
    error_px: float
    marks: tuple[LaidMark, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """A table being set up; make the first with ``Setup.begin``."""

    size: Size
    starting: KnownLens
    step: Step
    said: str
    refused: bool = False
    boards: tuple[BoardSeen, ...] = ()
    optics: Optics | None = None
    lens: LensNote = UNMEASURED
    touches: tuple[Point, ...] = ()
    table: FoundTable | None = None

    @classmethod
    def begin(cls, size: Size, starting: KnownLens) -> Setup:
        """Nothing is known but the camera and the size of its pictures."""
        said = f"{starting.name}: show it the lens board, at least {FEWEST_PICTURES} times"
        return cls(size, starting, Step.LENS, said)

    @property
    def coverage(self) -> Coverage:
        """What the pictures of the lens board cover so far."""
        return Coverage.of(self.boards, self.starting.optics(self.size))

    def board_picture(self, pixels: np.ndarray) -> Setup:
        """One more picture of the lens board: uint8 (H, W, 3), BGR."""
        try:
            self._check_size(pixels)
            board = find_board(pixels)
        except CalibrationError as fault:
            return self._refuse(str(fault))
        if self.boards and _hardly_moved(self.boards[-1], board):
            return self._refuse("the board has hardly moved since the last picture: hold it elsewhere")
        taken = replace(self, boards=(*self.boards, board))
        return taken._say(taken.coverage.sentence)

    def without_last_picture(self) -> Setup:
        """The last picture of the board is thrown away."""
        if not self.boards:
            return self._refuse("there is no picture to throw away")
        fewer = replace(self, boards=self.boards[:-1])
        return fewer._say(fewer.coverage.sentence)

    def measure(self) -> Setup:
        """The lens from the pictures taken; then the table. What is not covered was told, not insisted on."""
        if len(self.coverage.missing_tilts) > len(TILTS) - FEWEST_TILTS:
            return self._refuse(f"the board was always held alike: {self.coverage.sentence}")
        try:
            lens = measure_lens(self.boards)
        except CalibrationError as fault:
            return self._refuse(str(fault))
        return self._lens_known(lens.optics, LensNote(lens.pictures, lens.error_px), _lens_words(lens))

    def unmeasured(self) -> Setup:
        """Go on with the maker's figures: good enough for seats, not for millimetres."""
        words = f"the maker's figures of the {self.starting.name} are taken; measured ones would be truer"
        return self._lens_known(self.starting.optics(self.size), LensNote(), words)

    def with_lens_of(self, profile: Profile) -> Setup:
        """Go on with the lens of an earlier profile; only the table is set up anew."""
        try:
            plane = profile.for_size(self.size).plane
        except ProfileError as fault:
            return self._refuse(str(fault))
        return self._lens_known(plane.optics, profile.lens, f"the lens of {profile.name!r} is taken")

    def table_picture(self, pixels: np.ndarray, near_edge_mm: float | None = None) -> Setup:
        """A picture of the table with its four corner marks; the tape's length from A to D if measured."""
        try:
            self._check_size(pixels)
            limit = FARTHEST_OFF_PX if self.lens.pictures else ROUGHLY_OFF_PX
            marks = all_marks(pixels, self._optics())
            found = table_from_marks(marks, self._optics(), near_edge_mm, limit)
        except CalibrationError as fault:
            return self._refuse(str(fault))
        return self._found(FoundTable(found.plane, FoundBy.MARKS, found.error_px, found.marks))

    def touched(self, x: float, y: float) -> Setup:
        """A corner of the table was touched, in px of the camera's picture; a fifth touch begins anew."""
        before = self.touches if len(self.touches) < CORNERS else ()
        now = replace(self, step=Step.TABLE, touches=(*before, (x, y)), table=None)
        left = CORNERS - len(now.touches)
        if left:
            return now._say(f"touch {left} more {'corner' if left == 1 else 'corners'} of the table")
        return now._say("tell how long the table is across the picture, and how deep into it, in mm")

    def without_touches(self) -> Setup:
        """All touches are forgotten."""
        return replace(self, touches=())._say("touch the four corners of the table")

    def told_size(self, across_mm: float, deep_mm: float) -> Setup:
        """The table's true size, after its four corners were touched."""
        try:
            found = table_from_touch(self.touches, self._optics(), (across_mm, deep_mm))
        except CalibrationError as fault:
            return self._refuse(str(fault))
        return self._found(FoundTable(found.plane, FoundBy.TOUCH, found.error_px))

    def table_again(self) -> Setup:
        """Back to the table, the lens kept."""
        return replace(self, step=Step.TABLE, touches=(), table=None)._say(_TABLE_NEXT)

    def profile(self, name: str, made_at: datetime, die_mm: float = DIE_MM) -> Profile:
        """The finished profile. Raises ``ProfileError`` before the table is found, and for odd names."""
        if self.table is None:
            raise ProfileError("the table has not been found yet")
        table = self.table
        return Profile(
            name,
            made_at,
            self.starting.name,
            self.lens,
            table.plane,
            table.by,
            table.error_px,
            table.marks,
            die_mm,
        )

    def _optics(self) -> Optics:
        if self.optics is None:
            raise PlaneError("first show the lens board, or go on with the maker's figures")
        return self.optics

    def _check_size(self, pixels: np.ndarray) -> None:
        size = int(pixels.shape[1]), int(pixels.shape[0])
        if size != self.size:
            raise PlaneError(
                f"the picture has {size[0]}×{size[1]} px, the others {self.size[0]}×{self.size[1]}:"
                " take them all with one camera setting"
            )

    def _lens_known(self, optics: Optics, note: LensNote, words: str) -> Setup:
        known = replace(self, step=Step.TABLE, optics=optics, lens=note, touches=(), table=None)
        return known._say(f"{words}; {_TABLE_NEXT}")

    def _found(self, table: FoundTable) -> Setup:
        return replace(self, step=Step.DONE, table=table)._say(_table_words(table))

    def _say(self, said: str) -> Setup:
        return replace(self, said=said, refused=False)

    def _refuse(self, said: str) -> Setup:
        return replace(self, said=said, refused=True)


_TABLE_NEXT = "now the table: lay the corner marks A, B, C, D in its corners, or touch its four corners"


def _hardly_moved(before: BoardSeen, after: BoardSeen) -> bool:
    common, first, second = np.intersect1d(before.numbers, after.numbers, return_indices=True)
    if len(common) == 0:
        return False
    shift = np.linalg.norm(before.points_px[first] - after.points_px[second], axis=1)
    return float(shift.mean()) < HARDLY_MOVED * before.size[0]


def _lens_words(lens: MeasuredLens) -> str:
    left = len(lens.left_out)
    without = (
        f", {left} {'picture that does' if left == 1 else 'pictures that do'} not fit left out"
        if left
        else ""
    )
    return f"the lens is measured from {lens.pictures} pictures{without}: {lens.words}"


def _table_words(table: FoundTable) -> str:
    plane = table.plane
    smallest, largest = plane.die_sides_px()
    words = (
        f"the table is {plane.size_mm[0]:.0f} × {plane.size_mm[1]:.0f} mm, the camera"
        f" {plane.camera_height_mm:.0f} mm above it and tilted by {plane.tilt_deg:.0f}°;"
        f" a {DIE_MM:.0f} mm die is {smallest:.0f} to {largest:.0f} px wide"
    )
    if smallest >= SMALLEST_DIE_PX:
        return words
    small = f"below {SMALLEST_DIE_PX:.0f} px dice are hard to read"
    return f"{words}: {small}, hang the camera lower or take larger pictures"
