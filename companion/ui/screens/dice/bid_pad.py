"""The bid pad of games without a track: a face, a quantity, one key to bid."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView

from companion.play.modes.dice.views import GameView, PadView
from companion.text import say
from companion.ui.art.theme import SMALLEST_TARGET_DP, THEME
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.die_face import ALL_FACES, FacePicker, Lit, skin_of
from companion.ui.widgets.even_rows import row_height
from companion.ui.widgets.key import Key
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.stepper import Held
from companion.ui.widgets.surface import Target

load_layout(__file__)


class BeyondKey(Key):
    highest = NumericProperty(0)
    picked = ObjectProperty(None, allownone=True)

    __events__ = ("on_beyond",)

    def __init__(self, **properties: object) -> None:
        super().__init__(sign="plus", tile="key line", **properties)
        self.bind(picked=self._say)
        Held(self, self._step)

    def on_beyond(self, quantity: int) -> None: ...

    def _step(self, _repeats: int) -> None:
        self.dispatch("on_beyond", (self.picked or self.highest) + 1)

    def _say(self, *_: object) -> None:
        self.sign = "plus" if self.picked is None else ""
        self.text = "" if self.picked is None else str(self.picked)
        self.tile = "key line" if self.picked is None else "key chosen"


GAP_DP = 2.0
HIGHEST_DP = 60.0
"""Height of a row if there is room."""


class QuantityKey(Lit, Key):
    def __init__(self, quantity: int, **properties: object) -> None:
        self.quantity, self.legal = quantity, False
        super().__init__(text=str(quantity), **properties)


class QuantityGrid(ScrollView):
    """Sends ``on_quantity``, or ``on_beyond`` for a number above the last key.

    ``least_height`` shows all keys, ``wanted_height`` shows them large.
    """

    least_height = NumericProperty(0.0)
    wanted_height = NumericProperty(0.0)

    __events__ = ("on_quantity", "on_beyond")

    def __init__(self, **properties: object) -> None:
        super().__init__(do_scroll_x=False, bar_width=THEME.gap_small, **properties)
        self.keys: list[QuantityKey] = []
        self._made: dict[int, QuantityKey] = {}
        self.more = BeyondKey(on_beyond=lambda _key, quantity: self.dispatch("on_beyond", quantity))
        self._grid = GridLayout(size_hint_y=None, row_force_default=True)
        self.add_widget(self._grid)
        self._pad = PadView((), None, None)
        self._arrange = Clock.create_trigger(self._lay_out, -1)
        self.bind(size=self._arrange)
        THEME.tell(self, self._arrange, "scale")

    def on_quantity(self, quantity: int) -> None: ...

    def on_beyond(self, quantity: int) -> None: ...

    def offer(self, pad: PadView) -> None:
        self._pad = pad
        self._fill()
        self.scroll_y = 1.0

    def mark(self, lit: frozenset[int], chosen: int | None) -> None:
        for key in self.keys:
            key.legal = key.quantity in lit
            key.tile = "key chosen" if key.quantity == chosen else "key" if key.legal else "key off"
        self.more.picked = chosen if chosen is not None and chosen > self.more.highest else None

    def bring(self, quantity: int) -> Key:
        beyond = self.more if self._pad.endless and quantity > self.more.highest else None
        key = beyond or next(each for each in self.keys if each.quantity == quantity)
        if self._grid.height > self.height:
            self.scroll_to(key, animate=False)
        return key

    def _fill(self) -> None:
        offered = self._pad.quantities
        self.more.highest, self.more.disabled = max(offered, default=0), not self._pad.endless
        for each in offered:
            if each not in self._made:
                self._made[each] = self._key(each)
        self.keys = [self._made[each] for each in offered]
        self._grid.clear_widgets()
        for key in self.keys:
            self._grid.add_widget(key)
        if offered and (self._pad.endless or self._pad.shown):
            self._grid.add_widget(self.more)
        self._lay_out()

    def _key(self, quantity: int) -> QuantityKey:
        return QuantityKey(quantity, on_release=lambda key: self.dispatch("on_quantity", key.quantity))

    def _lay_out(self, *_: object) -> None:
        count, gap, least = len(self._grid.children), THEME.px(GAP_DP), THEME.px(SMALLEST_TARGET_DP)
        if not count or self.width < least:
            self.least_height = self.wanted_height = 0.0
            return
        most = max(1, int((self.width + gap) / (least + gap)))
        rows = -(-count // most)
        self._grid.cols = max(-(-count // rows), min(most, 6))
        self._grid.spacing = gap
        self._grid.row_default_height = row_height(rows, self.height, gap, least, THEME.px(HIGHEST_DP))
        self._grid.height = rows * (self._grid.row_default_height + gap) - gap
        self.least_height = rows * (least + gap) - gap
        self.wanted_height = rows * (THEME.px(HIGHEST_DP) + gap) - gap


class BidKey(Target, BoxLayout):
    """Words, then the die that is bid on; ``face`` None: words alone."""

    words = StringProperty("")
    face = ObjectProperty(None, allownone=True)
    skin = StringProperty("ivory")
    star = NumericProperty(0)
    tile = StringProperty("key yellow")


class BidPad(BoxLayout):
    """Draws a ``PadView``. Sends ``on_bid`` (quantity, face; face 0 for a total) and ``on_refused``.

    A quantity and a face, in either order, make a bid. The yellow key bids what it shows.
    """

    bid_words = StringProperty("")
    bid_face = ObjectProperty(None, allownone=True)
    totals = BooleanProperty(False)
    ready = BooleanProperty(False)

    __events__ = ("on_bid", "on_refused")

    def __init__(self, **properties: object) -> None:
        self._pad = PadView((), None, None)
        self._shown: PadView | None = None
        self._waits = ""
        self._picked_face: int | None = None
        self._picked_quantity: int | None = None
        super().__init__(**properties)

    def on_bid(self, quantity: int, face: int) -> None: ...

    def on_refused(self, why: str) -> None: ...

    def show(self, pad: PadView, star_face: int, waits: str = "") -> None:
        """Offer what may be bid, the lowest bid ready; ``waits`` names a player to wait for instead."""
        if (pad, waits) == (self._shown, self._waits):
            return
        self._pad = self._shown = pad
        self._waits = waits
        self._picked_face = self._picked_quantity = None
        self.totals = not pad.faces
        picker: FacePicker = self.ids.faces
        picker.skin, picker.star = skin_of(star_face), star_face
        quantities: QuantityGrid = self.ids.quantities
        quantities.offer(pad)
        self._mark()

    def forget(self) -> None:
        """What was touched is no part of the next bid."""
        self._shown = None

    def choose_quantity(self, quantity: int) -> None:
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
        if self._pad.faces_for(quantity):
            self._picked_quantity = quantity
            self._mark()

    def choose_face(self, face: int) -> None:
        if self._picked_quantity is not None:
            self.dispatch("on_bid", self._picked_quantity, face)
            return
        self._picked_face = None if face == self._picked_face else face
        self._mark()

    def refuse(self, face: int) -> None:
        each = next((each for each in self._pad.faces if each.face == face), None)
        if each is not None and each.lowest is not None:
            self.dispatch("on_refused", say("bidding.bright_faces"))
            return
        self.dispatch("on_refused", (each.why if each else None) or say("bid_pad.not_now"))

    def bid(self) -> None:
        offered = self._offered()
        if offered is not None:
            self.dispatch("on_bid", *offered)
        elif self._waits:
            self.dispatch("on_refused", self._waits)

    def lit_keys(self) -> list[Lit]:
        quantities = [key for key in self.ids.quantities.keys if key.legal]
        return [*quantities, *(key for key in self.ids.faces.keys if key.lit)]

    def _offered(self) -> tuple[int, int] | None:
        quantity, face = self._picked_quantity, self._picked_face
        if quantity is not None and face is not None and self._pad.may_bid(quantity, face):
            return quantity, face
        return self._pad.offer(self._picked_quantity, self._picked_face)

    def _mark(self) -> None:
        pad, offered = self._pad, self._offered()
        self.ready = offered is not None or bool(self._waits)
        faces = pad.faces_for(self._picked_quantity)
        self.ids.faces.offer(() if self.totals else ALL_FACES, faces)
        self.ids.faces.choose(self._picked_face)
        lit = frozenset(each for each in pad.quantities if pad.may_bid(each, self._picked_face))
        self.ids.quantities.mark(lit, self._picked_quantity)
        self.bid_face = offered[1] if offered is not None and not self.totals else None
        if offered is None:
            self.bid_words = self._waits or say("bid_pad.no_raise")
        elif self.totals:
            self.bid_words = say("bid_pad.total", total=offered[0])
        else:
            self.bid_words = say("bid_pad.bid", quantity=offered[0])


_LOW_DP, _TOLD_BESIDE_DP, _TOLD_DP, _POTS_DP, _BANNER_DP = 230.0, 100.0, 186.0, 32.0, 42.0
"""Heights. In a panel up to the first, Lost Dice Squares would make the bid small, up to the next two (turn
and bid side by side, or not) the dice in play would; pots and banner, the last two, are deducted before."""


class BidPanel(Target, BoxLayout):
    """Draws the bid of a game; ``hint`` says what to touch before the first bid.

    The bid is a number before the red die: "7 ×", or "7×" in a low panel; for a sum (tie breaker), the number
    alone.
    """

    bidder = StringProperty("")
    """Who made the bid: "Ann:"."""
    bidder_seat = NumericProperty(NO_SEAT)
    turn = StringProperty("")
    turn_seat = NumericProperty(NO_SEAT)
    number = StringProperty("")
    beside = BooleanProperty(False)
    """Turn and bid stand side by side, in a low panel over the whole width."""
    crowded = BooleanProperty(False)
    """Two long names do not fit side by side: the bid has only its bidder's sign."""
    tall = BooleanProperty(False)
    """A narrow panel: the bidder stands above the bid."""
    told = BooleanProperty(True)
    """Whether there is room for the dice in play."""
    roomy = BooleanProperty(True)
    """Whether there is room for the Lost Dice Squares."""
    has_bids = BooleanProperty(False)
    """Whether a touch has bids to show."""
    who = StringProperty("")
    """The words beside the dice in play."""
    face = ObjectProperty(None, allownone=True)
    has_die = BooleanProperty(False)
    star = NumericProperty(1)
    hint = StringProperty("")
    banner = StringProperty("")
    round_pot = StringProperty("")
    game_pot = StringProperty("")
    in_play = NumericProperty(0)
    squares = NumericProperty(0)
    lost = NumericProperty(0)

    def on_size(self, *_: object) -> None:
        pots = (THEME.px(_POTS_DP) if self.round_pot else 0.0) + self.banner_height
        self.told = self.height - pots > THEME.px(_TOLD_BESIDE_DP if self.beside else _TOLD_DP)
        self.roomy = self.height - pots > THEME.px(_LOW_DP) and not THEME.roomy

    @property
    def banner_height(self) -> float:
        return THEME.px(_BANNER_DP) if self.banner else 0.0

    def show(self, game: GameView) -> None:
        bidder = game.bidder
        stands = bidder is not None and bool(game.bid)
        self.bidder = say("bidding.bidder", player=bidder.name) if bidder is not None and stands else ""
        self.bidder_seat = bidder.seat if bidder is not None and stands else NO_SEAT
        self.has_bids = bool(game.bids)
        self.who = say("round_panel.bids") if game.bids else ""
        if not (self.who or game.bid):
            self.who = say("bidding.no_bid")
        turn = game.on_turn
        self.turn, self.turn_seat = ("", NO_SEAT) if turn is None else (turn.name, turn.seat)
        claim = "" if game.bid_quantity is None else str(game.bid_quantity)
        self.number = f"{claim}×" if game.bid_face is not None else claim
        self.star = game.star_face
        self.face = game.bid_face
        self.has_die = game.bid_face is not None
        self.banner = game.banner or ""
        self.round_pot, self.game_pot = (str(pot) for pot in game.pots) if game.pots else ("", "")
        self.on_size()
        self.in_play = game.in_play
        self.lost = sum(max(0, seat.lost) for seat in game.seats)
        self.squares = self.in_play + self.lost
        self.ids.lost.draw_as(skin_of(game.star_face), game.star_face)
