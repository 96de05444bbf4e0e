"""Which game is played?"""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.play.modes.welcome.views import RulesChoice
from companion.text import say
from companion.ui.widgets.even_rows import EvenRows
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.surface import Target

load_layout(__file__)


class GameCard(Target, BoxLayout):
    """One game to pick."""

    title = StringProperty("")
    line = StringProperty("")
    players = StringProperty("")
    star = NumericProperty(0)
    cards = BooleanProperty(False)

    def __init__(self, choice: RulesChoice, **properties: object) -> None:
        self.choice = choice
        properties.setdefault("tile", "key")
        super().__init__(
            title=choice.title,
            line=choice.line,
            players=say("game_page.players", fewest=choice.fewest, most=choice.most),
            star=choice.star_face,
            cards=choice.has_cards,
            **properties,
        )


class MixCard(Target, BoxLayout):
    """The card behind the games: rules of the table's own."""


class GamePage(BoxLayout):
    """A card for each game, those of the table's own rules first, and last the one to mix some."""

    def __init__(
        self, pick: Callable[[RulesChoice], None], mix: Callable[[], None], **properties: object
    ) -> None:
        super().__init__(**properties)
        self._pick, self._mix = pick, mix
        self._shown: tuple[tuple[RulesChoice, ...], bool] = ((), False)

    @property
    def question(self) -> str:
        """What the header asks."""
        return say("game_page.question")

    def show(self, choices: tuple[RulesChoice, ...], may_mix: bool) -> None:
        """Offer these games."""
        if self._shown == (choices, may_mix):
            return
        self._shown = choices, may_mix
        cards: list[Widget] = [
            GameCard(each, on_release=lambda card: self._pick(card.choice)) for each in choices
        ]
        if may_mix:
            cards.append(MixCard(tile="key line", on_release=lambda _card: self._mix()))
        games: EvenRows = self.ids.games
        games.hold(*cards)

    def bring(self, choice: RulesChoice) -> GameCard:
        """The card of this game, scrolled into view."""
        games: EvenRows = self.ids.games
        card = next(each for each in games.cells if isinstance(each, GameCard) and each.choice is choice)
        games.scroll_to(card, animate=False)
        return card
