"""Procedural rooms and skies as environment pictures. numpy only.

Float32 (H, W, 3), linear RGB radiance: row 0 at the zenith, the last row straight down, column u at azimuth 2
pi u, clockwise from +y as seen from above (Mitsuba's convention turned to z up).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

HEIGHT, WIDTH = 256, 512


@dataclass(frozen=True, slots=True, eq=False)
class Environment:
    """``main_azimuth_deg``, ``main_elevation_deg``: of the strongest light."""

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
    """Unit vector (3,)."""
    azimuth, elevation = np.radians([azimuth_deg, elevation_deg])
    flat = np.cos(elevation)
    return np.array([flat * np.sin(azimuth), flat * np.cos(azimuth), np.sin(elevation)])


def _disk(middle: np.ndarray, radius_deg: float) -> np.ndarray:
    cosine = np.clip(DIRECTIONS @ middle, -1, 1)
    return np.clip((radius_deg - np.degrees(np.arccos(cosine))) / 0.7 + 0.5, 0, 1)


def _tangent(middle: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    side = np.cross(middle, (0.0, 0.0, 1.0))
    side = side / max(np.linalg.norm(side), 1e-6)
    over = np.cross(side, middle)
    ahead = DIRECTIONS @ middle
    far = np.where(ahead > 0.05, ahead, np.inf)
    beyond = np.where(ahead > 0.05, 0.0, 9.0)
    return DIRECTIONS @ side / far + beyond, DIRECTIONS @ over / far + beyond


def _pane(middle: np.ndarray, half_wide: float, half_high: float) -> np.ndarray:
    x, y = _tangent(middle)
    soft = 0.02
    return np.clip((half_wide - np.abs(x)) / soft, 0, 1) * np.clip((half_high - np.abs(y)) / soft, 0, 1)


def studio(azimuth_deg: float, elevation_deg: float) -> Environment:
    """A fixed light for pictures that people look at: a wide soft window and a pale room."""
    z = DIRECTIONS[..., 2:]
    room = 0.55 + 0.55 * np.clip(z, 0, 1) + np.zeros(3)
    middle = toward(azimuth_deg, elevation_deg)
    window = _pane(middle, 0.55, 0.5)[..., None] * np.array([1.06, 1.0, 0.92])
    fill = _disk(toward(azimuth_deg + 150, 40), 9.0)[..., None] * np.array([0.9, 0.97, 1.1])
    radiance = (room + 9.0 * window + 5.0 * fill).astype(np.float32)
    return Environment("studio", radiance, azimuth_deg, elevation_deg)
