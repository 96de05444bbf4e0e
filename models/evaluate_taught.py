"""How well taught sets are read: drawn unusual dice, on unseen grounds and in unseen lights.

python -m models.evaluate_taught [--sets pirates,poker,oddstars,skullone] [--seeds 9]
python -m models.evaluate_taught --write models/made/unusual --sets pirates --seeds 5

Each set is taught from six frames, each of six dice with one face up (1 light), from twelve, two a face, and
from eighteen, three a face; then twelve unseen frames of eight dice are read. Seeds 5, 7 and 8 served to
choose the limits. ``--write`` keeps a set's pictures instead: teach-1.jpg … teach-6.jpg (one face up in
each), again-N.jpg and third-N.jpg in other lights, mixed-N.jpg, read-N.jpg with every face, and truth.json.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from companion.core.frame import Frame
from companion.core.reading import TeachError
from companion.recognition.taught.lesson import Lesson, dice_shown
from companion.recognition.taught.taught_eye import SetEye, TaughtEye
from models.compose.cast_die import cast_die
from models.compose.grounds import felt, plain, stone, weave, wood
from models.compose.lens import lit, seen
from models.compose.make import Make, any_make
from models.compose.paint import Colour, Sprite, shaded, trimmed
from models.compose.scene import Table, Thing
from models.compose.sketch import sketched_die
from models.compose.symbols import FACES

READS, DICE = 12, 6
SAME = 0.5
"""A box belongs to a die if their middles are nearer than this share of the die's side."""
Shots = dict[str, tuple[np.ndarray, list[Thing]]]
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


def write(folder: Path, name: str, seed: int, reads: int, quality: int) -> None:
    """Pictures of a set, and truth.json: for each the face and box of every die."""
    rng = np.random.default_rng(seed)
    make = set_make(rng, name)
    folder.mkdir(parents=True, exist_ok=True)
    truth = {}
    for picture, shoot in shoots_of(rng, reads, DICE).items():
        pixels, things = shot(rng, name, make, shoot)
        encoded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        (folder / f"{picture}.jpg").write_bytes(encoded.tobytes())
        truth[picture] = [{"face": thing.label, "box": list(thing.box)} for thing in things]
    (folder / "truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


def shots_of(name: str, seed: int, cast: bool = False) -> Shots:
    rng = np.random.default_rng(seed)
    make, shots = set_make(rng, name), {}
    for each, shoot in shoots_of(rng, READS, DICE).items():
        shots[each] = shot(rng, name, make, replace(shoot, cast=cast))
    return shots


def lesson_of(eye: SetEye, shots: Shots, lights: int) -> Lesson:
    """What ``cups-up teach`` finds in so many pictures of each face."""
    lesson = Lesson()
    for kind in ("teach", "again", "third")[:lights]:
        for face in range(1, 7):
            try:
                lesson.show(face, dice_shown(eye, Frame(shots[f"{kind}-{face}"][0], 0)))
            except TeachError:  # a picture in which nothing shows teaches nothing; the others may do
                continue
    return lesson


def _of(box: Sequence[float], things: Sequence[Thing]) -> Thing | None:
    for thing in things:
        right, down = ((thing.box[i] + thing.box[i + 2] - box[i] - box[i + 2]) / 2 for i in (0, 1))
        if np.hypot(right, down) < SAME * max(thing.box[2] - thing.box[0], thing.box[3] - thing.box[1]):
            return thing
    return None


def tally(eye: TaughtEye, shots: Shots) -> Counter[str]:
    """Dice right, asked, wrong, missed, and things read that are no dice."""
    counts: Counter[str] = Counter()
    for pixels, things in [shots[each] for each in shots if each.startswith("read")]:
        met = set()
        for die in eye.read(Frame(pixels, 0)).dice:
            thing = _of(die.box, things)
            if thing is None or id(thing) in met:
                counts["no die told" if die.face else "no die asked"] += 1
                continue
            met.add(id(thing))
            counts["asked" if die.face is None else "right" if die.face == thing.label else "wrong"] += 1
        counts["missed"] += len(things) - len(met)
        counts["dice"] += len(things)
    return counts


def main(arguments: Sequence[str] | None = None) -> None:
    """Print one row a set and lesson."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sets", default=",".join(FACES))
    parser.add_argument("--seeds", default="9")
    parser.add_argument("--cast", action="store_true", help="cast dice instead of sketched ones")
    parser.add_argument("--write", type=Path, help="a folder for the pictures of one set and seed")
    parser.add_argument("--reads", type=int, default=READS, help="of them, pictures to be read")
    parser.add_argument("--quality", type=int, default=85, help="their JPEG quality")
    args = parser.parse_args(arguments)
    if args.write:
        write(args.write, args.sets.split(",")[0], int(args.seeds.split(",")[0]), args.reads, args.quality)
        return
    eye = SetEye()
    total: dict[int, Counter[str]] = {1: Counter(), 2: Counter(), 3: Counter()}
    columns = ("dice", "right", "asked", "missed", "wrong", "no die told", "no die asked")
    for name in args.sets.split(","):
        for seed in map(int, args.seeds.split(",")):
            shots = shots_of(name, seed, args.cast)
            for lights in (1, 2, 3):
                try:
                    dice_set = lesson_of(eye, shots, lights).ended(name)
                    counts = tally(TaughtEye(dice_set), shots)
                except TeachError as fault:
                    print(f"{name} {seed} {lights} lights: {fault}", flush=True)
                    continue
                total[lights] += counts
                told = ", ".join(f"{column} {counts[column]}" for column in columns)
                print(f"{name} {seed} {lights} lights: {told}", flush=True)
    for lights, counts in total.items():
        shares = ", ".join(
            f"{each} {100 * counts[each] / max(1, counts['dice']):.1f} %" for each in columns[1:]
        )
        print(f"all {lights} lights: {counts['dice']} dice: {shares}")


if __name__ == "__main__":
    main()
