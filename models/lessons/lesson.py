"""Lessons: random tables with a die, or background, in the middle; many at once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from itertools import product

import numpy as np

from companion.recognition.classify.classifier import STAR
from companion.recognition.detect.pyramid import CROP_PX
from models.lessons.chance import Chance
from models.lessons.columns import (
    AHEAD,
    BALL,
    BOX,
    CAMERA,
    EIGHT,
    FACES,
    FAR,
    GROUND_SCALE,
    HALVES,
    KIND,
    MARKS_FROM,
    MIDDLE,
    NOTHING,
    PX_X,
    PX_Y,
    RIGHT,
    ROD,
    ROUND,
    TOP,
    TURN,
    UP,
    UPPER,
    WINDOW,
    three,
)
from models.lessons.dice import Stars, any_dice, number, place, put_faces, tip, turns_of
from models.lessons.others import any_others
from models.lessons.tables import any_tables, lay_prints, lie_in_spaces

MARGIN = 1.35
"""Side of a crop over the longer side of the box, as in ``recognition/detect/pyramid.py``."""
FROM_ABOVE, USUAL_TILT_DEG = 0.25, 24.0
"""Share of views from nearly straight above; and the usual tilt of others."""
NEAREST, FARTHEST = 9.0, 120.0
"""The camera's distance, in half edges."""
NO_BALL = 9.0
INSCRIBED = 0.72
"""Half sides of a many-sided solid's box over its corners' distance."""
CORNERS = np.array(list(product((-1, 1), repeat=3)), float)
UPRIGHT = 0.35
"""Share of views whose upper border is the far side of the table."""


def look_at(chance: Chance, scenes: np.ndarray, targets: np.ndarray, flattest_deg: np.ndarray) -> np.ndarray:
    """Sets cameras over targets (N, columns), in place; gives each target's longer side (N,) in its picture.

    ``flattest_deg`` (N,): most degrees from straight above. Lengths in pictures are on a plane one length
    ahead of the camera.
    """
    _stand(chance, scenes, targets, flattest_deg)
    left, low, right, high = outline(scenes, targets).T
    count = len(scenes)
    stretched = chance.hits(count, 0.2)
    stretch = np.where(stretched, np.exp(chance.evenly(count, -0.2, 0.2)), 1.0)
    longer = np.maximum((right - left) * stretch, (high - low) / stretch)
    side = MARGIN * longer * np.exp(chance.rng.normal(0, 0.07, count).clip(-0.2, 0.2))
    shift = chance.rng.normal(0, 0.04, (count, 2)).clip(-0.12, 0.12) * longer[:, None]
    scenes[:, PX_X], scenes[:, PX_Y] = side / CROP_PX / stretch, side / CROP_PX * stretch
    scenes[:, WINDOW] = (left + right) / 2 + shift[:, 0] / stretch
    scenes[:, WINDOW + 1] = (low + high) / 2 + shift[:, 1] * stretch
    return longer


def _stand(chance: Chance, scenes: np.ndarray, targets: np.ndarray, flattest_deg: np.ndarray) -> None:
    count = len(scenes)
    above = chance.hits(count, FROM_ABOVE)
    slight = chance.evenly(count, 0, 8)
    aside = np.minimum(np.abs(chance.rng.normal(0, 1, count)) * USUAL_TILT_DEG, flattest_deg)
    flat = chance.evenly(count, LEAST_SIDE_DEG, np.maximum(flattest_deg, LEAST_SIDE_DEG))
    tilt = np.radians(np.where(flattest_deg > FLATTEST_DEG, flat, np.where(above, slight, aside)))
    away, far = chance.angles(count), chance.by_size(count, NEAREST, FARTHEST)
    ahead = -np.stack([np.sin(tilt) * np.cos(away), np.sin(tilt) * np.sin(away), np.cos(tilt)], 1)
    middle = targets[:, three(MIDDLE)] + chance.rng.normal(0, 0.05, (count, 3))
    scenes[:, three(CAMERA)] = middle - ahead * far[:, None]
    level = np.stack([-np.sin(away), np.cos(away), np.zeros(count)], 1)
    up = np.cross(level, ahead)
    upright = chance.hits(count, UPRIGHT)
    roll = np.where(upright, chance.rng.normal(0, 0.08, count), chance.angles(count))
    cosine, sine = np.cos(roll)[:, None], np.sin(roll)[:, None]
    scenes[:, three(RIGHT)], scenes[:, three(UP)] = cosine * level + sine * up, -sine * level + cosine * up
    scenes[:, three(AHEAD)] = ahead


def outline(scenes: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Boxes (N, 4): left, low, right, high, on a plane one length ahead of the camera."""
    is_box = targets[:, KIND] == BOX
    round_ = np.where(is_box, targets[:, ROUND], 0)
    ball = np.where(is_box & (targets[:, BALL] > 0), targets[:, BALL], NO_BALL)
    inner = _half_sides(targets) - round_[:, None]
    corners = np.einsum("nij,nkj->nki", turns_of(targets), CORNERS[None] * inner[:, None])
    across, far = _seen(scenes, corners + targets[:, None, three(MIDDLE)])
    rounded = (round_[:, None] / far)[..., None]
    least, most = (across - rounded).min(1), (across + rounded).max(1)
    # what the ball cuts off the corners is cut off the box, too
    middle = _way_to(scenes, targets[:, None, three(MIDDLE)]) / far.mean(1)[:, None, None]
    reach = (ball / far.mean(1))[:, None]
    return np.concatenate(
        [np.maximum(least, middle[:, 0] - reach), np.minimum(most, middle[:, 0] + reach)], 1
    )


def _half_sides(targets: np.ndarray) -> np.ndarray:
    halves = targets[:, three(HALVES)].copy()
    rod, solid = targets[:, KIND] == ROD, targets[:, KIND] >= EIGHT
    thick = targets[rod, HALVES + 1]
    halves[rod] = np.stack([targets[rod, HALVES] + thick, thick, thick], 1)
    halves[solid] = (targets[solid, FAR] * INSCRIBED)[:, None]
    return halves


def _way_to(scenes: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Points (N, K, 3) from their cameras: right and up (N, K, 2)."""
    from_camera = points - scenes[:, None, three(CAMERA)]
    axes = np.stack([scenes[:, three(RIGHT)], scenes[:, three(UP)]], 1)
    return np.einsum("nkj,naj->nka", from_camera, axes)


def _seen(scenes: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Points (N, K, 3): place in the picture (N, K, 2), and distance ahead (N, K)."""
    far = np.einsum("nkj,nj->nk", points - scenes[:, None, three(CAMERA)], scenes[:, three(AHEAD)])
    return _way_to(scenes, points) / far[..., None], far


def look_elsewhere(chance: Chance, scenes: np.ndarray, longer: np.ndarray) -> None:
    """Makes crops without a die, in place, though they show one: far too large, far too small, or beside
    it.
    """
    count = len(scenes)
    too_large, too_small, beside = range(3)
    which = chance.rng.choice(3, count)
    way, off = chance.angles(count), chance.evenly(count, 0.62, 1.0) * longer
    near = np.where(which == too_large, chance.evenly(count, 2.8, 5),
                    np.where(which == too_small, 1 / chance.evenly(count, 2.4, 4), 1.0))  # fmt: skip
    scenes[:, PX_X] /= near
    scenes[:, PX_Y] /= near
    slightly = np.where(which == too_large, chance.evenly(count, 0, 0.3) * longer, 0)
    move = np.where(which == beside, off, slightly)
    scenes[:, WINDOW] += move * np.cos(way)
    scenes[:, WINDOW + 1] += move * np.sin(way)


def normals_seen(scenes: np.ndarray, targets: np.ndarray) -> np.ndarray:
    """Normals (N, 3) of upper sides: right, down, towards the camera."""
    upper = turns_of(targets)[:, :, 2]
    axes = np.stack([scenes[:, three(RIGHT)], -scenes[:, three(UP)], -scenes[:, three(AHEAD)]], 1)
    return np.einsum("nj,naj->na", upper, axes)


UNKNOWN = -1
"""Not taught by the lesson."""


class Kind(IntEnum):
    PLAIN, FANCY, STARRED, MARKED, COCKED, STACKED, HIDDEN, SIDE, OTHER, PRINT, BARE, ELSEWHERE = range(12)


SHARES = (0.41, 0.12, 0.08, 0.11, 0.05, 0.03, 0.05, 0.04, 0.08, 0.045, 0.035, 0.03)
NO_DICE = (Kind.OTHER, Kind.PRINT, Kind.BARE)
ODD = (Kind.COCKED, Kind.STACKED, Kind.HIDDEN, Kind.SIDE)
FLATTEST_DEG, LEAST_SIDE_DEG, FROM_THE_SIDE_DEG = 50.0, 38.0, 78.0
"""Most degrees from straight above, and the range in which the upper face may hardly be seen."""
COCKED_DEG, SURELY_COCKED_DEG, NO_FACE_DEG = (4, 42), 14, 32
"""Leans of cocked dice; from where on they are taught; and from where on without an upper face."""
BESIDE = (0.6, 0.45, 0.3, 0.22, 0.15)
"""Chance of a first, a second … thing beside the middle one."""
BARE_HIGH = 0.02
"""Something flat in an empty middle: it fills the crop like a die's upper face."""
PRINT_SHARE = 0.12
ALIKE, TOUCHING, TOUCHING_AT_MOST, NO_DIE_BESIDE = 0.7, 0.35, 2, 0.3
"""Shares of tables with dice of one make, and with touching dice; how many touch; share of other things."""
EDGE_TO_EDGE, APART, APART_RAD = (2.0, 2.2), (2.9, 6), 1.26
"""Distances of touching dice's middles, and of others; the angle between neighbours."""
COVERS_AT_MOST, QUARTERS = 9, 4


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """N lessons before rendering. ``things`` float32 (N, 6, 60), ``scenes`` float32 (N, 112).

    ``face`` int (N,): 0-5 pips, 6 a star, 7 another mark. ``die`` (N,): 1 a die, 0 none. ``doubts`` (N, 2):
    cocked, stacked: 0 or 1. Of these -1 is not to be learned. ``normal`` (N, 3) of the upper face: right,
    down, towards the camera; nan without one. ``mark`` int (N,): the upper mark's code (pips and star as
    ``face``), or -1. ``kind`` (N,): the ``Kind``.
    """

    things: np.ndarray
    scenes: np.ndarray
    face: np.ndarray
    die: np.ndarray
    doubts: np.ndarray
    normal: np.ndarray
    mark: np.ndarray
    kind: np.ndarray


class Drawer:
    """``glyphs``, ``stars``: the marks' numbers; ``pictures``: how many there are."""

    def __init__(
        self, glyphs: np.ndarray, stars: np.ndarray, pictures: int, seed: int | tuple[int, ...]
    ) -> None:
        self.glyphs, self.stars, self.pictures = glyphs, stars, pictures
        self.chance = Chance(seed)

    def draw(self, count: int, shares: tuple[float, ...] = SHARES) -> Lessons:
        kind = self.chance.kinds(count, shares)
        is_die = ~np.isin(kind, NO_DICE)
        target, face, stars = self._dice(kind, is_die)
        doubts = self._cock_and_stack(kind, target, face)
        self._put_no_dice(kind, target)
        scenes = any_tables(self.chance, kind == Kind.BARE, self.pictures)
        yaw = np.arctan2(target[:, TURN + 3], target[:, TURN])
        pitch = np.where(lie_in_spaces(self.chance, scenes, yaw), 1 / scenes[:, GROUND_SCALE], 0)
        beside = self._beside(kind, is_die, stars, target, pitch)
        things = np.stack([target, *beside], 1).astype(np.float32)
        lay_prints(self.chance, scenes, kind == Kind.PRINT, PRINT_SHARE, self.glyphs, self.stars)
        flattest = np.where(kind == Kind.SIDE, FROM_THE_SIDE_DEG, FLATTEST_DEG)
        longer = look_at(self.chance, scenes, target, flattest)
        self._put_before(np.flatnonzero(kind == Kind.HIDDEN), scenes, things)
        things[np.isin(kind, (Kind.PRINT, Kind.BARE)), 0, KIND] = NOTHING
        aside = np.flatnonzero(kind == Kind.ELSEWHERE)
        elsewhere = scenes[aside]
        look_elsewhere(self.chance, elsewhere, longer[aside])
        scenes[aside] = elsewhere
        scenes[:, UPPER] = TOP
        die = is_die & (kind != Kind.ELSEWHERE)
        face = np.where(die, face, UNKNOWN)
        normal = np.where(die[:, None], normals_seen(scenes, target), np.nan).astype(np.float32)
        lies = target[:, FACES + TOP].astype(np.int64)
        mark = np.where(die, np.where((lies >= MARKS_FROM) & (face != STAR), lies, face), UNKNOWN)
        doubts[~die] = UNKNOWN
        return Lessons(things, scenes, face, die.astype(np.float32), doubts, normal, mark, kind)

    def _dice(self, kind: np.ndarray, is_die: np.ndarray) -> tuple[np.ndarray, np.ndarray, Stars]:
        """The middle dice, their labels, and the table's stars."""
        dice, calm = any_dice(self.chance, len(kind)), any_dice(self.chance, len(kind), fancy=0.0)
        plain = np.isin(kind, (Kind.PLAIN, Kind.ELSEWHERE))
        dice[plain] = calm[plain]
        maybe = (np.isin(kind, ODD), is_die)
        marks = (kind == Kind.MARKED, self.glyphs, self.stars)
        face, stars = put_faces(self.chance, dice, kind == Kind.STARRED, maybe, *marks)
        place(dice, 0, 0, 1.0, self.chance.angles(len(kind)))
        return dice, face, stars

    def _cock_and_stack(self, kind: np.ndarray, dice: np.ndarray, face: np.ndarray) -> np.ndarray:
        """Tips and lifts dice in place; gives the truth of both doubts (N, 2)."""
        doubts = np.zeros((len(kind), 2), np.float32)
        cocked, stacked = np.flatnonzero(kind == Kind.COCKED), kind == Kind.STACKED
        degrees = self.chance.evenly(len(cocked), *COCKED_DEG)
        tipped = dice[cocked]
        tip(tipped, degrees, self.chance.angles(len(cocked)))
        dice[cocked] = tipped
        doubts[cocked, 0] = np.where(degrees > SURELY_COCKED_DEG, 1, UNKNOWN)
        face[cocked] = np.where(degrees > NO_FACE_DEG, UNKNOWN, face[cocked])
        dice[:, MIDDLE + 2] += np.where(stacked, 2.0, 0)
        doubts[:, 1] = stacked
        return doubts

    def _put_no_dice(self, kind: np.ndarray, target: np.ndarray) -> None:
        others = any_others(self.chance, len(kind), self.glyphs)
        other = kind == Kind.OTHER
        target[other] = others[other]
        flat = np.flatnonzero(np.isin(kind, (Kind.PRINT, Kind.BARE)))
        target[flat, MIDDLE + 2] = 0.0
        target[flat, three(HALVES)] = np.array([1, 1, BARE_HIGH])

    def _beside(
        self, kind: np.ndarray, is_die: np.ndarray, stars: Stars, target: np.ndarray, pitch: np.ndarray
    ) -> list[np.ndarray]:
        """Things beside the middle, (N, columns) each; absent ones are ``NOTHING``.

        ``pitch`` (N,): distance of the spaces; 0 without spaces.
        """
        chance, count = self.chance, len(kind)
        alike, touching = chance.hits(count, ALIKE), chance.hits(count, TOUCHING)
        angle, base = chance.angles(count), np.arctan2(target[:, TURN + 3], target[:, TURN])
        touching &= is_die & (kind != Kind.COCKED) & (pitch == 0)
        first = chance.rng.integers(0, 4, count)
        rows = []
        for slot, likely in enumerate(BESIDE, 1):
            there = chance.hits(count, likely)
            dice = np.where((alike & is_die)[:, None], target, any_dice(chance, count)).astype(np.float32)
            number(chance, dice, chance.rng.integers(1, 7, count))
            stars.put_on(dice, alike)
            close = touching & (slot <= TOUCHING_AT_MOST) | (pitch > 0) & (slot <= QUARTERS)
            quarter = base + np.pi / 2 * (first + slot)
            way = self._lay(dice, close, pitch, np.where(close, quarter, angle + slot * APART_RAD))
            row = self._or_no_die(dice, close, way)
            row[:, KIND] *= there
            if slot == 1:
                row = np.where((kind == Kind.STACKED)[:, None], self._under(target, alike), row)
            rows.append(row)
        return rows

    def _lay(self, dice: np.ndarray, close: np.ndarray, pitch: np.ndarray, angle: np.ndarray) -> np.ndarray:
        """Lays dice about the middle, in place, ``close`` ones edge to edge or in spaces; gives the
        directions (N,).
        """
        chance, count = self.chance, len(dice)
        way = np.where(close, angle, angle + chance.evenly(count, -0.4, 0.4))
        near = np.maximum(pitch + chance.rng.normal(0, 0.06, count), EDGE_TO_EDGE[0])
        near = np.where(pitch > 0, near, chance.evenly(count, *EDGE_TO_EDGE))
        far = np.where(close, near, chance.evenly(count, *APART))
        most = np.where(pitch > 0, 0.1, 0.8)
        side = np.where(close, chance.evenly(count, -most, most), 0)
        turned = np.where(pitch > 0, chance.rng.normal(0, 0.12, count), 0)
        x, y = far * np.cos(way) - side * np.sin(way), far * np.sin(way) + side * np.cos(way)
        place(dice, x, y, 1.0, np.where(close, angle + turned, chance.angles(count)))
        return way

    def _or_no_die(self, dice: np.ndarray, close: np.ndarray, way: np.ndarray) -> np.ndarray:
        chance, count = self.chance, len(dice)
        others = any_others(chance, count, self.glyphs)
        swapped = chance.hits(count, NO_DIE_BESIDE) & ~close
        off = chance.evenly(count, 1.6, 4) + np.minimum(others[:, FAR], 6)
        others[:, MIDDLE], others[:, MIDDLE + 1] = off * np.cos(way), off * np.sin(way)
        return np.where(swapped[:, None], others, dice)

    def _under(self, target: np.ndarray, alike: np.ndarray) -> np.ndarray:
        chance, count = self.chance, len(target)
        low = np.where(alike[:, None], target, any_dice(chance, count)).astype(np.float32)
        number(chance, low, chance.rng.integers(1, 7, count))
        place(
            low, chance.evenly(count, -0.7, 0.7), chance.evenly(count, -0.7, 0.7), 1.0, chance.angles(count)
        )
        return low

    def _put_before(self, rows: np.ndarray, scenes: np.ndarray, things: np.ndarray) -> None:
        """Something between the camera and the dice, in place of the last thing."""
        chance, count = self.chance, len(rows)
        covers = any_others(chance, count, self.glyphs)
        far = chance.evenly(count, 2.2, 4.5)
        middle = things[rows, 0, three(MIDDLE)]
        ahead = scenes[rows, three(CAMERA)] - middle
        ahead /= np.linalg.norm(ahead, axis=1, keepdims=True)
        aside = [
            chance.rng.normal(0, 0.9, count)[:, None] * scenes[rows, three(axis)] for axis in (RIGHT, UP)
        ]
        covers[:, three(MIDDLE)] = middle + ahead * far[:, None] + sum(aside)
        covers[:, FAR] = np.minimum(covers[:, FAR], COVERS_AT_MOST)
        things[rows, -1] = covers
