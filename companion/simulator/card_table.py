"""The simulated card table: a camera over cards that the app turns, lays and removes."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import cos, radians, sin
from pathlib import Path

import cv2
import numpy as np

from companion.calibration import Size
from companion.core.frame import CameraGone, Clock, Frame
from companion.core.reading import CardsLying
from companion.simulator.errors import CardsError, SpritesMissing, Trouble
from companion.simulator.laying import chance
from companion.simulator.painting import table_top
from companion.simulator.stream import FrameStream, LitScene
from companion.text import say

FOLDER = Path(__file__).resolve().parent / "cards"
WIDE_MM, TALL_MM = 63.0, 88.0
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")
CODES = tuple(rank + suit for suit in SUITS for rank in RANKS)
""""10H", "AS"."""
BACKS = ("back_red", "back_blue")
INDEX_MM = (6.6, 11.7)
"""Middle of the upper left index from the card's corner, across and down; the other index is turned."""
SHARP = 1.3
"""Pictures are first shrunk to this multiple of their final size: they stay smooth."""


class CardFaces:
    """A picture is decoded at first use."""

    def __init__(self, folder: Path = FOLDER) -> None:
        """Raises ``SpritesMissing`` for a missing file."""
        missing = [name for name in (*CODES, *BACKS) if not (folder / f"{name}.webp").is_file()]
        if missing:
            lacking = ", ".join(missing[:5])
            raise SpritesMissing(say("simulated.cards_lack", folder=str(folder), cards=lacking))
        self._folder = folder
        self._pictures: dict[tuple[str, float], np.ndarray] = {}

    def picture(self, name: str, px_a_mm: float) -> np.ndarray:
        """A picture, uint8 (H, W, 4), at ``SHARP`` times the frame's scale. Raises ``SpritesMissing`` for
        a broken file.
        """
        key = name, px_a_mm
        if key not in self._pictures:
            self._pictures[key] = self._shrunk(name, SHARP * px_a_mm)
        return self._pictures[key]

    def _shrunk(self, name: str, px_a_mm: float) -> np.ndarray:
        raw = cv2.imread(str(self._folder / f"{name}.webp"), cv2.IMREAD_UNCHANGED)
        if raw is None or raw.ndim != 3 or raw.shape[2] != 4:
            raise SpritesMissing(say("simulated.broken_picture", file=f"{self._folder / name}.webp"))
        size = round(WIDE_MM * px_a_mm), round(TALL_MM * px_a_mm)
        shrinks = size[1] < raw.shape[0]
        return cv2.resize(raw, size, interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR)


MELD_SPOTS = (
    (-115.0, 186.0, 0.0), (115.0, 186.0, 0.0), (115.0, -186.0, 180.0), (-115.0, -186.0, 180.0),
    (345.0, 186.0, 0.0), (-345.0, -186.0, 180.0), (-345.0, 186.0, 0.0), (345.0, -186.0, 180.0),
    (-350.0, 0.0, 0.0),
)  # fmt: skip
"""Places of a hand's first nine melds, from the table's middle: x and y in mm, and the turn in degrees that
faces the readers."""
MELD_ROOM = (106.0, 68.0)
"""Half a meld's room, across and down."""
NEW_ROOM = (212.0, 100.0)
"""Half the room in the middle for new cards and open hands."""
STOCK, DISCARDS = (290.0, 0.0), (374.0, 0.0)
STEP_MM = (17.0, 28.0)
"""From card to card in a row: wider than an index, narrower than a card."""
LEAST_STEP_MM = 13.5
APART_MM = 69.0
FAN_DEG, FAN_ARM_MM = (7.0, 13.0), (100.0, 150.0)
"""From card to card in a fan, and from its pivot to the cards' middles."""
MOST_APART = 4
"""Most cards laid side by side."""
MESSY_DEG, MESSY_MM = 2.2, 1.6
"""Deviations of cards in a row [choice]."""
TRIES = 40


@dataclass(frozen=True, slots=True)
class Spot:
    x: float
    y: float
    turn_deg: float

    def at(self, across: float, down: float) -> tuple[float, float]:
        """Converts mm on the upright card to the table."""
        c, s = cos(radians(self.turn_deg)), sin(radians(self.turn_deg))
        return self.x + c * across - s * down, self.y + s * across + c * down

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Upper left first, clockwise."""
        w, h = WIDE_MM / 2, TALL_MM / 2
        return self.at(-w, -h), self.at(w, -h), self.at(w, h), self.at(-w, h)


Spots = tuple[Spot, ...]


def new_spots(count: int, rng: np.random.Generator) -> Spots:
    """One at any turn, several apart, in a row or as a fan."""
    if count == 1:
        x, y = rng.uniform(-0.4, 0.4, 2) * NEW_ROOM
        return (Spot(float(x), float(y), float(rng.uniform(0, 360))),)
    for left in range(TRIES, 0, -1):
        turn = 180.0 * int(rng.integers(2)) + rng.uniform(-35, 35) * left / TRIES
        laid = _turned(_spread(count, rng), turn)
        if _fits(laid, NEW_ROOM):
            return _moved(laid, 0.5 * rng.uniform(-1, 1, 2) * _left_over(laid, NEW_ROOM))
    return _row(count, LEAST_STEP_MM, rng)


def meld_spots(number: int, count: int, rng: np.random.Generator) -> Spots:
    """Places of a meld's overlapping cards; ``number``: which of the hand's melds, from 0."""
    x, y, turn = MELD_SPOTS[number % len(MELD_SPOTS)]
    step = min(STEP_MM[1], (2 * MELD_ROOM[0] - WIDE_MM) / max(1, count - 1))
    step = max(LEAST_STEP_MM, min(step, rng.uniform(*STEP_MM)))
    laid = _turned(_row(count, step, rng), turn + rng.uniform(-5, 5))
    return _moved(laid, np.array((x, y)) + rng.uniform(-4, 4, 2))


def pile_spots(at: tuple[float, float], count: int, mess: float, rng: np.random.Generator) -> Spots:
    """The lowest first."""
    turn = rng.uniform(-8, 8)
    return tuple(
        Spot(at[0] + rng.normal(0, mess), at[1] + rng.normal(0, mess), turn + rng.normal(0, 2.2 * mess))
        for _ in range(count)
    )


def _spread(count: int, rng: np.random.Generator) -> Spots:
    kind = rng.random()
    if count <= MOST_APART and kind < 0.4:
        return _apart(count, rng)
    if kind < 0.7:
        return _fan(count, rng)
    return _row(count, rng.uniform(*STEP_MM), rng)


def _apart(count: int, rng: np.random.Generator) -> Spots:
    return tuple(
        Spot(
            APART_MM * (each - (count - 1) / 2),
            float(rng.normal(0, 4)),
            float(rng.normal(0, 5)) + 180.0 * (rng.random() < 0.3),
        )
        for each in range(count)
    )


def _row(count: int, step: float, rng: np.random.Generator) -> Spots:
    crooked = rng.normal(0, MESSY_DEG, count), rng.normal(0, MESSY_MM, count)
    return tuple(
        Spot(step * (each - (count - 1) / 2), float(crooked[1][each]), float(crooked[0][each]))
        for each in range(count)
    )


def _fan(count: int, rng: np.random.Generator) -> Spots:
    step, arm = rng.uniform(*FAN_DEG), rng.uniform(*FAN_ARM_MM)
    turns = [step * (each - (count - 1) / 2) + float(rng.normal(0, 0.8)) for each in range(count)]
    return tuple(Spot(arm * sin(radians(turn)), arm * (1 - cos(radians(turn))), turn) for turn in turns)


def _turned(spots: Spots, turn_deg: float) -> Spots:
    x, y = _middle(spots)
    c, s = cos(radians(turn_deg)), sin(radians(turn_deg))
    return tuple(
        Spot(
            c * (each.x - x) - s * (each.y - y), s * (each.x - x) + c * (each.y - y), each.turn_deg + turn_deg
        )
        for each in spots
    )


def _middle(spots: Spots) -> tuple[float, float]:
    points = np.array([corner for each in spots for corner in each.corners])
    return tuple((points.min(0) + points.max(0)) / 2)


def _moved(spots: Spots, by: np.ndarray) -> Spots:
    return tuple(replace(each, x=each.x + float(by[0]), y=each.y + float(by[1])) for each in spots)


def _left_over(spots: Spots, room: tuple[float, float]) -> np.ndarray:
    points = np.abs([corner for each in spots for corner in each.corners])
    room_left: np.ndarray = np.maximum(0.0, np.array(room) - points.max(0))
    return room_left


def _fits(spots: Spots, room: tuple[float, float]) -> bool:
    points = np.abs([corner for each in spots for corner in each.corners])
    return bool((points.max(0) <= room).all())


def half_under(lower: Spot, covered: tuple[float, float], askew_deg: float) -> Spot:
    """A card on ``lower``, its left edge through ``covered``, in mm from the lower card's middle."""
    edge = Spot(*lower.at(*covered), lower.turn_deg + askew_deg)
    return replace(edge, **dict(zip(("x", "y"), edge.at(WIDE_MM / 2, 0.28 * TALL_MM), strict=True)))


SCENE_MM = 960.0
"""Width of the table in the picture's middle: cards are 126 px wide in 1920."""
LEAN_DEG = (5.0, 14.0)
"""Least and largest tilt of the camera off the vertical; it stands at the bottom of the picture."""
CAMERA_MM = 1150.0
SHADOW_MM, SHADOW_BLUR_MM, SHADOW = 1.1, 1.0, 0.42
"""A card's shadow: length to the lower right, softness, darkness [choice]."""
SHADES = (0.93, 1.0)
"""Brightness of bent cards [choice]."""
GLARE_MM, GLARE = 13.0, 200.0
"""Width of a lamp's reflection on a card, and the most grey levels that it adds [choice]."""

Matrix = np.ndarray
"""Homography (3, 3)."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """``matrix``: table mm to frame px."""

    matrix: Matrix
    px_a_mm: float
    size: Size

    @classmethod
    def made(cls, size: Size, rng: np.random.Generator) -> Sight:
        px_a_mm = size[0] / SCENE_MM
        spin = cv2.Rodrigues(np.array([0.0, 0.0, radians(rng.uniform(-1.5, 1.5))]))[0]
        lean = cv2.Rodrigues(np.array([radians(rng.uniform(*LEAN_DEG)), 0.0, 0.0]))[0]
        axes = (lean @ spin)[:, :2]
        focal = px_a_mm * CAMERA_MM
        seen = np.array([[*(focal * axes[0]), 0.0], [*(focal * axes[1]), 0.0], [*-axes[2], CAMERA_MM]])
        shift = np.array([[1, 0, size[0] / 2], [0, 1, size[1] / 2], [0, 0, 1.0]])
        return cls(shift @ seen, px_a_mm, size)

    def of(self, points: object) -> np.ndarray:
        """Converts table mm (N, 2) to frame px."""
        px: np.ndarray = cv2.perspectiveTransform(np.asarray(points, np.float64)[None], self.matrix)[0]
        return px

    def box(self, spot: Spot) -> tuple[int, int, int, int]:
        """A card's box in px, cut at the frame's edge."""
        corners = self.of(spot.corners)
        (left, top), (right, bottom) = corners.min(0), corners.max(0)
        wide, tall = self.size
        return max(0, int(left)), max(0, int(top)), min(wide, int(right) + 1), min(tall, int(bottom) + 1)


def lay_card(scene: np.ndarray, picture: np.ndarray, spot: Spot, sight: Sight, shade: float) -> None:
    """Lays uint8 (H, W, 4) over (H, W, 3), in place."""
    room = round(3 * SHADOW_BLUR_MM * sight.px_a_mm + SHADOW_MM * sight.px_a_mm) + 1
    left, top, right, bottom = sight.box(spot)
    left, top = max(0, left - room), max(0, top - room)
    right, bottom = min(sight.size[0], right + room), min(sight.size[1], bottom + room)
    if left >= right or top >= bottom:
        return
    tall, wide = picture.shape[:2]
    px = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32)
    to_window = sight.of(spot.corners) - (left, top)
    matrix = cv2.getPerspectiveTransform(px, to_window.astype(np.float32))
    over = cv2.warpPerspective(picture, matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
    under = scene[top:bottom, left:right]
    share = over[..., 3:].astype(np.float32) / 255
    shadow = _shadow(over[..., 3], sight.px_a_mm)
    mixed = under * (1 - shadow) * (1 - share) + over[..., :3] * (shade * share)
    under[:] = np.clip(mixed + 0.5, 0, 255).astype(np.uint8)


def _shadow(alpha: np.ndarray, px_a_mm: float) -> np.ndarray:
    """Darkness (H, W, 1) beside a card, 0-1."""
    off = SHADOW_MM * px_a_mm
    fallen = cv2.warpAffine(alpha, np.array([[1, 0, off], [0, 1, off]], np.float32), alpha.shape[::-1])
    soft = cv2.GaussianBlur(fallen, (0, 0), SHADOW_BLUR_MM * px_a_mm)
    darkness: np.ndarray = soft.astype(np.float32)[..., None] * (SHADOW / 255)
    return darkness


def shine(scene: np.ndarray, spot: Spot, ends: tuple[tuple[float, float], ...], sight: Sight) -> None:
    """Adds a reflection in place; ``ends``: mm from the card's middle."""
    start, end = sight.of([spot.at(*end) for end in ends]).round().astype(int).tolist()
    light: np.ndarray = np.zeros(scene.shape[:2], np.float32)
    cv2.line(light, start, end, GLARE, round(GLARE_MM * sight.px_a_mm))
    light = cv2.GaussianBlur(light, (0, 0), 0.22 * GLARE_MM * sight.px_a_mm)
    card = np.zeros(scene.shape[:2], np.uint8)
    cv2.fillConvexPoly(card, sight.of(spot.corners).round().astype(np.int32), 1, cv2.LINE_AA)
    scene[:] = np.clip(scene + (light * card)[..., None], 0, 255).astype(np.uint8)


APART_COLUMNS, APART_SCENE_MM = 5, 800.0
"""Cards beside each other in a frame that shows 80 cm of the table."""


def cards_apart(codes: Sequence[str], size: Size, seed: int = 1) -> Frame:
    """At most ten cards at any turn, from straight above; the same for a seed. Raises ``SpritesMissing``."""
    faces, rng, px_a_mm = CardFaces(), chance(seed, len(codes)), size[0] / APART_SCENE_MM
    scene, sight = table_top(size, rng, None), Sight(np.diag((px_a_mm, px_a_mm, 1.0)), px_a_mm, size)
    cell = APART_SCENE_MM / APART_COLUMNS, size[1] / px_a_mm / 2
    for number, code in enumerate(codes):
        row, column = divmod(number, APART_COLUMNS)
        x, y = (np.array((column, row)) + 0.5 + rng.uniform(-0.05, 0.05, 2)) * cell
        spot = Spot(float(x), float(y), float(rng.uniform(0, 360)))
        lay_card(scene, faces.picture(code, px_a_mm), spot, sight, 1.0)
    return Frame(scene, 0)


CARDS_SIZE: Size = (1920, 1080)
"""More than dice need: an index is then 33 px tall, with 96 cm of table in the picture."""
SURFACE, OPTICS, SIGHT, MELDS, NEW, PILES, TROUBLE = range(201, 208)
"""Mixed with the table's seed, so that each kind of chance is independent of the others."""
MOST_DRAWN = 6
"""Uppermost cards of a pile that are drawn."""
ASKEW_DEG, ASIDE_MM = (8.0, 24.0), (1.0, 3.5)
"""A card over half of another's index: rotation, and its edge's distance from the index's axis."""
GLEAM_MM = 5.0
"""Half the length of a lamp's reflection on one index."""


@dataclass(frozen=True, slots=True)
class TrueCard:
    code: str
    box: tuple[int, int, int, int]
    new: bool


class SimulatedCardTable:
    """Photo-like frames of the cards from ``lay``; thread-safe.

    The same seeds give the same table, light and places. ``trouble`` befalls a new card each time.
    """

    live_is_small = False

    def __init__(
        self,
        seed: int = 0,
        size: Size = CARDS_SIZE,
        *,
        trouble: Trouble = Trouble.NONE,
        faces: CardFaces | None = None,
        clock: Clock = time.monotonic_ns,
    ) -> None:
        """Raises ``SpritesMissing`` without the deck's pictures."""
        self._faces = faces or CardFaces()
        self._seed, self._size, self._trouble, self._clock = seed, size, trouble, clock
        self._drawing = threading.Lock()
        """A picture takes its time: meanwhile cards may be laid."""
        self._sight = Sight.made(size, chance(seed, SIGHT))
        self._stream: FrameStream | None = None
        self._bare: np.ndarray | None = None
        self._lying: CardsLying | None = None
        self._scene: tuple[CardsLying, np.ndarray] | None = None
        self._closed = False

    # What lies there

    @property
    def name(self) -> str:
        return say("camera.name.simulated")

    def lay(self, lying: CardsLying) -> None:
        """Raises ``CardsError`` (a ``ValueError``) for an unknown card."""
        unknown = [code for code in chain(lying.new, *lying.melds) if code not in CODES]
        if unknown or lying.stock < 0 or lying.discards < 0:
            piles = lying.stock, lying.discards
            raise CardsError(say("simulated.no_such_cards", cards=str(unknown or piles)))
        if lying != self._lying:
            camera, self._lying = self._camera(), lying
            camera.touched()

    def put_away(self) -> None:
        self._lying = self._scene = self._bare = self._stream = None

    @property
    def in_use(self) -> bool:
        return self._lying is not None

    def cards_in_view(self) -> tuple[TrueCard, ...]:
        """All face-up cards, partly covered ones included."""
        face_up = self._face_up(self._now())
        return tuple(TrueCard(code, self._sight.box(spot), new) for code, spot, new in face_up)

    # Camera

    def latest(self) -> Frame:
        with self._drawing:
            return self._camera().latest(self._seen)

    def capture(self, after_ns: int) -> Frame:
        with self._drawing:
            if self._closed:
                raise CameraGone(say("camera.closed", camera=self.name))
            return self._camera().capture(self._seen, after_ns)

    def close(self) -> None:
        self._closed = True

    # Inside

    def _now(self) -> CardsLying:
        return self._lying or CardsLying()

    def _camera(self) -> FrameStream:
        stream = self._stream
        if stream is None:
            stream = self._stream = FrameStream(self._size, OPTICS, self._seed, self._clock)
        return stream

    def _seen(self, _now_ns: int) -> LitScene:
        lying, drawn = self._now(), self._scene
        if drawn is None or drawn[0] != lying:
            drawn = self._scene = lying, self._composed(lying)
        return LitScene(drawn[1])

    def _composed(self, lying: CardsLying) -> np.ndarray:
        bare = self._bare
        if bare is None:
            bare = self._bare = table_top(self._size, chance(self._seed, SURFACE), None)
        scene = bare.copy()
        rng = chance(self._seed, PILES, lying.hand_seed)
        for at, count, mess in ((STOCK, lying.stock, 0.5), (DISCARDS, lying.discards, 1.6)):
            back = BACKS[lying.hand_seed % len(BACKS)]
            for spot in pile_spots(at, min(count, MOST_DRAWN), mess, rng):
                self._lay(scene, back, spot, 1.0)
        shades = chance(self._seed, MELDS)
        for code, spot, _ in self._face_up(lying):
            self._lay(scene, code, spot, shades.uniform(*SHADES))
        self._make_trouble(scene, lying)
        return scene

    def _lay(self, scene: np.ndarray, name: str, spot: Spot, shade: float) -> None:
        lay_card(scene, self._faces.picture(name, self._sight.px_a_mm), spot, self._sight, shade)

    def _face_up(self, lying: CardsLying) -> list[tuple[str, Spot, bool]]:
        laid = []
        first = max(0, len(lying.melds) - len(MELD_SPOTS))
        for number, meld in list(enumerate(lying.melds))[first:]:
            rng = chance(self._seed, MELDS, lying.hand_seed, number)
            laid += [
                (code, spot, False)
                for code, spot in zip(meld, meld_spots(number, len(meld), rng), strict=True)
            ]
        return laid + [
            (code, spot, True) for code, spot in zip(lying.new, self._new_spots(lying), strict=True)
        ]

    def _new_spots(self, lying: CardsLying) -> tuple[Spot, ...]:
        if not lying.new:
            return ()
        return new_spots(len(lying.new), chance(self._seed, NEW, lying.new_seed))

    def _make_trouble(self, scene: np.ndarray, lying: CardsLying) -> None:
        """Glare, or the uppermost card half under a face-down one."""
        spots = self._new_spots(lying)
        if not spots or self._trouble not in (Trouble.HIDDEN, Trouble.GLARE):
            return
        rng = chance(self._seed, TROUBLE, lying.new_seed)
        x, y = INDEX_MM[0] - WIDE_MM / 2, INDEX_MM[1] - TALL_MM / 2  # from the card's middle
        if self._trouble is Trouble.HIDDEN:
            cover = half_under(spots[-1], (x + rng.uniform(*ASIDE_MM), y), rng.uniform(*ASKEW_DEG))
            self._lay(scene, BACKS[lying.hand_seed % len(BACKS)], cover, 1.0)
        else:
            ends = (x, y - GLEAM_MM), (x, y + GLEAM_MM)
            shine(scene, spots[int(rng.integers(len(spots)))], ends, self._sight)
