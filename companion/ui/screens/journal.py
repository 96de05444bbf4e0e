"""The page of a journal that cannot be used: why, and what can be done by touch."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.play.commands import Command
from companion.play.views import TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.screen import Screen
from companion.ui.widgets.key import Key

load_layout(__file__)


class JournalScreen(Screen):
    """A sentence, and a key for each way on; the first is the likeliest."""

    leading = "leave"
    sentence = StringProperty("")

    def show(self, view: TableView) -> None:
        """Draw what is wrong and the ways on."""
        if view.journal is None:
            return
        self.sentence = view.journal.sentence
        self.ids.ways.clear_widgets()
        for place, way in enumerate(view.journal.ways(view.number)):
            key = Key(text=way.words, tile="key yellow" if place == 0 else "key")
            key.bind(on_release=lambda _, chosen=way.command: self._choose(chosen))
            self.ids.ways.add_widget(key)

    def _choose(self, command: Command) -> None:
        self.table.toast(say("journal_page.moment"))
        self.table.answer(command)
