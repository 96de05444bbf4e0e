"""The simulated camera's view: the bare table, the things on it, the arms over it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from math import hypot

import numpy as np

from companion.calibration import LostGrid, Size, die_side_px
from companion.core.reading import Box
from companion.simulator.acting import SHOULDER_SIDES, Acting, Arm, nudged, outside
from companion.simulator.arms import Colour, Person, Pose, arm_picture, person_by_chance
from companion.simulator.laying import Ground, Laid, chance
from companion.simulator.lifting import Moment
from companion.simulator.painting import bare_table, far_first, lay, window_of
from companion.simulator.props import prop_picture
from companion.simulator.sprites import ARM, DIE_SIDE_MM, PackedPicture, Painted, Picture, SpriteSet

TURNS = 18
"""Arms are painted, with their light, at this many turns; between them they are rotated, by up to 10
degrees."""
LENGTHS = 12.0, 20.0, 30.0
"""Painted arms' lengths, in die sides behind the palm; an arm must reach out of the picture."""
KEPT_ARMS, KEPT_PROPS = 32, 2
"""How many painted arms and things are kept; an arm is packed to a tenth of some 2 MB at 1280 x 720."""


ARM_SIDE_PX = die_side_px((1280, 720))
"""Arms are drawn beside dice of this size at most. In larger pictures they are enlarged, in a tenth of the
time [choice]."""


@dataclass(frozen=True, slots=True)
class ArmLook:
    person: int
    pose: Pose
    turn: int
    long: float


class PaintedThings:
    """The people and things of one table; not thread-safe."""

    def __init__(self, seed: int, side_px: float, surroundings: tuple[Colour, ...]) -> None:
        """``surroundings``: possible colours of sleeves."""
        self._seed, self._side_px, self._surroundings = seed, side_px, surroundings
        self._arm_side_px = min(side_px, ARM_SIDE_PX)
        self._packed_arm = lru_cache(KEPT_ARMS)(lambda look: PackedPicture.of(self._painted_arm(look)))
        self._unpacked: dict[Hashable, Picture] = {}
        self._prop = lru_cache(KEPT_PROPS)(lambda prop: prop_picture(prop, side_px))

    def arm(self, arm: Arm, ground: Ground) -> Laid:
        step_deg = 360 / TURNS
        turn = round(arm.turn_deg / step_deg)
        look = ArmLook(arm.person, arm.pose, turn % TURNS, _length(arm, ground))
        return Laid(Painted(ARM, look), *arm.palm, extra_deg=arm.turn_deg - turn * step_deg)

    def picture(self, painted: Painted) -> Picture:
        if painted.kind != ARM:
            return self._prop(painted.look)
        drawn = self._unpacked.get(painted.look)
        if drawn is None:
            arm = self._packed_arm(painted.look).unpacked()
            drawn = self._unpacked[painted.look] = arm.enlarged(self._side_px / self._arm_side_px)
        return drawn

    def keep(self, arms: Iterable[Laid]) -> None:
        """Let go of the other arms' unpacked pictures."""
        looks = {arm.sprite.look for arm in arms if isinstance(arm.sprite, Painted)}
        self._unpacked = {look: drawn for look, drawn in self._unpacked.items() if look in looks}

    def person(self, seat: int) -> Person:
        return person_by_chance(chance(self._seed, seat), self._surroundings)

    def _painted_arm(self, look: ArmLook) -> Picture:
        turn_deg = 360 / TURNS * look.turn
        return arm_picture(self.person(look.person), look.pose, turn_deg, look.long, self._arm_side_px)


def _length(arm: Arm, ground: Ground) -> float:
    """The least that takes the arm out of the picture."""
    shoulder_x, shoulder_y = outside(ground, arm.palm, SHOULDER_SIDES)
    needed = hypot(shoulder_x - arm.palm[0], shoulder_y - arm.palm[1]) / ground.side_px
    needed -= SHOULDER_SIDES - 6
    return next((long for long in LENGTHS if long >= needed), LENGTHS[-1])


class Composer:
    """Keeps the last scene. Not thread-safe."""

    def __init__(self, picture: Callable[[Laid], Picture]) -> None:
        self._picture = picture
        self._bare: np.ndarray | None = None
        self._scene: np.ndarray | None = None
        self._things: tuple[Laid, ...] = ()

    def composed(self, bare: np.ndarray, things: tuple[Laid, ...]) -> np.ndarray:
        """``bare``: uint8 (H, W, 3). The result is read-only and valid until the next call."""
        ordered = far_first(things)
        if self._scene is None or bare is not self._bare:
            self._bare, self._scene = bare, bare.copy()
            for thing in ordered:
                lay(self._scene, self._picture(thing), thing)
        else:
            self._redraw(self._scene, bare, frozenset(self._things) ^ frozenset(ordered), ordered)
        self._things = ordered
        return self._scene

    def _redraw(
        self, scene: np.ndarray, bare: np.ndarray, moved: frozenset[Laid], things: tuple[Laid, ...]
    ) -> None:
        if not moved:
            return
        size = bare.shape[1], bare.shape[0]
        windows = [(thing, window_of(self._picture(thing), thing, size)) for thing in things]
        changed = (window_of(self._picture(thing), thing, size) for thing in moved)
        for left, top, right, bottom in merged(changed):
            part = scene[top:bottom, left:right]
            part[:] = bare[top:bottom, left:right]
            for thing, window in windows:
                if _meet(window, (left, top, right, bottom)):
                    lay(part, self._picture(thing), replace(thing, x=thing.x - left, y=thing.y - top))


def merged(windows: Iterable[Box]) -> list[Box]:
    """Drops empty windows and joins overlapping ones."""
    apart: list[Box] = []
    for window in windows:
        if window[0] >= window[2] or window[1] >= window[3]:
            continue
        while (other := next((each for each in apart if _meet(each, window)), None)) is not None:
            apart.remove(other)
            left, top = min(other[0], window[0]), min(other[1], window[1])
            window = (left, top, max(other[2], window[2]), max(other[3], window[3]))
        apart.append(window)
    return apart


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


SURFACE, PEOPLE = 101, 108
"""Mixed with the table's seed, so that each kind of chance is independent of the others."""
CORNER = 0.15
"""Share of the picture's width and height, at its upper left, whose mean is the table's colour."""


class Scenery:
    def __init__(self, seed: int, size: Size, sprites: SpriteSet) -> None:
        self._seed, self._size, self._sprites = seed, size, sprites
        self._side_px = die_side_px(size)
        self._composer = Composer(self.picture)
        self._bare: tuple[LostGrid, bool, np.ndarray] | None = None
        self._painted: PaintedThings | None = None

    def picture(self, thing: Laid) -> Picture:
        if isinstance(thing.sprite, Painted):
            return self._people().picture(thing.sprite)
        return self._sprites.picture(thing.sprite, self._side_px / DIE_SIDE_MM * thing.scale)

    def composed(
        self,
        ground: Ground,
        board: tuple[LostGrid, bool],
        things: tuple[Laid, ...],
        acted: tuple[Acting, Moment] | None,
    ) -> np.ndarray:
        """The scene in even light, uint8 (H, W, 3), read-only, valid until the next call.

        ``board``: its Lost Dice Squares, and whether it has the track.
        """
        if acted is None:
            scene = self._composer.composed(self._bare_with(*board), things)
            self.spare_arms()
            return scene
        acting, moment = acted
        bare, prop = self._bare_with(*board), acting.prop(ground, moment)
        arms = tuple(self._people().arm(arm, ground) for arm in acting.arms(ground, moment))
        things = (*things, *arms) if prop is None else (*things, prop, *arms)
        scene = self._composer.composed(bare, things)
        self._people().keep(arms)
        return nudged(scene, moment.bump, self._side_px) if moment.bump else scene

    def spare_arms(self) -> None:
        """Keep no arm unpacked: those of eight players take 12 MB. From any thread."""
        if self._painted is not None:
            self._painted.keep(())

    def _bare_with(self, grid: LostGrid, with_track: bool) -> np.ndarray:
        if self._bare is None or self._bare[:2] != (grid, with_track):
            self._bare = grid, with_track, _painted(self._sprites, self._size, self._seed, grid, with_track)
        return self._bare[2]

    def _people(self) -> PaintedThings:
        """Some sleeves have the colour of the table or of a cup."""
        if self._painted is None:
            corner = (slice(round(CORNER * self._size[1])), slice(round(CORNER * self._size[0])))
            table = [] if self._bare is None else [_mean(self._bare[2][corner])]
            surroundings = (*table, *_cup_colours(self._sprites, self._side_px / DIE_SIDE_MM))
            self._painted = PaintedThings(self._seed + PEOPLE, self._side_px, surroundings)
        return self._painted


@lru_cache(1)
def _painted(sprites: SpriteSet, size: Size, seed: int, grid: LostGrid, with_track: bool) -> np.ndarray:
    """0.1 s: kept for the next table of this seed."""
    return bare_table(size, grid, with_track, sprites.table_top(size), chance(seed, SURFACE))


@lru_cache(1)
def _cup_colours(sprites: SpriteSet, px_per_mm: float) -> tuple[Colour, ...]:
    """Kept for the next table of this size; the pictures are not."""
    return tuple(_mean(_middle(sprites.drawn(cup, px_per_mm))) for cup in sprites.cups)


def _middle(picture: Picture) -> np.ndarray:
    left, top, right, bottom = (round(edge) for edge in picture.box)
    across, down = (right - left) // 3, (bottom - top) // 3
    return picture.bgra[top + down : bottom - down, left + across : right - across, :3]


def _mean(pixels: np.ndarray) -> Colour:
    blue, green, red = (float(each) for each in pixels.reshape(-1, 3).mean(axis=0))
    return blue, green, red
