"""Solids as triangles: dice with cut pips, cups, coins, cards, fingers. Needs numpy and manifold3d.

A solid is built in millimetres about its own origin and comes as ``Skin`` pieces, one a surface.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import manifold3d as m3
import numpy as np

from models.render.bird import Bird, bird_section
from models.render.layout import FACES, DieLayout, face_frame, pips
from models.render.star import Star, star_outline

CREASE_DEG = 32.0
"""Edges sharper than this stay sharp when normals are smoothed: above the 15 degree steps of our curves."""
OVERHANG_MM = 4.0
"""How far cutters reach outside the body, so that they leave no thin skin."""


class Edge(Enum):
    """How a die's corners are taken off."""

    ROUNDED = "rounded"
    BALL_CUT = "ball_cut"


class PipCut(Enum):
    """How a pip is sunk into the face."""

    DIMPLE = "dimple"
    DRILLED = "drilled"
    PRINTED = "printed"


@dataclass(frozen=True, slots=True)
class DieShape:
    """A die's solid. Lengths but ``side_mm`` are shares of the side; ``one_scale`` widens the one's pip."""

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
    """Triangles of one surface, unshared corners: ``corners`` and ``normals`` float32 (3 T, 3), mm."""

    surface: str
    corners: np.ndarray
    normals: np.ndarray


def _matrix(rotation: np.ndarray, shift: np.ndarray) -> np.ndarray:
    return np.column_stack((rotation, shift))


def rounded_box(size: tuple[float, float, float], radius: float, segments: int = 28) -> m3.Manifold:
    """A box about the origin, mm, its edges and corners rounded."""
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
    """The die's body (``"body"``) and its pips (``"pips"``); ``fine_mm`` caps edges, for coloured corners."""
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
    """One skin of a whole solid."""
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
    """A solid of revolution about z; ``profile`` runs counterclockwise in (radius, height)."""
    return m3.Manifold.revolve(m3.CrossSection([np.array(profile)]), segments)


def cup(mouth_mm: float, foot_mm: float, height_mm: float, rim_mm: float, step_mm: float) -> m3.Manifold:
    """A dice cup upside down on the table: mouth at z = 0, closed foot up, a lip at the mouth.

    ``rim_mm`` rounds the foot's edge; ``step_mm`` > 0 sinks the foot's middle.
    """
    bend = [(np.cos(t), np.sin(t)) for t in np.linspace(0, np.pi / 2, 8)]
    foot = [(foot_mm - rim_mm + rim_mm * x, height_mm - rim_mm + rim_mm * y) for x, y in bend]
    lip = [(mouth_mm + 1.2, 0.0), (mouth_mm + 1.2, 2.4), (mouth_mm, 3.6)]
    sunk = foot_mm - rim_mm - 2.5
    top = [(sunk, height_mm), (sunk - 0.8, height_mm - step_mm), (0.0, height_mm - step_mm)]
    return turned_solid([(0.0, 0.0), *lip, *foot, *(top if step_mm > 0 else [(0.0, height_mm)])])


def coin(radius_mm: float, thick_mm: float, rim_mm: float) -> m3.Manifold:
    """A coin or chip flat on the table, with a raised rim when ``rim_mm`` > 0."""
    disc = m3.Manifold.cylinder(thick_mm, radius_mm, radius_mm, 72)
    if rim_mm <= 0:
        return disc
    inner = radius_mm - rim_mm
    return disc - m3.Manifold.cylinder(thick_mm, inner, inner, 72).translate((0, 0, 0.8 * thick_mm))


def holed(disc: m3.Manifold, count: int, reach_mm: float, radius_mm: float) -> m3.Manifold:
    """A disc on the table with so many holes, that far from its middle: a button."""
    hole = m3.Manifold.cylinder(20, radius_mm, radius_mm, 24)
    for angle in 2 * np.pi * np.arange(count) / count:
        disc -= hole.translate((reach_mm * np.cos(angle), reach_mm * np.sin(angle), -5))
    return disc


def pawn_of(foot_mm: float, tall_mm: float) -> m3.Manifold:
    """A turned piece with a round head."""
    neck = [(foot_mm * 0.5, tall_mm * 0.4), (foot_mm * 0.35, tall_mm * 0.7), (0, tall_mm * 0.7)]
    body = turned_solid([(0, 0), (foot_mm, 0), (foot_mm, 2.5), *neck], 48)
    return body + m3.Manifold.sphere(foot_mm * 0.55, 40).translate((0, 0, tall_mm * 0.8))


def slab(wide_mm: float, deep_mm: float, thick_mm: float) -> m3.Manifold:
    """A card or board flat on the table, z from 0."""
    return m3.Manifold.cube((wide_mm, deep_mm, thick_mm)).translate((-wide_mm / 2, -deep_mm / 2, 0))


def capsule(
    a: tuple[float, float, float], b: tuple[float, float, float], ra: float, rb: float
) -> m3.Manifold:
    """A finger's joint: the hull of two balls."""
    return m3.Manifold.batch_hull(
        [m3.Manifold.sphere(ra, 40).translate(a), m3.Manifold.sphere(rb, 40).translate(b)]
    )
