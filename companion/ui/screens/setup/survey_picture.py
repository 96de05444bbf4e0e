"""The camera's picture, to be touched, with what is known of the table drawn over it."""

from __future__ import annotations

from kivy.core.text import Label as Letters
from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Mesh, Rectangle
from kivy.graphics.texture import Texture
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty

from companion.play.base.views import PictureView
from companion.play.modes.setup.views import Ink, Place, Shape
from companion.text import say
from companion.ui.art.theme import THEME, Paint
from companion.ui.widgets.camera_picture import CameraPicture
from companion.ui.widgets.surface import SPOKEN, FirstTouch

_COLOURS = {
    Ink.PLAIN: Paint.ivory_quiet,
    Ink.DONE: Paint.blue,
    Ink.WANTED: Paint.yellow,
    Ink.WRONG: Paint.red_light,
}
_THICK_DP = {Ink.PLAIN: 0.6, Ink.DONE: 1.0, Ink.WANTED: 1.4, Ink.WRONG: 1.6}
"""Half the thickness of a line."""
_FILL = 0.16
_DOT_DP = 26.0
_BARE_DOT_DP = 12.0


class SurveyPicture(CameraPicture):
    """Sends ``on_place`` (x, y as shares of the picture) where a finger lifts."""

    touchable = BooleanProperty(False)

    __events__ = ("on_place",)

    def __init__(self, **properties: object) -> None:
        self._shapes: tuple[Shape, ...] = ()
        self._finger: Place | None = None
        self._labels = 0
        super().__init__(**properties)
        self._drawn = InstructionGroup()
        self.canvas.add(self._drawn)

    def on_place(self, x: float, y: float) -> None: ...

    def show_survey(self, picture: PictureView | None, shapes: tuple[Shape, ...], touchable: bool) -> None:
        self._shapes, self.touchable = shapes, touchable and picture is not None
        self.show(picture, True)
        self._place()

    def window_place(self, place: Place) -> Place:
        x, y, width, height = self.spot(self.whole)
        return x + place[0] * width, y + (1 - place[1]) * height

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.touchable or self._share_of(touch) is None:
            return super().on_touch_down(touch)
        first: FirstTouch | None = touch.ud.get(SPOKEN)
        if first is not None and not first.may_press(self, say("touch.picture")):
            return True
        touch.grab(self)
        return self._follow(touch)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        return self._follow(touch) if touch.grab_current is self else super().on_touch_move(touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        place, self._finger = self._share_of(touch), None
        self._place()
        if place is not None and self.touchable:
            self.dispatch("on_place", *place)
        return True

    def _follow(self, touch: MotionEvent) -> bool:
        self._finger = self._share_of(touch)
        self._place()
        return True

    def _share_of(self, touch: MotionEvent) -> Place | None:
        if self._view is None:
            return None
        x, y, width, height = self.spot(self.whole)
        across, up = (touch.x - x) / width, (touch.y - y) / height
        return (across, 1 - up) if 0 <= across <= 1 and 0 <= up <= 1 else None

    def _lay_out(self, *_: object) -> None:
        super()._lay_out()
        self._drawn.clear()
        self._labels = 0
        if self._view is None or min(self.size) < THEME.px(12):
            return
        for shape in self._shapes:
            self._draw_shape(shape)
        for shape in self._shapes:  # over every outline, as shapes may lie inside each other
            if shape.label and len(shape.points) > 1:
                self._draw_words(shape)
        if self._finger is not None:
            self._draw_cross(self.window_place(self._finger))

    def _draw_shape(self, shape: Shape) -> None:
        places = [self.window_place(place) for place in shape.points]
        colour = _COLOURS[shape.ink]
        if len(places) == 1:
            self._draw_dot(places[0], shape, colour)
            return
        flat = [each for place in places for each in place]
        if shape.filled:
            corners = [each for x, y in places for each in (x, y, 0, 0)]
            self._drawn.add(Color(*colour[:3], _FILL))
            self._drawn.add(Mesh(vertices=corners, indices=range(len(places)), mode="triangle_fan"))
        thick = THEME.px(_THICK_DP[shape.ink])
        closed = shape.closed and len(places) > 2
        if shape.ink is not Ink.PLAIN:
            self._drawn.add(Color(*Paint.night[:3], 0.55))
            self._drawn.add(Line(points=flat, close=closed, width=thick + THEME.px(0.8), joint="round"))
        self._drawn.add(Color(*colour[:3], 0.5 if shape.ink is Ink.PLAIN else 1))
        self._drawn.add(Line(points=flat, close=closed, width=thick, joint="round"))

    def _draw_dot(self, at: Place, shape: Shape, colour: tuple[float, ...]) -> None:
        side = THEME.px(_DOT_DP if shape.label else _BARE_DOT_DP)
        rim = THEME.px(2)
        for grown, paint in ((rim, Paint.night), (0, colour)):
            self._drawn.add(Color(*paint[:3], 1))
            wide = side + 2 * grown
            self._drawn.add(Ellipse(pos=(at[0] - wide / 2, at[1] - wide / 2), size=(wide, wide)))
        if shape.label:
            self._write(shape.label, at, THEME.text_small, Paint.ink)

    def _draw_words(self, shape: Shape) -> None:
        """Above and below the shapes in turn."""
        places = [self.window_place(place) for place in shape.points]
        letters = self._letters(shape.label, THEME.text_small)
        wide, high = letters.width + THEME.gap * 2, letters.height + THEME.gap_small
        off = high / 2 + THEME.gap_small
        above = min(max(y for _, y in places) + off, self.top - high / 2)
        below = max(min(y for _, y in places) - off, self.y + high / 2)
        middle = sum(x for x, _ in places) / len(places), below if self._labels % 2 else above
        self._labels += 1
        self._drawn.add(Color(*Paint.night[:3], 1))
        self._drawn.add(Rectangle(pos=(middle[0] - wide / 2, middle[1] - high / 2), size=(wide, high)))
        self._write(shape.label, middle, THEME.text_small, _COLOURS[shape.ink])

    def _write(self, words: str, middle: Place, size: float, colour: tuple[float, ...]) -> None:
        letters = self._letters(words, size)
        pos = middle[0] - letters.width / 2, middle[1] - letters.height / 2
        self._drawn.add(Color(*colour[:3], 1))
        self._drawn.add(Rectangle(texture=letters, pos=pos, size=letters.size))

    @staticmethod
    def _letters(words: str, size: float) -> Texture:
        letters = Letters(text=words, font_size=size, bold=True)
        letters.refresh()
        return letters.texture

    def _draw_cross(self, at: Place) -> None:
        """Lines across the whole picture: the finger hides the place itself."""
        x, y, width, height = self.spot(self.whole)
        self._drawn.add(Color(*Paint.yellow[:3], 0.9))
        self._drawn.add(Line(points=(x, at[1], x + width, at[1]), width=THEME.px(0.8)))
        self._drawn.add(Line(points=(at[0], y, at[0], y + height), width=THEME.px(0.8)))
