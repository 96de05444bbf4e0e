"""A pause: nothing is watched, and one touch goes on."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.play.settings.commands import BackToTable
from companion.play.settings.views import PauseView
from companion.play.views import TableView
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import Screen

load_layout(__file__)


class PauseScreen(Screen):
    """Who is next, and a large key."""

    leading = "back"
    sentence = StringProperty("")
    key_words = StringProperty("")

    def show(self, view: TableView) -> None:
        """Say who is next."""
        pause = view.part(PauseView)
        self.sentence, self.key_words = pause.sentence, pause.key_words

    def go_on(self) -> None:
        """The table plays on."""
        self.table.send(BackToTable)

    def go_back(self) -> bool:
        """The same as going on."""
        self.go_on()
        return True
