"""Sizes grow with the window; text fits its box; the track has thirty spaces in both directions."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.ui.art.theme import SMALLEST_TARGET_DP, Theme
from companion.ui.screens.dice.track import LANDSCAPE_GRID, PORTRAIT_GRID, between, border_cells
from companion.ui.widgets.words import Words
from tests.ui.fingers import Opened, draw_frames


@pytest.mark.parametrize(
    ("size", "scale", "portrait"),
    [
        ((800, 480), 1.0, False),
        ((1280, 720), 1.2, False),
        ((1024, 600), 1.25, False),
        ((1920, 1080), 1.8, False),
        ((480, 800), 1.0, True),
        ((720, 1280), 1.5, True),
        ((480, 320), 0.6, False),
    ],
)
def test_sizes_follow_the_window(size: tuple[int, int], scale: float, portrait: bool) -> None:
    theme = Theme()
    theme.fit(*size)
    assert (theme.scale, theme.portrait) == (pytest.approx(scale, abs=1e-3), portrait)
    assert theme.touch_small == SMALLEST_TARGET_DP * theme.scale
    theme.fit(800, 480)
    assert theme.touch_small == SMALLEST_TARGET_DP


@pytest.mark.parametrize("grid", [LANDSCAPE_GRID, PORTRAIT_GRID])
def test_the_track_runs_clockwise_round_the_board(grid: tuple[int, int]) -> None:
    cells = border_cells(*grid)
    assert len(set(cells)) == 30
    assert cells[0] == (0, 0)
    assert cells[1] == (1, 0)
    assert cells[-1] == (0, 1)
    assert {abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise((*cells, cells[0]))} == {1}


def test_a_die_between_two_spaces_stands_between_their_cells() -> None:
    cells = border_cells(*LANDSCAPE_GRID)
    assert between(cells, 3.0) == (3, 0)
    assert between(cells, 3.25) == (3.25, 0)
    assert between(cells, 10.5) == (10, 0.5)
    assert between(cells, 29.5) == (0, 0.5)


@pytest.mark.parametrize("text", ["Ann", "Maximiliane", "seven stars", "★4 and ★5", "a [b]bold[/b] name"])
def test_text_is_as_large_as_its_box_allows(open_table: Opened, text: str) -> None:
    table = open_table()
    words = Words(text=text, size_hint=(None, None), size=(150, 40), largest=60, smallest=10, most_lines=1)
    table.window.add_widget(words)
    draw_frames()
    assert words.texture_size[0] <= 151
    assert words.texture_size[1] <= 41
    assert 12 <= words.font_size <= 60
    assert words.said == text


def test_text_that_cannot_fit_ends_in_an_ellipsis(open_table: Opened) -> None:
    table = open_table()
    words = Words(
        text="W" * 60, size_hint=(None, None), size=(120, 24), largest=30, smallest=12, most_lines=1
    )
    table.window.add_widget(words)
    draw_frames()
    assert words.text.endswith("…")
    assert words.texture_size[0] <= 121
    words.size = (1200, 24)
    draw_frames()
    assert words.text == "W" * 60
    words.text = "Ann"
    draw_frames()
    assert (words.text, words.font_size) == ("Ann", words.font_size)
    assert words.texture_size[0] <= 1200


@pytest.mark.parametrize("text", ["Bob: round 4", "李小龍"])
def test_a_line_in_a_box_that_is_too_low_is_read_nevertheless(open_table: Opened, text: str) -> None:
    table = open_table()
    words = Words(text=text, size_hint=(None, None), size=(150, 9), smallest=13, most_lines=1)
    table.window.add_widget(words)
    draw_frames()
    assert words.said in words.text, "whole, in a font of the system where there is one"
    assert words.font_size == 13


def test_the_smallest_letters_shrink_with_the_screen(open_table: Opened) -> None:
    table = open_table(480, 320)
    words = Words(text="W" * 60, size_hint=(None, None), size=(60, 24), smallest=15, most_lines=1)
    table.window.add_widget(words)
    draw_frames()
    assert words.font_size == 9
