"""The fonts that Kivy ships, and those of a folder: which letters they have, and which names can be drawn."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.core.lettering import Fonts, NoFont, Stretch, coverage_of, kivy_font

ROBOTO, DEJAVU = kivy_font("Roboto-Regular"), kivy_font("DejaVuSans")


@pytest.fixture(scope="module")
def own() -> Fonts:
    """The two fonts without those of this machine."""
    return Fonts(ROBOTO, (DEJAVU,), ())


def test_the_character_maps_are_read() -> None:
    roboto, dejavu = coverage_of(ROBOTO), coverage_of(DEJAVU)
    assert [letter in roboto for letter in "AzßŁЯω א★\uffff"] == [True] * 7 + [False] * 3
    assert [letter in dejavu for letter in "Aא★ﻋႠ😀李अ🙂"] == [True] * 6 + [False] * 3


NAMES = "Zoë Łukasz Nguyễn Ζωή Юлия Արամ გიორგი שלום علي پژمان Bob☺"


@pytest.mark.parametrize("name", NAMES.split())
def test_names_in_these_scripts_can_be_drawn(own: Fonts, name: str) -> None:
    assert own.can_write(name)


@pytest.mark.parametrize("name", ["अमित", "李雷", "さくら", "민준", "สมชาย", "ada\u200d👩", "🦄", "ߞߟߊ"])
def test_names_in_those_cannot(own: Fonts, name: str) -> None:
    assert not own.can_write(name)


def test_a_font_in_a_folder_helps(tmp_path: Path) -> None:
    assert not Fonts(ROBOTO, (), (tmp_path / "none",)).can_write("דנה")
    folder = tmp_path / "fonts" / "truetype"
    folder.mkdir(parents=True)
    (folder / "Broken.ttf").write_bytes(b"\0\1\0\0 no font")
    shutil.copy(DEJAVU, folder / "Other.ttf")
    found = Fonts(ROBOTO, (), (tmp_path / "fonts",))
    assert found.stretches("Ann and דנה") == (
        Stretch("Ann and ", None),
        Stretch("הנד", folder / "Other.ttf"),
    )


def test_a_space_alone_stays_with_the_letters_before_it(own: Fonts) -> None:
    assert [each.text for each in own.stretches("▸ דנה 2")] == ["▸ הנד", " 2"]


def test_a_script_that_must_be_laid_out_is_not_drawn_letter_by_letter(tmp_path: Path) -> None:
    """N'Ko joins; DejaVu has its letters, and would misspell them."""
    assert "ߞ" in coverage_of(DEJAVU)
    assert not Fonts(ROBOTO, (DEJAVU,), ()).can_write("ߞ")


@pytest.mark.parametrize("content", [b"", b"OTTO", b"ttcf" + bytes(40), b"\0\1\0\0" + bytes(60)])
def test_what_is_no_font_says_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "font.ttf"
    path.write_bytes(content)
    with pytest.raises(NoFont):
        coverage_of(path)
