"""Makes screens before their scenes come, one step at a time, while no finger is on the screen.

A screen that was only made at the first challenge froze a slow machine for seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.play.views import Scene
from companion.ui.screens import screen_for
from companion.ui.widgets.screen import Screen, StagePort

QUIET_S, PAUSE_S = 0.4, 1.0
"""Seconds of rest after a touch, and after each step: another touch may come [rehearsal in real time]."""
SOON_S = 0.05
"""Rest after a small step, in seconds: a touch does not feel that it waits for one."""


class Rest(Enum):
    """What came before a quiet moment: every screen that may come was made, a round, or a touch."""

    MADE, PLAYED, TOUCHED = range(3)


class Ahead:
    """``make`` takes one step and says whether there was one; ``make_small`` goes first, with steps of
    milliseconds.
    """

    def __init__(self, make: Callable[[type[Screen[Any]]], bool], make_small: Callable[[], bool]) -> None:
        self._make, self._make_small = make, make_small
        self.on_rest: Callable[[Rest], None] = lambda rest: None
        """Called at each quiet moment at which no screen is left to make."""
        self.on_calm: Callable[[bool], None] = lambda calm: None
        """Called with each view: whether people pause to think."""
        self._has_made = self._has_played = self._is_calm = False
        self._screens: tuple[type[Screen[Any]], ...] = ()
        self._next, self._soon, self._later = (
            Clock.create_trigger(self.step, wait_s) for wait_s in (QUIET_S, SOON_S, PAUSE_S)
        )

    def follow(self, coming: tuple[type[Screen[Any]], ...]) -> None:
        self._screens, self._is_calm = coming, bool(coming)
        self._has_played |= not coming
        self.on_calm(self._is_calm)
        self.end()
        if coming:
            self._next()

    def rest(self) -> None:
        self._wait(self._next)

    def end(self) -> None:
        for each in (self._next, self._soon, self._later):
            each.cancel()

    def step(self, *_: object) -> None:
        if self._screens and self._make_small():
            self._wait(self._soon)
            return
        while self._screens and not self._make(self._screens[0]):
            self._screens = self._screens[1:]
        if self._screens:
            self._has_made = True
            self._wait(self._later)
        elif self._is_calm and (self._has_made or self._has_played):
            self.on_rest(Rest.MADE if self._has_made else Rest.PLAYED)
            self._has_made = self._has_played = False
        else:
            self.on_rest(Rest.TOUCHED)

    def _wait(self, trigger: Callable[[], None]) -> None:
        self.end()
        trigger()


class MadeScreens:
    """One screen for each scene, made once, and again after ``clear``."""

    def __init__(self, stage: StagePort, body: Widget) -> None:
        """A screen that is made ahead gets the size of ``body``, in which it will lie."""
        self.made: dict[type[Screen[Any]], Screen[Any]] = {}
        self.cleared: tuple[type[Screen[Any]], ...] = ()
        """Those of other sizes or colours, most of which come again."""
        self._stage, self._body = stage, body
        self._bare: set[type[Screen[Any]]] = set()
        """Screens whose words are not drawn yet."""

    def enter(self, scene: Scene) -> Screen[Any]:
        kind = screen_for(scene)
        self._bare.discard(kind)
        return self._made(kind)

    def _made(self, kind: type[Screen[Any]]) -> Screen[Any]:
        if kind not in self.made:
            self.made[kind] = kind(self._stage)
        return self.made[kind]

    def make_ahead(self, kind: type[Screen[Any]]) -> bool:
        """Make a screen, or draw its words; False when both are done."""
        if kind not in self.made:
            screen = self._made(kind)
            screen.pos, screen.size = self._body.pos, self._body.size
            self._bare.add(kind)
            return True
        if kind not in self._bare:
            return False
        self._bare.remove(kind)
        self.made[kind].prepare(self._stage.view)
        return True

    def clear(self) -> None:
        self.cleared = tuple(self.made)
        self.made.clear()
        self._bare.clear()
