"""The bid pad of the games without a track: a face, a quantity, one key to bid them."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.views import PadFace, PadView
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.widgets.die_face import skin_of
from companion.ui.widgets.face_picker import ALL_FACES, FacePicker
from companion.ui.widgets.stepper import Stepper
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
    """Draws a ``PadView``. Sends ``on_bid`` with quantity and face (a total: face 0), ``on_refused``."""

    bid_words = StringProperty("")
    bid_face = ObjectProperty(None, allownone=True)
    totals = BooleanProperty(False)
    ready = BooleanProperty(False)

    __events__ = ("on_bid", "on_refused")

    def __init__(self, **properties: object) -> None:
        self._pad: PadView | None = None
        self._faces: dict[int, PadFace] = {}
        self._face: int | None = None
        super().__init__(**properties)

    def on_bid(self, quantity: int, face: int) -> None:
        """The bid key was pressed."""

    def on_refused(self, why: str) -> None:
        """A face was tapped that cannot be bid."""

    def show(self, pad: PadView, star_face: int) -> None:
        """Offer what may be bid; the lowest of the first possible face is set ready."""
        if pad == self._pad:
            return
        self._pad, self._faces = pad, {each.face: each for each in pad.faces}
        self.totals = not pad.faces
        picker: FacePicker = self.ids.faces
        picker.skin, picker.star = skin_of(star_face), star_face
        picker.offer(() if self.totals else ALL_FACES, [each.face for each in pad.faces if each.lowest])
        if pad.totals is not None:
            self.ids.quantity.set_bounds(*pad.totals)
            self.ids.quantity.value = pad.totals[0]
            self.ready = True
        elif self.totals:
            self.ready = False
        else:
            self._choose_first(pad.easiest)
        self._say()

    def choose_face(self, face: int) -> None:
        """Bid on this face; the quantity moves into what is legal for it."""
        each = self._faces.get(face)
        if each is None or each.lowest is None:
            return
        self._face = face
        self.ids.faces.choose(face)
        quantity: Stepper = self.ids.quantity
        quantity.set_bounds(each.lowest, each.highest)
        quantity.value = each.lowest
        self.ready = True
        self._say()

    def refuse(self, face: int) -> None:
        """Tell why a face cannot be bid."""
        each = self._faces.get(face)
        self.dispatch("on_refused", (each.why if each else None) or say("bid_pad.not_now"))

    def bid(self) -> None:
        """Send what stands on the pad."""
        quantity = int(self.ids.quantity.value)
        if self.totals:
            self.dispatch("on_bid", quantity, 0)
        elif self._face is not None:
            self.dispatch("on_bid", quantity, self._face)

    def _choose_first(self, easiest: PadFace | None) -> None:
        self.ready = easiest is not None
        self._face = None
        self.ids.faces.choose(None)
        if easiest is not None:
            self.choose_face(easiest.face)

    def _say(self, *_: object) -> None:
        quantity = int(self.ids.quantity.value)
        self.bid_face = self._face if self.ready and not self.totals else None
        if not self.ready:
            self.bid_words = say("bid_pad.no_raise")
        elif self.totals:
            self.bid_words = say("bid_pad.total", total=quantity)
        else:
            self.bid_words = say("bid_pad.bid", quantity=quantity)
