"""Pictures of arms: hand, forearm and sleeve under the table's light, with their shadow."""

from __future__ import annotations

import cv2
import numpy as np

from companion.hardware.simulated.hand_shapes import (
    Pose,
    Relief,
    hand_relief,
    sleeve_relief,
)
from companion.hardware.simulated.people import Person
from companion.hardware.simulated.shaking import chance
from companion.hardware.simulated.sprites import Picture

LIGHT = np.array((-0.42, -0.46, 0.78), np.float32)
"""Towards the lamp: to the upper left and above, as the sprites were rendered."""
DARK, LIT = 0.42, 0.66
"""Share of the colour that stays in the dark, and what the lamp adds [choice]."""
SHADOW, SHADOW_SIDES, SHADOW_BLUR = 0.42, 0.8, 0.5
"""Darkness of an arm's shadow, how far it falls and how soft it is, in die sides [choice]."""
GRAIN = {"skin": 0.018, "cloth": 0.05}
"""How much the colour varies over skin and cloth [choice]."""
THIN, THIN_SKIN = 0.9, (-0.10, -0.07, 0.02)
"""Where a hand is lower than so many die sides, blue, green and red change by these shares."""
FOLDS = 0.16
"""Depth of the folds of a sleeve, in die sides [choice]."""


def arm_picture(person: Person, pose: Pose, turn_deg: float, long: float, side_px: float) -> Picture:
    """An arm of this length whose fingers point ``turn_deg`` counterclockwise from up the picture.

    ``side_px`` is a die's side in the frame, ``long`` is in die sides. The anchor is the palm's middle.
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
    """How bright a relief is under the lamp, float32 (H, W), about 0.4 to 1.1."""
    across = cv2.Sobel(height, cv2.CV_32F, 1, 0, scale=px / 8)
    down = cv2.Sobel(height, cv2.CV_32F, 0, 1, scale=px / 8)
    facing = (LIGHT[2] - LIGHT[0] * across - LIGHT[1] * down) / np.sqrt(1 + across**2 + down**2)
    lit: np.ndarray = DARK + LIT * np.clip(facing, 0, 1)
    return lit


def _grain(shape: tuple[int, int], depth: float, across_px: float) -> np.ndarray:
    """Factors float32 (H, W) about 1, alike over some pixels."""
    cells = [max(2, round(length / max(1.0, across_px))) for length in shape]
    coarse = chance(*shape).standard_normal(cells, dtype=np.float32) * depth + 1
    return cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_LINEAR)


def _folds(shape: tuple[int, int], px: float) -> np.ndarray:
    """Folds across a sleeve, as heights in die sides."""
    high, wide = shape
    cells = max(3, round(high / (1.1 * px))), max(2, round(wide / (3.2 * px)))
    coarse = chance(high, wide).normal(0, FOLDS, cells).astype(np.float32)
    return cv2.resize(coarse, (wide, high), interpolation=cv2.INTER_CUBIC)


def _stripes(shape: tuple[int, int], person: Person, px: float) -> np.ndarray:
    """Where a sleeve has its stripe's colour, float32 (H, W) 0 or 1."""
    striped = np.zeros(shape, np.float32)
    striped[(np.arange(shape[0]) / px // person.stripe_sides).astype(int) % 2 == 0] = 1
    return striped


def _turned(relief: Relief, turn_deg: float, mirrored: bool) -> Relief:
    """The relief turned, in as much room as it then needs."""
    matrix, _ = _turning(relief.cover.shape, turn_deg)
    height, cover = (_turn(part, turn_deg, mirrored) for part in (relief.height, relief.cover))
    return Relief(height, cover, tuple((matrix @ (*relief.palm, 1)).tolist()))


def _turn(picture: np.ndarray, turn_deg: float, mirrored: bool) -> np.ndarray:
    matrix, size = _turning(picture.shape[:2], turn_deg)
    return cv2.warpAffine(cv2.flip(picture, 1) if mirrored else picture, matrix, size, flags=cv2.INTER_LINEAR)


def _turning(shape: tuple[int, ...], turn_deg: float) -> tuple[np.ndarray, tuple[int, int]]:
    """Affine (2, 3) that turns a picture about its middle into the room that it then needs, and that room."""
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
    """The picture of blue, green and red float32 (H, W), with room round it for its shadow."""
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
    """The shadow of what covers, 0-1; it is soft, so a quarter of the pixels is enough."""
    small = cv2.resize(cover, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    off = SHADOW_SIDES * side_px / 4
    fallen = cv2.warpAffine(small, np.array([[1, 0, off], [0, 1, off]], np.float32), small.shape[::-1])
    soft = SHADOW * cv2.GaussianBlur(fallen, (0, 0), SHADOW_BLUR * side_px / 4)
    shadow: np.ndarray = cv2.resize(soft, cover.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return shadow
