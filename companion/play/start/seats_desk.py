"""While the players say who sits where: the table from straight above, as its camera sees it now."""

from __future__ import annotations

from dataclasses import replace

from companion.frame import CameraGone, Frame
from companion.play.commands import ShowSeats
from companion.play.ports import Camera, TablePlace
from companion.play.table import SeatsAsked, Table
from companion.play.views import Scene


class SeatsDesk:
    """Takes the newest picture that is there and waits for none; without one the seats are drawn."""

    def __init__(self, camera: Camera | None, place: TablePlace | None) -> None:
        self._camera, self._place = camera, place
        self._newest: Frame | None = None

    def take(self, table: Table, command: ShowSeats) -> Table:
        """The table once the seats are asked about, or no more.

        It keeps its number: what is touched meanwhile was touched on this very page.
        """
        shown = command.on and table.scene is Scene.WELCOME
        return replace(table, seats_asked=SeatsAsked() if shown else None)

    def wants(self, table: Table) -> bool:
        """Whether live pictures are wanted."""
        there = self._camera is not None and self._place is not None
        return there and table.scene is Scene.WELCOME and table.seats_asked is not None

    def follow(self, table: Table) -> Table:
        """What the newest picture brings; a camera that is gone takes the picture away again."""
        assert self._camera is not None
        assert self._place is not None
        try:
            live = self._camera.latest()
        except CameraGone:
            return replace(table, seats_asked=None)
        if live is None or live is self._newest:
            return table
        self._newest = live
        return replace(table, seats_asked=SeatsAsked(self._place.above(live)))
