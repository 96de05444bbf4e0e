"""Rows of one height: all of them seen where they fit, else one cut off, so that people scroll."""

from __future__ import annotations

import pytest
from kivy.uix.widget import Widget

from companion.ui.widgets.even_rows import FullRows, ends_within, keep, row_gap, row_height
from companion.ui.widgets.surface import Target
from companion.ui.widgets.words import Words
from tests.ui.fingers import draw_frames

LEAST, TALLEST, GAP = 50.0, 90.0, 8.0


@pytest.mark.parametrize("rows", range(1, 20))
def test_rows_fit_or_one_of_them_is_cut(rows: int) -> None:
    for room in (20.0, 130.5, 336.0, 408.0, 701.3):
        height = row_height(rows, room, GAP, LEAST, TALLEST)
        assert LEAST <= height <= TALLEST, room
        together = rows * (height + GAP) - GAP
        if together > room >= LEAST:
            seen = (room + GAP) / (height + GAP) % 1.0
            assert 0.2 < seen < 0.95, room


def test_as_many_rows_as_have_room_are_seen_whole() -> None:
    assert row_height(4, 4 * 58 - 8, GAP, LEAST, TALLEST) == LEAST
    assert row_height(2, 408, GAP, LEAST, TALLEST) == TALLEST


@pytest.mark.parametrize("rows", range(1, 20))
def test_rows_of_a_fixed_height_grow_a_little_where_the_list_would_end_between_two(rows: int) -> None:
    for room in range(70, 600, 7):
        height = row_height(rows, room, GAP, LEAST, LEAST)
        if rows * (LEAST + GAP) - GAP <= room:
            assert height == LEAST, room
        else:
            assert 0.2 < (room + GAP) / (height + GAP) % 1.0 < 0.85, room


def test_rows_of_any_height_stand_a_little_farther_apart() -> None:
    heights = [32.0, 48.0, 32.0, 64.0] * 4
    for room in range(120, 400, 3):
        gap = row_gap(heights, room, GAP)
        tops = [sum(heights[:at]) + at * gap for at in range(len(heights))]
        assert ends_within([(top, top + high) for top, high in zip(tops, heights, strict=True)], room), room
        assert row_gap(heights[:2], room, GAP) == GAP, room


@pytest.mark.parametrize("keys", range(1, 9))
def test_the_keys_of_the_last_row_leave_no_place_empty(keys: int) -> None:
    rows = FullRows(cols=3, spacing=GAP, size=(300, 200))
    for _ in range(keys):
        rows.add_widget(Widget())
    rows.do_layout()
    last = [each for each in rows.children if each.y == rows.children[0].y]
    assert len(last) == (keys % 3 or 3)
    assert (min(each.x for each in last), max(each.right for each in last)) == pytest.approx(
        (rows.x, rows.right)
    )
    assert sum(each.width for each in last) == pytest.approx(300 - GAP * (len(last) - 1))


def test_rows_that_were_taken_out_come_back_in_order_but_for_one_that_a_finger_holds() -> None:
    rows = FullRows(cols=3)
    keep(rows, 4, Target)
    before = rows.children[:]
    keep(rows, 2, Target)
    keep(rows, 4, Target)
    assert rows.children == before
    before[1].state = "down"
    keep(rows, 1, Target)
    keep(rows, 4, Target)
    assert before[1] not in rows.children
    assert rows.children[-2:] == before[-2:]


def test_words_that_end_with_their_room_are_not_left_standing() -> None:
    words = Words(text="7", size=(40, 20))
    draw_frames()
    assert words.texture is not None
    words.text, words.width = "", 0
    draw_frames()
    assert words.texture is None
