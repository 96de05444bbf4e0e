"""All 52 cards to be tapped, rank by suit; in a Quest the ranks, suits and kinds too."""

from __future__ import annotations

from kivy.properties import BooleanProperty
from kivy.uix.floatlayout import FloatLayout

from companion.play.cards.views import SheetCell, SheetView
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME
from companion.ui.widgets.surface import Target

load_layout(__file__)

RANKS, SUITS, KINDS = 13, 4, 3
_UPRIGHT_COLUMNS = 7
"""In portrait ace to seven stand above eight to king; the suits' own keys take the place left free."""


class CardKeyCell(Target, FloatLayout):
    """One card of the sheet."""

    lit = BooleanProperty(True)
    picked = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        self.cell: SheetCell | None = None
        super().__init__(size_hint=(None, None), **properties)

    def show(self, cell: SheetCell) -> None:
        """Draw this cell."""
        self.cell = cell
        self.ids.face.card = cell.card
        self.lit = cell.command is not None
        self.picked = bool(cell.picked)
        self.ids.twice.text = str(cell.picked) if cell.picked > 1 else ""


class CardGrid(FloatLayout):
    """Sends ``on_cell`` with the touched cell, also where it cannot be taken."""

    __events__ = ("on_cell",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._with_ranks: bool | None = None
        self.keys: list[CardKeyCell] = []
        self.bind(pos=self._arrange, size=self._arrange)
        THEME.tell(self, self._arrange, "portrait", "scale")

    def on_cell(self, cell: SheetCell) -> None:
        """A card was touched."""

    def show(self, sheet: SheetView) -> None:
        """Draw the sheet's cards."""
        cells = (*sheet.cells, *sheet.ranks, *sheet.suits, *sheet.kinds)
        if len(cells) != len(self.keys):
            self.clear_widgets()
            self.keys = [
                CardKeyCell(on_release=lambda key: self.dispatch("on_cell", key.cell)) for _ in cells
            ]
            for key in self.keys:
                self.add_widget(key)
        self._with_ranks = bool(sheet.ranks)
        for key, cell in zip(self.keys, cells, strict=True):
            key.show(cell)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        if self._with_ranks is None or min(self.size) < 8:
            return
        places = _upright(self._with_ranks) if THEME.portrait else _across(self._with_ranks)
        columns, rows = round(max(at[0] + at[2] for at in places)), round(max(at[1] + at[3] for at in places))
        gap = THEME.gap_small * (0.6 if THEME.portrait else 0.75)
        width, height = (self.width - gap * (columns - 1)) / columns, (self.height - gap * (rows - 1)) / rows
        for key, (column, row, across, down) in zip(self.keys, places, strict=True):
            key.size = (across * (width + gap) - gap, down * (height + gap) - gap)
            key.pos = (self.x + column * (width + gap), self.top + gap - (row + down) * (height + gap))


Places = list[tuple[float, float, float, float]]
"""Column, row, width and height of each key in cells: the cards suit by suit, ranks, suits, kinds."""


def _across(with_ranks: bool) -> Places:
    """Thirteen columns; the ranks' own keys above, the suits' own on the right, the kinds outermost."""
    first = int(with_ranks)
    cards: Places = [(rank, first + suit, 1, 1) for suit in range(SUITS) for rank in range(RANKS)]
    if not with_ranks:
        return cards
    ranks: Places = [(rank, 0, 1, 1) for rank in range(RANKS)]
    suits: Places = [(RANKS, 1 + suit, 1, 1) for suit in range(SUITS)]
    tall = (1 + SUITS) / KINDS
    return [*cards, *ranks, *suits, *((RANKS + 1, kind * tall, 1, tall) for kind in range(KINDS))]


def _upright(with_ranks: bool) -> Places:
    """Seven columns, ace to seven over eight to king, the kinds below."""
    first, block = int(with_ranks), SUITS + int(with_ranks)

    def at(rank: int, row: int) -> tuple[float, float, float, float]:
        return rank % _UPRIGHT_COLUMNS, row + block * (rank // _UPRIGHT_COLUMNS), 1, 1

    cards = [at(rank, first + suit) for suit in range(SUITS) for rank in range(RANKS)]
    if not with_ranks:
        return cards
    ranks = [at(rank, 0) for rank in range(RANKS)]
    suits = [at(RANKS, 1 + suit) for suit in range(SUITS)]
    wide = _UPRIGHT_COLUMNS / KINDS
    return [*cards, *ranks, *suits, *((kind * wide, 2 * block, wide, 1) for kind in range(KINDS))]
