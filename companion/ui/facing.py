"""A screen that lies flat turns to the player whose turn it is.

The whole window, touches included, turns by half a turn. It stands upright for the near side, turned for the
far side; players at an end read it from the side either way.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from kivy.core.window import Window

from companion.core.seats import SeatPlaces
from companion.play.modes.cards.views import CardsScene
from companion.play.modes.dice.views import BiddingScene
from companion.play.views import TableView, seated

HALF_TURN_DEG = 180
FAR_SIDE = -0.1
"""The far side lies beyond this line of the table's square (-1 to 1, y down); the ends lie before it."""
SETTLE_S = 0.4
"""Seconds after a turn in which touches are ignored: the finger meant what stood there before [choice]."""


def reads_it_turned(view: TableView) -> bool:
    if view.coach is not None or view.practised or not isinstance(view.scene, BiddingScene | CardsScene):
        return False
    seats = seated(view.scene)
    acting = [each.seat for each in seats if each.to_act]
    return len(acting) == 1 and SeatPlaces(len(seats)).towards(acting[0])[1] < FAR_SIDE


class Facing:
    def __init__(self) -> None:
        self.clock: Callable[[], float] = time.monotonic
        self._mounted_deg, self._turned = Window.rotation, False
        self._settled_at = float("-inf")

    @property
    def settles(self) -> bool:
        return self.clock() < self._settled_at

    def follow(self, view: TableView | None, covered: bool) -> None:
        """Turn a flat screen to the player whose turn it is, unless a sheet lies over it (``covered``)."""
        if view is None or covered:
            return
        turned = view.look is not None and view.look.flat and reads_it_turned(view)
        if turned is not self._turned:
            self._turn(turned)
            self._settled_at = self.clock() + SETTLE_S

    def end(self) -> None:
        if self._turned:
            self._turn(False)

    def _turn(self, turned: bool) -> None:
        self._turned = turned
        Window.rotation = (self._mounted_deg + (HALF_TURN_DEG if turned else 0)) % 360
