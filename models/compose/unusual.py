"""Frames of unusual dice: some to teach a set from, others, elsewhere and in another light, to read.

python -m models.compose.unusual models/made/unusual --set pirates --seed 5

writes teach-1.jpg … teach-6.jpg (one face up in each), again-N.jpg and third-N.jpg in other lights,
mixed-N.jpg, read-N.jpg with every face, and truth.json: for each picture the face and box of every die.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from models.compose.cast_die import cast_die
from models.compose.grounds import felt, plain, stone, weave, wood
from models.compose.lens import lit, seen
from models.compose.make import Make, any_make
from models.compose.paint import Colour, Sprite, shaded, trimmed
from models.compose.scene import Table, Thing
from models.compose.sketch import sketched_die
from models.compose.symbols import FACES

Rng = np.random.Generator
GROUNDS = (felt, wood, plain, stone, weave)
COLOURS: dict[str, tuple[Colour, Colour]] = {
    "pirates": ((35, 30, 32), (225, 235, 240)),
    "poker": ((215, 232, 238), (40, 40, 150)),
    "oddstars": ((120, 60, 30), (70, 150, 225)),
    "skullone": ((60, 110, 40), (200, 235, 245)),
}
"""Body and mark of each set: BGR."""


@dataclass(frozen=True, slots=True)
class Shoot:
    """One picture: faces, sizes, and whether the dice are cast."""

    faces: tuple[int, ...]
    size: tuple[int, int] = (640, 400)
    die_px: float = 74.0
    cast: bool = False


def set_make(rng: Rng, name: str) -> Make:
    """Its colours, whole plastic, otherwise random."""
    body, mark = COLOURS[name]
    return replace(
        any_make(rng, starred=False),
        body=body,
        mark=mark,
        clear=False,
        marbling=0.0,
        speckle=0.0,
        pip_ring=False,
        gloss=0.4,
    )


def unusual_die(rng: Rng, name: str, make: Make, face: int, cast: bool = False) -> Sprite:
    """A die at any turn, from straight above to 37 degrees off; sketched, or ``cast`` with other light."""
    parts = FACES[name]

    def marks(rng: Rng, make: Make, number: int) -> list[tuple[np.ndarray, Colour]]:
        body = shaded(make.body, 0.95)
        return [(outline, make.mark if marked else body) for outline, marked in parts(number)]

    if not cast:
        return sketched_die(rng, make, face, steep=False, marks=marks)
    while True:
        die = cast_die(rng, face, make=make, marks=marks)
        if die.turns:
            return die


def shot(rng: Rng, name: str, make: Make, shoot: Shoot) -> tuple[np.ndarray, list[Thing]]:
    """A picture, uint8 (H, W, 3), and its dice: all whole, some nearly touching."""
    width, height = shoot.size
    ground = GROUNDS[int(rng.integers(len(GROUNDS)))](rng, height, width).astype(np.float32)
    table = Table(ground)
    for face, place in zip(shoot.faces, _places(rng, shoot), strict=True):
        sprite = unusual_die(rng, name, make, face, shoot.cast)
        bgra = _resized(sprite.bgra, shoot.die_px * rng.uniform(0.9, 1.1))
        table.paste(rng, bgra, place, Thing((0, 0, 0, 0), face))
    return seen(rng, lit(rng, table.pixels), shoot.die_px), table.truths()


def _resized(bgra: np.ndarray, longer_px: float) -> np.ndarray:
    scale = longer_px / max(bgra.shape[:2])
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return trimmed(cv2.resize(bgra, None, fx=scale, fy=scale, interpolation=way))


def _places(rng: Rng, shoot: Shoot) -> list[tuple[float, float]]:
    """A die's width and more from each other."""
    width, height = shoot.size
    edge = 0.75 * shoot.die_px
    places: list[tuple[float, float]] = []
    while len(places) < len(shoot.faces):
        spot = (rng.uniform(edge, width - edge), rng.uniform(edge, height - edge))
        if all(np.hypot(spot[0] - x, spot[1] - y) > 1.25 * shoot.die_px for x, y in places):
            places.append(spot)
    return places


def any_faces(rng: Rng, dice: int) -> tuple[int, ...]:
    """Each face about as often as the others."""
    return tuple(int(face) for face in rng.permutation([1 + index % 6 for index in range(dice)]))


def shoots_of(rng: Rng, reads: int, dice: int) -> dict[str, Shoot]:
    """Pictures by name: three to teach each face, three mixed ones, and those to be read."""
    shoots = {f"teach-{face}": Shoot((face,) * dice) for face in range(1, 7)}
    shoots |= {f"again-{face}": Shoot((face,) * dice) for face in range(1, 7)}
    shoots |= {f"mixed-{number}": Shoot(any_faces(rng, 12)) for number in (1, 2, 3)}
    for number in range(1, reads + 1):
        shoots[f"read-{number}"] = Shoot(any_faces(rng, 8), die_px=float(rng.uniform(48, 84)))
    shoots |= {f"third-{face}": Shoot((face,) * dice) for face in range(1, 7)}
    return shoots


def write(folder: Path, name: str, seed: int, reads: int, dice: int, quality: int) -> None:
    rng = np.random.default_rng(seed)
    make = set_make(rng, name)
    folder.mkdir(parents=True, exist_ok=True)
    truth = {}
    for picture, shoot in shoots_of(rng, reads, dice).items():
        pixels, things = shot(rng, name, make, shoot)
        encoded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        (folder / f"{picture}.jpg").write_bytes(encoded.tobytes())
        truth[picture] = [{"face": thing.label, "box": list(thing.box)} for thing in things]
    (folder / "truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the pictures of one set."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--set", choices=list(FACES), default="pirates")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--reads", type=int, default=6, help="pictures to be read")
    parser.add_argument("--dice", type=int, default=6, help="dice in each picture to teach from")
    parser.add_argument("--quality", type=int, default=85)
    args = parser.parse_args(arguments)
    write(args.folder, args.set, args.seed, args.reads, args.dice, args.quality)


if __name__ == "__main__":
    main()
