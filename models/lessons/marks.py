"""Paint on things: pips, marks, rings; numba, for processor and GPU."""

from __future__ import annotations

import math

from models.lessons.columns import (
    ACROSS,
    ALONG,
    BOTTOM,
    BOX,
    DISC,
    DOMINO,
    EIGHT,
    FACES,
    HALVES,
    KIND,
    MARK_PX,
    MARK_SIZES,
    MARKS_FROM,
    ONE_PIP,
    PIP,
    RIM,
    SPINS,
    TOP,
)
from models.lessons.solids import larger, part, smaller

NO_PIP = 9.0
"""Farther than any pip, in radii."""
PLAIN, ONES, SIGN = 0, 1, 2
"""A pip's, a one's or a mark's ink."""
DOMINO_LINE, DOMINO_LINE_LONG = 0.03, 0.85


@part
def mark_at(marks, number, u, v):
    """Ink 0-1 of a mark (of uint8, M, 48, 48) at (u, v), -1 to 1, v up."""
    x, y = (u + 1) * 0.5 * MARK_PX - 0.5, (1 - v) * 0.5 * MARK_PX - 0.5
    if x < 0 or y < 0 or x > MARK_PX - 1 or y > MARK_PX - 1:
        return 0.0
    i, j = int(x), int(y)
    fx, fy = x - i, y - j
    i2, j2 = smaller(i + 1, MARK_PX - 1), smaller(j + 1, MARK_PX - 1)
    top = marks[number, j, i] * (1 - fx) + marks[number, j, i2] * fx
    low = marks[number, j2, i] * (1 - fx) + marks[number, j2, i2] * fx
    ink = (top * (1 - fy) + low * fy) / 255.0
    return smaller(larger((ink - 0.5) * 4 + 0.5, 0.0), 1.0)


@part
def pip_place(pips, which, along, across):
    """Whether a face has its pip number 0-6, and where."""
    if which == 0:
        return pips % 2 == 1, 0.0, 0.0
    if which <= 2:
        sign = -1.0 if which == 1 else 1.0
        return pips >= 2, sign * along, -sign * across
    if which <= 4:
        sign = 1.0 if which == 3 else -1.0
        return pips >= 4, sign * along, sign * across
    return pips == 6, 0.0, across if which == 5 else -across


@part
def pip_reach(pips, along, across, radius, one, u, v):
    """The nearest pip: distance in its radii, and direction from its middle."""
    best, bx, by = NO_PIP, 0.0, 0.0
    r = one if pips == 1 else radius
    for which in range(7):
        there, px, py = pip_place(pips, which, along, across)
        if there:
            dx, dy = u - px, v - py
            d = math.sqrt(dx * dx + dy * dy) / r
            if d < best:
                best, bx, by = d, dx / r, dy / r
    return best, bx, by


@part
def spun(spin, u, v):
    """Turns (u, v) by quarters."""
    if spin == 1:
        return v, -u
    if spin == 2:
        return -u, -v
    if spin == 3:
        return -v, u
    return u, v


@part
def pips_ink(thing, pips, u, v):
    """Ink, the direction into a pip's dish, and whose ink."""
    d, du, dv = pip_reach(pips, thing[ALONG], thing[ACROSS], thing[PIP], thing[ONE_PIP], u, v)
    whose = ONES if pips == 1 else PLAIN
    if d >= 1.0:
        return 0.0, 0.0, 0.0, whose
    rim = thing[RIM]
    ringed = rim > 0 and (pips == 1 or rim > 1) and 0.62 < d < 0.78
    return (0.0 if ringed else 1.0), du, dv, whose


@part
def face_ink(thing, marks, face, u, v):
    """Ink 0-1 on a box's side at (u, v) of -1 to 1, the dish's tilt (du, dv), and whose ink."""
    code, spin, size = int(thing[FACES + face]), int(thing[SPINS + face]), thing[MARK_SIZES + face]
    u, v = spun(spin, u, v)
    if thing[RIM] > DOMINO - 0.5:
        if face != TOP:
            return 0.0, 0.0, 0.0, PLAIN
        if abs(v) < DOMINO_LINE and abs(u) < DOMINO_LINE_LONG:
            return 1.0, 0.0, 0.0, PLAIN
        if v > 0:
            v = 2 * v - 1
        else:
            v, code = 2 * v + 1, int(thing[FACES + BOTTOM])
    if code >= MARKS_FROM:
        return mark_at(marks, code - MARKS_FROM, u / size, v / size), 0.0, 0.0, SIGN
    if code <= 0:
        return 0.0, 0.0, 0.0, PLAIN
    ink, du, dv, whose = pips_ink(thing, code, u, v)
    du, dv = spun((4 - spin) % 4, du, dv)
    return ink, du, dv, whose


@part
def on_face(thing, x, y, z):
    """The box's side under a point in its own axes, and (u, v) there."""
    ax, ay, az = abs(x) / thing[HALVES], abs(y) / thing[HALVES + 1], abs(z) / thing[HALVES + 2]
    if az >= ax and az >= ay:
        return (4 if z > 0 else 5), x / thing[HALVES], (y if z > 0 else -y) / thing[HALVES + 1]
    if ax >= ay:
        return (0 if x > 0 else 1), (y if x > 0 else -y) / thing[HALVES + 1], z / thing[HALVES + 2]
    return (2 if y > 0 else 3), (-x if y > 0 else x) / thing[HALVES], z / thing[HALVES + 2]


@part
def dished(face, depth, du, dv, gx, gy, gz):
    """The unit normal, tilted towards the middle of a pip's dish."""
    du, dv = depth * du, depth * dv
    if face == 4:
        gx, gy = gx - du, gy - dv
    elif face == 5:
        gx, gy = gx - du, gy + dv
    elif face == 0:
        gy, gz = gy - du, gz - dv
    elif face == 1:
        gy, gz = gy + du, gz - dv
    elif face == 2:
        gx, gz = gx + du, gz - dv
    else:
        gx, gz = gx - du, gz - dv
    n = math.sqrt(gx * gx + gy * gy + gz * gz)
    return gx / n, gy / n, gz / n


@part
def disc_ink(thing, marks, x, y, z):
    """A coin's, chip's or checker's mark, ring, and stripes at its edge."""
    across = thing[HALVES]
    rim = math.sqrt(x * x + y * y) / across
    if thing[RIM] > 0 and 0.8 < rim < 0.88:
        return 1.0
    if thing[RIM] > 1 and rim > 0.75 and int(8 * (math.atan2(y, x) / 6.2832 + 0.5)) % 2 == 0:
        return 1.0
    if abs(z) > 0.9 * thing[HALVES + 2] and thing[FACES] > 0:
        number = int(thing[FACES]) - MARKS_FROM
        return mark_at(marks, number, x / (0.6 * across), y / (0.6 * across))
    return 0.0


@part
def solid_ink(thing, marks, normals, starts, x, y, z):
    """Ink on a many-sided solid: each side has the next mark."""
    kind, top, at = int(thing[KIND]), -1e9, 0
    for side in range(starts[kind - EIGHT], starts[kind - EIGHT + 1]):
        d = normals[side, 0] * x + normals[side, 1] * y + normals[side, 2] * z
        if d > top:
            top, at = d, side
    nx, ny, nz = normals[at, 0], normals[at, 1], normals[at, 2]
    if abs(nz) < 0.9:
        k = math.sqrt(nx * nx + ny * ny)
        ax, ay, az = -ny / k, nx / k, 0.0
    else:
        k = math.sqrt(nx * nx + nz * nz)
        ax, ay, az = nz / k, 0.0, -nx / k
    bx, by, bz = ny * az - nz * ay, nz * ax - nx * az, nx * ay - ny * ax
    s = thing[MARK_SIZES] * thing[HALVES]
    number = (int(thing[FACES]) - MARKS_FROM + at) % marks.shape[0]
    return mark_at(marks, number, (ax * x + ay * y + az * z) / s, (bx * x + by * y + bz * z) / s)


@part
def painted(thing, marks, normals, starts, x, y, z):
    """Ink at a point of a thing; a box's side, and its dish's tilt; whose ink."""
    kind = int(thing[KIND])
    if kind == BOX:
        face, u, v = on_face(thing, x, y, z)
        ink, du, dv, whose = face_ink(thing, marks, face, u, v)
        return ink, face, du, dv, whose
    if kind == DISC:
        return disc_ink(thing, marks, x, y, z), -1, 0.0, 0.0, PLAIN
    if kind >= EIGHT:
        return solid_ink(thing, marks, normals, starts, x, y, z), -1, 0.0, 0.0, PLAIN
    return 0.0, -1, 0.0, 0.0, PLAIN
