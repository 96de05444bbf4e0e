"""Simulated tables to test seats with: the players' places, their dice, and what a camera sees of these.

Rectangular and round tables of 2 to 6 players, with cups, and dice under the cups and rolled out. They are
calibrated as inexactly as people do it: from corner marks found a little wrong, and from touches of a thumb.
Lengths in mm. Everything follows from the seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from math import cos, hypot, pi, sin

import numpy as np

from companion.calibration import (
    CUP_RADIUS,
    DICE_RADIUS,
    DIE_MM,
    Area,
    AreaKind,
    FoundBy,
    LaidMark,
    LensNote,
    Optics,
    Place,
    Point,
    Profile,
    Size,
    TablePlane,
)
from companion.calibration.marks import FoundMark
from companion.calibration.table_marks import table_from_marks
from companion.simulator.calibration_desk import STEEPEST_DEG, drawn_lens, over_the_table

SIZE: Size = (1280, 720)
ELBOW_ROOM = 380.0
"""The least distance between two players' seats."""
CUP_FROM_EDGE = (80.0, 190.0)
"""How far a cup stands in front of its player."""
CUP_ASIDE = 70.0
"""How far aside of its player a cup may stand; the standard deviation is half of it."""
ROLLED = 350.0
"""The largest distance of an open die of the opening roll from the table's edge."""
OFF_CARDS = 105.0
"""Nobody puts a cup on a corner card: from its middle the card reaches 59 mm, a cup 40 mm."""
CLEAR_OF_OTHERS = 1.3
"""A rolled die is nearer to its own player than to others by this share, so that people would agree."""
MARK_OFF_PX = 0.1
"""Standard deviation of a mark's corner: twice what rendered pictures gave (marks)."""
THUMB_PX, CARELESS_MM = 6.4, 25.0
"""Standard deviations of a touch, in px of the picture (half of 8 px on a screen of 800), and of where people
say that they sit."""
BOX_PX = 1.0
"""Standard deviation of a side of the box round a die."""
BOARD_MM = (360.0, 230.0)


@dataclass(frozen=True, slots=True)
class LaidDie:
    """A die on the table: its middle, its turn, and the seat whose it is, or the area it lies in."""

    at_mm: Point
    turn_deg: float
    seat: int | None = None
    area: AreaKind | None = None


@dataclass(frozen=True, slots=True)
class PeopledTable:
    """The truth of a table: plane, players clockwise, and their dice under the cups and rolled out."""

    plane: TablePlane
    round_top: bool
    seats: tuple[Point, ...]
    under_cups: tuple[LaidDie, ...]
    rolled: tuple[LaidDie, ...]
    not_in_play: tuple[LaidDie, ...]
    profile: Profile

    def box_px(self, die: LaidDie, random: np.random.Generator) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the box that an eye finds round a die."""
        turn = np.radians(die.turn_deg)
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * DIE_MM / 2
        corners = corners @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]]) + die.at_mm
        seen = np.concatenate([self.plane.px_of(corners), self.plane.px_of(corners, DIE_MM)])
        sides = np.concatenate([seen.min(axis=0), seen.max(axis=0)]) + random.normal(0, BOX_PX, 4)
        left, top, right, bottom = (float(side) for side in sides)
        return left, top, right, bottom


def peopled_table(players: int, seed: int) -> PeopledTable:
    """The table of a seed. Tables at which people would have no room are drawn again."""
    random = np.random.default_rng((players, seed))
    while True:
        round_top = bool(random.random() < 0.4)
        top = _drawn_top(players, round_top, random)
        seats = _seated(players, top, round_top, random)
        cups = [_cup(seat, top, round_top, random) for seat in seats]
        field = (top[0] * 0.7, top[1] * 0.7) if round_top else top
        cards = _laid(field, random)
        free = all(hypot(*np.subtract(cup, card.middle_mm)) > OFF_CARDS for cup in cups for card in cards)
        if free and _room(seats, ELBOW_ROOM) and _room(cups, 2.2 * CUP_RADIUS * DIE_MM):
            break
    plane = _filmed(field, top, random)
    areas = _areas(field, cups, random)
    under = tuple(die for seat, cup in enumerate(cups) for die in _shaken(seat, cup, random))
    rolled = tuple(
        die
        for seat in range(players)
        if (die := _rolled_out(seat, seats, top, round_top, areas, random)) is not None
    )
    lost = tuple(_in_area(area, random) for area in areas for _ in range(6))
    profile = _set_up(plane, cards, seats, areas, random)
    return PeopledTable(plane, round_top, seats, under, rolled, lost, profile)


def _drawn_top(players: int, round_top: bool, random: np.random.Generator) -> Point:
    if round_top:
        across = float(random.uniform(900, 1100) + 60 * max(0, players - 3))
        return across, across
    if players <= 4:
        return float(random.uniform(750, 1250)), float(random.uniform(600, 850))
    return float(random.uniform(1100, 1700)), float(random.uniform(700, 950))


def _seated(players: int, top: Point, round_top: bool, random: np.random.Generator) -> tuple[Point, ...]:
    """Places on the edge, clockwise, more or less evenly round it."""
    begin, spread = random.uniform(0, 1), 0.25 / players
    shares = sorted((begin + each / players + random.uniform(-spread, spread)) % 1 for each in range(players))
    edge = _round_edge if round_top else _straight_edge
    return tuple(edge(share, top) for share in shares)


def _round_edge(share: float, top: Point) -> Point:
    return top[0] / 2 * cos(2 * pi * share), top[1] / 2 * sin(2 * pi * share)


def _straight_edge(share: float, top: Point) -> Point:
    """The place at this distance along the rim, clockwise from the far left corner."""
    (across, deep), way = top, share * 2 * (top[0] + top[1])
    if way < across:
        return way - across / 2, -deep / 2
    if way < across + deep:
        return across / 2, way - across - deep / 2
    if way < 2 * across + deep:
        return across / 2 - (way - across - deep), deep / 2
    return -across / 2, deep / 2 - (way - 2 * across - deep)


def _inward(seat: Point, top: Point, round_top: bool, random: np.random.Generator) -> np.ndarray:
    """Where a player looks: square to the edge, turned to the middle by up to a half."""
    middle = -np.array(seat) / hypot(*seat)
    if round_top:
        return middle
    across_edge = abs(seat[0]) / top[0] < abs(seat[1]) / top[1]
    square = np.array((0.0, -np.sign(seat[1])) if across_edge else (-np.sign(seat[0]), 0.0))
    ahead = square + random.uniform(0, 0.5) * (middle - square)
    direction: np.ndarray = ahead / np.linalg.norm(ahead)
    return direction


def _cup(seat: Point, top: Point, round_top: bool, random: np.random.Generator) -> Point:
    ahead = _inward(seat, top, round_top, random)
    aside = np.array((-ahead[1], ahead[0])) * np.clip(random.normal(0, CUP_ASIDE / 2), -CUP_ASIDE, CUP_ASIDE)
    cup = np.array(seat) + ahead * random.uniform(*CUP_FROM_EDGE) + aside
    if not round_top:
        room = np.array(top) / 2 - CUP_RADIUS * DIE_MM
        cup = np.clip(cup, -room, room)
    return float(cup[0]), float(cup[1])


def _room(places: tuple[Point, ...] | list[Point], apart: float) -> bool:
    return all(hypot(ax - bx, ay - by) >= apart for (ax, ay), (bx, by) in combinations(places, 2))


def _shaken(seat: int, cup: Point, random: np.random.Generator) -> list[LaidDie]:
    """Five dice under a cup; they may overlap here, which changes nothing about whose they are."""
    dice = []
    for _ in range(5):
        way, far = random.uniform(0, 2 * pi), DICE_RADIUS * DIE_MM * random.uniform(0, 1) ** 0.5
        at = cup[0] + far * cos(way), cup[1] + far * sin(way)
        dice.append(LaidDie(at, float(random.uniform(0, 90)), seat=seat))
    return dice


def _rolled_out(
    seat: int,
    seats: tuple[Point, ...],
    top: Point,
    round_top: bool,
    areas: tuple[Area, ...],
    random: np.random.Generator,
) -> LaidDie | None:
    """An open die, rolled toward the middle; ``None`` where it lies in an area or as near to another seat."""
    ahead = _inward(seats[seat], top, round_top, random)
    aside = np.array((-ahead[1], ahead[0])) * random.normal(0, CUP_ASIDE)
    at = np.array(seats[seat]) + ahead * random.uniform(60, ROLLED) + aside
    away = [float(np.linalg.norm(at - np.array(each))) for each in seats]
    others = min(far for each, far in enumerate(away) if each != seat)
    inside = hypot(*at) < top[0] / 2 if round_top else bool((np.abs(at) < np.array(top) / 2).all())
    if not inside or others < CLEAR_OF_OTHERS * away[seat]:
        return None
    if any(area.holds(*at) for area in areas):
        return None
    return LaidDie((float(at[0]), float(at[1])), float(random.uniform(0, 90)), seat=seat)


def _areas(field: Point, cups: list[Point], random: np.random.Generator) -> tuple[Area, ...]:
    """The board in the middle with the Lost Dice Squares on it, where no cup stands in its way."""
    shift = random.uniform(-30, 30, 2)
    half = np.array(BOARD_MM) / 2
    wide = half + 2 * CUP_RADIUS * DIE_MM
    if any((np.abs(np.array(cup) - shift) < wide).all() for cup in cups) or (half * 3 > field).any():
        return ()
    (left, top), (right, bottom) = (shift - half).tolist(), (shift + half).tolist()
    squares = Area.rectangle(AreaKind.LOST_DICE, (left + 40, top + 70), (right - 40, bottom - 40))
    return Area.rectangle(AreaKind.BOARD, (left, top), (right, bottom)), squares


def _in_area(area: Area, random: np.random.Generator) -> LaidDie:
    """A die in an area, a die's side within its edge; on the board, on its rim of spaces."""
    low, high = np.min(area.corners_mm, axis=0) + DIE_MM, np.max(area.corners_mm, axis=0) - DIE_MM
    at = random.uniform(low, high)
    if area.kind is AreaKind.BOARD:
        at[1] = low[1]
    return LaidDie((float(at[0]), float(at[1])), float(random.uniform(0, 90)), area=area.kind)


def _filmed(field: Point, top: Point, random: np.random.Generator) -> TablePlane:
    """The table in front of a camera that sees all of it, tilted by up to 30°."""
    optics = drawn_lens(random, SIZE)
    pose = over_the_table(optics, random.uniform(0, STEEPEST_DEG), random, top)
    return TablePlane(optics, pose.turn, pose.origin_mm, field)


def _laid(field: Point, random: np.random.Generator) -> list[LaidMark]:
    """The cards in the field's corners, as hands lay them."""
    reach, corners = np.array(field) / 2 - 42, ((-1, 1), (-1, -1), (1, -1), (1, 1))
    return [
        LaidMark(place, tuple(reach * way + random.uniform(-10, 10, 2)), float(random.uniform(-8, 8)))
        for place, way in zip(Place, corners, strict=True)
    ]


def _set_up(
    plane: TablePlane,
    laid: list[LaidMark],
    seats: tuple[Point, ...],
    areas: tuple[Area, ...],
    random: np.random.Generator,
) -> Profile:
    """The profile that a person would make: nothing in it is quite right."""
    lens = plane.optics
    focal = lens.focal_px[0] * random.normal(1, 0.0005), lens.focal_px[1] * random.normal(1, 0.0005)
    bend = lens.distortion[0] + random.normal(0, 0.002), *lens.distortion[1:]
    optics = Optics(lens.size, focal, lens.centre_px, bend)
    seen = [FoundMark(mark.place, plane.px_of(mark.corners_mm) + random.normal(0, MARK_OFF_PX, (4, 2)))
            for mark in laid]  # fmt: skip
    found = table_from_marks(seen, optics)

    def touched(place: Point) -> Point:
        px = plane.px_of(np.array([place])) + random.normal(0, THUMB_PX, (1, 2))
        x, y = found.plane.mm_of(px)[0]
        return round(float(x), 1), round(float(y), 1)

    seen_seats = tuple(touched(tuple(np.array(seat) + random.normal(0, CARELESS_MM, 2))) for seat in seats)
    seen_areas = tuple(
        Area(area.kind, tuple(touched(corner) for corner in area.corners_mm)) for area in areas
    )
    made_at = datetime(2026, 1, 1, tzinfo=UTC)
    return Profile("simulated", made_at, "simulated lens", LensNote(12, 0.1), found.plane, FoundBy.MARKS,
                   found.error_px, found.marks, DIE_MM, seen_seats, seen_areas)  # fmt: skip
