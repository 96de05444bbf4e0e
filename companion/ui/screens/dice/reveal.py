"""The live picture until dice are read: an opening roll, lifted cups, shown dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.play.base.commands import BeginShow, CupsAreUp, EnterByHand, EnterRoll, Undo
from companion.play.base.views import View
from companion.play.modes.dice.views import (
    HandView,
    OpeningRollScene,
    ReadingScene,
    RevealScene,
    ShowingScene,
)
from companion.play.views import TableView, game_of
from companion.text import say
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.die_face import ALL_FACES, skin_of
from companion.ui.widgets.screen import Screen
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.sheet import Sheet
from companion.ui.widgets.surface import Target

load_layout(__file__)


GROWN, SMALL = 1.6, 1.0
"""Height of the key against the one beside it."""


class RevealScreen(Screen[RevealScene]):
    """The live picture, a key for lifted cups, another to enter the dice by hand.

    ``shown``: dice that lie open. While the camera looks by itself the first key stays small until help is
    due.
    """

    shown = StringProperty("")
    title = StringProperty("")
    words = StringProperty("")
    so_far = StringProperty("")

    def prepare(self, view: TableView) -> None:
        game = game_of(view.scene)
        if game is not None:
            self.show(replace(view, scene=RevealScene(game)).of(RevealScene))

    def enter(self, view: View[RevealScene]) -> None:
        self.ids.cup.lift()

    def show(self, view: View[RevealScene]) -> None:
        pictured = view.picture is not None
        self.ids.round.show(view.scene.game)
        self.shown = view.scene.game.shown_words or ""
        awaited = view.scene.awaited(view.has_camera)
        self.title, self.words, self.so_far = awaited.title, awaited.words, awaited.so_far
        self.ids.picture.show(view.picture, view.scene.game.star_face)
        self.ids.picture.opacity = 1 if pictured else 0
        self.ids.cup.opacity = 0 if pictured else 1
        self.ids.cup.draw_as(view.scene.game.star_face)
        up = self.ids.up
        up.disabled = not view.has_camera
        up.opacity = 1 if view.has_camera else 0
        up.size_hint_y = (GROWN if awaited.late else SMALL) if view.has_camera else None
        up.height = 0
        up.tile = "key yellow" if awaited.late else "key"
        self.ids.by_hand.tile = "key" if view.has_camera else "key yellow"

    def cups_are_up(self) -> None:
        self.table.send(CupsAreUp)

    def by_hand(self) -> None:
        self.table.send(EnterByHand)


class ReadTableScreen(Screen[ReadingScene]):
    def prepare(self, view: TableView) -> None:
        game = game_of(view.scene)
        if game is not None:
            self.show(replace(view, scene=ReadingScene(game)).of(ReadingScene))

    def enter(self, view: View[ReadingScene]) -> None:
        self.ids.light.run()

    def leave(self) -> None:
        self.ids.light.rest()

    def show(self, view: View[ReadingScene]) -> None:
        pictured = view.picture is not None
        self.ids.picture.show(view.picture, view.scene.game.star_face)
        self.ids.picture.opacity = 1 if pictured else 0
        self.ids.cup.opacity = 0 if pictured else 1
        self.ids.cup.draw_as(view.scene.game.star_face)
        for at, die in enumerate(self.ids.dice.children):
            die.skin, die.star = (
                ("yellow" if view.scene.game.star_face else "ivory"),
                view.scene.game.star_face,
            )
            die.face = (1, 4, 6)[at]


class SlideOutScreen(Screen[ShowingScene]):
    """How many dice are shown, the live picture, one big key once they lie out.

    ``settled``: the simulated table has put them out and knows their number.
    """

    who = StringProperty("")
    settled = BooleanProperty(False)

    def show(self, view: View[ShowingScene]) -> None:
        show = view.scene.show
        self.who, self.settled = say("slide_out.who", player=show.name), show.slid
        self.ids.picture.show(view.picture, view.scene.game.star_face)
        stepper = self.ids.count
        stepper.set_bounds(1, show.most)
        stepper.value = show.count
        stepper.caption = say("slide_out.dice", count=show.count)

    def set_count(self, count: int) -> None:
        self.table.send(BeginShow, count=count)

    def dice_are_out(self) -> None:
        self.table.send(CupsAreUp)

    def by_hand(self) -> None:
        self.table.send(EnterByHand)

    def show_none(self) -> None:
        self.table.send(Undo)


class FaceSheet(Sheet):
    """Calls ``take`` once, with the tapped face."""

    def __init__(self, title: str, star_face: int, take: Callable[[int], None], **properties: object) -> None:
        super().__init__(title=title, **properties)
        self._take = take
        picker = self.ids.faces
        picker.skin, picker.star = skin_of(star_face), star_face
        picker.offer(ALL_FACES)

    def take(self, face: int) -> None:
        self.close()
        self._take(face)


class RollerKey(Target, BoxLayout):
    tile = StringProperty("key")
    name = StringProperty("")
    complaint = StringProperty("")
    face = ObjectProperty(None, allownone=True)
    skin = StringProperty("yellow")
    star = NumericProperty(1)
    seat = NumericProperty(NO_SEAT)

    def show(self, hand: HandView, star_face: int) -> None:
        self.name = hand.name
        self.complaint = hand.complaint or ""
        self.face = hand.slots[0].face if hand.slots else None
        self.skin = skin_of(star_face) if self.face is not None else "ghost"
        self.star = star_face


class OpeningRollScreen(Screen[OpeningRollScene]):
    has_camera = BooleanProperty(False)

    def show(self, view: View[OpeningRollScene]) -> None:
        self._view = view
        self.has_camera = view.has_camera
        self.ids.picture.show(view.picture, view.scene.game.star_face)
        rollers = self.ids.rollers
        if [key.seat for key in reversed(rollers.children)] != [hand.seat for hand in view.scene.hands]:
            rollers.clear_widgets()
            for hand in view.scene.hands:
                rollers.add_widget(RollerKey(seat=hand.seat, on_release=self._ask))
        for key, hand in zip(reversed(rollers.children), view.scene.hands, strict=True):
            key.show(hand, view.scene.game.star_face)

    def read_dice(self) -> None:
        self.table.send(CupsAreUp)

    def _ask(self, key: RollerKey) -> None:
        hand: HandView = next(each for each in self._view.scene.hands if each.seat == key.seat)
        self.table.open(
            FaceSheet(
                say("roll_page.rolled", player=hand.name),
                self._view.scene.game.star_face,
                lambda face: self.table.send(EnterRoll, seat=hand.seat, face=face),
            )
        )
