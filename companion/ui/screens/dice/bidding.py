"""Bidding: the track with the red die (or the bid pad), the players, and the challenge."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from companion.play.base.commands import HurryPartner, PlaceBid
from companion.play.base.views import View
from companion.play.modes.dice.views import BiddingScene, CallSheet, CallView
from companion.text import say
from companion.ui.art.theme import THEME
from companion.ui.screens.dice.bid_pad import BidKey, BidPad, BidPanel
from companion.ui.screens.dice.bids import BidsSheet
from companion.ui.screens.dice.sheets import CallersSheet, PeekSheet, ShowSheet, SpotOnSheet
from companion.ui.screens.dice.track import SPACES, SpaceKey, SpacePicker, Track
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.die_face import Lit
from companion.ui.widgets.key import Key
from companion.ui.widgets.screen import Screen, StagePort
from companion.ui.widgets.sheet import Answer, lay_answers

load_layout(__file__)

LIT_SECONDS = 8.0
"""Seconds for which possible bids are lit; a touch ends it sooner."""
_FACES_DP, _BESIDE_DP, _ABOVE_DP = 64.0, (72.0, 110.0), (106.0, 160.0)
"""Height of the row of faces; of turn and bid, side by side or one above the other: least, and good."""
_TWO_ROWS_DP = 186.0
"""Height for turn and bid one above the other, readable from afar."""
NEXT_LAP_FROM, LAST_SPACES_FROM = SPACES // 2, SPACES - 3
"""With the red die on this space or a later one there is a key to the next lap, which one raise may reach; so
there is before the first bid.

If that lap needs more dice than are in play, the key is there on the last spaces only.
"""

_SHEETS: dict[CallSheet, type[CallersSheet | SpotOnSheet | ShowSheet | PeekSheet]] = {
    CallSheet.CALLERS: CallersSheet,
    CallSheet.SPOT_ON: SpotOnSheet,
    CallSheet.SHOWN_DICE: ShowSheet,
    CallSheet.PEEK: PeekSheet,
}


class BiddingScreen(Screen[BiddingScene]):
    shout = StringProperty("")
    taught = BooleanProperty(False)
    """Whether a coach speaks: in portrait the coach's words take the room of the challenge's key while it is
    disabled."""

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._number: int | None = None
        self._calls: tuple[CallView, ...] = ()
        self._chosen: SpaceKey | None = None
        self._lit: Sequence[Lit] = []
        self._dimming = Clock.create_trigger(self.dim, LIT_SECONDS)
        self.track = Track(pos_hint={"x": 0, "y": 0})
        self.panel = BidPanel(on_release=lambda _panel: self._show_bids())
        self.picker = SpacePicker()
        self.pad = BidPad(size_hint_y=None)
        self.pad_box = BoxLayout(orientation="vertical", spacing=THEME.gap_large, pos_hint={"x": 0, "y": 0})
        self.pad_box.add_widget(self.pad)
        self.pad.ids.quantities.bind(least_height=self._share_pad, wanted_height=self._share_pad)
        self.pad_box.bind(height=self._share_pad)
        self.lap_key = Key(tile="key line", on_release=lambda *_: self._turn_lap())
        self.raise_key = BidKey(skin="red", on_release=lambda *_: self._raise())
        self.low_row = BoxLayout(size_hint_y=None, spacing=THEME.gap)
        self.centre = BoxLayout(orientation="vertical", size_hint=(None, None), spacing=THEME.gap)
        self.track.bind(on_space=self._tap_space, on_laid_out=lambda *_: self._place_centre())
        self.picker.bind(on_bid=self._bid)
        self.picker.bind(on_unlit=lambda *_: self._refuse_face())
        self.picker.bind(on_back=lambda *_: self._give_up_space())
        self.pad.bind(on_bid=self._bid, on_refused=lambda _pad, why: self._refuse(why))
        self.ids.challenge.bind(on_release=lambda *_: self._challenge())

    def enter(self, view: View[BiddingScene]) -> None:
        self._number = self._chosen = None
        self.track.lap = 0
        self.pad.forget()

    def show(self, view: View[BiddingScene]) -> None:
        if view.number != self._number:
            self.dim()
            self._number, self._chosen = view.number, None
            self.track.choose(None)
            self.track.lap = 0 if view.scene.track is None else view.scene.track.first_lap
        self.taught = view.coach is not None
        self.ids.seats.show(view.scene.game.seats, view.scene.game.star_face)
        self.ids.round.show(view.scene.game)
        self._show_board(view)
        self._show_calls(view)

    def go_back(self) -> bool:
        if self._chosen is None:
            return False
        self._give_up_space()
        return True

    def leave(self) -> None:
        self.dim()
        self.track.choose(None)

    def _show_board(self, view: View[BiddingScene]) -> None:
        on_board = self.track if view.scene.track is not None else self.pad_box
        self.panel.hint = say("bidding.tap_a_space" if view.scene.track is not None else "bidding.open")
        self.panel.show(view.scene.game)
        if on_board is self.track:
            self.panel.beside = False
        else:
            self._share_pad()
        if view.scene.track is not None:
            self.track.die.star = view.scene.game.star_face
            self.track.show(view.scene.track)
        elif view.scene.pad is not None:
            self.pad.show(view.scene.pad, view.scene.game.star_face, view.scene.thinks)
        if on_board.parent is None:
            self._put_on_board(on_board)
        self._fill_centre()

    def _put_on_board(self, on_board: Track | BoxLayout) -> None:
        board: FloatLayout = self.ids.board
        board.clear_widgets()
        board.add_widget(on_board)
        if on_board is self.track:
            board.add_widget(self.centre)
            return
        if self.panel.parent is not None:
            self.panel.parent.remove_widget(self.panel)
        self.pad_box.add_widget(self.panel, index=1)

    def _share_pad(self, *_: object) -> None:
        grid, faces = self.pad.ids.quantities, THEME.px(_FACES_DP) + THEME.gap
        room = self.pad_box.height - THEME.gap_large - faces
        above = room - grid.wanted_height >= THEME.px(_TWO_ROWS_DP) + self.panel.banner_height
        self.panel.beside = not above
        least, good = _ABOVE_DP if above else _BESIDE_DP
        high = max(grid.least_height, min(grid.wanted_height, room - THEME.px(good)))
        self.pad.height = faces + max(0.0, min(high, room - THEME.px(least)))

    def light_up(self) -> None:
        self.dim()
        on_track = self.track.parent is not None
        self._lit = self.track.lit_keys() if on_track else self.pad.lit_keys()
        for key in self._lit:
            key.ring = 1.0
        self._dimming()

    def dim(self, *_: object) -> None:
        self._dimming.cancel()
        for key in self._lit:
            key.ring = 0.0
        self._lit = []

    def on_touch_down(self, touch: MotionEvent) -> bool:
        self.dim()
        return bool(super().on_touch_down(touch))

    def help_keys(self, view: View[BiddingScene]) -> tuple[Answer, ...]:
        return ((say("bidding.what_may_i_bid"), "key yellow", self.light_up),)

    def _fill_centre(self) -> None:
        if self.track.parent is None:
            return
        wanted = self.picker if self._chosen is not None else self.panel
        if wanted.parent is not self.centre:
            if wanted.parent is not None:
                wanted.parent.remove_widget(wanted)
            self.centre.clear_widgets()
            self.centre.add_widget(wanted)
        self._offer_below(wanted is self.panel)
        self._place_centre()

    def _offer_below(self, on_panel: bool) -> None:
        at, track = self.track.die_index(), self.track.view
        leads_on = track.leads_on(self._next_lap)
        near = leads_on if at is None else at >= (NEXT_LAP_FROM if leads_on else LAST_SPACES_FROM)
        wanted: list[Widget] = []
        scene = self.view.scene
        if on_panel and scene.thinks:
            self.raise_key.face, self.raise_key.words = None, scene.thinks
            wanted.append(self.raise_key)
        elif on_panel and track.lowest is not None:
            quantity, self.raise_key.face = track.lowest
            self.raise_key.words = say("bid_pad.bid", quantity=quantity)
            self.raise_key.star = scene.game.star_face
            wanted.append(self.raise_key)
        if on_panel and (near or self.track.lap):
            other = track.laps[self._next_lap]
            self.lap_key.text = say("bidding.lap", first=other[0].label, last=other[-1].label)
            wanted.append(self.lap_key)
        if wanted != self.low_row.children[::-1]:
            self.low_row.clear_widgets()
            for key in wanted:
                self.low_row.add_widget(key)
        self.low_row.height = THEME.touch_small
        if (self.low_row.parent is None) == bool(wanted):
            put = self.centre.add_widget if wanted else self.centre.remove_widget
            put(self.low_row)

    def _raise(self) -> None:
        lowest = self.track.view.lowest
        if self.view.scene.thinks:
            self.table.send(HurryPartner)
        elif lowest is not None:
            self._bid(self.raise_key, *lowest)

    def _place_centre(self) -> None:
        if self.track.parent is not None:
            x, y, width, height = self.track.centre_box()
            self.centre.pos, self.centre.size = (x, y), (width, height)

    @property
    def _next_lap(self) -> int:
        return int(self.track.lap + 1) % len(self.track.view.laps)

    def _turn_lap(self) -> None:
        self.track.lap = self._next_lap
        self._fill_centre()

    def _tap_space(self, _track: Track, key: SpaceKey) -> None:
        if not key.offers:
            why = None if key.space is None else key.space.why
            self._refuse(why or say("bidding.not_this_space"))
            return
        self._chosen = key
        self.track.choose(key)
        self.picker.show(key.offers, self.view.scene.game.star_face)
        self._fill_centre()

    def _refuse(self, why: str) -> None:
        """Say why the touch does nothing; a thinking partner moves at once instead."""
        if self.view.scene.thinks:
            self.table.send(HurryPartner)
        else:
            self.table.toast(why)

    def _give_up_space(self) -> None:
        self._chosen = None
        self.track.choose(None)
        self._fill_centre()

    def _refuse_face(self) -> None:
        self.table.toast(say("bidding.bright_faces"))

    def _bid(self, _widget: object, quantity: int, face: int) -> None:
        self.table.send(PlaceBid, quantity=quantity, face=face)

    def _show_bids(self) -> None:
        if self.view.scene.game.bids:
            self.table.open(BidsSheet(self.view.scene.game))

    def _show_calls(self, view: View[BiddingScene]) -> None:
        self.shout = view.scene.shout
        self.ids.challenge.disabled = not view.scene.may_challenge
        calls = view.scene.calls(view.number)
        before, self._calls = self._calls, calls
        if [each.words for each in calls] == [each.words for each in before]:
            return
        answers = [
            (call.words, "key", lambda at=at: self._call(self._calls[at])) for at, call in enumerate(calls)
        ]
        for key, call in zip(lay_answers(self.ids.calls, answers), calls, strict=True):
            key.sign = "eye" if call.sheet is CallSheet.PEEK else ""
            key.ids.words.cut_first = call.name

    def _challenge(self) -> None:
        challenge = self.view.scene.challenge(self.view.number)
        if challenge is not None:
            self._call(challenge)

    def _call(self, call: CallView) -> None:
        if call.sheet is not None:
            self.table.open(_SHEETS[call.sheet](self.table, self.view))
        if call.command is not None:
            self.table.answer(call.command)
