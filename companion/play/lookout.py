"""Looks out for lifted cups while a challenge waits for them; it asks for no reading before all are up.

While cups are down the watch gets the small live pictures, and nobody else does: none is kept or read.
"""

from __future__ import annotations

from companion.frame import Frame
from companion.play.ports import Watch
from companion.play.table import Table, expected_dice
from companion.play.views import Scene
from companion.reading import CupsSeen

CUPS_DOWN = (Scene.WELCOME, Scene.BIDDING)
"""Where a challenge comes from; back from a reading the cups may be up already, and the key is asked."""


class Lookout:
    """What the table's watch has to do as the game goes on; without a watch, nothing."""

    def __init__(self, watch: Watch | None) -> None:
        self._watch = watch

    def follow(self, before: Scene, table: Table) -> Table:
        """The table as it comes to stand; with ``cups`` where lifted cups are looked out for from now on."""
        if self._watch is None or table.show is not None or table.scene is Scene.BIDDING:
            if self._watch is not None and before in (Scene.VERDICT, Scene.OVER, Scene.WELCOME):
                self._watch.rest()
            return table
        if table.scene is Scene.REVEAL and before is Scene.REVEAL:
            return table
        if table.scene is Scene.REVEAL and before in CUPS_DOWN:
            dice = expected_dice(table.game).dice
            self._watch.expect(dice)
            down = tuple(seat for seat, held in enumerate(dice) if held)
            return table.but(cups=CupsSeen(down, hand=False, still=False))
        self._watch.rest()
        return table.but(cups=None)

    def wants(self, table: Table) -> bool:
        """Whether the watch wants to see the table now."""
        bidding = table.scene is Scene.BIDDING and table.peeking is None
        return self._watch is not None and (bidding or table.cups is not None)

    def see(self, table: Table, frame: Frame) -> Table:
        """The table with what a live picture tells of its cups."""
        if self._watch is None or not self.wants(table):
            return table
        if table.cups is None:
            self._watch.follow(frame)
            return table
        seen = self._watch.see(frame)
        return table if seen == table.cups else table.but(cups=seen)
