"""The card table: the players with their chips, the melds, a Quest, and the keys of what may be done now."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.cards.views import CardKey, CardTableView, ChipMove, MeldView
from companion.play.views import TableView
from companion.text.numbers import capital
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.cards.card_keys import touch
from companion.ui.screens.cards.chip_flight import Place
from companion.ui.screens.screen import Screen, StagePort

load_layout(__file__)


class PileMark(BoxLayout):
    """``caption`` names the pile; an empty one is drawn faint."""

    caption = StringProperty("")
    count = NumericProperty(0)


class CardTableScreen(Screen):
    """Tap a player to Quest, a meld to hit, a key for everything else."""

    told = StringProperty("")
    hint = StringProperty("")
    bank = StringProperty("")
    told_card = ObjectProperty(None, allownone=True)

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._flown: int | None = None
        self.ids.seats.bind(on_ask=lambda _seats, command: table.answer(command))
        self.ids.melds.bind(on_meld=lambda _board, meld: self._hit(meld))

    def enter(self, view: TableView) -> None:
        """The table comes onto the screen."""
        self.ids.flight.land()

    def leave(self) -> None:
        """Chips on their way have arrived."""
        self.ids.flight.land()

    def show(self, view: TableView) -> None:
        """Draw the match."""
        cards = view.part(CardTableView)
        self.ids.seats.show(cards.seats)
        self.ids.melds.show(cards.melds)
        self.ids.stock.count, self.ids.discards.count = cards.stock, cards.discards
        self.bank = say("card_table.bank", chips=cards.bank) if cards.bank else ""
        self.hint = cards.hint or ""
        self._tell(cards)
        self.ids.acts.show(cards.keys, self.table)
        if cards.moves and self._flown != view.number:
            self._flown = view.number
            Clock.schedule_once(lambda _: self._fly(cards.moves), 0)  # once the plates lie in their places

    def _tell(self, cards: CardTableView) -> None:
        quest, table = self.ids.quest, self.ids.table
        asking = cards.quest is not None
        quest.opacity, table.opacity = (1, 0) if asking else (0, 1)
        quest.size_hint_y, table.size_hint_y = (1, None) if asking else (None, 1)
        (table if asking else quest).height = 0
        table.disabled = asking
        self.told = "" if asking else cards.told or ""
        self.told_card = None if asking else cards.told_card
        if asking:
            quest.show(cards.quest)
        else:
            quest.rest()

    def _hit(self, meld: MeldView) -> None:
        if not meld.hits:
            why = meld.why or ""
            self.table.toast(capital(why))
            return
        touch(CardKey(say("card_table.which_card", player=meld.owner), choices=meld.hits), self.table)

    def _fly(self, moves: tuple[ChipMove, ...]) -> None:
        plates = self.ids.seats.plates
        for move in moves:
            plates[move.payee].pulse()
        self.ids.flight.fly([(self._place(move.payer), self._place(move.payee)) for move in moves])

    def _place(self, seat: int | None) -> Place:
        """The middle of a seat's plate, or of the bank's place beside the stock."""
        at = self.ids.stock if seat is None else self.ids.seats.plates[seat]
        return self.ids.flight.to_widget(*at.to_window(*at.center))
