"""A table composed of a ground, dice, clutter and light, with the truth about every die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.compose.clutter import any_clutter
from models.compose.lens import lit, seen
from models.compose.paint import Sprite, trimmed

Rng = np.random.Generator
HIDDEN_BELOW = 0.82
"""A die with a smaller visible share is half hidden, to be doubted."""
FORGOTTEN_BELOW = 0.3
"""With a smaller visible share it is neither a die nor background."""
STACK_CHANCE = 0.04
RENDERED_CLUTTER = 0.6
CLUTTER_BELOW = 7
"""Default limit of other things."""
TOUCH_CHANCE = 0.35
"""Default chance of a die beside another."""
ON_PRINT_CHANCE = 0.8
"""Chance of a separate die on a print, if dice are to lie on prints."""
IN_A_ROW = 1.15
"""Largest distance of a row's dice, in their edges."""
DIE_PX = (15.0, 150.0)
"""Longer side of the dice's cut-outs in the composed frame."""


@dataclass(frozen=True, slots=True)
class Thing:
    """``label`` 1-6, 7 star, 0 no die, -1 to be ignored; doubts as flags."""

    box: tuple[float, float, float, float]
    label: int
    cocked: bool = False
    stacked: bool = False
    hidden: bool = False
    turns: bool = True


Window = tuple[slice, slice]
"""Rows and columns."""
Spot = tuple[float, float, float]
"""A thing's middle and size, px."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """One hard light: where a shadow's end falls, right and down, and its blur, in sizes of the thing."""

    reach: tuple[float, float]
    blur: float
    darkness: float


LAMP_STEPS = 8
"""Pictures of a thing that its hard shadow is made of."""


class Table:
    """Pasted pictures, and a map of who is on top."""

    def __init__(self, ground: np.ndarray, lamp: Lamp | None = None) -> None:
        self.pixels = ground
        self._lamp = lamp
        self.owner: np.ndarray = np.full(ground.shape[:2], -1, np.int16)
        self.things: list[Thing] = []
        self.areas: list[int] = []

    def paste(self, rng: Rng, bgra: np.ndarray, at: tuple[float, float], thing: Thing) -> None:
        """Centred at ``at``, with its contact shadow; notes the box."""
        height, width = bgra.shape[:2]
        left, top = int(at[0] - width / 2), int(at[1] - height / 2)
        if self._lamp:
            self._shade_hard(self._lamp, bgra[..., 3], left, top)
        else:
            self._shade(rng, bgra[..., 3], left, top)
        window = self._window(left, top, width, height)
        alpha = bgra[..., 3]
        box = (left, top, left + width, top + height)
        self.things.append(Thing(box, thing.label, thing.cocked, thing.stacked, thing.hidden, thing.turns))
        self.areas.append(int((alpha > 128).sum()))
        if window is None:
            return
        (y, x), (v, u) = window
        share = alpha[v, u, None].astype(np.float32) / 255
        self.pixels[y, x] = self.pixels[y, x] * (1 - share) + bgra[v, u, :3] * share
        self.owner[y, x][alpha[v, u] > 128] = len(self.things) - 1

    def _window(self, left: int, top: int, width: int, height: int) -> tuple[Window, Window] | None:
        tall, wide = self.owner.shape
        x0, y0, x1, y1 = max(0, left), max(0, top), min(wide, left + width), min(tall, top + height)
        if x0 >= x1 or y0 >= y1:
            return None
        return (slice(y0, y1), slice(x0, x1)), (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))

    def _shade(self, rng: Rng, alpha: np.ndarray, left: int, top: int) -> None:
        pad = max(4, alpha.shape[0] // 3)
        padded = cv2.copyMakeBorder(alpha, pad, pad, pad, pad, cv2.BORDER_CONSTANT)
        shadow = cv2.GaussianBlur(padded, (0, 0), max(0.6, alpha.shape[0] * rng.uniform(0.02, 0.14)))
        drift = rng.normal(0, alpha.shape[0] * 0.1, 2)
        x, y = int(left - pad + drift[0]), int(top - pad + drift[1])
        window = self._window(x, y, shadow.shape[1], shadow.shape[0])
        if window is not None:
            self._darken(window, shadow, rng.uniform(0.1, 0.75))

    def _shade_hard(self, lamp: Lamp, alpha: np.ndarray, left: int, top: int) -> None:
        size = max(alpha.shape)
        pad = int(size * (max(map(abs, lamp.reach)) + 3 * lamp.blur)) + 4
        padded = cv2.copyMakeBorder(alpha, pad, pad, pad, pad, cv2.BORDER_CONSTANT)
        shadow, (tall, wide) = padded.copy(), padded.shape
        for step in range(1, LAMP_STEPS + 1):
            right, down = (size * each * step / LAMP_STEPS for each in lamp.reach)
            moved = np.array([[1, 0, right], [0, 1, down]], np.float32)
            np.maximum(shadow, cv2.warpAffine(padded, moved, (wide, tall)), out=shadow)
        shadow = cv2.GaussianBlur(shadow, (0, 0), max(0.5, size * lamp.blur))
        window = self._window(left - pad, top - pad, wide, tall)
        if window is not None:
            self._darken(window, shadow, lamp.darkness)

    def _darken(self, window: tuple[Window, Window], shadow: np.ndarray, darkness: float) -> None:
        inside, within = window
        self.pixels[inside] *= 1 - darkness * shadow[within][..., None].astype(np.float32) / 255

    def truths(self) -> list[Thing]:
        """Boxes clipped to the frame, covered things flagged."""
        tall, wide = self.owner.shape
        shown = np.bincount(self.owner[self.owner >= 0], minlength=len(self.things))
        truths = []
        for thing, area, visible in zip(self.things, self.areas, shown, strict=True):
            share = visible / max(area, 1)
            left, top, right, bottom = thing.box
            box = (max(0, left), max(0, top), min(wide, right), min(tall, bottom))
            if box[2] - box[0] < 4 or box[3] - box[1] < 4:
                continue
            label = -1 if share < FORGOTTEN_BELOW and thing.label > 0 else thing.label
            hidden = bool(thing.label > 0 and share < HIDDEN_BELOW)
            truths.append(Thing(box, label, thing.cocked, thing.stacked, hidden, thing.turns))
        return truths


def sized(rng: Rng, sprite: Sprite, longer_px: float, turn: float | None = None) -> np.ndarray:
    """The cut-out at a size; turned at will, or a little if only the picture's up shows its face; or by
    ``turn`` degrees to the left. Some are mirrored, of dice seen together none.
    """
    if turn is None:
        turn = rng.uniform(0, 360) if sprite.turns else rng.uniform(-12, 12)
    height, width = sprite.bgra.shape[:2]
    scale = longer_px / max(height, width)
    if scale < 0.6:
        small = cv2.resize(sprite.bgra, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        scale = 1.0
    else:
        small = sprite.bgra
    height, width = small.shape[:2]
    room = int(np.hypot(height, width) * scale) + 4
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, scale)
    matrix[:, 2] += (room / 2 - width / 2, room / 2 - height / 2)
    if sprite.label not in (0,) and sprite.beside is None and rng.random() < 0.5:
        small = small[:, ::-1]
    return trimmed(cv2.warpAffine(small, matrix, (room, room), flags=cv2.INTER_LINEAR))


def _place(
    rng: Rng,
    table: Table,
    size: float,
    taken: list[Spot],
    touching: float = TOUCH_CHANCE,
    prints: Sequence[np.ndarray] = (),
) -> tuple[float, float] | None:
    tall, wide = table.owner.shape
    for _ in range(12):
        if taken and rng.random() < touching:
            x, y, other = taken[int(rng.integers(len(taken)))]
            angle, reach = rng.uniform(0, 2 * np.pi), (size + other) / 2 * rng.uniform(0.88, 1.1)
            spot = (x + reach * np.cos(angle), y + reach * np.sin(angle))
        elif len(prints) and rng.random() < ON_PRINT_CHANCE:
            spot = _within(rng, prints[int(rng.integers(len(prints)))])
        else:
            edge = -0.3 if rng.random() < 0.06 else min(0.6, 0.45 * min(tall, wide) / size)
            spot = (
                rng.uniform(edge * size, wide - edge * size),
                rng.uniform(edge * size, tall - edge * size),
            )
        if all(np.hypot(spot[0] - x, spot[1] - y) > 0.86 * (size + other) / 2 for x, y, other in taken):
            return spot
    return None


def _within(rng: Rng, outline: np.ndarray) -> tuple[float, float]:
    """A point in a four-cornered outline (4, 2)."""
    across, down = rng.uniform(0, 1, 2)
    far, near = (outline[a] + across * (outline[b] - outline[a]) for a, b in ((0, 1), (3, 2)))
    x, y = far + down * (near - far)
    return float(x), float(y)


def compose(
    rng: Rng,
    ground: np.ndarray,
    draw_die: Callable[[Rng], Sprite],
    die_px: float,
    dice: int,
    things: Sequence[Sprite] = (),
    touching: float = TOUCH_CHANCE,
    prints: Sequence[np.ndarray] = (),
    clutter: int = CLUTTER_BELOW,
    heaps: Sequence[Sequence[Sprite]] = (),
    lamp: Lamp | None = None,
) -> tuple[np.ndarray, list[Thing]]:
    """A synthetic photograph of a table: uint8 (H, W, 3), and its things.

    ``things`` lie among the sketched clutter, fewer than ``clutter`` in all. ``touching``: chance of a die
    beside another; most others lie on ``prints``, outlines (4, 2), if there are any. ``heaps`` lie as they
    were seen, or side by side and square.
    """
    table = Table(ground, lamp)
    taken: list[Spot] = []
    for heap in heaps:
        _lay_heap(rng, table, heap, die_px, taken)
    order = rng.permutation([1] * dice + [0] * int(rng.integers(0, clutter)))
    for is_die in order:
        if is_die:
            _lay_die(rng, table, draw_die(rng), die_px * rng.uniform(0.85, 1.15), taken, touching, prints)
        else:
            _lay_clutter(rng, table, die_px, taken, things)
    picture = seen(rng, lit(rng, table.pixels), die_px)
    return picture, table.truths()


def _lay_die(
    rng: Rng,
    table: Table,
    sprite: Sprite,
    size: float,
    taken: list[Spot],
    touching: float,
    prints: Sequence[np.ndarray],
) -> None:
    spot = _place(rng, table, size, taken, touching, prints)
    if spot is None:
        return
    bgra = sized(rng, sprite, size)
    stacked = bool(rng.random() < STACK_CHANCE)
    thing = Thing((0, 0, 0, 0), sprite.label, sprite.cocked, stacked, False, sprite.turns)
    table.paste(rng, bgra, spot, thing)
    taken.append((*spot, size))
    if stacked:
        above = (spot[0] + size * rng.normal(0, 0.2), spot[1] + size * rng.normal(0, 0.2))
        table.paste(rng, sized(rng, sprite, size * 1.05), above, thing)


def _lay_heap(rng: Rng, table: Table, heap: Sequence[Sprite], die_px: float, taken: list[Spot]) -> None:
    """Pushed together: as they were seen, or square to the picture."""
    spot = _place(rng, table, die_px, taken, 0.0)
    if spot is None:
        return
    turn, step = rng.uniform(0, 360), rng.uniform(1.0, IN_A_ROW)
    cosine, sine = die_px * np.cos(np.radians(turn)), die_px * np.sin(np.radians(turn))
    for index, sprite in enumerate(heap):
        right, down = sprite.beside or (index * step, 0.0)
        x, y = spot[0] + right * cosine + down * sine, spot[1] - right * sine + down * cosine
        thing = Thing((0, 0, 0, 0), sprite.label, sprite.cocked, False, False, sprite.turns)
        table.paste(rng, sized(rng, sprite, die_px, turn=turn), (x, y), thing)
        taken.append((x, y, die_px))


def _lay_clutter(rng: Rng, table: Table, die_px: float, taken: list[Spot], things: Sequence[Sprite]) -> None:
    rendered = len(things) > 0 and rng.random() < RENDERED_CLUTTER
    sprite = things[int(rng.integers(len(things)))] if rendered else any_clutter(rng)
    size = min(die_px * (rng.uniform(1.2, 8.0) if rendered else rng.uniform(0.6, 4.0)), 500)
    over = rng.random() < 0.25
    spot = _place(rng, table, size, [] if over else taken)
    if spot is not None:
        table.paste(rng, sized(rng, sprite, size), spot, Thing((0, 0, 0, 0), 0))
        if not over:
            taken.append((*spot, size))
