"""All saved games, to go on with one of them."""

from __future__ import annotations

from collections.abc import Callable

from companion.play.start.views import SavedGameView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME
from companion.ui.widgets.key import Key
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)


class SavedSheet(Sheet):
    """A key a game, the newest first; those that are over can be looked at."""

    def __init__(
        self, saved: tuple[SavedGameView, ...], resume: Callable[[SavedGameView], None], **properties: object
    ) -> None:
        super().__init__(title=say("saved_sheet.title"), **properties)
        for game in saved:
            self.ids.games.add_widget(
                Key(
                    text=game.line,
                    tile="key line" if game.over else "key",
                    size_hint_y=None,
                    height=THEME.px(64),
                    on_release=lambda _key, chosen=game: self._choose(resume, chosen),
                )
            )

    def _choose(self, resume: Callable[[SavedGameView], None], game: SavedGameView) -> None:
        self.close()
        resume(game)
