"""The verdict: in words, as count against bid, and on the dice that counted."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.play.commands import CorrectReading, NextRound
from companion.play.views import TableView, VerdictView
from companion.ui.layout_file import load_layout
from companion.ui.screens.picture_sheet import PictureSheet
from companion.ui.screens.screen import Screen, Table
from companion.ui.theme import THEME
from companion.ui.widgets.camera_picture import LIGHTING_SECONDS

load_layout(__file__)


class VerdictScreen(Screen):
    """``shown_count`` runs up to the count while the dice light up."""

    headline = StringProperty("")
    sentence = StringProperty("")
    count = NumericProperty(0)
    shown_count = NumericProperty(0)
    quantity = NumericProperty(0)
    bid_face = ObjectProperty(None, allownone=True)
    star = BooleanProperty(True)
    pictured = BooleanProperty(False)
    may_correct = BooleanProperty(False)

    def __init__(self, table: Table, **properties: object) -> None:
        super().__init__(table, **properties)
        self._verdict: VerdictView | None = None

    def enter(self, view: TableView) -> None:
        """A new verdict lights up."""
        self._verdict = None

    def enlarge(self) -> None:
        """Show the picture as large as the screen."""
        if self.table.view.picture is not None:
            self.table.open(PictureSheet(self.table.view.picture, self.table.view.has_stars))

    def show(self, view: TableView) -> None:
        """Draw the verdict; a new one lights its dice one after another."""
        self.may_correct = view.may_correct
        self.pictured = view.picture is not None
        self.ids.picture.show(view.picture, view.has_stars)
        verdict = view.verdict
        if verdict is None or verdict == self._verdict:
            return
        self._verdict = verdict
        self.headline, self.sentence = verdict.headline, verdict.sentence
        self.count, self.quantity = verdict.count, verdict.quantity
        self.bid_face, self.star = view.bid_face, view.has_stars
        self.ids.hands.show(verdict, view.has_stars)
        self._light_up()

    def leave(self) -> None:
        """Nothing moves on."""
        Animation.cancel_all(self, "shown_count")

    def message(self, view: TableView) -> str:
        """The headline stands below: here is what comes next."""
        return view.message

    def next_round(self) -> None:
        """Shake the cups."""
        self.table.send(NextRound)

    def correct(self) -> None:
        """A face was taken wrongly."""
        self.table.send(CorrectReading)

    def _light_up(self) -> None:
        Animation.cancel_all(self, "shown_count")
        if not THEME.motion:
            self.shown_count = self.count
            return
        self.shown_count = 0
        seconds = THEME.seconds(LIGHTING_SECONDS * max(1, min(self.count, 30)))
        Animation(shown_count=self.count, duration=seconds).start(self)
        self.ids.hands.light_up()
        self.ids.picture.light_up()
