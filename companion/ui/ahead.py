"""Screens are made before their scenes come, one after the other, while no finger is on the screen.

The first challenge froze a slow machine for seconds: the screen that answers it was only then made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from kivy.uix.widget import Widget

from companion.play.views import Scene
from companion.ui.screens import screen_for
from companion.ui.widgets.screen import Screen, StagePort

QUIET_S, PAUSE_S = 0.4, 1.0
"""So long after a touch, and after each step, nothing is made: a touch may come [rehearsal in real time]."""
SOON_S = 0.05
"""After a small step, which a touch waits for without being felt."""


class Ahead:
    """``make`` takes one step towards a screen, and says whether there was one to take; ``make_small`` takes
    steps of a few milliseconds, which come first.
    """

    def __init__(self, make: Callable[[type[Screen[Any]]], bool], make_small: Callable[[], bool]) -> None:
        self._make, self._make_small = make, make_small
        self.on_made: Callable[[], None] = lambda: None
        """Called at a quiet moment, after the last of the screens that may come was made."""
        self._has_made = False
        self._screens: tuple[type[Screen[Any]], ...] = ()
        self._next, self._soon, self._later = (
            Clock.create_trigger(self.step, wait_s) for wait_s in (QUIET_S, SOON_S, PAUSE_S)
        )

    def follow(self, coming: tuple[type[Screen[Any]], ...]) -> None:
        """A view is shown: what may come after it is made soon."""
        self._screens = coming
        self.rest()

    def rest(self) -> None:
        """A finger came down: wait anew."""
        self._wait(self._next)

    def end(self) -> None:
        self._screens = ()
        self._wait(self._next)

    def step(self, *_: object) -> None:
        """The next step towards what is not ready yet."""
        if self._screens and self._make_small():
            self._wait(self._soon)
            return
        while self._screens and not self._make(self._screens[0]):
            self._screens = self._screens[1:]
        if self._screens:
            self._has_made = True
        elif self._has_made:
            self._has_made = False
            self.on_made()
        self._wait(self._later)

    def _wait(self, trigger: Callable[[], None]) -> None:
        for each in (self._next, self._soon, self._later):
            each.cancel()
        if self._screens:
            trigger()


class MadeScreens:
    """The screens of the scenes, each made once, and made anew after ``clear``."""

    def __init__(self, stage: StagePort, body: Widget) -> None:
        """``body``: where a screen will lie; one that is made ahead is made as large."""
        self.made: dict[type[Screen[Any]], Screen[Any]] = {}
        self._stage, self._body = stage, body
        self._bare: set[type[Screen[Any]]] = set()
        """Of which the words are not drawn yet."""

    def enter(self, scene: Scene) -> Screen[Any]:
        kind = screen_for(scene)
        self._bare.discard(kind)
        return self._made(kind)

    def _made(self, kind: type[Screen[Any]]) -> Screen[Any]:
        if kind not in self.made:
            self.made[kind] = kind(self._stage)
        return self.made[kind]

    def make_ahead(self, kind: type[Screen[Any]]) -> bool:
        """One step towards a screen before its scene comes, if there is one to take: it is made, as large as
        it will be, or its words are drawn.
        """
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
        self.made.clear()
        self._bare.clear()
