"""The tap sheet: all cards, rank by suit, to ask for one, turn it over or lay it."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.core.frame import Frame
from companion.core.reading import Box
from companion.play.base.commands import Command
from companion.play.base.views import View
from companion.play.modes.cards import views
from companion.play.views import TableView
from companion.text import as_sentence, capital
from companion.ui.art.theme import THEME
from companion.ui.screens.cards.card_keys import CardChoiceKey, touch
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.camera_picture import DieCrop
from companion.ui.widgets.even_rows import keep
from companion.ui.widgets.key import Key
from companion.ui.widgets.screen import Screen, StagePort
from companion.ui.widgets.sheet import Sheet
from companion.ui.widgets.surface import Surface, Target


class CardLookScreen(Screen[views.CardLookScene | views.CardReadingScene]):
    leading = "back"
    back = views.CloseSheet
    words = StringProperty("")
    reading = BooleanProperty(False)
    wanted = ObjectProperty(None, allownone=True)

    def enter(self, view: View[views.CardLookScene | views.CardReadingScene]) -> None:
        if view.scene.look.reading:
            self.ids.light.run()

    def leave(self) -> None:
        self.ids.light.rest()

    def show(self, view: View[views.CardLookScene | views.CardReadingScene]) -> None:
        look = view.scene.look
        self.words, self.reading, self.wanted = look.words, look.reading, look.wanted
        self.ids.picture.show(view.picture, star_face=0)
        self.ids.acts.show(look.keys, self.table)


CARD_ROOM = 0.14
"""Room round a card, as a part of its longer side: a single corner tells only roughly where the card ends
(seen at composed tables).
"""


def card_part(frame: Frame, box: Box) -> Box:
    """The part of a frame with this card and little else: beside it may lie somebody's hand."""
    left, top, right, bottom = box
    room = round(max(right - left, bottom - top) * CARD_ROOM)
    return (
        max(0, left - room),
        max(0, top - room),
        min(frame.width, right + room),
        min(frame.height, bottom + room),
    )


class CropKey(Target, DieCrop):
    """A card in its own proportions; ``sign``, in its corner, says what a touch does."""

    sign = StringProperty("enlarge")
    tile = StringProperty("well")

    def part_of(self, frame: Frame, box: Box, aspect: float) -> Box:
        return card_part(frame, box)


class CropSheet(Sheet):
    def __init__(self, crop: views.CropView, **properties: object) -> None:
        super().__init__(**properties)
        self.ids.crop.show(crop.frame, crop.box)


class CardReadScreen(Screen[views.CardReadScene]):
    leading = "back"
    card = ObjectProperty(None, allownone=True)
    wanted = ObjectProperty(None, allownone=True)
    read = StringProperty("")
    verdict = StringProperty("")
    fits = BooleanProperty(False)
    why = StringProperty("")

    def show(self, view: View[views.CardReadScene]) -> None:
        offer = view.scene.offer
        self.card, self.wanted = offer.card, offer.wanted
        self.read, self.verdict, self.fits = offer.read, offer.verdict, offer.fits
        why = offer.why or ""
        self.why = capital(why)
        self.ids.crop.show(offer.crop.frame, offer.crop.box)
        self.ids.acts.show(offer.keys, self.table)

    def enlarge(self) -> None:
        self.table.open(CropSheet(self.view.scene.offer.crop))

    def leave(self) -> None:
        self.ids.crop.show(None, None)
        self.ids.acts.show((), self.table)

    def go_back(self) -> bool:
        self.table.answer(self.view.scene.offer.close)
        return True


load_layout(__file__)


_ASKING, _PICKING, _NOTHING = (1.65, 2.5), (1.2, 1.8), (0.0, 0.0)
"""Room below the cards, in heights of a large key: landscape, portrait."""


class CardSheetScreen(Screen[views.CardSheetScene]):
    """One touch takes a card, a rank or a suit; several wanted cards are tapped, then taken."""

    leading = "back"
    many = BooleanProperty(False)
    ready = BooleanProperty(False)
    picked = ObjectProperty(())
    why = StringProperty("")
    take_words = StringProperty("")
    read_words = StringProperty("")
    doubting = BooleanProperty(False)
    """Whether a card that was read is asked about; it stands in the place of those picked."""
    rows = NumericProperty(0.0)
    """Height of what stands below the cards, in large keys."""

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self.ids.grid.bind(on_cell=lambda _grid, cell: self._touch(cell))
        self.ids.doubt.bind(on_answer=lambda _row, command: table.answer(command))
        self.ids.doubt.bind(on_enlarge=lambda _row: self._enlarge())

    def prepare(self, view: TableView) -> None:
        self.ids.grid.prepare()

    def show(self, view: View[views.CardSheetScene]) -> None:
        sheet = view.scene.sheet
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
        self.table.answer(self.view.scene.sheet.close)
        return True

    def take(self) -> None:
        touch(self.view.scene.sheet.take, self.table)

    def read(self) -> None:
        touch(self.view.scene.sheet.read, self.table)

    def leave(self) -> None:
        self.ids.doubt.show(None)

    def _enlarge(self) -> None:
        if self.view.scene.sheet.doubt is not None:
            self.table.open(CropSheet(self.view.scene.sheet.doubt.crop))

    def _touch(self, cell: views.SheetCell) -> None:
        if cell.command is not None:
            self.table.answer(cell.command)
            return
        why = cell.why or ""
        self.table.toast(as_sentence(why))


RANKS, SUITS, KINDS = 13, 4, 3
_UPRIGHT_COLUMNS = 7
"""In portrait ace to seven stand above eight to king; the suits' own keys take the free place."""


class CardKeyCell(Target, FloatLayout):
    lit = BooleanProperty(True)
    picked = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        self.cell: views.SheetCell | None = None
        super().__init__(size_hint=(None, None), **properties)

    def show(self, cell: views.SheetCell) -> None:
        self.cell = cell
        self.ids.face.card = cell.card
        self.lit = cell.command is not None
        self.picked = bool(cell.picked)
        self.ids.twice.text = str(cell.picked) if cell.picked > 1 else ""


class CardGrid(FloatLayout):
    __events__ = ("on_cell",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._with_ranks: bool | None = None
        self.keys: list[CardKeyCell] = []
        self.bind(pos=self._arrange, size=self._arrange)
        THEME.tell(self, self._arrange, "portrait", "scale")

    def on_cell(self, cell: views.SheetCell) -> None: ...

    def prepare(self) -> None:
        """Make the keys of the largest sheet: a player is asked for a card, a rank, a suit or a kind."""
        self._keep(RANKS * SUITS + RANKS + SUITS + KINDS)

    def show(self, sheet: views.SheetView) -> None:
        cells = (*sheet.cells, *sheet.ranks, *sheet.suits, *sheet.kinds)
        self._keep(len(cells))
        self._with_ranks = bool(sheet.ranks)
        for key, cell in zip(self.keys, cells, strict=True):
            key.show(cell)
        self._arrange()

    def _keep(self, count: int) -> None:
        for many in (0, count) if count != len(self.keys) else ():
            keep(self, many, lambda: CardKeyCell(on_release=lambda key: self.dispatch("on_cell", key.cell)))
        self.keys = self.children[::-1]

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
"""Column, row, width and height of each key, in cells: the cards suit by suit, ranks, suits, kinds."""


def _across(with_ranks: bool) -> Places:
    first = int(with_ranks)
    cards: Places = [(rank, first + suit, 1, 1) for suit in range(SUITS) for rank in range(RANKS)]
    if not with_ranks:
        return cards
    ranks: Places = [(rank, 0, 1, 1) for rank in range(RANKS)]
    suits: Places = [(RANKS, 1 + suit, 1, 1) for suit in range(SUITS)]
    tall = (1 + SUITS) / KINDS
    return [*cards, *ranks, *suits, *((RANKS + 1, kind * tall, 1, tall) for kind in range(KINDS))]


def _upright(with_ranks: bool) -> Places:
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


class CardDoubtRow(Surface, BoxLayout):
    __events__ = ("on_answer", "on_enlarge")
    asked = StringProperty("")
    why = StringProperty("")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._doubt: views.DoubtView | None = None

    def on_answer(self, command: Command) -> None: ...

    def on_enlarge(self) -> None: ...

    def show(self, doubt: views.DoubtView | None) -> None:
        if doubt == self._doubt:
            return
        self._doubt = doubt
        self.ids.likely.clear_widgets()
        if doubt is None:
            self.asked = self.why = ""
            self.ids.crop.show(None, None)
            return
        self.asked, self.why = doubt.asked, doubt.why
        self.ids.crop.show(doubt.crop.frame, doubt.crop.box)
        for choice in doubt.likely:
            key = CardChoiceKey(choice, slim=True, on_release=lambda key: self._send(key.choice))
            self.ids.likely.add_widget(key)
        if doubt.pass_over is not None:
            words = doubt.pass_over.words
            self.ids.likely.add_widget(Key(text=words, on_release=lambda _: self._send(doubt.pass_over)))

    def _send(self, key: views.CardKey) -> None:
        self.dispatch("on_answer", key.command)
