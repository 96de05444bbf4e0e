"""Places at the simulated table: rolled and shown dice, cups, lost dice, the bid die.

Under a shaken cup in die sides from its middle, x right, y down; turns in degrees, counterclockwise in the
picture. All others in frame px, from the ``Seating`` and board that readings use. Pure; all chance from the
generator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, hypot, pi, radians, sin, sqrt

import numpy as np

from companion import calibration
from companion.simulator.errors import CupsError, Trouble
from companion.simulator.sprites import BID_DIE, DIE_SIDE_MM, DiceKind, Painted, Sprite, SpriteSet
from companion.text import say

GAPS = (0.22, 0.15, 0.10, 0.05, 0.02)
"""Gaps between dice, in die sides; the next one is tried when dice do not fit."""
TRIES = 25
"""Throws at each gap. Six dice fit at a gap of 0.15 or more (tests)."""
MOST_SEED = 2**63
_DIAGONAL = sqrt(2)


@dataclass(frozen=True, slots=True)
class Place:
    x: float
    y: float
    turn_deg: float


def chance(*seeds: int) -> np.random.Generator:
    """A generator from these seeds, which may be negative."""
    return np.random.default_rng([each % MOST_SEED for each in seeds])


def rolled(rng: np.random.Generator, dice: int) -> tuple[int, ...]:
    return tuple(int(face) for face in rng.integers(1, 7, dice))


def overlap(a: Place, b: Place, gap: float) -> bool:
    """Whether the squares come nearer than ``gap`` die sides, by their separating axes."""
    return _meet(b.x - a.x, b.y - a.y, a.turn_deg, b.turn_deg, gap)


def _meet(dx: float, dy: float, turn_deg: float, other_deg: float, gap: float) -> bool:
    apart = hypot(dx, dy)
    if apart >= _DIAGONAL + gap:
        return False
    if apart < 1 + gap:
        return True
    turned = radians(turn_deg - other_deg)
    reach = 0.5 * (1 + abs(cos(turned)) + abs(sin(turned))) + gap  # the same along each side of either
    return reach > _longest_step(turn_deg, dx, dy) and reach > _longest_step(other_deg, dx, dy)


def scattered(
    rng: np.random.Generator, turns_deg: tuple[float, ...], radius: float = calibration.DICE_RADIUS
) -> tuple[Place, ...]:
    """Places without overlaps, centres within ``radius`` of the middle."""
    for gap in GAPS:
        for _ in range(TRIES):
            places = _throw(rng, turns_deg, radius, gap)
            if places is not None:
                return places
    raise ValueError(f"{len(turns_deg)} dice do not fit within {radius} die sides")


def beside(a: Place, towards_deg: float) -> Place:
    """The place of a die that touches ``a`` face to face, on the side nearest to the direction (0 right, 90
    down).
    """
    quarter = round((towards_deg + a.turn_deg) / 90.0) * 90.0 - a.turn_deg
    return Place(a.x + cos(radians(quarter)), a.y + sin(radians(quarter)), a.turn_deg)


def _throw(
    rng: np.random.Generator, turns_deg: tuple[float, ...], radius: float, gap: float
) -> tuple[Place, ...] | None:
    places: list[Place] = []
    for turn_deg in turns_deg:
        place = _fitting(rng, turn_deg, radius, gap, places)
        if place is None:
            return None
        places.append(place)
    return tuple(places)


def _fitting(
    rng: np.random.Generator, turn_deg: float, radius: float, gap: float, others: list[Place]
) -> Place | None:
    for _ in range(24):
        away, angle = radius * sqrt(rng.random()), 2 * pi * rng.random()
        x, y = away * cos(angle), away * sin(angle)
        for other in others:
            if _meet(other.x - x, other.y - y, turn_deg, other.turn_deg, gap):
                break
        else:
            return Place(x, y, turn_deg)
    return None


def _longest_step(turn_deg: float, dx: float, dy: float) -> float:
    """The longer part of the step, along the square's sides; y runs down, turns are counterclockwise."""
    across, down = cos(radians(turn_deg)), sin(radians(turn_deg))
    return max(abs(dx * across - dy * down), abs(dx * down + dy * across))


EXTRA_TURN_DEG = 12.0
"""A sprite is turned by this at most: beyond it the light on it would come from a wrong side."""
HALF_DIAGONAL = 0.72
"""From a die's middle to its corners, in die sides."""
SHOWN_GAP = 0.15
"""Between shown dice, and to the cup, in die sides."""
CUP_TOP = 1.0
"""From a cup's mouth up to its top in the picture, in die sides: 74 mm seen from 12 degrees."""
CANDIDATES = 500
"""Random spots for a shown die or a cup put aside; the nearest free one is taken."""
LOOKS, ARRANGEMENTS = 4, 8
"""Tries for each shown die, and for the layout of all: at eight seats nine of ten shown dice then find room
(tests)."""
SHOWN_RING, ASIDE_RING = (0.8, 5.5), (2.6, 7.5)
"""Distances of shown dice and of cups put aside from the cup's rim, in die sides."""
EDGE_ROOM = 0.95
"""From a shown die's middle to its seat's edge, in die sides: a third more than it needs."""
SEEN_BELOW = 0.2
"""Shift down on a printed space, so that the thing seems centred."""
LEAN_ON = 0.42
"""A stacked die's distance from the lower die's middle, in die sides."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A thing on the table: its sprite, its foot's place in frame px, the turn added to the sprite's.

    ``seat``: ``None`` out of play. ``face``: the truth; of a cocked die, its upper face. ``raised_px``: shift
    up the picture on top of something. ``scale``: relative to the sprite.
    """

    sprite: Sprite | Painted
    x: float
    y: float
    extra_deg: float = 0.0
    seat: int | None = None
    face: int | None = None
    raised_px: float = 0.0
    scale: float = 1.0

    @property
    def turn_deg(self) -> float:
        """Counterclockwise in the picture."""
        return self.sprite.turn_deg + self.extra_deg

    @property
    def rendered(self) -> Sprite:
        """Raises TypeError for a painted thing."""
        if isinstance(self.sprite, Painted):
            raise TypeError(f"a {self.sprite.kind} is painted: it has no rendered sprite")
        return self.sprite


@dataclass(frozen=True, slots=True)
class Ground:
    """``large`` cups hold more than six dice."""

    seating: calibration.Seating
    size: calibration.Size
    sprites: SpriteSet
    dice: DiceKind
    large: bool = False

    @property
    def cup_radius(self) -> float:
        """The radius of its mouth, in die sides."""
        return calibration.LARGE_CUP_RADIUS if self.large else calibration.CUP_RADIUS

    @property
    def dice_radius(self) -> float:
        """Largest distance of a hidden die's centre, in die sides."""
        return calibration.LARGE_DICE_RADIUS if self.large else calibration.DICE_RADIUS

    @property
    def cup_scale(self) -> float:
        return self.cup_radius / calibration.CUP_RADIUS

    @property
    def side_px(self) -> float:
        return calibration.die_side_px(self.size)

    def px_of(self, thing: Laid) -> float:
        """Frame px per sprite px."""
        return self.side_px / DIE_SIDE_MM * thing.scale * thing.rendered.mm_per_px


def hidden_dice(
    ground: Ground, seat: int, faces: tuple[int, ...], trouble: Trouble, rng: np.random.Generator
) -> tuple[Laid, ...]:
    chosen = [_any_turn(ground, face, rng) for face in faces]
    turns_deg = tuple(sprite.turn_deg + extra for sprite, extra in chosen)
    places = list(scattered(rng, turns_deg, ground.dice_radius))
    x, y = ground.seating.cup_centre(seat, ground.size)
    dice = [
        Laid(sprite, x + place.x * ground.side_px, y + place.y * ground.side_px, extra, seat, face)
        for (sprite, extra), place, face in zip(chosen, places, faces, strict=True)
    ]
    return _troubled(ground, tuple(dice), places, trouble, rng)


def shown_dice(
    ground: Ground, seat: int, faces: tuple[int, ...], there: tuple[Laid, ...], rng: np.random.Generator
) -> tuple[Laid, ...]:
    """Places dice beside ``there``. Raises ``CupsError`` without room."""
    for _ in range(ARRANGEMENTS):
        laid = _laid_out(ground, seat, faces, there, rng)
        if laid is not None:
            return laid
    raise CupsError(say("simulated.no_room", seat=seat, more=len(faces)))


def _laid_out(
    ground: Ground, seat: int, faces: tuple[int, ...], there: tuple[Laid, ...], rng: np.random.Generator
) -> tuple[Laid, ...] | None:
    shown = list(there)
    for face in faces:
        sprite, extra = _any_turn(ground, face, rng)
        spot = _free_spot(ground, seat, sprite.turn_deg + extra, shown, rng)
        if spot is None:
            return None
        shown.append(Laid(sprite, *spot, extra, seat, face))
    return tuple(shown)


def cup_over(ground: Ground, seat: int) -> Laid:
    x, y = ground.seating.cup_centre(seat, ground.size)
    cups = ground.sprites.cups
    cup = Laid(replace(cups[seat % len(cups)], seat=seat), x, y, scale=ground.cup_scale)
    return replace(cup, y=y + max(0.0, -extent_of(ground, cup).top))


def extent_of(ground: Ground, thing: Laid) -> calibration.Rectangle:
    """The thing's box in frame px, without its shadow; may reach out of the frame."""
    k = ground.px_of(thing)
    (ax, ay), (left, top, right, bottom) = thing.rendered.anchor, thing.rendered.box
    x, y = thing.x, thing.y - thing.raised_px
    return calibration.Rectangle(
        x + k * (left - ax), y + k * (top - ay), x + k * (right - ax), y + k * (bottom - ay)
    )


def cup_aside(ground: Ground, seat: int, others: tuple[Laid, ...], rng: np.random.Generator) -> Laid | None:
    """``None`` without room. ``others``: stay visible."""
    standing = cup_over(ground, seat)
    for spot in _nearest_first(ground, seat, ASIDE_RING, rng):
        cup = replace(standing, x=spot[0], y=spot[1])
        if _is_whole(ground, cup) and _cup_fits(ground, seat, spot, others):
            return cup
    return None


def lost_dice(
    ground: Ground, lost: tuple[int, ...], grid: calibration.LostGrid, rng: np.random.Generator
) -> tuple[Laid, ...]:
    """Dice on the squares, nearly straight; those beyond the squares lie on the others."""
    layers = -(-max(lost, default=0) // grid.each)
    laid: list[Laid] = []
    for layer in range(layers):
        for seat, count in enumerate(lost):
            dice = [_lost_die(ground, seat, nth, layer, grid, rng) for nth in range(grid.each)]
            laid += dice[: max(0, count - layer * grid.each)]
    return tuple(laid)


def _lost_die(
    ground: Ground, seat: int, nth: int, layer: int, grid: calibration.LostGrid, rng: np.random.Generator
) -> Laid:
    side = ground.side_px
    face, jitter = int(rng.integers(1, 7)), rng.uniform(-0.06, 0.06, 2) * side
    sprite, extra = _straight(ground, face, float(rng.uniform(-6, 6)))
    square = calibration.lost_square(seat, nth, grid, ground.size)
    x, y = (square.left + square.right) / 2, (square.top + square.bottom) / 2
    raised = layer * side * sin(radians(ground.sprites.tilt_deg))
    return Laid(sprite, x + jitter[0], y + jitter[1] + SEEN_BELOW * side, extra, None, face, raised)


def bid_die(ground: Ground, position: int | None, face: int, rng: np.random.Generator) -> Laid:
    """Lies beside the title before the first bid."""
    if position is None:
        field, (_, high) = calibration.inner_field(ground.size), calibration.cell_size(ground.size)
        x, y = field.left + 0.7 * high, field.top + 0.42 * high
    else:
        x, y = calibration.space_centre(position, ground.size)
    turns = ground.sprites.dice(BID_DIE, face)
    sprite = turns[int(rng.integers(len(turns)))]
    extra = float(rng.uniform(-EXTRA_TURN_DEG, EXTRA_TURN_DEG))
    return Laid(sprite, x, y + SEEN_BELOW * ground.side_px, extra)


def _any_turn(ground: Ground, face: int, rng: np.random.Generator) -> tuple[Sprite, float]:
    turns = ground.sprites.dice(ground.dice.value, face)
    return turns[int(rng.integers(len(turns)))], float(rng.uniform(-EXTRA_TURN_DEG, EXTRA_TURN_DEG))


def _quarter_off(turn_deg: float, wanted_deg: float) -> float:
    """The smallest turn (-45 to 45) that makes a die stand square to ``wanted_deg``."""
    return (wanted_deg - turn_deg + 45.0) % 90.0 - 45.0


def _straight(ground: Ground, face: int, wanted_deg: float) -> tuple[Sprite, float]:
    turns = ground.sprites.dice(ground.dice.value, face)
    best = min(turns, key=lambda sprite: abs(_quarter_off(sprite.turn_deg, wanted_deg)))
    return best, _quarter_off(best.turn_deg, wanted_deg)


def _free_spot(
    ground: Ground, seat: int, turn_deg: float, shown: list[Laid], rng: np.random.Generator
) -> calibration.Point | None:
    side = ground.side_px
    x, y = ground.seating.cup_centre(seat, ground.size)
    taken = [Place((die.x - x) / side, (die.y - y) / side, die.turn_deg) for die in shown]
    tries = (spot for _ in range(LOOKS) for spot in _nearest_first(ground, seat, SHOWN_RING, rng))
    for spot in tries:
        place = Place((spot[0] - x) / side, (spot[1] - y) / side, turn_deg)
        if not _outside_cup(ground, place) or any(overlap(place, each, SHOWN_GAP) for each in taken):
            continue
        if ground.seating.clearance(seat, *spot, ground.size) > EDGE_ROOM * side:
            return spot
    return None


def _nearest_first(
    ground: Ground, seat: int, ring: tuple[float, float], rng: np.random.Generator
) -> Iterator[calibration.Point]:
    """Random spots, the nearest first; ``ring``: nearest and farthest from the cup's rim, in die sides."""
    away = np.sort(ground.cup_radius + rng.uniform(*ring, CANDIDATES)) * ground.side_px
    angles = rng.uniform(0, 2 * pi, CANDIDATES)
    x, y = ground.seating.cup_centre(seat, ground.size)
    for dx, dy in zip((away * np.cos(angles)).tolist(), (away * np.sin(angles)).tolist(), strict=True):
        yield x + dx, y + dy


def _outside_cup(ground: Ground, place: Place) -> bool:
    free, top = ground.cup_radius + HALF_DIAGONAL + SHOWN_GAP, CUP_TOP * ground.cup_scale
    return all(hypot(place.x, place.y + up) > free for up in (0.0, top / 2, top))


def _is_whole(ground: Ground, cup: Laid) -> bool:
    extent, (width, height) = extent_of(ground, cup), ground.size
    return min(extent.left, extent.top, width - extent.right, height - extent.bottom) >= 0


def _cup_fits(ground: Ground, seat: int, spot: calibration.Point, others: tuple[Laid, ...]) -> bool:
    if ground.seating.seat_of(*spot, ground.size) != seat:
        return False
    board = calibration.board_of(ground.size)
    if any(board.distance(*at) < ground.cup_radius * ground.side_px for at in _heights(ground, spot)):
        return False
    return hides_no_dice(ground, spot, others)


def hides_no_dice(ground: Ground, spot: calibration.Point, others: tuple[Laid, ...]) -> bool:
    side, spots = ground.side_px, _heights(ground, spot)
    of_dice = (ground.cup_radius + ground.dice_radius + HALF_DIAGONAL) * side
    centres = (ground.seating.cup_centre(each, ground.size) for each in range(ground.seating.players))
    if any(hypot(cx - x, cy - y) < of_dice for cx, cy in centres for x, y in spots):
        return False
    return all(hypot(o.x - x, o.y - y) > _keep_from(ground, o) * side for x, y in spots for o in others)


def _heights(ground: Ground, spot: calibration.Point) -> tuple[calibration.Point, calibration.Point]:
    x, y = spot
    return (x, y), (x, y - CUP_TOP * ground.cup_scale * ground.side_px)


def _keep_from(ground: Ground, other: Laid) -> float:
    reach = ground.cup_radius if other.sprite.kind == "cup" else HALF_DIAGONAL
    return ground.cup_radius + reach + SHOWN_GAP


def _troubled(
    ground: Ground, dice: tuple[Laid, ...], places: list[Place], trouble: Trouble, rng: np.random.Generator
) -> tuple[Laid, ...]:
    if trouble is Trouble.COCKED and dice:
        leaning = ground.sprites.cocked(ground.dice.value)
        sprite = leaning[int(rng.integers(len(leaning)))]
        return (replace(dice[0], sprite=sprite, face=sprite.face), *dice[1:])
    if trouble is Trouble.TOUCHING and len(dice) > 1:
        return _pushed_together(ground, dice, places)
    if trouble is Trouble.HIDDEN and len(dice) > 1:
        return _stacked(ground, dice, rng)
    return dice


def _pushed_together(ground: Ground, dice: tuple[Laid, ...], places: list[Place]) -> tuple[Laid, ...]:
    first = places[0]
    sides = [beside(first, towards_deg) for towards_deg in (0, 90, 180, 270)]
    sides.sort(key=lambda side: hypot(side.x, side.y))
    free = [side for side in sides if not any(overlap(side, other, 0.0) for other in places[2:])]
    place = (free or sides)[0]
    sprite, extra = _straight(ground, dice[1].face or 1, first.turn_deg)
    x, y = dice[0].x + (place.x - first.x) * ground.side_px, dice[0].y + (place.y - first.y) * ground.side_px
    return (dice[0], replace(dice[1], sprite=sprite, extra_deg=extra, x=x, y=y), *dice[2:])


def _stacked(ground: Ground, dice: tuple[Laid, ...], rng: np.random.Generator) -> tuple[Laid, ...]:
    angle = rng.uniform(0, 2 * pi)
    x = dice[0].x + LEAN_ON * ground.side_px * cos(angle)
    y = dice[0].y + LEAN_ON * ground.side_px * sin(angle)
    raised = ground.side_px * sin(radians(ground.sprites.tilt_deg))
    return (dice[0], replace(dice[1], x=x, y=y, raised_px=raised), *dice[2:])
