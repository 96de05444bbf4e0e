"""A pile of cards lying face down: stock or discards, with the number of cards in it."""

from __future__ import annotations

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.layout_file import load_layout

load_layout(__file__)


class PileMark(BoxLayout):
    """``caption`` names the pile; an empty one is drawn faint."""

    caption = StringProperty("")
    count = NumericProperty(0)
