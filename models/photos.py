"""The labelled photographs of real dice: an index, crops, cut-outs. They never enter the project."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.compose.sprite import Sprite, trimmed

Bounds = tuple[float, float, float, float]
SOURCES = ("byler", "matteo", "epanemu", "skovy")
STEEP = frozenset({"epanemu", "skovy"})
"""Sources seen so far from the side that turning a crop may swap its top and side faces."""
PARTLY_LABELLED = frozenset({"epanemu"})
UNCLEAR = {
    "IMG_20191208_111434_ee3bfb.jpg": (198, 134, 236, 173),
    "IMG_20191208_112342_e90f08.jpg": (251, 134, 283, 167),
    "IMG_20191208_112623_f53bf3.jpg": (166, 569, 207, 610),
    "IMG_20191209_095439_f375e3.jpg": (319, 372, 347, 401),
    "IMG_20191209_095533_f9dc9f.jpg": (323, 349, 352, 377),
    "IMG_20191209_095954_8660ae.jpg": (221, 321, 252, 351),
    "IMG_20191209_100722_d59f26.jpg": (414, 421, 448, 456),
    "IMG_20191208_111730_af8ed2.jpg": (304, 362, 331, 389),
    "IMG_20191209_095555_33444b.jpg": (146, 251, 175, 280),
    "IMG_20191209_100002_77d9c8.jpg": (120, 344, 150, 376),
    "IMG_20191208_111530_fbfca2.jpg": (100, 563, 130, 593),
    "IMG_20191208_112353_239e33.jpg": (301, 363, 332, 395),
    "valid_9_af6a5c.jpg": (318, 280, 414, 375),
}
"""Dice that are labelled with a face they plainly do not show, or not at all: pixels of the picture. Neither
learned nor counted. Found by looking at everything that the held-out eye told otherwise than the label."""
FEW_DICE = 3
"""A partly labelled source is taken as wholly labelled where a photo has at most this many dice."""


@dataclass(frozen=True, slots=True)
class Photo:
    """One photograph with its dice: ``faces`` 1-6 and ``boxes`` (left, top, right, bottom) in pixels.

    What lies in ``unclear`` boxes is neither surely such a die nor surely none.
    """

    path: Path
    source: str
    faces: tuple[int, ...]
    boxes: tuple[Bounds, ...]
    unclear: tuple[Bounds, ...] = ()

    @property
    def wholly_labelled(self) -> bool:
        """Whether what is not boxed is surely no die."""
        return self.source not in PARTLY_LABELLED or len(self.faces) <= FEW_DICE

    def pixels(self) -> np.ndarray:
        """The picture, uint8 (H, W, 3) BGR."""
        picture = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if picture is None:
            raise FileNotFoundError(f"the photograph {self.path} cannot be read")
        return picture


def load_photos(folder: Path, sources: tuple[str, ...] = SOURCES) -> list[Photo]:
    """The photographs of some sources; says what to do, and stops, where the folder is not there."""
    index = folder / "index.jsonl"
    if not index.is_file():
        sys.exit(
            f"No photographs at {folder}: give --photos a folder with an index.jsonl (models/recipe.md says "
            "what stands in it), or --photos none to train on made pictures alone."
        )
    photos = []
    for line in index.read_text().splitlines():
        entry = json.loads(line)
        source = entry["image"].split("/")[0]
        if source in sources:
            photos.append(_photo(folder / entry["image"], source, entry["dice"]))
    return photos


def _photo(path: Path, source: str, listed: list[dict]) -> Photo:
    unclear = tuple(UNCLEAR[name] for name in (path.name,) if name in UNCLEAR)
    dice = [die for die in listed if not any(_holds_middle(box, die["box"]) for box in unclear)]
    faces, boxes = tuple(die["value"] for die in dice), tuple(tuple(die["box"]) for die in dice)
    return Photo(path, source, faces, boxes, unclear)


def _holds_middle(box: Bounds, other: Bounds) -> bool:
    x, y = (other[0] + other[2]) / 2, (other[1] + other[3]) / 2
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def cut_out(picture: np.ndarray, box: tuple[float, float, float, float], face: int) -> Sprite | None:
    """A die cut from a plain light ground by its colour; ``None`` where the edge is not clear."""
    left, top, right, bottom = (round(each) for each in box)
    pad = 4
    if left < pad or top < pad or bottom + pad > picture.shape[0] or right + pad > picture.shape[1]:
        return None
    patch = picture[top - pad : bottom + pad, left - pad : right + pad]
    lab = cv2.cvtColor(patch, cv2.COLOR_BGR2LAB).astype(np.float32)
    ring = np.concatenate([lab[0], lab[-1], lab[:, 0], lab[:, -1]])
    away = np.linalg.norm((lab - np.median(ring, 0)) * (0.7, 1.5, 1.5), axis=2).clip(0, 255).astype(np.uint8)
    least, mask = cv2.threshold(away, 0, 1, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    outlines = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    if least < 22 or not outlines:
        return None
    outline = max(outlines, key=cv2.contourArea)
    hull = cv2.convexHull(outline)
    area, share = cv2.contourArea(outline), cv2.contourArea(hull) / ((right - left) * (bottom - top))
    if not 0.55 < share < 1.0 or area / cv2.contourArea(hull) < 0.88:
        return None
    alpha = np.zeros(patch.shape[:2], np.uint8)
    cv2.fillConvexPoly(alpha, hull, 255, cv2.LINE_AA)
    alpha = cv2.GaussianBlur(cv2.erode(alpha, np.ones((3, 3), np.uint8)), (0, 0), 0.6)
    return Sprite(trimmed(np.dstack([patch, alpha])), face)
