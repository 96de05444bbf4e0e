"""A camera that stands still: how dice that lay flat before it looked, against which later ones are held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median_low

import numpy as np

from companion.reading import Box, PhotoReading
from companion.recognition.few import median_of
from companion.recognition.outlook import AGREE_DEG, outlook

KEPT = 60
"""So many dice are kept at most, the last ones: those of three to six lifts."""
WELL_KNOWN = 8
"""From so many on they are believed more than one frame's dice are. With 6, 8, 10, 20 and 60 kept of byler's,
whose camera was moved by some 11 degrees on the way, 2, 2, 3, 2 and 1 of 1,665 flat dice are doubted (by
hand)."""
SAME_PLACE = 0.005
"""What lies nearer to a die kept, in longer sides of the frame, is that die, seen again."""
MOVED_DEG, BUMPED_DEG = 14.0, 7.0
"""Half of a frame's dice, of two or three and of more, are off by so much and agree twice as well among
themselves: not they lean, the camera stands elsewhere."""
ENOUGH = 4
"""More than two or three."""


@dataclass(frozen=True, slots=True, eq=False)
class Off:
    """By how many degrees N dice look elsewhere than flat ones do (N,), and what is usual of flat ones.

    ``kept``: how many dice of earlier lifts had a say. ``moved``: they had none, for the camera stands
    elsewhere now.
    """

    degrees: np.ndarray
    usual: float
    kept: int
    moved: bool = False

    @property
    def known(self) -> bool:
        """Whether dice of earlier lifts say how flat ones look, enough of them to be believed."""
        return self.kept >= WELL_KNOWN


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """The dice told in one frame: their boxes, places (N, 2), looks (N, 2), which lie flat (N,)."""

    boxes: Sequence[Box]
    places: np.ndarray
    across: np.ndarray
    flat: np.ndarray
    moved: bool


def _nothing() -> np.ndarray:
    return np.zeros((0, 2))


@dataclass(slots=True)
class StillCamera:
    """What one camera has seen lying flat; one a table, empty for a photograph alone."""

    _places: np.ndarray = field(default_factory=_nothing)
    _across: np.ndarray = field(default_factory=_nothing)
    _seen: Seen | None = None

    def __len__(self) -> int:
        """How many dice it knows that lay flat."""
        return len(self._places)

    def off(self, places: np.ndarray, across: np.ndarray) -> Off:
        """How far off N dice of a frame are, N at least 1, held against each other and what is kept.

        ``places`` (N, 2) and ``across`` (N, 2) are those of ``outlook``. Dice that lay where these lie have
        no say: they are these dice, of an earlier look.
        """
        others = self._elsewhere_than(places)
        kept = int(others.sum())
        together = outlook(
            np.concatenate([places, self._places[others]]), np.concatenate([across, self._across[others]])
        )
        degrees = together.off_deg[: len(places)]
        usual = max(median_of(together.off_deg), AGREE_DEG)
        if kept == 0:
            return Off(degrees, usual, 0)
        off_deg = median_low(degrees.tolist())
        if len(places) > 1 and off_deg >= (BUMPED_DEG if len(places) >= ENOUGH else MOVED_DEG):
            alone = outlook(places, across, together.lens).off_deg
            if off_deg >= 2 * median_of(alone):
                return Off(alone, max(median_of(alone), AGREE_DEG), 0, moved=True)
        return Off(degrees, usual, kept)

    def saw(self, seen: Seen | None) -> None:
        """The dice told in the last frame; they are not kept yet."""
        self._seen = seen

    def keep(self, reading: PhotoReading) -> None:
        """Keep of what was seen last the flat dice that the whole reading, of all frames, tells."""
        if self._seen is None:
            return
        seen, self._seen = self._seen, None
        if seen.moved:
            self.forget()
        stay = self._elsewhere_than(seen.places)
        told = {die.box for die in reading.dice if die.face is not None}
        new = seen.flat & np.array([box in told for box in seen.boxes], bool)
        self._places = np.concatenate([self._places[stay], seen.places[new]])[-KEPT:]
        self._across = np.concatenate([self._across[stay], seen.across[new]])[-KEPT:]

    def forget(self) -> None:
        """The camera stands elsewhere, or is another one."""
        self._places, self._across, self._seen = _nothing(), _nothing(), None

    def _elsewhere_than(self, places: np.ndarray) -> np.ndarray:
        """Which of the dice kept lie at none of the places (N, 2), bool (K,)."""
        apart = np.linalg.norm(self._places[:, None] - places[None], axis=2)
        return (apart > SAME_PLACE).all(axis=1)
