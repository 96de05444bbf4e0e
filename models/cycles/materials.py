"""What dice and things are made of: plastics, metal, clear resin, paint, and colours given a corner."""

from __future__ import annotations

import numpy as np
from bpy.types import Material, NodeSocket

from models.cycles.graphs import Graph, ended, rgba, surfaced
from models.render.surface import Colour, Finish, Pattern, varied

Rng = np.random.Generator

ROUGHNESS = {"gloss": (0.03, 0.2), "satin": (0.2, 0.4), "matt": (0.4, 0.8), "clear": (0.02, 0.15)}
"""Of each surface class of ``models/render/surface.py``; choices."""
METAL_SHARE = 0.06


def _patterned(graph: Graph, look: Finish, rng: Rng) -> object:
    """The body's colour: one value, or a socket where it varies."""
    one, other = rgba(look.body), rgba(look.second)
    if look.pattern is Pattern.PLAIN:
        return one
    if look.pattern is Pattern.WOOD:
        bands = {0: graph.place(), 1: rng.uniform(0.1, 0.5), 2: rng.uniform(1, 8), 3: 3.0}
        return graph.mixed(graph.add("TexWave", bands).outputs["Factor"], one, other)
    if look.pattern is Pattern.SPECKLE:
        edge = rng.uniform(0.55, 0.64)
        share = graph.stretched(graph.noise(rng.uniform(0.5, 1.6), 1.0), edge, edge + 0.03)
        return graph.mixed(share, one, rgba(varied(look.second, rng, 0.8)))
    swirl = graph.noise(rng.uniform(0.05, 0.2), 6.0, rng.uniform(1, 6))
    low, high = (0.35, 0.65) if look.pattern is Pattern.MARBLE else (0.2, 0.8)
    return graph.mixed(graph.stretched(swirl, low, high), one, other)


def body_of(look: Finish, rng: Rng) -> Material:
    """A die's body."""
    material, graph = surfaced("body")
    roughness = rng.uniform(*ROUGHNESS[look.surface])
    inputs: dict[str, object] = {"Base Color": _patterned(graph, look, rng), "Roughness": roughness}
    if look.surface == "clear":
        inputs |= {"Transmission Weight": rng.uniform(0.5, 1.0), "IOR": rng.uniform(1.4, 1.58)}
    elif look.pattern is Pattern.PLAIN and rng.random() < METAL_SHARE:
        inputs |= {"Metallic": 1.0, "Roughness": rng.uniform(0.12, 0.5)}
    else:
        if rng.random() < 0.35:
            radius = tuple(rng.uniform(0.3, 2.5, 3))
            inputs |= {"Subsurface Weight": rng.uniform(0.1, 0.6), "Subsurface Radius": radius}
            inputs |= {"Subsurface Scale": 1.0}
        if rng.random() < 0.3:
            inputs |= {"Coat Weight": rng.uniform(0.3, 1.0), "Coat Roughness": rng.uniform(0.01, 0.15)}
        inputs["Specular IOR Level"] = rng.uniform(0.3, 0.8)
    if rng.random() < 0.25:
        inputs["Normal"] = graph.bumped(graph.noise(rng.uniform(0.3, 3)), rng.uniform(0.01, 0.06))
    ended(graph, inputs)
    return material


def paint_of(colour: Colour, rng: Rng) -> Material:
    """The paint in a die's pips, metal leaf now and then."""
    material, graph = surfaced("pips")
    leaf = rng.random() < 0.12
    roughness = rng.uniform(0.2, 0.45) if leaf else rng.uniform(0.2, 0.9)
    ended(graph, {"Base Color": rgba(colour), "Metallic": float(leaf), "Roughness": roughness})
    return material


def glossy(colour: object, roughness: float, **more: object) -> Material:
    """A thing of one colour, or of a socket's."""
    material, graph = surfaced("thing")
    ended(graph, {"Base Color": colour, "Roughness": roughness} | more)
    return material


def coloured_corners(surface: str, rng: Rng) -> Material:
    """A surface class of ``models/render`` on a mesh whose corners bring their colours."""
    material, graph = surfaced(surface)
    colour: NodeSocket = graph.add("VertexColor", layer_name="colour").outputs[0]
    roughness = rng.uniform(*ROUGHNESS[surface]) if surface in ROUGHNESS else 0.6
    ended(graph, {"Base Color": colour, "Roughness": roughness})
    return material
