"""What to do here now: a picture, three lines, and the way to the whole rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from kivy.input.motionevent import MotionEvent

from companion.play.help.views import HelpView, RuleBook
from companion.play.views import TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.choice_sheet import Choice, ChoiceSheet
from companion.ui.screens.help.help_picture import HelpPicture
from companion.ui.screens.help.rules_page import RulesPage
from companion.ui.theme import THEME
from companion.ui.widgets.key import Key
from companion.ui.widgets.sheet import Answer, Sheet
from companion.ui.widgets.surface import SPOKEN
from companion.ui.widgets.words import Words

__all__ = ["HelpPicture", "HelpSheet"]

load_layout(__file__)


class HelpStage(Protocol):
    """Where help lies."""

    @property
    def view(self) -> TableView:
        """The view that is shown."""
        ...

    def lay_help(self, sheet: Sheet) -> None:
        """Lay a page of help over everything, instead of one that is there."""
        ...


class HelpSheet(Sheet):
    """A touch anywhere closes it, but on its keys. It follows the table while the scene stays the same."""

    def __init__(self, stage: HelpStage, ask: Callable[[], HelpView], more: tuple[Answer, ...] = ()) -> None:
        self._stage, self._ask, self._more = stage, ask, more
        self._shown: HelpView | None = None
        super().__init__()
        THEME.tell(self, self._draw_keys, "portrait")
        self.follow(stage.view, moved=True)

    def follow(self, view: TableView, moved: bool) -> None:
        """Explain what is to be done now."""
        told = self._ask()
        if told == self._shown:
            return
        self._shown = told
        self.ids.picture.show(told.topic, view.star_face)
        lines = self.ids.lines
        lines.clear_widgets()
        for line in told.lines:
            words = Words(text=line, halign="left", largest=THEME.text_large, smallest=THEME.text)
            lines.add_widget(words)
        self._draw_keys()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Keys are keys; everything else closes."""
        keys = self.ids.answers
        if not self.collide_point(*touch.pos):
            return False
        if keys.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        if SPOKEN not in touch.ud:
            self.close()
        return True

    def _draw_keys(self, *_: object) -> None:
        keys, books = self.ids.answers, () if self._shown is None else self._shown.books
        keys.clear_widgets()
        for words, tile, act in self._more:
            keys.add_widget(Key(text=words, tile=tile, on_release=lambda _key, act=act: self._do(act)))
        if books:
            one = say("rulebook.of", game=books[0].title) if len(books) == 1 else say("rulebook.read")
            keys.add_widget(Key(text=one, tile="key", on_release=lambda *_: self._read(books)))
        keys.add_widget(Key(text=say("key.good"), tile="key line", on_release=lambda *_: self.close()))
        keys.cols = 1 if THEME.portrait else len(keys.children)

    def _do(self, act: Callable[[], None]) -> None:
        self.close()
        act()

    def _read(self, books: tuple[RuleBook, ...]) -> None:
        if len(books) == 1:
            self._lay(books[0])
            return
        choices = tuple(Choice(book.title, "", partial(self._lay, book)) for book in books)
        self._stage.lay_help(ChoiceSheet(choices, wide=True, title=say("rulebook.which")))

    def _lay(self, book: RuleBook) -> None:
        self._stage.lay_help(RulesPage(book))
