"""Keys of the card table; the view brings their words and their commands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.gridlayout import GridLayout

from companion.play.modes.cards.views import CardKey, KeyTone
from companion.ui.art.theme import THEME
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.card_face import CardFace
from companion.ui.widgets.screen import StagePort
from companion.ui.widgets.sheet import Choice, ChoiceSheet, Sheet, lay_answers
from companion.ui.widgets.surface import Target

load_layout(__file__)


class CardChoiceKey(Target, BoxLayout):
    slim = BooleanProperty(False)
    room = NumericProperty(0.0)

    def __init__(self, choice: CardKey, **properties: object) -> None:
        self.choice = choice
        super().__init__(tile="key", **properties)
        self.add_widget(CardFace(card=choice.card))


class CardChoice(Sheet):
    def __init__(self, key: CardKey, touch: Callable[[CardKey], None], **properties: object) -> None:
        super().__init__(title=key.words, **properties)
        self._touch = touch
        for choice in key.choices:
            self.ids.cards.add_widget(CardChoiceKey(choice, on_release=lambda key: self._take(key.choice)))

    def _take(self, choice: CardKey) -> None:
        self.close()
        self._touch(choice)


class HandSheet(Sheet):
    """A hand, for its player alone."""

    def __init__(self, key: CardKey, **properties: object) -> None:
        super().__init__(title=key.words, **properties)
        self.ids.fan.cards = tuple(each.card for each in key.choices)


_TILES = {
    KeyTone.MAIN: "key yellow",
    KeyTone.PLAIN: "key",
    KeyTone.QUIET: "key line",
    KeyTone.CALL: "key red",
}
_LARGEST_DP = {KeyTone.MAIN: 30.0, KeyTone.PLAIN: 24.0, KeyTone.QUIET: 20.0, KeyTone.CALL: 34.0}
_MOST_ACROSS, _MOST_UPRIGHT = 6, 2
_WIDE_UPRIGHT = 3


class CardKeys(GridLayout):
    """A row of keys, more rows if many or if the screen is narrow; ``column``: one a row."""

    wanted_height = NumericProperty(0)
    column = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._keys: tuple[CardKey, ...] = ()
        THEME.tell(self, self._arrange, "portrait", "scale")
        self.bind(column=self._arrange)

    def show(self, keys: tuple[CardKey, ...], table: StagePort) -> None:
        if keys == self._keys:
            return
        self._keys = keys
        answers = [
            (key.words[:1].upper() + key.words[1:], _TILES[key.tone], partial(touch, key, table))
            for key in keys
        ]
        for drawn, key in zip(lay_answers(self, answers), keys, strict=True):
            drawn.disabled = key.command is None and not key.choices
        self._arrange()

    def _arrange(self, *_: object) -> None:
        count = max(1, len(self._keys))
        most = _MOST_ACROSS if not THEME.portrait else _MOST_UPRIGHT if count in (2, 4) else _WIDE_UPRIGHT
        most = 1 if self.column else most
        rows = -(-count // most)
        self.cols = -(-count // rows)
        for drawn, key in zip(reversed(self.children), self._keys, strict=True):
            drawn.largest = THEME.px(_LARGEST_DP[key.tone])
        self.spacing = THEME.gap
        tall = THEME.touch_large if rows == 1 else THEME.touch
        self.wanted_height = rows * tall + (rows - 1) * THEME.gap


def touch(key: CardKey | None, table: StagePort) -> None:
    if key is None:
        return
    if key.command is not None:
        table.answer(key.command)
    elif key.choices and all(each.card is not None and each.command is None for each in key.choices):
        table.open(HandSheet(key))
    elif any(each.card is not None for each in key.choices):
        table.open(CardChoice(key, partial(touch, table=table)))
    elif key.choices:
        choices = tuple(Choice(each.words, each.line, partial(touch, each, table)) for each in key.choices)
        table.open(ChoiceSheet(choices, title=key.line or key.words))
