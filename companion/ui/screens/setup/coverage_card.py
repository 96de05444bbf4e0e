"""How the lens board was held so far: four boards, each tilted another way, and the number of pictures."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, Line, Mesh
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.play.setup.views import CoverageView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME, Palette

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
