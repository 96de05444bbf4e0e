"""Solids as triangles: dice with cut pips and birds, cups, coins. Needs numpy and manifold3d.

In mm about its own origin, as ``Skin`` pieces, one a surface.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import manifold3d as m3
import numpy as np

from models.render.placing import FACES, DieLayout, face_frame, pips
from models.render.surface import Star, star_outline


@dataclass(frozen=True, slots=True)
class Bird:
    """A bird from the side in place of the one: half its length over the die's side."""

    reach: float = 0.38


_BODY = (
    (-0.62, -0.10),
    (-0.30, -0.34),
    (0.10, -0.38),
    (0.42, -0.16),
    (0.50, 0.10),
    (0.20, 0.16),
    (-0.25, 0.06),
)
_TAIL = ((-0.48, 0.02), (-1.00, 0.20), (-0.94, -0.02), (-1.00, -0.22), (-0.46, -0.22))
_WING = ((-0.34, 0.00), (-0.52, 0.72), (-0.20, 0.52), (-0.08, 0.80), (0.08, 0.50), (0.26, 0.60), (0.26, 0.02))
_BEAK = ((0.72, 0.40), (1.00, 0.20), (0.70, 0.16))
_LEGS = ((-0.02, -0.30), (-0.02, -0.70), (0.10, -0.70), (0.10, -0.30))
_HEAD, _EYE = ((0.56, 0.26), 0.26), ((0.62, 0.32), 0.075)


def bird_section(bird: Bird, side: float) -> m3.CrossSection:
    """Looking along +x, about the origin."""
    head, eye = (_disc(*each) for each in (_HEAD, _EYE))
    whole = m3.CrossSection.batch_boolean(
        [*(_filled(each) for each in (_BODY, _TAIL, _WING, _BEAK, _LEGS)), head], m3.OpType.Add
    )
    return (whole - eye).scale((bird.reach * side, bird.reach * side))


def _filled(outline: tuple[tuple[float, float], ...]) -> m3.CrossSection:
    return m3.CrossSection([np.array(outline)], m3.FillRule.NonZero)


def _disc(middle: tuple[float, float], radius: float) -> m3.CrossSection:
    return m3.CrossSection.circle(radius, 32).translate(middle)


CREASE_DEG = 32.0
"""Sharper edges stay sharp when normals are smoothed: above the 15 degree steps of our curves."""
OVERHANG_MM = 4.0
"""Reach of cutters outside the body, so that they leave no thin skin."""


class Edge(Enum):
    ROUNDED = "rounded"
    BALL_CUT = "ball_cut"


class PipCut(Enum):
    DIMPLE = "dimple"
    DRILLED = "drilled"
    PRINTED = "printed"


@dataclass(frozen=True, slots=True)
class DieShape:
    """Lengths but ``side_mm`` are shares of the side; ``one_scale`` widens the one's pip."""

    layout: DieLayout
    side_mm: float = 16.0
    edge: Edge = Edge.ROUNDED
    roundness: float = 0.12
    cut: PipCut = PipCut.DIMPLE
    pip_radius: float = 0.09
    pip_depth: float = 0.04
    pip_spread: float = 0.25
    one_scale: float = 1.0
    star: Star | None = None
    bird: Bird | None = None
    blank: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Skin:
    """Triangles of one surface: ``corners`` and ``normals`` float32 (3 T, 3), mm, unshared."""

    surface: str
    corners: np.ndarray
    normals: np.ndarray


def _matrix(rotation: np.ndarray, shift: np.ndarray) -> np.ndarray:
    return np.column_stack((rotation, shift))


def rounded_box(size: tuple[float, float, float], radius: float, segments: int = 28) -> m3.Manifold:
    ball = m3.Manifold.sphere(radius, segments)
    half = np.array(size) / 2 - radius
    signs = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    return m3.Manifold.batch_hull([ball.translate(tuple(half * sign)) for sign in signs])


def _die_body(shape: DieShape) -> m3.Manifold:
    side = shape.side_mm
    if shape.edge is Edge.ROUNDED:
        return rounded_box((side, side, side), max(0.012, shape.roundness) * side)
    slightly = rounded_box((side, side, side), 0.025 * side, 16)
    return slightly ^ m3.Manifold.sphere((0.80 - 0.6 * shape.roundness) * side, 96)


def _pip_cutter(radius: float, depth: float, cut: PipCut) -> m3.Manifold:
    """A cutter about the face's middle: z = 0 is the surface, z > 0 outside."""
    if cut is PipCut.DIMPLE:
        ball = (radius * radius + depth * depth) / (2 * depth)
        return m3.Manifold.sphere(ball, 28 if ball < 2 * radius else 72).translate((0, 0, ball - depth))
    return m3.Manifold.cylinder(depth + OVERHANG_MM, radius, radius, 28).translate((0, 0, -depth))


def _star_cutter(star: Star, side: float, depth: float) -> m3.Manifold:
    return _section_cutter(m3.CrossSection([star_outline(star, star.radius * side)]), depth)


def _section_cutter(section: m3.CrossSection, depth: float) -> m3.Manifold:
    return m3.Manifold.extrude(section, depth + OVERHANG_MM).translate((0, 0, -depth))


def _cutters(shape: DieShape) -> list[m3.Manifold]:
    side, made = shape.side_mm, []
    depth = 0.008 * side if shape.cut is PipCut.PRINTED else shape.pip_depth * side
    for face in FACES:
        frame = face_frame(face, shape.layout)
        for u, v in pips(face, shape.layout):
            if face == 1 and shape.bird is not None:
                section = bird_section(shape.bird, side)
                cutter = _section_cutter(section, min(depth, 0.03 * side))
            elif face == 1 and shape.star is not None:
                cutter = _star_cutter(shape.star, side, min(depth, 0.03 * side))
            else:
                radius = shape.pip_radius * side * (shape.one_scale if face == 1 else 1.0)
                cutter = _pip_cutter(radius, min(depth, 0.9 * radius), shape.cut)
            place = frame @ np.array([u * shape.pip_spread, v * shape.pip_spread, 0.5]) * side
            made.append(cutter.transform(_matrix(frame, place)))
    return made


def die_skins(shape: DieShape, fine_mm: float | None = None) -> list[Skin]:
    """Body (``"body"``) and pips (``"pips"``); ``fine_mm`` caps edges, for coloured corners."""
    body = _die_body(shape).as_original()
    if shape.blank:
        return solid_skins(body, "body", fine_mm)
    cutter = m3.Manifold.batch_boolean(_cutters(shape), m3.OpType.Add).as_original()
    solid = body - cutter
    if fine_mm is not None:
        solid = solid.refine_to_length(fine_mm)
    mesh = solid.to_mesh()
    starts, owners = np.asarray(mesh.run_index) // 3, np.asarray(mesh.run_original_id)
    of_pips = np.zeros(len(mesh.tri_verts), dtype=bool)
    for run, owner in enumerate(owners):
        of_pips[starts[run] : starts[run + 1]] = owner == cutter.original_id()
    points, triangles = np.asarray(mesh.vert_properties)[:, :3], np.asarray(mesh.tri_verts)
    return [
        _skin("body", points, triangles[~of_pips]),
        _skin("pips", points, triangles[of_pips]),
    ]


def solid_skins(solid: m3.Manifold, surface: str = "body", fine_mm: float | None = None) -> list[Skin]:
    mesh = (solid.refine_to_length(fine_mm) if fine_mm else solid).to_mesh()
    return [_skin(surface, np.asarray(mesh.vert_properties)[:, :3], np.asarray(mesh.tri_verts))]


def _skin(surface: str, points: np.ndarray, triangles: np.ndarray) -> Skin:
    corners = points[triangles].reshape(-1, 3)
    normals = corner_normals(points, triangles)
    return Skin(surface, corners.astype(np.float32), normals.astype(np.float32))


def corner_normals(points: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Normals (3 T, 3): the mean over the faces at each corner that bend less than the crease."""
    a, b, c = (points[triangles[:, k]].astype(np.float64) for k in range(3))
    weighted = np.cross(b - a, c - a)
    unit = weighted / np.maximum(np.linalg.norm(weighted, axis=1, keepdims=True), 1e-12)
    vertex = triangles.reshape(-1)
    order = np.argsort(vertex, kind="stable")
    counts = np.bincount(vertex, minlength=len(points))
    first = np.concatenate(([0], np.cumsum(counts)))
    repeats = counts[vertex]
    mine = np.repeat(np.arange(len(vertex)), repeats)
    within = np.arange(len(mine)) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    theirs = order[first[vertex[mine]] + within] // 3
    alike = np.einsum("ij,ij->i", unit[mine // 3], unit[theirs]) > np.cos(np.radians(CREASE_DEG))
    summed = np.column_stack(
        [
            np.bincount(mine[alike], weights=weighted[theirs[alike], k], minlength=len(vertex))
            for k in range(3)
        ]
    )
    length = np.linalg.norm(summed, axis=1, keepdims=True)
    return np.where(length > 1e-12, summed / np.maximum(length, 1e-12), np.repeat(unit, 3, axis=0))


def turned_solid(profile: list[tuple[float, float]], segments: int = 96) -> m3.Manifold:
    """A solid about z; ``profile`` runs counterclockwise in (radius, height)."""
    return m3.Manifold.revolve(m3.CrossSection([np.array(profile)]), segments)


def cup(mouth_mm: float, foot_mm: float, height_mm: float, rim_mm: float, step_mm: float) -> m3.Manifold:
    """Upside down: mouth at z = 0, closed foot up, a lip at the mouth.

    ``rim_mm`` rounds the foot's edge; ``step_mm`` > 0 sinks the foot's middle.
    """
    bend = [(np.cos(t), np.sin(t)) for t in np.linspace(0, np.pi / 2, 8)]
    foot = [(foot_mm - rim_mm + rim_mm * x, height_mm - rim_mm + rim_mm * y) for x, y in bend]
    lip = [(mouth_mm + 1.2, 0.0), (mouth_mm + 1.2, 2.4), (mouth_mm, 3.6)]
    sunk = foot_mm - rim_mm - 2.5
    top = [(sunk, height_mm), (sunk - 0.8, height_mm - step_mm), (0.0, height_mm - step_mm)]
    return turned_solid([(0.0, 0.0), *lip, *foot, *(top if step_mm > 0 else [(0.0, height_mm)])])


def coin(radius_mm: float, thick_mm: float, rim_mm: float) -> m3.Manifold:
    """Flat on the table, with a raised rim for ``rim_mm`` > 0."""
    disc = m3.Manifold.cylinder(thick_mm, radius_mm, radius_mm, 72)
    if rim_mm <= 0:
        return disc
    inner = radius_mm - rim_mm
    return disc - m3.Manifold.cylinder(thick_mm, inner, inner, 72).translate((0, 0, 0.8 * thick_mm))
