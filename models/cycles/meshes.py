"""Triangles and flat pictures as Blender objects, in millimetres."""

from __future__ import annotations

import bpy
import numpy as np
from bpy.types import Image, Material, Mesh, Object
from mathutils import Matrix

from models.cycles.graphs import ended, surfaced
from models.render.shapes import Skin
from models.render.sheet import Part


def mesh_of(parts: list[tuple[np.ndarray, np.ndarray, Material]], colours: np.ndarray | None = None) -> Mesh:
    """A mesh of corners and normals (3 T, 3) a material; ``colours`` (linear RGB) go with all corners."""
    corners = np.concatenate([each[0] for each in parts]).astype(np.float32)
    normals = np.concatenate([each[1] for each in parts]).astype(np.float32)
    count = len(corners)
    mesh = bpy.data.meshes.new("mesh")
    mesh.vertices.add(count)
    mesh.vertices.foreach_set("co", corners.ravel())
    mesh.loops.add(count)
    mesh.loops.foreach_set("vertex_index", np.arange(count, dtype=np.int32))
    mesh.polygons.add(count // 3)
    mesh.polygons.foreach_set("loop_start", np.arange(0, count, 3, dtype=np.int32))
    slots = np.repeat(np.arange(len(parts)), [len(each[0]) // 3 for each in parts])
    for _, _, material in parts:
        mesh.materials.append(material)
    mesh.update()
    mesh.polygons.foreach_set("material_index", slots.astype(np.int32))
    mesh.polygons.foreach_set("use_smooth", np.ones(count // 3, bool))
    if colours is not None:
        layer = mesh.color_attributes.new("colour", "FLOAT_COLOR", "CORNER")
        four = np.concatenate([np.broadcast_to(colours, (count, 3)), np.ones((count, 1))], 1)
        layer.data.foreach_set("color", four.astype(np.float32).ravel())
    mesh.normals_split_custom_set(normals)
    mesh.update()
    return mesh


def mesh_of_skins(skins: tuple[Skin, ...], materials: dict[str, Material]) -> Mesh:
    """A mesh of a solid's skins, each surface with its material."""
    return mesh_of([(skin.corners, skin.normals, materials[skin.surface]) for skin in skins])


def mesh_of_part(part: Part, material: Material) -> Mesh:
    """A mesh of a thing of ``models/render/props.py``, its corners coloured."""
    _, corners, normals, colours = part
    return mesh_of([(corners, normals, material)], colours)


def placed(mesh: Mesh, rotation: np.ndarray | None = None, centre: np.ndarray | None = None) -> Object:
    """The mesh as an object of the scene, turned and moved."""
    thing = bpy.data.objects.new("thing", mesh)
    bpy.context.scene.collection.objects.link(thing)
    matrix = np.eye(4)
    matrix[:3, :3] = np.eye(3) if rotation is None else rotation
    matrix[:3, 3] = 0 if centre is None else centre
    thing.matrix_world = Matrix(matrix.tolist())
    return thing


def image_of(picture: np.ndarray) -> Image:
    """A picture, uint8 (H, W, 3) RGB, row 0 on top, as an image of Blender's."""
    tall, wide = picture.shape[:2]
    image = bpy.data.images.new("picture", wide, tall)
    four = np.ones((tall, wide, 4), np.float32)
    four[..., :3] = picture[::-1].astype(np.float32) / 255
    image.pixels.foreach_set(four.ravel())
    image.pack()
    return image


def sheet_of(picture: np.ndarray, wide_mm: float, thick_mm: float, roughness: float, edge: Material) -> Mesh:
    """A slab about the origin with a picture on its upper side: ``wide_mm`` wide, its foot on z = 0."""
    x, y = wide_mm / 2, wide_mm / 2 * picture.shape[0] / picture.shape[1]
    corners = [
        (sx * x, sy * y, z) for z in (0.0, thick_mm) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    sides = [(4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
    mesh = bpy.data.meshes.new("sheet")
    mesh.from_pydata(corners, [], sides)
    material, graph = surfaced("picture")
    ended(graph, {"Base Color": graph.pictured(image_of(picture)), "Roughness": roughness})
    mesh.materials.append(material)
    mesh.materials.append(edge)
    mesh.polygons.foreach_set("material_index", np.array([0, 1, 1, 1, 1], np.int32))
    layer = mesh.uv_layers.new()
    for loop, spot in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        layer.data[loop].uv = spot
    mesh.update()
    return mesh
