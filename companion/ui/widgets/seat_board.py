"""All players' plates in a grid; one column if few or if the board is narrow."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from companion.play.modes.dice.views import SeatView
from companion.text import say
from companion.ui.art.theme import THEME, Palette
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.dice_row import SmallDie
from companion.ui.widgets.die_face import skin_of
from companion.ui.widgets.even_rows import keep
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.surface import Surface
from companion.ui.widgets.words import written_width

load_layout(__file__)


def dice_of(seat: SeatView) -> tuple[SmallDie, ...]:
    hidden = max(0, seat.dice - len(seat.shown))
    return (
        *(SmallDie(face) for face in (*seat.shown, *seat.own)),
        *(SmallDie() for _ in range(0 if seat.own else hidden)),
        *(SmallDie(lost=True) for _ in range(max(0, seat.lost))),
    )


def say_loss(lost: int) -> str:
    """Loss on the badge: "−2", "+1" for a die won back, empty for none."""
    if not lost:
        return ""
    return f"−{lost}" if lost > 0 else f"+{-lost}"


class SeatPlate(Surface, BoxLayout):
    """Draws one ``SeatView``; in a low plate the dice stand beside the name, else below."""

    name = StringProperty("")
    name_color = ColorProperty(Palette.ivory)
    sign_seat = NumericProperty(NO_SEAT)
    lead_sign = StringProperty("")
    chips = StringProperty("")
    badge = StringProperty("")
    tall = BooleanProperty(False)
    narrow = BooleanProperty(False)
    crowded = BooleanProperty(False)
    """Dice beside a long name stand closer."""
    own = BooleanProperty(False)
    """The person looks at these own dice: they are larger."""
    time = StringProperty("")
    """The player's clock."""
    gone = StringProperty("")
    """Replaces the dice of a player who left."""

    def __init__(self, **properties: object) -> None:
        properties.setdefault("name_color", Palette.ivory)
        super().__init__(**properties)
        self.seat: SeatView | None = None
        self._star_face = 1

    def show(self, seat: SeatView, star_face: int) -> None:
        if (seat, star_face) == (self.seat, self._star_face):
            return
        self.seat, self._star_face = seat, star_face
        self.name, self.sign_seat = seat.name, seat.seat
        self.surface = "plate out" if seat.out else "plate turn" if seat.to_act else "plate"
        self.name_color = Palette.ivory_faint if seat.out else Palette.ivory
        self.lead_sign = "turn" if seat.to_act else ""
        self.chips = "" if seat.chips is None else str(seat.chips)
        self.badge = say_loss(seat.lost_now)
        self.gone = say("seat.left") if seat.left else ""
        self.ids.dice.show(() if seat.left else dice_of(seat), skin_of(star_face), star_face)
        self.ids.bid.face_known = seat.bidder
        self.own, self.time = bool(seat.own), seat.time


_ONE_COLUMN = 6
"""Most seats in one column in landscape; more stand in two."""
_ROWS_OF_TWO, _LOW_DP = 5, 39.0
"""With more rows of two, plates have this height."""
_PORTRAIT_COLUMNS = {2: 2, 3: 3, 4: 2, 5: 3, 6: 3}
_WIDE_COLUMNS = 3
_LANDSCAPE_ROOM_DP, _PORTRAIT_ROOM_DP = 228.0, 98.0
"""Greatest height of all plates together, unless they became too low."""
_OWN_SHARE = 1.5
"""A plate with a person's own dice is taller by this factor."""
_NAME_ROOM_DP = 70.0
"""Width of a name beside dice of full size."""
_TALLEST_DP = 64.0
"""Tallest plate; the dice in it stop growing, too."""


class SeatBoard(GridLayout):
    """A plate for each seat. ``wanted_height`` is what they need."""

    wanted_height = NumericProperty(0)
    wide = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        super().__init__(cols=1, **properties)
        THEME.tell(self, self._arrange, "portrait", "scale")

    def show(self, seats: tuple[SeatView, ...], star_face: int) -> None:
        """Draw the seats in order, clockwise round the table."""
        keep(self, len(seats), SeatPlate)
        crowded = any(written_width(seat.name, THEME.text) > THEME.px(_NAME_ROOM_DP) for seat in seats)
        for plate, seat in zip(reversed(self.children), seats, strict=True):
            plate.crowded = crowded and not (seat.shown or seat.own)
            plate.show(seat, star_face)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        count = max(1, len(self.children))
        self.cols = _PORTRAIT_COLUMNS.get(count, 4) if THEME.portrait else 1 if count <= _ONE_COLUMN else 2
        rows = -(-count // self.cols)
        low = self.cols == 2 and rows > _ROWS_OF_TWO
        self.spacing = THEME.gap_small * (0.75 if low else 1.25)
        if self.wide:
            self.cols, rows = min(count, _WIDE_COLUMNS), -(-count // _WIDE_COLUMNS)
        least = _LOW_DP if low else 44.0 if THEME.portrait or self.wide or self.cols == 2 else 35.0
        room = _PORTRAIT_ROOM_DP if THEME.portrait or self.wide else _LANDSCAPE_ROOM_DP
        tall = min(_TALLEST_DP, max(least, room / rows - 5))
        self.wanted_height = rows * THEME.px(tall) + (rows - 1) * self.spacing[1]
        for plate in self.children:
            larger = plate.own and self.cols == 1
            plate.size_hint_y = _OWN_SHARE if larger else 1
            self.wanted_height += THEME.px(tall) * (_OWN_SHARE - 1) if larger else 0
