"""A calm countdown for whose turn it is. At its end there is a reminder, never a move."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock

from companion.play.views import TableView
from companion.text.speech import say


class TurnClock:
    """``on_second`` is called when ``words`` have changed, ``on_end`` with the reminder."""

    def __init__(self, on_second: Callable[[], None], on_end: Callable[[str], None]) -> None:
        self._on_second, self._on_end = on_second, on_end
        self._turn: tuple[object, ...] | None = None
        self._left_s, self._name = 0, ""
        self._ticking = Clock.create_trigger(self.tick, 1.0, interval=True)

    @property
    def words(self) -> str:
        """The seconds left; empty where no turn is timed, or its time is over."""
        return say("settings.seconds", seconds=self._left_s) if self._left_s else ""

    def follow(self, view: TableView) -> None:
        """Begin anew with each turn; while something else is on the screen nobody is hurried."""
        actor = next((seat for seat in view.seats if seat.to_act), None)
        if not view.turn_s or actor is None:
            self.stop()
            return
        turn = (view.turn_s, view.round_number, actor.seat, view.bid_quantity, view.bid_face)
        if turn != self._turn:
            self._turn, self._left_s, self._name = turn, view.turn_s, actor.name
            self._ticking()

    def stop(self) -> None:
        """No turn is timed."""
        self._turn, self._left_s = None, 0
        self._ticking.cancel()

    def tick(self, *_: object) -> None:
        """A second has gone by."""
        self._left_s -= 1
        if self._left_s <= 0:
            self._left_s = 0
            self._ticking.cancel()
            self._on_end(say("turn.reminder", player=self._name))
        self._on_second()
