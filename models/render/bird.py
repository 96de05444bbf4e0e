"""The bird that stands in place of a one on boxed dice of Perudo: its outline. Needs manifold3d."""

from __future__ import annotations

from dataclasses import dataclass

import manifold3d as m3
import numpy as np


@dataclass(frozen=True, slots=True)
class Bird:
    """A bird from the side in place of the one: half its length, as a share of the die's side."""

    reach: float = 0.38


_BODY = (
    (-0.62, -0.10),
    (-0.30, -0.34),
    (0.10, -0.38),
    (0.42, -0.16),
    (0.50, 0.10),
    (0.20, 0.16),
    (-0.25, 0.06),
)
_TAIL = ((-0.48, 0.02), (-1.00, 0.20), (-0.94, -0.02), (-1.00, -0.22), (-0.46, -0.22))
_WING = ((-0.34, 0.00), (-0.52, 0.72), (-0.20, 0.52), (-0.08, 0.80), (0.08, 0.50), (0.26, 0.60), (0.26, 0.02))
_BEAK = ((0.72, 0.40), (1.00, 0.20), (0.70, 0.16))
_LEGS = ((-0.02, -0.30), (-0.02, -0.70), (0.10, -0.70), (0.10, -0.30))
_HEAD, _EYE = ((0.56, 0.26), 0.26), ((0.62, 0.32), 0.075)


def bird_section(bird: Bird, side: float) -> m3.CrossSection:
    """The bird, looking along +x, about the origin, on a die of that side."""
    head, eye = (_disc(*each) for each in (_HEAD, _EYE))
    whole = m3.CrossSection.batch_boolean(
        [*(_filled(each) for each in (_BODY, _TAIL, _WING, _BEAK, _LEGS)), head], m3.OpType.Add
    )
    return (whole - eye).scale((bird.reach * side, bird.reach * side))


def _filled(outline: tuple[tuple[float, float], ...]) -> m3.CrossSection:
    return m3.CrossSection([np.array(outline)], m3.FillRule.NonZero)


def _disc(middle: tuple[float, float], radius: float) -> m3.CrossSection:
    return m3.CrossSection.circle(radius, 32).translate(middle)
