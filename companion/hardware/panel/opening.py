"""Finds the panel by its word: auto, none, or a file of wiring. A sentence says what is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.hardware.panel.pin_panel import PinPanel
from companion.hardware.panel.wiring import Wiring, WiringError
from companion.hardware.panel.wiring_text import FILE_NAME, read_wiring
from companion.hardware.pins import PinsMissing
from companion.on_disk import NotRead, shown_name, user_path
from companion.panel import PanelFault, PanelLights, Signal
from companion.text.numbers import say_all
from companion.text.speech import say


class NamedFault:
    """A panel that does not work: it only says why (``companion.play.panel.panel_port.Panel``)."""

    seats = 0

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence

    offers: frozenset[str] = frozenset()

    def dim(self, percent: int) -> None:
        """Nothing shines."""

    def listen(self, on_signal: Callable[[Signal], None]) -> None:
        """Report the fault, once."""
        on_signal(PanelFault(self.sentence))

    def show(self, lights: PanelLights) -> None:
        """Nothing shines."""

    def close(self) -> None:
        """Nothing was opened."""


@dataclass(frozen=True, slots=True)
class OpenedPanel:
    """The panel, or ``None`` if none is wanted; ``sentence`` says what is there."""

    panel: PinPanel | NamedFault | None
    sentence: str


def open_panel(choice: str, folder: Path, make: Callable[[Wiring], PinPanel] = PinPanel) -> OpenedPanel:
    """The panel for "auto" (``panel.toml`` in this folder, else none), "none", or a path."""
    if choice == "none":
        return OpenedPanel(None, say("panel.none"))
    if choice == "auto" and not os.path.lexists(folder / FILE_NAME):
        return OpenedPanel(None, say("panel.none"))
    try:
        path = folder / FILE_NAME if choice == "auto" else user_path(choice)
        panel = make(read_wiring(path))
    except (WiringError, PinsMissing, NotRead) as fault:
        sentence = str(fault).rstrip(".")
        left_out = NamedFault(say("panel.left_out", why=sentence))
        return OpenedPanel(left_out, say("panel.none_because", why=sentence))
    opened = say("panel.opened", file=shown_name(path), library=panel.library)
    if panel.faults:
        opened = say("panel.opened_but", opened=opened, faults=say_all(*panel.faults))
    return OpenedPanel(panel, opened)
