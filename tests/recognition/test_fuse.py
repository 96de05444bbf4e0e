"""Several readings of a still table made one."""

from __future__ import annotations

import pytest

from companion.core.reading import Doubt, PhotoReading, ReadDie
from companion.recognition.table.table_eye import fused

HERE, THERE = (10, 10, 50, 50), (200, 10, 240, 50)


def _die(face: int | None, box: tuple[int, int, int, int] = HERE, doubts: tuple[Doubt, ...] = ()) -> ReadDie:
    return ReadDie(box, face, None if face is None else False, 0.9, doubts)


def _reading(*dice: ReadDie) -> PhotoReading:
    return PhotoReading((640, 480), dice, (("total", 2.0),))


def test_one_reading_is_itself() -> None:
    reading = _reading(_die(4))
    assert reading == fused([reading])


def test_agreeing_frames_keep_the_face_and_add_their_times() -> None:
    both = fused([_reading(_die(4)), _reading(_die(4))])
    assert (both.dice[0].face, both.dice[0].doubts) == (4, ())
    assert both.ms == (("total", 4.0),)


def test_two_faces_for_one_die_are_a_doubt() -> None:
    assert _told(fused([_reading(_die(4)), _reading(_die(5)), _reading(_die(4))])) == (None, (Doubt.UNREAD,))


def test_a_frame_that_cannot_tell_a_star_from_a_pip_contradicts_none_that_can() -> None:
    pip, star, either = (ReadDie(HERE, 1, told, 0.9) for told in (False, True, None))
    frames = (
        [_reading(pip), _reading(either), _reading(pip)],
        [_reading(either), _reading(star)],
        [_reading(either)] * 2,
    )
    told = [fused(each).dice[0] for each in frames]
    assert [(die.face, die.star, die.doubts) for die in told] == [
        (1, False, ()),
        (1, True, ()),
        (1, None, ()),
    ]
    assert _told(fused([_reading(pip), _reading(either), _reading(star)])) == (None, (Doubt.UNREAD,))


def test_a_majority_of_frames_that_read_helps_one_that_abstained() -> None:
    unread = _die(None, doubts=(Doubt.UNREAD,))
    assert _told(fused([_reading(_die(4)), _reading(_die(4)), _reading(unread)])) == (4, ())
    assert _told(fused([_reading(unread), _reading(unread), _reading(_die(4))])) == (None, (Doubt.UNREAD,))


def test_a_die_that_went_elsewhere_is_doubted_at_both_places() -> None:
    moved = fused([_reading(_die(4, THERE)), _reading(_die(4, HERE))])
    assert {die.box: die.doubts for die in moved.dice} == {HERE: (Doubt.MOVED,), THERE: (Doubt.MOVED,)}


def test_a_large_thing_between_dice_is_not_told_by_its_neighbours() -> None:
    """Four dice round a gap look like a large five now and then; other frames show the dice alone."""
    beside, gap = _die(5, (194, 142, 235, 184)), _die(None, (152, 157, 230, 229), (Doubt.UNREAD,))
    told = fused([_reading(beside), _reading(beside), _reading(beside, gap)])
    assert {die.box: die.face for die in told.dice} == {beside.box: 5, gap.box: None}
    earlier = fused([_reading(beside, gap), _reading(beside), _reading(beside)])
    assert {die.box: die.face for die in earlier.dice} == {beside.box: 5, gap.box: None}


def test_nothing_cannot_be_fused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        fused([])


def _told(reading: PhotoReading) -> tuple[int | None, tuple[Doubt, ...]]:
    assert len(reading.dice) == 1
    return reading.dice[0].face, reading.dice[0].doubts


def _maybe(face: int | None, objectness: float = 0.4) -> ReadDie:
    star = None if face is None else False
    return ReadDie(HERE, None, star, 0.9, (Doubt.MAYBE_NO_DIE,), objectness=objectness, if_die=face)


def test_frames_vote_on_what_may_be_no_die() -> None:
    either = fused([_reading(_die(4)), _reading(_maybe(4)), _reading(_die(4))])
    assert _told(either) == (4, ())
    assert either.dice[0].objectness == pytest.approx(0.8)
    (asked,) = fused([_reading(_maybe(4)), _reading(_maybe(4)), _reading(_die(4))]).dice
    assert (asked.face, asked.if_die, asked.doubts) == (None, 4, (Doubt.MAYBE_NO_DIE,))
    (other,) = fused([_reading(_maybe(3)), _reading(_maybe(4)), _reading(_maybe(4))]).dice
    assert (other.if_die, other.doubts) == (None, (Doubt.UNREAD,))


def test_a_die_that_one_frame_took_for_none_has_not_moved() -> None:
    dropped = PhotoReading((640, 480), (), (("total", 2.0),), (_maybe(4, 0.2),))
    assert _told(fused([_reading(_die(4)), dropped, _reading(_die(4))])) == (4, ())
    last = fused([_reading(_die(4)), _reading(_die(4)), dropped])
    assert (_told(last), last.dropped) == ((4, ()), ())
    assert fused([dropped, dropped]).dropped == dropped.dropped
