"""What an evening teaches: ``python -m models.evaluate_evenings --seeds 20-39 --photos DIR --only rune``.

Reads evenings of eight lifts (models/evenings.py) twice: each picture alone, and as one sitting in which what
is asked is answered from the truth. Counts by the number of the lift. Seeds 0-19 and the photographs of byler
chose the limits; report on others.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import cv2

from companion.frame import Frame
from companion.reading import PhotoReading, ReadDie
from companion.recognition.camera_memory import CameraMemory
from companion.recognition.classify.symbols import SymbolReader
from companion.recognition.evening.answers import Answer, confirmed_by
from companion.recognition.evening.evening_eye import EveningEye
from companion.recognition.eye import Eye
from companion.recognition.weights import load_weights
from models.compose.scene import Thing
from models.compose.sprite import STAR
from models.evenings import LOOKS, EveningMade, Lift, composed, photographed, simulated

SAME = 0.5
GROUPS = {0: "1", 1: "2", 2: "3 and later"}
COLUMNS = ("dice", "right", "asked", "wrong face", "no die told", "missed", "no die asked")
HEADER = (
    "| evenings | lift | lifts | dice | right % | asked % | missed % | wrong face | no die told |"
    " no die asked | lifts without a question % | of them right % |"
)


def judged(reading: PhotoReading, things: Sequence[Thing]) -> Counter[str]:
    """Counts of one lift."""
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
    """The thing whose middle is nearest to the die's, within half of its longer side."""

    def apart(thing: Thing) -> float:
        left, top, right, bottom = thing.box
        x, y = die.centre
        return math.dist(((left + right) / 2, (top + bottom) / 2), (x, y)) / max(right - left, bottom - top)

    nearest = min(things, key=apart, default=None)
    return nearest if nearest is not None and apart(nearest) <= SAME else None


def _same(die: ReadDie, truth: Thing) -> bool:
    return die.face == (1 if truth.label == STAR else truth.label)


def answers_from(things: Iterable[Thing]) -> tuple[Answer, ...]:
    """What the players would say."""
    return tuple(
        Answer(each.box, 1 if each.label == STAR else each.label, each.label == STAR)
        for each in things
        if each.label > 0
    )


Counts = dict[tuple[str, str, int], Counter[str]]
"""By the kind of evening, the way of reading, and the lift."""


def read_evening(
    made: EveningMade, alone: Eye, sitting: EveningEye, with_empty: bool, counts: Counts, worst: Worst
) -> None:
    """Read one evening both ways and add what was counted."""
    camera = CameraMemory(mounted=False)
    if with_empty and made.empty is not None:
        camera.take_before(made.empty, sure=True)
    for number, lift in enumerate(made.lifts):
        frame, group = Frame(lift.pixels, 0), min(number, max(GROUPS))
        counts[made.kind, "alone", group] += judged(alone.read(frame), lift.things)
        reading = sitting.read(frame, None, camera)
        camera.keep(reading)
        told = judged(reading, lift.things)
        counts[made.kind, "evening", group] += told
        worst(made, number, lift, reading, told)
        sitting.confirm(number, frame, confirmed_by(reading, answers_from(lift.things)), camera)


Worst = Callable[[EveningMade, int, Lift, PhotoReading, Counter[str]], None]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.2f}"


def rows(counts: Counts) -> Iterator[str]:
    """The lines of a table."""
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
    """The evenings that were asked for."""
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
    args = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    weights = load_weights()
    eye, symbols = Eye(weights), SymbolReader(weights.symbol_reader)
    counts: Counts = defaultdict(Counter)

    def worst(made: EveningMade, number: int, lift: Lift, reading: PhotoReading, told: Counter[str]) -> None:
        silent = told["wrong face"] + told["no die told"]
        if number and (silent or told["missed"]):
            shown = {name: told[name] for name in COLUMNS if told[name]}
            print(f"{made.name}, lift {number + 1}: {shown}", flush=True)

    for made in evenings(args):
        read_evening(made, eye, EveningEye(eye, symbols), not args.no_empty, counts, worst)
    print("\n".join(rows(counts)))


if __name__ == "__main__":
    main()
