"""How the indices of one card lie to each other, on any deck and as a deck on the table shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.recognition.cards.index import Index, centres_of, heights_of, ups_of

CARD_MM = (63.0, 88.0)
"""A poker card; bridge cards are 56 mm wide, which moves all of this by less than the spreads below."""
INDEX_AT_MM = (6.3, 14.0)
"""Middle of an index from its corner, across and along the card: 5.5-7 mm and 12-17 mm on usual decks."""
APART_MM = (CARD_MM[0] - 2 * INDEX_AT_MM[0], CARD_MM[1] - 2 * INDEX_AT_MM[1])
"""From one index to the one in the opposite corner, across and along the card."""
INDEX_MM = 15.0
"""Height of an index where the table tells nothing: of usual decks 12 to 19 mm."""


@dataclass(frozen=True, slots=True)
class Layout:
    """From one index to the opposite one, in heights of an index, across and along the card; and how far off
    that a pair may be (standard deviations): in its direction, radians, and in the logarithm of its distance
    (the largest indices are 30 mm tall).
    """

    across: float = APART_MM[0] / INDEX_MM
    along: float = APART_MM[1] / INDEX_MM
    angle_spread: float = 0.13
    reach_spread: float = 0.3

    @property
    def px_per_mm(self) -> float:
        """Pixels a millimetre of a card whose indices are one pixel tall."""
        return float(np.hypot(self.across, self.along) / np.hypot(*APART_MM))


TURN_SPREAD, HEIGHT_SPREAD = 0.13, 0.18
"""By how much (standard deviations) two indices of one card fail to be opposite, radians, and equally tall,
natural logarithm: 7 degrees and a fifth, for what the locator errs and a slanting look does to it."""
TABLE_SPREADS = (0.13, 0.16)
"""Of direction and distance where they were learned from the table's own pairs: what the slant still does."""
TELLING = 3
"""So many pairs that tell the same card twice show how the indices lie on this deck."""


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """How every two of N indices lie to each other, arrays (N, N), the same from both sides.

    ``across`` and ``along`` the card from one to the other, and how far ``apart``, in heights; ``turned``: by
    how many radians they fail to be opposite; ``taller``: the logarithm of one height over the other.
    """

    across: np.ndarray
    along: np.ndarray
    apart: np.ndarray
    turned: np.ndarray
    taller: np.ndarray

    @classmethod
    def of(cls, indices: Sequence[Index]) -> Pairs:
        """The pairs of N indices."""
        centres, ups, heights = centres_of(indices), ups_of(indices), heights_of(indices)
        axis = ups[:, None] - ups[None]
        axis /= np.hypot(axis[..., 0], axis[..., 1])[..., None].clip(1e-6)
        apart = (centres[None] - centres[:, None]) / np.sqrt(heights[:, None] * heights[None])[..., None]
        along = -(apart * axis).sum(2)
        across = apart[..., 1] * axis[..., 0] - apart[..., 0] * axis[..., 1]
        turned = np.arccos((-(ups[:, None] * ups[None]).sum(2)).clip(-1, 1))
        return cls(
            across,
            along,
            np.hypot(apart[..., 0], apart[..., 1]),
            turned,
            np.abs(np.log(heights[:, None] / heights[None])),
        )

    def mismatch(self, layout: Layout, mirrored: bool = False) -> np.ndarray:
        """How badly two indices (N, N) fit opposite corners of one card: a sum of four squares.

        ``mirrored``: the corners that only decks with four indices print on. An index and itself do not fit.
        """
        across = -self.across if mirrored else self.across
        angle = np.arctan2(across, self.along) - np.arctan2(layout.across, layout.along)
        reach = np.log(np.hypot(across, self.along).clip(1e-6)) - np.log(
            np.hypot(layout.across, layout.along)
        )
        squares: np.ndarray = (
            (angle / layout.angle_spread) ** 2
            + (reach / layout.reach_spread) ** 2
            + (self.turned / TURN_SPREAD) ** 2
            + (self.taller / HEIGHT_SPREAD) ** 2
        )
        np.fill_diagonal(squares, np.inf)
        return squares

    def layout_of(self, joined: Sequence[tuple[int, int]]) -> Layout:
        """The layout that pairs which surely are of one card show; the usual one where they are too few."""
        if len(joined) < TELLING:
            return Layout()
        one, other = np.array(joined).T
        across, along = (float(np.median(each[one, other])) for each in (self.across, self.along))
        return Layout(across, along, *TABLE_SPREADS)
