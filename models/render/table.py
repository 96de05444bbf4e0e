"""A whole table laid: piles of dice, cups beside them, the board in the middle. No renderer needed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.render.camera import Camera, looking_down
from models.render.developing import Exposure
from models.render.dicebag import DieKind, made, random_kind, random_shape, random_star
from models.render.light import LIGHTS, Environment, environment
from models.render.placing import flat, overlap, pushed_against
from models.render.props import (
    random_board,
    random_card,
    random_chip,
    random_coin,
    random_cup,
    random_fingers,
)
from models.render.sheet import Cluster, Member, on_coin, random_face, stacked
from models.render.surface import Finish, Pattern, varied
from models.render.tabletops import TOPS, tabletop

WIDTH, HEIGHT = 1536, 864
STEEPEST_TABLE_DEG = 52.0
"""Greatest tilt of a line of sight at the frame's edge: a camera on a tripod beside a small table."""
PILE_MM = 48.0
"""Half width of the place where a cup's dice come to lie."""
CUP_ROOM_MM = 52.0
ODD = 0.08
"""Of the piles of three and more, those with a die cocked on a coin or stacked."""
TOUCHING = 0.2
"""Chance of a die of a pile to be pushed against another one."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidTable:
    """Everything of one frame. ``top`` is linear reflectance (H, W, 3), ``top_mm`` its width on the table."""

    split: str
    camera: Camera
    tilt_deg: float
    light: Environment
    exposure: Exposure
    top_kind: str
    top: np.ndarray
    top_mm: float
    shine: float | None
    dice: tuple[Cluster, ...]
    things: tuple[Cluster, ...]


def _camera(rng: np.random.Generator) -> tuple[Camera, float, float]:
    wide_mm = float(rng.uniform(430, 900))
    tilt = float(rng.uniform(0, 8) if rng.random() < 0.3 else rng.uniform(6, 35))
    fov = float(rng.uniform(28, min(64.0, 2.2 * (STEEPEST_TABLE_DEG - tilt))))
    camera = looking_down(WIDTH, HEIGHT, fov_deg=fov, tilt_deg=tilt, px_per_mm=WIDTH / wide_mm)
    return camera, tilt, wide_mm


def _game_dice(split: str, rng: np.random.Generator) -> list[DieKind]:
    """One kind for the whole table, or a few; four tables in ten play with yellow star dice."""
    if rng.random() < 0.4:
        body = varied((0.95, 0.78, 0.12), rng, 0.08)
        look = Finish("satin", body, body, Pattern.PLAIN, varied((0.03, 0.03, 0.035), rng, 0.02))
        return [made(random_shape(split, rng, random_star(split, rng)), look, 1)]
    stars = rng.random() < 0.3
    wanted, kinds = int(rng.choice((1, 1, 3))), []
    while len(kinds) < wanted:
        kind = random_kind(split, rng, 0.15)
        if not kind.shape.blank and (kind.shape.star is not None) == stars:
            kinds.append(kind)
    return kinds


def _pile(kind: DieKind, count: int, rng: np.random.Generator, odd: float, touching: float) -> list[Cluster]:
    """Dice about the origin as a lifted cup leaves them: apart, some touching, few cocked or stacked."""
    shape = kind.shape
    poses, clusters = [], []
    while len(poses) < count:
        face = random_face(kind, rng)
        pose = flat(face, rng.uniform(0, 360), shape.layout, shape.side_mm)
        if poses and rng.random() < touching:
            pose = pushed_against([poses[rng.integers(len(poses))], *poses], pose, rng.uniform(0, 360))
        else:
            pose = pose.moved(np.array([*rng.normal(0, 0.45 * PILE_MM, 2), 0.0]))
        if any(overlap(pose.footprint, other.footprint) for other in poses):
            continue
        poses.append(pose)
        clusters.append(Cluster(pose.kind, (Member(kind, pose),)))
    if count > 2 and rng.random() < odd:
        lone = clusters.pop()
        placed = on_coin(kind, rng) if rng.random() < 0.5 else stacked([kind, kind], rng)
        away = np.array([*(rng.choice((-1.0, 1.0)) * np.array([PILE_MM + 14, rng.uniform(-20, 20)])), 0.0])
        clusters.append(placed.moved(away))
        del lone
    return clusters


def _seats(camera: Camera, count: int, rng: np.random.Generator) -> np.ndarray:
    """Middles of the seats' places (count, 3) in mm, spread round the frame."""
    start = rng.uniform(0, 2 * np.pi)
    angles = start + 2 * np.pi * (np.arange(count) + rng.uniform(-0.12, 0.12, count)) / count
    spots = np.column_stack((0.5 + 0.36 * np.cos(angles), 0.5 + 0.33 * np.sin(angles))) * (WIDTH, HEIGHT)
    return camera.on_table(spots) * (1, 1, 0)


def _bid_die(rng: np.random.Generator, split: str) -> Cluster:
    red = varied((0.75, 0.07, 0.08), rng, 0.08)
    kind = made(
        random_shape(split, rng, random_star(split, rng)),
        Finish("gloss", red, red, Pattern.PLAIN, (0.93, 0.92, 0.9)),
        1,
    )
    pose = flat(int(rng.integers(1, 7)), rng.uniform(0, 360), kind.shape.layout, kind.shape.side_mm)
    return Cluster(pose.kind, (Member(kind, pose),))


def _covered_board(split: str, rng: np.random.Generator) -> tuple[Cluster, list[Cluster]]:
    """A board about the origin and the dice that lie on it apart from each other, half of them bid dice."""
    lying: list[Cluster] = []
    while len(lying) < int(rng.integers(3, 9)):
        if rng.random() < 0.5:
            die = _bid_die(rng, split)
        else:
            kind = random_kind(split, rng, 0.15)
            pose = flat(random_face(kind, rng), rng.uniform(0, 360), kind.shape.layout, kind.shape.side_mm)
            die = Cluster(pose.kind, (Member(kind, pose),))
        die = die.moved(np.array([rng.uniform(-55, 55), rng.uniform(-40, 40), 3.0]))
        own = die.members[0].pose.footprint
        if not any(overlap(own, other.members[0].pose.footprint) for other in lying):
            lying.append(die)
    return random_board(rng), lying


def _beside(place: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A spot for a cup: outward of its seat's dice, a little to one side."""
    outward = place / max(1.0, np.linalg.norm(place))
    along = np.array([-outward[1], outward[0], 0.0])
    return (
        place
        + outward * (PILE_MM + CUP_ROOM_MM) * rng.uniform(0.4, 0.9)
        + along * rng.choice((-1, 1)) * (PILE_MM + CUP_ROOM_MM)
    )


def laid_table(
    split: str,
    rng: np.random.Generator,
    odd: float = ODD,
    touching: float = TOUCHING,
    boards: bool = False,
) -> LaidTable:
    """A random table of a split; ``odd`` of the piles have a cocked or stacked die.

    ``touching`` is the chance of a die to be pushed against another one. With ``boards`` each seat has a
    printed board before it, and the dice lie on the boards.
    """
    camera, tilt, wide_mm = _camera(rng)
    kinds = _game_dice(split, rng)
    places = _seats(camera, int(rng.integers(2, 7)) if wide_mm > 600 else int(rng.integers(2, 4)), rng)
    dice: list[Cluster] = []
    things: list[Cluster] = []
    for seat, place in enumerate(places):
        if boards:
            board, lying = _covered_board(split, rng)
            things.append(board.moved(place))
            dice += [die.moved(place) for die in lying]
            continue
        if rng.random() < 0.12:
            things.append(random_cup(split, rng).moved(place))
            continue
        pile = _pile(kinds[seat % len(kinds)], int(rng.integers(1, 6)), rng, odd, touching)
        dice += [cluster.moved(place) for cluster in pile]
        if rng.random() < 0.7:
            things.append(random_cup(split, rng).moved(_beside(place, rng)))
    if not boards and rng.random() < 0.6:
        things.append(random_board(rng))
        dice.append(_bid_die(rng, split).moved(np.array([*rng.uniform(-15, 15, 2), 3.0])))
    clutter = (
        lambda: random_coin(split, rng),
        lambda: random_chip(split, rng),
        lambda: random_card(rng),
        lambda: random_fingers(rng),
    )
    for _ in range(int(rng.integers(0, 3))):
        edge = np.array([[rng.uniform(0.05, 0.95) * WIDTH, rng.choice((0.04, 0.96)) * HEIGHT]])
        things.append(clutter[rng.integers(4)]().moved(camera.on_table(edge)[0] * (1, 1, 0)))
    light = environment(str(rng.choice(LIGHTS[split])), rng)
    top_kind = str(rng.choice(TOPS[split]))
    shine = float(rng.uniform(0.25, 0.6)) if top_kind in ("wood", "planks", "marble", "speckle") else None
    white = light.irradiance.mean() * (light.irradiance / light.irradiance.mean()) ** rng.uniform(0.3, 1.0)
    exposure = Exposure(float(rng.uniform(0.6, 1.2)) * np.pi / white)
    reach = (
        float(np.abs(camera.on_table(np.array([[0, 0], [WIDTH, 0], [0, HEIGHT], [WIDTH, HEIGHT]]))).max())
        * 2.1
    )
    top = tabletop(top_kind, rng)
    return LaidTable(
        split, camera, tilt, light, exposure, top_kind, top, reach, shine, tuple(dice), tuple(things)
    )
