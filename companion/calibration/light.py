"""Judges the light over the table: each fault in a sentence, with what to do.

Pure functions on frames: single frames, bands and beats of mains light, then exposure and colours over time
(``Settling``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import atan2, degrees, hypot

import cv2
import numpy as np

from companion.calibration.seating import Point, Size
from companion.core.frame import Frame
from companion.core.reading import Box
from companion.text import say

PARTS = (16, 9)
"""Parts across and down; their median change is the camera's, not a hand's."""
FRAMES = 6
"""Frames that must agree: cameras step their exposure every second or third frame [choice]."""
SHORTEST_NS = 500_000_000
"""They must span half a second: fifteen frames of a Pi camera, which has settled by then."""
STEADY_LIGHT, STEADY_COLOUR = 0.02, 0.012
"""Settled ranges of brightness, and of blue and red against green. Noise and lifting hands at the
simulated tables stay within them (``calibration/light.py``); a third of a stop is 0.23."""
FEWEST_LEVELS = 4.0
"""Added to all levels before they are compared, so that noise in black hardly counts."""


@dataclass(frozen=True, slots=True)
class Level:
    """Light, and blue and red against green: logarithms of ratios to the first frame."""

    at_ns: int
    light: float
    blue: float
    red: float


@dataclass(frozen=True, slots=True, eq=False)
class Settling:
    """Whether exposure and colours have settled."""

    levels: tuple[Level, ...] = ()
    newest: np.ndarray | None = None

    def see(self, frame: Frame) -> Settling:
        """A frame that is not newer changes nothing."""
        if self.levels and frame.exposed_at_ns <= self.levels[-1].at_ns:
            return self
        parts = _logarithms(frame.pixels, PARTS)
        last = self.levels[-1] if self.levels else Level(frame.exposed_at_ns, 0.0, 0.0, 0.0)
        moved = (0.0, 0.0, 0.0) if self.newest is None else _moved(self.newest, parts)
        level = Level(frame.exposed_at_ns, last.light + moved[0], last.blue + moved[1], last.red + moved[2])
        return replace(self, levels=self._kept((*self.levels, level)), newest=parts)

    @property
    def enough(self) -> bool:
        return len(self.levels) >= FRAMES and self.levels[-1].at_ns - self.levels[0].at_ns >= SHORTEST_NS

    @property
    def settled(self) -> bool:
        return self.enough and self._light_range <= STEADY_LIGHT and self._colour_range <= STEADY_COLOUR

    @property
    def sentence(self) -> str:
        if not self.enough:
            return say("light.few_pictures")
        if self.settled:
            return say("light.at_rest")
        changes = self._light_range > STEADY_LIGHT
        return say("light.exposure_changes" if changes else "light.colours_change")

    @property
    def _light_range(self) -> float:
        return _range([level.light for level in self.levels])

    @property
    def _colour_range(self) -> float:
        return max(
            _range([level.blue for level in self.levels]), _range([level.red for level in self.levels])
        )

    @staticmethod
    def _kept(levels: tuple[Level, ...]) -> tuple[Level, ...]:
        first = max(0, len(levels) - FRAMES)
        while first > 0 and levels[-1].at_ns - levels[first].at_ns < SHORTEST_NS:
            first -= 1
        return levels[first:]


def _logarithms(pixels: np.ndarray, size: Size) -> np.ndarray:
    """Of each level, shrunk to this size: float32."""
    levels = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    logarithms: np.ndarray = np.log(levels + FEWEST_LEVELS)
    return logarithms


def _moved(before: np.ndarray, after: np.ndarray) -> tuple[float, float, float]:
    """Median changes of light, of blue and of red against green."""
    change = after - before
    blue, green, red = (change[..., channel] for channel in range(3))
    return (
        float(np.median(change.mean(axis=2))),
        float(np.median(blue - green)),
        float(np.median(red - green)),
    )


def _range(values: list[float]) -> float:
    return max(values) - min(values)


BLANK_WHITE = 250
"""From this grey on all is white: 8-bit pictures end at 255, and JPEG blurs the last levels."""
SMALLEST_GLARE = 0.0008
"""Share of the picture that a spot must fill to cover a die: 27 × 27 px of 1280 × 720, a die at the usual
height. All highlights of dice and cups at a simulated table together fill a ninth of it (``python
calibration/light.py``)."""
MOST_PLACES = 5
"""Marked spots of glare, the largest first."""
CLOSED_PX = 9
"""Parts of a spot with a smaller gap, in px of a picture 1280 wide, are one."""
FINE_PX, COARSE_PX = 1.0, 2.0
"""Two further blurs of an edge, whose slopes give its own blur."""
LEAST_STEEP = 4.0
"""Levels a px from which a slope is an edge: five times what noise of 4 levels brings after ``FINE_PX``."""
STEEPEST_SHARE = 0.01
"""Share of the steepest pixels, by which sharpness is judged [choice]."""
FEWEST_EDGES = 0.0004
"""With fewer edge pixels sharpness is unknown: the outline of two dice."""
MOST_BLUR_PX = 12.0
"""With more blur the two slopes differ by less than noise."""
CELLS: Size = (12, 8)
"""Parts across and down in which light is compared: a cup covers about one."""
DARKEST_CELL = 6.0
"""A darker part does not show its light."""
FEWEST_CELLS = 12
"""With fewer parts the slope of light is unknown."""
LOG_SCATTER = 0.5
"""Scatter of the parts' brightness in stops, by things on the table; outliers count less."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """``grey`` uint8 (H, W); ``inside`` bool (H, W), true on the table."""

    grey: np.ndarray
    inside: np.ndarray

    @classmethod
    def of(cls, pixels: np.ndarray, field: Sequence[Point] = ()) -> Ground:
        """Takes uint8 (H, W, 3) BGR; ``field``: the table's corners in px, none for the whole frame."""
        grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
        if len(field) < 3:
            return cls(grey, np.ones(grey.shape, bool))
        inside = np.zeros(grey.shape, np.uint8)
        cv2.fillPoly(inside, [np.rint(np.array(field)).astype(np.int32)], 1)
        return cls(grey, inside.astype(bool)) if inside.any() else cls(grey, np.ones(grey.shape, bool))


@dataclass(frozen=True, slots=True)
class Brightness:
    """Grey 0-255 of the middle and the brightest fiftieth, share of blank white, noise in levels."""

    middle: float
    bright: float
    blown: float
    grain: float


def brightness(ground: Ground) -> Brightness:
    seen = ground.grey[ground.inside]
    middle, bright = np.percentile(seen, (50, 98))
    return Brightness(float(middle), float(bright), float((seen >= BLANK_WHITE).mean()), grain(ground.grey))


def grain(grey: np.ndarray) -> float:
    """Standard deviation of the noise in grey levels.

    Second differences both ways cancel flats, slopes and straight edges (Immerkaer 1996); their median
    ignores textures.
    """
    kernel = np.array([(1, -2, 1), (-2, 4, -2), (1, -2, 1)], np.float32)
    rest = cv2.filter2D(grey, cv2.CV_32F, kernel)
    return float(np.median(np.abs(rest)) / (6 * 0.6745))


def edge_blur_px(grey: np.ndarray) -> float | None:
    """The blur's standard deviation; ``None`` for too few edges.

    An edge with blur b has the slope 1 / sqrt(b² + s²) after a further blur s: the ratio of two such slopes
    gives b, whatever the contrast.
    """
    steep = _steepness(grey, FINE_PX)
    edges = steep >= max(LEAST_STEEP, float(np.quantile(steep, 1 - STEEPEST_SHARE)))
    if edges.mean() < FEWEST_EDGES:
        return None
    ratio = steep[edges] / np.maximum(_steepness(grey, COARSE_PX)[edges], 1e-3)
    square = float(np.median(ratio)) ** 2
    if square <= 1:
        return MOST_BLUR_PX
    blur = max(0.0, (COARSE_PX**2 - square * FINE_PX**2) / (square - 1))
    sharp_px: float = blur**0.5
    return min(MOST_BLUR_PX, sharp_px)


def _steepness(grey: np.ndarray, blur_px: float) -> np.ndarray:
    """Levels a px, float32 (H, W), after a blur."""
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), blur_px)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way, ksize=1, scale=0.5) for way in ((1, 0), (0, 1)))
    return cv2.magnitude(across, down)


def glare_boxes(ground: Ground) -> tuple[Box, ...]:
    """Blank white spots at least as large as a die, the largest first."""
    white = ((ground.grey >= BLANK_WHITE) & ground.inside).astype(np.uint8)
    height, width = white.shape
    gap = max(3, round(CLOSED_PX * width / 1280))
    whole = cv2.morphologyEx(white, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    _, _, spots, _ = cv2.connectedComponentsWithStats(whole)
    large = [spot for spot in spots[1:].tolist() if spot[cv2.CC_STAT_AREA] >= SMALLEST_GLARE * width * height]
    large.sort(key=lambda spot: -spot[cv2.CC_STAT_AREA])
    return tuple((x, y, x + wide, y + high) for x, y, wide, high, _ in large[:MOST_PLACES])


@dataclass(frozen=True, slots=True)
class Slope:
    """The bright end gets ``times`` the dark end's light. ``dark_deg``: toward the dark, 0 right, 90 down."""

    times: float
    dark_deg: float

    @property
    def dark_end(self) -> str:
        return ENDS[round(self.dark_deg / 45) % 8]

    def dark_part(self, size: Size) -> Box:
        """A third, or a ninth in a corner."""
        width, height = size
        across, down = _WHERE[self.dark_end]
        left, right = _third(across, width)
        top, bottom = _third(down, height)
        return left, top, right, bottom


ENDS = ("right", "lower right", "bottom", "lower left", "left", "upper left", "top", "upper right")
_WHERE = {
    "right": (1, None), "lower right": (1, 1), "bottom": (None, 1), "lower left": (-1, 1),
    "left": (-1, None), "upper left": (-1, -1), "top": (None, -1), "upper right": (1, -1),
}  # fmt: skip
"""The third across and down; ``None`` for all three."""


def _third(which: int | None, side: int) -> tuple[int, int]:
    if which is None:
        return 0, side
    return (0, side // 3) if which < 0 else (side - side // 3, side)


def evenness(ground: Ground) -> Slope | None:
    """``None`` in the dark.

    Fits a plane to brightness in stops: things change it here and there, only light from end to end.
    """
    places, stops = _cells(ground)
    if len(stops) < FEWEST_CELLS:
        return None
    known = np.column_stack([np.ones(len(places)), places])
    weight = np.ones(len(stops))
    for _ in range(12):
        root = np.sqrt(weight)
        _, right, down = fitted = np.linalg.lstsq(known * root[:, None], stops * root, rcond=None)[0]
        off = stops - known @ fitted
        off -= np.median(off)
        weight = 1 / (1 + (off / LOG_SCATTER) ** 2) ** 2
    lit = places @ np.array([right, down])
    if hypot(right, down) < 1e-9:
        return Slope(1.0, 0.0)
    return Slope(float(2 ** (lit.max() - lit.min())), degrees(atan2(-down, -right)) % 360)


def _cells(ground: Ground) -> tuple[np.ndarray, np.ndarray]:
    """Parts on the table: middles (N, 2) from -0.5 to 0.5, brightness (N,) in stops."""
    across, down = CELLS
    height, width = ground.grey.shape
    places, stops = [], []
    for row in range(down):
        for column in range(across):
            part = np.s_[
                row * height // down : (row + 1) * height // down,
                column * width // across : (column + 1) * width // across,
            ]
            inside = ground.inside[part]
            if inside.mean() < 0.5:
                continue
            grey = float(np.median(ground.grey[part][inside]))
            if grey >= DARKEST_CELL:
                places.append(((column + 0.5) / across - 0.5, (row + 0.5) / down - 0.5))
                stops.append(np.log2(grey))
    return np.array(places).reshape(-1, 2), np.array(stops)


MAINS_HZ = (50, 60)
STRIPS, ROWS = 12, 180
"""Strips that must agree, and rows after thinning: bands run through all strips, an arm or a cup through a
few."""
BANDS = np.arange(0.75, 10.01, 0.25)
"""Bands a picture: a sensor that reads its rows in 1/130 s shows 0.75 of 100 Hz, one that takes 1/12 s
shows 10 of 120."""
LEAST_MOVING = 0.015
"""Least depth of moving bands, as a share of the light: noise and lifting hands of the simulated tables
bring 0.0001 (``calibration/light.py``), and shallower bands do not harm dots [choice]."""
LEAST_STANDING, LIKE_A_WAVE, AGREEING_STRIPS = 0.10, 0.6, 10
"""Standing bands: least depth, share of the rows' differences in one wave, and strips that agree. Planks,
cups and the board of the simulated tables reach 0.12, 0.74 and 9 of 12 strips, but not together
(``calibration/light.py``): one picture shows only deep bands, several show shallow ones."""
LEAST_BEAT, MOSTLY_BEAT = 0.02, 0.8
"""Least depth of whole pictures' beat, and its share of their differences."""
FEWEST_MOVING = 3
FEWEST_BEATS = 8
"""Fewest pictures that tell flicker from a switched lamp."""
MAINS_TOLD = 0.85, 0.2
"""How well the pictures' times must fit one mains frequency, and by how much better than the other."""


class FlickerPattern(Enum):
    BANDS = "bands"
    BEATS = "beats"


@dataclass(frozen=True, slots=True)
class Flicker:
    """``depth``: share of light missing at the darkest; ``mains_hz``: ``None`` if unknown."""

    seen: FlickerPattern
    depth: float
    mains_hz: int | None = None


def find_flicker(frames: Sequence[Frame]) -> Flicker | None:
    """Flicker in frames of one size, by exposure.

    One frame shows only deep bands; movement shows shallow ones.
    """
    strips = np.stack([light_in_strips(frame.pixels) for frame in frames])
    times_s = np.array([frame.exposed_at_ns for frame in frames]) * 1e-9
    return _moving(strips, times_s) or _beats(strips, times_s) or _standing(strips[-1])


def light_in_strips(pixels: np.ndarray) -> np.ndarray:
    """Logarithm of the light, float32 (ROWS, STRIPS)."""
    return _logarithms(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (STRIPS, ROWS))


def _waves() -> np.ndarray:
    """Complex (bands, ROWS); times rows it gives height and phase."""
    rows = (np.arange(ROWS) + 0.5) / ROWS
    waves: np.ndarray = np.exp(-2j * np.pi * BANDS[:, None] * rows) * 2 / ROWS
    return waves


def _moving(strips: np.ndarray, times_s: np.ndarray) -> Flicker | None:
    if len(strips) < FEWEST_MOVING:
        return None
    heights = moving_bands(strips)
    depth = float(np.sqrt((np.abs(heights) ** 2).mean()))
    return Flicker(FlickerPattern.BANDS, depth, _mains(heights, times_s)) if depth >= LEAST_MOVING else None


def moving_bands(strips: np.ndarray) -> np.ndarray:
    """Complex height and phase of the strongest wave, from (N, ROWS, STRIPS).

    Things that stand still cancel out; a hand covers a part only in few pictures and strips.
    """
    rest = np.median(strips - np.median(strips, axis=0), axis=2)
    rest -= rest.mean(axis=1, keepdims=True)
    heights = _waves() @ rest.T
    tallest: np.ndarray = heights[int((np.abs(heights) ** 2).mean(axis=1).argmax())]
    return tallest


def _mains(heights: np.ndarray, times_s: np.ndarray) -> int | None:
    fits = [_fit(heights, times_s, 2 * mains) for mains in MAINS_HZ]
    best = int(np.argmax(fits))
    least, better = MAINS_TOLD
    is_clear = fits[best] >= least and fits[best] - fits[1 - best] >= better
    return MAINS_HZ[best] if is_clear else None


def _fit(heights: np.ndarray, times_s: np.ndarray, hz: int) -> float:
    back = np.exp(-2j * np.pi * hz * (times_s - times_s[0]))
    return float(abs((heights * back).sum()) / max(1e-12, np.abs(heights).sum()))


def _beats(strips: np.ndarray, times_s: np.ndarray) -> Flicker | None:
    if len(strips) < FEWEST_BEATS or np.ptp(times_s) <= 0:
        return None
    level = np.median(strips - np.median(strips, axis=0), axis=(1, 2))
    since = times_s - times_s.mean()
    slow = np.column_stack([np.ones(len(since)), since])
    level = level - slow @ np.linalg.lstsq(slow, level, rcond=None)[0]
    found = [_wave_in(level, since, 2 * mains) for mains in MAINS_HZ]
    best = max(found, key=lambda each: each[1])
    depth, explained = best
    if depth < LEAST_BEAT or explained < MOSTLY_BEAT:
        return None
    is_clear = abs(found[0][1] - found[1][1]) >= MAINS_TOLD[1]
    return Flicker(FlickerPattern.BEATS, depth, MAINS_HZ[found.index(best)] if is_clear else None)


def _wave_in(level: np.ndarray, times_s: np.ndarray, hz: int) -> tuple[float, float]:
    turn = 2 * np.pi * hz * times_s
    wave = np.column_stack([np.cos(turn), np.sin(turn)])
    height = np.linalg.lstsq(wave, level, rcond=None)[0]
    left = level - wave @ height
    spread = float((level**2).sum())
    return float(np.hypot(*height)), 1 - float((left**2).sum()) / spread if spread > 0 else 0.0


def _standing(strips: np.ndarray) -> Flicker | None:
    depth, explained, agreeing = standing_bands(strips)
    if depth < LEAST_STANDING or explained < LIKE_A_WAVE or agreeing < AGREEING_STRIPS:
        return None
    return Flicker(FlickerPattern.BANDS, depth)


def standing_bands(strips: np.ndarray) -> tuple[float, float, int]:
    """The strongest wave: height, its share of the differences, number of strips that agree."""
    rows = np.linspace(-1, 1, ROWS)
    slow = np.column_stack([rows**power for power in range(3)])
    each = strips - slow @ np.linalg.lstsq(slow, strips, rcond=None)[0]
    common = np.median(each, axis=1)
    heights = _waves() @ common
    best = int(np.abs(heights).argmax())
    turn = 2 * np.pi * BANDS[best] * (np.arange(ROWS) + 0.5) / ROWS
    wave = np.column_stack([np.cos(turn), np.sin(turn), slow])
    left = common - wave @ np.linalg.lstsq(wave, common, rcond=None)[0]
    spread = float((common**2).sum())
    own = _waves()[best] @ each
    along = np.cos(np.angle(own) - np.angle(heights[best]))
    agreeing = int(((along > 0.7) & (np.abs(own) > 0.5 * abs(heights[best]))).sum())
    return float(abs(heights[best])), 1 - float((left**2).sum()) / max(spread, 1e-12), agreeing


LEAST_BLANK = 0.01
"""Below this share of the picture blank white needs no figure."""
HALF, THIRD = 2.4, 3.5
"""Up to this ratio of light the dark end gets "half" or "a third"."""


def say_uneven(slope: Slope) -> str:
    end = _end(slope)
    if slope.times < HALF:
        return say("light.half", end=end)
    return say("light.third" if slope.times < THIRD else "light.quarter", end=end)


def _end(slope: Slope) -> str:
    return say(f"light.end.{slope.dark_end.replace(' ', '_')}")


SOFTEST_PX = 1.5
"""Spread of edges, in px of a picture 1280 wide, up to which it is sharp. The simulated table's own
pictures have 0.40-0.55; blurred by 1.5 px 1.32-1.37, by 2 px 1.70-1.75, by 3 px 2.6
(``calibration/light.py``). The eye reads all of their dice, 30 px large, up to 3 px and a fifth of them at
4: half is left for smaller ones."""
WIDTH_PX = 1280
"""Wider pictures may be softer, pixel for pixel; narrower ones may not: no lens is sharper than pixels."""
DARKEST_BRIGHT = 80.0
"""Grey (0-255) that the brightest fiftieth must reach: 203-213 at the simulated tables, 101-106 with half
of their light, 51-53 with a quarter (same script). The eye reads 79 of 80 dice in an eighth of it and 38
in a sixteenth; dark dice, real sensors and the lift detector want more."""
LIGHTEST_MIDDLE = 225.0
"""Half of the picture must be darker: a well exposed white cloth is at about 200 [choice]."""
MOST_BLOWN = 0.05
"""Largest share of blank white [choice]; more is not a lamp's glare but too much light."""
GRAINIEST = 7.0
"""Grey levels of noise of a grainy picture: 0.5 at the simulated tables, 2 with the noise of a sensor that
is turned up (same script); a stop's worth above that [choice]."""
MOST_UNEVEN = 1.9
"""Largest ratio of light between two ends: 1.04-1.18 at the simulated tables, 1.44-1.71 under light that
falls off 1.5 times, 2.3-2.6 under one that falls off 2.5 times (same script); twice the light is a stop of
exposure."""


class Subject(Enum):
    SETTLED = "settled"
    BRIGHTNESS = "brightness"
    FOCUS = "focus"
    GLARE = "glare"
    EVENNESS = "even light"
    FLICKER = "flicker"


class Standing(Enum):
    GOOD = "good"
    WRONG = "wrong"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class LightCheck:
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
    """Checks in the order of ``Subject``; one frame shows little of what needs time.

    ``still``: a frame, possibly larger, for single-frame tests; by default the last of ``frames``. ``field``:
    the table's corners in px of the still, if known. Raises ``ValueError`` without frames, and for different
    sizes.
    """
    if not frames:
        raise ValueError("at least one frame must be given, got none")
    if len({(frame.width, frame.height) for frame in frames}) > 1:
        raise ValueError("the frames must have one size: take them all with one camera setting")
    ground = Ground.of((still or frames[-1]).pixels, field)
    flicker = find_flicker(frames)
    settled = _settled(frames, flicker is not None)
    return settled, _bright(ground), _sharp(ground), _glare(ground), _even(ground), _flickers(flicker)


def wrong(checks: Sequence[LightCheck]) -> tuple[LightCheck, ...]:
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
        blank = say("light.blank", percent=f"{100 * seen.blown:.0f}")
        told = blank if seen.blown >= LEAST_BLANK else say("light.bright")
        return _wrong(Subject.BRIGHTNESS, told, say("light.mend_bright"))
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
    return _wrong(Subject.GLARE, say("light.glare", count=len(places)), say("light.mend_glare"), *places)


def _even(ground: Ground) -> LightCheck:
    slope = evenness(ground)
    if slope is None:
        return LightCheck(Subject.EVENNESS, Standing.UNKNOWN, say("light.all_dark"), say("light.mend_dark"))
    if slope.times <= MOST_UNEVEN:
        return LightCheck(Subject.EVENNESS, Standing.GOOD, say("light.even"))
    height, width = ground.grey.shape
    mend = say("light.mend_uneven", end=_end(slope))
    return _wrong(Subject.EVENNESS, say_uneven(slope), mend, slope.dark_part((width, height)))


def _flickers(flicker: Flicker | None) -> LightCheck:
    if flicker is None:
        return LightCheck(Subject.FLICKER, Standing.GOOD, say("light.steady"))
    if flicker.mains_hz is None:
        sentence, mend = say("light.flicker"), say("light.mend_flicker")
    else:
        hz = str(flicker.mains_hz)
        sentence, mend = say("light.flicker_of", hz=hz), say("light.mend_flicker_of", hz=hz)
    beats, percent = flicker.seen is FlickerPattern.BEATS, f"{100 * flicker.depth:.0f}"
    told = say("light.beats" if beats else "light.bands", flicker=sentence, percent=percent)
    return _wrong(Subject.FLICKER, told, mend)


def _wrong(subject: Subject, sentence: str, remedy: str, *places: Box) -> LightCheck:
    return LightCheck(subject, Standing.WRONG, sentence, remedy, places)
