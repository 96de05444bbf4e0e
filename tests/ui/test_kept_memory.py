"""What the screen keeps: no camera's frame of a scene that is over, no frames waiting to be drawn."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import sample_views as views
from fingers import TouchedTable, draw_frames
from kivy.graphics.texture import Texture

from companion.core.frame import Frame
from companion.play.views import TableView
from companion.ui import app, software_renderer
from companion.ui.art.textures import texture_bytes
from companion.ui.software_renderer import draws_in_software, finish_each_frame
from companion.ui.widgets.key import Key
from companion.ui.widgets.seat_badge import SeatBadge, SignMark

Opened = Callable[..., TouchedTable]


def pixels_watched(view: TableView) -> tuple[TableView, weakref.ref]:
    """The view with a picture of its own, and whether that picture's pixels are still kept."""
    pixels = np.zeros((720, 1280, 3), np.uint8)
    own = replace(view, picture=replace(view.picture, frame=Frame(pixels, 1)))
    return own, weakref.ref(pixels)


@pytest.mark.slow
@pytest.mark.parametrize("scene", [views.reveal, views.check, views.verdict])
def test_a_scene_that_is_over_keeps_no_picture(open_table: Opened, scene: Callable[[], TableView]) -> None:
    table = open_table()
    view, kept = pixels_watched(scene())
    table.show(view)
    assert kept() is not None
    before = texture_bytes()
    del view
    table.show(views.bidding(number=99))
    draw_frames()
    gc.collect()
    assert kept() is None
    assert texture_bytes() < before - 1280 * 720 * 4 / 2


def test_a_scene_that_comes_again_shows_its_picture_again(open_table: Opened) -> None:
    table = open_table().show(views.reveal())
    table.show(views.bidding(number=99))
    view, kept = pixels_watched(views.reveal())
    table.show(view)
    picture = table.stage.screen.ids.picture
    assert picture._rectangle.texture.size == (1280, 720)
    assert picture._tint_picture.a == 1
    assert kept() is view.picture.frame.pixels


@pytest.mark.slow
def test_textures_are_counted_once() -> None:
    before = texture_bytes()
    texture = Texture.create(size=(100, 50))
    part = texture.get_region(0, 0, 10, 10)
    assert texture_bytes() - before == 4 * texture.width * texture.height
    assert part.width == 10


@pytest.mark.parametrize(
    ("name", "software"),
    [
        (b"llvmpipe (LLVM 15.0.6, 256 bits)", True),
        ("softpipe", True),
        (b"Google SwiftShader", True),
        (b"V3D 4.2.14.0", False),
        (b"Mesa Intel(R) UHD Graphics 620 (KBL GT2)", False),
        (None, False),
    ],
)
def test_a_renderer_is_known_by_its_name(name: bytes | str | None, software: bool) -> None:
    assert draws_in_software(name) is software


class Window:
    """Remembers what is bound to it."""

    def __init__(self) -> None:
        self.bound: dict[str, Callable[..., None]] = {}

    def bind(self, **listeners: Callable[..., None]) -> None:
        self.bound |= listeners


def test_each_frame_of_a_software_renderer_is_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    finished: list[str] = []
    monkeypatch.setattr(software_renderer, "glGetString", lambda _: b"llvmpipe (LLVM 15.0.6, 256 bits)")
    monkeypatch.setattr(software_renderer, "_finish", lambda: lambda: finished.append("frame"))
    window = Window()
    assert finish_each_frame(window) is True
    window.bound["on_flip"](window)
    assert finished == ["frame"]


def test_a_graphics_chip_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(software_renderer, "glGetString", lambda _: b"V3D 4.2.14.0")
    window = Window()
    assert finish_each_frame(window) is False
    assert window.bound == {}


def test_a_key_without_sign_and_seat_has_no_widgets_for_them(open_table: Opened) -> None:
    open_table()
    bare, signed = Key(text="Next"), Key(text="Next", sign="plus")
    seated = Key(text="Ada", seat=0, size=(400, 60), size_hint=(None, None))
    marks = [[type(each).__base__ for each in key.children[1:]] for key in (bare, signed, seated)]
    assert marks == [[], [SignMark], [SignMark, SeatBadge]]


def test_what_is_kept_with_the_screens_has_no_garbage() -> None:
    class Ring:
        def __init__(self) -> None:
            self.ring = self

    gone, usual = weakref.ref(Ring()), gc.get_threshold()
    try:
        app._keep_screens()
    finally:
        gc.set_threshold(*usual)
    assert gone() is None
