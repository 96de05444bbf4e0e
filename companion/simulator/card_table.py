"""The simulated card table: a camera over cards that the app turns over, lays out and puts away."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np

from companion.calibration import Size
from companion.core.frame import CameraGone, Frame
from companion.devices import Clock, monotonic_clock
from companion.simulator.errors import CardsError, Trouble
from companion.simulator.laid_cards import (
    BACKS,
    CODES,
    DISCARDS,
    INDEX_MM,
    MELD_SPOTS,
    SHADES,
    STOCK,
    CardFaces,
    Sight,
    Spot,
    half_under,
    lay_card,
    meld_spots,
    middle_of_index,
    new_spots,
    pile_spots,
    shine,
)
from companion.simulator.shaking import chance
from companion.simulator.stream import FrameStream, LitScene, Optics
from companion.simulator.surfaces import table_top
from companion.text import say

CARDS_SIZE: Size = (1920, 1080)
"""More than the dice need: an index is then 33 px tall, where the picture shows 96 cm of table."""
SURFACE, OPTICS, SIGHT, MELDS, NEW, PILES, TROUBLE = range(201, 208)
"""Second seeds: each kind of chance has its own."""
MOST_DRAWN = 6
"""Cards of a pile that are drawn one by one; those below do not show."""
ASKEW_DEG, ASIDE_MM = (8.0, 24.0), (1.0, 3.5)
"""How a card lies half over another one's index: askew, its edge so far beside the index's axis."""
GLEAM_MM = 5.0
"""Half the length of a lamp's reflection on one index."""

Codes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrueCard:
    """A card that lies face up: its code, the box round it in the frame, and whether it was just laid."""

    code: str
    box: tuple[int, int, int, int]
    new: bool


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies on the table, and the seeds of where: melds, cards just laid, piles face down."""

    melds: tuple[Codes, ...] = ()
    new: Codes = ()
    stock: int = 0
    discards: int = 0
    hand_seed: int = 0
    new_seed: int = 0


class SimulatedCardTable:
    """Composes photo-like frames of the cards that lie face up, as ``lay`` says.

    The same seeds give the same table, light and places. With a ``trouble`` that cards can have (a card half
    under another, glare) one of the cards just laid has it each time. Safe to use from several threads.
    """

    live_is_small = False

    def __init__(
        self,
        seed: int = 0,
        size: Size = CARDS_SIZE,
        *,
        trouble: Trouble = Trouble.NONE,
        faces: CardFaces | None = None,
        clock: Clock = monotonic_clock,
    ) -> None:
        """An empty table. Raises ``SpritesMissing`` without the pictures of the deck."""
        self.name = say("camera.name.simulated")
        self._faces = faces or CardFaces()
        self._seed, self._size, self._trouble, self._clock = seed, size, trouble, clock
        self._lock = threading.Lock()
        self._sight = Sight.made(size, chance(seed, SIGHT))
        self._stream: FrameStream | None = None
        self._bare: np.ndarray | None = None
        self._lying: Lying | None = None
        self._scene: np.ndarray | None = None
        self._closed = False

    # What lies there

    def lay(
        self,
        melds: tuple[Codes, ...],
        new: Codes,
        stock: int,
        discards: int,
        hand_seed: int,
        new_seed: int,
    ) -> None:
        """Lay these cards: melds aside, new ones in the middle, two piles face down.

        The seeds say where: melds keep their places while ``hand_seed`` stays the same. Raises ``CardsError``
        (a ``ValueError``) for a card that does not exist.
        """
        unknown = [code for code in (*new, *(code for meld in melds for code in meld)) if code not in CODES]
        if unknown or stock < 0 or discards < 0:
            raise CardsError(say("simulated.no_such_cards", cards=str(unknown or (stock, discards))))
        lying = Lying(melds, new, stock, discards, hand_seed, new_seed)
        with self._lock:
            if lying != self._lying:
                self._lying = lying
                self._scene = None
                self._camera().touched()

    def put_away(self) -> None:
        """Cards are over: free the memory of the table's pictures."""
        with self._lock:
            self._lying = self._scene = self._bare = self._stream = None

    @property
    def in_use(self) -> bool:
        """Whether cards are being played here."""
        return self._lying is not None

    def cards_in_view(self) -> tuple[TrueCard, ...]:
        """The truth of every card that lies face up, partly covered ones included."""
        with self._lock:
            return tuple(
                TrueCard(code, self._sight.box(spot), new) for code, spot, new in self._face_up(self._now())
            )

    # Camera

    def latest(self) -> Frame:
        """The newest frame of the stream."""
        with self._lock:
            return self._camera().latest(self._seen)

    def capture(self, after_ns: int) -> Frame:
        """A picture of the table as it is now, with its own noise. Raises ``CameraGone`` once closed."""
        with self._lock:
            if self._closed:
                raise CameraGone(say("camera.closed", camera=self.name))
            return self._camera().capture(self._seen, after_ns)

    def close(self) -> None:
        """Captures fail from now on."""
        with self._lock:
            self._closed = True

    # Inside, under the lock

    def _now(self) -> Lying:
        return self._lying or Lying()

    def _camera(self) -> FrameStream:
        if self._stream is None:
            optics = Optics.made(self._size, chance(self._seed, OPTICS))
            self._stream = FrameStream(optics, self._seed, self._clock)
        return self._stream

    def _seen(self, _now_ns: int) -> LitScene:
        if self._scene is None:
            self._scene = self._composed(self._now())
        return LitScene(self._scene)

    def _composed(self, lying: Lying) -> np.ndarray:
        if self._bare is None:
            self._bare = table_top(self._size, chance(self._seed, SURFACE), None)
        scene = self._bare.copy()
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

    def _face_up(self, lying: Lying) -> list[tuple[str, Spot, bool]]:
        """Cards from the lowest to the uppermost; of too many melds the older ones are put away."""
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

    def _new_spots(self, lying: Lying) -> tuple[Spot, ...]:
        if not lying.new:
            return ()
        return new_spots(len(lying.new), chance(self._seed, NEW, lying.new_seed))

    def _make_trouble(self, scene: np.ndarray, lying: Lying) -> None:
        """Make one of the new cards glare, or put the uppermost half under a card that lies face down."""
        spots = self._new_spots(lying)
        if not spots or self._trouble not in (Trouble.HIDDEN, Trouble.GLARE):
            return
        rng = chance(self._seed, TROUBLE, lying.new_seed)
        x, y = middle_of_index(INDEX_MM)
        if self._trouble is Trouble.HIDDEN:
            cover = half_under(spots[-1], (x + rng.uniform(*ASIDE_MM), y), rng.uniform(*ASKEW_DEG))
            self._lay(scene, BACKS[lying.hand_seed % len(BACKS)], cover, 1.0)
        else:
            ends = (x, y - GLEAM_MM), (x, y + GLEAM_MM)
            shine(scene, spots[int(rng.integers(len(spots)))], ends, self._sight)
