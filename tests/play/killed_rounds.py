"""Plays one round again and again, killed by SIGKILL at its first step, its second, … to its last.

Run as a process of its own: ``python killed_rounds.py FOLDER``. Life number N plays on FOLDER/N.sqlite3
and writes what it has come to into FOLDER/N.log, one word and number a line:

    sql K     the K-th statement of SQLite is about to run
    begin L   an event is about to be appended to L events
    end L     append has returned, L events are written
    shown L   a view of L events has been published

The last life is not killed; it writes ``whole``.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from evening import Evening

from companion.play.commands import AcceptReading, NextRound, SetFace, ShowDice, Undo


class Life:
    """Counts steps and ends at the one it is told, by kill -9."""

    def __init__(self, folder: Path, number: int) -> None:
        self.last_step = number
        self.steps = 0
        self.log = os.open(folder / f"{number}.log", os.O_WRONLY | os.O_CREAT)
        self.path = folder / f"{number}.sqlite3"

    def step(self, word: str, number: int) -> None:
        os.write(self.log, f"{word} {number}\n".encode())
        self.steps += 1
        if self.steps == self.last_step:
            os.kill(os.getpid(), signal.SIGKILL)

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
        os.write(self.log, b"whole\n")

    def watch(self, evening: Evening) -> None:
        """Count statements, appends and views as steps."""
        statements = iter(range(1, 1_000_000))
        evening.store._connection.set_trace_callback(lambda _: self.step("sql", next(statements)))
        append, publish, host = evening.store._append, evening.views.append, evening.host

        def appended(*given: object) -> None:
            length = host._table.record.length
            self.step("begin", length)
            append(*given)

        def published(view: object) -> None:
            publish(view)
            record = host._table.record
            self.step("shown", 0 if record is None else record.length)

        evening.store._append = appended
        host._on_view = published
        write = evening.store.append

        def written(*given: object) -> None:
            write(*given)
            self.step("end", host._table.record.length + 1)

        evening.store.append = written


def main(folder: Path) -> None:
    for number in range(1, 1000):
        child = os.fork()
        if child == 0:
            Life(folder, number).play()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            sys.exit(os.WEXITSTATUS(status))
        if os.WTERMSIG(status) != signal.SIGKILL:
            sys.exit(1)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
