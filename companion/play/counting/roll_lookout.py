"""Looks at the live picture until dice lie still, and gives each roll once.

Nothing is expected of a roll, so its dice are told when three looks show the same dice at the same places. A
new roll is one in which dice moved: dice that were taken away, or hidden by a hand, are none.
"""

from __future__ import annotations

from companion.frame import Frame, NotYet
from companion.play.counting.rerolled import lay_there, with_kept
from companion.play.counting.seen_roll import SeenRoll, roll_of
from companion.play.dice.lookout import LOOK_ANYWAY_S, LOOK_EVERY_S, NS_PER_S
from companion.play.exposures import FRAMES_A_READING
from companion.play.ports import Camera, RollEye, Watch
from companion.play.same_place import same_place
from companion.reading import PhotoReading, ReadDie

MOVING_S = 3.0
"""So long they must lie while something moves beside them: a hand that picks some up is quicker [choice]."""
RESTLESS_S = 2.0
"""Nothing has moved for so long, and looks still differ: what they differ on is unread [choice]."""


class RollLookout:
    """Follows one camera; ``see`` is given each live picture."""

    def __init__(self, watch: Watch, eye: RollEye, camera: Camera) -> None:
        self._watch, self._eye, self._camera = watch, eye, camera
        self._rest: tuple[tuple[Frame, PhotoReading], ...] = ()
        self._recent: tuple[Frame, ...] = ()
        self._still_since_ns: int | None = None
        self._asked_ns: int | None = None
        self._told: PhotoReading | None = None
        self._moved = True

    def see(self, live: Frame) -> SeenRoll | None:
        """The roll that has come to rest, once; ``None`` while there is none.

        Raises ``CameraGone`` where a camera with small live pictures gives no large one.
        """
        still = self._watch.still(live)
        if not still:
            self._moved, self._still_since_ns = True, None
        elif self._still_since_ns is None:
            self._still_since_ns = live.exposed_at_ns
        if not (self._moved and self._is_due(live, still)):
            return None
        frame = self._large(live)
        if frame is None:
            return None
        reading = self._eye.look((frame,))
        if self._rest and not _same_places(self._rest[0][1], reading):
            self._rest = ()
        self._rest, self._recent = (*self._rest, (frame, reading)), (*self._recent, frame)[-FRAMES_A_READING:]
        return self._at_rest(frame) if self._lies(frame, still) else None

    def _is_due(self, live: Frame, still: bool) -> bool:
        if not self._recent:
            return True
        pause_s = LOOK_EVERY_S if still else LOOK_ANYWAY_S
        return _seconds(self._recent[-1], live) >= pause_s

    def _large(self, live: Frame) -> Frame | None:
        """A picture to read dice by, not older than the live one was at first; ``None``: not there yet."""
        if not self._camera.live_is_small:
            return live
        self._asked_ns = self._asked_ns or live.exposed_at_ns
        try:
            frame = self._camera.capture(self._asked_ns)
        except NotYet:
            return None
        self._asked_ns = None
        return frame

    def _lies(self, frame: Frame, still: bool) -> bool:
        """Whether the dice are to be taken as they lie now."""
        if len(self._rest) >= FRAMES_A_READING:
            return still or _seconds(self._rest[0][0], frame) >= MOVING_S
        since_ns = self._still_since_ns
        if since_ns is None or len(self._recent) < FRAMES_A_READING:
            return False
        restless = frame.exposed_at_ns - since_ns >= RESTLESS_S * NS_PER_S
        return restless and self._recent[0].exposed_at_ns >= since_ns

    def _at_rest(self, frame: Frame) -> SeenRoll | None:
        reading = self._eye.read_roll(self._recent)
        self._rest, self._moved = (), False
        if not _is_new(reading, self._told):
            return None
        reading, kept = with_kept(reading, self._told)
        self._told = reading
        return SeenRoll(roll_of(reading), frame, reading, kept)


def _seconds(before: Frame, after: Frame) -> float:
    return (after.exposed_at_ns - before.exposed_at_ns) / NS_PER_S


def _same_places(first: PhotoReading, now: PhotoReading) -> bool:
    """Whether two looks show as many dice, at the same places and with no other faces."""
    if len(now.dice) != len(first.dice):
        return False
    return all(any(_may_be(die, other) for other in first.dice) for die in now.dice)


def _may_be(die: ReadDie, other: ReadDie) -> bool:
    """Whether two looks may show one die at rest; one of them may abstain."""
    return same_place(die, other) and (die.face == other.face or None in (die.face, other.face))


def _is_new(reading: PhotoReading, told: PhotoReading | None) -> bool:
    """Whether dice lie where none lay, or show another face. An empty table is no roll."""
    before = () if told is None else told.dice
    return not all(any(lay_there(die, other) for other in before) for die in reading.dice)
