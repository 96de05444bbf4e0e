"""The eye as the game uses it: frames of a still table in, a reading compared with the game out."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol
from weakref import ref

import numpy as np

from companion.calibration import Profile, Seating, TableSeats
from companion.core.frame import Frame
from companion.core.reading import (
    ConfirmedDie,
    Doubt,
    Expectation,
    PhotoReading,
    ReadDie,
    TableReading,
    WildMark,
)
from companion.recognition.adaptation.adaptive_eye import AdaptiveEye, FrameEye
from companion.recognition.adaptation.house_dice import HouseDice
from companion.recognition.decide.cocked import seen_from_the_side
from companion.recognition.decide.known_dice import with_number, with_wild_mark
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.against_game import Seats, hold_against
from companion.recognition.table.squares import SquaresEye

SAME_PLACE = 0.5
"""Dice of two frames are one if their centres are nearer than this share of the smaller one's side."""


def fused(readings: Sequence[PhotoReading]) -> PhotoReading:
    """The last reading after a vote of all.

    A die has a face if more than half of the frames read it and none reads another. A frame that cannot tell
    star from pip contradicts none that can. A die that a frame misses, or shows elsewhere, is in doubt as
    moved; a frame that took it for no die votes as one that abstains. Raises ``ValueError`` for no readings.
    """
    if not readings:
        raise ValueError("there must be at least one reading to fuse, got none")
    last, others = readings[-1], readings[:-1]
    if not others:
        return last
    known = [die for die in last.dropped if any(_counterpart(die, other.dice) for other in others)]
    dice = [_voted(die, [_seen(die, other) for other in others]) for die in (*last.dice, *known)]
    gone = [die for other in others for die in other.dice if _seen(die, last) is None]
    dice += [_moved(die) for die in _apart(gone)]
    dropped = tuple(die for die in last.dropped if die not in known)
    return PhotoReading(last.size, tuple(dice), _summed(readings), dropped)


def _seen(die: ReadDie, reading: PhotoReading) -> ReadDie | None:
    return _counterpart(die, reading.dice) or _counterpart(die, reading.dropped)


def _counterpart(die: ReadDie, dice: Sequence[ReadDie]) -> ReadDie | None:
    x, y = die.centre
    near = [(np.hypot(other.centre[0] - x, other.centre[1] - y), other) for other in dice]
    near = [each for each in near if each[0] <= SAME_PLACE * min(_side(die), _side(each[1]))]
    return min(near, key=lambda each: each[0])[1] if near else None


def _side(die: ReadDie) -> int:
    left, top, right, bottom = die.box
    return max(right - left, bottom - top)


def _voted(die: ReadDie, seen: list[ReadDie | None]) -> ReadDie:
    if any(other is None for other in seen):
        return _moved(die)
    views = [die, *(other for other in seen if other is not None)]
    die = replace(die, objectness=float(np.mean([view.objectness for view in views])), if_die=None)
    told = [view for view in views if view.face is not None or view.if_die is not None]
    faces, stars = {view.face or view.if_die for view in told}, {view.star for view in told} - {None}
    if len(faces) > 1 or len(stars) > 1:
        return replace(die, face=None, star=None, doubts=(Doubt.UNREAD,))
    star, enough = next(iter(stars), None), 2 * len(told) > len(views)
    readers = [view for view in told if view.face is not None]
    if 2 * len(readers) > len(views):
        confidence = float(np.mean([view.confidence for view in readers]))
        return replace(die, face=readers[0].face, star=star, confidence=confidence, doubts=())
    doubts = die.doubts or next((view.doubts for view in views if view.doubts), (Doubt.UNREAD,))
    if enough and doubts == (Doubt.MAYBE_NO_DIE,):
        return replace(die, face=None, star=star, doubts=doubts, if_die=told[0].face or told[0].if_die)
    return replace(die, face=None, star=None, doubts=doubts)


def _moved(die: ReadDie) -> ReadDie:
    return replace(die, face=None, star=None, doubts=(Doubt.MOVED,), if_die=None)


def _apart(dice: list[ReadDie]) -> list[ReadDie]:
    kept: list[ReadDie] = []
    for die in dice:
        if _counterpart(die, kept) is None:
            kept.append(die)
    return kept


def _summed(readings: Sequence[PhotoReading]) -> tuple[tuple[str, float], ...]:
    names = [name for name, _ in readings[-1].ms]
    return tuple((name, sum(dict(each.ms).get(name, 0.0) for each in readings)) for name in names)


REMEMBERED = 3
"""Readings that are remembered: as many as one table reading fuses."""


class RecentEye:
    def __init__(self, eye: FrameEye) -> None:
        self._eye = eye
        self._recent: deque[tuple[ref[Frame], float | None, PhotoReading]] = deque(maxlen=REMEMBERED)

    def read(self, frame: Frame, die_px: float | None, camera: CameraMemory) -> PhotoReading:
        for known, side_px, reading in self._recent:
            if known() is frame and side_px == die_px:
                return reading
        reading = self._eye.read(frame, die_px, camera)
        self._recent.append((ref(frame), die_px, reading))
        return reading

    def forget(self) -> None:
        """To be called when the camera has changed or the table has moved."""
        self._recent.clear()


SMALLER, LARGER = 0.55, 1.5
"""Least and largest box over the expected die sizes. On five pictures of the simulated table, filmed 13 to 33
degrees off, where dice lack the sides that a camera sees of real ones, the eye's boxes were 0.58 to 1.36 of
the smallest and 0.6 to 1.05 of the largest (126 dice); tables mix sets of 12 to 19 mm."""


class SeatedEye:
    """Fits ``companion.play.base.ports.TableEye``. ``camera``: its memory of the table; it stands still."""

    def __init__(
        self, eye: FrameEye, seating: Seats, die_px: float | None = None, camera: CameraMemory | None = None
    ) -> None:
        self._eye = eye
        self._seating = seating
        self._die_px = die_px
        self._camera = CameraMemory() if camera is None else camera

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        reading = self._fused(frames)
        self._camera.keep(reading)
        return hold_against(reading, self._seating, expected, offers=True)

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        return hold_against(self._fused(frames), self._seating, expected)

    def _fused(self, frames: Sequence[Frame]) -> PhotoReading:
        return fused([self._eye.read(frame, self._die_px, self._camera) for frame in frames])


class Place(Protocol):
    """Knows where the table lies (``companion.calibration.place_watch.PlaceWatch``)."""

    @property
    def certain(self) -> bool: ...

    profile: Profile

    def at_reading(self, pixels: np.ndarray) -> Profile: ...


class CalibratedEye:
    """An eye at a table that was set up; fits ``companion.play.base.ports.TableEye``.

    Seats, areas and die size are the profile's. If the table has moved, every die is in doubt.
    """

    def __init__(self, eye: FrameEye, place: Place, camera: CameraMemory | None = None) -> None:
        self._eye = eye
        self._place = place
        self._camera = CameraMemory() if camera is None else camera

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """Raises ``ValueError`` for no frames, ``ProfileError`` for another picture shape."""
        if not frames:
            raise ValueError("there must be at least one frame to read, got none")
        profile = self._place.at_reading(frames[-1].pixels)
        seats = TableSeats(profile, len(expected.dice), expected.came)
        reading = self._fused(frames, seats)
        held = hold_against(reading, seats, expected, offers=True)
        if not self._place.certain:
            self._camera.forget()
            return _unplaced(held)
        self._camera.keep(reading)
        return held

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """The table's place is not checked. Raises ``ProfileError`` for another picture shape."""
        last = frames[-1]
        profile = self._place.profile.for_size((last.width, last.height))
        seats = TableSeats(profile, len(expected.dice), expected.came)
        return hold_against(self._fused(frames, seats), seats, expected)

    def _fused(self, frames: Sequence[Frame], seats: TableSeats) -> PhotoReading:
        die_px = seats.die_px((frames[-1].width, frames[-1].height))
        reading = fused([self._eye.read(frame, die_px, self._camera) for frame in frames])
        if seats.profile.plane.is_seen_too_flat:
            reading = replace(reading, dice=seen_from_the_side(reading.dice))
        return of_expected_size(reading, seats)


def _unplaced(reading: TableReading) -> TableReading:
    dice = tuple(replace(die, doubts=(*die.doubts, Doubt.UNPLACED)) for die in reading.dice)
    return replace(reading, dice=dice)


def of_expected_size(reading: PhotoReading, seats: TableSeats) -> PhotoReading:
    """A read face of an odd size for its place becomes a doubt; a small doubt is dropped."""

    def held(dice: Sequence[ReadDie]) -> tuple[ReadDie, ...]:
        sized = (_held(die, *seats.die_box_px(*die.centre, reading.size)) for die in dice)
        return tuple(die for die in sized if die is not None)

    return replace(reading, dice=held(reading.dice), dropped=held(reading.dropped))


def _held(die: ReadDie, smallest: float, largest: float) -> ReadDie | None:
    left, top, right, bottom = die.box
    side = max(right - left, bottom - top)
    if SMALLER * smallest <= side <= LARGER * largest:
        return die
    if die.face is not None:
        return replace(die, face=None, star=None, doubts=(*die.doubts, Doubt.UNREAD))
    return None if side < SMALLER * smallest else replace(die, if_die=None)


class KnownTable(Protocol):
    @property
    def profile(self) -> Profile | None: ...

    @property
    def watch(self) -> Place | None: ...

    @property
    def knows_squares(self) -> bool: ...

    def seats(self, players: int) -> Seats: ...


class KeptDice(Protocol):
    def of_another_table(self) -> HouseDice | None:
        """``None`` if the table is the same as last time."""
        ...

    def keep(self, house: HouseDice) -> None: ...


class TableReader:
    """The eye for any number of players; fits play's ``TableEye``, ``TableLearner`` and ``SquaresEye``.

    A table that was set up has seats in its profile; else they lie evenly in the picture. Flat dice are
    remembered until the table moves or changes. Thread-safe.
    """

    def __init__(
        self,
        eye: Eye,
        table: KnownTable | None = None,
        dice: KeptDice | None = None,
    ) -> None:
        """Lessons end with the evening if ``dice`` is ``None``."""
        self._lock = threading.Lock()
        self._eye = eye
        self._adaptive = AdaptiveEye(eye, eye.symbols)
        self._recent = RecentEye(self._adaptive)
        self._table = table
        self.wild: Callable[[], WildMark] = lambda: WildMark.ANY
        """What the dice have in the place of the wild face."""
        self._camera, self._stands_by = CameraMemory(), self._place
        self._kept = dice
        self._squares_of: tuple[Profile | None, SquaresEye] | None = None

    @property
    def roll_eye(self) -> RollEye:
        with self._lock:
            self._at_this_table()
        return RollEye(self._adaptive)

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        with self._lock:
            return self._here(len(expected.dice)).read_table(frames, self._known(expected))

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        with self._lock:
            return self._here(len(expected.dice)).look(frames, self._known(expected))

    def before_lift(self, frame: Frame | None) -> None:
        with self._lock:
            self._camera.take_before(frame, sure=False)

    def confirm(self, lift: tuple[int, int], frame: Frame, dice: Sequence[ConfirmedDie]) -> None:
        with self._lock:
            self._at_this_table()
            self._adaptive.confirm(lift, frame, dice, self._camera)
            self._recent.forget()
            self._keep()

    def take_back(self, lift: tuple[int, int]) -> None:
        with self._lock:
            self._at_this_table()
            self._adaptive.take_back(lift, self._camera)
            self._recent.forget()
            self._keep()

    def _keep(self) -> None:
        if self._kept is not None:
            self._kept.keep(self._adaptive.house)

    def _at_this_table(self) -> None:
        if self._place != self._stands_by:
            self._camera, self._stands_by = CameraMemory(), self._place
            self._recent.forget()
        house = None if self._kept is None else self._kept.of_another_table()
        if house is not None:
            self._adaptive.take_up(house)
            self._recent.forget()

    @property
    def _place(self) -> Profile | None:
        """The table's present place, whatever its dice look like."""
        profile = None if self._table is None else self._table.profile
        return None if profile is None else replace(profile, wild=None)

    def _known(self, expected: Expectation) -> Expectation:
        known = replace(expected, wild=self.wild())
        if self._adaptive.wild is not known.mark:
            self._adaptive.wild = known.mark
            self._recent.forget()
        return known

    def _here(self, players: int) -> CalibratedEye | SeatedEye:
        self._at_this_table()
        if self._table is not None and self._table.watch is not None:
            return CalibratedEye(self._recent, self._table.watch, self._camera)
        return SeatedEye(self._recent, Seating(players), camera=self._camera)

    def lost_seen(self, frame: Frame, players: int) -> int | None:
        if self._table is not None and not self._table.knows_squares:
            return None
        return self._squares().lost_seen(frame, players)

    def _squares(self) -> SquaresEye:
        profile = None if self._table is None else self._table.profile
        if self._squares_of is None or self._squares_of[0] != profile:
            seats_for = Seating if self._table is None else self._table.seats
            self._squares_of = profile, SquaresEye(self._eye, seats_for)
        return self._squares_of[1]


class RollEye:
    """Remembers flat dice from roll to roll; the camera stands still.

    An adapting eye learns the dice's marks, as in a game.
    """

    def __init__(self, eye: FrameEye, wild: WildMark = WildMark.ANY, number: int | None = None) -> None:
        """``wild``: what these dice have in the place of the wild face; ``number``: of dice, if known."""
        self._adapts = eye if isinstance(eye, AdaptiveEye) else None
        self._eye, self._camera, self._wild = RecentEye(eye), CameraMemory(), wild
        self._number, self._lessons = number, 0

    def have(self, wild: WildMark) -> None:
        if wild is not self._wild:
            self._wild = wild
            self._eye.forget()

    def learn(self, frame: Frame, dice: Sequence[ConfirmedDie]) -> None:
        if self._adapts is not None:
            self._lessons += 1
            self._adapts.confirm(("roll", self._lessons), frame, dice, CameraMemory())
            self._eye.forget()

    def look(self, frames: Sequence[Frame]) -> PhotoReading:
        return self._read(frames, offers=False)

    def read_roll(self, frames: Sequence[Frame]) -> PhotoReading:
        reading = self._read(frames, offers=True)
        self._camera.keep(reading)
        return reading

    def _read(self, frames: Sequence[Frame], offers: bool) -> PhotoReading:
        if self._adapts is not None:
            self._adapts.wild = self._wild
        reading = fused([self._eye.read(frame, None, self._camera) for frame in frames])
        return with_wild_mark(with_number(reading, self._number, offers), self._wild)
