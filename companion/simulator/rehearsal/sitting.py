"""One sitting: people at a session, from its first view until they get up."""

from __future__ import annotations

import logging
import queue
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol

from companion.cli.demonstration.eyes import Judgement, judged
from companion.core.frame import NS_PER_S
from companion.journal import StoreError
from companion.play.base.commands import Command, NewGame, ResumeGame
from companion.play.base.views import View, scene_name
from companion.play.modes.cards.views import Declare
from companion.play.modes.dice.views import CheckScene, ReadingScene, RevealScene, VerdictScene
from companion.play.modes.welcome.views import NOTHING_YET, WelcomeScene
from companion.play.views import TableView
from companion.simulator.rehearsal.ledger import Ledger, LiftEnd, Lifts
from companion.simulator.rehearsal.pace import TableClock
from companion.simulator.rehearsal.people import SWIFT_S, CardPeople, Deed, DicePeople, Ending
from companion.simulator.rehearsal.programme import Programme
from companion.simulator.rehearsal.tally import Flaw
from companion.text import say

KEPT_LINES = 60
"""The last lines of a game that a failure's report keeps: a round or two."""


class Chronicle:
    def __init__(self, clock: TableClock) -> None:
        self._clock = clock
        self._lines: deque[str] = deque(maxlen=KEPT_LINES)

    def write(self, words: str) -> None:
        self._lines.append(f"{self._clock.now_ns / NS_PER_S:9.2f} s  {words.strip()}")

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self._lines)


LOGGER = "companion"


class FaultLog(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.told: list[str] = []

    def __enter__(self) -> FaultLog:
        logging.getLogger(LOGGER).addHandler(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        logging.getLogger(LOGGER).removeHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        fault = record.exc_info[1] if record.exc_info else None
        told = "" if fault is None else f" ({type(fault).__name__}: {fault})"
        self.told.append(f"{record.getMessage()}{told}")


MOST_REFUSALS = 3
"""Refusals in a row; then people give up."""
MOST_DEEDS = 5000
"""Far more touches than any game needed."""
REVEALED = (RevealScene, ReadingScene, CheckScene)
"""Scenes before a verdict that is not judged yet."""


class Count(Protocol):
    """Counts a sitting's events (``companion.simulator.rehearsal.evenings.Counting``)."""

    def lifted(self, end: LiftEnd) -> None: ...

    def judged(self, judgement: Judgement, questioned: bool, view: TableView) -> None: ...

    def untouched(self) -> None: ...

    def fail(self, flaw: Flaw, why: str, view: TableView) -> None: ...


@dataclass(slots=True)
class Record:
    count: Count
    ledger: Ledger
    chronicle: Chronicle
    faults: FaultLog


def _no_touch(command: Command) -> None:
    raise ValueError(f"nobody carries out {command} yet")


def _no_view() -> TableView:
    raise ValueError("there is no screen yet")


class Sitting:
    """``touch`` sends a command, or touches its keys. ``ended`` gets why people got up."""

    def __init__(
        self,
        programme: Programme,
        people: DicePeople | CardPeople,
        lifts: Lifts,
        record: Record,
        clock: TableClock,
        haste: float = 1.0,
    ) -> None:
        """``haste``: factor on the people's waits; below 1 in real time, where a view may come between touch
        and answer.
        """
        self._programme, self._people, self._lifts = programme, people, lifts
        self._record, self._clock, self._haste = record, clock, haste
        self._news: deque[TableView] = deque()
        self._view: TableView = View(-1, NOTHING_YET, "")
        self._deed: Deed | None = None
        self._due_ns = 0
        self._sent: Command | None = None
        self._refusals = self._deeds = self._faults = 0
        self.gone = False
        self.touch: Callable[[Command], None] = _no_touch
        self.newest: Callable[[], TableView] = _no_view
        self.ended: queue.SimpleQueue[Ending] = queue.SimpleQueue()

    def arrive(self, view: TableView, at_ns: int | None = None) -> None:
        """Always on the same thread."""
        self._record.ledger.follow(view)
        self._lifts.follow(view, at_ns)
        self._news.append(view)

    def sit_down(self) -> None:
        if not self._news:
            self.arrive(self.newest())

    def due_ns(self) -> int | None:
        while self._news and not self.gone:
            try:
                self._take_in(self._news.popleft())
            except StoreError as damage:  # nobody can go on with a game that the journal does not have
                self._get_up(Ending.STUCK, str(damage))
        return None if self._deed is None else self._due_ns

    def act(self) -> bool:
        deed, self._deed = self._deed, None
        if deed is None:
            return False
        if deed.ending is not None:
            self._get_up(deed.ending, self._view.fault or say("rehearse.at_a_loss"))
            return False
        if deed.command is None or not self._has_waited():
            self._plan(self._view)
            return False
        self._deeds += 1
        self._record.chronicle.write(f"touch {deed.command}")
        self._sent = deed.command
        self.touch(deed.command)
        return True

    def nothing_left(self) -> None:
        self._get_up(Ending.STUCK, f"nobody has anything to do in scene {scene_name(self._view.kind)}")

    def outdated(self) -> None:
        self._sent = None
        self._plan(self._view)

    def untouched(self, why: str) -> None:
        """Every command of a dice game must have a key."""
        self._record.count.untouched()
        if isinstance(self._people, DicePeople):
            self._record.count.fail(Flaw.STUCK, why, self._view)

    def _get_up(self, ending: Ending, why: str) -> None:
        if ending is Ending.STUCK:
            self._record.count.fail(Flaw.STUCK, why, self._view)
        self._record.chronicle.write(ending.value)
        self.gone = True
        self.ended.put(ending)

    def _has_waited(self) -> bool:
        stalls_at_ns = self._lifts.stalls_at_ns
        if self._view.kind is not RevealScene or stalls_at_ns is None:
            return True
        if self._clock.now_ns < stalls_at_ns:
            return False
        if self._lifts.touch():
            self._record.count.fail(Flaw.STALLED, self._view.fault or self._view.message, self._view)
        return True

    def _take_in(self, view: TableView) -> None:
        before, self._view = self._view, view
        sent, self._sent = self._sent, None
        if self._haste < 1.0 and (view.number, view.fault) == (before.number, before.fault):
            sent, self._sent = None, sent
        self._tell_faults(view)
        if view.number != before.number or view.fault != before.fault:
            told = f"{scene_name(view.kind)}: {view.message} {view.fault or ''}"
            self._record.chronicle.write(told)
        self._note(before, view)
        if sent is not None:
            self._answered(sent, before, view)
        if self.gone:
            return
        if sent is not None or view.number != before.number or (view.advice and not before.advice):
            self._plan(view)

    def _tell_faults(self, view: TableView) -> None:
        new = self._record.faults.told[self._faults :]
        self._faults += len(new)
        for fault in new:
            self._record.count.fail(Flaw.CRASHED, fault, view)

    def _note(self, before: TableView, view: TableView) -> None:
        while self._lifts.ended:
            self._record.count.lifted(self._lifts.ended.pop(0))
        if view.kind is VerdictScene and before.kind in REVEALED and isinstance(self._people, DicePeople):
            judgement = judged(self._people.game(), self._people.table.truth())
            self._record.count.judged(judgement, before.kind is CheckScene, view)

    def _answered(self, sent: Command, before: TableView, view: TableView) -> None:
        """Accepted cards must be in the journal."""
        self._refusals = self._refusals + 1 if view.fault else 0
        if self._refusals > MOST_REFUSALS or self._deeds > MOST_DEEDS:
            self._get_up(Ending.STUCK, view.fault or say("rehearse.endless"))
        if isinstance(sent, Declare) and view.fault is None and view.number != before.number:
            self._record.ledger.declared.append(sent.event)

    def _plan(self, view: TableView) -> None:
        welcome = isinstance(view.scene, WelcomeScene)
        self._deed = self._begin(view) if welcome else self._people.next_deed(view)
        if self._deed is not None:
            self._due_ns = self._clock.now_ns + round(self._deed.wait_s * self._haste * NS_PER_S)
        stalls_at_ns = self._lifts.stalls_at_ns if view.kind is RevealScene else None
        if self._deed is not None and self._deed.ending is None and stalls_at_ns is not None:
            self._due_ns = max(self._clock.now_ns, stalls_at_ns)

    def _begin(self, view: TableView) -> Deed | None:
        if not isinstance(view.scene, WelcomeScene) or view.scene is NOTHING_YET:
            return None
        programme = self._programme
        game = NewGame(view.number, programme.rules, programme.players, programme.options, programme.opener)
        saved = [each.game_id for each in view.scene.saved if not each.over]
        if view.scene.saved and not saved:  # the power failed once the game was won
            return Deed(SWIFT_S[0], ending=Ending.PLAYED)
        return Deed(SWIFT_S[0], ResumeGame(view.number, saved[0]) if saved else game)
