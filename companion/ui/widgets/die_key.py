"""A die to be tapped."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout

from companion.ui.layout_file import load_layout
from companion.ui.widgets.lit import Lit
from companion.ui.widgets.surface import Target

load_layout(__file__)


class DieKey(Lit, Target, AnchorLayout):
    """One face on a key. Not ``lit``: it cannot be taken now (a touch still tells why)."""

    face = ObjectProperty(None, allownone=True)
    skin = StringProperty("yellow")
    star = NumericProperty(1)
    lit = BooleanProperty(True)
    chosen = BooleanProperty(False)
    fill = NumericProperty(0.84)

    def __init__(self, **properties: object) -> None:
        properties.setdefault("tile", "slot")
        super().__init__(**properties)
        self.bind(chosen=self._mark)

    def _mark(self, *_: object) -> None:
        self.tile = "slot chosen" if self.chosen else "slot"
