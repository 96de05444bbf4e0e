"""A rendered sheet of dice: places, light and camera; each cut out with its shadow."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.render.camera import Camera, Exposure, bled, content, mask_box, shadow_map, smoothed
from models.render.dicebag import DieKind
from models.render.light import Environment
from models.render.placing import Kind, Pose, cocked
from models.render.scene import GROUND, Built, Stage, ground_plane
from models.render.shapes import coin, solid_skins
from models.render.surface import linear, varied

WIDTH, HEIGHT = 1840, 1380

Part = tuple[str, np.ndarray, np.ndarray, np.ndarray]
"""Surface class, corners (3 T, 3) mm, normals, linear colours."""


@dataclass(frozen=True, slots=True, eq=False)
class Member:
    die: DieKind
    pose: Pose


@dataclass(frozen=True, slots=True, eq=False)
class Cluster:
    """One sprite: dice that belong together, and their supports."""

    kind: Kind
    members: tuple[Member, ...]
    supports: tuple[Part, ...] = ()

    def moved(self, shift: np.ndarray) -> Cluster:
        members = tuple(Member(each.die, each.pose.moved(shift)) for each in self.members)
        step = shift.astype(np.float32)
        return Cluster(self.kind, members, tuple((s, c + step, n, k) for s, c, n, k in self.supports))


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Light, camera, table colour (linear RGB) and exposure."""

    split: str
    camera: Camera
    tilt_deg: float
    light: Environment
    ground: np.ndarray
    brightness: float
    exposure: Exposure


def random_face(die: DieKind, rng: np.random.Generator) -> int:
    """Stars come up three times in ten, so that the rarest look is not starved."""
    one = 0.30 if die.shape.star is not None else 1 / 6
    return int(rng.choice(6, p=[one, *[(1 - one) / 5] * 5])) + 1


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


GROUND_STEP, EDGE_GRID = 3, 4
"""Every third pixel of the ground is traced each way; edges are looked up on a grid of 4 by 4 a pixel."""
GROUND_DEPTH = 3
"""Longest light path from the ground, in segments: the shadow's own light and one bounce off a die."""
CLIP = 6.0
"""A single ray's most light, in white papers, else lone rays leave white dots."""

Window = tuple[slice, slice]
"""Rows and columns."""


@dataclass(frozen=True, slots=True)
class Effort:
    """Rays a pixel on things and on the ground, and the longest light path from things in segments."""

    thing_rays: int
    ground_rays: int
    depth: int


@dataclass(frozen=True, slots=True, eq=False)
class CutOut:
    """``window`` in the sheet, ``colour`` sRGB 0-1 (h, w, 3), ``cover`` and ``shadow`` 0-1 (h, w), and
    each die's cover.
    """

    window: Window
    colour: np.ndarray
    cover: np.ndarray
    shadow: np.ndarray
    die_covers: tuple[np.ndarray, ...]

    @property
    def size(self) -> tuple[int, int]:
        return self.cover.shape[1], self.cover.shape[0]


@dataclass(frozen=True, slots=True, eq=False)
class RenderedSheet:
    """Owners (H, W), edge pixels (E, 2) as (x, y) with owners on a fine grid (E, 16), colour and light.

    ``share`` (H, W): the ground's share of its open light, NaN where not traced. ``owners_of``: each
    cluster's owners, one a die, then one for its supports.
    """

    setting: Setting
    reach_px: float
    owners_of: list[list[int]]
    owners: np.ndarray
    edge: np.ndarray
    fine: np.ndarray
    colour: np.ndarray
    share: np.ndarray

    def cut_out(self, cluster: Cluster, mine: list[int]) -> CutOut | None:
        """``mine``: owners; None if the picture's edge cuts it."""
        window = self._window(cluster)
        cover = self._cover(mine, window)
        box = np.array(mask_box(cover)) + np.tile((window[1].start, window[0].start), 2)
        if box[:2].min() < 2 or box[2] > WIDTH - 2 or box[3] > HEIGHT - 2:
            return None
        owners, light = self.owners[window], self.share[window]
        others = (owners != GROUND) & ~np.isin(owners, mine)
        shadow = shadow_map(np.nan_to_num(light), ~np.isnan(light), cover > 0.5, others, self.reach_px)
        left, top, right, bottom = content(cover, shadow)
        kept = (slice(top, bottom), slice(left, right))
        rows, columns = window
        place = (
            slice(rows.start + top, rows.start + bottom),
            slice(columns.start + left, columns.start + right),
        )
        colour = bled(self.colour[window], cover)[kept]
        dice = tuple(self._cover([owner], place) for owner in mine[: len(cluster.members)])
        return CutOut(place, colour, cover[kept], shadow[kept], dice)

    def _cover(self, mine: list[int], window: Window) -> np.ndarray:
        rows, columns = window
        whole = np.isin(self.owners[window], mine).astype(np.float32)
        x, y = self.edge[:, 0] - columns.start, self.edge[:, 1] - rows.start
        inside = (x >= 0) & (y >= 0) & (x < whole.shape[1]) & (y < whole.shape[0])
        whole[y[inside], x[inside]] = np.isin(self.fine[inside], mine).mean(axis=1)
        return whole

    def _window(self, cluster: Cluster) -> Window:
        parts = [part[1] for member in cluster.members for part in member.die.placed(member.pose)]
        points = np.concatenate([*parts, *(part[1] for part in cluster.supports)]).astype(np.float64)
        seen = self.setting.camera.project(points)
        low = np.clip(seen.min(axis=0) - self.reach_px - 6, 0, (WIDTH, HEIGHT)).astype(int)
        high = np.clip(seen.max(axis=0) + self.reach_px + 6, 0, (WIDTH, HEIGHT)).astype(int)
        return slice(low[1], high[1]), slice(low[0], high[0])


def rendered(
    setting: Setting, clusters: list[Cluster], reach_px: float, effort: Effort, seed: int
) -> RenderedSheet:
    """Shadows are kept up to ``reach_px`` from their things."""
    stage, owners_of = _staged(clusters)
    built = stage.built(setting.light, ground_plane(setting.ground))
    owners, edge, fine = _owner_map(built, setting)
    colour, share = _traced(built, setting, owners, edge, reach_px, effort, seed)
    return RenderedSheet(setting, reach_px, owners_of, owners, edge, fine, colour, share)


def _staged(clusters: list[Cluster]) -> tuple[Stage, list[list[int]]]:
    stage, owners, count = Stage(), [], 0
    for cluster in clusters:
        mine = []
        for member in cluster.members:
            for part in member.die.placed(member.pose):
                stage.add(*part, count)
            mine.append(count)
            count += 1
        for part in cluster.supports:
            stage.add(*part, count)
        owners.append([*mine, count])
        count += 1
    return stage, owners


def _owner_map(built: Built, setting: Setting) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    ys, xs = np.mgrid[:HEIGHT, :WIDTH]
    middles = np.column_stack((xs.ravel(), ys.ravel())) + 0.5
    owners = built.owners(setting.camera, middles).reshape(HEIGHT, WIDTH)
    as_float = owners.astype(np.float32)
    kernel = np.ones((3, 3), np.uint8)
    pixels = np.argwhere(cv2.dilate(as_float, kernel) != cv2.erode(as_float, kernel))[:, ::-1]
    steps = (np.arange(EDGE_GRID) + 0.5) / EDGE_GRID
    grid = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(1, -1, 2)
    fine = built.owners(setting.camera, (pixels[:, None] + grid).reshape(-1, 2))
    return owners, pixels, fine.reshape(len(pixels), -1)


def _traced(
    built: Built,
    setting: Setting,
    owners: np.ndarray,
    edge: np.ndarray,
    reach_px: float,
    effort: Effort,
    seed: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Things in sRGB 0-1 (H, W, 3), and the light's share on open ground (H, W)."""
    things = owners != GROUND
    things[edge[:, 1], edge[:, 0]] = True
    clip = CLIP * float(setting.light.irradiance.max()) / np.pi
    pixels = np.argwhere(things)[:, ::-1]
    radiance = built.radiance(setting.camera, pixels, effort.thing_rays, seed, clip, effort.depth)
    colour = np.zeros((HEIGHT, WIDTH, 3), np.float32)
    colour[pixels[:, 1], pixels[:, 0]] = setting.exposure.developed(radiance)
    near = cv2.distanceTransform((~things).astype(np.uint8), cv2.DIST_L2, 5)
    sparse = np.zeros_like(things)
    sparse[::GROUND_STEP, ::GROUND_STEP] = True
    ground = np.argwhere(~things & (near < reach_px + 4) & sparse)[:, ::-1]
    light = built.radiance(setting.camera, ground, effort.ground_rays, seed + 1, clip, GROUND_DEPTH)
    open_light = setting.ground * setting.light.irradiance / np.pi
    share = np.full((HEIGHT, WIDTH), np.nan, np.float32)
    share[ground[:, 1], ground[:, 0]] = (light / open_light).mean(axis=1)
    return smoothed(colour), share
