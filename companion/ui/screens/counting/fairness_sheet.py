"""How often each face came in all rolls, as bars, and what that says about the dice."""

from __future__ import annotations

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.counting.views import FairnessView
from companion.play.views import TableView
from companion.ui.layout_file import load_layout
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)


class FairnessBar(BoxLayout):
    """One face: its bar (0-1), its number, its die."""

    face = NumericProperty(1)
    bar = NumericProperty(0.0)
    count = NumericProperty(0)


class FairnessSheet(Sheet):
    """Stays while dice are thrown: the bars grow."""

    words = StringProperty("")

    def __init__(self, fairness: FairnessView, **properties: object) -> None:
        super().__init__(**properties)
        for face in range(1, 7):
            self.ids.bars.add_widget(FairnessBar(face=face))
        self._show(fairness)

    def follow(self, view: TableView, moved: bool) -> None:
        """Another roll has come, or counting is over."""
        if view.count is None:
            self.close()
        else:
            self._show(view.count.fairness)

    def _show(self, fairness: FairnessView) -> None:
        self.words = fairness.words
        bars = zip(reversed(self.ids.bars.children), fairness.counts, fairness.bars, strict=True)
        for drawn, count, bar in bars:
            drawn.count, drawn.bar = count, bar
