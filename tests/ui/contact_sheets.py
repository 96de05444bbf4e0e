"""Lays the pictures of ``gallery.py`` out on sheets, to be looked at: also as the colour-blind see them.

    PYTHONPATH=. .venv/bin/python tests/ui/contact_sheets.py [SIZE…] [--sight protan|deutan|tritan]

A size may name a look: 800x480_day. Without a sight: as they are. The sheets lie beside
the pictures, in tests/screenshots/sheets/.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from tests.ui.gallery import FOLDER, SIZES

SIGHTS = {
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Linear RGB without one kind of cone. Source: Machado, Oliveira and Fernandes, "A Physiologically-based
Model for Simulation of Color Vision Deficiency", IEEE TVCG 15(6), 2009, severity 1.0."""
SHEET = (2000, 1440)
"""Pixels of a sheet; as many pictures as fit at ``WIDTH``."""
WIDTH = {True: 240, False: 400}
"""Pixels of a picture on a sheet, by whether it is portrait."""
NAME_HEIGHT = 18


def seen_by(picture: np.ndarray, sight: str) -> np.ndarray:
    """A picture (H, W, 3), BGR, uint8, as somebody of this sight sees it; "" leaves it as it is."""
    if not sight:
        return picture
    linear = (picture[:, :, ::-1] / 255.0) ** 2.2 @ np.array(SIGHTS[sight]).T
    seen: np.ndarray = np.rint(np.clip(linear, 0, 1) ** (1 / 2.2) * 255).astype(np.uint8)
    return seen[:, :, ::-1]


def drawn(path: Path) -> np.ndarray:
    """A picture (H, W, 3), BGR, uint8, from its file."""
    picture = cv2.imread(str(path))
    assert picture is not None, path
    return picture


def sheets(paths: list[Path], sight: str) -> Iterator[np.ndarray]:
    """Sheets with a small picture and its name for each file, in rows."""
    high, wide = drawn(paths[0]).shape[:2]
    width = WIDTH[high > wide]
    cell = (width, width * high // wide + NAME_HEIGHT)
    columns, rows = SHEET[0] // cell[0], SHEET[1] // cell[1]
    for first in range(0, len(paths), columns * rows):
        sheet = np.zeros((rows * cell[1], columns * cell[0], 3), np.uint8)
        for at, path in enumerate(paths[first : first + columns * rows]):
            row, column = divmod(at, columns)
            small = cv2.resize(drawn(path), (cell[0], cell[1] - NAME_HEIGHT), interpolation=cv2.INTER_AREA)
            left, top = column * cell[0], row * cell[1] + NAME_HEIGHT
            sheet[top : top + small.shape[0], left : left + cell[0]] = seen_by(small, sight)
            name = path.stem.replace(f"_{wide}x{high}", "")
            cv2.putText(
                sheet, name, (left + 3, top - 5), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (255,) * 3, 1, cv2.LINE_AA
            )
        yield sheet


def main(sizes: list[str], sight: str) -> int:
    """Write the sheets of these sizes; returns the exit status."""
    folder = FOLDER / "sheets"
    folder.mkdir(exist_ok=True)
    for size in sizes:
        paths = sorted(FOLDER.glob(f"*_{size}.png"), key=lambda path: path.stat().st_mtime_ns)
        for number, sheet in enumerate(sheets(paths, sight) if paths else (), start=1):
            path = folder / f"{size}{'_' * bool(sight)}{sight}_{number}.png"
            cv2.imwrite(str(path), sheet)
            print(path)
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sizes", nargs="*", default=[f"{width}x{height}" for width, height in SIZES])
    parser.add_argument("--sight", choices=sorted(SIGHTS), default="")
    given = parser.parse_args()
    sys.exit(main(given.sizes, given.sight))
