"""The shipped card eye on drawn cards, on composed tables of our own decks, on things that are no cards."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.core.frame import Frame
from companion.core.reading import CardDoubt, CardReading
from companion.recognition.cards.eye import CardEye
from tests.recognition.drawn import drawn_table as drawn_dice
from tests.recognition.drawn_cards import CARDS, drawn_card, drawn_table, lay

SAMPLES = sorted((Path(__file__).parent / "cards").glob("*.jpg"))
RANDOM = np.random.default_rng(3)
NO_CARDS = {
    "dice": drawn_dice([1, 2, 3, 4, 5, 6], 1280, 720, 64),
    "felt": drawn_dice([], 1280, 720),
    "noise": RANDOM.integers(0, 256, (720, 1280, 3), dtype=np.uint8),
    "soft noise": cv2.resize(RANDOM.integers(0, 256, (45, 80, 3), dtype=np.uint8), (1280, 720)),
    "stripes": np.tile(np.repeat([[30], [220]], 9, 0).astype(np.uint8), (40, 1280))[..., None].repeat(3, 2),
}


@pytest.fixture(scope="module")
def eye() -> CardEye:
    return CardEye()


OWED, LEAST_TOLD = 42, 34
"""Cards of the composed tables of which an index shows wholly, and how many at least are told for sure: the
shipped weights tell 35. Of the seven asked about four lie in a fan with letters as thin as a hair."""
LEAST_OF_A_TURN = 11
"""Of twelve ways that a card lies, so many are told for sure at least: the shipped weights tell all."""


def felt(wide: int = 1152, tall: int = 648) -> np.ndarray:
    return np.full((tall, wide, 3), (60, 95, 45), np.uint8)


def codes(reading: CardReading) -> Counter[str]:
    """What is told for sure."""
    return Counter(card.code for card in reading.cards if card.code is not None)


def test_ten_drawn_cards_are_all_read(eye: CardEye) -> None:
    reading = eye.read(Frame(drawn_table(), 0))
    assert len(reading.cards) == 10
    assert codes(reading) == Counter(CARDS)


@pytest.mark.parametrize("wide_px", [90, 150, 260, 420, 700])
def test_a_card_is_read_from_far_off_and_from_near(eye: CardEye, wide_px: int) -> None:
    table = felt(2304, 1296)
    lay(table, drawn_card("8S"), (1100.0, 640.0), 0.4, wide_px)
    (card,) = eye.read(Frame(cv2.GaussianBlur(table, (0, 0), 0.8), 0)).cards
    assert (card.code, card.doubts) == ("8S", ())
    middle = ((card.box[0] + card.box[2]) / 2, (card.box[1] + card.box[3]) / 2)
    assert middle == pytest.approx((1100, 640), abs=0.1 * wide_px)


@pytest.mark.slow
@pytest.mark.parametrize("code", ["6S", "9S"])
def test_a_six_is_no_nine_however_it_lies(eye: CardEye, code: str) -> None:
    told = 0
    for turn_deg in range(0, 360, 30):
        table = felt()
        lay(table, drawn_card(code), (576.0, 324.0), np.radians(turn_deg), 200)
        (card,) = eye.read(Frame(cv2.GaussianBlur(table, (0, 0), 0.8), 0)).cards
        assert (card.likely[0], card.code) in ((code, code), (code, None)), turn_deg
        told += card.code == code
    assert told >= LEAST_OF_A_TURN


def test_a_fan_is_read_by_its_corners(eye: CardEye) -> None:
    table = felt()
    hand = ("3H", "4H", "5H", "6H", "7H")
    for number, code in enumerate(hand):
        lay(table, drawn_card(code), (400.0 + 60 * number, 330.0), 0.05 * number, 200)
    reading = eye.read(Frame(cv2.GaussianBlur(table, (0, 0), 0.8), 0))
    assert len(reading.cards) == len(hand)
    assert codes(reading) == Counter(hand)


def test_the_same_card_twice_is_asked_about_with_one_deck_only(eye: CardEye) -> None:
    table = felt()
    for x in (350.0, 750.0):
        lay(table, drawn_card("KD"), (x, 320.0), 0.3, 200)
    frame = Frame(table, 0)
    assert [(card.code, card.doubts) for card in eye.read(frame).cards] == [
        (None, (CardDoubt.TOO_OFTEN,))
    ] * 2
    assert [card.code for card in eye.read(frame, decks=2).cards] == ["KD", "KD"]


def test_the_same_frames_read_the_same(eye: CardEye) -> None:
    frame = Frame(drawn_table(seed=2), 0)
    assert eye.read_cards([frame, frame], 1).cards == eye.read(frame).cards


def test_composed_tables_are_read_right_or_asked_about(eye: CardEye) -> None:
    owed = told = 0
    for sample in SAMPLES:
        lying = json.loads(sample.with_suffix(".json").read_text())
        read = codes(eye.read(Frame(cv2.imread(str(sample)), 0), decks=2))
        assert read <= Counter(lying["there"]), sample.name
        owed += len(lying["owed"])
        told += (read & Counter(lying["owed"])).total()
    assert owed == OWED
    assert told >= LEAST_TOLD


def test_hairline_letters_are_asked_about_card_by_card(eye: CardEye) -> None:
    (hairline,) = (sample for sample in SAMPLES if sample.stem == "table_01")
    there = json.loads(hairline.with_suffix(".json").read_text())["there"]
    assert len(eye.read(Frame(cv2.imread(str(hairline)), 0)).cards) >= len(there)


@pytest.mark.parametrize("what", NO_CARDS)
def test_things_that_are_no_cards_tell_no_card(eye: CardEye, what: str) -> None:
    assert [card.code for card in eye.read(Frame(NO_CARDS[what], 0)).cards if card.code] == []


@pytest.mark.parametrize("shape", [(16, 16), (17, 400), (240, 320)])
def test_any_small_frame_is_looked_at(eye: CardEye, shape: tuple[int, int]) -> None:
    assert (shape[1], shape[0]) == eye.read(Frame(np.full((*shape, 3), 120, np.uint8), 0)).size
