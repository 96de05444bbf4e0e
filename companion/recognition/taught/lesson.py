"""A lesson: pictures of unusual dice in, a taught set out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.core.frame import Frame
from companion.recognition.networks.errors import TeachError
from companion.recognition.taught.dice_set import FACES, DiceSet
from companion.recognition.taught.taught_eye import LEAST_DICE, SetEye, alike
from companion.recognition.taught.views import SQUARE_PX, nothing_shows
from companion.text import say

ONE_SIZE = 1.5
"""A thing of a lesson's picture that is so much larger or smaller than its middle die is none: dice at 35
degrees off differ by 1.6 from the nearest to the farthest, so by about 1.3 from the middle one."""
MOST_DICE = 40
"""Dice a face that are learned; more make opening the set slower and no better."""
GROUPS = 2 * FACES
"""Groups that mixed pictures are sorted into: a face in two lights may be two, and what is no die one."""
LEAVE_OUT = 0
"""The face that is told of a group which is no die, or of several faces."""
TILE_PX, TILES = 64, 8
INK, PAPER = (20, 20, 20), (235, 235, 235)


def dice_shown(eye: SetEye, frame: Frame) -> np.ndarray:
    """What can be learned of a picture: ``whole_dice``, those whose faces show nothing left out.

    Raises ``TeachError`` where all are such.
    """
    return with_marks(whole_dice(eye, frame))


def with_marks(squares: np.ndarray) -> np.ndarray:
    """The squares (N, 96, 96, 3) of dice on which something is to be seen. Raises ``TeachError`` for none."""
    blank = nothing_shows(squares)
    if len(squares) and blank.all():
        raise TeachError(say("taught.no_marks"))
    shown: np.ndarray = squares[~blank]
    return shown


def whole_dice(eye: SetEye, frame: Frame) -> np.ndarray:
    """Squares uint8 (N, 96, 96, 3) of the dice of a picture: whole ones, of about one size."""
    shown, squares = eye.lying(frame.pixels, eye.detect(frame.pixels))
    detections = shown.detections
    if not detections:
        return squares
    sides = np.array([each.longer_px for each in detections])
    ratio = sides / np.median(sides)
    boxes = np.array([each.box for each in detections])
    inside = (boxes[:, :2] > 1).all(1) & (boxes[:, 2:] < (frame.width - 1, frame.height - 1)).all(1)
    fit: np.ndarray = squares[(ratio <= ONE_SIZE) & (ratio >= 1 / ONE_SIZE) & inside]
    return fit


@dataclass(slots=True)
class Lesson:
    """What was shown so far: the squares of each face, and in how many pictures it lay."""

    squares: dict[int, list[np.ndarray]] = field(default_factory=dict)
    pictures: Counter[int] = field(default_factory=Counter)

    def show(self, face: int, squares: Sequence[np.ndarray] | np.ndarray, pictures: int = 1) -> None:
        """Dice with that face up, from so many pictures."""
        self.squares.setdefault(face, []).extend(squares)
        self.pictures[face] += pictures

    def ended(self, name: str, wild: int = 1, six: int = 6) -> DiceSet:
        """The set that was shown. Raises ``TeachError`` for a bad name or choice of faces."""
        faces = range(1, FACES + 1)
        stacks = tuple(_stack(self.squares.get(face, ())) for face in faces)
        return DiceSet(name, stacks, tuple(self.pictures[face] for face in faces), wild, six)


def _stack(squares: Sequence[np.ndarray]) -> np.ndarray:
    """At most ``MOST_DICE`` of them, from the first picture to the last."""
    chosen = np.unique(np.linspace(0, len(squares) - 1, min(len(squares), MOST_DICE)).astype(int))
    return np.array([squares[index] for index in chosen], np.uint8).reshape(-1, SQUARE_PX, SQUARE_PX, 3)


def grouped(eye: SetEye, squares: np.ndarray) -> list[list[int]]:
    """The numbers of squares sorted by what they look like, at any turn: the largest group first.

    Raises ``TeachError`` for too few squares.
    """
    if len(squares) < FACES * LEAST_DICE:
        raise TeachError(say("taught.few_dice", count=len(squares), faces=FACES, least=LEAST_DICE))
    numbers = alike(eye.signatures(squares), GROUPS)
    return [np.flatnonzero(numbers == number).tolist() for number in range(int(numbers.max()) + 1)]


def by_face(groups: Sequence[Sequence[int]], faces: Sequence[int]) -> dict[int, list[int]]:
    """The dice of each face, where each group was said to show one; 0 leaves a group out.

    Raises ``TeachError`` when the faces told are not one a group.
    """
    if len(faces) != len(groups):
        raise TeachError(say("taught.groups", groups=len(groups), faces=len(faces)))
    shown: dict[int, list[int]] = {}
    for group, face in zip(groups, faces, strict=True):
        if face not in range(LEAVE_OUT, FACES + 1):
            raise TeachError(say("taught.group_face", face=face))
        if face != LEAVE_OUT:
            shown.setdefault(face, []).extend(group)
    return shown


def sheet(rows: Sequence[tuple[str, Sequence[np.ndarray]]]) -> np.ndarray:
    """A picture of what was found, uint8 (H, W, 3): a row each with its name and up to eight dice."""
    picture = np.full((TILE_PX * max(1, len(rows)), TILE_PX * (TILES + 2), 3), PAPER, np.uint8)
    for row, (name, squares) in enumerate(rows):
        words = f"{name} ({len(squares)})"
        cv2.putText(
            picture, words, (6, TILE_PX * row + 38), cv2.FONT_HERSHEY_SIMPLEX, 0.5, INK, 1, cv2.LINE_AA
        )
        for column, square in enumerate(squares[:TILES], 2):
            tile = cv2.resize(
                square[12:-12, 12:-12], (TILE_PX - 4, TILE_PX - 4), interpolation=cv2.INTER_AREA
            )
            y, x = TILE_PX * row + 2, TILE_PX * column + 2
            picture[y : y + TILE_PX - 4, x : x + TILE_PX - 4] = tile
    return picture
