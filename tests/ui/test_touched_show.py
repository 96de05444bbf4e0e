"""Show and reroll by touches on the real screen: the real model reads the dice that lie out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.play.modes.dice.views import BiddingScene, CheckScene, ShowingScene
from companion.ui.widgets.seat_board import dice_of
from tests.ui.touched_evening import (
    TouchedEvening,
    answer_doubts,
    begin,
    bid,
    evening_at,
    lift_cups,
    true_face,
)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[TouchedEvening]:
    with evening_at(tmp_path) as evening:
        begin(evening)
        yield evening


def show(evening: TouchedEvening, faces: tuple[int, ...]) -> None:
    """The last bidder slides these dice out, has them read and confirms them."""
    evening.fingers.tap_words("Ada puts dice out")
    keys = {key.face: key for key in evening.fingers.stage.sheet.ids.faces.keys}
    for face in faces:
        evening.fingers.tap(keys[face])
    evening.touch("Slide them out", lambda view: view.kind is ShowingScene and view.picture is not None)
    evening.picture("slid_out")
    evening.touch("Dice lie open", lambda view: view.kind is CheckScene)
    evening.picture("shown")
    if evening.screen.asked is not None:
        answer_asked(evening)
    evening.touch("Show", lambda view: view.kind is BiddingScene)


def answer_asked(evening: TouchedEvening) -> None:
    """Tap what lies there for each die that the eye is not sure of."""
    open_faces = Counter(
        die.face for die in evening.table.dice_in_view() if die.seat == evening.screen.asked[0]
    )
    known = Counter(slot.face for slot in evening.view.scene.hands[0].slots if slot.face is not None)
    for face in (open_faces - known).elements():
        evening.touch(next(each for each in evening.screen.ids.faces.keys if each.face == face))


def opener(evening: TouchedEvening) -> int:
    return next(seat.seat for seat in evening.view.scene.game.seats if seat.to_act)


@pytest.mark.slow
def test_dice_slid_out_are_read_stay_marked_add_up_and_lie_in_the_reveal(evening: TouchedEvening) -> None:
    first = opener(evening)
    bid(evening, 2, 4)
    put_out = evening.table.truth()[first][:2]
    show(evening, put_out)
    plates = list(reversed(evening.screen.ids.seats.children))
    assert evening.view.scene.game.seats[first].shown == put_out
    assert [die.face for die in dice_of(plates[first].seat)][:3] == [*put_out, None]
    for quantity in (3, 4, 5):
        bid(evening, quantity, 4)
        assert evening.view.scene.game.seats[first].shown == put_out
    hidden = Counter(evening.table.truth()[first]) - Counter(put_out)
    more = next(iter(hidden.elements()))
    show(evening, (more,))
    assert sorted(evening.view.scene.game.seats[first].shown) == sorted((*put_out, more))
    evening.touch(evening.screen.ids.challenge)
    assert any(
        words.startswith(f"{evening.view.scene.game.seats[first].name} showed")
        for words in evening.fingers.words()
    )
    lift_cups(evening)
    if evening.view.kind is CheckScene:
        answer_doubts(evening)
    read = [sorted(slot.face for slot in hand.slots) for hand in evening.view.scene.verdict.hands]
    assert read == [list(faces) for faces in evening.table.truth()]
    assert not Counter((*put_out, more)) - Counter(read[first])


@pytest.mark.slow
def test_a_shown_die_that_was_turned_over_is_named_at_the_reveal(evening: TouchedEvening) -> None:
    first = opener(evening)
    bid(evening, 2, 4)
    show(evening, evening.table.truth()[first][:1])
    (shown,) = evening.view.scene.game.seats[first].shown
    name = evening.view.scene.game.seats[first].name
    evening.touch(evening.screen.ids.challenge)
    others = tuple(face for face in range(1, 7) if face != shown)
    turned = tuple(others if seat == first else () for seat in range(3))
    evening.table.deal((5, 5, 5), turned, 1)
    lift_cups(evening)
    assert evening.view.kind is CheckScene
    while evening.screen.asked is not None:
        seat, slot = evening.screen.asked
        face = true_face(evening.table, evening.view.scene.hands[seat], slot)
        evening.touch(next(each for each in evening.screen.ids.faces.keys if each.face == face))
    face = "star" if shown == 1 else str(shown)
    assert f"{name} showed a {face}: none lies at {name}'s place." in evening.fingers.words()
    assert not evening.view.scene.may_accept
    evening.touch("Enter by hand", lambda view: view.kind is CheckScene and not view.scene.may_enter_by_hand)
    assert len([slot for hand in evening.view.scene.hands for slot in hand.slots if slot.face is None]) == 15


@pytest.mark.slow
def test_a_show_is_taken_back_by_touches(evening: TouchedEvening) -> None:
    first = opener(evening)
    bid(evening, 2, 4)
    before = evening.table.truth()
    show(evening, before[first][:1])
    evening.fingers.tap(evening.fingers.stage.ids.header.ids.undo)
    evening.touch("Undo")
    assert (evening.view.scene.game.seats[first].shown, evening.table.truth()) == ((), before)
