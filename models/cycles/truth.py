"""What shows of a thing on a traced table: its box, how much is hidden, whether the border cuts it."""

from __future__ import annotations

import bpy
import cv2
import numpy as np
from bpy.types import Object
from mathutils import Vector

from models.render.camera import Camera

FINE = 40
"""A thing is looked for along a grid of so many by so many rays over its outline."""
SEEN_SHARE = 0.15
"""A die of which less than this shows is left out: nobody could ask for it."""
WHOLE, MET = 0.97, 0.985
"""A thing of which this share of the rays meets is boxed whole; of a free thing this share meets, for rays at
the rim of its outline pass by. Choices."""


def seen_of(thing: Object, points: np.ndarray, camera: Camera) -> dict | None:
    """Box of what shows, hidden share and whether the border cuts it; ``None`` where nearly nothing shows.

    ``points`` (P, 3) are of its surface, on the table.
    """
    hull = cv2.convexHull(camera.project(points).astype(np.float32))[:, 0]
    low, high = hull.min(0), hull.max(0)
    cut = bool((low < 0).any() or (high > (camera.width, camera.height)).any())
    steps = (np.arange(FINE) + 0.5) / FINE
    xs, ys = np.meshgrid(low[0] + steps * (high[0] - low[0]), low[1] + steps * (high[1] - low[1]))
    spots = np.column_stack((xs.ravel(), ys.ravel()))
    outline = hull.reshape(-1, 1, 2)
    inside = np.array([cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in spots])
    within = inside & (spots >= 0).all(1) & (spots < (camera.width, camera.height)).all(1)
    mine = within.copy()
    mine[within] = met(thing, camera, spots[within])
    seen = mine.sum() / max(1, inside.sum())
    if seen < SEEN_SHARE:
        return None
    if seen > WHOLE:
        box = np.concatenate((np.floor(low), np.ceil(high)))
    else:
        half = (high - low) / FINE / 2
        box = np.concatenate((spots[mine].min(0) - half, spots[mine].max(0) + half))
    limits = (camera.width, camera.height) * 2
    box = np.clip(np.round(box), 0, limits).astype(int).tolist()
    return {"box": box, "hidden": round(float(max(0.0, 1 - seen / MET)), 3), "cut_off": cut}


def met(thing: Object, camera: Camera, spots: np.ndarray) -> np.ndarray:
    """Whether the rays through picture points (N, 2) meet the thing first, (N,)."""
    graph, scene = bpy.context.evaluated_depsgraph_get(), bpy.context.scene
    origin = Vector(camera.centre.tolist())
    found = (scene.ray_cast(graph, origin, Vector(way)) for way in camera.directions(spots).tolist())
    return np.array([hit and other.original == thing for hit, _, _, _, other, _ in found], bool)
