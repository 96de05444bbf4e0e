"""Watches small pictures for lifted cups: cups down, hands, then all cups up, hands gone and nothing moving.

It reads nothing. It only says from when on there is something to read.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from companion.frame import Frame
from companion.reading import CupsSeen
from companion.recognition.table import Seats
from companion.recognition.watch_pictures import SmallPicture, changed, noise_between
from companion.recognition.watch_table import Comparison, Grounds

STILL_S = 0.4
"""Nothing has moved for so long: a die that tips over a last time takes less (video of real rolls would
tell better; until then a choice)."""
AGAIN_S = 0.5
"""While nothing moves and something is still waited for, the table is looked at again so often: the light may
have settled."""
SETTLED_S = 1.0
"""Where nothing has moved for so long, the table with cups down is remembered as it is now."""
MOVED_PX = 3
"""Pixels of 160 x 90 that differ when something moves: a fifth of a die's upper face."""
ROUND_ABOUT_PX = 9
"""What lies within this of something that moves is not remembered."""
NS_PER_S = 1_000_000_000
MOST_NOISE_GROWTH = 1.1
"""The noise is taken to grow by no more than this from frame to frame, so that a hand is not taken for it."""
FIRST_NOISE = 1.0


class CupWatch:
    """Watches one table. ``follow`` while cups are down, then ``expect``, then ``see``.

    ``seats_for`` gives the seats of a table of so many players (``Seating.for_players``).
    """

    def __init__(self, seats_for: Callable[[int], Seats]) -> None:
        self._seats_for = seats_for
        self._grounds: tuple[tuple[Seats, tuple[int, int]], Grounds] | None = None
        self.rest()

    def rest(self) -> None:
        """Forget the table: cups may be up."""
        self._down: np.ndarray | None = None
        self._settled_ns = np.zeros((0, 0), np.int64)
        self._newest: SmallPicture | None = None
        self._anchor: SmallPicture | None = None
        self._compared_from_ns = 0
        self._noise = FIRST_NOISE
        self._dice: tuple[int, ...] = ()
        self._pixels: np.ndarray | None = None
        self._seen: CupsSeen | None = None

    def follow(self, frame: Frame) -> None:
        """A frame while the cups are down: what rests is remembered."""
        before, now = self._newest, self._taken(frame)
        if self._down is None or before is None or before.size != now.size:
            self._down = now.levels.copy()
            self._settled_ns = np.full(now.levels.shape[:2], frame.exposed_at_ns, np.int64)
            return
        moving = self._moving(now, before).astype(np.uint8)
        if moving.any():
            wide = cv2.dilate(moving, np.ones((ROUND_ABOUT_PX, ROUND_ABOUT_PX), np.uint8), iterations=2)
            self._settled_ns[wide > 0] = frame.exposed_at_ns
        settled = frame.exposed_at_ns - self._settled_ns >= SETTLED_S * NS_PER_S
        self._down[settled] = now.levels[settled]

    def expect(self, dice: tuple[int, ...]) -> None:
        """From now on cups are lifted: those of the seats that hold dice."""
        self._dice, self._seen = dice, None
        self._anchor = None

    def see(self, frame: Frame) -> CupsSeen:
        """What one more frame tells."""
        now = self._taken(frame)
        if self._down is None or self._down.shape != now.levels.shape:
            self._down = now.levels
        covered = tuple(seat for seat, held in enumerate(self._dice) if held)
        seen = self._seen or CupsSeen(covered, hand=False, still=False)
        if self._anchor is None or (self._moving(now, self._anchor) & self._grounds_of(now.size).table).any():
            self._anchor = now
            self._compared_from_ns = frame.exposed_at_ns + int(STILL_S * NS_PER_S)
            seen = CupsSeen(seen.down, seen.hand, still=False)
        elif frame.exposed_at_ns >= self._compared_from_ns and not seen.up:
            seen = self._compared(now, covered)
            self._compared_from_ns = frame.exposed_at_ns + int(AGAIN_S * NS_PER_S)
        self._seen = seen
        return seen

    def _compared(self, now: SmallPicture, covered: tuple[int, ...]) -> CupsSeen:
        grounds = self._grounds_of(now.size)
        compared = Comparison.of(now, SmallPicture(self._down), self._noise).on(grounds.table)
        lifted = compared.lifted(grounds, covered)
        down = tuple(seat for seat in covered if seat not in lifted)
        return CupsSeen(down, compared.hand(grounds, lifted), still=True)

    def _taken(self, frame: Frame) -> SmallPicture:
        """The frame made small; the noise is measured on the way."""
        if self._newest is not None and frame.pixels is self._pixels:
            return self._newest
        now, before = SmallPicture.of(frame.pixels), self._newest
        if before is not None and before.size == now.size:
            self._noise = min(noise_between(now, before), MOST_NOISE_GROWTH * self._noise + 0.05)
        self._pixels, self._newest = frame.pixels, now
        return now

    def _moving(self, now: SmallPicture, before: SmallPicture) -> np.ndarray:
        """Where something moved from one picture to the other, bool (H, W); single pixels do not count."""
        if now is before:
            return np.zeros(now.levels.shape[:2], bool)
        different = changed(now, before, self._noise)
        around = cv2.boxFilter(different.astype(np.uint8), -1, (3, 3), normalize=False)
        return different & (around >= MOVED_PX)

    def _grounds_of(self, size: tuple[int, int]) -> Grounds:
        key = self._seats_for(len(self._dice)), size
        if self._grounds is None or self._grounds[0] != key:
            self._grounds = key, Grounds.of(*key)
        return self._grounds[1]
