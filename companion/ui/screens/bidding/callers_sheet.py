"""Who challenges? Where anybody may, several at once too."""

from __future__ import annotations

from kivy.properties import BooleanProperty

from companion.play.commands import CallChallenge
from companion.play.views import TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import StagePort
from companion.ui.widgets.key import Key
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)


class CallersSheet(Sheet):
    """A key for each player who may challenge; those pressed challenge together."""

    ready = BooleanProperty(False)

    def __init__(self, table: StagePort, view: TableView, **properties: object) -> None:
        super().__init__(title=say("callers.who"), **properties)
        self._table = table
        self._keys: dict[int, Key] = {}
        for seat in view.callers:
            key = Key(text=seat.name, on_release=self._toggle)
            self._keys[seat.seat] = key
            self.ids.callers.add_widget(key)

    def call(self) -> None:
        """Challenge in the name of all whose keys are pressed."""
        players = tuple(seat for seat, key in self._keys.items() if key.tile == "key chosen")
        if players:
            self._table.send(CallChallenge, players=players)
            self.close()

    def _toggle(self, key: Key) -> None:
        chosen = key.tile != "key chosen"
        key.tile, key.sign = ("key chosen", "check") if chosen else ("key", "")
        self.ready = any(each.tile == "key chosen" for each in self._keys.values())
