"""How high a camera must hang to see a table, and the size of a die in its picture.

A pinhole that looks straight down: no distortion, no height of dice. Angles of view are the makers' figures;
a 16:9 picture shows the sensor's whole width.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import atan, degrees, hypot, radians, tan

from companion.calibration.optics import Optics
from companion.calibration.seating import Size


@dataclass(frozen=True, slots=True)
class KnownLens:
    """A camera by its maker's figures; ``word``: on the command line.

    ``source``: of the figures. ``sensor_mm``: the part that gives the largest picture.
    """

    word: str
    name: str
    focal_mm: float
    sensor_mm: tuple[float, float]
    stated_view_deg: float
    source: str
    width_px: int = 2304

    @property
    def view_deg(self) -> float:
        return 2 * degrees(atan(self.sensor_mm[0] / 2 / self.focal_mm))

    @property
    def off_pct(self) -> float:
        """Difference of the focal lengths from the lens and from the stated angle: the error to expect
        without a measurement.
        """
        stated = self.sensor_mm[0] / 2 / tan(radians(self.stated_view_deg) / 2)
        return 100 * abs(stated / self.focal_mm - 1)

    def optics(self, size: Size) -> Optics:
        """Starting values, without distortion.

        Assumes the sensor's whole width. A mode that shows less, such as Camera Module 2's at 1920×1080, must
        be measured.
        """
        width, height = size
        focal = self.focal_mm / self.sensor_mm[0] * max(width, height * self.sensor_mm[0] / self.sensor_mm[1])
        return Optics(size, (focal, focal), ((width - 1) / 2, (height - 1) / 2))


_PI = "Raspberry Pi, documentation of the camera modules, hardware specification"
_DIAGONAL = tan(radians(78.0) / 2)
"""Half the diagonal of a webcam's picture at unit distance: 78° is Logitech's figure for its C920."""

_IMX708 = (6.45, 3.63)

KNOWN_LENSES = (
    KnownLens("module2", "Camera Module 2", 3.04, (3.68, 2.76), 62.2, f"{_PI} (IMX219)"),
    KnownLens("module3", "Camera Module 3", 4.74, _IMX708, 66.0, f"{_PI} (IMX708)"),
    KnownLens("wide", "Camera Module 3 Wide", 2.75, _IMX708, 102.0, f"{_PI} (IMX708)"),
    KnownLens("hq", "HQ Camera, 6 mm lens", 6.0, (6.287, 4.712), 55.3,
              "Raspberry Pi, High Quality Camera (IMX477: 4056 × 3040 pixels of 1.55 µm), its 6 mm lens"),
    KnownLens("webcam", "webcam, 78° diagonal", 1.0,
              (2 * _DIAGONAL * 16 / hypot(16, 9), 2 * _DIAGONAL * 9 / hypot(16, 9)), 70.4,
              "Logitech's diagonal view of 78° for its C920, 16:9; the sensor in focal lengths", 1920),
)  # fmt: skip
_WORDS = ", ".join(lens.word for lens in KNOWN_LENSES)


def known_lens(word: str) -> KnownLens:
    """Raises ``ValueError``, which names the known words."""
    for lens in KNOWN_LENSES:
        if lens.word == word:
            return lens
    raise ValueError(f"there is no lens {word!r}; there are: {_WORDS}")


DIE_MM = 16.0
"""Side of the usual die; Milton Bradley's are a little smaller, casino dice 19 mm."""
SMALLEST_DIE_PX = 18.0
"""The eye reads dice from this side on (cups-up read: 18-160 px)."""
SHAPE = 9 / 16


@dataclass(frozen=True, slots=True)
class Lens:
    name: str
    view_deg: float
    width_px: int


@dataclass(frozen=True, slots=True)
class Mount:
    height_mm: float
    seen_mm: tuple[float, float]
    die_px: float

    @property
    def readable(self) -> bool:
        return self.die_px >= SMALLEST_DIE_PX


LENSES = tuple(Lens(known.name, known.stated_view_deg, known.width_px) for known in KNOWN_LENSES)
"""With their makers' angles; ``KNOWN_LENSES`` has the sources."""

PLAYING_FIELDS = ((2, 4, (900.0, 500.0)), (5, 6, (1200.0, 700.0)))
"""Fewest and most players, and the part of the table for dice and cups, in mm [choice]."""


def mounted(lens: Lens, field_mm: tuple[float, float]) -> Mount:
    """The lowest camera that sees the field; ``field_mm``: width, depth."""
    width, depth = field_mm
    seen = max(width, depth / SHAPE)
    height = seen / 2 / tan(radians(lens.view_deg) / 2)
    return Mount(height, (seen, seen * SHAPE), lens.width_px * DIE_MM / seen)
