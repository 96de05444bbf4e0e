"""The simulated table: photo-like frames of rendered dice and cups, and of drawn cards.

Names are imported at first use: the command line needs only ``Trouble``.
"""

from typing import TYPE_CHECKING

from companion import lazily

if TYPE_CHECKING:
    from companion.simulator.acting import LiftTruth as LiftTruth
    from companion.simulator.calibration_desk import HELD as HELD
    from companion.simulator.calibration_desk import Scene as Scene
    from companion.simulator.calibration_desk import SimulatedDesk as SimulatedDesk
    from companion.simulator.card_table import SimulatedCardTable as SimulatedCardTable
    from companion.simulator.card_table import TrueCard as TrueCard
    from companion.simulator.card_table import cards_apart as cards_apart
    from companion.simulator.errors import CardsError as CardsError
    from companion.simulator.errors import CupsError as CupsError
    from companion.simulator.errors import SpritesMissing as SpritesMissing
    from companion.simulator.errors import Trouble as Trouble
    from companion.simulator.lifting import EVERYDAY as EVERYDAY
    from companion.simulator.lifting import NEVER_UP as NEVER_UP
    from companion.simulator.lifting import Happening as Happening
    from companion.simulator.painting import dice_apart as dice_apart
    from companion.simulator.sprites import DiceKind as DiceKind
    from companion.simulator.sprites import SpriteSet as SpriteSet
    from companion.simulator.table import MOST_THROWN as MOST_THROWN
    from companion.simulator.table import SimulatedCamera as SimulatedCamera
    from companion.simulator.table import SimulatedTable as SimulatedTable
    from companion.simulator.table import Throws as Throws
    from companion.simulator.table import TrueDie as TrueDie
else:
    __getattr__, __all__ = lazily(__name__, __file__)
