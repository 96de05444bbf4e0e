"""The number of dice is known: it says what is a die, and never which face one shows."""

from __future__ import annotations

from companion.core.reading import Doubt, PhotoReading, ReadDie
from companion.recognition.decide.known_dice import of_number, with_number

MAYBE = (Doubt.MAYBE_NO_DIE,)


def sure(x: int, face: int | None = 4, objectness: float = 0.99, doubts: tuple[Doubt, ...] = ()) -> ReadDie:
    return ReadDie((x, 10, x + 40, 50), face, False if face else None, 0.99, doubts, objectness=objectness)


def maybe(x: int, face: int | None = 4, objectness: float = 0.4) -> ReadDie:
    star = False if face else None
    return ReadDie((x, 10, x + 40, 50), None, star, 0.99, MAYBE, objectness=objectness, if_die=face)


def told(dice: tuple[ReadDie, ...]) -> list[tuple[int, int | None, tuple[Doubt, ...]]]:
    return [(die.box[0], die.face, die.doubts) for die in dice]


def test_as_many_likely_dice_as_known_are_the_dice_and_nothing_else_is() -> None:
    assert told(of_number([sure(0), maybe(50), sure(100)], [], 2)) == [(0, 4, ()), (100, 4, ())]


def test_what_makes_the_number_complete_is_a_die_and_its_sure_face_is_read() -> None:
    assert told(of_number([maybe(0, 3), sure(50)], [maybe(100)], 2)) == [(0, 3, ()), (50, 4, ())]
    assert told(of_number([maybe(0, None), sure(50)], [], 2)) == [(0, None, (Doubt.UNREAD,)), (50, 4, ())]


def test_what_is_hardly_a_die_is_asked_about_even_where_it_makes_the_number_complete() -> None:
    assert told(of_number([maybe(0, objectness=0.2), sure(50)], [], 2)) == [(0, None, MAYBE), (50, 4, ())]


def test_of_one_too_many_the_least_likely_is_asked_about() -> None:
    assert told(of_number([sure(0), sure(50, 2, 0.6), sure(100)], [], 2)) == [
        (0, 4, ()), (50, 2, MAYBE), (100, 4, ()),
    ]  # fmt: skip
    assert told(of_number([sure(0), maybe(50), maybe(100, 2, 0.3)], [], 2)) == [
        (0, 4, ()), (50, 4, ()), (100, None, MAYBE),
    ]  # fmt: skip


def test_where_one_is_missing_the_likeliest_of_what_was_dropped_is_offered() -> None:
    dropped = [maybe(50, 2, 0.1), maybe(100, 6, 0.2)]
    assert told(of_number([sure(0)], dropped, 2)) == [(0, 4, ()), (100, None, MAYBE)]
    assert told(of_number([sure(0)], [], 2)) == [(0, 4, ())]


def test_what_the_border_cuts_off_is_left_out_where_the_others_are_as_many() -> None:
    cut = sure(100, None, doubts=(Doubt.CUT_OFF,))
    assert told(of_number([sure(0), sure(50), cut], [], 2)) == [(0, 4, ()), (50, 4, ())]
    assert told(of_number([sure(0), sure(50), cut], [], 3)) == [
        (0, 4, ()),
        (50, 4, ()),
        (100, None, cut.doubts),
    ]


def test_other_doubts_stay() -> None:
    assert told(of_number([sure(0, None, doubts=(Doubt.COCKED,))], [], 1)) == [(0, None, (Doubt.COCKED,))]


def test_a_reading_of_nobody_knows_how_many_dice_stays_as_it_is() -> None:
    reading = PhotoReading((640, 480), (sure(0), maybe(50)), dropped=(maybe(100),))
    assert with_number(reading, None) is reading
    assert told(with_number(reading, 3).dice) == [(0, 4, ()), (50, 4, ()), (100, None, MAYBE)]
    assert told(with_number(reading, 3, offers=False).dice) == [(0, 4, ()), (50, 4, ())]
