"""Live frames of a still table: motion, one reading per frame, fusion of readings."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import cv2
import numpy as np

from companion.core.frame import Frame
from companion.core.picture import resized
from companion.core.reading import Box, ConfirmedDie, Doubt, PhotoReading, ReadDie, WildMark
from companion.recognition.adaptation.adaptive_eye import AdaptiveEye, FrameEye
from companion.recognition.decide.known_dice import with_number, with_wild_mark
from companion.recognition.pipeline.camera_memory import CameraMemory

SAME_PLACE = 0.5
"""Dice of two frames are one if their centres are nearer than this share of the smaller one's side."""


def fused(readings: Sequence[PhotoReading]) -> PhotoReading:
    """The last reading after a vote of all.

    A die seen in every frame keeps its face unless a frame reads another. Abstaining frames outvote reading
    ones only as the majority. A frame that cannot tell star from pip contradicts none that can. A die that a
    frame misses, or shows elsewhere, is in doubt as moved; if that frame took it for no die, they vote.
    Raises ``ValueError`` for no readings.
    """
    if not readings:
        raise ValueError("there must be at least one reading to fuse, got none")
    last, others = readings[-1], readings[:-1]
    if not others:
        return last
    known = [die for die in last.dropped if any(_counterpart(die, other.dice) for other in others)]
    dice = [_voted(die, [_seen(die, other) for other in others]) for die in (*last.dice, *known)]
    gone = [die for other in others for die in other.dice if _seen(die, last) is None]
    dice += [_moved(die) for die in _apart(gone)]
    dropped = tuple(die for die in last.dropped if die not in known)
    return PhotoReading(last.size, tuple(dice), _summed(readings), dropped)


def _seen(die: ReadDie, reading: PhotoReading) -> ReadDie | None:
    return _counterpart(die, reading.dice) or _counterpart(die, reading.dropped)


def _counterpart(die: ReadDie, dice: Sequence[ReadDie]) -> ReadDie | None:
    x, y = die.centre
    near = [(np.hypot(other.centre[0] - x, other.centre[1] - y), other) for other in dice]
    near = [each for each in near if each[0] <= SAME_PLACE * min(_side(die), _side(each[1]))]
    return min(near, key=lambda each: each[0])[1] if near else None


def _side(die: ReadDie) -> int:
    left, top, right, bottom = die.box
    return max(right - left, bottom - top)


def _voted(die: ReadDie, seen: list[ReadDie | None]) -> ReadDie:
    if any(other is None for other in seen):
        return _moved(die)
    views = [die, *(other for other in seen if other is not None)]
    die = replace(die, objectness=float(np.mean([view.objectness for view in views])), if_die=None)
    told = [view for view in views if view.face is not None or view.if_die is not None]
    faces, stars = {view.face or view.if_die for view in told}, {view.star for view in told} - {None}
    if len(faces) > 1 or len(stars) > 1:
        return replace(die, face=None, star=None, doubts=(Doubt.UNREAD,))
    star, enough = next(iter(stars), None), 2 * len(told) > len(views)
    readers = [view for view in told if view.face is not None]
    if 2 * len(readers) > len(views):
        confidence = float(np.mean([view.confidence for view in readers]))
        return replace(die, face=readers[0].face, star=star, confidence=confidence, doubts=())
    doubts = die.doubts or next((view.doubts for view in views if view.doubts), (Doubt.UNREAD,))
    if enough and doubts == (Doubt.MAYBE_NO_DIE,):
        return replace(die, face=None, star=star, doubts=doubts, if_die=told[0].face or told[0].if_die)
    return replace(die, face=None, star=None, doubts=doubts)


def _moved(die: ReadDie) -> ReadDie:
    return replace(die, face=None, star=None, doubts=(Doubt.MOVED,), if_die=None)


def _apart(dice: list[ReadDie]) -> list[ReadDie]:
    kept: list[ReadDie] = []
    for die in dice:
        if _counterpart(die, kept) is None:
            kept.append(die)
    return kept


def _summed(readings: Sequence[PhotoReading]) -> tuple[tuple[str, float], ...]:
    names = [name for name, _ in readings[-1].ms]
    return tuple((name, sum(dict(each.ms).get(name, 0.0) for each in readings)) for name in names)


REMEMBERED = 3
"""As many as one reading fuses."""


class RecentEye:
    def __init__(self, eye: FrameEye) -> None:
        self._eye = eye
        self._recent: deque[tuple[Frame, float | None, PhotoReading]] = deque(maxlen=REMEMBERED)

    def read(self, frame: Frame, die_px: float | None, camera: CameraMemory) -> PhotoReading:
        for known, side_px, reading in self._recent:
            if known is frame and side_px == die_px:
                return reading
        reading = self._eye.read(frame, die_px, camera)
        self._recent.append((frame, die_px, reading))
        return reading

    def forget(self) -> None:
        """Call it after another camera, or a moved table."""
        self._recent.clear()


class RollEye:
    """Remembers flat dice from roll to roll; the camera stands still.

    An adapting eye learns the dice's marks, as in a game.
    """

    def __init__(self, eye: FrameEye, wild: WildMark = WildMark.ANY, number: int | None = None) -> None:
        """``wild``: what these dice have in the place of the wild face; ``number``: of dice, if known."""
        self._adapts = eye if isinstance(eye, AdaptiveEye) else None
        self._eye, self._camera, self._wild = RecentEye(eye), CameraMemory(), wild
        self._number, self._lessons = number, 0

    def have(self, wild: WildMark) -> None:
        if wild is not self._wild:
            self._wild = wild
            self._eye.forget()

    def learn(self, frame: Frame, dice: Sequence[ConfirmedDie]) -> None:
        if self._adapts is not None:
            self._lessons += 1
            self._adapts.confirm(("roll", self._lessons), frame, dice, CameraMemory())
            self._eye.forget()

    def look(self, frames: Sequence[Frame]) -> PhotoReading:
        """The last frame after a vote. Raises ``ValueError`` for no frames."""
        return self._read(frames, offers=False)

    def read_roll(self, frames: Sequence[Frame]) -> PhotoReading:
        """Reads dice at rest as ``look`` does, and remembers flat ones."""
        reading = self._read(frames, offers=True)
        self._camera.keep(reading)
        return reading

    def _read(self, frames: Sequence[Frame], offers: bool) -> PhotoReading:
        if self._adapts is not None:
            self._adapts.wild = self._wild
        reading = fused([self._eye.read(frame, None, self._camera) for frame in frames])
        return with_wild_mark(with_number(reading, self._number, offers), self._wild)


WIDTH_PX = 160
CHANGED = 7
"""Levels of 255 by which a pixel must change to count. Between pictures of one table at rest noise and
JPEG change none by more than 3 (ten simulated tables, eight pictures each)."""
MOVED_PX = 4
"""Neighbouring pixels that change with a motion: half of a die's upper face at 160 x 90."""
DARKEST = 8.0
"""Added to brightness before ratios: below it is mostly noise."""


class Stillness:
    """Fits ``companion.play.base.ports.Watch``."""

    def __init__(self) -> None:
        self._newest: Frame | None = None
        self._grey: np.ndarray | None = None
        self._moved: tuple[Box, ...] = ()

    def still(self, frame: Frame) -> bool:
        """Whether the frame shows what the last one showed, in any light; the first never does."""
        return not self.moved(frame)

    def moved(self, frame: Frame) -> tuple[Box, ...]:
        """Boxes round all changes, in frame px."""
        if frame is not self._newest:
            before, now = self._grey, _small(frame.pixels)
            self._newest, self._grey = frame, now
            if before is None or before.shape != now.shape:
                self._moved = ((0, 0, frame.width, frame.height),)
            else:
                self._moved = _scaled(_changes(now, before), frame.width / now.shape[1])
        return self._moved


def _small(pixels: np.ndarray) -> np.ndarray:
    """float32 (h, 160), grey, from uint8 (H, W, 3)."""
    tall = max(1, round(WIDTH_PX * pixels.shape[0] / pixels.shape[1]))
    return cv2.cvtColor(resized(pixels, (WIDTH_PX, tall)), cv2.COLOR_BGR2GRAY).astype(np.float32)


def _changes(now: np.ndarray, before: np.ndarray) -> list[Box]:
    """Changes beyond exposure and noise, in the pictures' px; near ones are merged."""
    gain = float(np.median((now + DARKEST) / (before + DARKEST)))
    apart = cv2.absdiff(now + DARKEST, gain * (before + DARKEST))
    changed = (apart > CHANGED).astype(np.uint8)
    around = cv2.boxFilter(changed, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    spots = (around >= MOVED_PX).astype(np.uint8)
    if not spots.any():
        return []
    _, _, found, _ = cv2.connectedComponentsWithStats(cv2.dilate(spots, np.ones((3, 3), np.uint8)))
    return [(left, top, left + wide, top + tall) for left, top, wide, tall, _ in found[1:].tolist()]


def _scaled(boxes: list[Box], scale: float) -> tuple[Box, ...]:
    return tuple(
        (int(left * scale), int(top * scale), ceil(right * scale), ceil(bottom * scale))
        for left, top, right, bottom in boxes
    )
