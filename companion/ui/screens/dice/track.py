"""The bidding track: thirty spaces round the table; the red die slides along them."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.play.modes.dice.views import SpaceView, TrackView
from companion.text import capital, say
from companion.ui.art.theme import THEME, Paint, Palette
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.die_face import ALL_FACES, DieFace, FacePicker, Lit
from companion.ui.widgets.surface import Target

load_layout(__file__)


class SpaceKey(Lit, Target, FloatLayout):
    """A number space or a star space, lit if a bid may go there; ``taken``: the red die stands here.

    ``offers``: bids possible here, on this lap and later ones.
    """

    number = StringProperty("")
    star = BooleanProperty(False)
    lit = BooleanProperty(False)
    chosen = BooleanProperty(False)
    taken = BooleanProperty(False)
    number_color = ColorProperty(Palette.ink)
    star_color = ColorProperty(Palette.ink)
    number_dp = NumericProperty(25.0)
    lift = NumericProperty(2.0)
    """Number and star stand this far (dp) above the middle, half the tile's lip, unless pressed."""

    def __init__(self, **properties: object) -> None:
        self.space: SpaceView | None = None
        self.offers: tuple[SpaceView, ...] = ()
        super().__init__(**properties)
        self.bind(
            number=self._colour,
            state=self._colour,
            lit=self._colour,
            chosen=self._colour,
            star=self._colour,
            taken=self._colour,
        )
        self._colour()

    def show(self, space: SpaceView, offers: tuple[SpaceView, ...]) -> None:
        if (space, offers) == (self.space, self.offers):
            return
        self.space, self.offers = space, offers
        self.taken = space.die is not None
        quantity = (space if self.taken or not offers else offers[0]).quantity
        self.number, self.star, self.lit = str(quantity), space.star, bool(offers)
        stars = say("dice_of_ones.star", count=quantity) if space.star else ""
        die = "" if space.die is None else say("touch.red_die")
        why = "" if offers else capital(space.why or "")
        self.aloud = ". ".join(each for each in (stars, die, why) if each)

    def _colour(self, *_: object) -> None:
        if self.chosen:
            self.tile = "space chosen"
        elif self.lit:
            self.tile = "space star" if self.star else "space"
        else:
            self.tile = "space dim"
        light = self.lit or self.chosen
        self.lift = 2.0 if light and self.state != "down" else 0.0
        if self.taken:
            self.number_dp = 18.0
        else:
            self.number_dp = 18.0 if self.star else 25.0
        in_star = self.star and not self.taken
        self.star_color = Palette.ink if light else (*Palette.ivory[:3], 0.26)
        if in_star:
            self.number_color = Paint.yellow if light else (*Palette.ivory[:3], 0.78)
        else:
            self.number_color = Palette.ink if light else (*Palette.ivory[:3], 0.50)


SPACES = 30
SLIDE_SECONDS_A_SPACE, SLIDE_SECONDS_LEAST, SLIDE_SECONDS_MOST = 0.07, 0.35, 1.1
"""Seconds of the die's slide; by eye."""
_CELL_GAP_DP = 2.0
_DIE_DP = 42.0


class Track(FloatLayout):
    """Draws one lap of a ``TrackView``. ``die_at``: the die's place in spaces."""

    die_at = NumericProperty(0.0)
    lap = NumericProperty(0)

    __events__ = ("on_space", "on_laid_out")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.view = TrackView(())
        self.keys = tuple(SpaceKey() for _ in range(SPACES))
        for key in self.keys:
            key.bind(on_release=self._touch)
            self.add_widget(key)
        self.die = DieFace(skin="red", size_hint=(None, None), opacity=0)
        self.add_widget(self.die)
        self._place = Clock.create_trigger(self._lay_out, -1)
        self.bind(pos=self._place, size=self._place, die_at=self._place_die, lap=self._show_lap)
        THEME.tell(self, self._place, "portrait", "scale")

    def on_space(self, key: SpaceKey) -> None: ...

    def on_laid_out(self) -> None: ...

    @property
    def grid(self) -> tuple[int, int]:
        return PORTRAIT_GRID if THEME.portrait else LANDSCAPE_GRID

    def show(self, view: TrackView) -> None:
        before, self.view = self.view, view
        self.lap = min(self.lap, len(view.laps) - 1)
        self._show_lap()
        if before != view:
            self._move_die(slide=bool(before.laps))

    def choose(self, chosen: SpaceKey | None) -> None:
        for key in self.keys:
            key.chosen = key is chosen

    def lit_keys(self) -> list[SpaceKey]:
        return [key for key in self.keys if key.lit]

    def die_index(self) -> int | None:
        """The red die's space on its lap; None before the first bid."""
        lap = self.view.laps[0] if self.view.laps else ()
        return next((at for at, space in enumerate(lap) if space.die is not None), None)

    def centre_box(self) -> tuple[float, float, float, float]:
        columns, rows = self.grid
        wide, high = self.width / columns, self.height / rows
        gap = THEME.gap
        return (
            self.x + wide + gap,
            self.y + high + gap,
            self.width - 2 * wide - 2 * gap,
            self.height - 2 * high - 2 * gap,
        )

    def _show_lap(self, *_: object) -> None:
        if not self.view.laps:
            return
        lap = int(self.lap)
        for place, (key, space) in enumerate(zip(self.keys, self.view.laps[lap], strict=True)):
            key.show(space, self.view.offers(lap, place))
        self.die.opacity = 1 if self.lap == 0 and self.die_index() is not None else 0

    def _move_die(self, slide: bool) -> None:
        Animation.cancel_all(self, "die_at")
        at = self.die_index()
        if at is None:
            self.die_at = 0.0
            return
        self.die.face = self.view.laps[0][at].die
        here = self.die_at % SPACES
        ahead = (at - here) % SPACES
        length = min(SLIDE_SECONDS_MOST, max(SLIDE_SECONDS_LEAST, ahead * SLIDE_SECONDS_A_SPACE))
        seconds = THEME.seconds(length)
        if not slide or not seconds or not ahead:
            self.die_at = float(at)
            return
        self.die_at = here
        Animation(die_at=here + ahead, duration=seconds, transition="in_out_cubic").start(self)

    def _lay_out(self, *_: object) -> None:
        columns, rows = self.grid
        wide, high = self.width / columns, self.height / rows
        gap = THEME.px(_CELL_GAP_DP)
        for key, (column, row) in zip(self.keys, border_cells(columns, rows), strict=True):
            key.size_hint = (None, None)
            key.size = (wide - gap, high - gap)
            key.pos = (self.x + column * wide + gap / 2, self.top - (row + 1) * high + gap / 2)
        self._place_die()
        self.dispatch("on_laid_out")

    def _place_die(self, *_: object) -> None:
        columns, rows = self.grid
        wide, high = self.width / columns, self.height / rows
        column, row = between(border_cells(columns, rows), self.die_at)
        side = min(THEME.px(_DIE_DP), min(wide, high) * 0.82)
        self.die.size = (side, side)
        lowered = min(THEME.px(9), (high - side) / 2 - THEME.px(3))
        self.die.center = (
            self.x + (column + 0.5) * wide,
            self.top - (row + 0.5) * high - max(0.0, lowered),
        )

    def _touch(self, key: SpaceKey) -> None:
        if key.space is not None:
            self.dispatch("on_space", key)


LANDSCAPE_GRID = (11, 6)
PORTRAIT_GRID = (6, 11)
"""Columns and rows: both grids have exactly 30 border cells."""


def border_cells(columns: int, rows: int) -> tuple[tuple[int, int], ...]:
    """(column, row) of each border cell, row 0 on top, clockwise from the top left."""
    top = [(column, 0) for column in range(columns)]
    right = [(columns - 1, row) for row in range(1, rows)]
    bottom = [(column, rows - 1) for column in range(columns - 2, -1, -1)]
    left = [(0, row) for row in range(rows - 2, 0, -1)]
    return (*top, *right, *bottom, *left)


def between(cells: tuple[tuple[int, int], ...], progress: float) -> tuple[float, float]:
    """Place of a die ``progress`` spaces along the track (2.5: between 2 and 3)."""
    low = int(progress) % len(cells)
    high = (low + 1) % len(cells)
    part = progress - int(progress)
    (ax, ay), (bx, by) = cells[low], cells[high]
    return ax + (bx - ax) * part, ay + (by - ay) * part


class LapRow(BoxLayout):
    number = StringProperty("")

    def __init__(self, space: SpaceView, star_face: int, **properties: object) -> None:
        self.space = space
        super().__init__(**properties)
        picker: FacePicker = self.ids.faces
        picker.skin, picker.star = "red", star_face
        picker.offer((face for face in ALL_FACES if (face == star_face) == space.star), space.faces)


class SpacePicker(BoxLayout):
    """A die for each face on each lap, a big key for a lone star space. Sends ``on_bid`` (quantity, face)."""

    title = StringProperty("")
    confirm_words = StringProperty("")
    warning = StringProperty("")

    __events__ = ("on_bid", "on_unlit", "on_back")

    def __init__(self, **properties: object) -> None:
        self.rows: tuple[LapRow, ...] = ()
        super().__init__(**properties)

    def on_bid(self, quantity: int, face: int) -> None: ...

    def on_unlit(self, face: int) -> None: ...

    def on_back(self) -> None: ...

    def show(self, offers: tuple[SpaceView, ...], star_face: int) -> None:
        first, several = offers[0], len(offers) > 1
        number, lone_star = first.quantity, first.star and not several
        alone = say("space.stars", count=number) if first.star else say("space.which_face", count=number)
        self.title = say("space.which_bid") if several else alone
        self.confirm_words = say("space.bid_stars", count=number) if lone_star else ""
        self.warning = first.warning or ""
        self.rows = tuple(
            LapRow(each, star_face, number=f"{each.quantity} ×" if several else "") for each in offers
        )
        self.ids.laps.clear_widgets()
        for row in self.rows:
            row.ids.faces.bind(
                on_face=lambda _picker, face, row=row: self.dispatch("on_bid", row.space.quantity, face),
                on_unlit=lambda _picker, face: self.dispatch("on_unlit", face),
            )
            self.ids.laps.add_widget(row)

    def confirm(self) -> None:
        space = self.rows[0].space
        self.dispatch("on_bid", space.quantity, space.faces[0])
