"""What cannot be on the dice of a table is asked about, and never counts as wild."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.core.reading import ConfirmedDie, Doubt, Expectation, PhotoReading, ReadDie, WildMark
from companion.recognition.decide.known_dice import with_wild_mark
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import RollEye, TableReader
from companion.simulator import SimulatedTable, Throws

BOX = (10, 10, 50, 50)
PIP, STAR, EITHER, SIX = (
    ReadDie(BOX, face, star, 0.99) for face, star in ((1, False), (1, True), (1, None), (6, False))
)
ASKED = (None, Doubt.UNKNOWN_MARK)


def held(die: ReadDie, wild: WildMark) -> tuple[int | None, Doubt | None]:
    reading = with_wild_mark(PhotoReading((100, 100), (die,)), wild)
    assert with_wild_mark(reading, wild) == reading
    (told,) = reading.dice
    return told.face, told.doubts[0] if told.doubts else None


@pytest.mark.parametrize(
    ("wild", "pip", "star", "either", "six"),
    [
        (WildMark.ANY, (1, None), (1, None), (1, None), (6, None)),
        (WildMark.ONE, (1, None), ASKED, (1, None), (6, None)),
        (WildMark.STAR, ASKED, (1, None), (1, None), (6, None)),
        (WildMark.BIRD, ASKED, ASKED, ASKED, (6, None)),
        (WildMark.STAR_SIX, (1, None), (6, None), (None, Doubt.UNREAD), (None, Doubt.UNREAD)),
    ],
)
def test_each_set_of_dice_has_its_own_one_and_six(
    wild: WildMark, pip: object, star: object, either: object, six: object
) -> None:
    assert [held(die, wild) for die in (PIP, STAR, EITHER, SIX)] == [pip, star, either, six]


@pytest.mark.parametrize(
    ("wild", "is_star"), [(WildMark.ANY, None), (WildMark.ONE, False), (WildMark.STAR, True)]
)
def test_a_one_that_may_be_a_star_is_what_its_set_has(wild: WildMark, is_star: bool | None) -> None:
    (told,) = with_wild_mark(PhotoReading((100, 100), (EITHER,)), wild).dice
    assert told.star is is_star


def test_what_the_dice_of_the_house_said_stays() -> None:
    bird = replace(PIP, learned=True)
    assert held(bird, WildMark.BIRD) == (1, None)


@pytest.mark.parametrize("game_has_star_six", [False, True])
def test_no_word_of_the_table_makes_a_pip_wild_that_the_game_does_not_know(game_has_star_six: bool) -> None:
    for said in WildMark:
        mark = Expectation((1,), ((),), game_has_star_six, said).mark
        assert mark.in_game(game_has_star_six) is mark
        if game_has_star_six:
            assert mark in (WildMark.ONE, WildMark.STAR_SIX)
        elif said is WildMark.STAR_SIX:
            assert (mark, held(PIP, mark)) == (WildMark.STAR, ASKED)
        else:
            assert mark is said


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye()


@pytest.mark.slow
def test_a_bird_at_the_simulated_table_is_asked_about_once_and_known_from_then_on(eye: Eye) -> None:
    table, reader = SimulatedTable(seed=5), TableReader(eye)
    throws = Throws(table, seed=3, wild=lambda: WildMark.BIRD)
    roll_eye: RollEye = reader.roll_eye
    roll_eye.have(WildMark.BIRD)
    throws.throw(24)
    frame, truth = table.capture(0), table.truth()
    dice = roll_eye.look((frame,)).dice
    birds = [die for die in dice if die.face is None]
    assert len(birds) == sum(hand.count(1) for hand in truth) >= 3
    assert {die.doubts for die in birds} == {(Doubt.UNKNOWN_MARK,)}
    read = [ConfirmedDie(die.box, die.face, die.star) for die in dice if die.face is not None]
    roll_eye.learn(frame, (*read, ConfirmedDie(birds[0].box, 1, None, by_player=True)))
    assert sorted(die.face for die in roll_eye.look((frame,)).dice) == sorted(
        face for hand in truth for face in hand
    )
    throws.throw(24)
    later = roll_eye.look((table.capture(0),)).dice
    assert sum(die.face == 1 for die in later) == sum(hand.count(1) for hand in table.truth())


@pytest.mark.parametrize("wild", [WildMark.STAR, WildMark.STAR_SIX])
def test_stars_at_the_simulated_table_count_where_they_stand(eye: Eye, wild: WildMark) -> None:
    table, face = SimulatedTable(seed=6), 6 if wild is WildMark.STAR_SIX else 1
    Throws(table, seed=2, wild=lambda: wild).throw(12)
    dice = RollEye(eye, wild).look((table.capture(0),)).dice
    assert sorted(die.face for die in dice) == sorted(face for hand in table.truth() for face in hand)
    assert {die.face for die in dice if die.star} == {face}
