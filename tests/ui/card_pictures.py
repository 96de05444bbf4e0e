"""Pictures of a felt with cards on it, drawn here: for screens to show, not for the eye to read."""

from __future__ import annotations

import cv2
import numpy as np

from companion.core.frame import Frame
from companion.core.reading import CardDoubt, ReadCard

SIZE = (1280, 720)
CARD = (126, 176)
"""Width and height of a card in pixels."""
FELT, SHADE, PAPER = (62, 84, 30), (34, 48, 16), (236, 244, 246)
INK = {"S": (28, 26, 22), "C": (28, 26, 22), "H": (34, 30, 190), "D": (34, 30, 190)}
SURE = 0.999

Lying = tuple[str, tuple[int, int], float]
"""A card's code, its middle in pixels, and by how many degrees it is turned."""


def frame_of(*cards: Lying) -> Frame:
    """The table from above with these cards on it, later ones on top."""
    pixels = np.full((SIZE[1], SIZE[0], 3), FELT, np.uint8)
    for code, middle, turn in cards:
        _lay(pixels, _drawn(code), middle, turn)
    return Frame(cv2.blur(pixels, (2, 2)), 0)


def read(card: Lying, doubt: CardDoubt | None = None, likely: tuple[str, ...] = ()) -> ReadCard:
    """What an eye tells of a card that lies so."""
    code, middle, turn = card
    corners = cv2.boxPoints((middle, CARD, turn))
    (left, top), (right, bottom) = corners.min(axis=0), corners.max(axis=0)
    box = (max(0, int(left)), max(0, int(top)), min(SIZE[0], int(right)), min(SIZE[1], int(bottom)))
    if doubt is None:
        return ReadCard(box, code, SURE, (), (code,))
    told = None if doubt is CardDoubt.UNREAD else code
    return ReadCard(box, told, 0.6, (doubt,), likely or (code,))


def _drawn(code: str) -> np.ndarray:
    wide, high = CARD
    card = np.full((high, wide, 3), PAPER, np.uint8)
    cv2.rectangle(card, (0, 0), (wide - 1, high - 1), (150, 160, 160), 2)
    corner = np.full((58, 34, 3), PAPER, np.uint8)
    rank, suit = code[:-1], code[-1]
    size = 0.78 if len(rank) == 1 else 0.62
    cv2.putText(
        corner, rank, (4 if len(rank) == 1 else 0, 26), cv2.FONT_HERSHEY_DUPLEX, size, INK[suit], 2, 16
    )
    _pip(corner, suit, (14, 42), 10)
    card[6:64, 6:40] = corner
    card[high - 64 : high - 6, wide - 40 : wide - 6] = corner[::-1, ::-1]
    _pip(card, suit, (wide // 2, high // 2), 30)
    return card


def _pip(card: np.ndarray, suit: str, middle: tuple[int, int], side: int) -> None:
    """A suit's sign: circles and triangles, or the diamond."""
    x, y = middle
    half, up = side // 2, -1 if suit == "S" else 1
    if suit == "D":
        _fill(card, suit, (x, y - side), (x + side * 0.7, y), (x, y + side), (x - side * 0.7, y))
        return
    at = [(x - half, y - up * half // 2), (x + half, y - up * half // 2)]
    if suit == "C":
        at = [(x, y - half), (x - half, y + half // 2), (x + half, y + half // 2)]
    for centre in at:
        cv2.circle(card, centre, max(2, side // 2), INK[suit], -1, cv2.LINE_AA)
    if suit != "C":
        _fill(
            card, suit, (x - side, y - up * 0.2 * side), (x + side, y - up * 0.2 * side), (x, y + up * side)
        )
    if suit != "H":
        _fill(card, suit, (x, y), (x - half * 0.7, y + side), (x + half * 0.7, y + side))


def _fill(card: np.ndarray, suit: str, *points: tuple[float, float]) -> None:
    cv2.fillPoly(card, [np.array(points).astype(np.int32)], INK[suit], cv2.LINE_AA)


def _lay(pixels: np.ndarray, card: np.ndarray, middle: tuple[int, int], turn: float) -> None:
    high, wide = card.shape[:2]
    matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), -turn, 1.0)
    matrix[:, 2] += np.array(middle) - (wide / 2, high / 2)
    corners = cv2.boxPoints((middle, CARD, turn))
    cv2.fillConvexPoly(pixels, (corners + 5).astype(np.int32), SHADE, cv2.LINE_AA)
    where = np.zeros(pixels.shape[:2], np.uint8)
    cv2.fillConvexPoly(where, corners.astype(np.int32), 255)
    cv2.copyTo(cv2.warpAffine(card, matrix, SIZE, borderValue=PAPER), where, pixels)
