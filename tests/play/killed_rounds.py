"""Plays one round again and again, killed at each step (``many_lives``).

``killed_rounds.py FOLDER``. The log has a line for each step, a word and a number:

    sql K     the K-th statement of SQLite is about to run
    begin L   an event is about to be appended to L events
    end L     append has returned, L events are written
    shown L   a view of L events has been published
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from companion.play.base.commands import AcceptReading, NextRound, SetFace, ShowDice, Undo
from companion.play.modes.dice.state import DiceTable
from companion.play.views import TableView
from tests.play.evening import Evening
from tests.play.many_lives import Life, live


class DiceLife(Life):
    """Statements of SQLite, appends and views are its steps."""

    def come_to(self, word: str, number: int) -> None:
        self.write(f"{word} {number}")
        self.step()

    def play(self) -> None:
        evening = Evening(self.path)
        self.watch(evening)
        evening.begin(dice=3)
        evening.bid(2, 5)
        evening.bid(3, 6)
        evening.do(Undo)
        evening.bid(3, 5)
        evening.do(ShowDice, faces=(5,))
        evening.challenge(0)
        evening.lift((5, 1, 3), (5, None, 4))
        evening.do(SetFace, seat=1, slot=1, face=5)
        evening.do(AcceptReading)
        evening.do(NextRound)
        evening.bid(1, 3)

    def watch(self, evening: Evening) -> None:
        """Count statements, appends and views as steps."""
        statements = iter(range(1, 1_000_000))
        evening.store._connection.set_trace_callback(lambda _: self.come_to("sql", next(statements)))
        append, publish, controller = evening.store._append, evening.views.append, evening.controller

        def appended(*given: Any) -> None:
            length = standing().record.length
            self.come_to("begin", length)
            append(*given)

        def standing() -> DiceTable:
            table = controller._now.table
            assert isinstance(table, DiceTable)
            return table

        def published(view: TableView) -> None:
            publish(view)
            table = controller._now.table
            self.come_to("shown", table.record.length if isinstance(table, DiceTable) else 0)

        evening.store._append = appended  # type: ignore[method-assign, assignment]  # its steps are counted
        controller._now.on_view = published
        write = evening.store.append

        def written(*given: Any) -> None:
            write(*given)
            self.come_to("end", standing().record.length + 1)

        evening.store.append = written  # type: ignore[method-assign]  # its steps are counted


if __name__ == "__main__":
    live(DiceLife, Path(sys.argv[1]))
