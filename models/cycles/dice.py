"""The dice of a table: makes, each a mesh that many dice share, and the dice that lie there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from bpy.types import Mesh

from models.cycles.materials import body_of, paint_of
from models.cycles.meshes import mesh_of_skins
from models.render.dicebag import BLACK, random_shape, random_star
from models.render.shapes import DieShape, die_skins
from models.render.surface import (
    LEAST_CONTRAST,
    Colour,
    Finish,
    Pattern,
    finish,
    lightness,
    pip_colour,
    varied,
)

Rng = np.random.Generator

STAR_SHARE, YELLOW_SHARE, BLANK_SHARE = 0.4, 0.5, 0.04
"""Of the makes: with a star for the one, of these the yellow ones with a black star; without any pips."""
ANY_COLOUR_SHARE, CLEAR_SHARE = 0.4, 0.1
SUNK_BY_COLOUR_ALONE = 0.12
"""Pips of nearly the body's lightness that differ in colour: the hardest to read."""
OUTLINE_POINTS = 400


@dataclass(frozen=True, slots=True, eq=False)
class Make:
    """One kind of die; ``outline`` (P, 3) are points of its surface in its own frame, mm."""

    shape: DieShape
    look: Finish
    mesh: Mesh
    outline: np.ndarray


def any_make(rng: Rng) -> Make:
    """A make of any kind."""
    star = random_star("train", rng) if rng.random() < STAR_SHARE else None
    shape = random_shape("train", rng, star, blank=star is None and rng.random() < BLANK_SHARE)
    return make_of(shape, _any_look(rng, star is not None), rng)


def make_of(shape: DieShape, look: Finish, rng: Rng) -> Make:
    """A make of one shape and look."""
    skins = tuple(die_skins(shape))
    materials = {"body": body_of(look, rng), "pips": paint_of(look.pips, rng)}
    corners = np.concatenate([skin.corners for skin in skins])
    outline = corners[rng.choice(len(corners), min(len(corners), OUTLINE_POINTS), replace=False)]
    extremes = corners[np.unique(np.concatenate([(corners @ way).argsort()[-3:] for way in _ways(rng)]))]
    return Make(shape, look, mesh_of_skins(skins, materials), np.concatenate([outline, extremes]))


def _ways(rng: Rng) -> np.ndarray:
    ways = rng.normal(size=(200, 3))
    return ways / np.linalg.norm(ways, axis=1, keepdims=True)


def _any_look(rng: Rng, starred: bool) -> Finish:
    if starred and rng.random() < YELLOW_SHARE:
        body = varied((0.96, 0.78, 0.12), rng, 0.1)
        ink = BLACK if rng.random() < 0.7 else (0.72, 0.06, 0.07)
        surface = str(rng.choice(("gloss", "satin", "matt")))
        return Finish(surface, body, varied(body, rng, 0.1), Pattern.PLAIN, varied(ink, rng, 0.03))
    look = finish("train", rng, CLEAR_SHARE)
    if rng.random() < ANY_COLOUR_SHARE and look.pattern is not Pattern.WOOD:
        body = _any_colour(rng)
        look = Finish(look.surface, body, _any_colour(rng), look.pattern, pip_colour(body, rng))
    if rng.random() < SUNK_BY_COLOUR_ALONE:
        look = Finish(look.surface, look.body, look.second, look.pattern, _as_light(look.body, rng))
    return look


def _any_colour(rng: Rng) -> Colour:
    red, green, blue = rng.uniform(0.02, 0.98, 3) ** rng.uniform(0.6, 1.6)
    return float(red), float(green), float(blue)


def _as_light(body: Colour, rng: Rng) -> Colour:
    """A colour of other hue whose lightness differs by a little more than half of what is usual at least."""
    while True:
        other = _any_colour(rng)
        off = abs(lightness(other) - lightness(body))
        apart = float(np.abs(np.subtract(other, body)).max())
        if 0.5 * LEAST_CONTRAST < off < LEAST_CONTRAST and apart > 0.35:
            return other
