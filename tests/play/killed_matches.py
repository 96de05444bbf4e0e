"""Plays a Quest and a meld again and again, killed by SIGKILL at its first step, its second, … to its last.

The card and the meld are read by the eye. Run as a process of its own: ``python killed_matches.py FOLDER``.
Life number N plays on FOLDER/N.sqlite3 and writes into FOLDER/N.log after each view how many events it
showed: ``shown L``. The last one, which is not killed, writes ``whole``.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from card_evening import CardEvening, FakeCardEye
from evening import Evening

from companion.play.commands import Undo


class Life:
    """Counts statements of SQLite, what is on disk, and views as steps; ends at one of them, by kill -9."""

    def __init__(self, folder: Path, number: int) -> None:
        self.last_step, self.steps = number, 0
        self.log = os.open(folder / f"{number}.log", os.O_WRONLY | os.O_CREAT)
        self.evening = Evening(folder / f"{number}.sqlite3", card_eye=FakeCardEye())
        self.evening.store._connection.set_trace_callback(lambda _: self.step())
        publish, write = self.evening.views.append, self.evening.store.append

        def written(*given: object) -> None:
            write(*given)
            self.step()

        def published(view: object) -> None:
            publish(view)
            cards = self.evening.host._table.cards
            os.write(self.log, f"shown {0 if cards is None else cards.record.length}\n".encode())
            self.step()

        self.evening.host._on_view = published
        self.evening.store.append = written

    def step(self) -> None:
        self.steps += 1
        if self.steps == self.last_step:
            os.kill(os.getpid(), signal.SIGKILL)

    def play(self) -> None:
        table = CardEvening(self.evening)
        table.touch("The cards are dealt")
        table.ask("7")
        table.touch("Yes", "Accept")
        table.send(Undo(table.view.number))
        table.touch("Liar, Liar!", "Turn the card over")
        table.look("Read the card", "KH")
        table.offered("That is right")
        table.touch("Read the meld")
        table.read("8S", "9S", "10S")
        table.send(table.cards.sheet.take.command)
        os.write(self.log, b"whole\n")


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
