"""The opening roll: one die a player, the highest opens. Read by the camera or tapped in."""

from __future__ import annotations

from kivy.properties import BooleanProperty

from companion.play.commands import CupsAreUp, EnterRoll
from companion.play.views import HandView, TableView
from companion.ui.layout_file import load_layout
from companion.ui.screens.face_sheet import FaceSheet
from companion.ui.screens.screen import Screen
from companion.ui.widgets.roller_key import RollerKey

load_layout(__file__)


class OpeningRollScreen(Screen):
    """A key for each player who rolls; tap it, then the face."""

    has_camera = BooleanProperty(False)

    def show(self, view: TableView) -> None:
        """Draw who rolls and what is known of their dice."""
        self._view = view
        self.has_camera = view.has_camera
        self.ids.picture.show(view.picture, view.has_stars)
        rollers = self.ids.rollers
        if [key.seat for key in reversed(rollers.children)] != [hand.seat for hand in view.hands]:
            rollers.clear_widgets()
            for hand in view.hands:
                rollers.add_widget(RollerKey(seat=hand.seat, on_release=self._ask))
        for key, hand in zip(reversed(rollers.children), view.hands, strict=True):
            key.show(hand, view.has_stars)

    def read_dice(self) -> None:
        """Let the camera read one die a seat."""
        self.table.send(CupsAreUp)

    def _ask(self, key: RollerKey) -> None:
        hand: HandView = next(each for each in self._view.hands if each.seat == key.seat)
        self.table.open(
            FaceSheet(
                f"{hand.name} rolled",
                self._view.has_stars,
                lambda face: self.table.send(EnterRoll, seat=hand.seat, face=face),
            )
        )
