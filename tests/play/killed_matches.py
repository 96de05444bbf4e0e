"""Plays a Quest and a meld again and again, killed at each step (``many_lives``).

``killed_matches.py FOLDER``. The eye reads the card and the meld. The log says after each view how many
events it showed: ``shown L``.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from companion.play.base.commands import Undo
from companion.play.modes.cards.state import CardsOnTable
from companion.play.views import TableView
from tests.play.card_evening import CardEvening, FakeCardEye
from tests.play.evening import Evening
from tests.play.many_lives import Life, live


class CardLife(Life):
    """Statements of SQLite, what is on disk, and views are its steps."""

    def __init__(self, folder: Path, number: int) -> None:
        super().__init__(folder, number)
        self.evening = Evening(self.path, card_eye=FakeCardEye())
        self.evening.store._connection.set_trace_callback(lambda _: self.step())
        publish, write = self.evening.views.append, self.evening.store.append

        def written(*given: Any) -> None:
            write(*given)
            self.step()

        def published(view: TableView) -> None:
            publish(view)
            table = self.evening.controller._now.table
            self.write(f"shown {table.cards.record.length if isinstance(table, CardsOnTable) else 0}")
            self.step()

        self.evening.controller._now.on_view = published
        self.evening.store.append = written  # type: ignore[method-assign]  # its steps are counted

    def play(self) -> None:
        table = CardEvening(self.evening)
        table.touch("The cards are dealt")
        table.ask("7")
        table.touch("Yes", "Accept")
        table.send(Undo(table.view.number))
        table.touch("Liar, Liar!", "Turn the card over")
        table.look("Read the card", "KH")
        table.offered("That's right")
        table.touch("Read the meld")
        table.read("8S", "9S", "10S")
        table.take_sheet()


if __name__ == "__main__":
    live(CardLife, Path(sys.argv[1]))
