"""The app on its real screen, played by quick fingers and measured, for ``crowd_at_screen.py``."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.base import EventLoop, runTouchApp, stopTouchApp
from kivy.clock import Clock
from kivy.graphics.opengl import glFinish

from companion.cli.measuring.whole_app import cpu_seconds, tapped
from companion.play.base.commands import (
    CallChallenge,
    Command,
    CupsAreUp,
    LeaveGame,
    NewGame,
    NextRound,
    PlaceBid,
)
from companion.play.base.views import View
from companion.play.modes.dice.views import BiddingScene, CheckScene, OverScene, RevealScene, VerdictScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.views import TableView
from companion.share.web import SwitchedServers
from companion.simulator.rehearsal.touching import Finger, NoKey, Touched
from companion.ui.app import CupsUpApp, OpeningApp

if TYPE_CHECKING:
    from tests.share.web.crowd_at_screen import Times

THINK_S, THEATRE_S = 0.7, 4.0
"""Before a touch: quick players, who look on while a verdict is played."""
TRIES, ANSWER_S = 5, 6.0
BIDS = ((2, 2), (3, 3), (4, 4))
PLAYERS = ("Ann", "Bob", "Cy", "Dee")
PHONES = 10
"""Of the readers so many have the phones' page open; the players' own are among them."""


@contextmanager
def on_screen(app: OpeningApp) -> Iterator[Played]:
    """The app as it runs, its loop in our hands."""
    app._run_prepare()
    runTouchApp(embedded=True)
    while not app.has_drawn:
        EventLoop.idle()
    try:
        assert app.table is not None
        yield Played(app.table)
    finally:
        stopTouchApp()
        app._stop()


class Played:
    """Plays round after round, and measures."""

    def __init__(self, app: CupsUpApp) -> None:
        assert app.stage is not None
        self._app, self._touched = app, Touched.__new__(Touched)  # the app itself fills its window
        self._touched.window, self._touched.stage, self._touched.touches = EventLoop.window, app.stage, 0
        self._times: Times | None = None
        self._last_s = 0.0
        self._asked: tuple[int, float] | None = None
        EventLoop.window.bind(on_flip=self._flip)
        Clock.schedule_interval(lambda _: EventLoop.window.canvas.ask_update(), 0)

    @property
    def _view(self) -> TableView:
        return self._touched.stage.view

    def sent(self, command: Command) -> None:
        """A touch asks for this."""
        if self._asked is None:
            self._asked = command.number, time.perf_counter()

    def _flip(self, *_: object) -> None:
        glFinish()
        now_s, times = time.perf_counter(), self._times
        if times is not None and self._last_s:
            times.gaps.append(now_s - self._last_s)
        self._last_s = now_s
        if self._asked is not None and self._view.number > self._asked[0]:
            if times is not None:
                times.answers.append(now_s - self._asked[1])
            self._asked = None

    def measure(self, times: Times, but: int) -> None:
        """Play a round; children of this process are servers, ``but`` this one."""
        servers = [each for each in _children() if each != but]
        before = cpu_seconds(os.getpid()), sum(map(cpu_seconds, servers))
        self._times, self._last_s = times, 0.0
        self.round()
        self._times = None
        times.processor["table"] += cpu_seconds(os.getpid()) - before[0]
        times.processor["servers"] += sum(map(cpu_seconds, servers)) - before[1]

    def invitation(self) -> dict[str, object]:
        """Where readers go, and with which codes."""
        servers = self._app.servers
        assert isinstance(servers, SwitchedServers)
        assert servers.scoreboard is not None
        codes = [servers.gateway.invitation(seat).code for seat in range(len(PLAYERS))]
        board, phones = servers.scoreboard[0], servers.gateway.url
        return {"board": board, "phones": phones, "phones_readers": PHONES, "codes": codes}

    def round(self) -> None:
        """From the first bid to the next round's, or to the end of the game."""
        if self._view.kind is OverScene:
            self._app.session.send(LeaveGame(self._view.number))
            self._draw_until(lambda: self._view.kind is WelcomeScene)
        challenged = False
        while not (challenged and self._view.kind in (BiddingScene, OverScene)):
            view, command = self._view, _next(self._view)
            if command is None:
                EventLoop.idle()
                continue
            self._draw_until(lambda: False, THEATRE_S if view.kind is VerdictScene else THINK_S)
            if self._view.number == view.number:
                self._touch(command)
                challenged = challenged or isinstance(command, CallChallenge)

    def _touch(self, command: Command) -> None:
        """Touch its keys until the table has answered: the first touch of a verdict only ends its theatre."""
        number = self._view.number
        for _ in range(TRIES):
            try:
                Finger(self._touched).carry_out(command)
            except NoKey:
                self._touched.stage.close()
                self._app.session.send(command)
            if self._draw_until(lambda: self._view.number > number or self._view.fault is not None, ANSWER_S):
                return
        raise AssertionError(f"no answer to {command}")

    @staticmethod
    def _draw_until(holds: Callable[[], bool], patience_s: float = 60.0) -> bool:
        """Whether it holds in time."""
        until = time.monotonic() + patience_s
        while not holds():
            if time.monotonic() > until:
                return False
            EventLoop.idle()
        return True


def _children() -> list[int]:
    return [int(each) for each in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()]


def _next(view: TableView) -> Command | None:
    """What quick players do on this view; ``None`` while they wait."""
    number = view.number
    match view.scene:
        case WelcomeScene():
            return NewGame(number, "milton-bradley", PLAYERS, (("dice", 5),), 0)
        case BiddingScene():
            return _bid(view.of(BiddingScene))
        case RevealScene():
            return CupsAreUp(number)
        case CheckScene():
            return tapped(view.of(CheckScene))
        case VerdictScene():
            return NextRound(number)
    return None


def _bid(view: View[BiddingScene]) -> Command:
    bid = view.scene.game.bid_quantity or 0
    higher = [each for each in BIDS if each[0] > bid]
    dice = sum(seat.dice for seat in view.scene.game.seats)
    if not higher or (bid and higher[0][0] > dice):
        return CallChallenge(view.number, ())
    return PlaceBid(view.number, *higher[0])
