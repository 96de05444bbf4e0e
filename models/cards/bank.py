"""Banks of composed card tables on disk: made once, resumed where they stopped.

``python -m models.cards.bank tables --count 1500 --decks DIR --fonts DIR`` (models/cards/README.md).
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from models.cards.deck_pictures import all_faces
from models.cards.decks import FOREIGN, Split, decks_of
from models.cards.fonts import letterings
from models.cards.letters import STRANGERS, UNSEEN
from models.cards.scene import PACKAGE_SHARE, Sources, compose
from models.cards.table import Corner
from models.compose.bank import WORK
from models.compose.grounds import any_ground, ground_from
from models.compose.nature import pictures

MADE = WORK / "cards"
STRANGE_SUITS = 0.15
"""Decks with other suits, in shares of those with other letters."""
NATURE_SHARE = 0.3
"""Tables that lie on a part of some other photograph, where there are any."""
SHAPES: dict[str, tuple[tuple[int, int], tuple[float, float]]] = {
    "tables": ((576, 768), (13.0, 75.0)),
    "closeups": ((288, 384), (17.0, 95.0)),
    "frames": ((864, 1152), (19.0, 90.0)),
}
"""Height and width of a frame, and the range of its indices' height in px."""


def sources_of(
    split: Split,
    decks: Path | None,
    fonts: Path,
    nature: Path | None,
    lettered: float = 0.0,
    designs: bool = False,
) -> Sources:
    """Typefaces and package decks of a split, and grounds, some of them parts of pictures in ``nature``.

    ``lettered``: the share of our own decks with other letters than A J Q K. ``designs``: only packages'
    decks of other countries.
    """
    packages = all_faces(decks_of(split), decks, MADE / "deck_cache") if decks else []
    photographs = pictures(nature)[0] if nature else []

    def ground(rng: np.random.Generator, height: int, width: int) -> np.ndarray:
        if photographs and rng.random() < NATURE_SHARE:
            return ground_from(rng, photographs[int(rng.integers(len(photographs)))], height, width)
        return any_ground(rng, height, width)

    strangers = UNSEEN if split is Split.TEST else STRANGERS
    foreign = lettered * STRANGE_SUITS
    own = Sources(letterings(fonts, split), packages, ground, PACKAGE_SHARE, lettered, foreign, strangers)
    if not designs:
        return own
    return replace(own, packages=all_faces(FOREIGN, decks, MADE / "deck_cache"), package_share=1.0)


def fill(folder: Path, count: int, shape: str, sources: Sources, seed: int, calm: bool = False) -> None:
    """Compose pictures into ``folder`` until it holds ``count``."""
    folder.mkdir(parents=True, exist_ok=True)
    frame, sizes = SHAPES[shape]
    for index in tqdm(range(count), f"composing {folder.name}", mininterval=5):
        path = folder / f"{index:05d}.json"
        if path.exists():
            continue
        rng = np.random.default_rng((seed, index))
        index_px = float(np.exp(rng.uniform(*np.log(sizes))))
        picture, corners = compose(rng, sources, frame, index_px, calm)
        cv2.imwrite(str(path.with_suffix(".jpg")), picture, [cv2.IMWRITE_JPEG_QUALITY, 96])
        path.write_text(json.dumps([asdict(corner) for corner in corners]))


def read_bank(folder: Path) -> list[tuple[Path, list[Corner]]]:
    """The pictures of a bank and their corners."""
    listed = []
    for path in sorted(folder.glob("*.json")):
        corners = [Corner(**(each | {"up": tuple(each["up"])})) for each in json.loads(path.read_text())]
        listed.append((path.with_suffix(".jpg"), corners))
    return listed


def main() -> None:
    """Compose a bank of card tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("bank", help="its name: a folder under models/made/cards")
    parser.add_argument("--shape", choices=SHAPES, default="tables")
    parser.add_argument("--count", type=int, default=1500)
    parser.add_argument("--split", type=Split, default=Split.TRAIN, choices=list(Split))
    parser.add_argument("--decks", type=Path, default=None, help="folder of unpacked deck packages")
    parser.add_argument("--fonts", type=Path, required=True, help="folder of unpacked font packages")
    parser.add_argument("--nature", type=Path, default=None, help="folder of photographs to lie on")
    parser.add_argument("--lettered", type=float, default=0.0, help="share of decks with other letters")
    parser.add_argument("--designs", action="store_true", help="only decks of other countries")
    parser.add_argument("--calm", action="store_true", help="a good camera, well exposed")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    sources = sources_of(args.split, args.decks, args.fonts, args.nature, args.lettered, args.designs)
    fill(MADE / args.bank, args.count, args.shape, sources, args.seed, args.calm)


if __name__ == "__main__":
    main()
