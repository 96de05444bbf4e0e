"""Render whole tables: ``python -m models.render.tables --split valid --count 40 --seed 3``.

Nothing is composed: dice, cups, board and table top are one traced scene. Each frame NNNN.jpg has its truth
in NNNN.json: ``dice`` with the labels of ``labels.py`` and ``cut_off``, and ``things`` (``kind``, ``box``).
Dice under cups are left out, and dice of which less than 15 % shows. Frames that exist are not rendered
again.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import drjit as dr
import mitsuba as mi
import numpy as np
from tqdm import tqdm

from models.render.developing import mask_box, smoothed
from models.render.placing import Kind
from models.render.scene import Built, Stage
from models.render.sheet import Cluster, Member
from models.render.table import HEIGHT, ODD, TOUCHING, WIDTH, LaidTable, laid_table

SAMPLES = 24
DEPTH = 6
FINE = 3
"""Owners are looked up on a grid of so many by so many points a pixel for what is hidden of a die."""
SEEN_SHARE = 0.15
"""A die of which less than this shows is left out of the truth: nobody could ask for it."""
JPEG_QUALITY = 92


def top_shape(table: LaidTable) -> dict:
    """The table top as a Mitsuba shape."""
    bitmap = {"type": "bitmap", "bitmap": mi.Bitmap(table.top), "raw": True, "wrap_mode": "mirror"}
    cloth = {"type": "diffuse", "reflectance": bitmap}
    polished = {"type": "principled", "base_color": bitmap, "roughness": table.shine or 0.5, "specular": 0.4}
    half = table.top_mm / 2
    placed = mi.ScalarTransform4f().scale([half, half, 1])
    return {"type": "rectangle", "to_world": placed, "bsdf": polished if table.shine else cloth}


def staged(table: LaidTable) -> tuple[Built, list[tuple[int, Member]]]:
    """The scene, and each die with its owner number; other things share the owner after the last die."""
    stage, dice = Stage(), []
    for cluster in table.dice:
        for member in cluster.members:
            for part in member.die.placed(member.pose):
                stage.add(*part, len(dice))
            dice.append((len(dice), member))
    for cluster in (*table.dice, *table.things):
        for part in cluster.supports:
            stage.add(*part, 10_000)
    return stage.built(table.light, top_shape(table)), dice


def whole_outline(member: Member, table: LaidTable) -> np.ndarray:
    """Convex outline (N, 2) of a die in the picture were nothing before it."""
    points = np.concatenate([part[1] for part in member.die.placed(member.pose)]).astype(np.float64)
    return cv2.convexHull(table.camera.project(points).astype(np.float32))[:, 0]


def die_truth(owner: int, member: Member, table: LaidTable, built: Built) -> dict | None:
    """What a reader should say of one die; None when too little of it shows."""
    outline = whole_outline(member, table)
    x0, y0 = np.floor(np.maximum(outline.min(axis=0) - 1, 0)).astype(int)
    x1, y1 = np.ceil(np.minimum(outline.max(axis=0) + 1, (WIDTH, HEIGHT))).astype(int)
    if x1 <= x0 or y1 <= y0:
        return None
    steps = (np.arange(FINE) + 0.5) / FINE
    xs, ys = np.meshgrid(
        (np.arange(x0, x1)[:, None] + steps).ravel(), (np.arange(y0, y1)[:, None] + steps).ravel()
    )
    mine = built.owners(table.camera, np.column_stack((xs.ravel(), ys.ravel()))).reshape(xs.shape) == owner
    share = mine.reshape(y1 - y0, FINE, x1 - x0, FINE).mean(axis=(1, 3))
    seen = float(share.sum()) / float(cv2.contourArea(outline))
    if seen < SEEN_SHARE:
        return None
    left, top, right, bottom = mask_box(share)
    shape = member.die.shape
    face = member.pose.face(shape.layout)
    cut = bool((outline.min(axis=0) < 0).any() or (outline.max(axis=0) > (WIDTH, HEIGHT)).any())
    return {
        "face": None if shape.blank else face,
        "star": None if shape.blank else face == 1 and shape.star is not None,
        "kind": Kind.BLANK.value if shape.blank else member.pose.kind.value,
        "box": [int(left + x0), int(top + y0), int(right + x0), int(bottom + y0)],
        "hidden": round(max(0.0, 1 - seen), 3),
        "cut_off": cut,
        "px": round(table.camera.px_per_mm(member.pose.centre) * shape.side_mm, 1),
        "view_tilt_deg": round(table.camera.view_tilt_deg(member.pose.centre), 1),
        "colour": [round(255 * channel) for channel in member.die.look.body],
        "material": member.die.look.name,
    }


def thing_truth(cluster: Cluster, table: LaidTable) -> dict:
    """Where a cup, coin, card, board or hand lies: its outline's box, what hides it left aside."""
    points = np.concatenate([part[1] for part in cluster.supports]).astype(np.float64)
    seen = table.camera.project(points)
    x0, y0 = np.clip(np.floor(seen.min(axis=0)), 0, (WIDTH, HEIGHT)).astype(int)
    x1, y1 = np.clip(np.ceil(seen.max(axis=0)), 0, (WIDTH, HEIGHT)).astype(int)
    return {"kind": cluster.kind.value, "box": [int(x0), int(y0), int(x1), int(y1)]}


def render_frame(table: LaidTable, seed: int, samples: int = SAMPLES) -> tuple[np.ndarray, dict]:
    """The frame, uint8 BGR (HEIGHT, WIDTH, 3), so many light paths a pixel, and its truth."""
    built, dice = staged(table)
    ys, xs = np.mgrid[:HEIGHT, :WIDTH]
    pixels = np.column_stack((xs.ravel(), ys.ravel()))
    clip = 6.0 * float(table.light.irradiance.max()) / np.pi
    radiance = built.radiance(table.camera, pixels, samples, seed, clip, DEPTH).reshape(HEIGHT, WIDTH, 3)
    picture = smoothed(table.exposure.developed(radiance))
    truths = [die_truth(owner, member, table, built) for owner, member in dice]
    truth = {
        "split": table.split,
        "size": [WIDTH, HEIGHT],
        "tilt_deg": round(table.tilt_deg, 1),
        "light": table.light.kind,
        "top": table.top_kind,
        "dice": [each for each in truths if each is not None],
        "things": [thing_truth(cluster, table) for cluster in table.things],
    }
    return np.clip(np.round(picture[..., ::-1] * 255), 0, 255).astype(np.uint8), truth


def marked(picture: np.ndarray, truth: dict) -> np.ndarray:
    """The frame with its truth drawn in."""
    drawn = picture.copy()
    for die in truth["dice"]:
        x0, y0, x1, y1 = die["box"]
        cv2.rectangle(drawn, (x0, y0), (x1, y1), (0, 220, 0), 1)
        text = ("*" if die["star"] else str(die["face"])) + ("" if die["kind"] == "flat" else die["kind"][0])
        cv2.putText(drawn, text, (x0, y0 - 3), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (255, 0, 255), 2, cv2.LINE_AA)
    for thing in truth["things"]:
        x0, y0, x1, y1 = thing["box"]
        cv2.rectangle(drawn, (x0, y0), (x1, y1), (220, 160, 0), 1)
        cv2.putText(
            drawn, thing["kind"], (x0, y0 + 14), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (220, 160, 0), 1, cv2.LINE_AA
        )
    return drawn


def main() -> None:
    """Render the frames that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("models/made/whole_tables"))
    parser.add_argument("--split", choices=("train", "valid", "test"), required=True)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--odd", type=float, default=ODD, help="share of piles with a cocked or stacked die")
    parser.add_argument("--touching", type=float, default=TOUCHING, help="chance to lie against another die")
    parser.add_argument("--boards", action="store_true", help="all dice lie on printed boards")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="light paths a pixel")
    parser.add_argument(
        "--marked", action="store_true", help="also write NNNN_marked.jpg with the truth drawn in"
    )
    wanted = parser.parse_args()
    dr.set_thread_count(wanted.threads)
    cv2.setNumThreads(1)
    folder = wanted.out / wanted.split
    folder.mkdir(parents=True, exist_ok=True)
    for number in tqdm(range(wanted.count), unit="frame"):
        if (folder / f"{number:04d}.json").exists():
            continue
        split_number = ("train", "valid", "test").index(wanted.split)
        rng = np.random.default_rng((wanted.seed, split_number, number))
        table = laid_table(wanted.split, rng, wanted.odd, wanted.touching, wanted.boards)
        picture, truth = render_frame(table, wanted.seed * 1009 + number, wanted.samples)
        cv2.imwrite(str(folder / f"{number:04d}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
        if wanted.marked:
            cv2.imwrite(str(folder / f"{number:04d}_marked.jpg"), marked(picture, truth))
        (folder / f"{number:04d}.json").write_text(
            json.dumps({"image": f"{number:04d}.jpg"} | truth) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
