"""Plates, keys and spaces as rounded tiles, by night and by day."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.ui.art.canvas import Picture, blend, inside, length, rounded_box, soft
from companion.ui.art.theme import Colour, Paint, Palette, colour


@dataclass(frozen=True, slots=True)
class Tile:
    """Lengths in dp: ``lip`` is the visible thickness below, ``rim`` the outline, ``shadow`` its reach.

    ``sunken`` shades the tile from above, like a hollow.
    """

    fill: Colour
    foot: Colour = Paint.clear
    lip: float = 0.0
    rim: Colour = Paint.clear
    rim_width: float = 0.0
    gleam: float = 0.0
    radius: float = 12.0
    shadow: float = 0.0
    sunken: float = 0.0


def raised(fill: Colour, foot: Colour, gleam: float = 0.25, radius: float = 12.0) -> Tile:
    return Tile(fill, foot, lip=4.0, gleam=gleam, radius=radius, shadow=4.0)


_RED = colour("#C4301F")
"""For keys and badges: darker than the dice, so that words on it can be read."""

NIGHT_TILES: dict[str, Tile] = {
    "none": Tile(Paint.clear),
    "panel": Tile(colour("#061311", 0.42), rim=colour("#F6ECD8", 0.10), rim_width=1.2, radius=16),
    "sheet": Tile(
        colour("#10302A"), rim=colour("#F6ECD8", 0.22), rim_width=1.5, radius=20, shadow=16, gleam=0.05
    ),
    "well": Tile(colour("#04100E", 0.55), rim=colour("#F6ECD8", 0.07), rim_width=1.0, sunken=0.5),
    "square": Tile(colour("#04100E", 0.40), rim=colour("#F6ECD8", 0.16), rim_width=1.0, radius=5, sunken=0.4),
    "plate": Tile(Paint.plate, rim=Paint.plate_edge, rim_width=1.2, gleam=0.06, radius=10),
    "plate turn": Tile(colour("#33491F"), rim=Paint.yellow, rim_width=3.0, gleam=0.10, radius=10, shadow=3),
    "plate out": Tile(colour("#0B1F1B", 0.7), rim=colour("#2F6154", 0.4), rim_width=1.0, radius=10),
    "key": raised(colour("#285C50"), colour("#10302A"), 0.12),
    "key down": Tile(colour("#1F4A40"), gleam=0.0, sunken=0.35),
    "key off": Tile(colour("#17362F", 0.75), rim=colour("#F6ECD8", 0.06), rim_width=1.0),
    "key yellow": raised(Paint.yellow, Paint.yellow_deep, 0.35),
    "key yellow down": Tile(colour("#E5AC12"), sunken=0.3),
    "key red": raised(_RED, Paint.red_deep, 0.22),
    "key red down": Tile(colour("#B32A20"), sunken=0.35),
    "key line": Tile(colour("#0B1F1B", 0.5), rim=colour("#F6ECD8", 0.45), rim_width=1.5),
    "key line down": Tile(colour("#F6ECD8", 0.16), rim=Paint.ivory, rim_width=1.5),
    "key chosen": Tile(colour("#4A5A1C"), rim=Paint.yellow, rim_width=3.0, gleam=0.1),
    "space": raised(Paint.ivory, Paint.ivory_deep, 0.5, radius=8.0),
    "space down": Tile(colour("#DCCFB2"), radius=8, sunken=0.3),
    "space star": raised(Paint.yellow, Paint.yellow_deep, 0.35, radius=8.0),
    "space star down": Tile(colour("#E5AC12"), radius=8, sunken=0.3),
    "space dim": Tile(
        colour("#05120F", 0.50), rim=colour("#F6ECD8", 0.09), rim_width=1.0, radius=8, sunken=0.5
    ),
    "space chosen": Tile(
        colour("#FFF6DF"), Paint.yellow_deep, lip=4, rim=Paint.yellow, rim_width=4, radius=8, shadow=6
    ),
    "bar fault": Tile(colour("#4A1712"), rim=Paint.red_light, rim_width=1.8, radius=10, shadow=4),
    "bar toast": Tile(colour("#2B2A12"), rim=Paint.yellow, rim_width=1.8, radius=10, shadow=4),
    "badge red": Tile(_RED, radius=11, rim=Paint.ivory, rim_width=1.2),
    "stamp": Tile(Paint.clear, rim=Paint.yellow, rim_width=3.0, radius=9),
    "slot": Tile(colour("#0B2620"), rim=colour("#F6ECD8", 0.14), rim_width=1.0, radius=9),
    "slot doubt": Tile(colour("#3A3312"), rim=Paint.yellow, rim_width=2.5, radius=9),
    "slot chosen": Tile(colour("#5C4C10"), rim=Paint.ivory, rim_width=3.5, radius=9),
    "slot down": Tile(colour("#1D4A40"), rim=Paint.ivory, rim_width=1.0, radius=9),
}
"""Every surface by name."""


_INK = "#12241F"
_GOLD = colour("#B97A08")
DAY_TILES: dict[str, Tile] = {
    "none": Tile(Paint.clear),
    "panel": Tile(colour("#FFFFFF", 0.42), rim=colour(_INK, 0.14), rim_width=1.2, radius=16),
    "sheet": Tile(colour("#F8F2E4"), rim=colour(_INK, 0.35), rim_width=1.5, radius=20, shadow=16),
    "well": Tile(colour("#FFFFFF", 0.60), rim=colour(_INK, 0.16), rim_width=1.0, sunken=0.10),
    "square": Tile(colour("#FFFFFF", 0.45), rim=colour(_INK, 0.28), rim_width=1.0, radius=5, sunken=0.10),
    "plate": Tile(colour("#FBF7EC"), rim=colour("#A99B78"), rim_width=1.2, radius=10),
    "plate turn": Tile(colour("#FFE7A3"), rim=_GOLD, rim_width=3.0, radius=10, shadow=3),
    "plate out": Tile(colour("#DDD2BA", 0.8), rim=colour(_INK, 0.2), rim_width=1.0, radius=10),
    "key": raised(colour("#CDE4D7"), colour("#8FB3A1"), 0.4),
    "key down": Tile(colour("#B4D2C3"), sunken=0.15),
    "key off": Tile(colour("#E6DDC9", 0.85), rim=colour(_INK, 0.18), rim_width=1.0),
    "key yellow": raised(Paint.yellow, Paint.yellow_deep, 0.35),
    "key yellow down": Tile(colour("#E5AC12"), sunken=0.3),
    "key red": raised(_RED, Paint.red_deep, 0.22),
    "key red down": Tile(colour("#B32A20"), sunken=0.35),
    "key line": Tile(colour("#FFFFFF", 0.35), rim=colour(_INK, 0.55), rim_width=1.5),
    "key line down": Tile(colour(_INK, 0.14), rim=colour(_INK), rim_width=1.5),
    "key chosen": Tile(colour("#FFE7A3"), rim=_GOLD, rim_width=3.0),
    "space": raised(colour("#FFFDF6"), Paint.ivory_deep, 0.5, radius=8.0),
    "space down": Tile(colour("#E9DFC8"), radius=8, sunken=0.2),
    "space star": raised(Paint.yellow, Paint.yellow_deep, 0.35, radius=8.0),
    "space star down": Tile(colour("#E5AC12"), radius=8, sunken=0.3),
    "space dim": Tile(colour("#C9BC9E", 0.55), rim=colour(_INK, 0.16), rim_width=1.0, radius=8, sunken=0.12),
    "space chosen": Tile(
        colour("#FFFFFF"), Paint.yellow_deep, lip=4, rim=_GOLD, rim_width=4, radius=8, shadow=6
    ),
    "bar fault": Tile(colour("#FBDCD6"), rim=Paint.red, rim_width=1.8, radius=10, shadow=4),
    "bar toast": Tile(colour("#FFF1C9"), rim=_GOLD, rim_width=1.8, radius=10, shadow=4),
    "badge red": Tile(_RED, radius=11, rim=Paint.ivory, rim_width=1.2),
    "stamp": Tile(Paint.clear, rim=colour("#7A4A00"), rim_width=3.0, radius=9),
    "slot": Tile(colour("#FFFFFF"), rim=colour(_INK, 0.3), rim_width=1.0, radius=9),
    "slot doubt": Tile(colour("#FFE7A3"), rim=_GOLD, rim_width=2.5, radius=9),
    "slot chosen": Tile(colour("#FFD659"), rim=colour(_INK), rim_width=3.5, radius=9),
    "slot down": Tile(colour("#CDE4D7"), rim=colour(_INK), rim_width=1.0, radius=9),
}


def draw_tile(tile: Tile, scale: float) -> tuple[Picture, int, int]:
    """The tile, its border of fixed parts and its shadow's margin, in pixels.

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
    picture = Picture(width, height, Palette.felt_edge)
    across = (picture.x / width - 0.5) * 2
    down = (picture.y / height - 0.42) * 2
    fall = length(across * 0.92, down * 0.95)
    picture.pixels[:] = blend(Palette.felt, Palette.felt_edge, np.clip(fall / 1.25, 0, 1) ** 1.15)
    return picture


def draw_nap(side: int) -> Picture:
    grain = np.random.default_rng(1987).normal(0, 1, (side, side)).astype(np.float32)
    for _ in range(3):
        grain = grain + np.roll(grain, (1, -1), (0, 1))
    grain /= np.abs(grain).max()
    picture = Picture(side, side, colour("#FFFFFF", 0.0))
    picture.pixels[..., :3] = np.where(grain[..., None] > 0, 1.0, 0.0)
    picture.pixels[..., 3] = np.abs(grain) * 0.06
    return picture


def draw_halo(side: int) -> Picture:
    picture = Picture(side, side, (*Paint.yellow_light[:3], 0.0))
    edge = side * 0.17
    frame = rounded_box(picture.x, picture.y, (edge, edge, side - edge, side - edge), side * 0.17)
    ring = np.minimum(inside(frame - side * 0.035), inside(-frame))
    picture.paint(0.9 * soft(frame, side * 0.11) * inside(-frame), Paint.yellow)
    picture.paint(ring, Paint.yellow_light)
    return picture
