"""Who challenges? Where anybody may, several at once too."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.properties import BooleanProperty, StringProperty

from companion.play.commands import CallChallenge, CallSpotOn
from companion.play.dice.views import SpotOnView
from companion.play.views import SeatView, TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import StagePort
from companion.ui.widgets.key import Key
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)


class CallersSheet(Sheet):
    """A key for each player who may challenge; those pressed challenge together."""

    ready = BooleanProperty(False)
    words = StringProperty("")

    def __init__(self, table: StagePort, view: TableView, **properties: object) -> None:
        super().__init__(title=self.asked(view), **properties)
        self.words = self.call_words(view)
        self._table = table
        self._keys: dict[int, Key] = {}
        for seat in self.callers(view):
            key = Key(text=seat.name, seat=seat.seat, on_release=self._toggle)
            self._keys[seat.seat] = key
            self.ids.callers.add_widget(key)

    def asked(self, view: TableView) -> str:
        """The sheet's title."""
        return say("callers.who")

    def call_words(self, view: TableView) -> str:
        """What stands on the key that calls."""
        return say("callers.challenge")

    def callers(self, view: TableView) -> Sequence[SeatView]:
        """Who may call."""
        return view.callers

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


class SpotOnSheet(CallersSheet):
    """A key for each player who may call spot on; one calls."""

    def asked(self, view: TableView) -> str:
        """The sheet's title."""
        return view.part(SpotOnView).asked

    def call_words(self, view: TableView) -> str:
        """What stands on the key that calls."""
        return view.part(SpotOnView).words

    def callers(self, view: TableView) -> Sequence[SeatView]:
        """Who may call."""
        return [seat for seat in view.seats if seat.seat in view.part(SpotOnView).callers]

    def call(self) -> None:
        """Call spot on in the name of the one whose key is pressed."""
        for seat, key in self._keys.items():
            if key.tile == "key chosen":
                self._table.send(CallSpotOn, player=seat)
                self.close()
                return

    def _toggle(self, key: Key) -> None:
        for each in self._keys.values():
            if each is not key and each.tile == "key chosen":
                super()._toggle(each)
        super()._toggle(key)
