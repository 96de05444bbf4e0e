"""The table of a recorded lift before anything moves: top, light, camera, dice, board; and what will move."""

from __future__ import annotations

from dataclasses import dataclass, replace

import bpy
import numpy as np
from bpy.types import Mesh, Object

from models.cycles.dice import Make, make_of
from models.cycles.lamps import lit
from models.cycles.lift_places import Die
from models.cycles.lift_plans import Plan, plan
from models.cycles.lift_things import CupMade, Person, any_person, cup_made, phone_or_glass
from models.cycles.materials import glossy
from models.cycles.meshes import placed, sheet_of
from models.cycles.tables import begun
from models.cycles.tops import table_top
from models.render.dicebag import random_shape, random_star
from models.render.layout import lying
from models.render.printing import board_piece
from models.render.surface import finish

Rng = np.random.Generator

STARRED, CLEAR, OWN_COLOURS = 0.5, 0.05, 0.6
"""Chances: of dice with a star for the one, of clear ones, of other dice at each seat."""
BOARD_MM = 1.0
NOISE = 0.06
"""Cycles stops where it expects no more noise than this; the denoiser does the rest [choice]."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The things of a lift that a key picture stands up: dice with their objects, cups, people, a thing."""

    plan: Plan
    dice: list[list[Object]]
    cups: list[CupMade]
    people: list[Person]
    thing: list[Mesh]
    told: dict


def table(seed: int, number: int, samples: int, threads: int) -> Table:
    """The scene of a lift without cups and hands."""
    rng, lift = np.random.default_rng((seed, number, 1)), plan(seed, number)
    camera = lift.ground.camera
    begun(camera, samples, threads, rng)
    cycles = bpy.context.scene.cycles
    cycles.samples, cycles.adaptive_threshold, cycles.use_denoising = samples, NOISE, True
    corners = np.array([[0, 0], [camera.width, 0], [0, camera.height], [camera.width, camera.height]], float)
    top, _ = table_top(rng, [], 1.6 * float(np.abs(camera.on_table(corners)).max()), pictured_share=0.0)
    light = lit(rng)
    makes = _makes(rng, len(lift.dice), lift.ground.side_mm)
    dice = [[_die(make, die, 0.0) for die in seat] for make, seat in zip(makes[1:], lift.dice, strict=True)]
    if lift.board:
        _lay_board(rng, lift)
    if lift.bid_die is not None:
        _die(makes[0], lift.bid_die, BOARD_MM if lift.board else 0.0)
    cups = [cup_made(rng, size) for size in lift.cups]
    people = [any_person(rng) for _ in lift.dice]
    kind, thing = phone_or_glass(rng) if lift.keys[0].thing else ("none", [])
    told = {
        "top": top,
        "light": light,
        "thing": kind,
        "board": lift.board,
        "bid_die": lift.bid_die is not None,
    }
    return Table(lift, dice, cups, people, thing, told)


def _makes(rng: Rng, players: int, side_mm: float) -> list[Make]:
    """Of the die on the board, and of each seat's dice: one shape, colours of their own or not."""
    star = random_star("test", rng) if rng.random() < STARRED else None
    shape = replace(random_shape("test", rng, star), side_mm=side_mm)
    one = make_of(shape, finish("test", rng, CLEAR), rng)
    own = rng.random() < OWN_COLOURS
    seats = [make_of(shape, finish("test", rng, CLEAR), rng) if own else one for _ in range(players)]
    return [one, *seats]


def _die(make: Make, die: Die, height_mm: float) -> Object:
    centre = np.array([*die.place, height_mm + make.shape.side_mm / 2])
    return placed(make.mesh, lying(die.face, die.turn_deg, make.shape.layout), centre)


def _lay_board(rng: Rng, lift: Plan) -> None:
    """A printed board in its place."""
    middle, wide, deep = lift.ground.board()
    picture = board_piece(rng)
    wide = 0.92 * min(wide, deep * picture.shape[1] / picture.shape[0])
    edge = glossy((0.7, 0.68, 0.6, 1.0), 0.6)
    placed(sheet_of(picture, wide, BOARD_MM, 0.5, edge), centre=np.array([*middle, 0.0]))
