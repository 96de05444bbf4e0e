"""What the screen keeps: no camera's frame of a scene that is over, no frames waiting to be drawn."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from kivy.graphics.texture import Texture
from kivy.uix.label import Label

from companion.core.frame import Frame
from companion.play.views import TableView
from companion.ui import app, environment
from companion.ui.ahead import Rest
from companion.ui.art.textures import texture_bytes
from companion.ui.environment import draws_in_software, finish_each_frame
from companion.ui.screens.dice.sheets import PeekSheet
from companion.ui.widgets.key import Key
from companion.ui.widgets.seat_badge import SeatBadge, SignMark
from companion.ui.widgets.words import Words
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, draw_frames

SHEETS = 3
"""Their objects are enough for a search in a quiet moment."""


def pixels_watched(view: TableView) -> tuple[TableView, weakref.ref]:
    """The view with a picture of its own, and whether that picture's pixels are still kept."""
    pixels = np.zeros((720, 1280, 3), np.uint8)
    own = replace(view, picture=replace(view.picture, frame=Frame(pixels, 1)))
    return own, weakref.ref(pixels)


@pytest.fixture
def weighed() -> Iterator[Callable[[], int]]:
    """The bytes of all textures: what was set aside is looked through for them, and set aside again."""
    yield texture_bytes
    gc.collect()
    gc.freeze()


@pytest.mark.slow
@pytest.mark.parametrize("scene", [views.reveal, views.check, views.verdict])
def test_a_scene_that_is_over_keeps_no_picture(
    weighed: Callable[[], int], open_table: Opened, scene: Callable[[], TableView]
) -> None:
    table = open_table()
    view, kept = pixels_watched(scene())
    table.show(view)
    assert kept() is not None
    before = weighed()
    del view
    table.show(views.bidding(number=99))
    draw_frames()
    gc.collect()
    assert kept() is None
    assert weighed() < before - 1280 * 720 * 4 / 2


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
def test_textures_are_counted_once(weighed: Callable[[], int]) -> None:
    before = weighed()
    texture = Texture.create(size=(100, 50))
    part = texture.get_region(0, 0, 10, 10)
    assert weighed() - before == 4 * texture.width * texture.height
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
    monkeypatch.setattr("kivy.graphics.opengl.glGetString", lambda _: b"llvmpipe (LLVM 15.0.6, 256 bits)")
    monkeypatch.setattr(environment, "_finish", lambda: lambda: finished.append("frame"))
    window = Window()
    assert finish_each_frame(window) is True
    window.bound["on_flip"](window)
    assert finished == ["frame"]


def test_a_graphics_chip_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kivy.graphics.opengl.glGetString", lambda _: b"V3D 4.2.14.0")
    window = Window()
    assert finish_each_frame(window) is False
    assert window.bound == {}


def test_a_key_without_sign_and_seat_has_no_widgets_for_them(open_table: Opened) -> None:
    open_table()
    bare, signed = Key(text="Next"), Key(text="Next", sign="plus")
    seated = Key(text="Ada", seat=0, size=(400, 60), size_hint=(None, None))
    marks = [[type(each) for each in key.children[1:]] for key in (bare, signed, seated)]
    assert marks == [[], [SignMark], [SignMark, SeatBadge]]


@pytest.mark.parametrize("rest", [Rest.MADE, Rest.PLAYED])
def test_neither_kept_screens_nor_a_round_leave_garbage(rest: Rest) -> None:
    class Ring:
        def __init__(self) -> None:
            self.ring = self

    gone = weakref.ref(Ring())
    app._tidy(rest)
    assert gone() is None


def test_closed_sheets_are_cleared_at_rest_and_never_while_a_finger_waits(open_table: Opened) -> None:
    stage = open_table().show(views.padded(parts.SHORT_NAMES)).stage
    stage.ahead.follow(())
    stage.ahead.on_rest = app._tidy
    searched: list[int] = []

    def noted(phase: str, told: dict[str, int]) -> None:
        if phase == "start":
            searched.append(told["generation"])

    usual = gc.get_threshold()
    gc.collect()
    app._wait_with_garbage(calm=True)
    gc.callbacks.append(noted)
    try:
        for _ in range(SHEETS):
            sheet = PeekSheet(stage, stage.view)
            stage.open(sheet)
            stage.close()
        closed = weakref.ref(sheet)
        assert searched == []
        del sheet
        stage.ahead.step()
        assert closed() is None
    finally:
        gc.callbacks.remove(noted)
        gc.set_threshold(*usual)


def test_a_verdict_is_drawn_on_the_strips_and_dice_of_the_last_one(open_table: Opened) -> None:
    table = open_table().show(views.verdict())
    strips = table.stage.screen.ids.hands.children[:]
    dice = [die for strip in strips for die in strip._dice]
    assert any(die.glow for die in dice)
    table.show(views.bidding(number=98))
    table.show(replace(views.verdict(views.SHORT_NAMES[:2], dice=4), number=99))
    hands = table.stage.view.scene.verdict.hands
    kept = table.stage.screen.ids.hands.children
    assert [strip.name for strip in reversed(kept)] == [hand.name for hand in hands]
    drawn = [[die.face for die in strip._dice] for strip in reversed(kept)]
    assert drawn == [[slot.face for slot in hand.slots] for hand in hands]
    assert {*kept} < {*strips}
    assert {die for strip in kept for die in strip._dice} < {*dice}


@pytest.mark.parametrize("text", ["Ann", "Ωλ שלום"])
@pytest.mark.parametrize("disabled", [True, False])
def test_words_are_drawn_as_kivy_would_draw_them(open_table: Opened, text: str, disabled: bool) -> None:
    open_table()
    words = Words(text=text, disabled=disabled)
    drawn = []
    for create in (Words._create_label, Label._create_label):
        words._label = None
        create(words)
        drawn.append((type(words._label), words._label.usersize, words._label.options))
    drawn[1][2]["outline_color"] = tuple(drawn[1][2]["outline_color"])
    assert drawn[0] == drawn[1]


def test_words_take_memory_for_few_of_the_properties_of_a_label(open_table: Opened) -> None:
    open_table()

    def watched() -> int:
        return sum(type(each).__name__ == "EventObservers" for each in gc.get_objects())

    before = watched()
    kept = [Words(text="Ann") for _ in range(10)]
    assert 10 * len(kept) < watched() - before < 45 * len(kept)
