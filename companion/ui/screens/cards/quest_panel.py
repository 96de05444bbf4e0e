"""The Quest under way: who asks whom for what, the answer, and the cry of Liar, Liar."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.cards.views import QuestView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.surface import Surface

load_layout(__file__)

CRY_SECONDS = 0.55


class QuestPanel(Surface, BoxLayout):
    """Draws one ``QuestView``."""

    asker = StringProperty("")
    asker_seat = NumericProperty(NO_SEAT)
    other = StringProperty("")
    other_seat = NumericProperty(NO_SEAT)
    answer = StringProperty("")
    cry = StringProperty("")
    laid = BooleanProperty(False)
    """Whether a card lies face down before the asked player."""

    def show(self, quest: QuestView) -> None:
        """Draw this Quest; a new challenge is cried out."""
        self.asker, self.other = quest.asker, quest.other
        self.asker_seat, self.other_seat = quest.asker_seat, quest.other_seat
        self.ids.wanted.card = quest.wanted
        self.laid = bool(quest.yes)
        self.answer = "" if quest.yes is None else say("quest_panel.yes" if quest.yes else "quest_panel.no")
        before, self.cry = self.cry, say("quest_panel.cry") if quest.challenged else ""
        if self.cry and not before:
            self._cry_out()

    def rest(self) -> None:
        """The Quest is over."""
        self.cry = ""

    def _cry_out(self) -> None:
        words = self.ids.cry
        Animation.cancel_all(words)
        if not THEME.motion:
            return
        words.opacity, words.largest = 0.0, THEME.text_large
        grow = Animation(
            opacity=1.0,
            largest=THEME.text_huge * 1.2,
            duration=THEME.seconds(CRY_SECONDS),
            transition="out_back",
        )
        grow.start(words)
