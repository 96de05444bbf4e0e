"""Distances to things, and hits of rays: one source for processor and GPU (numba).

Compiled for the GPU if there is one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numba import cuda, njit

from models.lessons.columns import (
    BALL,
    BOX,
    DISC,
    EIGHT,
    ELLIPSOID,
    FAR,
    HALVES,
    KIND,
    MIDDLE,
    ROD,
    ROUND,
    TURN,
)

ON_GPU = cuda.is_available()
TOUCHED, NEARLY = 0.0015, 0.02
"""Distances of a hit, also when the steps are used up."""
SHADOW_STEPS = 14


def part(function: Callable[..., Any]) -> Callable[..., Any]:
    if ON_GPU:
        return cuda.jit(function, device=True, fastmath=True)
    return njit(function, fastmath=True, inline="never")


def _normals_of_sides() -> Iterator[list[tuple[float, float, float]]]:
    """Outward normals of solids of eight, twelve, twenty, four and ten sides."""
    golden = (1 + 5**0.5) / 2
    eight: list[tuple[float, float, float]] = [(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]

    def in_turn(a: float, b: float) -> Iterator[tuple[float, float, float]]:
        yield from ((0, a, b), (a, b, 0), (b, 0, a))

    yield eight
    yield [way for a in (-1, 1) for b in (-golden, golden) for way in in_turn(a, b)]
    yield [
        *eight,
        *(way for a in (-1 / golden, 1 / golden) for b in (-golden, golden) for way in in_turn(a, b)),
    ]
    yield [(1, 1, 1), (-1, -1, 1), (-1, 1, -1), (1, -1, -1)]
    angles = [(math.pi * (2 * side + (sign < 0)) / 5, sign) for sign in (-1, 1) for side in range(5)]
    yield [(math.cos(angle), math.sin(angle), 0.78 * sign) for angle, sign in angles]


def _table_of_sides() -> tuple[np.ndarray, np.ndarray]:
    rows, starts = [], [0]
    for ways in _normals_of_sides():
        rows += [np.array(each) / np.linalg.norm(each) for each in ways]
        starts.append(len(rows))
    return np.array(rows, np.float32), np.array(starts, np.int32)


NORMALS, STARTS = _table_of_sides()
"""All unit normals (61, 3), and where each kind from ``EIGHT`` on begins."""


@part
def larger(a, b):
    """Not every numba has ``max`` for a GPU (0.68 has none)."""
    return a if a > b else b


@part
def smaller(a, b):
    return a if a < b else b


@part
def local(thing, x, y, z):
    """Converts a point to a thing's own axes."""
    return local_way(thing, x - thing[MIDDLE], y - thing[MIDDLE + 1], z - thing[MIDDLE + 2])


@part
def local_way(thing, x, y, z):
    """Converts a direction to a thing's own axes."""
    return (
        thing[TURN] * x + thing[TURN + 3] * y + thing[TURN + 6] * z,
        thing[TURN + 1] * x + thing[TURN + 4] * y + thing[TURN + 7] * z,
        thing[TURN + 2] * x + thing[TURN + 5] * y + thing[TURN + 8] * z,
    )


@part
def turned(thing, x, y, z):
    """Converts a direction from the thing's own axes to the table's."""
    return (
        thing[TURN] * x + thing[TURN + 1] * y + thing[TURN + 2] * z,
        thing[TURN + 3] * x + thing[TURN + 4] * y + thing[TURN + 5] * z,
        thing[TURN + 6] * x + thing[TURN + 7] * y + thing[TURN + 8] * z,
    )


@part
def box_distance(thing, x, y, z):
    """Round edges, corners cut off by a ball, if any."""
    r = thing[ROUND]
    ax, ay, az = abs(x) - thing[HALVES] + r, abs(y) - thing[HALVES + 1] + r, abs(z) - thing[HALVES + 2] + r
    mx, my, mz = larger(ax, 0.0), larger(ay, 0.0), larger(az, 0.0)
    d = math.sqrt(mx * mx + my * my + mz * mz) + smaller(larger(ax, larger(ay, az)), 0.0) - r
    if thing[BALL] > 0.0:
        d = larger(d, math.sqrt(x * x + y * y + z * z) - thing[BALL])
    return d


@part
def disc_distance(thing, x, y, z):
    """Round edges; a button has two or four holes."""
    r = thing[ROUND]
    a, b = math.sqrt(x * x + y * y) - thing[HALVES] + r, abs(z) - thing[HALVES + 2] + r
    ma, mb = larger(a, 0.0), larger(b, 0.0)
    d = math.sqrt(ma * ma + mb * mb) + smaller(larger(a, b), 0.0) - r
    if thing[BALL] > 0.0:
        ha, hb = abs(x) - 0.22 * thing[HALVES], abs(y) - 0.22 * thing[HALVES]
        if thing[BALL] < 1.5:
            hb = y
        d = larger(d, 0.13 * thing[HALVES] - math.sqrt(ha * ha + hb * hb))
    return d


@part
def distance(thing, normals, starts, x, y, z):
    """Distance of a point in the thing's own axes; negative inside."""
    kind = int(thing[KIND])
    if kind == BOX:
        return box_distance(thing, x, y, z)
    if kind == ELLIPSOID:
        sx, sy, sz = x / thing[HALVES], y / thing[HALVES + 1], z / thing[HALVES + 2]
        k = math.sqrt(sx * sx + sy * sy + sz * sz)
        return (k - 1.0) * smaller(thing[HALVES], smaller(thing[HALVES + 1], thing[HALVES + 2]))
    if kind == DISC:
        return disc_distance(thing, x, y, z)
    if kind == ROD:
        a = larger(abs(x) - thing[HALVES], 0.0)
        return math.sqrt(a * a + y * y + z * z) - thing[HALVES + 1]
    d = -1e9
    for side in range(starts[kind - EIGHT], starts[kind - EIGHT + 1]):
        d = larger(d, normals[side, 0] * x + normals[side, 1] * y + normals[side, 2] * z)
    return d - thing[HALVES]


@part
def near_far(thing, reach, ox, oy, oz, dx, dy, dz):
    """Where a ray enters and leaves the ball round a thing; a miss leaves before entering."""
    px, py, pz = ox - thing[MIDDLE], oy - thing[MIDDLE + 1], oz - thing[MIDDLE + 2]
    b = px * dx + py * dy + pz * dz
    root = b * b - (px * px + py * py + pz * pz) + reach * reach
    if root <= 0.0:
        return 1.0, -1.0
    root = math.sqrt(root)
    return -b - root, -b + root


@part
def met(thing, normals, starts, ox, oy, oz, dx, dy, dz, steps):
    """Along a ray (a unit way on the table's axes); negative for a miss."""
    if thing[KIND] < 0.5:
        return -1.0
    t, last = near_far(thing, thing[FAR], ox, oy, oz, dx, dy, dz)
    t = larger(t, 0.0)
    if last <= 0.0 or t > last:
        return -1.0
    x, y, z = local(thing, ox, oy, oz)
    wx, wy, wz = local_way(thing, dx, dy, dz)
    d = 1.0
    for _ in range(steps):
        d = distance(thing, normals, starts, x + t * wx, y + t * wy, z + t * wz)
        if d < TOUCHED:
            return t
        t += d
        if t > last:
            return -1.0
    return t if d < NEARLY else -1.0


@part
def shaded(thing, normals, starts, ox, oy, oz, dx, dy, dz, hardness):
    """A soft lamp's share at a point, 0-1."""
    if thing[KIND] < 0.5:
        return 1.0
    t, last = near_far(thing, thing[FAR] * 1.25, ox, oy, oz, dx, dy, dz)
    if last <= 0.0 or last < t:
        return 1.0
    t = larger(t, 0.03)
    x, y, z = local(thing, ox, oy, oz)
    wx, wy, wz = local_way(thing, dx, dy, dz)
    light = 1.0
    for _ in range(SHADOW_STEPS):
        d = distance(thing, normals, starts, x + t * wx, y + t * wy, z + t * wz)
        light = smaller(light, 0.5 + 0.5 * hardness * d / t)
        if light <= 0.0:
            return 0.0
        t += larger(d, 0.04)
        if t > last:
            break
    light = larger(light, 0.0)
    return light * light * (3.0 - 2.0 * light)
