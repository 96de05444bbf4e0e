"""The keys for simulated people's commands, touched as by a finger."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextvars import ContextVar
from typing import Any, TypeVar

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import WindowBase
from kivy.input.motionevent import MotionEvent
from kivy.properties import ObservableDict
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.play.base import commands
from companion.play.base.company import Company, Place
from companion.play.modes.cards.views import CardKey, CardSheetScene, CardsScene, keys_on
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OpeningRollScene,
    RevealScene,
    ShowingScene,
    SpaceView,
    TrackView,
)
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.views import TableView, seated, star_face_of
from companion.text import say
from companion.ui import (
    BiddingScreen,
    CheckScreen,
    DieKey,
    Screen,
    SlotKey,
    Stage,
    Target,
    WelcomeScreen,
    Words,
    parents,
)

FRAMES_TO_SETTLE = 5
"""Frames until layouts are settled."""
FINGER = "finger"
STALLED_S = 60.0
"""Then a running app counts as stuck."""
RUNNING: ContextVar[RunningLoop | None] = ContextVar("RUNNING", default=None)
"""The app's loop beside this thread; ``None``: this thread runs the loop."""
_Given = TypeVar("_Given")


class RunningLoop:
    def __init__(self) -> None:
        self._turned, self._turns = threading.Condition(), 0
        Clock.schedule_interval(self._turn, 0)

    def _turn(self, _: float) -> None:
        with self._turned:
            self._turns += 1
            self._turned.notify_all()

    def wait(self, turns: int) -> None:
        """Raises ``LookupError`` if the loop stands still."""
        with self._turned:
            until = self._turns + turns
            if not self._turned.wait_for(lambda: self._turns >= until, STALLED_S):
                raise LookupError(f"the screen has drawn nothing for {STALLED_S:.0f} s")

    def do(self, work: Callable[[], _Given]) -> _Given:
        done: Future[_Given] = Future()

        def work_now(_: float) -> None:
            try:
                done.set_result(work())
            except Exception as fault:  # raised again where it was asked for
                done.set_exception(fault)

        Clock.schedule_once(work_now, 0)
        return done.result(STALLED_S)


def on_screen(work: Callable[[], _Given]) -> _Given:
    """Runs work on the main thread of a running app."""
    loop = RUNNING.get()
    return work() if loop is None else loop.do(work)


def draw_frames(count: int = FRAMES_TO_SETTLE) -> None:
    """Waits for Kivy, or for the running app."""
    loop = RUNNING.get()
    if loop is not None:
        loop.wait(count)
        return
    for _ in range(count):
        EventLoop.idle()


def window_of(width: int, height: int) -> WindowBase:
    EventLoop.ensure_window()
    draw_frames(1)
    window = EventLoop.window
    if tuple(window.size) != (width, height):
        window.size = (width, height)
        draw_frames()
    return window


class Touch(MotionEvent):
    """A finger in px from the window's lower left corner."""

    def __init__(self, x: float, y: float) -> None:
        window = EventLoop.window
        place = {"x": x / (window.width - 1.0), "y": y / (window.height - 1.0)}
        super().__init__(FINGER, 1, place, is_touch=True, type_id="touch")
        self.profile = ["pos"]

    def depack(self, args: dict[str, float]) -> None:
        self.sx, self.sy = args["x"], args["y"]
        super().depack(args)

    def tap(self, lifting: Callable[[], None] = lambda: None) -> None:
        """``lifting``: called before the finger goes up."""
        on_screen(lambda: EventLoop.post_dispatch_input("begin", self))
        draw_frames(1)
        lifting()
        on_screen(lambda: EventLoop.post_dispatch_input("end", self))


class Touched:
    def __init__(self, window: WindowBase, stage: Stage, in_window: bool = False) -> None:
        """``in_window``: the stage is already there."""
        self.window, self.stage = window, stage
        self.touches = 0
        self.lifting: Callable[[], None] = lambda: None
        """Called before a finger goes up."""
        if not in_window:
            window.add_widget(stage)

    def close(self) -> None:
        self.stage.retire()
        for child in list(self.window.children):
            self.window.remove_widget(child)

    def tap(self, widget: Widget) -> None:
        self.touches += 1
        Touch(*widget.to_window(*widget.center)).tap(self.lifting)
        draw_frames()

    def tap_words(self, words: str) -> None:
        self.tap(self.target_with(words))

    def target_with(self, words: str) -> Target:
        return self.target(lambda said: said == words, words)

    def target(self, wanted: Callable[[str], bool], meant: str) -> Target:
        """Raises LookupError, with ``meant``, unless one is visible."""
        found = [target for target in self.targets() if any(map(wanted, words_on(target)))]
        if len(found) != 1:
            raise LookupError(f"{len(found)} targets say {meant!r}; there are {sorted(self.words())}")
        return found[0]

    def targets(self) -> list[Target]:
        stage = self.stage
        top = stage.help_sheet or stage.sheet or stage.ids.body
        within = (*all_shown(stage.ids.top), *all_shown(top))
        return [each for each in within if isinstance(each, Target)]

    def words(self) -> set[str]:
        return set(words_on(self.stage))


def words_on(widget: Widget) -> list[str]:
    return [each.said for each in all_shown(widget) if isinstance(each, Words) and each.said]


def all_shown(widget: Widget) -> Iterator[Widget]:
    """Itself first, in the order of ``walk``."""
    above = list(parents(widget))[1:]
    if all(each.opacity > 0 for each in above):
        yield from _shown_in(widget, tuple(_frame(each) for each in above if isinstance(each, ScrollView)))


def shown(widget: Widget) -> bool:
    """Whether any part of it can be seen."""
    return next(all_shown(widget), None) is widget


def _shown_in(widget: Widget, frames: tuple[tuple[float, float, float, float], ...]) -> Iterator[Widget]:
    """``frames``: visible parts of scroll views."""
    if widget.opacity <= 0:
        return
    if widget.width >= 1 and widget.height >= 1 and not _scrolled_away(widget, frames):
        yield widget
    if isinstance(widget, ScrollView):
        frames = (*frames, _frame(widget))
    for child in reversed(widget.children):
        yield from _shown_in(child, frames)


def _scrolled_away(widget: Widget, frames: tuple[tuple[float, float, float, float], ...]) -> bool:
    if not frames:
        return False
    x, y = widget.to_window(*widget.center)
    return not all(left <= x <= right and low <= y <= top for left, low, right, top in frames)


def _frame(view: ScrollView) -> tuple[float, float, float, float]:
    left, low = view.to_window(*view.pos)
    return left, low, left + view.width, low + view.height


Shown = TypeVar("Shown", bound="Screen[Any]")

READ_KEYS = {OpeningRollScene: "read", ShowingScene: "out", RevealScene: "up", CheckScene: "again"}
"""The key that reads dice, by scene."""


class NoKey(LookupError):
    """A command has no key on the screen."""


class Finger:
    def __init__(self, touched: Touched) -> None:
        self._touched = touched

    @property
    def _view(self) -> TableView:
        return self._touched.stage.view

    def carry_out(self, command: commands.Command) -> None:
        """Raises ``NoKey``."""
        try:
            self._touch(command)
        except (LookupError, StopIteration, AttributeError) as lack:
            raise NoKey(say("rehearse.cannot_touch", command=str(command), fault=str(lack))) from lack

    def _touch(self, command: commands.Command) -> None:
        touched = self._touched
        match command:
            case commands.NewGame():
                self._new_game(command)
            case commands.ResumeGame():
                touched.tap(self._screen(WelcomeScreen).home.ids.resume)
            case commands.CupsAreUp():
                self._tap(READ_KEYS[self._view.kind])
            case commands.PlaceBid():
                self._bid(command)
            case commands.PlayerLeaves(player=player):
                company = self._company(say("company.leave"))
                self._choose(company.leaving, player)
                touched.tap_words(company.agreed(command.number, player).key)
            case commands.PlayerJoins():
                self._join(command)
            case commands.PlayerReturns(player=player, dice=dice):
                company = self._company(say("company.join"))
                self._choose(company.away, player)
                self._tap_dice(company, dice)
            case commands.CallChallenge():
                self._challenge(command)
            case commands.CallSpotOn():
                self._spot_on(command)
            case commands.BeginShow():
                self._show(command)
            case commands.Peek(seat=None):
                self._tap("back")
            case commands.Peek():
                touched.tap_words(say("bidding.peek"))
            case commands.SetFace(seat=seat, slot=slot, face=face):
                self._ask_about(seat, slot)
                self._tap_face(self._ids.faces.keys, face)
            case commands.ConfirmDie(seat=seat, slot=slot):
                self._ask_about(seat, slot)
                self._tap("a_die")
            case commands.RemoveDie(seat=seat, slot=slot):
                self._ask_about(seat, slot)
                self._tap("remove" if self._screen(CheckScreen).asking_face else "not_a_die")
            case commands.AcceptReading():
                self._tap("accept")
            case commands.NextRound():
                self._tap("next")
            case commands.Undo():
                touched.tap(touched.stage.ids.header.ids.undo)
                touched.tap_words(say("undo.key"))
            case commands.SquaresAreRight():
                answers = () if self._view.advice is None else self._view.advice.answers
                touched.tap_words(next(each.words for each in answers if each.command == command))
            case _:
                self._card_key(command)

    def _screen(self, kind: type[Shown]) -> Shown:
        """Raises LookupError for another kind."""
        screen = self._touched.stage.screen
        if not isinstance(screen, kind):
            raise LookupError(f"the screen is a {type(screen).__name__}, not a {kind.__name__}")
        return screen

    def _tap(self, name: str) -> None:
        key = self._ids[name]
        if not shown(key):
            raise LookupError(f"nobody sees {name!r}")
        self._touched.tap(key)

    @property
    def _ids(self) -> ObservableDict:
        stage = self._touched.stage
        return (stage.sheet or stage.screen).ids

    def _new_game(self, command: commands.NewGame) -> None:
        touched = self._touched
        touched.tap_words(say("key.new_game"))
        screen, welcome = self._screen(WelcomeScreen), self._view.of(WelcomeScene).scene
        choice = next(each for each in welcome.choices if each.name == command.rules)
        card = on_screen(lambda: screen.games.bring(choice))
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

    def _bid(self, command: commands.PlaceBid) -> None:
        track = self._view.of(BiddingScene).scene.track
        if track is not None:
            self._bid_on_track(track, command)
            return
        pad = self._screen(BiddingScreen).pad
        grid = pad.ids.quantities
        key = on_screen(lambda: grid.bring(command.quantity))
        beyond = command.quantity - grid.more.highest
        draw_frames()
        for _ in range(beyond if key is grid.more else 1):
            self._touched.tap(key)
        if pad.totals:
            self._touched.tap(pad.ids.bid)
        else:
            self._tap_face(pad.ids.faces.keys, command.face)

    def _bid_on_track(self, track: TrackView, command: commands.PlaceBid) -> None:
        screen, star = self._screen(BiddingScreen), command.face == star_face_of(self._view.scene)

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

    def _challenge(self, command: commands.CallChallenge) -> None:
        self._tap("challenge")
        if self._touched.stage.sheet is not None:
            for seat in command.players:
                self._touched.tap_words(seated(self._view.scene)[seat].name)
            self._tap("call")

    def _spot_on(self, command: commands.CallSpotOn) -> None:
        spot_on = self._view.of(BiddingScene).scene.spot_on
        assert spot_on is not None
        self._touched.tap_words(spot_on.words)
        if self._touched.stage.sheet is not None:
            self._touched.tap_words(seated(self._view.scene)[command.player or 0].name)

    def _show(self, command: commands.BeginShow) -> None:
        show = self._view.of(BiddingScene).scene.show
        assert show is not None
        self._touched.tap_words(show.call(command.number).words)
        for face in command.faces:
            self._tap_face(self._ids.faces.keys, face)
        self._tap("confirm")

    def _ask_about(self, seat: int, slot: int) -> None:
        screen = self._screen(CheckScreen)
        if screen.asked != (seat, slot):
            keys: Iterable[SlotKey] = (key for card in screen.ids.hands.cards for key in card.keys)
            self._touched.tap(next(each for each in keys if (each.seat, each.slot) == (seat, slot)))

    def _join(self, command: commands.PlayerJoins) -> None:
        company = self._company(say("company.join"))
        if company.away:
            self._touched.tap_words(say("company.somebody_new"))
        self._touched.tap_words(command.name)
        self._choose(company.places, command.seat or len(company.places))
        self._tap_dice(company, command.dice)

    def _company(self, answer: str) -> Company:
        company = self._view.company
        assert company is not None
        self._touched.tap(self._touched.stage.ids.header.ids.leading)
        self._touched.tap_words(say("menu.company"))
        self._touched.tap_words(answer)
        return company

    def _choose(self, places: tuple[Place, ...], seat: int) -> None:
        """Names may repeat; lists may be longer than their sheet."""
        rows = self._ids.choices
        cell = rows.cells[[each.seat for each in places].index(seat)]
        on_screen(lambda: rows.scroll_to(cell, animate=False))
        draw_frames()
        self._touched.tap(cell)

    def _tap_dice(self, company: Company, dice: int) -> None:
        if len(company.dice) > 1:
            self._touched.tap_words(next(each.words for each in company.dice if each.dice == dice))

    def _card_key(self, command: commands.Command) -> None:
        for key in keys_on(self._view.scene):
            if key.command == command:
                self._tap_card_key(key)
                return
            chosen = [each for each in key.choices if each.command == command and each.card is None]
            if chosen:
                self._tap_card_key(key)
                self._touched.tap_words(chosen[0].words)
                return
        touched = next((place for place, meant in self._card_places() if meant == command), None)
        if touched is None:
            self._lay_on_meld(command)
        else:
            self._touched.tap(touched)

    def _lay_on_meld(self, command: commands.Command) -> None:
        board = self._touched.stage.screen.ids.melds
        key = next(
            (each for each in board.keys if any(hit.command == command for hit in each.meld.hits)), None
        )
        if key is None:
            raise LookupError(say("rehearse.no_key"))
        on_screen(lambda: board.scroll_to(key, animate=False))
        draw_frames()
        self._touched.tap(key)
        self._touched.tap(next(each for each in self._ids.cards.children if each.choice.command == command))

    def _card_places(self) -> Iterator[tuple[Widget, commands.Command | None]]:
        """What else a touch at the card table may mean: a player's plate, a card on the sheet."""
        scene, ids = self._view.scene, self._touched.stage.screen.ids
        if isinstance(scene, CardsScene):
            yield from ((plate, plate.seat.ask) for plate in ids.seats.plates)
        elif isinstance(scene, CardSheetScene):
            doubt = scene.sheet.doubt
            answers = () if doubt is None else (*doubt.likely, *filter(None, (doubt.pass_over,)))
            drawn = reversed(ids.doubt.ids.likely.children)
            yield from ((key, each.command) for key, each in zip(drawn, answers, strict=True))
            yield from ((key, key.cell.command) for key in ids.grid.keys)

    def _tap_card_key(self, key: CardKey) -> None:
        words = key.words[:1].upper() + key.words[1:]
        self._touched.tap_words(words)
