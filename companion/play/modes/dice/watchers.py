"""Those who watch live pictures while a game is played: for dice of lifted cups, lost dice, a moved table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.core.frame import Camera, Frame
from companion.play.base.commands import MendTable
from companion.play.base.ports import PlaceSeen, SquaresEye, TableEye, TablePlace, Watch
from companion.play.base.readings import Frames, TableReadings
from companion.play.base.views import AdviceView, Answer
from companion.play.modes.dice.lift_detector import LiftDetector
from companion.play.modes.dice.squares_watch import SquaresWatch
from companion.play.modes.dice.state import DiceTable, Moment
from companion.rules import PlayerJoined
from companion.text import as_sentence, say

NS_PER_S = 1_000_000_000
LOOK_EVERY_S = 2.0
"""A look takes 12 to 61 ms of a core [docs/watching.md]: at this pace one or two in a hundred of it."""
LOOK_AGAIN_S = 0.4
"""While something may have moved, until it is sure: a hand over a card has gone on by then."""
LOOKED_AT = (Moment.OPENING_ROLL, Moment.BIDDING, Moment.SHOWING, Moment.REVEAL)
"""Where live pictures come and dice are about to be read."""


class PlaceLookout:
    """What is looked at as the game goes on; at a table that was not set up, nothing."""

    def __init__(self, place: TablePlace | None) -> None:
        self._place = place
        self._due_ns = 0

    def wants(self, table: DiceTable) -> bool:
        """Whether live pictures are wanted now."""
        return self._place is not None and table.moment in LOOKED_AT

    def see(self, table: DiceTable, frame: Frame) -> bool:
        """A live picture; whether there is news of the table's place."""
        if self._place is None or not self.wants(table) or frame.exposed_at_ns < self._due_ns:
            return False
        before = self._place.seen
        self._place.look(frame)
        pause = LOOK_EVERY_S if self._place.seen.steady else LOOK_AGAIN_S
        self._due_ns = frame.exposed_at_ns + int(pause * NS_PER_S)
        return self._place.seen.said != before.said

    def mend(self, frame: Frame) -> None:
        """Take the table as it lies in this picture. Refused where that cannot be told."""
        if self._place is not None:
            self._place.mend(frame)
            self._due_ns = 0

    def advice(self, table: DiceTable) -> AdviceView | None:
        """What to say of the table's place, and of its seats before the first bid or where one is new."""
        if self._place is None:
            return None
        seen = self._place.seen
        if seen.said is not None:
            answer = Answer(say("advice.set_right"), MendTable(table.number))
            return AdviceView(as_sentence(seen.said), (answer,) if seen.mendable else ())
        new = not table.game.rounds or isinstance(table.record.live_events[-1], PlayerJoined)
        if table.moment not in LOOKED_AT or not new or table.game.bid is not None:
            return None
        said = self._place.say_seats(len(table.game.players))
        return None if said is None else AdviceView(as_sentence(said), ())

    @property
    def seen(self) -> PlaceSeen:
        """What is known of the table's place."""
        return PlaceSeen() if self._place is None else self._place.seen


class Watchers:
    """All of them as one; what a table lacks (``None``) watches nothing."""

    def __init__(
        self,
        watch: Watch | None,
        eye: TableEye | None,
        camera: Camera | None,
        squares: SquaresEye | None,
        place: TablePlace | None,
        readings: TableReadings,
        reads_lifts: Callable[[], bool] = lambda: True,
    ) -> None:
        """``reads_lifts``: whether lifted cups are looked out for, asked each time."""
        self._lifts = LiftDetector(watch, eye, camera, readings)
        self._squares = SquaresWatch(squares, readings.others())
        self._place, self._reads_lifts = PlaceLookout(place), reads_lifts

    def wants(self, table: DiceTable) -> bool:
        """Whether anybody wants to see the table now."""
        return self.wants_all(table) or self._squares.wants(table) or self._place.wants(table)

    def wants_all(self, table: DiceTable) -> bool:
        """Whether every live picture is wanted; for squares and place one now and then will do."""
        return self._reads_lifts() and self._lifts.wants(table)

    def follow(self, before: Moment | None, table: DiceTable) -> DiceTable:
        """The table as it comes to stand after another scene."""
        followed = self._lifts.follow(before, table)
        return followed if self._reads_lifts() else replace(followed, cups=None)

    def leave(self) -> None:
        """No game of dice is on the table any more."""
        self._lifts.forget()

    def begin_again(self, table: DiceTable) -> DiceTable:
        """The table after a pause: a lift under way is looked at as if it began now."""
        return self.follow(table.moment if table.cups is None else Moment.BIDDING, table)

    def see(self, table: DiceTable, frame: Frame) -> tuple[DiceTable, bool]:
        """The table with what a live picture tells of its squares; whether there is news of its place."""
        moved = self._place.see(table, frame)
        return self._squares.see(table, frame), moved

    def see_lift(self, table: DiceTable, frame: Frame) -> tuple[DiceTable, Frames]:
        """The table with what a live picture tells of a lift, and the frames to read for good, if any."""
        return self._lifts.see(table, frame) if self._reads_lifts() else (table, ())

    def take_in_lift(self, table: DiceTable) -> tuple[DiceTable, Frames]:
        """The same by what the eye has told since the last live picture, without a new one."""
        return self._lifts.take_in(table) if self._reads_lifts() else (table, ())

    @property
    def is_looking(self) -> bool:
        """Whether the eye looks at a lift now."""
        return self._lifts.is_looking

    @property
    def votes(self) -> bool:
        """Whether a lift's reading is a matter of milliseconds."""
        return self._lifts.votes

    def lost_counted(self, table: DiceTable, frame: Frame) -> int | None:
        """How many dice lie on the Lost Dice Squares in a frame that was read; ``None``: not known."""
        return self._squares.counted(table, frame)

    def mend(self, frame: Frame) -> None:
        """Take the table as it lies in this picture. Refused where that cannot be told."""
        self._place.mend(frame)

    def advice(self, table: DiceTable) -> AdviceView | None:
        """What to say of the table's place."""
        return self._place.advice(table)
