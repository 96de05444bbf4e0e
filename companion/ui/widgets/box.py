"""Kivy's box layout, asking its children for less, and how a widget's layout is loaded.

Kivy keeps memory for each property that was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kivy.factory import Factory
from kivy.lang import Builder
from kivy.lang.parser import global_idmap
from kivy.uix.boxlayout import BoxLayout as MeasuredBox
from kivy.uix.widget import Widget

from companion.text import say
from companion.ui.art.theme import THEME, Paint, Palette

Pair = tuple[float, float]

Factory.unregister("BoxLayout")
Factory.register("MeasuredBox", cls=MeasuredBox)
global_idmap.update(ink=Palette, paint=Paint, say=say, theme=THEME)


class BoxLayout(MeasuredBox):
    """What kv files call so; for ``size_hint_min`` and ``minimum_size`` they say ``MeasuredBox``.

    A child whose share (``size_hint``) is 0 has no room and no gap: Kivy would leave it as large as it was.
    """

    def add_widget(self, widget: Widget, *args: object, **kwargs: object) -> None:
        for name in ("size", "size_hint_x", "size_hint_y"):
            widget.fbind(name, self._trigger_layout)
        Widget.add_widget(self, widget, *args, **kwargs)

    def remove_widget(self, widget: Widget, *args: object, **kwargs: object) -> None:
        for name in ("size", "size_hint_x", "size_hint_y"):
            widget.funbind(name, self._trigger_layout)
        Widget.remove_widget(self, widget, *args, **kwargs)

    def do_layout(self, *_: object) -> None:
        """Of ``pos_hint`` the middle across the box counts."""
        left, top, right, low = self.padding
        wide, high = self.width - left - right, self.height - top - low
        if self.orientation == "horizontal":
            sides = [(each.width, each.size_hint_x) for each in self.children]
            free, hints = _shared(sides, wide, self.spacing)
            x = self.x + left
            for child in reversed(self.children[:]):
                across, up = child.size_hint_x, child.size_hint_y
                width = child.width if across is None else free * across / hints
                height = child.height if up is None else high * up
                middle = child.pos_hint.get("center_y")
                y = self.y + low + (0 if middle is None else middle * high - height / 2)
                _place(child, (x, y), (width, height), (across, up))
                x += 0 if across == 0 else width + self.spacing
        else:
            sides = [(each.height, each.size_hint_y) for each in self.children]
            free, hints = _shared(sides, high, self.spacing)
            y = self.y + low
            for child in self.children[:]:
                across, up = child.size_hint_x, child.size_hint_y
                height = child.height if up is None else free * up / hints
                width = child.width if across is None else wide * across
                middle = child.pos_hint.get("center_x")
                x = self.x + left + (0 if middle is None else middle * wide - width / 2)
                _place(child, (x, y), (width, height), (across, up))
                y += 0 if up == 0 else height + self.spacing


def _shared(sides: Sequence[tuple[float, float | None]], room: float, gap: float) -> tuple[float, float]:
    """What is left of ``room`` for the children with a share, and the sum of these; 1 if there are none."""
    there = [(side, share) for side, share in sides if share != 0]
    room -= gap * max(0, len(there) - 1) + sum(side for side, share in there if share is None)
    return max(0.0, room), sum(share or 0.0 for _, share in there) or 1.0


def _place(child: Widget, pos: Pair, size: Pair, hint: tuple[float | None, float | None]) -> None:
    child.pos = pos
    if None not in hint:
        child.size = size
    elif hint[0] is not None:
        child.width = size[0]
    elif hint[1] is not None:
        child.height = size[1]


def load_layout(module_file: str) -> None:
    """Loads the .kv file beside the module.

    Its ``BoxLayout`` is the one above. It knows ``ink`` (colours by day or by night), ``paint`` (those that
    stay), ``say`` and ``theme``.
    """
    Builder.load_file(str(Path(module_file).with_suffix(".kv")))
    Builder.rules[-1][1].ctx.sourcecode = []  # only for messages, which give file and line, too
