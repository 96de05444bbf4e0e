"""Crops of photographs: dice, stars drawn over ones, and background there and on prints."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from companion.recognition.classify.classifier import STAR
from companion.recognition.detect.detector import Detector
from companion.recognition.detect.multiscale import MultiScaleDetector
from companion.recognition.detect.pyramid import CROP_MARGIN, ImagePyramid, cut_square
from companion.recognition.networks.config import EyeConfig
from companion.recognition.networks.weights import Thresholds
from models.compose.bank import WORK, tables
from models.compose.prints import laid_prints
from models.compose.sketch import star_points
from models.photos import STEEP, Photo, picture_at

LEAST_DIE_PX = 26
"""Below this a pip has too few pixels to be found and replaced cleanly (looked at by eye)."""
PIP_AREA = (0.008, 0.09)
"""A single pip's share of the die's box."""
MOST_PIP = 0.36
MOST_STAR = 0.42
"""Longest diameter of the pip, and longest radius of the star, over the shorter side of the die's box."""


Ellipse = tuple[Sequence[float], Sequence[float], float]
"""As OpenCV's: middle, axes, turn in degrees."""


def find_pip(die: np.ndarray) -> tuple[Ellipse, np.ndarray] | None:
    """The pip near the middle of a die's picture (uint8, H, W, 3): its ellipse and its mask."""
    height, width = die.shape[:2]
    lab = cv2.cvtColor(die, cv2.COLOR_BGR2LAB)
    kernel = int(min(height, width) * 0.55) | 1
    away = np.abs(lab.astype(np.float32) - cv2.medianBlur(lab, kernel).astype(np.float32)).sum(2)
    central = np.zeros((height, width), np.uint8)
    cv2.ellipse(central, (width // 2, height // 2), (width // 3, height // 3), 0, 0, 360, 1, -1)
    peak = float((away * central).max())
    if peak < 50:
        return None
    count, labels, stats, centres = cv2.connectedComponentsWithStats((away > peak * 0.5).astype(np.uint8))
    best = None
    for index in range(1, count):
        share = stats[index, cv2.CC_STAT_AREA] / (height * width)
        off = np.linalg.norm((centres[index] - (width / 2, height / 2)) / (width, height))
        if PIP_AREA[0] < share < PIP_AREA[1] and off < 0.3 and (best is None or off < best[0]):
            best = (off, index)
    if best is None:
        return None
    mask = (labels == best[1]).astype(np.uint8)
    outline = max(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)
    if len(outline) < 5:
        return None
    ellipse = cv2.fitEllipse(outline)
    long, short = max(ellipse[1]), min(ellipse[1])
    fits = short > 1.5 and long / short < 2.2 and long < MOST_PIP * min(height, width)
    return (ellipse, mask) if fits else None


def starred(rng: Rng, picture: np.ndarray, box: tuple[float, float, float, float]) -> np.ndarray | None:
    """A copy whose one inside ``box`` is a star; ``None`` without a pip."""
    left, top, right, bottom = (round(each) for each in box)
    if min(right - left, bottom - top) < LEAST_DIE_PX:
        return None
    picture = picture.copy()
    die = picture[max(0, top) : bottom, max(0, left) : right]
    found = find_pip(die)
    if found is None:
        return None
    ((x, y), (one, other), turn_deg), mask = found
    ink = tuple(float(each) for each in np.median(die[mask > 0], 0))
    if rng.random() < 0.2:
        ink = tuple(float(each) for each in rng.uniform(0, 60, 3))
    grown = cv2.dilate(mask, np.ones((3, 3), np.uint8), iterations=2)
    clean = cv2.inpaint(die, grown, 3, cv2.INPAINT_TELEA)
    most = MOST_STAR * min(die.shape[:2]) / (max(one, other) / 2)
    growth, turn = min(rng.uniform(1.7, 3.3), most), np.radians(turn_deg)
    corners = star_points(1.0, rng.uniform(0.36, 0.5), rng.uniform(0, 6.3)) * (
        one / 2 * growth,
        other / 2 * growth,
    )
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    outline = np.round((corners @ spin + (x + 0.5, y + 0.5)) * 16 * 4).astype(np.int32)
    large = np.zeros((die.shape[0] * 4, die.shape[1] * 4), np.uint8)
    cv2.fillPoly(large, [outline], 255, cv2.LINE_AA, 4)
    alpha: np.ndarray = (
        cv2.resize(large, (die.shape[1], die.shape[0]), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    )
    alpha = cv2.GaussianBlur(alpha, (0, 0), rng.uniform(0.3, 0.9))[..., None]
    die[:] = (clean * (1 - alpha) + np.asarray(ink, np.float32) * alpha).astype(np.uint8)
    return picture


KEPT_PX, ROOM = 96, 1.5
"""Side of a kept crop, and over that of the read crop: room to turn and shift it."""
STARS_A_ONE = 2
IS_THE_DIE, OFF_THE_DIE = 0.5, 0.2
"""Overlaps from which a box is a die's, and up to which it is none."""
PART_OF_DIE = 0.5
"""A box inside a die with a longer side below this share of the die's is a part of it (a pip, a corner)."""
LOOKS_AT_NATURE = (0.3, 0.6, 1.0)
"""Scales of the search for dice in pictures without any."""
SQUARES_A_PHOTO, SQUARES_A_PICTURE = 6, 20
SQUARE_PX = (14, 160)
NO_DIE, UNSURE, FACELESS = -1, -2, -3
"""Labels besides faces: no die, nobody knows, and a die whose face nobody knows."""
MISTAKEN, SQUARE_OF_PHOTO, SQUARE_OF_NATURE, IN_NATURE, IN_PRINTS, ON_TABLES = (
    "mistaken",
    "photo",
    "nature",
    "found",
    "print",
    "table",
)
"""Sources of background; each is shown as often as the square root of its number."""

Bounds = tuple[float, float, float, float]
Rng = np.random.Generator


@dataclass(slots=True)
class Crops:
    """Kept crops uint8 (96, 96, 3) BGR, labels 0-5 pips, 6 a star, -1 no die, and sources.

    ``turns``: whether any rotation keeps the upper face.
    """

    pixels: list[np.ndarray] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    turns: list[bool] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)

    def add(self, picture: np.ndarray, box: Bounds, label: int, turns: bool, source: str) -> None:
        middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        self.pixels.append(cut_square(picture, middle, ROOM * CROP_MARGIN * longer(box), KEPT_PX))
        self.labels.append(label)
        self.turns.append(turns)
        self.sources.append(source)

    def __len__(self) -> int:
        return len(self.labels)

    def fewer(self, most: int, seed: int = 3) -> Crops:
        """Keeps at most so many of each source, at random."""
        rng, kept = np.random.default_rng(seed), []
        for source in sorted(set(self.sources)):
            own = [index for index, each in enumerate(self.sources) if each == source]
            kept += rng.permutation(own)[:most].tolist()
        return Crops(*([getattr(self, name)[index] for index in kept] for name in self.__slots__))

    def write(self, path: Path, quality: int) -> None:
        way = [cv2.IMWRITE_WEBP_QUALITY, quality]
        coded = [cv2.imencode(".webp", each, way)[1].ravel() for each in self.pixels]
        np.savez(
            path,
            coded=np.concatenate(coded),
            lengths=[len(each) for each in coded],
            labels=self.labels,
            turns=self.turns,
            sources=self.sources,
        )

    @classmethod
    def read(cls, path: Path) -> Crops:
        kept = np.load(path)
        coded = np.split(kept["coded"], np.cumsum(kept["lengths"])[:-1])
        pixels = [np.asarray(cv2.imdecode(each, cv2.IMREAD_COLOR)) for each in coded]
        return cls(pixels, *(kept[name].tolist() for name in ("labels", "turns", "sources")))

    @property
    def weights(self) -> np.ndarray:
        """Weights (N,): a source's total is the square root of its number."""
        _, source, count = np.unique(self.sources, return_inverse=True, return_counts=True)
        return 1 / np.sqrt(count[source])


class Proposals:
    """Proposed boxes of two detectors in a folder (``locator.onnx``, ``near_locator.onnx``)."""

    def __init__(self, folder: Path) -> None:
        listed = json.loads((Path(__file__).resolve().parents[1] / "weights.json").read_text())
        config = EyeConfig.of(Thresholds(**listed["thresholds"]))
        far = Detector((folder / "locator.onnx").read_bytes(), config.centre)
        near = Detector((folder / "near_locator.onnx").read_bytes(), config.near, refines=True)
        self._detector = MultiScaleDetector(far, near, config)

    def of(self, picture: np.ndarray) -> list[Bounds]:
        found = self._detector.detect(ImagePyramid(picture), None, lambda *_: False)
        return [each.box for each in found]


def from_photos(photos: Sequence[Photo], proposals: Proposals, seed: int = 5) -> tuple[Crops, Crops]:
    """Crops of dice, with stars drawn over ones; and of background."""
    rng, dice, no_dice = np.random.default_rng(seed), Crops(), Crops()
    for photo in tqdm(photos, "photographs", mininterval=5):
        picture, turns = photo.pixels(), photo.source not in STEEP
        for box, face in zip(photo.boxes, photo.faces, strict=True):
            dice.add(picture, box, face - 1, turns, photo.source)
            for _ in range(STARS_A_ONE if face == 1 else 0):
                changed = starred(rng, picture, box)
                if changed is not None:
                    dice.add(changed, box, STAR, turns, photo.source)
        boxes = (*photo.boxes, *photo.unclear)
        for box in proposals.of(picture):
            shared = [overlap(box, other) for other in boxes]
            at = int(np.argmax(shared)) if shared else -1
            if at >= 0 and shared[at] >= IS_THE_DIE:
                if at < len(photo.faces):
                    dice.add(picture, box, photo.faces[at] - 1, turns, photo.source)
            elif photo.wholly_labelled and no_die(box, picture, boxes, shared):
                no_dice.add(picture, box, NO_DIE, True, MISTAKEN)
        if photo.wholly_labelled:
            _add_squares(rng, no_dice, picture, boxes, SQUARES_A_PHOTO, SQUARE_OF_PHOTO)
    return dice, no_dice


def add_scenery(no_dice: Crops, scenery: Sequence[np.ndarray], proposals: Proposals, seed: int = 8) -> None:
    """Squares of pictures without dice: any, and false detections."""
    rng = np.random.default_rng(seed)
    for picture in tqdm(scenery, "scenery", mininterval=5):
        _add_squares(rng, no_dice, picture, (), SQUARES_A_PICTURE, SQUARE_OF_NATURE)
        for scale in LOOKS_AT_NATURE:
            small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            _add_proposals(no_dice, small, proposals, IN_NATURE)


def add_prints(no_dice: Crops, proposals: Proposals, count: int, seed: int = 9) -> None:
    """False detections on boards, dominoes and cards on any grounds."""
    rng = np.random.default_rng(seed)
    for _ in tqdm(range(count), "prints", mininterval=5):
        _add_proposals(no_dice, laid_prints(rng), proposals, IN_PRINTS)


def add_tables(dice: Crops, no_dice: Crops, banks: Sequence[str], proposals: Proposals) -> None:
    """Sound dice of composed tables, their background and false detections."""
    listed = [each for bank in banks for each in tables(WORK / "tables" / bank)]
    for path, things in tqdm(listed, "tables", mininterval=5):
        picture = picture_at(path)
        for thing in things:
            sound = not (thing.cocked or thing.stacked or thing.hidden) and inside(thing.box, picture)
            if thing.label > 0 and sound:
                dice.add(picture, thing.box, thing.label - 1, thing.turns, ON_TABLES)
            elif thing.label == 0 and sound:
                no_dice.add(picture, thing.box, NO_DIE, True, ON_TABLES)
        boxes = [thing.box for thing in things if thing.label != 0]
        for box in proposals.of(picture):
            if no_die(box, picture, boxes, [overlap(box, other) for other in boxes]):
                no_dice.add(picture, box, NO_DIE, True, ON_TABLES)


def _add_proposals(no_dice: Crops, picture: np.ndarray, proposals: Proposals, source: str) -> None:
    for box in proposals.of(picture):
        if inside(box, picture):
            no_dice.add(picture, box, NO_DIE, True, source)


def _add_squares(
    rng: Rng, no_dice: Crops, picture: np.ndarray, boxes: Sequence[Bounds], count: int, source: str
) -> None:
    """Random squares without a die's middle, or with several dice."""
    height, width = picture.shape[:2]
    for _ in range(count):
        size = float(np.exp(rng.uniform(*np.log(SQUARE_PX))))
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if all(_stands_off(x, y, size, box) for box in boxes):
            square = (x - size / 2, y - size / 2, x + size / 2, y + size / 2)
            no_dice.add(picture, square, NO_DIE, True, source)


def overlap(one: Bounds, other: Bounds) -> float:
    """Intersection over union, 0-1."""
    wide = min(one[2], other[2]) - max(one[0], other[0])
    tall = min(one[3], other[3]) - max(one[1], other[1])
    shared = max(0.0, wide) * max(0.0, tall)
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return shared / max(sum(areas) - shared, 1e-9)


def longer(box: Bounds) -> float:
    return max(box[2] - box[0], box[3] - box[1])


def no_die(box: Bounds, picture: np.ndarray, dice: Sequence[Bounds], shared: Sequence[float]) -> bool:
    """Surely no die, except for a part of one, such as a pip."""
    off = (
        share <= OFF_THE_DIE or longer(box) < PART_OF_DIE * longer(die)
        for share, die in zip(shared, dice, strict=True)
    )
    return inside(box, picture) and all(off)


def inside(box: Bounds, picture: np.ndarray) -> bool:
    return box[0] > 2 and box[1] > 2 and box[2] < picture.shape[1] - 2 and box[3] < picture.shape[0] - 2


def _stands_off(x: float, y: float, size: float, box: Bounds) -> bool:
    """A square with its middle off the die, or far larger."""
    off = max(abs(x - (box[0] + box[2]) / 2), abs(y - (box[1] + box[3]) / 2))
    return off > 0.75 * longer(box) or size > 2.6 * longer(box)
