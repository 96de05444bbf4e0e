"""Sheets over the bids: who challenges or calls spot on, dice to show, a look under a cup."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.play.base.commands import CallChallenge, CallSpotOn, Peek
from companion.play.base.views import View
from companion.play.modes.dice.views import BiddingScene, SeatView, SpotOnView
from companion.play.views import TableView
from companion.text import say
from companion.ui.widgets.box import load_layout
from companion.ui.widgets.die_face import ALL_FACES, DieKey, skin_of
from companion.ui.widgets.key import Key
from companion.ui.widgets.screen import StagePort
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)


class CallersSheet(Sheet):
    """A key for each possible challenger; those pressed challenge together."""

    ready = BooleanProperty(False)
    words = StringProperty("")

    def __init__(self, table: StagePort, view: View[BiddingScene], **properties: object) -> None:
        super().__init__(title=self.asked(view), **properties)
        self.words = self.call_words(view)
        self._table = table
        self._keys: dict[int, Key] = {}
        for seat in self.callers(view):
            key = Key(text=seat.name, seat=seat.seat, on_release=self._toggle)
            self._keys[seat.seat] = key
            self.ids.callers.add_widget(key)

    def asked(self, view: View[BiddingScene]) -> str:
        return say("callers.who")

    def call_words(self, view: View[BiddingScene]) -> str:
        return view.scene.shout

    def callers(self, view: View[BiddingScene]) -> Sequence[SeatView]:
        return view.scene.callers

    def call(self) -> None:
        players = tuple(seat for seat, key in self._keys.items() if key.tile == "key chosen")
        if players:
            self._table.send(CallChallenge, players=players)
            self.close()

    def _toggle(self, key: Key) -> None:
        chosen = key.tile != "key chosen"
        key.tile, key.sign = ("key chosen", "check") if chosen else ("key", "")
        self.ready = any(each.tile == "key chosen" for each in self._keys.values())


class SpotOnSheet(CallersSheet):
    def asked(self, view: View[BiddingScene]) -> str:
        return _spot_on(view).asked

    def call_words(self, view: View[BiddingScene]) -> str:
        """Empty: the players' own keys call."""
        return ""

    def callers(self, view: View[BiddingScene]) -> Sequence[SeatView]:
        return [seat for seat in view.scene.game.seats if seat.seat in _spot_on(view).callers]

    def _toggle(self, key: Key) -> None:
        self._table.send(CallSpotOn, player=key.seat)
        self.close()


class PeekSheet(Sheet):
    def __init__(self, table: StagePort, view: View[BiddingScene], **properties: object) -> None:
        super().__init__(**properties)
        self._table = table
        self._keys: dict[int, Key] = {}
        for seat in view.scene.game.seats:
            if not seat.out:
                key = Key(
                    text=seat.name, seat=seat.seat, on_release=lambda _key, at=seat.seat: self._look(at)
                )
                self._keys[seat.seat] = key
                self.ids.players.add_widget(key)
        self.follow(view, moved=False)

    def follow(self, view: TableView, moved: bool) -> None:
        scene = view.scene
        if not isinstance(scene, BiddingScene) or not scene.may_peek:
            self.close()
            return
        self.ids.picture.show(view.picture, scene.game.star_face)
        name = next((seat.name for seat in scene.game.seats if seat.seat == scene.peeking), "")
        self.title = say("peek.only", player=name) if name else say("peek.who")
        for seat, key in self._keys.items():
            key.tile = "key chosen" if seat == scene.peeking else "key"

    def closed(self) -> None:
        if isinstance(self._table.view.scene, BiddingScene):  # else the cup is down already
            self._table.send(Peek, seat=None)

    def _look(self, seat: int) -> None:
        self._table.send(Peek, seat=seat)


class ShowSheet(Sheet):
    """Tap a face for each die shown; tap a chosen one to take it back. At least one die is rerolled."""

    most = NumericProperty(0)
    ready = BooleanProperty(False)
    rest = StringProperty("")
    do_it = StringProperty("")

    def __init__(self, table: StagePort, view: View[BiddingScene], **properties: object) -> None:
        self._table = table
        self._faces: list[int] = []
        self._star_face = view.scene.game.star_face
        if view.scene.show is None:
            raise ValueError("no dice may be shown now")
        self._show, self._number = view.scene.show, view.number
        title = say("show_sheet.title", player=self._show.name)
        super().__init__(title=title, most=self._show.most, **properties)
        self.do_it = self._show.told_words
        picker = self.ids.faces
        picker.skin, picker.star = skin_of(self._star_face), self._star_face
        picker.offer(ALL_FACES)
        self._draw()

    def add(self, face: int) -> None:
        if len(self._faces) < self.most:
            self._faces.append(face)
            self._draw()

    def confirm(self) -> None:
        if not self._faces:
            return
        self._table.answer(self._show.told(self._number, tuple(self._faces)))
        self.close()

    def _draw(self) -> None:
        row = self.ids.chosen
        row.clear_widgets()
        for face in self._faces:
            row.add_widget(
                DieKey(
                    face=face, skin=skin_of(self._star_face), star=self._star_face, on_release=self._take_back
                )
            )
        self.ready = bool(self._faces)
        left = self.most + 1 - len(self._faces)
        self.rest = say("show_sheet.rerolled", count=left)
        self.ids.faces.offer(ALL_FACES, ALL_FACES if len(self._faces) < self.most else ())

    def _take_back(self, key: DieKey) -> None:
        self._faces.remove(key.face)
        self._draw()


def _spot_on(view: View[BiddingScene]) -> SpotOnView:
    if view.scene.spot_on is None:
        raise ValueError("nobody may call spot on now")
    return view.scene.spot_on
