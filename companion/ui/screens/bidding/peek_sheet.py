"""At the simulated table: one player looks under their cup, the others look away."""

from __future__ import annotations

from companion.play.commands import Peek
from companion.play.views import TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import StagePort
from companion.ui.widgets.key import Key
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)


class PeekSheet(Sheet):
    """A key for each player, the picture with that one's cup lifted; the cup is put back at the end."""

    def __init__(self, table: StagePort, view: TableView, **properties: object) -> None:
        super().__init__(**properties)
        self._table = table
        self._keys: dict[int, Key] = {}
        for seat in view.seats:
            if not seat.out:
                key = Key(
                    text=seat.name, seat=seat.seat, on_release=lambda _key, at=seat.seat: self._look(at)
                )
                self._keys[seat.seat] = key
                self.ids.players.add_widget(key)
        self.follow(view, moved=False)

    def follow(self, view: TableView, moved: bool) -> None:
        """Show the picture as it now is; the bidding going on puts the cup back."""
        if not view.may_peek:
            self.close()
            return
        self.ids.picture.show(view.picture, view.star_face)
        name = next((seat.name for seat in view.seats if seat.seat == view.peeking), "")
        self.title = say("peek.only", player=name) if name else say("peek.who")
        for seat, key in self._keys.items():
            key.tile = "key chosen" if seat == view.peeking else "key"

    def closed(self) -> None:
        """The cup is put back."""
        self._table.send(Peek, seat=None)

    def _look(self, seat: int) -> None:
        self._table.send(Peek, seat=seat)
