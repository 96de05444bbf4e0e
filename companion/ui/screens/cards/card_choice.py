"""A few cards to choose one from."""

from __future__ import annotations

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout

from companion.play.cards.views import CardKey
from companion.ui.layout_file import load_layout
from companion.ui.widgets.card_face import CardFace
from companion.ui.widgets.sheet import Sheet
from companion.ui.widgets.surface import Target

load_layout(__file__)


class CardChoiceKey(Target, BoxLayout):
    """One card to choose."""

    def __init__(self, choice: CardKey, **properties: object) -> None:
        self.choice = choice
        super().__init__(tile="key", **properties)
        self.add_widget(CardFace(card=choice.card))


class CardChoice(Sheet):
    """One touch chooses and closes the sheet."""

    def __init__(self, key: CardKey, touch: Callable[[CardKey], None], **properties: object) -> None:
        super().__init__(title=key.words, **properties)
        self._touch = touch
        for choice in key.choices:
            self.ids.cards.add_widget(CardChoiceKey(choice, on_release=lambda key: self._take(key.choice)))

    def _take(self, choice: CardKey) -> None:
        self.close()
        self._touch(choice)
