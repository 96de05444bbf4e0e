"""The players at the card table: cards, chips and points, whose turn it is; a touch asks a player."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.play.cards.views import CardSeatView
from companion.play.commands import Command
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME, Palette
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.surface import Target

load_layout(__file__)

_IN_A_ROW, _IN_A_PORTRAIT_ROW = 7, 4
"""Most places side by side that a thumb and a name have room for."""
_TALL_DP, _LOW_DP = 72.0, 54.0
"""Height of a place where all stand in one row, and where they take more."""
_PULSE_SECONDS = 0.5


class CardSeatPlate(Target, BoxLayout):
    """Draws one ``CardSeatView``."""

    name = StringProperty("")
    sign_seat = NumericProperty(NO_SEAT)
    narrow = BooleanProperty(False)
    lead_sign = StringProperty("")
    chips = StringProperty("")
    cards = StringProperty("")
    score = StringProperty("")
    chip_color = ColorProperty(Palette.yellow_light)

    def __init__(self, **properties: object) -> None:
        self.seat: CardSeatView | None = None
        properties.setdefault("chip_color", Palette.yellow_light)
        super().__init__(**properties)

    def show(self, seat: CardSeatView) -> None:
        """Draw this seat."""
        self.seat, self.sign_seat = seat, seat.seat
        self.name, self.chips, self.cards = seat.name, str(seat.chips), str(seat.cards)
        self.score = str(seat.score)
        self.tile = "plate turn" if seat.to_act else "key" if seat.ask is not None else "plate"
        self.lead_sign = "turn" if seat.to_act else "doubt" if seat.ask is not None or seat.asked else ""

    def pulse(self) -> None:
        """A chip has come: the number lights up."""
        if THEME.motion:
            self.chip_color = (1, 1, 1, 1)
            Animation(chip_color=Palette.yellow_light, duration=THEME.seconds(_PULSE_SECONDS)).start(self)


class CardSeats(GridLayout):
    """Places for all seats. Sends ``on_ask`` with the command of the touched one."""

    wanted_height = NumericProperty(0)

    __events__ = ("on_ask",)

    def __init__(self, **properties: object) -> None:
        super().__init__(rows=1, **properties)
        THEME.tell(self, self._arrange, "portrait", "scale")

    def on_ask(self, command: Command) -> None:
        """A player was touched who may be asked."""

    @property
    def plates(self) -> list[CardSeatPlate]:
        """The places by seat."""
        return list(reversed(self.children))

    def show(self, seats: tuple[CardSeatView, ...]) -> None:
        """Draw the seats in order, clockwise round the table."""
        if len(self.children) != len(seats):
            self.clear_widgets()
            for _ in seats:
                self.add_widget(CardSeatPlate(on_release=self._touched))
        for plate, seat in zip(self.plates, seats, strict=True):
            plate.show(seat)
        self._arrange()

    def _touched(self, plate: CardSeatPlate) -> None:
        if plate.seat is not None and plate.seat.ask is not None:
            self.dispatch("on_ask", plate.seat.ask)

    def _arrange(self, *_: object) -> None:
        count = max(1, len(self.children))
        most = _IN_A_PORTRAIT_ROW if THEME.portrait else _IN_A_ROW
        rows = -(-count // most)
        self.rows, self.cols = None, -(-count // rows)
        self.spacing = THEME.gap_small * 1.25
        tall = THEME.px(_TALL_DP if rows == 1 else _LOW_DP)
        self.wanted_height = rows * tall + (rows - 1) * self.spacing[1]
