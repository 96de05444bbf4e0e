"""The lifts of a sitting: a challenge, cups that go up, and how the screen came to leave the reveal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.frame import Frame
from companion.hardware.simulated import LiftTruth
from companion.play.views import Scene, TableView, Tone
from companion.rehearsal.pace import NS_PER_S, VirtualClock, WorkTime

STALL_S = 30.0
"""Virtual seconds after the last hand has gone. If people still wait then, they touch the key [required]."""
BEFORE_A_LIFT = (Scene.BIDDING, Scene.WELCOME)
"""Where a lift begins: a challenge, or a game resumed after one."""


@dataclass(frozen=True, slots=True)
class LiftEnd:
    """How one lift ended.

    ``asked``: dice in doubt, if players were asked, else 0. ``touched``: somebody had to touch a key.
    ``early``: the frame that was read shows a cup over dice, or a rolling die. ``seconds``: from the last
    hand to the verdict on the screen. ``machine_s``: the real seconds worked meanwhile. Both are ``None`` if
    players were asked, or if no frame without a hand was needed.
    """

    view: TableView
    happening: str
    questioned: bool
    asked: int
    touched: bool
    early: bool
    seconds: float | None
    machine_s: float | None


@dataclass(slots=True)
class _Open:
    """A lift under way. ``gone_worked_s``: seconds worked up to the first frame without a hand."""

    truth: LiftTruth
    touched: bool = False
    gone_worked_s: float | None = None


class Lifts:
    """Follows the views and frames of one session; ``ended`` are the lifts that are not counted yet."""

    def __init__(self, truth_of: Callable[[], LiftTruth | None], clock: VirtualClock, work: WorkTime) -> None:
        self._truth_of, self._clock, self._work = truth_of, clock, work
        self._scene = Scene.WELCOME
        self._lift: _Open | None = None
        self.ended: list[LiftEnd] = []

    @property
    def stalls_at_ns(self) -> int | None:
        """When people have waited long enough for the verdict; ``None`` outside a lift."""
        truth = None if self._lift is None else self._truth_of()
        return None if truth is None else truth.hands_gone_at_ns + round(STALL_S * NS_PER_S)

    def touch(self) -> bool:
        """Somebody touches a key; whether this is the first touch of the lift."""
        if self._lift is None or self._lift.touched:
            return False
        self._lift.touched = True
        return True

    def notice(self, frame: Frame) -> None:
        """The session was given a frame."""
        lift, truth = self._lift, None if self._lift is None else self._truth_of()
        if lift is None or truth is None or lift.gone_worked_s is not None:
            return
        if frame.exposed_at_ns >= truth.hands_gone_at_ns:
            lift.gone_worked_s = self._work.worked_s

    def follow(self, view: TableView) -> None:
        """A view is on the screen."""
        before, self._scene = self._scene, view.scene
        if view.scene is Scene.REVEAL and before in BEFORE_A_LIFT:
            truth = self._truth_of()
            self._lift = None if truth is None else _Open(truth)
        elif self._lift is not None and view.scene in (Scene.VERDICT, Scene.CHECK):
            self.ended.append(self._end(self._lift, view))
            self._lift = None
        elif view.scene not in (Scene.REVEAL, Scene.READING):
            self._lift = None

    def _end(self, lift: _Open, view: TableView) -> LiftEnd:
        truth = self._truth_of() or lift.truth
        judged = view.scene is Scene.VERDICT
        since_s = (self._clock.now_ns - truth.hands_gone_at_ns) / NS_PER_S
        gone_s = lift.gone_worked_s if judged else None
        doubted = [slot for hand in view.hands for slot in hand.slots if slot.tone is Tone.DOUBTED]
        return LiftEnd(
            view=view,
            happening=truth.happening,
            questioned=not judged,
            asked=0 if judged else len(doubted),
            touched=lift.touched,
            early=not lift.touched and _is_early(view, truth),
            seconds=max(0.0, since_s) if judged else None,
            machine_s=None if gone_s is None else self._work.worked_s - gone_s,
        )


def _is_early(view: TableView, truth: LiftTruth) -> bool:
    """Whether the frame that was read shows a covered or rolling die."""
    if view.picture is None:
        return False
    uncovered_ns = truth.uncovered_at_ns
    return uncovered_ns is None or view.picture.frame.exposed_at_ns < uncovered_ns
