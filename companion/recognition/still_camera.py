"""A camera that stands still: how dice that lay flat before it looked, against which later ones are held."""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import median_low

import numpy as np

from companion.recognition.few import median_of
from companion.recognition.outlook import AGREE_DEG, outlook

KEPT = 60
"""So many dice are kept at most, the last ones: those of three to six lifts."""
WELL_KNOWN = 8
"""From so many on they are believed more than one frame's dice are. With 6, 8, 10, 20 and 60 kept of byler's,
whose camera moved by 11 degrees once, 2, 2, 3, 2 and 1 of 1,665 flat dice are doubted (by hand)."""
SAME_PLACE = 0.005
"""What lies nearer to a die kept, in longer sides of the frame, is that die, seen again."""
MOVED_DEG, BUMPED_DEG = 14.0, 7.0
"""Half of a frame's dice are off by the former, or by the latter and agree twice as well among themselves:
not they, the camera stands elsewhere. Of two or three only the former tells, of one nothing."""
ENOUGH = 4
"""So many dice can agree among themselves."""


@dataclass(frozen=True, slots=True, eq=False)
class Off:
    """By how many degrees N dice look elsewhere than flat ones do (N,), and what is usual of flat ones.

    ``known``: whether dice of earlier frames say so, enough of them to be believed.
    """

    degrees: np.ndarray
    usual: float
    known: bool


@dataclass(slots=True)
class StillCamera:
    """What one camera has seen lying flat; one a table, empty for a photograph alone."""

    _places: np.ndarray = field(default_factory=lambda: np.zeros((0, 2)))
    _across: np.ndarray = field(default_factory=lambda: np.zeros((0, 2)))
    _seen: tuple[np.ndarray, np.ndarray] | None = None

    def __len__(self) -> int:
        """How many dice it knows that lay flat."""
        return len(self._places)

    def off(self, places: np.ndarray, across: np.ndarray) -> Off:
        """How far off N dice of a frame are, N at least 1, held against each other and what is kept.

        ``places`` (N, 2) and ``across`` (N, 2) are those of ``outlook``. Forgets what is kept when the
        camera stands elsewhere now.
        """
        together = outlook(np.concatenate([places, self._places]), np.concatenate([across, self._across]))
        degrees = together.off_deg[: len(places)]
        if len(self) and _elsewhere(places, across, median_low(degrees.tolist())):
            self.forget()
            return self.off(places, across)
        return Off(degrees, max(median_of(together.off_deg), AGREE_DEG), len(self) >= WELL_KNOWN)

    def saw(self, places: np.ndarray, across: np.ndarray) -> None:
        """These of a frame's dice lie flat; they are not kept yet."""
        self._seen = places, across

    def keep(self) -> None:
        """Keep what was seen last: the table lay still, and the reading counts."""
        if self._seen is None:
            return
        (places, across), self._seen = self._seen, None
        apart = np.linalg.norm(self._places[:, None] - places[None], axis=2) > SAME_PLACE
        stay = apart.all(axis=1)
        self._places = np.concatenate([self._places[stay], places])[-KEPT:]
        self._across = np.concatenate([self._across[stay], across])[-KEPT:]

    def forget(self) -> None:
        """The camera stands elsewhere, or is another one."""
        self._places, self._across, self._seen = np.zeros((0, 2)), np.zeros((0, 2)), None


def _elsewhere(places: np.ndarray, across: np.ndarray, off_deg: float) -> bool:
    """Whether dice of which half are off by that much speak of another stand of the camera."""
    if len(places) < ENOUGH:
        return len(places) > 1 and off_deg >= MOVED_DEG
    return off_deg >= BUMPED_DEG and 2 * median_of(outlook(places, across).off_deg) <= off_deg
