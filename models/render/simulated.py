"""Sprites for the simulated table: ``python -m models.render.simulated``.

Renders the dice, the bid die and the cups under one light and one camera, and writes ``index.json``:
``px_per_mm``, ``tilt_deg`` and ``sprites``. Of a sprite: ``file``, ``kind`` (die, cocked_die, bid_die, cup),
``set`` (wild, ordinary, bird, bid), ``face``, ``star``, ``turn_deg``, ``box``, ``anchor`` (the pixel above
the middle of its place), ``size``, ``mm_per_px``. Shadows are black in the alpha.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import drjit as dr
import numpy as np

from models.render.camera import Exposure, bgra, looking_down, mask_box
from models.render.dicebag import DieKind, made
from models.render.light import studio
from models.render.placing import FACES, DieLayout, Kind, flat
from models.render.shapes import Bird, DieShape, Edge, PipCut, cup, solid_skins
from models.render.sheet import HEIGHT, WIDTH, Cluster, Effort, Member, Part, Setting, on_coin, rendered
from models.render.surface import Colour, Finish, Pattern, Star, clouds, linear

PX_PER_MM = 6.0
TILT_DEG, FOV_DEG = 12.0, 7.0
LIGHT_FROM_DEG = (-40.0, 52.0)
FELT = linear((0.10, 0.34, 0.24))
EFFORT = Effort(64, 40, 5)
WEBP_QUALITY = 90
CELL, DIE_REACH_PX = (230, 230), 80.0
"""A flat die's room on a sheet, and the reach of its shadow."""
CUP_COLOURS = {
    "red": (0.66, 0.10, 0.10),
    "blue": (0.10, 0.24, 0.58),
    "green": (0.20, 0.50, 0.16),
    "orange": (0.88, 0.42, 0.08),
    "purple": (0.40, 0.16, 0.52),
    "white": (0.88, 0.87, 0.83),
}
BLACK = (0.015, 0.015, 0.02)
WILD = DieShape(
    DieLayout(),
    roundness=0.13,
    pip_radius=0.098,
    pip_depth=0.035,
    pip_spread=0.255,
    star=Star(radius=0.35, inner=0.42),
)
ORDINARY = DieShape(
    DieLayout(two_flipped=True),
    edge=Edge.BALL_CUT,
    roundness=0.12,
    cut=PipCut.DRILLED,
    pip_radius=0.092,
    pip_depth=0.05,
    one_scale=1.15,
)
BIRD = replace(ORDINARY, bird=Bird())
"""The ordinary die with a bird in place of the one."""
BID = DieShape(
    DieLayout(three_flipped=True),
    side_mm=19.0,
    roundness=0.10,
    pip_radius=0.098,
    pip_spread=0.255,
    star=Star(radius=0.36, inner=0.42),
)


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    name: str
    label: dict[str, Any]
    cluster: Cluster


def _die(look: tuple[str, Colour, Colour], shape: DieShape) -> DieKind:
    surface, body, pips = look
    return made(shape, Finish(surface, body, body, Pattern.PLAIN, pips), 1)


def dice_sets() -> tuple[tuple[str, DieKind, int, int], ...]:
    """Name, die, turns of each face and number of cocked dice."""
    return (
        ("wild", _die(("satin", (0.97, 0.78, 0.09), BLACK), WILD), 8, 8),
        ("ordinary", _die(("satin", (0.95, 0.91, 0.80), BLACK), ORDINARY), 6, 6),
        ("bid", _die(("gloss", (0.76, 0.06, 0.07), (0.95, 0.95, 0.93)), BID), 2, 0),
    )


def asked_dice() -> list[Asked]:
    """Eight turns of each wild face, six of each ordinary one, two of the bid die; some cocked."""
    rng = np.random.default_rng(7)
    asked = []
    for name, die, turns, leaning in dice_sets():
        kind = "bid_die" if name == "bid" else "die"
        for face in FACES:
            for step in range(turns):
                turn = float((step + rng.uniform(0.1, 0.9)) * 360 / turns)
                cluster = Cluster(
                    Kind.FLAT, (Member(die, flat(face, turn, die.shape.layout, die.shape.side_mm)),)
                )
                asked.append(
                    _asked(f"{name}_{_face_name(die, face)}_{step}", kind, name, cluster, round(turn, 1))
                )
        for step in range(leaning):
            asked.append(_asked(f"{name}_cocked_{step}", "cocked_die", name, middled(on_coin(die, rng)), 0.0))
    return asked


def asked_birds() -> list[Asked]:
    """Six turns; its other faces are the ordinary die's."""
    rng = np.random.default_rng(11)
    die, asked = _die(("satin", (0.95, 0.91, 0.80), BLACK), BIRD), []
    for step in range(6):
        turn = float((step + rng.uniform(0.1, 0.9)) * 60)
        pose = flat(1, turn, die.shape.layout, die.shape.side_mm)
        cluster = Cluster(Kind.FLAT, (Member(die, pose),))
        asked.append(_asked(f"bird_1_{step}", "die", "bird", cluster, round(turn, 1)))
    return asked


def _face_name(die: DieKind, face: int) -> str:
    return "star" if face == 1 and die.shape.star is not None else str(face)


def _asked(file: str, kind: str, name: str, cluster: Cluster, turn_deg: float) -> Asked:
    member = cluster.members[0]
    face = member.pose.face(member.die.shape.layout)
    star = face == 1 and member.die.shape.star is not None
    return Asked(file, {"kind": kind, "set": name, "face": face, "star": star, "turn_deg": turn_deg}, cluster)


def cup_part(colour: tuple[float, float, float], seed: int) -> list[Part]:
    """Leather, upside down, in mm about its mouth's middle, stitched round mouth and foot."""
    skin = solid_skins(cup(36.0, 30.0, 84.0, 4.0, 1.6), fine_mm=1.1)[0]
    points = skin.corners.astype(np.float64) + 60.0
    grain, spots = clouds(points * 0.9, seed, 2), clouds(points * 0.06, seed + 9, 3)
    shade = linear(colour) * (0.55 + 0.4 * grain + 0.5 * spots)[:, None]
    height, reach = skin.corners[:, 2], np.hypot(skin.corners[:, 0], skin.corners[:, 1])
    around = np.degrees(np.arctan2(skin.corners[:, 1], skin.corners[:, 0]))
    dashed = np.mod(around, 7) < 4.2
    stitched = dashed & ((np.abs(height - 9.0) < 0.7) | ((height > 80.0) & (np.abs(reach - 27.0) < 0.6)))
    shade[stitched] = linear((0.86, 0.80, 0.66))
    return [("satin", skin.corners, skin.normals, shade.astype(np.float32))]


def asked_cups() -> list[Asked]:
    return [
        Asked(
            f"cup_{name}",
            {"kind": "cup", "colour": name, "rgb": [round(255 * c) for c in colour]},
            Cluster(Kind.CUP, (), tuple(cup_part(colour, seed))),
        )
        for seed, (name, colour) in enumerate(CUP_COLOURS.items())
    ]


def fixed_setting() -> Setting:
    light = studio(*LIGHT_FROM_DEG)
    camera = looking_down(WIDTH, HEIGHT, fov_deg=FOV_DEG, tilt_deg=TILT_DEG, px_per_mm=PX_PER_MM)
    return Setting("simulated", camera, TILT_DEG, light, FELT, 1.0, Exposure(np.pi / light.irradiance * 1.0))


def with_shadow(colour: np.ndarray, cover: np.ndarray, shadow: np.ndarray) -> np.ndarray:
    """Puts the shadow as black into the alpha, uint8, for laying over a picture."""
    shade = 1 - np.power(np.clip(shadow, 0, 1), 1 / 2.2)
    alpha = cover + (1 - cover) * shade
    return bgra(colour * (cover / np.maximum(alpha, 1e-4))[..., None], alpha)


def foot_px(cluster: Cluster, setting: Setting, spot: np.ndarray) -> np.ndarray:
    """Picture point (2,) under a die's middle; of a cup where it was set."""
    if not cluster.members:
        return spot
    return setting.camera.project(cluster.members[0].pose.centre[None] * (1, 1, 0))[0]


def middled(cluster: Cluster) -> Cluster:
    """Moves the middle of its cover to the origin."""
    parts = [part[1] for each in cluster.members for part in each.die.placed(each.pose)]
    points = np.concatenate([*parts, *(part[1] for part in cluster.supports)]).astype(np.float64)
    return cluster.moved(-(points.min(axis=0) + points.max(axis=0)) / 2 * (1, 1, 0))


def render_group(
    wanted: list[Asked], cell: tuple[int, int], reach_px: float, out: Path, seed: int
) -> list[dict[str, Any]]:
    """Renders a sheet, ``cell`` (wide, high) px apart; writes files, gives index entries."""
    setting = fixed_setting()
    columns = WIDTH // cell[0]
    spots = np.array([(i % columns + 0.5, i // columns + 0.5) for i in range(len(wanted))]) * cell
    feet = setting.camera.on_table(spots)
    clusters = [each.cluster.moved(foot) for each, foot in zip(wanted, feet, strict=True)]
    sheet = rendered(setting, clusters, reach_px, EFFORT, seed)
    index = []
    for each, cluster, mine, spot in zip(wanted, clusters, sheet.owners_of, spots, strict=True):
        cut = sheet.cut_out(cluster, mine)
        if cut is None:
            raise RuntimeError(f"{each.name} does not fit into its sheet")
        name = f"{each.name}.webp"
        sprite = with_shadow(cut.colour, cut.cover, cut.shadow)
        cv2.imwrite(str(out / name), sprite, [cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY])
        anchor = foot_px(cluster, setting, spot) - (cut.window[1].start, cut.window[0].start)
        itself = cut.die_covers[0] if cut.die_covers else cut.cover
        places = {"box": list(mask_box(itself)), "anchor": [round(float(a), 1) for a in anchor]}
        scale = {"size": list(cut.size), "mm_per_px": round(1 / PX_PER_MM, 5)}
        index.append({"file": name} | each.label | places | scale)
    return index


def kept_group(
    wanted: list[Asked], cell: tuple[int, int], reach_px: float, out: Path
) -> list[dict[str, Any]]:
    """Or the entries of an earlier, broken run."""
    part = out / f"part_{wanted[0].name}.json"
    if not part.exists():
        entries = render_group(wanted, cell, reach_px, out, sum(wanted[0].name.encode()))
        part.write_text(json.dumps(entries), encoding="utf-8")
    return json.loads(part.read_text(encoding="utf-8"))


def _all_but_birds(out: Path) -> list[dict[str, Any]]:
    dice, cups = asked_dice(), asked_cups()
    index = []
    for asked, per_sheet, cell, reach_px in (
        ([each for each in dice if each.label["kind"] != "cocked_die"], 48, CELL, DIE_REACH_PX),
        ([each for each in dice if each.label["kind"] == "cocked_die"], 15, (WIDTH // 5, HEIGHT // 3), 80.0),
        (cups, 2, (WIDTH // 2, HEIGHT), 200.0),
    ):
        for start in range(0, len(asked), per_sheet):
            index += kept_group(asked[start : start + per_sheet], cell, reach_px, out)
    return index


def _others_than(birds: list[Asked], path: Path) -> list[dict[str, Any]]:
    """An index's entries that are not made anew."""
    made_anew = {f"{each.name}.webp" for each in birds}
    known = json.loads(path.read_text(encoding="utf-8"))["sprites"]
    return [each for each in known if each["file"] not in made_anew]


def main() -> None:
    """Render all sprites and write the index."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("companion/simulator/sprites"))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--birds", action="store_true", help="only the birds, into the index that is there")
    wanted = parser.parse_args()
    dr.set_thread_count(wanted.threads)
    cv2.setNumThreads(1)
    wanted.out.mkdir(parents=True, exist_ok=True)
    birds = asked_birds()
    index = _others_than(birds, wanted.out / "index.json") if wanted.birds else _all_but_birds(wanted.out)
    index += kept_group(birds, CELL, DIE_REACH_PX, wanted.out)
    camera = {
        "tilt_deg": TILT_DEG,
        "light_azimuth_deg": LIGHT_FROM_DEG[0],
        "light_elevation_deg": LIGHT_FROM_DEG[1],
    }
    document = {"px_per_mm": PX_PER_MM, **camera, "sprites": index}
    (wanted.out / "index.json").write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    for part in wanted.out.glob("part_*.json"):
        part.unlink()


if __name__ == "__main__":
    main()
