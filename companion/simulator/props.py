"""Painted things beside the dice: a phone, a glass."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np

from companion.simulator.arms import Colour
from companion.simulator.sprites import Picture

FINE = 1.5
"""Painting scale."""
PHONE = 4.5, 9.4
"""Width and length in die sides: 72 x 150 mm."""
PHONE_CORNER, PHONE_RIM = 0.7, 0.16
GLASS_FOOT, GLASS_RIM, GLASS_UP = 1.75, 2.25, 1.5
"""A tumbler's radii at foot and rim, and the rim's shift up the picture: 56 and 72 mm, 110 high."""
LIT_SHARE = 0.6
"""How often a phone's screen is lit."""
ROOM = 1.8
"""Room round a thing for its shadow, in die sides."""
SHADOW, SHADOW_BLUR = 0.4, 0.35
"""Darkness and softness of a shadow, in die sides [choice]."""
DRINKS: tuple[Colour, ...] = ((222, 226, 224), (60, 150, 220), (26, 38, 70), (60, 170, 235))
"""Water, apple juice, cola, orange juice."""
CASES: tuple[Colour, ...] = ((28, 26, 25), (70, 66, 62), (150, 120, 90), (60, 50, 120), (205, 205, 210))
"""A phone's frame: black, grey, blue, red, silver."""


class PropKind(Enum):
    PHONE = "phone"
    GLASS = "glass"


@dataclass(frozen=True, slots=True)
class Prop:
    """``look``: a seed."""

    kind: PropKind
    look: int

    @property
    def turn_deg(self) -> float:
        """A phone's turn, counterclockwise in the picture."""
        return float(np.random.default_rng(self.look).uniform(-180, 180))

    @property
    def parts(self) -> tuple[tuple[float, float], ...]:
        """Covering discs, from the foot, in die sides."""
        if self.kind is PropKind.GLASS:
            return (0.0, 0.0), (0.0, -GLASS_UP)
        turn = np.radians(self.turn_deg)
        ways = np.linspace(-1, 1, 4) * (PHONE[1] - PHONE[0]) / 2
        return tuple((float(way * np.sin(turn)), float(way * np.cos(turn))) for way in ways)

    @property
    def part_radius(self) -> float:
        return GLASS_RIM + 0.3 if self.kind is PropKind.GLASS else 0.65 * PHONE[0]


def prop_picture(prop: Prop, side_px: float) -> Picture:
    """The anchor is the middle of the foot."""
    rng = np.random.default_rng(prop.look)
    painted = _phone if prop.kind is PropKind.PHONE else _glass
    return painted(prop, FINE * side_px, rng)


def _phone(prop: Prop, px: float, rng: np.random.Generator) -> Picture:
    side = round((np.hypot(*PHONE) + 2 * ROOM) * px)
    half_wide, half_long = PHONE[0] / 2 * px, PHONE[1] / 2 * px
    inside = _in_rounded(side, prop.turn_deg, half_wide, half_long, PHONE_CORNER * px)
    cover = np.clip(inside + 0.5, 0, 1)
    colour = np.empty((side, side, 3), np.float32)
    colour[:] = CASES[int(rng.integers(len(CASES)))]
    edge = np.clip(1 - inside / (0.12 * px), 0, 1)
    colour += (40 * edge * _towards_light(side))[..., None]
    screen = np.clip(inside - PHONE_RIM * px + 0.5, 0, 1)[..., None]
    shown = _screen(rng, round(2 * half_wide), round(2 * half_long)) if rng.random() < LIT_SHARE else None
    colour = colour * (1 - screen) + screen * _glassy(shown, side, prop.turn_deg)
    return _finished(colour, cover, cover, (side / 2, side / 2), 0.25 * px, px)


def _in_rounded(side: int, turn_deg: float, half_wide: float, half_long: float, corner: float) -> np.ndarray:
    """Px inside a turned rounded rectangle; below 0 outside."""
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) - side / 2
    turn = np.radians(turn_deg)
    across, along = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
    dx, dy = np.abs(across) - half_wide + corner, np.abs(along) - half_long + corner
    outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
    inside_by: np.ndarray = corner - outside - np.minimum(np.maximum(dx, dy), 0)
    return inside_by


def _towards_light(side: int) -> np.ndarray:
    ramp = np.linspace(1, -1, side, dtype=np.float32)
    return (ramp[:, None] + ramp[None, :]) / 2


def _glassy(shown: np.ndarray | None, side: int, turn_deg: float) -> np.ndarray:
    black = np.full((side, side, 3), (20, 17, 16), np.float32)
    if shown is not None:
        high, wide = shown.shape[:2]
        matrix = cv2.getRotationMatrix2D((wide / 2, high / 2), turn_deg, 1.0)
        matrix[:, 2] += (side - wide) / 2, (side - high) / 2
        black = cv2.warpAffine(shown, matrix, (side, side)).astype(np.float32)
    gleam = np.exp(-(((_towards_light(side) - 0.25) / 0.22) ** 2))
    screen: np.ndarray = black + 26 * gleam[..., None]
    return screen


def _screen(rng: np.random.Generator, wide: int, high: int) -> np.ndarray:
    """A list of messages, uint8 (H, W, 3)."""
    dark = rng.random() < 0.5
    shown = np.full((high, wide, 3), (38, 33, 30) if dark else (236, 238, 238), np.uint8)
    hue = tuple(rng.integers(60, 220, 3).tolist())
    cv2.rectangle(shown, (0, 0), (wide, round(0.11 * high)), hue, -1)
    for row in range(6):
        top = round((0.15 + 0.135 * row) * high)
        long = rng.uniform(0.45, 0.78)
        left = round(wide * (0.08 if rng.random() < 0.6 else 0.92 - long))
        box = (left, top), (left + round(long * wide), top + round(0.09 * high))
        cv2.rectangle(
            shown, *box, hue if rng.random() < 0.3 else ((70, 64, 60) if dark else (206, 208, 208)), -1
        )
        for line in range(2):
            y = top + round((0.03 + 0.03 * line) * high)
            end = left + round(wide * long * rng.uniform(0.5, 0.9))
            ink = (200, 200, 200) if dark else (90, 90, 90)
            cv2.line(shown, (left + round(0.04 * wide), y), (end, y), ink, max(1, round(0.008 * high)))
    return cv2.GaussianBlur(shown, (0, 0), 1.2)


def _glass(prop: Prop, px: float, rng: np.random.Generator) -> Picture:
    side = round(2 * (GLASS_RIM + GLASS_UP + ROOM) * px)
    middle = side / 2
    drink = np.array(DRINKS[int(rng.integers(len(DRINKS)))], np.float32)
    wall, liquid, foot = (np.zeros((side, side), np.float32) for _ in range(3))
    full = rng.uniform(0.35, 0.8)
    for share in np.linspace(0, 1, 40):
        _disc(
            wall, middle, middle - share * GLASS_UP * px, (GLASS_FOOT + share * (GLASS_RIM - GLASS_FOOT)) * px
        )
        if share <= full:
            radius = (GLASS_FOOT + share * (GLASS_RIM - GLASS_FOOT) - 0.14) * px
            _disc(liquid, middle, middle - share * GLASS_UP * px, radius)
    _disc(foot, middle, middle, GLASS_FOOT * px)
    rim = _ring(side, middle, middle - GLASS_UP * px, GLASS_RIM * px, 0.11 * px)
    surface = _ring(
        side, middle, middle - full * GLASS_UP * px,
        (GLASS_FOOT + full * (GLASS_RIM - GLASS_FOOT) - 0.14) * px, 0.07 * px,
    )  # fmt: skip
    base = _ring(side, middle, middle, (GLASS_FOOT - 0.25) * px, 0.16 * px)
    inner = np.clip(wall - liquid, 0, 1)
    opacity = np.float32(0.28 if drink.min() > 200 else 0.86)
    alpha = np.clip(0.14 * inner + opacity * liquid + 0.30 * rim + 0.22 * base + 0.2 * surface, 0, 0.96)
    light = _towards_light(side)
    colour = drink * liquid[..., None] + np.array((196, 200, 198), np.float32) * (1 - liquid[..., None])
    colour = colour * (0.86 + 0.14 * light[..., None]) * (1 - 0.35 * base[..., None])
    shine = np.clip(rim * np.clip(0.35 + 1.6 * light * side / (4 * GLASS_RIM * px), 0, 1), 0, 1)
    shine = np.maximum(shine, _gleams(side, middle, px, rng))
    colour = colour * (1 - shine[..., None]) + 250 * shine[..., None]
    alpha = np.maximum(alpha, 0.85 * shine)
    return _finished(colour, alpha, 0.55 * wall, (middle, middle), 0.55 * px, px)


def _gleams(side: int, middle: float, px: float, rng: np.random.Generator) -> np.ndarray:
    gleams = np.zeros((side, side), np.float32)
    turn = float(rng.uniform(205, 235))
    for radius, up, begin, long in (
        (GLASS_RIM - 0.28, 0.9, turn, 44),
        (GLASS_FOOT + 0.05, 0.45, turn - 170, 30),
    ):
        centre = round(middle), round(middle - up * GLASS_UP * px)
        axes = round(radius * px), round(radius * px)
        cv2.ellipse(gleams, centre, axes, 0, begin, begin + long, 0.8, max(1, round(0.13 * px)), cv2.LINE_AA)
    return cv2.GaussianBlur(gleams, (0, 0), 0.05 * px)


def _disc(mask: np.ndarray, x: float, y: float, radius: float) -> None:
    cv2.circle(mask, (round(x), round(y)), round(radius), 1.0, -1, cv2.LINE_AA)


def _ring(side: int, x: float, y: float, radius: float, wide: float) -> np.ndarray:
    ring = np.zeros((side, side), np.float32)
    cv2.circle(ring, (round(x), round(y)), round(radius), 1.0, max(1, round(wide)), cv2.LINE_AA)
    return ring


def _finished(
    colour: np.ndarray,
    alpha: np.ndarray,
    blocks: np.ndarray,
    anchor: tuple[float, float],
    high_px: float,
    px: float,
) -> Picture:
    """Adds a shadow; premultiplied alpha, at its final size."""
    fallen = cv2.warpAffine(
        blocks, np.array([[1, 0, high_px], [0, 1, high_px]], np.float32), blocks.shape[::-1]
    )
    shadow = SHADOW * cv2.GaussianBlur(fallen, (0, 0), SHADOW_BLUR * px)
    whole = alpha + (1 - alpha) * shadow
    bgra = np.dstack([np.clip(colour, 0, 255) * alpha[..., None], 255 * whole]).astype(np.float32)
    small = cv2.resize(bgra, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA)
    room = ROOM * px / FINE
    box = room, room, small.shape[1] - room, small.shape[0] - room
    return Picture((small + 0.5).astype(np.uint8), (anchor[0] / FINE, anchor[1] / FINE), box)
