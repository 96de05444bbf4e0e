"""The settings, a line each; one touch changes a line, or opens its choices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.settings.commands import BackToTable
from companion.play.settings.views import SettingsView, SettingView
from companion.play.views import TableView
from companion.ui.layout_file import load_layout
from companion.ui.screens.choice_sheet import Choice, ChoiceSheet
from companion.ui.screens.screen import Screen
from companion.ui.widgets.surface import Target

load_layout(__file__)


class SettingLine(Target, BoxLayout):
    """What is set, and how it stands."""

    title = StringProperty("")
    state_words = StringProperty("")
    chosen = BooleanProperty(False)

    def __init__(self, touch: Callable[[SettingView], None]) -> None:
        self.row: SettingView | None = None
        super().__init__()
        self.bind(on_release=lambda *_: touch(self.row) if self.row is not None else None)

    def show(self, row: SettingView) -> None:
        """Draw this setting; one that only tells is no key."""
        self.row = row
        self.title, self.state_words, self.chosen = row.title, row.state, row.state_on
        touched = bool(row.choices) or row.command is not None
        self.tile = ("key chosen" if row.state_on else "key") if touched else "plate"
        self.disabled = not touched


class SettingsScreen(Screen):
    """Draws the lines as they come."""

    leading = "back"

    def show(self, view: TableView) -> None:
        """Draw the lines."""
        rows = view.part(SettingsView).rows
        lines = self.ids.lines
        if len(lines.cells) != len(rows):
            lines.hold(*(SettingLine(self.touch) for _ in rows))
        for line, row in zip(lines.cells, rows, strict=True):
            line.show(row)

    def touch(self, row: SettingView) -> None:
        """Change this line, or show what it may be."""
        if row.command is not None:
            self.table.answer(row.command)
        elif row.choices:
            choices = tuple(
                Choice(each.words, each.line, partial(self.table.answer, each.command), each.chosen)
                for each in row.choices
            )
            self.table.open(ChoiceSheet(choices, title=row.title, wide=True))

    def go_back(self) -> bool:
        """To the table, as it was."""
        self.table.send(BackToTable)
        return True


class LanguageScreen(SettingsScreen):
    """The very first page: each language by its own name."""

    leading = "leave"

    def go_back(self) -> bool:
        """There is nothing before it."""
        return False
