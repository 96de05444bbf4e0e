"""What an examination found; and the display's, which ``cups-up play`` needs first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from companion.text import say


class State(Enum):
    """People can play with a lack, but not with a fault."""

    OK = "ok"
    LACK = "lack"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    name: str
    state: State
    sentence: str
    remedy: str | None = None

    def __post_init__(self) -> None:
        if (self.remedy is None) != (self.state is State.OK):
            raise ValueError(f"a finding must have a remedy just when something is wrong, got {self}")


def examine_display(environment: Mapping[str, str], cards: Path = Path("/dev/dri")) -> Finding:
    if environment.get("SDL_VIDEODRIVER") == "offscreen":
        return Finding("display", State.LACK, say("doctor.display.offscreen"), say("doctor.display.unset"))
    if environment.get("WAYLAND_DISPLAY"):
        return Finding("display", State.OK, f"Wayland {environment['WAYLAND_DISPLAY']}")
    if environment.get("DISPLAY"):
        return Finding("display", State.OK, f"X11 {environment['DISPLAY']}")
    found = sorted(card.name for card in cards.glob("card*")) if cards.is_dir() else []
    if found:
        return Finding("display", State.OK, say("doctor.display.direct", cards=", ".join(found)))
    return Finding("display", State.LACK, say("doctor.display.none"), say("doctor.display.connect"))
