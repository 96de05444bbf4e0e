"""A sheet over the screen: a question, a choice, the menu. One at a time; the screen below is covered."""

from __future__ import annotations

from collections.abc import Callable

from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout

from companion.play.views import TableView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME
from companion.ui.widgets.key import Key
from companion.ui.widgets.surface import SPOKEN

load_layout(__file__)


Answer = tuple[str, str, Callable[[], None]]
"""Words, the tile of their key, and what a touch does."""


MOST_IN_A_ROW = 3


class Sheet(AnchorLayout):
    """Base of all sheets. A touch beside it closes it; ``close`` is given by the stage."""

    title = StringProperty("")

    def __init__(self, **properties: object) -> None:
        self.close: Callable[[], None] = lambda: None
        super().__init__(**properties)

    def closed(self) -> None:
        """The sheet was taken away."""

    def follow(self, view: TableView, moved: bool) -> None:
        """A view came; where the table ``moved`` on, what the sheet asks is no longer the question."""
        if moved:
            self.close()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Nothing below a sheet is touched through it."""
        if super().on_touch_down(touch):
            return True
        if not self.collide_point(*touch.pos):
            return False
        if not self.ids.plate.collide_point(*touch.pos) and SPOKEN not in touch.ud:
            self.close()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Touches end inside the sheet."""
        return super().on_touch_up(touch) or self.collide_point(*touch.pos)


class Question(Sheet):
    """A question with one or more answers, and a way back."""

    text = StringProperty("")
    columns = NumericProperty(1)
    rows = NumericProperty(1)

    def __init__(
        self,
        answers: tuple[Answer, ...],
        back: str | None = None,
        **properties: object,
    ) -> None:
        """``back``: the words of the way back, "Go back" where nothing is said."""
        super().__init__(**properties)
        row = self.ids.answers
        for words, tile, act in answers:
            row.add_widget(Key(text=words, tile=tile, on_release=self._answer(act)))
        row.add_widget(Key(text=back or say("key.back"), tile="key line", on_release=lambda *_: self.close()))

        THEME.tell(self, self._lay_out, "portrait")
        self._lay_out()

    def _lay_out(self, *_: object) -> None:
        """Upright below one another, else side by side: three in a row, four as two and two."""
        keys = len(self.ids.answers.children)
        self.columns = 1 if THEME.portrait else keys if keys <= MOST_IN_A_ROW else -(-keys // 2)
        self.rows = -(-keys // self.columns)

    def _answer(self, act: Callable[[], None]) -> Callable[..., None]:
        def answered(*_: object) -> None:
            self.close()
            act()

        return answered
