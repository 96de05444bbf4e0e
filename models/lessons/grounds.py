"""The table's colour at a point: wood, cloth, photographs, patterns, and flat prints; numba."""

from __future__ import annotations

import math

from models.lessons.columns import (
    CHECKS,
    CLOTH,
    DOTS,
    GROUND,
    GROUND_COS,
    GROUND_MUCH,
    GROUND_PICTURE,
    GROUND_RGB,
    GROUND_SCALE,
    GROUND_SECOND,
    GROUND_SEED,
    GROUND_SIN,
    GROUND_X,
    GROUND_Y,
    MARKS_FROM,
    PICTURE,
    PICTURE_PX,
    PRINT_CODE,
    PRINT_COLUMNS,
    PRINT_CORNER,
    PRINT_COS,
    PRINT_HALF,
    PRINT_INK,
    PRINT_PAPER,
    PRINT_SIN,
    PRINT_SPREAD,
    PRINTED,
    PRINTS,
    SIGNS,
    SPACES,
    SPECKLED,
    STRIPES,
    WOOD,
)  # fmt: skip
from models.lessons.marks import mark_at, pip_reach
from models.lessons.solids import larger, part

GAMMA = 2.2
SAME_SIGN, AS_KEYS = 0.3, 0.65
"""Limits of ``GROUND_MUCH``: below, all signs in rows are one; above, they are on keys."""
FILLED, NUMBERED, PIPPED, SAME_IN_ALL = 0.2, 0.4, 0.5, 0.6
"""Limits of ``GROUND_MUCH``: below, spaces have the second colour; or signs, pips, one sign; above,
nothing."""
GINGHAM = 0.5
"""Above it, checks are crossed stripes."""
PRINTED_PIP = 0.42
"""Radius of a printed pip over its distance from the middle."""


@part
def whole(x):
    """The largest whole number below."""
    return int(math.floor(x))  # noqa: RUF046 - on a GPU floor gives a float


@part
def noise1(a, b, c):
    """A number 0-1 for three whole ones."""
    h = (a * 374761393 + b * 668265263 + c * 1274126177) & 0x7FFFFFFF
    h = ((h ^ (h >> 13)) * 1274126177) & 0x7FFFFFFF
    h = h ^ (h >> 16)
    return (h & 0xFFFF) / 65535.0


@part
def noise2(x, y, seed):
    """Smooth, 0-1, about one hill a unit."""
    ix, iy = math.floor(x), math.floor(y)
    fx, fy = x - ix, y - iy
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    i, j, s = int(ix), int(iy), int(seed)
    a, b = noise1(i, j, s), noise1(i + 1, j, s)
    c, d = noise1(i, j + 1, s), noise1(i + 1, j + 1, s)
    return (a + (b - a) * fx) * (1 - fy) + (c + (d - c) * fx) * fy


@part
def noise3(x, y, z, seed):
    """Smooth, 0-1."""
    iz = math.floor(z)
    f = z - iz
    f = f * f * (3 - 2 * f)
    k = int(iz) * 7919 + int(seed)
    return noise2(x, y, k) * (1 - f) + noise2(x, y, k + 7919) * f


@part
def print_ink(print_, marks, u, v):
    """A print's pips or mark, and frame, at (u, v), -1 to 1."""
    code = int(print_[PRINT_CODE])
    if print_[PRINT_INK] > -0.5 and larger(abs(u), abs(v)) > 0.94:
        return 1.0
    if code >= MARKS_FROM:
        return mark_at(marks, code - MARKS_FROM, u / 0.8, v / 0.8)
    s = print_[PRINT_SPREAD]
    d, _, _ = pip_reach(code, s, s, PRINTED_PIP * s, PRINTED_PIP * s, u, v)
    return 1.0 if d < 1.0 else 0.0


@part
def printed_rgb(print_, marks, x, y):
    """Whether a point lies on a print, and its colour there."""
    half = print_[PRINT_HALF]
    if half <= 0.0:
        return False, 0.0, 0.0, 0.0
    dx, dy = x - print_[0], y - print_[1]
    u = (print_[PRINT_COS] * dx + print_[PRINT_SIN] * dy) / half
    v = (-print_[PRINT_SIN] * dx + print_[PRINT_COS] * dy) / half
    c = print_[PRINT_CORNER]
    qu, qv = larger(abs(u) - 1 + c, 0.0), larger(abs(v) - 1 + c, 0.0)
    if larger(abs(u), abs(v)) >= 1.0 or qu * qu + qv * qv >= c * c + 1e-6:
        return False, 0.0, 0.0, 0.0
    ink = print_ink(print_, marks, u, v)
    paper = 1 - ink
    return (
        True,
        abs(print_[PRINT_INK]) * ink + print_[PRINT_PAPER] * paper,
        print_[PRINT_INK + 1] * ink + print_[PRINT_PAPER + 1] * paper,
        print_[PRINT_INK + 2] * ink + print_[PRINT_PAPER + 2] * paper,
    )


@part
def mirrored_px(at):
    """The pixel in a picture mirrored at its borders."""
    at = at & (2 * PICTURE_PX - 1)
    return 2 * PICTURE_PX - 1 - at if at > PICTURE_PX - 1 else at


@part
def picture_rgb(pictures, number, u, v):
    """Linear light of a picture (of uint8, P, 256, 256, 3 BGR) at (u, v), 0-1."""
    i, j = u * float(PICTURE_PX), v * float(PICTURE_PX)
    ii, jj = whole(i), whole(j)
    fx, fy = i - ii, j - jj
    i0, i1, j0, j1 = mirrored_px(ii), mirrored_px(ii + 1), mirrored_px(jj), mirrored_px(jj + 1)
    a, b, c, d = (1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy
    one, two, three, four = (
        pictures[number, j0, i0],
        pictures[number, j0, i1],
        pictures[number, j1, i0],
        pictures[number, j1, i1],
    )
    blue = one[0] * a + two[0] * b + three[0] * c + four[0] * d
    green = one[1] * a + two[1] * b + three[1] * c + four[1] * d
    red = one[2] * a + two[2] * b + three[2] * c + four[2] * d
    return (red / 255.0) ** GAMMA + 0.002, (green / 255.0) ** GAMMA + 0.002, (blue / 255.0) ** GAMMA + 0.002


@part
def grown(kind, u, v, seed):
    """Share of the second colour of speckled grounds, wood and cloth."""
    if kind == SPECKLED:
        return noise2(u, v, seed) * 0.6 + noise2(u * 3.1, v * 3.1, seed + 1) * 0.4
    if kind == WOOD:
        w = noise2(u * 0.35, v * 4.0, seed) + 0.5 * noise2(u * 0.9, v * 13.0, seed + 1)
        return (0.5 + 0.5 * math.sin(9.0 * w + v * 2.0)) * 0.7 + 0.3 * noise2(u * 2.0, v * 40.0, seed + 2)
    return 0.25 * (2 + math.sin(u * 9.0) + math.sin(v * 9.0)) * 0.5 + 0.5 * noise2(u * 4, v * 4, seed)


@part
def signs_in_rows(marks, much, seed, u, v):
    """Letters and signs, or keys with them."""
    i, j, last = whole(u), whole(v), marks.shape[0] - 1
    number = int(noise1(i, j, int(seed)) * last) if much > SAME_SIGN else int(noise1(int(seed), 3, 5) * last)
    if much <= AS_KEYS:
        return mark_at(marks, number, (u - i) * 2.4 - 1.2, (v - j) * 2.4 - 1.2)
    if larger(abs(u - i - 0.5), abs(v - j - 0.5)) >= 0.43:
        return 0.0
    return 1.0 - mark_at(marks, number, (u - i) * 5 - 2.5, (v - j) * 5 - 2.5)


@part
def spaces(marks, much, seed, u, v):
    """A board's frames in rows, empty or with signs or pips."""
    s, i, j = int(seed), whole(u), whole(v)
    a, b = 2 * (u - i) - 1, 2 * (v - j) - 1
    edge, line = 0.8 + 0.18 * noise1(s, 1, 7), 0.03 + 0.1 * noise1(s, 2, 7) ** 2
    corner = 0.5 * noise1(s, 3, 7) ** 2
    qa, qb = larger(abs(a) - edge + corner, 0.0), larger(abs(b) - edge + corner, 0.0)
    out = math.sqrt(qa * qa + qb * qb) - corner if qa > 0 and qb > 0 else larger(abs(a), abs(b)) - edge
    if out > 0:
        return 0.0
    if out > -line:
        return 1.0
    filled = 1.0 if much < FILLED else 0.0
    if much < PIPPED:
        if much >= NUMBERED or noise1(i, j, s) < 0.3:
            pips = 1 + int(5.99 * noise1(i, j, s + 3))
            d, _, _ = pip_reach(pips, 0.42, 0.42, 0.15, 0.15, a, b)
            return 1.0 - filled if d < 1.0 else filled
        ink = mark_at(marks, int(noise1(i, j, s) * (marks.shape[0] - 1)), a / 0.6, b / 0.6)
        return 1.0 - ink if filled > 0.5 else ink
    if much < SAME_IN_ALL:
        return mark_at(marks, int(noise1(s, 3, 5) * (marks.shape[0] - 1)), a / 0.6, b / 0.6)
    return 0.0


@part
def patterned(kind, marks, much, seed, u, v):
    """Share of the second colour of dots, signs, checks and stripes."""
    if kind == DOTS:
        a, b = u - math.floor(u) - 0.5, v - math.floor(v) - 0.5
        if much > 0.5 and (whole(v) & 1):
            a = u + 0.5 - math.floor(u + 0.5) - 0.5
        r = 0.18 + 0.22 * (seed * 0.001 - math.floor(seed * 0.001))
        return 1.0 if a * a + b * b < r * r else 0.0
    if kind == SPACES:
        return spaces(marks, much, seed, u, v)
    if kind == SIGNS:
        return signs_in_rows(marks, much, seed, u, v)
    if kind == CHECKS:
        one, other = whole(u) & 1, whole(v) & 1
        return 0.5 * (one + other) if much > GINGHAM else float(one ^ other)
    return 1.0 if kind == STRIPES and u - math.floor(u) < 0.5 else 0.0


@part
def ground_rgb(scene, marks, pictures, x, y):
    """Linear RGB at a point."""
    for which in range(PRINTED):
        first = PRINTS + PRINT_COLUMNS * which
        there, red, green, blue = printed_rgb(scene[first : first + PRINT_COLUMNS], marks, x, y)
        if there:
            return red, green, blue
    kind, scale, seed = int(scene[GROUND]), scene[GROUND_SCALE], scene[GROUND_SEED]
    u = (scene[GROUND_COS] * x + scene[GROUND_SIN] * y) * scale + scene[GROUND_X]
    v = (-scene[GROUND_SIN] * x + scene[GROUND_COS] * y) * scale + scene[GROUND_Y]
    if kind == PICTURE:
        return picture_rgb(pictures, int(scene[GROUND_PICTURE]), u, v)
    much = scene[GROUND_MUCH]
    mixed = grown(kind, u, v, seed) * much if kind <= CLOTH else patterned(kind, marks, much, seed, u, v)
    fine = 0.92 + 0.16 * noise2(x * 17.0, y * 17.0, seed + 5)
    return (
        (scene[GROUND_RGB] + (scene[GROUND_SECOND] - scene[GROUND_RGB]) * mixed) * fine,
        (scene[GROUND_RGB + 1] + (scene[GROUND_SECOND + 1] - scene[GROUND_RGB + 1]) * mixed) * fine,
        (scene[GROUND_RGB + 2] + (scene[GROUND_SECOND + 2] - scene[GROUND_RGB + 2]) * mixed) * fine,
    )
