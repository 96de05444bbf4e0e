"""Detects a lift: looks at the table after a challenge until every expected die was read.

A look votes if it shows every expected die and was exposed after the last motion. Looks that agree are read
together; on doubts or disagreement others are taken before people are asked. Nothing is looked at during
bids. Dice that players set right on the table are seen, too.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from companion.core.frame import NS_PER_S, Camera, Frame
from companion.core.reading import Box, Expectation, LiftSeen, ReadDie, TableReading
from companion.play.base.ports import TableEye, Watch
from companion.play.base.readings import (
    FRAMES_A_READING,
    Frames,
    LargePictures,
    TableReadings,
    Timed,
    same_place,
)
from companion.play.modes.dice import show_reroll
from companion.play.modes.dice.state import DiceTable, Moment, expected_dice
from companion.rules import Game

LOOK_EVERY_S = 0.18
"""Least time between looks that vote, three pictures of a webcam: a tipping die has moved by then [choice].
On a slow machine a look takes longer, and the next follows at once."""
LOOK_ANYWAY_S = 0.5
"""Time between looks while dice are missing and something moves, or has not moved since."""
FREE_SHARE = 2
"""While something moves, a look comes after this many times its own length: the eye must be free for the
first picture in which the dice rest [rehearsal in real time]."""
SLOW_LOOK_S = 0.1
"""If a look takes this long, two looks without doubt vote, else three [rehearsal in real time]."""
NEAR = 0.5
"""Motion farther than this from every die, in die sides, is a withdrawing hand's [choice]."""
MOST_MOTIONS = 100
"""Live pictures with motion, at eight a second: twelve seconds."""
MOVING_LOOKS = 4
"""Looks in a row that agree in spite of motion: it is beside the dice [choice]."""
UNSETTLED_LOOKS = 9
"""After this many looks with all dice, but no three at rest in a row, the last ones vote [choice]."""
FLICKERING_LOOKS = 3
"""In this many still pictures in a row with fewer dice than before the eye has missed one; after that, dice
have gone [choice]."""
MOST_ASKED = 3
"""More doubtful dice than this are the frames' fault: look again before asking people."""
MOST_LOOKS = 4 * UNSETTLED_LOOKS
"""After this many looks in a row with all dice, ask people, however restless the picture [choice]."""
VOTES, MOST_VOTES = 2, 4
HIDDEN_S = 6.0
"""Every cup is up and a die is missing this long: it lies under another die, or off the table. A hand over
dice goes sooner [rehearsal]."""
COVERED_S = 10.0
"""Only some players' dice are open, and nothing has changed this long [choice]."""
HELD_BACK_S = 30.0
"""As ``COVERED_S``, while cups go up in turn: the last one is held back [choice]."""
LATE_S = 4.0
"""After this long, missing dice are pointed at, and the key grows."""
BEFORE_A_LIFT = (None, Moment.BIDDING)
"""Moments before a lift; None: a resumed game. After an undone reading only the key reads again, or the same
reading would return at once."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Look:
    """One frame and its reading. ``complete``: every seat shows its dice, or more. ``still``: no motion
    beside them.
    """

    frame: Frame
    reading: TableReading
    counts: tuple[int, ...]
    complete: bool
    still: bool


@dataclass(frozen=True, slots=True)
class _Motion:
    """Where a live picture differs from the last: left, top, right, bottom as shares of its size."""

    exposed_at_ns: int
    places: tuple[tuple[float, float, float, float], ...]

    def is_near(self, reading: TableReading) -> bool:
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
    """What the eye was asked: to look at one frame, or to read several ``frames`` together."""

    frame: Frame
    frames: Frames = ()


@dataclass(slots=True, eq=False)
class _Lift:
    """What was seen of one lift so far.

    ``anchor`` began the present rest; ``rest``: looks since the last vote with the same dice in the same
    places. ``in_a_row``: the last looks, all with every die or all without. ``most`` dice were seen at once,
    from ``since_ns`` on. ``complete``, ``unsettled``: looks in a row with every die, in all and since the
    last vote. ``best``: fewest doubts of frames read together, and those frames.
    """

    looked_ns: int | None = None
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

    def is_covered(self, seen: int, now_ns: int) -> None:
        """No cup is up. If one was, the lift begins anew."""
        if seen < self.most:
            self.since_ns, self.most = now_ns, seen

    def _flickers(self, last: _Look | None, look: _Look) -> bool:
        """Whether the eye has missed a die in a still picture that it saw just before."""
        gone = last is not None and last.complete and not look.complete
        return gone and self.is_still(look) and self.flickered < FLICKERING_LOOKS

    def is_still(self, look: _Look) -> bool:
        return self.was_still(look.frame, look.reading)

    def was_still(self, frame: Frame, reading: TableReading) -> bool:
        """Whether nothing has moved beside the dice since this frame; False if the frame is too old to
        know.
        """
        if len(self.motions) == MOST_MOTIONS and frame.exposed_at_ns < self.motions[0].exposed_at_ns:
            return False
        later = (each for each in self.motions if each.exposed_at_ns >= frame.exposed_at_ns)
        return not any(each.is_near(reading) for each in later)

    @property
    def moves_elsewhere(self) -> bool:
        """Whether every die was seen at the last look, and the last motion is beside them all."""
        if not (self.in_a_row and self.in_a_row[-1].complete and self.motions):
            return False
        return not self.motions[-1].is_near(self.in_a_row[-1].reading)

    @property
    def electorate(self) -> Frames:
        if not (self.in_a_row and self.in_a_row[-1].complete):
            return ()
        still = [look for look in self.rest if self.is_still(look)]
        if len(still) >= FRAMES_A_READING or (self.took_s >= SLOW_LOOK_S and _are_certain(still)):
            return _frames(still[-FRAMES_A_READING:])
        if len(self.rest) == MOVING_LOOKS and not any(look.still for look in self.rest):
            return _frames(self.rest[-FRAMES_A_READING:])
        return _frames(self.in_a_row) if self.unsettled >= UNSETTLED_LOOKS else ()

    def judge(self, frames: Frames, doubts: int) -> Frames:
        """Frames whose reading counts, after one with this many doubts; empty: read others first."""
        self.votes, self.unsettled, self.rest = self.votes + 1, 0, ()
        if self.best is None or doubts <= self.best[0]:
            self.best = doubts, frames
        fewest, best = self.best
        tried = self.votes >= (VOTES if fewest <= MOST_ASKED else MOST_VOTES)
        return best if fewest == 0 or tried or self.complete >= MOST_LOOKS else ()

    def pause_s(self, still: bool) -> float:
        news = still and self.motions and self.motions[-1].exposed_at_ns >= (self.looked_ns or 0)
        pause_s = LOOK_EVERY_S if self.complete or news else LOOK_ANYWAY_S
        return pause_s if still else max(pause_s, FREE_SHARE * self.took_s)

    def unseen_for_good(self, now_ns: int, patience_s: float) -> Frames:
        """Frames to ask players about while dice are missing; empty while patience lasts."""
        waited_s = self.waited_s(now_ns)
        if waited_s >= patience_s and len(self.rest) >= FRAMES_A_READING - 1:
            return _frames(self.rest[-FRAMES_A_READING:])
        return _frames(self.in_a_row) if waited_s >= 2 * patience_s else ()

    def waited_s(self, now_ns: int) -> float:
        """Seconds since the last new die; 0 before the first look."""
        return 0.0 if self.since_ns is None else (now_ns - self.since_ns) / NS_PER_S


def _are_certain(looks: Sequence[_Look]) -> bool:
    return len(looks) == FRAMES_A_READING - 1 and not any(doubts_of(look.reading) for look in looks)


def _frames(looks: Sequence[_Look]) -> Frames:
    return tuple(look.frame for look in looks)


@dataclass(frozen=True, slots=True)
class _Equipment:
    watch: Watch
    eye: TableEye
    large: LargePictures


class LiftDetector:
    """Looks between a challenge and its verdict; without watch, eye or camera it does nothing."""

    def __init__(
        self,
        watch: Watch | None,
        eye: TableEye | None,
        camera: Camera | None,
        readings: TableReadings,
        is_on: Callable[[], bool] = lambda: True,
        in_turn: Callable[[], bool] = lambda: False,
    ) -> None:
        """``is_on``: whether lifts are watched; ``in_turn``: one by one. Both are asked each time."""
        self._in_turn = in_turn
        self._by: _Equipment | None = None
        if watch is not None and eye is not None and camera is not None:
            self._by = _Equipment(watch, eye, LargePictures(camera))
        self._readings, self._is_on = readings, is_on
        self._lift = _Lift()
        self._asked: _Asked | None = None

    def follow(self, before: Moment | None, table: DiceTable) -> DiceTable:
        is_on = self._by is not None and self._is_on()
        if table.moment is Moment.REVEAL and before is Moment.REVEAL:
            return table if is_on else replace(table, cups=None)
        self.forget(waits_for_motion=table.moment is Moment.CHECK)
        if not (is_on and table.moment is Moment.REVEAL and before in BEFORE_A_LIFT):
            return replace(table, cups=None)
        return replace(table, cups=lift_in_turn(table.game) if self._in_turn() else LiftSeen())

    def begin_again(self, table: DiceTable) -> DiceTable:
        """The table after a pause: a lift is watched as if it began now."""
        return self.follow(table.moment if table.cups is None else Moment.BIDDING, table)

    def forget(self, waits_for_motion: bool = False) -> None:
        self._readings.drop()
        self._asked, self._lift = None, _Lift(waits_for_motion=waits_for_motion)
        if self._by is not None:
            self._by.large.drop()

    def wants(self, table: DiceTable) -> bool:
        is_on = self._by is not None and self._is_on()
        return is_on and (table.cups is not None or _is_asked(table))

    def see(self, table: DiceTable, live: Frame) -> tuple[DiceTable, Frames]:
        """The table with what is known of the lift, and the frames whose reading counts, once there are any.

        Raises ``CameraGone`` if small live pictures come without a large one.
        """
        by = self._by
        if by is None or not self.wants(table):
            return table, ()
        still = by.watch.still(live)
        self._lift.saw(live, by.watch.moved(live))
        still |= self._lift.moves_elsewhere
        if not self.is_looking and (by.large.awaited or self._is_due(live, still)):
            frame = by.large.of(live)
            if frame is not None:
                self._ask(by, _Asked(frame), expected_now(table))
        return self.take_in(table)

    @property
    def votes(self) -> bool:
        return self.is_looking and self._asked is not None and bool(self._asked.frames)

    @property
    def is_looking(self) -> bool:
        """No longer once a look has failed, so that the next one follows."""
        return self._readings.is_busy

    @property
    def awaited(self) -> Frame | None:
        """The live picture whose large one is still to come: until then no other is needed."""
        return None if self._by is None else self._by.large.awaited

    def _ask(self, by: _Equipment, asked: _Asked, expected: Expectation) -> None:
        self._asked = asked
        frames = asked.frames or (asked.frame,)
        self._readings.begin(lambda: by.eye.look(frames, expected))

    def take_in(self, table: DiceTable) -> tuple[DiceTable, Frames]:
        """Do what ``see`` does, with what the eye has answered since."""
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
        lift, expected, reading = self._lift, expected_now(table), timed.reading
        counts = _counts(reading, expected)
        still = lift.was_still(frame, reading)
        look = _Look(frame, reading, counts, _complete(counts, expected), still)
        lift.add(look, timed.took_s)
        if table.cups is None:
            return table, ()
        now_ns, patience_s = frame.exposed_at_ns, patience(counts, expected)
        late_s = LATE_S
        if table.cups.turns:
            late_s, patience_s = COVERED_S, None if patience_s is None else HELD_BACK_S
        if patience_s is None and not look.complete:
            lift.is_covered(sum(counts), now_ns)
        missing = sum(max(0, held - seen) for held, seen in zip(expected.dice, counts, strict=True))
        if patience_s is not None and missing <= MOST_ASKED:
            frames = lift.unseen_for_good(now_ns, patience_s)
            if frames:
                return table, self._read(frames)
        cups = seen_in_turn(table.cups, reading, expected)
        return replace(table, cups=replace(cups, reading=reading, late=lift.waited_s(now_ns) >= late_s)), ()

    def _judged(self, table: DiceTable, asked: _Asked, reading: TableReading) -> Frames:
        lift, doubts = self._lift, doubts_of(reading)
        if table.cups is None:
            lift.waits_for_motion = doubts > 0 and lift.was_still(asked.frames[0], reading)
            return () if doubts else self._read(asked.frames)
        frames = lift.judge(asked.frames, doubts)
        return self._read(frames) if frames else ()

    def _read(self, frames: Frames) -> Frames:
        lift = self._lift
        log.info("lift read", extra={"looks": lift.looks, "thrown": lift.thrown, "look_s": lift.took_s})
        return frames

    def _is_due(self, live: Frame, still: bool) -> bool:
        looked_ns = self._lift.looked_ns
        due = looked_ns is None or live.exposed_at_ns - looked_ns >= self._lift.pause_s(still) * NS_PER_S
        if due and not self._lift.waits_for_motion:
            self._lift.looked_ns = live.exposed_at_ns
            return True
        return False


def _counts(reading: TableReading, expected: Expectation) -> tuple[int, ...]:
    return tuple(len(reading.faces_of(seat)) for seat in range(len(expected.dice)))


def _same_places(first: TableReading, now: TableReading) -> bool:
    if len(now.dice) != len(first.dice):
        return False
    return all(any(same_place(die.die, other.die) for other in first.dice) for die in now.dice)


def doubts_of(reading: TableReading) -> int:
    """Dice to ask people about: doubtful, missing or too many; 0 if certain."""
    doubted = sum(bool(each.doubts) for each in reading.dice)
    miscounted = sum(abs(each.expected - each.seen) for each in reading.doubts)
    return doubted + miscounted


def expected_now(table: DiceTable) -> Expectation:
    return show_reroll.expected_open(table) if table.show else expected_dice(table.game)


def _is_asked(table: DiceTable) -> bool:
    read = table.moment is Moment.CHECK and table.picture is not None
    return read and not table.correcting and not table.earlier_hands


def patience(counts: tuple[int, ...], expected: Expectation) -> float | None:
    """Seconds that dice may be missing before players are asked; ``counts``: dice seen, by seat.

    None: no limit, as no cup has been lifted yet or no die is missing.
    """
    held = [seat for seat, dice in enumerate(expected.dice) if dice]
    lifted = [seat for seat in held if counts[seat] > len(expected.shown[seat])]
    if not lifted or _complete(counts, expected):
        return None
    return COVERED_S if len(lifted) < len(held) else HIDDEN_S


def _complete(counts: tuple[int, ...], expected: Expectation) -> bool:
    return all(count >= dice for count, dice in zip(counts, expected.dice, strict=True))


def lift_in_turn(game: Game) -> LiftSeen:
    """Cups go up clockwise from the bidder's left, the bidder's last."""
    seats, bidder = len(game.players), game.last_bid.player
    round_the_table = ((bidder + step) % seats for step in range(1, seats + 1))
    covered = (seat for seat in round_the_table if game.dice[seat] > len(game.shown[seat]))
    return LiftSeen(turns=tuple(covered), hands=((),) * seats)


def seen_in_turn(seen: LiftSeen, now: TableReading, expected: Expectation) -> LiftSeen:
    """The lift after this look; no cup that was up is waited for again."""
    if not seen.turns or seen.reading is None:
        return seen
    before, counts = _counts(seen.reading, expected), _counts(now, expected)
    read = [_agreed(seat, seen.reading, now, expected) for seat in range(len(counts))]
    known = tuple(sure or hand for sure, hand in zip(read, seen.hands, strict=True))
    changed = [hand for hand, new in zip(seen.hands, known, strict=True) if hand != new]

    def waits(seat: int) -> bool:
        least = min(before[seat], counts[seat])
        return least < (len(expected.shown[seat]) + 1 if seen.late else expected.dice[seat])

    return replace(
        seen,
        turns=tuple(seat for seat in seen.turns if waits(seat)),
        hands=known,
        recounted=any(changed) if changed else seen.recounted,
    )


def _agreed(seat: int, last: TableReading, now: TableReading, expected: Expectation) -> tuple[int, ...]:
    """The seat's faces, if both looks show all its dice alike and without doubt."""
    lay = [each for each in last.dice if each.seat == seat]
    lie = [each for each in now.dice if each.seat == seat]
    faces = tuple(sorted(each.die.face for each in lie if each.die.face is not None))
    doubted = any(each.doubts for each in (*lay, *lie)) or any(each.seat == seat for each in now.doubts)
    if doubted or not len(lay) == len(lie) == len(faces) == expected.dice[seat]:
        return ()
    alike = all(
        any(same_place(each.die, other.die) and each.die.face == other.die.face for other in lay)
        for each in lie
    )
    return faces if alike else ()
