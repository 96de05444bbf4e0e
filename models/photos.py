"""The labelled photographs of real dice: an index, crops, cut-outs. They never enter the project."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from models.compose.sprite import Sprite, trimmed

SOURCES = ("byler", "matteo", "epanemu", "skovy")
STEEP = frozenset({"epanemu", "skovy"})
"""Sources seen so far from the side that turning a crop may swap its top and side faces."""
PARTLY_LABELLED = frozenset({"epanemu"})
FEW_DICE = 3
"""A partly labelled source is taken as wholly labelled where a photo has at most this many dice."""


@dataclass(frozen=True, slots=True)
class Photo:
    """One photograph with its dice: ``faces`` 1-6 and ``boxes`` (left, top, right, bottom) in pixels."""

    path: Path
    source: str
    faces: tuple[int, ...]
    boxes: tuple[tuple[float, float, float, float], ...]

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
            f"No photographs at {folder}: give --photos a folder with an index.jsonl (models/README.md says "
            "what stands in it), or --photos none to train on made pictures alone."
        )
    photos = []
    for line in index.read_text().splitlines():
        entry = json.loads(line)
        source = entry["image"].split("/")[0]
        if source in sources:
            faces = tuple(die["value"] for die in entry["dice"])
            boxes = tuple(tuple(die["box"]) for die in entry["dice"])
            photos.append(Photo(folder / entry["image"], source, faces, boxes))
    return photos


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
