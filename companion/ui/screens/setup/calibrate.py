"""Sets a table and its light up, page by page; the view says what each page shows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.graphics import Color, Line, Mesh
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.layout import Layout
from kivy.uix.widget import Widget

from companion.play.base.commands import Command
from companion.play.base.views import PictureView, View
from companion.play.modes.setup import views
from companion.text import as_sentence, capital, say
from companion.ui.art.theme import THEME, Palette
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.even_rows import keep
from companion.ui.widgets.key import Key
from companion.ui.widgets.name_sheet import NameSheet
from companion.ui.widgets.screen import Screen, StagePort
from companion.ui.widgets.sheet import Choice, ChoiceKey, ChoiceSheet, Sheet, lay_answers
from companion.ui.widgets.surface import Drawn

_FAR, _NEAR = 0.27, 0.42
"""Half the farther and the nearer edge, as parts of the box."""
_REACH = 0.36
_TILTED = (
    ((-_REACH, _FAR), (_REACH, _NEAR), (_REACH, -_NEAR), (-_REACH, -_FAR)),
    ((-_REACH, _NEAR), (_REACH, _FAR), (_REACH, -_FAR), (-_REACH, -_NEAR)),
    ((-_FAR, _REACH), (_FAR, _REACH), (_NEAR, -_REACH), (-_NEAR, -_REACH)),
    ((-_NEAR, _REACH), (_NEAR, _REACH), (_FAR, -_REACH), (-_FAR, -_REACH)),
)
"""A board whose left, right, upper or lower edge is farther away, round its middle."""


class TiltMark(Drawn):
    def __init__(self, tilt: int, **properties: object) -> None:
        super().__init__(**properties)
        self._tilt, self._done = tilt, False

    def show(self, done: bool) -> None:
        self._done = done
        self._redraw()

    def _draw(self, *_: object) -> None:
        side = min(self.size)
        corners = [(self.center_x + x * side, self.center_y + y * side) for x, y in _TILTED[self._tilt]]
        flat = [each for corner in corners for each in corner]
        self.canvas.clear()
        colour = Palette.blue if self._done else Palette.ivory_faint
        with self.canvas:
            if self._done:
                Color(*colour[:3], 0.45)
                Mesh(
                    vertices=[each for x, y in corners for each in (x, y, 0, 0)],
                    indices=range(len(corners)),
                    mode="triangle_fan",
                )
            Color(*colour)
            Line(points=flat, close=True, width=THEME.px(1.2), joint="round")


class CoverageCard(BoxLayout):
    count = StringProperty("")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._marks = tuple(TiltMark(tilt) for tilt in range(len(_TILTED)))
        for mark in self._marks:
            self.ids.tilts.add_widget(mark)

    def show(self, coverage: views.CoverageView) -> None:
        taken = coverage.pictures
        self.count = say("coverage.pictures", count=max(coverage.fewest, taken), taken=taken)
        for mark, done in zip(self._marks, coverage.tilts, strict=True):
            mark.show(done)


_SIGNS = {views.Standing.GOOD: "check", views.Standing.WRONG: "warning", views.Standing.UNKNOWN: "doubt"}
_ROW_DP = {views.Standing.GOOD: 32.0, views.Standing.WRONG: 44.0, views.Standing.UNKNOWN: 44.0}
"""Least height of a result's row; a wrong one has two sentences."""


class LightRow(BoxLayout):
    sentence = StringProperty("")
    remedy = StringProperty("")
    sign = StringProperty("")
    wrong = BooleanProperty(False)

    check: views.LightView

    def __init__(self, **properties: object) -> None:
        super().__init__(size_hint_y=None, **properties)
        self.ids.told.bind(width=self._settle)

    def show(self, check: views.LightView) -> None:
        self.check = check
        self.wrong = check.standing is views.Standing.WRONG
        self.sentence, self.sign = capital(check.sentence), _SIGNS[check.standing]
        self.remedy = as_sentence(check.remedy or "") if self.wrong else ""
        self._settle()

    def _settle(self, *_: object) -> None:
        """What to do stands right under what is wrong."""
        self.ids.sentence.size_hint_y = None if self.wrong else 1
        for words in (self.ids.sentence, self.ids.remedy):
            words.height = words.high_at(self.ids.told.width) if words.text else 0
        needed = self.ids.sentence.height + self.ids.remedy.height + THEME.gap
        self.height = max(THEME.px(_ROW_DP[self.check.standing]), needed)


Press = Callable[[views.KeyView], None]

_TILES = {views.Weight.MAIN: "key yellow", views.Weight.PLAIN: "key", views.Weight.QUIET: "key line"}
_HEIGHT_DP = {views.Weight.MAIN: 68.0, views.Weight.PLAIN: 50.0, views.Weight.QUIET: 48.0}
_CHOICE_DP = 90.0
_CHOICE_PORTRAIT_DP = 90.0


def _lay_keys(column: Layout, keys: tuple[views.KeyView, ...], press: Press) -> None:
    answers = [(key.words, _TILES[key.weight], partial(press, key)) for key in keys]
    for drawn, key in zip(lay_answers(column, answers), keys, strict=True):
        drawn.size_hint_y, drawn.height = None, THEME.px(_HEIGHT_DP[key.weight])
        drawn.disabled = not key.enabled
        drawn.largest = THEME.text_large if key.weight is views.Weight.MAIN else THEME.text


class ChoicesPage(BoxLayout):
    said = StringProperty("")

    def __init__(self, press: Press, **properties: object) -> None:
        super().__init__(**properties)
        self._press = press
        self._shown: tuple[tuple[views.KeyView, ...], float] = ((), 0.0)

    def show(self, page: views.CalibrationScene, _picture: PictureView | None) -> None:
        choices = page.choices
        self.said = page.said
        if self._shown == (choices, THEME.scale):
            return
        self._shown = choices, THEME.scale
        grid = self.ids.choices
        grid.clear_widgets()
        for choice in choices:
            grid.add_widget(self._choice(choice))

    def _choice(self, choice: views.KeyView) -> ChoiceKey:
        return ChoiceKey(
            words=choice.words,
            line=choice.line,
            tile="key chosen" if choice.weight is views.Weight.MAIN else "key",
            size_hint_y=None,
            height=THEME.px(_CHOICE_PORTRAIT_DP if THEME.portrait else _CHOICE_DP),
            on_release=lambda *_: self._press(choice),
        )


class PicturePage(BoxLayout):
    said = StringProperty("")
    with_checks = BooleanProperty(False)

    def __init__(self, press: Press, touch: Callable[[float, float], None], **properties: object) -> None:
        super().__init__(**properties)
        self._press = press
        self._shown: tuple[object, ...] = ()
        self.ids.picture.bind(on_place=lambda _picture, x, y: touch(x, y))

    def show(self, page: views.CalibrationScene, picture: PictureView | None) -> None:
        self.ids.picture.show_survey(picture, page.shapes, page.touchable)
        beside = (page.page, page.keys, page.coverage, page.checks, page.said, THEME.scale)
        if beside == self._shown:
            return
        self._shown = beside
        self.said = page.said
        self.with_checks = bool(page.checks)
        self._draw_told(page)
        _lay_keys(self.ids.column, page.keys, self._press)

    def _draw_told(self, page: views.CalibrationScene) -> None:
        keep(self.ids.checks, len(page.checks), LightRow)
        for row, check in zip(reversed(self.ids.checks.children), page.checks, strict=True):
            row.show(check)
        told = self.ids.told
        keep(told, int(page.coverage is not None), CoverageCard)
        for card in told.children:
            card.size_hint_y, card.height = None, THEME.px(84)
            card.show(page.coverage)


class SavedPage(BoxLayout):
    said = StringProperty("")

    def __init__(self, press: Press, **properties: object) -> None:
        super().__init__(**properties)
        self._press = press

    def show(self, page: views.CalibrationScene, _picture: PictureView | None) -> None:
        self.said = page.said
        _lay_keys(self.ids.column, page.keys, self._press)


load_layout(__file__)


MM_A_CM = 10
LONGEST_ENTRY = 5
"""Characters: 299.5."""


class SizeSheet(Sheet):
    """Calls ``take`` with both lengths in mm, across first."""

    across = StringProperty("")
    deep = StringProperty("")
    at = NumericProperty(0)
    """The length being typed: 0 across, 1 deep."""
    ready = BooleanProperty(False)

    def __init__(self, take: Callable[[float, float], None], **properties: object) -> None:
        self._take = take
        super().__init__(**properties)
        self._mark = say("number.mark")
        for digit in (*"123456789", self._mark, "0"):
            key = Key(text=digit, on_release=lambda key: self.type_digit(key.text))
            key.largest = THEME.text_title
            self.ids.digits.add_widget(key)
        self.ids.digits.add_widget(Key(sign="rub", on_release=lambda *_: self.rub()))

    def type_digit(self, digit: str) -> None:
        now = self._entry
        if len(now) < LONGEST_ENTRY and not (digit == self._mark and (digit in now or not now)):
            self._set(now + digit)

    def rub(self) -> None:
        self._set(self._entry[:-1])

    def lead_on(self) -> None:
        if self.at == 0:
            self.at = 1
        elif self.ready:
            self.close()
            self._take(*self._lengths())

    @property
    def _entry(self) -> str:
        return self.deep if self.at else self.across

    def _set(self, entry: str) -> None:
        if self.at:
            self.deep = entry
        else:
            self.across = entry
        self.ready = all(self._lengths())

    def _lengths(self) -> list[float]:
        """In mm; 0 for what is not typed yet."""
        typed = (each.replace(self._mark, ".") for each in (self.across, self.deep))
        return [float(each or 0) * MM_A_CM for each in typed]


class StageMark(BoxLayout):
    words = StringProperty("")
    done = BooleanProperty(False)
    now = BooleanProperty(False)


class StageRow(BoxLayout):
    def show(self, stages: tuple[views.StageView, ...]) -> None:
        marks = list(reversed(self.children))
        if len(marks) != len(stages):
            self.clear_widgets()
            marks = [StageMark() for _ in stages]
            for mark in marks:
                self.add_widget(mark)
        for mark, stage in zip(marks, stages, strict=True):
            mark.words, mark.done, mark.now = stage.words, stage.done, stage.now


LONGEST_TABLE_NAME = 40
"""Characters: what a profile takes."""


class TableNameSheet(NameSheet):
    longest = LONGEST_TABLE_NAME

    def __init__(self, take: Callable[[str], None], **properties: object) -> None:
        super().__init__("", (), take, None, columns=[3, 5], title=say("names.table"), **properties)

    def offered(self) -> list[str]:
        return say("names.tables").splitlines()


class CalibrateScreen(Screen[views.CalibrationScene]):
    """Turns to the view's page; every key sends the command that the view gives it."""

    leading = "back"

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self.choices = ChoicesPage(self._press)
        self.picture = PicturePage(self._press, self._touch)
        self.saved = SavedPage(self._press)
        self._pages: dict[views.Page, ChoicesPage | SavedPage] = {
            views.Page.NAME: self.choices,
            views.Page.LENS: self.choices,
            views.Page.SAVED: self.saved,
        }

    def show(self, view: View[views.CalibrationScene]) -> None:
        calibration = view.scene
        page = self._pages.get(calibration.page, self.picture)
        self._turn_to(page)
        self.ids.stages.show(calibration.stages)
        page.show(calibration, view.picture)

    def go_back(self) -> bool:
        self.table.send(self.view.scene.back)
        return True

    def _turn_to(self, page: Widget) -> None:
        room = self.ids.room
        if page.parent is not room:
            room.clear_widgets()
            room.add_widget(page)

    def _touch(self, x: float, y: float) -> None:
        self.table.send(views.TouchPicture, x=x, y=y)

    def _press(self, key: views.KeyView) -> None:
        if key.options:
            choices = tuple(Choice(each.words, each.line, partial(self._press, each)) for each in key.options)
            wide = not any(each.line or each.words.isdecimal() for each in key.options)
            self.table.open(ChoiceSheet(choices, title=key.words, wide=wide))
        elif key.act is not None:
            self._send(key.act, key)

    def _send(self, act: type[Command], key: views.KeyView) -> None:
        send = partial(self.table.send, act)
        if key.asks is views.Asks.NAME:
            self.table.open(TableNameSheet(lambda name: send(name=name)))
        elif key.asks is views.Asks.SIZE:
            self.table.open(SizeSheet(lambda across, deep: send(across_mm=across, deep_mm=deep)))
        else:
            send(**dict(key.fields))
