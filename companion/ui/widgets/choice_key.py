"""A key with a name on it and a line below that says what it brings."""

from __future__ import annotations

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.layout_file import load_layout
from companion.ui.widgets.surface import Target

load_layout(__file__)


class ChoiceKey(Target, BoxLayout):
    """One of a few choices, each in two lines; an empty ``line`` leaves the words alone."""

    words = StringProperty("")
    line = StringProperty("")

    def __init__(self, **properties: object) -> None:
        properties.setdefault("tile", "key")
        super().__init__(**properties)
