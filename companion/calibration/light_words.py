"""Sentences about the light: what is wrong, and what to do."""

from __future__ import annotations

from companion.calibration.light_flicker import Flicker, FlickerPattern
from companion.calibration.light_measures import Slope
from companion.text.speech import say

LEAST_BLANK = 0.01
"""Blank white below this share of the picture is not worth a figure."""
HALF, THIRD = 2.4, 3.5
"""Up to this many times as much light at one end, the other gets "half" or "a third" of it."""


def say_too_bright(blown: float) -> str:
    """Too much light: a share of the picture is blank."""
    if blown >= LEAST_BLANK:
        return say("light.blank", percent=f"{100 * blown:.0f}")
    return say("light.bright")


def say_uneven(slope: Slope) -> str:
    """Light from one side."""
    end = _end(slope)
    if slope.times < HALF:
        return say("light.half", end=end)
    return say("light.third" if slope.times < THIRD else "light.quarter", end=end)


def mend_uneven(slope: Slope) -> str:
    """What to do about it."""
    return say("light.mend_uneven", end=_end(slope))


def _end(slope: Slope) -> str:
    return say(f"light.end.{slope.dark_end.replace(' ', '_')}")


def say_flicker(flicker: Flicker) -> str:
    """Light that flickers with the mains."""
    mains = flicker.mains_hz
    told = say("light.flicker_of", hz=str(mains)) if mains else say("light.flicker")
    percent = f"{100 * flicker.depth:.0f}"
    beats = flicker.seen is FlickerPattern.BEATS
    return say("light.beats" if beats else "light.bands", flicker=told, percent=percent)


def mend_flicker(flicker: Flicker) -> str:
    """What to do about it."""
    if flicker.mains_hz:
        return say("light.mend_flicker_of", hz=str(flicker.mains_hz))
    return say("light.mend_flicker")
