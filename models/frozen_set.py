"""Whether the eye still reads 400 pictures bit for bit: ``python -m models.frozen_set make FILE``.

``make`` writes one line of JSON per picture: faces, boxes and a digest of the whole reading with every
confidence. ``check FILE`` reads them again and names each picture that differs; its exit status is then 1.
Make the file before a change that must change no reading, check it after.

Fixed seeds make the pictures: simulated tables of all kinds and troubles, composed tables with sketched, cast
and drawn dice on grounds, cloths and prints, and the recorded pictures of taught dice. A digest holds for one
machine: on others the last digits of a confidence differ. So no file of digests is committed.
``models.two_machines`` compares machines.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from companion.calibration import (
    FoundBy,
    LensNote,
    Optics,
    Profile,
    Seating,
    TablePlane,
    die_side_px,
    even_seats,
)
from companion.core.frame import Frame
from companion.core.reading import Expectation, PhotoReading, ReadDie, TableReading
from companion.recognition.photographs import load_photo
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.squares import SquaresEye
from companion.recognition.table.table_eye import CalibratedEye, SeatedEye
from companion.recognition.taught.lesson import Lesson, dice_shown
from companion.recognition.taught.taught_eye import SetEye, TaughtEye
from companion.simulator import DiceKind, SimulatedTable, Trouble, dice_apart
from models.compose.cast_die import any_cast_make, cast_die
from models.compose.cloths import any_cloth
from models.compose.grounds import any_ground
from models.compose.lens import jpeg
from models.compose.make import any_make
from models.compose.paint import Sprite
from models.compose.prints import with_prints
from models.compose.scene import Thing, compose
from models.compose.sketch import plain_die, sketched_die

TAUGHT = Path(__file__).resolve().parents[1] / "tests" / "recognition" / "taught"
SIZE, COMPOSED = (1280, 720), (576, 768)
"""Width and height of the simulated tables; height and width of the composed ones."""
TROUBLES = (Trouble.NONE, Trouble.TOUCHING, Trouble.COCKED, Trouble.HIDDEN)
DEALS, COMPOSITIONS = 4, 156
DICE = 5
DIE_MM, FOCAL_PX = 16.0, 960.0

Reading = PhotoReading | TableReading | int | None
Named = tuple[str, Reading]


def readings() -> Iterator[Named]:
    eye = Eye()
    yield from _simulated(eye)
    yield from _composed(eye)
    yield from _apart(eye)
    yield from _taught(eye)


def _simulated(eye: Eye) -> Iterator[Named]:
    """One to six players; each table's eye remembers flat dice from deal to deal, as in play."""
    for number, (dice, trouble, players) in enumerate(itertools.product(DiceKind, TROUBLES, (2, 3, 4, 6))):
        table = SimulatedTable(players, number, SIZE, dice=dice, trouble=trouble, clock=lambda: 0)
        table_eye = _table_eye(eye, players, number)
        for deal in range(DEALS):
            name = f"{dice.value}-{trouble.value}-{players}-{deal}"
            table.lost((deal,) * players)
            shown = ((3,) if deal == 2 else (),) * players
            table.deal((DICE,) * players, shown, deal)
            table.lift()
            frame = table.capture(0)
            yield f"table-{name}", table_eye.read_table([frame], Expectation((DICE,) * players, shown))
            if deal == 0:
                turned = Frame(np.ascontiguousarray(frame.pixels[::-1, ::-1]), 0)
                yield f"upside-down-{name}", eye.read(turned)
            if deal == 1:
                squares = SquaresEye(eye, Seating)
                yield f"squares-{name}", squares.lost_seen(frame, players)


def _table_eye(eye: Eye, players: int, number: int) -> SeatedEye | CalibratedEye:
    """The app's three ways in turn: nothing known, the size, the whole table."""
    seating = Seating(players)
    if number % 3 == 2:
        return CalibratedEye(eye, _Steady(_profile(players)))
    return SeatedEye(eye, seating, seating.die_px(SIZE) if number % 3 else None, CameraMemory())


@dataclass
class _Steady:
    profile: Profile
    certain: bool = True

    def at_reading(self, pixels: np.ndarray) -> Profile:
        return self.profile


def _profile(players: int) -> Profile:
    """The simulated table as if set up: a camera straight above, a lens without distortion."""
    width, height = SIZE
    mm_a_px = DIE_MM / die_side_px(SIZE)
    field = width * mm_a_px, height * mm_a_px
    optics = Optics(SIZE, (FOCAL_PX, FOCAL_PX), (width / 2, height / 2), (0.0,) * 5)
    plane = TablePlane(optics, (0.0, 0.0, 0.0), (0.0, 0.0, FOCAL_PX * mm_a_px), field)
    began = datetime(2026, 1, 1, tzinfo=UTC)
    seats = even_seats(players, field)
    return Profile("frozen", began, "none", LensNote(), plane, FoundBy.TOUCH, 0.1, (), DIE_MM, seats)


def _composed(eye: Eye) -> Iterator[Named]:
    """Dice of 15 to 150 px, some of known size."""
    for seed in range(COMPOSITIONS):
        rng = np.random.default_rng((31, seed))
        die_px = float(np.exp(rng.uniform(*np.log((15.0, 150.0)))))
        frame = Frame(composed_table(rng, die_px, seed)[0], 0)
        yield f"composed-{seed}", eye.read(frame, die_px if seed % 6 == 5 else None)


def composed_table(rng: np.random.Generator, die_px: float, seed: int) -> tuple[np.ndarray, list[Thing]]:
    """A table, uint8 (576, 768, 3), of a kind for each of eight seeds, and its dice."""
    ground = any_cloth(rng, *COMPOSED, die_px) if seed % 4 == 1 else any_ground(rng, *COMPOSED)
    prints: list[np.ndarray] = []
    if seed % 4 == 2:
        ground = with_prints(rng, ground, die_px, prints)
    make = any_make(rng)

    def any_die(rng: np.random.Generator) -> Sprite:
        top, cocked = int(rng.integers(1, 7)), bool(rng.random() < 0.1)
        if seed % 8 == 3:
            return plain_die(rng, top)
        if seed % 8 in (1, 4, 6):
            return cast_die(rng, top, cocked, any_cast_make(rng, 0.2, 0.2, 0.2))
        return sketched_die(rng, make, top, cocked)

    most = max(3, min(20, int(0.3 * COMPOSED[0] * COMPOSED[1] / die_px**2)))
    picture, things = compose(rng, ground, any_die, die_px, int(rng.integers(0, most)), prints=prints)
    return jpeg(rng, picture), things


def _apart(eye: Eye) -> Iterator[Named]:
    """Separate dice, in frames from a phone's thumbnail to a large camera."""
    sizes = ((640, 360), (640, 480), (1280, 720), (1920, 1080), (2304, 1296))
    for size, dice in itertools.product(sizes, (1, 4, 9, 25)):
        yield f"apart-{size[0]}x{size[1]}-{dice}", eye.read(dice_apart(dice, size))


def _taught(eye: Eye) -> Iterator[Named]:
    """Recorded pictures of unusual dice, by the usual and by a taught eye."""
    photos = {path.stem: load_photo(path) for path in sorted(TAUGHT.glob("*.jpg"))}
    for name, frame in photos.items():
        yield f"unusual-{name}", eye.read(frame)
    taught = _taught_eye(photos)
    for name, frame in photos.items():
        yield f"taught-{name}", taught.read(frame)


def _taught_eye(photos: dict[str, Frame]) -> TaughtEye:
    set_eye, lesson = SetEye(), Lesson()
    for face in range(1, 7):
        for kind in ("teach", "again"):
            lesson.show(face, dice_shown(set_eye, photos[f"{kind}-{face}"]))
    return TaughtEye(lesson.ended("pirates"))


def line_of(name: str, reading: Reading) -> dict[str, object]:
    """A digest, and faces and boxes for people."""
    told = (reading.size, reading.dice) if isinstance(reading, PhotoReading) else reading
    digest = hashlib.sha256(repr(told).encode()).hexdigest()
    return {"name": name, "digest": digest, "dice": [_shown(die) for die in _dice_of(reading)]}


def _dice_of(reading: Reading) -> list[ReadDie]:
    if isinstance(reading, TableReading):
        return [each.die for each in reading.dice]
    return list(reading.dice) if isinstance(reading, PhotoReading) else []


def _shown(die: ReadDie) -> list[object]:
    return [die.face, die.star, *die.box, *(doubt.value for doubt in die.doubts)]


def make(path: Path) -> int:
    """Writes the file; gives the exit status."""
    lines = [json.dumps(line_of(*each)) for each in readings()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(lines)} pictures in {path}")
    return 0


def check(path: Path) -> int:
    """Names pictures that read differently; gives the exit status."""
    kept = {line["name"]: line for line in map(json.loads, path.read_text(encoding="utf-8").splitlines())}
    now = {name: line_of(name, reading) for name, reading in readings()}
    changed = [name for name in kept.keys() | now.keys() if kept.get(name) != now.get(name)]
    for name in sorted(changed):
        print(f"{name}\n  was {kept.get(name, {}).get('dice')}\n  is  {now.get(name, {}).get('dice')}")
    print(f"{len(now) - len(changed)} of {len(kept)} pictures read as before, bit for bit")
    return 1 if changed else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Make or check a file of digests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("make", "check"))
    parser.add_argument("file", type=Path)
    args = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    return make(args.file) if args.what == "make" else check(args.file)


if __name__ == "__main__":
    sys.exit(main())
