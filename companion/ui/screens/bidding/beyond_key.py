"""The key for more dice than are in play: a touch picks the next number, a held one counts up."""

from __future__ import annotations

from kivy.clock import Clock, ClockEvent
from kivy.properties import NumericProperty, ObjectProperty

from companion.ui.widgets.key import Key
from companion.ui.widgets.stepper import HOLD_S, REPEAT_S


class BeyondKey(Key):
    """Sends ``on_beyond`` with each number that is picked; ``highest`` is the last with a key of its own."""

    highest = NumericProperty(0)
    picked = ObjectProperty(None, allownone=True)

    __events__ = ("on_beyond",)

    def __init__(self, **properties: object) -> None:
        self._repeating: ClockEvent | None = None
        self._repeated = False
        super().__init__(sign="plus", tile="key line", **properties)
        self.bind(state=self._held, picked=self._say, on_release=lambda *_: self._let_go())

    def on_beyond(self, quantity: int) -> None:
        """A number was picked."""

    def _held(self, _key: Key, state: str) -> None:
        if state == "down":
            self._repeated = False
            self._repeating = Clock.schedule_once(self._repeat, HOLD_S)
        elif self._repeating is not None:
            self._repeating.cancel()

    def _repeat(self, *_: object) -> None:
        self._repeated = True
        self._step()
        self._repeating = Clock.schedule_once(self._repeat, REPEAT_S)

    def _let_go(self) -> None:
        if not self._repeated:
            self._step()

    def _step(self) -> None:
        self.dispatch("on_beyond", (self.picked or self.highest) + 1)

    def _say(self, *_: object) -> None:
        self.sign = "plus" if self.picked is None else ""
        self.text = "" if self.picked is None else str(self.picked)
        self.tile = "key line" if self.picked is None else "key chosen"
