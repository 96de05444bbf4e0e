"""What stands and moves in a recorded lift, as Blender's meshes: cups, arms, a phone, a glass."""

from __future__ import annotations

from dataclasses import dataclass

import manifold3d as m3
import numpy as np
from bpy.types import Material, Mesh

from models.cycles.arms import Arm, Build, any_build, flat_arm, holding_arm
from models.cycles.graphs import ended, rgba, surfaced
from models.cycles.materials import glossy
from models.cycles.meshes import mesh_of
from models.render.layout import about
from models.render.props import LEATHERS, SKINS
from models.render.shapes import cup, rounded_box, solid_skins
from models.render.surface import Colour, body_colour, linear, varied

Rng = np.random.Generator

HELD_AT = 0.5
"""Hands hold a cup at this share of its height."""
WALL_MM = 2.6


@dataclass(frozen=True, slots=True, eq=False)
class CupMade:
    """A cup, upside down with its mouth at z = 0: mesh, height, and its wall's distance from the axis, mm."""

    mesh: Mesh
    height_mm: float
    mouth_mm: float
    foot_mm: float

    @property
    def held_mm(self) -> float:
        """How far the wall is from the axis where a hand holds it."""
        return self.mouth_mm + HELD_AT * (self.foot_mm - self.mouth_mm)


def _mesh(solid: m3.Manifold, material: Material) -> Mesh:
    skin = solid_skins(solid)[0]
    return mesh_of([(skin.corners, skin.normals, material)])


def cup_made(rng: Rng, size: tuple[float, float]) -> CupMade:
    """A cup of (mouth, height) mm: leather, or plastic of any colour; nothing shines through."""
    mouth, height = size
    foot = mouth * rng.uniform(0.75, 0.98)
    body = cup(mouth, foot, height, rng.uniform(1.5, 7.0), float(rng.choice((0.0, 1.5))))
    hollow = m3.Manifold.cylinder(height - 3.0, mouth - WALL_MM, foot - WALL_MM - 1.0, 96)
    return CupMade(_mesh(body - hollow, _cup_material(rng)), height, mouth, foot)


def _cup_material(rng: Rng) -> Material:
    if rng.random() >= 0.45:
        return glossy(rgba(body_colour("test", rng)[1]), float(rng.choice((0.12, 0.3, 0.6))))
    material, graph = surfaced("leather")
    one = varied(LEATHERS[int(rng.integers(len(LEATHERS)))], rng, 0.15)
    grain = graph.noise(rng.uniform(0.15, 0.6), 5.0)
    colour = graph.mixed(grain, rgba(_shaded(one, 0.6)), rgba(one))
    ended(graph, {"Base Color": colour, "Roughness": 0.45, "Normal": graph.bumped(grain, 0.8)})
    return material


def _shaded(colour: Colour, share: float) -> Colour:
    red, green, blue = np.clip(np.asarray(colour) * share, 0.0, 1.0).tolist()
    return red, green, blue


@dataclass(frozen=True, slots=True, eq=False)
class Person:
    """One player's arm: how it is built, and what its skin, nails and sleeve are made of."""

    build: Build
    skin: Material
    nails: Material
    sleeve: Material

    def arm(self, rng: Rng, reach_mm: float | None) -> list[Mesh]:
        """The meshes of the arm, its hand round a wall of that reach, or flat."""
        made: Arm = flat_arm(rng, self.build) if reach_mm is None else holding_arm(rng, self.build, reach_mm)
        meshes = [_mesh(made.skin, self.skin), _mesh(made.nails, self.nails)]
        return meshes + ([] if made.sleeve is None else [_mesh(made.sleeve, self.sleeve)])


def any_person(rng: Rng) -> Person:
    """Anybody."""
    tone = varied(SKINS[int(rng.integers(len(SKINS)))], rng, 0.06)
    nail = _shaded(tone, 1.0)
    pale = tuple(0.75 * each + 0.25 * lift for each, lift in zip(nail, (0.98, 0.8, 0.76), strict=True))
    return Person(any_build(rng), _skin(rng, tone), glossy(rgba(pale), 0.25), _cloth(rng))


def _skin(rng: Rng, tone: Colour) -> Material:
    """Skin, redder and paler in places, with light under it and pores."""
    material, graph = surfaced("skin")
    red = np.clip(np.asarray(tone) * (1.04, 0.86, 0.83), 0.01, 0.97).tolist()
    blotches = graph.stretched(graph.noise(rng.uniform(0.02, 0.05), 3.0), 0.35, 0.7)
    inputs = {
        "Base Color": graph.mixed(blotches, rgba(tone), rgba(tuple(red))),
        "Roughness": float(rng.uniform(0.38, 0.6)),
        "Subsurface Weight": 0.25,
        "Subsurface Radius": (3.0, 1.1, 0.6),
        "Subsurface Scale": 1.0,
        "Normal": graph.bumped(graph.noise(0.35, 6.0), 0.5),
    }
    ended(graph, inputs)
    return material


def _cloth(rng: Rng) -> Material:
    """A sleeve's cloth: any colour, plain or in stripes."""
    material, graph = surfaced("cloth")
    colour = tuple((rng.uniform(0.02, 0.95, 3) ** rng.uniform(0.7, 1.8)).tolist())
    threads = graph.noise(rng.uniform(0.2, 0.8), 4.0)
    drawn: object = graph.mixed(threads, rgba(_shaded(colour, 0.65)), rgba(colour))
    if rng.random() < 0.3:
        other = tuple(rng.uniform(0.05, 0.95, 3).tolist())
        bands = graph.add("TexWave", {0: graph.place(), 1: rng.uniform(0.02, 0.08)}, bands_direction="Y")
        drawn = graph.mixed(graph.stretched(bands.outputs["Factor"], 0.45, 0.55), rgba(colour), rgba(other))
    ended(graph, {"Base Color": drawn, "Roughness": 0.9, "Normal": graph.bumped(threads, 1.2)})
    return material


def phone_or_glass(rng: Rng) -> tuple[str, list[Mesh]]:
    """A phone, its screen dark or lit, or a drinking glass."""
    if rng.random() < 0.3:
        return "glass", [_glass(rng)]
    wide, tall, thick = rng.uniform(64, 76), rng.uniform(108, 116), 8.0
    case = rounded_box((wide, tall, thick), 3.0, 16).translate((0, 0, thick / 2))
    screen = m3.Manifold.cube((wide - 6, tall - 8, 0.3), True).translate((0, 0, thick + 0.1))
    edge = glossy(rgba(body_colour("test", rng)[1]), 0.3)
    return "phone", [_mesh(case, edge), _mesh(screen, _screen(rng))]


def _screen(rng: Rng) -> Material:
    if rng.random() < 0.6:
        return glossy((0.004, 0.004, 0.005, 1.0), 0.06)
    material, graph = surfaced("screen")
    glow = (*linear(varied((0.6, 0.7, 0.85), rng, 0.4)).tolist(), 1.0)
    ended(graph, {"Base Color": glow, "Roughness": 0.06, "Emission Color": glow, "Emission Strength": 0.4})
    return material


def _glass(rng: Rng) -> Mesh:
    foot, rim, tall = rng.uniform(26, 30), rng.uniform(32, 38), rng.uniform(85, 120)
    body = m3.Manifold.cylinder(tall, foot, rim, 96) - m3.Manifold.cylinder(
        tall, foot - 2.0, rim - 2.0, 96
    ).translate((0, 0, 6.0))
    return _mesh(body, glossy((1.0, 1.0, 1.0, 1.0), 0.02, **{"Transmission Weight": 1.0, "IOR": 1.5}))


def lying_down(made: CupMade, turn_deg: float) -> np.ndarray:
    """How a cup is turned and moved to lie on its side, its middle over the origin: a matrix (4, 4)."""
    slope = float(np.degrees(np.arctan2(made.mouth_mm + 1.2 - made.foot_mm, made.height_mm)))
    tip = about(np.array([0.0, 1.0, 0.0]), 90.0 - slope)
    whole = np.eye(4)
    whole[:3, :3] = about(np.array([0.0, 0.0, 1.0]), turn_deg) @ tip
    ring = np.array([[-(made.mouth_mm + 1.2), 0.0, 0.0], [made.mouth_mm + 1.2, 0.0, 0.0]])
    middle = whole[:3, :3] @ (0.0, 0.0, made.height_mm / 2)
    lowest = float((ring @ whole[:3, :3].T)[:, 2].min())
    whole[:3, 3] = (-middle[0], -middle[1], -lowest)
    return whole
