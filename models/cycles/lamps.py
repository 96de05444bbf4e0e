"""Light: the surroundings that come with Blender, and lamps, windows, rings and suns of our own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import bpy
import manifold3d as m3
import numpy as np
from bpy.types import Light, Material, Object
from mathutils import Vector

from models.cycles.graphs import Graph, surfaced
from models.cycles.meshes import mesh_of, placed
from models.render.shapes import solid_skins

Rng = np.random.Generator

SURROUNDINGS = ("city", "courtyard", "forest", "interior", "night", "studio", "sunrise", "sunset")


def surroundings(rng: Rng) -> str:
    """Surround the table by one of Blender's pictures of light, turned anyhow, or by an even glow."""
    world = bpy.data.worlds.new("world")
    bpy.context.scene.world = world
    world.use_nodes = True
    graph = Graph(world.node_tree)
    if rng.random() < 0.2:
        name, colour = "even", (*rng.uniform(0.7, 1.0, 3).tolist(), 1.0)
        shine = graph.add("Background", {0: colour, 1: rng.uniform(0.05, 0.6)})
    else:
        name = str(rng.choice(SURROUNDINGS))
        folder = Path(bpy.utils.system_resource("DATAFILES")) / "studiolights" / "world"
        image = bpy.data.images.load(str(folder / f"{name}.exr"))
        turn = graph.add(
            "Mapping", {0: graph.add("TexCoord").outputs["Generated"], 2: (0, 0, rng.uniform(0, 6.3))}
        )
        sky = graph.add("TexEnvironment", {0: turn.outputs[0]}, image=image)
        shine = graph.add("Background", {0: sky.outputs[0], 1: rng.uniform(0.2, 1.2)})
    graph.add("OutputWorld", {0: shine.outputs[0]})
    return name


def _tint(rng: Rng) -> tuple[float, float, float]:
    """About the colour of a lamp, from candle to cloud: red falls and blue rises."""
    cold = rng.uniform()
    return float(1.0 - 0.15 * cold), float(0.72 + 0.2 * cold), float(0.38 + 0.62 * cold)


def _hung(light: Light, at: np.ndarray, toward: np.ndarray) -> Object:
    lamp = bpy.data.objects.new("lamp", light)
    bpy.context.scene.collection.objects.link(lamp)
    lamp.location = Vector(at.tolist())
    way = Vector((toward - at).tolist())
    lamp.rotation_euler = way.to_track_quat("-Z", "Y").to_euler()
    return lamp


def _overhead(rng: Rng, low_deg: float, high_deg: float, far: tuple[float, float]) -> np.ndarray:
    """A place above the table, mm, seen from its middle between two heights over the horizon."""
    around, up, away = (
        rng.uniform(0, 2 * np.pi),
        np.radians(rng.uniform(low_deg, high_deg)),
        rng.uniform(*far),
    )
    return away * np.array([np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)])


def window(rng: Rng) -> None:
    """A bright rectangle: a window, a panel in the ceiling, a soft box."""
    light = bpy.data.lights.new("window", "AREA")
    light.shape, light.color = "RECTANGLE", _tint(rng)
    light.size, light.size_y = rng.uniform(150, 1600), rng.uniform(100, 1200)
    at = _overhead(rng, 20, 88, (500, 2200))
    light.energy = rng.uniform(0.3, 3.0) * np.pi * float(at @ at)
    _hung(light, at, rng.normal(0, 80, 3) * (1, 1, 0))


def bulb(rng: Rng) -> None:
    """A small bright ball: hard shadows and sharp highlights."""
    light = bpy.data.lights.new("bulb", "POINT")
    light.shadow_soft_size, light.color = rng.uniform(3, 60), _tint(rng)
    at = _overhead(rng, 30, 88, (350, 1500))
    light.energy = rng.uniform(0.3, 3.0) * 4 * np.pi * float(at @ at)
    _hung(light, at, np.zeros(3))


def spot(rng: Rng) -> None:
    """A desk lamp's cone, its edge on the table now and then."""
    light = bpy.data.lights.new("spot", "SPOT")
    light.shadow_soft_size, light.color = rng.uniform(5, 50), _tint(rng)
    light.spot_size, light.spot_blend = np.radians(rng.uniform(35, 110)), rng.uniform(0.1, 1.0)
    at = _overhead(rng, 30, 85, (300, 1000))
    light.energy = rng.uniform(0.5, 3.0) * 4 * np.pi * float(at @ at)
    _hung(light, at, rng.normal(0, 70, 3) * (1, 1, 0))


def sun(rng: Rng) -> None:
    """The sun, high or low."""
    light = bpy.data.lights.new("sun", "SUN")
    light.angle, light.color, light.energy = np.radians(rng.uniform(0.3, 6)), _tint(rng), rng.uniform(0.5, 5)
    _hung(light, _overhead(rng, 15, 85, (1000, 1000)), np.zeros(3))


def ring(rng: Rng) -> None:
    """A ring or a tube that glows, and is mirrored in what shines."""
    if rng.random() < 0.5:
        radius, thick = rng.uniform(60, 200), rng.uniform(6, 20)
        section = m3.CrossSection.circle(thick, 16).translate((radius, 0))
        solid = m3.Manifold.revolve(section, 64)
    else:
        solid = m3.Manifold.cylinder(rng.uniform(250, 1200), 13, 13, 24, True).rotate(
            (90, 0, rng.uniform(0, 360))
        )
    skin = solid_skins(solid)[0]
    at = _overhead(rng, 45, 88, (400, 1400))
    area = (
        np.linalg.norm(
            np.cross(*np.diff(skin.corners.reshape(-1, 3, 3), axis=1).transpose(1, 0, 2)), axis=1
        ).sum()
        / 2
    )
    strength = rng.uniform(0.5, 3.0) * np.pi * float(at @ at) / float(area)
    mesh = mesh_of([(skin.corners, skin.normals, _glowing(_tint(rng), strength))])
    placed(mesh, centre=at)


def _glowing(colour: tuple[float, float, float], strength: float) -> Material:
    material, graph = surfaced("glow")
    shine = graph.add("Emission", {0: (*colour, 1.0), 1: strength})
    graph.add("OutputMaterial", {"Surface": shine.outputs[0]})
    return material


LAMPS: tuple[Callable[[Rng], None], ...] = (window, window, bulb, spot, sun, ring)


def lit(rng: Rng) -> str:
    """Surroundings and up to three lamps; what there is, in words."""
    names = [surroundings(rng)]
    for _ in range(int(rng.choice(4, p=(0.15, 0.45, 0.3, 0.1)))):
        lamp = LAMPS[int(rng.integers(len(LAMPS)))]
        lamp(rng)
        names.append(lamp.__name__)
    return "+".join(names)
