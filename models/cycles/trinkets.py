"""Small things that are no dice and could pass for some: balls, buttons, cubes, tiles, pawns, stars."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import manifold3d as m3
import numpy as np
from bpy.types import Material, Mesh

from models.cycles.graphs import rgba
from models.cycles.materials import glossy
from models.cycles.meshes import mesh_of, sheet_of
from models.render.pictured import pictured_dice
from models.render.printing import DOTS_PER_MM, board_piece, domino, playing_card
from models.render.shapes import coin, holed, pawn_of, rounded_box, solid_skins
from models.render.star import Star, star_outline
from models.render.surface import body_colour, varied

Rng = np.random.Generator


GOLDEN = (1 + 5**0.5) / 2


def _rounds(a: float, b: float) -> list[tuple[float, float, float]]:
    """The corners (0, a, b) with either sign, and turned so that each axis is the empty one."""
    signed = [(s * a, t * b) for s in (-1, 1) for t in (-1, 1)]
    return [corner for p, q in signed for corner in ((0, p, q), (p, q, 0), (q, 0, p))]


CUBE = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
SOLIDS = tuple(
    np.array(corners, float)
    for corners in (
        [(x, y, z) for x, y, z in CUBE if x * y * z > 0],
        [*np.eye(3), *-np.eye(3)],
        [*CUBE, *_rounds(1 / GOLDEN, GOLDEN)],
        _rounds(1, GOLDEN),
    )
)
"""Corners of dice with four, eight, twelve and twenty sides."""


@dataclass(frozen=True, slots=True, eq=False)
class Trinket:
    """One thing, its foot on z = 0; ``outline`` (P, 3) are points of its surface, mm."""

    kind: str
    mesh: Mesh
    outline: np.ndarray

    @property
    def reach_mm(self) -> float:
        """How far it reaches from its middle along the table."""
        return float(np.hypot(self.outline[:, 0], self.outline[:, 1]).max())


def _stuff(rng: Rng) -> Material:
    """Any colour, dull to mirroring, some of it lets light through."""
    _, colour = body_colour("train", rng)
    more: dict[str, object] = {}
    if rng.random() < 0.2:
        more = {"Transmission Weight": rng.uniform(0.4, 1.0), "IOR": 1.45}
    elif rng.random() < 0.2:
        more = {"Metallic": 1.0}
    elif rng.random() < 0.3:
        more = {"Subsurface Weight": 0.4, "Subsurface Radius": (1.5, 1.0, 0.7), "Subsurface Scale": 1.0}
    return glossy(rgba(varied(colour, rng, 0.3)), float(rng.choice((0.05, 0.15, 0.3, 0.6))), **more)


def _solid(kind: str, solid: m3.Manifold, *others: tuple[m3.Manifold, Material], stuff: Material) -> Trinket:
    parts, points = [], []
    for each, material in ((solid, stuff), *others):
        skin = solid_skins(each)[0]
        parts.append((skin.corners, skin.normals, material))
        points.append(skin.corners)
    outline = np.concatenate(points)
    return Trinket(kind, mesh_of(parts), outline[:: max(1, len(outline) // 1500)])


def _on_foot(solid: m3.Manifold) -> m3.Manifold:
    return solid.translate((0, 0, -solid.bounding_box()[2]))


def ball(rng: Rng) -> Trinket:
    """A ball, a pearl, a berry: round, or flattened as a sweet or a bean is."""
    radius = rng.uniform(4.5, 12)
    solid = m3.Manifold.sphere(radius, 64)
    if rng.random() < 0.5:
        solid = solid.scale((1, rng.uniform(0.6, 1.0), rng.uniform(0.4, 0.9)))
    return _solid("ball", _on_foot(solid.rotate((0, 0, rng.uniform(0, 360)))), stuff=_stuff(rng))


def button(rng: Rng) -> Trinket:
    """A disc with two or four holes."""
    radius = rng.uniform(6, 12)
    solid = coin(radius, rng.uniform(1.5, 4), float(rng.choice((0.0, 1.0))))
    count, reach = int(rng.choice((2, 4))), radius * rng.uniform(0.2, 0.35)
    return _solid("button", holed(solid, count, reach, 0.13 * radius), stuff=_stuff(rng))


def cube(rng: Rng) -> Trinket:
    """A wooden cube, a sugar lump: no mark on it, or one that is no pip (a ring, a cross, a bar)."""
    side = rng.uniform(8, 17)
    body = rounded_box((side, side, side), rng.uniform(0.4, 2.5), 16).translate((0, 0, side / 2))
    stuff, turn = _stuff(rng), float(rng.uniform(0, 360))
    if rng.random() < 0.4:
        return _solid("cube", body.rotate((0, 0, turn)), stuff=stuff)
    thick, reach = side * rng.uniform(0.06, 0.12), side * rng.uniform(0.25, 0.35)
    bar = m3.Manifold.cube((2 * reach, thick, 0.3), True)
    inner = reach - thick
    ring = m3.Manifold.cylinder(0.3, reach, reach, 40) - m3.Manifold.cylinder(2, inner, inner, 40)
    cross = bar.rotate((0, 0, 45)) + bar.rotate((0, 0, -45))
    mark = (ring, cross, bar)[int(rng.integers(3))].translate((0, 0, side))
    return _solid("cube", body.rotate((0, 0, turn)), (mark.rotate((0, 0, turn)), _stuff(rng)), stuff=stuff)


def many_sided(rng: Rng) -> Trinket:
    """A die of four, eight, twelve or twenty sides, no number on it."""
    corners = SOLIDS[int(rng.integers(len(SOLIDS)))]
    solid = m3.Manifold.hull_points(corners * rng.uniform(5, 9))
    face = corners[np.argsort(corners @ rng.normal(size=3))[:3]].mean(0)
    tip = float(np.degrees(np.arccos(np.clip(-face[2] / np.linalg.norm(face), -1, 1))))
    around = float(np.degrees(np.arctan2(face[1], face[0])))
    solid = solid.rotate((0, 0, -around)).rotate((0, tip, 0)).rotate((0, 0, rng.uniform(0, 360)))
    return _solid("many-sided", _on_foot(solid), stuff=_stuff(rng))


def pawn(rng: Rng) -> Trinket:
    """A turned piece."""
    foot, tall = rng.uniform(6, 11), rng.uniform(12, 28)
    return _solid("pawn", pawn_of(foot, tall), stuff=_stuff(rng))


def star_token(rng: Rng) -> Trinket:
    """A star cut out of wood or card."""
    star = Star(5, 0.4, rng.uniform(0.36, 0.55), float(rng.uniform(0, 90)))
    section = m3.CrossSection([star_outline(star, rng.uniform(5, 11))])
    return _solid("star", m3.Manifold.extrude(section, rng.uniform(0.6, 6)), stuff=_stuff(rng))


def _thick(kind: str, picture: np.ndarray, thick_mm: float, rng: Rng, grown: float = 1.0) -> Trinket:
    wide = grown * picture.shape[1] / DOTS_PER_MM
    edge = glossy(rgba(varied((0.85, 0.82, 0.75), rng, 0.3)), 0.5)
    mesh = sheet_of(picture, wide, thick_mm, float(rng.choice((0.15, 0.3, 0.5, 0.8))), edge)
    return Trinket(kind, mesh, np.array([vertex.co[:] for vertex in mesh.vertices]))


def tile(rng: Rng) -> Trinket:
    """A domino."""
    return _thick("domino", domino(rng), rng.uniform(3, 9), rng)


def print_of(rng: Rng) -> Trinket:
    """Something flat to lie on: a bidding board, drawn dice, a card."""
    draw = (board_piece, board_piece, pictured_dice, playing_card)[int(rng.integers(4))]
    sheet = draw(rng)
    grown = rng.uniform(0.9, 1.5) if draw is not playing_card else rng.uniform(0.9, 1.1)
    thick = 0.3 if draw is playing_card else float(rng.choice((0.3, 1.0, 2.0, 3.0)))
    return _thick("print", sheet, thick, rng, grown)


Draw = Callable[[Rng], Trinket]
TRINKETS: tuple[Draw, ...] = (ball, ball, ball, button, cube, many_sided, pawn, star_token, tile)
