"""A kind of die: solid and look, with coloured triangles. Needs manifold3d."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.render.placing import Pose
from models.render.shapes import DieShape, Skin, die_skins
from models.render.surface import Finish, Pattern, corner_colours, linear

FINE_MM = 0.7
"""Triangle size of patterned dice: about five px, as fine as a pattern needs."""


@dataclass(frozen=True, slots=True, eq=False)
class DieKind:
    """Solid, look, and triangles with colours (linear RGB) in its own frame."""

    shape: DieShape
    look: Finish
    skins: tuple[Skin, ...]
    colours: tuple[np.ndarray, ...]

    def placed(self, pose: Pose) -> list[tuple[str, np.ndarray, np.ndarray, np.ndarray]]:
        """Parts (surface, corners, normals, colours) in a pose."""
        turn = pose.rotation.T.astype(np.float32)
        shift = pose.centre.astype(np.float32)
        return [
            (
                self.look.surface if skin.surface == "body" else "paint",
                skin.corners @ turn + shift,
                skin.normals @ turn,
                colour,
            )
            for skin, colour in zip(self.skins, self.colours, strict=True)
        ]


def made(shape: DieShape, look: Finish, seed: int) -> DieKind:
    """``seed`` moves the pattern."""
    skins = tuple(die_skins(shape, None if look.pattern is Pattern.PLAIN else FINE_MM))
    pips = linear(look.pips).astype(np.float32)
    colours = tuple(
        corner_colours(skin.corners, look, seed) if skin.surface == "body" else pips for skin in skins
    )
    return DieKind(shape, look, skins, colours)
