"""Seats at a real table, in table mm, and which seat owns a place.

A seat is a point at the table's edge. A place belongs to the seat with the least reach: a distance in which
steps toward the table's middle count less than steps aside, as dice roll. Between about equal seats the place
is nobody's, and a die there is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from math import atan2, cos, hypot, isfinite, pi, sin

import cv2
import numpy as np

from companion.calibration.errors import ProfileError
from companion.calibration.seating import FEWEST_SEATS, MOST_SEATS, AreaKind, Point
from companion.core.seats import SeatPlaces
from companion.text import say

NEAREST_SEATS_MM = 150.0
"""Players whose cups (80 to 102 mm) stand side by side are farther apart [choice]."""
FORWARD = 0.5
"""Weight of a step toward the table's middle: cups stand in front of their players, and dice roll away
from them. With 1 a die that rolled 300 mm from a table's end would go to the seat at its side."""
UNDECIDED = 0.85
"""If the nearest seat's reach is more than this share of the next one's, the place is nobody's: between
neighbours a strip as broad as three dice at the table's edge, broader in the middle [choice]."""
INNERMOST = 0.5
"""A seat is farther out than this share of the way from the table's middle to its edge [choice]."""
RIM_MM = 50.0
"""Dice may lie so far beyond the corner marks [choice]."""
NOBODY = -1


def even_seats(players: int, size_mm: Point) -> tuple[Point, ...]:
    """The first in the middle of the near side, then clockwise. Raises ``ProfileError`` beyond 2-12
    players.
    """
    if not FEWEST_SEATS <= players <= MOST_SEATS:
        raise ProfileError(say("seat.number", fewest=FEWEST_SEATS, most=MOST_SEATS, given=players))
    places = SeatPlaces(players, size_mm)
    return tuple(_at_the_edge(places.towards(seat), size_mm) for seat in range(players))


def _at_the_edge(towards: Point, size_mm: Point) -> Point:
    u, v = towards
    reach = 2 * max(abs(u), abs(v))
    return u / reach * size_mm[0], v / reach * size_mm[1]


Came = Sequence[Sequence[tuple[int, bool]]]
"""See ``Expectation``."""


def sat_first(players: int, came: Came) -> int:
    """How many sat down before all these games."""
    if not came:
        return players
    there = players - len(_newcomers(came[-1]))
    return sat_first(there + len(_gone(came[-2])), came[:-1]) if came[1:] else there


def _newcomers(moves: Sequence[tuple[int, bool]]) -> frozenset[int]:
    first = dict(reversed(moves))
    return frozenset(seat for seat, joined in first.items() if joined)


def _gone(moves: Sequence[tuple[int, bool]]) -> frozenset[int]:
    return frozenset(seat for seat, joined in dict(moves).items() if not joined)


def seated(
    chairs: Sequence[Point], players: int, games: Came, size_mm: Point
) -> tuple[tuple[int, Point], ...]:
    """Seats with their players, ``NOBODY`` at empty ones; ``chairs``: of who ``sat_first``, then empty ones.

    A newcomer takes an empty seat between the two neighbours, else sits half-way between them; all others
    stay. Who has left owns the seat until somebody takes it, or until the next game.
    """
    came = games[-1] if games else ()
    joined = _newcomers(came)
    if games[1:]:
        gone = _gone(games[-2])
        sat = sorted(seated(chairs, players - len(joined) + len(gone), games[:-1], size_mm))
        empty = {NOBODY, *gone}
        chairs = [chair for keeps in (True, False) for seat, chair in sat if (seat not in empty) is keeps]
    own = dict(zip((seat for seat in range(players) if seat not in joined), chairs, strict=False))
    there, free = dict(own), list(chairs[len(own) :])
    for seat, comes in came:
        if not comes:
            free.append(there.pop(seat))
            continue
        if own.get(seat) not in free:
            placed = {each: chair for each, chair in own.items() if each in there or chair in free}
            own[seat] = _place_between(placed, seat, free, size_mm)
        there[seat] = own[seat]
        if own[seat] in free:
            free.remove(own[seat])
    away = {own[seat]: seat for seat in own if seat not in there}
    return (*there.items(), *((away.get(chair, NOBODY), chair) for chair in free))


def _place_between(placed: dict[int, Point], seat: int, free: Sequence[Point], size_mm: Point) -> Point:
    """The first empty seat clockwise from the neighbour before to the one after, whose own seats count if
    they are away; else half-way.
    """
    before = placed[max((each for each in placed if each < seat), default=max(placed))]
    after = placed[min((each for each in placed if each > seat), default=min(placed))]
    whole = 2 * pi
    arc = (_turn(after, size_mm) - _turn(before, size_mm)) % whole or whole

    def from_before(chair: Point) -> float:
        return (_turn(chair, size_mm) - _turn(before, size_mm)) % whole

    between = [chair for chair in free if from_before(chair) <= arc]
    if between:
        return min(between, key=from_before)
    turn = _turn(before, size_mm) + arc / 2
    x, y = _at_the_edge((-sin(turn), cos(turn)), size_mm)
    out = (_outness(before, size_mm) + _outness(after, size_mm)) / 2
    return x * out, y * out


def _turn(seat: Point, size_mm: Point) -> float:
    """Clockwise from the near side, of the table as a square."""
    return atan2(-seat[0] / size_mm[0], seat[1] / size_mm[1])


def _outness(seat: Point, size_mm: Point) -> float:
    """1 at the table's edge."""
    return 2 * max(abs(seat[0]) / size_mm[0], abs(seat[1]) / size_mm[1])


def check_seats(seats: Sequence[Point], size_mm: Point) -> None:
    """Raises ``ProfileError`` for impossible seats; no seats are allowed."""
    check_seats_so_far(seats, size_mm)
    if len(seats) == 1:
        raise ProfileError(say("seat.one"))


def check_seats_so_far(seats: Sequence[Point], size_mm: Point) -> None:
    if len(seats) > MOST_SEATS:
        raise ProfileError(say("seat.too_many", most=MOST_SEATS))
    for which, seat in enumerate(seats):
        _check_place(which, seat, size_mm)
    for (which, one), (other, another) in combinations(enumerate(seats), 2):
        apart = hypot(one[0] - another[0], one[1] - another[1])
        if apart < NEAREST_SEATS_MM:
            seats_named = {"first": say_seat(which), "second": say_seat(other)}
            raise ProfileError(say("seat.same_spot", apart=f"{apart:.0f}", **seats_named))
    turns = [atan2(y, x) for x, y in seats]
    if sum((after - before) % (2 * pi) for before, after in pairwise(turns)) >= 2 * pi:
        raise ProfileError(say("seat.not_clockwise"))


def say_seat(which: int) -> str:
    """A seat's name, 0-11: "the first seat"."""
    return say(f"seat.nth.{which + 1}")


def _check_place(which: int, seat: Point, size_mm: Point) -> None:
    if not all(isfinite(each) for each in seat):
        raise ProfileError(say("seat.not_finite"))
    across, deep = size_mm[0] / 2, size_mm[1] / 2
    if max(abs(seat[0]) / across, abs(seat[1]) / deep) < INNERMOST:
        raise ProfileError(say("seat.in_the_middle", seat=say_seat(which)))
    beyond = hypot(max(0.0, abs(seat[0]) - across), max(0.0, abs(seat[1]) - deep))
    if beyond > min(across, deep):
        raise ProfileError(say("seat.beyond", seat=say_seat(which), beyond=f"{beyond:.0f}"))


def owners(
    seats: Sequence[Point], points_mm: np.ndarray, size_mm: Point, undecided: float = UNDECIDED
) -> np.ndarray:
    """Owners int (N,) of places (N, 2): ``NOBODY`` off the table and between equal seats.

    With ``undecided`` 1.0 every place on the table has an owner.
    """
    points = np.asarray(points_mm, np.float64).reshape(-1, 2)
    reach = np.stack([_reach(seat, points, size_mm) for seat in seats], axis=1)
    order = np.argsort(reach, axis=1)[:, :2]
    nearest, next_one = (np.take_along_axis(reach, order[:, at : at + 1], axis=1)[:, 0] for at in (0, 1))
    decided = (nearest <= undecided * next_one) & on_table(points, seats, size_mm)
    return np.where(decided, order[:, 0], NOBODY)


def _reach(seat: Point, points: np.ndarray, size_mm: Point) -> np.ndarray:
    """The reach of points (N, 2); steps ahead count less."""
    ahead = _ahead(seat, size_mm)
    away = points - np.array(seat)
    forward, aside = away @ ahead, away @ np.array((-ahead[1], ahead[0]))
    reach: np.ndarray = np.hypot(FORWARD * forward, aside)
    return reach


def _ahead(seat: Point, size_mm: Point) -> np.ndarray:
    """The direction in which a player looks: to the nearest point of the table's spine.

    The spine runs along the middle of a long table, as far from its ends as from its sides; for a square or
    round table it is the middle. So a player at a side looks straight across, at a corner or a round table to
    the middle.
    """
    along = (size_mm[0] - size_mm[1]) / 2
    half = np.array((max(along, 0.0), max(-along, 0.0)))
    ahead = np.clip(seat, -half, half) - np.array(seat)
    unit: np.ndarray = ahead / np.linalg.norm(ahead)
    return unit


def on_table(points_mm: np.ndarray, seats: Sequence[Point], size_mm: Point) -> np.ndarray:
    """Which places (N, 2) are on the field, before a seat, or on the rim: bool (N,).

    A seat beyond the field means a round top, which reaches at least to its nearest seat.
    """
    across, deep = size_mm[0] / 2, size_mm[1] / 2
    field = [(-across, -deep), (across, -deep), (across, deep), (-across, deep)]
    hull = cv2.convexHull(np.array([*field, *seats], np.float32)).reshape(-1, 2).astype(np.float64)
    points = np.asarray(points_mm, np.float64).reshape(-1, 2)
    round_top = any(max(abs(x) - across, abs(y) - deep) > RIM_MM for x, y in seats)
    radius = min(hypot(x, y) for x, y in seats) if round_top else 0.0
    sides = np.roll(hull, -1, axis=0) - hull
    outward = np.stack((sides[:, 1], -sides[:, 0]), axis=1) / np.hypot(*sides.T)[:, None]
    outward *= np.sign(((hull - hull.mean(axis=0)) * outward).sum(axis=1))[:, None]
    inside = (points @ outward.T - (hull * outward).sum(axis=1) <= RIM_MM).all(axis=1)
    covered: np.ndarray = inside | (np.hypot(*points.T) <= radius)
    return covered


FEWEST_CORNERS, MOST_CORNERS = 3, 8
"""Corners of an area: boards have four; eight are enough for other things."""
NARROWEST_MM = 16.0
"""No die lies wholly on a narrower area."""
FARTHEST_MM = 5000.0
"""Every touch on a picture of a table is nearer than this."""


@dataclass(frozen=True, slots=True)
class Area:
    """Corners in table mm, either way round. Raises ``ProfileError`` if too narrow or its sides cross."""

    kind: AreaKind
    corners_mm: tuple[Point, ...]

    def __post_init__(self) -> None:
        if not FEWEST_CORNERS <= len(self.corners_mm) <= MOST_CORNERS:
            limits = {"fewest": FEWEST_CORNERS, "most": MOST_CORNERS, "given": len(self.corners_mm)}
            raise ProfileError(say("area.corners", area=self.kind.words, **limits))
        if not all(isfinite(each) and abs(each) < FARTHEST_MM for at in self.corners_mm for each in at):
            raise ProfileError(say("area.off_table", area=self.kind.words))
        across, deep = cv2.minAreaRect(np.array(self.corners_mm, np.float32))[1]
        if min(across, deep) < NARROWEST_MM:
            long, short = f"{max(across, deep):.0f}", f"{min(across, deep):.0f}"
            raise ProfileError(say("area.narrow", area=self.kind.words, long=long, short=short))
        if _crosses(self.corners_mm):
            raise ProfileError(say("area.crossed", area=self.kind.words))

    @classmethod
    def rectangle(cls, kind: AreaKind, one: Point, other: Point) -> Area:
        """A rectangle from opposite corners, along the table's sides."""
        return cls(kind, (one, (other[0], one[1]), other, (one[0], other[1])))

    def holds(self, x_mm: float, y_mm: float) -> bool:
        """Edge included."""
        corners = np.array(self.corners_mm, np.float32)
        return cv2.pointPolygonTest(corners, (float(x_mm), float(y_mm)), False) >= 0


def check_areas(areas: Sequence[Area], seats: Sequence[Point], size_mm: Point) -> None:
    """Raises ``ProfileError`` for impossible areas.

    Board and Lost Dice Squares must lie on the table.
    """
    for area in areas:
        inside = on_table(np.array(area.corners_mm), seats, size_mm)
        if not (inside.any() if area.kind is AreaKind.OUT else inside.all()):
            raise ProfileError(say("area.beyond", area=area.kind.words))
        for which, seat in enumerate(seats):
            if area.holds(*seat):
                raise ProfileError(say("area.on_seat", seat=say_seat(which), area=area.kind.words))


def _crosses(corners: Sequence[Point]) -> bool:
    if len(set(corners)) != len(corners):
        return True
    many = len(corners)
    sides = [(corners[at], corners[(at + 1) % many]) for at in range(many)]
    apart = [
        (one, other) for (i, one), (k, other) in combinations(enumerate(sides), 2) if 1 < k - i < many - 1
    ]
    return any(_meet(one, other) for one, other in apart)


def _meet(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    ways = [_left_of(one, point) for point in other], [_left_of(other, point) for point in one]
    return all(first * second <= 0 for first, second in ways)


def _left_of(side: tuple[Point, Point], point: Point) -> float:
    (ax, ay), (bx, by) = side
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)
