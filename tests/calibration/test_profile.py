"""A table's profile: text that people can mend, refused with the reason, written whole or not at all."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.calibration import (
    FoundBy,
    LaidMark,
    LensNote,
    Place,
    Profile,
    ProfileError,
    ShelfError,
    TableShelf,
)
from companion.calibration.shelf import VERSION, profile_of, read_profile, text_of
from companion.core.reading import WildMark
from tests.calibration.calibration_scenes import LENS, TABLE

EXAMPLE = Path(__file__).resolve().parents[2] / "calibration" / "example.toml"
MARKS = tuple(LaidMark(place, (100.5 * at, -50.25), 3.5 * at) for at, place in enumerate(Place))
KITCHEN = Profile(
    "kitchen table", datetime(2026, 11, 21, 8, 30, tzinfo=UTC), "Camera Module 3", LensNote(12, 0.21), TABLE,
    FoundBy.MARKS, 0.125, MARKS, 16.0,
)  # fmt: skip


def test_a_profile_comes_back_from_its_text() -> None:
    assert profile_of(text_of(KITCHEN)) == KITCHEN
    assert profile_of(text_of(replace(KITCHEN, found_by=FoundBy.TOUCH, marks=()))).marks == ()


@pytest.mark.parametrize("wild", [None, *WildMark])
def test_what_is_wild_on_the_dice_comes_back_and_older_profiles_do_not_say_it(wild: WildMark | None) -> None:
    text = text_of(replace(KITCHEN, wild=wild))
    assert profile_of(text).wild is wild
    assert ("wild" in text) is (wild is not None)
    assert profile_of(text_of(KITCHEN).replace("version = 3", "version = 2")).wild is None


def test_another_wild_mark_is_refused_by_its_words() -> None:
    text = text_of(replace(KITCHEN, wild=WildMark.BIRD)).replace('"bird"', '"fish"')
    with pytest.raises(ProfileError, match=r'wild of \[dice\] must be "any", .* or "bird", got "fish"'):
        profile_of(text)


@given(
    name=st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=40),
    numbers=st.tuples(*[st.floats(-0.2, 0.2)] * 3),
    die=st.floats(8, 40),
)
def test_what_is_written_reads_back_to_what_is_written(name: str, numbers, die: float) -> None:
    try:
        profile = replace(KITCHEN, name=name, plane=replace(TABLE, turn=numbers), die_mm=die)
    except ProfileError:
        return
    text = text_of(profile)
    again = profile_of(text)
    assert text_of(again) == text
    assert again.name == profile.name
    assert again.plane.turn == pytest.approx(profile.plane.turn, abs=1e-7)


def test_the_shipped_example_can_always_be_read() -> None:
    profile = read_profile(EXAMPLE)
    assert profile.name == "example"
    assert profile.found_by is FoundBy.MARKS
    assert len(profile.marks) == 4
    assert text_of(profile) == EXAMPLE.read_text(encoding="utf-8")


FAULTS = {
    "version = 3": ("version = 4", "has version 4, from a later app; this app reads 3"),
    'name = "kitchen table"': ("", "^name is missing"),
    "made_at = 2026-11-21T08:30:00Z": ('made_at = "today"', "made_at must be a moment without quotes"),
    "size_px = [1280, 720]": ("size_px = [1280]", r"size_px of \[camera\] must be 2 whole numbers above 0"),
    "focal_px = [950.0, 952.0]": (
        "focl_px = [950.0, 952.0]",
        r"\"focl_px\" of \[lens\] is unknown; known are",
    ),
    "centre_px = [645.0, 356.0]": ("centre_px = [645.0, true]", r"centre_px of \[lens\] must be 2 numbers"),
    "pictures = 12": ("pictures = 1.5", r"pictures of \[lens\] must be a whole number, got 1.5"),
    "error_px = 0.21": ("error_px = -1", "neither below 0"),
    'found_by = "marks"': ('found_by = "luck"', 'must be "marks" or "touch", got "luck"'),
    "size_mm = [1000.0, 600.0]": ("size_mm = [10.0, 600.0]", "must be 200 to 3000 mm long and wide"),
    "middle_mm = [10.0, -15.0, 1100.0]": (
        "middle_mm = [10.0, -15.0, -1.0]",
        "does not look down on this table",
    ),
    "turn = [0.35, 0.05, 0.03]": ("turn = [nan, 0.05, 0.03]", "finite numbers"),
    "side_mm = 16.0": ("side_mm = 160.0", "a die must be 8 to 40 mm, got 160 mm"),
    "[marks.A]": ("[marks.E]", r"\"E\" of \[marks\] is unknown; known are A, B, C, D"),
    "[dice]": ("[dice", "it is no TOML"),
}


@pytest.mark.parametrize("right", FAULTS, ids=lambda right: right.split(" ")[0])
def test_a_fault_is_named_with_what_is_wanted(right: str) -> None:
    wrong, sentence = FAULTS[right]
    text = text_of(KITCHEN)
    assert right in text
    with pytest.raises(ProfileError, match=sentence):
        profile_of(text.replace(right, wrong, 1))


@pytest.mark.parametrize("part", ["camera", "lens", "table", "dice"])
def test_a_missing_part_is_named(part: str) -> None:
    text = "\n".join(block for block in text_of(KITCHEN).split("\n\n") if not block.startswith(f"[{part}]"))
    with pytest.raises(ProfileError, match=rf"lacks the part \[{part}\]"):
        profile_of(text)


def test_a_profile_is_scaled_to_another_size_and_refused_for_another_shape() -> None:
    larger = KITCHEN.for_size((2560, 1440))
    at = (321.0, 200.0)
    assert larger.plane.mm_of([(2 * at[0] + 0.5, 2 * at[1] + 0.5)])[0] == pytest.approx(
        TABLE.mm_of([at])[0], abs=1e-6
    )
    assert larger.plane.px_per_mm() == pytest.approx(2 * TABLE.px_per_mm())
    assert larger.die_sides_px[1] == pytest.approx(2 * KITCHEN.die_sides_px[1])
    assert KITCHEN.for_size(LENS.size) is KITCHEN
    with pytest.raises(
        ProfileError, match=r"“kitchen table” cannot be used: .* gives 640×480, another shape"
    ):
        KITCHEN.for_size((640, 480))


def test_several_tables_stand_side_by_side(tmp_path: Path) -> None:
    shelf = TableShelf(tmp_path / "tables")
    assert shelf.read().profiles == ()
    shelf.save(KITCHEN)
    shelf.save(replace(KITCHEN, name="Gartenhaus / links"))
    shelf.save(replace(KITCHEN, name="Kitchen Table", die_mm=19.0))
    tables = shelf.read()
    assert [each.name for each in tables.profiles] == ["Gartenhaus / links", "Kitchen Table"]
    assert tables.named("KITCHEN TABLE").die_mm == 19.0
    assert sorted(path.name for path in (tmp_path / "tables").iterdir()) == [
        "gartenhaus-links.toml", "kitchen-table.toml",
    ]  # fmt: skip
    shelf.remove("gartenhaus / LINKS")
    assert [each.name for each in shelf.read().profiles] == ["Kitchen Table"]


def test_a_broken_file_is_told_and_left_alone(tmp_path: Path) -> None:
    shelf = TableShelf(tmp_path)
    shelf.save(KITCHEN)
    (tmp_path / "broken.toml").write_text("version = 1\n", encoding="utf-8")
    (tmp_path / "copy.toml").write_text(text_of(KITCHEN), encoding="utf-8")
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "huge.toml").write_bytes(b"#" * 70_000)
    tables = shelf.read()
    assert len(tables.profiles) == 1
    assert [fault.split(" is left out: ")[1][:24] for fault in tables.faults] == [
        "it lacks the part [camer",
        "it is larger than 65,536",
        "copy.toml has the same n",
        "it is not UTF-8 text",
    ]  # fmt: skip


def test_the_last_good_profile_stays_when_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = TableShelf(tmp_path)
    path = shelf.save(KITCHEN)

    def no_room(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", no_room)
    with pytest.raises(ShelfError, match=r"cannot be written to .*: No space left on device"):
        shelf.save(replace(KITCHEN, die_mm=19.0))
    assert read_profile(path) == KITCHEN
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "two\nlines", "\x07"])
def test_a_name_that_cannot_be_shown_is_refused(name: str) -> None:
    with pytest.raises(ProfileError, match="a table's name must be 1 to 40 letters"):
        replace(KITCHEN, name=name)


def test_the_version_is_the_one_in_the_text() -> None:
    assert text_of(KITCHEN).splitlines()[2] == f"version = {VERSION}"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            ("version = 3", "version = 3\nmore.a" + ".a" * 200 + " = 1"),
            "it is no TOML: it is nested too deep",
        ),
        (
            ("error_px = ", "error_px = " + "9" * 400 + " # "),
            "it is no TOML: a whole number in it is far too",
        ),
        (("error_px = ", "error_px = 1e999 # "), "error_px of [lens] must be a number, got inf"),
        (("error_px = ", "error_px = nan # "), "a lens must have a number of pictures"),
        (("focal_px = [", "focal_px = [1e300, 1e300] # ["), ""),
        (("middle_mm = [", "middle_mm = [inf, nan, 1e308] # ["), ""),
        (
            ("turn = [", 'turn = ["' + "x" * 900 + '"] # ['),
            'turn of [table] must be 3 numbers in brackets, got ["x',
        ),
    ],
)
def test_a_number_beyond_all_tables_is_told_in_a_short_sentence_and_the_others_stay(
    tmp_path: Path, change: tuple[str, str], reason: str
) -> None:
    shelf = TableShelf(tmp_path)
    shelf.save(KITCHEN)
    (tmp_path / "wild.toml").write_text(text_of(KITCHEN).replace(*change, 1), encoding="utf-8")
    tables = shelf.read()
    assert [profile.name for profile in tables.profiles] == [KITCHEN.name]
    (fault,) = tables.faults
    assert fault.startswith(f"the profile wild.toml is left out: {reason}")
    assert len(fault) < 300


def test_a_pipe_among_the_profiles_and_their_pictures_holds_nobody_up(tmp_path: Path) -> None:
    shelf = TableShelf(tmp_path)
    shelf.save(KITCHEN)
    for name in ("pipe.toml", "last-used.txt", "kitchen.png"):
        os.mkfifo(tmp_path / name)
    tables = shelf.read()
    assert tables.faults == ("the profile pipe.toml is left out: it is not a regular file",)
    assert shelf.last_used() is None
    assert shelf.backdrop_of(KITCHEN) is None
