"""Playing cards drawn for the tests: an index in two corners, on green cloth."""

from __future__ import annotations

import cv2
import numpy as np

SIZE = (2304, 1296)
"""Width and height of the frame."""
CARDS = ("10H", "AS", "7D", "QC", "2S", "KH", "9C", "4D", "JS", "6H")
CARD_WIDE_PX = 182
"""Of a 63 mm card in a frame that shows 80 cm of the table; its indices are 43 px tall."""
_CARD_PX = (630, 880)
"""A card is drawn at 10 px a mm, then laid into the frame."""
_INDEX_PX, _MIDDLE_PX = 150, (64, 140)
_RED, _BLACK, _PAPER = (30, 30, 190), (25, 25, 25), (238, 242, 244)
_CLOTH = (60, 95, 45)


def drawn_table(cards: tuple[str, ...] = CARDS, seed: int = 1) -> np.ndarray:
    """At most ten cards at any turn, uint8 (1296, 2304, 3), BGR; deterministic."""
    rng = np.random.default_rng(seed)
    width, height = SIZE
    frame = np.empty((height, width, 3), np.uint8)
    cv2.setRNGSeed(seed)
    cv2.randn(frame, np.array(_CLOTH, float), np.array((6, 6, 6), float))
    for number, code in enumerate(cards):
        x = (number % 5 + 0.5) * width / 5 + rng.uniform(-30, 30)
        y = (number // 5 + 0.5) * height / 2 + rng.uniform(-60, 60)
        lay(frame, drawn_card(code), (x, y), rng.uniform(0, 2 * np.pi), CARD_WIDE_PX)
    return cv2.GaussianBlur(frame, (0, 0), 0.8)


def lay(
    frame: np.ndarray, card: np.ndarray, middle: tuple[float, float], turn: float, wide_px: float
) -> None:
    """``turn``: clockwise, radians."""
    scale = wide_px / card.shape[1]
    small = cv2.resize(card, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    rows, columns = small.shape[:2]
    matrix = cv2.getRotationMatrix2D(((columns - 1) / 2, (rows - 1) / 2), -np.degrees(turn), 1.0)
    reach = int(np.hypot(rows, columns) / 2) + 2
    left, top = (max(0, int(each) - reach) for each in middle)
    place = frame[top : int(middle[1]) + reach, left : int(middle[0]) + reach]
    matrix[:, 2] += np.array(middle) - ((columns - 1) / 2 + left, (rows - 1) / 2 + top)
    size = (place.shape[1], place.shape[0])
    mask = cv2.warpAffine(np.full((rows, columns), 255, np.uint8), matrix, size)[..., None] / 255.0
    laid = cv2.warpAffine(small, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    place[:] = (laid * mask + place * (1 - mask)).astype(np.uint8)


def drawn_card(code: str) -> np.ndarray:
    """Rank over suit in two opposite corners, uint8 (880, 630, 3)."""
    rank, suit = code[:-1], code[-1]
    wide, tall = _CARD_PX
    card = np.full((tall, wide, 3), _PAPER, np.uint8)
    ink = _RED if suit in "HD" else _BLACK
    for _ in range(2):
        _write_rank(card, rank, ink)
        _draw_suit(card, suit, ink)
        card = np.ascontiguousarray(card[::-1, ::-1])
    return card


def _write_rank(card: np.ndarray, rank: str, ink: tuple[int, int, int]) -> None:
    """The right height in any font.

    OpenCV writes a stroke through its 0, so a 10 has the letter.
    """
    tall, wide = round(_INDEX_PX * 0.56), 96
    page = np.zeros((300, 400), np.uint8)
    cv2.putText(page, rank.replace("0", "O"), (40, 220), cv2.FONT_HERSHEY_SIMPLEX, 5.0, 255, 22, cv2.LINE_AA)
    rows, columns = np.nonzero(page > 60)
    figure: np.ndarray = page[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    across = min(wide, round(figure.shape[1] * tall / figure.shape[0]))
    figure = cv2.resize(figure, (across, tall), interpolation=cv2.INTER_AREA)[..., None] / 255.0
    top, left = _MIDDLE_PX[1] - _INDEX_PX // 2, _MIDDLE_PX[0] - across // 2
    place = card[top : top + tall, left : left + across]
    place[:] = (figure * ink + place * (1 - figure)).astype(np.uint8)


def _draw_suit(card: np.ndarray, suit: str, ink: tuple[int, int, int]) -> None:
    tall = _INDEX_PX * 0.38
    x, bottom = float(_MIDDLE_PX[0]), _MIDDLE_PX[1] + _INDEX_PX / 2
    top, half, lobe = bottom - tall, tall * 0.46, tall * 0.25
    middle = (top + bottom) / 2
    if suit == "D":
        _fill(card, [(x, top), (x + half * 0.85, middle), (x, bottom), (x - half * 0.85, middle)], ink)
        return
    if suit == "H":
        _dots(card, [(x - lobe * 0.92, top + lobe), (x + lobe * 0.92, top + lobe)], lobe, ink)
        _fill(
            card, [(x - half * 0.98, top + lobe * 1.3), (x + half * 0.98, top + lobe * 1.3), (x, bottom)], ink
        )
        return
    _fill(card, [(x, bottom - tall * 0.45), (x - lobe * 0.75, bottom), (x + lobe * 0.75, bottom)], ink)
    if suit == "S":
        base = bottom - tall * 0.2 - lobe
        _dots(card, [(x - lobe * 0.92, base), (x + lobe * 0.92, base)], lobe, ink)
        _fill(
            card, [(x - half * 0.98, base - lobe * 0.3), (x + half * 0.98, base - lobe * 0.3), (x, top)], ink
        )
    else:
        base = bottom - tall * 0.22 - lobe * 0.9
        places = [(x - lobe, base), (x + lobe, base), (x, top + lobe * 0.9), (x, base - lobe * 0.4)]
        _dots(card, places, lobe * 0.9, ink)


def _fill(card: np.ndarray, points: list[tuple[float, float]], ink: tuple[int, int, int]) -> None:
    cv2.fillPoly(card, [np.round(np.array(points)).astype(np.int32)], ink, cv2.LINE_AA)


def _dots(
    card: np.ndarray, places: list[tuple[float, float]], radius: float, ink: tuple[int, int, int]
) -> None:
    for x, y in places:
        cv2.circle(card, (round(x), round(y)), round(radius), ink, -1, cv2.LINE_AA)
