"""The look by night and by day: what ``Palette`` holds and which tiles are drawn, changed in one place."""

from __future__ import annotations

from companion.ui.art.textures import forget_look
from companion.ui.art.theme import Colour, Palette, colour

DAY: dict[str, Colour] = {
    "felt_edge": colour("#DCD0B6"),
    "felt": colour("#F1E9D6"),
    "rail": colour("#CFC3A8"),
    "plate": colour("#FBF7EC"),
    "plate_edge": colour("#A99B78"),
    "plate_light": colour("#FFFFFF"),
    "ivory": colour("#12241F"),
    "ivory_quiet": colour("#374740"),
    "ivory_faint": colour("#4B5A52"),
    "yellow": colour("#7A4A00"),
    "yellow_light": colour("#6B4000"),
    "red_light": colour("#9A1B10"),
    "blue": colour("#0A4F80"),
}
"""Dark ink on paper. What is not named here is as by night."""
NIGHT: dict[str, Colour] = {name: getattr(Palette, name) for name in DAY}


def is_day() -> bool:
    """Whether the screen is drawn by day."""
    return Palette.ivory == DAY["ivory"]


def wear(day: bool) -> None:
    """Draw by day or by night from now on; screens that are there keep their colours until made anew."""
    if day is is_day():
        return
    for name, worn in (DAY if day else NIGHT).items():
        setattr(Palette, name, worn)
    forget_look()
