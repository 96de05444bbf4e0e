"""The opening roll: one die a player, the highest opens. Read by the camera or tapped in."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.base.commands import CupsAreUp, EnterRoll
from companion.play.base.views import View
from companion.play.modes.dice.views import HandView, OpeningRollScene
from companion.text import say
from companion.ui.widgets.die_face import ALL_FACES, skin_of
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.screen import Screen
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.sheet import Sheet
from companion.ui.widgets.surface import Target

load_layout(__file__)


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
    name = StringProperty("")
    complaint = StringProperty("")
    face = ObjectProperty(None, allownone=True)
    skin = StringProperty("yellow")
    star = NumericProperty(1)

    seat = NumericProperty(NO_SEAT)

    def __init__(self, **properties: object) -> None:
        properties.setdefault("tile", "key")
        super().__init__(**properties)

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
