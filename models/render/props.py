"""Things on a table that are no dice: cups, coins, chips, cards, board pieces, fingers. Needs manifold3d."""

from __future__ import annotations

import manifold3d as m3
import numpy as np

from models.render.layout import about
from models.render.placing import Kind
from models.render.printing import DOTS_PER_MM, board_piece, domino, playing_card
from models.render.shapes import capsule, coin, cup, holed, pawn_of, slab, solid_skins
from models.render.sheet import HEIGHT, WIDTH, Cluster, Part, Setting
from models.render.surface import Colour, body_colour, clouds, linear, varied

PROP_CELL_PX = 230
PROP_PX_PER_MM = 2.6
"""At this scale a cup is about 200 px wide, and its grain of light as fine as that of the dice."""
LEATHERS: tuple[Colour, ...] = (
    (0.36, 0.21, 0.12),
    (0.20, 0.12, 0.08),
    (0.10, 0.09, 0.09),
    (0.55, 0.33, 0.18),
)
SKINS: tuple[Colour, ...] = (
    (0.93, 0.76, 0.65),
    (0.87, 0.66, 0.52),
    (0.76, 0.54, 0.40),
    (0.60, 0.40, 0.28),
    (0.43, 0.27, 0.19),
    (0.28, 0.18, 0.13),
)
METALS: tuple[Colour, ...] = ((0.72, 0.55, 0.32), (0.66, 0.40, 0.26), (0.70, 0.70, 0.70), (0.78, 0.68, 0.45))


def _grained(
    solid: m3.Manifold,
    surface: str,
    colour: Colour,
    rng: np.random.Generator,
    depth: float,
    fine_mm: float = 2.5,
) -> Part:
    skin = solid_skins(solid, fine_mm=fine_mm)[0]
    grain = clouds(skin.corners * 0.4 + 90.0, int(rng.integers(1 << 20)), 3)[:, None]
    shade = linear(colour) * (1 + depth * (2 * grain - 1))
    return surface, skin.corners, skin.normals, shade.astype(np.float32)


def _turned(part: Part, turn_deg: float) -> Part:
    surface, corners, normals, colours = part
    turn = about(np.array([0.0, 0.0, 1.0]), turn_deg).T.astype(np.float32)
    return surface, corners @ turn, normals @ turn, colours


def random_cup(split: str, rng: np.random.Generator) -> Cluster:
    """A cup: mostly upside down, else upright or on its side."""
    mouth, height = rng.uniform(30, 44), rng.uniform(60, 105)
    foot = mouth * rng.uniform(0.7, 1.0)
    wall = rng.uniform(1.8, 3.5)
    solid = cup(mouth, foot, height, rng.uniform(1.5, 7.0), rng.choice((0.0, 1.5)))
    solid = solid - m3.Manifold.cylinder(height - 3.0, mouth - wall, foot - wall - 1.0, 96)
    draw = rng.random()
    if draw < 0.12:
        solid = solid.rotate((180.0, 0, 0)).translate((0, 0, height))
    elif draw < 0.25:
        slope = np.degrees(np.arctan2(mouth + 1.2 - foot, height))
        solid = solid.translate((0, 0, -height / 2)).rotate((0, 90.0 - slope, 0))
        solid = solid.translate((0, 0, -solid.bounding_box()[2]))
    leather = rng.random() < 0.45
    colour = (
        varied(LEATHERS[rng.integers(len(LEATHERS))], rng, 0.15) if leather else body_colour(split, rng)[1]
    )
    surface = "satin" if leather else str(rng.choice(("gloss", "satin", "matt")))
    part = _grained(solid, surface, colour, rng, 0.3 if leather else 0.04)
    return Cluster(Kind.CUP, (), (_turned(part, rng.uniform(0, 360)),))


def random_coin(split: str, rng: np.random.Generator) -> Cluster:
    """A coin, sometimes a button with holes."""
    radius, thick = rng.uniform(8, 14), rng.uniform(1.4, 3.2)
    solid = coin(radius, thick, rng.choice((0.0, 1.2)))
    surface, colour = "gloss", varied(METALS[rng.integers(len(METALS))], rng, 0.15)
    if rng.random() < 0.3:
        surface, colour = "satin", body_colour(split, rng)[1]
        holes, reach = int(rng.choice((2, 4))), radius * 0.28
        solid = holed(solid, holes, reach, 0.12 * radius)
    return Cluster(
        Kind.COIN, (), (_turned(_grained(solid, surface, colour, rng, 0.25, 0.8), rng.uniform(0, 360)),)
    )


def random_chip(split: str, rng: np.random.Generator) -> Cluster:
    """A poker chip with edge spots, or a little stack of chips, or a plain round token."""
    radius, thick = rng.uniform(17, 21), 3.2
    _, body = body_colour(split, rng)
    _, second = body_colour(split, rng)
    parts, spots = [], int(rng.choice((0, 6, 8)))
    for level in range(int(rng.choice((1, 1, 1, 2, 4)))):
        skin = solid_skins(
            coin(radius, thick, 0.0).translate((*rng.uniform(-1, 1, 2), level * thick)), fine_mm=0.9
        )[0]
        reach = np.hypot(skin.corners[:, 0], skin.corners[:, 1])
        around = np.mod(np.arctan2(skin.corners[:, 1], skin.corners[:, 0]) + 0.3 * level, 2 * np.pi)
        marked = (reach > 0.74 * radius) & (np.mod(around * max(spots, 1) / np.pi, 2) < 1) & (spots > 0)
        marked |= (spots > 0) & (reach < 0.58 * radius) & (reach > 0.52 * radius)
        colours = np.where(marked[:, None], linear(second), linear(body)).astype(np.float32)
        parts.append(_turned(("satin", skin.corners, skin.normals, colours), rng.uniform(0, 360)))
    return Cluster(Kind.CHIP, (), tuple(parts))


def printed(picture: np.ndarray, thick_mm: float, turn_deg: float, surface: str) -> list[Part]:
    """A print on a card or board: one coloured square a dot, on a white slab."""
    rows, columns = picture.shape[:2]
    xs = (np.arange(columns + 1) - columns / 2) / DOTS_PER_MM
    ys = (rows / 2 - np.arange(rows + 1)) / DOTS_PER_MM
    grid = np.stack((*np.meshgrid(xs, ys), np.full((rows + 1, columns + 1), thick_mm)), axis=-1)
    a, b, c, d = grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:], grid[:-1, :-1]
    corners = np.stack((a, b, c, a, c, d), axis=2).reshape(-1, 3).astype(np.float32)
    colours = np.repeat(linear(picture / 255).reshape(-1, 3), 6, axis=0).astype(np.float32)
    normals = np.tile(np.array([0, 0, 1], np.float32), (len(corners), 1))
    under = solid_skins(slab(columns / DOTS_PER_MM - 0.05, rows / DOTS_PER_MM - 0.05, thick_mm - 0.02))[0]
    pale = np.array([0.7, 0.68, 0.62], np.float32)
    parts = [(surface, corners, normals, colours), (surface, under.corners, under.normals, pale)]
    return [_turned(part, turn_deg) for part in parts]


def random_card(rng: np.random.Generator) -> Cluster:
    """A playing card or a domino."""
    if rng.random() < 0.3:
        return Cluster(Kind.CARD, (), tuple(printed(domino(rng), 8.0, rng.uniform(0, 360), "gloss")))
    return Cluster(Kind.CARD, (), tuple(printed(playing_card(rng), 0.4, rng.uniform(0, 360), "satin")))


def random_board(rng: np.random.Generator) -> Cluster:
    """A piece of a bidding board."""
    return Cluster(
        Kind.BOARD, (), tuple(printed(board_piece(rng), rng.uniform(1.0, 3.0), rng.uniform(0, 360), "satin"))
    )


def random_fingers(rng: np.random.Generator) -> Cluster:
    """One to four bent fingers on the table, with some of the hand when there are several."""
    colour = varied(SKINS[rng.integers(len(SKINS))], rng, 0.05)
    count = int(rng.integers(1, 5))
    solids, knuckles = [], []
    for finger in range(count):
        thick = rng.uniform(6.5, 9.5)
        fan = np.radians(rng.uniform(-6, 6) + 9 * (finger - (count - 1) / 2))
        ahead = np.array([np.sin(fan), np.cos(fan), 0.0])
        knuckle = np.array([(finger - (count - 1) / 2) * 19.0, 0.0, rng.uniform(14, 34)])
        joint = knuckle + ahead * rng.uniform(30, 40) + (0, 0, rng.uniform(-6, 8))
        tip = joint + ahead * rng.uniform(24, 38)
        tip[2] = thick
        solids += [
            capsule(tuple(knuckle), tuple(joint), thick * 1.15, thick * 1.05),
            capsule(tuple(joint), tuple(tip), thick * 1.05, thick * 0.85),
        ]
        knuckles.append(knuckle)
    if count > 1:
        wrist = [
            knuckle * (0.8, 1, 1) + (0, -rng.uniform(45, 60), rng.uniform(-4, 8)) for knuckle in knuckles
        ]
        solids.append(
            m3.Manifold.batch_hull(
                [m3.Manifold.sphere(12.5, 40).translate(tuple(point)) for point in knuckles + wrist]
            )
        )
    solid = m3.Manifold.batch_boolean(solids, m3.OpType.Add).translate((0, -20, 0))
    solid = solid.translate((0, 0, max(0.0, -solid.bounding_box()[2])))
    return Cluster(
        Kind.FINGER, (), (_turned(_grained(solid, "matt", colour, rng, 0.12), rng.uniform(0, 360)),)
    )


def random_token(split: str, rng: np.random.Generator) -> Cluster:
    """A pawn: a turned piece seen from above is round, like a pip grown large."""
    foot, tall = rng.uniform(7, 12), rng.uniform(14, 30)
    part = _grained(
        pawn_of(foot, tall), str(rng.choice(("gloss", "satin"))), body_colour(split, rng)[1], rng, 0.05
    )
    return Cluster(Kind.CHIP, (), (part,))


def random_props(setting: Setting, rng: np.random.Generator) -> list[Cluster]:
    """Props over a sheet: eight large ones on two by two cells, small ones on the rest."""
    split = setting.split
    large = (
        lambda: random_cup(split, rng),
        lambda: random_cup(split, rng),
        lambda: random_fingers(rng),
        lambda: random_card(rng),
        lambda: random_board(rng),
    )
    small = (
        lambda: random_coin(split, rng),
        lambda: random_chip(split, rng),
        lambda: random_token(split, rng),
    )
    columns, rows = WIDTH // PROP_CELL_PX, HEIGHT // PROP_CELL_PX
    free = np.ones((rows, columns), dtype=bool)
    placed: list[tuple[Cluster, float, float]] = []
    for _ in range(30):
        row, column = int(rng.integers(rows - 1)), int(rng.integers(columns - 1))
        if free[row : row + 2, column : column + 2].all():
            free[row : row + 2, column : column + 2] = False
            placed.append((large[rng.integers(len(large))](), column + 1, row + 1))
    for row, column in np.argwhere(free):
        placed.append((small[rng.integers(len(small))](), column + 0.5, row + 0.5))
    spots = np.array([(x * PROP_CELL_PX, y * PROP_CELL_PX) for _, x, y in placed])
    points = setting.camera.on_table(spots) * (1, 1, 0)
    return [cluster.moved(point) for (cluster, _, _), point in zip(placed, points, strict=True)]
