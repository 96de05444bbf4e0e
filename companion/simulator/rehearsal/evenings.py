"""Plays evenings in turn, wired as by ``cups-up play``, in virtual time."""

from __future__ import annotations

import gc
import queue
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol, TypeVar

from companion.cli.demonstration.eyes import Judgement, WatchedCardEye
from companion.cli.demonstration.teller import GAME_ID
from companion.cli.wiring.cameras import SIMULATED_PI, Opened, Simulation, open_camera
from companion.cli.wiring.evening import Evening, session_of
from companion.core.frame import Camera, CameraGone, Frame
from companion.journal import JOURNAL_NAME, Store, StoreError
from companion.play.base.ports import CardEye, SquaresEye, TableEye
from companion.play.base.views import View
from companion.play.modes.cards.views import CardScene
from companion.play.modes.welcome.views import NOTHING_YET
from companion.play.session import Session
from companion.play.views import TableView, game_of
from companion.rules import dice_game
from companion.share.feed import Follower
from companion.simulator import NEVER_UP, Happening
from companion.simulator.rehearsal.ledger import Ledger, LiftEnd, Lifts
from companion.simulator.rehearsal.pace import PacedInbox, VirtualClock, WorkTime
from companion.simulator.rehearsal.people import CardPeople, DicePeople, Ending, TrueTable
from companion.simulator.rehearsal.programme import Programme
from companion.simulator.rehearsal.sitting import Chronicle, FaultLog, Record, Sitting
from companion.simulator.rehearsal.tally import Album, Failure, Flaw, Tally, machine_now
from companion.text import say


@dataclass(frozen=True, slots=True)
class Counting:
    """Counts for the evening ``number``, from 1; ``album``: pictures of failures."""

    tally: Tally
    album: Album | None
    chronicle: Chronicle
    evening: int
    seed: int
    on_lift: Callable[[Tally], None] = lambda _: None

    def lifted(self, end: LiftEnd) -> None:
        self.tally.lifted(end)
        self.on_lift(self.tally)
        if end.early:
            self.fail(Flaw.EARLY, say("rehearse.early", happening=end.happening), end.view)

    def judged(self, judgement: Judgement, questioned: bool, view: TableView) -> None:
        """A wrong verdict counts as the eye's only if no player was asked."""
        self.tally.dice += judgement.dice
        self.tally.told_wrong += judgement.told_wrong
        if judgement.told_wrong:
            self.fail(Flaw.TOLD_WRONG, judgement.words, view)
        if not judgement.right and not questioned:
            self.tally.wrong_verdicts += 1
            self.fail(Flaw.WRONG_VERDICT, judgement.words, view)

    def untouched(self) -> None:
        self.tally.untouched += 1

    def lost(self, why: str) -> None:
        self.fail(Flaw.LOST, why, View(0, NOTHING_YET, ""))

    def fail(self, flaw: Flaw, why: str, view: TableView) -> None:
        self.tally.crashes += flaw is Flaw.CRASHED
        game = game_of(view.scene)
        round_number = 0 if game is None else game.round_number
        if isinstance(view.scene, CardScene):
            round_number = view.scene.cards.hand
        failure = Failure(self.evening, round_number, self.seed, flaw, why)
        self.tally.failures.append(failure)
        if self.album is not None:
            self.album.keep(failure, view, self.chronicle.text)


_Taken = TypeVar("_Taken", bound=Frame | None)


class WatchedCamera:
    """A camera whose time does not count as the session's work."""

    def __init__(self, camera: Camera, work: WorkTime, notice: Callable[[Frame], None]) -> None:
        self._camera, self._work, self._notice = camera, work, notice

    @property
    def name(self) -> str:
        return self._camera.name

    @property
    def live_is_small(self) -> bool:
        return self._camera.live_is_small

    def latest(self) -> Frame | None:
        return self._noticed(self._camera.latest)

    def capture(self, after_ns: int) -> Frame:
        return self._noticed(lambda: self._camera.capture(after_ns))

    def close(self) -> None:
        self._camera.close()

    def _noticed(self, take: Callable[[], _Taken]) -> _Taken:
        self._work.pause()
        try:
            frame = take()
        finally:
            self._work.go_on()
        if frame is not None:
            self._notice(frame)
        return frame


REHEARSED = tuple(each for each in Happening if each not in NEVER_UP)
"""What happens at the lifts of a rehearsal, each equally often."""
WORKER_LOOK_S = 2.0
"""Real seconds between checks that the session's worker lives."""


class ReadingEye(TableEye, SquaresEye, Protocol): ...


class Room(Protocol):
    """The queue alone, or a screen (``TouchedRoom``)."""

    def enter(self, session: Session, sitting: Sitting) -> None: ...

    def play(self, session: Session, sitting: Sitting) -> Ending: ...


class Headless:
    def enter(self, session: Session, sitting: Sitting) -> None:
        session.on_view = sitting.arrive
        sitting.touch = session.send

    def play(self, session: Session, sitting: Sitting) -> Ending:
        """Waits, and gives why people got up: ``Ending.STUCK`` if the session's worker has died."""
        while True:
            try:
                return sitting.ended.get(timeout=WORKER_LOOK_S)
            except queue.Empty:
                if not session.is_well:
                    return Ending.STUCK


@dataclass(frozen=True, slots=True)
class Eyes:
    """New ones for each sitting, as for each start of the app."""

    dice: Callable[[], ReadingEye]
    cards: Callable[[], CardEye]


OpenTable = Callable[[Programme, VirtualClock], tuple[Opened, TrueTable]]
"""A sitting's camera, and the true table in front of it."""


def simulated(programme: Programme, clock: VirtualClock) -> tuple[Opened, TrueTable]:
    simulation = Simulation(
        len(programme.players), programme.seed, trouble=programme.trouble, happenings=REHEARSED
    )
    opened = open_camera(SIMULATED_PI, simulation, clock)
    if opened.cups is None:
        raise CameraGone(opened.sentence)
    return opened, opened.cups


@dataclass(slots=True)
class Rehearsal:
    """``home``: the journals; ``album``: kept failures."""

    eyes: Eyes
    home: Path
    room: Room
    album: Album | None = None
    open_table: OpenTable = simulated
    people_of: Callable[[Programme], DicePeople] = DicePeople
    followers: tuple[Follower, ...] = ()
    on_lift: Callable[[Tally], None] = lambda _: None
    """After each lift."""

    def play(self, programmes: tuple[Programme, ...]) -> Tally:
        tally = Tally()
        for number, programme in enumerate(programmes, start=1):
            _EveningPlayed(self, tally, number, programme).play()
            gc.collect()  # a session and its controller hold each other; the app ends with them
            tally.machine(machine_now())
        return tally


class _EveningPlayed:
    def __init__(self, rehearsal: Rehearsal, tally: Tally, number: int, programme: Programme) -> None:
        self._rehearsal, self._tally, self._programme = rehearsal, tally, programme
        self._clock = VirtualClock()
        self._ledger, self._chronicle = Ledger(), Chronicle(self._clock)
        self._count = Counting(
            tally, rehearsal.album, self._chronicle, number, programme.seed, rehearsal.on_lift
        )
        self._people = rehearsal.people_of(programme)
        self._journal = rehearsal.home / f"evening-{number:03d}" / JOURNAL_NAME

    def play(self) -> None:
        self._journal.parent.mkdir(parents=True, exist_ok=True)
        with FaultLog() as faults:
            while self._sitting(faults) is Ending.POWER_CUT:
                self._chronicle.write("the app is started anew")
        self._check_journal()

    def _sitting(self, faults: FaultLog) -> Ending:
        work = WorkTime()
        opened, table = self._rehearsal.open_table(self._programme, self._clock)
        if opened.camera is None:
            raise CameraGone(opened.sentence)
        lifts = Lifts(table.lift_truth, self._clock, work)
        watched = replace(opened, camera=WatchedCamera(opened.camera, work, lifts.notice))
        inbox = PacedInbox(self._clock, work)
        evening, card_eye = self._wired(watched, inbox)
        with session_of(evening) as session, self._reader() as reader:
            self._people.sit_at(table, lambda: dice_game(reader.load(GAME_ID).game))
            cards = CardPeople(self._programme, session, reader, card_eye) if card_eye is not None else None
            record = Record(self._count, self._ledger, self._chronicle, faults)
            sitting = Sitting(self._programme, cards or self._people, lifts, record, self._clock)
            sitting.newest = lambda: session.view
            self._rehearsal.room.enter(session, sitting)
            inbox.attend(sitting)
            ending = self._rehearsal.room.play(session, sitting)
        if cards is not None:
            self._tally.cards.update(cards.tally.told)
        return ending

    def _wired(self, opened: Opened, inbox: PacedInbox) -> tuple[Evening, WatchedCardEye | None]:
        eyes, programme = self._rehearsal.eyes, self._programme
        eye = eyes.dice()
        evening = Evening(
            self._journal,
            opened,
            eye,
            programme.seed,
            squares=eye if opened.cups is not None else None,
            clock=self._clock,
            inbox=inbox,
            followers=self._rehearsal.followers,
        )
        if not programme.has_cards or opened.cards is None:
            return evening, None
        card_eye = WatchedCardEye(eyes.cards(), opened.cards.cards_in_view)
        return replace(evening, card_eye=card_eye), card_eye

    def _reader(self) -> AbstractContextManager[Store]:
        return Store(self._journal, now=lambda: datetime.now(UTC), writing=False)

    def _check_journal(self) -> None:
        with self._reader() as reader:
            try:
                lost, why = self._ledger.lost(reader.load(GAME_ID).events), say("rehearse.not_in_journal")
            except StoreError as fault:
                lost, why = max(1, len(self._ledger.seen) + len(self._ledger.declared)), str(fault)
        if lost:
            self._tally.events_lost += lost
            self._count.lost(say("rehearse.lost", lost=lost, shown=len(self._ledger.seen), why=why))
