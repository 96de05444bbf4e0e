"""A star drawn in perspective over the pip of a real one, as no public photograph shows star dice."""

from __future__ import annotations

import cv2
import numpy as np

from models.compose.sketch import star_points

Rng = np.random.Generator
LEAST_DIE_PX = 26
"""Below this a pip has too few pixels to be found and replaced cleanly (looked at by eye)."""
PIP_AREA = (0.008, 0.09)
"""Share of the die's box that its single pip covers."""
MOST_PIP = 0.36
MOST_STAR = 0.42
"""Longest diameter of the pip, and longest radius of the star, over the shorter side of the die's box."""


def find_pip(die: np.ndarray) -> tuple[tuple, np.ndarray] | None:
    """The lone pip near the middle of a die's picture (uint8, H, W, 3): its ellipse and its mask."""
    height, width = die.shape[:2]
    lab = cv2.cvtColor(die, cv2.COLOR_BGR2LAB)
    kernel = int(min(height, width) * 0.55) | 1
    away = np.abs(lab.astype(np.float32) - cv2.medianBlur(lab, kernel).astype(np.float32)).sum(2)
    central = np.zeros((height, width), np.uint8)
    cv2.ellipse(central, (width // 2, height // 2), (width // 3, height // 3), 0, 0, 360, 1, -1)
    peak = float((away * central).max())
    if peak < 50:
        return None
    count, labels, stats, centres = cv2.connectedComponentsWithStats((away > peak * 0.5).astype(np.uint8))
    best = None
    for index in range(1, count):
        share = stats[index, cv2.CC_STAT_AREA] / (height * width)
        off = np.linalg.norm((centres[index] - (width / 2, height / 2)) / (width, height))
        if PIP_AREA[0] < share < PIP_AREA[1] and off < 0.3 and (best is None or off < best[0]):
            best = (off, index)
    if best is None:
        return None
    mask = (labels == best[1]).astype(np.uint8)
    outline = max(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
    if len(outline) < 5:
        return None
    ellipse = cv2.fitEllipse(outline)
    long, short = max(ellipse[1]), min(ellipse[1])
    fits = short > 1.5 and long / short < 2.2 and long < MOST_PIP * min(height, width)
    return (ellipse, mask) if fits else None


def starred(rng: Rng, picture: np.ndarray, box: tuple[float, float, float, float]) -> np.ndarray | None:
    """A copy of the picture whose one inside ``box`` is now a star; ``None`` where no pip was found."""
    left, top, right, bottom = (round(each) for each in box)
    if min(right - left, bottom - top) < LEAST_DIE_PX:
        return None
    picture = picture.copy()
    die = picture[max(0, top) : bottom, max(0, left) : right]
    found = find_pip(die)
    if found is None:
        return None
    ((x, y), (one, other), turn_deg), mask = found
    ink = tuple(float(each) for each in np.median(die[mask > 0], 0))
    if rng.random() < 0.2:
        ink = tuple(float(each) for each in rng.uniform(0, 60, 3))
    grown = cv2.dilate(mask, np.ones((3, 3), np.uint8), iterations=2)
    clean = cv2.inpaint(die, grown, 3, cv2.INPAINT_TELEA)
    most = MOST_STAR * min(die.shape[:2]) / (max(one, other) / 2)
    growth, turn = min(rng.uniform(1.7, 3.3), most), np.radians(turn_deg)
    corners = star_points(1.0, rng.uniform(0.36, 0.5), rng.uniform(0, 6.3)) * (
        one / 2 * growth,
        other / 2 * growth,
    )
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    outline = np.round((corners @ spin + (x + 0.5, y + 0.5)) * 16 * 4).astype(np.int32)
    large = np.zeros((die.shape[0] * 4, die.shape[1] * 4), np.uint8)
    cv2.fillPoly(large, [outline], 255, cv2.LINE_AA, 4)
    alpha = (
        cv2.resize(large, (die.shape[1], die.shape[0]), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    )
    alpha = cv2.GaussianBlur(alpha, (0, 0), rng.uniform(0.3, 0.9))[..., None]
    die[:] = (clean * (1 - alpha) + np.asarray(ink, np.float32) * alpha).astype(np.uint8)
    return picture
