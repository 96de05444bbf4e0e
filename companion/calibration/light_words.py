"""Sentences about the light: what is wrong, and what to do."""

from __future__ import annotations

from companion.calibration.light_flicker import Flicker, FlickerPattern
from companion.calibration.light_measures import Slope

MEND_DARK = "switch on another lamp or bring one nearer"
MEND_TOO_BRIGHT = "dim the lamp, move it away, or keep the sun out"
MEND_SOFT = "turn the lens until print on the table is crisp, wipe it, and see that nothing shakes the camera"
MEND_NO_EDGES = "take the cap off the lens, or lay a die or something printed on the table"
MEND_GLARE = "move the lamp aside or turn it to the ceiling; a cloth mirrors less than varnish"
SAY_GRAINY = "the picture is grainy: there is too little light, and the camera amplifies it"
SAY_NO_EDGES = "nothing in the picture has an edge to judge its sharpness by"
SAY_ALL_DARK = "it is too dark to tell how evenly the table is lit"


def say_dark(bright: float) -> str:
    """Too little light: the level (of 255) that the brightest parts reach."""
    return f"it is too dark: even the brightest things reach only {bright:.0f} of 255"


def say_too_bright(blown: float) -> str:
    """Too much light: a share of the picture is blank."""
    if blown >= 0.01:
        return f"it is too bright: {blown:.0%} of the picture is blank white"
    return "it is too bright: light things cannot be told from white"


def say_soft(blur_px: float, most_px: float) -> str:
    """Out of focus."""
    return f"the picture is soft: edges are spread over {blur_px:.1f} px, sharp is up to {most_px:.1f}"


def say_glare(spots: int) -> str:
    """Lamps mirrored in this many places."""
    where = "one place" if spots == 1 else f"{spots} places"
    return f"a lamp is mirrored in {where}: dice there cannot be read"


def say_uneven(slope: Slope) -> str:
    """Light from one side."""
    share = "half" if slope.times < 2.4 else "a third of" if slope.times < 3.5 else "a quarter or less of"
    return f"the {slope.dark_end} of the picture gets {share} the light of the other end"


def mend_uneven(slope: Slope) -> str:
    """What to do about it."""
    return f"hang the lamp over the middle, or put a second one at the {slope.dark_end}"


def say_flicker(flicker: Flicker) -> str:
    """Light that flickers with the mains."""
    mains = f" with the mains of {flicker.mains_hz} Hz" if flicker.mains_hz else " with the mains"
    depth = f"{flicker.depth:.0%}"
    if flicker.seen is FlickerPattern.BEATS:
        return f"the light flickers{mains}: the picture grows lighter and darker by {depth}"
    return f"the light flickers{mains}: bands {depth} darker lie across the picture"


def mend_flicker(flicker: Flicker) -> str:
    """What to do about it."""
    hz = f"{flicker.mains_hz} Hz" if flicker.mains_hz else "50 or 60 Hz, as your mains have"
    return f"take another lamp or switch its dimmer off; or set the camera's power line frequency to {hz}"
