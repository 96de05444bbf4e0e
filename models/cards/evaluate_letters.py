"""Figures of cards with other countries' letters: ``python -m models.cards.evaluate_letters BANK…``.

Compose banks with ``--lettered`` or ``--designs``. The eye knows no deck before a picture. A card counts if
one index shows wholly: right is its rank, wrong any other.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

import cv2
from tqdm import tqdm

from companion.core.frame import Frame
from companion.core.reading import ReadCard
from companion.recognition.cards.eye import MEANING, CardEye, ranks_of
from companion.recognition.cards.reader import load_card_weights
from models.cards.bank import MADE, read_bank
from models.cards.face import FIRST_LETTER, NO_SUIT, sign_of
from models.cards.score import EDGE, decks_in, true_cards, within
from models.cards.table import READABLE, Corner
from models.photos import picture_at


def shown_wholly(corners: list[Corner], size: tuple[int, int]) -> Corner | None:
    for corner in corners:
        edge = EDGE * corner.height
        inside = edge <= corner.x <= size[0] - edge and edge <= corner.y <= size[1] - edge
        if inside and corner.shown >= READABLE and 0 <= corner.suit < NO_SUIT and sign_of(corner.rank):
            return corner
    return None


def codes_of(corners: list[Corner]) -> set[str]:
    """Right codes of a card, by its print."""
    printed = {corner.printed for corner in corners if corner.printed}
    return {rank + code[-1] for code in printed for rank in ranks_of(code[:-1], MEANING)}


def outcome(told: list[ReadCard], sign: str, others: set[str]) -> str:
    """What was read of a card with that sign; cards read there may be neighbours."""
    codes = {read.code for read in told if read.code is not None and read.code not in others}
    if any(code[:-1] in ranks_of(sign, MEANING) for code in codes):
        return "right"
    if codes:
        return "wrong"
    return "asked" if told else "missed"


def main() -> None:
    """Count letters and other cards of banks apart."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("banks", nargs="+", help="folders under models/made/cards")
    parser.add_argument("--weights", type=Path, default=None, help="another card_weights.json")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    weights = load_card_weights(args.weights)
    for bank in args.banks:
        counts: dict[str, Counter[str]] = {"letters": Counter(), "others": Counter()}
        wrong: Counter[str] = Counter()
        eye = CardEye(weights)
        for path, corners in tqdm(read_bank(MADE / bank), bank, mininterval=5):
            eye.forget()
            frame = Frame(picture_at(path), 0)
            cards = true_cards(corners)
            told = eye.read(frame, decks_in(cards)).cards
            for mine in cards.values():
                corner = shown_wholly(mine, (frame.width, frame.height))
                if corner is None:
                    continue
                sign = sign_of(corner.rank)
                others = set().union(*(codes_of(each) for each in cards.values() if each is not mine))
                came = outcome([read for read in told if within(read, mine)], sign, others)
                counts["letters" if corner.rank >= FIRST_LETTER else "others"][came] += 1
                wrong[sign] += came == "wrong"
        print(bank, json.dumps(counts | {"wrong": dict(+wrong)}, ensure_ascii=False))


if __name__ == "__main__":
    main()
