"""Trace recorded lifts with Blender: ``python -m models.cycles.lifts --out FOLDER --count 12 --seed 1``.

For each lift FOLDER/NN holds the light of its key pictures (K.npz, linear) and ``plan.json``; key pictures
that exist are not traced again. ``models.cycles.lift_videos`` makes videos of them.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import bpy
import numpy as np
from bpy.types import Mesh, Object
from mathutils import Matrix

from models.cycles.lift_places import Place
from models.cycles.lift_plans import Plan
from models.cycles.lift_scripts import Cup, Hand, Key, Stands
from models.cycles.lift_tables import Table, table
from models.cycles.lift_things import HELD_AT, CupMade, lying_down
from models.cycles.meshes import placed
from models.cycles.tables import traced
from models.cycles.truth import met
from models.render.layout import about

Rng = np.random.Generator

MOST_LIGHT = 6e4
"""About the most that float16 holds."""
FINE, INNER = 6, 0.8
"""A die's top face is looked for by so many rays a side, over this share of it."""


def _turned(axis: tuple[float, float, float], angle_deg: float) -> np.ndarray:
    whole = np.eye(4)
    whole[:3, :3] = about(np.array(axis), angle_deg)
    return whole


def _moved(place: Place, height_mm: float) -> np.ndarray:
    whole = np.eye(4)
    whole[:3, 3] = (*place, height_mm)
    return whole


def _facing(lift: Plan, seat: int, sway_deg: float) -> np.ndarray:
    """The turn whose -y looks to a seat's player."""
    x, y = lift.ground.outward(seat)
    return _turned((0.0, 0.0, 1.0), float(np.degrees(np.arctan2(y, x))) + 90.0 + sway_deg)


def _rolled(roll_deg: float, height_mm: float) -> np.ndarray:
    """A roll about the forearm, at the height of the hand."""
    up, down = _moved((0.0, 0.0), height_mm), _moved((0.0, 0.0), -height_mm)
    return up @ _turned((0.0, 1.0, 0.0), roll_deg) @ down


def _cup_matrix(lift: Plan, seat: int, cup: Cup, made: CupMade, sway_deg: float) -> np.ndarray:
    if cup.stands is Stands.LYING:
        return _moved(cup.place, 0.0) @ lying_down(made, cup.turn_deg)
    facing = _facing(lift, seat, sway_deg)
    if cup.stands is Stands.UPRIGHT:
        return _moved(cup.place, made.height_mm) @ facing @ _turned((1.0, 0.0, 0.0), 180.0)
    roll = _rolled(cup.turn_deg, HELD_AT * made.height_mm)
    return _moved(cup.place, cup.height_mm) @ facing @ roll


def _hand_matrix(lift: Plan, hand: Hand, made: CupMade) -> np.ndarray:
    facing = _facing(lift, hand.seat, hand.sway_deg)
    if not hand.grips:
        return _moved(hand.place, hand.height_mm) @ facing
    held = HELD_AT * made.height_mm
    return _moved(hand.place, hand.height_mm) @ facing @ _rolled(hand.roll_deg, held) @ _moved((0, 0), held)


def stand_up(scene: Table, key: Key, rng: Rng) -> list[Object]:
    """The cups, hands and the thing of one key picture, as objects."""
    things = []
    sways = {hand.seat: hand.sway_deg for hand in key.hands if hand.grips}
    for seat, (cup, made) in enumerate(zip(key.cups, scene.cups, strict=True)):
        if cup.stands is not Stands.OUT:
            things.append(
                _as_object(made.mesh, _cup_matrix(scene.plan, seat, cup, made, sways.get(seat, 0.0)))
            )
    for hand in key.hands:
        made = scene.cups[hand.seat]
        meshes = scene.people[hand.seat].arm(rng, made.held_mm if hand.grips else None)
        things += [_as_object(mesh, _hand_matrix(scene.plan, hand, made)) for mesh in meshes]
    return things + [_as_object(mesh, _moved(key.thing, 0.0)) for mesh in scene.thing if key.thing]


def _as_object(mesh: Mesh, matrix: np.ndarray) -> Object:
    thing = placed(mesh)
    thing.matrix_world = Matrix(matrix.tolist())
    return thing


def hidden(scene: Table) -> list[list[float]]:
    """For each die by seat the share 0-1 of its top face that something hides."""
    bpy.context.view_layer.update()
    camera, side = scene.plan.ground.camera, scene.plan.ground.side_mm
    steps = INNER * side * ((np.arange(FINE) + 0.5) / FINE - 0.5)
    grid = np.stack([*np.meshgrid(steps, steps), np.full((FINE, FINE), side / 2)], -1).reshape(-1, 3)
    shares = []
    for objects, seat in zip(scene.dice, scene.plan.dice, strict=True):
        spots = [
            camera.project(grid @ about(np.array([0.0, 0.0, 1.0]), die.turn_deg).T + (*die.place, side / 2))
            for die in seat
        ]
        met_by = [met(thing, camera, each).mean() for thing, each in zip(objects, spots, strict=True)]
        shares.append([round(1.0 - float(share), 2) for share in met_by])
    return shares


def keep(scene: Table, number: int, folder: Path, rng: Rng) -> list[list[float]]:
    """Trace one key picture, unless it is there; what it hides of the dice."""
    things = stand_up(scene, scene.plan.keys[number], rng)
    shares = hidden(scene)
    path = folder / f"{number}.npz"
    if not path.exists():
        part = folder / "part.npz"
        light = traced(folder / "light.exr").clip(0, MOST_LIGHT)
        np.savez_compressed(part, light=light.astype(np.float16))
        part.rename(path)
    for thing in things:
        bpy.data.objects.remove(thing)
    return shares


def lift(folder: Path, seed: int, number: int, samples: int, threads: int) -> None:
    """Trace the lift of that number into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    scene = table(seed, number, samples, threads)
    keys = []
    for which, key in enumerate(scene.plan.keys):
        shares = keep(scene, which, folder, np.random.default_rng((seed, number, 2, which)))
        keys.append({"held_s": round(key.held_s, 3), "hands": len(key.hands), "hidden": shares})
        print(f"{folder.name}/{which}.npz", flush=True)
    written = {
        "source": f"models.cycles.lifts seed {seed} nr {number}",
        "players": len(scene.plan.dice),
        "dice": [[die.face for die in seat] for seat in scene.plan.dice],
        "happenings": [each.value for each in scene.plan.happenings],
        "die_px": round(scene.plan.ground.px(scene.plan.ground.side_mm), 1),
        "keys": keys,
    }
    (folder / "light.exr").unlink(missing_ok=True)
    (folder / "plan.json").write_text(json.dumps(written | scene.told) + "\n", "utf-8")


def main() -> None:
    """Trace the lifts that are not there yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--first", type=int, default=0, help="the first number, to share the work")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--samples", type=int, default=20, help="light paths a pixel, at most")
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    for number in range(args.first, args.first + args.count):
        folder = args.out / f"{number:02d}"
        if not (folder / "plan.json").exists():
            lift(folder, args.seed, number, args.samples, args.threads)


if __name__ == "__main__":
    main()
