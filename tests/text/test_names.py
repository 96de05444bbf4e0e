"""A name that the screen has no letters for is shown by its number, and never offered."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator

import pytest

from companion.core.lettering import fonts
from companion.play.modes.welcome.mode import roster_of
from companion.rules import GameBegun
from companion.text import is_written, say_name, say_os_fault, say_player, use_language, use_letters

PLAYERS = ("Ann", "李雷", "Ben")


@pytest.fixture
def latin() -> Iterator[None]:
    use_letters(str.isascii)
    yield
    use_letters(None)


def test_where_there_is_no_screen_every_name_is_said() -> None:
    assert [say_player(PLAYERS, seat) for seat in range(3)] == [*PLAYERS]
    assert say_name("李雷") == "李雷"


def test_a_persian_name_keeps_the_sign_that_parts_its_letters_in_the_terminal_and_on_the_screen() -> None:
    name = "علی\u200cرضا"
    assert say_player((name, "Ann"), 0) == say_name(name) == name
    use_letters(fonts().can_write)
    try:
        assert say_player((name, "Ann"), 0) == name
    finally:
        use_letters(None)


def test_two_names_that_are_told_alike_have_their_seats() -> None:
    long = "Maximiliane von der Hohenlinden-Auerstedt"
    assert len({say_player((f"{long} I", f"{long} II", "Ann"), seat) for seat in range(3)}) == 3


@pytest.mark.usefixtures("latin")
def test_on_the_screen_a_number_stands_for_it() -> None:
    assert [say_player(PLAYERS, seat) for seat in range(3)] == ["Ann", "Player 2", "Ben"]
    assert say_name("李雷") == "(other letters)"
    assert (is_written("Ann"), is_written("李雷"), is_written("A\0")) == (True, False, False)


@pytest.mark.usefixtures("latin")
def test_the_roster_offers_no_such_name_and_the_same_table_plays_again() -> None:
    roster = roster_of((GameBegun("milton-bradley", PLAYERS, opener=0),))
    assert roster.names == roster.seated == ("Ann", "Ben")
    assert roster.last is not None
    assert "Ann, Player 2 and Ben" in roster.last.line
    assert roster.last.again.players == PLAYERS


def test_a_library_s_fault_keeps_its_words_whatever_its_number() -> None:
    assert say_os_fault(ssl.SSLError(1, "[SSL] wrong version number")) == "[SSL] wrong version number"
    use_language("de")
    assert say_os_fault(PermissionError(1, os.strerror(1))) == "nicht erlaubt"
