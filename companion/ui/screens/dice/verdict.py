"""Plays the verdict: hand after hand is counted, then the words come, then the lost dice go.

``timeline.py`` says what happens when. All that is drawn follows from ``elapsed``: a touch, or motion that is
off, sets it to the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kivy.animation import Animation
from kivy.graphics import Color, InstructionGroup, PopMatrix, PushMatrix, Rectangle, Rotate, Scale
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.play.base.commands import CorrectReading, NextRound
from companion.play.base.views import View
from companion.play.modes.dice.views import AwardView, GameView, OverScene, VerdictScene, VerdictView
from companion.play.views import TableView, game_of
from companion.ui.art.dice import MARGIN
from companion.ui.art.textures import die_texture
from companion.ui.art.theme import THEME
from companion.ui.screens.dice.hands_board import any_hands
from companion.ui.screens.dice.timeline import NOTHING_HAPPENS, Flight, Moment, timeline_of
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.die_face import SKINS, skin_of
from companion.ui.widgets.screen import Screen, StagePort, WonScreen
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.surface import Surface

load_layout(__file__)


_LIFT_DP = 46.0
"""Height of a die's path above the straight line, in the middle."""

Spot = tuple[float, float, float]
"""Middle of a die and its side, in this widget's pixels."""


@dataclass(frozen=True, slots=True)
class Way:
    start: Spot
    end: Spot
    share: float


class DiceFlight(Widget):
    """Lies over the screen and takes no touch. Draws dice on their way only."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._group = InstructionGroup()
        self.canvas.add(self._group)

    def show(self, ways: Iterable[Way], skin: str, star: int) -> None:
        self._group.clear()
        self._group.add(Color(1, 1, 1, 1))
        for way in ways:
            if 0 < way.share < 1:
                x, y, side = _on_the_way(way)
                whole = side / (1 - 2 * MARGIN)
                texture = die_texture(whole, None, SKINS[skin], star)
                self._group.add(
                    Rectangle(texture=texture, pos=(x - whole / 2, y - whole / 2), size=(whole, whole))
                )

    def on_touch_down(self, touch: object) -> bool:
        return False


def _on_the_way(way: Way) -> Spot:
    eased = way.share * way.share * (3 - 2 * way.share)
    x, y, side = (a + (b - a) * eased for a, b in zip(way.start, way.end, strict=True))
    return x, y + THEME.px(_LIFT_DP) * 4 * way.share * (1 - way.share), side


_FROM_ABOVE = 0.35
_TILT_DEG = 1.2


class Stamp(Surface, BoxLayout):
    """Words in a frame that come down while ``pressed`` goes from 0 (hidden) to 1."""

    text = StringProperty("")
    pressed = NumericProperty(1.0)
    largest = NumericProperty(35)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._turned, self._scaled = Rotate(angle=_TILT_DEG), Scale(1.0)
        for place, instruction in enumerate((PushMatrix(), self._turned, self._scaled)):
            self.canvas.before.insert(place, instruction)
        self.canvas.after.add(PopMatrix())
        self.bind(center=self._move, pressed=self._move)

    def _move(self, *_: object) -> None:
        self._turned.origin = self._scaled.origin = self.center
        larger = 1.0 + _FROM_ABOVE * (1.0 - self.pressed**2)
        self._scaled.x = self._scaled.y = larger


def _the_only_one(losses: tuple[int, ...]) -> int:
    changed = [seat for seat, lost in enumerate(losses) if lost]
    return changed[0] if len(changed) == 1 else NO_SEAT


class VerdictScreen(Screen[VerdictScene]):
    """``elapsed``: seconds of the timeline; ``told``: the verdict's words may be read."""

    elapsed = NumericProperty(0.0)
    told = BooleanProperty(False)
    over = BooleanProperty(False)
    """All was shown: the keys are there."""
    headline = StringProperty("")
    sentence = StringProperty("")
    lie = StringProperty("")
    next_words = StringProperty("")
    counting_name = StringProperty("")
    counting_seat = NumericProperty(NO_SEAT)
    loser_seat = NumericProperty(NO_SEAT)
    """The only seat that loses dice or wins one back."""
    shown_count = NumericProperty(0)
    beat = NumericProperty(0.0)
    stamped = NumericProperty(0.0)
    settled = NumericProperty(0.0)
    quantity = NumericProperty(0)
    squares = NumericProperty(0)
    lost = NumericProperty(0)
    bid_face = ObjectProperty(None, allownone=True)
    star = NumericProperty(1)
    pictured = BooleanProperty(False)
    may_correct = BooleanProperty(False)

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._verdict: VerdictView | None = None
        self._timeline = NOTHING_HAPPENS
        self._played: tuple[object, ...] | None = None
        """Round, sentence and dice of the last verdict played: it is not played twice."""
        self._lost_before = 0

    def prepare(self, view: TableView) -> None:
        """Draw as many hands and as large letters as will come: dice and fonts are then ready."""
        game = game_of(view.scene)
        if game is None:
            return
        self.pictured = view.has_camera
        self.headline = self.sentence = view.message
        hands = any_hands(game.seats)
        self.ids.hands.show(VerdictView("", "", 0, 0, (), hands, "", (), ""), game.star_face)
        self.ids.lost.draw_as(skin_of(game.star_face), game.star_face)

    def enter(self, view: View[VerdictScene]) -> None:
        self._verdict = None

    def show(self, view: View[VerdictScene]) -> None:
        self.may_correct = view.scene.may_correct
        self.pictured = view.picture is not None
        self.ids.picture.show(view.picture, view.scene.game.star_face)
        verdict = view.scene.verdict
        if verdict != self._verdict:
            self._take(view.scene.game, verdict)
        else:
            self._draw_moment()

    def leave(self) -> None:
        Animation.cancel_all(self, "elapsed")

    def message(self, view: View[VerdictScene]) -> str:
        """What was called; once the verdict stands below, what was the lie and what comes next."""
        verdict = view.scene.verdict
        if not self.told:
            return verdict.called
        return view.message if THEME.portrait or not verdict.lie else f"{verdict.lie}\n{view.message}"

    def cut_short(self) -> bool:
        if self.over:
            return False
        Animation.cancel_all(self, "elapsed")
        self.elapsed = self._timeline.end_s
        return True

    def next_round(self) -> None:
        self.table.send(NextRound)

    def correct(self) -> None:
        self.table.send(CorrectReading)

    def on_elapsed(self, *_: object) -> None:
        self._draw_moment()

    def on_told(self, *_: object) -> None:
        self.table.refresh_header()

    def _take(self, game: GameView, verdict: VerdictView) -> None:
        Animation.cancel_all(self, "elapsed")
        self._verdict = verdict
        self._timeline = timeline_of(verdict, self.pictured)
        self.headline, self.sentence = verdict.headline, verdict.sentence
        self.lie = verdict.lie
        self.next_words, self.quantity = verdict.next_words, verdict.quantity
        self.loser_seat = _the_only_one(verdict.losses)
        self.bid_face, self.star = game.bid_face, game.star_face
        self.ids.hands.show(verdict, game.star_face, game.bid_face)
        self.ids.lost.draw_as(skin_of(game.star_face), game.star_face)
        lost = sum(seat.lost for seat in game.seats)
        self.squares = lost + game.in_play
        self._lost_before = lost - sum(verdict.losses)
        dice = [sorted(slot.face or 0 for slot in hand.slots) for hand in verdict.hands]
        before, self._played = self._played, (game.round_number, verdict.sentence, dice)
        self._play(verdict.told or self._played == before)

    def _play(self, seen_before: bool) -> None:
        end_s = self._timeline.end_s
        if seen_before or not THEME.motion:
            self.elapsed = end_s
        else:
            self.elapsed = 0.0
            Animation(elapsed=end_s, duration=THEME.seconds(end_s)).start(self)
        self._draw_moment()

    def _draw_moment(self) -> None:
        moment = self._timeline.at(self.elapsed)
        self.shown_count, self.beat = moment.count, moment.beat
        self.counting_name = self._name_of(moment.seen)
        self.counting_seat = NO_SEAT if moment.seen is None else moment.seen
        self.stamped, self.settled = moment.stamped, moment.settled
        self.told, self.over = moment.stamped > 0, moment.over
        self.ids.hands.tell(moment)
        if self.pictured:
            self.ids.picture.look_at(moment.seen_before, moment.seen, moment.travelled)
            self.ids.picture.light(moment.lit)
        self._draw_lost(moment)

    def _name_of(self, seat: int | None) -> str:
        hands = () if self._verdict is None else self._verdict.hands
        return next((hand.name for hand in hands if hand.seat == seat), "")

    def _draw_lost(self, moment: Moment) -> None:
        self.lost = self._lost_before + moment.moved
        flights = zip(self._timeline.flights, moment.flown, strict=True)
        ways = [self._way(flight, share) for flight, share in flights if 0 < share < 1]
        self.ids.flight.show(ways, skin_of(self.star), self.star)

    def _way(self, flight: Flight, share: float) -> Way:
        hand, square = self._dice_spot(flight.seat), self._square_spot(self._lost_before + flight.square)
        return Way(square, hand, share) if flight.back else Way(hand, square, share)

    def _dice_spot(self, seat: int) -> Spot:
        row = self.ids.hands.dice_of(seat)
        return row.center_x, row.center_y, min(THEME.die, row.height * 0.86)

    def _square_spot(self, at: int) -> Spot:
        x, y, side = self.ids.lost.place_of(min(max(0, at), self.squares - 1))
        return x + side / 2, y + side / 2, side


class AwardCard(Surface, BoxLayout):
    seat = NumericProperty(NO_SEAT)
    name = StringProperty("")
    title = StringProperty("")
    told = StringProperty("")


class OverScreen(WonScreen[OverScene]):
    verdict = StringProperty("")
    """The last verdict in words; empty if there are awards."""
    evening = StringProperty("")
    crowded = BooleanProperty(False)
    """Awards and the evening's results leave the winner's sign no line of its own."""
    may_correct = BooleanProperty(False)

    def show(self, view: View[OverScene]) -> None:
        super().show(view)
        self.verdict = "" if view.scene.awards else view.scene.told
        self.evening = view.scene.evening
        self.crowded = bool(view.scene.awards and view.scene.evening) and not THEME.portrait
        self._show_awards(view.scene.awards)
        self.may_correct = view.scene.may_correct
        self.ids.seats.show(view.scene.game.seats, view.scene.game.star_face)

    def _show_awards(self, awards: tuple[AwardView, ...]) -> None:
        row = self.ids.awards
        row.clear_widgets()
        for each in awards:
            row.add_widget(AwardCard(seat=each.seat, name=each.name, title=each.title, told=each.told))

    def correct(self) -> None:
        self.table.send(CorrectReading)
