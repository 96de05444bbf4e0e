"""What the simulated camera looks at: the bare table, what lies on it, and who reaches over it."""

from __future__ import annotations

import numpy as np

from companion.calibration.board import LostGrid
from companion.calibration.seating import Size, die_side_px
from companion.hardware.simulated.acting import Acting, nudged
from companion.hardware.simulated.composing import Composer
from companion.hardware.simulated.laying import Ground, Laid
from companion.hardware.simulated.lifting import Moment
from companion.hardware.simulated.painted_things import PaintedThings
from companion.hardware.simulated.painting import bare_table
from companion.hardware.simulated.people import Colour
from companion.hardware.simulated.shaking import chance
from companion.hardware.simulated.sprites import DIE_SIDE_MM, Painted, Picture, SpriteSet

SURFACE, PEOPLE = 101, 108
"""Second seeds: each kind of chance has its own."""
CORNER = 0.15
"""Share of the picture, at its upper left, whose mean is the table's colour."""


class Scenery:
    """The pictures of one table, in a frame of one size. Not safe for several threads."""

    def __init__(self, seed: int, size: Size, sprites: SpriteSet) -> None:
        self._seed, self._size, self._sprites = seed, size, sprites
        self._side_px = die_side_px(size)
        self._composer = Composer(self.picture)
        self._bare: tuple[LostGrid, bool, np.ndarray] | None = None
        self._painted: PaintedThings | None = None

    def picture(self, thing: Laid) -> Picture:
        """A thing's picture at the size of the frame."""
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
        """The scene in even light, uint8 (H, W, 3), not to be changed; valid until the next call.

        ``board`` is the grid of its Lost Dice Squares and whether the bidding track is printed on it.
        """
        if acted is None:
            return self._composer.composed(self._bare_with(*board), things)
        acting, moment = acted
        bare, prop = self._bare_with(*board), acting.prop(ground, moment)
        arms = tuple(self._people().arm(arm, ground) for arm in acting.arms(ground, moment))
        things = (*things, *arms) if prop is None else (*things, prop, *arms)
        scene = self._composer.composed(bare, things)
        return nudged(scene, moment.bump, self._side_px) if moment.bump else scene

    def _bare_with(self, grid: LostGrid, with_track: bool) -> np.ndarray:
        if self._bare is None or self._bare[:2] != (grid, with_track):
            rendered, rng = self._sprites.table_top(self._size), chance(self._seed, SURFACE)
            self._bare = grid, with_track, bare_table(self._size, grid, with_track, rendered, rng)
        return self._bare[2]

    def _people(self) -> PaintedThings:
        """Who sits here; some wear the colour of the table or of a cup."""
        if self._painted is None:
            corner = (slice(round(CORNER * self._size[1])), slice(round(CORNER * self._size[0])))
            table = [] if self._bare is None else [_mean(self._bare[2][corner])]
            cups = [self._sprites.picture(cup, self._side_px / DIE_SIDE_MM) for cup in self._sprites.cups]
            surroundings = (*table, *(_mean(_middle(cup)) for cup in cups))
            self._painted = PaintedThings(self._seed + PEOPLE, self._side_px, surroundings)
        return self._painted


def _middle(picture: Picture) -> np.ndarray:
    left, top, right, bottom = (round(edge) for edge in picture.box)
    across, down = (right - left) // 3, (bottom - top) // 3
    return picture.bgra[top + down : bottom - down, left + across : right - across, :3]


def _mean(pixels: np.ndarray) -> Colour:
    blue, green, red = (float(each) for each in pixels.reshape(-1, 3).mean(axis=0))
    return blue, green, red
