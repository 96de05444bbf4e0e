"""How cards come to lie on a table: loose, in melds, in fans, in piles. Places in mm, turns in degrees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from models.cards.face import CARD_MM

Rng = np.random.Generator


@dataclass(frozen=True, slots=True)
class Place:
    """Where a card's middle lies, how far it is turned, and whether its face lies up."""

    x: float
    y: float
    turn_deg: float
    face_up: bool = True


def loose(rng: Rng, reach: tuple[float, float]) -> Iterator[Place]:
    """Cards here and there, any turn, some on top of others."""
    for _ in range(int(rng.integers(1, 9))):
        yield Place(*rng.uniform(-1, 1, 2) * reach, rng.uniform(0, 360), bool(rng.random() < 0.93))


def _spread(
    rng: Rng, at: np.ndarray, turn: float, count: int, step: np.ndarray, jitter: float
) -> Iterator[Place]:
    direction = np.radians(turn)
    turned = np.array([[np.cos(direction), -np.sin(direction)], [np.sin(direction), np.cos(direction)]])
    for place in range(count):
        spot = at + turned @ (step * (place - (count - 1) / 2)) + rng.normal(0, 1.5, 2) * jitter
        yield Place(*spot, turn + rng.normal(0, 2.0) * jitter)


def meld(rng: Rng, reach: tuple[float, float]) -> Iterator[Place]:
    """A row side by side or overlapping, or a column of which every index shows."""
    at, turn = rng.uniform(-0.7, 0.7, 2) * reach, rng.uniform(0, 360)
    count = int(rng.integers(3, 8))
    draw = rng.random()
    if draw < 0.4:
        step = np.array([CARD_MM[0] * rng.uniform(0.2, 0.6), 0.0])
    elif draw < 0.65:
        step = np.array([CARD_MM[0] * rng.uniform(0.9, 1.15), 0.0])
    elif draw < 0.8:
        step = np.array([-CARD_MM[0] * rng.uniform(0.2, 0.6), 0.0])
    else:
        step = np.array([CARD_MM[0] * rng.uniform(-0.08, 0.08), CARD_MM[1] * rng.uniform(0.2, 0.36)])
    yield from _spread(rng, at, turn, count, step, rng.uniform(0.1, 1.6))


def fan(rng: Rng, reach: tuple[float, float]) -> Iterator[Place]:
    """A hand laid down open: each card turned a little further about a point below."""
    pivot, turn = rng.uniform(-0.6, 0.6, 2) * reach, rng.uniform(0, 360)
    count, step = int(rng.integers(3, 11)), rng.uniform(6, 18)
    arm = CARD_MM[1] * rng.uniform(0.6, 1.6)
    for place in range(count):
        angle = turn + (place - (count - 1) / 2) * step + rng.normal(0, 1.0)
        yield Place(
            pivot[0] + arm * np.sin(np.radians(angle)), pivot[1] - arm * np.cos(np.radians(angle)), angle
        )


def pile(rng: Rng, reach: tuple[float, float]) -> Iterator[Place]:
    """Stock or discards: cards one upon the other; of the stock only backs show."""
    at, turn, up = rng.uniform(-0.9, 0.9, 2) * reach, rng.uniform(0, 360), bool(rng.random() < 0.4)
    for _ in range(int(rng.integers(2, 7))):
        yield Place(*(at + rng.normal(0, 2.5, 2)), turn + rng.normal(0, 5), up)


KINDS = ((loose, 0.36), (meld, 0.3), (fan, 0.22), (pile, 0.12))


def any_layout(rng: Rng, reach: tuple[float, float]) -> list[Place]:
    """One to three groups of cards within ``reach``, mm to either side of the middle."""
    chances = np.array([chance for _, chance in KINDS])
    places: list[Place] = []
    for _ in range(int(rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15]))):
        kind = KINDS[rng.choice(len(KINDS), p=chances / chances.sum())][0]
        places += kind(rng, reach)
    return places


def card_matrix(place: Place, face_px: tuple[int, int], stretch: float = 1.0) -> np.ndarray:
    """From px of a card's picture (width, height) to table mm (3, 3); its height is ``CARD_MM`` times
    ``stretch``."""
    scale = CARD_MM[1] / face_px[1] * stretch
    angle = np.radians(place.turn_deg)
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    half_width, half_height = face_px[0] / 2, face_px[1] / 2
    return np.array([
        [cos, -sin, place.x - cos * half_width + sin * half_height],
        [sin, cos, place.y - sin * half_width - cos * half_height],
        [0.0, 0.0, 1.0],
    ])  # fmt: skip
