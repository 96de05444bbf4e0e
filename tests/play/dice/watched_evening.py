"""An evening whose table is looked at between challenge and verdict, and an eye that sees what it is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path

from companion.core.frame import Frame
from companion.core.reading import Box, Expectation, TableReading
from companion.play.looking import LIVE_PERIOD_S
from companion.play.modes.dice.views import ReadingScene, RevealScene
from companion.play.views import TableView
from tests.play.evening import Evening, FakeEye

Faces = Sequence[Sequence[int | None]]
FRAME_NS = int(LIVE_PERIOD_S * 1e9)
VERDICT_WITHIN_S = 1.5


class FakeWatch:
    """Nothing moves unless it is told so: everywhere, or in some boxes."""

    moves: bool | tuple[Box, ...] = False

    def still(self, frame: Frame) -> bool:
        return not self.moves

    def moved(self, frame: Frame) -> tuple[Box, ...]:
        return ((0, 0, frame.width, frame.height),) if self.moves is True else self.moves or ()


class LookingEye(FakeEye):
    """Remembers what lay there when a frame was first looked at; two frames agree where that is the same."""

    def __init__(self) -> None:
        super().__init__()
        self.lay: dict[Frame, Faces] = {}
        self.kept: list[Frame] = []
        self.fails: Callable[[Sequence[Frame]], bool] = lambda frames: False

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        if self.fails(frames):
            raise ValueError("a picture of another shape")
        for frame in frames:
            self.lay.setdefault(frame, self.sees)
            self.kept.append(frame)
        told, self.sees = self.sees, self.lay[frames[-1]]
        if len(frames) > 1 and self.lay[frames[0]] != self.sees:
            self.sees = [[None] * len(faces) for faces in self.sees]
        reading = super().read_table(frames, expected)
        self.sees = told
        return reading


class WatchedEvening(Evening):
    """An evening whose table is looked at between challenge and verdict."""

    def __init__(self, path: Path, with_cups: bool = False) -> None:
        super().__init__(path, with_cups=with_cups)
        self.watch = FakeWatch()
        self.read_by(LookingEye())

    def read_by(self, eye: LookingEye, background: Executor | None = None) -> None:
        """From now on this eye reads: before anybody has begun a game."""
        self.eye = eye
        self.equip(background, eye=eye if self.camera else None, watch=self.watch)

    def challenged(self) -> TableView:
        self.begin(dice=2)
        self.bid(2, 5)
        return self.challenge(1)

    def read(self) -> TableView:
        """The worker's idle turns until nothing is read any more."""
        while self.view.kind is ReadingScene or self.controller.wait_s == 0:
            self.clock.ns += FRAME_NS
            self.controller.idle()
        return self.view

    def rest(self, seconds: float, sees: Faces) -> None:
        """So long, whatever the scene, with these dice lying open."""
        self.eye.sees = sees
        for _ in range(round(seconds / LIVE_PERIOD_S)):
            if self.controller.wait_s is not None:
                self.clock.ns += FRAME_NS
                self.controller.idle()

    def pass_by(self, seconds: float, sees: Faces) -> TableView:
        """So long, as the app looks, with these dice lying open; at most until the scene changes."""
        self.eye.sees = sees
        for _ in range(round(seconds / LIVE_PERIOD_S)):
            if self.view.kind is not RevealScene:
                break
            self.clock.ns += FRAME_NS
            self.controller.idle()
        return self.view
