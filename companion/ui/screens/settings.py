"""Settings, a line each: a touch changes a line or opens its choices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import takewhile

from kivy.properties import BooleanProperty, StringProperty

from companion.play.base.commands import Command
from companion.play.base.views import View
from companion.play.overlays import views
from companion.text import say
from companion.ui.art.theme import THEME
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.key import Key
from companion.ui.widgets.screen import Screen, StagePort
from companion.ui.widgets.sheet import Choice, ChoiceSheet, keys_for, lay_answers
from companion.ui.widgets.surface import Target

load_layout(__file__)


class SettingLine(Target, BoxLayout):
    title = StringProperty("")
    state_words = StringProperty("")
    chosen = BooleanProperty(False)

    def __init__(self, touch: Callable[[views.SettingView], None]) -> None:
        self.row: views.SettingView | None = None
        super().__init__()
        self.bind(on_release=lambda *_: touch(self.row) if self.row is not None else None)

    def show(self, row: views.SettingView) -> None:
        """A row without choices and command is no key."""
        self.row = row
        self.title, self.state_words, self.chosen = row.title, row.state, row.state_on
        touched = bool(row.choices) or row.command is not None
        self.tile = ("key chosen" if row.state_on else "key") if touched else "plate"
        self.disabled = not touched


class SettingsScreen(Screen[views.SettingsScene | views.LanguageScene]):
    leading = "back"
    back: type[Command] | None = views.BackToTable

    def enter(self, view: View[views.SettingsScene | views.LanguageScene]) -> None:
        self.ids.lines.to_top()

    def show(self, view: View[views.SettingsScene | views.LanguageScene]) -> None:
        rows = view.scene.rows
        lines = self.ids.lines
        alike = takewhile(lambda pair: pair[0].title == pair[1].title, zip(lines.cells, rows, strict=False))
        for count in (len(tuple(alike)), len(rows)):  # none means another setting under a finger
            lines.keep(count, lambda: SettingLine(self.touch))
        for line, row in zip(lines.cells, rows, strict=True):
            line.show(row)

    def touch(self, row: views.SettingView) -> None:
        if row.command is not None:
            self.table.answer(row.command)
        elif row.choices:
            choices = tuple(
                Choice(each.words, each.line, partial(self.table.answer, each.command), each.chosen)
                for each in row.choices
            )
            self.table.open(ChoiceSheet(choices, title=row.title, wide=True))


class LanguageScreen(SettingsScreen):
    leading = "leave"
    back = None


class PauseScreen(Screen[views.PauseScene]):
    leading = "back"
    back = views.BackToTable
    sentence = StringProperty("")
    key_words = StringProperty("")

    def show(self, view: View[views.PauseScene]) -> None:
        pause = view.scene
        self.sentence, self.key_words = pause.sentence, pause.key_words

    def go_on(self) -> None:
        self.table.send(views.BackToTable)


EMPTY, TYPED = "–", "•"
DIGITS = "123456789"


class LockScreen(Screen[views.LockScene]):
    leading = "back"
    back = views.BackToTable
    shown = StringProperty("")
    typed = StringProperty("")

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._digits, self._number = 0, -1
        for digit in DIGITS:
            self.ids.pad.add_widget(self._key(digit))
        self.ids.pad.add_widget(Key(sign="rub", on_release=lambda *_: self.rub()))
        self.ids.pad.add_widget(self._key("0"))

    def _key(self, digit: str) -> Key:
        key = Key(text=digit, on_release=lambda *_: self.type_digit(digit))
        key.largest = THEME.text_huge  # after its rule, which would set it anew
        return key

    def on_kv_post(self, base_widget: object) -> None:
        self.bind(typed=self._draw)

    def enter(self, view: View[views.LockScene]) -> None:
        self.typed = ""

    def show(self, view: View[views.LockScene]) -> None:
        self._digits = view.scene.digits
        if view.number != self._number:  # news of a camera take no digit away
            self._number, self.typed = view.number, ""
        self._draw()

    def type_digit(self, digit: str) -> None:
        if len(self.typed) == self._digits:
            return
        self.typed += digit
        if len(self.typed) == self._digits:
            self.table.send(views.EnterCode, code=self.typed)

    def rub(self) -> None:
        self.typed = self.typed[:-1]

    def _draw(self, *_: object) -> None:
        left = self._digits - len(self.typed)
        self.shown = " ".join(TYPED * len(self.typed) + EMPTY * left)


class JournalScreen(Screen[views.JournalScene]):
    leading = "leave"
    sentence = StringProperty("")

    def show(self, view: View[views.JournalScene]) -> None:
        self.sentence = view.scene.sentence
        lay_answers(self.ids.ways, keys_for(view.scene.ways(view.number), self._choose))

    def _choose(self, command: Command) -> None:
        self.table.toast(say("journal_page.moment"))
        self.table.answer(command)
