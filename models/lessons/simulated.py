"""Crops of simulated tables: loose dice, dice on the Lost Dice Squares, and the squares bare."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from tqdm import tqdm

from companion.calibration import DICE_IN_A_CUP, LostGrid, Seating, board_of, die_side_px, lost_square
from companion.core.frame import Frame
from companion.recognition.classify.classifier import MARK, STAR
from companion.recognition.table.squares import SquaresField, looks
from companion.simulator import DiceKind, SimulatedTable, SpriteSet, Trouble
from companion.simulator.laying import Ground, Laid, bid_die, chance, lost_dice
from companion.simulator.painting import box_of
from companion.simulator.sprites import DIE_SIDE_MM
from companion.simulator.table import BID, LOST
from models.lessons.photographs import (
    FACELESS,
    IS_THE_DIE,
    NO_DIE,
    UNSURE,
    Bounds,
    Crops,
    Proposals,
    inside,
    longer,
    no_die,
    overlap,
)

FIRST_SEED = 50_000
"""Far from the seeds of tests and measurements."""
SIZES = ((1280, 720), (1280, 720), (1280, 720), (1920, 1080))
TROUBLES = (Trouble.NONE, Trouble.TOUCHING, Trouble.COCKED, Trouble.HIDDEN)
BARE_SQUARES, BARE_PLACES, OFF_DICE = 6, 4, 0.02
"""Squares and places of the board taken from a table, and the most that they share with a die."""
LIFTED_EVERY = 3
"""Every so manieth table is seen with lifted cups; of the others the squares alone, as the eye sees them."""
LOOSE, ON_SQUARE, BARE, BETWEEN = "loose", "on a square", "bare", "between"
"""Sources; ``BETWEEN`` are boxes that lie partly on dice."""


@dataclass(frozen=True, slots=True)
class Die:
    box: Bounds
    label: int
    source: str


def from_simulated(count: int, proposals: Proposals) -> Crops:
    crops, sprites = Crops(), SpriteSet.load()
    for number in tqdm(range(count), "simulated tables", mininterval=5):
        add_table(crops, number, proposals, sprites)
    return crops


def add_table(crops: Crops, number: int, proposals: Proposals, sprites: SpriteSet) -> None:
    """One table; none if dice lie on one another on its squares."""
    rng, seed = np.random.default_rng((17, number)), FIRST_SEED + number
    players, size = int(rng.integers(2, 9)), SIZES[number % len(SIZES)]
    each = DICE_IN_A_CUP if players > DICE_IN_A_CUP else DICE_IN_A_CUP - 1
    kind, trouble = list(DiceKind)[int(rng.integers(len(DiceKind)))], TROUBLES[int(rng.integers(4))]
    table = SimulatedTable(players, seed, size, dice=kind, trouble=trouble, sprites=sprites, clock=lambda: 0)
    lost = tuple(int(gone) for gone in rng.binomial(each, rng.random(), players))
    table.lost(lost)
    table.deal(tuple(each - gone for gone in lost), (), seed)
    ground, grid = (
        Ground(Seating(players), size, sprites, kind),
        LostGrid.for_table(players, each),
    )
    laid = lost_dice(ground, lost, grid, chance(seed, LOST))
    if any(die.raised_px for die in laid):
        return
    dice = [Die(_box(ground, die), _label(die.face, kind), ON_SQUARE) for die in laid]
    if number % LIFTED_EVERY == 0:
        table.lift()
        if kind.with_board:
            dice.append(Die(_box(ground, bid_die(ground, None, 1, chance(seed, BID, 1))), FACELESS, LOOSE))
        for die in table.dice_in_view() if trouble is not Trouble.HIDDEN else ():
            label = FACELESS if die.cocked else _label(die.face, kind)
            dice.append(Die(die.box, label, LOOSE))
        if trouble is not Trouble.HIDDEN:
            _add_frame(crops, table.capture(0).pixels, dice, proposals)
    elif field := SquaresField.of(Seating(players), size):
        frame = table.capture(0)
        cut, _, enlarged = looks(field.cut(frame))
        for look in (cut, enlarged)[: 1 + number % 2]:
            _add_frame(crops, look.pixels, _moved(dice, field, look.width / cut.width), proposals)
        _add_bare(crops, frame, dice, ground, grid, rng)


def _box(ground: Ground, die: Laid) -> Bounds:
    picture = ground.sprites.picture(die.rendered, die_side_px(ground.size) / DIE_SIDE_MM)
    return box_of(picture, die, ground.size)


def _label(face: int | None, kind: DiceKind) -> int:
    if face is None:
        return FACELESS
    if (face, kind) in ((1, DiceKind.STARS), (6, DiceKind.STAR_SIX)):
        return STAR
    return MARK if face == 1 and kind is DiceKind.BIRD else face - 1


def _moved(dice: list[Die], field: SquaresField, scale: float) -> list[Die]:
    """In the window's px, enlarged."""
    x, y = field.window[:2]

    def there(box: Bounds) -> Bounds:
        left, top, right, bottom = box
        return scale * (left - x), scale * (top - y), scale * (right - x), scale * (bottom - y)

    return [Die(there(die.box), die.label, die.source) for die in dice]


def _add_frame(crops: Crops, pixels: np.ndarray, dice: list[Die], proposals: Proposals) -> None:
    boxes = [die.box for die in dice]
    for die in dice:
        if inside(die.box, pixels):
            crops.add(pixels, die.box, die.label, True, die.source)
    for box in proposals.of(pixels):
        shared = [overlap(box, other) for other in boxes]
        at = int(np.argmax(shared)) if shared else -1
        if at >= 0 and shared[at] >= IS_THE_DIE:
            crops.add(pixels, box, dice[at].label, True, dice[at].source)
        elif no_die(box, pixels, boxes, shared):
            crops.add(pixels, box, NO_DIE, True, BARE)
        elif inside(box, pixels):
            crops.add(pixels, box, UNSURE, True, BETWEEN)


def _add_bare(
    crops: Crops, frame: Frame, dice: list[Die], ground: Ground, grid: LostGrid, rng: np.random.Generator
) -> None:
    """Empty squares, and places of the board, as large as a die."""
    side = max((longer(die.box) for die in dice), default=die_side_px(ground.size))
    players = ground.seating.players
    squares = [
        lost_square(int(rng.integers(players)), int(rng.integers(grid.each)), grid, ground.size)
        for _ in range(BARE_SQUARES)
    ]
    places = [((each.left + each.right) / 2, (each.top + each.bottom) / 2) for each in squares]
    board = board_of(ground.size)
    corners = (board.left, board.top), (board.right, board.bottom)
    places += [tuple(rng.uniform(*corners).tolist()) for _ in range(BARE_PLACES)]
    for x, y in places:
        half = side / 2 * float(np.exp(rng.normal(0, 0.12)))
        x, y = rng.normal((x, y), 0.08 * side).tolist()
        box = (x - half, y - half, x + half, y + half)
        if all(overlap(box, die.box) < OFF_DICE for die in dice):
            crops.add(frame.pixels, box, NO_DIE, True, BARE)
