"""What a table is covered with: drawn by Blender's own textures, or a picture of ``compose/grounds.py``."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import bpy
import numpy as np
from bpy.types import Material, NodeSocket, Object

from models.compose.grounds import any_ground, ground_from
from models.cycles.graphs import Graph, ended, rgba, surfaced
from models.cycles.meshes import image_of
from models.render.surface import Colour, varied

Rng = np.random.Generator
Drawn = tuple[object, float, NodeSocket | None]
"""A table top's colour, roughness and bump."""

PICTURED_SHARE = 0.35
PICTURE_PX = (1600, 1200)
WOODS: tuple[Colour, ...] = ((0.62, 0.42, 0.25), (0.36, 0.22, 0.13), (0.8, 0.66, 0.47), (0.2, 0.13, 0.09))
CLOTHS: tuple[Colour, ...] = (
    *((0.05, 0.32, 0.16), (0.45, 0.05, 0.08), (0.08, 0.13, 0.35), (0.85, 0.83, 0.78)),
    *((0.12, 0.12, 0.13), (0.55, 0.5, 0.42), (0.35, 0.15, 0.4), (0.72, 0.55, 0.12)),
)
STONES: tuple[Colour, ...] = ((0.9, 0.88, 0.85), (0.12, 0.13, 0.14), (0.5, 0.48, 0.46), (0.3, 0.38, 0.33))


def _one_of(colours: Sequence[Colour], rng: Rng) -> Colour:
    return varied(colours[int(rng.integers(len(colours)))], rng, 0.25)


def _darker(colour: Colour, rng: Rng) -> Colour:
    red, green, blue = np.asarray(colour) * rng.uniform(0.35, 0.85)
    return float(red), float(green), float(blue)


def wood(graph: Graph, rng: Rng) -> Drawn:
    """Rings cut along the grain."""
    light = _one_of(WOODS, rng)
    turned = graph.add(
        "Mapping", {0: graph.place(), 2: (0, 0, rng.uniform(0, 3.2)), 3: (1, rng.uniform(0.03, 0.2), 1)}
    )
    rings = {0: turned.outputs[0], 1: rng.uniform(0.02, 0.12), 2: rng.uniform(2, 14), 3: 4.0}
    grain = graph.add("TexWave", rings).outputs["Factor"]
    colour = graph.mixed(grain, rgba(light), rgba(_darker(light, rng)))
    return colour, rng.uniform(0.15, 0.7), graph.bumped(grain, rng.uniform(0.0, 0.15))


def felt(graph: Graph, rng: Rng) -> Drawn:
    """Fibres of one colour."""
    colour = _one_of(CLOTHS, rng)
    fibres = graph.noise(rng.uniform(0.8, 3.0), 6.0)
    return graph.mixed(fibres, rgba(_darker(colour, rng)), rgba(colour)), 0.95, graph.bumped(fibres, 0.5)


def woven(graph: Graph, rng: Rng) -> Drawn:
    """Threads of one or two colours, over and under."""
    one = _one_of(CLOTHS, rng)
    other = _one_of(CLOTHS, rng) if rng.random() < 0.3 else _darker(one, rng)
    pitch = rng.uniform(0.3, 1.2)
    waves = [graph.add("TexWave", {0: graph.place(), 1: pitch}, bands_direction=way) for way in ("X", "Y")]
    threads = graph.add(
        "Math", {0: waves[0].outputs["Factor"], 1: waves[1].outputs["Factor"]}, operation="MULTIPLY"
    )
    height = threads.outputs[0]
    return graph.mixed(height, rgba(other), rgba(one)), 0.9, graph.bumped(height, 0.4)


def checked(graph: Graph, rng: Rng) -> Drawn:
    """A cloth of squares."""
    size = 1 / rng.uniform(6, 45)
    squares = {0: graph.place(), 1: rgba(_one_of(CLOTHS, rng)), 2: rgba(_one_of(CLOTHS, rng)), 3: size}
    return graph.add("TexChecker", squares).outputs[0], 0.85, graph.bumped(graph.noise(2.0), 0.2)


def tiled(graph: Graph, rng: Rng) -> Drawn:
    """Tiles, bricks or planks with joints between."""
    light = _one_of((*STONES, *WOODS), rng)
    wide = rng.uniform(15, 160)
    laid = {
        0: graph.place(),
        1: rgba(light),
        2: rgba(_darker(light, rng)),
        3: rgba(_one_of(STONES, rng)),
        4: 1.0,
    }
    laid |= {5: rng.uniform(0.3, 2.0), 8: wide, 9: wide * rng.uniform(0.15, 1.0)}
    bricks = graph.add("TexBrick", laid)
    return bricks.outputs[0], rng.uniform(0.1, 0.7), graph.bumped(bricks.outputs[1], -0.4)


def stone(graph: Graph, rng: Rng) -> Drawn:
    """Veins of marble, polished or dull; or grains."""
    one, other = _one_of(STONES, rng), _one_of(STONES, rng)
    if rng.random() < 0.5:
        edge = rng.uniform(0.5, 0.65)
        share = graph.stretched(graph.noise(rng.uniform(0.15, 1.0), 2.0), edge, edge + rng.uniform(0.01, 0.1))
    else:
        share = graph.stretched(graph.noise(rng.uniform(0.004, 0.02), 10.0, rng.uniform(1, 5)), 0.45, 0.6)
    return graph.mixed(share, rgba(one), rgba(other)), rng.uniform(0.05, 0.6), None


def leather(graph: Graph, rng: Rng) -> Drawn:
    """Grained leather or plastic, with a dull shine."""
    cells = graph.add("TexVoronoi", {0: graph.place(), 2: rng.uniform(0.25, 1.0)}).outputs[0]
    return (
        rgba(_one_of((*WOODS, *CLOTHS), rng)),
        rng.uniform(0.25, 0.6),
        graph.bumped(cells, rng.uniform(0.2, 0.7)),
    )


def plain(graph: Graph, rng: Rng) -> Drawn:
    """One colour: lacquer, plastic, paper."""
    return rgba(_one_of((*CLOTHS, *STONES), rng)), float(rng.choice((0.08, 0.25, 0.5, 0.9))), None


DRAWN: tuple[Callable[[Graph, Rng], Drawn], ...] = (
    *(wood, wood, wood, felt, felt, woven, woven, checked),
    *(tiled, stone, stone, leather, plain, plain),
)


def pictured(graph: Graph, rng: Rng, nature: Sequence[np.ndarray]) -> Drawn:
    """A drawn ground, or a part of a picture, printed on the table."""
    wide, tall = PICTURE_PX
    if nature and rng.random() < 0.5:
        drawn = ground_from(rng, nature[int(rng.integers(len(nature)))], tall, wide)
    else:
        drawn = any_ground(rng, tall, wide)
    picture = drawn.clip(0, 255).astype(np.uint8)[..., ::-1]
    return graph.pictured(image_of(picture)), rng.uniform(0.1, 0.9), None


def table_top(
    rng: Rng, nature: Sequence[np.ndarray], half_mm: float, pictured_share: float = PICTURED_SHARE
) -> tuple[str, Object]:
    """A table top about the origin, and what it is of."""
    material, graph = surfaced("top")
    draw = pictured if rng.random() < pictured_share else DRAWN[int(rng.integers(len(DRAWN)))]
    colour, roughness, bump = draw(graph, rng, nature) if draw is pictured else draw(graph, rng)
    inputs = {"Base Color": colour, "Roughness": roughness}
    if bump is not None:
        inputs["Normal"] = bump
    if roughness < 0.5 and rng.random() < 0.4:
        inputs |= {"Coat Weight": rng.uniform(0.2, 1.0), "Coat Roughness": rng.uniform(0.02, 0.3)}
    ended(graph, inputs)
    return draw.__name__, _plane(material, half_mm)


def _plane(material: Material, half_mm: float) -> Object:
    mesh = bpy.data.meshes.new("top")
    corners = [(x * half_mm, y * half_mm, 0) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    mesh.from_pydata(corners, [], [(0, 1, 2, 3)])
    layer = mesh.uv_layers.new()
    for loop, spot in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        layer.data[loop].uv = spot
    mesh.materials.append(material)
    top = bpy.data.objects.new("top", mesh)
    bpy.context.scene.collection.objects.link(top)
    return top
