"""One table's evening, wired together: what is kept, camera, eye, cups and the session between them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.calibration.seating import Seating
from companion.commands.calibrator_here import calibrator_of
from companion.frame import Frame
from companion.hardware.cameras.guard import GuardedCamera
from companion.hardware.choose import Opened
from companion.journal.house_shelf import FOLDER_NAME, HouseShelf
from companion.journal.store import Store
from companion.play.panel_port import Panel
from companion.play.ports import SquaresEye, TableEye
from companion.play.session import Session
from companion.reading import Expectation, TableReading
from companion.recognition.eye import Eye
from companion.recognition.squares import SquaresEye as SquaresOfTheTable
from companion.recognition.table_eye import SeatedEye
from companion.recognition.watch import CupWatch


class EyeOfTheTable:
    """The eye at a table of any number of players: seats follow from the dice that the game expects."""

    def __init__(self, eye: Eye) -> None:
        self._eye = eye
        self._squares = SquaresOfTheTable(eye, Seating.for_players)

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """Reading of the last frame, held against the game (``companion.play.ports.TableEye``)."""
        seating = Seating.for_players(len(expected.dice))
        return SeatedEye(self._eye, seating).read_table(frames, expected)

    def lost_seen(self, frame: Frame, players: int) -> int | None:
        """How many dice lie on the Lost Dice Squares (``companion.play.ports.SquaresEye``)."""
        return self._squares.lost_seen(frame, players)


@dataclass(frozen=True, slots=True)
class Evening:
    """What an evening is wired from; the house rules lie beside the journal.

    ``watch``: lifted cups are seen by the camera, beside the key on the screen. ``squares`` looks at the
    Lost Dice Squares between rounds; without it nobody does.
    """

    journal: Path
    opened: Opened
    eye: TableEye | None
    dice_seed: int = 0
    watch: bool = True
    squares: SquaresEye | None = None
    panel: Panel | None = None
    """Buttons, lamps and cup sensors; closed with the session."""


@contextmanager
def session_of(evening: Evening) -> Iterator[Session]:
    """The session, started; journal and camera are closed after it. Raises what ``Store`` raises."""
    with Store(evening.journal, now=lambda: datetime.now(UTC)) as journal:
        opened = evening.opened
        try:
            with Session(
                journal,
                opened.camera,
                evening.eye,
                opened.cups,
                time.monotonic_ns,
                dice_seed=evening.dice_seed,
                house_rules=HouseShelf(evening.journal.parent / FOLDER_NAME),
                panel=evening.panel,
                watch=CupWatch(Seating.for_players) if evening.watch and evening.eye is not None else None,
                squares=evening.squares,
                calibrator=calibrator_of(opened, evening.journal.parent, evening.dice_seed),
            ) as session:
                if isinstance(opened.camera, GuardedCamera):
                    opened.camera.on_news = session.tell
                yield session
        finally:
            if evening.panel is not None:
                evening.panel.close()
            if opened.camera is not None:
                opened.camera.close()
