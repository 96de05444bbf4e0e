"""How well the eye reads cards of composed tables: ``python -m models.cards.evaluate BANK…``.

Banks need decks and typefaces that no network, and no threshold, has seen (split ``test``). Uses the shipped
eye, companion.recognition.cards.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from companion.core.frame import Frame
from companion.core.reading import Deck
from companion.recognition.cards.eye import CardEye
from companion.recognition.cards.reader import load_card_weights
from models.cards.bank import MADE, read_bank
from models.cards.score import Score, compared, count_corners, decks_in, true_cards
from models.cards.table import Corner
from models.photos import picture_at

SIZES_PX = (22.0, 30.0, 45.0)
"""Limits of picture classes by median index height: below the first, between, above the last."""


def marked(eye: CardEye, picture: np.ndarray, corners: list[Corner], scores: list[Score]) -> list[str]:
    """Reads a picture and adds it to every score; gives the faults in words."""
    frame = Frame(picture, 0)
    size = (frame.width, frame.height)
    look, decks = eye.corners(frame)[0], decks_in(true_cards(corners))
    told = eye.read(frame, decks).cards
    faults: list[str] = []
    for score in scores:
        count_corners(look, eye.trust, corners, size, score)
        faults = compared(told, corners, size, score)
    return faults


def size_class(corners: list[Corner]) -> str:
    middle = float(np.median([corner.height for corner in corners])) if corners else 0.0
    below = [limit for limit in SIZES_PX if middle < limit]
    return f"indices under {below[0]:.0f} px" if below else f"indices of {SIZES_PX[-1]:.0f} px and more"


def main() -> None:
    """Read banks with the eye and print the figures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("banks", nargs="+", help="folders under models/made/cards")
    parser.add_argument(
        "--weights", type=Path, default=None, help="another card_weights.json than the shipped one"
    )
    parser.add_argument("--deck", type=Deck, default=Deck.ANY, choices=list(Deck), help="what the eye knows")
    parser.add_argument("--faults", type=Path, default=None, help="write pictures that hold a fault here")
    parser.add_argument("--first", type=int, default=None, help="only so many pictures of each bank")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    eye = CardEye(load_card_weights(args.weights))
    eye.deck = lambda: args.deck
    for bank in args.banks:
        score, seen = Score(), read_bank(MADE / bank)[: args.first]
        by_size: dict[str, Score] = {}
        for path, corners in tqdm(seen, bank, mininterval=5):
            picture = picture_at(path)
            one_size = by_size.setdefault(size_class(corners), Score())
            eye.forget()
            faults = marked(eye, picture, corners, [score, one_size])
            if args.faults and any(
                fault[0] in "WM" and fault.isascii() and fault[1].isupper() for fault in faults
            ):
                _keep(args.faults / f"{bank}_{path.name}", picture, faults)
        print(bank, json.dumps(score.shares() | {"confused": dict(score.confused.most_common(12))}, indent=1))
        for name, part in sorted(by_size.items()):
            print(name, json.dumps(part.shares()))


def _keep(path: Path, picture: np.ndarray, faults: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = cv2.copyMakeBorder(picture, 0, 14 * len(faults) + 4, 0, 0, cv2.BORDER_CONSTANT)
    for line, fault in enumerate(faults):
        at = (4, picture.shape[0] - 14 * line - 5)
        cv2.putText(picture, fault, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (80, 200, 255), 1, cv2.LINE_AA)
    cv2.imwrite(str(path), picture)


if __name__ == "__main__":
    main()
