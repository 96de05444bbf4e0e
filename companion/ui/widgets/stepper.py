"""A number with a key for less and one for more."""

from __future__ import annotations

from kivy.clock import Clock, ClockEvent
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.ui.widgets.box import BoxLayout, load_layout

load_layout(__file__)

HOLD_S, REPEAT_S = 0.45, 0.1
"""A key held this long repeats, at this pace (s)."""
FAST_AFTER, FAST = 10, 5
"""After this many repeats, each counts several steps."""


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
        self._repeating: ClockEvent | None = None
        self._repeats = 0
        super().__init__(**properties)
        self.bind(value=self._bounds, lowest=self._bounds, highest=self._bounds)
        self._bounds()

    def on_kv_post(self, base_widget: object) -> None:
        for key, by in ((self.ids.less, -1), (self.ids.more, 1)):
            key.bind(state=lambda _key, state, by=by: self._held(by, state))

    def on_stepped(self, value: int) -> None: ...

    def set_bounds(self, lowest: int, highest: int | None) -> None:
        self.lowest, self.highest = lowest, highest
        top = self.value if highest is None else min(self.value, highest)
        self.value = max(lowest, top)

    def touched(self, by: int) -> None:
        """The key was released: one step, unless it was held and has repeated.

        It looks pressed a moment longer, but must repeat no more.
        """
        self._let_go()
        if not self._repeats:
            self.step(by)
        self._repeats = 0

    def _held(self, by: int, state: str) -> None:
        if state == "down":
            self._repeats = 0
            self._repeating = Clock.schedule_once(lambda *_: self._repeat(by), HOLD_S)
        else:
            self._let_go()

    def _let_go(self) -> None:
        if self._repeating is not None:
            self._repeating.cancel()

    def _repeat(self, by: int) -> None:
        self._repeats += 1
        before = self.value
        self.step(by * FAST if self._repeats > FAST_AFTER else by)
        if self.value == before:
            self.step(by)
        self._repeating = Clock.schedule_once(lambda *_: self._repeat(by), REPEAT_S)

    def step(self, by: int) -> None:
        wanted = int(self.value) + by * int(self.stride)
        if wanted < self.lowest or (self.highest is not None and wanted > self.highest):
            return
        self.value = wanted
        self.dispatch("on_stepped", wanted)

    def _bounds(self, *_: object) -> None:
        self.at_lowest = self.value <= self.lowest
        self.at_highest = self.highest is not None and self.value >= self.highest
