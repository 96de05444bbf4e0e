"""The way through the calibration in a line: what is done, what is told now, what comes."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.setup.views import StageView
from companion.ui.layout_file import load_layout

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
