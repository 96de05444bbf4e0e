"""The frames of a recorded lift, and what is true of them: which key pictures each shows. No renderer.

A key picture stands for some frames; the last of them is exposed across the cut to the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

FPS = 8
COVERED = 0.5
"""A die of whose top face more than this is hidden is covered."""
CHALLENGED_BEFORE_S = 0.5
"""The challenge is touched so long before the first hand comes."""
CUT_SHARE = (0.3, 0.7)
"""How much of a frame's exposure lies after the cut."""


@dataclass(frozen=True, slots=True)
class Told:
    """What is true of a key picture: seconds that it stands, hands in it, hidden share of each die's top."""

    held_s: float
    hands: int
    hidden: tuple[float, ...]

    @property
    def covered(self) -> bool:
        """Whether any die is covered."""
        return any(share > COVERED for share in self.hidden)


@dataclass(frozen=True, slots=True)
class Shown:
    """One frame: so much of the key picture ``after`` over the key picture ``key``."""

    key: int
    after: int
    share: float

    def shows(self, key: int) -> bool:
        """Whether the frame shows something of a key picture."""
        return key == self.key or (key == self.after and self.share > 0)


@dataclass(frozen=True, slots=True)
class Moments:
    """Frames by number: the challenge, from which on all dice are in sight, from which on no hand is."""

    challenged: int
    uncovered: int
    hands_gone: int


def told_of(keys: Sequence[dict]) -> tuple[Told, ...]:
    """The key pictures of a ``plan.json``."""
    return tuple(
        Told(
            float(key["held_s"]), int(key["hands"]), tuple(share for seat in key["hidden"] for share in seat)
        )
        for key in keys
    )


def frames(keys: Sequence[Told], rng: np.random.Generator) -> tuple[Shown, ...]:
    """The frames of a lift in order."""
    shown = []
    for number, key in enumerate(keys):
        count = max(1, round(key.held_s * FPS))
        shown += [Shown(number, number, 0.0)] * count
        if number + 1 < len(keys):
            shown[-1] = Shown(number, number + 1, float(rng.uniform(*CUT_SHARE)))
    return tuple(shown)


def moments(keys: Sequence[Told], shown: Sequence[Shown]) -> Moments:
    """When a lift turns. Raises ``ValueError`` for one that begins lifted, or ends covered or with a hand."""
    if keys[-1].covered or keys[-1].hands or not keys[0].covered or keys[0].hands:
        raise ValueError("a lift must begin covered and end with all dice in sight, both without a hand")
    covered = _last(shown, [number for number, key in enumerate(keys) if key.covered])
    handled = _last(shown, [number for number, key in enumerate(keys) if key.hands])
    first = next(at for at, frame in enumerate(shown) if frame.after > 0)
    return Moments(max(0, first - round(CHALLENGED_BEFORE_S * FPS)), covered + 1, handled + 1)


def _last(shown: Sequence[Shown], keys: Sequence[int]) -> int:
    """The last frame that shows any of some key pictures."""
    return max(at for at, frame in enumerate(shown) if any(frame.shows(key) for key in keys))
