"""What is seen through a die of clear plastic: the marks of its far faces, its walls, what lies behind.

A ray is bent where it enters (Snell's law), meets a far face from within and shows that face's mark if there
is one; else it leaves, or is thrown back where it meets the wall too aslant. So a face of a clear die shows
all pips of the one below it, side by side with its own, and its walls show them again as mirrors do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.compose.cast.faces import Faces
from models.compose.cast.lamps import Sky
from models.compose.cast.solid import unit
from models.compose.make import Make, mark_on
from models.compose.paint import hsv

Rng = np.random.Generator
BOUNCES = 3
"""A ray is followed to so many walls."""
INDEX = (1.45, 1.6)
"""Of acrylic 1.49, of polyester resin 1.52 to 1.56, of polycarbonate 1.58."""
TINTED = (0.1, 0.7)
"""How deeply plastic is coloured: the power to which its colour is raised by a way of half an edge."""
LIT_WITHIN = (0.3, 1.5)
"""Of the light that a mark on the outside has, so much reaches the back of one."""
SHADOWED = (0.35, 1.0)
"""Of the table's light so much is left under a die."""
COLOURLESS, WHITE_MARKS = 0.2, 0.65
"""So many clear dice are smoke or water clear, so many have white marks: a choice, after sets in shops."""


def clear_make(rng: Rng, make: Make) -> Make:
    """That make in clear plastic of any colour, polished, its marks white more often than not."""
    body = hsv(rng.random(), rng.uniform(0.55, 1), rng.uniform(0.35, 1))
    if rng.random() < COLOURLESS:
        body = hsv(rng.random(), rng.uniform(0, 0.15), rng.uniform(0.3, 1))
    white = hsv(0.1, rng.uniform(0, 0.15), rng.uniform(0.88, 1))
    mark = white if rng.random() < WHITE_MARKS else mark_on(rng, body)
    plain = {"marbling": 0.0, "speckle": 0.0, "pip_ring": False}
    return replace(make, body=body, mark=mark, one_mark=mark, clear=True, **plain)


@dataclass(frozen=True, slots=True)
class Clear:
    """How clear plastic passes light."""

    index: float
    tinted: float
    lit_within: float
    shadowed: float

    @classmethod
    def any(cls, rng: Rng) -> Clear:
        """Any clear plastic."""
        ranges = (INDEX, TINTED, LIT_WITHIN, SHADOWED)
        return cls(*(float(rng.uniform(*each)) for each in ranges))

    def through(
        self,
        points: np.ndarray,
        ways: np.ndarray,
        normals: np.ndarray,
        paint: np.ndarray,
        frames: tuple[np.ndarray, np.ndarray, np.ndarray],
        faces: Faces,
        sky: Sky,
        lies: np.ndarray,
    ) -> np.ndarray:
        """Light (N, 3) that comes through the surface at ``points`` (N, 3) against ``ways`` (N, 3).

        ``normals`` (N, 3) look outwards and ``paint`` (N, 3) is the plastic's linear colour there;
        ``frames`` are each face's directions outwards, along and across, (6, 3) each. All are in the die's
        space, from which ``lies`` (3, 3) turns to the world's, where the sky is.
        """
        outward, *inplane = frames
        inside, at = self._bent(ways, normals), points
        tint, gone = np.clip(paint, 0.02, 0.98), np.zeros((len(points), 1), np.float32)
        told, going = np.zeros((len(points), 3), np.float32), np.ones(len(points), bool)
        for bounce in range(BOUNCES):
            speed = inside @ outward.T
            steps = np.where(speed > 1e-3, (1 - at @ outward.T) / np.maximum(speed, 1e-3), np.inf)
            far = steps.argmin(1)
            way = np.clip(steps.min(1), 0, 3)[:, None]
            at, gone = at + inside * way, gone + way
            u, v = ((at * axis[far]).sum(1) for axis in inplane)
            behind, marked, _ = faces.at(far, u, v)
            tinted = tint ** (0.15 + self.tinted * gone)
            ink = going & (marked > 0.5)
            told[ink] = (behind * self.lit_within * tinted)[ink]
            straight = np.clip((inside * outward[far]).sum(1), 0, 1)
            aslant = self.index**2 * (1 - straight**2) >= 1
            last = np.full(len(at), bounce == BOUNCES - 1)
            leaves = going & ~ink & (~aslant | last)
            world = (inside @ lies.T).astype(np.float32)
            light = sky.mirrored(world) * np.where(world[:, 2:] < 0, self.shadowed, 1.0)
            told[leaves] = (np.minimum(light, 2.0) * tinted)[leaves]
            going &= ~ink & ~leaves
            inside = inside - 2 * (inside * outward[far]).sum(1, keepdims=True) * outward[far]
        return told

    def _bent(self, ways: np.ndarray, normals: np.ndarray) -> np.ndarray:
        """The ways (N, 3) within the plastic."""
        meets = np.clip(-(ways * normals).sum(1, keepdims=True), 0, 1)
        sine2 = (1 - meets**2) / self.index**2
        return unit(ways / self.index + (meets / self.index - np.sqrt(1 - sine2)) * normals)
