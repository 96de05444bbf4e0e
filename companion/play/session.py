"""The session: turns enter one queue, one worker takes them, views come out."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Sequence
from functools import partial
from types import TracebackType
from typing import Protocol

from companion.core.frame import NS_PER_S, Frame
from companion.core.panel import CupMoved, Signal
from companion.play.base.commands import Command
from companion.play.base.ports import Panel
from companion.play.base.views import View
from companion.play.game_controller import GameController
from companion.play.modes.welcome.views import NOTHING_YET
from companion.play.panel import PanelDesk
from companion.play.tables import Equipment, Services
from companion.play.views import TableView
from companion.text import say

Turn = Callable[[], None]
"""Something for the worker to do: a command to take, a signal to hear, a sentence to show."""


class Inbox(Protocol):
    """Takes turns from any thread for the one worker, None to end it; its waiting is the session's time."""

    def put(self, turn: Turn | None, /) -> None:
        """May be called from any thread; returns at once."""
        ...

    def get(self, *, timeout: float | None) -> Turn | None:
        """The next turn; ``queue.Empty`` after ``timeout`` seconds (None: for ever)."""
        ...


STUCK_S = 20.0
"""A turn takes a few seconds, a reading on the slowest board, too; after this long it is stuck."""

log = logging.getLogger(__name__)


class Session:
    """A table's evening: ``start`` it, ``send`` commands, ``close`` it.

    ``on_view`` is called on the worker's thread with every new ``view`` and must return at once; it may be
    replaced. The caller closes journal and camera after the session.
    """

    def __init__(
        self,
        services: Services,
        on_view: Callable[[TableView], None] | None = None,
        panel: Panel | None = None,
        inbox: Inbox | None = None,
        viewers: Sequence[Callable[[TableView], None]] = (),
    ) -> None:
        """Nothing runs before ``start``. ``viewers`` get every view beside ``on_view``; ``inbox`` may keep
        another time.
        """
        self.on_view = on_view
        self.view: TableView = View(0, NOTHING_YET, "")
        self._clock = services.clock
        self._panel, self._desk, self._asked = panel, PanelDesk(panel, services.clock), False
        self._inbox: Inbox = queue.SimpleQueue() if inbox is None else inbox
        self._controller = GameController(services, self._hand_on, lambda: self._inbox.put(self._idle))
        self._turn_since_ns: int | None = None
        self._viewers = tuple(viewers)
        self._worker = threading.Thread(target=self._work, name="session", daemon=True)

    def __enter__(self) -> Session:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        self._worker.start()
        if self._panel is not None:
            self._panel.listen(self.hear)

    @property
    def is_well(self) -> bool:
        """Whether the worker lives and is not stuck in a command."""
        since_ns = self._turn_since_ns
        stuck = since_ns is not None and self._clock() - since_ns > STUCK_S * NS_PER_S
        return self._worker.is_alive() and not stuck

    def send(self, command: Command) -> None:
        """May be called from any thread; returns at once."""
        self._inbox.put(partial(self._take, command))

    def ask(self, command: Command, answered: Callable[[str | None], None]) -> None:
        """May be called from any thread. ``answered``, on the worker's thread, gets the refusal or None; it
        must not wait.
        """
        self._inbox.put(partial(self._answer, command, answered))

    def hear(self, signal: Signal, number: int | None = None) -> None:
        """Queue a press, from any thread; ``number`` None: on the newest view."""
        on = self.view.number if number is None else number
        self._inbox.put(partial(self._take_signal, signal, on))

    def tell(self, sentence: str) -> None:
        """Show the table a sentence, such as that the camera restarts; from any thread."""
        self._inbox.put(partial(self._controller.tell, sentence))

    @property
    def misses_camera(self) -> bool:
        """May be read from any thread."""
        return self._controller.misses_camera

    def take_up(self, equipment: Equipment) -> None:
        """Use a camera that has come; from any thread. The caller closes it."""
        self._inbox.put(partial(self._controller.take_up, equipment))

    def bring_souvenir(self, game_id: int, pages: tuple[Frame, ...]) -> None:
        """Offer a won game's pages; from any thread."""
        self._inbox.put(partial(self._controller.offer_souvenir, game_id, pages))

    def close(self) -> None:
        """Stop after the commands already sent; returns when the worker has ended."""
        self._inbox.put(None)
        if self._worker.is_alive():
            self._worker.join()

    def _hand_on(self, view: TableView) -> None:
        self.view = view
        self._desk.show(view, refused=self._asked)
        for each in self._viewers:
            each(view)
        on_view = self.on_view
        if on_view is not None:
            on_view(view)

    def _work(self) -> None:
        turn: Turn | None = self._controller.open
        while turn is not None:
            self._turn_since_ns = self._clock()
            try:
                turn()
                self._tell_of_panel()
            except Exception as fault:  # a game outlives any fault: logged, and told the table
                log.exception("the session goes on after a fault")
                self._recover(fault)
            self._turn_since_ns = None
            turn = self._next_turn()

    def _recover(self, fault: Exception) -> None:
        """Of what no view can be made, the game is put away, for the journal has it: a touch must not be dead
        for good.
        """
        for recover in (self._controller.recover, self._controller.put_away):
            try:
                return recover(fault)
            except Exception as worse:
                log.exception("that fault cannot be shown at this table")
                fault = worse

    def _tell_of_panel(self) -> None:
        sentence = self._desk.unseated_notice()
        if sentence is not None:
            self._controller.tell(sentence)

    def _next_turn(self) -> Turn | None:
        waits = [each for each in (self._controller.wait_s, self._desk.wait_s) if each is not None]
        try:
            return self._inbox.get(timeout=min(waits, default=None))
        except queue.Empty:
            return self._idle

    def _take(self, command: Command) -> None:
        self._ask(self._desk.gathered())
        self._controller.take(command)

    def _answer(self, command: Command, answered: Callable[[str | None], None]) -> None:
        self._ask(self._desk.gathered())
        number = self.view.number
        if self._controller.is_old(command.number):
            answered(say("phone.old_view"))
            return
        self._controller.take(command)
        answered(None if self.view.number != number else self.view.fault or say("phone.old_view"))

    def _take_signal(self, signal: Signal, number: int) -> None:
        """``number``: of the view on which the signal came."""
        sentence = self._desk.say(signal)
        if sentence is not None:
            self._controller.tell(sentence)
        is_press = not isinstance(signal, CupMoved)
        if not (is_press and self._controller.is_old(number)):
            self._ask(self._desk.hear(signal))

    def _idle(self) -> None:
        due = self._desk.due()
        if due is None:
            self._controller.idle()
        self._ask(due)

    def _ask(self, command: Command | None) -> None:
        """Carry out a command of the panel; a refusal sounds, too."""
        if command is None:
            return
        self._asked = True
        try:
            self._controller.take(command)
        finally:
            self._asked = False
