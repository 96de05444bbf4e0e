"""Who sits where: two players change places by a drag, or by a touch on each."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.views import PictureView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.welcome.players_page import PlayersPage
from companion.ui.screens.welcome.seat_table import SeatTable
from companion.ui.widgets.key import Key
from companion.ui.widgets.seat_badge import NO_SEAT

load_layout(__file__)


class SeatsPage(BoxLayout):
    """The players of the page before at a table seen from above; their order there is the order of play."""

    rising = NumericProperty(NO_SEAT)
    """The seat whose player was touched and goes to the seat that is touched next."""

    pictured = BooleanProperty(False)
    """The camera's picture lies on the table: words are where they hide little of it."""

    def __init__(self, players: PlayersPage, refresh: Callable[[], None], **properties: object) -> None:
        self._players, self._refresh = players, refresh
        super().__init__(**properties)
        self.table.exchanged = self._exchange
        self.ids.start.bind(on_release=lambda *_: players.start())

    @property
    def table(self) -> SeatTable:
        """The table with everybody's plate."""
        table: SeatTable = self.ids.table
        return table

    @property
    def question(self) -> str:
        """What the header asks."""
        if self.rising == NO_SEAT:
            return say("seats.question")
        return say("seats.where", player=self._players.names[int(self.rising)])

    def picture(self, above: PictureView | None) -> None:
        """Draw the table from above as its camera sees it, or only its outline."""
        self.pictured = above is not None
        self.table.lay(above)

    def show(self) -> None:
        """Draw the players as they sit now."""
        self.rising = NO_SEAT
        self._draw()

    def _draw(self) -> None:
        self.table.hold(tuple(self._plate(seat, name) for seat, name in enumerate(self._players.names)))
        self._refresh()

    def _plate(self, seat: int, name: str) -> Key:
        opens = self._players.names_opener and seat == self._players.opener
        return Key(
            text=name,
            seat=seat,
            sign="turn" if opens and self.table.shows_opener(len(self._players.names)) else "",
            tile="key yellow" if seat == self.rising else "key chosen" if opens else "key",
            on_release=lambda _key: self._touch(seat),
        )

    def _touch(self, seat: int) -> None:
        if self.rising == NO_SEAT:
            self.rising = seat
            self._draw()
        else:
            self._exchange(int(self.rising), seat)

    def _exchange(self, one: int, other: int) -> None:
        self._players.exchange(one, other)
        self.show()
