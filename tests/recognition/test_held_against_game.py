"""A reading held against the game: every doubt as a value."""

from __future__ import annotations

from collections.abc import Sequence

from companion.calibration import AreaKind
from companion.core.reading import Doubt, Expectation, PhotoReading, ReadDie, SeatDoubt
from companion.recognition.table.against_game import hold_against

SIZE = (640, 480)


class HalvesAndMiddle:
    """Seat 0 left, seat 1 right, a strip in the middle ignored, the top edge nobody's."""

    def seat_of(self, x: float, y: float, size: tuple[int, int]) -> int | None:
        if y < 50:
            return None
        return 0 if x < size[0] / 2 else 1

    def seats_of(
        self, places: Sequence[tuple[float, float]], size: tuple[int, int]
    ) -> tuple[int | None, ...]:
        return tuple(self.seat_of(x, y, size) for x, y in places)

    def area_at(self, x: float, y: float, size: tuple[int, int]) -> AreaKind | None:
        return AreaKind.BOARD if abs(x - size[0] / 2) < 20 else None

    def ignored(self, x: float, y: float, size: tuple[int, int]) -> bool:
        return self.area_at(x, y, size) is not None


def _die(x: int, face: int | None, y: int = 200, doubts: tuple[Doubt, ...] = ()) -> ReadDie:
    return ReadDie((x - 20, y - 20, x + 20, y + 20), face, None if face is None else False, 0.9, doubts)


def _held(dice: tuple[ReadDie, ...], expected: Expectation):
    return hold_against(PhotoReading((640, 480), dice), HalvesAndMiddle(), expected)


def test_dice_as_the_game_expects_them_leave_no_doubt() -> None:
    table = _held((_die(100, 3), _die(200, 5), _die(500, 1)), Expectation((2, 1), ((3,), ())))
    assert table.certain
    assert (table.faces_of(0), table.faces_of(1)) == ((3, 5), (1,))


def test_too_few_and_too_many_are_counted_by_seat() -> None:
    table = _held((_die(500, 1), _die(560, 2)), Expectation((1, 1), ((), ())))
    assert (SeatDoubt(0, Doubt.TOO_FEW, 1, 0), SeatDoubt(1, Doubt.TOO_MANY, 1, 2)) == table.doubts


def test_dice_on_ignored_places_are_left_out() -> None:
    assert _held((_die(320, 6),), Expectation((0, 0), ((), ()))).dice == ()


def test_a_die_of_nobody_is_a_stray() -> None:
    table = _held((_die(100, 6, y=20), _die(500, 2)), Expectation((0, 0), ((), ())))
    assert [(die.seat, die.doubts) for die in table.dice] == [(None, (Doubt.STRAY,)), (None, (Doubt.STRAY,))]
    assert not table.certain


def test_a_shown_die_that_lies_otherwise_is_told() -> None:
    table = _held((_die(100, 3), _die(200, 5)), Expectation((2, 0), ((3, 3), ())))
    assert (SeatDoubt(0, Doubt.NOT_SHOWN, 2, 1),) == table.doubts


def test_a_shown_die_may_be_the_one_that_is_unread() -> None:
    unread = _die(200, None, doubts=(Doubt.UNREAD,))
    table = _held((_die(100, 3), unread), Expectation((2, 0), ((5,), ())))
    assert table.doubts == ()
    assert not table.certain


def test_a_seat_that_shows_too_few_has_its_place_told() -> None:
    held = hold_against(PhotoReading(SIZE, (_die(100, 3),)), HalvesAndMiddle(), Expectation((1, 1), ((), ())))
    left, top, right, bottom = held.places[1]
    assert SIZE[0] / 2 <= left < right <= SIZE[0]
    assert 50 <= top < bottom <= SIZE[1]
    whole = PhotoReading(SIZE, (_die(100, 3), _die(SIZE[0] - 100, 3)))
    assert hold_against(whole, HalvesAndMiddle(), Expectation((1, 1), ((), ()))).places == ()


def _starred(face: int | None, star: bool | None) -> ReadDie:
    return ReadDie((80, 180, 120, 220), face, star, 0.9)


def test_on_dice_with_the_star_on_the_six_a_star_is_face_six_and_a_one_stays_a_one() -> None:
    expected = Expectation((1, 0), ((), ()), star_six=True)
    assert _held((_starred(1, True),), expected).faces_of(0) == (6,)
    assert _held((_starred(1, False),), expected).faces_of(0) == (1,)
    assert _held((_starred(4, False),), expected).certain


def test_a_one_that_may_be_a_star_and_a_six_that_these_dice_lack_are_asked_about() -> None:
    expected = Expectation((1, 0), ((), ()), star_six=True)
    for die in (_starred(1, None), _starred(6, False)):
        table = _held((die,), expected)
        assert (table.faces_of(0), table.dice[0].doubts) == ((None,), (Doubt.UNREAD,))


def test_a_shown_star_on_the_six_lies_there_as_it_was_shown() -> None:
    assert _held((_starred(1, True),), Expectation((1, 0), ((6,), ()), star_six=True)).certain


def _maybe(x: int, face: int, objectness: float = 0.4, y: int = 200) -> ReadDie:
    box, doubts = (x - 20, y - 20, x + 20, y + 20), (Doubt.MAYBE_NO_DIE,)
    return ReadDie(box, None, False, 0.9, doubts, objectness=objectness, if_die=face)


def test_the_number_that_a_seat_holds_says_what_is_a_die_there() -> None:
    dice = (_die(100, 3), _maybe(200, 5), _die(500, 2), _maybe(560, 6))
    table = _held(dice, Expectation((2, 1), ((), ())))
    assert table.certain
    assert (table.faces_of(0), table.faces_of(1)) == ((3, 5), (2,))


def test_where_nobody_has_dice_what_may_be_none_is_none() -> None:
    assert _held((_maybe(100, 3), _maybe(500, 3, y=20)), Expectation((0, 0), ((), ()))).dice == ()


def test_a_missing_die_is_offered_only_where_players_can_be_asked() -> None:
    reading = PhotoReading(SIZE, (_die(100, 3),), dropped=(_maybe(200, 5, 0.2), _maybe(500, 5, 0.3)))
    look = hold_against(reading, HalvesAndMiddle(), Expectation((2, 0), ((), ())))
    assert (look.faces_of(0), look.doubts) == ((3,), (SeatDoubt(0, Doubt.TOO_FEW, 2, 1),))
    read = hold_against(reading, HalvesAndMiddle(), Expectation((2, 0), ((), ())), offers=True)
    assert ([die.doubts for die in read.dice], read.doubts) == ([(), (Doubt.MAYBE_NO_DIE,)], ())
