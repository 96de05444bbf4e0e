"""Who sits where: by a drag or two touches, for every number of players, on every screen."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from companion.core.frame import Frame
from companion.play.base.commands import NewGame, ShowSeats
from companion.play.base.views import PictureView
from companion.text import say
from companion.ui.art.theme import SMALLEST_TARGET_DP
from companion.ui.widgets.key import Key
from tests.ui import sample_parts as parts
from tests.ui.fingers import Opened, TouchedTable, box_of, draw_frames, parents
from tests.ui.roster_scenes import played_before

pytestmark = pytest.mark.slow

SIZES = ((800, 480), (480, 800), (1280, 720))


def at_the_seats(table: TouchedTable) -> TouchedTable:
    """Ann, Bob and Cy of the last game, to play once more."""
    table.show(played_before())
    for words in ("New game", "Milton Bradley, 1987", "Seats"):
        table.tap_words(words)
    return table


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    across = one[0] < other[2] and other[0] < one[2]
    return across and one[1] < other[3] and other[1] < one[3]


def plate(table: TouchedTable, name: str) -> Key:
    return next(each for each in table.stage.screen.seats.table.plates if each.text == name)


@pytest.mark.parametrize("size", SIZES[:2], ids=str)
def test_a_dragged_name_changes_places_and_the_order_of_play_follows(
    size: tuple[int, int], kept_table: Opened
) -> None:
    table = at_the_seats(kept_table(*size))
    table.drag(plate(table, "Cy"), plate(table, "Ann"))
    table.tap_words("Start")
    assert table.sent[-1:] == [NewGame(1, "milton-bradley", ("Cy", "Bob", "Ann"), (), 2)]


def test_a_touched_name_goes_to_the_seat_that_is_touched_next(kept_table: Opened) -> None:
    table = at_the_seats(kept_table())
    table.tap_words("Bob")
    assert table.stage.screen.message(table.stage.view) == "Where does Bob sit?"
    table.tap_words("Cy")
    assert table.stage.screen.message(table.stage.view) == "Who sits where?"
    table.tap_words("Start")
    assert table.sent[-1:] == [NewGame(1, "milton-bradley", ("Ann", "Cy", "Bob"), (), 0)]


def test_a_name_touched_twice_stays(kept_table: Opened) -> None:
    table = at_the_seats(kept_table())
    table.tap_words("Bob")
    table.tap_words("Bob")
    table.tap_words("Start")
    assert table.sent[-1:] == [NewGame(1, "milton-bradley", ("Ann", "Bob", "Cy"), (), 0)]


def test_a_name_dropped_beside_the_seats_goes_back(kept_table: Opened) -> None:
    table = at_the_seats(kept_table())
    before = box_of(plate(table, "Cy"))
    table.drag(plate(table, "Cy"), table.target_with("Start"))
    assert (table.sent, box_of(plate(table, "Cy"))) == ([ShowSeats(1, True)], before)


def test_the_names_sit_there_also_on_the_page_before(kept_table: Opened) -> None:
    table = at_the_seats(kept_table())
    table.drag(plate(table, "Ann"), plate(table, "Cy"))
    table.stage.screen.go_back()
    draw_frames()
    assert [key.text for key in table.stage.screen.players.ids.players.players] == ["Cy", "Bob", "Ann"]


def test_a_seat_touched_before_is_nobodys_when_the_page_opens_again(kept_table: Opened) -> None:
    table = at_the_seats(kept_table())
    table.tap(plate(table, "Cy"))
    table.stage.screen.go_back()
    table.stage.screen.players.names = ("Ann", "Bob")
    table.stage.screen._open_seats()
    draw_frames()
    assert table.stage.header.message == say("seats.question")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_two_to_fourteen_plates_have_room_round_the_table(size: tuple[int, int], kept_table: Opened) -> None:
    table = at_the_seats(kept_table(*size))
    page = table.stage.screen.seats
    for count in range(2, 15):
        table.stage.screen.players.names = (*parts.TEN_NAMES, "Kim", "Lea", "Max", "Una")[:count]
        page.show()
        draw_frames()
        start = page.ids.start
        boxes = [box_of(each) for each in (*page.table.plates, start)]
        left, low, right, top = box_of(page)
        assert all(x >= left and y >= low and u <= right and v <= top for x, y, u, v in boxes), count
        assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)], count
        assert min(min(x - u, y - v) for u, v, x, y in boxes) >= SMALLEST_TARGET_DP
        assert page in parents(start)


def test_the_table_is_looked_at_while_the_page_is_open(kept_table: Opened) -> None:
    table = at_the_seats(kept_table())
    assert table.sent == [ShowSeats(1, True)]
    table.stage.lead()
    assert table.sent == [ShowSeats(1, True), ShowSeats(1, False)]


def colour_of(table: TouchedTable, x: float, y: float) -> tuple[int, ...]:
    """RGB of the page at a place between its left and right, its bottom and top."""
    texture = table.stage.screen.seats.export_as_image().texture
    wide, high = texture.size
    pixels = np.frombuffer(texture.pixels, np.uint8).reshape(high, wide, 4)
    return tuple(int(each) for each in pixels[round((1 - y) * (high - 1)), round(x * (wide - 1)), :3])


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_cameras_picture_lies_under_the_names_and_goes_again(
    size: tuple[int, int], kept_table: Opened
) -> None:
    table = at_the_seats(kept_table(*size))
    drawn = colour_of(table, 0.35, 0.6)
    before = [box_of(each) for each in table.stage.screen.seats.table.plates]
    frame = Frame(np.full((300, 500, 3), (10, 60, 200), np.uint8), 1)
    table.show(replace(table.stage.view, picture=PictureView(frame, (), live=True)))
    red, green, blue = colour_of(table, 0.35, 0.6)
    assert red > 100 > green > blue
    assert [box_of(each) for each in table.stage.screen.seats.table.plates] == before
    table.drag(plate(table, "Cy"), plate(table, "Ann"))
    assert colour_of(table, 0.35, 0.6) == (red, green, blue)
    table.tap_words("Start")
    assert table.sent[-1:] == [NewGame(1, "milton-bradley", ("Cy", "Bob", "Ann"), (), 2)]
    table.show(replace(table.stage.view, picture=None))
    assert colour_of(table, 0.35, 0.6) == drawn


def test_the_upper_edge_of_the_picture_lies_above(kept_table: Opened) -> None:
    table = at_the_seats(kept_table())
    pixels = np.zeros((300, 500, 3), np.uint8)
    pixels[:150, :, 2], pixels[150:, :, 0] = 200, 200
    table.show(replace(table.stage.view, picture=PictureView(Frame(pixels, 1), (), live=True)))
    above, below = (colour_of(table, 0.28, y) for y in (0.85, 0.15))
    assert above[0] > 100 > above[2]
    assert below[2] > 100 > below[0]
