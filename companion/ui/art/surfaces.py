"""Draws the tiles of plates, keys and spaces, to be stretched in nine parts, and the table's felt."""

from __future__ import annotations

import numpy as np

from companion.ui.art.canvas import Picture, blend, inside, rounded_box, soft
from companion.ui.art.tiles import Tile
from companion.ui.theme import Paint, Palette, colour


def draw_tile(tile: Tile, scale: float) -> tuple[Picture, int, int]:
    """The tile at a scale, its border of fixed parts and its shadow's margin, all in pixels.

    The picture is square; only its middle pixels are stretched.
    """
    margin = int(np.ceil(tile.shadow * scale))
    corner = int(np.ceil(max(tile.radius, tile.lip + tile.rim_width, 4.0) * scale)) + 2
    border = margin + corner
    side = 2 * border + 4
    picture = Picture(side, side, (*tile.fill[:3], 0.0))
    x, y = picture.x, picture.y
    box = (margin, margin, side - margin, side - margin)
    radius = tile.radius * scale
    whole = rounded_box(x, y, box, radius)
    if margin:
        low = rounded_box(x, y - margin * 0.35, box, radius)
        picture.paint(0.45 * soft(low, margin * 0.65), Paint.night)
    lip = tile.lip * scale
    if lip:
        picture.paint(inside(whole), tile.foot)
    top = rounded_box(x, y, (box[0], box[1], box[2], box[3] - lip), radius)
    picture.pixels[..., 3] *= 1 - inside(top) * (tile.fill[3] < 1)
    picture.paint(inside(top), tile.fill)
    _light(picture, top, tile, scale)
    if tile.rim_width:
        width = tile.rim_width * scale
        picture.paint(np.minimum(inside(top), inside(-top - width)), tile.rim)
    return picture, border, margin


def _light(picture: Picture, top: np.ndarray, tile: Tile, scale: float) -> None:
    down, _across = np.gradient(top)
    if tile.gleam:
        edge = np.clip(-down, 0, 1) * np.clip(1 + top / (2.2 * scale), 0, 1)
        picture.paint(inside(top) * edge * tile.gleam * 2, colour("#FFFFFF"))
    if tile.sunken:
        edge = np.clip(-down, 0, 1) * np.clip(1 + top / (5 * scale), 0, 1)
        picture.paint(inside(top) * edge * tile.sunken, colour("#000000"))


def draw_felt(width: int, height: int) -> Picture:
    """The table: a pool of light on dark green cloth, darker to the edges. Small; it is stretched."""
    picture = Picture(width, height, Palette.felt_edge)
    across = (picture.x / width - 0.5) * 2
    down = (picture.y / height - 0.42) * 2
    fall = np.hypot(across * 0.92, down * 0.95)
    picture.pixels[:] = blend(Palette.felt, Palette.felt_edge, np.clip(fall / 1.25, 0, 1) ** 1.15)
    return picture


def draw_nap(side: int) -> Picture:
    """The cloth's grain, to be laid over the felt in repeats; fibres run down to the left."""
    grain = np.random.default_rng(1987).normal(0, 1, (side, side)).astype(np.float32)
    for _ in range(3):
        grain = grain + np.roll(grain, (1, -1), (0, 1))
    grain /= np.abs(grain).max()
    picture = Picture(side, side, colour("#FFFFFF", 0.0))
    picture.pixels[..., :3] = np.where(grain[..., None] > 0, 1.0, 0.0)
    picture.pixels[..., 3] = np.abs(grain) * 0.06
    return picture


def draw_halo(side: int) -> Picture:
    """The light round a counted die: a bright frame that fades outwards, empty within."""
    picture = Picture(side, side, (*Paint.yellow_light[:3], 0.0))
    edge = side * 0.17
    frame = rounded_box(picture.x, picture.y, (edge, edge, side - edge, side - edge), side * 0.17)
    ring = np.minimum(inside(frame - side * 0.035), inside(-frame))
    picture.paint(0.9 * soft(frame, side * 0.11) * inside(-frame), Paint.yellow)
    picture.paint(ring, Paint.yellow_light)
    return picture
