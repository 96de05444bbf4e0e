"""The camera's picture with a mark on each die."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Line, Mesh, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.core.frame import Frame
from companion.core.reading import Box
from companion.play.base.views import Mark, PictureView, Tone
from companion.ui.art.signs import Sign
from companion.ui.art.textures import badge_texture, die_texture, halo_texture, sign_texture
from companion.ui.art.theme import THEME, Colour, Paint
from companion.ui.widgets.box import load_layout
from companion.ui.widgets.die_face import SKINS
from companion.ui.widgets.surface import Surface, Target

load_layout(__file__)


Part = tuple[float, float, float, float]
"""Left, top, right, bottom of a part of the frame, in frame pixels."""
Spot = tuple[float, float, float, float]
"""x, y, width and height in the window, in pixels."""
_ARC = 4
"""Straight pieces of a rounded corner."""


def fitted(inner: tuple[float, float], outer: tuple[float, float, float, float]) -> tuple[float, ...]:
    """The largest x, y, width, height in the middle."""
    x, y, width, height = outer
    ratio = min(width / inner[0], height / inner[1])
    wide, high = inner[0] * ratio, inner[1] * ratio
    return x + (width - wide) / 2, y + (height - high) / 2, wide, high


def part_with(boxes: Sequence[Box], size: tuple[int, int], aspect: float, room: float = 0.0) -> Part:
    """The part of a frame with all boxes, ``room`` (px) round them, widened to ``aspect`` (width / height).

    At the frame's edge the part may miss the aspect.
    """
    left, top = min(box[0] for box in boxes) - room, min(box[1] for box in boxes) - room
    right, bottom = max(box[2] for box in boxes) + room, max(box[3] for box in boxes) + room
    wide = max(right - left, (bottom - top) * aspect)
    high = max(bottom - top, wide / aspect)
    left, right = _slid((left + right) / 2, wide, size[0])
    top, bottom = _slid((top + bottom) / 2, high, size[1])
    return left, top, right, bottom


def part_between(start: Part, end: Part, share: float) -> Part:
    """The part between two; ``share`` 0-1, slow at both ends."""
    eased = share * share * (3 - 2 * share)
    left, top, right, bottom = (a + (b - a) * eased for a, b in zip(start, end, strict=True))
    return left, top, right, bottom


def common_part(box: Sequence[float], part: Part) -> Part | None:
    """Intersection of box and part; None if empty."""
    left, top = max(box[0], part[0]), max(box[1], part[1])
    right, bottom = min(box[2], part[2]), min(box[3], part[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def rounded_patch(spot: Sequence[float], texture_part: Sequence[float], corner: float) -> list[float]:
    """A picture part with rounded corners, as vertices x, y, u, v of a fan.

    ``spot``: x, y, width, height in the window. ``texture_part``: texture coordinates from the lower left,
    counter-clockwise. ``corner``: radius as a part of the shorter side.
    """
    x, y, width, height = spot
    left, low, right, top = texture_part[0], texture_part[1], texture_part[2], texture_part[5]
    across, up = (corner * min(width, height) / side for side in (width, height))
    vertices: list[float] = []
    for number in range(4 * (_ARC + 1)):
        quarter, step = divmod(number, _ARC + 1)
        turn = math.pi / 2 * (quarter + step / _ARC)
        share_x = (1 - across if quarter in (0, 3) else across) + across * math.cos(turn)
        share_y = (1 - up if quarter in (0, 1) else up) + up * math.sin(turn)
        vertices += x + share_x * width, y + share_y * height
        vertices += left + share_x * (right - left), low + share_y * (top - low)
    return vertices


def _slid(middle: float, length: float, limit: float) -> tuple[float, float]:
    length = min(length, limit)
    low = min(max(middle - length / 2, 0.0), limit - length)
    return low, low + length


WIDEST_TEXTURE = 1600
"""Pixels; wider frames are thinned out, as no screen of ours is wider."""
_TAG = 0.62
"""Side of the face tag as a part of the die's box, within the bounds below (dp)."""
_TAG_LEAST, _TAG_MOST = 16.0, 30.0
_SMALLEST_TAGGED_DP = 25.0
"""A tag on a smaller die would cover its neighbours; only doubts are marked there."""
_LEAST_HALO_DP = 8.0
_BADGE_DP = 26.0
"""A seat's badge beside its dice."""
_ZOOM_ROOM = 0.07
"""Room round the outermost dice of a zoomed picture, as a part of the frame's width."""
_CLOSE_UP_ROOM, _CLOSEST = 0.035, 0.2
"""Room round one player's dice, and the least width of a close-up, as parts of the frame's width."""
_EDGE_DP = 3.0
"""Frame round the picture."""
_CORNER = 0.24
"""Radius of a mark's corners as a part of the die's box."""
_DIMMED = 0.5
"""Brightness of the table round counted dice; these keep theirs, unless they lay there in the roll before."""

_RING: dict[Tone, tuple[Colour, float]] = {
    Tone.READ: (Paint.ivory, 1.6),
    Tone.TAPPED: (Paint.blue, 2.2),
    Tone.DOUBTED: (Paint.yellow, 2.6),
    Tone.MISSING: (Paint.yellow, 3.2),
    Tone.COUNTED: (Paint.yellow, 2.6),
}
_AFTER_THE_COUNT = (Tone.COUNTED, Tone.IDLE)


def signs_beside(
    dice: Mapping[int, Sequence[Spot]], within: tuple[float, ...], side: float
) -> dict[int, Spot]:
    """Where each seat's sign stands (x, y, width, height; px): near its dice, free of all dice and signs.

    Smaller where there is no room; at last over its own dice.
    """
    every = [spot for spots in dice.values() for spot in spots]
    signs: dict[int, Spot] = {}
    for seat, spots in dice.items():
        left, low = min(each[0] for each in spots), min(each[1] for each in spots)
        right, top = max(each[0] + each[2] for each in spots), max(each[1] + each[3] for each in spots)
        taken = [*every, *signs.values()]
        ways = (
            (x, y, size, size)
            for size in (side, side * 0.8, side * 0.64)
            for x, y in _places_round((left, low, right, top), size)
            if within[0] <= x <= within[0] + within[2] - size
            and within[1] <= y <= within[1] + within[3] - size
        )
        free = (each for each in ways if not any(_meet(each, other) for other in taken))
        signs[seat] = next(free, (left, top - side, side, side))
    return signs


def _places_round(box: Part, size: float) -> Iterator[tuple[float, float]]:
    """Lower left corners round a box: at its upper left first, then along its edges, then farther away."""
    left, low, right, top = box
    for away in (0.0, 0.35 * size, 0.8 * size, 1.5 * size):
        xs = [left - size - away, left, (left + right - size) / 2, right - size, right + away]
        ys = [top + away, top - size, (low + top - size) / 2, low, low - size - away]
        yield from ((x, y) for y in ys for x in xs if x in (xs[0], xs[-1]) or y in (ys[0], ys[-1]))


def _meet(one: Spot, other: Spot) -> bool:
    return all(one[at] < other[at] + other[at + 2] and other[at] < one[at] + one[at + 2] for at in (0, 1))


def rgb_of(frame: Frame, box: Box | None = None) -> np.ndarray:
    """RGB of a frame or a part, bottom row first; every n-th pixel if it is too wide."""
    pixels = frame.pixels
    if box is not None:
        left, top, right, bottom = box
        pixels = pixels[top:bottom, left:right]
    step = -(-pixels.shape[1] // WIDEST_TEXTURE)
    bgr = pixels[::step, ::step][::-1]
    rgb = np.empty(bgr.shape, np.uint8)
    for channel in range(3):  # a third of the time that one copy with all strides reversed takes
        rgb[..., channel] = bgr[..., 2 - channel]
    return rgb


def texture_of_frame(frame: Frame, before: Texture | None = None) -> Texture:
    pixels = rgb_of(frame)
    size, texture = (pixels.shape[1], pixels.shape[0]), before
    if texture is None or texture.size != size:
        texture = Texture.create(size=size, colorfmt="rgb", bufferfmt="ubyte")
        texture.mag_filter = texture.min_filter = "linear"
    texture.blit_buffer(pixels.ravel(), colorfmt="rgb", bufferfmt="ubyte")
    return texture


class CameraPicture(Surface):
    surface = StringProperty("well")
    zoomed = BooleanProperty(False)
    """Show only the part of the frame with the marked dice."""
    shown_box = ListProperty((0.0, 0.0, 0.0, 0.0))
    """The picture in the window: x, y, width, height; round it lies felt, not black."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._view: PictureView | None = None
        self._star_face = 1
        self._texture: Texture | None = None
        self.signs: dict[int, Spot] = {}
        """Where the seats' signs lie in the window."""
        self._lit: Mapping[tuple[int, int], float] | None = None
        self._way: tuple[int | None, int | None, float] = (None, None, 1.0)
        with self.canvas:
            self._tint_picture = Color(1, 1, 1, 0)
            self._rectangle = Rectangle()
        self._marks = InstructionGroup()
        self.canvas.add(self._marks)
        self._place = Clock.create_trigger(self._lay_out, -1)
        self.bind(pos=self._place, size=self._place, zoomed=self._place)

    def show(self, view: PictureView | None, star_face: int) -> None:
        before, self._view, self._star_face = self._view, view, star_face
        if view is None:
            self._let_go()
            return
        if before is None or before.frame is not view.frame:
            self._upload(view.frame)
        self.look_at(None, None, 1.0)
        self.light(None)

    def tile_box(self) -> tuple[float, float, float, float]:
        if self._view is None or min(self.size) < THEME.px(12):
            return super().tile_box()
        x, y, width, height = self._fitted()[0]
        edge = THEME.px(_EDGE_DP)
        return x - edge, y - edge, width + 2 * edge, height + 2 * edge

    def _let_go(self) -> None:
        """Drop the frame and its texture: together 6 MB at the simulated table."""
        self._tint_picture.a = 0
        self._marks.clear()
        self._texture = self._rectangle.texture = None
        self._redraw()

    def light(self, lit: Mapping[tuple[int, int], float] | None) -> None:
        """Glow of counted dice by (seat, slot), 0-1; None: all, as on a new picture."""
        self._lit = lit
        self._place()

    def look_at(self, start: int | None, end: int | None, share: float) -> None:
        """Look from one seat's dice towards another's, 0-1 of the way; None: the usual view."""
        self._way = (start, end, share)
        self._place()

    @property
    def picture(self) -> PictureView:
        """ValueError without a picture."""
        if self._view is None:
            raise ValueError("no picture is shown")
        return self._view

    @property
    def whole(self) -> Part:
        return 0.0, 0.0, float(self.picture.frame.width), float(self.picture.frame.height)

    def spot(self, box: Part) -> tuple[float, float, float, float]:
        """x, y, width, height in window pixels."""
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
        edge = THEME.px(_EDGE_DP)
        inside = (self.x + edge, self.y + edge, self.width - 2 * edge, self.height - 2 * edge)
        part = self._part(inside[2] / max(1.0, inside[3]))
        return fitted((part[2] - part[0], part[3] - part[1]), inside), part

    def _part(self, aspect: float) -> Part:
        start, end, share = self._way
        there = self._part_of(end, aspect)
        return there if share >= 1 else part_between(self._part_of(start, aspect), there, share)

    def _part_of(self, seat: int | None, aspect: float) -> Part:
        frame, marks, focus = self.picture.frame, self.picture.marks, self.picture.focus
        size = (frame.width, frame.height)
        own = [mark.box for mark in marks if mark.seat == seat] if seat is not None else []
        if own:
            room = frame.width * _CLOSE_UP_ROOM
            wide = max(box[2] for box in own) - min(box[0] for box in own)
            return part_with(own, size, aspect, max(room, (frame.width * _CLOSEST - wide) / 2))
        if focus is not None:
            return part_with([focus], size, aspect)
        if not self.zoomed or not marks:
            return self.whole
        return part_with([mark.box for mark in marks], size, aspect, frame.width * _ZOOM_ROOM)

    def _upload(self, frame: Frame) -> None:
        self._rectangle.texture = self._texture = texture_of_frame(frame, self._texture)
        self.canvas.ask_update()

    def _lay_out(self, *_: object) -> None:
        if self._view is None or min(self.size) < THEME.px(12):
            return
        (x, y, width, height), part = self._fitted()
        self._rectangle.tex_coords = self._texture_part(part)
        marks = self._view.marks
        dims = any(mark.tone in _AFTER_THE_COUNT for mark in marks)
        bright = _DIMMED if dims else 1.0
        self._tint_picture.rgba = (bright, bright, bright, 1)
        self._rectangle.pos, self._rectangle.size = (x, y), (width, height)
        self.shown_box = (x, y, width, height)
        self._draw()
        self._marks.clear()
        for mark in marks:
            if dims and mark.tone is not Tone.KEPT:
                seen = common_part(mark.box, part)
                if seen is None:
                    continue
                self._draw_bright(seen)
                if seen != common_part(mark.box, self.whole):
                    continue
            self._draw_mark(mark)
        self._draw_owners(part)

    def _draw_owners(self, part: Part) -> None:
        """Each seat's sign, beside its dice and over no other."""
        dice: dict[int, list[Spot]] = {}
        for mark in self.picture.marks:
            if mark.seat is not None and common_part(mark.box, part) is not None:
                dice.setdefault(mark.seat, []).append(self.spot(mark.box))
        self.signs = signs_beside(dice, tuple(self.shown_box), THEME.px(_BADGE_DP))
        for seat, (x, y, side, _) in self.signs.items():
            self._marks.add(Color(1, 1, 1, 1))
            self._marks.add(Rectangle(texture=badge_texture(seat, int(side)), pos=(x, y), size=(side, side)))

    def _texture_part(self, part: Part) -> tuple[float, ...]:
        wide, high = self.whole[2:]
        left, right = part[0] / wide, part[2] / wide
        low, top = 1 - part[3] / high, 1 - part[1] / high
        return left, low, right, low, right, top, left, top

    def _draw_bright(self, seen: Part) -> None:
        corners = rounded_patch(self.spot(seen), self._texture_part(seen), _CORNER)
        self._marks.add(Color(1, 1, 1, 1))
        self._marks.add(
            Mesh(
                vertices=corners,
                indices=range(len(corners) // 4),
                mode="triangle_fan",
                texture=self._texture,
            )
        )

    def _draw_mark(self, mark: Mark) -> None:
        x, y, width, height = self.spot(mark.box)
        if mark.tone in (Tone.IDLE, Tone.KEPT):
            return
        ring, thickness = _RING[mark.tone]
        add, strength = self._marks.add, self._strength(mark)
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
        else:
            add(Color(*Paint.night[:3], 0.55))
            add(self._outline(x, y, width, height, thickness + 1.6))
        add(Color(*ring[:3], ring[3] * strength))
        add(self._outline(x, y, width, height, thickness))
        self._draw_tag(mark, x + width, y + height, min(width, height), strength)

    def _strength(self, mark: Mark) -> float:
        if mark.tone is not Tone.COUNTED or self._lit is None:
            return 1.0
        if mark.seat is None or mark.slot is None:
            return 0.0
        return self._lit.get((mark.seat, mark.slot), 0.0)

    def _outline(self, x: float, y: float, width: float, height: float, thickness: float) -> Line:
        radius = min(width, height) * _CORNER
        return Line(rounded_rectangle=(x, y, width, height, radius), width=THEME.px(thickness) / 2)

    def _draw_tag(self, mark: Mark, right: float, top: float, die: float, strength: float) -> None:
        side = min(max(die * _TAG, THEME.px(_TAG_LEAST)), THEME.px(_TAG_MOST))
        if mark.tone is not Tone.DOUBTED and die < THEME.px(_SMALLEST_TAGGED_DP):
            return
        if mark.tone is Tone.DOUBTED:
            texture = sign_texture(Sign.DOUBT, int(side), Paint.yellow)
        elif mark.face is None:
            return
        else:
            skin = SKINS["yellow" if self._star_face else "ivory"]
            texture = die_texture(side, mark.face, skin, self._star_face)
        x = min(right - side * 0.35, self.right - side)
        y = min(top - side * 0.35, self.top - side)
        self._marks.add(Color(1, 1, 1, strength))
        self._marks.add(Rectangle(texture=texture, pos=(x, y), size=(side, side)))


class PictureKey(Target, CameraPicture):
    """A ``CameraPicture`` to be touched; ``sign``, in its corner, says what a touch does."""

    sign = StringProperty("enlarge")
    tile = StringProperty("well")


ROOM = 0.22
"""Room round the die, as a part of its longer side: it shows what the die leans on."""


def crop_box(frame: Frame, box: Box, aspect: float = 1.0) -> Box:
    """The part of a frame round a die, inside the frame, of this aspect (width / height) if possible."""
    left, top, right, bottom = box
    side = max(right - left, bottom - top) * (1 + 2 * ROOM)
    wide = max(2, min(round(side * max(1.0, aspect)), frame.width))
    high = max(2, min(round(side * max(1.0, 1 / aspect)), frame.height))
    x = min(max((left + right - wide) // 2, 0), frame.width - wide)
    y = min(max((top + bottom - high) // 2, 0), frame.height - high)
    return x, y, x + wide, y + high


class DieCrop(Surface):
    """The part of a frame round a box. It fills the widget, except for a thin edge on a surface."""

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
        return crop_box(frame, box, aspect)

    def _upload(self, frame: Frame, part: Box) -> None:
        if self._uploaded is not None and self._uploaded[0] is frame and self._uploaded[1] == part:
            return
        pixels = rgb_of(frame, part)
        texture = Texture.create(size=(pixels.shape[1], pixels.shape[0]), colorfmt="rgb")
        texture.mag_filter = texture.min_filter = "linear"
        texture.blit_buffer(pixels.ravel(), colorfmt="rgb", bufferfmt="ubyte")
        self._rectangle.texture = texture
        self._uploaded = (frame, part)
