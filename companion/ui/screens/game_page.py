"""Which game is played?"""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.play.views import RulesChoice
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME
from companion.ui.widgets.surface import Target

load_layout(__file__)


class GameCard(Target, BoxLayout):
    """One game to pick."""

    title = StringProperty("")
    line = StringProperty("")
    players = StringProperty("")
    star = BooleanProperty(False)

    def __init__(self, choice: RulesChoice, **properties: object) -> None:
        self.choice = choice
        properties.setdefault("tile", "key")
        super().__init__(
            title=choice.title,
            line=choice.line,
            players=f"{choice.fewest} to {choice.most} players",
            star=choice.has_stars,
            **properties,
        )


class GamePage(GridLayout):
    """A card for each game, the first one first."""

    question = "Which game do you play?"

    def __init__(self, pick: Callable[[RulesChoice], None], **properties: object) -> None:
        super().__init__(cols=1, **properties)
        self._pick = pick
        self._choices: tuple[RulesChoice, ...] = ()
        THEME.bind(portrait=self._arrange, scale=self._arrange)

    def show(self, choices: tuple[RulesChoice, ...]) -> None:
        """Offer these games."""
        if choices != self._choices:
            self._choices = choices
            self.clear_widgets()
            for choice in choices:
                self.add_widget(GameCard(choice, on_release=lambda card: self._pick(card.choice)))
        self._arrange()

    def _arrange(self, *_: object) -> None:
        self.cols = 1 if THEME.portrait else 2
        self.spacing = THEME.gap_large
        self.padding = (THEME.margin * 1.5, THEME.gap, THEME.margin * 1.5, THEME.margin * 1.5)
