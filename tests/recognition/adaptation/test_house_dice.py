"""What confirmed dice teach, and what they say of a doubted one."""

from __future__ import annotations

import numpy as np

from companion.recognition.adaptation.adaptive_eye import SEVERAL, vote, vote_on_mark
from companion.recognition.adaptation.house_dice import MOST_OF_A_FACE, NO_DIE, Confirmed, HouseDice

CLOSE_SIX = (0.02, 0.02, 0.02, 0.4, 0.02, 0.52)
"""What the networks make of a six whose columns stand close together."""

WHITE, RED = np.array([0.55, 0.0, 0.05]), np.array([0.3, 0.45, 0.2])


def _signature(kind: int, number: int = 0, spread: float = 0.05) -> np.ndarray:
    """A signature of length 1; those of one kind are alike."""
    row = np.random.default_rng((kind,)).normal(0, 1, 32)
    row = row + spread * np.random.default_rng((kind, number + 1)).normal(0, 1, 32)
    return row / np.linalg.norm(row)


def _dice(
    face: int, count: int, touched: bool = True, kind: int | None = None, colour: np.ndarray = WHITE
) -> list[Confirmed]:
    return [Confirmed(_signature(kind or face, n), colour, face, face == 1, touched) for n in range(count)]


def _house(*faces: int, touched: bool = True) -> HouseDice:
    return HouseDice().after([each for face in faces for each in _dice(face, SEVERAL, touched)])


def test_several_confirmed_sixes_answer_a_doubt_about_a_six() -> None:
    for touched in (True, False):
        said = vote(_house(4, 6, touched=touched), _signature(6, 9), WHITE, CLOSE_SIX)
        assert said is not None
        assert (said.face, said.star) == (6, False)


def test_one_confirmed_six_answers_nothing() -> None:
    house = HouseDice().after([*_dice(4, SEVERAL), *_dice(6, 1)])
    assert vote(house, _signature(6, 9), WHITE, CLOSE_SIX) is None


def test_nothing_is_said_of_dice_unlike_all_that_are_known() -> None:
    assert vote(_house(4, 6), _signature(99), WHITE, CLOSE_SIX) is None
    assert vote(HouseDice(), _signature(6), WHITE, CLOSE_SIX) is None


def test_a_mark_that_was_answered_is_known_and_is_a_star_where_players_said_so() -> None:
    said = vote_on_mark(_house(1, 2, 3), _signature(1, 9), WHITE)
    assert said is not None
    assert (said.face, said.star) == (1, True)


def test_one_answer_makes_a_mark_known_and_what_the_eye_read_makes_none() -> None:
    said = vote_on_mark(_house(2, 3).after(_dice(1, 1)), _signature(1, 9), WHITE)
    assert said is not None
    assert (said.face, said.star) == (1, True)
    assert vote_on_mark(_house(2, 3).after(_dice(1, 1, touched=False)), _signature(1, 9), WHITE) is None


def test_another_mark_and_a_house_without_another_face_are_asked_about() -> None:
    assert vote_on_mark(_house(2, 3).after(_dice(1, 1)), _signature(99), WHITE) is None
    assert vote_on_mark(HouseDice().after(_dice(1, 2)), _signature(1, 9), WHITE) is None


def test_a_second_answer_that_differs_makes_a_mark_asked_about_again_until_answers_agree() -> None:
    wrong = Confirmed(_signature(1, 20), WHITE, 4, False, True)
    house = _house(2, 3).after([wrong])
    said = vote_on_mark(house, _signature(1, 9), WHITE)
    assert said is not None
    assert said.face == 4
    for number in range(2):
        house = house.after([Confirmed(_signature(1, number), WHITE, 1, True, True)])
        assert vote_on_mark(house, _signature(1, 9), WHITE) is None
    house = house.after([Confirmed(_signature(1, 2), WHITE, 1, True, True)])
    said = vote_on_mark(house, _signature(1, 9), WHITE)
    assert said is not None
    assert said.face == 1


def test_dice_of_another_set_say_nothing_and_are_not_contradicted() -> None:
    house = _house(1, 4, 6)
    assert vote(house, _signature(6, 9), RED, CLOSE_SIX) is None
    assert vote_on_mark(house, _signature(1, 9), RED) is None
    both = house.after(_dice(6, SEVERAL, kind=1, colour=RED)).after(_dice(2, SEVERAL, colour=RED))
    assert (both.trusts == 1).all()
    said = vote_on_mark(both, _signature(1, 9), RED), vote_on_mark(both, _signature(1, 9), WHITE)
    assert [each and each.face for each in said] == [6, 1]


def test_what_looks_like_things_that_were_no_dice_is_none() -> None:
    house = _house(4, 6).after(_dice(NO_DIE, SEVERAL, kind=8))
    hardly_a_die = tuple(0.5 * chance for chance in CLOSE_SIX)
    said = vote(house, _signature(8, 9), WHITE, hardly_a_die)
    assert said is not None
    assert said.face == NO_DIE
    assert vote(house, _signature(6, 9), WHITE, hardly_a_die) is None


def test_a_wrong_touch_makes_no_wrong_face() -> None:
    wrong = [Confirmed(_signature(6, 20), WHITE, 4, False, True)]
    house = _house(4, 6).after(wrong)
    said = vote(house, _signature(6, 9), WHITE, CLOSE_SIX)
    assert said is None or said.face == 6


def test_right_answers_outlast_a_wrong_touch() -> None:
    house = HouseDice().after(
        [Confirmed(_signature(6, 20), WHITE, 4, False, True), *_dice(4, SEVERAL, kind=4)]
    )
    house = house.after(_dice(6, SEVERAL)).after(_dice(6, SEVERAL))
    assert not ((house.faces == 4) & (house.distances(_signature(6)[None])[0] < 0.1)).any()
    said = vote(house, _signature(6, 9), WHITE, CLOSE_SIX)
    assert said is not None
    assert said.face == 6


def test_what_the_eye_read_does_not_overrule_a_player() -> None:
    house = _house(4, 6)
    read_wrongly = [Confirmed(_signature(6, 30), WHITE, 4, False, False)]
    assert house.after(read_wrongly).faces.tolist() == house.faces.tolist()


def test_what_looks_like_things_that_are_no_dice_is_asked_about() -> None:
    house = _house(4, 6).after(_dice(NO_DIE, SEVERAL, kind=6))
    assert vote(house, _signature(6, 9), WHITE, CLOSE_SIX) is None


def test_it_stays_small_and_keeps_what_players_answered() -> None:
    house = _house(6)
    for number in range(20):
        house = house.after(
            [Confirmed(_signature(6, 100 + 10 * number + n), WHITE, 6, False, False) for n in range(9)]
        )
    assert len(house) == MOST_OF_A_FACE
    assert int(house.touched.sum()) == SEVERAL
