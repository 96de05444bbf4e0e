"""Looks at the table after a challenge, again and again, until every die that the game expects has been read.

From the challenge on nothing is secret: every cup is about to be lifted. That all cups are up, all hands gone
and all dice at rest nobody has to guess then: the dice themselves say so, where three looks show all of them.
While bids are made nothing is looked at. Where players are asked about dice and set them right on the table
instead of tapping, that is seen too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.frame import Frame, NotYet
from companion.play.dice import show_reroll
from companion.play.exposures import FRAMES_A_READING, Frames
from companion.play.ports import Camera, TableEye, Watch
from companion.play.same_place import same_place
from companion.play.table import Table, expected_dice
from companion.play.views import Scene
from companion.reading import Expectation, LiftSeen, TableReading

NS_PER_S = 1_000_000_000
LOOK_EVERY_S = 0.2
"""Three looks, so far apart, must show the same: a die that tips over has moved by then [choice]."""
LOOK_ANYWAY_S = 0.5
"""While something moves all along (a person beside the table, flickering light) a look comes so often."""
DOUBTED_S = 2.0
"""All dice lie open and one stays in doubt for so long: the players are asked [rehearsal]."""
HIDDEN_S = 6.0
"""Every cup is up and a die has not been seen for so long: it lies under another, or off the table. A hand
that rests over dice goes sooner [rehearsal]."""
COVERED_S = 10.0
"""All but some players' dice lie open, and for so long nothing has changed [choice]."""
LATE_S = 4.0
"""What is still missing after so long is pointed at, and the key grows."""
BEFORE_A_LIFT = (Scene.WELCOME, Scene.BIDDING)
"""Where a challenge comes from. Back from a reading only the key reads again, so that undo is not undone."""


@dataclass(slots=True)
class _Lift:
    """What was seen of one lift so far.

    ``recent`` are the last frames. ``rest`` are the last looks that show the dice at the same places, and
    ``judged`` says that they have been held together since something moved last.
    ``asked_ns``: a large picture of then is on its way.
    ``most`` is how many dice were seen at once, since ``since_ns``; from ``complete_ns`` on every look has
    shown all of them. ``moved``: something has, since it began.
    """

    looked_ns: int | None = None
    asked_ns: int | None = None
    moved: bool = False
    since_ns: int | None = None
    most: int = 0
    complete_ns: int | None = None
    recent: Frames = ()
    rest: tuple[tuple[Frame, TableReading], ...] = ()
    judged: bool = False

    def add(self, frame: Frame, reading: TableReading, still: bool, complete: bool) -> None:
        """One more look. Where dice lie otherwise, or moved since they were judged, another rest begins."""
        self.looked_ns = frame.exposed_at_ns
        self.recent = (*self.recent, frame)[-FRAMES_A_READING:]
        if not self.rest or not _same_places(self.rest[0][1], reading) or (self.judged and not still):
            self.rest, self.judged = (), False
        if not self.judged:
            self.rest = (*self.rest, (frame, reading))[-FRAMES_A_READING:]
        seen = sum(each.seat is not None for each in reading.dice)
        if self.since_ns is None or seen > self.most:
            self.since_ns, self.most = frame.exposed_at_ns, seen
        self.complete_ns = (self.complete_ns or frame.exposed_at_ns) if complete else None

    def waited_s(self, now_ns: int) -> float:
        """Seconds since all dice lie there, or since the last of them came; 0 before the first look."""
        since_ns = self.complete_ns or self.since_ns
        return 0.0 if since_ns is None else (now_ns - since_ns) / NS_PER_S

    @property
    def frames(self) -> Frames:
        """The frames to read: those of a rest that was judged, else the last ones."""
        return tuple(frame for frame, _ in self.rest) if self.judged else self.recent


@dataclass(frozen=True, slots=True)
class _Equipment:
    """What it takes to look: all of it, or nothing is looked at."""

    watch: Watch
    eye: TableEye
    camera: Camera


class Lookout:
    """What has to be looked at between a challenge and its verdict; without watch or eye, nothing."""

    def __init__(self, watch: Watch | None, eye: TableEye | None, camera: Camera | None) -> None:
        self._by: _Equipment | None = None
        if watch is not None and eye is not None and camera is not None:
            self._by = _Equipment(watch, eye, camera)
        self._lift = _Lift()

    def follow(self, before: Scene, table: Table) -> Table:
        """The table as it comes to stand; with ``cups`` where lifted cups are looked out for from now on."""
        if table.scene is Scene.REVEAL and before is Scene.REVEAL:
            return table
        self._lift = _Lift()
        begins = self._by is not None and table.scene is Scene.REVEAL and before in BEFORE_A_LIFT
        return replace(table, cups=LiftSeen() if begins else None)

    def wants(self, table: Table) -> bool:
        """Whether the table is to be looked at now."""
        return self._by is not None and (table.cups is not None or _is_asked(table))

    def see(self, table: Table, live: Frame) -> tuple[Table, Frames]:
        """The table with what a live picture tells of the lift, and the frames to read for good, if any.

        Raises ``CameraGone`` where a camera with small live pictures gives no large one.
        """
        by = self._by
        if by is None or not self.wants(table) or not self._is_due(table, live, by.watch.still(live)):
            return table, ()
        frame = self._large(by.camera, live)
        if frame is None:
            return table, ()
        lift, expected = self._lift, expected_now(table)
        reading = by.eye.look((frame,), expected)
        counts = _counts(reading, expected)
        lift.add(frame, reading, by.watch.still(live), _complete(counts, expected))
        if counts == expected.dice and self._is_read(by.eye, expected):
            return table, lift.frames
        if table.cups is None:
            return table, ()
        waited_s = lift.waited_s(frame.exposed_at_ns)
        patience_s = patience(counts, expected)
        if patience_s is not None and waited_s >= patience_s:
            return table, lift.frames
        return replace(table, cups=LiftSeen(reading, waited_s >= LATE_S)), ()

    def _large(self, camera: Camera, live: Frame) -> Frame | None:
        """A picture to read dice by, not older than the live one was at first; ``None``: not there yet."""
        if not camera.live_is_small:
            return live
        self._lift.asked_ns = self._lift.asked_ns or live.exposed_at_ns
        try:
            frame = camera.capture(self._lift.asked_ns)
        except NotYet:
            return None
        self._lift.asked_ns = None
        return frame

    def _is_read(self, eye: TableEye, expected: Expectation) -> bool:
        """Whether the dice at rest, which are all there, are without a doubt when held together.

        They are asked once a rest: who tries until noise lets a doubtful die pass reads wrongly.
        """
        lift = self._lift
        if lift.judged or len(lift.rest) < FRAMES_A_READING:
            return False
        lift.judged = True
        return eye.look(lift.frames, expected).certain

    def _is_due(self, table: Table, frame: Frame, still: bool) -> bool:
        """Whether it is time for a look; where players are asked, only after something has moved."""
        looked_ns = self._lift.looked_ns
        self._lift.moved = self._lift.moved or not still
        if looked_ns is None:
            return self._lift.moved or table.cups is not None
        pause_s = LOOK_EVERY_S if still else LOOK_ANYWAY_S
        return frame.exposed_at_ns - looked_ns >= pause_s * NS_PER_S


def _counts(reading: TableReading, expected: Expectation) -> tuple[int, ...]:
    """How many dice lie at each seat."""
    return tuple(len(reading.faces_of(seat)) for seat in range(len(expected.dice)))


def _same_places(first: TableReading, now: TableReading) -> bool:
    """Whether two looks show as many dice, at the same places."""
    if len(now.dice) != len(first.dice):
        return False
    return all(any(same_place(die.die, other.die) for other in first.dice) for die in now.dice)


def expected_now(table: Table) -> Expectation:
    """What must lie open now: the dice being shown, those of the opening roll, or all in play."""
    return show_reroll.expected_open(table) if table.show else expected_dice(table.game)


def _is_asked(table: Table) -> bool:
    """Whether players are asked about dice that were read, and have not begun to tap."""
    read = table.scene is Scene.CHECK and table.picture is not None
    return read and not table.correcting and not table.earlier_hands


def patience(counts: tuple[int, ...], expected: Expectation) -> float | None:
    """For how many seconds such dice a seat may stay as they are before the players are asked.

    ``None``: as long as it takes, for no cup has been lifted yet.
    """
    held = [seat for seat, dice in enumerate(expected.dice) if dice]
    lifted = [seat for seat in held if counts[seat] > len(expected.shown[seat])]
    if not lifted:
        return None
    if len(lifted) < len(held):
        return COVERED_S
    return DOUBTED_S if _complete(counts, expected) else HIDDEN_S


def _complete(counts: tuple[int, ...], expected: Expectation) -> bool:
    """Whether every seat shows as many dice as it holds, or more."""
    return all(count >= dice for count, dice in zip(counts, expected.dice, strict=True))
