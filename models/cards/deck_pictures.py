"""Package decks as faces: their vector files rasterised once, their cards cut out."""

from __future__ import annotations

import subprocess
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from models.cards.decks import Deck
from models.cards.face import FACE_PX, RANKS, SUITS, Face, indices_of
from models.cards.letters import class_of

SHEET_COLUMNS, SHEET_ROWS = 13, 5
SHEET_SUITS = ("C", "D", "H", "S")


def _raster(path: Path, height: int, cache: Path) -> np.ndarray:
    """The picture at ``path``, uint8 (H, W, 4); vector files become PNGs in ``cache`` (rsvg-convert)."""
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
    """All cards of a package deck whose indices are used, ``FACE_PX`` high; kept in ``cache`` as one
    array."""
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
    """What stands in the corner of a rank, as the reader answers."""
    lettered = ("A", "J", "Q", "K")
    return class_of(deck.letters[lettered.index(rank)] if rank in lettered else rank)


def _opaque(picture: np.ndarray) -> np.ndarray:
    """What shows through within the card's outline is white stock."""
    alpha = picture[..., 3]
    filled = np.zeros_like(alpha)
    outlines = cv2.findContours((alpha > 100).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    cv2.drawContours(filled, outlines, -1, 255, -1)
    share = alpha[..., None].astype(np.float32) / 255
    colour = picture[..., :3] * share + 255 * (1 - share)
    return np.dstack([colour.astype(np.uint8), filled])


def all_faces(decks: tuple[Deck, ...], folder: Path, cache: Path) -> list[list[Face]]:
    """The faces of each deck."""
    return [faces_of(deck, folder, cache) for deck in tqdm(decks, "decks")]
