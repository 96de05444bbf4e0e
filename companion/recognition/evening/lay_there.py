"""Things that lay there in earlier pictures of a camera that stood still, and what was said of them.

What was thrown lies elsewhere after a throw. So a thing that has not changed while the dice have is a print,
a bead, a die of nobody: what the players said of it holds, and what only the eye said is asked about, once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.reading import Box, ConfirmedDie, Doubt, PhotoReading, ReadDie
from companion.recognition.classify.crops import cut_square
from companion.recognition.detect.pyramid import ImagePyramid

SAME_PLACE = 0.5
"""A die lies where a thing lay when its middle is nearer than this share of the thing's longer side."""
THROWN = 2
"""So many dice, and no fewer than stayed, must lie elsewhere to show that there was a throw. Two photographs
of one throw show none."""
UNANSWERED = 2
"""A doubt that nobody answered, unchanged after so many throws, is no die."""
MOST_THINGS = 60
"""The latest things that are remembered."""
SQUARE_PX, MARGIN = 48, 1.25
"""Side of the compared squares, and that of their part of the picture over the longer side of the box."""
SHIFTED_PX = 2
"""How far the earlier square may be off, in pixels of 48: a twentieth of a die."""
LIKENESS = 0.93
"""Correlation of the colours from which a place has not changed. Of 346 dice on composed tables none is more
like the bare table in its place than 0.86; prints that stayed are 0.98 and more."""


@dataclass(frozen=True, slots=True, eq=False)
class LayThere:
    """A thing, how it looked, what was said of it, and in how many lifts it has lain so by now."""

    box: Box
    look: np.ndarray
    said: ConfirmedDie
    lifts: int = 1


Things = tuple[LayThere, ...]


def remembered(
    things: Things, pixels: np.ndarray | ImagePyramid, confirmed: Sequence[ConfirmedDie]
) -> Things:
    """The things after a lift: what was said of this picture's, and earlier ones that nobody spoke of now."""
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
    # A print under a die or a hand is there again when they are gone; a die that was told is not.
    others = tuple(
        each
        for each in things
        if each.said.by_player and each.said.face is None and _lay_at(tuple(new), each.box) is None
    )
    return (*others, *new)[-MOST_THINGS:]


def without_what_lay_there(
    reading: PhotoReading, things: Things, pixels: np.ndarray | ImagePyramid
) -> PhotoReading:
    """The reading of a picture from the same place, by what was said of the things that lie there still."""
    if not things or not reading.dice:
        return reading
    pixels = ImagePyramid.of(pixels)
    stayed = [_stayed(die, things, pixels) for die in reading.dice]
    thrown = _thrown(reading.dice, stayed)
    dice = [
        die if thing is None else _held_against(die, thing, thrown)
        for die, thing in zip(reading.dice, stayed, strict=True)
    ]
    return replace(reading, dice=tuple(die for die in dice if die is not None))


def without_what_shows_in(
    reading: PhotoReading, before: np.ndarray | ImagePyramid, pixels: np.ndarray | ImagePyramid, sure: bool
) -> PhotoReading:
    """The reading without things that a picture of the table before the lift shows unchanged.

    Unless it is ``sure`` that no die of the lift lay there yet, the dice that are new must be no fewer.
    """
    before, pixels = ImagePyramid.of(before), ImagePyramid.of(pixels)
    stay = [shows_still(look_of(before, die.box), pixels, die.box) for die in reading.dice]
    new = sum(die.face is not None and not same for die, same in zip(reading.dice, stay, strict=True))
    told = sum(die.face is not None and same for die, same in zip(reading.dice, stay, strict=True))
    if not sure and new < max(told, THROWN):
        return reading
    return replace(reading, dice=tuple(die for die, same in zip(reading.dice, stay, strict=True) if not same))


def _stayed(die: ReadDie, things: Things, pixels: ImagePyramid) -> LayThere | None:
    thing = _lay_at(things, die.box)
    return thing if thing is not None and shows_still(thing.look, pixels, thing.box) else None


def _thrown(dice: Sequence[ReadDie], stayed: Sequence[LayThere | None]) -> bool:
    """Whether the read dice show that there was a throw since."""
    told = [thing is None for die, thing in zip(dice, stayed, strict=True) if die.face is not None]
    return sum(told) >= max(THROWN, len(told) - sum(told))


def _held_against(die: ReadDie, thing: LayThere, thrown: bool) -> ReadDie | None:
    """A die that lies where and as a thing lay; ``None`` where it is none."""
    said = thing.said
    if said.by_player:
        if said.face is None:
            return None
        if die.face is None and set(die.doubts) <= {Doubt.UNREAD}:
            return replace(die, face=said.face, star=said.star, doubts=())
        return die
    if not thrown:
        return die
    if said.face is not None:
        return replace(die, face=None, star=None, doubts=die.doubts or (Doubt.UNREAD,))
    return None if thing.lifts >= UNANSWERED else die


def _lay_at(things: Things, box: Box) -> LayThere | None:
    """The thing nearest to the middle of a box, if it lay there."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    near = [(_apart(each.box, x, y), index) for index, each in enumerate(things)]
    near = [each for each in near if each[0] <= SAME_PLACE]
    return things[min(near)[1]] if near else None


def _apart(box: Box, x: float, y: float) -> float:
    """How far a point is from the middle of a box, in longer sides of the box."""
    left, top, right, bottom = box
    side = max(right - left, bottom - top, 1)
    return float(np.hypot((left + right) / 2 - x, (top + bottom) / 2 - y)) / side


def look_of(pixels: np.ndarray | ImagePyramid, box: Box) -> np.ndarray:
    """How a box and a little round it looks: uint8 (52, 52, 3)."""
    return _cut(pixels, box, SQUARE_PX + 2 * SHIFTED_PX)


def shows_still(look: np.ndarray, pixels: np.ndarray | ImagePyramid, box: Box) -> bool:
    """Whether a picture from the same place shows in that box what it showed when ``look`` was taken of it.

    The light may differ. A look without any contrast shows nothing that could be recognised.
    """
    piece = _cut(pixels, box, SQUARE_PX)
    if piece.std() < 1.0 or look.std() < 1.0:
        return False
    return float(cv2.matchTemplate(look, piece, cv2.TM_CCOEFF_NORMED).max()) >= LIKENESS


def _cut(pixels: np.ndarray | ImagePyramid, box: Box, out_px: int) -> np.ndarray:
    left, top, right, bottom = box
    middle, side = ((left + right) / 2, (top + bottom) / 2), MARGIN * max(right - left, bottom - top)
    return cut_square(pixels, middle, side * out_px / SQUARE_PX, out_px)
