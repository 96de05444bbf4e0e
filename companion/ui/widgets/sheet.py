"""A sheet over the screen: a question, a choice, the menu. One at a time; the screen below is covered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.play.base.views import PictureView
from companion.play.views import TableView
from companion.text import say
from companion.ui.art.theme import THEME
from companion.ui.widgets.even_rows import EvenRows
from companion.ui.widgets.key import Key
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.surface import SPOKEN, Target

FADE_SECONDS = 0.22


def fade_in(widget: Widget) -> None:
    """Let it appear, where things move at all."""
    if THEME.motion:
        widget.opacity = 0.0
        Animation(opacity=1.0, duration=THEME.seconds(FADE_SECONDS)).start(widget)


class SheetStack:
    """Lays sheets on ``body``; ``on_removed`` is called after each that was taken away."""

    def __init__(self, body: Widget, on_removed: Callable[[], None]) -> None:
        self.sheet: Sheet | None = None
        self.help_sheet: Sheet | None = None
        self._body, self._on_removed = body, on_removed

    @property
    def top(self) -> Sheet | None:
        """The sheet that covers the screen."""
        return self.help_sheet or self.sheet

    def open(self, sheet: Sheet) -> None:
        """Lay a sheet over the screen, instead of one that is there."""
        self.close()
        self.sheet = sheet
        self._lay(sheet, self.close)

    def close(self) -> None:
        """Take the sheet away, and any help over it."""
        self.close_help()
        sheet, self.sheet = self.sheet, None
        self._remove(sheet)

    def open_help(self, sheet: Sheet) -> None:
        """Lay a page of help over everything, instead of one that is there."""
        self.close_help()
        self.help_sheet = sheet
        self._lay(sheet, self.close_help)

    def close_help(self) -> None:
        """Take the help away; a sheet under it stays as it is."""
        sheet, self.help_sheet = self.help_sheet, None
        self._remove(sheet)

    def close_top(self) -> bool:
        """Take the uppermost sheet away; False where there is none."""
        if self.top is None:
            return False
        if self.help_sheet is not None:
            self.close_help()
        else:
            self.close()
        return True

    def update(self, view: TableView, moved: bool) -> None:
        """A view came; ``moved``: it is another than the one before."""
        for sheet in (self.sheet, self.help_sheet):
            if sheet is not None:
                sheet.follow(view, moved=moved)

    def _lay(self, sheet: Sheet, close: Callable[[], None]) -> None:
        sheet.close = close
        self._body.add_widget(sheet)
        fade_in(sheet)

    def _remove(self, sheet: Sheet | None) -> None:
        if sheet is not None:
            self._body.remove_widget(sheet)
            sheet.closed()
            self._on_removed()


load_layout(__file__)


USES = (EvenRows,)
"""The layout names it."""

Answer = tuple[str, str, Callable[[], None]]
"""Words, the tile of their key, and what a touch does."""


MOST_IN_A_ROW, FOUR = 3, 4


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
        back_tile: str = "key line",
        **properties: object,
    ) -> None:
        """``back``: the words of the way back, "Go back" where nothing is said; ``back_tile``: its tile."""
        super().__init__(**properties)
        row = self.ids.answers
        for words, tile, act in answers:
            row.add_widget(Key(text=words, tile=tile, on_release=self._answer(act)))
        row.add_widget(Key(text=back or say("key.back"), tile=back_tile, on_release=lambda *_: self.close()))
        THEME.tell(self, self._lay_out, "portrait")
        self._lay_out()

    def _lay_out(self, *_: object) -> None:
        """Upright below one another, else side by side: three in a row at most, four as two and two."""
        keys = len(self.ids.answers.children)
        self.columns = 1 if THEME.portrait else 2 if keys == FOUR else min(keys, MOST_IN_A_ROW)
        self.rows = -(-keys // self.columns)

    def _answer(self, act: Callable[[], None]) -> Callable[..., None]:
        def answered(*_: object) -> None:
            self.close()
            act()

        return answered


class PictureSheet(Sheet):
    """The whole frame with its marks; a touch closes it."""

    def __init__(self, picture: PictureView, star_face: int, **properties: object) -> None:
        super().__init__(**properties)
        self.ids.picture.show(picture, star_face)


class ChoiceKey(Target, BoxLayout):
    """One of a few choices, each in two lines; an empty ``line`` leaves the words alone."""

    words = StringProperty("")
    line = StringProperty("")
    seat = NumericProperty(NO_SEAT)
    """Whose sign stands before the words."""

    def __init__(self, **properties: object) -> None:
        properties.setdefault("tile", "key")
        super().__init__(**properties)


NUMBERS_IN_A_ROW = 5
MOST_IN_A_COLUMN, MOST_IN_TWO = 4, 8
"""Rows with a line for which 800×480 has room, and choices in two columns of them."""
_HEIGHT_DP = {(True, False): 58.0, (True, True): 84.0, (False, False): 82.0, (False, True): 70.0}
"""Height of a key, by whether it takes the whole width and by whether the screen is in portrait."""
_LEAST_DP = 58.0
"""A key without a line is no lower; where so high they do not all fit, they scroll."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What stands on a key, whether it is chosen now, and what its touch does."""

    words: str
    line: str
    act: Callable[[], None]
    chosen: bool = False
    seat: int = NO_SEAT


class ChoiceSheet(Sheet):
    """One touch chooses and closes the sheet. Choices without a line are numbers, or ``wide`` words."""

    list_height = NumericProperty(0)
    """Of all choices below one another."""

    def __init__(self, choices: tuple[Choice, ...], wide: bool = False, **properties: object) -> None:
        super().__init__(**properties)
        rows = self.ids.choices
        lines = any(choice.line for choice in choices)
        columns = self._columns(len(choices), short=all(choice.seat != NO_SEAT for choice in choices))
        rows.cols = columns if wide or lines else NUMBERS_IN_A_ROW
        rows.tallest_dp = _HEIGHT_DP[rows.cols == 1, THEME.portrait]
        rows.least_dp = rows.tallest_dp if lines else min(_LEAST_DP, rows.tallest_dp)
        high = -(-len(choices) // rows.cols)
        self.list_height = high * THEME.px(rows.tallest_dp) + (high - 1) * THEME.gap
        rows.hold(
            *(
                ChoiceKey(
                    words=choice.words,
                    line=choice.line,
                    seat=choice.seat,
                    tile="key chosen" if choice.chosen else "key",
                    on_release=lambda _key, chosen=choice: self._take(chosen),
                )
                for choice in choices
            )
        )

    @staticmethod
    def _columns(count: int, short: bool) -> int:
        """Side by side where the screen is too low for all of them one below the other."""
        if THEME.portrait or count <= MOST_IN_A_COLUMN:
            return 1
        return 3 if short and count > MOST_IN_TWO else 2

    def _take(self, choice: Choice) -> None:
        self.close()
        choice.act()
