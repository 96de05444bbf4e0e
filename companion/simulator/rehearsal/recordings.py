"""Recorded lifts as a table: a video for the camera, and its truth in NAME.json."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.cli.wiring.cameras import Opened
from companion.core.frame import NS_PER_S, Clock
from companion.devices import RecordedVideo, VideoCapture, open_capture
from companion.play.base.commands import CallChallenge, PlaceBid
from companion.play.modes.dice.views import BiddingScene
from companion.play.views import TableView
from companion.players import NAMES
from companion.rules import DICE, HOUSE, Dice
from companion.simulator import LiftTruth, TrueDie
from companion.simulator.rehearsal.people import Deed, DicePeople
from companion.simulator.rehearsal.programme import Programme
from companion.text import say, say_os_fault

VIDEO, TRUTH = ".mp4", ".json"


class RecordingError(ValueError):
    """A recording that cannot be played, and why."""


@dataclass(frozen=True, slots=True)
class RecordedLift:
    """Frames from 0.

    ``uncovered``: the last cup is off and the last die at rest. ``hands_gone``: the last hand is out of the
    picture. ``dice``: faces at each seat, equally many.
    """

    video: Path
    fps: float
    dice: tuple[Dice, ...]
    happening: str
    challenged: int
    uncovered: int
    hands_gone: int


def recorded_lifts(path: Path) -> tuple[RecordedLift, ...]:
    """The recordings of a folder by name, or one file. Raises ``RecordingError`` for none, or an unusable
    one.
    """
    told = sorted(path.glob(f"*{TRUTH}")) if path.is_dir() else [path.with_suffix(TRUTH)]
    lifts = tuple(_parse_lift(each) for each in told)
    if not lifts:
        raise RecordingError(
            say("rehearse.no_lifts", folder=str(path), video=f"NAME{VIDEO}", truth=f"NAME{TRUTH}")
        )
    return lifts


def _words_of(fault: Exception) -> str:
    return say_os_fault(fault) if isinstance(fault, OSError) else str(fault)


def _parse_lift(path: Path) -> RecordedLift:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        lift = RecordedLift(
            path.with_suffix(VIDEO),
            float(told["fps"]),
            tuple(tuple(sorted(map(int, faces))) for faces in told["dice"]),
            "+".join(each.replace(" ", "_") for each in told["happenings"]),
            *(int(told[each]) for each in ("challenged_frame", "uncovered_frame", "hands_gone_frame")),
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as fault:
        raise RecordingError(say("rehearse.no_truth", file=str(path), fault=_words_of(fault))) from None
    if len({len(faces) for faces in lift.dice}) != 1:
        raise RecordingError(say("rehearse.unequal_dice", file=str(path), dice=str(lift.dice)))
    return lift


class RecordedTable:
    """Known faces, unknown places (``companion.simulator.rehearsal.people.TrueTable``)."""

    def __init__(self, lift: RecordedLift, clock: Clock) -> None:
        """Raises ``CameraGone`` without a video."""
        self._lift, self._clock = lift, clock
        self._moments_ns: list[int] = []
        self.camera = RecordedVideo(lift.video, loop=False, opener=self._open, clock=clock)

    @property
    def opened(self) -> Opened:
        return Opened(self.camera, None, f"the {self.camera.name}")

    @property
    def challenge_is_due(self) -> bool:
        """Asking plays on."""
        self.camera.latest()
        return len(self._moments_ns) > self._lift.challenged

    @property
    def frame_s(self) -> float:
        return 1 / self._lift.fps

    def truth(self) -> tuple[Dice, ...]:
        return self._lift.dice

    def dice_in_view(self) -> tuple[TrueDie, ...]:
        """No dice: places are unknown."""
        return ()

    def lift_truth(self) -> LiftTruth:
        """The truth by the frames given so far."""
        lift = self._lift
        began_ns, uncovered_ns, gone_ns = map(
            self._moment_of, (lift.challenged, lift.uncovered, lift.hands_gone)
        )
        return LiftTruth(lift.happening, began_ns, uncovered_ns, gone_ns)

    def _moment_of(self, frame: int) -> int:
        if frame < len(self._moments_ns):
            return self._moments_ns[frame]
        left = frame + 1 - len(self._moments_ns)
        return self._moments_ns[-1] + round(left * NS_PER_S / self._lift.fps)

    def _open(self, source: int | str) -> VideoCapture:
        return _CountedCapture(open_capture(source), self._moments_ns, self._clock)


class _CountedCapture:
    def __init__(self, capture: VideoCapture, moments_ns: list[int], clock: Clock) -> None:
        self._capture, self._moments_ns, self._clock = capture, moments_ns, clock
        self.isOpened, self.release = capture.isOpened, capture.release
        self.get, self.set = capture.get, capture.set
        self.grab = capture.grab

    def retrieve(self) -> tuple[bool, np.ndarray | None]:
        fine, pixels = self._capture.retrieve()
        if fine:
            self._moments_ns.append(self._clock())
        return fine, pixels


def programme_for(number: int, lift: RecordedLift) -> Programme:
    options = ((DICE.name, len(lift.dice[0])),)
    return Programme(number, HOUSE.name, NAMES[: len(lift.dice)], options, 0, rounds=1, cuts=False)


class RecordedPeople(DicePeople):
    def next_deed(self, view: TableView) -> Deed | None:
        if view.kind is not BiddingScene:
            return super().next_deed(view)
        game, table = self.game(), self.table
        if not isinstance(table, RecordedTable):
            raise TypeError("people of a recording sit at a recorded table")
        if game.bid is None:
            return Deed(table.frame_s, PlaceBid(view.number, 1, 2))
        if not table.challenge_is_due:
            return Deed(table.frame_s)
        return Deed(0.0, CallChallenge(view.number, (game.acting,)))
