"""Judges the light over the table: each fault in a sentence, with what to do.

Pure functions on frames. What is measured, and how, stands in ``light_measures`` (one frame),
``light_flicker`` (bands and beats of mains light) and ``light_settling`` (exposure and colours over time).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from companion.calibration.light_measures import (
    Flicker,
    FlickerPattern,
    Ground,
    Slope,
    brightness,
    edge_blur_px,
    evenness,
    find_flicker,
    glare_boxes,
)
from companion.calibration.light_settling import Settling
from companion.calibration.seating import Point
from companion.core.frame import Frame
from companion.core.reading import Box
from companion.text import say

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
    sentence = say("light.flicker_of", hz=str(mains)) if mains else say("light.flicker")
    percent = f"{100 * flicker.depth:.0f}"
    beats = flicker.seen is FlickerPattern.BEATS
    return say("light.beats" if beats else "light.bands", flicker=sentence, percent=percent)


def mend_flicker(flicker: Flicker) -> str:
    """What to do about it."""
    if flicker.mains_hz:
        return say("light.mend_flicker_of", hz=str(flicker.mains_hz))
    return say("light.mend_flicker")


SOFTEST_PX = 1.5
"""Spread of edges, in px of a picture 1280 wide, up to which it is sharp. The simulated table's own pictures
have 0.40-0.55; blurred by 1.5 px 1.32-1.37, by 2 px 1.70-1.75, by 3 px 2.6 (``calibration/light.py``). The
eye reads all of their dice, 30 px large, up to 3 px and a fifth of them at 4: half is left for smaller
ones."""
WIDTH_PX = 1280
"""Wider pictures may be softer, pixel for pixel; narrower ones may not, because no lens is sharper than
pixels."""
DARKEST_BRIGHT = 80.0
"""Grey (0-255) that the brightest fiftieth must reach: 203-213 at the simulated tables, 101-106
with half of their light, 51-53 with a quarter (same script). The eye reads 79 of 80 dice in an eighth
of it and 38 in a sixteenth; dark dice, real sensors and the watch for cups want more."""
LIGHTEST_MIDDLE = 225.0
"""Half of the picture must be darker than this: a well exposed white cloth is at about 200 [choice]."""
MOST_BLOWN = 0.05
"""Share of the picture that may be blank white [choice]; more is not a lamp's glare but too much light."""
GRAINIEST = 7.0
"""Grey levels of noise from which a picture counts as grainy: 0.5 at the simulated tables, 2 with the noise
of a sensor that is turned up (same script); a stop's worth above that [choice]."""
MOST_UNEVEN = 1.9
"""How many times as much light one end of the picture may get: 1.04-1.18 at the simulated tables, 1.44-1.71
under light that falls off 1.5 times, 2.3-2.6 under one that falls off 2.5 times (same script); twice the
light is a stop of exposure."""


class Subject(Enum):
    """What is examined."""

    SETTLED = "settled"
    BRIGHTNESS = "brightness"
    FOCUS = "focus"
    GLARE = "glare"
    EVENNESS = "even light"
    FLICKER = "flicker"


class Standing(Enum):
    """The state of a subject; unknown if these pictures do not show it."""

    GOOD = "good"
    WRONG = "wrong"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class LightCheck:
    """One subject: a sentence, what to do if it is not good, and where in the picture."""

    subject: Subject
    standing: Standing
    sentence: str
    remedy: str | None = None
    places: tuple[Box, ...] = ()

    def __post_init__(self) -> None:
        if (self.remedy is None) != (self.standing is Standing.GOOD):
            raise ValueError(f"a check must say what to do just when it is not good, got {self}")


def examine(
    frames: Sequence[Frame], still: Frame | None = None, field: Sequence[Point] = ()
) -> tuple[LightCheck, ...]:
    """All subjects in the order of ``Subject``; one frame is enough, but shows little of what needs time.

    ``still``: a frame, possibly larger, for what a single frame shows; without it the last of ``frames``.
    ``field``: the table's corners in px of the still, if they are known; glare and shadows beside the table
    do not matter. Raises ``ValueError`` without frames, and for frames of different sizes.
    """
    if not frames:
        raise ValueError("at least one frame must be given, got none")
    if len({(frame.width, frame.height) for frame in frames}) > 1:
        raise ValueError("the frames must have one size: take them all with one camera setting")
    ground = Ground.of((still or frames[-1]).pixels, field)
    flicker = find_flicker(frames)
    return (
        _settled(frames, flicker is not None),
        _bright(ground),
        _sharp(ground),
        _glare(ground),
        _even(ground),
        LightCheck(Subject.FLICKER, Standing.WRONG, say_flicker(flicker), mend_flicker(flicker))
        if flicker is not None
        else LightCheck(Subject.FLICKER, Standing.GOOD, say("light.steady")),
    )


def wrong(checks: Sequence[LightCheck]) -> tuple[LightCheck, ...]:
    """What must be corrected."""
    return tuple(check for check in checks if check.standing is Standing.WRONG)


def _settled(frames: Sequence[Frame], flickers: bool) -> LightCheck:
    settling = Settling()
    for frame in frames:
        settling = settling.see(frame)
    if settling.settled:
        return LightCheck(Subject.SETTLED, Standing.GOOD, settling.sentence)
    enough = settling.enough and not flickers
    standing = Standing.WRONG if enough else Standing.UNKNOWN
    return LightCheck(Subject.SETTLED, standing, settling.sentence, say("light.wait"))


def _bright(ground: Ground) -> LightCheck:
    seen = brightness(ground)
    if seen.blown > MOST_BLOWN or seen.middle > LIGHTEST_MIDDLE:
        return _wrong(Subject.BRIGHTNESS, say_too_bright(seen.blown), say("light.mend_bright"))
    mend = say("light.mend_dark")
    if seen.bright < DARKEST_BRIGHT:
        return _wrong(Subject.BRIGHTNESS, say("light.dark"), mend)
    if seen.grain > GRAINIEST:
        return _wrong(Subject.BRIGHTNESS, say("light.grainy"), mend)
    return LightCheck(Subject.BRIGHTNESS, Standing.GOOD, say("light.enough"))


def _sharp(ground: Ground) -> LightCheck:
    blur = edge_blur_px(ground.grey)
    if blur is None:
        return LightCheck(Subject.FOCUS, Standing.UNKNOWN, say("light.no_edges"), say("light.mend_no_edges"))
    blur *= min(1.0, WIDTH_PX / ground.grey.shape[1])
    if blur > SOFTEST_PX:
        return _wrong(Subject.FOCUS, say("light.soft"), say("light.mend_soft"))
    return LightCheck(Subject.FOCUS, Standing.GOOD, say("light.sharp"))


def _glare(ground: Ground) -> LightCheck:
    places = glare_boxes(ground)
    if not places:
        return LightCheck(Subject.GLARE, Standing.GOOD, say("light.no_glare"))
    glare = say("light.glare", count=len(places))
    return LightCheck(Subject.GLARE, Standing.WRONG, glare, say("light.mend_glare"), places)


def _even(ground: Ground) -> LightCheck:
    slope = evenness(ground)
    if slope is None:
        return LightCheck(Subject.EVENNESS, Standing.UNKNOWN, say("light.all_dark"), say("light.mend_dark"))
    if slope.times <= MOST_UNEVEN:
        return LightCheck(Subject.EVENNESS, Standing.GOOD, say("light.even"))
    height, width = ground.grey.shape
    return LightCheck(
        Subject.EVENNESS,
        Standing.WRONG,
        say_uneven(slope),
        mend_uneven(slope),
        (slope.dark_part((width, height)),),
    )


def _wrong(subject: Subject, sentence: str, remedy: str) -> LightCheck:
    return LightCheck(subject, Standing.WRONG, sentence, remedy)
