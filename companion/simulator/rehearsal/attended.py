"""Simulated people look at the real app's screen and touch it.

In the process that ``cups-up rehearse --real-time`` starts: the app on the main thread, people on another.
Each event is a line of JSON on standard output.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.demonstration.eyes import Judgement, WatchedCardEye
from companion.cli.demonstration.teller import GAME_ID
from companion.cli.wiring.evening import Evening
from companion.core.frame import NS_PER_S
from companion.journal import JOURNAL_NAME, Store
from companion.play.base.commands import CallChallenge, Command
from companion.play.modes.dice.views import VerdictScene
from companion.play.session import Session
from companion.play.views import Scene, TableView, game_of, hands_of
from companion.rules import dice_game
from companion.simulator.rehearsal.ledger import LIFT, Ledger, LiftEnd, Lifts
from companion.simulator.rehearsal.pace import WallClock, WorkTime
from companion.simulator.rehearsal.people import CardPeople, DicePeople, Ending
from companion.simulator.rehearsal.programme import Programme, programme_of
from companion.simulator.rehearsal.sitting import Chronicle, FaultLog, Record, Sitting
from companion.simulator.rehearsal.tally import Flaw, machine_now

if TYPE_CHECKING:  # they open a window
    from companion.simulator.rehearsal.touching import Finger
    from companion.ui import CupsUpApp, OpeningApp, Stage

HASTE = 0.35
"""Hurry: the share of virtual time that touches take. The app is what is timed [choice]."""
LOOK_S = 0.01
"""How often people look at the screen."""
LANGUAGE = "en"
"""So the app does not ask for one; people find keys by their words."""
IN_VAIN_S = 15.0
"""A touch without a change for this long is repeated and counted."""
GIVE_UP_S = 120.0
"""After this long without any event the people get up."""


def write(kind: str, **values: object) -> None:
    print(json.dumps({"what": kind, **values}), flush=True)


class Lines:
    """A sitting's counts (``companion.simulator.rehearsal.sitting.Count``), as lines."""

    def __init__(self) -> None:
        self.read: Mapping[str, Any] = {}
        """The lift detector's log of the present lift."""

    def lifted(self, end: LiftEnd) -> None:
        told = {name: getattr(end, name) for name in LIFT}
        dice = sum(len(hand.slots) for hand in hands_of(end.view.scene))
        write("lift", **told, dice=dice, **self.read)
        self.read = {}

    def judged(self, judgement: Judgement, questioned: bool, view: TableView) -> None:
        wrong = not (judgement.right or questioned)
        write("judged", dice=judgement.dice, told_wrong=judgement.told_wrong, wrong=wrong)
        if judgement.told_wrong or wrong:
            self.fail(Flaw.WRONG_VERDICT if wrong else Flaw.TOLD_WRONG, judgement.words, view)

    def untouched(self) -> None:
        write("untouched")

    def fail(self, flaw: Flaw, why: str, view: TableView) -> None:
        write(
            "failure",
            flaw=flaw.name,
            why=why,
            round=0 if (game := game_of(view.scene)) is None else game.round_number,
        )


class LiftLog(logging.Handler):
    def __init__(self, lines: Lines) -> None:
        super().__init__(logging.INFO)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        looks = getattr(record, "looks", None)
        if looks is not None:
            told = vars(record)
            self._lines.read = {name: told[name] for name in ("looks", "thrown", "look_s")}


@dataclass(slots=True)
class Painted:
    """The newest view on the screen and what else has changed there; written by the screen's thread."""

    view: TableView | None = None
    told: tuple[object, ...] = ()


def _told(view: TableView) -> tuple[int, str | None, type[Scene]]:
    return view.number, view.fault, view.kind


class Attendance:
    def __init__(self, programme: Programme, home: Path, started_ns: int) -> None:
        self._programme, self._home, self._started_ns = programme, home, started_ns
        self._clock, self._lines, self._painted = WallClock(), Lines(), Painted()
        self._arrived: list[tuple[TableView, int]] = []
        self._touched_ns: int | None = None
        self._touch: tuple[str, TableView] | None = None
        self._challenges = self._verdict_ns = 0
        self._app: OpeningApp
        self._evening: Evening
        self._finger: Finger

    def sits_at(self, evening: Evening) -> Evening:
        """Wraps the eye for cards."""
        opened, eye = evening.opened, evening.card_eye
        if eye is not None and opened.cards is not None:
            evening = replace(evening, card_eye=WatchedCardEye(eye, opened.cards.cards_in_view))
        self._evening = evening
        return evening

    def sees(self, app: OpeningApp) -> None:
        from kivy.core.window import Window

        self._app = app
        Window.bind(on_flip=self._flipped)
        threading.Thread(target=self._play, name="people", daemon=True).start()

    # On the screen's thread

    def _flipped(self, _: object) -> None:
        now_ns = time.monotonic_ns()
        if not self._app.has_drawn:
            return
        stage = self._stage
        view, before = stage.view, self._painted.view
        if before is None:
            write("start", first_scene_s=(now_ns - self._started_ns) / NS_PER_S)
        told = _told(view), stage.header.message, stage.top_sheet
        if before is not None and told != self._painted.told:
            self._note_change(now_ns)
        self._painted.told = told
        if view is not before:
            self._painted.view = view
            self._arrived.append((view, now_ns))
        self._note_banner(view, stage, now_ns)

    def _note_change(self, now_ns: int) -> None:
        touched_ns, touch = self._touched_ns, self._touch
        if touched_ns is not None and touch is not None:
            self._touched_ns = None
            write("touch", of=touch[0], seconds=(now_ns - touched_ns) / NS_PER_S)

    def _note_banner(self, view: TableView, stage: Stage, now_ns: int) -> None:
        if view.kind is not VerdictScene:
            self._verdict_ns = 0
        elif self._verdict_ns == 0:
            self._verdict_ns = now_ns
        elif self._verdict_ns > 0 and getattr(stage.screen, "told", False):
            write("banner", seconds=(now_ns - self._verdict_ns) / NS_PER_S)
            self._verdict_ns = -1

    # On the people's thread

    @property
    def _stage(self) -> Stage:
        """Raises ValueError before it is built."""
        if self._table.stage is None:
            raise ValueError("the app has no stage yet")
        return self._table.stage

    @property
    def _table(self) -> CupsUpApp:
        if self._app.table is None:
            raise ValueError("the app has no table yet")
        return self._app.table

    def _play(self) -> None:
        from kivy.clock import Clock

        reader = None
        try:
            with FaultLog() as faults:
                while not self._arrived:
                    time.sleep(LOOK_S)
                # not before: the screen's thread imports the same modules until then (``OpeningApp``)
                from companion.simulator.rehearsal.touching import RUNNING, RunningLoop

                RUNNING.set(RunningLoop())
                reader = Store(self._home / JOURNAL_NAME, now=lambda: datetime.now(UTC), writing=False)
                ending = self._sit(faults, reader)
        except BaseException as fault:  # whatever ended the people is a line of the report; it goes on
            write("failure", flaw=Flaw.STUCK.name, why=f"{type(fault).__name__}: {fault}", round=0)
            raise
        finally:
            if reader is not None:
                reader.close()
            machine = machine_now()
            write(
                "end",
                rss_mb=machine.rss_mb,
                threads=machine.threads,
                files=machine.open_files,
                cpu_s=machine.cpu_s,
            )
            Clock.schedule_once(lambda _: self._app.stop())  # only its own thread may change what it draws
        write("ended", why=ending.value)

    def _sit(self, faults: FaultLog, reader: Store) -> Ending:
        from kivy.core.window import Window

        from companion.simulator.rehearsal.touching import Finger, Touched

        table = self._evening.opened.cups
        if table is None:
            raise ValueError("people in real time play at the simulated table")
        touched = Touched(Window, self._stage, in_window=True)
        touched.lifting = self._note_touch
        self._finger = Finger(touched)
        people = DicePeople(self._programme)
        people.sit_at(table, lambda: dice_game(reader.load(GAME_ID).game))
        lifts = Lifts(table.lift_truth, self._clock, WorkTime())
        log = LiftLog(self._lines)
        logging.getLogger("companion.play.modes.dice.lift_detector").addHandler(log)
        logging.getLogger("companion.play.modes.dice.lift_detector").setLevel(logging.INFO)
        record = Record(self._lines, Ledger(), Chronicle(self._clock), faults)
        cards = self._card_people(reader)
        sitting = Sitting(self._programme, cards or people, lifts, record, self._clock, HASTE)
        sitting.touch = lambda command: self._carry_out(sitting, command)
        self._watch(sitting)
        if not self._programme.has_cards:
            lost = record.ledger.lost(reader.load(GAME_ID).events)
            if lost:
                write("failure", flaw=Flaw.LOST.name, why=f"{lost} events", round=0)
        elif cards is not None:
            write("cards", **cards.tally.told)
        return sitting.ended.get()

    def _card_people(self, reader: Store) -> CardPeople | None:
        eye = self._evening.card_eye
        session = self._table.session
        if self._programme.has_cards and isinstance(eye, WatchedCardEye) and isinstance(session, Session):
            return CardPeople(self._programme, session, reader, eye)
        return None

    def _watch(self, sitting: Sitting) -> None:
        alive_ns = time.monotonic_ns()
        while not sitting.gone:
            while self._arrived:
                view, at_ns = self._arrived.pop(0)
                sitting.arrive(view, at_ns)
                alive_ns = at_ns
            due_ns, now_ns = sitting.due_ns(), time.monotonic_ns()
            if due_ns is not None and due_ns <= now_ns:
                sitting.act()
            elif now_ns - alive_ns > GIVE_UP_S * NS_PER_S:
                sitting.nothing_left()
            elif self._waits_in_vain(now_ns):
                sitting.outdated()
            else:
                time.sleep(LOOK_S)

    def _carry_out(self, sitting: Sitting, command: Command) -> None:
        from companion.simulator.rehearsal.touching import NoKey, draw_frames

        self._end_play()
        draw_frames()
        view = self._stage.view
        if view.number != command.number:
            sitting.outdated()
            return
        name = type(command).__name__
        if isinstance(command, CallChallenge):
            self._challenges += 1
            name = "first challenge" if self._challenges == 1 else name
        self._touch = name, view
        try:
            self._finger.carry_out(command)
        except NoKey as lack:
            if self._stage.view.number != command.number:
                sitting.outdated()
                return
            sitting.untouched(str(lack))
            self._table.session.send(command)

    def _end_play(self) -> None:
        """Touch a verdict that is still being played: that touch only ends the play."""
        from companion.simulator.rehearsal.touching import Touch

        screen = self._stage.screen
        if not getattr(screen, "over", True):
            Touch(*screen.to_window(*screen.center)).tap()

    def _waits_in_vain(self, now_ns: int) -> bool:
        """Whether a touch has brought no change for long."""
        touched_ns = self._touched_ns
        if touched_ns is None or now_ns - touched_ns < IN_VAIN_S * NS_PER_S:
            return False
        self._touched_ns = None
        write("in_vain", of="" if self._touch is None else self._touch[0])
        return True

    def _note_touch(self) -> None:
        """Notes the time; a command's last touch counts."""
        self._touched_ns = time.monotonic_ns()


def attendance_of(told: str, home: Path, started_ns: int) -> Attendance:
    """``started_ns``: the app's start, in ``time.monotonic_ns``."""
    given = json.loads(told)
    programme = programme_of(given["seed"], given["rules"], given["rounds"], True, given["players"])
    return Attendance(replace(programme, cuts=False), home, started_ns)
