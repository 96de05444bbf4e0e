"""Trace crowded tables with Blender: ``python -m models.cycles.tables --out FOLDER --count 100 --seed 1``.

Pictures and truth as ``models.render.tables`` writes them (NNNN.jpg, NNNN.json); those that exist are not
traced again. Each die's truth has ``lean`` too, where its top face looks (right, down). Things that could
pass for dice stand among the dice with no face.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import bpy
import cv2
import numpy as np
from bpy.types import Object
from mathutils import Matrix
from tqdm import tqdm

from models.compose.lens import seen
from models.compose.nature import pictures
from models.cycles.dice import Make, any_make
from models.cycles.lamps import lit
from models.cycles.laying import (
    DIE_MM,
    Ground,
    any_camera,
    any_spot,
    circle,
    dice_wanted,
    rectangle,
    upright,
)
from models.cycles.materials import coloured_corners
from models.cycles.meshes import mesh_of_part, placed
from models.cycles.tops import table_top
from models.cycles.trinkets import TRINKETS, Trinket, print_of
from models.cycles.truth import seen_of
from models.render.camera import Camera
from models.render.layout import normal
from models.render.placing import Kind
from models.render.props import random_chip, random_coin, random_cup, random_fingers
from models.render.sheet import Cluster
from models.render.surface import encoded

JPEG = 93
"""Quality of what is written; a camera's own comes before it (``compose/lens.py``)."""
MAKES = (1, 3, 6, 10)
"""How many makes of dice lie on a table."""
LIT_BY = (0.25, 0.6)
"""How bright the middle brightness of a picture is made."""


def begun(camera: Camera, samples: int, threads: int, rng: np.random.Generator) -> None:
    """An empty scene seen by a camera."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode, scene.render.threads = "FIXED", threads
    scene.render.resolution_x, scene.render.resolution_y = camera.width, camera.height
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_depth = "32"
    scene.cycles.device, scene.cycles.seed = "CPU", int(rng.integers(1 << 30))
    scene.cycles.samples = int(samples * rng.uniform(0.6, 2.0))
    scene.cycles.use_adaptive_sampling, scene.cycles.adaptive_threshold = True, 0.05
    scene.cycles.use_denoising = bool(rng.random() < 0.9)
    scene.cycles.max_bounces, scene.cycles.diffuse_bounces, scene.cycles.glossy_bounces = 6, 2, 3
    scene.cycles.sample_clamp_indirect = 4.0
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    lens = bpy.data.cameras.new("camera")
    lens.sensor_width, lens.lens = 36.0, 36.0 * camera.focal_px / camera.width
    lens.clip_start, lens.clip_end = 1.0, 20_000.0
    eye = bpy.data.objects.new("camera", lens)
    scene.collection.objects.link(eye)
    matrix = np.eye(4)
    matrix[:3, :3] = np.column_stack((camera.rotation[0], -camera.rotation[1], -camera.rotation[2]))
    matrix[:3, 3] = camera.centre
    eye.matrix_world = Matrix(matrix.tolist())
    scene.camera = eye


def _lay_prints(rng: np.random.Generator, camera: Camera, ground: Ground) -> list[dict]:
    """Boards, cards and drawn dice to lie on."""
    told = []
    for _ in range(int(rng.choice(5, p=(0.3, 0.25, 0.2, 0.15, 0.1)))):
        sheet, at, turn = print_of(rng), any_spot(rng, camera), upright(rng)
        half = np.abs(sheet.outline).max(0)
        outline = rectangle(at, (half[0], half[1]), turn)
        if ground.free(outline) and not any(_near(outline, other) for other, _ in ground.prints):
            placed(sheet.mesh, turn, at)
            ground.prints.append((outline, float(half[2])))
            told.append({"kind": sheet.kind})
    return told


def _near(outline: np.ndarray, other: np.ndarray) -> bool:
    """Whether circles round two outlines meet."""
    reach = [np.linalg.norm(each - each.mean(0), axis=1).max() for each in (outline, other)]
    return bool(np.linalg.norm(outline.mean(0) - other.mean(0)) < sum(reach))


def _lay_props(rng: np.random.Generator, camera: Camera, ground: Ground) -> list[dict]:
    """Cups, hands, coins and chips of ``models/render/props.py``."""
    props = (random_cup, random_cup, random_coin, random_coin, random_chip)
    told = []
    for _ in range(int(rng.integers(0, 6))):
        draw = int(rng.integers(len(props) + 1))
        cluster: Cluster = random_fingers(rng) if draw == len(props) else props[draw]("train", rng)
        cluster = cluster.moved(any_spot(rng, camera))
        points = np.concatenate([part[1] for part in cluster.supports])[:, :2].astype(np.float32)
        outline = cv2.convexHull(points)[:, 0].astype(np.float64)
        if ground.free(outline) and ground.height(outline) == 0.0:
            ground.taken.append(outline)
            for part in cluster.supports:
                placed(mesh_of_part(part, coloured_corners(part[0], rng)))
            told.append({"kind": cluster.kind.value})
    return told


def _lay_trinkets(
    rng: np.random.Generator, camera: Camera, ground: Ground
) -> list[tuple[Object, np.ndarray, Trinket]]:
    """Small things that are no dice, a few of a kind each."""
    laid = []
    for _ in range(int(rng.integers(1, 6))):
        made = TRINKETS[int(rng.integers(len(TRINKETS)))](rng)
        for _ in range(int(rng.integers(1, 6))):
            at, turn = any_spot(rng, camera), upright(rng)
            outline = circle(at, made.reach_mm)
            height = ground.height(outline)
            if height is not None and ground.free(outline):
                ground.taken.append(outline)
                at = at + np.array([0.0, 0.0, height])
                laid.append((placed(made.mesh, turn, at), made.outline @ turn.T + at, made))
    return laid


def _die_truth(thing: Object, make: Make, pose: object, camera: Camera) -> dict | None:
    points = make.outline @ pose.rotation.T + pose.centre
    shows = seen_of(thing, points, camera)
    if shows is None:
        return None
    shape = make.shape
    face = None if shape.blank else pose.face(shape.layout)
    looks = face and camera.across(pose.rotation @ normal(face, shape.layout), pose.centre).round(4).tolist()
    return shows | {
        "face": face,
        "star": None if face is None else face == 1 and shape.star is not None,
        "kind": Kind.BLANK.value if face is None else pose.kind.value,
        "px": round(camera.px_per_mm(pose.centre) * shape.side_mm, 1),
        "view_tilt_deg": round(camera.view_tilt_deg(pose.centre), 1),
        "lean": looks,
        "material": make.look.name,
    }


def _trinket_truth(thing: Object, points: np.ndarray, made: Trinket, camera: Camera) -> dict | None:
    shows = seen_of(thing, points, camera)
    tilt = round(camera.view_tilt_deg(points.mean(0)), 1)
    return shows and shows | {"face": None, "star": None, "kind": made.kind, "view_tilt_deg": tilt}


def traced(path: Path) -> np.ndarray:
    """The scene as linear light, float32 (H, W, 3) BGR. Blender reads its file: OpenCV 5 reads no EXR."""
    bpy.context.scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(path))
    wide, tall = image.size
    light = np.empty(4 * wide * tall, np.float32)
    image.pixels.foreach_get(light)
    bpy.data.images.remove(image)
    return np.ascontiguousarray(light.reshape(tall, wide, 4)[::-1, :, 2::-1])


def developed(rng: np.random.Generator, light: np.ndarray, die_px: float) -> np.ndarray:
    """The picture that a camera makes of linear light: exposed, balanced, curved, then ``lens.seen``."""
    grey = light.mean(2)
    light = light * rng.uniform(*LIT_BY) ** 2.2 / max(float(np.median(grey)), 0.2 * float(grey.mean()), 1e-6)
    light = light * (light.mean() / np.maximum(light.mean((0, 1)), 1e-6)) ** rng.uniform(0, 0.8)
    if rng.random() < 0.5:
        shoulder = rng.uniform(0.5, 3.0)
        light = light * (1 + light / shoulder**2) / (1 + light)
    return seen(rng, (255 * encoded(light)).astype(np.float32), die_px)


def table(
    rng: np.random.Generator, samples: int, threads: int, nature: list[np.ndarray], scratch: Path
) -> tuple[np.ndarray, dict]:
    """One picture, uint8 (H, W, 3) BGR, and its truth."""
    camera, tilt = any_camera(rng)
    begun(camera, samples, threads, rng)
    corners = np.array([[0, 0], [camera.width, 0], [0, camera.height], [camera.width, camera.height]], float)
    top, _ = table_top(rng, nature, 1.15 * float(np.abs(camera.on_table(corners)).max()))
    light = lit(rng)
    ground = Ground()
    things = _lay_prints(rng, camera, ground) + _lay_props(rng, camera, ground)
    makes = [any_make(rng) for _ in range(int(rng.choice(MAKES)))]
    wanted = dice_wanted(rng, camera)
    ground.lay(rng, camera, [make.shape for make in makes], wanted)
    dice = [
        (placed(makes[each.make].mesh, each.pose.rotation, each.pose.centre), each) for each in ground.dice
    ]
    trinkets = _lay_trinkets(rng, camera, ground)
    bpy.context.view_layer.update()
    truths = [_die_truth(thing, makes[each.make], each.pose, camera) for thing, each in dice]
    truths += [_trinket_truth(*each, camera) for each in trinkets]
    picture = developed(rng, traced(scratch / "light.exr"), DIE_MM * camera.px_per_mm(np.zeros(3)))
    truth = {
        "size": [camera.width, camera.height],
        "tilt_deg": round(tilt, 1),
        "light": light,
        "top": top,
        "dice": [each for each in truths if each is not None],
        "things": things,
    }
    return picture, truth


def main() -> None:
    """Trace the tables that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first number, to share the work")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=32, help="light paths a pixel, about")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--nature", type=Path, default=None, help="folder of photographs of other things")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    nature, _ = pictures(args.nature)
    with tempfile.TemporaryDirectory() as scratch:
        for number in tqdm(range(args.first, args.first + args.count), unit="table"):
            path = args.out / f"{number:04d}.json"
            if path.exists():
                continue
            rng = np.random.default_rng((args.seed, number))
            picture, truth = table(rng, args.samples, args.threads, nature, Path(scratch))
            cv2.imwrite(str(path.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG])
            path.write_text(json.dumps({"image": path.with_suffix(".jpg").name} | truth) + "\n", "utf-8")


if __name__ == "__main__":
    main()
