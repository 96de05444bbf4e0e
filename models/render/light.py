"""Light for a sheet: procedural rooms and skies as environment pictures. numpy only.

An environment is float32 (H, W, 3), linear RGB radiance: row 0 at the zenith, the last row straight down,
column u at azimuth 2 pi u, clockwise from +y as seen from above (Mitsuba's convention turned to z up).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

HEIGHT, WIDTH = 256, 512

TRAIN_LIGHTS = ("window", "lamp", "two_lamps", "sky", "hard", "ceiling", "window_lamp")
LIGHTS = {"train": TRAIN_LIGHTS, "valid": ("mullion", "strip", "sky"), "test": ("blinds", "ring", "corner")}
"""Light set-ups by split: those of valid (but the sky) and test are never seen in training."""


@dataclass(frozen=True, slots=True, eq=False)
class Environment:
    """``radiance`` as described above; ``main_azimuth_deg``/``main_elevation_deg`` of the strongest light."""

    kind: str
    radiance: np.ndarray
    main_azimuth_deg: float
    main_elevation_deg: float

    @property
    def irradiance(self) -> np.ndarray:
        """Irradiance of an unoccluded horizontal plane, linear RGB (3,)."""
        theta = (np.arange(HEIGHT) + 0.5) / HEIGHT * np.pi
        weight = np.clip(np.cos(theta), 0, None) * np.sin(theta) * (np.pi / HEIGHT) * (2 * np.pi / WIDTH)
        return np.einsum("hwc,h->c", self.radiance, weight)


def _directions() -> np.ndarray:
    theta = ((np.arange(HEIGHT) + 0.5) / HEIGHT * np.pi)[:, None]
    phi = ((np.arange(WIDTH) + 0.5) / WIDTH * 2 * np.pi)[None, :]
    flat = np.sin(theta)
    return np.stack((flat * np.sin(phi), flat * np.cos(phi), np.cos(theta) + 0 * phi), axis=-1)


DIRECTIONS = _directions()


def toward(azimuth_deg: float, elevation_deg: float) -> np.ndarray:
    """Unit vector (3,) to a place in the environment."""
    azimuth, elevation = np.radians([azimuth_deg, elevation_deg])
    flat = np.cos(elevation)
    return np.array([flat * np.sin(azimuth), flat * np.cos(azimuth), np.sin(elevation)])


def _disk(middle: np.ndarray, radius_deg: float) -> np.ndarray:
    cosine = np.clip(DIRECTIONS @ middle, -1, 1)
    return np.clip((radius_deg - np.degrees(np.arccos(cosine))) / 0.7 + 0.5, 0, 1)


def _tangent(middle: np.ndarray, roll_deg: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    side = np.cross(middle, (0.0, 0.0, 1.0))
    side = side / max(np.linalg.norm(side), 1e-6)
    over = np.cross(side, middle)
    roll = np.radians(roll_deg)
    side, over = side * np.cos(roll) + over * np.sin(roll), over * np.cos(roll) - side * np.sin(roll)
    ahead = DIRECTIONS @ middle
    far = np.where(ahead > 0.05, ahead, np.inf)
    beyond = np.where(ahead > 0.05, 0.0, 9.0)
    return DIRECTIONS @ side / far + beyond, DIRECTIONS @ over / far + beyond


def _pane(middle: np.ndarray, half_wide: float, half_high: float, roll_deg: float = 0.0) -> np.ndarray:
    x, y = _tangent(middle, roll_deg)
    soft = 0.02
    return np.clip((half_wide - np.abs(x)) / soft, 0, 1) * np.clip((half_high - np.abs(y)) / soft, 0, 1)


def _mullioned(middle: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    x, y = _tangent(middle)
    pane = _pane(middle, rng.uniform(0.4, 0.8), rng.uniform(0.4, 0.9))
    return pane * (np.abs(x) > 0.035) * (np.abs(y - 0.1) > 0.03)


def _blinds(middle: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    _, y = _tangent(middle)
    slats = rng.uniform(5, 10)
    return _pane(middle, rng.uniform(0.4, 0.8), rng.uniform(0.4, 0.8)) * (np.mod(y * slats, 1) < 0.55)


def _warmth(rng: np.random.Generator, low: float, high: float) -> np.ndarray:
    """Light colour between cold (-1) and warm (+1), mean one."""
    warm = rng.uniform(low, high)
    colour = np.array([1 + 0.35 * warm, 1 + 0.02 * warm, 1 - 0.45 * warm])
    return colour / colour.mean()


def _room(rng: np.random.Generator) -> np.ndarray:
    """A dim room: ceiling, walls and a few blurred things, mean radiance about one."""
    z = DIRECTIONS[..., 2]
    ceiling, wall = rng.uniform(0.5, 1.6), rng.uniform(0.4, 1.2)
    grey = wall + (ceiling - wall) * np.clip((z - 0.1) / rng.uniform(0.2, 0.8), 0, 1)
    room = grey[..., None] * _warmth(rng, -0.4, 0.8)
    for _ in range(rng.integers(3, 9)):
        middle = toward(rng.uniform(0, 360), rng.uniform(0, 60))
        patch = _pane(middle, rng.uniform(0.05, 0.5), rng.uniform(0.05, 0.6))[..., None]
        room = room * (1 - patch) + patch * room * rng.uniform(0.2, 1.8, 3) * rng.uniform(0.5, 1.5)
    return room


def _sky(rng: np.random.Generator) -> np.ndarray:
    z = np.clip(DIRECTIONS[..., 2:], 0, 1)
    horizon, zenith = rng.uniform(0.7, 1.6) * _warmth(rng, -0.1, 0.6), _warmth(rng, -0.9, -0.1)
    sky = horizon * (1 - z) ** 2 + zenith * (1 - (1 - z) ** 2)
    side = toward(rng.uniform(0, 360), rng.uniform(10, 60))
    glow = np.clip(DIRECTIONS @ side, 0, 1)[..., None] ** rng.uniform(2, 12)
    return sky + glow * rng.uniform(0.5, 4.0) * _warmth(rng, 0.0, 0.7)


def _emitters(kind: str, main: tuple[float, float], rng: np.random.Generator) -> list[np.ndarray]:
    """The bright things of a set-up as masks (H, W); the first is the main light."""
    azimuth, elevation = main
    middle = toward(azimuth, elevation)
    if kind in ("window", "window_lamp"):
        lights = [_pane(middle, rng.uniform(0.25, 0.9), rng.uniform(0.3, 0.9))]
        if kind == "window_lamp":
            lights.append(
                _disk(toward(azimuth + rng.uniform(90, 270), rng.uniform(35, 80)), rng.uniform(3, 8))
            )
        return lights
    if kind in ("lamp", "two_lamps"):
        lights = [_disk(middle, rng.uniform(3, 12))]
        if kind == "two_lamps":
            lights.append(
                _disk(toward(azimuth + rng.uniform(60, 300), rng.uniform(30, 80)), rng.uniform(2, 10))
            )
        return lights
    if kind == "hard":
        return [_disk(middle, rng.uniform(0.8, 1.8))]
    if kind == "ceiling":
        roll, gap = rng.uniform(0, 180), rng.uniform(18, 35)
        panes = [_pane(toward(azimuth, 90 - step * gap), 0.3, 0.08, roll) for step in (0, 1, -1)]
        return [np.max(panes, axis=0)]
    if kind == "strip":
        return [_pane(middle, rng.uniform(0.8, 1.8), rng.uniform(0.03, 0.08), rng.uniform(-20, 20))]
    if kind == "mullion":
        return [_mullioned(middle, rng)]
    if kind == "blinds":
        return [_blinds(middle, rng)]
    if kind == "ring":
        return [np.clip(_disk(middle, 14.0) - _disk(middle, 10.0), 0, 1)]
    if kind == "corner":
        other = toward(azimuth + 90, elevation * 0.8)
        return [_pane(middle, 0.5, 0.7), _pane(other, 0.3, 0.7)]
    return []


def environment(kind: str, rng: np.random.Generator) -> Environment:
    """A random environment of one kind (see ``LIGHTS``)."""
    low = kind in ("window", "mullion", "blinds", "corner", "window_lamp")
    main = (rng.uniform(0, 360), rng.uniform(24, 55) if low else rng.uniform(32, 84))
    radiance = _sky(rng) if kind == "sky" else _room(rng)
    ambient = Environment(kind, radiance, *main).irradiance.mean()
    day = kind in ("window", "mullion", "blinds", "corner")
    strength = rng.uniform(0.8, 3.0) if kind in ("ceiling", "ring") or day else rng.uniform(0.5, 4.0)
    for mask in _emitters(kind, main, rng):
        colour = _warmth(rng, -0.7, 0.3) if day else _warmth(rng, -0.3, 0.9)
        shape = mask[..., None] * colour
        share = Environment(kind, shape, *main).irradiance.mean()
        radiance = radiance + shape * (strength * ambient / max(share, 1e-4))
        strength *= rng.uniform(0.3, 0.9)
    return Environment(kind, radiance.astype(np.float32), *main)


def studio(azimuth_deg: float, elevation_deg: float) -> Environment:
    """A calm fixed light for pictures that people look at: a wide soft window and a pale room."""
    z = DIRECTIONS[..., 2:]
    room = 0.55 + 0.55 * np.clip(z, 0, 1) + np.zeros(3)
    middle = toward(azimuth_deg, elevation_deg)
    window = _pane(middle, 0.55, 0.5)[..., None] * np.array([1.06, 1.0, 0.92])
    fill = _disk(toward(azimuth_deg + 150, 40), 9.0)[..., None] * np.array([0.9, 0.97, 1.1])
    radiance = (room + 9.0 * window + 5.0 * fill).astype(np.float32)
    return Environment("studio", radiance, azimuth_deg, elevation_deg)
