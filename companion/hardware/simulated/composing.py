"""The scene in front of the lens; only parts in which something moved are drawn anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np

from companion.hardware.simulated.laying import Laid
from companion.hardware.simulated.painting import Box, far_first, lay, window_of
from companion.hardware.simulated.sprites import Picture


class Composer:
    """Keeps the scene that it composed last. Not safe for several threads."""

    def __init__(self, picture: Callable[[Laid], Picture]) -> None:
        """``picture`` gives a thing's picture at the size of the frame."""
        self._picture = picture
        self._bare: np.ndarray | None = None
        self._scene: np.ndarray | None = None
        self._things: tuple[Laid, ...] = ()

    def composed(self, bare: np.ndarray, things: tuple[Laid, ...]) -> np.ndarray:
        """The bare table uint8 (H, W, 3) with these things; valid until the next call, not to be changed."""
        ordered = far_first(things)
        if self._scene is None or bare is not self._bare:
            self._bare, self._scene = bare, bare.copy()
            for thing in ordered:
                lay(self._scene, self._picture(thing), thing)
        else:
            self._redraw(self._scene, bare, frozenset(self._things) ^ frozenset(ordered), ordered)
        self._things = ordered
        return self._scene

    def _redraw(
        self, scene: np.ndarray, bare: np.ndarray, moved: frozenset[Laid], things: tuple[Laid, ...]
    ) -> None:
        """Draw the windows in which something changed anew."""
        if not moved:
            return
        size = bare.shape[1], bare.shape[0]
        windows = [(thing, window_of(self._picture(thing), thing, size)) for thing in things]
        changed = (window_of(self._picture(thing), thing, size) for thing in moved)
        for left, top, right, bottom in merged(changed):
            part = scene[top:bottom, left:right]
            part[:] = bare[top:bottom, left:right]
            for thing, window in windows:
                if _meet(window, (left, top, right, bottom)):
                    lay(part, self._picture(thing), replace(thing, x=thing.x - left, y=thing.y - top))


def merged(windows: Iterable[Box]) -> list[Box]:
    """The windows that are not empty, those that overlap as one."""
    apart: list[Box] = []
    for window in windows:
        if window[0] >= window[2] or window[1] >= window[3]:
            continue
        while (other := next((each for each in apart if _meet(each, window)), None)) is not None:
            apart.remove(other)
            left, top = min(other[0], window[0]), min(other[1], window[1])
            window = (left, top, max(other[2], window[2]), max(other[3], window[3]))
        apart.append(window)
    return apart


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
