"""Sheets over the screen: a question, a choice, the menu; one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from kivy.animation import Animation
from kivy.input.motionevent import MotionEvent
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from companion.play.base import views
from companion.play.base.commands import Command
from companion.play.base.views import PictureView
from companion.play.views import Scene, TableView, seated
from companion.text import say
from companion.ui.art.theme import THEME
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.even_rows import EvenRows, FullRows, keep
from companion.ui.widgets.key import Key
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.surface import SPOKEN, Target

FADE_SECONDS = 0.22


def fade_in(widget: Widget, seconds: float = FADE_SECONDS, faintest: float = 0.0) -> None:
    if THEME.motion:
        Animation.cancel_all(widget, "opacity")
        widget.opacity = faintest
        Animation(opacity=1.0, duration=THEME.seconds(seconds)).start(widget)


def is_overtaken(view: TableView, scene: type[Scene]) -> bool:
    """Whether everybody looks at another scene than ``scene``, over which a sheet was opened. In practice the
    only player reads on.
    """
    return view.kind is not scene and not (view.practised and seated(view.scene))


class SheetStack:
    """Lays sheets on ``body``; ``on_removed`` is called after each one taken away."""

    def __init__(self, body: Widget, on_removed: Callable[[], None]) -> None:
        self.sheet: Sheet | None = None
        self.help_sheet: Sheet | None = None
        self._body, self._on_removed = body, on_removed

    @property
    def top(self) -> Sheet | None:
        return self.help_sheet or self.sheet

    def open(self, sheet: Sheet) -> None:
        self.close()
        self.sheet = sheet
        self._lay(sheet, self.close)

    def close(self) -> None:
        self.close_help()
        sheet, self.sheet = self.sheet, None
        self._remove(sheet)

    def open_help(self, sheet: Sheet) -> None:
        self.close_help()
        self.help_sheet = sheet
        self._lay(sheet, self.close_help)

    def close_help(self) -> None:
        sheet, self.help_sheet = self.help_sheet, None
        self._remove(sheet)

    def close_top(self) -> bool:
        """Take the top sheet away; False if there is none."""
        if self.top is None:
            return False
        if self.help_sheet is not None:
            self.close_help()
        else:
            self.close()
        return True

    def update(self, view: TableView, moved: bool) -> None:
        """``moved``: the view differs from the one before."""
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


USES = (EvenRows, FullRows)
"""Named by the layout."""

Answer = tuple[str, str, Callable[[], None]]
"""Words, tile of the key, and what a touch does."""


def keys_for(
    ways: Iterable[views.Answer], send: Callable[[Command], None], others: str = "key"
) -> tuple[Answer, ...]:
    """A key for each way, the first one yellow, the others with this tile; ``send`` gets its command."""
    return tuple(
        (way.words, others if at else "key yellow", partial(send, way.command)) for at, way in enumerate(ways)
    )


def lay_answers(box: Layout, answers: Sequence[Answer]) -> list[Key]:
    """Keys for these answers, in place of those before; none means another answer under a finger."""
    for key in box.children:
        key.act = None  # a spare key holds no picture of its view
    for many in (0, len(answers)):
        keep(box, many, Key)
    keys: list[Key] = box.children[::-1]
    for key, (words, tile, act) in zip(keys, answers, strict=True):
        key.text, key.tile, key.act = words, tile, act
    return keys


MOST_IN_A_ROW, FOUR = 3, 4


class Sheet(AnchorLayout):
    """Base of all sheets; a touch beside it closes it. The stage sets ``close``."""

    title = StringProperty("")
    stays_over: type[Scene] | None = None
    """The scene over which it stays while others bid."""
    came_with: int | None = None
    """The number of the only view with which it stays."""

    def __init__(self, **properties: object) -> None:
        self.close: Callable[[], None] = lambda: None
        super().__init__(**properties)

    def closed(self) -> None: ...

    def follow(self, view: TableView, moved: bool) -> None:
        """If the table ``moved`` on, the question is out of date."""
        if self.came_with is not None:
            moved = view.number != self.came_with
        elif self.stays_over is not None:
            moved = is_overtaken(view, self.stays_over)
        if moved:
            self.close()

    def on_touch_down(self, touch: MotionEvent) -> bool:
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
    """A question with answers and a way back."""

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
        """``back``: words of the way back, "Go back" by default; ``back_tile``: its tile."""
        super().__init__(**properties)
        row = self.ids.answers
        for words, tile, act in answers:
            row.add_widget(Key(text=words, tile=tile, on_release=self._answer(act)))
        row.add_widget(Key(text=back or say("key.back"), tile=back_tile, on_release=lambda *_: self.close()))
        THEME.tell(self, self._lay_out, "portrait")
        self._lay_out()

    def _lay_out(self, *_: object) -> None:
        keys = len(self.ids.answers.children)
        self.columns = 1 if THEME.portrait else 2 if keys == FOUR else min(keys, MOST_IN_A_ROW)
        self.rows = -(-keys // self.columns)

    def _answer(self, act: Callable[[], None]) -> Callable[..., None]:
        def answered(*_: object) -> None:
            self.close()
            act()

        return answered


class PictureSheet(Sheet):
    """A picture; or a souvenir's two pages, and a key that turns them."""

    other = StringProperty("")

    def __init__(self, star_face: int, *pages: PictureView) -> None:
        super().__init__()
        self._star_face, self._pages, self._at = star_face, pages, 0
        self.turn(0)

    def turn(self, by: int = 1) -> None:
        self._at = (self._at + by) % len(self._pages)
        self.ids.picture.show(self._pages[self._at], self._star_face)
        if len(self._pages) > 1:
            self.other = say("over.game" if self._at else "over.night")


class ChoiceKey(Target, BoxLayout):
    """A choice in two lines; an empty ``line`` leaves the words alone."""

    words = StringProperty("")
    line = StringProperty("")
    seat = NumericProperty(NO_SEAT)
    """The seat whose sign stands before the words."""
    tile = StringProperty("key")


NUMBERS_IN_A_ROW = (5, 6)
"""How many numbers stand in a row: whichever leaves fewer places empty."""
MOST_IN_A_COLUMN, MOST_IN_TWO = 4, 8
"""Rows with a line that fit 800×480, and choices in two such columns."""
_HEIGHT_DP = {(True, False): 58.0, (True, True): 84.0, (False, False): 82.0, (False, True): 70.0}
"""Height of a key, by (takes the whole width, portrait); large letters have more where it is there."""
_LEAST_DP = 58.0
"""Least height of a key without a line; if they do not all fit, they scroll."""


@dataclass(frozen=True, slots=True)
class Choice:
    words: str
    line: str
    act: Callable[[], None]
    chosen: bool = False
    seat: int = NO_SEAT


class ChoiceSheet(Sheet):
    """One touch chooses and closes. Choices without a line are numbers, or ``wide`` words."""

    list_height = NumericProperty(0)
    """Height of all choices in one column."""

    def __init__(self, choices: tuple[Choice, ...], wide: bool = False, **properties: object) -> None:
        super().__init__(**properties)
        rows = self.ids.choices
        lines = any(choice.line for choice in choices)
        columns = self._columns(len(choices), short=all(choice.seat != NO_SEAT for choice in choices))
        rows.cols = columns if wide or lines else min(NUMBERS_IN_A_ROW, key=lambda many: -len(choices) % many)
        usual = _HEIGHT_DP[rows.cols == 1, THEME.portrait]
        rows.tallest_dp = usual * THEME.letters
        rows.least_dp = usual if lines else min(_LEAST_DP, usual)
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
        if THEME.portrait or count <= MOST_IN_A_COLUMN:
            return 1
        return 3 if short and count > MOST_IN_TWO else 2

    def _take(self, choice: Choice) -> None:
        self.close()
        choice.act()
