"""Contact sheets to look at: ``python -m models.render.contact models/made/sprites out.jpg --count 80``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

TILE = 200


def on_ground(folder: Path, label: dict, ground: tuple[int, int, int]) -> np.ndarray:
    """A sprite laid on plain ground with its shadow and its labels, uint8 BGR."""
    sprite = cv2.imread(str(folder / label["file"]), cv2.IMREAD_UNCHANGED).astype(np.float32)
    shadow = cv2.imread(str(folder / label["shadow"]), cv2.IMREAD_GRAYSCALE).astype(np.float32) / 255
    linear = (np.array(ground, np.float32) / 255) ** 2.2 * shadow[..., None]
    alpha = sprite[..., 3:] / 255
    picture = np.ascontiguousarray(sprite[..., :3] * alpha + 255 * linear ** (1 / 2.2) * (1 - alpha)).astype(
        np.uint8
    )
    for die in label.get("dice", []):
        x0, y0, x1, y1 = die["box"]
        cv2.rectangle(picture, (x0, y0), (x1 - 1, y1 - 1), (0, 200, 0), 1)
        text = "*" if die["star"] else str(die["face"])
        cv2.putText(
            picture, f"{text} {die['kind'][0]}", (x0, max(10, y0 - 2)), 0, 0.45, (255, 0, 255), 1, cv2.LINE_AA
        )
    return picture


def contact_sheet(folder: Path, labels: list[dict], columns: int) -> np.ndarray:
    """Tiles of sprites, shrunk to fit."""
    tiles = []
    for label in labels:
        grey = int(255 * (sum(label.get("ground", [0.3] * 3)) / 3) ** (1 / 2.2))
        picture = on_ground(folder, label, (grey, grey, grey))
        scale = min(1.0, TILE / max(picture.shape[:2]))
        picture = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        tile = np.full((TILE, TILE, 3), grey, np.uint8)
        tile[: picture.shape[0], : picture.shape[1]] = picture
        tiles.append(tile)
    while len(tiles) % columns:
        tiles.append(np.zeros_like(tiles[0]))
    return np.vstack([np.hstack(tiles[i : i + columns]) for i in range(0, len(tiles), columns)])


def main() -> None:
    """Draw a random choice of sprites with their labels."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("picture", type=Path)
    parser.add_argument("--count", type=int, default=80)
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--kind", help="only sprites of this kind")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    labels = [json.loads(line) for line in (wanted.folder / "labels.jsonl").read_text().splitlines() if line]
    labels = [each for each in labels if wanted.kind in (None, each["kind"])]
    order = np.random.default_rng(wanted.seed).permutation(len(labels))[: wanted.count]
    sheet = contact_sheet(wanted.folder, [labels[i] for i in sorted(order)], wanted.columns)
    cv2.imwrite(str(wanted.picture), sheet, [cv2.IMWRITE_JPEG_QUALITY, 90])


if __name__ == "__main__":
    main()
