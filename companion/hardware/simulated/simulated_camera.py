"""The one camera of the simulated table: it sees the cards while cards are played, else the dice."""

from __future__ import annotations

from companion.frame import Frame
from companion.hardware.simulated.card_table import SimulatedCardTable
from companion.hardware.simulated.table import SimulatedTable


class SimulatedCamera:
    """Looks at the card table while it is in use, at the table of dice and cups otherwise."""

    live_is_small = False

    def __init__(self, dice: SimulatedTable, cards: SimulatedCardTable) -> None:
        self._dice, self._cards = dice, cards

    @property
    def name(self) -> str:
        """The table's name."""
        return self._there.name

    @property
    def _there(self) -> SimulatedTable | SimulatedCardTable:
        return self._cards if self._cards.in_use else self._dice

    def latest(self) -> Frame:
        """The table as it is now."""
        return self._there.latest()

    def capture(self, after_ns: int) -> Frame:
        """A picture of it, exposed after a moment. Raises ``CameraGone`` once closed."""
        return self._there.capture(after_ns)

    def close(self) -> None:
        """Captures fail from now on."""
        self._dice.close()
        self._cards.close()
