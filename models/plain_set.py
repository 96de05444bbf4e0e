"""Plain dice to measure by: ``python -m models.plain_set DIR --count 200 --seed 1``.

What most people own, drawn by other code than the lessons': a rounded cube by sphere tracing, dished pips,
several lamps with soft shadows. Each picture holds ten dice of one make, from straight above to 35 degrees
aside, apart or (``--touching``) nine in heaps of three. ``--marked`` puts another mark (an eagle, a letter)
in place of the one, or of the six. NNNN.json beside NNNN.jpg has the form of ``models/photos.py``. No network
learns from these.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

SIDE = 240
Points = list[tuple[float, float]]


def _filled(*outlines: Points, holes: tuple[Points, ...] = ()) -> np.ndarray:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    for points, tone in [*((each, 255) for each in outlines), *((each, 0) for each in holes)]:
        pixels = (np.array(points) * (1, -1) + 1) * SIDE / 2
        cv2.fillPoly(mask, [np.round(pixels * 16).astype(np.int32)], tone, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / 255


def _disc(x: float, y: float, radius: float, tall: float = 1.0) -> Points:
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return [(x + radius * float(np.cos(t)), y + radius * tall * float(np.sin(t))) for t in turn]


def _both_sides(half: Points) -> Points:
    return [*half, *((-x, y) for x, y in reversed(half))]


def eagle() -> np.ndarray:
    half = [(0, 0.62), (0.1, 0.6), (0.14, 0.44), (0.3, 0.5), (0.62, 0.66), (0.66, 0.3), (0.56, -0.05),
            (0.42, -0.2), (0.24, -0.12), (0.16, -0.3), (0.26, -0.62), (0.06, -0.5)]  # fmt: skip
    return _filled(_both_sides(half))


def skull() -> np.ndarray:
    jaw = [(-0.26, -0.1), (0.26, -0.1), (0.22, -0.6), (-0.22, -0.6)]
    gaps = tuple([(x, -0.4), (x + 0.05, -0.4), (x + 0.05, -0.6), (x, -0.6)] for x in (-0.14, -0.02, 0.1))
    nose = [(0, 0.02), (0.07, -0.12), (-0.07, -0.12)]
    eyes = (_disc(-0.2, 0.14, 0.13), _disc(0.2, 0.14, 0.13))
    return _filled(_disc(0, 0.16, 0.5, 0.9), jaw, holes=(*eyes, nose, *gaps))


def bird() -> np.ndarray:
    beak = [(0.1, 0.42), (0.7, 0.1), (0.5, -0.02), (0.08, -0.04)]
    neck = [(-0.4, 0.1), (0.1, -0.05), (0.0, -0.66), (-0.6, -0.66)]
    return _filled(_disc(-0.15, 0.22, 0.36), beak, neck, holes=(_disc(-0.06, 0.3, 0.08),))


def crown() -> np.ndarray:
    return _filled([(-0.6, -0.45), (0.6, -0.45), (0.62, 0.35), (0.32, -0.05), (0.0, 0.5), (-0.32, -0.05),
                    (-0.62, 0.35)])  # fmt: skip


def bolt() -> np.ndarray:
    return _filled([(0.1, 0.7), (-0.42, -0.08), (-0.04, -0.08), (-0.16, -0.7), (0.42, 0.16), (0.04, 0.16)])


def heart() -> np.ndarray:
    return _filled(_disc(-0.24, 0.2, 0.29), _disc(0.24, 0.2, 0.29), [(-0.5, 0.08), (0.5, 0.08), (0, -0.62)])


def fish() -> np.ndarray:
    return _filled(
        _disc(-0.1, 0, 0.5, 0.6), [(0.25, 0), (0.68, 0.32), (0.68, -0.32)], holes=(_disc(-0.34, 0.1, 0.06),)
    )


def anchor() -> np.ndarray:
    hook = np.zeros((SIDE, SIDE), np.uint8)
    cv2.ellipse(hook, (120, 112), (62, 62), 0, 10, 170, 255, 20, cv2.LINE_AA)
    shank = [(-0.07, 0.5), (0.07, 0.5), (0.07, -0.6), (-0.07, -0.6)]
    stock = [(-0.34, 0.3), (0.34, 0.3), (0.34, 0.16), (-0.34, 0.16)]
    bars = _filled(shank, stock, _disc(0, 0.56, 0.14))
    return np.maximum(hook.astype(np.float32) / 255, bars)


def _written(text: str) -> Callable[[], np.ndarray]:
    def mask() -> np.ndarray:
        canvas = np.zeros((SIDE, SIDE), np.uint8)
        (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_COMPLEX, 5.0, 18)
        cv2.putText(
            canvas, text, ((SIDE - wide) // 2, (SIDE + tall) // 2), cv2.FONT_HERSHEY_COMPLEX, 5.0, 255, 18
        )
        return canvas.astype(np.float32) / 255

    return mask


MARKS: dict[str, Callable[[], np.ndarray]] = {
    "eagle": eagle, "skull": skull, "bird": bird, "crown": crown, "bolt": bolt, "heart": heart, "fish": fish,
    "anchor": anchor, "A": _written("A"), "K": _written("K"),
}  # fmt: skip


Rng = np.random.Generator
FRAME = (768, 1024)
"""Height and width."""
DICE = 10
DIE_PX = (18.0, 110.0)
"""Side of a die in the picture, log-uniform."""
Tilts = tuple[float, float]
TILTS_DEG: Tilts = (0.0, 35.0)
MARCHES = 28
"""Steps of sphere tracing; the last are far below a hundredth of a half edge."""
LAMPS = 5
OPPOSITE = 7
BODIES = (
    (238, 240, 240), (245, 246, 246), (200, 224, 236), (215, 230, 238), (30, 28, 28), (34, 30, 150),
    (40, 40, 190), (120, 60, 25), (60, 110, 40), (30, 150, 210), (130, 50, 110), (170, 200, 60),
)  # fmt: skip
"""White, ivory, black, red and coloured plastic: BGR."""
PALE_SHARE = 0.6
"""Share of white or ivory dice."""
PLACES = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}


@dataclass(frozen=True, slots=True)
class PlainMake:
    """Lengths in half edges, colours BGR, linear."""

    body: np.ndarray
    pip: np.ndarray
    one: np.ndarray
    rounding: float
    radius: float
    along: float
    across: float
    one_scale: float
    ringed_one: bool
    gloss: float
    depth: float
    marked: int
    mark: np.ndarray | None

    @classmethod
    def any(cls, rng: Rng, marked: bool = False) -> PlainMake:
        """Pips from tiny to nearly touching, with independent spacings."""
        first, last = (0, 4) if rng.random() < PALE_SHARE else (4, len(BODIES))
        body = np.array(BODIES[int(rng.integers(first, last))], float)
        pale = body.mean() > 150
        pip = np.full(3, rng.uniform(8, 40) if pale else rng.uniform(225, 250))
        radius = rng.uniform(0.09, 0.24)
        along, across = (rng.uniform(1.12 * radius, 0.9 - radius) for _ in range(2))
        along, across = max(along, 0.28), max(across, 0.28)
        red_one = pale and rng.random() < 0.15
        ringed = bool(rng.random() < 0.06)
        scale = rng.uniform(1.2, 2.0) if ringed or rng.random() < 0.2 else 1.0
        return cls(
            body=_linear(body),
            pip=_linear(pip),
            one=_linear(np.array((40, 30, 190.0)) if red_one else pip),
            rounding=rng.uniform(0.03, 0.4),
            radius=radius,
            along=along,
            across=across,
            one_scale=min(scale, 0.5 / radius),
            ringed_one=ringed,
            gloss=float(rng.choice([0.0, rng.uniform(0.05, 0.5)])),
            depth=rng.uniform(0.0, 0.6),
            marked=int(rng.choice([1, 1, 1, 6])) if marked else 0,
            mark=MARKS[str(rng.choice(list(MARKS)))]() if marked else None,
        )


def _linear(colour: np.ndarray) -> np.ndarray:
    return (colour / 255) ** 2.2


@dataclass(frozen=True, slots=True)
class Lying:
    """Middle in half edges, rotation, and faces up, in front and aside."""

    middle: np.ndarray
    turn: float
    faces: tuple[int, int, int]

    def to_die(self, points: np.ndarray) -> np.ndarray:
        """Points or ways (…, 3), from the table to the die's own axes."""
        cosine, sine = np.cos(self.turn), np.sin(self.turn)
        return points @ np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1.0]])


def any_faces(rng: Rng, top: int) -> tuple[int, int, int]:
    """Faces up, along x and along y: opposite ones make seven."""
    x = int(rng.choice([face for face in range(1, 7) if face not in (top, OPPOSITE - top)]))
    y = int(rng.choice([face for face in range(1, 7) if face not in (top, OPPOSITE - top, x, OPPOSITE - x)]))
    return top, x, y


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole over the table: ``px`` a half edge at the table's middle."""

    eye: np.ndarray
    axes: np.ndarray
    focal_px: float

    @classmethod
    def any(
        cls, rng: Rng, half_edge_px: float, shape: tuple[int, int], tilts_deg: Tilts = TILTS_DEG
    ) -> Camera:
        """Looks at the middle from so many degrees aside, held level."""
        tilt, far = np.radians(rng.uniform(*tilts_deg)), rng.uniform(0.9, 3.0) * shape[1] / half_edge_px
        eye = far * np.array([0, -np.sin(tilt), np.cos(tilt)])
        forward = -eye / far
        right = np.array([1.0, 0, 0])
        down = np.cross(forward, right)
        return cls(eye, np.stack([right, down, forward]), half_edge_px * far)

    def ways(self, shape: tuple[int, int]) -> np.ndarray:
        """Unit directions (H, W, 3) of pixels."""
        height, width = shape
        y, x = np.mgrid[0:height, 0:width] + 0.5
        rays = np.stack([x - width / 2, y - height / 2, np.full(x.shape, self.focal_px)], -1) @ self.axes
        return rays / np.linalg.norm(rays, axis=-1, keepdims=True)

    def seen(self, points: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
        """Pixels (N, 2) of (N, 3)."""
        rays = (points - self.eye) @ self.axes.T
        return rays[:, :2] / rays[:, 2:] * self.focal_px + np.array([shape[1], shape[0]]) / 2


def distance(points: np.ndarray, rounding: float) -> np.ndarray:
    """Distance of (3, N) from a rounded cube of half edge 1."""
    off = np.abs(points) - (1 - rounding)
    return np.linalg.norm(np.maximum(off, 0), axis=0) + np.minimum(off.max(0), 0) - rounding


def met(eye: np.ndarray, ways: np.ndarray, rounding: float) -> tuple[np.ndarray, np.ndarray]:
    """Which rays (N, 3) meet the cube, and where they end (N, 3)."""
    start = np.maximum(np.linalg.norm(eye) - 1.8, 0.0)
    along = np.ascontiguousarray(ways.T)
    points = eye[:, None] + along * start
    for _ in range(MARCHES):
        points = points + along * distance(points, rounding)
    return distance(points, rounding) < 0.02, np.ascontiguousarray(points.T)


def normals(points: np.ndarray, rounding: float) -> np.ndarray:
    """Outward at (N, 3)."""
    off = np.maximum(np.abs(points) - (1 - rounding), 1e-6) * np.sign(points)
    return off / np.linalg.norm(off, axis=-1, keepdims=True)


def pipped(make: PlainMake, faces: tuple[int, int, int], points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Surface colours (N, 3), and dished normals (N, 3)."""
    axis = np.abs(points).argmax(1)
    colour, dish = np.tile(make.body, (len(points), 1)), np.zeros_like(points)
    for which, up_face in ((2, faces[0]), (0, faces[1]), (1, faces[2])):
        one, other = [each for each in range(3) if each != which]
        for side in (1, -1):
            number = up_face if side == 1 else OPPOSITE - up_face
            on = np.flatnonzero((axis == which) & (np.sign(points[:, which]) == side))
            if number == make.marked and len(on):
                colour[on] += _inked(make, points[on][:, [one, other]])[:, None] * (make.pip - make.body)
                continue
            for place in PLACES[number]:
                radius = make.radius * (make.one_scale if number == 1 else 1.0)
                u = points[on, one] - place[0] * make.along
                v = points[on, other] - place[1] * make.across
                far = np.hypot(u, v) / radius
                inked = far < 1
                if number == 1 and make.ringed_one:
                    inked &= far > 0.55
                colour[on[inked]] = make.one if number == 1 else make.pip
                dish[on[inked], one] -= make.depth * u[inked] / radius
                dish[on[inked], other] -= make.depth * v[inked] / radius
    return colour, dish


def _inked(make: PlainMake, places: np.ndarray) -> np.ndarray:
    """Ink (N,) 0-1 at places (N, 2) of its face."""
    assert make.mark is not None, "these dice have no mark"
    pixels = ((places * (1, -1) + 1) * SIDE / 2).clip(0, SIDE - 1).astype(np.float32)[None]
    return cv2.remap(make.mark, pixels[..., 0], pixels[..., 1], cv2.INTER_LINEAR)[0]


BLOCK = 0.93
"""Half edge of the cube that stands for a die where it throws its shadow."""
CORNER = 1.001 * BLOCK * 3**0.5


def shadowed(dice: list[Lying], points: np.ndarray, lamp: np.ndarray, but: Lying | None = None) -> np.ndarray:
    """Points (N, 3) that a die, except ``but``, hides from a lamp (3,): slab tests of those about it."""
    dark = np.zeros(len(points), bool)
    ways = points - lamp
    lengths2 = np.einsum("ij,ij->i", ways, ways)
    for die in dice:
        if die is but:
            continue
        to_die = die.middle - lamp
        along = ways @ to_die
        about = np.flatnonzero(along * np.abs(along) > lengths2 * (to_die @ to_die - CORNER**2))
        start = np.ascontiguousarray(die.to_die(points[about] - die.middle).T)
        way = die.to_die(lamp - die.middle)[:, None] - start
        with np.errstate(divide="ignore", invalid="ignore"):
            near, far = (-BLOCK - start) / way, (BLOCK - start) / way
        first, last = (
            np.minimum(near, far).max(0, initial=-np.inf),
            np.maximum(near, far).min(0, initial=np.inf),
        )
        dark[about] |= (last > np.maximum(first, 1e-3)) & (first < 1)
    return dark


def ground(rng: Rng, shape: tuple[int, int]) -> np.ndarray:
    """Linear (H, W, 3): one colour, grain along it, or felt."""
    height, width = shape
    base = rng.uniform(0.03, 0.75) * (1 + rng.uniform(-0.35, 0.35, 3))
    fine: np.ndarray = rng.normal(0, 1, (height, width)).astype(np.float32)
    spread = (0.6, 0.6) if rng.random() < 0.5 else (rng.uniform(10, 60), rng.uniform(0.6, 2.5))
    fine = cv2.GaussianBlur(fine, (0, 0), sigmaX=spread[0], sigmaY=spread[1])
    slow = cv2.GaussianBlur(
        rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), rng.uniform(20, 120)
    )
    texture = rng.uniform(0, 0.14) * fine / fine.std() + rng.uniform(0, 0.08) * slow / slow.std()
    return (base * (1 + texture[..., None])).clip(0.004, 1)


def lamps_of(rng: Rng) -> tuple[np.ndarray, float]:
    """One lamp's points (N, 3), wide or narrow, and the share of ambient light."""
    high = rng.uniform(15, 60)
    middle = np.array([*rng.normal(0, 0.6, 2) * high, high])
    return middle + rng.normal(0, rng.uniform(0.02, 0.4) * high, (LAMPS, 3)) * (1, 1, 0.2), rng.uniform(
        0.2, 0.75
    )


HEAP, SQUARE, ASUNDER = 3, 0.5, 1.015
"""Dice of a heap; share of them that lie square to the one before; distance over that of touching."""


def laid(rng: Rng, count: int, reach: np.ndarray, touching: bool = False) -> list[Lying]:
    """Apart or in heaps, within ``reach`` (2,) half edges of the middle."""
    dice: list[Lying] = []
    for _ in range(400):
        spot, turn = np.array([*rng.uniform(-reach, reach), 1.0]), None
        if touching and len(dice) % HEAP:
            turn = dice[-1].turn if rng.random() < SQUARE else rng.uniform(0, 2 * np.pi)
            way = np.array([np.cos(angle := rng.uniform(0, 2 * np.pi)), np.sin(angle), 0.0])
            spot = dice[-1].middle + way * ASUNDER / _over_least(way, turn, dice[-1].turn)
            free = all(_over_least(spot - each.middle, turn, each.turn) >= 1 for each in dice)
            free = free and bool((abs(spot[:2]) <= reach + 2).all())
        else:
            free = all(np.linalg.norm(spot - each.middle) > 3.1 for each in dice)
        if len(dice) < count and free:
            turn = rng.uniform(0, 2 * np.pi) if turn is None else turn
            dice.append(Lying(spot, turn, any_faces(rng, 1 + len(dice) % 6)))
    return dice


def _over_least(way: np.ndarray, turn: float, other: float) -> float:
    """How far two dice lie apart, over the least at which they do not overlap; ``way``: from one's middle to
    the other's.
    """
    sides = np.array([turn, turn + np.pi / 2, other, other + np.pi / 2])
    reach = 1 + abs(np.cos(turn - other)) + abs(np.sin(turn - other))
    return float(abs(np.cos(sides) * way[0] + np.sin(sides) * way[1]).max() / reach)


def picture(
    rng: Rng,
    marked: bool = False,
    make: PlainMake | None = None,
    tilts_deg: Tilts = TILTS_DEG,
    touching: bool = False,
) -> tuple[np.ndarray, list[dict[str, object]]]:
    """A picture, uint8 (H, W, 3), and its dice as in the table's file.

    ``make``: by default random. The camera looks from ``tilts_deg`` aside.
    """
    half_edge = float(np.exp(rng.uniform(*np.log(DIE_PX)))) / 2
    drawn = PlainMake.any(rng, marked)
    make, camera = make or drawn, Camera.any(rng, half_edge, FRAME, tilts_deg)
    ways = camera.ways(FRAME)
    reach = 0.8 * np.array([FRAME[1], FRAME[0]]) / 2 / half_edge - 2
    dice = laid(rng, DICE, np.minimum(np.maximum(reach, 1.0), 24.0), touching)
    lamps, ambient = lamps_of(rng)
    table = camera.eye + ways * (-camera.eye[2] / ways[..., 2:])
    light, planes = np.full(FRAME, ambient), np.ascontiguousarray(np.moveaxis(table, -1, 0))
    for lamp in lamps:
        to = lamp[:, None, None] - planes
        lit = (to[2] / np.linalg.norm(to, axis=0)) * (1 - ambient) / LAMPS
        for die in dice:
            window = _window(camera, die, 9.0)
            dark = shadowed([die], table[window].reshape(-1, 3), lamp).reshape(lit[window].shape)
            lit[window][dark] = 0
        light += lit
    linear, truths = ground(rng, FRAME) * light[..., None], []
    for die in sorted(dice, key=lambda each: -np.linalg.norm(each.middle - camera.eye)):
        truths.append(_drawn(linear, camera, ways, die, dice, make, lamps, ambient))
    return _developed(rng, linear), truths


def _window(camera: Camera, die: Lying, reach: float) -> tuple[slice, slice]:
    corners = die.middle + reach / 2 * np.array(
        [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-0.2, 0.2)]
    )
    seen = camera.seen(corners, FRAME)
    (left, top), (right, bottom) = np.floor(seen.min(0)).astype(int), np.ceil(seen.max(0)).astype(int)
    return np.s_[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]


def _drawn(
    linear: np.ndarray,
    camera: Camera,
    ways: np.ndarray,
    die: Lying,
    dice: list[Lying],
    make: PlainMake,
    lamps: np.ndarray,
    ambient: float,
) -> dict[str, object]:
    window = _window(camera, die, 3.6)
    rays = die.to_die(ways[window].reshape(-1, 3))
    hit, points = met(die.to_die(camera.eye - die.middle), rays, make.rounding)
    points, rays = points[hit], rays[hit]
    colour, dish = pipped(make, die.faces, points)
    outward = normals(points, make.rounding) + dish
    outward /= np.linalg.norm(outward, axis=-1, keepdims=True)
    light, shine = np.full(len(points), 0.0), np.zeros(len(points))
    light += ambient * (0.65 + 0.35 * outward[:, 2])
    world = points @ np.linalg.inv(_axes(die)) + die.middle
    for lamp in lamps:
        to = die.to_die(lamp - world)
        to /= np.linalg.norm(to, axis=-1, keepdims=True)
        open_ = ~shadowed(dice, world + 1e-2, lamp, but=die)
        cosine = np.maximum((outward * to).sum(1), 0) * open_
        back = rays - 2 * (rays * outward).sum(1, keepdims=True) * outward
        light += cosine * (1 - ambient) / LAMPS
        shine += open_ * np.maximum((back * to).sum(1), 0) ** 60 / LAMPS
    shown = linear[window].reshape(-1, 3)
    shown[hit] = colour * light[:, None] + make.gloss * shine[:, None]
    linear[window] = shown.reshape(linear[window].shape)
    rows, columns = np.nonzero(hit.reshape(linear[window].shape[:2]))
    left, top = window[1].start + columns.min(), window[0].start + rows.min()
    right, bottom = window[1].start + columns.max() + 1, window[0].start + rows.max() + 1
    cut = left <= 0 or top <= 0 or right >= FRAME[1] or bottom >= FRAME[0]
    box = [float(each) for each in (left, top, right, bottom)]
    face = None if die.faces[0] == make.marked else die.faces[0]
    return {"face": face, "star": False, "box": box, "hidden": 0.0, "cut_off": bool(cut), "kind": "flat",
            "view_tilt_deg": 0.0}  # fmt: skip


def _axes(die: Lying) -> np.ndarray:
    return die.to_die(np.eye(3))


def _developed(rng: Rng, linear: np.ndarray) -> np.ndarray:
    """Exposure, sharpness, noise."""
    exposure = rng.uniform(0.75, 1.15) / max(np.percentile(linear, 98), 0.05)
    shown = 255 * np.clip(linear * exposure * (1 + rng.normal(0, 0.04, 3)), 0, 1) ** (1 / 2.2)
    shown = cv2.GaussianBlur(shown.astype(np.float32), (0, 0), rng.uniform(0.4, 1.3))
    return (shown + rng.normal(0, rng.uniform(0.5, 5), shown.shape)).clip(0, 255).astype(np.uint8)


def main() -> None:
    """Draw the pictures that are not there yet."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--marked", action="store_true", help="another mark in place of a face")
    parser.add_argument("--tilt", type=float, nargs=2, default=TILTS_DEG, metavar="DEG",
                        help="the camera looks from between so many degrees aside")  # fmt: skip
    parser.add_argument("--touching", action="store_true", help="dice that touch, in heaps")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    for index in range(args.count):
        path = args.folder / f"{index:04d}.json"
        if path.exists():
            continue
        rng = np.random.default_rng((args.seed, index))
        pixels, truths = picture(rng, args.marked, tilts_deg=tuple(args.tilt), touching=args.touching)
        cv2.imwrite(
            str(path.with_suffix(".jpg")), pixels, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(80, 97))]
        )
        path.write_text(json.dumps({"dice": truths}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
