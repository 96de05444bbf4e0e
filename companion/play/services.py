"""What an evening is played with, and what stands at a table: camera, eye, cups."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.journal.table_kind import TableKind
from companion.play.counting.roll_desk import RollDesk
from companion.play.history.ports import Past
from companion.play.ports import (
    Camera,
    CardEye,
    Clock,
    Cups,
    Dealer,
    HouseRulesKeeper,
    Journal,
    SquaresEye,
    TableEye,
    TableLearner,
    TablePlace,
    Watch,
)
from companion.play.settings.ports import Servers, SettingsKeeper
from companion.play.setup.calibrator import Calibrator


@dataclass(frozen=True, slots=True)
class Equipment:
    """Camera, eye and what goes with them at one table; what it lacks is ``None``.

    ``cups`` and ``dealer`` are those of the simulated table. Without ``watch`` lifted cups are told by touch;
    without ``squares`` nobody looks at the Lost Dice Squares between rounds; without ``card_eye`` every card
    is tapped; without ``calibrator`` no table is set up on the screen, and without ``place`` no moved one is
    noticed; without ``learner`` every lift is read as the first; without ``counter`` no rolls are counted.
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
    learner: TableLearner | None = None
    counter: RollDesk | None = None

    @property
    def kind(self) -> TableKind:
        """Whose dice lie on this table."""
        simulated = self.cups is not None or self.dealer is not None
        return TableKind.SIMULATED if simulated else TableKind.REAL


@dataclass(frozen=True, slots=True)
class Services:
    """Where games are kept, the time, and what stands at the table.

    ``dice_seed`` makes the simulated table's dice and cards differ from one evening to another. Without
    ``house_rules`` none are mixed and kept at this table. ``looks_for_camera``: somebody looks whether a
    camera is missing, and may bring one later.
    """

    journal: Journal
    clock: Clock
    equipment: Equipment = field(default_factory=Equipment)
    dice_seed: int = 0
    house_rules: HouseRulesKeeper | None = None
    looks_for_camera: bool = False
    settings: SettingsKeeper | None = None
    """Without one there are no settings to open."""
    past: Past | None = None
    """Without one no kept games are shown."""
    servers: Servers | None = None
    """Without any, nothing for other screens can be switched on."""
