"""Drawn dice: yellow with a star, ivory with a one or a bird, red for the bid."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from companion.ui.art import canvas
from companion.ui.art.theme import Colour, Paint, colour

MARGIN = 0.09
"""Margin for the shadow as a part of the picture's side."""
CORNER = 0.24
PIP = 0.098
STAR = 0.345
"""Radii of corner, pip and star as parts of the die's side; by eye."""

STAR_SIX = 6
_NEAR, _MID, _FAR = 0.26, 0.5, 0.74
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((_MID, _MID),),
    2: ((_NEAR, _FAR), (_FAR, _NEAR)),
    3: ((_NEAR, _FAR), (_MID, _MID), (_FAR, _NEAR)),
    4: ((_NEAR, _NEAR), (_NEAR, _FAR), (_FAR, _NEAR), (_FAR, _FAR)),
    5: ((_NEAR, _NEAR), (_NEAR, _FAR), (_MID, _MID), (_FAR, _NEAR), (_FAR, _FAR)),
    6: ((_NEAR, 0.24), (_NEAR, _MID), (_NEAR, 0.76), (_FAR, 0.24), (_FAR, _MID), (_FAR, 0.76)),
}
"""Centres of each face's pips as parts of the die's side, from its top left."""


@dataclass(frozen=True, slots=True)
class DieSkin:
    light: Colour
    body: Colour
    deep: Colour
    pip: Colour


YELLOW = DieSkin(colour("#FFE489"), colour("#FFC62B"), colour("#B8770A"), colour("#1E1606"))
IVORY = DieSkin(colour("#FFFDF5"), colour("#F3E8D0"), colour("#A8946A"), colour("#14231F"))
RED = DieSkin(colour("#F4806E"), colour("#D5372B"), colour("#7C140D"), colour("#FFF6E6"))
GHOST = DieSkin(colour("#4E7468"), colour("#335A4E"), colour("#1A3A32"), Paint.ivory)
PALE = DieSkin(colour("#F7F4EA"), colour("#E4DFCF"), colour("#A9A38E"), Paint.ink)
"""A die whose face nobody knows or has said, by night and by day."""


BIRD = 0.4
"""Half the length of a bird, as a part of the die's side."""
_BIRD = (
    ((-0.62, 0.10), (-0.30, 0.34), (0.10, 0.38), (0.42, 0.16), (0.50, -0.10), (0.20, -0.16), (-0.25, -0.06)),
    ((-0.48, -0.02), (-1.00, -0.20), (-0.94, 0.02), (-1.00, 0.22), (-0.46, 0.22)),
    (
        (-0.34, 0.00),
        (-0.52, -0.72),
        (-0.20, -0.52),
        (-0.08, -0.80),
        (0.08, -0.50),
        (0.26, -0.60),
        (0.26, -0.02),
    ),
    ((0.72, -0.40), (1.00, -0.20), (0.70, -0.16)),
    ((-0.02, 0.30), (-0.02, 0.70), (0.10, 0.70), (0.10, 0.30)),
)
"""A bird from the side: body, tail, wing, beak, legs, in half lengths, y down."""
_BIRD_HEAD, _BIRD_EYE = ((0.56, -0.26), 0.26), ((0.62, -0.32), 0.075)


def draw_die(side: int, face: int | None, skin: DieSkin, star: int, birds: bool = False) -> canvas.Picture:
    """A die ``side`` pixels wide with its shadow; ``face`` None is blank.

    ``star``: the face that is a star, 0 for none. ``birds``: dice without a star on the six show a bird as
    their one.
    """
    picture = _blank(side, skin).copy()
    edge = side * MARGIN
    width = side - 2 * edge
    if birds and face == 1 and star != STAR_SIX:
        _sink(picture, _bird(picture, edge, width), width, skin)
    elif face is not None and face == star:
        corners = canvas.star_corners((edge + width / 2, edge + width * 0.525), width * STAR)
        _sink(picture, canvas.polygon(picture.x, picture.y, corners) - width * 0.022, width, skin)
    elif face is not None:
        radius = width * (PIP * 1.35 if face == 1 else PIP)
        centres = [(edge + across * width, edge + down * width) for across, down in PIPS[face]]
        pips = [canvas.disc(picture.x, picture.y, centre, radius) for centre in centres]
        _sink(picture, np.minimum.reduce(pips), width, skin)  # pips do not touch: one pass paints all
    return picture


@lru_cache(maxsize=8)
def _blank(side: int, skin: DieSkin) -> canvas.Picture:
    picture = canvas.Picture(side, side, (0.0, 0.0, 0.0, 0.0))
    edge = side * MARGIN
    width = side - 2 * edge
    _cast_shadow(picture, edge, width)
    body = canvas.rounded_box(picture.x, picture.y, (edge, edge, edge + width, edge + width), width * CORNER)
    _paint_body(picture, body, edge, width, skin)
    return picture


def _bird(picture: canvas.Picture, edge: float, width: float) -> np.ndarray:
    reach = width * BIRD
    middle = (edge + width / 2, edge + width * 0.52)

    def at(point: tuple[float, float]) -> tuple[float, float]:
        return middle[0] + point[0] * reach, middle[1] + point[1] * reach

    (head, broad), (eye, small) = _BIRD_HEAD, _BIRD_EYE
    shape = canvas.disc(picture.x, picture.y, at(head), broad * reach)
    for part in _BIRD:
        shape = np.minimum(shape, canvas.polygon(picture.x, picture.y, [at(corner) for corner in part]))
    return np.maximum(shape, -canvas.disc(picture.x, picture.y, at(eye), small * reach))


def _cast_shadow(picture: canvas.Picture, edge: float, width: float) -> None:
    low = edge + width * 0.05
    shape = canvas.rounded_box(picture.x, picture.y, (edge, low, edge + width, low + width), width * CORNER)
    picture.paint(0.5 * canvas.soft(shape, edge * 0.9), Paint.night)


def _paint_body(picture: canvas.Picture, body: np.ndarray, edge: float, width: float, skin: DieSkin) -> None:
    fall = (picture.y - edge) / width * 0.75 + (picture.x - edge) / width * 0.25
    fill = canvas.blend(skin.light, skin.body, fall * 1.7)
    rim_width = width * 0.13
    down, across = np.gradient(body)
    facing = -(down * 0.85 + across * 0.5)
    near_rim = np.clip(1 + body / rim_width, 0, 1) ** 2
    lit = np.clip(facing, 0, 1) * near_rim
    dark = np.clip(-facing, 0, 1) * near_rim
    shape = canvas.inside(body)
    picture.paint(shape, fill)
    picture.paint(shape * dark * 0.75, skin.deep)
    picture.paint(shape * lit * 0.6, colour("#FFFFFF"))
    top = canvas.rounded_box(
        picture.x,
        picture.y,
        (edge + width * 0.1, edge + width * 0.1, edge + width * 0.9, edge + width * 0.9),
        width * 0.2,
    )
    picture.paint(shape * canvas.soft(top, width * 0.08) * 0.22, skin.light)


def _sink(picture: canvas.Picture, shape: np.ndarray, width: float, skin: DieSkin) -> None:
    lip = np.roll(shape, max(1, round(width * 0.018)), axis=0)
    picture.paint(canvas.inside(lip) * 0.55, skin.light)
    picture.paint(canvas.inside(shape), skin.pip)
    depth = np.clip(-shape / (width * 0.08), 0, 1)
    low = np.clip((picture.y / picture.y.max() - 0.2) * 1.2, 0, 1)
    picture.paint(canvas.inside(shape) * depth * low * 0.16, skin.light)
