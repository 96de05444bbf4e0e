"""A lesson: pictures of unusual dice in, a taught set out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.core.frame import Frame
from companion.core.reading import TeachError
from companion.recognition.taught.dice_set import FACES, DiceSet
from companion.recognition.taught.taught_eye import LEAST_DICE, SetEye, alike
from companion.recognition.taught.views import SQUARE_PX, nothing_shows
from companion.text import say

ONE_SIZE = 1.5
"""A thing this many times larger or smaller than the picture's median die is no die: at 35 degrees the
nearest dice are 1.6 times the farthest, so about 1.3 times the median."""
MOST_DICE = 40
"""Dice learned a face; more make opening the set slower and no better."""
GROUPS = 2 * FACES
"""Groups into which mixed pictures are sorted: a face in two lights may be two groups, background another."""
LEAVE_OUT = 0
"""Said of a group that shows background or several faces: it is left out."""
TILE_PX, TILES = 64, 8
INK, PAPER = (20, 20, 20), (235, 235, 235)


def dice_shown(eye: SetEye, frame: Frame) -> np.ndarray:
    """``whole_dice`` with a visible face. Raises ``TeachError`` if all are blank."""
    return with_marks(whole_dice(eye, frame))


def with_marks(squares: np.ndarray) -> np.ndarray:
    """Squares (N, 96, 96, 3) with a visible mark. Raises ``TeachError`` if all are blank."""
    blank = nothing_shows(squares)
    if len(squares) and blank.all():
        raise TeachError(say("taught.no_marks"))
    shown: np.ndarray = squares[~blank]
    return shown


def whole_dice(eye: SetEye, frame: Frame) -> np.ndarray:
    """Whole dice of about one size, uint8 (N, 96, 96, 3)."""
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
    squares: dict[int, list[np.ndarray]] = field(default_factory=dict)
    pictures: Counter[int] = field(default_factory=Counter)

    def show(self, face: int, squares: Sequence[np.ndarray] | np.ndarray, pictures: int = 1) -> None:
        self.squares.setdefault(face, []).extend(squares)
        self.pictures[face] += pictures

    def ended(self, name: str, wild: int = 1, six: int = 6) -> DiceSet:
        """Raises ``TeachError`` for a bad name or choice of faces."""
        faces = range(1, FACES + 1)
        stacks = tuple(_stack(self.squares.get(face, ())) for face in faces)
        return DiceSet(name, stacks, tuple(self.pictures[face] for face in faces), wild, six)


def _stack(squares: Sequence[np.ndarray]) -> np.ndarray:
    chosen = np.unique(np.linspace(0, len(squares) - 1, min(len(squares), MOST_DICE)).astype(int))
    return np.array([squares[index] for index in chosen], np.uint8).reshape(-1, SQUARE_PX, SQUARE_PX, 3)


def grouped(eye: SetEye, squares: np.ndarray) -> list[list[int]]:
    """Numbers of similar squares, at any turn, the largest group first. Raises ``TeachError`` for too few."""
    if len(squares) < FACES * LEAST_DICE:
        raise TeachError(say("taught.few_dice", count=len(squares), faces=FACES, least=LEAST_DICE))
    numbers = alike(eye.signatures(squares), GROUPS)
    return [np.flatnonzero(numbers == number).tolist() for number in range(int(numbers.max()) + 1)]


def by_face(groups: Sequence[Sequence[int]], faces: Sequence[int]) -> dict[int, list[int]]:
    """``faces``: one a group, 1-6; 0 leaves it out. Raises ``TeachError`` for others, or another number."""
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
    """A picture, uint8 (H, W, 3): each row with its name and up to eight dice."""
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
