"""A sheet of dice: which dice lie where, under which light and camera. Plans only; no renderer needed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.render.camera import Camera, looking_down
from models.render.developing import Exposure
from models.render.dicebag import DieKind, random_kind
from models.render.light import LIGHTS, Environment, environment
from models.render.placing import COCKED_DEG, Kind, Pose, cocked, flat, leaning_on, on_top, pushed_against
from models.render.shapes import coin, solid_skins
from models.render.surface import linear, varied

WIDTH, HEIGHT = 1840, 1380
CELL_MM = 34.3
PX_PER_MM = (4.6, 7.2)
"""At these scales a 16 mm die is 74-115 px wide: dice in real frames are 18-120 px, most of them 20-60."""
KINDS_PER_SHEET = 14
CLEAR_SHEETS, CLEAR_SHARE = 0.25, 0.5
"""Clear dice take long paths: they come on a quarter of the sheets, there as half of the random looks."""
STEEPEST_DEG = 47.0
"""Greatest tilt of a line of sight: beyond it people cannot read pips near the far edge either."""

Part = tuple[str, np.ndarray, np.ndarray, np.ndarray]
"""Surface class, corners (3 T, 3) mm, normals, linear colours."""


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    """One die of a cluster."""

    die: DieKind
    pose: Pose


@dataclass(frozen=True, slots=True, eq=False)
class Cluster:
    """What becomes one sprite: dice that belong together, and things that they lean on."""

    kind: Kind
    members: tuple[Member, ...]
    supports: tuple[Part, ...] = ()

    def moved(self, shift: np.ndarray) -> Cluster:
        """The same cluster elsewhere on the table."""
        members = tuple(Member(each.die, each.pose.moved(shift)) for each in self.members)
        step = shift.astype(np.float32)
        return Cluster(self.kind, members, tuple((s, c + step, n, k) for s, c, n, k in self.supports))


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Light, camera, table colour (linear RGB) and exposure of a sheet."""

    split: str
    camera: Camera
    tilt_deg: float
    light: Environment
    ground: np.ndarray
    brightness: float
    exposure: Exposure


def random_setting(split: str, rng: np.random.Generator, px_per_mm: float) -> Setting:
    """A random light, camera and exposure of a split."""
    light = environment(str(rng.choice(LIGHTS[split])), rng)
    tilt = rng.uniform(0, 6) if rng.random() < 0.25 else rng.uniform(4, 35)
    fov = rng.uniform(12, min(46.0, (STEEPEST_DEG - tilt) / 0.55))
    camera = looking_down(WIDTH, HEIGHT, fov_deg=fov, tilt_deg=tilt, px_per_mm=px_per_mm)
    tables = (
        (0.55, 0.36, 0.20),
        (0.18, 0.38, 0.24),
        (0.85, 0.83, 0.78),
        (0.5, 0.5, 0.5),
        (0.3, 0.2, 0.15),
        (0.4, 0.1, 0.1),
    )
    ground = linear(varied(tables[rng.integers(len(tables))], rng, 0.2))
    brightness = float(rng.uniform(0.6, 1.25))
    gain = brightness * np.pi / _adapted(light.irradiance, rng)
    return Setting(split, camera, float(tilt), light, ground, brightness, Exposure(gain))


def _adapted(irradiance: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """What the camera takes for white: its automatic white balance goes part of the way."""
    return irradiance.mean() * (irradiance / irradiance.mean()) ** rng.uniform(0.3, 1.0)


def random_face(die: DieKind, rng: np.random.Generator) -> int:
    """A face for the top; stars come up three times in ten, so that the rarest look is not starved."""
    one = 0.30 if die.shape.star is not None else 1 / 6
    return int(rng.choice(6, p=[one, *[(1 - one) / 5] * 5])) + 1


def _flat(die: DieKind, rng: np.random.Generator) -> Member:
    shape = die.shape
    return Member(die, flat(random_face(die, rng), rng.uniform(0, 360), shape.layout, shape.side_mm))


def _cocked(die: DieKind, rng: np.random.Generator, toward_deg: float) -> Member:
    shape = die.shape
    lean = rng.uniform(*COCKED_DEG)
    pose = cocked(random_face(die, rng), rng.uniform(0, 360), lean, toward_deg, shape.layout, shape.side_mm)
    return Member(die, pose)


def single(die: DieKind, rng: np.random.Generator) -> Cluster:
    """One die; one in twelve is cocked, on something too thin to see."""
    if die.shape.blank:
        return Cluster(Kind.BLANK, (_flat(die, rng),))
    if rng.random() < 1 / 12:
        return Cluster(Kind.COCKED, (_cocked(die, rng, rng.uniform(0, 360)),))
    return Cluster(Kind.FLAT, (_flat(die, rng),))


def on_coin(die: DieKind, rng: np.random.Generator) -> Cluster:
    """A die cocked on a coin's or chip's edge."""
    shape, toward = die.shape, float(rng.uniform(0, 360))
    thick = rng.uniform(2.0, 5.0)
    lean = rng.uniform(max(12.0, np.degrees(np.arctan(thick / (0.8 * shape.side_mm)))), 34.0)
    pose = cocked(
        random_face(die, rng), toward + 90 * rng.integers(4), lean, toward, shape.layout, shape.side_mm
    )
    heading = np.array([np.cos(np.radians(toward)), np.sin(np.radians(toward)), 0.0])
    radius = rng.uniform(9, 17)
    corner = shape.side_mm / 2 * (np.cos(np.radians(lean)) - np.sin(np.radians(lean)))
    middle = heading * (corner - thick / np.tan(np.radians(lean)) - radius)
    metal = linear(varied((0.72, 0.62, 0.45), rng, 0.14)).astype(np.float32)
    skin = solid_skins(coin(radius, thick, 1.2).translate(tuple(middle)))[0]
    return Cluster(Kind.GROUP, (Member(die, pose),), (("satin", skin.corners, skin.normals, metal),))


def leaning(dice: list[DieKind], rng: np.random.Generator) -> Cluster:
    """A die cocked against the side of a flat one."""
    wall, leaner = _flat(dice[0], rng), dice[1]
    lean = rng.uniform(14, 38)
    pose = leaning_on(wall.pose, leaner.shape.layout, random_face(leaner, rng), lean, leaner.shape.side_mm)
    return Cluster(Kind.GROUP, (wall, Member(leaner, pose)))


def stacked(dice: list[DieKind], rng: np.random.Generator) -> Cluster:
    """A die partly on top of another one, or of two."""
    first, top = _flat(dice[0], rng), _flat(dice[1], rng)
    members = [first]
    if len(dice) > 2 and abs(dice[2].shape.side_mm - dice[0].shape.side_mm) < 0.8:
        second = _flat(dice[2], rng)
        members.append(Member(second.die, pushed_against([first.pose], second.pose, rng.uniform(0, 360))))
        offset = (members[1].pose.centre - first.pose.centre)[:2] * rng.uniform(0.35, 0.65)
    else:
        angle, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.48) * first.pose.side_mm
        offset = reach * np.array([np.cos(angle), np.sin(angle)])
    return Cluster(Kind.GROUP, (*members, Member(top.die, on_top(first.pose, top.pose, offset))))


def touching(dice: list[DieKind], rng: np.random.Generator) -> Cluster:
    """Two to four dice side to side or corner to side."""
    flush = rng.random() < 0.5
    members = [_flat(dice[0], rng)]
    turn = float(np.degrees(np.arctan2(*members[0].pose.level_axis[::-1])))
    for die in dice[1:]:
        face = random_face(die, rng)
        own_turn = turn + 90 * rng.integers(4) if flush else rng.uniform(0, 360)
        pose = flat(face, own_turn, die.shape.layout, die.shape.side_mm)
        toward = turn + 90 * rng.integers(4) + rng.uniform(-8, 8) if flush else rng.uniform(0, 360)
        members.append(Member(die, pushed_against([each.pose for each in members], pose, toward)))
    return _middled(Cluster(Kind.GROUP, tuple(members)))


def _middled(cluster: Cluster) -> Cluster:
    centres = np.array([each.pose.centre for each in cluster.members])
    middle = (centres.min(axis=0) + centres.max(axis=0)) / 2
    return cluster.moved(-middle * (1, 1, 0))


def random_group(bag: list[DieKind], rng: np.random.Generator) -> Cluster:
    """A cluster of several dice; alike more often than not, as in a real game."""
    count = int(rng.integers(2, 5))
    alike = rng.random() < 0.6
    first = int(rng.integers(len(bag)))
    dice = [bag[first if alike else int(rng.integers(len(bag)))] for _ in range(count)]
    draw = rng.random()
    if draw < 0.22:
        return _middled(stacked(dice[:3], rng))
    if draw < 0.34:
        return _middled(leaning(dice, rng))
    if draw < 0.50:
        return on_coin(dice[0], rng)
    return touching(dice, rng)


def random_bag(split: str, rng: np.random.Generator) -> tuple[list[DieKind], list[DieKind]]:
    """The dice of a sheet: those with pips, and the blanks."""
    clear_share = CLEAR_SHARE if rng.random() < CLEAR_SHEETS else 0.0
    bag = [random_kind(split, rng, clear_share) for _ in range(KINDS_PER_SHEET)]
    return [die for die in bag if not die.shape.blank], [die for die in bag if die.shape.blank]


def random_clusters(setting: Setting, rng: np.random.Generator) -> list[Cluster]:
    """Clusters over the whole sheet: groups on two by two cells, single dice on the rest."""
    bag, blanks = random_bag(setting.split, rng)
    camera = setting.camera
    cell_px = CELL_MM * camera.px_per_mm(np.zeros(3))
    columns, rows = int(WIDTH / cell_px), int(HEIGHT / cell_px)
    free = np.ones((rows, columns), dtype=bool)
    placed: list[tuple[Cluster, float, float]] = []
    for _ in range(columns * rows // 9):
        row, column = int(rng.integers(rows - 1)), int(rng.integers(columns - 1))
        if free[row : row + 2, column : column + 2].all():
            free[row : row + 2, column : column + 2] = False
            placed.append((random_group(bag, rng), column + 1, row + 1))
    for row, column in np.argwhere(free):
        pool = blanks if blanks and rng.random() < 0.03 else bag
        die = pool[rng.integers(len(pool))]
        placed.append(
            (single(die, rng), column + 0.5 + rng.uniform(-0.06, 0.06), row + 0.5 + rng.uniform(-0.06, 0.06))
        )
    spots = np.array([(x * cell_px, y * cell_px) for _, x, y in placed])
    points = camera.on_table(spots, height_mm=6.0) * (1, 1, 0)
    return [cluster.moved(point) for (cluster, _, _), point in zip(placed, points, strict=True)]
