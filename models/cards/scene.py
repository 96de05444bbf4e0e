"""A synthetic photograph of cards on a table, with the truth about every index."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.cards.camera import legible, seen_at, seen_calmly, upright, view
from models.cards.drawn import Style, any_deck, back, drawn_card, joker
from models.cards.face import CARD_MM, FACE_PX, NO_RANK, UNSURE, Face
from models.cards.fonts import STRANGERS, Lettering, any_letters
from models.cards.table import CardTable, Corner
from models.compose.clutter import CLUTTER, card
from models.compose.lens import jpeg, lit, seen
from models.compose.make import any_make
from models.compose.paint import BACKGROUND, Sprite, soft_noise
from models.compose.scene import Thing, sized
from models.compose.sketch import sketched_die


@dataclass(frozen=True, slots=True)
class Place:
    """A card's middle, rotation, and whether it lies face up."""

    x: float
    y: float
    turn_deg: float
    face_up: bool = True


def loose(rng: Rng, reach: tuple[float, float]) -> Iterator[Place]:
    """Any rotation, some on top of others."""
    for _ in range(int(rng.integers(1, 9))):
        x, y = rng.uniform(-1, 1, 2) * reach
        yield Place(x, y, rng.uniform(0, 360), bool(rng.random() < 0.93))


def _spread(
    rng: Rng, at: np.ndarray, turn: float, count: int, step: np.ndarray, jitter: float
) -> Iterator[Place]:
    direction = np.radians(turn)
    turned = np.array([[np.cos(direction), -np.sin(direction)], [np.sin(direction), np.cos(direction)]])
    for place in range(count):
        spot = at + turned @ (step * (place - (count - 1) / 2)) + rng.normal(0, 1.5, 2) * jitter
        yield Place(spot[0], spot[1], turn + rng.normal(0, 2.0) * jitter)


def meld(rng: Rng, reach: tuple[float, float]) -> Iterator[Place]:
    """A row, or a column with every index visible."""
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
    """A fan: each card turned a little further about a point below."""
    pivot, turn = rng.uniform(-0.6, 0.6, 2) * reach, rng.uniform(0, 360)
    count, step = int(rng.integers(3, 11)), rng.uniform(6, 18)
    arm = CARD_MM[1] * rng.uniform(0.6, 1.6)
    for place in range(count):
        angle = turn + (place - (count - 1) / 2) * step + rng.normal(0, 1.0)
        yield Place(
            pivot[0] + arm * np.sin(np.radians(angle)), pivot[1] - arm * np.cos(np.radians(angle)), angle
        )


def pile(rng: Rng, reach: tuple[float, float]) -> Iterator[Place]:
    """Stock (only backs show) or discards."""
    at, turn, up = rng.uniform(-0.9, 0.9, 2) * reach, rng.uniform(0, 360), bool(rng.random() < 0.4)
    for _ in range(int(rng.integers(2, 7))):
        x, y = at + rng.normal(0, 2.5, 2)
        yield Place(x, y, turn + rng.normal(0, 5), up)


KINDS = ((loose, 0.36), (meld, 0.3), (fan, 0.22), (pile, 0.12))


def any_layout(rng: Rng, reach: tuple[float, float]) -> list[Place]:
    """One to three groups within ``reach``, mm to either side of the middle."""
    chances = np.array([chance for _, chance in KINDS])
    places: list[Place] = []
    for _ in range(int(rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15]))):
        kind = KINDS[rng.choice(len(KINDS), p=chances / chances.sum())][0]
        places += kind(rng, reach)
    return places


def card_matrix(place: Place, face_px: tuple[int, int]) -> np.ndarray:
    """Maps picture px (width, height) to table mm (3, 3); the height is that of ``CARD_MM``."""
    scale = CARD_MM[1] / face_px[1]
    angle = np.radians(place.turn_deg)
    cos, sin = np.cos(angle) * scale, np.sin(angle) * scale
    half_width, half_height = face_px[0] / 2, face_px[1] / 2
    return np.array([
        [cos, -sin, place.x - cos * half_width + sin * half_height],
        [sin, cos, place.y - sin * half_width - cos * half_height],
        [0.0, 0.0, 1.0],
    ])  # fmt: skip


Rng = np.random.Generator
PACKAGE_SHARE = 0.4
"""Share of tables with a package's deck, if there is one."""
TWO_DECKS_CHANCE = 0.15
JOKER_CHANCE = 0.03
DECK = 52
TYPICAL_INDEX_MM = 16.0
DICE_MM, CLUTTER_MM = (12.0, 20.0), (15.0, 90.0)
MOST_CLUTTER = 0.45
"""Longer side of other things over the frame's width."""
OVER_CHANCE = 0.3
"""Share of tables with things also over the cards."""
STREAK_CHANCE = 0.3
Draw = Callable[[Rng], Face]
THINGS = tuple((draw, chance) for draw, chance in CLUTTER if draw is not card)


@dataclass(frozen=True, slots=True, eq=False)
class Sources:
    """Typefaces, package decks, and a drawer of grounds."""

    letterings: Sequence[Lettering]
    packages: Sequence[Sequence[Face]]
    ground: Callable[[Rng, int, int], np.ndarray]
    package_share: float = PACKAGE_SHARE
    lettered: float = 0.0
    """Share of our own decks with other letters than A J Q K."""
    strange_suits: float = 0.0
    """Share of our own decks with other suits."""
    strangers: Sequence[str] = STRANGERS


def _foreign(rng: Rng, style: Style, sources: Sources) -> Style:
    """The style, at times with other letters or suits."""
    if sources.lettered and rng.random() < sources.lettered:
        style = replace(style, letters=any_letters(rng, style.lettering, sources.strangers))
    if sources.strange_suits and rng.random() < sources.strange_suits:
        style = replace(style, suits=replace(style.suits, strange=int(rng.integers(1, 1 << 31))))
    return style


def _pack(rng: Rng, sources: Sources) -> tuple[Draw, Draw]:
    """Drawers of faces, each card once while they last, and of backs."""
    style = _foreign(rng, any_deck(rng, sources.letterings), sources)
    pattern = int(rng.integers(1 << 31))
    faces: Sequence[Face] = ()
    if sources.packages and rng.random() < sources.package_share:
        faces = sources.packages[int(rng.integers(len(sources.packages)))]
    order = iter(rng.permutation(len(faces) or DECK))

    def drawn(draw: Rng) -> Face:
        place = int(next(order, draw.integers(len(faces) or DECK)))
        if faces:
            return faces[place]
        return (
            joker(draw, style) if draw.random() < JOKER_CHANCE else drawn_card(draw, style, *divmod(place, 4))
        )

    return drawn, lambda _: back(np.random.default_rng(pattern), style)


def _lay_cards(rng: Rng, table: CardTable, sources: Sources, sight: np.ndarray, px_a_mm: float) -> None:
    tall, wide = table.owner.shape
    packs = [_pack(rng, sources)]
    if rng.random() < TWO_DECKS_CHANCE:
        packs.append(_pack(rng, sources))
    reach = (0.5 * wide / px_a_mm, 0.5 * tall / px_a_mm)
    for place in any_layout(rng, reach):
        draw, draw_back = packs[int(rng.integers(len(packs)))]
        if np.any(
            np.abs(seen_at(sight, np.array([(place.x, place.y)]))[0] - (wide / 2, tall / 2)) > (wide, tall)
        ):
            continue
        face = draw(rng) if place.face_up else draw_back(rng)
        matrix = sight @ card_matrix(place, (face.bgra.shape[1], FACE_PX))
        table.lay(rng, face, matrix, rng.uniform(0.86, 1.0))


def _lay_thing(rng: Rng, table: CardTable, px_a_mm: float) -> None:
    if rng.random() < 0.35:
        drawn = sketched_die(rng, any_make(rng), int(rng.integers(1, 7)))
        sprite, size = Sprite(drawn.bgra, BACKGROUND), rng.uniform(*DICE_MM) * px_a_mm
    else:
        chances = np.array([chance for _, chance in THINGS])
        sprite = THINGS[rng.choice(len(THINGS), p=chances / chances.sum())][0](rng)
        size = rng.uniform(*CLUTTER_MM) * px_a_mm
    tall, wide = table.owner.shape
    size = min(size, MOST_CLUTTER * wide)
    spot = (rng.uniform(0, wide), rng.uniform(0, tall))
    table.paste(rng, sized(rng, sprite, max(size, 8)), spot, Thing((0, 0, 0, 0), 0))


def _streaked(rng: Rng, table: CardTable) -> None:
    """A lamp's or a window's reflection on the cards alone."""
    tall, wide = table.owner.shape
    light: np.ndarray = np.zeros((tall, wide), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        at, angle = rng.uniform(0, (wide, tall)), rng.uniform(0, np.pi)
        along = np.array([np.cos(angle), np.sin(angle)]) * max(wide, tall) * rng.uniform(0.2, 1.2)
        ends = (at - along).astype(int).tolist(), (at + along).astype(int).tolist()
        cv2.line(light, *ends, rng.uniform(40, 260), max(2, int(rng.uniform(0.01, 0.12) * wide)))
    light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.004, 0.05) * wide)
    light = light * (0.5 + 0.5 * soft_noise(rng, tall, wide, 3))
    table.pixels += (light * (table.owner >= 0))[..., None]


def compose(
    rng: Rng, sources: Sources, frame: tuple[int, int], index_px: float, calm: bool = False
) -> tuple[np.ndarray, list[Corner]]:
    """A picture, uint8 (H, W, 3) BGR, with indices of about ``index_px``, and its corners.

    ``calm``: as by a good camera (``seen_calmly``); else by any, in any light.
    """
    table = CardTable(sources.ground(rng, *frame).astype(np.float32))
    px_a_mm = index_px / TYPICAL_INDEX_MM
    sight = view(rng, frame, px_a_mm)
    for _ in range(int(rng.integers(0, 4))):
        _lay_thing(rng, table, px_a_mm)
    if rng.random() > 0.03:
        _lay_cards(rng, table, sources, sight, px_a_mm)
    if rng.random() < OVER_CHANCE:
        for _ in range(int(rng.integers(1, 4))):
            _lay_thing(rng, table, px_a_mm)
    if rng.random() < STREAK_CHANCE:
        _streaked(rng, table)
    corners = table.corners()
    shone_on = lit(rng, table.pixels)
    if calm:
        picture = seen_calmly(rng, shone_on, index_px)
    else:
        picture = jpeg(rng, seen(rng, shone_on, index_px * 0.7), 45)
    return picture, [_lit_enough(picture, corner) for corner in corners]


def _lit_enough(picture: np.ndarray, corner: Corner) -> Corner:
    """Unreadable where light has washed it out."""
    if legible(upright(picture, corner.x, corner.y, corner.height, corner.up)):
        return corner
    unsure = UNSURE if corner.rank != NO_RANK else NO_RANK
    return replace(corner, rank=unsure, suit=UNSURE, shown=min(corner.shown, 0.5))
