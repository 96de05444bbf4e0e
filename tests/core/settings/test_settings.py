"""Settings and their file: what may be set, and what becomes of a damaged file."""

from __future__ import annotations

from datetime import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.reading import Deck, WildMark
from companion.core.settings import (
    FILE_NAME,
    NAMES,
    Fall,
    KeptSettings,
    Letters,
    Look,
    Motion,
    Quiet,
    Settings,
    SettingsError,
    SettingsFile,
    Talk,
    text_of,
)

CHANGED = Settings(
    language="de",
    voice=Talk.FULL,
    volume=60,
    quiet="22-7",
    look=Look.DAY,
    letters=Letters.LARGE,
    motion=Motion.REDUCED,
    brightness=80,
    idle_min=10,
    flat=True,
    watch=False,
    last_cup=True,
    pictures_mb=500,
    lamps=False,
    lamp_percent=50,
    turn_s=60,
    clock_min=10,
    fall=Fall.OUT,
    wild=WildMark.STAR_SIX,
    deck=Deck.GERMAN,
    lock="0420",
)


def test_the_sample_differs_from_a_new_table_in_everything() -> None:
    fresh = Settings()
    assert [name for name in NAMES if getattr(CHANGED, name) == getattr(fresh, name)] == []


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / "home" / FILE_NAME)
    assert file.read() == KeptSettings(Settings())
    file.write(CHANGED)
    assert file.read() == KeptSettings(CHANGED)
    assert [path.name for path in file.path.parent.iterdir()] == [FILE_NAME]


def test_only_what_differs_from_a_new_table_is_written() -> None:
    assert text_of(Settings()) == ""
    assert text_of(Settings(voice=Talk.SHORT, watch=False)) == 'voice = "short"\nwatch = false\n'


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language", "xx"),
        ("language", 3),
        ("voice", "loud"),
        ("volume", 101),
        ("volume", True),
        ("volume", "60"),
        ("quiet", "22"),
        ("quiet", "22-24"),
        ("quiet", "a-b"),
        ("look", 1),
        ("watch", 1),
        ("turn_s", -1),
        ("lock", "12a4"),
        ("lock", "12345"),
        ("lock", 1234),
        ("colour", "red"),
    ],
)
def test_a_value_that_cannot_be_is_refused_in_a_sentence(name: str, value: object) -> None:
    with pytest.raises(SettingsError, match=r"\w+ \w+"):
        Settings().with_value(name, value)


def test_a_line_that_cannot_be_used_is_named_and_the_others_hold(tmp_path: Path) -> None:
    file = SettingsFile(tmp_path / FILE_NAME)
    file.path.write_text('voice = "short"\nvolume = 400\nlanguage = "it"\n')
    kept = file.read()
    assert kept.settings == Settings(language="it", voice=Talk.SHORT)
    assert kept.fault == (
        "some settings in settings.toml cannot be used: volume is a whole number from 0 to 100, not 400; "
        "these have their defaults"
    )


@given(st.binary(max_size=200))
def test_no_damage_of_the_file_is_more_than_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, found: bytes
) -> None:
    file = SettingsFile(tmp_path_factory.mktemp("home") / FILE_NAME)
    file.path.write_bytes(found)
    kept = file.read()
    assert isinstance(kept.settings, Settings)
    assert kept.fault is None or file.path.name in kept.fault


def test_a_folder_in_its_place_is_told_and_not_written(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).mkdir()
    file = SettingsFile(tmp_path / FILE_NAME)
    assert "settings.toml cannot be read" in (file.read().fault or "")
    with pytest.raises(SettingsError, match=r"settings\.toml cannot be written"):
        file.write(CHANGED)


def test_the_hours_of_quiet_may_pass_midnight() -> None:
    assert Settings(quiet="22-7").quiet_hours == Quiet(time(22), time(7))
    assert Settings().quiet_hours is None
