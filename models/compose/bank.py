"""A bank of composed tables on disk: made once, resumed where it stopped, read by both trainings."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from models.compose.cast_die import any_cast_make, cast_die, cast_heap
from models.compose.cloths import any_cloth
from models.compose.grounds import any_ground, ground_from, pictures
from models.compose.lens import jpeg
from models.compose.make import any_make
from models.compose.paint import Sprite
from models.compose.prints import with_prints
from models.compose.scene import CLUTTER_BELOW, DIE_PX, TOUCH_CHANCE, Thing, compose
from models.compose.sketch import plain_die, sketched_die
from models.photos import Photo, cut_out, load_photos

WORK = Path(__file__).resolve().parents[1] / "made"
FRAME = (576, 768)
COCKED_SHARE = 0.05
HEAPS, SEEN_TOGETHER, ONE_MAKE = 4, 0.85, 0.7
"""Most heaps of dice on a table with plain dice, the share of heaps that one camera sees aslant, and of the
others the share of one make."""
PHOTO_GROUNDS = 120
NATURE_SHARE = 0.35
"""Share of tables on a part of another photograph, if there are any."""


def sketches(rng: np.random.Generator, count: int) -> list[Sprite]:
    """``count / 12`` makes: every face, some cocked."""
    sprites = []
    for _ in tqdm(range(count // 12), "sketching dice"):
        make = any_make(rng)
        tops = [*range(1, 7), *range(1, 7)]
        sprites += [sketched_die(rng, make, top, bool(rng.random() < COCKED_SHARE)) for top in tops]
    return sprites


def cuttings(photos: list[Photo]) -> list[Sprite]:
    """Dice from photographs with a plain light ground."""
    sprites = []
    for photo in tqdm([each for each in photos if each.source == "byler"], "cutting dice"):
        picture = photo.pixels()
        cut = (cut_out(picture, box, face) for box, face in zip(photo.boxes, photo.faces, strict=True))
        sprites += [each for each in cut if each is not None]
    return sprites


def photo_grounds(photos: list[Photo], rng: np.random.Generator) -> list[np.ndarray]:
    """Patches without a die, grown to a frame."""
    grounds: list[np.ndarray] = []
    wholly = [each for each in photos if each.wholly_labelled]
    while wholly and len(grounds) < PHOTO_GROUNDS:
        photo = wholly[int(rng.integers(len(wholly)))]
        picture = photo.pixels()
        height, width = picture.shape[:2]
        h = int(rng.uniform(0.25, 0.7) * height)
        w = min(width, int(h * 4 / 3))
        x, y = int(rng.integers(0, width - w + 1)), int(rng.integers(0, height - h + 1))
        free = all(b[2] < x - 6 or b[0] > x + w + 6 or b[3] < y - 6 or b[1] > y + h + 6 for b in photo.boxes)
        if free:
            grounds.append(
                cv2.resize(picture[y : y + h, x : x + w], FRAME[::-1], interpolation=cv2.INTER_CUBIC)
            )
    return grounds


@dataclass(frozen=True, slots=True)
class Habits:
    """Shares and chances of a bank's tables.

    ``boards``: with printed boards, cards and dominoes under the dice. ``cast``: with dice cast for this
    table alone; among these ``coloured``: pips that differ in colour alone, ``patterned``: patterns as strong
    as pips, ``clear``: clear dice. ``touching``: chance of a die beside another one. ``on_prints``: dice lie
    on the prints. ``clutter``: fewer other things than this. ``cloths``: patterned cloths. ``plain``: dice as
    plain as drawn ones, then with up to ``HEAPS`` heaps as well.
    """

    boards: float = 0.0
    cast: float = 0.0
    coloured: float = 0.0
    patterned: float = 0.0
    touching: float = TOUCH_CHANCE
    on_prints: bool = False
    clutter: int = CLUTTER_BELOW
    cloths: float = 0.0
    plain: float = 0.0
    clear: float = 0.0


def one_table(
    rng: np.random.Generator,
    sprites: list[Sprite],
    grounds: list[np.ndarray],
    things: list[Sprite],
    nature: list[np.ndarray],
    habits: Habits,
) -> tuple[np.ndarray, list[Thing]]:
    """A frame and its things; mostly one or two sets of dice."""
    size = float(np.exp(rng.uniform(*np.log(DIE_PX))))
    room = (FRAME[0] * FRAME[1]) / (size * size)
    dice = 0 if rng.random() < 0.05 else int(rng.integers(1, max(3, min(36, int(room * 0.35)))))
    if habits.cloths and rng.random() < habits.cloths:
        ground = any_cloth(rng, *FRAME, size)
    elif nature and rng.random() < NATURE_SHARE:
        ground = ground_from(rng, nature[int(rng.integers(len(nature)))], *FRAME)
    elif grounds and rng.random() < 0.2:
        ground = grounds[int(rng.integers(len(grounds)))][:, :: int(rng.choice([1, -1]))].astype(np.float32)
    else:
        ground = any_ground(rng, *FRAME)
    prints: list[np.ndarray] = []
    if habits.boards and rng.random() < habits.boards:
        ground = with_prints(rng, ground, size, prints)
    first = int(rng.integers(len(sprites)))
    alike = sprites[max(0, first - 8) : first + 8] if rng.random() < 0.4 else sprites

    blue, green, red = map(float, ground.mean((0, 1)))

    def any_die(rng: np.random.Generator) -> Sprite:
        if habits.plain and rng.random() < habits.plain:
            return plain_die(rng, int(rng.integers(1, 7)))
        if habits.cast and rng.random() < habits.cast:
            top, cocked = int(rng.integers(1, 7)), bool(rng.random() < COCKED_SHARE)
            make = any_cast_make(rng, habits.coloured, habits.patterned, habits.clear)
            return cast_die(rng, top, cocked, make, rooms=nature, table=(blue, green, red))
        return alike[int(rng.integers(len(alike)))]

    heaps = _heaps(rng) if habits.plain else ()
    lie_on = prints if habits.on_prints else ()
    laid = (habits.touching, lie_on, habits.clutter)
    picture, truths = compose(rng, ground, any_die, size, dice, things, *laid, heaps=heaps)
    return jpeg(rng, picture), truths


def _heaps(rng: np.random.Generator) -> list[list[Sprite]]:
    """As one camera sees them aslant; or from above in a row, mostly of one make, square to one another."""
    heaps: list[list[Sprite]] = []
    for _ in range(int(rng.integers(0, HEAPS + 1))):
        if rng.random() < SEEN_TOGETHER:
            heaps.append(cast_heap(rng, rng.integers(1, 7, int(rng.integers(2, 6))).tolist()))
            continue
        make = any_make(rng) if rng.random() < ONE_MAKE else None
        row = [plain_die(rng, int(rng.integers(1, 7)), make, turned=False) for _ in range(rng.integers(2, 6))]
        heaps.append(row)
    return heaps


def fill(
    folder: Path,
    count: int,
    sprites: list[Sprite],
    grounds: list[np.ndarray],
    things: list[Sprite],
    nature: list[np.ndarray],
    seed: int,
    habits: Habits,
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for index in tqdm(range(count), f"composing {folder.name}"):
        path = folder / f"{index:05d}.json"
        if path.exists():
            continue
        rng = np.random.default_rng((seed, index))
        picture, truths = one_table(rng, sprites, grounds, things, nature, habits)
        cv2.imwrite(str(path.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, 96])
        path.write_text(json.dumps([asdict(truth) for truth in truths]))


def tables(folder: Path) -> list[tuple[Path, list[Thing]]]:
    paths = sorted(folder.glob("*.json"))
    return [
        (path.with_suffix(".jpg"), [Thing(**each) for each in json.loads(path.read_text())]) for path in paths
    ]


def main() -> None:
    """Compose a bank from sketches, and from photographs where they are at hand."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("bank", help="its name: a folder under models/made/tables")
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--sketches", type=int, default=6000)
    parser.add_argument("--photos", default="none", help="folder of photographs with an index.jsonl, or none")
    parser.add_argument(
        "--sources", default="byler,matteo,epanemu,skovy", help="which photographers may be used"
    )
    parser.add_argument("--nature", type=Path, default=None, help="folder of photographs of other things")
    parser.add_argument(
        "--boards", type=float, default=0.0, help="share of tables with prints under the dice"
    )
    parser.add_argument("--cast", type=float, default=0.0, help="share of the dice cast for their table")
    parser.add_argument("--coloured", type=float, default=0.0, help="of the cast dice: pips of colour alone")
    parser.add_argument("--patterned", type=float, default=0.0, help="of the cast dice: strong patterns")
    parser.add_argument(
        "--touching", type=float, default=TOUCH_CHANCE, help="chance to lie beside another die"
    )
    parser.add_argument("--on-prints", action="store_true", help="most dice lie on the prints")
    parser.add_argument(
        "--clutter", type=int, default=CLUTTER_BELOW, help="fewer than so many other things lie about"
    )
    parser.add_argument("--cloths", type=float, default=0.0, help="share of tables on patterned cloths")
    parser.add_argument("--plain", type=float, default=0.0, help="share of the dice as plain as drawn ones")
    parser.add_argument("--clear", type=float, default=0.0, help="of the cast dice: clear plastic")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    rng = np.random.default_rng(args.seed)
    photos = [] if args.photos == "none" else load_photos(Path(args.photos), tuple(args.sources.split(",")))
    sprites = sketches(rng, args.sketches) + cuttings(photos)
    nature, things = pictures(args.nature)
    grounds = photo_grounds(photos, rng)
    lying = (args.touching, args.on_prints, args.clutter, args.cloths, args.plain, args.clear)
    habits = Habits(args.boards, args.cast, args.coloured, args.patterned, *lying)
    fill(WORK / "tables" / args.bank, args.count, sprites, grounds, things, nature, args.seed, habits)


if __name__ == "__main__":
    main()
