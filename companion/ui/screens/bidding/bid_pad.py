"""The bid pad of the games without a track: a face, a quantity, one key to bid them."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.dice.views import PadView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.bidding.quantity_grid import QuantityGrid
from companion.ui.widgets.die_face import skin_of
from companion.ui.widgets.face_picker import ALL_FACES, FacePicker
from companion.ui.widgets.lit import Lit
from companion.ui.widgets.surface import Target

load_layout(__file__)


class BidKey(Target, BoxLayout):
    """Words, and behind them the die that is bid on; ``face`` None: words alone."""

    words = StringProperty("")
    face = ObjectProperty(None, allownone=True)
    skin = StringProperty("ivory")
    star = NumericProperty(0)

    def __init__(self, **properties: object) -> None:
        properties.setdefault("tile", "key yellow")
        super().__init__(**properties)


class BidPad(BoxLayout):
    """Draws a ``PadView``. Sends ``on_bid`` with quantity and face (a total: face 0), ``on_refused``.

    A quantity and a face, in either order, are a bid; one touch on the yellow key makes the next one.
    """

    bid_words = StringProperty("")
    bid_face = ObjectProperty(None, allownone=True)
    totals = BooleanProperty(False)
    ready = BooleanProperty(False)

    __events__ = ("on_bid", "on_refused")

    def __init__(self, **properties: object) -> None:
        self._pad = PadView((), None, None)
        self._shown: PadView | None = None
        self._picked_face: int | None = None
        self._picked_quantity: int | None = None
        super().__init__(**properties)

    def on_bid(self, quantity: int, face: int) -> None:
        """A bid is made."""

    def on_refused(self, why: str) -> None:
        """What was tapped cannot be bid."""

    def show(self, pad: PadView, star_face: int) -> None:
        """Offer what may be bid; the lowest bid is set ready."""
        if pad == self._shown:
            return
        self._pad = self._shown = pad
        self._picked_face = self._picked_quantity = None
        self.totals = not pad.faces
        picker: FacePicker = self.ids.faces
        picker.skin, picker.star = skin_of(star_face), star_face
        quantities: QuantityGrid = self.ids.quantities
        quantities.offer(pad)
        self._mark()

    def choose_quantity(self, quantity: int) -> None:
        """Bid so many of the face that was picked; without one, pick the quantity."""
        if self._picked_face is not None:
            if self._pad.may_bid(quantity, self._picked_face):
                self.dispatch("on_bid", quantity, self._picked_face)
            else:
                self.dispatch("on_refused", say("bid_pad.not_now"))
            return
        if not self._pad.faces_for(quantity) and not self.totals:
            self.dispatch("on_refused", say("bid_pad.not_now"))
            return
        self._picked_quantity = None if quantity == self._picked_quantity else quantity
        self._mark()

    def pick_beyond(self, quantity: int) -> None:
        """Pick more dice than have keys: a face, or the yellow key, bids them."""
        if self._pad.faces_for(quantity):
            self._picked_quantity = quantity
            self._mark()

    def choose_face(self, face: int) -> None:
        """Bid on this face the quantity that was picked; without one, pick the face."""
        if self._picked_quantity is not None:
            self.dispatch("on_bid", self._picked_quantity, face)
            return
        self._picked_face = None if face == self._picked_face else face
        self._mark()

    def refuse(self, face: int) -> None:
        """Tell why a face cannot be bid."""
        each = next((each for each in self._pad.faces if each.face == face), None)
        if each is not None and each.lowest is not None:
            self.dispatch("on_refused", say("bidding.bright_faces"))
            return
        self.dispatch("on_refused", (each.why if each else None) or say("bid_pad.not_now"))

    def bid(self) -> None:
        """Send what stands on the yellow key."""
        offered = self._offered()
        if offered is not None:
            self.dispatch("on_bid", *offered)

    def lit_keys(self) -> list[Lit]:
        """The keys of all quantities and faces that may be bid."""
        quantities = [key for key in self.ids.quantities.keys if key.legal]
        return [*quantities, *(key for key in self.ids.faces.keys if key.lit)]

    def _offered(self) -> tuple[int, int] | None:
        """Quantity and face that one touch on the yellow key bids."""
        quantity, face = self._picked_quantity, self._picked_face
        if quantity is not None and face is not None and self._pad.may_bid(quantity, face):
            return quantity, face
        return self._pad.offer(self._picked_quantity, self._picked_face)

    def _mark(self) -> None:
        pad, offered = self._pad, self._offered()
        self.ready = offered is not None
        faces = pad.faces_for(self._picked_quantity)
        self.ids.faces.offer(() if self.totals else ALL_FACES, faces)
        self.ids.faces.choose(self._picked_face)
        lit = frozenset(each for each in pad.quantities if pad.may_bid(each, self._picked_face))
        self.ids.quantities.mark(lit, self._picked_quantity)
        self.bid_face = offered[1] if offered is not None and not self.totals else None
        if offered is None:
            self.bid_words = say("bid_pad.no_raise")
        elif self.totals:
            self.bid_words = say("bid_pad.total", total=offered[0])
        else:
            self.bid_words = say("bid_pad.bid", quantity=offered[0])
