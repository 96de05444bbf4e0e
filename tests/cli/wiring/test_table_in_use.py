"""Which table an evening is played at, and what is said where it is not clear."""

from __future__ import annotations

import argparse
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest

from companion.calibration import (
    Area,
    AreaKind,
    FoundBy,
    LensNote,
    Optics,
    Profile,
    ProfileError,
    Seating,
    ShelfError,
    TablePlane,
    TableSeats,
    TableShelf,
    even_seats,
)
from companion.cli.wiring.options import add_table
from companion.cli.wiring.settings import LiveSettings
from companion.cli.wiring.table import DiceAtTable, TableInUse, table_for
from companion.core.frame import Frame
from companion.core.reading import Expectation, PhotoReading, WildMark
from companion.core.settings import SettingsError, SettingsFile
from companion.play.base.commands import Refused
from companion.play.base.ports import PlaceSeen
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.table.table_eye import TableReader

LENS = Optics((1280, 720), (950.0, 950.0), (640.0, 360.0))
PLANE = TablePlane(LENS, (0.2, 0.0, 0.0), (0.0, 0.0, 1100.0), (1000.0, 600.0))
DEN = Profile(
    "den", datetime(2026, 1, 1, tzinfo=UTC), "webcam", LensNote(), PLANE, FoundBy.TOUCH, 1.0,
    seats=even_seats(4, PLANE.size_mm),
)  # fmt: skip
BLANK = Frame(np.full((720, 1280, 3), 120, np.uint8), 1)


def args(*given: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_table(parser)
    return parser.parse_args(given)


@pytest.fixture
def shelf(tmp_path: Path) -> TableShelf:
    return TableShelf(tmp_path / "tables")


def name_of(table: TableInUse | None) -> str | None:
    return None if table is None or table.profile is None else table.profile.name


def test_the_named_table_is_played_at_and_the_next_time_without_a_name(shelf: TableShelf, capsys) -> None:
    for name in ("den", "barn"):
        shelf.save(replace(DEN, name=name))
    assert name_of(table_for(args(), shelf, simulated=False)) is None
    assert "Several tables are set up; choose one with --table: barn, den." in capsys.readouterr().out
    assert name_of(table_for(args("--table", "DEN"), shelf, simulated=False)) == "den"
    assert "Table: den, 100 × 60 cm, 4 seats." in capsys.readouterr().out
    assert name_of(table_for(args(), shelf, simulated=False)) == "den"
    shelf.remove("den")
    assert name_of(table_for(args(), shelf, simulated=False)) == "barn", "the only one that is left"


def test_no_table_and_the_simulated_one(shelf: TableShelf) -> None:
    shelf.save(DEN)
    assert name_of(table_for(args("--no-table"), shelf, simulated=False)) is None
    assert table_for(args(), shelf, simulated=True) is None
    with pytest.raises(ProfileError, match="the simulated table has its own seats"):
        table_for(args("--table", "den"), shelf, simulated=True)


def test_a_table_that_is_not_there_is_named_with_those_that_are(shelf: TableShelf) -> None:
    with pytest.raises(ProfileError, match="there is no table “shed”; set one up with cups-up calibrate"):
        table_for(args("--table", "shed"), shelf, simulated=False)
    shelf.save(DEN)
    with pytest.raises(ProfileError, match="there is no table “shed”; there are: den"):
        table_for(args("--table", "shed"), shelf, simulated=False)


def test_a_broken_profile_is_told_and_left_out(shelf: TableShelf, tmp_path: Path, capsys) -> None:
    shelf.save(DEN)
    (tmp_path / "tables" / "bad.toml").write_text("version = 2\n", encoding="utf-8")
    assert name_of(table_for(args(), shelf, simulated=False)) == "den"
    assert "the profile bad.toml is left out: it lacks the part [camera]" in capsys.readouterr().err


def test_without_a_profile_seats_are_even_and_nothing_is_watched(shelf: TableShelf) -> None:
    table = TableInUse(shelf)
    table.look(BLANK)
    assert (table.seen, table.say_seats(4)) == (PlaceSeen(), None)
    assert table.seats(3) == Seating(3)
    with pytest.raises(Refused, match="no table is set up here"):
        table.mend(BLANK)


def test_a_table_set_up_meanwhile_is_taken_up(shelf: TableShelf) -> None:
    table = TableInUse(shelf)
    shelf.save(DEN)
    table.take_up(DEN)
    assert (name_of(table), shelf.last_used()) == ("den", "den")
    assert table.seats(4) == TableSeats(DEN, 4)
    assert table.say_seats(3).startswith("4 seats are set up and 3 play")
    with pytest.raises(Refused, match="neither corner marks nor"):
        table.mend(BLANK)


def test_the_squares_are_counted_only_where_it_is_known_where_they_are(shelf: TableShelf) -> None:
    class NoEye:
        symbols = None

        def read(self, frame: Frame) -> None:
            raise AssertionError("nothing may be read")

    table = TableInUse(shelf, DEN)
    assert TableReader(NoEye(), table).lost_seen(BLANK, 4) is None
    squares = Area.rectangle(AreaKind.LOST_DICE, (-100.0, -60.0), (100.0, 60.0))
    table.take_up(replace(DEN, areas=(squares,)))
    with pytest.raises(AssertionError, match="nothing may be read"):
        TableReader(NoEye(), table).lost_seen(BLANK, 4)


def test_how_flat_dice_look_is_kept_until_the_table_is_another(shelf: TableShelf) -> None:
    class Notes:
        cameras: list[CameraMemory]
        symbols = None

        def read(self, frame: Frame, die_px: float | None, camera: CameraMemory) -> PhotoReading:
            self.cameras.append(camera)
            return PhotoReading((frame.width, frame.height), ())

    notes, table = Notes(), TableInUse(shelf, DEN)
    notes.cameras = []
    eye = TableReader(notes, table, DiceAtTable(table))
    for profile in (None, None, replace(DEN, name="barn"), None):
        if profile is not None:
            table.take_up(profile)
        table.tell_wild(WildMark.BIRD if profile is None else WildMark.ONE)
        eye.read_table([Frame(BLANK.pixels, 1)], Expectation((5, 5), ((), ())))
    first, again, other, after = notes.cameras
    assert first is again
    assert other is after
    assert first is not other


def test_each_table_keeps_what_is_wild_on_its_dice(shelf: TableShelf, tmp_path: Path) -> None:
    for name in ("den", "barn"):
        shelf.save(replace(DEN, name=name))
    settings = LiveSettings(SettingsFile(tmp_path / "settings.toml"), {})
    settings.change("wild", "star")
    table = TableInUse(shelf, shelf.read().named("den"))
    settings.table = table
    assert settings.now.wild is WildMark.STAR, "nobody said it at this table: what the machine keeps holds"
    settings.change("wild", "bird")
    assert (settings.now.wild, table.wild) == (WildMark.BIRD, WildMark.BIRD)
    assert [each.wild for each in shelf.read().profiles] == [None, WildMark.BIRD]
    table.take_up(shelf.read().named("barn"))
    assert settings.now.wild is WildMark.STAR
    settings.change("wild", "any")
    assert (settings.now.wild, table.wild) == (WildMark.ANY, WildMark.ANY)
    settings.table = None
    assert settings.now.wild is WildMark.STAR


def test_the_command_line_says_what_is_wild_until_a_touch(shelf: TableShelf, tmp_path: Path) -> None:
    shelf.save(replace(DEN, wild=WildMark.BIRD))
    settings = LiveSettings(SettingsFile(tmp_path / "settings.toml"), {"wild": "one"})
    settings.table = TableInUse(shelf, shelf.read().named("den"))
    assert settings.now.wild is WildMark.ONE
    settings.change("wild", "star-six")
    assert settings.now.wild is WildMark.STAR_SIX
    assert shelf.read().named("den").wild is WildMark.STAR_SIX


def test_an_answer_that_cannot_be_kept_is_said_and_holds_for_the_evening(
    shelf: TableShelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf.save(DEN)
    settings = LiveSettings(SettingsFile(tmp_path / "settings.toml"), {})
    settings.table = TableInUse(shelf, DEN)

    def full(*_: object) -> None:
        raise ShelfError("the profile cannot be written: disk full")

    monkeypatch.setattr(TableShelf, "save", full)
    with pytest.raises(SettingsError, match="disk full"):
        settings.change("wild", "bird")
    assert settings.now.wild is WildMark.BIRD


@pytest.mark.parametrize("scale", [1.0, 0.5], ids=["whole", "live"])
def test_a_picture_is_turned_into_the_table_from_straight_above(shelf: TableShelf, scale: float) -> None:
    across, deep = PLANE.size_mm
    size = round(1280 * scale), round(720 * scale)
    plane, pixels = PLANE.at(size), np.zeros((size[1], size[0], 3), np.uint8)
    spots = {(-0.3, -0.3): 60, (0.3, -0.3): 120, (0.3, 0.3): 180, (-0.3, 0.3): 240}
    for (x, y), level in spots.items():
        u, v = np.rint(plane.px_of(np.array([(x * across, y * deep)]))[0]).astype(int)
        pixels[v - 6 : v + 7, u - 6 : u + 7] = level
    seen = TableInUse(shelf, DEN).above(Frame(pixels, 7))
    assert seen is not None
    assert (seen.width, seen.height, seen.exposed_at_ns) == (640, 384, 7)
    for (x, y), level in spots.items():
        assert seen.pixels[round((y + 0.5) * seen.height), round((x + 0.5) * seen.width), 0] == level


def test_a_table_that_is_not_known_is_not_seen_from_above(shelf: TableShelf) -> None:
    square = Frame(np.zeros((600, 600, 3), np.uint8), 1)
    assert TableInUse(shelf).above(BLANK) is None
    assert TableInUse(shelf, DEN).above(square) is None, "a picture of another camera"
