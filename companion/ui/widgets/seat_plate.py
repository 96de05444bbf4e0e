"""A player's place: name, dice left and lost, shown dice, chips, and whose turn it is."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.views import SeatView
from companion.ui.layout_file import load_layout
from companion.ui.theme import Palette
from companion.ui.widgets.dice_row import SmallDie
from companion.ui.widgets.die_face import skin_of
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.surface import Surface

load_layout(__file__)


def dice_of(seat: SeatView) -> tuple[SmallDie, ...]:
    """A seat's dice as its plate shows them: shown ones first, then hidden ones, then lost squares."""
    hidden = max(0, seat.dice - len(seat.shown))
    return (
        *(SmallDie(face) for face in seat.shown),
        *(SmallDie() for _ in range(hidden)),
        *(SmallDie(lost=True) for _ in range(max(0, seat.lost))),
    )


def say_loss(lost: int) -> str:
    """Dice lost in a round, as its badge shows them: "−2", "+1" for one won back, empty for none."""
    if not lost:
        return ""
    return f"−{lost}" if lost > 0 else f"+{-lost}"


class SeatPlate(Surface, BoxLayout):
    """Draws one ``SeatView``. Where it is low the dice stand beside the name, else below it."""

    name = StringProperty("")
    name_color = ColorProperty(Palette.ivory)
    sign_seat = NumericProperty(NO_SEAT)
    lead_sign = StringProperty("")
    chips = StringProperty("")
    badge = StringProperty("")
    tall = BooleanProperty(False)
    narrow = BooleanProperty(False)
    crowded = BooleanProperty(False)
    """Whether the dice beside the name stand closer, for a long name."""

    def __init__(self, **properties: object) -> None:
        properties.setdefault("name_color", Palette.ivory)
        super().__init__(**properties)
        self.seat: SeatView | None = None

    def show(self, seat: SeatView, star_face: int) -> None:
        """Draw this seat."""
        if seat == self.seat:
            return
        self.seat = seat
        self.name, self.sign_seat = seat.name, seat.seat
        self.surface = "plate out" if seat.out else "plate turn" if seat.to_act else "plate"
        self.name_color = Palette.ivory_faint if seat.out else Palette.ivory
        self.lead_sign = "turn" if seat.to_act else ""
        self.chips = "" if seat.chips is None else str(seat.chips)
        self.badge = say_loss(seat.lost_now)
        self.ids.dice.show(dice_of(seat), skin_of(star_face), star_face)
        self.ids.bid.face_known = seat.bidder
