"""The tap sheet: all cards, rank by suit, to say what is asked for, turned over or laid."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.play.cards.views import SheetCell
from companion.play.views import TableView
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import Screen, Table

load_layout(__file__)


class CardSheetScreen(Screen):
    """One touch takes a card, a rank or a suit; of several cards each is tapped, then they are taken."""

    leading = "back"
    many = BooleanProperty(False)
    ready = BooleanProperty(False)
    picked = ObjectProperty(())
    why = StringProperty("")
    take_words = StringProperty("")

    def __init__(self, table: Table, **properties: object) -> None:
        super().__init__(table, **properties)
        self._view: TableView | None = None
        self.ids.grid.bind(on_cell=lambda _grid, cell: self._touch(cell))

    def caption(self, view: TableView) -> str:
        """The game and the hand."""
        return f"{view.rules_title}  ·  Hand {view.cards.hand}"

    def show(self, view: TableView) -> None:
        """Draw the sheet."""
        self._view, sheet = view, view.cards.sheet
        self.many, self.picked = sheet.many, sheet.picked
        self.ready = sheet.take is not None and sheet.take.command is not None
        self.take_words = sheet.take.words if sheet.take is not None else ""
        why = sheet.why or ""
        self.why = f"{why[:1].upper()}{why[1:]}"
        self.ids.grid.show(sheet)

    def go_back(self) -> bool:
        """Put the sheet away."""
        self.table.answer(self._view.cards.sheet.close)
        return True

    def take(self) -> None:
        """Take the picked cards."""
        self.table.answer(self._view.cards.sheet.take.command)

    def _touch(self, cell: SheetCell) -> None:
        if cell.command is not None:
            self.table.answer(cell.command)
            return
        why = cell.why or ""
        self.table.toast(f"{why[:1].upper()}{why[1:]}.")
