"""Rendered pictures of dice and cups.

``sprites/index.json`` lists them; ``models/render/simulated.py`` makes both. One light and one camera, 12
degrees off the vertical at the bottom of the picture; shadows are black in a sprite's alpha.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.calibration import Size
from companion.core.seats import INK, Outline, Rgb, sign_of
from companion.simulator.errors import SpritesMissing
from companion.text import say

TOP_PX = -16.0, -106.0
"""From a cup's foot to its top's middle in the rendered pictures (measured in ``cup_red.webp``)."""
RADIUS_PX = 122.0
"""Radius of the seat's badge on a cup's top, whose sunken part has a radius of 143."""
SIGN_SHARE = 0.74
"""Side of the sign over the badge's, as on the screens."""
PAINT = 0.94
"""How much paint covers: a little of the leather shows through."""
QUICKLY = 1
"""Level of compression: 5 ms for an arm, and 2 back; painting it takes 10 to 30."""
_FINE = 4
"""OpenCV's bits of a pixel's fraction."""


def signed_cup(rendered: np.ndarray, foot: tuple[float, float], seat: int) -> np.ndarray:
    """The cup with its sign, uint8 (H, W, 4) BGRA; ``foot``: in its px."""
    sign, painted = sign_of(seat), rendered.copy()
    x, y = foot[0] + TOP_PX[0], foot[1] + TOP_PX[1]
    badge = np.zeros(rendered.shape[:2], np.uint8)
    cv2.circle(badge, _fine(x, y), round(RADIUS_PX * 2**_FINE), 255, -1, cv2.LINE_AA, _FINE)
    _paint(painted, badge, sign.colour)
    side = 2 * RADIUS_PX * SIGN_SHARE
    corner = x - side / 2, y - side / 2
    drawn = _filled(sign.shape.solid, corner, side, badge.shape)
    _paint(painted, cv2.subtract(drawn, _filled(sign.shape.holes, corner, side, badge.shape)), INK)
    return painted


def _filled(
    outlines: Sequence[Outline], corner: tuple[float, float], side: float, size: tuple[int, ...]
) -> np.ndarray:
    mask = np.zeros(size, np.uint8)
    for outline in outlines:
        points = [_fine(corner[0] + x * side, corner[1] + y * side) for x, y in outline]
        cv2.fillPoly(mask, [np.array(points, np.int32)], (255.0,), cv2.LINE_AA, _FINE)
    return mask


def _fine(x: float, y: float) -> tuple[int, int]:
    return round(x * 2**_FINE), round(y * 2**_FINE)


def _paint(picture: np.ndarray, mask: np.ndarray, colour: Rgb) -> None:
    left, top, wide, high = cv2.boundingRect(mask)
    part = np.s_[top : top + high, left : left + wide]
    cover = PAINT * mask[part][..., None] / np.float32(255)
    under = picture[part][..., :3]
    under[:] = (under * (1 - cover) + np.array(colour[::-1], np.float32) * cover + 0.5).astype(np.uint8)


FOLDER = Path(__file__).resolve().parent / "sprites"
DIE_SIDE_MM = 16.0
"""Side of the rendered dice, from which their scale in a frame follows."""
FEATHER = 0.12
"""Share of a sprite's width over which its shadow fades out, so that no seam shows."""
TABLE_TOP = "background.jpg"
RAIL_SHARE = 0.05
"""Cut from each edge, as a share of the height: dice come as near to the edge as its rail is wide."""
FACES = (1, 2, 3, 4, 5, 6)
HIGHEST = 6


class DiceKind(Enum):
    """Which dice lie on the table; the values name sets of sprites."""

    STARS = "wild"
    PLAIN = "ordinary"
    STAR_SIX = "star on the six"
    """A mix of the other two: the star is the six, the one a pip."""
    BIRD = "bird"
    """The plain dice with a bird in place of the one."""

    @property
    def with_board(self) -> bool:
        return self in (DiceKind.STARS, DiceKind.STAR_SIX)


BID_DIE = "bid"
ARM = "arm"
"""The kind of a painted arm."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """``anchor``: the pixel at the foot's middle. ``box``: without the shadow. ``face``: ``None`` for a
    cup. ``turn_deg``: counterclockwise. ``seat``: whose sign is on a cup.
    """

    file: str
    kind: str
    family: str
    face: int | None
    turn_deg: float
    anchor: tuple[float, float]
    box: tuple[int, int, int, int]
    mm_per_px: float
    seat: int | None = None

    @property
    def cocked(self) -> bool:
        return self.kind == "cocked_die"


@dataclass(frozen=True, slots=True)
class Painted:
    kind: str
    look: Hashable
    family: str = ""
    turn_deg: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """``bgra`` uint8 (H, W, 4), premultiplied alpha; ``anchor`` and ``box`` in its px."""

    bgra: np.ndarray
    anchor: tuple[float, float]
    box: tuple[float, float, float, float]

    def enlarged(self, times: float) -> Picture:
        if times == 1.0:
            return self
        left, top, right, bottom = self.box
        bgra = cv2.resize(self.bgra, None, fx=times, fy=times, interpolation=cv2.INTER_LINEAR)
        box = left * times, top * times, right * times, bottom * times
        return Picture(bgra, (self.anchor[0] * times, self.anchor[1] * times), box)


@dataclass(frozen=True, slots=True, eq=False)
class PackedPicture:
    """A mostly transparent picture, compressed to a tenth of its size."""

    packed: bytes
    shape: tuple[int, ...]
    anchor: tuple[float, float]
    box: tuple[float, float, float, float]

    @classmethod
    def of(cls, picture: Picture) -> PackedPicture:
        packed = zlib.compress(picture.bgra.tobytes(), QUICKLY)
        return cls(packed, picture.bgra.shape, picture.anchor, picture.box)

    def unpacked(self) -> Picture:
        bgra = np.frombuffer(zlib.decompress(self.packed), np.uint8).reshape(self.shape)
        return Picture(bgra, self.anchor, self.box)


class SpriteSet:
    """Decoded at first use. ``tilt_deg``: camera off the vertical, at the bottom of the picture."""

    def __init__(self, folder: Path, sprites: tuple[Sprite, ...], tilt_deg: float) -> None:
        self.tilt_deg = tilt_deg
        self._folder, self._sprites = folder, sprites
        self._pictures: dict[tuple[str, int | None, float], Picture] = {}

    @classmethod
    @cache
    def load(cls, folder: Path = FOLDER) -> SpriteSet:
        """One for all tables. Raises ``SpritesMissing`` without index, a face or any cup."""
        try:
            document = json.loads((folder / "index.json").read_text(encoding="utf-8"))
            sprites = tuple(_sprite_of(entry) for entry in document["sprites"])
            made = cls(folder, sprites, float(document["tilt_deg"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise SpritesMissing(say("simulated.unusable", folder=str(folder), why=repr(error))) from error
        for family in (*(kind.value for kind in DiceKind), BID_DIE):
            for face in FACES:
                made.dice(family, face)
        if not made.cups:
            raise SpritesMissing(say("simulated.no_cup", folder=str(folder)))
        return made

    @property
    def cups(self) -> tuple[Sprite, ...]:
        """Upside down, one a colour."""
        return tuple(each for each in self._sprites if each.kind == "cup")

    def dice(self, family: str, face: int) -> tuple[Sprite, ...]:
        """A face at all turns. Raises ``SpritesMissing`` for none."""
        found = self._showing(family, face, cocked=False)
        if not found:
            raise SpritesMissing(say("simulated.no_face", folder=str(self._folder), face=face, kind=family))
        return found

    def cocked(self, family: str) -> tuple[Sprite, ...]:
        """Leaning on an edge, with their upper faces, in the order of the files; may be empty."""
        leaning = [each for face in FACES for each in self._showing(family, face, cocked=True)]
        return tuple(sorted(leaning, key=lambda each: each.file))

    def _showing(self, family: str, face: int, cocked: bool) -> tuple[Sprite, ...]:
        rendered = face
        if family == DiceKind.STAR_SIX.value:  # the star as a six, the pip as a one
            family = DiceKind.PLAIN.value if face == 1 else DiceKind.STARS.value
            rendered = 1 if face == HIGHEST else face
        elif family == DiceKind.BIRD.value and face != 1:
            family = DiceKind.PLAIN.value
        found = (each for each in self._sprites if each.family == family and each.cocked == cocked)
        return tuple(replace(each, face=face) for each in found if each.face == rendered)

    def table_top(self, size: Size) -> np.ndarray | None:
        """The top, uint8 (H, W, 3), filling the frame."""
        raw = cv2.imread(str(self._folder / TABLE_TOP), cv2.IMREAD_COLOR)
        if raw is None:
            return None
        rail = round(RAIL_SHARE * raw.shape[0])
        return cv2.resize(raw[rail:-rail, rail:-rail], size, interpolation=cv2.INTER_AREA)

    def picture(self, sprite: Sprite, px_per_mm: float) -> Picture:
        """Raises ``SpritesMissing`` for a broken file."""
        key = (sprite.file, sprite.seat, px_per_mm)
        if key not in self._pictures:
            self._pictures[key] = self.drawn(sprite, px_per_mm)
        return self._pictures[key]

    def drawn(self, sprite: Sprite, px_per_mm: float) -> Picture:
        """Not kept."""
        scale = px_per_mm * sprite.mm_per_px
        raw = cv2.imread(str(self._folder / sprite.file), cv2.IMREAD_UNCHANGED)
        if raw is None or raw.ndim != 3 or raw.shape[2] != 4:
            raise SpritesMissing(say("simulated.broken_picture", file=str(self._folder / sprite.file)))
        bgra = (raw if sprite.seat is None else signed_cup(raw, sprite.anchor, sprite.seat)).astype(
            np.float32
        )
        bgra[..., 3] *= _feather(raw.shape[1], raw.shape[0], sprite.box)
        bgra[..., :3] *= bgra[..., 3:] / 255.0
        small = cv2.resize(bgra, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        across, down = small.shape[1] / raw.shape[1], small.shape[0] / raw.shape[0]
        left, top, right, bottom = sprite.box
        return Picture(
            cv2.convertScaleAbs(small),
            (sprite.anchor[0] * across, sprite.anchor[1] * down),
            (left * across, top * down, right * across, bottom * down),
        )


def _sprite_of(entry: dict[str, Any]) -> Sprite:
    left, top, right, bottom = (int(edge) for edge in entry["box"])
    return Sprite(
        file=str(entry["file"]),
        kind=str(entry["kind"]),
        family=str(entry.get("set", entry.get("colour", ""))),
        face=None if entry.get("face") is None else int(entry["face"]),
        turn_deg=float(entry.get("turn_deg", 0.0)),
        anchor=(float(entry["anchor"][0]), float(entry["anchor"][1])),
        box=(left, top, right, bottom),
        mm_per_px=float(entry["mm_per_px"]),
    )


def _feather(width: int, height: int, box: tuple[int, int, int, int]) -> np.ndarray:
    """Weights (H, W): from 0 at the edge to 1; 1 on the thing itself."""
    reach = max(2.0, FEATHER * width)

    def ramp(length: int) -> np.ndarray:
        places = np.arange(length, dtype=np.float32)
        return np.clip(np.minimum(places, length - 1 - places) / reach, 0.0, 1.0)

    weights = np.minimum.outer(ramp(height), ramp(width))
    weights = weights * weights * (3 - 2 * weights)
    left, top, right, bottom = box
    weights[top:bottom, left:right] = 1.0
    weighted: np.ndarray = weights
    return weighted
