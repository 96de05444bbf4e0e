"""The page of a journal that cannot be used: why, and what can be done by touch."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.play.commands import BeginNewJournal, Command, PlayUnsaved, SalvageJournal, TryJournalAgain
from companion.play.views import JournalView, TableView
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
        for place, (words, command) in enumerate(_ways(view.journal)):
            tile = "key yellow" if place == 0 else "key"
            key = Key(text=words, tile=tile)
            key.bind(on_release=lambda _, chosen=command: self._choose(chosen))
            self.ids.ways.add_widget(key)

    def _choose(self, command: type[Command]) -> None:
        self.table.toast(say("journal_page.moment"))
        self.table.send(command)


def _ways(page: JournalView) -> list[tuple[str, type[Command]]]:
    ways: list[tuple[str, type[Command]]] = []
    if page.may_salvage:
        ways.append((say("journal_page.salvage"), SalvageJournal))
    ways.append((say("journal_page.again"), TryJournalAgain))
    if page.may_begin_anew:
        ways.append((say("journal_page.anew"), BeginNewJournal))
    if page.may_play_unsaved:
        ways.append((say("journal_page.unsaved"), PlayUnsaved))
    return ways
