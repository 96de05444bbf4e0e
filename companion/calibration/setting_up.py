"""Sets a table up, step by step: a pure value that a screen or a terminal shows and drives.

Each method gives the next ``Setup``. A person's mistake raises nothing: ``said`` says what happened and what
to do next; ``refused``: the picture or touch was useless and changed nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

import numpy as np

from companion.calibration.errors import CalibrationError, PlaneError, ProfileError
from companion.calibration.lens import (
    FEWEST_PICTURES,
    TILTS,
    BoardSeen,
    Coverage,
    MeasuredLens,
    find_board,
    measure_lens,
)
from companion.calibration.marks import all_marks
from companion.calibration.optics import (
    DIE_MM,
    KNOWN_LENSES,
    SMALLEST_DIE_PX,
    KnownLens,
    Optics,
    known_lens,
    size_text,
)
from companion.calibration.profile import LensNote, Profile
from companion.calibration.seating import AreaKind, Point, Size
from companion.calibration.seats import (
    MOST_CORNERS,
    Area,
    check_areas,
    check_seats,
    check_seats_so_far,
    even_seats,
)
from companion.calibration.table_marks import (
    FARTHEST_OFF_PX,
    ROUGHLY_OFF_PX,
    FoundTable,
    table_from_marks,
    table_from_touch,
)
from companion.calibration.table_plane import TOO_FLAT_DEG, TablePlane
from companion.text import say


def lens_words(lens: MeasuredLens) -> str:
    left = len(lens.left_out)
    if left:
        return say("lens.measured_without", count=left, pictures=lens.pictures, quality=lens.words)
    return say("lens.measured", pictures=lens.pictures, quality=lens.words)


def table_words(plane: TablePlane) -> str:
    across, deep = (f"{side / 10:.0f}" for side in plane.size_mm)
    words = say("setting_up.found", across=across, deep=deep)
    if min(plane.die_sides_px()) >= SMALLEST_DIE_PX:
        return words
    return say("setting_up.found_small", found=words)


HARDLY_MOVED = 0.02
"""Least movement of the board between pictures, in picture widths [choice]."""
FEWEST_TILTS = 2
"""With fewer tilts of the board focal length and distance cannot be told apart."""
CORNERS = 4
TOUCH_DECIMALS = 1
"""Kept decimals of a millimetre, as in the profile's text."""
UNMEASURED = LensNote()
"""A lens by its maker's figures."""


class Step(Enum):
    LENS = "lens"
    TABLE = "table"
    SEATS = "seats"
    AREAS = "areas"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Setup:
    """Begins with ``Setup.begin`` or ``Setup.of``.

    ``seats``, ``areas``: in table mm; may stay empty. ``drawing``: the kind of the area being touched.
    ``outline``: its corners so far. ``profile`` works once the table is found.
    """

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
    seats: tuple[Point, ...] = ()
    areas: tuple[Area, ...] = ()
    drawing: AreaKind | None = None
    outline: tuple[Point, ...] = ()

    @classmethod
    def begin(cls, size: Size, starting: KnownLens) -> Setup:
        said = say("setting_up.lens", camera=starting.name, fewest=FEWEST_PICTURES)
        return cls(size, starting, Step.LENS, said)

    @classmethod
    def of(cls, profile: Profile) -> Setup:
        plane = profile.plane
        starting = next((lens for lens in KNOWN_LENSES if lens.name == profile.camera), known_lens("webcam"))
        table = FoundTable(plane, profile.found_by, profile.error_px, profile.marks)
        known = cls(plane.optics.size, starting, Step.SEATS, "", optics=plane.optics, lens=profile.lens)
        known = replace(known, table=table, seats=profile.seats, areas=profile.areas)
        return known._say(say("setting_up.of", table=profile.name, next=say("setting_up.next_seats")))

    @property
    def coverage(self) -> Coverage:
        return Coverage.of(self.boards, self.starting.optics(self.size))

    def board_picture(self, pixels: np.ndarray) -> Setup:
        """A picture of the lens board, uint8 (H, W, 3) BGR."""
        try:
            self._check_size(pixels)
            board = find_board(pixels)
        except CalibrationError as fault:
            return self._refuse(str(fault))
        if self.boards and board.moved_from(self.boards[-1]) < HARDLY_MOVED:
            return self._refuse(say("lens_board.hardly_moved"))
        taken = replace(self, boards=(*self.boards, board))
        return taken._say(taken.coverage.sentence)

    def measure(self) -> Setup:
        """Full coverage is not required."""
        if len(self.coverage.missing_tilts) > len(TILTS) - FEWEST_TILTS:
            return self._refuse(say("lens_board.same_way", coverage=self.coverage.sentence))
        try:
            lens = measure_lens(self.boards)
        except CalibrationError as fault:
            return self._refuse(str(fault))
        return self._lens_known(lens.optics, LensNote(lens.pictures, lens.error_px), lens_words(lens))

    def unmeasured(self) -> Setup:
        """Takes the maker's figures: good enough for seats, not for millimetres."""
        words = say("setting_up.unmeasured", camera=self.starting.name)
        return self._lens_known(self.starting.optics(self.size), LensNote(), words)

    def with_lens_of(self, profile: Profile) -> Setup:
        """Keeps that lens; only the table is set up anew."""
        try:
            plane = profile.for_size(self.size).plane
        except ProfileError as fault:
            return self._refuse(str(fault))
        return self._lens_known(plane.optics, profile.lens, say("setting_up.lens_of", table=profile.name))

    def table_picture(self, pixels: np.ndarray, near_edge_mm: float | None = None) -> Setup:
        """``near_edge_mm``: the taped length from A to D."""
        try:
            self._check_size(pixels)
            limit = FARTHEST_OFF_PX if self.lens.pictures else ROUGHLY_OFF_PX
            marks = all_marks(pixels, self._optics())
            found = table_from_marks(marks, self._optics(), near_edge_mm, limit)
        except CalibrationError as fault:
            return self._refuse(str(fault))
        return self._found(found)

    def touched(self, x: float, y: float) -> Setup:
        """A table's corner, in camera px; a fifth touch begins anew."""
        before = self.touches if len(self.touches) < CORNERS else ()
        now = replace(self._without_table(), touches=(*before, (x, y)))
        left = CORNERS - len(now.touches)
        if left:
            return now._say(say("setting_up.corners_left", count=left))
        return now._say(say("setting_up.size"))

    def with_size(self, across_mm: float, deep_mm: float) -> Setup:
        """Call it after four corners were touched."""
        try:
            found = table_from_touch(self.touches, self._optics(), (across_mm, deep_mm))
        except CalibrationError as fault:
            return self._refuse(str(fault))
        return self._found(found)

    def seat_touched(self, x: float, y: float) -> Setup:
        """The next seat clockwise, in camera px."""
        try:
            seats = (*self.seats, self._place(x, y))
            check_seats_so_far(seats, self._plane().size_mm)
        except CalibrationError as fault:
            return self._refuse(str(fault))
        return replace(self, step=Step.SEATS, seats=seats)._say(say("setting_up.seats", count=len(seats)))

    def without_seats(self) -> Setup:
        if self.table is None:
            return self._refuse(say("setting_up.no_table"))
        return replace(self, step=Step.SEATS, seats=())._say(say("setting_up.next_seats"))

    def seats_evenly(self, players: int) -> Setup:
        try:
            seats = even_seats(players, self._plane().size_mm)
        except CalibrationError as fault:
            return self._refuse(str(fault))
        return replace(self, step=Step.SEATS, seats=seats)._say(say("setting_up.seats", count=players))

    def seats_done(self) -> Setup:
        try:
            check_seats(self.seats, self._plane().size_mm)
            check_areas(self.areas, self.seats, self._plane().size_mm)
        except CalibrationError as fault:
            return self._refuse(str(fault))
        return replace(self, step=Step.AREAS)._say(say("setting_up.next_areas"))

    def area_begun(self, kind: AreaKind) -> Setup:
        if self.table is None:
            return self._refuse(say("setting_up.no_table"))
        begun = replace(self, step=Step.AREAS, drawing=kind, outline=())
        return begun._say(say("setting_up.area", area=kind.words))

    def area_touched(self, x: float, y: float) -> Setup:
        """An area's corner, in camera px."""
        if self.drawing is None:
            return self._refuse(say("setting_up.no_area"))
        if len(self.outline) == MOST_CORNERS:
            return self._refuse(say("setting_up.area_most_corners", most=MOST_CORNERS))
        now = replace(self, outline=(*self.outline, self._place(x, y)))
        area, many = self.drawing.words, len(now.outline)
        if many == 1:
            return now._say(say("setting_up.area_corner", area=area))
        return now._say(say("setting_up.area_corners", corners=many, area=area))

    def area_closed(self) -> Setup:
        """Closes the area; two corners make a rectangle along the table's sides."""
        if self.drawing is None:
            return self._refuse(say("setting_up.no_area"))
        try:
            two = len(self.outline) == 2
            area = Area.rectangle(self.drawing, *self.outline) if two else Area(self.drawing, self.outline)
            check_areas((area,), self.seats, self._plane().size_mm)
        except CalibrationError as fault:
            return replace(self, outline=())._refuse(str(fault))
        closed = replace(self, areas=(*self.areas, area), drawing=None, outline=())
        return closed._say(say("setting_up.area_closed", area=area.kind.words))

    def without_last_area(self) -> Setup:
        """Drops the area being touched, or else the last one."""
        if self.drawing is None and not self.areas:
            return self._refuse(say("setting_up.area_none"))
        kept = self.areas if self.drawing is not None else self.areas[:-1]
        return replace(self, step=Step.AREAS, areas=kept, drawing=None, outline=())._say(
            say("setting_up.next_areas")
        )

    def areas_done(self) -> Setup:
        if self.table is None:
            return self._refuse(say("setting_up.no_table"))
        if self.outline:
            return self._refuse(say("setting_up.area_open"))
        done = replace(self, step=Step.DONE, drawing=None)
        return done._say(say("setting_up.done"))

    def profile(self, name: str, made_at: datetime, die_mm: float = DIE_MM) -> Profile:
        """Raises ``ProfileError`` before the table is found, and for odd names."""
        if self.table is None:
            raise ProfileError(say("setting_up.not_found"))
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
            self.seats,
            self.areas,
        )

    def _plane(self) -> TablePlane:
        if self.table is None:
            raise PlaneError(say("setting_up.no_table"))
        return self.table.plane

    def _place(self, x: float, y: float) -> Point:
        at = self._plane().mm_of(np.array([(x, y)]))[0]
        return round(float(at[0]), TOUCH_DECIMALS), round(float(at[1]), TOUCH_DECIMALS)

    def _without_table(self) -> Setup:
        bare = replace(self, step=Step.TABLE, touches=(), table=None)
        return replace(bare, seats=(), areas=(), drawing=None, outline=())

    def _optics(self) -> Optics:
        if self.optics is None:
            raise PlaneError(say("setting_up.no_lens"))
        return self.optics

    def _check_size(self, pixels: np.ndarray) -> None:
        size = int(pixels.shape[1]), int(pixels.shape[0])
        if size != self.size:
            sizes = {"given": size_text(size), "wanted": size_text(self.size)}
            raise PlaneError(say("setting_up.another_size", **sizes))

    def _lens_known(self, optics: Optics, note: LensNote, words: str) -> Setup:
        known = replace(self._without_table(), optics=optics, lens=note)
        return known._say(say("setting_up.then", first=words, next=say("setting_up.next_table")))

    def _found(self, table: FoundTable) -> Setup:
        found = replace(self._without_table(), step=Step.SEATS, touches=self.touches, table=table)
        words = table_words(table.plane)
        if table.plane.is_seen_too_flat:
            tilt = {"tilt": f"{table.plane.tilt_deg:.0f}", "most": f"{TOO_FLAT_DEG:.0f}"}
            words = say("setting_up.then", first=words, next=say("table_size.too_flat", **tilt))
        return found._say(say("setting_up.then", first=words, next=say("setting_up.next_seats")))

    def _say(self, said: str) -> Setup:
        return replace(self, said=said, refused=False)

    def _refuse(self, said: str) -> Setup:
        return replace(self, said=said, refused=True)
