"""A screen that lies flat on the table: whose turn it is reads it upright.

The whole window is turned, by half a turn or not at all: so every key is as large as ever, and touches turn
with it. At the near side of the table the screen is upright; who sits at the far side has it turned, who sits
at an end reads it from the side either way.
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
"""Beyond this line of the table's square (-1 to 1, y down) sits the far side; the ends lie on this side."""
SETTLE_S = 0.4
"""After a turn nothing is touched for so long: a finger on its way meant what stood there before [choice]."""


def reads_it_turned(view: TableView) -> bool:
    """Whether the one player whose turn it is sits at the far side. In all other scenes nobody does."""
    if view.coach is not None or view.practised or not isinstance(view.scene, BiddingScene | CardsScene):
        return False
    seats = seated(view.scene)
    acting = [each.seat for each in seats if each.to_act]
    return len(acting) == 1 and SeatPlaces(len(seats)).towards(acting[0])[1] < FAR_SIDE


class Facing:
    """Turns the window."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock``: seconds."""
        self.clock = clock
        self._mounted_deg, self._turned = Window.rotation, False
        self._settled_at = float("-inf")

    @property
    def settles(self) -> bool:
        """Whether it was turned a moment ago."""
        return self.clock() < self._settled_at

    def follow(self, view: TableView | None, covered: bool) -> None:
        """Face whose turn it is where the screen lies flat, but not ``covered`` by a sheet that is read."""
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
