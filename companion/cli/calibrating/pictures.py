"""Where the pictures of a calibration come from: a folder, the camera behind the port, or a simulation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

import numpy as np

from companion.cli.terminal.outlet import complain, with_bar
from companion.core.frame import CameraGone
from companion.core.on_disk import natural_order
from companion.devices import Clock, TableCamera
from companion.recognition.networks.errors import PhotoError
from companion.recognition.photographs import load_photo
from companion.simulator import HELD, Scene
from companion.text import say

PICTURES = frozenset((".jpg", ".jpeg", ".png"))
Ask = Callable[[str], str | None]
"""Says a line and waits for the person's: their words, or ``None`` when they are done."""


class PicturesGone(OSError):
    """No picture can be had; the sentence says why."""


class SetupPictures(Protocol):
    """Pictures of the lens board, one after the other with a name each, and one of the table.

    ``more``: whether another picture of the table may be had when the first is of no use.
    """

    more: bool

    def boards(self) -> Iterator[tuple[str, np.ndarray]]:
        """Pictures of the board, uint8 (H, W, 3); raises ``PicturesGone``."""
        ...

    def table(self) -> np.ndarray:
        """A picture of the table; raises ``PicturesGone``."""
        ...


class FromFiles:
    """Photographs: a folder of the board's, in the order of their names, and one file of the table."""

    more = False

    def __init__(self, boards: Path | None, table: Path | None) -> None:
        self._boards = boards
        self._table = table

    def boards(self) -> Iterator[tuple[str, np.ndarray]]:
        """The folder's pictures; one that cannot be read is named and passed over."""
        if self._boards is None:
            return
        try:
            there = (each for each in self._boards.iterdir() if each.suffix.lower() in PICTURES)
            paths = sorted(there, key=natural_order)
        except OSError as fault:
            raise PicturesGone(_unreadable(self._boards, fault)) from None
        for path in with_bar(paths, say("bar.pictures")):
            try:
                yield path.name, load_photo(path).pixels
            except PhotoError as fault:
                complain(path.name, str(fault))

    def table(self) -> np.ndarray:
        """The table's photograph."""
        if self._table is None:
            raise PicturesGone(say("calibrate.no_photograph"))
        try:
            return load_photo(self._table).pixels
        except PhotoError as fault:
            raise PicturesGone(say("terminal.path_fault", path=str(self._table), fault=str(fault))) from None


def _unreadable(path: Path, fault: OSError) -> str:
    return say("calibrate.unreadable", path=str(path), fault=fault.strerror or str(fault))


class FromCamera:
    """The camera over the table: a picture each time the person presses Enter."""

    more = True

    def __init__(self, camera: TableCamera, clock: Clock, ask: Ask) -> None:
        self._camera = camera
        self._clock = clock
        self._ask = ask

    def boards(self) -> Iterator[tuple[str, np.ndarray]]:
        """A picture for each Enter, until the person is done."""
        number = 0
        while self._ask(say("calibrate.hold_board") + " ") is not None:
            number += 1
            yield say("calibrate.picture", number=number), self._taken()

    def table(self) -> np.ndarray:
        """The table as it is after the person's Enter."""
        if self._ask(say("calibrate.lay_marks") + " ") is None:
            raise PicturesGone(say("calibrate.stopped"))
        return self._taken()

    def _taken(self) -> np.ndarray:
        try:
            return self._camera.capture(self._clock()).pixels
        except CameraGone as gone:
            raise PicturesGone(str(gone)) from None


class Simulated:
    """A demonstration: rendered pictures of a lens and a table that follow from a seed."""

    more = False

    def __init__(self, scene: Scene) -> None:
        self._scene = scene

    def boards(self) -> Iterator[tuple[str, np.ndarray]]:
        """The board as it is held in twelve ways."""
        for which in range(len(HELD)):
            yield say("calibrate.simulated_picture", number=which + 1), self._scene.board_picture(which)

    def table(self) -> np.ndarray:
        """The table with its marks."""
        return self._scene.table_picture()
