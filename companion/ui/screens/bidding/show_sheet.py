"""Show and reroll: the bidder says which dice are put outside the cup.

At the simulated table the house then slides them out for the camera; without a camera they are taken as told.
"""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.play.dice.views import ShowView
from companion.play.views import TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import StagePort
from companion.ui.widgets.die_face import skin_of
from companion.ui.widgets.die_key import DieKey
from companion.ui.widgets.face_picker import ALL_FACES
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)


class ShowSheet(Sheet):
    """Tap a face for each die shown; tap a chosen die to take it back. One die at least is rerolled."""

    most = NumericProperty(0)
    ready = BooleanProperty(False)
    rest = StringProperty("")
    do_it = StringProperty("")

    def __init__(self, table: StagePort, view: TableView, **properties: object) -> None:
        self._table = table
        self._faces: list[int] = []
        self._star_face = view.star_face
        self._show, self._number = view.part(ShowView), view.number
        title = say("show_sheet.title", player=self._show.name)
        super().__init__(title=title, most=self._show.most, **properties)
        self.do_it = self._show.told_words
        picker = self.ids.faces
        picker.skin, picker.star = skin_of(self._star_face), self._star_face
        picker.offer(ALL_FACES)
        self._draw()

    def add(self, face: int) -> None:
        """One more die is shown."""
        if len(self._faces) < self.most:
            self._faces.append(face)
            self._draw()

    def confirm(self) -> None:
        """Put these dice outside and reroll the others."""
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
