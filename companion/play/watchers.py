"""Those who watch live pictures while a game is played: for lifted cups, lost dice, a moved table."""

from __future__ import annotations

from companion.frame import Frame
from companion.play.lookout import Lookout
from companion.play.place import PlaceLookout
from companion.play.ports import SquaresEye, TablePlace, Watch
from companion.play.squares_watch import SquaresWatch
from companion.play.table import Table
from companion.play.views import AdviceView, Scene


class Watchers:
    """All of them as one; whichever a table lacks (``None``) watches nothing."""

    def __init__(self, watch: Watch | None, squares: SquaresEye | None, place: TablePlace | None) -> None:
        self._lookout, self._squares = Lookout(watch), SquaresWatch(squares)
        self._place = PlaceLookout(place)

    def wants(self, table: Table) -> bool:
        """Whether anybody wants to see the table now."""
        return self._lookout.wants(table) or self._squares.wants(table) or self._place.wants(table)

    def follow(self, before: Scene, table: Table) -> Table:
        """The table as it comes to stand after another scene."""
        return self._lookout.follow(before, table)

    def see(self, table: Table, frame: Frame) -> tuple[Table, bool]:
        """The table with what a live picture tells, and whether there is news of its place."""
        moved = self._place.see(table, frame)
        return self._squares.see(self._lookout.see(table, frame), frame), moved

    def lost_counted(self, table: Table, frame: Frame) -> int | None:
        """How many dice lie on the Lost Dice Squares in a frame that was read; ``None``: not known."""
        return self._squares.counted(table, frame)

    def mend(self, frame: Frame) -> None:
        """Take the table as it lies in this picture. Refused where that cannot be told."""
        self._place.mend(frame)

    def advice(self, table: Table) -> AdviceView | None:
        """What to say of the table's place."""
        return self._place.advice(table)
