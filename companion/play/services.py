"""What an evening is played with."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.play.equipment import Equipment
from companion.play.ports import Clock, HouseRulesKeeper, Journal


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
