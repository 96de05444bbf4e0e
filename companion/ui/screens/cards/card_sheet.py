"""The tap sheet: all cards, rank by suit, to say what is asked for, turned over or laid."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.play.cards.views import SheetCell, SheetView
from companion.play.views import TableView
from companion.text.numbers import as_sentence, capital
from companion.ui.layout_file import load_layout
from companion.ui.screens.cards.card_keys import touch
from companion.ui.screens.cards.crop_sheet import CropSheet
from companion.ui.screens.screen import Screen, StagePort
from companion.ui.theme import THEME

load_layout(__file__)

_ASKING, _PICKING, _NOTHING = (1.65, 2.5), (1.2, 1.8), (0.0, 0.0)
"""Room below the cards, in large touches: in landscape and in portrait."""


class CardSheetScreen(Screen):
    """One touch takes a card, a rank or a suit; of several cards each is tapped, then they are taken."""

    leading = "back"
    many = BooleanProperty(False)
    ready = BooleanProperty(False)
    picked = ObjectProperty(())
    why = StringProperty("")
    take_words = StringProperty("")
    read_words = StringProperty("")
    doubting = BooleanProperty(False)
    """A card that was read is asked about: it then stands in the place of those picked."""
    rows = NumericProperty(0.0)
    """Height of what stands below the cards, in large touches."""

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self.ids.grid.bind(on_cell=lambda _grid, cell: self._touch(cell))
        self.ids.doubt.bind(on_answer=lambda _row, command: table.answer(command))
        self.ids.doubt.bind(on_enlarge=lambda _row: self._enlarge())

    def show(self, view: TableView) -> None:
        """Draw the sheet."""
        sheet = view.part(SheetView)
        self.many, self.picked = sheet.many, sheet.picked
        self.ready = sheet.take is not None and bool(sheet.take.command or sheet.take.choices)
        self.take_words = sheet.take.words if sheet.take is not None else ""
        self.read_words = sheet.read.words if sheet.read is not None else ""
        self.doubting = sheet.doubt is not None
        self.ids.doubt.show(sheet.doubt)
        why = sheet.why or ""
        self.why = capital(why)
        self.rows = (_ASKING if self.doubting else _PICKING if self.many else _NOTHING)[THEME.portrait]
        self.ids.grid.show(sheet)

    def go_back(self) -> bool:
        """Put the sheet away."""
        self.table.answer(self._sheet.close)
        return True

    def take(self) -> None:
        """Take the picked cards."""
        touch(self._sheet.take, self.table)

    def read(self) -> None:
        """Have the eye read them."""
        touch(self._sheet.read, self.table)

    def leave(self) -> None:
        """The picture of a card in doubt is let go of."""
        self.ids.doubt.show(None)

    @property
    def _sheet(self) -> SheetView:
        return self.table.view.part(SheetView)

    def _enlarge(self) -> None:
        if self._sheet.doubt is not None:
            self.table.open(CropSheet(self._sheet.doubt.crop))

    def _touch(self, cell: SheetCell) -> None:
        if cell.command is not None:
            self.table.answer(cell.command)
            return
        why = cell.why or ""
        self.table.toast(as_sentence(why))
