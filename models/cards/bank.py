"""Banks of composed card tables on disk, from our own decks and others.

``python -m models.cards.bank tables --count 1500 --decks DIR --fonts DIR`` (models/cards/README.md).
"""

from __future__ import annotations

import argparse
import json
import subprocess
from dataclasses import asdict, replace
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from models.cards.decks import FOREIGN, Deck, Split, decks_of
from models.cards.face import FACE_PX, RANKS, SUITS, Face, indices_of
from models.cards.fonts import STRANGERS, UNSEEN, class_of, letterings
from models.cards.scene import PACKAGE_SHARE, Sources, compose
from models.cards.table import Corner
from models.compose.bank import WORK
from models.compose.grounds import any_ground, ground_from, pictures
from models.photos import picture_at

SHEET_COLUMNS, SHEET_ROWS = 13, 5
SHEET_SUITS = ("C", "D", "H", "S")


def _raster(path: Path, height: int, cache: Path) -> np.ndarray:
    """The picture, uint8 (H, W, 4); vector files become PNGs in ``cache`` (rsvg-convert)."""
    if path.suffix in (".svg", ".svgz"):
        kept = cache / ("-".join(path.parts[-2:]) + f".{height}.png")
        if not kept.exists():
            cache.mkdir(parents=True, exist_ok=True)
            subprocess.run(["rsvg-convert", "-h", str(height), "-a", str(path), "-o", str(kept)], check=True)
        path = kept
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise FileNotFoundError(
            f"no picture at {path}: unpack the packages that models/cards/README.md names"
        )
    return cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA) if picture.shape[2] == 3 else picture


def _cards(deck: Deck, folder: Path, cache: Path) -> dict[tuple[str, str], np.ndarray]:
    if deck.ranks:
        names = ((rank, suit) for rank in deck.used for suit in SUITS)
        return {
            (rank, suit): _raster(
                folder / deck.pictures.format(rank=deck.ranks[RANKS.index(rank)],
                suit=deck.suits[SUITS.index(suit)]), FACE_PX, cache,
            )
            for rank, suit in names
        }  # fmt: skip
    sheet = _raster(folder / deck.pictures, FACE_PX * SHEET_ROWS, cache)
    tall, wide = sheet.shape[0] / SHEET_ROWS, sheet.shape[1] / SHEET_COLUMNS
    cards = {}
    for row, suit in enumerate(SHEET_SUITS):
        for rank in deck.used:
            column = RANKS.index(rank)
            cards[rank, suit] = sheet[
                round(row * tall) : round((row + 1) * tall), round(column * wide) : round((column + 1) * wide)
            ]
    return cards


def faces_of(deck: Deck, folder: Path, cache: Path) -> list[Face]:
    """Cards of a package deck with usable indices, ``FACE_PX`` high; kept in ``cache`` as one array."""
    names = [(rank, suit) for rank in deck.used for suit in SUITS]
    kept = cache / f"{deck.name}.npy"
    if not kept.exists():
        cards = _cards(deck, folder, cache)
        first = cards[names[0]]
        width = round(first.shape[1] * FACE_PX / first.shape[0])
        sized = (cv2.resize(cards[name], (width, FACE_PX), interpolation=cv2.INTER_AREA) for name in names)
        np.save(kept, np.stack([_opaque(picture) for picture in sized]))
    pictures = np.load(kept, mmap_mode="r")
    indices = indices_of(deck.slot, pictures.shape[2], FACE_PX, deck.four)
    return [
        Face(picture, _sign(deck, rank), SUITS.index(suit), indices)
        for (rank, suit), picture in zip(names, pictures, strict=True)
    ]


def _sign(deck: Deck, rank: str) -> int:
    lettered = ("A", "J", "Q", "K")
    return class_of(deck.letters[lettered.index(rank)] if rank in lettered else rank)


def _opaque(picture: np.ndarray) -> np.ndarray:
    """Transparent parts within the card's outline become white stock."""
    alpha = picture[..., 3]
    filled = np.zeros_like(alpha)
    outlines = cv2.findContours((alpha > 100).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    cv2.drawContours(filled, outlines, -1, 255, -1)
    share = alpha[..., None].astype(np.float32) / 255
    colour = picture[..., :3] * share + 255 * (1 - share)
    return np.dstack([colour.astype(np.uint8), filled])


def all_faces(decks: tuple[Deck, ...], folder: Path, cache: Path) -> list[list[Face]]:
    return [faces_of(deck, folder, cache) for deck in tqdm(decks, "decks")]


MADE = WORK / "cards"
STRANGE_SUITS = 0.15
"""Decks with other suits, as a share of those with other letters."""
NATURE_SHARE = 0.3
"""Share of tables on a part of another photograph, if there are any."""
SHAPES: dict[str, tuple[tuple[int, int], tuple[float, float]]] = {
    "tables": ((576, 768), (13.0, 75.0)),
    "closeups": ((288, 384), (17.0, 95.0)),
    "frames": ((864, 1152), (19.0, 90.0)),
}
"""Height and width of a frame, and the heights of its indices in px."""


def sources_of(
    split: Split,
    decks: Path | None,
    fonts: Path,
    nature: Path | None,
    lettered: float = 0.0,
    designs: bool = False,
) -> Sources:
    """Typefaces, package decks and grounds of a split; ``nature``: pictures for grounds.

    ``lettered``: share of our own decks with other letters than A J Q K. ``designs``: only packages' decks of
    other countries.
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
    if not designs or decks is None:
        return own
    return replace(own, packages=all_faces(FOREIGN, decks, MADE / "deck_cache"), package_share=1.0)


def fill(folder: Path, count: int, shape: str, sources: Sources, seed: int, calm: bool = False) -> None:
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


class Pictures:
    def __init__(self, banks: tuple[str, ...]) -> None:
        self.listed = [each for bank in banks for each in read_bank(MADE / bank)]
        if not self.listed:
            raise FileNotFoundError(
                f"no composed tables in {', '.join(banks)}: run python -m models.cards.bank first"
            )
        self._decoded: dict[Path, np.ndarray] = {}

    def drawn(self, rng: np.random.Generator) -> tuple[np.ndarray, list[Corner]]:
        return self.at(int(rng.integers(len(self.listed))))

    def at(self, place: int) -> tuple[np.ndarray, list[Corner]]:
        path, corners = self.listed[place]
        if path not in self._decoded:
            self._decoded[path] = picture_at(path)
        return self._decoded[path], corners
