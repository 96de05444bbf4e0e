"""A table that is being set up for the tests: stand-ins for survey, meter and camera, and its touches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from companion.core.frame import CameraGone, Frame
from companion.journal import Store
from companion.play.base.commands import Refused
from companion.play.modes.setup.mode import SetupMode
from companion.play.modes.setup.state import KnownChoice, KnownTables, Survey, SurveyView
from companion.play.modes.setup.views import (
    AreasDone,
    CalibrationCommand,
    CalibrationScene,
    CoverageView,
    LensDone,
    LightView,
    MeasureLens,
    NameTable,
    Page,
    SeatsDone,
    SetUpTable,
    Standing,
    TakeLens,
    TakePicture,
    TellSize,
    TouchPicture,
)
from companion.play.tables import Equipment, Services
from companion.play.views import TableView
from tests.play.driven import Driven

FEWEST = 2
PLACE = ((0.1, 0.2), (0.3, 0.4))
DARK = LightView("even light", Standing.WRONG, "it is too dark", "switch on a lamp", (PLACE,))


@dataclass(frozen=True)
class FakeSurvey:
    """Goes from step to step by the touches; ``bad`` pictures are refused."""

    step: Page = Page.BOARD
    pictures: int = 0
    touches: int = 0
    said: str = "begun"
    refused: bool = False

    @property
    def view(self) -> SurveyView:
        coverage = CoverageView(self.pictures, FEWEST, (True,) * 4, self.pictures > FEWEST)
        shown = coverage if self.step is Page.BOARD else None
        return SurveyView(self.step, self.said, self.refused, (), shown, "Hold it.", self.touches)

    def take(self, command: CalibrationCommand, frame: Frame | None) -> Survey:
        match command:
            case TakePicture() if self.step is Page.BOARD:
                assert frame is not None
                if frame.pixels[0, 0, 0] == 0:
                    return replace(self, said="no board can be seen", refused=True)
                return replace(self, pictures=self.pictures + 1, said="taken", refused=False)
            case TakePicture():
                return replace(self, step=Page.SEATS, said="the table is found", refused=False)
            case TouchPicture() if self.step is Page.TABLE:
                step = Page.SIZE if self.touches == 3 else Page.TABLE
                return replace(self, step=step, touches=self.touches + 1)
            case TouchPicture():
                return replace(self, touches=self.touches + 1)
            case LensDone() | TakeLens() if self.step is Page.BOARD:
                return replace(self, step=Page.TABLE, said="the lens is known")
            case TellSize():
                return replace(self, step=Page.SEATS, touches=0)
            case SeatsDone():
                return replace(self, step=Page.AREAS, touches=0)
            case AreasDone():
                return replace(self, step=Page.LIGHT)
        raise Refused("this does not belong to what is told now")


@dataclass
class FakeSurveyor:
    lenses: tuple[KnownChoice, ...] = (KnownChoice("hq", "HQ Camera"),)
    areas: tuple[KnownChoice, ...] = ()
    kept: list[tuple[str, Survey]] = field(default_factory=list)
    full: bool = False
    faults: tuple[str, ...] = ()
    waits: bool = False

    def tables(self) -> KnownTables:
        return KnownTables((KnownChoice("Den", "Den", "100 × 60 cm."),), self.faults)

    def begin(self, frame: Frame, lens: str | None) -> Survey:
        return FakeSurvey()

    def with_lens_of(self, frame: Frame, table: str) -> Survey:
        return FakeSurvey(Page.TABLE)

    def reopened(self, frame: Frame, table: str) -> Survey:
        if table != "Den":
            raise Refused(f"there is no table “{table}” any more")
        return FakeSurvey(Page.SEATS, touches=4)

    def board_waits(self, survey: Survey, frame: Frame) -> bool:
        return self.waits

    def save(self, name: str, survey: Survey) -> str:
        if self.full:
            raise Refused("the disk is full; what was kept before is as it was")
        self.kept.append((name, survey))
        return f"Kept as {name}.toml"


@dataclass
class FakeMeter:
    followed: int = 0
    rested: int = 0
    checks: tuple[LightView, ...] = (DARK,)

    def rest(self) -> None:
        self.rested += 1
        self.followed = 0

    def follow(self, live: Frame) -> None:
        self.followed += 1

    def judge(self, taken: Frame, survey: Survey | None) -> tuple[LightView, ...]:
        return self.checks


@dataclass
class FakeCamera:
    name: str = "USB camera 0"
    live_is_small: bool = False
    level: int = 100
    gone: bool = False
    taken: int = 0
    at_ns: int = 0

    def latest(self) -> Frame | None:
        if self.gone:
            raise CameraGone("USB camera 0 is gone: check its cable")
        self.at_ns += 1_000_000
        return Frame(np.full((4, 8, 3), self.level, np.uint8), self.at_ns)

    def capture(self, after_ns: int) -> Frame:
        self.taken += 1
        frame = self.latest()
        assert frame is not None
        return Frame(frame.pixels, max(frame.exposed_at_ns, after_ns + 1))

    def close(self) -> None: ...


@dataclass
class FakeProps:
    shown: list[int | None] = field(default_factory=list)

    def show(self, board: int | None) -> None:
        self.shown.append(board)


class SetUpTableAt(Driven):
    """A controller with a calibrator made of fakes, and its newest view."""

    def __init__(self, store: Store, with_camera: bool = True) -> None:
        self.surveyor, self.meter, self.camera = FakeSurveyor(), FakeMeter(), FakeCamera()
        self.props = FakeProps()
        calibrator = SetupMode(self.camera, self.surveyor, self.meter, lambda: 5, self.props)
        equipment = Equipment(self.camera, calibrator=calibrator if with_camera else None)
        super().__init__(Services(store, lambda: 5, equipment))

    @property
    def page(self) -> Page | None:
        return self.view.scene.page if isinstance(self.view.scene, CalibrationScene) else None

    def through(self, *steps: tuple[type, dict[str, object]] | type) -> TableView:
        for step in steps:
            kind, fields = step if isinstance(step, tuple) else (step, {})
            self.do(kind, **fields)
            assert self.view.fault is None
        return self.view

    def live(self, many: int = 1) -> TableView:
        for _ in range(many):
            self.controller.idle()
        return self.view


AT_BOARD = (SetUpTable, (NameTable, {"name": "Kitchen"}), MeasureLens)
AT_TABLE = (SetUpTable, (NameTable, {"name": "Kitchen"}), (TakeLens, {"word": "hq"}))
AT_SEATS = (*AT_TABLE, TakePicture)
AT_LIGHT = (*AT_SEATS, SeatsDone, AreasDone)
Opened = Callable[..., SetUpTableAt]
