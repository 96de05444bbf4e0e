"""The table in use: its profile from the shelf, watched and corrected during the game."""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path

import numpy as np

from companion.calibration import (
    AreaKind,
    CalibrationError,
    PlaceWatch,
    Profile,
    ProfileError,
    Seating,
    ShelfError,
    TablePlane,
    Tables,
    TableSeats,
    TableShelf,
    key_of,
    mapped,
    say_seats,
)
from companion.cli.terminal.outlet import complain, tell
from companion.core.frame import Frame
from companion.core.reading import WeightsError, WildMark
from companion.play.base.commands import Refused
from companion.play.base.ports import PlaceSeen
from companion.recognition.adaptation.house_dice import (
    ORDINARY,
    HouseDice,
    KeptDiceError,
    keep_dice,
    kept_dice,
    shipped_reader,
)
from companion.recognition.table.against_game import Seats
from companion.text import say, say_quote

ME = "cups-up play"
ABOVE_PX = 640
"""Longer side of the table seen from above: its size on the smallest screen."""


class TableInUse:
    """Fits ``companion.play.base.ports.TablePlace``.

    Without a ``profile`` nothing is watched, and the players sit evenly round the picture.
    """

    def __init__(self, shelf: TableShelf, profile: Profile | None = None) -> None:
        self._shelf = shelf
        self.watch: PlaceWatch | None = None
        self._map: tuple[TablePlane, tuple[int, int], np.ndarray] | None = None
        """The latest table and picture size seen from above, with the map of pixels."""
        if profile is not None:
            self.take_up(profile)

    def take_up(self, profile: Profile) -> None:
        self.watch = PlaceWatch(profile, self._shelf.backdrop_of(profile))
        with suppress(ShelfError):  # the table is named again the next time
            self._shelf.use(profile.name)

    @property
    def profile(self) -> Profile | None:
        return None if self.watch is None else self.watch.profile

    @property
    def wild(self) -> WildMark | None:
        """``None`` until somebody says it."""
        return None if self.profile is None else self.profile.wild

    def tell_wild(self, mark: WildMark) -> None:
        """Raises ``ShelfError`` if it cannot be written; the mark holds all the same."""
        if self.watch is not None:
            self.watch.tell_wild(mark)
            self._shelf.save(self.watch.profile, self.watch.backdrop)

    @property
    def name(self) -> str | None:
        return None if self.profile is None else self.profile.name

    @property
    def dice_file(self) -> Path | None:
        """``None`` without a saved profile."""
        try:
            return None if self.profile is None else self._shelf.dice_file_of(self.profile.name)
        except ShelfError:
            return None

    @property
    def knows_squares(self) -> bool:
        areas = () if self.profile is None else self.profile.areas
        return any(area.kind is AreaKind.LOST_DICE for area in areas)

    @property
    def seen(self) -> PlaceSeen:
        watch = self.watch
        return PlaceSeen() if watch is None else PlaceSeen(watch.said, watch.mendable, watch.steady)

    def look(self, frame: Frame) -> None:
        """A background that it learns is kept for the next evening."""
        if self.watch is not None and self.watch.look(frame.pixels):
            with suppress(ShelfError):  # it will be remembered anew
                self._shelf.save(self.watch.profile, self.watch.backdrop)

    def mend(self, frame: Frame) -> None:
        if self.watch is None:
            raise Refused(say("play.no_table_here"))
        try:
            self.watch.mend(frame.pixels)
            self._shelf.save(self.watch.profile, self.watch.backdrop)
        except CalibrationError as fault:
            raise Refused(str(fault)) from None

    def above(self, frame: Frame) -> Frame | None:
        """``None`` without a profile, or for another picture shape."""
        if self.profile is None:
            return None
        plane, size = self.profile.plane, (frame.width, frame.height)
        if self._map is None or self._map[:2] != (plane, size):
            try:
                view = plane.at(size).above(ABOVE_PX / max(plane.size_mm))
            except CalibrationError:
                return None
            self._map = plane, size, view.map()
        return Frame(mapped(frame.pixels, self._map[2]), frame.exposed_at_ns)

    def say_seats(self, players: int) -> str | None:
        return None if self.profile is None else say_seats(self.profile, players)

    def seats(self, players: int) -> Seats:
        profile = self.profile
        return Seating(players) if profile is None else TableSeats(profile, players)


def table_for(args: argparse.Namespace, shelf: TableShelf, simulated: bool) -> TableInUse | None:
    """The named table, the last one, or the only one; else one without a profile.

    ``None`` for the simulated table, which has its own seats. Raises ``ProfileError`` for an unknown name,
    ``ShelfError`` if the folder cannot be read.
    """
    if args.table is not None and simulated:
        raise ProfileError(say("play.own_seats"))
    if simulated:
        return None
    if args.no_table:
        return TableInUse(shelf)
    tables = shelf.read()
    for fault in tables.faults:
        complain(ME, fault)
    if args.table is not None:
        return _named(args.table, shelf, tables)
    last = shelf.last_used()
    profile = tables.named(last) if last is not None else None
    if profile is None and len(tables.profiles) == 1:
        profile = tables.profiles[0]
    if profile is None and tables.profiles:
        tell(say("play.several_tables", tables=_names(tables.profiles)))
    if profile is not None:
        tell(_line(profile))
    return TableInUse(shelf, profile)


def _named(name: str, shelf: TableShelf, tables: Tables) -> TableInUse:
    profile = tables.named(name)
    if profile is None:
        refused = say("tables.no_table", table=say_quote(name))
        if not tables.profiles:
            raise ProfileError(say("play.set_one_up", refused=refused))
        raise ProfileError(say("given.there_are", refused=refused, names=_names(tables.profiles)))
    tell(_line(profile))
    return TableInUse(shelf, profile)


def _names(profiles: tuple[Profile, ...]) -> str:
    return ", ".join(profile.name for profile in profiles)


def _line(profile: Profile) -> str:
    across, deep = (f"{side / 10:.0f}" for side in profile.plane.size_mm)
    if not profile.seats:
        return say("play.table_without_seats", table=profile.name, across=across, deep=deep)
    return say("play.table", table=profile.name, across=across, deep=deep, count=len(profile.seats))


class DiceAtTable:
    """Keeps nothing without a profile. Names a faulty file once."""

    def __init__(self, table: TableInUse | None, set_name: str = ORDINARY) -> None:
        self._table, self._set = table, set_name
        self._at: str | None = None
        self._kept: HouseDice | None = None
        self._complained: set[str] = set()

    def of_another_table(self) -> HouseDice | None:
        """``None`` if it is the same as last time."""
        profile = None if self._table is None else self._table.profile
        at = None if profile is None else key_of(profile.name)
        if at == self._at:
            return None
        self._at, self._kept = at, self._read()
        return self._kept

    def keep(self, house: HouseDice) -> None:
        path = None if self._table is None else self._table.dice_file
        if path is None or house is self._kept:
            return
        try:
            keep_dice(path, shipped_reader(), self._set, house)
        except (KeptDiceError, WeightsError) as fault:
            self._complain(say("play.dice_not_kept", fault=str(fault)))
        self._kept = house

    def _read(self) -> HouseDice:
        path = None if self._table is None else self._table.dice_file
        try:
            kept = {} if path is None else kept_dice(path, shipped_reader())
        except (KeptDiceError, WeightsError) as fault:
            self._complain(say("play.dice_left_out", fault=str(fault)))
            kept = {}
        return kept.get(self._set, HouseDice())

    def _complain(self, sentence: str) -> None:
        if sentence not in self._complained:
            self._complained.add(sentence)
            complain(ME, sentence)
