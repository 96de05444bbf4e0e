"""The card table: players with their chips, melds, a Quest, and keys for what may be done now."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.play.base.commands import Command
from companion.play.base.views import View
from companion.play.modes.cards import views
from companion.text import say
from companion.ui.art.signs import Sign
from companion.ui.art.textures import chip_texture, is_day, seat_colour, sign_texture
from companion.ui.art.theme import THEME, Palette
from companion.ui.screens.cards.card_keys import touch
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.card_face import fan_width
from companion.ui.widgets.confetti import Confetti, FallingDie
from companion.ui.widgets.even_rows import keep, row_gap
from companion.ui.widgets.screen import Screen, StagePort, WonScreen
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.surface import Surface, Target
from companion.ui.widgets.words import Words

load_layout(__file__)


FLIGHT_SECONDS = 0.75
FIRST_SECONDS = 0.25
"""Seconds before the first chip starts: until then the table fades in."""
BETWEEN_SECONDS = 0.12
"""Seconds between two chips, so that several are seen."""
_SIDE_DP = 40.0

Place = tuple[float, float]


class _Chip(Widget):
    def __init__(self, side: float, at: Place) -> None:
        super().__init__(size_hint=(None, None), size=(side, side), center=at)
        with self.canvas:
            Color(1, 1, 1, 1)
            self._box = Rectangle(texture=chip_texture(int(side)), size=self.size, pos=self.pos)
        self.bind(pos=lambda _chip, pos: setattr(self._box, "pos", pos))


class ChipFlight(Widget):
    """Lies over the screen and takes no touch. Draws no chip if motion is off."""

    def fly(self, ways: list[tuple[Place, Place]]) -> None:
        """Let a chip fly along each way (from, to), in this widget's pixels."""
        self.land()
        if not THEME.motion:
            return
        side = THEME.px(_SIDE_DP)
        for number, (start, end) in enumerate(ways):
            chip = _Chip(side, start)
            self.add_widget(chip)
            goal = (end[0] - side / 2, end[1] - side / 2)
            wait = Animation(duration=THEME.seconds(FIRST_SECONDS + BETWEEN_SECONDS * number))
            flight = wait + Animation(
                pos=goal, duration=THEME.seconds(FLIGHT_SECONDS), transition="in_out_cubic"
            )
            flight.bind(on_complete=lambda _flight, landed: self.remove_widget(landed))
            flight.start(chip)

    def land(self) -> None:
        for chip in list(self.children):
            Animation.cancel_all(chip)
            self.remove_widget(chip)

    def on_touch_down(self, touch: object) -> bool:
        return False


class PileMark(BoxLayout):
    caption = StringProperty("")
    count = NumericProperty(0)


class CardTableScreen(Screen[views.CardsScene]):
    told = StringProperty("")
    hint = StringProperty("")
    bank = StringProperty("")
    told_card = ObjectProperty(None, allownone=True)

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._flown: int | None = None
        self.ids.seats.bind(on_ask=lambda _seats, command: table.answer(command))
        self.ids.melds.bind(on_meld=lambda _board, meld: self._hit(meld))

    def enter(self, view: View[views.CardsScene]) -> None:
        self.ids.flight.land()

    def leave(self) -> None:
        self.ids.flight.land()

    def show(self, view: View[views.CardsScene]) -> None:
        cards = view.scene.cards
        self.ids.seats.show(cards.seats)
        self.ids.melds.show(cards.melds)
        self.ids.stock.count, self.ids.discards.count = cards.stock, cards.discards
        self.bank = say("card_table.bank", chips=cards.bank) if cards.bank else ""
        low = cards.exposed is not None and bool(cards.melds) and not THEME.portrait
        self.hint = "" if low else cards.hint or ""  # the header says it, too
        self._tell(cards)
        peek = () if cards.peek is None else (cards.peek,)
        self.ids.acts.show((*cards.keys, *peek), self.table)
        if cards.moves and self._flown != view.number:
            self._flown = view.number
            Clock.schedule_once(lambda _: self._fly(cards.moves), 0)  # once the plates lie in their places

    def _tell(self, cards: views.CardTableView) -> None:
        quest, table = self.ids.quest, self.ids.table
        asking = cards.quest is not None
        quest.opacity, table.opacity = (1, 0) if asking else (0, 1)
        quest.size_hint_y, table.size_hint_y = (1, None) if asking else (None, 1)
        (table if asking else quest).height = 0
        table.disabled = asking
        exposed = None if asking else cards.exposed
        self.told = "" if asking or exposed else cards.told or ""
        self.told_card = None if asking or exposed else cards.told_card
        self.ids.exposed.show(exposed, alone=not cards.melds)
        if asking:
            quest.show(cards.quest)
        else:
            quest.rest()

    def _hit(self, meld: views.MeldView) -> None:
        if not meld.hits:
            self.table.toast(meld.why or "")
            return
        touch(views.CardKey(say("card_table.which_card", player=meld.owner), choices=meld.hits), self.table)

    def _fly(self, moves: tuple[views.ChipMove, ...]) -> None:
        plates = self.ids.seats.plates
        for move in moves:
            plates[move.payee].pulse()
        self.ids.flight.fly([(self._place(move.payer), self._place(move.payee)) for move in moves])

    def _place(self, seat: int | None) -> Place:
        """The middle of a seat's plate; None: of the bank's place beside the stock."""
        at = self.ids.stock if seat is None else self.ids.seats.plates[seat]
        return self.ids.flight.to_widget(*at.to_window(*at.center))


_IN_A_ROW, _IN_A_PORTRAIT_ROW = 7, 4
"""Most places side by side with room for a thumb and a name."""
_TALL_DP, _LOW_DP = 72.0, 54.0
"""Height of a place: all in one row, or in several."""
_PULSE_SECONDS = 0.5


GONE = 0.45
"""Strength of a player's place after that player has left."""


class CardSeatPlate(Target, BoxLayout):
    name = StringProperty("")
    sign_seat = NumericProperty(NO_SEAT)
    narrow = BooleanProperty(False)
    lead_sign = StringProperty("")
    chips = StringProperty("")
    cards = StringProperty("")
    score = StringProperty("")
    chip_color = ColorProperty(Palette.yellow_light)

    def __init__(self, **properties: object) -> None:
        self.seat: views.CardSeatView | None = None
        properties.setdefault("chip_color", Palette.yellow_light)
        super().__init__(**properties)

    def show(self, seat: views.CardSeatView) -> None:
        self.seat, self.sign_seat = seat, seat.seat
        self.name, self.chips, self.cards = seat.name, str(seat.chips), str(seat.cards)
        self.score = str(seat.score)
        self.opacity = GONE if seat.left else 1.0
        self.tile = "plate turn" if seat.to_act else "key" if seat.ask is not None else "plate"
        self.lead_sign = "turn" if seat.to_act else "doubt" if seat.ask is not None or seat.asked else ""

    def pulse(self) -> None:
        if THEME.motion:
            self.chip_color = (1, 1, 1, 1)
            Animation(chip_color=Palette.yellow_light, duration=THEME.seconds(_PULSE_SECONDS)).start(self)


class CardSeats(GridLayout):
    wanted_height = NumericProperty(0)

    __events__ = ("on_ask",)

    def __init__(self, **properties: object) -> None:
        super().__init__(rows=1, **properties)
        THEME.tell(self, self._arrange, "portrait", "scale")

    def on_ask(self, command: Command) -> None: ...

    @property
    def plates(self) -> list[CardSeatPlate]:
        return list(reversed(self.children))

    def show(self, seats: tuple[views.CardSeatView, ...]) -> None:
        keep(self, len(seats), lambda: CardSeatPlate(on_release=self._touched))
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


MELD_DP = 96.0
"""Height of a meld: its cards and the name below."""
CARDS_DP = 66.0


class MeldKey(Target, BoxLayout):
    owner = StringProperty("")
    lit = BooleanProperty(False)

    def __init__(self, meld: views.MeldView, **properties: object) -> None:
        super().__init__(size_hint=(None, None), **properties)
        self.show(meld)

    def show(self, meld: views.MeldView) -> None:
        self.meld = meld
        self.owner, self.lit = meld.owner, bool(meld.hits)
        self.tile = "key chosen" if meld.hits else "none"
        self.ids.fan.cards = meld.cards
        wide = fan_width(len(meld.cards), THEME.px(CARDS_DP)) + 2 * THEME.gap
        self.size = (max(wide, THEME.px(84)), THEME.px(MELD_DP))


class MeldBoard(ScrollView):
    """All melds in the order laid; a key is lit where a card may be laid."""

    __events__ = ("on_meld",)

    def __init__(self, **properties: object) -> None:
        super().__init__(do_scroll_x=False, **properties)
        self._melds: tuple[views.MeldView, ...] = ()
        THEME.tell(self, self._draw, "scale")

    def on_meld(self, meld: views.MeldView) -> None: ...

    @property
    def keys(self) -> list[MeldKey]:
        return list(reversed(self.ids.melds.children))

    def show(self, melds: tuple[views.MeldView, ...]) -> None:
        if melds != self._melds:
            self._melds = melds
            self._draw()

    def show_newest(self) -> None:
        """Scroll to the end, where the newest are; a row that is cut off shows in part."""
        tall, between = THEME.px(MELD_DP), self.ids.melds.spacing[1]
        rows = round((self.ids.melds.height + between) / (tall + between))
        gap = row_gap([tall] * rows, self.height, THEME.gap_small, THEME.scale)
        self.ids.melds.spacing = (THEME.gap_small, gap)
        self.scroll_y = 0.0 if self.ids.melds.height > self.height else 1.0

    def _draw(self, *_: object) -> None:
        """Keep a key as long as its meld: a new key takes no touch before it is laid out."""
        row, keys = self.ids.melds, self.keys
        for key, meld in zip(keys, self._melds, strict=False):
            key.show(meld)
        for key in keys[len(self._melds) :]:
            row.remove_widget(key)
        for meld in self._melds[len(keys) :]:
            row.add_widget(MeldKey(meld, on_release=lambda key: self.dispatch("on_meld", key.meld)))


CRY_SECONDS = 0.55


def grow(words: Words, huge: float, seconds: float) -> None:
    """Let the words come out of the table, to ``huge`` times the largest letters."""
    if THEME.motion:
        Animation.cancel_all(words)
        words.opacity, words.largest = 0.0, THEME.text_large
        largest = THEME.text_huge * huge
        duration = THEME.seconds(seconds)
        Animation(opacity=1.0, largest=largest, duration=duration, transition="out_back").start(words)


class QuestPanel(Surface, BoxLayout):
    asker = StringProperty("")
    asker_seat = NumericProperty(NO_SEAT)
    other = StringProperty("")
    other_seat = NumericProperty(NO_SEAT)
    answer = StringProperty("")
    cry = StringProperty("")
    laid = BooleanProperty(False)
    """Whether a card lies face down before the asked player."""

    def show(self, quest: views.QuestView) -> None:
        self.asker, self.other = quest.asker, quest.other
        self.asker_seat, self.other_seat = quest.asker_seat, quest.other_seat
        self.ids.wanted.card = quest.wanted
        self.laid = bool(quest.yes)
        self.answer = "" if quest.yes is None else say("quest_panel.yes" if quest.yes else "quest_panel.no")
        before, self.cry = self.cry, say("quest_panel.cry") if quest.challenged else ""
        if self.cry and not before:
            grow(self.ids.cry, 1.2, CRY_SECONDS)

    def rest(self) -> None:
        self.cry = ""


EXPOSED_SECONDS = 0.6


class ExposedPanel(Surface, BoxLayout):
    """What a challenge brought out, large: what was said against the card, in the answering seat's colour."""

    seat = NumericProperty(NO_SEAT)
    headline = StringProperty("")
    said = StringProperty("")
    told = StringProperty("")
    lied = BooleanProperty(False)
    alone = BooleanProperty(False)
    """No meld needs room below."""
    seat_color = ColorProperty(Palette.ivory)
    has_truth = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        self._shown: views.ExposedView | None = None
        properties.setdefault("seat_color", Palette.ivory)
        super().__init__(**properties)

    def show(self, exposed: views.ExposedView | None, alone: bool) -> None:
        """A new one grows out of the table."""
        before, self._shown, self.alone = self._shown, exposed, alone
        self.headline = "" if exposed is None else exposed.headline
        if exposed is None:
            return
        self.seat, self.said, self.told, self.lied = exposed.seat, exposed.said, exposed.told, exposed.lied
        self.seat_color = seat_colour(exposed.seat, deep=is_day())
        self.ids.wanted.card, self.has_truth = exposed.wanted, exposed.truth is not None
        self.ids.truth.card = exposed.truth
        if exposed != before:
            grow(self.ids.headline, 1.3, EXPOSED_SECONDS)


_SUITS = (Sign.SPADES, Sign.HEARTS, Sign.CLUBS, Sign.DIAMONDS)
_STEP = 4
"""Suits are drawn at every fourth pixel size: few pictures."""


class SuitRain(Confetti):
    def _picture(self, die: FallingDie, side: float) -> Texture:
        suit = _SUITS[die.face % len(_SUITS)]
        red = suit in (Sign.HEARTS, Sign.DIAMONDS)
        return sign_texture(suit, max(8, round(side / _STEP) * _STEP), Palette.red if red else Palette.ivory)


class CardsOverScreen(WonScreen[views.CardsOverScene]):
    told = StringProperty("")

    def show(self, view: View[views.CardsOverScene]) -> None:
        super().show(view)
        self.told = view.scene.cards.told or ""
        self.ids.seats.show(view.scene.cards.seats)
