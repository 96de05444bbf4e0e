"""Who sits where: two players change places by a drag, or by a touch on each."""

from __future__ import annotations

from collections.abc import Callable
from math import atan2, copysign, cos, hypot, sin

from kivy.graphics import Color, Line, Mesh, RoundedRectangle, Triangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.core.frame import Frame
from companion.core.seats import SeatPlaces
from companion.play.base.views import PictureView
from companion.text import say
from companion.ui.art.theme import THEME, Palette
from companion.ui.screens.welcome.players_page import DragBoard, PlayersPage
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.camera_picture import rounded_patch, texture_of_frame
from companion.ui.widgets.key import Key
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.surface import Target

load_layout(__file__)


_PLATES_DP = {8: 196.0, 10: 150.0, 14: 128.0}
_PORTRAIT_PLATES_DP = {12: 142.0, 14: 128.0}
"""Width of a plate with up to this many of them."""
_TALL_DP = 58.0
_ARROW_DP = 10.0
"""Half an arrow between two seats, in the direction of play."""
_CORNER = 0.2
"""Radius of the table's corners as a part of its shorter side."""
_PICTURE_LIGHT = 0.8
"""Brightness of the camera's picture: names and keys stand out from it."""
_STEPS = 40
"""Steps in which an arrow moves to the middle until no plate covers it."""


class SeatTable(DragBoard):
    def __init__(self, **properties: object) -> None:
        self.plates: tuple[Key, ...] = ()
        self.exchanged: Callable[[int, int], None] = lambda _one, _other: None
        self._above: Texture | None = None
        self._shown: Frame | None = None
        super().__init__(**properties)
        for name in ("pos", "size", "children"):
            self.fbind(name, self._trigger_layout)
        THEME.tell(self, self._trigger_layout, "portrait", "scale")

    def hold(self, plates: tuple[Key, ...]) -> None:
        """Replace the plates; the first lies in the middle of the near side."""
        for plate in self.plates:
            self.remove_widget(plate)
        self.plates = plates
        for plate in plates:
            plate.size_hint = None, None
            self.add_widget(plate)

    def lay(self, above: PictureView | None) -> None:
        """Use this picture as the table's top; None: draw one."""
        frame = None if above is None else above.frame
        if frame is self._shown:
            return
        self._shown = frame
        self._above = None if frame is None else texture_of_frame(frame, self._above)
        self._trigger_layout()

    def shows_opener(self, players: int) -> bool:
        return not THEME.portrait and players <= min(_PLATES_DP)

    def pieces(self) -> tuple[Key, ...]:
        return self.plates

    def dropped(self, piece: Target, x: float, y: float) -> None:
        """Two players change seats; a plate dropped elsewhere goes back."""
        old = self.plates.index(piece)
        under = (at for at, plate in enumerate(self.plates) if at != old and plate.collide_point(x, y))
        self.exchanged(old, next(under, old))

    def do_layout(self, *_: object) -> None:
        if not self.plates or min(self.size) < 2:
            return
        wide, tall = self._plate_size()
        ring = self.width - wide, self.height - tall
        places = SeatPlaces(len(self.plates), ring)
        for seat, plate in enumerate(self.plates):
            plate.size = wide, tall
            plate.center = self._at(places.on_edge(seat), ring)
        for child in self.children:
            if child not in self.plates:
                self._lay_in_the_middle(child)
        self._draw(places, ring)

    def _plate_size(self) -> tuple[float, float]:
        widths = _PORTRAIT_PLATES_DP if THEME.portrait else _PLATES_DP
        wide = next((dp for most, dp in widths.items() if len(self.plates) <= most), min(widths.values()))
        return THEME.px(wide), THEME.px(_TALL_DP)

    def _at(self, place: tuple[float, float], ring: tuple[float, float]) -> tuple[float, float]:
        return self.center_x + place[0] * ring[0] / 2, self.center_y - place[1] * ring[1] / 2

    def _lay_in_the_middle(self, child: Widget) -> None:
        wide, tall = self._plate_size()
        room = THEME.gap + 2 * THEME.px(_ARROW_DP)
        child.size = self.width - 2 * (wide + room), self.height - 2 * (tall + room)
        child.center = self.center

    def _draw(self, places: SeatPlaces, ring: tuple[float, float]) -> None:
        corner = min(ring) * _CORNER
        self.canvas.before.clear()
        with self.canvas.before:
            self._draw_top(ring, corner)
            Color(*Palette.plate_edge)
            Line(rounded_rectangle=(*self._corner_of(ring), *ring, corner), width=THEME.hair * 1.5)
            Color(*Palette.ivory_quiet)
            for seat in range(len(self.plates)):
                self._draw_arrow(places, seat + 0.5, ring)

    def _draw_top(self, ring: tuple[float, float], corner: float) -> None:
        Color(*Palette.plate)
        RoundedRectangle(pos=self._corner_of(ring), size=ring, radius=[corner])
        if self._above is not None:
            wide, high = self._above.size
            scale = min(ring[0] / wide, ring[1] / high)
            size = wide * scale, high * scale
            Color(_PICTURE_LIGHT, _PICTURE_LIGHT, _PICTURE_LIGHT, 1)
            corners = rounded_patch((*self._corner_of(size), *size), self._above.tex_coords, _CORNER)
            order = range(len(corners) // 4)
            Mesh(vertices=corners, indices=order, mode="triangle_fan", texture=self._above)

    def _corner_of(self, size: tuple[float, float]) -> tuple[float, float]:
        return self.center_x - size[0] / 2, self.center_y - size[1] / 2

    def _draw_arrow(self, places: SeatPlaces, steps: float, ring: tuple[float, float]) -> None:
        at, after = (self._at(places.on_edge(steps + ahead), ring) for ahead in (0.0, 0.02))
        turn, long = atan2(after[1] - at[1], after[0] - at[0]), THEME.px(_ARROW_DP)
        x, y = self._clear_of_plates(self._on_the_line(at, ring), long + THEME.gap_small)
        corners = (
            part
            for away in (0.0, 2.4, -2.4)
            for part in (x + long * cos(turn + away), y + long * sin(turn + away))
        )
        Triangle(points=list(corners))

    def _on_the_line(self, at: tuple[float, float], ring: tuple[float, float]) -> tuple[float, float]:
        corner, (x, y) = _CORNER * min(ring), (at[0] - self.center_x, at[1] - self.center_y)
        u, v = max(0.0, abs(x) - ring[0] / 2 + corner), max(0.0, abs(y) - ring[1] / 2 + corner)
        beyond = 1 - corner / max(corner, hypot(u, v))
        return at[0] - copysign(u * beyond, x), at[1] - copysign(v * beyond, y)

    def _clear_of_plates(self, at: tuple[float, float], room: float) -> tuple[float, float]:
        """The place, moved towards the middle until it is ``room`` away from all plates."""
        x, y = at[0] - self.center_x, at[1] - self.center_y
        boxes = [(*each.center, each.width / 2 + room, each.height / 2 + room) for each in self.plates]
        for step in range(_STEPS):
            share = 1 - step / _STEPS
            place = self.center_x + x * share, self.center_y + y * share
            if not any(abs(place[0] - u) < wide and abs(place[1] - v) < tall for u, v, wide, tall in boxes):
                return place
        return self.center_x, self.center_y


class SeatsPage(BoxLayout):
    rising = NumericProperty(NO_SEAT)
    """The touched seat, whose player goes to the seat touched next."""

    pictured = BooleanProperty(False)
    """The camera's picture is the table's top: words stand where they hide little of it."""

    def __init__(self, players: PlayersPage, refresh: Callable[[], None], **properties: object) -> None:
        self._players, self._refresh = players, refresh
        super().__init__(**properties)
        self.table.exchanged = self._exchange
        self.ids.start.bind(on_release=lambda *_: players.start())

    @property
    def table(self) -> SeatTable:
        table: SeatTable = self.ids.table
        return table

    @property
    def question(self) -> str:
        if self.rising == NO_SEAT:
            return say("seats.question")
        return say("seats.where", player=self._players.names[int(self.rising)])

    def picture(self, above: PictureView | None) -> None:
        """Draw the table as its camera sees it; None: its outline."""
        self.pictured = above is not None
        self.table.lay(above)

    def show(self) -> None:
        self.rising = NO_SEAT
        self._draw()

    def _draw(self) -> None:
        self.table.hold(tuple(self._plate(seat, name) for seat, name in enumerate(self._players.names)))
        self._refresh()

    def _plate(self, seat: int, name: str) -> Key:
        opens = self._players.names_opener and seat == self._players.opener
        return Key(
            text=name,
            seat=seat,
            sign="turn" if opens and self.table.shows_opener(len(self._players.names)) else "",
            tile="key yellow" if seat == self.rising else "key chosen" if opens else "key",
            on_release=lambda _key: self._touch(seat),
        )

    def _touch(self, seat: int) -> None:
        if self.rising == NO_SEAT:
            self.rising = seat
            self._draw()
        else:
            self._exchange(int(self.rising), seat)

    def _exchange(self, one: int, other: int) -> None:
        self._players.exchange(one, other)
        self.show()
