"""A number with a key for less and one for more."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.clock import Clock, ClockEvent
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.key import Key

load_layout(__file__)

HOLD_S, REPEAT_S = 0.45, 0.1
"""A key held this long repeats, at this pace (s)."""
FAST_AFTER, FAST = 10, 5
"""After this many repeats, each counts several steps."""


class Held:
    """Has a key step once when it is released, or again and again while it is held.

    ``step`` gets how often the key has repeated, from 1; 0 for a single step.
    """

    def __init__(self, key: Key, step: Callable[[int], None]) -> None:
        self._step, self._repeats = step, 0
        self._repeating: ClockEvent | None = None
        key.fbind("state", self._pressed)  # unlike ``bind`` it keeps this alive
        key.fbind("on_release", self._released)

    def _pressed(self, _key: Key, state: str) -> None:
        self._stop()
        if state == "down":
            self._repeats = 0
            self._repeating = Clock.schedule_once(self._repeat, HOLD_S)

    def _repeat(self, *_: object) -> None:
        self._repeats += 1
        self._step(self._repeats)
        self._repeating = Clock.schedule_once(self._repeat, REPEAT_S)

    def _released(self, *_: object) -> None:
        self._stop()  # it is shown pressed for a moment longer
        if not self._repeats:
            self._step(0)
        self._repeats = 0

    def _stop(self) -> None:
        if self._repeating is not None:
            self._repeating.cancel()


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

    def on_kv_post(self, base_widget: object) -> None:
        for key, by in ((self.ids.less, -1), (self.ids.more, 1)):
            Held(key, partial(self._touched, by))

    def on_stepped(self, value: int) -> None: ...

    def set_bounds(self, lowest: int, highest: int | None) -> None:
        self.lowest, self.highest = lowest, highest
        top = self.value if highest is None else min(self.value, highest)
        self.value = max(lowest, top)

    def _touched(self, by: int, repeats: int) -> None:
        before = self.value
        self.step(by * FAST if repeats > FAST_AFTER else by)
        if self.value == before and repeats > FAST_AFTER:
            self.step(by)

    def step(self, by: int) -> None:
        wanted = int(self.value) + by * int(self.stride)
        if wanted < self.lowest or (self.highest is not None and wanted > self.highest):
            return
        self.value = wanted
        self.dispatch("on_stepped", wanted)

    def _bounds(self, *_: object) -> None:
        self.at_lowest = self.value <= self.lowest
        self.at_highest = self.highest is not None and self.value >= self.highest
