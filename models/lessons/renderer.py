"""Renders lessons by rays: one source for a GPU, or all cores (numba)."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from numba import cuda, njit, prange
from torch import Tensor

from companion.recognition.detect.pyramid import CROP_PX
from models.lessons.columns import (
    AHEAD,
    BODY,
    BOUNCE,
    BOX,
    CAMERA,
    CLEAR,
    DISH,
    FAR,
    FILL,
    FILL_RGB,
    GLOSS,
    GRAIN,
    GROUND_GLOSS,
    HALVES,
    HARDNESS,
    INK,
    KEY,
    KEY_RGB,
    KIND,
    MARBLE,
    MIDDLE,
    ONE_INK,
    PANE_HALVES,
    PANE_RGB,
    PANES,
    PX_X,
    PX_Y,
    RIGHT,
    SECOND,
    SEED,
    SHINE,
    SKY,
    THINGS,
    UP,
    UPPER,
    WINDOW,
)
from models.lessons.grounds import ground_rgb, noise3
from models.lessons.marks import ONES, dished, face_ink, on_face, painted
from models.lessons.solids import (
    NORMALS,
    ON_GPU,
    STARTS,
    distance,
    larger,
    local,
    local_way,
    met,
    part,
    shaded,
    smaller,
    turned,
)

FIRST_PANE, SECOND_PANE = PANES
STEPS = 40
"""Of a ray towards a thing."""
HORIZON = 400.0
BESIDE, TABLE, NOWHERE = 1e9, -1, -2
"""Farther than anything; and a ray's codes for table and nothing."""
SLOPE = 0.004
"""Distance of the points for a surface's slope."""
LIFTED = 0.01
"""A lit point's distance from its surface, against self-shading."""
DENSITY = 1.5
"""Refractive index of clear plastic."""


@part
def pane_seen(scene, pane, x, y, z):
    """Visible share of a bright rectangle, 0-1."""
    a, b, c = scene[pane], scene[pane + 1], scene[pane + 2]
    f = a * x + b * y + c * z
    if f <= 0.05:
        return 0.0
    n = math.sqrt(a * a + b * b) + 1e-5
    lx, ly = -b / n, a / n
    ux, uy, uz = -c * a / n, -c * b / n, n
    p, q = abs((lx * x + ly * y) / f), abs((ux * x + uy * y + uz * z) / f)
    d = larger(p - scene[pane + PANE_HALVES], q - scene[pane + PANE_HALVES + 1])
    return smaller(larger(0.5 - d * 12.0, 0.0), 1.0)


@part
def near_dark(things, normals, starts, own, x, y, z, nx, ny, nz):
    """Share of the sky that near things leave a point, 0-1."""
    dark = 1.0
    qx, qy, qz = x + 0.35 * nx, y + 0.35 * ny, z + 0.35 * nz
    for which in range(THINGS):
        thing = things[which]
        if which == own or thing[KIND] < 0.5:
            continue
        ax, ay, az = thing[MIDDLE] - qx, thing[MIDDLE + 1] - qy, thing[MIDDLE + 2] - qz
        if ax * ax + ay * ay + az * az < (thing[FAR] + 0.6) ** 2:
            lx, ly, lz = local(thing, qx, qy, qz)
            d = distance(thing, normals, starts, lx, ly, lz)
            dark *= smaller(larger(0.35 + 0.65 * d / 0.45, 0.3), 1.0)
    return dark


@part
def lit(things, scene, normals, starts, own, x, y, z, nx, ny, nz):
    """Light RGB on a point of that thing with that normal."""
    kx, ky, kz = scene[KEY], scene[KEY + 1], scene[KEY + 2]
    key = larger(nx * kx + ny * ky + nz * kz, 0.0)
    for which in range(THINGS):
        if key < 0.01:
            break
        if which != own or things[which, KIND] != BOX:
            key *= shaded(things[which], normals, starts, x, y, z, kx, ky, kz, scene[HARDNESS])
    fill = larger(nx * scene[FILL] + ny * scene[FILL + 1] + nz * scene[FILL + 2], 0.0)
    sky = 0.5 + 0.5 * nz
    dark = near_dark(things, normals, starts, own, x, y, z, nx, ny, nz)
    above, below = dark * sky, dark * (1 - sky)
    return (
        key * scene[KEY_RGB] + fill * scene[FILL_RGB] + above * scene[SKY] + below * scene[BOUNCE],
        key * scene[KEY_RGB + 1]
        + fill * scene[FILL_RGB + 1]
        + above * scene[SKY + 1]
        + below * scene[BOUNCE + 1],
        key * scene[KEY_RGB + 2]
        + fill * scene[FILL_RGB + 2]
        + above * scene[SKY + 2]
        + below * scene[BOUNCE + 2],
    )


@part
def table_seen(things, scene, normals, starts, marks, pictures, floor, dx, dy, dz):
    """What a ray that has met the table sees of it."""
    x, y = scene[CAMERA] + floor * dx, scene[CAMERA + 1] + floor * dy
    r, g, b = ground_rgb(scene, marks, pictures, x, y)
    lr, lg, lb = lit(things, scene, normals, starts, TABLE, x, y, 0.004, 0.0, 0.0, 1.0)
    shine = pane_seen(scene, FIRST_PANE, dx, dy, -dz) * scene[GROUND_GLOSS] * (0.05 + 0.5 * (1 + dz) ** 4)
    pane = FIRST_PANE + PANE_RGB
    return r * lr + shine * scene[pane], g * lg + shine * scene[pane + 1], b * lb + shine * scene[pane + 2]


@part
def slope(thing, normals, starts, x, y, z):
    """Unit normal at a point, in the thing's own axes."""
    d = distance(thing, normals, starts, x, y, z)
    gx = distance(thing, normals, starts, x + SLOPE, y, z) - d
    gy = distance(thing, normals, starts, x, y + SLOPE, z) - d
    gz = distance(thing, normals, starts, x, y, z + SLOPE) - d
    n = math.sqrt(gx * gx + gy * gy + gz * gz) + 1e-9
    return gx / n, gy / n, gz / n


@part
def body_rgb(thing, x, y, z):
    mix, much, seed = 0.0, thing[MARBLE], thing[SEED]
    if much > 0.0:
        s = thing[GRAIN]
        f = noise3(x * s, y * s, z * s, seed) * 0.6
        f += 0.4 * noise3(x * 2.7 * s, y * 2.7 * s, z * 2.7 * s, seed + 9)
        if seed % 2 < 1:
            f = 0.5 + 0.5 * math.sin(f * 9.0)
        mix = smaller(f * much, 1.0) if much <= 1.0 else (1.0 if f > 0.55 else 0.0)
    return (
        thing[BODY] + (thing[SECOND] - thing[BODY]) * mix,
        thing[BODY + 1] + (thing[SECOND + 1] - thing[BODY + 1]) * mix,
        thing[BODY + 2] + (thing[SECOND + 2] - thing[BODY + 2]) * mix,
    )


@part
def leaving(half, way, at):
    """The distance to a side from inside a box."""
    return ((half if way > 0 else -half) - at) / way if abs(way) > 1e-4 else BESIDE


@part
def marked_behind(thing, marks, x, y, z, dx, dy, dz, gx, gy, gz):
    """Ink on the far side of a clear die, where the refracted ray leaves."""
    wx, wy, wz = local_way(thing, dx, dy, dz)
    c = -(wx * gx + wy * gy + wz * gz)
    k = 1.0 / DENSITY
    q = k * c - math.sqrt(larger(1 - k * k * (1 - c * c), 0.0))
    wx, wy, wz = k * wx + q * gx, k * wy + q * gy, k * wz + q * gz
    far = smaller(leaving(thing[HALVES + 1], wy, y), leaving(thing[HALVES + 2], wz, z))
    t = larger(smaller(leaving(thing[HALVES], wx, x), far), 0.0)
    face, u, v = on_face(thing, x + t * wx, y + t * wy, z + t * wz)
    ink, _, _, _ = face_ink(thing, marks, face, u, v)
    return ink


@part
def through(thing, ink, ground, r, g, b):
    """A clear die's colour before a ground, with the marks behind it."""
    tint = 0.35 + 0.5 * ground[0]
    cr, cg, cb = r * tint + 0.1 * ground[0], g * tint + 0.1 * ground[1], b * tint + 0.1 * ground[2]
    if ink > 0.5:
        cr = 0.5 * cr + 0.35 * thing[INK]
        cg = 0.5 * cg + 0.35 * thing[INK + 1]
        cb = 0.5 * cb + 0.35 * thing[INK + 2]
    clear = thing[CLEAR]
    return r + (cr - r) * clear, g + (cg - g) * clear, b + (cb - b) * clear


@part
def mirrored(thing, scene, nx, ny, nz, dx, dy, dz):
    """Reflected lamps, windows and sky, RGB."""
    gloss = thing[GLOSS]
    if gloss <= 0.0:
        return 0.0, 0.0, 0.0
    c = -(dx * nx + dy * ny + dz * nz)
    rx, ry, rz = dx + 2 * c * nx, dy + 2 * c * ny, dz + 2 * c * nz
    f = (0.04 + 0.96 * (1 - smaller(larger(c, 0.0), 1.0)) ** 5) * smaller(gloss, 1.0)
    if gloss > 1.0:
        f = 0.6
    one, two = pane_seen(scene, FIRST_PANE, rx, ry, rz), pane_seen(scene, SECOND_PANE, rx, ry, rz)
    h = larger(rx * scene[KEY] + ry * scene[KEY + 1] + rz * scene[KEY + 2], 0.0)
    spark, up = h**60 * 18.0, (0.5 + 0.5 * rz) * scene[SHINE]
    a, b = FIRST_PANE + PANE_RGB, SECOND_PANE + PANE_RGB
    return (
        f * (one * scene[a] + two * scene[b] + spark * scene[KEY_RGB] + up * scene[SKY]),
        f * (one * scene[a + 1] + two * scene[b + 1] + spark * scene[KEY_RGB + 1] + up * scene[SKY + 1]),
        f * (one * scene[a + 2] + two * scene[b + 2] + spark * scene[KEY_RGB + 2] + up * scene[SKY + 2]),
    )


@part
def thing_seen(things, scene, normals, starts, marks, pictures, which, far, dx, dy, dz):
    """What a ray that has met a thing sees of it."""
    px, py, pz = scene[CAMERA] + far * dx, scene[CAMERA + 1] + far * dy, scene[CAMERA + 2] + far * dz
    thing = things[which]
    x, y, z = local(thing, px, py, pz)
    gx, gy, gz = slope(thing, normals, starts, x, y, z)
    r, g, b = body_rgb(thing, x, y, z)
    ink, face, du, dv, whose = painted(thing, marks, normals, starts, x, y, z)
    if face >= 0 and ink > 0.3 and thing[DISH] > 0.0:
        gx, gy, gz = dished(face, thing[DISH], du, dv, gx, gy, gz)
    if thing[CLEAR] > 0.0 and face >= 0:
        behind = marked_behind(thing, marks, x, y, z, dx, dy, dz, gx, gy, gz)
        ground = ground_rgb(scene, marks, pictures, px, py)
        r, g, b = through(thing, behind, ground, r, g, b)
    colour = ONE_INK if whose == ONES else INK
    r += (thing[colour] - r) * ink
    g += (thing[colour + 1] - g) * ink
    b += (thing[colour + 2] - b) * ink
    nx, ny, nz = turned(thing, gx, gy, gz)
    ox, oy, oz = px + LIFTED * nx, py + LIFTED * ny, pz + LIFTED * nz
    lr, lg, lb = lit(things, scene, normals, starts, which, ox, oy, oz, nx, ny, nz)
    mr, mg, mb = mirrored(thing, scene, nx, ny, nz, dx, dy, dz)
    return r * lr + mr, g * lg + mg, b * lb + mb


@part
def upper_seen(things, scene, own, which, dx, dy, dz):
    """Whether a ray would meet the first thing's upper face alone, and whether it does."""
    if own <= 0.0 or things[0, KIND] != BOX:
        return 0.0, 0.0
    px, py, pz = scene[CAMERA] + own * dx, scene[CAMERA + 1] + own * dy, scene[CAMERA + 2] + own * dz
    x, y, z = local(things[0], px, py, pz)
    face, _, _ = on_face(things[0], x, y, z)
    if face != int(scene[UPPER]):
        return 0.0, 0.0
    return 1.0, 1.0 if which == 0 else 0.0


@part
def ray(things, scene, normals, starts, marks, pictures, dx, dy, dz):
    """What a camera's ray sees: RGB; as ``upper_seen``; the thing's number."""
    ox, oy, oz = scene[CAMERA], scene[CAMERA + 1], scene[CAMERA + 2]
    best, which, own = BESIDE, TABLE, -1.0
    for number in range(THINGS):
        t = met(things[number], normals, starts, ox, oy, oz, dx, dy, dz, STEPS)
        if number == 0:
            own = t
        if 0.0 < t < best:
            best, which = t, number
    upper, seen = upper_seen(things, scene, own, which, dx, dy, dz)
    floor = -oz / dz if dz < -1e-4 else -1.0
    if which >= 0 and not 0.0 < floor < best:
        r, g, b = thing_seen(things, scene, normals, starts, marks, pictures, which, best, dx, dy, dz)
        return r, g, b, upper, seen, which
    if 0.0 < floor < HORIZON:
        r, g, b = table_seen(things, scene, normals, starts, marks, pictures, floor, dx, dy, dz)
        return r, g, b, upper, seen, TABLE
    return scene[SKY] * 0.6, scene[SKY + 1] * 0.6, scene[SKY + 2] * 0.6, upper, seen, NOWHERE


@part
def way_through(scene, row, column, half_side):
    """The unit way through a place of the crop, in px from its corner."""
    a = (column - half_side) * scene[PX_X] + scene[WINDOW]
    c = -(row - half_side) * scene[PX_Y] + scene[WINDOW + 1]
    dx = scene[AHEAD] + a * scene[RIGHT] + c * scene[UP]
    dy = scene[AHEAD + 1] + a * scene[RIGHT + 1] + c * scene[UP + 1]
    dz = scene[AHEAD + 2] + a * scene[RIGHT + 2] + c * scene[UP + 2]
    n = 1.0 / math.sqrt(dx * dx + dy * dy + dz * dz)
    return dx * n, dy * n, dz * n


@part
def pixel(things, scene, normals, starts, marks, pictures, light, shown, row, column, fine):
    """The mean of ``fine`` × ``fine`` rays, into ``light`` and ``shown`` (3, S, S)."""
    r, g, b, whole, seen, target = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    half_side = light.shape[1] * 0.5
    for i in range(fine):
        for j in range(fine):
            dx, dy, dz = way_through(scene, row + (i + 0.5) / fine, column + (j + 0.5) / fine, half_side)
            r1, g1, b1, w1, s1, which = ray(things, scene, normals, starts, marks, pictures, dx, dy, dz)
            r, g, b, whole, seen = r + r1, g + g1, b + b1, whole + w1, seen + s1
            target += 1.0 if which == 0 else 0.0
    n = 1.0 / (fine * fine)
    light[0, row, column], light[1, row, column], light[2, row, column] = b * n, g * n, r * n
    shown[0, row, column], shown[1, row, column], shown[2, row, column] = whole * n, seen * n, target * n


THREADS_A_BLOCK = 128

if ON_GPU:

    @cuda.jit(fastmath=True)
    def _kernel(things, scenes, normals, starts, marks, pictures, light, shown, fine):
        place, side = cuda.grid(1), light.shape[2]
        n = place // (side * side)
        if n < light.shape[0]:
            row = (place - n * side * side) // side
            column = place - (n * side + row) * side
            pixel(
                things[n], scenes[n], normals, starts, marks, pictures, light[n], shown[n], row, column, fine
            )

else:

    @njit(fastmath=True, parallel=True)
    def _kernel(things, scenes, normals, starts, marks, pictures, light, shown, fine):
        side = light.shape[2]
        for n in prange(light.shape[0]):
            for row in range(side):
                for column in range(side):
                    pixel(
                        things[n],
                        scenes[n],
                        normals,
                        starts,
                        marks,
                        pictures,
                        light[n],
                        shown[n],
                        row,
                        column,
                        fine,
                    )


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """N pictures, on the GPU if drawn there.

    ``light`` float32 (N, 3, S, S): linear BGR. ``shown`` float32 (N, 3, S, S): each pixel's share that the
    first thing's upper face would take alone, that it takes, and that the thing takes.
    """

    light: Tensor
    shown: Tensor


class Renderer:
    """Marks uint8 (M, 48, 48), pictures for grounds uint8 (P, 256, 256, 3) BGR."""

    def __init__(self, marks: np.ndarray, pictures: np.ndarray) -> None:
        self._tables = (NORMALS, STARTS, np.ascontiguousarray(marks), np.ascontiguousarray(pictures))
        if ON_GPU:
            self._tables = tuple(cuda.to_device(each) for each in self._tables)

    def draw(self, things: np.ndarray, scenes: np.ndarray, side: int = CROP_PX, fine: int = 2) -> Rendered:
        """Float32 things (N, 6, 60) and scenes (N, 112), ``fine`` × ``fine`` rays a pixel."""
        shape = (len(things), 3, side, side)
        things, scenes = np.ascontiguousarray(things), np.ascontiguousarray(scenes)
        if not ON_GPU:
            light, shown = np.empty(shape, np.float32), np.empty(shape, np.float32)
            _kernel(things, scenes, *self._tables, light, shown, fine)
            return Rendered(torch.from_numpy(light), torch.from_numpy(shown))
        drawn = Rendered(torch.empty(shape, device="cuda"), torch.empty(shape, device="cuda"))
        blocks = -(-len(things) * side * side // THREADS_A_BLOCK)
        _kernel[blocks, THREADS_A_BLOCK](
            cuda.to_device(things), cuda.to_device(scenes), *self._tables,
            cuda.as_cuda_array(drawn.light), cuda.as_cuda_array(drawn.shown), fine,
        )  # fmt: skip
        return drawn
