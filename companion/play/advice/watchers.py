"""Those who watch live pictures while a game is played: for dice of lifted cups, lost dice, a moved table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.frame import Frame
from companion.play.advice.place import PlaceLookout
from companion.play.advice.squares_watch import SquaresWatch
from companion.play.advice.views import AdviceView
from companion.play.dice.lookout import Lookout
from companion.play.exposures import Frames
from companion.play.ports import Camera, SquaresEye, TableEye, TablePlace, Watch
from companion.play.table import Table
from companion.play.views import Scene


class Watchers:
    """All of them as one; what a table lacks (``None``) watches nothing."""

    def __init__(
        self,
        watch: Watch | None,
        eye: TableEye | None,
        camera: Camera | None,
        squares: SquaresEye | None,
        place: TablePlace | None,
        reads_lifts: Callable[[], bool] = lambda: True,
    ) -> None:
        """``reads_lifts``: whether lifted cups are looked out for, asked each time."""
        self._lookout, self._squares = Lookout(watch, eye, camera), SquaresWatch(squares)
        self._place, self._reads_lifts = PlaceLookout(place), reads_lifts

    def wants(self, table: Table) -> bool:
        """Whether anybody wants to see the table now."""
        lifts = self._reads_lifts() and self._lookout.wants(table)
        return lifts or self._squares.wants(table) or self._place.wants(table)

    def follow(self, before: Scene, table: Table) -> Table:
        """The table as it comes to stand after another scene."""
        followed = self._lookout.follow(before, table)
        return followed if self._reads_lifts() else replace(followed, cups=None)

    def begin_again(self, table: Table) -> Table:
        """The table after a pause: a lift under way is looked at as if it began now."""
        return self.follow(table.scene if table.cups is None else Scene.BIDDING, table)

    def see(self, table: Table, frame: Frame) -> tuple[Table, bool]:
        """The table with what a live picture tells of its squares; whether there is news of its place."""
        moved = self._place.see(table, frame)
        return self._squares.see(table, frame), moved

    def see_lift(self, table: Table, frame: Frame) -> tuple[Table, Frames]:
        """The table with what a live picture tells of a lift, and the frames to read for good, if any."""
        return self._lookout.see(table, frame) if self._reads_lifts() else (table, ())

    def lost_counted(self, table: Table, frame: Frame) -> int | None:
        """How many dice lie on the Lost Dice Squares in a frame that was read; ``None``: not known."""
        return self._squares.counted(table, frame)

    def mend(self, frame: Frame) -> None:
        """Take the table as it lies in this picture. Refused where that cannot be told."""
        self._place.mend(frame)

    def advice(self, table: Table) -> AdviceView | None:
        """What to say of the table's place."""
        return self._place.advice(table)
