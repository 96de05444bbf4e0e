"""Asks about each doubtful die: its picture large, then its face."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.play.base.commands import ConfirmDie, CupsAreUp, EnterByHand, RemoveDie, SetFace
from companion.play.base.views import View
from companion.play.modes.dice.views import CheckScene, NextKey
from companion.play.views import TableView, game_of
from companion.text import say
from companion.ui.screens.dice.hands_board import any_hands
from companion.ui.widgets.box import load_layout
from companion.ui.widgets.die_face import ALL_FACES, skin_of
from companion.ui.widgets.screen import Screen, StagePort

load_layout(__file__)

Place = tuple[int, int]
"""Seat and slot of a die."""


class CheckScreen(Screen[CheckScene]):
    """Asks about the first die in doubt or the tapped one: ``asked``, its seat and slot."""

    asking = BooleanProperty(False)
    asking_face = BooleanProperty(False)
    """Ask for the face; else ask whether the thing is a die."""
    pictured = BooleanProperty(False)
    may_go_on = BooleanProperty(False)
    go_on_words = StringProperty("")
    may_remove = BooleanProperty(False)
    may_read_again = BooleanProperty(False)
    showing = BooleanProperty(False)
    """A bidder's dice are being shown: the picture then stands above the one hand."""
    who = StringProperty("")
    why = StringProperty("")

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._number: int | None = None
        self._wanted: Place | None = None
        self._next_key = NextKey("", None)
        self.asked: Place | None = None
        self.ids.faces.offer(ALL_FACES)

    def prepare(self, view: TableView) -> None:
        game = game_of(view.scene)
        if game is None:
            return
        star = game.star_face
        self.ids.hands.show(any_hands(game.seats), None, star)
        self.ids.faces.skin, self.ids.faces.star = skin_of(star), star

    def enter(self, view: View[CheckScene]) -> None:
        self._wanted = self.asked = None

    def show(self, view: View[CheckScene]) -> None:
        if view.number != self._number:
            self._wanted, self._number = None, view.number
        self.may_read_again = view.scene.may_read_again
        self.showing = view.scene.show is not None
        self._next_key = view.scene.next_key(view.number)
        self.go_on_words, self.may_go_on = self._next_key.words, self._next_key.command is not None
        frame = view.picture.frame if view.picture else None
        wide, star = view.picture if self.showing else None, view.scene.game.star_face
        self.ids.hands.show(view.scene.hands, frame, star)
        self.ids.picture.show(None if self.showing else view.picture, star)
        self.ids.wide_picture.show(wide, star)
        self.ids.wide_picture.opacity = 1 if wide else 0
        self.ids.faces.skin, self.ids.faces.star = skin_of(star), star
        self._ask(self._wanted or self._first_doubt)

    def go_back(self) -> bool:
        if self._wanted is None:
            return False
        self._wanted = None
        self._ask(self._first_doubt)
        return True

    def tap_slot(self, seat: int, slot: int) -> None:
        self._wanted = (seat, slot)
        self._ask(self._wanted)

    def set_face(self, face: int) -> None:
        self._answer(SetFace, face=face)

    def is_die(self) -> None:
        self._answer(ConfirmDie)

    def remove(self) -> None:
        self._answer(RemoveDie)

    def _answer(self, kind: type[SetFace | ConfirmDie | RemoveDie], **fields: object) -> None:
        if self.asked is not None:
            seat, slot = self.asked
            self.table.send(kind, seat=seat, slot=slot, **fields)

    def go_on(self) -> None:
        if self._next_key.command is not None:
            self.table.answer(self._next_key.command)

    def read_again(self) -> None:
        self.table.send(CupsAreUp)

    def by_hand(self) -> None:
        self.table.send(EnterByHand)

    @property
    def _first_doubt(self) -> Place | None:
        return next(iter(self.view.scene.doubted), None)

    def _ask(self, place: Place | None) -> None:
        view, self.asked = self.view, place
        self.asking = self.asking_face = place is not None
        self.ids.hands.choose(place)
        if place is None:
            self.pictured = view.picture is not None
            self.ids.crop.show(None, None)
            return
        hand = next(each for each in view.scene.hands if each.seat == place[0])
        slot = hand.places[place[1]]
        self.who = hand.name
        self.asking_face = not slot.maybe_no_die
        self.why = slot.doubt or say("check.which_face" if slot.face is None else "check.what_it_shows")
        if slot.maybe_no_die:
            self.why = say("check.is_it_a_die")
        too_many = len(hand.slots) > hand.expected  # after a restart no die has a picture
        self.may_remove = place[1] < len(hand.slots) and (slot.box is not None or too_many)
        frame = view.picture.frame if view.picture else None
        self.pictured = frame is not None and slot.box is not None
        self.ids.crop.show(frame, slot.box)
        self.ids.faces.choose(slot.face)
