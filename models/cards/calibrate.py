"""Choose the card eye's thresholds: ``python -m models.cards.calibrate BANK…``; rewrites card_weights.json.

Banks need decks and typefaces that no network has seen and no figure is about (split ``valid``).
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from tqdm import tqdm

from companion.core.frame import Frame
from companion.recognition.cards.eye import CardEye
from companion.recognition.cards.judge import Corners, fused, told_cards
from companion.recognition.cards.reader import IndexPredictions, cut_indices, load_card_weights
from companion.recognition.detect.pyramid import ImagePyramid
from companion.recognition.networks.weights import listed_thresholds
from models.cards.bank import MADE, read_bank
from models.cards.export import LISTING
from models.cards.score import NEAR, Score, compared, decks_in, true_cards
from models.cards.table import READABLE, Corner
from models.export import HERE
from models.photos import picture_at

SILENT_LIMIT = 0.001
"""Largest share of silent errors on the banks: the goal itself."""
CONFIDENCES = (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.985, 0.99, 0.993, 0.995, 0.997)
TEMPERATURES = np.arange(0.5, 2.51, 0.05)
LOOK_AGAIN_BELOW = 0.97
"""While banks are read: the second look then gets more corners than any threshold asks for."""


def true_at(corners: list[Corner], x: float, y: float) -> Corner | None:
    """The readable index at a place, or ``None``."""
    for corner in corners:
        if corner.shown >= READABLE and np.hypot(corner.x - x, corner.y - y) < NEAR * corner.height:
            return corner
    return None


def best_temperature(predictions: list[tuple[IndexPredictions, list[Corner | None]]]) -> float:
    """The temperature with the largest likelihood."""
    chances, places = [], []
    for told, corners in predictions:
        for number, corner in enumerate(corners):
            if corner is not None and corner.rank >= 0:
                chances.append(told.ranks[number])
                places.append(corner.rank)
    logs = np.log(np.array(chances).clip(1e-12))
    surprise = []
    for temperature in TEMPERATURES:
        raised = logs / temperature
        raised -= np.log(np.exp(raised).sum(1, keepdims=True))
        surprise.append(-raised[np.arange(len(places)), places].mean())
    return float(TEMPERATURES[int(np.argmin(surprise))])


def main() -> None:
    """Choose temperature and thresholds on the banks and write them into the list of weights."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("banks", nargs="+", help="folders under models/made/cards")
    parser.add_argument("--weights", type=Path, default=HERE / LISTING)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    weights = load_card_weights(args.weights)
    trust = replace(weights.thresholds, rank=LOOK_AGAIN_BELOW, suit=LOOK_AGAIN_BELOW, temperature=1.0)
    listed = [each for bank in args.banks for each in read_bank(MADE / bank)]
    trust = replace(trust, temperature=_fitted(CardEye(replace(weights, thresholds=trust)), listed))
    looks = _looks(CardEye(replace(weights, thresholds=trust)), listed)
    report, chosen = {}, CONFIDENCES[-1]
    for least in CONFIDENCES:
        score = Score()
        for look, corners, size in looks:
            mine = replace(trust, rank=least, suit=least)
            told = told_cards(fused([look], mine), size, mine, decks_in(true_cards(corners)))
            compared(told, corners, size, score)
        report[least] = score.shares()
        if score.wrong + score.made_up <= SILENT_LIMIT * score.owed:
            chosen = min(chosen, least)
    thresholds = {"centre": trust.centre, "rank": chosen, "suit": chosen, "temperature": trust.temperature}
    thresholds["letters"] = trust.letters
    listing = json.loads(args.weights.read_text())
    listing |= listed_thresholds(thresholds)
    args.weights.write_text(json.dumps(listing, indent=2) + "\n")
    print(json.dumps({"thresholds": thresholds, "at": report}, indent=1))


def _fitted(eye: CardEye, listed: list[tuple[Path, list[Corner]]]) -> float:
    predictions = []
    for path, corners in tqdm(listed, "temperature", mininterval=5):
        pyramid = ImagePyramid(picture_at(path))
        indices = eye._locator.find(pyramid)
        told = eye._reader.read(cut_indices(pyramid, indices))
        predictions.append((told, [true_at(corners, index.x, index.y) for index in indices]))
    return best_temperature(predictions)


def _looks(
    eye: CardEye, listed: list[tuple[Path, list[Corner]]]
) -> list[tuple[Corners, list[Corner], tuple[int, int]]]:
    looks = []
    for path, corners in tqdm(listed, "looking", mininterval=5):
        frame = Frame(picture_at(path), 0)
        looks.append((eye.corners(frame)[0], corners, (frame.width, frame.height)))
    return looks


if __name__ == "__main__":
    main()
