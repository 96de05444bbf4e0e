"""A number with a key to make it smaller and one to make it larger."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.layout_file import load_layout

load_layout(__file__)


class Stepper(BoxLayout):
    """``value`` from ``lowest`` to ``highest`` (None: no end), ``stride`` a touch. Sends ``on_stepped``."""

    value = NumericProperty(1)
    stride = NumericProperty(1)
    lowest = NumericProperty(1)
    highest = ObjectProperty(None, allownone=True)
    caption = StringProperty("")
    at_lowest = BooleanProperty(True)
    at_highest = BooleanProperty(False)

    __events__ = ("on_stepped",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(value=self._bounds, lowest=self._bounds, highest=self._bounds)
        self._bounds()

    def on_stepped(self, value: int) -> None:
        """The number was changed by a touch."""

    def set_bounds(self, lowest: int, highest: int | None) -> None:
        """Set both ends; the number moves inside them."""
        self.lowest, self.highest = lowest, highest
        top = self.value if highest is None else min(self.value, highest)
        self.value = max(lowest, top)

    def step(self, by: int) -> None:
        """Change the number by so many strides, within its bounds."""
        wanted = int(self.value) + by * int(self.stride)
        if wanted < self.lowest or (self.highest is not None and wanted > self.highest):
            return
        self.value = wanted
        self.dispatch("on_stepped", wanted)

    def _bounds(self, *_: object) -> None:
        self.at_lowest = self.value <= self.lowest
        self.at_highest = self.highest is not None and self.value >= self.highest
