"""What the pictures of the lens board cover so far, and what is still missing, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from companion.calibration.lens_pictures import BoardSeen, Held
from companion.calibration.optics import Optics
from companion.text.numbers import say_list
from companion.text.speech import say

FEWEST_PICTURES = 8
"""The fewest pictures of the lens board (the project's plan; OpenCV's guide asks for ten)."""
COLUMNS, ROWS = 3, 3
"""Parts of the picture in which corners must have been seen."""
CORNERS_A_PART = 6
"""With this many corners a part of the picture counts as seen [choice]."""
PARTS = (
    "upper left", "upper middle", "upper right", "middle left", "middle", "middle right",
    "lower left", "lower middle", "lower right",
)  # fmt: skip
"""The parts of the picture by name, row by row."""
TILTS = tuple(held for held in Held if held is not Held.STRAIGHT)
"""Ways in which the board must have been tilted once each."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """Corners seen in each part of ``PARTS``, how the board was held, and the pictures taken."""

    pictures: int
    corners: tuple[int, ...]
    held: tuple[Held, ...]

    @classmethod
    def of(cls, pictures: Sequence[BoardSeen], optics: Optics) -> Coverage:
        """Coverage by these pictures; ``optics`` may be starting values."""
        seen = Counter(part for picture in pictures for part in _parts(picture))
        held = tuple(picture.held(optics) for picture in pictures)
        return cls(len(pictures), tuple(seen[part] for part in range(len(PARTS))), held)

    @property
    def missing_parts(self) -> tuple[str, ...]:
        """Parts of the picture with too few corners."""
        return tuple(name for name, many in zip(PARTS, self.corners, strict=True) if many < CORNERS_A_PART)

    @property
    def missing_tilts(self) -> tuple[Held, ...]:
        """Ways of holding the board that no picture shows."""
        return tuple(tilt for tilt in TILTS if tilt not in self.held)

    @property
    def complete(self) -> bool:
        """Whether the lens can be measured well from these pictures."""
        return self.pictures >= FEWEST_PICTURES and not self.missing_parts and not self.missing_tilts

    @property
    def sentence(self) -> str:
        """What is covered and what to do next."""
        taken = say("coverage.taken", count=self.pictures)
        if self.complete:
            return say("coverage.complete", pictures=taken)
        missing = reduce(lambda first, second: say("coverage.both", first=first, second=second), self._wanted)
        return say("coverage.missing", pictures=taken, missing=missing)

    @property
    def _wanted(self) -> list[str]:
        wanted = []
        if self.missing_parts:
            names = (part.replace(" ", "_") for part in self.missing_parts)
            parts = say_list(say(f"coverage.part.{name}") for name in names)
            wanted.append(say("coverage.missing_parts", parts=parts))
        if self.missing_tilts:
            tilts = say_list(say(f"survey.tilt.{tilt.name.lower()}") for tilt in self.missing_tilts)
            wanted.append(say("coverage.missing_tilts", tilts=tilts))
        if self.pictures < FEWEST_PICTURES:
            wanted.append(say("coverage.missing_pictures", many=FEWEST_PICTURES - self.pictures))
        return wanted


def _parts(picture: BoardSeen) -> list[int]:
    """The number of the part for each corner."""
    width, height = picture.size
    columns = (picture.points_px[:, 0] * COLUMNS / width).clip(0, COLUMNS - 1).astype(int)
    rows = (picture.points_px[:, 1] * ROWS / height).clip(0, ROWS - 1).astype(int)
    cells: list[int] = (rows * COLUMNS + columns).tolist()
    return cells
