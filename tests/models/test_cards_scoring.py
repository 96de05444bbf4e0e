"""How card reading is scored, what its locator is taught, and the shipped networks."""

import hashlib
import json

import numpy as np
import pytest

from companion.core.on_disk import asset
from companion.core.reading import CardDoubt, ReadCard
from companion.recognition.networks.weights import open_session
from models.cards.face import NO_RANK, NO_SUIT, UNSURE
from models.cards.score import Score, compared, decks_in, owed
from models.cards.table import Corner
from models.cards.targets import HEIGHT_UNIT_PX, STRIDE, targets

SIZE = (800, 600)
SEVEN_OF_HEARTS = Corner(100.0, 100.0, 30.0, (0.0, -1.0), 6, 1, 1.0, 0, "7H")
ITS_OTHER_END = Corner(220.0, 300.0, 30.0, (0.0, 1.0), 6, 1, 1.0, 0, "7H")
ACE_OF_SPADES = Corner(500.0, 200.0, 30.0, (0.0, -1.0), 0, 0, 1.0, 1, "AS")
HIDDEN_KING = Corner(520.0, 400.0, 30.0, (0.0, -1.0), 12, 2, 0.8, 2, "KD")
MOST_BYTES = 750_000
"""Of both card networks together."""


def read(code: str | None, box: tuple[int, int, int, int]) -> ReadCard:
    doubts = () if code else (CardDoubt.UNREAD,)
    return ReadCard(box, code, 0.99 if code else 0.4, doubts, (code or "2C",))


LEFT, RIGHT = (80, 80, 240, 320), (480, 180, 640, 420)


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ([read("7H", LEFT), read("AS", RIGHT)], {"right": 2}),
        ([read("7H", LEFT), read("AC", RIGHT)], {"right": 1, "wrong": 1}),
        ([read("7H", LEFT), read(None, RIGHT)], {"right": 1, "abstained": 1}),
        ([read("7H", LEFT)], {"right": 1, "missed": 1}),
        ([read("7H", LEFT), read("AS", RIGHT), read("3D", (10, 400, 60, 470))], {"right": 2, "made_up": 1}),
        ([read("7H", LEFT), read("7H", LEFT), read("AS", RIGHT)], {"right": 2}),
        ([read("AS", LEFT), read("7H", RIGHT)], {"wrong": 2}),
    ],
)
def test_cards_are_right_asked_missed_wrong_or_made_up(
    told: list[ReadCard], expected: dict[str, int]
) -> None:
    score = Score()
    compared(told, [SEVEN_OF_HEARTS, ITS_OTHER_END, ACE_OF_SPADES], SIZE, score)
    counted = {name: getattr(score, name) for name in ("right", "abstained", "missed", "wrong", "made_up")}
    assert {name: count for name, count in counted.items() if count} == expected
    assert score.owed == 2


def test_a_card_is_owed_when_an_index_shows_wholly_and_lies_well_inside() -> None:
    at_the_edge = Corner(12.0, 300.0, 30.0, (0.0, -1.0), 4, 0, 1.0, 3, "5S")
    unsure = Corner(300.0, 300.0, 30.0, (0.0, -1.0), 4, UNSURE, 0.95, 4, "5S")
    nothing = Corner(300.0, 300.0, 30.0, (0.0, -1.0), NO_RANK, NO_SUIT, 0.2, 5, "5S")
    assert owed([SEVEN_OF_HEARTS, ITS_OTHER_END], SIZE) == "7H"
    assert [owed([each], SIZE) for each in (HIDDEN_KING, at_the_edge, unsure, nothing)] == [None] * 4


def test_a_card_that_is_not_owed_may_be_told() -> None:
    score = Score()
    assert compared([read("KD", RIGHT)], [HIDDEN_KING], SIZE, score) == []
    assert (score.owed, score.made_up) == (0, 0)


def test_as_many_decks_lie_there_as_cards_are_alike() -> None:
    twin = Corner(400.0, 100.0, 30.0, (0.0, -1.0), 6, 1, 1.0, 9, "7H")
    assert decks_in({0: [SEVEN_OF_HEARTS, ITS_OTHER_END], 1: [ACE_OF_SPADES]}) == 1
    assert decks_in({0: [SEVEN_OF_HEARTS], 9: [twin]}) == 2
    assert decks_in({}) == 1


def test_the_locator_is_taught_place_height_and_direction() -> None:
    maps = targets([(50.0, 70.0, 24.0, 0.6, -0.8, True)], 160)
    row, column = np.argwhere(maps[0] == 1.0)[0]
    assert ((column + 0.5 + maps[1, row, column]) * STRIDE, (row + 0.5 + maps[2, row, column]) * STRIDE) == (
        pytest.approx((50.0, 70.0))
    )
    assert HEIGHT_UNIT_PX * np.exp(maps[3, row, column]) == pytest.approx(24.0)
    assert tuple(maps[4:6, row, column]) == pytest.approx((0.6, -0.8))
    assert maps[6].min() == 1.0


def test_nothing_is_taught_about_an_index_to_be_ignored() -> None:
    maps = targets([(80.0, 80.0, 40.0, 0.0, -1.0, False)], 160)
    assert maps[0].max() == 0.0
    assert maps[6, 20, 20] == 0.0
    assert maps[6, 2, 2] == 1.0


def test_the_shipped_card_networks_are_the_listed_ones_and_small() -> None:
    listing = asset("models/card_weights.json")
    listed = json.loads(listing.read_text(encoding="utf-8"))
    contents = {name: (listing.parent / listed[name]["file"]).read_bytes() for name in ("locator", "reader")}
    for name, content in contents.items():
        assert hashlib.sha256(content).hexdigest() == listed[name]["sha256"]
        assert len(content) == listed[name]["bytes"]
    assert sum(map(len, contents.values())) < MOST_BYTES
    assert set(listed["thresholds"]) == {"centre", "rank", "suit", "temperature", "letters"}


def test_the_shipped_card_networks_answer_in_the_agreed_shapes() -> None:
    listing = asset("models/card_weights.json")
    listed = json.loads(listing.read_text(encoding="utf-8"))
    locator, reader = (
        open_session((listing.parent / listed[name]["file"]).read_bytes()) for name in ("locator", "reader")
    )
    (cells,) = locator.run(None, {locator.get_inputs()[0].name: np.zeros((1, 3, 96, 160), np.float32)})
    assert cells.shape == (1, 6, 24, 40)
    for count in (1, 7):
        ranks, suits, shifts, letters = reader.run(
            None, {reader.get_inputs()[0].name: np.zeros((count, 3, 64, 48), np.float32)}
        )
        assert (ranks.shape, suits.shape, shifts.shape) == ((count, 14), (count, 5), (count, 4))
        assert letters.shape == (count, 15)
