"""Things that lay there before the dice were thrown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.core.frame import Frame
from companion.core.reading import ConfirmedDie, Doubt, PhotoReading
from companion.recognition.decide.known_dice import with_number
from companion.recognition.pipeline.camera_memory import CameraMemory
from tests.recognition.adaptation.evening_tables import SIZE, box_at, read_at, table, with_thing

PRINT = (320, 240)
"""Where a printed die is."""


def _picture(*places: tuple[int, int], noise: int, printed: bool = True):
    picture = table(noise_seed=noise)
    for place in (*places, *((PRINT,) if printed else ())):
        picture = with_thing(picture, box_at(*place))
    return picture


def _reading(*dice) -> PhotoReading:
    return PhotoReading(SIZE, tuple(dice))


FIRST, SECOND = ((80, 80), (200, 90), (500, 400)), ((90, 200), (300, 400), (560, 60))


def _after_a_lift(said: ConfirmedDie | None, mounted: bool = False) -> CameraMemory:
    camera = CameraMemory(mounted=mounted)
    dice = [ConfirmedDie(box_at(*place), 3, False) for place in FIRST]
    camera.confirm(Frame(_picture(*FIRST, noise=1), 0), [*dice, *([] if said is None else [said])])
    return camera


def _next_lift(camera: CameraMemory, face: int | None) -> PhotoReading:
    now = _picture(*SECOND, noise=2)
    camera.follow(Frame(now, 0))
    return camera.without_earlier_things(
        _reading(*(read_at(*p) for p in SECOND), read_at(*PRINT, face)), Frame(now, 0)
    )


def test_what_players_called_no_die_is_neither_asked_nor_told_again() -> None:
    no_die = ConfirmedDie(box_at(*PRINT), None, by_player=True)
    for face in (None, 3):
        assert _next_lift(_after_a_lift(no_die), face).dice == tuple(read_at(*p) for p in SECOND)


def test_a_die_that_was_told_and_did_not_move_in_a_throw_is_one_only_if_it_makes_the_number_complete() -> (
    None
):
    told = ConfirmedDie(box_at(*PRINT), 3, False)
    reading = _next_lift(_after_a_lift(told), 3)
    last = reading.dice[-1]
    assert (last.face, last.if_die, last.doubts) == (None, 3, (Doubt.MAYBE_NO_DIE,))
    assert [die.face for die in with_number(reading, 4).dice if die.box == last.box] == [3]
    assert last.box not in {die.box for die in with_number(reading, 3).dice}


def test_an_answer_holds_for_as_long_as_the_thing_stays() -> None:
    answered = ConfirmedDie(box_at(*PRINT), 5, False, by_player=True)
    assert _next_lift(_after_a_lift(answered), None).dice[-1].face == 5


def test_two_pictures_of_one_throw_are_no_throw() -> None:
    camera, again = _after_a_lift(None), _picture(*FIRST, noise=3)
    camera.follow(Frame(again, 0))
    reading = _reading(*(read_at(*place) for place in FIRST))
    assert camera.without_earlier_things(reading, Frame(again, 0)) == reading


def test_a_doubt_that_nobody_answers_is_asked_twice_and_then_no_die() -> None:
    camera = _after_a_lift(ConfirmedDie(box_at(*PRINT), None))
    assert len(_next_lift(camera, None).dice) == 4
    again = [ConfirmedDie(box_at(*place), 3, False) for place in SECOND]
    camera.confirm(Frame(_picture(*SECOND, noise=2), 0), [*again, ConfirmedDie(box_at(*PRINT), None)])
    third = _picture(*FIRST, noise=4)
    camera.follow(Frame(third, 0))
    left = camera.without_earlier_things(
        _reading(*(read_at(*p) for p in FIRST), read_at(*PRINT, None)), Frame(third, 0)
    )
    assert left.dice == tuple(read_at(*place) for place in FIRST)


def test_a_die_thrown_onto_the_print_is_a_die() -> None:
    camera = _after_a_lift(ConfirmedDie(box_at(*PRINT), None, by_player=True))
    now = with_thing(_picture(*SECOND, noise=2), box_at(PRINT[0] + 6, PRINT[1] - 5), pips=5)
    camera.follow(Frame(now, 0))
    reading = _reading(*(read_at(*place) for place in SECOND), read_at(PRINT[0] + 6, PRINT[1] - 5, 5))
    assert camera.without_earlier_things(reading, Frame(now, 0)) == reading


def test_in_a_picture_from_elsewhere_nothing_lay_there() -> None:
    camera = _after_a_lift(ConfirmedDie(box_at(*PRINT), None, by_player=True))
    elsewhere = with_thing(table(seed=5), box_at(*PRINT))
    camera.follow(Frame(elsewhere, 0))
    reading = _reading(read_at(80, 80), read_at(200, 90), read_at(*PRINT))
    assert camera.without_earlier_things(reading, Frame(elsewhere, 0)) == reading
    assert camera.things == ()


def test_a_mounted_camera_forgets_only_where_a_picture_shows_that_it_moved() -> None:
    camera = _after_a_lift(ConfirmedDie(box_at(*PRINT), None, by_player=True), mounted=True)
    camera.follow(Frame(np.full((480, 640, 3), 40, np.uint8), 0))
    assert len(camera.things) == 4


def test_the_empty_table_takes_away_what_it_shows_and_nothing_else() -> None:
    camera = CameraMemory(mounted=False)
    camera.take_before(Frame(_picture(noise=1), 0), sure=True)
    now = _picture((80, 80), noise=2)
    reading = _reading(read_at(80, 80), read_at(*PRINT), replace(read_at(*PRINT, None), confidence=0.5))
    assert camera.without_earlier_things(reading, Frame(now, 0)).dice == (read_at(80, 80),)


def test_an_empty_table_from_elsewhere_is_not_trusted() -> None:
    camera = CameraMemory(mounted=False)
    camera.take_before(Frame(with_thing(table(seed=3), box_at(*PRINT)), 0), sure=True)
    reading = _reading(read_at(80, 80), read_at(*PRINT))
    assert camera.without_earlier_things(reading, Frame(_picture((80, 80), noise=2), 0)) == reading


def test_a_picture_that_shows_the_dice_already_is_not_one_from_before_the_lift() -> None:
    camera = CameraMemory()
    camera.take_before(Frame(_picture(*FIRST, noise=1), 0), sure=False)
    reading = _reading(*(read_at(*place) for place in FIRST))
    assert camera.without_earlier_things(reading, Frame(_picture(*FIRST, noise=2), 0)) == reading


def test_a_die_that_lay_open_before_the_lift_is_offered_where_one_is_missing() -> None:
    camera = CameraMemory()
    camera.take_before(Frame(_picture(noise=1), 0), sure=False)
    reading = _reading(*(read_at(*place) for place in FIRST), read_at(*PRINT, 5))
    left = camera.without_earlier_things(reading, Frame(_picture(*FIRST, noise=2), 0))
    assert left.dice == tuple(read_at(*place) for place in FIRST)
    assert with_number(left, 3).dice == left.dice
    asked = next(die for die in with_number(left, 4).dice if die.maybe_no_die)
    assert (asked.box, asked.face, asked.if_die) == (box_at(*PRINT), None, 5)
