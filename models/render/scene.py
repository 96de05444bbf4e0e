"""Things on a table in Mitsuba, and rays through chosen pixels. Needs mitsuba (llvm_ad_rgb).

Each surface class is one mesh with coloured corners, so that sheets of many dice have few shapes and reuse
one compiled kernel.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import drjit as dr
import mitsuba as mi
import numpy as np

from models.render.camera import Camera
from models.render.light import Environment

mi.set_variant("llvm_ad_rgb")

GROUND = -1
"""Owner of a ray that meets the table plane or nothing."""
RAYS_AT_ONCE = 2_500_000
"""Rays of one launch: about 1 GB of memory."""


Described = dict[str, object]
"""A shape or a material in Mitsuba's words."""


def _plastic(roughness: float) -> Described:
    return {
        "type": "principled",
        "base_color": {"type": "mesh_attribute", "name": "vertex_color"},
        "roughness": roughness,
        "specular": 0.5,
    }


def _clear() -> Described:
    tint = {"type": "mesh_attribute", "name": "vertex_color"}
    glass = {"type": "dielectric", "int_ior": 1.49, "specular_transmittance": tint}
    return {"type": "blendbsdf", "weight": 0.75, "first": _plastic(0.2), "second": glass}


SURFACES = {
    "gloss": _plastic(0.2),
    "satin": _plastic(0.36),
    "matt": _plastic(0.58),
    "paint": _plastic(0.5),
    "clear": _clear(),
    "cloth": {"type": "diffuse", "reflectance": {"type": "mesh_attribute", "name": "vertex_color"}},
}


@dataclass(slots=True)
class Heap:
    corners: list[np.ndarray] = field(default_factory=list)
    normals: list[np.ndarray] = field(default_factory=list)
    colours: list[np.ndarray] = field(default_factory=list)
    owners: list[np.ndarray] = field(default_factory=list)


class Stage:
    """A table plane with things, under an environment. The caller numbers the owners."""

    def __init__(self) -> None:
        self._heaps: dict[str, Heap] = {}
        self._extra: dict[str, object] = {}
        self._extra_owner: dict[str, int] = {}

    def add(
        self, surface: str, corners: np.ndarray, normals: np.ndarray, colours: np.ndarray, owner: int
    ) -> None:
        """Triangles (3 T, 3) in table coordinates, colours linear RGB."""
        heap = self._heaps.setdefault(surface, Heap())
        heap.corners.append(corners)
        heap.normals.append(normals)
        heap.colours.append(np.broadcast_to(colours, corners.shape))
        heap.owners.append(np.full(len(corners) // 3, owner))

    def add_shape(self, name: str, shape: Described, owner: int) -> None:
        """A Mitsuba shape (a textured card, a light) as a dict."""
        self._extra[name] = shape
        self._extra_owner[name] = owner

    def built(self, sky: Environment | None, ground: Described) -> Built:
        """The Mitsuba scene, with each pixel's owner."""
        parts: dict[str, object] = {"type": "scene", "ground": ground, **self._extra}
        if sky is not None:
            upright = mi.ScalarTransform4f().rotate([1, 0, 0], 90)
            parts["sky"] = {"type": "envmap", "bitmap": mi.Bitmap(sky.radiance), "to_world": upright}
        meshes = {name: _mesh(name, heap) for name, heap in self._heaps.items()}
        scene = mi.load_dict(parts | meshes)
        tables = {name: np.concatenate(heap.owners) for name, heap in self._heaps.items()}
        return Built(scene, tables, self._extra_owner)


def ground_plane(colour: np.ndarray, half_mm: float = 4000.0) -> Described:
    return {
        "type": "rectangle",
        "to_world": mi.ScalarTransform4f().scale([half_mm, half_mm, 1]),
        "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": [float(c) for c in colour]}},
    }


def _mesh(name: str, heap: Heap) -> mi.Mesh:
    corners, normals, colours = (np.concatenate(part) for part in (heap.corners, heap.normals, heap.colours))
    props = mi.Properties()
    props["bsdf"] = mi.load_dict(SURFACES[name])
    count = len(corners)
    mesh = mi.Mesh(name, count, count // 3, has_vertex_normals=True, props=props)
    mesh.add_attribute("vertex_color", 3, mi.Float(colours.astype(np.float32).ravel()))
    params = mi.traverse(mesh)
    params["vertex_positions"] = mi.Float(corners.astype(np.float32).ravel())
    params["vertex_normals"] = mi.Float(normals.astype(np.float32).ravel())
    params["faces"] = mi.UInt32(np.arange(count, dtype=np.uint32))
    params.update()
    mesh.set_id(name)
    return mesh


@dataclass(slots=True)
class Built:
    """A loaded scene; ``owner_tables``: the owner of each triangle of each merged mesh."""

    scene: mi.Scene
    owner_tables: dict[str, np.ndarray]
    extra_owner: dict[str, int]

    def _rays(self, camera: Camera, x: mi.Float, y: mi.Float) -> mi.Ray3f:
        right, down, forward = (mi.Vector3f(*map(float, row)) for row in camera.rotation)
        flat_x = (x - camera.width / 2) / camera.focal_px
        flat_y = (y - camera.height / 2) / camera.focal_px
        return mi.Ray3f(
            mi.Point3f(*map(float, camera.centre)), dr.normalize(forward + right * flat_x + down * flat_y)
        )

    def owners(self, camera: Camera, points: np.ndarray) -> np.ndarray:
        """First hit through (N, 2): int32 (N,), ``GROUND`` for the table."""
        rays = self._rays(camera, mi.Float(points[:, 0]), mi.Float(points[:, 1]))
        hit = self.scene.ray_intersect_preliminary(rays)
        found = np.full(len(points), GROUND, dtype=np.int32)
        shape = np.array(dr.reinterpret_array(mi.UInt32, hit.shape))
        triangle = np.array(hit.prim_index)
        for each in self.scene.shapes():
            mine = shape == np.array(dr.reinterpret_array(mi.UInt32, mi.ShapePtr(each)))[0]
            if each.id() in self.owner_tables:
                found[mine] = self.owner_tables[each.id()][triangle[mine]]
            elif each.id() in self.extra_owner:
                found[mine] = self.extra_owner[each.id()]
        return found

    def radiance(
        self, camera: Camera, pixels: np.ndarray, samples: int, seed: int, clip: float, depth: int
    ) -> np.ndarray:
        """Mean float32 (N, 3) of pixels (N, 2) as (x, y); samples are cut at ``clip``."""
        tracer = mi.load_dict({"type": "path", "max_depth": depth, "rr_depth": 4})
        result = np.empty((len(pixels), 3), dtype=np.float32)
        step = max(1, RAYS_AT_ONCE // samples)
        for start in range(0, len(pixels), step):
            part = pixels[start : start + step].astype(np.float32)
            count = len(part) * samples
            sampler = mi.load_dict({"type": "independent"})
            sampler.seed((seed * 7919 + start) % 2**32, count)
            jitter = sampler.next_2d()
            index = dr.arange(mi.UInt32, count) // samples
            x = dr.gather(mi.Float, mi.Float(part[:, 0].copy()), index) + jitter.x
            y = dr.gather(mi.Float, mi.Float(part[:, 1].copy()), index) + jitter.y
            colour, _, _ = tracer.sample(self.scene, sampler, mi.RayDifferential3f(self._rays(camera, x, y)))
            colour = dr.minimum(dr.select(dr.isfinite(colour), colour, 0), clip)
            summed = dr.zeros(mi.Color3f, len(part))
            dr.scatter_reduce(dr.ReduceOp.Add, summed, colour, index)
            result[start : start + step] = np.array(summed).T / samples
        return result
