"""The camera's picture with a mark on each die."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Rectangle, RoundedRectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, NumericProperty

from companion.frame import Frame
from companion.play.views import Mark, PictureView, Tone
from companion.reading import Box
from companion.ui.art.signs import Sign
from companion.ui.art.textures import die_texture, halo_texture, sign_texture
from companion.ui.theme import THEME, Colour, Palette
from companion.ui.widgets.die_face import SKINS
from companion.ui.widgets.surface import Surface

WIDEST_TEXTURE = 1600
"""Pixels; wider frames are thinned out before they are drawn: no screen of ours is wider."""
_TAG = 0.62
"""Side of the face tag as a part of the die's box, within the bounds below (dp)."""
_TAG_LEAST, _TAG_MOST = 16.0, 30.0
_SMALLEST_TAGGED_DP = 25.0
"""On smaller dice a tag would cover its neighbours; only a doubt is marked there."""
_LEAST_HALO_DP = 8.0
_ZOOM_ROOM = 0.07
"""Room round the outermost dice of a zoomed picture, as a part of the frame's width."""
LIGHTING_SECONDS = 0.22
"""Seconds between two counted dice."""

_RING: dict[Tone, tuple[Colour, float]] = {
    Tone.READ: (Palette.ivory, 1.6),
    Tone.TAPPED: (Palette.blue, 2.2),
    Tone.DOUBTED: (Palette.yellow, 2.6),
    Tone.MISSING: (Palette.yellow, 3.2),
    Tone.COUNTED: (Palette.yellow, 2.6),
    Tone.IDLE: (Palette.ivory_faint, 1.2),
}


def rgb_of(frame: Frame, box: Box | None = None, widest: int = WIDEST_TEXTURE) -> np.ndarray:
    """RGB of a frame or a part of it, bottom row first; every n-th pixel where it is too wide."""
    pixels = frame.pixels
    if box is not None:
        left, top, right, bottom = box
        pixels = pixels[top:bottom, left:right]
    step = -(-pixels.shape[1] // widest)
    return np.ascontiguousarray(pixels[::step, ::step][::-1, :, ::-1])


def fitted(inner: tuple[float, float], outer: tuple[float, float, float, float]) -> tuple[float, ...]:
    """Largest (x, y, width, height) of the inner shape inside the outer box, in its middle."""
    x, y, width, height = outer
    ratio = min(width / inner[0], height / inner[1])
    wide, high = inner[0] * ratio, inner[1] * ratio
    return x + (width - wide) / 2, y + (height - high) / 2, wide, high


Part = tuple[float, float, float, float]
"""Left, top, right, bottom of a part of the frame, in frame pixels."""


def part_with(boxes: Sequence[Box], size: tuple[int, int], aspect: float, room: float = 0.0) -> Part:
    """The part of a frame with all boxes and ``room`` round them (px), widened to an aspect.

    The aspect is width / height; at the frame's edge the part may miss it.
    """
    left, top = min(box[0] for box in boxes) - room, min(box[1] for box in boxes) - room
    right, bottom = max(box[2] for box in boxes) + room, max(box[3] for box in boxes) + room
    wide = max(right - left, (bottom - top) * aspect)
    high = max(bottom - top, wide / aspect)
    left, right = _slid((left + right) / 2, wide, size[0])
    top, bottom = _slid((top + bottom) / 2, high, size[1])
    return left, top, right, bottom


def _slid(middle: float, length: float, limit: float) -> tuple[float, float]:
    """A stretch of this length round a middle, moved and cut to lie between 0 and the limit."""
    length = min(length, limit)
    low = min(max(middle - length / 2, 0.0), limit - length)
    return low, low + length


class CameraPicture(Surface):
    """A picture of the table in its own proportions. ``lit`` counts the counted dice that glow by now."""

    lit = NumericProperty(0.0)
    zoomed = BooleanProperty(False)
    """Show only the part of the frame in which the marked dice lie."""

    def __init__(self, **properties: object) -> None:
        properties.setdefault("surface", "well")
        super().__init__(**properties)
        self._view: PictureView | None = None
        self._has_stars = True
        self._texture: Texture | None = None
        with self.canvas:
            self._tint_picture = Color(1, 1, 1, 0)
            self._rectangle = Rectangle()
        self._marks = InstructionGroup()
        self.canvas.add(self._marks)
        self._place = Clock.create_trigger(self._lay_out, -1)
        self.bind(pos=self._place, size=self._place, lit=self._place, zoomed=self._place)

    def show(self, view: PictureView | None, has_stars: bool) -> None:
        """Draw a picture, or nothing."""
        before, self._view, self._has_stars = self._view, view, has_stars
        if view is None:
            self._let_go()
            return
        if before is None or before.frame is not view.frame:
            self._upload(view.frame)
        if before is None or before.marks != view.marks:
            self.lit = self._counted()
        self._place()

    def _let_go(self) -> None:
        """Neither the frame nor its texture is kept: together they are 6 MB at the simulated table."""
        self._tint_picture.a = 0
        self._marks.clear()
        self._texture = self._rectangle.texture = None

    def light_up(self) -> None:
        """Let the counted dice glow one after another."""
        Animation.cancel_all(self, "lit")
        counted = self._counted()
        if THEME.motion and counted:
            self.lit = 0.0
            Animation(lit=counted, duration=THEME.seconds(LIGHTING_SECONDS * counted)).start(self)

    def spot(self, box: Box) -> tuple[float, float, float, float]:
        """Where a box of the frame lies in the window: x, y, width, height in pixels."""
        if self._view is None:
            raise ValueError("no picture is shown, so nothing has a spot on it")
        (x, y, _width, height), part = self._fitted()
        left, top, right, bottom = box
        scale = height / (part[3] - part[1])
        return (
            x + (left - part[0]) * scale,
            y + (part[3] - bottom) * scale,
            (right - left) * scale,
            (bottom - top) * scale,
        )

    def _fitted(self) -> tuple[tuple[float, ...], Part]:
        """Where the picture lies in the window, and which part of the frame it shows."""
        edge = THEME.px(3)
        inside = (self.x + edge, self.y + edge, self.width - 2 * edge, self.height - 2 * edge)
        part = self._part(inside[2] / max(1.0, inside[3]))
        return fitted((part[2] - part[0], part[3] - part[1]), inside), part

    def _part(self, aspect: float) -> Part:
        frame = self._view.frame
        size = (frame.width, frame.height)
        if self._view.focus is not None:
            return part_with([self._view.focus], size, aspect)
        if not self.zoomed or not self._view.marks:
            return 0.0, 0.0, float(frame.width), float(frame.height)
        return part_with([mark.box for mark in self._view.marks], size, aspect, frame.width * _ZOOM_ROOM)

    def _counted(self) -> int:
        return sum(mark.tone is Tone.COUNTED for mark in self._view.marks) if self._view else 0

    def _upload(self, frame: Frame) -> None:
        pixels = rgb_of(frame)
        size = (pixels.shape[1], pixels.shape[0])
        if self._texture is None or self._texture.size != size:
            self._texture = Texture.create(size=size, colorfmt="rgb", bufferfmt="ubyte")
            self._texture.mag_filter = self._texture.min_filter = "linear"
        self._texture.blit_buffer(pixels.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
        self._rectangle.texture = self._texture
        self.canvas.ask_update()

    def _lay_out(self, *_: object) -> None:
        if self._view is None or min(self.size) < THEME.px(12):
            return
        (x, y, width, height), part = self._fitted()
        wide, high = self._view.frame.width, self._view.frame.height
        left, right = part[0] / wide, part[2] / wide
        low, top = 1 - part[3] / high, 1 - part[1] / high
        self._rectangle.tex_coords = (left, low, right, low, right, top, left, top)
        self._tint_picture.a = 1
        self._rectangle.pos, self._rectangle.size = (x, y), (width, height)
        self._marks.clear()
        glowing = 0
        for mark in self._view.marks:
            if mark.tone is Tone.COUNTED:
                glowing += 1
            self._draw_mark(mark, strength=min(1.0, max(0.0, self.lit - glowing + 1)))

    def _draw_mark(self, mark: Mark, strength: float) -> None:
        x, y, width, height = self.spot(mark.box)
        ring, thickness = _RING[mark.tone]
        add = self._marks.add
        if mark.tone is Tone.COUNTED:
            reach = max(THEME.px(_LEAST_HALO_DP), 0.23 * min(width, height))
            add(Color(1, 1, 1, strength))
            add(
                Rectangle(
                    texture=halo_texture(),
                    pos=(x - reach, y - reach),
                    size=(width + 2 * reach, height + 2 * reach),
                )
            )
            add(Color(*ring[:3], strength))
            add(self._outline(x, y, width, height, thickness))
        elif mark.tone is Tone.IDLE:
            add(Color(*Palette.night[:3], 0.5))
            radius = min(width, height) * 0.2
            add(RoundedRectangle(pos=(x, y), size=(width, height), radius=(radius,)))
        else:
            add(Color(*Palette.night[:3], 0.55))
            add(self._outline(x, y, width, height, thickness + 1.6))
            add(Color(*ring))
            add(self._outline(x, y, width, height, thickness))
        if mark.tone is not Tone.IDLE:
            self._draw_tag(mark, x + width, y + height, min(width, height), strength)

    def _outline(self, x: float, y: float, width: float, height: float, thickness: float) -> Line:
        radius = min(width, height) * 0.2
        return Line(rounded_rectangle=(x, y, width, height, radius), width=THEME.px(thickness) / 2)

    def _draw_tag(self, mark: Mark, right: float, top: float, die: float, strength: float) -> None:
        """What the eye read, at the die's upper right corner; a question mark's sign for a doubt."""
        side = min(max(die * _TAG, THEME.px(_TAG_LEAST)), THEME.px(_TAG_MOST))
        if mark.tone is not Tone.DOUBTED and die < THEME.px(_SMALLEST_TAGGED_DP):
            return
        if mark.tone is Tone.DOUBTED:
            texture = sign_texture(Sign.DOUBT, int(side), Palette.yellow)
        elif mark.face is None:
            return
        else:
            skin = SKINS["yellow" if self._has_stars else "ivory"]
            texture = die_texture(side, mark.face, skin, self._has_stars)
        x = min(right - side * 0.35, self.right - side)
        y = min(top - side * 0.35, self.top - side)
        self._marks.add(Color(1, 1, 1, strength if mark.tone is Tone.COUNTED else 1))
        self._marks.add(Rectangle(texture=texture, pos=(x, y), size=(side, side)))
