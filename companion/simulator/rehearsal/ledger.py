"""Compares the game states shown on the screen with the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from companion import rules
from companion.core.frame import NS_PER_S, Frame
from companion.play.base.views import Tone
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OpeningRollScene,
    OverScene,
    ReadingScene,
    RevealScene,
    VerdictScene,
)
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.views import Scene, TableView, hands_of
from companion.simulator import LiftTruth
from companion.simulator.rehearsal.pace import TableClock, WorkTime


@dataclass(frozen=True, slots=True)
class Standing:
    """A game's state, from screen or journal; successive events always differ.

    ``bid``: quantity (or total) and face. ``called``: a challenge stands. ``rolling``: seats that roll to
    open.
    """

    rounds: int
    bid: tuple[int, int | None] | None
    dice: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]
    called: bool
    rolling: tuple[int, ...]


class Ledger:
    def __init__(self) -> None:
        self.seen: list[Standing] = []
        self.declared: list[rules.AnyEvent] = []

    def follow(self, view: TableView) -> None:
        standing = standing_on(view)
        if standing is not None and standing not in self.seen[-1:]:
            self.seen.append(standing)

    def lost(self, events: Sequence[rules.AnyEvent]) -> int:
        if self.declared:
            return _missing(self.declared, events)
        written = standings_of(events)
        missing = _missing(self.seen, written)
        return max(missing, int(self.seen[-1:] != written[-1:]))


def standing_on(view: TableView) -> Standing | None:
    """``None`` without a game, or while dice are read."""
    scene = view.scene
    if not isinstance(scene, OpeningRollScene | BiddingScene | RevealScene | VerdictScene | OverScene):
        return None
    game, ended = scene.game, isinstance(scene, VerdictScene | OverScene)
    quantity = None if ended else game.bid_quantity
    return Standing(
        game.round_number if ended else game.round_number - 1,
        None if quantity is None else (quantity, game.bid_face),
        tuple(seat.dice for seat in game.seats),
        tuple(seat.shown for seat in game.seats),
        isinstance(scene, RevealScene),
        tuple(hand.seat for hand in scene.hands) if isinstance(scene, OpeningRollScene) else (),
    )


def standings_of(events: Iterable[rules.AnyEvent]) -> list[Standing]:
    standings: list[Standing] = []
    record: rules.GameRecord | None = None
    for event in events:
        record = rules.GameRecord.begin(event) if record is None else record.apply(event)
        standing = standing_of(rules.dice_game(record.game))
        if standing not in standings[-1:]:
            standings.append(standing)
    return standings


def standing_of(game: rules.Game) -> Standing:
    bid = game.bid
    return Standing(
        len(game.rounds),
        None if bid is None else (bid.claim, bid.face if isinstance(bid, rules.BidMade) else None),
        game.dice,
        game.shown,
        game.phase is rules.Phase.REVEAL,
        tuple(game.rolling) if game.phase is rules.Phase.OPENING_ROLL else (),
    )


def _missing(wanted: Sequence[object], there: Sequence[object]) -> int:
    missing = at = 0
    there = [each for each in there if not isinstance(each, rules.Undone)]
    for each in wanted:
        try:
            at = there.index(each, at) + 1
        except ValueError:
            missing += 1
    return missing


STALL_S = 30.0
"""Virtual seconds after the last hand; then people touch the key [required]."""
BEFORE_A_LIFT = (BiddingScene, WelcomeScene)
"""Where a lift begins: a challenge, or a game resumed after one."""


@dataclass(frozen=True, slots=True)
class LiftFigures:
    """``asked``: dice in doubt, if players were asked. ``touched``: somebody had to touch a key. ``early``:
    the frame read has a covered or rolling die. ``seconds``: from the last hand to the verdict on the screen.
    ``cups_up_s``: from the last cup. ``machine_s``: real seconds of work meanwhile. These three are ``None``
    if players were asked; ``machine_s`` also if no frame without a hand was needed.
    """

    happening: str
    questioned: bool
    asked: int
    touched: bool
    early: bool
    seconds: float | None
    cups_up_s: float | None
    machine_s: float | None


LIFT = ("happening", "questioned", "asked", "touched", "early", "seconds", "cups_up_s")
"""What the app's process tells of a lift in real time."""


@dataclass(frozen=True, slots=True)
class LiftEnd(LiftFigures):
    view: TableView


@dataclass(slots=True)
class _Open:
    """``gone_worked_s``: work up to the first frame without a hand."""

    truth: LiftTruth
    touched: bool = False
    gone_worked_s: float | None = None


class Lifts:
    """``ended``: lifts not yet counted."""

    def __init__(self, truth_of: Callable[[], LiftTruth | None], clock: TableClock, work: WorkTime) -> None:
        self._truth_of, self._clock, self._work = truth_of, clock, work
        self._kind: type[Scene] = WelcomeScene
        self._lift: _Open | None = None
        self.ended: list[LiftEnd] = []

    @property
    def stalls_at_ns(self) -> int | None:
        """When people give up waiting; ``None`` outside a lift."""
        truth = None if self._lift is None else self._truth_of()
        return None if truth is None else truth.hands_gone_at_ns + round(STALL_S * NS_PER_S)

    def touch(self) -> bool:
        if self._lift is None or self._lift.touched:
            return False
        self._lift.touched = True
        return True

    def notice(self, frame: Frame) -> None:
        lift, truth = self._lift, None if self._lift is None else self._truth_of()
        if lift is None or truth is None or lift.gone_worked_s is not None:
            return
        if frame.exposed_at_ns >= truth.hands_gone_at_ns:
            lift.gone_worked_s = self._work.worked_s

    def follow(self, view: TableView, at_ns: int | None = None) -> None:
        """``view`` is on the screen since ``at_ns``; ``None``: since now."""
        now_ns = self._clock.now_ns if at_ns is None else at_ns
        before, self._kind = self._kind, view.kind
        if view.kind is RevealScene and before in BEFORE_A_LIFT:
            truth = self._truth_of()
            self._lift = None if truth is None else _Open(truth)
        elif self._lift is not None and view.kind in (VerdictScene, CheckScene):
            self.ended.append(self._end(self._lift, view, now_ns))
            self._lift = None
        elif view.kind not in (RevealScene, ReadingScene):
            self._lift = None

    def _end(self, lift: _Open, view: TableView, now_ns: int) -> LiftEnd:
        truth = self._truth_of() or lift.truth
        judged = view.kind is VerdictScene
        since_s = (now_ns - truth.hands_gone_at_ns) / NS_PER_S
        up_ns = truth.uncovered_at_ns if judged else None
        gone_s = lift.gone_worked_s if judged else None
        doubted = [slot for hand in hands_of(view.scene) for slot in hand.slots if slot.tone is Tone.DOUBTED]
        return LiftEnd(
            view=view,
            happening=truth.happening,
            questioned=not judged,
            asked=0 if judged else len(doubted),
            touched=lift.touched,
            early=not lift.touched and _is_early(view, truth),
            seconds=max(0.0, since_s) if judged else None,
            cups_up_s=None if up_ns is None else (now_ns - up_ns) / NS_PER_S,
            machine_s=None if gone_s is None else self._work.worked_s - gone_s,
        )


def _is_early(view: TableView, truth: LiftTruth) -> bool:
    if view.picture is None:
        return False
    uncovered_ns = truth.uncovered_at_ns
    return uncovered_ns is None or view.picture.frame.exposed_at_ns < uncovered_ns
