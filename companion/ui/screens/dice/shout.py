"""The shout of a challenge: at once, in the challenger's colour, the bid between both signs."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import ColorProperty, NumericProperty, ObjectProperty, StringProperty

from companion.play.base.views import View
from companion.play.modes.dice.views import BiddingScene, RevealScene
from companion.play.views import TableView
from companion.ui.art.textures import is_day, seat_colour
from companion.ui.art.theme import THEME, Palette
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.die_face import ALL_FACES
from companion.ui.widgets.seat_badge import NO_SEAT

load_layout(__file__)


LASTS_S = 1.4
"""Long enough for somebody who looks up at the shout [choice]."""


class Shout(BoxLayout):
    """Lies over the screen until the cups go up and it was read; a touch ends it."""

    word = StringProperty("")
    caller = StringProperty("")
    caller_seat = NumericProperty(NO_SEAT)
    bidder = StringProperty("")
    bidder_seat = NumericProperty(NO_SEAT)
    number = StringProperty("")
    face = ObjectProperty(None, allownone=True)
    star = NumericProperty(1)
    colour = ColorProperty(Palette.red)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._away = Clock.create_trigger(lambda _: self.end(), LASTS_S)
        self._drawn_for: tuple[object, ...] = ()
        self._to_draw: list[tuple[str, int]] = []
        self._ready_for: int | None = None
        """Number of the view whose bid is drawn already."""

    def prepare(self, view: View[BiddingScene], size: tuple[float, float]) -> bool:
        """Draw a sign, a face or the words ahead, in some milliseconds; False when all are drawn."""
        if self.parent is not None:
            return False
        game = view.scene.game
        signs = [("caller_seat", seat.seat) for seat in game.seats]
        if self._drawn_for != (drawn_for := (size, game.star_face, signs)):
            self._drawn_for, self._ready_for = drawn_for, None
            self.size, self.star = size, game.star_face
            self._to_draw = [*signs, *(("face", face) for face in ALL_FACES)]
        if self._to_draw:
            setattr(self, *self._to_draw.pop(0))
            return True
        if self._ready_for == view.number:
            return False
        self._ready_for = view.number
        self.show(view, next((seat.seat for seat in game.seats if seat.to_act), NO_SEAT))
        return True

    def show(self, view: View[BiddingScene], caller: int) -> None:
        game = view.scene.game
        bidder = game.bidder
        if bidder is None or game.bid_quantity is None or caller == NO_SEAT:
            return
        self.word, self.caller_seat, self.caller = view.scene.shout, caller, game.seats[caller].name
        self.bidder_seat, self.bidder = bidder.seat, bidder.name
        self.face, self.star = game.bid_face, game.star_face
        self.number = f"{game.bid_quantity} ×" if game.bid_face else str(game.bid_quantity)
        self.colour = seat_colour(caller, deep=not is_day())  # by day letters are dark

    def follow(self, view: TableView) -> None:
        """The table has answered: stay until the words were read, unless the call was refused."""
        if THEME.motion and view.kind is RevealScene and view.fault is None:
            self._away()
        else:
            self.end()

    def end(self) -> None:
        self._away.cancel()
        if self.parent is not None:
            self.parent.remove_widget(self)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        self.end()
        return False
