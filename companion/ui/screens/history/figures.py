"""Figures of the table and of each player: bars, columns of faces, and what no bar shows."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.base.views import View
from companion.play.modes.history.commands import BackToGames, ForgetPerson, TurnFigures
from companion.play.modes.history.views import FiguresScene
from companion.text import say
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.screen import Screen
from companion.ui.widgets.sheet import Question

load_layout(__file__)

WORDS_ROOM, NAMES_ROOM = 2.1, 0.8
"""Beside a bar of 1: what the bar is of, and a name on the table's page, which is wider."""


class ShareBar(BoxLayout):
    """A part of a whole: what, how much, and in numbers; ``origin`` is where the bar begins (0-1).

    ``room`` is how wide the words may be against a bar of 1; the numbers have a part of it.
    """

    words = StringProperty("")
    share = NumericProperty(0.0)
    origin = NumericProperty(0.0)
    room = NumericProperty(1.0)
    told = StringProperty("")


class BidColumn(BoxLayout):
    """How often a face was bid, against the face that was bid most; ``star`` is 1 for the column of stars."""

    face = NumericProperty(1)
    star = NumericProperty(0)
    bids = NumericProperty(0)
    share = NumericProperty(0.0)


class FiguresScreen(Screen[FiguresScene]):
    """Turns from the table to each player."""

    leading = "back"
    lines = StringProperty("")
    has_before = BooleanProperty(False)
    has_next = BooleanProperty(False)
    has_faces = BooleanProperty(False)
    may_forget = BooleanProperty(False)

    @property
    def _figures(self) -> FiguresScene:
        return self.table.view.of(FiguresScene).scene

    def show(self, view: View[FiguresScene]) -> None:
        """Draw this page."""
        figures = view.scene
        self.lines = "\n".join(figures.lines)
        self.has_before, self.has_next = figures.at > 0, figures.at + 1 < figures.pages
        self.may_forget, self.has_faces = bool(figures.name), any(figures.faces) or figures.stars > 0
        bars, faces = self.ids.bars, self.ids.faces
        bars.clear_widgets()
        room = WORDS_ROOM if figures.name else NAMES_ROOM
        for bar in figures.bars:
            share, origin = bar.share, bar.origin
            bars.add_widget(ShareBar(words=bar.words, share=share, origin=origin, told=bar.told, room=room))
        faces.clear_widgets()
        most = max((1, *figures.faces, figures.stars))
        for face, bids in enumerate(figures.faces if self.has_faces else (), start=1):
            faces.add_widget(BidColumn(face=face, bids=bids, share=bids / most))
        if figures.stars:
            faces.add_widget(BidColumn(star=1, bids=figures.stars, share=figures.stars / most))

    def go_back(self) -> bool:
        """To the list."""
        self.table.send(BackToGames)
        return True

    def turn(self, by: int) -> None:
        """To another player."""
        self.table.send(TurnFigures, at=self._figures.at + by)

    def ask_forget(self) -> None:
        """Ask, then forget the name."""
        figures = self._figures
        forget = partial(self.table.send, ForgetPerson, name=figures.name)
        self.table.open(
            Question(
                title=say("past.forget_name", player=figures.title),
                text=say("past.forget_name_line"),
                answers=((say("past.forget"), "key red", forget),),
                back=say("past.keep_name"),
            )
        )
