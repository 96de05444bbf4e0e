"""Blender's shader graphs written down as calls: what is a socket is linked, anything else is set."""

from __future__ import annotations

from collections.abc import Mapping

import bpy
from bpy.types import Image, Material, Node, NodeSocket, ShaderNodeTree

from models.render.surface import Colour, linear


class Graph:
    """A shader graph being drawn."""

    def __init__(self, tree: ShaderNodeTree) -> None:
        self.tree = tree
        tree.nodes.clear()

    def add(self, kind: str, inputs: Mapping[str | int, object] | None = None, **settings: object) -> Node:
        """A node of a kind (``ShaderNode`` left off) with its inputs and settings."""
        node = self.tree.nodes.new(f"ShaderNode{kind}")
        for name, value in settings.items():
            setattr(node, name, value)
        for name, value in (inputs or {}).items():
            if isinstance(value, NodeSocket):
                self.tree.links.new(value, node.inputs[name])
            else:
                node.inputs[name].default_value = value
        return node

    def place(self) -> NodeSocket:
        """Where on the object a point lies, in its own millimetres."""
        return self.add("TexCoord").outputs["Object"]

    def noise(self, scale: float, detail: float = 4.0, twist: float = 0.0) -> NodeSocket:
        """Fractal noise of about 0 to 1, so many bumps a millimetre."""
        wanted = {"Vector": self.place(), "Scale": scale, "Detail": detail, "Distortion": twist}
        return self.add("TexNoise", wanted).outputs[0]

    def stretched(self, value: NodeSocket, low: float, high: float) -> NodeSocket:
        """The value so that ``low`` becomes 0 and ``high`` 1, clamped."""
        return self.add("MapRange", {0: value, 1: low, 2: high}).outputs[0]

    def mixed(self, share: NodeSocket, one: object, other: object) -> NodeSocket:
        """One colour where the share is 0, the other where it is 1."""
        return self.add("MixRGB", {0: share, 1: one, 2: other}).outputs[0]

    def bumped(self, height: NodeSocket, depth_mm: float) -> NodeSocket:
        """Normals of a surface raised by a height of 0 to 1 times so many millimetres."""
        return self.add("Bump", {"Height": height, "Distance": depth_mm}).outputs[0]

    def pictured(self, image: Image) -> NodeSocket:
        """The colours of an image laid by the mesh's own coordinates."""
        return self.add("TexImage", image=image, extension="MIRROR").outputs["Color"]


def surfaced(name: str) -> tuple[Material, Graph]:
    """A new material and its graph."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    return material, Graph(material.node_tree)


def ended(graph: Graph, inputs: Mapping[str, object]) -> None:
    """End a material's graph in one principled surface."""
    shader = graph.add("BsdfPrincipled", inputs)
    graph.add("OutputMaterial", {"Surface": shader.outputs[0]})


def rgba(colour: Colour) -> tuple[float, float, float, float]:
    """An sRGB colour of 0 to 1 as Blender takes it."""
    red, green, blue = linear(colour)
    return float(red), float(green), float(blue), 1.0
