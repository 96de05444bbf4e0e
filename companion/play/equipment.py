"""What stands at a table: camera, eye, cups."""

from __future__ import annotations

from dataclasses import dataclass

from companion.journal.table_kind import TableKind
from companion.play.calibrator import Calibrator
from companion.play.ports import (
    Camera,
    CardEye,
    Cups,
    Dealer,
    SquaresEye,
    TableEye,
    TablePlace,
    Watch,
)


@dataclass(frozen=True, slots=True)
class Equipment:
    """Camera, eye and what goes with them at one table; what it lacks is ``None``.

    ``cups`` and ``dealer`` are those of the simulated table. Without ``watch`` lifted cups are told by touch;
    without ``squares`` nobody looks at the Lost Dice Squares between rounds; without ``card_eye`` every card
    is tapped; without ``calibrator`` no table is set up on the screen, and without ``place`` no moved one is
    noticed.
    """

    camera: Camera | None = None
    eye: TableEye | None = None
    cups: Cups | None = None
    watch: Watch | None = None
    squares: SquaresEye | None = None
    calibrator: Calibrator | None = None
    place: TablePlace | None = None
    card_eye: CardEye | None = None
    dealer: Dealer | None = None

    @property
    def kind(self) -> TableKind:
        """Whose dice lie on this table."""
        simulated = self.cups is not None or self.dealer is not None
        return TableKind.SIMULATED if simulated else TableKind.REAL
