"""Setting a table up, and its light: one page after the other, each drawn from the view."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.play.base.commands import Command
from companion.play.base.views import View
from companion.play.modes.setup.commands import TouchPicture
from companion.play.modes.setup.views import Asks, CalibrationScene, KeyView, Page, StageView
from companion.text import say
from companion.ui.screens.setup.calibrate_pages import ChoicesPage, PicturePage, SavedPage
from companion.ui.widgets.key import Key
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.name_sheet import NameSheet
from companion.ui.widgets.screen import Screen, StagePort
from companion.ui.widgets.sheet import Choice, ChoiceSheet, Sheet

load_layout(__file__)


MM_A_CM = 10
LONGEST_ENTRY = 5
"""Characters: 299.5."""
DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", ".", "0")


class SizeSheet(Sheet):
    """Calls ``take`` with both lengths in mm, across the picture first."""

    across = StringProperty("")
    deep = StringProperty("")
    at = NumericProperty(0)
    """Which length is typed: 0 across, 1 deep."""
    ready = BooleanProperty(False)

    def __init__(self, take: Callable[[float, float], None], **properties: object) -> None:
        self._take = take
        super().__init__(**properties)
        for digit in DIGITS:
            self.ids.digits.add_widget(Key(text=digit, on_release=lambda key: self.type_digit(key.text)))
        self.ids.digits.add_widget(Key(sign="rub", on_release=lambda *_: self.rub()))

    def type_digit(self, digit: str) -> None:
        """One more digit of the length that is typed."""
        now = self._entry
        if len(now) < LONGEST_ENTRY and not (digit == "." and ("." in now or not now)):
            self._set(now + digit)

    def rub(self) -> None:
        """Without the last digit."""
        self._set(self._entry[:-1])

    def lead_on(self) -> None:
        """From the first length to the second, then done."""
        if self.at == 0:
            self.at = 1
        elif self.ready:
            self.close()
            self._take(float(self.across) * MM_A_CM, float(self.deep) * MM_A_CM)

    @property
    def _entry(self) -> str:
        return self.deep if self.at else self.across

    def _set(self, entry: str) -> None:
        if self.at:
            self.deep = entry
        else:
            self.across = entry
        self.ready = all(each and float(each) > 0 for each in (self.across, self.deep))


class StageMark(BoxLayout):
    """One stage: a tick where it is done, bright where it is told now."""

    words = StringProperty("")
    done = BooleanProperty(False)
    now = BooleanProperty(False)


class StageRow(BoxLayout):
    """Draws the stages from left to right."""

    def show(self, stages: tuple[StageView, ...]) -> None:
        """Draw these; marks are kept as long as their number stays."""
        marks = list(reversed(self.children))
        if len(marks) != len(stages):
            self.clear_widgets()
            marks = [StageMark() for _ in stages]
            for mark in marks:
                self.add_widget(mark)
        for mark, stage in zip(marks, stages, strict=True):
            mark.words, mark.done, mark.now = stage.words, stage.done, stage.now


LONGEST_TABLE_NAME = 40
"""Characters: what a profile takes."""


class TableNameSheet(NameSheet):
    """Calls ``take`` with the name."""

    longest = LONGEST_TABLE_NAME

    def __init__(self, take: Callable[[str], None], **properties: object) -> None:
        super().__init__("", (), take, None, columns=[3, 5], title=say("names.table"), **properties)

    def offered(self) -> list[str]:
        """Names to pick by one touch."""
        return say("names.tables").splitlines()


class CalibrateScreen(Screen[CalibrationScene]):
    """Turns to the page of the view; every key of it sends the command that the view gives it."""

    leading = "back"

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self.choices = ChoicesPage(self._press)
        self.picture = PicturePage(self._press, self._touch)
        self.saved = SavedPage(self._press)
        self._pages: dict[Page, ChoicesPage | SavedPage] = {
            Page.NAME: self.choices,
            Page.LENS: self.choices,
            Page.SAVED: self.saved,
        }

    def show(self, view: View[CalibrationScene]) -> None:
        """Draw the page."""
        calibration = view.scene
        page = self._pages.get(calibration.page, self.picture)
        self._turn_to(page)
        self.ids.stages.show(calibration.stages)
        page.show(calibration, view.picture)

    def go_back(self) -> bool:
        """To the page before, or to the first screen."""
        self.table.send(self.table.view.of(CalibrationScene).scene.back)
        return True

    def _turn_to(self, page: Widget) -> None:
        room = self.ids.room
        if page.parent is not room:
            room.clear_widgets()
            room.add_widget(page)

    def _touch(self, x: float, y: float) -> None:
        self.table.send(TouchPicture, x=x, y=y)

    def _press(self, key: KeyView) -> None:
        if key.options:
            choices = tuple(Choice(each.words, each.line, partial(self._press, each)) for each in key.options)
            wide = not any(each.line or each.words.isdecimal() for each in key.options)
            self.table.open(ChoiceSheet(choices, title=key.words, wide=wide))
        elif key.act is not None:
            self._send(key.act, key)

    def _send(self, act: type[Command], key: KeyView) -> None:
        """Send the key's command; what it asks is typed first."""
        send = partial(self.table.send, act)
        if key.asks is Asks.NAME:
            self.table.open(TableNameSheet(lambda name: send(name=name)))
        elif key.asks is Asks.SIZE:
            self.table.open(SizeSheet(lambda across, deep: send(across_mm=across, deep_mm=deep)))
        else:
            send(**dict(key.fields))
