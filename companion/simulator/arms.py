"""Arms at the simulated table: skin of every shade, bare or in sleeves of every colour."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from companion.simulator.laying import chance
from companion.simulator.sprites import Picture

Colour = tuple[float, float, float]
"""BGR, 0-255."""
SKINS: tuple[Colour, ...] = (
    (172, 198, 238),
    (128, 162, 215),
    (88, 122, 178),
    (58, 82, 130),
    (38, 52, 84),
)
"""From light to dark; a person's skin is between two neighbours [choice]."""
SKIN_VARIES = 0.05
"""Share by which a channel varies [choice]."""
SHORT_CUFF, LONG_CUFF = (9.0, 13.0), (3.4, 5.2)
"""Ends of rolled and long sleeves, in die sides behind the palm."""
HAND_SIZES = 0.78, 1.0
"""A hand's size relative to a large hand: 165 to 210 mm from wrist to fingertip [choice]."""


@dataclass(frozen=True, slots=True)
class Person:
    """``cuff_y``: ``None`` for a bare arm. ``stripe``: ``None`` for a plain sleeve; ``stripe_sides``: its
    width.
    """

    skin: Colour
    size: float
    left_handed: bool
    cuff_y: float | None
    sleeve: Colour
    stripe: Colour | None
    stripe_sides: float
    loose: float


def person_by_chance(rng: np.random.Generator, surroundings: tuple[Colour, ...]) -> Person:
    bare, rolled = rng.random() < 0.25, rng.random() < 0.3
    return Person(
        skin_by_chance(rng),
        float(rng.uniform(*HAND_SIZES)),
        bool(rng.random() < 0.15),
        None if bare else float(rng.uniform(*(SHORT_CUFF if rolled else LONG_CUFF))),
        _cloth(rng, surroundings),
        _any_colour(rng) if rng.random() < 0.2 else None,
        float(rng.uniform(0.3, 1.2)),
        float(rng.uniform(0.3, 0.9)),
    )


def skin_by_chance(rng: np.random.Generator) -> Colour:
    at = rng.uniform(0, len(SKINS) - 1)
    shades = np.array(SKINS, np.float32)
    between = [np.interp(at, np.arange(len(SKINS)), shades[:, channel]) for channel in range(3)]
    varied = np.array(between) * (1 + rng.uniform(-SKIN_VARIES, SKIN_VARIES, 3))
    return tuple(np.clip(varied, 0, 255).tolist())


def _cloth(rng: np.random.Generator, surroundings: tuple[Colour, ...]) -> Colour:
    if surroundings and rng.random() < 0.25:
        return surroundings[int(rng.integers(len(surroundings)))]
    return _any_colour(rng)


def _any_colour(rng: np.random.Generator) -> Colour:
    hue, grey, bright = rng.integers(0, 180), rng.uniform(0, 1) ** 1.5, rng.uniform(35, 235)
    pixel = np.array([[[hue, round(200 * grey), round(bright)]]], np.uint8)
    blue, green, red = (float(each) for each in cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red


WIDE, ABOVE = 9.0, 6.0
"""Room across, and from the palm's middle to the upper edge, in die sides."""
FINGERS_REACH, HALF_HAND = 5.0, 3.3
"""From the palm's middle to the fingertips, and half a hand's width with its thumb."""
ROUNDED = 0.13
"""Blur that joins fingers and palm, in die sides [choice]."""
WRIST_Y, ELBOW_Y = 3.6, 14.0
FOREARM = 1.4, 2.3
"""Half the forearm's width at the wrist and towards the elbow: 45 and 74 mm across [choice]."""

Limb = tuple[float, float, float, float, float, float]
"""Round ends: x, y and radius of both."""


class Pose(Enum):
    GRIP = "grip"
    REST = "rest"


FINGER_ROOTS = (-1.45, -0.5, 0.46, 1.36)
TIPS = {
    Pose.GRIP: ((-1.85, -2.9), (-0.7, -3.35), (0.6, -3.25), (1.75, -2.75)),
    Pose.REST: ((-2.2, -4.1), (-0.75, -4.85), (0.65, -4.75), (1.95, -3.95)),
}
FINGER = {Pose.GRIP: (0.62, 0.55), Pose.REST: (0.58, 0.47)}
"""Radius of a finger at root and tip; a gripping one bends down and looks short."""
THUMBS: dict[Pose, tuple[Limb, ...]] = {
    Pose.GRIP: ((-1.2, 1.3, 0.9, -2.4, -0.2, 0.66), (-2.4, -0.2, 0.66, -2.5, -1.1, 0.55)),
    Pose.REST: ((-1.2, 1.4, 0.9, -2.6, -0.2, 0.66), (-2.6, -0.2, 0.66, -3.1, -1.5, 0.52)),
}


@dataclass(frozen=True, slots=True, eq=False)
class Relief:
    """``height`` float32 (H, W) in die sides, ``cover`` float32 (H, W) 0-1; ``palm`` in px."""

    height: np.ndarray
    cover: np.ndarray
    palm: tuple[float, float]


def hand_relief(pose: Pose, px_a_side: float, long: float) -> Relief:
    """``long``: die sides back from the palm."""
    palm = WIDE / 2 * px_a_side, ABOVE * px_a_side
    limbs = [*_hand(pose), (0.0, WRIST_Y, FOREARM[0], 0.0, ELBOW_Y, FOREARM[1])]
    limbs.append((0.0, ELBOW_Y, FOREARM[1], 0.0, max(ELBOW_Y, long) + WIDE, FOREARM[1]))
    return _relief(limbs, px_a_side, long, palm)


def sleeve_relief(px_a_side: float, long: float, cuff_y: float, loose: float) -> Relief:
    """``loose``: the cloth's distance from the arm, in die sides."""
    palm = WIDE / 2 * px_a_side, ABOVE * px_a_side
    radius = FOREARM[1] + loose
    at_cuff = float(np.interp(cuff_y, (WRIST_Y, ELBOW_Y), FOREARM)) + loose
    limbs = [(0.0, cuff_y, at_cuff, 0.0, ELBOW_Y, radius), (0.0, ELBOW_Y, radius, 0.0, long + WIDE, radius)]
    relief = _relief(limbs, px_a_side, long, palm)
    relief.cover[: round((ABOVE + cuff_y) * px_a_side)] = 0
    return relief


def _hand(pose: Pose) -> list[Limb]:
    limbs: list[Limb] = [(0.0, 1.9, 1.55, 0.0, WRIST_Y, FOREARM[0]), *THUMBS[pose]]
    root, tip = FINGER[pose]
    for x, (tip_x, tip_y) in zip(FINGER_ROOTS, TIPS[pose], strict=True):
        knuckle_y = -1.55 + 0.12 * x * x
        limbs.append((0.45 * x, 1.9, 1.1, x, knuckle_y, 0.72))
        limbs.append((x, knuckle_y, root, tip_x, tip_y, tip))
    return limbs


def _relief(limbs: list[Limb], px_a_side: float, long: float, palm: tuple[float, float]) -> Relief:
    high, wide = round((ABOVE + long) * px_a_side), round(WIDE * px_a_side)
    y, x = np.mgrid[0:high, 0:wide].astype(np.float32)
    x, y = (x - palm[0]) / px_a_side, (y - palm[1]) / px_a_side
    height, inside = np.zeros((high, wide), np.float32), np.full((high, wide), -9, np.float32)
    for limb in limbs:
        first, last = _rows(limb, px_a_side, palm[1], high)
        away, radius = _away(limb, x[first:last], y[first:last])
        np.maximum(height[first:last], np.sqrt(np.maximum(0, radius**2 - away**2)), out=height[first:last])
        np.maximum(inside[first:last], radius - away, out=inside[first:last])
    cover = np.clip(inside * px_a_side + 0.5, 0, 1)
    return Relief(cv2.GaussianBlur(height, (0, 0), ROUNDED * px_a_side), cover, palm)


def _rows(limb: Limb, px_a_side: float, palm_y: float, high: int) -> tuple[int, int]:
    top = min(limb[1] - limb[2], limb[4] - limb[5])
    bottom = max(limb[1] + limb[2], limb[4] + limb[5])
    return max(0, int(palm_y + top * px_a_side) - 1), min(high, int(palm_y + bottom * px_a_side) + 2)


def _away(limb: Limb, x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    x0, y0, r0, x1, y1, r1 = limb
    length2 = max(1e-6, (x1 - x0) ** 2 + (y1 - y0) ** 2)
    along = np.clip(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length2, 0, 1)
    away = np.hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0))
    return away, r0 + along * (r1 - r0)


LIGHT = np.array((-0.42, -0.46, 0.78), np.float32)
"""Towards the lamp: to the upper left and above, as in the sprites."""
DARK, LIT = 0.42, 0.66
"""Brightness in the dark, and the lamp's part [choice]."""
SHADOW, SHADOW_SIDES, SHADOW_BLUR = 0.42, 0.8, 0.5
"""An arm's shadow: darkness, length and softness, in die sides [choice]."""
GRAIN = {"skin": 0.018, "cloth": 0.05}
"""Colour variation of skin and cloth [choice]."""
THIN, THIN_SKIN = 0.9, (-0.10, -0.07, 0.02)
"""Thin parts of a hand, below this height in die sides, are redder: shares by which B, G and R change."""
FOLDS = 0.16
"""Depth of a sleeve's folds, in die sides [choice]."""


def arm_picture(person: Person, pose: Pose, turn_deg: float, long: float, side_px: float) -> Picture:
    """An arm; its fingers point ``turn_deg`` counterclockwise from up the picture; ``long``: in die sides.

    The anchor is the palm's middle.
    """
    px = side_px * person.size
    long /= person.size
    skin = _turned(hand_relief(pose, px, long), turn_deg, person.left_handed)
    lit = _lit(skin.height, px) * _grain(skin.cover.shape, GRAIN["skin"], px)
    thin = np.clip(1 - skin.height / THIN, 0, 1)
    planes = [shade * (1 + redder * thin) * lit for shade, redder in zip(person.skin, THIN_SKIN, strict=True)]
    cover = skin.cover
    if person.cuff_y is not None:
        sleeve = sleeve_relief(px, long, person.cuff_y, person.loose)
        striped = _turn(_stripes(sleeve.cover.shape, person, px), turn_deg, person.left_handed)
        folded = Relief(sleeve.height + _folds(sleeve.cover.shape, px), sleeve.cover, sleeve.palm)
        cloth = _turned(folded, turn_deg, person.left_handed)
        lit = _lit(cloth.height, px) * _grain(cloth.cover.shape, GRAIN["cloth"], 0.1 * px)
        for plane, plain, stripe in zip(planes, person.sleeve, person.stripe or person.sleeve, strict=True):
            plane += cloth.cover * ((plain + (stripe - plain) * striped) * lit - plane)
        cover = np.maximum(cover, cloth.cover)
    return _with_shadow(planes, cover, skin.palm, side_px)


def _lit(height: np.ndarray, px: float) -> np.ndarray:
    """float32 (H, W), about 0.4 to 1.1."""
    across = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=px / 8)
    down = cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=px / 8)
    facing = (LIGHT[2] - LIGHT[0] * across - LIGHT[1] * down) / np.sqrt(1 + across**2 + down**2)
    lit: np.ndarray = DARK + LIT * np.clip(facing, 0, 1)
    return lit


def _grain(shape: tuple[int, int], depth: float, across_px: float) -> np.ndarray:
    """Smooth factors float32 (H, W) about 1."""
    cells = [max(2, round(length / max(1.0, across_px))) for length in shape]
    coarse = chance(*shape).standard_normal(cells, dtype=np.float32) * depth + 1
    return cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_LINEAR)


def _folds(shape: tuple[int, int], px: float) -> np.ndarray:
    high, wide = shape
    cells = max(3, round(high / (1.1 * px))), max(2, round(wide / (3.2 * px)))
    coarse = chance(high, wide).normal(0, FOLDS, cells).astype(np.float32)
    return cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_CUBIC)


def _stripes(shape: tuple[int, int], person: Person, px: float) -> np.ndarray:
    """float32 (H, W), 0 or 1."""
    striped = np.zeros(shape, np.float32)
    striped[(np.arange(shape[0]) / px // person.stripe_sides).astype(int) % 2 == 0] = 1
    return striped


def _turned(relief: Relief, turn_deg: float, mirrored: bool) -> Relief:
    matrix, _ = _turning(relief.cover.shape, turn_deg)
    height, cover = (_turn(part, turn_deg, mirrored) for part in (relief.height, relief.cover))
    return Relief(height, cover, tuple((matrix @ (*relief.palm, 1)).tolist()))


def _turn(picture: np.ndarray, turn_deg: float, mirrored: bool) -> np.ndarray:
    matrix, size = _turning(picture.shape[:2], turn_deg)
    return cv2.warpAffine(cv2.flip(picture, 1) if mirrored else picture, matrix, size, flags=cv2.INTER_LINEAR)


def _turning(shape: tuple[int, ...], turn_deg: float) -> tuple[np.ndarray, tuple[int, int]]:
    high, wide = shape
    turn = np.radians(turn_deg)
    new_wide = int(abs(wide * np.cos(turn)) + abs(high * np.sin(turn))) + 2
    new_high = int(abs(high * np.cos(turn)) + abs(wide * np.sin(turn))) + 2
    matrix: np.ndarray = cv2.getRotationMatrix2D((wide / 2, high / 2), turn_deg, 1.0)
    matrix[:, 2] += (new_wide - wide) / 2, (new_high - high) / 2
    return matrix, (new_wide, new_high)


def _with_shadow(
    planes: list[np.ndarray], cover: np.ndarray, palm: tuple[float, float], side_px: float
) -> Picture:
    """The three BGR planes, float32 (H, W), with a shadow; the picture grows to hold it."""
    room = round((SHADOW_SIDES + 2.5 * SHADOW_BLUR) * side_px)
    frame = (room, room, room, room, cv2.BORDER_CONSTANT)
    high, wide = cover.shape
    alpha = cv2.copyMakeBorder(cover, *frame)
    shadow = _shadow(alpha, side_px)
    alpha += (1 - alpha) * shadow
    colours = [cv2.copyMakeBorder(np.clip(plane, 0, 255) * cover, *frame) for plane in planes]
    bgra = cv2.merge([*colours, 255 * alpha])
    box = room, room, room + wide, room + high
    return Picture(cv2.convertScaleAbs(bgra), (palm[0] + room, palm[1] + room), box)


def _shadow(cover: np.ndarray, side_px: float) -> np.ndarray:
    """Darkness 0-1; soft, so computed at a quarter of the pixels."""
    small = cv2.resize(cover, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    off = SHADOW_SIDES * side_px / 4
    fallen = cv2.warpAffine(small, np.array([[1, 0, off], [0, 1, off]], np.float32), small.shape[::-1])
    soft = SHADOW * cv2.GaussianBlur(fallen, (0, 0), SHADOW_BLUR * side_px / 4)
    shadow: np.ndarray = cv2.resize(soft, cover.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return shadow
