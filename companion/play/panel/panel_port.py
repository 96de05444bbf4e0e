"""The panel as play needs it; drivers and the panel drawn on the screen fit this shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.panel import PanelLights, Signal


class Panel(Protocol):
    """Buttons, lamps and cup sensors at the seats; none of its methods raises."""

    @property
    def seats(self) -> int:
        """How many seats it has a place for, the first ones; 0 where it only says why it does not work."""
        ...

    def listen(self, on_signal: Callable[[Signal], None]) -> None:
        """Begin to tell signals, from any thread; faults found so far and the cups' places come at once."""
        ...

    def show(self, lights: PanelLights) -> None:
        """Shine like this from now on; called on the session's thread, returns at once."""
        ...

    def close(self) -> None:
        """All dark, the pins given back; closing twice is allowed."""
        ...
