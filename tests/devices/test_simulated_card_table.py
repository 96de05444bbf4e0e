"""The simulated card table shows the cards that are laid there, and the card eye reads them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from companion.core.frame import CameraGone
from companion.core.reading import CardsLying
from companion.recognition.cards.eye import CardEye
from companion.simulator import (
    CardsError,
    SimulatedCamera,
    SimulatedCardTable,
    SimulatedTable,
    SpritesMissing,
    Trouble,
)
from companion.simulator.card_table import (
    BACKS,
    CODES,
    MELD_ROOM,
    MELD_SPOTS,
    NEW_ROOM,
    CardFaces,
    meld_spots,
    new_spots,
)
from companion.simulator.laying import chance

SMALL = (640, 360)
RUN, SET = ("5S", "6S", "7S", "8S"), ("KH", "KD", "KC")
HAND = ("AS", "4D", "10H", "JC", "QD", "9C", "2H")


@pytest.fixture(scope="module")
def faces() -> CardFaces:
    return CardFaces()


def table_of(faces: CardFaces, seed: int = 1, **made: object) -> SimulatedCardTable:
    return SimulatedCardTable(seed, SMALL, faces=faces, clock=lambda: 0, **made)


def laid(table: SimulatedCardTable, *new: str, melds: tuple = (), seed: int = 5) -> SimulatedCardTable:
    table.lay(CardsLying(melds, new, 30, 4, 9, seed))
    return table


def test_the_deck_has_fifty_two_faces_that_all_differ(faces: CardFaces) -> None:
    pictures = {code: faces.picture(code, 1.0)[..., :3].astype(int) for code in CODES}
    assert len(pictures) == 52
    for one, other in pairwise(CODES):
        assert np.abs(pictures[one] - pictures[other]).max() > 60, (one, other)


@pytest.mark.parametrize("name", [*CODES[::7], *BACKS])
def test_a_card_is_the_same_from_both_ends_but_for_odd_pips(name: str, faces: CardFaces) -> None:
    alpha = faces.picture(name, 2.0)[..., 3]
    assert np.abs(alpha.astype(int) - alpha[::-1, ::-1]).mean() < 2
    assert (alpha[0, 0], alpha[alpha.shape[0] // 2, alpha.shape[1] // 2]) == (0, 255), "round corners"


def test_a_deck_with_a_card_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(SpritesMissing, match="lack AS, 2S"):
        CardFaces(tmp_path)


def test_the_same_seeds_give_the_same_picture_and_noise_differs_from_one_to_the_next(
    faces: CardFaces,
) -> None:
    first, second = (laid(table_of(faces), *RUN) for _ in range(2))
    one, two = first.capture(0).pixels, first.capture(0).pixels
    assert (one == second.capture(0).pixels).all()
    assert (one != two).any()
    assert np.abs(one.astype(int) - two).mean() < 6


def test_another_seed_lays_the_card_elsewhere(faces: CardFaces) -> None:
    table = table_of(faces)
    boxes = {laid(table, "AS", seed=seed).cards_in_view()[0].box for seed in range(4)}
    assert len(boxes) == 4


def test_what_lies_there_is_told_and_gone_when_it_is_put_away(faces: CardFaces) -> None:
    table = table_of(faces)
    assert not table.in_use
    laid(table, *SET, melds=(RUN,))
    assert [(card.code, card.new) for card in table.cards_in_view()] == [
        *((code, False) for code in RUN),
        *((code, True) for code in SET),
    ]
    assert table.in_use
    table.put_away()
    assert (table.in_use, table.cards_in_view()) == (False, ())


def test_a_meld_stays_where_it_lies_when_others_come(faces: CardFaces) -> None:
    table = table_of(faces)
    before = {card.code: card.box for card in laid(table, "AS", melds=(RUN,)).cards_in_view()}
    after = {card.code: card.box for card in laid(table, "2D", melds=(RUN, SET), seed=6).cards_in_view()}
    assert [before[code] for code in RUN] == [after[code] for code in RUN]


def test_of_more_melds_than_there_are_places_the_newest_lie_there(faces: CardFaces) -> None:
    melds = tuple((code,) for code in CODES[: len(MELD_SPOTS) + 2])
    seen = [card.code for card in laid(table_of(faces), melds=melds).cards_in_view()]
    assert seen == [code for (code,) in melds[2:]]


def test_a_card_that_there_is_not_is_refused(faces: CardFaces) -> None:
    with pytest.raises(CardsError, match="1S"):
        laid(table_of(faces), "1S")


def test_a_closed_table_gives_no_more_pictures(faces: CardFaces) -> None:
    table = table_of(faces)
    table.close()
    with pytest.raises(CameraGone):
        table.capture(0)


@pytest.mark.parametrize("count", range(1, 13))
def test_new_cards_lie_in_the_middle_and_each_shows_an_index(count: int) -> None:
    for seed in range(8):
        spots = new_spots(count, chance(seed))
        corners = np.abs([corner for spot in spots for corner in spot.corners])
        assert (corners.max(0) <= np.array(NEW_ROOM) * 1.1).all() or count > 9
        for lower, upper in pairwise(spots):
            assert np.hypot(lower.x - upper.x, lower.y - upper.y) > 9


def test_melds_do_not_reach_into_each_other_or_the_middle() -> None:
    boxes = []
    for number in range(len(MELD_SPOTS)):
        spots = meld_spots(number, 5, chance(3, number))
        corners = np.array([corner for spot in spots for corner in spot.corners])
        assert (corners.max(0) - corners.min(0) <= 2.3 * np.array(MELD_ROOM)).all()
        boxes.append((*corners.min(0), *corners.max(0)))
    boxes.append((-NEW_ROOM[0], -NEW_ROOM[1], *NEW_ROOM))
    for at, one in enumerate(boxes):
        for other in boxes[:at]:
            gap = max(one[0], other[0]) - min(one[2], other[2]), max(one[1], other[1]) - min(one[3], other[3])
            assert max(gap) > 0


def test_the_one_camera_looks_at_the_cards_while_they_are_played(faces: CardFaces) -> None:
    cards = table_of(faces)
    camera = SimulatedCamera(SimulatedTable(2, 1, (480, 270)), cards)
    assert camera.capture(0).width == 480
    laid(cards, "AS")
    assert (camera.latest().width, camera.capture(0).width) == SMALL[:1] * 2
    cards.put_away()
    assert camera.latest().width == 480
    camera.close()
    with pytest.raises(CameraGone):
        camera.capture(0)


def test_trouble_hides_or_washes_out_a_part_of_one_card(faces: CardFaces) -> None:
    plain = laid(table_of(faces), "AS").capture(0).pixels.astype(int)
    glare = laid(table_of(faces, trouble=Trouble.GLARE), "AS").capture(0).pixels.astype(int)
    hidden = laid(table_of(faces, trouble=Trouble.HIDDEN), "AS").capture(0).pixels.astype(int)
    assert (glare - plain).max() > 100, "ink washed out"
    assert (np.abs(hidden - plain).max(2) > 60).sum() > 1500, "a back lies over it"
    left, top, right, bottom = laid(table_of(faces), "AS").cards_in_view()[0].box
    beside = np.ones(plain.shape[:2], bool)
    beside[top:bottom, left:right] = False
    assert np.abs(glare - plain)[beside].max() < 30, "the table itself does not glare"


@pytest.fixture(scope="module")
def eye() -> CardEye:
    return CardEye()


@pytest.fixture(scope="module")
def full_size(faces: CardFaces) -> SimulatedCardTable:
    return SimulatedCardTable(4, faces=faces)


@pytest.mark.parametrize("new", [("7D",), ("QS",), SET, HAND], ids="-".join)
def test_the_card_eye_reads_them(new: tuple[str, ...], full_size: SimulatedCardTable, eye: CardEye) -> None:
    """Most are read, the others asked about; no card is told that does not lie there."""
    laid(full_size, *new, melds=(RUN,), seed=len(new))
    told = eye.read_cards((full_size.capture(0),), 1).cards
    sure = Counter(card.code for card in told if card.code and not card.doubts)
    there = Counter(card.code for card in full_size.cards_in_view())
    assert sure - there == Counter()
    assert sure.total() >= 0.8 * there.total()


@pytest.mark.slow
@pytest.mark.parametrize("trouble", [Trouble.GLARE, Trouble.HIDDEN])
def test_a_card_in_trouble_is_not_told_as_another(trouble: Trouble, faces: CardFaces, eye: CardEye) -> None:
    table = laid(SimulatedCardTable(4, faces=faces, trouble=trouble), "7D")
    told = eye.read_cards((table.capture(0),), 1).cards
    assert {card.code for card in told if card.code and not card.doubts} <= {"7D"}
