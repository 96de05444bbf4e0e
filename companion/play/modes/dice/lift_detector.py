"""Detects a lift: looks at the table after a challenge until every die that the game expects has been read.

From the challenge on nothing is secret: every cup is about to be lifted. That all cups are up, all hands gone
and all dice at rest nobody has to guess then: the dice themselves say so. A look votes only if it shows every
expected die, and was exposed after the last motion. Looks that agree are read together. Where that leaves a
doubt, or looks disagree, others are taken before anybody is asked.

While bids are made nothing is looked at. Where players are asked about dice and set them right on the table
instead of tapping, that is seen too.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.core.frame import Camera, Frame, NotYet
from companion.core.reading import Box, Expectation, LiftSeen, ReadDie, TableReading
from companion.play.base.ports import TableEye, Watch
from companion.play.base.readings import FRAMES_A_READING, NS_PER_S, Frames, TableReadings, Timed, same_place
from companion.play.modes.dice import show_reroll
from companion.play.modes.dice.state import DiceTable, Moment, expected_dice

LOOK_EVERY_S = 0.18
"""Looks that vote are so far apart at least, three pictures of a webcam: a die that tips over has moved by
then [choice]. On a slow machine a look takes longer, and the next one follows at once."""
LOOK_ANYWAY_S = 0.5
"""While dice are missing, a look comes so often: as long as something moves, or has not moved since."""
FREE_SHARE = 2
"""While something moves, a look comes every so many times as long as one takes: the eye is to be free for the
first picture at rest [rehearsal in real time]."""
SLOW_LOOK_S = 0.1
"""Where a look takes so long, two looks that leave no doubt vote, else three [rehearsal in real time]."""
NEAR = 0.5
"""Motion that stays so many die sides away from every die is not theirs: a hand withdraws [choice]."""
MOST_MOTIONS = 100
"""Live pictures in which something moved, at eight a second: twelve seconds."""
MOVING_LOOKS = 4
"""So many looks in a row agree although something moves: it moves beside the dice [choice]."""
UNSETTLED_LOOKS = 9
"""So many looks show all dice, and no three in a row at the same places: the last ones vote [choice]."""
FLICKERING_LOOKS = 3
"""A still picture that shows fewer dice than the looks before it is left out, so often in a row: the eye has
missed one. After that dice have gone [choice]."""
MOST_ASKED = 3
"""More dice in doubt are the frames' fault, not the dice's: looked at again before anybody is asked."""
MOST_LOOKS = 4 * UNSETTLED_LOOKS
"""So many looks in a row have shown all dice: the people are asked, however restless the picture [choice]."""
VOTES, MOST_VOTES = 2, 4
"""Votes, each of new frames, before people are asked: about up to ``MOST_ASKED`` dice, and about more. The
first that leaves no doubt is the reading. More tries would let noise turn a doubt into an error [choice]."""
HIDDEN_S = 6.0
"""Every cup is up and a die has not been seen for so long: it lies under another, or off the table. A hand
that rests over dice goes sooner [rehearsal]."""
COVERED_S = 10.0
"""All but some players' dice lie open, and for so long nothing has changed [choice]."""
LATE_S = 4.0
"""What is still missing after so long is pointed at, and the key grows."""
BEFORE_A_LIFT = (None, Moment.BIDDING)
"""Where a challenge comes from; ``None``: a game that is gone on with. Back from a reading only the key reads
again: who undoes a reading does not want the same one at once."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Look:
    """One frame and what it shows.

    ``complete``: every seat shows as many dice as it holds, or more. ``still``: nothing moved then beside its
    dice.
    """

    frame: Frame
    reading: TableReading
    counts: tuple[int, ...]
    complete: bool
    still: bool


@dataclass(frozen=True, slots=True)
class _Motion:
    """Where a live picture differs from the one before it: left, top, right, bottom as shares of its size."""

    exposed_at_ns: int
    places: tuple[tuple[float, float, float, float], ...]

    def is_near(self, reading: TableReading) -> bool:
        """Whether it may have to do with the dice of a reading: it comes nearer than half a die."""
        return any(self._touches(each.die, reading.size) for each in reading.dice)

    def _touches(self, die: ReadDie, size: tuple[int, int]) -> bool:
        (left, top, right, bottom), (width, height) = die.box, size
        room = NEAR * max(right - left, bottom - top)
        return any(
            (left - room) / width < after
            and before < (right + room) / width
            and (top - room) / height < below
            and above < (bottom + room) / height
            for before, above, after, below in self.places
        )


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the eye was asked: to look at one frame, or (``frames``) to read several together."""

    frame: Frame
    frames: Frames = ()


@dataclass(slots=True, eq=False)
class _Lift:
    """What was seen of one lift so far.

    ``anchor`` began the present rest; ``rest`` are the looks since the last vote that show the same dice at
    the same places. ``in_a_row``: the last looks, all with every die or all without. ``motions``: the latest
    live pictures that differ from the ones before them. ``most`` dice were seen at once, from ``since_ns``
    on. ``complete`` and ``unsettled`` count looks in a row that show every die: all, and those since the
    last vote. ``best``: the fewest doubts that frames read together have left, and these.
    """

    looked_ns: int | None = None
    asked_ns: int | None = None
    motions: tuple[_Motion, ...] = ()
    took_s: float = 0.0
    since_ns: int | None = None
    most: int = 0
    anchor: _Look | None = None
    rest: tuple[_Look, ...] = ()
    in_a_row: tuple[_Look, ...] = ()
    complete: int = 0
    unsettled: int = 0
    flickered: int = 0
    votes: int = 0
    best: tuple[int, Frames] | None = None
    waits_for_motion: bool = False
    looks: int = 0
    thrown: int = 0

    def saw(self, live: Frame, moved: tuple[Box, ...]) -> None:
        """A live picture, whether or not it is looked at, and where it differs from the one before it."""
        known = self.motions and self.motions[-1].exposed_at_ns == live.exposed_at_ns
        if moved and not known:
            self.waits_for_motion = False
            width, height = live.width, live.height
            places = tuple((a / width, b / height, c / width, d / height) for a, b, c, d in moved)
            self.motions = (*self.motions, _Motion(live.exposed_at_ns, places))[-MOST_MOTIONS:]

    def add(self, look: _Look, took_s: float) -> None:
        self.looks, self.took_s = self.looks + 1, took_s
        seen = sum(look.counts)
        if self.since_ns is None or seen > self.most:
            self.since_ns, self.most = look.frame.exposed_at_ns, seen
        last = self.in_a_row[-1] if self.in_a_row else None
        if self._flickers(last, look):
            self.flickered += 1
            self.thrown += 1
            return
        self.flickered = 0
        if last is None or last.complete is not look.complete:
            self.in_a_row, self.complete, self.unsettled = (), 0, 0
        self.in_a_row = (*self.in_a_row, look)[-FRAMES_A_READING:]
        if look.complete:
            self.complete, self.unsettled = self.complete + 1, self.unsettled + 1
        if self.anchor is not None and _same_places(self.anchor.reading, look.reading):
            self.rest = (*self.rest, look)[-MOVING_LOOKS:]
            return
        self.thrown += len(self.rest)
        self.anchor, self.rest = look, (look,)
        if last is None or not (look.complete and self.is_still(last)):
            self.votes, self.best = 0, None

    def _flickers(self, last: _Look | None, look: _Look) -> bool:
        """Whether the eye has missed a die that it saw just before, in a picture in which nothing moves."""
        gone = last is not None and last.complete and not look.complete
        return gone and self.is_still(look) and self.flickered < FLICKERING_LOOKS

    def is_still(self, look: _Look) -> bool:
        """Whether nothing has moved beside its dice since the frame of that look was exposed."""
        return self.was_still(look.frame, look.reading)

    def was_still(self, frame: Frame, reading: TableReading) -> bool:
        """The same of a frame and its reading. Of a frame that is too long ago nobody knows."""
        if len(self.motions) == MOST_MOTIONS and frame.exposed_at_ns < self.motions[0].exposed_at_ns:
            return False
        later = (each for each in self.motions if each.exposed_at_ns >= frame.exposed_at_ns)
        return not any(each.is_near(reading) for each in later)

    @property
    def electorate(self) -> Frames:
        """The frames that are to be read together now; none yet."""
        if not (self.in_a_row and self.in_a_row[-1].complete):
            return ()
        still = [look for look in self.rest if self.is_still(look)]
        if len(still) >= FRAMES_A_READING or (self.took_s >= SLOW_LOOK_S and _are_certain(still)):
            return _frames(still[-FRAMES_A_READING:])
        if len(self.rest) == MOVING_LOOKS and not any(look.still for look in self.rest):
            return _frames(self.rest[-FRAMES_A_READING:])
        return _frames(self.in_a_row) if self.unsettled >= UNSETTLED_LOOKS else ()

    def judge(self, frames: Frames, doubts: int) -> Frames:
        """Frames read together have left so many doubts: those to take for good; none for others first."""
        self.votes, self.unsettled, self.rest = self.votes + 1, 0, ()
        if self.best is None or doubts <= self.best[0]:
            self.best = doubts, frames
        fewest, best = self.best
        tried = self.votes >= (VOTES if fewest <= MOST_ASKED else MOST_VOTES)
        return best if fewest == 0 or tried or self.complete >= MOST_LOOKS else ()

    def pause_s(self, still: bool) -> float:
        """How long after the last look the next one is due, where the live picture is still or not."""
        news = still and self.motions and self.motions[-1].exposed_at_ns >= (self.looked_ns or 0)
        pause_s = LOOK_EVERY_S if self.complete or news else LOOK_ANYWAY_S
        return pause_s if still else max(pause_s, FREE_SHARE * self.took_s)

    def unseen_for_good(self, now_ns: int, patience_s: float) -> Frames:
        """The frames to ask players about while dice are missing; none as long as patience lasts."""
        waited_s = self.waited_s(now_ns)
        if waited_s >= patience_s and len(self.rest) >= FRAMES_A_READING - 1:
            return _frames(self.rest[-FRAMES_A_READING:])
        return _frames(self.in_a_row) if waited_s >= 2 * patience_s else ()

    def waited_s(self, now_ns: int) -> float:
        """Seconds since the last of the dice came; 0 before the first look."""
        return 0.0 if self.since_ns is None else (now_ns - self.since_ns) / NS_PER_S


def _are_certain(looks: Sequence[_Look]) -> bool:
    return len(looks) == FRAMES_A_READING - 1 and not any(doubts_of(look.reading) for look in looks)


def _frames(looks: Sequence[_Look]) -> Frames:
    return tuple(look.frame for look in looks)


@dataclass(frozen=True, slots=True)
class _Equipment:
    """What it takes to look: all of it, or nothing is looked at."""

    watch: Watch
    eye: TableEye
    camera: Camera


class LiftDetector:
    """Looks between a challenge and its verdict; without watch, eye or camera it does nothing."""

    def __init__(
        self, watch: Watch | None, eye: TableEye | None, camera: Camera | None, readings: TableReadings
    ) -> None:
        self._by: _Equipment | None = None
        if watch is not None and eye is not None and camera is not None:
            self._by = _Equipment(watch, eye, camera)
        self._readings = readings
        self._lift = _Lift()
        self._asked: _Asked | None = None

    def follow(self, before: Moment | None, table: DiceTable) -> DiceTable:
        """The table as it comes to stand; with ``cups`` where a lift is watched from now on."""
        if table.moment is Moment.REVEAL and before is Moment.REVEAL:
            return table
        self.forget(waits_for_motion=table.moment is Moment.CHECK)
        begins = self._by is not None and table.moment is Moment.REVEAL and before in BEFORE_A_LIFT
        return replace(table, cups=LiftSeen() if begins else None)

    def forget(self, waits_for_motion: bool = False) -> None:
        """Whatever was looked at, and is being looked at, counts no more."""
        self._readings.drop()
        self._asked, self._lift = None, _Lift(waits_for_motion=waits_for_motion)

    def wants(self, table: DiceTable) -> bool:
        """Whether the table is to be looked at now."""
        return self._by is not None and (table.cups is not None or _is_asked(table))

    def see(self, table: DiceTable, live: Frame) -> tuple[DiceTable, Frames]:
        """The table with what is known of the lift, and the frames to read for good, if any.

        Raises ``CameraGone`` where a camera with small live pictures gives no large one.
        """
        by = self._by
        if by is None or not self.wants(table):
            return table, ()
        still = by.watch.still(live)
        self._lift.saw(live, by.watch.moved(live))
        if self._asked is None and self._is_due(live, still):
            frame = self._large(by.camera, live)
            if frame is not None:
                self._ask(by, _Asked(frame), expected_now(table))
        return self.take_in(table)

    @property
    def votes(self) -> bool:
        """Whether frames that were looked at are being read together: a matter of milliseconds."""
        return self._asked is not None and bool(self._asked.frames)

    @property
    def is_looking(self) -> bool:
        """Whether the eye was asked, and has not told yet."""
        return self._asked is not None

    def _ask(self, by: _Equipment, asked: _Asked, expected: Expectation) -> None:
        self._asked = asked
        frames = asked.frames or (asked.frame,)
        self._readings.begin(lambda: by.eye.look(frames, expected))

    def take_in(self, table: DiceTable) -> tuple[DiceTable, Frames]:
        """The same as ``see``, by what the eye has told of what it was asked, if it has."""
        by = self._by
        if by is None or not self.wants(table):
            return table, ()
        while self._asked is not None and (timed := self._readings.take()) is not None:
            asked, self._asked = self._asked, None
            if asked.frames:
                return table, self._judged(table, asked, timed.reading)
            table, frames = self._looked(table, asked.frame, timed)
            if frames:
                return table, frames
            electorate = self._lift.electorate
            if not electorate:
                return table, ()
            self._ask(by, replace(asked, frames=electorate), expected_now(table))
        return table, ()

    def _looked(self, table: DiceTable, frame: Frame, timed: Timed[TableReading]) -> tuple[DiceTable, Frames]:
        """One look is done: what it shows, and the frames to ask players about where patience has ended."""
        lift, expected, reading = self._lift, expected_now(table), timed.reading
        counts = _counts(reading, expected)
        still = lift.was_still(frame, reading)
        look = _Look(frame, reading, counts, _complete(counts, expected), still)
        lift.add(look, timed.took_s)
        if table.cups is None:
            return table, ()
        now_ns, patience_s = frame.exposed_at_ns, patience(counts, expected)
        missing = sum(max(0, held - seen) for held, seen in zip(expected.dice, counts, strict=True))
        if patience_s is not None and missing <= MOST_ASKED:
            frames = lift.unseen_for_good(now_ns, patience_s)
            if frames:
                return table, self._read(frames)
        return replace(table, cups=LiftSeen(reading, lift.waited_s(now_ns) >= LATE_S)), ()

    def _judged(self, table: DiceTable, asked: _Asked, reading: TableReading) -> Frames:
        """Frames were read together: those to take for good."""
        lift, doubts = self._lift, doubts_of(reading)
        if table.cups is None:
            lift.waits_for_motion = doubts > 0
            return () if doubts else self._read(asked.frames)
        frames = lift.judge(asked.frames, doubts)
        return self._read(frames) if frames else ()

    def _read(self, frames: Frames) -> Frames:
        lift = self._lift
        log.info("lift read", extra={"looks": lift.looks, "thrown": lift.thrown, "look_s": lift.took_s})
        return frames

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

    def _is_due(self, live: Frame, still: bool) -> bool:
        """Whether it is time for a look; where players are asked, only after something has moved."""
        looked_ns = self._lift.looked_ns
        due = looked_ns is None or live.exposed_at_ns - looked_ns >= self._lift.pause_s(still) * NS_PER_S
        if due and not self._lift.waits_for_motion:
            self._lift.looked_ns = live.exposed_at_ns
            return True
        return False


def _counts(reading: TableReading, expected: Expectation) -> tuple[int, ...]:
    return tuple(len(reading.faces_of(seat)) for seat in range(len(expected.dice)))


def _same_places(first: TableReading, now: TableReading) -> bool:
    """Whether two looks show as many dice, at the same places."""
    if len(now.dice) != len(first.dice):
        return False
    return all(any(same_place(die.die, other.die) for other in first.dice) for die in now.dice)


def doubts_of(reading: TableReading) -> int:
    """How many dice people would be asked about: in doubt, missing, or too many. 0 if it is certain."""
    doubted = sum(bool(each.doubts) for each in reading.dice)
    miscounted = sum(abs(each.expected - each.seen) for each in reading.doubts)
    return doubted + miscounted


def expected_now(table: DiceTable) -> Expectation:
    """What must lie open now: the dice being shown, those of the opening roll, or all in play."""
    return show_reroll.expected_open(table) if table.show else expected_dice(table.game)


def _is_asked(table: DiceTable) -> bool:
    """Whether players are asked about dice that were read, and have not begun to tap."""
    read = table.moment is Moment.CHECK and table.picture is not None
    return read and not table.correcting and not table.earlier_hands


def patience(counts: tuple[int, ...], expected: Expectation) -> float | None:
    """For how many seconds dice may be missing, so many at each seat, before the players are asked.

    ``None``: as long as it takes, for no cup has been lifted yet, or none is missing.
    """
    held = [seat for seat, dice in enumerate(expected.dice) if dice]
    lifted = [seat for seat in held if counts[seat] > len(expected.shown[seat])]
    if not lifted or _complete(counts, expected):
        return None
    return COVERED_S if len(lifted) < len(held) else HIDDEN_S


def _complete(counts: tuple[int, ...], expected: Expectation) -> bool:
    """Whether every seat shows as many dice as it holds, or more."""
    return all(count >= dice for count, dice in zip(counts, expected.dice, strict=True))
