"""Which game is played?"""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.start.views import RulesChoice
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME
from companion.ui.widgets.surface import Target

load_layout(__file__)

LEAST_CARD_DP = 100.0
"""A card's least height: its title, two lines and the players."""


class GameCard(Target, BoxLayout):
    """One game to pick."""

    title = StringProperty("")
    line = StringProperty("")
    players = StringProperty("")
    star = BooleanProperty(False)
    cards = BooleanProperty(False)

    def __init__(self, choice: RulesChoice, **properties: object) -> None:
        self.choice = choice
        properties.setdefault("tile", "key")
        super().__init__(
            title=choice.title,
            line=choice.line,
            players=say("game_page.players", fewest=choice.fewest, most=choice.most),
            star=choice.has_stars,
            cards=choice.has_cards,
            **properties,
        )


class GamePage(BoxLayout):
    """A card for each game, those of the table's own rules first; below them the key to mix some."""

    may_mix = BooleanProperty(False)

    def __init__(
        self, pick: Callable[[RulesChoice], None], mix: Callable[[], None], **properties: object
    ) -> None:
        super().__init__(**properties)
        self._pick = pick
        self._choices: tuple[RulesChoice, ...] = ()
        self.ids.mix.bind(on_release=lambda *_: mix())
        self.ids.scroll.bind(size=self._arrange)
        THEME.tell(self, self._arrange, "portrait", "scale")

    @property
    def question(self) -> str:
        """What the header asks."""
        return say("game_page.question")

    def show(self, choices: tuple[RulesChoice, ...], may_mix: bool) -> None:
        """Offer these games."""
        self.may_mix = may_mix
        if choices != self._choices:
            self._choices = choices
            cards = self.ids.cards
            cards.clear_widgets()
            for choice in choices:
                cards.add_widget(GameCard(choice, on_release=lambda card: self._pick(card.choice)))
        self._arrange()

    def _arrange(self, *_: object) -> None:
        cards = self.ids.cards
        cards.cols = 1 if THEME.portrait else 2
        cards.spacing = THEME.gap
        rows = -(-len(self._choices) // cards.cols)
        cards.row_default_height = self._row_height(rows, self.ids.scroll.height, THEME.gap)

    @staticmethod
    def _row_height(rows: int, room: float, gap: float) -> float:
        """As high as all rows fit; where they are too many, half a row shows that there is more below."""
        least = THEME.px(LEAST_CARD_DP)
        fitting = max(1, int((room + gap) / (least + gap)))
        shown = rows if rows <= fitting else max(1.5, fitting - 0.5)
        return max(least, (room + gap) / max(1.0, shown) - gap)
