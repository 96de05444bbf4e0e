"""Train the network of surroundings: ``python -m models.train_surroundings RUN --classifiers FOLDER``.

FOLDER's detectors and classifiers read small composed tables full of what looks like dice, photographs,
simulated tables, and the classifier's lessons from farther away. What they take for dice is learned, beside
what they say of it; then bytes (``--bytes``).
"""

from __future__ import annotations

import argparse
import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from PIL import ImageFont
from torch import Tensor
from torch.utils.data import Dataset
from tqdm import tqdm

from companion.recognition.classify.classifier import Predictions
from companion.recognition.classify.two_sizes import WIDER, Candidates, read_again, sure_of
from companion.recognition.detect.pyramid import CROP_MARGIN, CROP_PX, ImagePyramid, cut_square
from companion.recognition.networks.arithmetic import logit
from companion.recognition.networks.weights import NETWORKS, Thresholds, Weights, load_listed
from companion.recognition.pipeline.eye import Eye
from companion.simulator import DiceKind, SimulatedTable, SpriteSet, Trouble
from models.byte_arithmetic import in_bytes, without_norms
from models.compose.bank import WORK
from models.compose.cast_die import any_cast_make, cast_die, cast_heap
from models.compose.cloths import any_cloth
from models.compose.grounds import any_ground, ground_from, pictures, typefaces, typeset
from models.compose.lens import jpeg
from models.compose.lookalikes import any_blossoms, any_kind
from models.compose.make import any_make
from models.compose.paint import BACKGROUND, Sprite
from models.compose.prints import with_prints
from models.compose.scene import Lamp, Table, Thing, compose, sized
from models.compose.sketch import plain_die, sketched_die
from models.export import RANGE_CROPS
from models.lessons.columns import PX_X, PX_Y
from models.lessons.film import filmed
from models.lessons.lesson import MARGIN, Drawer
from models.lessons.packs import kept_packs
from models.lessons.photographs import Bounds, longer, overlap
from models.lessons.pictures import BRIGHTEST, truths_of
from models.lessons.renderer import Renderer
from models.nets import DIE, Surroundings
from models.photos import MORE_SOURCES, SOURCES, load_photos
from models.training import chosen_course, course_options, learn

NAME = "surroundings"
KEPT_PX, KEPT = 96, 3.4
"""Side of a kept crop, in px and in lengths of its box: room to turn and shift it."""
ONE_DIE, NO_DIE, WITHIN = 0.45, 0.08, 0.15
"""Overlap from which a box is a die's; overlap, and share of the box in a die, up to which it is none's."""
ON_OTHER = 0.8
"""Share of a box on another thing from which it is that thing's."""
LIKELY, SELDOM = 0.2, 0.25
"""Of what is less likely a die this part is kept."""
AT_ONCE = 64
"""Rendered lessons at once."""
SEEN, NOT_SEEN = 0.3, 0.05
"""Rendered dice and other things count from this objectness on: others nobody sees, or nobody confuses."""
FLAT = 0.3
"""Chance that look-alikes are printed, not solid."""
LOOKS, MOST_PX = 5, 1000
"""Looks at each photograph, and the longer side of the largest."""
LOOKALIKES, PRINTED = 0.44, 0.46
"""Share of tables with look-alikes, and of the others with prints."""
SOFT, BLUR = 0.2, (0.02, 0.06)
"""Chance that a table is out of focus; the blur's standard deviation, in lengths of a die."""
CAST, CAST_HEAPS = 700, 300
"""Makes of cast dice, and heaps of dice that are seen together."""
KINDS, TROUBLES = tuple(DiceKind), (Trouble.NONE, Trouble.TOUCHING, Trouble.COCKED)
FIRST_SEED = 900_000
"""Far from the seeds of tests and measurements."""
BATCH, BYTE_STEPS, BYTE_RATE = 256, 0.34, 5e-4
SMOOTHED, BOUND = 0.01, 8.0
OFTEN_DICE = 4.5
"""Log odds for a die on a table, beside those among these lessons. Chosen: with 4.7 one square more is asked
about (tests/recognition/test_cloths_read.py), with less fewer dice are read."""
Truths = Sequence[tuple[Bounds, bool]]
"""Boxes of dice; False: nobody knows."""
Rng = np.random.Generator


class Classifiers(Eye):
    """What detectors and classifiers see without their surroundings."""

    def __init__(self, folder: Path) -> None:
        names = [each for each in NETWORKS if each != NAME]
        networks, thresholds = load_listed(folder / "weights.json", names, Thresholds)
        unused = networks["small_classifier"]
        super().__init__(Weights(**networks, surroundings=unused, thresholds=thresholds))

    def candidates(self, pixels: ImagePyramid) -> tuple[Candidates, Predictions]:
        found = self._one_per_die(self._classified(pixels, self.detect(pixels)))
        found = found.below_background(self.config.not_a_die)
        return found, read_again(self._large, pixels, found, self.config)

    def objectness_of(self, pixels: np.ndarray) -> np.ndarray:
        """Of what is in the middle of pictures uint8 (N, 96, 96, 3)."""
        step = KEPT_PX * CROP_MARGIN / KEPT / CROP_PX
        placed = np.array([[step, 0, 0], [0, step, 0]])
        placed[:, 2] = (KEPT_PX - 1) / 2 - step * (CROP_PX - 1) / 2
        size, flags = (CROP_PX, CROP_PX), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        crops = np.stack([cv2.warpAffine(each, placed, size, flags=flags) for each in pixels])
        read = self._small.read(crops)
        again = np.flatnonzero(~sure_of(read, self.config))
        return read.replaced(again, self._large.read(crops[again])).objectness


class Lessons(Dataset):
    """Kept crops, uint8 (96, 96, 3); whether each is a die; the classifiers' log odds for one."""

    def __init__(self) -> None:
        self.crops: list[np.ndarray] = []
        self.dice: list[bool] = []
        self.odds: list[float] = []

    def add(
        self,
        eye: Classifiers,
        picture: np.ndarray,
        truths: Truths,
        rng: Rng,
        labelled: bool = True,
        others: Sequence[Bounds] = (),
    ) -> None:
        """``labelled``: all of its dice are among the truths. ``others``: boxes of what surely is none."""
        pixels = ImagePyramid.of(picture)
        found, read = eye.candidates(pixels)
        for detection, likely in zip(found.detections, read.objectness.tolist(), strict=True):
            die = _is_die(detection.box, truths)
            known = die or labelled or any(_within(detection.box, each) > ON_OTHER for each in others)
            if die is None or not known or (not die and likely < LIKELY and rng.random() > SELDOM):
                continue
            left, top, right, bottom = detection.box
            middle = (left + right) / 2, (top + bottom) / 2
            self.crops.append(cut_square(pixels, middle, KEPT * longer(detection.box), KEPT_PX))
            self.dice.append(die)
            self.odds.append(float(logit(likely).clip(-BOUND, BOUND)))

    def add_rendered(self, eye: Classifiers, pixels: np.ndarray, dice: Sequence[bool | None]) -> None:
        """Of pictures uint8 (N, 96, 96, 3) round one box each; ``None``: nobody knows."""
        likely = eye.objectness_of(pixels)
        for picture, die, objectness in zip(pixels, dice, likely.tolist(), strict=True):
            if die is not None and objectness > (SEEN if die else NOT_SEEN):
                self.crops.append(picture)
                self.dice.append(die)
                self.odds.append(float(logit(objectness).clip(-BOUND, BOUND)))

    def write(self, path: Path) -> None:
        np.savez(path, crops=np.array(self.crops), dice=self.dice, odds=self.odds)

    @classmethod
    def read(cls, path: Path) -> Lessons:
        lessons, kept = cls(), np.load(path)
        lessons.crops, lessons.dice, lessons.odds = kept["crops"], kept["dice"], kept["odds"]
        return lessons


def _is_die(box: Bounds, truths: Truths) -> bool | None:
    """``None``: neither surely one die nor surely none."""
    shared = [overlap(box, other) for other, _ in truths]
    if any(share > ONE_DIE and known for share, (_, known) in zip(shared, truths, strict=True)):
        return True
    near = any(share > NO_DIE for share in shared) or any(_within(box, other) > WITHIN for other, _ in truths)
    return None if near else False


def _within(box: Bounds, die: Bounds) -> float:
    wide, tall = min(box[2], die[2]) - max(box[0], die[0]), min(box[3], die[3]) - max(box[1], die[1])
    return max(0.0, wide) * max(0.0, tall) / ((box[2] - box[0]) * (box[3] - box[1]))


def scenes(
    count: int, nature: Path | None, fonts: Path | None, seed: int
) -> Iterator[tuple[Rng, np.ndarray, Truths]]:
    """Small composed tables: many with dominoes, keys, tiles or prints, some without dice."""
    rng = np.random.default_rng(seed)
    cast = [
        cast_die(rng, int(rng.integers(1, 7)), False, any_cast_make(rng, 0.2, 0.2, 0.2)) for _ in range(CAST)
    ]
    seen_together = [
        cast_heap(rng, rng.integers(1, 7, int(rng.integers(2, 6))).tolist()) for _ in range(CAST_HEAPS)
    ]
    grounds, things = pictures(nature)
    faces = typefaces(fonts)
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        size = int(rng.integers(230, 330)), int(rng.integers(260, 400))
        die_px = float(np.exp(rng.uniform(*np.log((16.0, 70.0)))))
        ground = _ground(rng, size, die_px, grounds, faces).astype(np.float32)
        lamp = _any_lamp(rng) if rng.random() < 0.4 else None
        prints: list[np.ndarray] = []
        if rng.random() < LOOKALIKES:
            _lay_lookalikes(rng, ground, die_px, lamp)
        elif rng.random() < PRINTED:
            ground = with_prints(rng, ground, die_px, prints)
        dice = 0 if rng.random() < 0.4 else int(rng.integers(1, 7))
        draw = partial(_any_die, alike=rng.random() < 0.6, own=rng.random(), cast=cast)
        heaps = _any_heaps(rng, draw, seen_together) if rng.random() < 0.3 else ()
        some = [things[index] for index in rng.integers(0, len(things), 8)] if things else []
        shown = some if rng.random() < 0.25 else []
        on = prints if rng.random() < 0.5 else ()
        clutter = int(rng.integers(2, 9))
        picture, laid = compose(rng, ground, draw, die_px, dice, shown, 0.5, on, clutter, heaps, lamp)
        if rng.random() < SOFT:
            picture = cv2.GaussianBlur(picture, (0, 0), die_px * rng.uniform(*BLUR))
        yield rng, jpeg(rng, picture), [(each.box, each.label > 0) for each in laid if each.label]


def _any_heaps(
    rng: Rng, draw: Callable[[Rng], Sprite], seen_together: Sequence[list[Sprite]]
) -> list[list[Sprite]]:
    """Heaps of dice that touch: beside one another they are no dominoes."""
    if rng.random() < 0.6:
        return [seen_together[each] for each in rng.integers(0, len(seen_together), int(rng.integers(1, 4)))]
    counts = rng.integers(2, 5, int(rng.integers(1, 4))).tolist()
    if rng.random() < 0.5:
        return [[draw(rng) for _ in range(count)] for count in counts]
    make = any_make(rng)
    return [
        [plain_die(rng, int(rng.integers(1, 7)), make, turned=False) for _ in range(count)]
        for count in counts
    ]


def rendered(
    count: int, run: Path, args: argparse.Namespace
) -> Iterator[tuple[np.ndarray, list[bool | None]]]:
    """The classifier's lessons from farther away: pictures uint8 (N, 96, 96, 3), and which show a die."""
    marks, grounds = kept_packs(run, args.fonts, args.nature)
    drawer, renderer = Drawer(*marks.numbers(), len(grounds), args.seed), Renderer(marks.ink, grounds)
    for _ in range(0, count, AT_ONCE):
        drawn = drawer.draw(AT_ONCE)
        drawn.scenes[:, [PX_X, PX_Y]] *= KEPT / MARGIN * CROP_PX / KEPT_PX
        seen = renderer.draw(drawn.things, drawn.scenes, KEPT_PX)
        light = filmed(seen.light.nan_to_num(0, 0, 0).clamp(0, BRIGHTEST))
        pixels = torch.round(light * 255).byte().permute(0, 2, 3, 1).cpu().numpy()
        told = truths_of(drawn, seen)[:, DIE].tolist()
        yield pixels, [None if each < 0 else each > 0.5 for each in told]


def _any_lamp(rng: Rng) -> Lamp:
    way, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0.04, 1.2)
    return Lamp((reach * np.cos(way), reach * np.sin(way)), rng.uniform(0.01, 0.06), rng.uniform(0.15, 0.7))


def _ground(
    rng: Rng,
    size: tuple[int, int],
    die_px: float,
    grounds: Sequence[np.ndarray],
    faces: Sequence[ImageFont.FreeTypeFont],
) -> np.ndarray:
    if faces and rng.random() < 0.15:
        return typeset(rng, faces, *size, die_px)
    kind = rng.random()
    if kind < 0.1:
        return any_blossoms(rng, *size, die_px)
    if kind < 0.3:
        return any_cloth(rng, *size, die_px)
    if kind < 0.5 and grounds:
        return ground_from(rng, grounds[int(rng.integers(len(grounds)))], *size)
    return any_ground(rng, *size)


def _lay_lookalikes(
    rng: Rng, ground: np.ndarray, die_px: float, lamp: Lamp | None, dice: Sequence[Bounds] = ()
) -> list[Bounds]:
    """Beside the boxes of ``dice``; where they lie."""
    flat = rng.random() < FLAT
    table = Table(ground, Lamp((0.04, 0.04), 0.01, 0.0) if flat else lamp)
    draw, (tall, wide) = any_kind(rng, flat), table.owner.shape
    for _ in range(int(rng.integers(2, 12))):
        sprite, length = draw(rng)
        cut_out, spot = sized(rng, sprite, die_px * length, turn=0.0), rng.uniform(0, (wide, tall))
        half = np.array(cut_out.shape[1::-1]) / 2
        box = *(spot - half), *(spot + half)
        if not any(_within(die, box) > 0 for die in dice):
            table.paste(rng, cut_out, tuple(spot), Thing((0, 0, 0, 0), BACKGROUND))
    return [each.box for each in table.things]


def _any_die(rng: Rng, alike: bool, own: float, cast: Sequence[Sprite]) -> Sprite:
    """``alike``: of a make that ``own``, 0 to 1, chooses."""
    chosen = own if alike else rng.random()
    make, top = any_make(np.random.default_rng(int(1e6 * chosen))), int(rng.integers(1, 7))
    if chosen < 0.35:
        return plain_die(rng, top, make)
    if chosen < 0.8:
        return cast[(int(chosen * len(cast)) + int(rng.integers(3))) % len(cast)]
    return sketched_die(rng, make, top, False)


def simulated(count: int) -> Iterator[tuple[Rng, np.ndarray, Truths, bool]]:
    """Tables with lifted cups, on which loose dice alone are labelled."""
    sprites = SpriteSet.load()
    for number in range(count):
        rng = np.random.default_rng((91, number))
        players, size = int(rng.integers(2, 9)), ((1280, 720), (1920, 1080), (2304, 1296))[number % 3]
        kind, trouble = KINDS[int(rng.integers(len(KINDS)))], TROUBLES[int(rng.integers(len(TROUBLES)))]
        table = SimulatedTable(
            players,
            FIRST_SEED + number,
            size,
            dice=kind,
            trouble=trouble,
            sprites=sprites,
            clock=lambda: 0,
        )
        table.deal((5,) * players, (), number)
        table.lift()
        yield (
            rng,
            table.capture(0).pixels,
            [(die.box, True) for die in table.dice_in_view()],
            not kind.with_board,
        )


def photographed(folder: Path, seed: int) -> Iterator[tuple[Rng, np.ndarray, Truths, bool, list[Bounds]]]:
    """Photographs, larger and smaller, most with look-alikes laid beside their dice."""
    for number, photo in enumerate(load_photos(folder, (*SOURCES, *MORE_SOURCES))):
        whole = photo.pixels()
        for look in range(LOOKS):
            rng = np.random.default_rng((seed, number, look))
            scale = min(1.0, MOST_PX / max(whole.shape)) * (rng.uniform(0.5, 1.2) if look else 1.0)
            pixels = cv2.resize(whole, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            truths = [(tuple(np.multiply(box, scale)), True) for box in photo.boxes]
            truths += [(tuple(np.multiply(box, scale)), False) for box in photo.unclear]
            others: list[Bounds] = []
            if look and truths and rng.random() < 0.75:
                length = float(np.median([longer(box) for box, _ in truths]))
                ground = pixels.astype(np.float32)
                lamp = _any_lamp(rng) if rng.random() < 0.4 else None
                others = _lay_lookalikes(rng, ground, length, lamp, [box for box, _ in truths])
                pixels = jpeg(rng, ground.clip(0, 255).astype(np.uint8))
            yield rng, pixels, truths, photo.wholly_labelled, others


def gathered(args: argparse.Namespace, path: Path) -> Lessons:
    """The run's lessons, made once."""
    if path.exists():
        return Lessons.read(path)
    lessons, eye = Lessons(), Classifiers(args.classifiers)
    for rng, picture, truths in tqdm(
        scenes(args.scenes, args.nature, args.fonts, args.seed), total=args.scenes, mininterval=5
    ):
        lessons.add(eye, picture, truths, rng)
    for told in tqdm(simulated(args.scenes // 100), "simulated tables", mininterval=5):
        rng, picture, truths, labelled = told
        lessons.add(eye, picture, truths, rng, labelled)
    for pixels, dice in tqdm(rendered(args.scenes, path.parent, args), "rendered lessons", mininterval=5):
        lessons.add_rendered(eye, pixels, dice)
    if args.photos != "none":
        for seen in tqdm(photographed(Path(args.photos), args.seed), "photographs", mininterval=5):
            rng, picture, truths, labelled, others = seen
            lessons.add(eye, picture, truths, rng, labelled, others)
    lessons.write(path)
    return Lessons.read(path)


class Shown(Dataset):
    """Turned, mirrored, shifted, in other light: uint8 (3, 64, 64), whether a die, log odds."""

    def __init__(self, lessons: Lessons, length: int, seed: int) -> None:
        self._lessons, self._length, self._seed = lessons, length, seed
        dice, odds = np.asarray(lessons.dice), np.asarray(lessons.odds)
        unsure, likely = odds < logit(0.9995), odds > logit(0.3)
        kinds = (dice & unsure, dice & ~unsure, ~dice & likely, ~dice & ~likely)
        self._kinds = [np.flatnonzero(each) for each in kinds]
        self._shares = np.array([0.36, 0.08, 0.41, 0.15]) * [len(each) > 0 for each in self._kinds]

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> tuple[np.ndarray, np.float32, np.float32]:
        if index >= self._length:
            raise IndexError
        rng = np.random.default_rng((self._seed, index))
        kind = self._kinds[rng.choice(len(self._kinds), p=self._shares / self._shares.sum())]
        chosen = int(rng.choice(kind))
        crop = _in_other_light(rng, _turned(rng, self._lessons.crops[chosen]))
        die, odds = self._lessons.dice[chosen], self._lessons.odds[chosen]
        return np.ascontiguousarray(crop.transpose(2, 0, 1)), np.float32(die), np.float32(odds)


def _turned(rng: Rng, crop: np.ndarray) -> np.ndarray:
    turn = rng.integers(4) * np.pi / 2 if rng.random() < 0.5 else rng.uniform(0, 2 * np.pi)
    step = KEPT_PX * WIDER * CROP_MARGIN / KEPT / CROP_PX * np.exp(rng.normal(0, 0.07))
    cosine, sine = step * np.cos(turn), step * np.sin(turn)
    way = np.array([[cosine, -sine], [sine, cosine]]) * (1 if rng.random() < 0.5 else -1, 1)
    middle = (KEPT_PX - 1) / 2 + rng.normal(0, 1.2, 2) - way @ np.full(2, (CROP_PX - 1) / 2)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    placed = np.column_stack([way, middle])
    return cv2.warpAffine(crop, placed, (CROP_PX, CROP_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def _in_other_light(rng: Rng, crop: np.ndarray) -> np.ndarray:
    contrast, tint, lighter = np.exp(rng.normal(0, 0.2)), np.exp(rng.normal(0, 0.08, 3)), rng.normal(0, 15)
    lit = (crop.astype(np.float32) - 128) * (contrast * tint) + (128 + lighter)
    grey = rng.random() < 0.12
    lit = lit.mean(2, keepdims=True).repeat(3, 2) if grey else lit
    return lit.clip(0, 255).astype(np.uint8)


def loss_of(answer: tuple[Tensor], die: Tensor, odds: Tensor) -> Tensor:
    return F.binary_cross_entropy_with_logits(answer[0][:, 0] + odds, die * (1 - 2 * SMOOTHED) + SMOOTHED)


def main() -> None:
    """Gather lessons, learn from them, then to compute with bytes."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    course_options(parser, steps=10000, peak_rate=3e-3)
    parser.add_argument("--classifiers", type=Path, required=True, help="folder with weights.json")
    parser.add_argument("--bytes", default="surroundings_bytes", help="run of the network in bytes")
    parser.add_argument("--scenes", type=int, default=24000, help="composed tables")
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--nature", type=Path, default=None, help="folder of pictures without dice")
    parser.add_argument("--fonts", type=Path, default=None, help="folder of fonts")
    args = parser.parse_args()
    course = chosen_course(args, args.batch, weight_decay=0.03)
    lessons = gathered(args, course.run / "lessons.npz")
    learn(Surroundings(), NAME, course, partial(Shown, lessons), loss_of)
    net = Surroundings()
    net.load_state_dict(torch.load(course.run / f"{NAME}.pt", weights_only=True))
    run, steps = WORK / "runs" / args.bytes, max(1, int(BYTE_STEPS * course.steps))
    run.mkdir(parents=True, exist_ok=True)
    pupil = in_bytes(copy.deepcopy(without_norms(net.eval())).requires_grad_(True))
    short = replace(
        course, run=run, steps=steps, peak_rate=BYTE_RATE, weight_decay=0.0, start=None, half=False
    )
    learn(pupil, NAME, short, partial(Shown, lessons), loss_of)
    learned = torch.load(run / f"{NAME}.pt", weights_only=True)
    learned["read.bias"] += OFTEN_DICE
    torch.save(learned, run / f"{NAME}.pt")
    setters = Shown(lessons, 1000, 5)
    np.save(run / RANGE_CROPS, np.array([pixels for pixels, *_ in setters]))


if __name__ == "__main__":
    main()
