"""Random dice of a split: solid and look together, with their coloured triangles. Needs manifold3d."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.render.layout import DieLayout, Hand
from models.render.placing import Pose
from models.render.shapes import DieShape, Edge, PipCut, Skin, die_skins
from models.render.star import Star
from models.render.surface import Finish, Pattern, corner_colours, finish, linear, varied

FINE_MM = 0.7
"""Triangle size of patterned dice: about five pixels, as fine as a pattern needs."""
WILD_YELLOW = {"train": (0.96, 0.79, 0.12), "valid": (0.98, 0.84, 0.25), "test": (0.93, 0.71, 0.06)}
BLACK = (0.03, 0.03, 0.035)


@dataclass(frozen=True, slots=True, eq=False)
class DieKind:
    """One kind of die: its solid, its look, and its triangles with colours (linear RGB) in its own frame."""

    shape: DieShape
    look: Finish
    skins: tuple[Skin, ...]
    colours: tuple[np.ndarray, ...]

    def placed(self, pose: Pose) -> list[tuple[str, np.ndarray, np.ndarray, np.ndarray]]:
        """(surface, corners, normals, colours) of the die in a pose."""
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
    """A die kind from solid and look; ``seed`` moves the pattern."""
    skins = tuple(die_skins(shape, None if look.pattern is Pattern.PLAIN else FINE_MM))
    pips = linear(look.pips).astype(np.float32)
    colours = tuple(
        corner_colours(skin.corners, look, seed) if skin.surface == "body" else pips for skin in skins
    )
    return DieKind(shape, look, skins, colours)


def random_layout(rng: np.random.Generator) -> DieLayout:
    """Either hand (most western dice run counterclockwise), any turn of 2, 3 and 6."""
    hand = Hand.COUNTERCLOCKWISE if rng.random() < 0.7 else Hand.CLOCKWISE
    flips = rng.random(3) < 0.5
    return DieLayout(hand, *(bool(flip) for flip in flips))


def random_star(split: str, rng: np.random.Generator) -> Star:
    """Mostly five points; inner radii differ between splits (0.38 is a pentagram)."""
    points = int(rng.choice((4, 5, 6), p=(0.05, 0.88, 0.07)))
    low, high = {"train": (0.34, 0.58), "valid": (0.36, 0.44), "test": (0.37, 0.52)}[split]
    return Star(
        points, rng.uniform(0.2, 0.43), rng.uniform(low, high), rng.choice((0.0, 45.0, rng.uniform(0, 90)))
    )


def random_shape(split: str, rng: np.random.Generator, star: Star | None, blank: bool = False) -> DieShape:
    """A random solid; sides 12-19 mm, from casino-sharp to pebble-round."""
    edge = Edge.BALL_CUT if rng.random() < 0.2 else Edge.ROUNDED
    cut = list(PipCut)[rng.choice(3, p=(0.45, 0.25, 0.30))]
    big_one = 1.0 if rng.random() < 0.75 else rng.uniform(1.2, 2.3)
    pip = rng.uniform(0.07, 0.118)
    return DieShape(
        random_layout(rng),
        side_mm=float(np.clip(rng.normal(16, 1.6), 11.5, 19.5)),
        edge=edge,
        roundness=rng.uniform(0.0, 0.2) if edge is Edge.BALL_CUT else 0.02 + 0.24 * rng.beta(1.4, 2.2),
        cut=cut,
        pip_radius=pip,
        pip_depth=rng.uniform(0.02, 0.07),
        pip_spread=rng.uniform(max(0.21, 1.05 * pip + 0.1), 0.285),
        one_scale=big_one,
        star=star,
        blank=blank,
    )


def random_kind(split: str, rng: np.random.Generator, clear_share: float = 0.0) -> DieKind:
    """A random die of a split: one in four is a yellow die with a star, one in five another with a star."""
    draw = rng.random()
    seed = int(rng.integers(1 << 30))
    if draw < 0.26:
        surface = str(rng.choice(("gloss", "satin", "matt")))
        body = varied(WILD_YELLOW[split], rng, 0.07)
        look = Finish(surface, body, varied(body, rng, 0.1), Pattern.PLAIN, varied(BLACK, rng, 0.02))
        return made(random_shape(split, rng, random_star(split, rng)), look, seed)
    look = finish(split, rng, clear_share)
    if draw < 0.46:
        return made(random_shape(split, rng, random_star(split, rng)), look, seed)
    if draw < 0.49:
        return made(random_shape(split, rng, None, blank=True), look, seed)
    if draw < 0.54:
        red = Finish(look.surface, (0.93, 0.92, 0.88), (0.9, 0.9, 0.9), Pattern.PLAIN, (0.72, 0.06, 0.07))
        return made(random_shape(split, rng, None), red, seed)
    return made(random_shape(split, rng, None), look, seed)
