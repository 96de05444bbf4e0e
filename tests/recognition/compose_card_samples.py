"""Compose the tables of ``tests/recognition/cards``: ``python compose_card_samples.py FONTS``, here.

Only decks that this project draws itself, lettered by typefaces of the split ``test`` (models/cards/README.md
says how to fetch and unpack them). Beside each picture a list of the cards that lie there: those that are
``owed``, of which an index shows wholly, and all that may rightly be told.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from models.cards.bank import sources_of
from models.cards.decks import Split
from models.cards.scene import compose
from models.cards.score import codes_near, owed, true_cards

HERE = Path(__file__).parent / "cards"
FRAME = (648, 1152)
INDEX_PX = 30.0
QUALITY = 82


def main() -> None:
    """Compose some tables."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("fonts", type=Path, help="folder of unpacked font packages")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 5, 11, 15, 16])
    parser.add_argument("--to", type=Path, default=HERE)
    args = parser.parse_args()
    args.to.mkdir(parents=True, exist_ok=True)
    sources = sources_of(Split.TEST, None, args.fonts, None)
    for seed in args.seeds:
        picture, corners = compose(np.random.default_rng((2024, seed)), sources, FRAME, INDEX_PX)
        size = (FRAME[1], FRAME[0])
        cards = list(true_cards(corners).values())
        lying = {
            "owed": sorted(code for each in cards if (code := owed(each, size))),
            "there": sorted(code for each in cards for code in codes_near(each)),
        }
        path = args.to / f"table_{seed:02d}.jpg"
        cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        path.with_suffix(".json").write_text(json.dumps(lying) + "\n")


if __name__ == "__main__":
    main()
