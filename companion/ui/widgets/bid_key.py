"""The key that sends the bid of the pad."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.layout_file import load_layout
from companion.ui.widgets.surface import Target

load_layout(__file__)


class BidKey(Target, BoxLayout):
    """Words, and behind them the die that is bid on; ``face`` None: words alone."""

    words = StringProperty("")
    face = ObjectProperty(None, allownone=True)
    skin = StringProperty("ivory")
    star = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        properties.setdefault("tile", "key yellow")
        super().__init__(**properties)
