"""One die or card of the picture, cut out and shown large."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from companion.frame import Frame
from companion.reading import Box
from companion.ui.theme import THEME
from companion.ui.widgets.camera_picture import rgb_of
from companion.ui.widgets.picture_part import fitted
from companion.ui.widgets.surface import Surface

ROOM = 0.22
"""Room shown round the die, as a part of its longer side: enough to see what it leans on."""


def crop_box(frame: Frame, box: Box, aspect: float = 1.0) -> Box:
    """The part of a frame round a die with room, of this aspect (width / height) where the frame allows.

    Moved to lie inside the frame; the die is then no longer in its middle.
    """
    left, top, right, bottom = box
    side = max(right - left, bottom - top) * (1 + 2 * ROOM)
    wide = max(2, min(round(side * max(1.0, aspect)), frame.width))
    high = max(2, min(round(side * max(1.0, 1 / aspect)), frame.height))
    x = min(max((left + right - wide) // 2, 0), frame.width - wide)
    y = min(max((top + bottom - high) // 2, 0), frame.height - high)
    return x, y, x + wide, y + high


class DieCrop(Surface):
    """The part of a frame round a box; it fills the widget, but for a thin edge where it has a surface."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._wanted: tuple[Frame, Box] | None = None
        self._uploaded: tuple[Frame, Box] | None = None
        with self.canvas:
            self._tint_crop = Color(1, 1, 1, 0)
            self._rectangle = Rectangle()
        self._place = Clock.create_trigger(self._lay_out, -1)
        self.bind(pos=self._place, size=self._place, surface=self._place)

    def show(self, frame: Frame | None, box: Box | None) -> None:
        """Cut out the die in this box; nothing without a frame or a box."""
        self._wanted = None if frame is None or box is None else (frame, box)
        self._place()

    def _lay_out(self, *_: object) -> None:
        edge = THEME.px(3) if self.surface != "none" else 0
        width, height = self.width - 2 * edge, self.height - 2 * edge
        if self._wanted is None or min(width, height) <= 2:
            self._tint_crop.a = 0
            self._uploaded = self._rectangle.texture = None
            return
        self._tint_crop.a = 1
        frame, box = self._wanted
        part = self.part_of(frame, box, width / height)
        self._upload(frame, part)
        inside = (self.x + edge, self.y + edge, width, height)
        x, y, wide, high = fitted((part[2] - part[0], part[3] - part[1]), inside)
        self._rectangle.pos, self._rectangle.size = (x, y), (wide, high)

    def part_of(self, frame: Frame, box: Box, aspect: float) -> Box:
        """The part of a frame that is shown of a box, in a widget of this aspect."""
        return crop_box(frame, box, aspect)

    def _upload(self, frame: Frame, part: Box) -> None:
        if self._uploaded is not None and self._uploaded[0] is frame and self._uploaded[1] == part:
            return
        pixels = rgb_of(frame, part)
        texture = Texture.create(size=(pixels.shape[1], pixels.shape[0]), colorfmt="rgb")
        texture.mag_filter = texture.min_filter = "linear"
        texture.blit_buffer(pixels.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
        self._rectangle.texture = texture
        self._uploaded = (frame, part)
