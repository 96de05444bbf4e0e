"""Looks at the Lost Dice Squares between rounds, and at nothing else of the table while cups are down.

A look is asked for until the squares hold what the verdicts demand or the players say that they do; after
that none until the next verdict.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.frame import Frame
from companion.play.base.ports import SquaresEye
from companion.play.base.readings import Readings
from companion.play.modes.dice.squares import Owing
from companion.play.modes.dice.state import DiceTable, Moment

NS_PER_S = 1_000_000_000
LOOK_EVERY_S = 1.0
"""Two looks in a row must agree: a hand over the squares does not rest that long in one place [choice]."""
PATIENCE_S = 4.0
"""So long after a round has begun nobody is told what is missing: the dice are on their way [choice]."""
LOOKS_IN_VAIN = 3
"""After so many looks in a row that told no number, none until something has changed [choice]."""

Question = tuple[int | None, int, int]
"""The game, the dice that must lie there, and how often the players have asked to look again."""


class SquaresWatch:
    """What has to be looked at as the game goes on; without an eye for the squares, nothing."""

    def __init__(self, eye: SquaresEye | None, readings: Readings[int | None]) -> None:
        self._eye, self._readings = eye, readings
        self._asked: tuple[Question, int] | None = None
        self._question: Question | None = None
        self._given_up: Question | None = None
        self._in_vain = 0
        self._since_ns = self._due_ns = 0
        self._counted: int | None = None

    def wants(self, table: DiceTable) -> bool:
        """Whether the squares must be looked at now: between two bids, with nobody peeking."""
        if self._eye is None or table.moment is not Moment.BIDDING or table.peeking is not None:
            return False
        return _question_of(table) != self._given_up and not table.squares.right(table.game)

    def see(self, table: DiceTable, frame: Frame) -> DiceTable:
        """The table with what a live picture tells of its squares."""
        eye = self._eye
        if eye is None or not self.wants(table):
            return table
        players = len(table.game.players)
        if not self._readings.is_busy and self._is_due(table, frame.exposed_at_ns):
            self._asked = _question_of(table), frame.exposed_at_ns
            self._readings.begin(lambda: eye.lost_seen(frame, players))
        timed = self._readings.take()
        if timed is None or self._asked is None or self._asked[0] != _question_of(table):
            return table
        return self._looked(table, timed.reading, self._asked[1])

    def _looked(self, table: DiceTable, seen: int | None, at_ns: int) -> DiceTable:
        self._in_vain = self._in_vain + 1 if seen is None else 0
        if self._in_vain == LOOKS_IN_VAIN:
            self._given_up = self._question
        before, self._counted = self._counted, seen
        if seen is None or seen != before:
            return table
        return self._counted_twice(table, seen, at_ns)

    def counted(self, table: DiceTable, frame: Frame) -> int | None:
        """How many dice lie on the squares in a frame of lifted cups; ``None`` where nobody can tell."""
        if self._eye is None or table.show is not None:
            return None
        return self._eye.lost_seen(frame, len(table.game.players))

    def _is_due(self, table: DiceTable, now_ns: int) -> bool:
        question = _question_of(table)
        if question != self._question:
            self._question, self._counted, self._in_vain = question, None, 0
            self._since_ns = self._due_ns = now_ns
        if now_ns < self._due_ns:
            return False
        self._due_ns = now_ns + int(LOOK_EVERY_S * NS_PER_S)
        return True

    def _counted_twice(self, table: DiceTable, seen: int, now_ns: int) -> DiceTable:
        squares, wanted = table.squares, table.squares.wanted(table.game)
        if seen == wanted:
            return replace(table, squares=squares.seen_right(wanted))
        waited = table.squares.looks > 0 or now_ns - self._since_ns >= PATIENCE_S * NS_PER_S
        if not waited or squares.owing == Owing(wanted, seen):
            return table
        return replace(table, squares=squares.seen_wrong(wanted, seen))


def _question_of(table: DiceTable) -> Question:
    return table.game_id, table.squares.wanted(table.game), table.squares.looks
