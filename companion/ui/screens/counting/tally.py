"""A roll counted: six dice, under each how many show it, and how many show it or more."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.counting.views import FaceCount, TallyView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.widgets.surface import Surface

load_layout(__file__)


class FaceColumn(BoxLayout):
    """One face. A face that no die shows is faint."""

    face = ObjectProperty(1)
    star = NumericProperty(0)
    count = NumericProperty(0)
    higher = StringProperty("")
    wild = BooleanProperty(False)
    brief = BooleanProperty(False)

    def show(self, counted: FaceCount, star: int, brief: bool) -> None:
        """Draw this count; where it is ``brief``, nothing stands under it."""
        self.face, self.star, self.count, self.wild = counted.face, star, counted.count, counted.wild
        self.brief = brief
        between = 1 < counted.face < 6 and not brief
        higher = say("count.or_higher", face=counted.face, number=counted.or_higher) if between else ""
        self.higher = say("count.wild") if counted.wild and not brief else higher


class RollTally(Surface, BoxLayout):
    """Six columns, and over them which half of the picture they are, where halves are counted apart.

    ``brief``: there is no room for more than the numbers.
    """

    side = StringProperty("")

    def show(self, tally: TallyView, star: int, brief: bool) -> None:
        """Draw this tally."""
        self.side = tally.side
        columns = self.ids.columns
        while len(columns.children) < len(tally.faces):
            columns.add_widget(FaceColumn())
        for column, counted in zip(reversed(columns.children), tally.faces, strict=True):
            column.show(counted, star, brief)
