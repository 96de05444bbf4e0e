"""A match of cards driven by the touches that its views offer: only what the screen shows is touched."""

from __future__ import annotations

from evening import NAMES, Evening

from companion.play.cards.views import CardKey, CardTableView, SheetCell
from companion.play.commands import Command, NewGame
from companion.play.views import TableView


class CardEvening:
    """An evening at the card table."""

    def __init__(self, evening: Evening, players: int = 2, **options: object) -> None:
        self.evening = evening
        evening.do(
            NewGame,
            rules="liar-liar",
            players=NAMES[:players],
            options=tuple(options.items()),
            opener=None,
        )

    @property
    def view(self) -> TableView:
        return self.evening.view

    @property
    def cards(self) -> CardTableView:
        return self.view.cards

    def send(self, command: Command) -> TableView:
        self.evening.host.take(command)
        assert self.view.fault is None, self.view.fault
        return self.view

    def words(self) -> list[str]:
        return [key.words for key in self.cards.keys]

    def key(self, words: str) -> CardKey:
        (found,) = (key for key in self.cards.keys if key.words == words)
        return found

    def touch(self, *all_words: str) -> TableView:
        for words in all_words:
            self.send(self.key(words).command)
        return self.view

    def choose(self, words: str, choice: str) -> TableView:
        (chosen,) = (each for each in self.key(words).choices if each.words == choice)
        return self.send(chosen.command)

    def cell(self, code: str) -> SheetCell:
        """The cell of the sheet for "7S", "7" or "S"."""
        sheet = self.cards.sheet
        cells = (*sheet.cells, *sheet.ranks, *sheet.suits)
        (found,) = (cell for cell in cells if code_of(cell) == code)
        return found

    def tap(self, *codes: str) -> TableView:
        for code in codes:
            self.send(self.cell(code).command)
        return self.view

    def ask(self, wanted: str, other: int = 1) -> TableView:
        """Whom, and what."""
        self.send(self.cards.seats[other].ask)
        return self.tap(wanted)

    def meld(self, codes: str, words: str = "Lay a meld") -> TableView:
        self.touch(words)
        self.tap(*codes.split())
        return self.send(self.cards.sheet.take.command)

    def hit(self, meld: int, code: str) -> TableView:
        (key,) = (key for key in self.cards.melds[meld].hits if code_of_face(key.card) == code)
        return self.send(key.command)

    def chips(self) -> list[int]:
        return [seat.chips for seat in self.cards.seats]

    def held(self) -> list[int]:
        return [seat.cards for seat in self.cards.seats]


def code_of(cell: SheetCell) -> str:
    return code_of_face(cell.card)


def code_of_face(card: object) -> str:
    return card.rank + ("" if card.suit is None else card.suit.name[0])
