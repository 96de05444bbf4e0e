"""Looks now and then whether the table lies where it did, while a game is played, and has it set right.

A look is at cards and background: it reads no die.
"""

from __future__ import annotations

from companion.frame import Frame
from companion.play.advice.views import AdviceView, Answer
from companion.play.commands import MendTable
from companion.play.ports import PlaceSeen, TablePlace
from companion.play.table import Table
from companion.play.views import Scene
from companion.text.numbers import as_sentence
from companion.text.speech import say

NS_PER_S = 1_000_000_000
LOOK_EVERY_S = 2.0
"""A look takes 12 to 61 ms of a core [docs/watching.md]: at this pace one or two in a hundred of it."""
LOOK_AGAIN_S = 0.4
"""While something may have moved, until it is sure: a hand over a card has gone on by then."""
LOOKED_AT = (Scene.OPENING_ROLL, Scene.BIDDING, Scene.SHOWING, Scene.REVEAL)
"""Where live pictures come and dice are about to be read."""


class PlaceLookout:
    """What is looked at as the game goes on; at a table that was not set up, nothing."""

    def __init__(self, place: TablePlace | None) -> None:
        self._place = place
        self._due_ns = 0

    def wants(self, table: Table) -> bool:
        """Whether live pictures are wanted now."""
        return self._place is not None and table.scene in LOOKED_AT

    def see(self, table: Table, frame: Frame) -> bool:
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

    def advice(self, table: Table) -> AdviceView | None:
        """What to say of the table's place, and before the first bid of its seats."""
        if self._place is None or table.record is None:
            return None
        seen = self._place.seen
        if seen.said is not None:
            answer = Answer(say("advice.set_right"), MendTable(table.number))
            return AdviceView(as_sentence(seen.said), (answer,) if seen.mendable else ())
        if table.scene not in LOOKED_AT or table.game.rounds or table.game.bid is not None:
            return None
        said = self._place.say_seats(len(table.game.players))
        return None if said is None else AdviceView(as_sentence(said), ())

    @property
    def seen(self) -> PlaceSeen:
        """What is known of the table's place."""
        return PlaceSeen() if self._place is None else self._place.seen
