"""One variation of a game: on or off, a number, or one of a few words."""

from __future__ import annotations

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME
from companion.ui.widgets.key import Key
from companion.ui.widgets.stepper import Stepper

load_layout(__file__)


def say_value(value: object) -> str:
    """An option's value as the key shows it."""
    if value is False:
        return say("option.off")
    if value is True:
        return say("option.on")
    return say(f"option_value.{value}") if isinstance(value, str) else str(value)


class OptionRow(BoxLayout):
    """Title and control. ``values`` are all that are allowed, ``value`` the one chosen."""

    title = StringProperty("")
    value = ObjectProperty(None, allownone=True)

    def __init__(self, name: str, title: str, values: tuple[object, ...], default: object) -> None:
        self.name, self.default, self._values = name, default, values
        super().__init__(title=title, value=default)
        numbers = [value for value in values if type(value) is int]
        stepped = len(numbers) == len(values) > 2
        self.control = self._stepper(numbers) if stepped else Key(on_release=lambda *_: self._turn())
        self.add_widget(self.control)
        self.bind(value=self._show)
        self._show()

    def _stepper(self, numbers: list[int]) -> Stepper:
        stepper = Stepper(value=self.default)
        stepper.stride = numbers[1] - numbers[0]
        stepper.set_bounds(min(numbers), max(numbers))
        stepper.bind(on_stepped=lambda _stepper, value: setattr(self, "value", value))
        return stepper

    def _turn(self) -> None:
        at = self._values.index(self.value)
        self.value = self._values[(at + 1) % len(self._values)]

    def _show(self, *_: object) -> None:
        self.control.size_hint_x = None
        self.control.width = THEME.px(172)
        if isinstance(self.control, Key):
            on = self.value is not False
            self.control.text = say_value(self.value)
            self.control.sign = "check" if on else ""
            self.control.tile = "key chosen" if on else "key"
