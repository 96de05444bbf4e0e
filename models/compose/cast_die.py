"""A die cast for every picture: make, pips, room, and what shows through a clear one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.compose.cast_faces import Faces, any_faces
from models.compose.cast_faces import patterned as with_pattern
from models.compose.cast_solid import Pose, Shape, Sky, any_sky, hits, unit
from models.compose.make import Make, any_make, lab_distance, mark_on
from models.compose.paint import STAR, Colour, Sprite, any_colour, hsv, trimmed
from models.compose.sketch import (
    COCKED_FACING,
    STEEP_DEG,
    Axes,
    Marks,
    axes_of,
    marks_of,
    numbers_round,
    turned,
)

BOUNCES = 3
"""Walls that a ray is followed to."""
INDEX = (1.45, 1.6)
"""Acrylic 1.49, polyester resin 1.52 to 1.56, polycarbonate 1.58."""
TINTED = (0.1, 0.7)
"""Depth of plastic's colour: its power along half an edge."""
LIT_WITHIN = (0.3, 1.5)
"""Share of an outside mark's light that reaches its back."""
SHADOWED = (0.35, 1.0)
"""Share of the table's light under a die."""
COLOURLESS, WHITE_MARKS = 0.2, 0.65
"""Shares of smoke or water clear dice, and of white marks: a choice, after sets in shops."""


def clear_make(rng: Rng, make: Make) -> Make:
    """The make in polished clear plastic of any colour, its marks mostly white."""
    body = hsv(rng.random(), rng.uniform(0.55, 1), rng.uniform(0.35, 1))
    if rng.random() < COLOURLESS:
        body = hsv(rng.random(), rng.uniform(0, 0.15), rng.uniform(0.3, 1))
    white = hsv(0.1, rng.uniform(0, 0.15), rng.uniform(0.88, 1))
    mark = white if rng.random() < WHITE_MARKS else mark_on(rng, body)
    plain = replace(make, marbling=0.0, speckle=0.0, pip_ring=False)
    return replace(plain, body=body, mark=mark, one_mark=mark, clear=True)


@dataclass(frozen=True, slots=True)
class Clear:
    """How clear plastic passes light."""

    index: float
    tinted: float
    lit_within: float
    shadowed: float

    @classmethod
    def any(cls, rng: Rng) -> Clear:
        ranges = (INDEX, TINTED, LIT_WITHIN, SHADOWED)
        return cls(*(float(rng.uniform(*each)) for each in ranges))

    def through(
        self,
        points: np.ndarray,
        ways: np.ndarray,
        normals: np.ndarray,
        paint: np.ndarray,
        frames: tuple[np.ndarray, np.ndarray, np.ndarray],
        faces: Faces,
        sky: Sky,
        lies: np.ndarray,
    ) -> np.ndarray:
        """Light (N, 3) through the surface at ``points`` (N, 3) against ``ways`` (N, 3).

        ``normals`` (N, 3) look outwards, ``paint`` (N, 3) is the plastic's linear colour there; ``frames``:
        each face's directions outwards, along and across, (6, 3) each. All are in the die's space; ``lies``
        (3, 3) turns to the world's, where the sky is.
        """
        outward, *inplane = frames
        inside, at = self._bent(ways, normals), points
        tint, gone = np.clip(paint, 0.02, 0.98), np.zeros((len(points), 1), np.float32)
        told, going = np.zeros((len(points), 3), np.float32), np.ones(len(points), bool)
        for bounce in range(BOUNCES):
            speed = inside @ outward.T
            steps = np.where(speed > 1e-3, (1 - at @ outward.T) / np.maximum(speed, 1e-3), np.inf)
            far = steps.argmin(1)
            way = np.clip(steps.min(1), 0, 3)[:, None]
            at, gone = at + inside * way, gone + way
            u, v = ((at * axis[far]).sum(1) for axis in inplane)
            behind, marked, _ = faces.at(far, u, v)
            tinted = tint ** (0.15 + self.tinted * gone)
            ink = going & (marked > 0.5)
            told[ink] = (behind * self.lit_within * tinted)[ink]
            straight = np.clip((inside * outward[far]).sum(1), 0, 1)
            aslant = self.index**2 * (1 - straight**2) >= 1
            last = np.full(len(at), bounce == BOUNCES - 1)
            leaves = going & ~ink & (~aslant | last)
            world = (inside @ lies.T).astype(np.float32)
            light = sky.mirrored(world) * np.where(world[:, 2:] < 0, self.shadowed, 1.0)
            told[leaves] = (np.minimum(light, 2.0) * tinted)[leaves]
            going &= ~ink & ~leaves
            inside = inside - 2 * (inside * outward[far]).sum(1, keepdims=True) * outward[far]
        return told

    def _bent(self, ways: np.ndarray, normals: np.ndarray) -> np.ndarray:
        meets = np.clip(-(ways * normals).sum(1, keepdims=True), 0, 1)
        sine2 = (1 - meets**2) / self.index**2
        return unit(ways / self.index + (meets / self.index - np.sqrt(1 - sine2)) * normals)


Rng = np.random.Generator
CANVAS_PX = 184
HALF_EDGE_PX = 46.0
SHRUNK = 0.78
"""A die is cast larger than it is kept, for smooth edges: a face ends up 72 px long."""
PALE_SHARE, PALE_LAB = 0.2, (22.0, 50.0)
"""Share of dice with marks close to the body's colour, and their distance in Lab."""
COLOURED_LAB = (30.0, 70.0)
TRIES = 40
MOST_SHADED = 32_000
"""Points shaded at once: OpenCV samples pictures at fewer than 32,767 places in a row."""
STEEP_SHARE, ASIDE_SHARE = 0.12, 0.44
"""Shares of dice seen from beyond ``STEEP_DEG``, and evenly from any angle up to it; the rest mostly from
above."""
TABLE_LIT = 0.75
"""Share of the room's light on the table beside a die."""
SQUARE, ASUNDER = 0.5, 1.01
"""Share of heaps whose dice all lie square to one another; distance of neighbours, over that of touching."""
MATT_F0, METAL_SHARE = (0.02, 0.07), 0.05
"""Plastic's share of light mirrored straight back, and the share of metal dice."""
PASSES = (0.25, 0.95)
"""Share of a clear die's light from within."""


@dataclass(frozen=True, slots=True)
class Finish:
    """A surface: ``f0`` (3,) mirrored straight back, its blur, the share of light that passes, and how."""

    mirrors: np.ndarray
    blurred: float
    metal: bool
    passes: float
    clear: Clear | None

    @classmethod
    def any(cls, rng: Rng, make: Make) -> Finish:
        """Matt, satin or polished; clear for a clear make."""
        metal = bool(rng.random() < METAL_SHARE)
        plastic = np.full(3, rng.uniform(*MATT_F0))
        body = (np.asarray(make.body) / 255) ** 2.2
        clear = make.clear and not metal
        return cls(
            mirrors=(0.3 + 0.6 * body if metal else plastic).astype(np.float32),
            blurred=float(np.exp(rng.uniform(np.log(0.3), np.log(14)))),
            metal=metal,
            passes=float(rng.uniform(*PASSES)) if clear else 0.0,
            clear=Clear.any(rng) if clear else None,
        )


def cast_die(
    rng: Rng,
    top: int,
    cocked: bool = False,
    make: Make | None = None,
    pose: Pose | None = None,
    rooms: list[np.ndarray] | None = None,
    table: Colour | None = None,
    marks: Marks = marks_of,
    finer: int = 1,
) -> Sprite:
    """A die with face ``top`` up; make and pose are random by default.

    ``cocked`` leans it 20-45 degrees; ``rooms``: pictures for its surroundings, uint8 (H, W, 3); ``table``:
    colour. ``finer``: size factor for large pictures.
    """
    make = make or any_cast_make(rng)
    frames = axes_of(rng)
    pose, steep = (pose, False) if pose else _any_pose(rng, cocked, frames)
    faces = any_faces(rng, make, numbers_round(rng, top), marks)
    ground = TABLE_LIT * (np.asarray(table or any_colour(rng)) / 255).clip(0, 1) ** 2.2
    sky = any_sky(rng, rooms or [], ground)
    shape, finish = Shape.any(rng), Finish.any(rng, make)
    canvas_px = CANVAS_PX * finer
    eye, ways = pose.rays(canvas_px, HALF_EDGE_PX * finer)
    met, points = hits(shape, eye, ways)
    seen, normals = ways[met], shape.normals(points)
    parts = [slice(at, at + MOST_SHADED) for at in range(0, len(met), MOST_SHADED)]
    shaded = [
        _shaded(rng, points[at], seen[at], normals[at], frames, faces, sky, finish, pose.lies) for at in parts
    ]
    light = np.concatenate(shaded)
    bgra = np.zeros((canvas_px * canvas_px, 4), np.float32)
    exposure = rng.uniform(0.55, 1.25)
    bgra[met, :3] = 255 * np.clip(light * exposure, 0, 1) ** (1 / 2.2)
    bgra[met, 3] = 255
    side = round(canvas_px * SHRUNK)
    small: np.ndarray = cv2.resize(
        bgra.reshape(canvas_px, canvas_px, 4), (side, side), interpolation=cv2.INTER_AREA
    )
    share = np.maximum(small[..., 3:] / 255, 1 / 255)
    small[..., :3] /= share
    label = STAR if top == 1 and make.starred else top
    up = pose.seen @ pose.lies @ (0, 0, 1.0)
    lean = (float(up[0]), float(-up[1]))
    return Sprite(trimmed(small.clip(0, 255).astype(np.uint8)), label, cocked, not steep, lean)


def cast_heap(rng: Rng, tops: Sequence[int], make: Make | None = None) -> list[Sprite]:
    """A heap of dice of one make, each touching another, as one camera sees them; the farthest first, which
    the others may hide.
    """
    make = make or any_cast_make(rng)
    pose, _ = _any_pose(rng, False, axes_of(rng))
    turns = np.zeros(len(tops)) if rng.random() < SQUARE else rng.uniform(0, 90, len(tops))
    seen = _pushed_together(rng, turns) @ (pose.seen @ pose.lies).T
    seed = int(rng.integers(1 << 30))  # the same for all: shape, finish and light are, too
    poses = [replace(pose, lies=pose.lies @ turned(2, turn)) for turn in turns]
    dice = [
        cast_die(np.random.default_rng(seed), top, make=make, pose=each)
        for top, each in zip(tops, poses, strict=True)
    ]
    side = max(max(die.bgra.shape[:2]) for die in dice)
    length = HALF_EDGE_PX * SHRUNK / side
    return [
        replace(
            dice[index],
            bgra=_in_the_middle_of(dice[index].bgra, side),
            beside=(length * seen[index, 0], -length * seen[index, 1]),
        )
        for index in seen[:, 2].argsort()
    ]


def _pushed_together(rng: Rng, turns_deg: np.ndarray) -> np.ndarray:
    """Middles (N, 3) of dice on a table, in half edges; each but the first touches one before it."""
    places = [np.zeros(2)]
    while len(places) < len(turns_deg):
        turn, touched = turns_deg[len(places)], int(rng.integers(len(places)))
        way = unit(rng.normal(0, 1, (1, 2)))[0]
        near = ASUNDER / _apart(way, turns_deg[touched], turn)
        spot = places[touched] + near * way
        others = zip(places, turns_deg, strict=False)
        if all(_apart(spot - place, other, turn) >= 1 for place, other in others):
            places.append(spot)
    return np.pad(places, ((0, 0), (0, 1)))


def _apart(way: np.ndarray, turn_deg: float, other_deg: float) -> float:
    """Least 1 for dice, turned so, that do not overlap: ``way`` (2,) is from middle to middle."""
    sides = np.radians([turn_deg, turn_deg + 90, other_deg, other_deg + 90])
    corner = abs(np.cos(sides[2] - sides[0])) + abs(np.sin(sides[2] - sides[0]))
    return float(abs(np.cos(sides) * way[0] + np.sin(sides) * way[1]).max() / (1 + corner))


def _in_the_middle_of(bgra: np.ndarray, side: int) -> np.ndarray:
    """All of one size, for pictures are scaled by their longer side (``scene.sized``)."""
    top, left = ((side - length) // 2 for length in bgra.shape[:2])
    framed = np.zeros((side, side, 4), bgra.dtype)
    framed[top : top + bgra.shape[0], left : left + bgra.shape[1]] = bgra
    return framed


def any_cast_make(rng: Rng, coloured: float = 0.0, patterned: float = 0.0, clear: float = 0.0) -> Make:
    """A sketched die's make, at times with pips that hardly stand out.

    ``clear``: additional share of clear plastic; of the others ``patterned``: share with patterns as strong
    as pips; of the rest ``coloured``: share of dark or swirling dice whose pips differ in colour alone.
    """
    make = any_make(rng)
    if clear and rng.random() < clear:
        return clear_make(rng, make)
    if patterned and rng.random() < patterned:
        return with_pattern(rng, make)
    if rng.random() < coloured:
        body = _deep(rng)
        apart = COLOURED_LAB
        make = replace(make, body=body, clear=make.clear or bool(rng.random() < 0.3), starred=False)
        make = replace(make, gloss=1.0, marbling=rng.uniform(0.5, 1) if rng.random() < 0.5 else 0.0)
    elif rng.random() < PALE_SHARE and not make.starred:
        apart = PALE_LAB
    else:
        return make
    for _ in range(TRIES):
        mark: Colour = any_colour(rng)
        if apart[0] < lab_distance(mark, make.body) < apart[1]:
            return replace(make, mark=mark, one_mark=mark)
    return make


def _deep(rng: Rng) -> Colour:
    return hsv(rng.random(), rng.uniform(0.2, 1), rng.uniform(0.06, 0.6))


def _any_pose(rng: Rng, cocked: bool, frames: list[Axes]) -> tuple[Pose, bool]:
    draw = rng.random()
    steep, aside = draw < STEEP_SHARE, draw < STEEP_SHARE + ASIDE_SHARE
    off = abs(rng.normal(0, 18)) % STEEP_DEG
    if aside:
        off = rng.uniform(STEEP_DEG, 55) if steep else rng.uniform(0, STEEP_DEG)
    roll = rng.uniform(-25, 25) if steep else rng.uniform(0, 360)
    lean = abs(rng.normal(0, 1.0))
    while True:
        if cocked:
            lean, off, roll = rng.uniform(20, 45), rng.uniform(0, STEEP_DEG), rng.uniform(0, 360)
        lies = turned(2, rng.uniform(0, 360)) @ turned(0, lean) @ turned(2, rng.uniform(0, 360))
        pose = Pose(lies, turned(2, roll) @ turned(0, -off), float(rng.uniform(7, 40)))
        if not cocked:
            return pose, steep
        if max(pose.squarely(frame[0]) for frame in frames) <= COCKED_FACING:
            return pose, False


def _shaded(
    rng: Rng,
    points: np.ndarray,
    ways: np.ndarray,
    normals: np.ndarray,
    frames: list[Axes],
    faces: Faces,
    sky: Sky,
    finish: Finish,
    lies: np.ndarray,
) -> np.ndarray:
    """Linear light (N, 3) from points along ways, with normals, all in the die's space."""
    outward, along, across = (np.array([frame[at] for frame in frames], np.float32) for at in range(3))
    face = (points @ outward.T).argmax(1)
    u, v = ((points * axis[face]).sum(1) for axis in (along, across))
    paint, marked, slopes = faces.at(face, u, v)
    smooth, normals = normals, unit(normals + slopes[:, :1] * along[face] + slopes[:, 1:] * across[face])
    world = (normals @ lies.T).astype(np.float32)
    seen = (ways @ lies.T).astype(np.float32)
    height = (points @ lies.T)[:, 2]
    shade = np.clip(0.55 + 0.3 * (height + 1), 0, 1)[:, None]
    dented = 1 - 0.25 * np.minimum(np.abs(slopes).sum(1), 1)[:, None]
    light = paint * sky.matt(world) * shade * dented
    if finish.clear:
        share = (finish.passes * (1 - marked))[:, None]
        behind = finish.clear.through(points, ways, smooth, paint, (outward, along, across), faces, sky, lies)
        light += share * (behind - light)
    cosine = np.clip(-(seen * world).sum(1, keepdims=True), 0, 1)
    mirrored = finish.mirrors + (1 - finish.mirrors) * (1 - cosine) ** 5
    if finish.metal:
        light *= 0.25
    blurred = Sky(cv2.GaussianBlur(sky.light, (0, 0), finish.blurred), sky.table)
    back = blurred.mirrored(seen + 2 * cosine * world) * shade
    return light * (1 - mirrored) + back * mirrored
