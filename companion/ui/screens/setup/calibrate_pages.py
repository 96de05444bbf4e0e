"""The pages of the calibration: choices to pick from, the picture with what is told of it, and the end."""

from __future__ import annotations

from collections.abc import Callable

from kivy.clock import Clock
from kivy.graphics import Color, Line, Mesh
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.play.base.views import PictureView
from companion.play.modes.setup.views import (
    CalibrationScene,
    CoverageView,
    KeyView,
    LightView,
    Standing,
    Weight,
)
from companion.text import as_sentence, capital, say
from companion.ui.art.theme import THEME, Palette
from companion.ui.widgets.key import Key
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.sheet import ChoiceKey

load_layout(__file__)


_FAR, _NEAR = 0.27, 0.42
"""Half the length of the edge that is farther from the camera, and of the nearer one, as parts of the box."""
_REACH = 0.36
_TILTED = (
    ((-_REACH, _FAR), (_REACH, _NEAR), (_REACH, -_NEAR), (-_REACH, -_FAR)),
    ((-_REACH, _NEAR), (_REACH, _FAR), (_REACH, -_FAR), (-_REACH, -_NEAR)),
    ((-_FAR, _REACH), (_FAR, _REACH), (_NEAR, -_REACH), (-_NEAR, -_REACH)),
    ((-_NEAR, _REACH), (_NEAR, _REACH), (_FAR, -_REACH), (-_FAR, -_REACH)),
)
"""A board whose left, right, upper, lower edge is farther off, round its middle."""


class TiltMark(Widget):
    """A board tilted one way: an outline until it was held so, then filled."""

    def __init__(self, tilt: int, **properties: object) -> None:
        super().__init__(**properties)
        self._tilt, self._done = tilt, False
        self._redraw = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, done: bool) -> None:
        """Draw it as held or not."""
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
    """Pictures taken of those wanted, and the four tilts."""

    count = StringProperty("")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._marks = tuple(TiltMark(tilt) for tilt in range(len(_TILTED)))
        for mark in self._marks:
            self.ids.tilts.add_widget(mark)

    def show(self, coverage: CoverageView) -> None:
        """Draw what is covered."""
        taken = coverage.pictures
        self.count = say("coverage.pictures", count=max(coverage.fewest, taken), taken=taken)
        for mark, done in zip(self._marks, coverage.tilts, strict=True):
            mark.show(done)


_SIGNS = {Standing.GOOD: "check", Standing.WRONG: "warning", Standing.UNKNOWN: "doubt"}
_ROW_DP = {Standing.GOOD: 32.0, Standing.WRONG: 132.0, Standing.UNKNOWN: 44.0}
"""What is wrong has two sentences."""


class LightRow(BoxLayout):
    """Draws one check."""

    sentence = StringProperty("")
    remedy = StringProperty("")
    sign = StringProperty("")
    wrong = BooleanProperty(False)

    def __init__(self, check: LightView, **properties: object) -> None:
        self.check = check
        wrong = check.standing is Standing.WRONG
        super().__init__(
            sentence=capital(check.sentence),
            remedy=as_sentence(check.remedy or "") if wrong else "",
            sign=_SIGNS[check.standing],
            wrong=wrong,
            size_hint_y=None,
            height=THEME.px(_ROW_DP[check.standing]),
            **properties,
        )


Press = Callable[[KeyView], None]

_TILES = {Weight.MAIN: "key yellow", Weight.PLAIN: "key", Weight.QUIET: "key line"}
_HEIGHT_DP = {Weight.MAIN: 68.0, Weight.PLAIN: 50.0, Weight.QUIET: 48.0}
_CHOICE_DP = 90.0
_CHOICE_PORTRAIT_DP = 90.0


def _key(key: KeyView, press: Press) -> Key:
    drawn = Key(
        text=key.words,
        tile=_TILES[key.weight],
        size_hint_y=None,
        height=THEME.px(_HEIGHT_DP[key.weight]),
        disabled=not key.enabled,
        on_release=lambda *_: press(key),
    )
    drawn.largest = THEME.text_large if key.weight is Weight.MAIN else THEME.text
    return drawn


class ChoicesPage(BoxLayout):
    """Large keys, each with a line that says what it brings; below them what has to be at hand."""

    said = StringProperty("")

    def __init__(self, press: Press, **properties: object) -> None:
        super().__init__(**properties)
        self._press = press
        self._shown: tuple[tuple[KeyView, ...], float] = ((), 0.0)

    def show(self, page: CalibrationScene, _picture: PictureView | None) -> None:
        """Offer these; the keys are made anew only when they change."""
        choices = page.choices
        self.said = page.said
        if self._shown == (choices, THEME.scale):
            return
        self._shown = choices, THEME.scale
        grid = self.ids.choices
        grid.clear_widgets()
        for choice in choices:
            grid.add_widget(self._choice(choice))

    def _choice(self, choice: KeyView) -> ChoiceKey:
        return ChoiceKey(
            words=choice.words,
            line=choice.line,
            tile="key chosen" if choice.weight is Weight.MAIN else "key",
            size_hint_y=None,
            height=THEME.px(_CHOICE_PORTRAIT_DP if THEME.portrait else _CHOICE_DP),
            on_release=lambda *_: self._press(choice),
        )


class PicturePage(BoxLayout):
    """The live picture, what came of the latest touch, and the keys beside it."""

    said = StringProperty("")
    with_checks = BooleanProperty(False)

    def __init__(self, press: Press, touch: Callable[[float, float], None], **properties: object) -> None:
        super().__init__(**properties)
        self._press = press
        self._shown: tuple[object, ...] = ()
        self.ids.picture.bind(on_place=lambda _picture, x, y: touch(x, y))

    def show(self, page: CalibrationScene, picture: PictureView | None) -> None:
        """Draw the picture; what stands beside it only when it changes: no key goes under a finger."""
        self.ids.picture.show_survey(picture, page.shapes, page.touchable)
        beside = (page.page, page.keys, page.coverage, page.checks, page.said, THEME.scale)
        if beside == self._shown:
            return
        self._shown = beside
        self.said = page.said
        self.with_checks = bool(page.checks)
        self._draw_told(page)
        self._draw_keys(page.keys)

    def _draw_told(self, page: CalibrationScene) -> None:
        rows, told = self.ids.checks, self.ids.told
        rows.clear_widgets()
        told.clear_widgets()
        for check in page.checks:
            rows.add_widget(LightRow(check))
        if page.coverage is not None:
            card = CoverageCard(size_hint_y=None, height=THEME.px(84))
            card.show(page.coverage)
            told.add_widget(card)

    def _draw_keys(self, keys: tuple[KeyView, ...]) -> None:
        column = self.ids.column
        column.clear_widgets()
        for key in keys:
            column.add_widget(_key(key, self._press))


class SavedPage(BoxLayout):
    """The table is set up: what was kept, and where."""

    said = StringProperty("")

    def __init__(self, press: Press, **properties: object) -> None:
        super().__init__(**properties)
        self._press = press

    def show(self, page: CalibrationScene, _picture: PictureView | None) -> None:
        """Draw it."""
        self.said = page.said
        column = self.ids.column
        column.clear_widgets()
        for key in page.keys:
            column.add_widget(_key(key, self._press))
