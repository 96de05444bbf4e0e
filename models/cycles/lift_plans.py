"""What happens in a recorded lift: key pictures from cups down to hands gone. No renderer.

A plan follows from seed and number alone. Lengths are table millimetres, times seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.cycles.lift_places import Die, Ground, Place, Stood, any_ground, aside, dice_stood, stood, thrown
from models.cycles.lift_scripts import (
    COVERED_S,
    LAST_S,
    SCRIPTS,
    Cup,
    Happening,
    Key,
    Script,
    Stands,
    thing_moves,
)

Rng = np.random.Generator

PLAYERS, DICE = (2, 5), (1, 6)
SIDES_MM = (13.0, 18.0)
CUP_REACH, CUP_TALL = (2.7, 2.95), (60.0, 95.0)
"""A cup's mouth in die sides from its middle, for dice up to ``seating.DICE_RADIUS`` out; its height, mm."""
CARRIED_OUT, CUPS_OUT = 0.12, 0.7
"""Chance of a cup to leave the picture: in any lift, and where that is what happens."""
ALSO_MOVED, BOARD, BID_DIE = 0.15, 0.5, 0.5
"""Chances: a thing is moved besides; a board lies in the middle; a die lies there that counts for nobody."""
THING_REACH_MM = 60.0


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A lift: the table, dice a seat, sizes of the cups (reach, height) and the key pictures in order."""

    ground: Ground
    dice: tuple[tuple[Die, ...], ...]
    cups: tuple[tuple[float, float], ...]
    board: bool
    bid_die: Die | None
    happenings: tuple[Happening, ...]
    keys: tuple[Key, ...]


def plan(seed: int, number: int) -> Plan:
    """The lift of that number: kinds of happenings take turns."""
    rng = np.random.default_rng((seed, number, 0))
    main = tuple(Happening)[number % len(Happening)]
    players, count = int(rng.integers(PLAYERS[0], PLAYERS[1] + 1)), int(rng.integers(DICE[0], DICE[1] + 1))
    ground = any_ground(rng, players, float(rng.uniform(*SIDES_MM)))
    dice = tuple(thrown(rng, ground, seat, count) for seat in range(players))
    mouth = ground.side_mm * float(rng.uniform(*CUP_REACH))
    sizes = tuple((mouth, float(rng.uniform(*CUP_TALL))) for _ in range(players))
    out = CUPS_OUT if main is Happening.OUT else CARRIED_OUT
    bid_die = _bid_die(rng, ground)
    taken = dice_stood(ground, [*(die for seat in dice for die in seat), *([bid_die] if bid_die else [])])
    things = _thing_places(rng, ground, sizes, taken) if _moves(rng, main) else None
    taken += [stood(ground, place, THING_REACH_MM, 10.0) for place in things or ()]
    after = tuple(_after(rng, ground, seat, sizes[seat], out, taken) for seat in range(players))
    if main is Happening.OUT and all(cup.stands is not Stands.OUT for cup in after):
        after = (_carried_out(rng, ground, 0), *after[1:])
    cups = [Cup(Stands.DOWN, ground.home(seat)) for seat in range(players)]
    script = Script(rng, ground, after, cups, things[0] if things else None)
    script.held(COVERED_S)
    SCRIPTS[main](script)
    if things:
        thing_moves(script, things[1])
    script.held(LAST_S)
    happenings = {main} | ({Happening.MOVED} if things else set())
    happenings |= {Happening.OUT} if any(cup.stands is Stands.OUT for cup in after) else set()
    told = tuple(each for each in Happening if each in happenings)
    board = bool(rng.random() < BOARD)
    return Plan(ground, dice, sizes, board, bid_die, told, tuple(script.keys))


def _moves(rng: Rng, main: Happening) -> bool:
    return bool(rng.random() < ALSO_MOVED) or main is Happening.MOVED


def _bid_die(rng: Rng, ground: Ground) -> Die | None:
    """A die in the board's place, sometimes."""
    (x, y), wide, deep = ground.board()
    at = (float(x + wide * rng.uniform(-0.4, 0.4)), float(y + deep * rng.uniform(-0.4, 0.4)))
    die = Die(int(rng.integers(1, 7)), at, float(rng.uniform(0, 360)))
    return die if rng.random() < BID_DIE else None


def _carried_out(rng: Rng, ground: Ground, seat: int) -> Cup:
    x, y = np.array(ground.home(seat)) + rng.uniform(150, 200) * ground.outward(seat)
    return Cup(Stands.OUT, (float(x), float(y)))


def _after(
    rng: Rng, ground: Ground, seat: int, size: tuple[float, float], out: float, taken: list[Stood]
) -> Cup:
    """Where and how a seat's cup stands in the end; ``taken`` gets its place."""
    stands = Stands.LYING if rng.random() < 0.3 else Stands.UPRIGHT
    reach, height = size
    wide = (max(reach, 0.6 * height), 2 * reach) if stands is Stands.LYING else size
    place = aside(rng, ground, ground.home(seat), wide, taken)
    if place is None or rng.random() < out:
        return _carried_out(rng, ground, seat)
    taken.append(stood(ground, place, *wide))
    return Cup(stands, place, 0.0, float(rng.uniform(0, 360)) if stands is Stands.LYING else 0.0)


def _thing_places(
    rng: Rng, ground: Ground, sizes: tuple[tuple[float, float], ...], taken: list[Stood]
) -> tuple[Place, Place] | None:
    """Where a phone or glass is before and after."""
    cups = [stood(ground, ground.home(seat), *size) for seat, size in enumerate(sizes)]
    seat = int(rng.integers(len(sizes)))
    first = aside(rng, ground, ground.home(seat), (THING_REACH_MM, 10.0), [*taken, *cups])
    if first is None:
        return None
    there = stood(ground, first, THING_REACH_MM, 10.0)
    second = aside(rng, ground, first, (0.6 * THING_REACH_MM, 10.0), [*taken, *cups, there])
    return None if second is None else (first, second)
