"""How well a run reads: ``python -m models.evaluate RUN --photos DIR --only matteo,skovy``.

Use only photographers that the run's training held out, and composed banks that it never saw.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from companion.core.frame import Frame
from companion.core.reading import PhotoReading, ReadDie
from companion.recognition.decide.known_dice import with_number
from companion.recognition.networks.weights import load_weights
from companion.recognition.photographs import annotated
from companion.recognition.pipeline.camera_memory import CameraMemory
from companion.recognition.pipeline.eye import Eye
from models.compose.bank import WORK, tables
from models.compose.paint import BACKGROUND, STAR
from models.compose.scene import Thing
from models.photos import PARTLY_LABELLED, load_photos, picture_at, traced_things, turned

SAME_CENTRE = 0.5
"""A read die is a labelled one if their centres are nearer than this share of the label's longer side."""


@dataclass(slots=True)
class Tally:
    """One source's counts. ``wrong`` faces and ``bogus`` dice (nothing there) are the silent errors."""

    photos: int = 0
    whole: int = 0
    dice: int = 0
    right: int = 0
    wrong: int = 0
    abstained: int = 0
    missed: int = 0
    bogus: int = 0
    bogus_doubted: int = 0
    confusions: Counter[tuple[int, int | None]] = field(default_factory=Counter)
    faces: Counter[tuple[int, bool]] = field(default_factory=Counter)
    """Dice by ``(label, right)``."""

    def row(self, name: str) -> str:

        def share(part: int) -> str:
            return f"{100 * part / self.dice:.2f}" if self.dice else "-"

        silent = self.wrong + self.bogus
        return (
            f"| {name} | {self.photos} | {self.dice} | {share(self.right)} | {share(self.abstained)} | "
            f"{share(self.missed)} | {share(silent)} ({self.wrong}+{self.bogus}) | {self.bogus_doubted} | "
            f"{100 * self.whole / max(1, self.photos):.1f} |"
        )

    def by_face(self) -> list[str]:
        """Share of detected dice read right, by face; 7 is the star."""
        labels = sorted({label for label, _ in self.faces})
        shares = [(each, self.faces[(each, True)], self.faces[(each, False)]) for each in labels]
        return [f"{face}: {100 * right / (right + other):.1f} %" for face, right, other in shares]


CARD = Path(__file__).resolve().parent / "README.md"
TABLE_BEGINS, TABLE_ENDS = "<!-- models.evaluate --card writes from here -->", "<!-- to here -->"
"""The table in the card is between these lines."""
HEADER = (
    "| source | photos | dice | right % | abstained % | missed % | silently wrong % (face + no die) | "
    "doubts on no die | whole photos right % |\n|---|---|---|---|---|---|---|---|---|"
)


def matched(read: Iterable[ReadDie], truths: list[Thing]) -> Iterator[tuple[ReadDie, Thing | None]]:
    """Each read die with the nearest label under it, none used twice."""
    free = list(truths)
    for die in sorted(read, key=lambda each: (each.face is None, -each.confidence)):
        x, y = die.centre
        best, nearest = None, 1e9
        for truth in free:
            left, top, right, bottom = truth.box
            off = np.hypot((left + right) / 2 - x, (top + bottom) / 2 - y)
            reach = max(SAME_CENTRE * max(right - left, bottom - top), 6.0)
            inside = left <= x <= right and top <= y <= bottom
            if (off <= reach or inside) and off < nearest:
                best, nearest = truth, off
        if best is not None:
            free.remove(best)
        yield die, best


def judge(tally: Tally, reading: PhotoReading, truths: list[Thing], whole: bool) -> bool:
    """Adds one reading; true if all was right without a doubt."""
    sure = [each for each in truths if each.label > 0 and not (each.cocked or each.stacked or each.hidden)]
    right = wrong = abstained = bogus = doubted = extra = 0
    seen = set()
    for die, truth in matched(reading.dice, truths):
        if truth is None:
            bogus += die.face is not None
            doubted += die.face is None
            continue
        if truth.label <= 0 or truth not in sure:
            bogus += die.face is not None and truth.label == 0
            wrong += (
                die.face is not None
                and truth.label > 0
                and die.face != (1 if truth.label == STAR else truth.label)
            )
            extra += 1
            continue
        seen.add(id(truth))
        face = STAR if die.star or (die.face == 1 and die.star is None and truth.label == STAR) else die.face
        same = face == truth.label
        right, wrong = right + (die.face is not None and same), wrong + (die.face is not None and not same)
        abstained += die.face is None
        tally.faces[(truth.label, die.face is not None and same)] += 1
        if not same:
            tally.confusions[(truth.label, face)] += 1
    missed = sum(id(each) not in seen for each in sure)
    tally.photos += 1
    tally.dice += len(sure)
    tally.right, tally.wrong = tally.right + right, tally.wrong + wrong
    tally.abstained, tally.missed = tally.abstained + abstained, tally.missed + missed
    if whole:
        tally.bogus += bogus
        tally.bogus_doubted += doubted
    exact = right == len(sure) and wrong == 0 and not (whole and (bogus or doubted))
    tally.whole += exact
    return exact


def photographs(
    folder: Path, only: tuple[str, ...]
) -> Iterator[tuple[str, str, np.ndarray, list[Thing], bool]]:
    """Source, name, pixels, labels and whether all dice are labelled."""
    for photo in load_photos(folder, only):
        things = [Thing(box, face) for box, face in zip(photo.boxes, photo.faces, strict=True)]
        things += [Thing(box, -1) for box in photo.unclear]
        whole = photo.source not in PARTLY_LABELLED
        yield photo.source, photo.path.name, photo.pixels(), things, whole


def composed(banks: tuple[str, ...]) -> Iterator[tuple[str, str, np.ndarray, list[Thing], bool]]:
    for bank in banks:
        for path, things in tables(WORK / "tables" / bank):
            yield bank, path.name, picture_at(path), things, True


def traced(folder: Path) -> Iterator[tuple[str, str, np.ndarray, list[Thing], bool]]:
    """Drawn tables with their truth (models/plain_set.py), as in ``photographs``."""
    for path in sorted(folder.glob("*.json")):
        yield (
            f"traced {folder.name}",
            path.name,
            picture_at(path.with_suffix(".jpg")),
            traced_things(path),
            True,
        )


def picture_options(parser: argparse.ArgumentParser, only: str) -> None:
    """Options: weights and pictures; ``only``: the default photographers."""
    parser.add_argument("--weights", type=Path, required=True, help="weights.json beside the .onnx files")
    parser.add_argument("--photos", default="none", help="folder of photographs with an index.jsonl")
    parser.add_argument("--only", default=only, help="photographers to read")
    parser.add_argument("--banks", default="", help="banks of composed tables to read")
    parser.add_argument("--traced", type=Path, nargs="*", default=(), help="folders of drawn tables")


def listed_pictures(
    args: argparse.Namespace,
) -> list[tuple[str, str, np.ndarray, list[Thing], bool]]:
    pictures: list[tuple[str, str, np.ndarray, list[Thing], bool]] = []
    if args.photos != "none":
        pictures += photographs(Path(args.photos), tuple(args.only.split(",")))
    pictures += composed(tuple(each for each in args.banks.split(",") if each))
    for folder in args.traced:
        pictures += traced(folder)
    return pictures


def into_card(card: Path, tallies: dict[str, Tally]) -> None:
    """Writes the rows into the model card; replaces rows of the same name."""
    before, rest = card.read_text(encoding="utf-8").split(TABLE_BEGINS)
    table, after = rest.split(TABLE_ENDS)
    rows = {line.split("|")[1].strip(): line for line in table.splitlines() if line.startswith("| ")}
    rows |= {name: tally.row(name) for name, tally in tallies.items()}
    head = "\n".join(HEADER.splitlines())
    listed = "\n".join(line for name, line in rows.items() if name != "source")
    card.write_text(f"{before}{TABLE_BEGINS}\n\n{head}\n{listed}\n\n{TABLE_ENDS}{after}", encoding="utf-8")


def main() -> None:
    """Read photographs or composed tables that training did not see, and count."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    picture_options(parser, only="matteo,skovy")
    parser.add_argument(
        "--worst", type=Path, default=None, help="folder for annotated pictures that went wrong"
    )
    parser.add_argument("--limit", type=int, default=100000)
    parser.add_argument("--every", type=int, default=1, help="read each so manieth picture")
    parser.add_argument(
        "--turned", type=int, choices=range(4), default=0, help="turn pictures so many quarters to the left"
    )
    parser.add_argument("--card", action="store_true", help="write the rows into the model card, too")
    parser.add_argument("--name", default="", help="what the card calls the one source of these pictures")
    parser.add_argument("--known", action="store_true", help="the number of dice is known")
    parser.add_argument("--still", action="store_true", help="one camera that stands still took all of them")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    eye, still = Eye(load_weights(args.weights)), CameraMemory()
    pictures = listed_pictures(args)
    tallies: dict[str, Tally] = {}
    began = time.perf_counter()
    for source, name, pixels, truths, whole in tqdm(pictures[:: args.every][: args.limit], mininterval=5):
        pixels, truths = turned(pixels, truths, args.turned)
        reading = eye.read(Frame(pixels, 0), camera=still if args.still else None)
        still.keep(reading)
        if args.known:
            reading = with_number(reading, sum(truth.label != BACKGROUND for truth in truths))
        if not judge(tallies.setdefault(source, Tally()), reading, truths, whole) and args.worst:
            args.worst.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(args.worst / f"{source}-{Path(name).stem}.jpg"), annotated(pixels, reading))
    print(HEADER)
    for source, tally in tallies.items():
        print(tally.row(source))
    for source, tally in tallies.items():
        told = [f"{a}→{b or '?'}: {n}" for (a, b), n in tally.confusions.most_common(12)]
        print(f"{source}: {', '.join(told)}")
        print(f"{source}, told right by face: {', '.join(tally.by_face())}")
    if args.card:
        into_card(CARD, {args.name or source: tally for source, tally in tallies.items()})
    print(json.dumps({"seconds": round(time.perf_counter() - began, 1), "weights": str(args.weights)}))


if __name__ == "__main__":
    main()
