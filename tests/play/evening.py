"""An evening for the tests: the controller with small fakes round it, driven command by command."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np

from companion.core.frame import CameraGone, Frame
from companion.core.reading import Box, Doubt, Expectation, ReadDie, SeatDoubt, TableDie, TableReading
from companion.journal import HOUSE_RULES_FOLDER, HouseShelf, Store, StoreError
from companion.play.base.commands import (
    AcceptReading,
    CallChallenge,
    CupsAreUp,
    EnterByHand,
    NewGame,
    PlaceBid,
    SetFace,
)
from companion.play.base.ports import CardEye, Cups, Dealer, Servers, SettingsKeeper, Watch
from companion.play.base.readings import AtOnce
from companion.play.modes.dice.views import CheckScene
from companion.play.tables import Equipment, Services
from companion.play.views import TableView
from tests.clocks import Ticks
from tests.play.driven import Driven

SIZE = (64, 48)
SURE = 0.999
NAMES = ("Ann", "Bob", "Cy")
P = ParamSpec("P")
T = TypeVar("T")


def now() -> datetime:
    return datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


class FakeCamera:
    """Grey pictures; ``gone`` makes it fail, ``frames_left`` after so many."""

    name = "test camera"
    live_is_small = False

    def __init__(self, clock: Ticks) -> None:
        self.clock = clock
        self.gone = False
        self.frames_left: int | None = None
        self.stale = False
        self.asked_after: list[int] = []

    def latest(self) -> Frame | None:
        if self.gone:
            raise CameraGone("the test camera is unplugged: plug it in again")
        return Frame(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), self.clock())

    def capture(self, after_ns: int) -> Frame:
        self.asked_after.append(after_ns)
        if self.gone or self.frames_left == 0:
            raise CameraGone("the test camera is unplugged: plug it in again")
        if self.frames_left is not None:
            self.frames_left -= 1
        if self.stale:
            return Frame(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), after_ns - 1)
        return Frame(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), self.clock())

    def close(self) -> None:
        self.gone = True


class Later(Executor):
    """Does what is submitted only when it is told to, as a slow machine's other thread."""

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        done: Future[T] = Future()
        done.set_running_or_notify_cancel()  # it has begun, so it cannot be called off
        self._waiting.append(lambda: done.set_result(fn(*args, **kwargs)))
        return done

    def work(self) -> None:
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            each()


class FakeEye:
    """Reads what it is told: ``sees`` are the faces a seat, ``None`` for one it cannot read.

    ``strays`` lie at nobody's place, or at the place of ``beside``, who holds no dice.
    """

    def __init__(self) -> None:
        self.sees: Sequence[Sequence[int | None]] = ()
        self.strays: Sequence[int] = ()
        self.beside: int | None = None
        self.seat_doubts: tuple[SeatDoubt, ...] = ()
        self.fault: Exception | None = None
        self.expected: Expectation | None = None
        self.frames: Sequence[Frame] = ()

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        self.frames, self.expected = frames, expected
        if self.fault is not None:
            raise self.fault
        dice = [table_die(face, seat) for seat, faces in enumerate(self.sees) for face in faces]
        strays = [TableDie(read_die(face), None, (Doubt.STRAY,), self.beside) for face in self.strays]
        doubts = self.seat_doubts or miscounted(self.sees, expected)
        return TableReading(SIZE, (*dice, *strays), doubts, ((1, 1, 9, 9),) * len(expected.dice))

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        return self.read_table(frames, expected)


def read_die(face: int | ReadDie | None) -> ReadDie:
    if isinstance(face, ReadDie):
        return face
    if face is None:
        return ReadDie((1, 1, 9, 9), None, None, 0.4, (Doubt.UNREAD,))
    return ReadDie((1, 1, 9, 9), face, face == 1, SURE)


def table_die(face: int | ReadDie | None, seat: int) -> TableDie:
    die = read_die(face)
    return TableDie(die, seat, die.doubts)


def miscounted(sees: Sequence[Sequence[int | None]], expected: Expectation) -> tuple[SeatDoubt, ...]:
    """What a real eye says of seats with too many or too few dice."""
    pairs = enumerate(zip(sees, expected.dice, strict=True))
    return tuple(
        SeatDoubt(seat, Doubt.TOO_MANY if len(faces) > held else Doubt.TOO_FEW, held, len(faces))
        for seat, (faces, held) in pairs
        if len(faces) != held
    )


class FakeCups:
    """Writes down what it is told to do; ``missing`` faces are not under any cup."""

    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []
        self.missing: set[int] = set()

    def __getattr__(self, name: str) -> Callable[..., None]:
        def tell(*given: object) -> None:
            self.told.append((name, *given))

        return tell

    def show(self, seat: int, faces: tuple[int, ...], deal_seed: int) -> None:
        if self.missing & set(faces):
            raise ValueError(f"seat {seat} has no such dice")
        self.told.append(("show", seat, faces, deal_seed))

    def place(self, seat: int) -> Box | None:
        return (seat, 0, seat + 10, 10)

    def names(self) -> list[object]:
        return [told[0] for told in self.told]


class FaultyStore(Store):
    """A store whose disk can fill up."""

    full = False

    def append(self, *given: Any, **named: Any) -> None:
        if self.full:
            raise StoreError("The disk is full: free some space, then try again.")
        super().append(*given, **named)

    def keep_unfinished(self, *given: Any) -> None:
        if self.full:
            raise StoreError("The disk is full: free some space, then try again.")
        super().keep_unfinished(*given)

    def begin_game(self, *given: Any) -> int:
        if self.full:
            raise StoreError("The disk is full: free some space, then try again.")
        return super().begin_game(*given)


class Evening(Driven):
    """A controller with small fakes round it."""

    store: FaultyStore

    def __init__(
        self,
        path: Path,
        *,
        with_camera: bool = True,
        with_cups: bool = False,
        card_eye: CardEye | None = None,
        dealer: Dealer | None = None,
        looks_for_camera: bool = False,
        settings: SettingsKeeper | None = None,
        servers: Servers | None = None,
        watch: Watch | None = None,
        background: Executor | None = None,
    ) -> None:
        self.clock = Ticks()
        self.camera = FakeCamera(self.clock) if with_camera else None
        self.eye = FakeEye()
        self.cups = FakeCups() if with_cups else None
        eye = self.eye if with_camera else None
        self.shelf = HouseShelf(path.parent / HOUSE_RULES_FOLDER)
        cups = cast("Cups | None", self.cups)  # it answers to every name
        equipment = Equipment(self.camera, eye, cups, watch, card_eye=card_eye, dealer=dealer)
        services = Services(
            FaultyStore(path, now),
            self.clock,
            equipment,
            house_rules=self.shelf,
            looks_for_camera=looks_for_camera,
            settings=settings,
            servers=servers,
            background=background or AtOnce(),
        )
        super().__init__(services)

    def equip(self, background: Executor | None = None, **equipment: Any) -> None:
        """Other equipment, before anybody has begun a game: the controller begins anew."""
        services = replace(self.services, equipment=replace(self.services.equipment, **equipment))
        super().__init__(replace(services, background=background or AtOnce()))

    def begin(self, rules: str = "milton-bradley", players: int = 2, **options: object) -> TableView:
        opener = 0 if rules in ("milton-bradley", "rh") else None
        return self.do(
            NewGame, rules=rules, players=NAMES[:players], options=tuple(options.items()), opener=opener
        )

    def bid(self, quantity: int, face: int) -> TableView:
        return self.do(PlaceBid, quantity=quantity, face=face)

    def challenge(self, *players: int) -> TableView:
        return self.do(CallChallenge, players=players)

    def lift(self, *sees: Sequence[int | None]) -> TableView:
        """The cups go up; the eye sees these dice and reads them."""
        self.eye.sees = sees
        self.do(CupsAreUp)
        return self.read()

    def enter_all(self, face: int) -> TableView:
        """Every die is entered by hand as this face."""
        scene = self.do(EnterByHand).scene
        assert isinstance(scene, CheckScene)
        for hand in scene.hands:
            for slot in range(hand.expected):
                self.do(SetFace, seat=hand.seat, slot=slot, face=face)
        return self.do(AcceptReading)
