"""Pictures: marks lie on the dice, crops show the die, drawn dice have their pips."""

from __future__ import annotations

import numpy as np
import pytest

from companion.core.frame import Frame
from companion.play.base.views import Mark, PictureView, Tone
from companion.ui.art.canvas import draw_words
from companion.ui.art.dice import IVORY, PIPS, RED, YELLOW, draw_die
from companion.ui.art.signs import Sign, draw_sign
from companion.ui.art.theme import Palette
from companion.ui.screens.cards.card_sheet import card_part
from companion.ui.widgets.camera_picture import CameraPicture, crop_box, part_with, rgb_of
from tests.ui.fingers import Opened, TouchedTable, draw_frames
from tests.ui.painted_table import cups_table

PURPLE = (200, 40, 180)
"""BGR of a spot that nothing else on the screen has."""


def spotted(size: tuple[int, int], box: tuple[int, int, int, int]) -> Frame:
    pixels = np.full((size[1], size[0], 3), 30, np.uint8)
    left, top, right, bottom = box
    pixels[top:bottom, left:right] = PURPLE
    return Frame(pixels, 0)


def window_pixels(table: TouchedTable) -> np.ndarray:
    """RGB of the window, top row first."""
    from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

    width, height = table.window.size
    table.window.dispatch("on_draw")
    raw = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
    return np.frombuffer(raw, np.uint8).reshape(height, width, 3)[::-1]


@pytest.mark.painted
def test_round_a_picture_of_other_proportions_there_is_felt(open_table: Opened) -> None:
    table = open_table()
    picture = CameraPicture(size_hint=(None, None), size=(300, 400), pos=(40, 20))
    table.window.add_widget(picture)
    draw_frames()
    picture.show(PictureView(spotted((1280, 720), (0, 0, 1280, 720)), (), False), star_face=1)
    draw_frames()
    x, y, width, height = picture.shown_box
    assert (round(x), round(width)) == (43, 294)
    assert height == pytest.approx(width * 720 / 1280)
    above = table.window.height - round(y + height) - 40, 190
    with_picture = window_pixels(table)[above]
    table.window.remove_widget(picture)
    draw_frames()
    assert tuple(with_picture) == tuple(window_pixels(table)[above]), "the felt as it is without a picture"


@pytest.mark.painted
@pytest.mark.parametrize("zoomed", [False, True])
@pytest.mark.parametrize("frame_size", [(1280, 720), (641, 479), (300, 900)])
@pytest.mark.parametrize("widget_size", [(500, 300), (200, 420)])
def test_a_mark_lies_where_the_die_is_drawn(
    open_table: Opened, frame_size: tuple[int, int], widget_size: tuple[int, int], zoomed: bool
) -> None:
    table = open_table()
    box = (round(frame_size[0] * 0.6), round(frame_size[1] * 0.2), 0, 0)
    box = (box[0], box[1], box[0] + 60, box[1] + 50)
    picture = CameraPicture(
        size_hint=(None, None), size=widget_size, pos=(40, 20), zoomed=zoomed, surface="none"
    )
    table.window.add_widget(picture)
    mark = Mark(box, None, Tone.READ, 0, 0)
    picture.show(PictureView(spotted(frame_size, box), (mark,), False), True)
    draw_frames()
    shown = window_pixels(table)
    purple = np.abs(shown.astype(int) - np.array(PURPLE[::-1])).sum(axis=2) < 60
    rows, columns = np.nonzero(purple)
    x, y, width, height = picture.spot(box)
    top = table.window.height - (y + height)
    assert columns.min() == pytest.approx(x, abs=4)
    assert columns.max() == pytest.approx(x + width, abs=4)
    assert rows.min() == pytest.approx(top, abs=4)
    assert rows.max() == pytest.approx(top + height, abs=4)
    assert width / height == pytest.approx(60 / 50, rel=0.02)


def test_a_picture_keeps_its_proportions_inside_its_box(open_table: Opened) -> None:
    table = open_table()
    picture = CameraPicture(size_hint=(None, None), size=(500, 200), pos=(10, 10))
    table.window.add_widget(picture)
    frame = cups_table()
    picture.show(PictureView(frame, (), True), True)
    draw_frames()
    x, y, width, height = picture.spot((0, 0, frame.width, frame.height))
    assert width / height == pytest.approx(frame.width / frame.height)
    assert (x >= 10, y >= 10, x + width <= 510, y + height <= 210) == (True,) * 4


def test_wide_frames_are_thinned_before_they_are_drawn() -> None:
    frame = Frame(np.zeros((1296, 2304, 3), np.uint8), 0)
    assert rgb_of(frame).shape == (648, 1152, 3)


def test_pixels_go_from_bgr_top_first_to_rgb_bottom_first() -> None:
    pixels = np.arange(2 * 1 * 3, dtype=np.uint8).reshape(2, 1, 3)
    assert rgb_of(Frame(pixels, 0)).tolist() == [[[5, 4, 3]], [[2, 1, 0]]]


def test_a_zoomed_part_holds_all_dice_and_stays_in_the_frame() -> None:
    boxes = [(10, 20, 50, 60), (400, 300, 440, 340)]
    left, top, right, bottom = part_with(boxes, (1000, 600), 16 / 9, room=60)
    assert (left, top) == (0, 0)
    assert 440 < right <= 1000
    assert 340 < bottom <= 600


@pytest.mark.parametrize("aspect", [1.0, 2.0, 0.6])
@pytest.mark.parametrize("box", [(0, 0, 40, 40), (1240, 690, 1280, 720), (600, 300, 660, 350)])
def test_a_crop_holds_the_die_and_lies_in_the_frame(box: tuple[int, int, int, int], aspect: float) -> None:
    frame = cups_table()
    left, top, right, bottom = crop_box(frame, box, aspect)
    assert 0 <= left <= box[0] < box[2] <= right <= frame.width
    assert 0 <= top <= box[1] < box[3] <= bottom <= frame.height
    assert (right - left) / (bottom - top) == pytest.approx(aspect, rel=0.05)


@pytest.mark.parametrize("box", [(0, 0, 60, 90), (1180, 640, 1280, 720), (600, 300, 660, 390)])
def test_of_a_card_nothing_but_its_edge_is_shown_beside_it(box: tuple[int, int, int, int]) -> None:
    left, top, right, bottom = card_part(cups_table(), box)
    room = 0.15 * max(box[2] - box[0], box[3] - box[1])
    assert 0 <= box[0] - left <= room
    assert 0 <= box[1] - top <= room
    assert 0 <= right - box[2] <= room
    assert 0 <= bottom - box[3] <= room


@pytest.mark.parametrize("side", [16, 41, 96])
@pytest.mark.parametrize("skin", [YELLOW, IVORY, RED])
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_a_drawn_die_has_its_pips(face: int, skin: object, side: int) -> None:
    pixels = draw_die(side, face, skin, star=False).pixels
    assert pixels.shape == (side, side, 4)
    assert 0 <= pixels.min() <= pixels.max() <= 1.001
    blank = draw_die(side, None, skin, star=False).pixels
    edge, width = side * 0.09, side * 0.82
    at = [(int(edge + down * width), int(edge + across * width)) for across, down in PIPS[face]]
    for row, column in at:
        assert np.abs(pixels[row, column, :3] - blank[row, column, :3]).sum() > 0.5


def test_a_star_is_no_pip() -> None:
    star, pip = draw_die(64, 1, YELLOW, star=True).pixels, draw_die(64, 1, YELLOW, star=False).pixels
    dark_star, dark_pip = ((die[..., 0] < 0.5) & (die[..., 3] > 0.95) for die in (star, pip))
    assert dark_star.sum() > 2 * dark_pip.sum()


@pytest.mark.parametrize("side", [26, 64])
def test_a_bird_stands_in_the_place_of_the_one_alone(side: int) -> None:
    def drawn(face: int, star: int, birds: bool) -> np.ndarray:
        return draw_die(side, face, YELLOW, star, birds).pixels

    bird = drawn(1, 0, True)
    assert np.array_equal(bird, drawn(1, 1, True)), "a bird stands for the one and for the star on the one"
    for other in (drawn(1, 0, False), drawn(1, 1, False)):
        assert np.abs(bird - other)[..., :3].sum(2).max() > 0.5
    assert all(np.array_equal(drawn(face, 0, True), drawn(face, 0, False)) for face in range(2, 7))
    assert np.array_equal(drawn(1, 6, True), drawn(1, 6, False)), "beside a star on the six the one is a pip"
    dark = np.argwhere((bird[..., 0] < 0.5) & (bird[..., 3] > 0.95))
    assert (dark.min(0) > 0.1 * side).all()
    assert (dark.max(0) < 0.9 * side).all()


@pytest.mark.parametrize("sign", Sign)
def test_every_sign_is_drawn_inside_its_box(sign: Sign) -> None:
    alpha = draw_sign(sign, 40, Palette.ivory).pixels[..., 3]
    assert 0.03 < alpha.mean() < 0.8
    assert max(alpha[0].max(), alpha[-1].max(), alpha[:, 0].max(), alpha[:, -1].max()) < 0.6


def test_the_lettering_names_the_letters_that_it_lacks() -> None:
    with pytest.raises(ValueError, match="the lettering has no Q, X"):
        draw_words("QX", 40, Palette.yellow)
