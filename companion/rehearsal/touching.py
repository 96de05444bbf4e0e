"""The keys for each command that simulated people give, as a player's finger would touch them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from kivy.properties import ObservableDict

from companion.play.advice.views import AdviceView
from companion.play.cards.views import CardKey, CardTableView
from companion.play.commands import (
    AcceptReading,
    BeginShow,
    CallChallenge,
    CallSpotOn,
    Command,
    CupsAreUp,
    NewGame,
    NextRound,
    Peek,
    PlaceBid,
    RemoveDie,
    ResumeGame,
    SetFace,
    SquaresAreRight,
    Undo,
)
from companion.play.dice.views import SpotOnView
from companion.play.start.views import WelcomeView
from companion.play.views import Scene, SpaceView, TableView, TrackView
from companion.rehearsal.fingers import Touched, draw_frames
from companion.text.speech import say
from companion.ui.screens.bidding.bidding import BiddingScreen
from companion.ui.screens.reading.check import CheckScreen
from companion.ui.screens.reading.hand_card import SlotKey
from companion.ui.screens.screen import Screen
from companion.ui.screens.welcome.welcome import WelcomeScreen
from companion.ui.widgets.die_key import DieKey

Shown = TypeVar("Shown", bound=Screen)
"""A kind of screen."""

READ_KEYS = {Scene.OPENING_ROLL: "read", Scene.SHOWING: "out", Scene.REVEAL: "up", Scene.CHECK: "again"}
"""The key that reads dice, by scene."""


class NoKey(LookupError):
    """A command has no key on the screen."""


class Finger:
    """Finds the keys of a command on the present screen, and touches them."""

    def __init__(self, touched: Touched) -> None:
        self._touched = touched

    @property
    def _view(self) -> TableView:
        return self._touched.stage.view

    def carry_out(self, command: Command) -> None:
        """Touch what sends this command. Raises ``NoKey`` if nothing on the screen does."""
        touch = _TOUCHES.get(type(command))
        try:
            if touch is None:
                self._card_key(command)
            else:
                touch(self, command)
        except (LookupError, StopIteration, AttributeError) as lack:
            raise NoKey(say("rehearse.cannot_touch", command=str(command), fault=str(lack))) from lack

    def _screen(self, kind: type[Shown]) -> Shown:
        """The present screen, which is of this kind; LookupError where it is another."""
        screen = self._touched.stage.screen
        if not isinstance(screen, kind):
            raise LookupError(f"the screen is a {type(screen).__name__}, not a {kind.__name__}")
        return screen

    def _tap(self, name: str) -> None:
        """Tap the key of this name in the screen's layout, or in its sheet's."""
        self._touched.tap(self._ids[name])

    @property
    def _ids(self) -> ObservableDict:
        """The named widgets of the sheet, or of the screen where none is open."""
        stage = self._touched.stage
        return (stage.sheet or stage.screen).ids

    def _new_game(self, command: NewGame) -> None:
        touched = self._touched
        touched.tap_words(say("key.new_game"))
        screen, welcome = self._screen(WelcomeScreen), self._view.part(WelcomeView)
        choice = next(each for each in welcome.choices if each.name == command.rules)
        card = screen.games.bring(choice)
        draw_frames()
        touched.tap(card)
        self._seat_players(len(command.players))
        touched.tap(screen.players.ids.start)

    def _seat_players(self, wanted: int) -> None:
        page = self._screen(WelcomeScreen).players
        while len(page.names) < wanted:
            self._touched.tap_words(say("players.add"))
        while len(page.names) > wanted:
            self._touched.tap_words(page.names[-1])
            self._tap("remove")

    def _resume(self, _command: ResumeGame) -> None:
        self._touched.tap(self._screen(WelcomeScreen).home.ids.resume)

    def _read(self, _command: CupsAreUp) -> None:
        self._tap(READ_KEYS[self._view.scene])

    def _bid(self, command: PlaceBid) -> None:
        if self._view.track is not None:
            self._bid_on_track(self._view.track, command)
            return
        pad = self._screen(BiddingScreen).pad
        grid = pad.ids.quantities
        key, beyond = grid.bring(command.quantity), command.quantity - grid.more.highest
        draw_frames()
        for _ in range(beyond if key is grid.more else 1):
            self._touched.tap(key)
        if pad.totals:
            self._touched.tap(pad.ids.bid)
        else:
            self._tap_face(pad.ids.faces.keys, command.face)

    def _bid_on_track(self, track: TrackView, command: PlaceBid) -> None:
        screen, star = self._screen(BiddingScreen), command.face == self._view.star_face

        def is_of_bid(space: SpaceView) -> bool:
            return (space.quantity, space.star) == (command.quantity, star)

        for _lap in track.laps:
            offering = [key for key in screen.track.keys if any(map(is_of_bid, key.offers))]
            if offering:
                break
            self._touched.tap(screen.lap_key)
        self._touched.tap(offering[0])
        row = next(each for each in screen.picker.rows if is_of_bid(each.space))
        if star and len(screen.picker.rows) == 1:
            self._touched.tap(screen.picker.ids.confirm)
        else:
            self._tap_face(row.ids.faces.keys, command.face)

    def _tap_face(self, keys: Iterable[DieKey], face: int) -> None:
        self._touched.tap(next(each for each in keys if each.face == face))

    def _challenge(self, command: CallChallenge) -> None:
        self._tap("challenge")
        if self._touched.stage.sheet is not None:
            for seat in command.players:
                self._touched.tap_words(self._view.seats[seat].name)
            self._tap("call")

    def _spot_on(self, command: CallSpotOn) -> None:
        self._touched.tap_words(self._view.part(SpotOnView).words)
        if self._touched.stage.sheet is not None:
            self._touched.tap_words(self._view.seats[command.player or 0].name)
            self._tap("call")

    def _show(self, command: BeginShow) -> None:
        self._touched.tap_words(say("bidding.show"))
        for face in command.faces:
            self._tap_face(self._ids.faces.keys, face)
        self._tap("confirm")

    def _peek(self, command: Peek) -> None:
        if command.seat is None:
            self._tap("back")
        else:
            self._touched.tap_words(say("bidding.peek"))

    def _face(self, command: SetFace) -> None:
        self._ask_about(command.seat, command.slot)
        self._tap_face(self._ids.faces.keys, command.face)

    def _remove(self, command: RemoveDie) -> None:
        self._ask_about(command.seat, command.slot)
        self._tap("remove")

    def _ask_about(self, seat: int, slot: int) -> None:
        screen = self._screen(CheckScreen)
        if screen.asked != (seat, slot):
            keys: Iterable[SlotKey] = (key for card in screen.ids.hands.cards for key in card.keys)
            self._touched.tap(next(each for each in keys if (each.seat, each.slot) == (seat, slot)))

    def _accept(self, _command: AcceptReading) -> None:
        self._tap("accept")

    def _next(self, _command: NextRound) -> None:
        self._tap("next")

    def _undo(self, _command: Undo) -> None:
        self._touched.tap(self._touched.stage.ids.header.ids.undo)
        self._touched.tap_words(say("undo.key"))

    def _advice(self, command: SquaresAreRight) -> None:
        answers = self._view.part(AdviceView).answers
        self._touched.tap_words(next(each.words for each in answers if each.command == command))

    def _card_key(self, command: Command) -> None:
        """One of the card table's keys, or of the choices behind it."""
        for key in keys_of(self._view.part(CardTableView)):
            if key.command == command:
                self._tap_card_key(key)
                return
            chosen = [each for each in key.choices if each.command == command and each.card is None]
            if chosen:
                self._tap_card_key(key)
                self._touched.tap_words(chosen[0].words)
                return
        raise LookupError(say("rehearse.no_key"))

    def _tap_card_key(self, key: CardKey) -> None:
        words = key.words[:1].upper() + key.words[1:]
        self._touched.tap_words(words)


def keys_of(cards: CardTableView) -> tuple[CardKey, ...]:
    """Every key of the card table that has words."""
    look = () if cards.look is None else cards.look.keys
    offer = () if cards.offer is None else cards.offer.keys
    sheet = () if cards.sheet is None or cards.sheet.take is None else (cards.sheet.take,)
    return (*cards.keys, *look, *offer, *sheet)


_TOUCHES: dict[type[Command], Callable[[Finger, Any], None]] = {
    NewGame: Finger._new_game,
    ResumeGame: Finger._resume,
    CupsAreUp: Finger._read,
    PlaceBid: Finger._bid,
    CallChallenge: Finger._challenge,
    CallSpotOn: Finger._spot_on,
    BeginShow: Finger._show,
    Peek: Finger._peek,
    SetFace: Finger._face,
    RemoveDie: Finger._remove,
    AcceptReading: Finger._accept,
    NextRound: Finger._next,
    Undo: Finger._undo,
    SquaresAreRight: Finger._advice,
}
