"""Setting a table up, and its light: one page after the other, each drawn from the view."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.play.commands import Command
from companion.play.setup.commands import TouchPicture
from companion.play.setup.views import Asks, CalibrationView, KeyView, Page, StageView
from companion.play.views import TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.choice_sheet import Choice, ChoiceSheet
from companion.ui.screens.name_sheet import NameSheet
from companion.ui.screens.screen import Screen, StagePort
from companion.ui.screens.setup.calibrate_pages import ChoicesPage, PicturePage, SavedPage
from companion.ui.screens.setup.size_sheet import SizeSheet

load_layout(__file__)


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


class CalibrateScreen(Screen):
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

    def show(self, view: TableView) -> None:
        """Draw the page."""
        calibration = view.part(CalibrationView)
        page = self._pages.get(calibration.page, self.picture)
        self._turn_to(page)
        self.ids.stages.show(calibration.stages)
        page.show(calibration, view.picture)

    def go_back(self) -> bool:
        """To the page before, or to the first screen."""
        self.table.send(self.table.view.part(CalibrationView).back)
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
