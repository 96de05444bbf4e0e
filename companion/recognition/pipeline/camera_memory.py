"""The memory of one still camera: flat dice, and what lay there before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from weakref import WeakKeyDictionary, ref

import cv2
import numpy as np

from companion.calibration import CORNER_DIGITS, LIKE_DIGITS, peak_between
from companion.core.frame import Frame
from companion.core.reading import Box, ConfirmedDie, Doubt, PhotoReading, ReadDie
from companion.recognition.context.stillness import changes, small_grey
from companion.recognition.decide.cocked import FlatDiceHistory, FrameDice
from companion.recognition.detect.detector import Detection
from companion.recognition.detect.pyramid import ImagePyramid, contrast_of, cut_square

PIECE, SEARCHED = 24, 10
"""Side of a piece, and the search distance, in pixels of the compared picture."""
ACROSS, DOWN = 16, 12
"""Parts of the picture, each with at most one piece."""
LEAST_TEXTURE = 7.0
"""Least spread of grey levels in a piece: noise after shrinking has less than half of it [choice]."""
LIKENESS = 0.8
"""Correlation from which a piece is found again [choice]."""
AS_ALIKE = 0.02
"""A place this much less similar than the best may still be the piece's own [choice]."""
AT_REST_PX = 0.75
"""A piece found this near to its place is at rest."""
SAMPLE, CLEAR = 4, 12
"""Every ``SAMPLE``-th piece is searched first. If ``CLEAR`` of them are at rest, and at most half as many are
not, that is enough: a bumped camera moves them all."""
ENOUGH = 4
"""Pieces at rest that prove a still camera, unless half as many moved. By coincidence one piece lies
within the distance once in 190 times."""


class Standing(Enum):
    STILL = "still"
    MOVED = "moved"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class Landmarks:
    """A picture, grey and small, and the upper left corners of its pieces, to be found again."""

    size: tuple[int, int]
    grey: np.ndarray
    corners: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, picture: ImagePyramid) -> Landmarks:
        return cls(picture.size, picture.grey, tuple(_textured(picture.grey)))

    def standing(self, now: ImagePyramid) -> Standing:
        """Whether the camera stands as before; another picture size counts as moved."""
        if self.size != now.size:
            return Standing.MOVED
        shifts = _shifts(self.grey, self.corners[::SAMPLE], now.grey)
        resting = int((np.hypot(*shifts.T) <= AT_REST_PX).sum())
        if resting >= CLEAR and 3 * resting >= 2 * len(shifts):
            return Standing.STILL
        rest = [each for index, each in enumerate(self.corners) if index % SAMPLE]
        shifts = np.concatenate([shifts, _shifts(self.grey, rest, now.grey)])
        if len(shifts) == 0:
            return Standing.UNKNOWN
        lengths = np.hypot(*shifts.T)
        resting, others = int((lengths <= AT_REST_PX).sum()), shifts[lengths > AT_REST_PX]
        elsewhere = _most_agreeing(others)
        if resting >= ENOUGH and resting >= 2 * elsewhere:
            return Standing.STILL
        return Standing.MOVED if elsewhere >= ENOUGH and elsewhere > resting else Standing.UNKNOWN


def _shifts(before: np.ndarray, corners: Sequence[tuple[int, int]], now: np.ndarray) -> np.ndarray:
    """Shifts (N, 2) of pieces found again, right and down in px."""
    room = cv2.copyMakeBorder(now, SEARCHED, SEARCHED, SEARCHED, SEARCHED, cv2.BORDER_REPLICATE)
    shifts = []
    for x, y in corners:
        piece = before[y : y + PIECE, x : x + PIECE]
        field = room[y : y + PIECE + 2 * SEARCHED, x : x + PIECE + 2 * SEARCHED]
        likeness = cv2.matchTemplate(field, piece, cv2.TM_CCOEFF_NORMED).round(LIKE_DIGITS)
        _, best, _, (column, row) = cv2.minMaxLoc(likeness)
        if best < LIKENESS:
            continue
        at_rest = likeness[SEARCHED - 1 : SEARCHED + 2, SEARCHED - 1 : SEARCHED + 2]
        if at_rest.max() >= best - AS_ALIKE:  # a chequered cloth is alike in many places
            row, column = (each + SEARCHED - 1 for each in divmod(int(at_rest.argmax()), 3))
        right, down = peak_between(likeness, column, row)
        shifts.append((right - SEARCHED, down - SEARCHED))
    return np.array(shifts).reshape(-1, 2)


def _textured(grey: np.ndarray) -> list[tuple[int, int]]:
    tall, wide = grey.shape
    if min(tall, wide) < 2 * PIECE:
        return []
    corners = cv2.cornerMinEigenVal(cv2.GaussianBlur(grey, (0, 0), 1.0), 5).round(CORNER_DIGITS)
    places = []
    for row in range(DOWN):
        for column in range(ACROSS):
            top, left = row * tall // DOWN, column * wide // ACROSS
            part = corners[top : (row + 1) * tall // DOWN, left : (column + 1) * wide // ACROSS]
            down, right = np.unravel_index(int(part.argmax()), part.shape)
            x = int(np.clip(left + right - PIECE // 2, 0, wide - PIECE))
            y = int(np.clip(top + down - PIECE // 2, 0, tall - PIECE))
            if contrast_of(grey[y : y + PIECE, x : x + PIECE]) >= LEAST_TEXTURE:
                places.append((x, y))
    return places


def _most_agreeing(shifts: np.ndarray) -> int:
    if len(shifts) == 0:
        return 0
    apart = np.linalg.norm(shifts[:, None] - shifts[None], axis=2)
    return int((apart <= 2 * AT_REST_PX).sum(1).max())


@dataclass(frozen=True, slots=True, eq=False)
class _Lying:
    """Boxes of a picture, and that picture's ``small_grey``."""

    grey: np.ndarray
    size: tuple[int, int]
    die_px: float | None
    detections: tuple[Detection, ...]


@dataclass(slots=True)
class CameraMemory:
    """Flat dice and things that one camera has seen at one table.

    ``mounted``: it stands still unless a picture shows a move. Otherwise a picture must show that it stands
    still.
    """

    history: FlatDiceHistory = field(default_factory=FlatDiceHistory)
    mounted: bool = True
    things: Things = ()
    _last: FrameDice | None = None
    _landmarks: Landmarks | None = None
    _before: tuple[ImagePyramid, Landmarks, bool] | None = None
    _seen: tuple[ref[ImagePyramid], Standing] | None = None
    """The latest picture, and the camera's standing since the last lift."""
    _pictures: WeakKeyDictionary[Frame, ImagePyramid] = field(default_factory=WeakKeyDictionary)
    _lay: _Lying | None = None

    def __len__(self) -> int:
        return len(self.history)

    def picture_of(self, frame: Frame) -> ImagePyramid:
        """The same as long as the frame lives, so that all share what is shrunk."""
        picture = self._pictures.get(frame)
        if picture is None:
            picture = self._pictures[frame] = ImagePyramid(frame.pixels, frame.small)
        return picture

    def lies(
        self, picture: ImagePyramid, die_px: float | None, detections: Sequence[Detection] | None
    ) -> None:
        """Notes where things lie, for one more picture; ``None``: look anew."""
        self._lay = None
        if detections is not None:
            self._lay = _Lying(small_grey(picture.grey), picture.size, die_px, tuple(detections))

    def lie_still(self, picture: ImagePyramid, die_px: float | None) -> tuple[Detection, ...] | None:
        """Where things lie, if nothing has moved since that was noted."""
        lay = self._lay
        if lay is None or (lay.size, lay.die_px) != (picture.size, die_px):
            return None
        return None if changes(small_grey(picture.grey), lay.grey) else lay.detections

    def saw(self, dice: FrameDice | None) -> None:
        """Note the last frame's dice, until ``keep``."""
        self._last = dice

    def keep(self, reading: PhotoReading) -> None:
        """Adds the last frame's flat dice that this reading has to the history."""
        if self._last is not None:
            self.history, self._last = self.history.after(self._last, reading), None

    def forget(self) -> None:
        self.history, self._last, self.things = FlatDiceHistory(), None, ()
        self._landmarks, self._seen, self._lay = None, None, None

    def follow(self, frame: Frame) -> None:
        standing = self._standing(frame)
        if standing is Standing.MOVED or (standing is Standing.UNKNOWN and not self.mounted):
            self.forget()

    def _standing(self, frame: Frame) -> Standing:
        picture = self.picture_of(frame)
        if self._seen is None or self._seen[0]() is not picture:
            known = self._landmarks
            self._seen = ref(picture), Standing.UNKNOWN if known is None else known.standing(picture)
        return self._seen[1]

    def take_before(self, frame: Frame | None, sure: bool) -> None:
        """Remembers the table before a lift; ``None``: nobody saw it. ``sure``: no die of the lift lies there
        yet.
        """
        picture = None if frame is None else self.picture_of(frame)
        self._before = None if picture is None else (picture, Landmarks.of(picture), sure)

    def without_earlier_things(self, reading: PhotoReading, frame: Frame) -> PhotoReading:
        """The reading without what pictures prove to have lain there before."""
        if not reading.dice:
            return reading
        picture = self.picture_of(frame)
        if self._before is not None:
            before, landmarks, sure = self._before
            if landmarks.standing(picture) is Standing.STILL:
                reading = without_dice_seen_in(reading, before, picture, sure)
        if self.things and self._standing(frame) is Standing.STILL:
            reading = without_earlier_things(reading, self.things, picture)
        return reading

    def confirm(self, frame: Frame, confirmed: Sequence[ConfirmedDie]) -> None:
        earlier = self.things if self._standing(frame) is Standing.STILL else ()
        picture = self.picture_of(frame)
        self.things = remembered(earlier, picture, confirmed)
        self._landmarks, self._seen = Landmarks.of(picture), None


SAME_PLACE = 0.5
"""A die lies on a thing's place if its middle is nearer than this share of the thing's longer side."""
THROWN = 2
"""A throw moves at least this many dice, and at least as many as stayed; else both photographs show the same
throw."""
UNANSWERED = 2
"""An unanswered doubt, unchanged after this many throws, is no die."""
MOST_THINGS = 60
"""The latest things are remembered."""
SQUARE_PX, MARGIN = 48, 1.25
"""Side of the compared squares in px, and the side of the part that they show over the box's longer side."""
SHIFTED_PX = 2
"""How far the earlier square may be off, in pixels of 48: a twentieth of a die."""
LAY_THERE_LIKENESS = 0.93
"""Colour correlation of an unchanged place. Of 346 dice on composed tables none is more like the bare
table in its place than 0.86; prints that stayed are 0.98 and more."""


LEAST_CONTRAST = 1.0
"""A square with less has nothing to recognise [choice]."""
CLEARLY_CHANGED, LEAST_GREY_PX = 0.5, 8
"""Correlation of small grey places below which nothing stayed, and their least side for it [choice]."""


@dataclass(frozen=True, slots=True, eq=False)
class LayThere:
    """What lay in ``box``; ``lifts``: how many lifts saw it there."""

    box: Box
    look: np.ndarray
    said: ConfirmedDie
    lifts: int = 1


Things = tuple[LayThere, ...]


def remembered(
    things: Things, pixels: np.ndarray | ImagePyramid, confirmed: Sequence[ConfirmedDie]
) -> Things:
    """Things with this picture's answers, and earlier things without a new answer."""
    pixels = ImagePyramid.of(pixels)
    new: list[LayThere] = []
    for die in confirmed:
        before = _lay_at(things, die.box)
        if before is None or not shows_still(before.look, pixels, before.box):
            new.append(LayThere(die.box, look_of(pixels, die.box), die))
        elif before.said.by_player and not die.by_player:
            new.append(replace(before, lifts=before.lifts + 1))
        else:
            new.append(LayThere(die.box, look_of(pixels, die.box), die, before.lifts + 1))
    # A print reappears when a die or a hand is gone; a read die does not.
    others = tuple(
        each
        for each in things
        if each.said.by_player and each.said.face is None and _lay_at(tuple(new), each.box) is None
    )
    return (*others, *new)[-MOST_THINGS:]


def without_earlier_things(
    reading: PhotoReading, things: Things, pixels: np.ndarray | ImagePyramid
) -> PhotoReading:
    if not things or not reading.dice:
        return reading
    pixels = ImagePyramid.of(pixels)
    stayed = [_stayed(die, things, pixels) for die in reading.dice]
    thrown = _thrown(reading.dice, stayed)
    dice = [
        die if thing is None else _held_against(die, thing, thrown)
        for die, thing in zip(reading.dice, stayed, strict=True)
    ]
    dropped = (die for die in reading.dropped if _stayed(die, things, pixels) is None)
    return replace(reading, dice=tuple(die for die in dice if die is not None), dropped=tuple(dropped))


def without_dice_seen_in(
    reading: PhotoReading, before: ImagePyramid, now: ImagePyramid, sure: bool
) -> PhotoReading:
    """Drops what a picture before the lift shows, too.

    If that may show dice of the lift (not ``sure``), only when at least as many dice are new; what is
    dropped can then still be offered where a die is missing.
    """
    stay = [_stays(die.box, before, now) for die in reading.dice]
    new = sum(die.face is not None and not same for die, same in zip(reading.dice, stay, strict=True))
    told = sum(die.face is not None and same for die, same in zip(reading.dice, stay, strict=True))
    if not sure and new < max(told, THROWN):
        return reading
    dice = (die for die, same in zip(reading.dice, stay, strict=True) if not same)
    left = () if sure else (_maybe_no_die(die) for die, same in zip(reading.dice, stay, strict=True) if same)
    dropped = (die for die in reading.dropped if not _stays(die.box, before, now))
    return replace(reading, dice=tuple(dice), dropped=(*left, *dropped))


def _maybe_no_die(die: ReadDie) -> ReadDie:
    if die.face is None:
        return die
    return replace(die, face=None, doubts=(Doubt.MAYBE_NO_DIE,), if_die=die.face)


def _stays(box: Box, before: ImagePyramid, now: ImagePyramid) -> bool:
    return not _clearly_changed(box, before, now) and shows_still(look_of(before, box), now, box)


def _clearly_changed(box: Box, before: ImagePyramid, now: ImagePyramid) -> bool:
    """Whether the small grey pictures already differ; most places of dice do, and nothing is cut then."""
    scale = now.grey.shape[1] / now.size[0]
    left, top, right, bottom = (round(side * scale) for side in box)
    was, shows = (each.grey[top:bottom, left:right] for each in (before, now))
    if min(was.shape) < LEAST_GREY_PX or contrast_of(was) < LEAST_TEXTURE:
        return False
    return float(cv2.matchTemplate(was, shows, cv2.TM_CCOEFF_NORMED)[0, 0]) < CLEARLY_CHANGED


def _stayed(die: ReadDie, things: Things, pixels: ImagePyramid) -> LayThere | None:
    thing = _lay_at(things, die.box)
    return thing if thing is not None and shows_still(thing.look, pixels, thing.box) else None


def _thrown(dice: Sequence[ReadDie], stayed: Sequence[LayThere | None]) -> bool:
    told = [thing is None for die, thing in zip(dice, stayed, strict=True) if die.face is not None]
    return sum(told) >= max(THROWN, len(told) - sum(told))


def _held_against(die: ReadDie, thing: LayThere, thrown: bool) -> ReadDie | None:
    """The die, with what was said of the thing in its place; ``None``: it is no die."""
    said = thing.said
    if said.by_player:
        if said.face is None:
            return None
        if die.face is None and set(die.doubts) <= {Doubt.UNREAD, Doubt.MAYBE_NO_DIE}:
            return replace(die, face=said.face, star=said.star, doubts=(), if_die=None)
        return die
    if not thrown:
        return die
    if said.face is not None:
        return _maybe_no_die(die)
    return None if thing.lifts >= UNANSWERED else die


def _lay_at(things: Things, box: Box) -> LayThere | None:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    near = [(_apart(each.box, x, y), index) for index, each in enumerate(things)]
    near = [each for each in near if each[0] <= SAME_PLACE]
    return things[min(near)[1]] if near else None


def _apart(box: Box, x: float, y: float) -> float:
    """Distance from the box's middle, in longer sides of the box."""
    left, top, right, bottom = box
    side = max(right - left, bottom - top, 1)
    return float(np.hypot((left + right) / 2 - x, (top + bottom) / 2 - y)) / side


def look_of(pixels: np.ndarray | ImagePyramid, box: Box) -> np.ndarray:
    """The box with a margin, uint8 (52, 52, 3)."""
    return _cut(pixels, box, SQUARE_PX + 2 * SHIFTED_PX)


def shows_still(look: np.ndarray, pixels: np.ndarray | ImagePyramid, box: Box) -> bool:
    """Whether the box still shows ``look``, in any light; the camera stands still. A look without contrast
    cannot be recognised.
    """
    piece = _cut(pixels, box, SQUARE_PX)
    if contrast_of(piece) < LEAST_CONTRAST or contrast_of(look) < LEAST_CONTRAST:
        return False
    likeness = cv2.matchTemplate(look, piece, cv2.TM_CCOEFF_NORMED).max()
    return round(float(likeness), LIKE_DIGITS) >= LAY_THERE_LIKENESS


def _cut(pixels: np.ndarray | ImagePyramid, box: Box, out_px: int) -> np.ndarray:
    left, top, right, bottom = box
    middle, side = ((left + right) / 2, (top + bottom) / 2), MARGIN * max(right - left, bottom - top)
    return cut_square(pixels, middle, side * out_px / SQUARE_PX, out_px)
