"""What an evening teaches: ``python -m models.evaluate_evenings --seeds 20-39 --photos DIR --only rune``.

Reads evenings of eight lifts twice: each picture alone, and as one sitting with doubts answered from the
truth. Counts by the number of the lift. Seeds 0-19 and the photographs of byler chose the limits; report on
others.
"""

from __future__ import annotations

import argparse
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from companion.core.frame import Frame
from companion.core.reading import PhotoReading, ReadDie
from companion.recognition.adaptation.adaptive_eye import AdaptiveEye
from companion.recognition.adaptation.answers import Answer, confirmed_by
from companion.recognition.decide.known_dice import with_number
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.pipeline.eye import Eye
from companion.simulator import DiceKind, SimulatedTable, Trouble
from models.compose.cast_die import any_cast_make, cast_die
from models.compose.cast_solid import Pose
from models.compose.cloths import any_cloth
from models.compose.grounds import any_ground
from models.compose.lens import grainy, jpeg, lit
from models.compose.make import Make
from models.compose.paint import BACKGROUND, STAR, Colour, Sprite, shaded
from models.compose.prints import with_prints
from models.compose.scene import Table, Thing, sized
from models.compose.sketch import marks_of, turned
from models.compose.symbols import any_symbol
from models.photos import Bounds, load_photos

Rng = np.random.Generator
LIFTS = 8
SIZE = (720, 960)
"""Height and width of the composed pictures."""
DIE_PX = (26.0, 90.0)
DICE = (5, 16)
"""Dice on a composed table: from the first number to one fewer than the second."""
SYMBOL_FACES = (1, 1, 1, 6, 3)
"""Faces replaced by symbols: mostly the one, as on dice that are sold."""
STEEPEST_DEG = 35.0
"""Largest angle of the camera: the same for all dice of an evening."""
APART = 1.06
"""Least distance of two dice's middles, in their sizes."""
HELD_TURN_DEG, HELD_SHIFT, HELD_SCALE, HELD_LEAN = 14.0, 0.05, 0.08, 6e-5
"""Movements of a camera in a hand: degrees, shares of the width, and perspective."""


@dataclass(frozen=True, slots=True, eq=False)
class Lift:
    """A picture, uint8 (H, W, 3), and its things with ``label`` 1-6, 7 star, -1 not counted."""

    pixels: np.ndarray
    things: tuple[Thing, ...]


@dataclass(frozen=True, slots=True, eq=False)
class EveningMade:
    """Lifts in order, and the table before the first, if there is a picture."""

    name: str
    kind: str
    lifts: tuple[Lift, ...]
    empty: np.ndarray | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """What an evening's composed dice and tables share."""

    symbol: bool = False
    prints: bool = False
    still: bool = True


LOOKS = {
    "plain, still": Look(),
    "plain, in the hand": Look(still=False),
    "prints, still": Look(prints=True),
    "prints, in the hand": Look(prints=True, still=False),
    "symbol, still": Look(symbol=True),
    "symbol, in the hand": Look(symbol=True, prints=True, still=False),
}


def composed(kind: str, seed: int, lifts: int = LIFTS) -> EveningMade:
    """A kind of ``LOOKS``, the same for a seed."""
    look, rng = LOOKS[kind], np.random.default_rng((41, list(LOOKS).index(kind), seed))
    die_px = float(np.exp(rng.uniform(*np.log(DIE_PX))))
    ground = any_cloth(rng, *SIZE, die_px) if rng.random() < 0.25 else any_ground(rng, *SIZE)
    ground = ground.astype(np.float32)
    if look.prints:
        ground = with_prints(rng, ground, die_px)
    draw = _any_dice(rng, look)
    dice = int(rng.integers(*DICE))
    light, camera = int(rng.integers(0, 1 << 30)), _Camera.any(rng, die_px)

    def picture(table: Table) -> Lift:
        lighted = lit(np.random.default_rng(light), table.pixels)
        turn = np.eye(3) if look.still else _held(rng)
        pixels, things = _moved(lighted, table.truths(), turn)
        return Lift(camera.seen(rng, pixels), tuple(things))

    made = []
    for _ in range(lifts):
        table = Table(ground.copy())
        _lay(rng, table, draw, die_px, dice)
        made.append(picture(table))
    empty = picture(Table(ground.copy())).pixels if look.still else None
    return EveningMade(f"{kind} {seed}", kind, tuple(made), empty)


@dataclass(frozen=True, slots=True, eq=False)
class _Camera:
    """One lens, colours and noise level all evening; only the noise itself and the JPEG differ."""

    soft: float
    cast: np.ndarray
    gain: float
    gamma: float
    noise: float
    worst: int

    @classmethod
    def any(cls, rng: Rng, die_px: float) -> _Camera:
        soft = rng.uniform(0.2, 0.3 + 0.02 * die_px)
        cast = np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
        noise, worst = rng.uniform(0.5, 6), int(rng.integers(60, 90))
        return cls(soft, cast, rng.uniform(90, 150), rng.uniform(0.8, 1.25), noise, worst)

    def seen(self, rng: Rng, picture: np.ndarray) -> np.ndarray:
        """A uint8 picture, bright enough on the whole."""
        mean = max(float(picture.mean()), 1.0)
        exposed = picture * self.cast * float(np.clip(self.gain / mean, 0.7, 3.0)) * rng.uniform(0.97, 1.03)
        bent = 255 * (cv2.GaussianBlur(exposed, (0, 0), self.soft).clip(0, 255) / 255) ** self.gamma
        return jpeg(rng, grainy(rng, bent.clip(0, 255).astype(np.uint8), self.noise), self.worst)


def _any_dice(rng: Rng, look: Look) -> Callable[[int], Sprite]:
    """Draws the evening's make with that face up, seen by its camera."""
    makes = [any_cast_make(rng, 0.15, 0.2, 0.15) for _ in range(1 if rng.random() < 0.7 else 2)]
    makes = [replace(make, starred=False) for make in makes] if look.symbol else makes
    symbol, marked = any_symbol(rng), SYMBOL_FACES[int(rng.integers(len(SYMBOL_FACES)))]
    seen, distance = turned(0, -rng.uniform(0, STEEPEST_DEG)), float(rng.uniform(12, 40))

    def marks(rng: Rng, make: Make, number: int) -> list[tuple[np.ndarray, Colour]]:
        if not look.symbol or number != marked:
            return marks_of(rng, make, number)
        return [(outline, make.mark if filled else shaded(make.body, 0.95)) for outline, filled in symbol]

    def draw(face: int) -> Sprite:
        make = makes[int(rng.integers(len(makes)))]
        pose = Pose(turned(2, rng.uniform(0, 360)), seen, distance)
        return cast_die(rng, face, make=make, pose=pose, marks=marks)

    return draw


def _lay(rng: Rng, table: Table, draw: Callable[[int], Sprite], die_px: float, dice: int) -> None:
    """Whole dice, none beyond the border."""
    tall, wide = table.owner.shape
    taken: list[tuple[float, float]] = []
    for _ in range(dice):
        face, size = int(rng.integers(1, 7)), die_px * rng.uniform(0.93, 1.07)
        for _ in range(40):
            x, y = rng.uniform(0.8 * size, wide - 0.8 * size), rng.uniform(0.8 * size, tall - 0.8 * size)
            if all(np.hypot(x - other, y - row) > APART * size for other, row in taken):
                sprite = draw(face)
                table.paste(
                    rng, sized(rng, sprite, size, turn=0.0), (x, y), Thing((0, 0, 0, 0), sprite.label)
                )
                taken.append((x, y))
                break


def _held(rng: Rng) -> np.ndarray:
    """A homography between two places of a camera in a hand."""
    tall, wide = SIZE
    turn, scale = rng.normal(0, HELD_TURN_DEG / 2), 1 + rng.normal(0, HELD_SCALE / 2)
    matrix = np.eye(3)
    matrix[:2] = cv2.getRotationMatrix2D((wide / 2, tall / 2), turn, scale)
    matrix[:2, 2] += rng.normal(0, HELD_SHIFT / 2, 2) * wide
    lean = np.eye(3)
    lean[2, :2] = rng.normal(0, HELD_LEAN / 2, 2)
    return lean @ matrix


def _moved(
    picture: np.ndarray, things: Sequence[Thing], matrix: np.ndarray
) -> tuple[np.ndarray, list[Thing]]:
    """Maps picture and things; cut things are not counted."""
    if np.array_equal(matrix, np.eye(3)):
        return picture, list(things)
    tall, wide = picture.shape[:2]
    seen_so = cv2.warpPerspective(
        picture.astype(np.float32),
        matrix,
        (wide, tall),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT,
    )
    moved = []
    for thing in things:
        left, top, right, bottom = thing.box
        corners = np.array([[(left, top), (right, top), (right, bottom), (left, bottom)]], np.float32)
        there = cv2.perspectiveTransform(corners, matrix)[0]
        low, high = there.min(0), there.max(0)
        whole = (low >= 0).all() and (high <= (wide, tall)).all()
        # A turned square's box is larger than the die: the middle and the longer side of the old one count.
        middle, half = (low + high) / 2, max(right - left, bottom - top) / 2
        (left, top), (right, bottom) = (middle - half).tolist(), (middle + half).tolist()
        box = left, top, right, bottom
        moved.append(replace(thing, box=box, label=thing.label if whole else -1))
    return seen_so, moved


def _shrunk(box: Bounds, scale: float) -> Bounds:
    left, top, right, bottom = box
    return scale * left, scale * top, scale * right, scale * bottom


def simulated(seed: int, lifts: int = LIFTS) -> EveningMade:
    """The simulated table, made small and soft enough for some doubts."""
    rng = np.random.default_rng((42, seed))
    kind = (DiceKind.STARS, DiceKind.PLAIN)[seed % 2]
    players, dice = int(rng.integers(2, 5)), 5
    table = SimulatedTable(players, seed, (1280, 720), dice=kind, trouble=Trouble.NONE, clock=lambda: 0)
    small, soft, noise = rng.uniform(0.4, 0.7), rng.uniform(0.3, 1.1), rng.uniform(1, 6)

    def shot() -> np.ndarray:
        pixels = cv2.resize(table.capture(0).pixels, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
        return jpeg(rng, grainy(rng, cv2.GaussianBlur(pixels, (0, 0), soft), noise), 60)

    made, empty = [], None
    for deal in range(lifts):
        table.deal((dice,) * players, ((),) * players, 1000 * seed + deal)
        table.bid(3, 2)
        empty = shot() if empty is None else empty
        table.lift()
        things = tuple(
            Thing(
                _shrunk(die.box, small),
                STAR if die.face == 1 and kind is DiceKind.STARS else die.face,
            )
            for die in table.dice_in_view()
        )
        made.append(Lift(shot(), things))
    return EveningMade(f"simulated {seed}", "simulated", tuple(made), empty)


def photographed(
    folder: Path, source: str, small: float = 1.0, soft: float = 0.0, lifts: int = LIFTS
) -> Iterator[EveningMade]:
    """Photographs of one person by name; shrunk and softened if asked."""
    photos = sorted(load_photos(folder, (source,)), key=lambda photo: _in_order(photo.path.name))
    kind = source if small == 1.0 and not soft else f"{source} ×{small:g}, soft {soft:g}"
    for first in range(0, len(photos) - 5, lifts):
        made = []
        for photo in photos[first : first + lifts]:
            pixels = cv2.resize(photo.pixels(), None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
            pixels = cv2.GaussianBlur(pixels, (0, 0), soft) if soft else pixels
            pairs = [*zip(photo.boxes, photo.faces, strict=True), *((box, -1) for box in photo.unclear)]
            things = tuple(Thing(_shrunk(box, small), face) for box, face in pairs)
            made.append(Lift(pixels, things))
        yield EveningMade(f"{kind} from {photos[first].path.stem}", kind, tuple(made))


def _in_order(name: str) -> list[object]:
    """Sorts numbers in names by value."""
    stem = name.rsplit("_", 1)[0]
    return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", stem)]


SAME = 0.5
GROUPS = {0: "1", 1: "2", 2: "3 and later"}
COLUMNS = ("dice", "right", "asked", "wrong face", "no die told", "missed", "no die asked")
HEADER = (
    "| evenings | lift | lifts | dice | right % | asked % | missed % | wrong face | no die told |"
    " no die asked | lifts without a question % | of them right % |"
)


def judged(reading: PhotoReading, things: Sequence[Thing]) -> Counter[str]:
    counts: Counter[str] = Counter(lifts=1, dice=sum(each.label > 0 for each in things))
    met: set[int] = set()
    for die in sorted(reading.dice, key=lambda die: die.face is None):
        truth = _thing_of(die, things)
        if truth is not None and truth.label < 0:
            continue
        if truth is None or truth.label == 0 or id(truth) in met:
            counts["no die told" if die.face else "no die asked"] += 1
            continue
        met.add(id(truth))
        counts["asked" if die.face is None else "right" if _same(die, truth) else "wrong face"] += 1
    counts["missed"] = sum(each.label > 0 and id(each) not in met for each in things)
    counts["quiet"] = int(counts["asked"] + counts["no die asked"] == 0)
    silent = counts["wrong face"] + counts["no die told"] + counts["missed"]
    counts["quiet and right"] = int(counts["quiet"] and not silent)
    return counts


def _thing_of(die: ReadDie, things: Sequence[Thing]) -> Thing | None:
    """The nearest thing, within half of its longer side."""

    def apart(thing: Thing) -> float:
        left, top, right, bottom = thing.box
        x, y = die.centre
        return math.dist(((left + right) / 2, (top + bottom) / 2), (x, y)) / max(right - left, bottom - top)

    nearest = min(things, key=apart, default=None)
    return nearest if nearest is not None and apart(nearest) <= SAME else None


def _same(die: ReadDie, truth: Thing) -> bool:
    return die.face == (1 if truth.label == STAR else truth.label)


def answers_from(things: Iterable[Thing]) -> tuple[Answer, ...]:
    return tuple(
        Answer(each.box, 1 if each.label == STAR else each.label, each.label == STAR)
        for each in things
        if each.label > 0
    )


Counts = dict[tuple[str, str, int], Counter[str]]
"""By the kind of evening, the way of reading, and the lift."""


def read_evening(
    made: EveningMade,
    alone: Eye,
    sitting: AdaptiveEye,
    with_empty: bool,
    counts: Counts,
    worst: Worst,
    known: bool = False,
) -> None:
    """Reads an evening both ways and adds to ``counts``. ``known``: the number of dice is."""
    camera = CameraMemory(mounted=False)
    if with_empty and made.empty is not None:
        camera.take_before(Frame(made.empty, 0), sure=True)
    for number, lift in enumerate(made.lifts):
        frame, group = Frame(lift.pixels, 0), min(number, max(GROUPS))
        dice = sum(each.label != BACKGROUND for each in lift.things) if known else None
        counts[made.kind, "alone", group] += judged(with_number(alone.read(frame), dice), lift.things)
        reading = with_number(sitting.read(frame, None, camera), dice)
        camera.keep(reading)
        told = judged(reading, lift.things)
        counts[made.kind, "evening", group] += told
        worst(made, number, lift, reading, told)
        sitting.confirm(number, frame, confirmed_by(reading, answers_from(lift.things)), camera)


Worst = Callable[[EveningMade, int, Lift, PhotoReading, Counter[str]], None]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.2f}"


def rows(counts: Counts) -> Iterator[str]:
    yield HEADER
    yield "|---" * 12 + "|"
    for (kind, way, group), each in counts.items():
        yield (
            f"| {kind}, {way} | {GROUPS[group]} | {each['lifts']} | {each['dice']} |"
            f" {_percent(each['right'], each['dice'])} | {_percent(each['asked'], each['dice'])} |"
            f" {_percent(each['missed'], each['dice'])} | {each['wrong face']} | {each['no die told']} |"
            f" {each['no die asked']} | {_percent(each['quiet'], each['lifts'])} |"
            f" {_percent(each['quiet and right'], each['quiet'])} |"
        )


def evenings(args: argparse.Namespace) -> Iterator[EveningMade]:
    first, _, end = args.seeds.partition("-")
    for seed in range(int(first), int(end or first) + 1):
        for kind in args.kinds.split(","):
            if kind == "simulated":
                yield simulated(seed)
            elif kind:
                yield composed(list(LOOKS)[int(kind)], seed)
    for source in filter(None, args.only.split(",")) if args.photos else ():
        yield from photographed(args.photos, source, args.small, args.soft)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table by kind of evening, way of reading and lift."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--seeds", default="20-39", help="of composed and simulated evenings")
    parser.add_argument("--kinds", default="0,1,2,3,4,5,simulated", help="numbers of LOOKS, and simulated")
    parser.add_argument("--photos", type=Path, default=None, help="folder of photographs with an index.jsonl")
    parser.add_argument("--only", default="rune,skovy", help="photographers")
    parser.add_argument("--small", type=float, default=1.0, help="photographs shrunk by that")
    parser.add_argument("--soft", type=float, default=0.0, help="and softened, sigma in pixels")
    parser.add_argument("--no-empty", action="store_true", help="nobody took a picture of the bare table")
    parser.add_argument("--known", action="store_true", help="the number of dice is known")
    args = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    eye = Eye()
    counts: Counts = defaultdict(Counter)

    def worst(made: EveningMade, number: int, lift: Lift, reading: PhotoReading, told: Counter[str]) -> None:
        silent = told["wrong face"] + told["no die told"]
        if number and (silent or told["missed"]):
            shown = {name: told[name] for name in COLUMNS if told[name]}
            print(f"{made.name}, lift {number + 1}: {shown}", flush=True)

    for made in evenings(args):
        sitting = AdaptiveEye(eye, eye.symbols)
        read_evening(made, eye, sitting, not args.no_empty, counts, worst, args.known)
    print("\n".join(rows(counts)))


if __name__ == "__main__":
    main()
