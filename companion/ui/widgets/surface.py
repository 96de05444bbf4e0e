"""A plate, key or sheet: a widget on a tile of ``companion.ui.art.tiles``."""

from __future__ import annotations

from typing import Protocol

from kivy.clock import Clock
from kivy.graphics import BorderImage, Color
from kivy.input.motionevent import MotionEvent
from kivy.properties import StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.widget import Widget

from companion.ui.art.textures import tile_texture
from companion.ui.art.theme import THEME


class Drawn(Widget):
    """Draws itself before the next frame when its place, its size or a property in ``drawn_by`` changes."""

    drawn_by: tuple[str, ...] = ()

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", *self.drawn_by):
            self.fbind(name, self._redraw)
        self._redraw()

    def _draw(self, *_: object) -> None:
        raise NotImplementedError


class Surface(Drawn):
    surface = StringProperty("none")
    drawn_by = ("surface",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        with self.canvas.before:
            self._tint = Color(1, 1, 1, 1)
            self._tile = BorderImage()
        THEME.tell(self, self._redraw, "scale")

    def tile_box(self) -> tuple[float, float, float, float]:
        return self.x, self.y, self.width, self.height

    def _draw(self, *_: object) -> None:
        if self.surface == "none":
            self._tint.a = 0
            return
        self._tint.a = 1
        texture, border, margin = tile_texture(self.surface, THEME.scale)
        self._tile.texture = texture
        self._tile.border = (border, border, border, border)
        x, y, width, height = self.tile_box()
        self._tile.pos = (x - margin, y - margin)
        self._tile.size = (width + 2 * margin, height + 2 * margin)


SPOKEN = "spoken"
"""Key under which a touch carries the ``FirstTouch`` to ask, if touches are spoken."""


class FirstTouch(Protocol):
    """Names what is touched before a touch counts."""

    def may_press(self, target: Widget, words: str = "") -> bool:
        """Whether this touch counts; else ``words``, or those on the target, were said."""
        ...


REPLACEMENTS = "replacements"
"""Key under which a touch carries the ``Replacements`` of keys that vanish under a finger."""


class Replacements(Protocol):
    """Finds what answers a touch in place of a key that is gone."""

    def press_instead(self, gone: Target, touch: MotionEvent) -> None: ...


class Target(ButtonBehavior, Surface):
    """Anything to touch, at least ``SMALLEST_TARGET_DP`` wide and high.

    ``tile`` names its surface; a finger shows "<tile> down" if there is one. A target that vanishes under a
    finger asks for its replacement.
    """

    tile = StringProperty("none")
    aloud = StringProperty("")
    """Spoken beside the words on it."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(state=self._press, tile=self._press, disabled=self._press)
        self._press()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """With spoken touches, the first touch only names the target."""
        first: FirstTouch | None = touch.ud.get(SPOKEN)
        if first is not None and self.collide_point(*touch.pos):
            keys = () if self.disabled else self.children[:]
            if any(key.dispatch("on_touch_down", touch) for key in keys) or not first.may_press(self):
                return True
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """A newer view may have replaced this key or its screen under the finger."""
        if touch.grab_current is not self or self.get_root_window() is not None:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self.state = "normal"
        replacements: Replacements | None = touch.ud.get(REPLACEMENTS)
        if replacements is not None:
            replacements.press_instead(self, touch)
        return True

    def tile_now(self) -> str:
        if self.disabled:
            return "key off" if self.tile.startswith("key") else self.tile
        return f"{self.tile} down" if self.state == "down" and self.tile != "none" else self.tile

    def _press(self, *_: object) -> None:
        from companion.ui.art.tiles import NIGHT_TILES

        name = self.tile_now()
        self.surface = name if name in NIGHT_TILES else self.tile
