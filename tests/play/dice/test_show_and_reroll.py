"""Show and reroll with a camera: dice slid out are read, confirmed and held against the reveal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.reading import Expectation
from companion.journal import Source
from companion.play.base.commands import (
    AcceptReading,
    BeginShow,
    CupsAreUp,
    EnterByHand,
    Peek,
    RemoveDie,
    ResumeGame,
    SetFace,
    Undo,
)
from companion.play.base.views import Tone
from companion.play.modes.dice.views import BiddingScene, CheckScene, ShowBy, ShowingScene, VerdictScene
from companion.play.views import TableView
from companion.rules import DiceShown
from companion.text import as_sentence, say
from tests.play.evening import Evening


def sliding(evening: Evening, count: int = 2, dice: int = 5, **how: object) -> TableView:
    """Ann has bid two 5s and puts so many dice out."""
    evening.begin(dice=dice)
    evening.bid(2, 5)
    return evening.do(BeginShow, count=count, **how)


def showing_again(evening: Evening) -> TableView:
    """Ann has shown a star and a 5, Bob and she have bid once more, and she puts one die more out."""
    sliding(evening)
    evening.lift((5, 1), ())
    evening.do(AcceptReading)
    evening.bid(3, 5)
    evening.bid(4, 5)
    return evening.do(BeginShow, count=1)


def shown_events(evening: Evening) -> list[DiceShown]:
    return [event for event in evening.store.load(1).live_events if isinstance(event, DiceShown)]


def test_the_bidder_slides_dice_out_while_the_live_picture_runs(evening: Evening) -> None:
    view = sliding(evening)
    assert (view.kind, view.message) == (ShowingScene, "Ann: slide 2 dice out. The cup stays down.")
    assert (view.scene.show.count, view.scene.show.most, view.scene.show.by) == (2, 4, ShowBy.CAMERA)
    evening.controller.idle()
    assert evening.view.picture.live
    assert shown_events(evening) == []


def test_the_number_may_be_changed_within_the_rules(evening: Evening) -> None:
    sliding(evening, count=1)
    assert evening.do(BeginShow, count=4).scene.show.count == 4
    view = evening.do(BeginShow, count=5)
    assert view.fault == "Five dice are hidden and one at least is rolled again: show one to four of them."
    assert view.scene.show.count == 4
    assert "show one to four" in evening.do(BeginShow, count=0).fault


def test_what_cannot_be_shown_is_not_begun(evening: Evening) -> None:
    evening.begin(dice=1)
    assert evening.do(BeginShow, count=1).fault == as_sentence(say("refused.no_bidder"))
    evening.bid(1, 5)
    assert evening.view.scene.show is None
    assert "none may be shown" in evening.do(BeginShow, count=1).fault
    assert evening.view.kind is BiddingScene


def test_only_the_open_dice_are_asked_of_the_eye_in_frames_after_the_touch(evening: Evening) -> None:
    sliding(evening)
    touched_at_ns = evening.clock.ns
    evening.lift((5, 1), ())
    assert evening.eye.expected == Expectation((2, 0), ((), ()))
    assert len(evening.eye.frames) == 3
    assert all(frame.exposed_at_ns > touched_at_ns for frame in evening.eye.frames)


def test_the_dice_read_are_offered_with_their_marks_and_stand_once_confirmed(evening: Evening) -> None:
    sliding(evening)
    view = evening.lift((5, 1), ())
    assert (view.kind, view.message) == (CheckScene, "Ann shows a star and a 5. Is that right?")
    assert [hand.seat for hand in view.scene.hands] == [0]
    assert [(mark.face, mark.seat) for mark in view.picture.marks] == [(5, 0), (1, 0)]
    assert shown_events(evening) == []
    view = evening.do(AcceptReading)
    assert (view.kind, view.scene.game.seats[0].shown) == (BiddingScene, (1, 5))
    assert view.message == "Ann rolls the others again. Bob: beat two 5s, or challenge."
    assert shown_events(evening) == [DiceShown(0, (1, 5))]
    ((number, note),) = evening.store.readings(1)
    assert number == 3
    assert [(die.face, die.source) for die in note.dice] == [(5, Source.EYE), (1, Source.EYE)]
    assert evening.bid(3, 5).message == "Ann: beat three 5s, or challenge."
    assert evening.view.scene.game.seats[0].shown == (1, 5)


def test_dice_beside_other_cups_are_not_looked_at(evening: Evening) -> None:
    sliding(evening)
    evening.eye.strays = (4,)
    view = evening.lift((5, 1), (6, 6))
    assert view.scene.may_accept
    assert [mark.face for mark in view.picture.marks] == [5, 1]


def test_a_die_in_doubt_is_tapped(evening: Evening) -> None:
    sliding(evening)
    view = evening.lift((5, None), ())
    assert view.message == "I can't read one die. Tap the face you see."
    assert [slot.tone for slot in view.scene.hands[0].slots] == [Tone.READ, Tone.DOUBTED]
    assert evening.do(AcceptReading).fault == "Still one die to tap."
    evening.do(SetFace, seat=0, slot=1, face=4)
    assert evening.do(AcceptReading).scene.game.seats[0].shown == (4, 5)


def test_more_dice_than_said_are_told_and_may_all_be_shown(evening: Evening) -> None:
    sliding(evening)
    view = evening.lift((5, 1, 3), ())
    told = "You show 2 dice, I see 3. Take the extra away."
    assert (view.message, view.scene.hands[0].complaint, view.scene.show.seen) == (told, told, 3)
    assert not view.scene.may_accept
    view = evening.do(BeginShow, count=3)
    assert (view.scene.may_accept, view.scene.hands[0].complaint) == (True, None)
    assert evening.do(AcceptReading).scene.game.seats[0].shown == (1, 3, 5)


def test_one_die_too_many_is_taken_away(evening: Evening) -> None:
    sliding(evening)
    evening.lift((5, 1, 3), ())
    assert evening.do(RemoveDie, seat=0, slot=2).scene.may_accept
    assert evening.do(AcceptReading).scene.game.seats[0].shown == (1, 5)


def test_with_all_dice_in_view_the_cup_was_lifted_and_they_cannot_be_shown(evening: Evening) -> None:
    sliding(evening)
    view = evening.lift((5, 1, 3, 3, 6), ())
    assert view.message.startswith("You show 2 dice, I see 5")
    assert view.scene.show.seen is None
    assert "show one to four" in evening.do(BeginShow, count=5).fault


def test_fewer_dice_than_said_are_told_and_tapped_or_taken_as_the_number(evening: Evening) -> None:
    sliding(evening, count=3)
    view = evening.lift((5, 1), ())
    assert view.message == "You show 3 dice, I see 2. Tap what is missing."
    assert view.scene.show.seen == 2
    assert evening.do(SetFace, seat=0, slot=2, face=6).scene.may_accept
    evening.do(Undo)
    assert evening.do(BeginShow, count=2).scene.may_accept
    assert evening.do(AcceptReading).scene.game.seats[0].shown == (1, 5)


def test_several_shows_of_a_round_add_up_and_the_earlier_dice_are_read_with_the_new(evening: Evening) -> None:
    assert showing_again(evening).scene.show.most == 2
    view = evening.lift((5, 1, 5), ())
    assert evening.eye.expected == Expectation((3, 0), ((1, 5), ()))
    assert view.message == "Ann shows a 5. Is that right?"
    view = evening.do(AcceptReading)
    assert view.scene.game.seats[0].shown == (1, 5, 5)
    assert view.scene.game.shown_words == "Ann showed a star and two 5s."


def test_a_later_show_misses_what_was_shown_before(evening: Evening) -> None:
    showing_again(evening)
    view = evening.lift((3, 6, 2), ())
    assert view.message == (
        "Ann showed a star and a 5: at Ann's place a star and a 5 are missing. "
        "Look again, or tap the right face."
    )
    assert evening.lift((5, 3), ()).message == "You show 1 more die, I see 0. Tap what is missing."


def test_shown_dice_are_entered_by_hand_beside_those_that_stand(evening: Evening) -> None:
    showing_again(evening)
    view = evening.do(EnterByHand)
    assert [slot.face for slot in view.scene.hands[0].slots] == [1, 5, None]
    evening.do(SetFace, seat=0, slot=2, face=2)
    assert evening.do(AcceptReading).scene.game.seats[0].shown == (1, 5, 2)


def test_without_a_camera_the_shown_dice_are_tapped_in(sit_down: Callable[..., Evening]) -> None:
    evening = sit_down(with_camera=False)
    assert sliding(evening).scene.show.by is ShowBy.HAND
    view = evening.do(CupsAreUp)
    assert (view.kind, view.message) == (CheckScene, "Tap what each die shows: two to go.")
    evening.do(SetFace, seat=0, slot=0, face=5)
    evening.do(SetFace, seat=0, slot=1, face=5)
    assert evening.do(AcceptReading).scene.game.seats[0].shown == (5, 5)


def test_undo_goes_back_step_by_step(evening: Evening) -> None:
    sliding(evening)
    evening.lift((5, None), ())
    evening.do(SetFace, seat=0, slot=1, face=4)
    assert evening.view.undo_words == "take back the last tap"
    assert evening.do(Undo).scene.hands[0].slots[1].face is None
    assert evening.view.undo_words == "back to the dice put out"
    view = evening.do(Undo)
    assert (view.kind, view.scene.show.count, view.undo_words) == (ShowingScene, 2, "show no dice")
    view = evening.do(Undo)
    assert (view.kind, view.scene.game.bid) == (BiddingScene, "two 5s")
    assert evening.store.load(1).length == 2


def test_undo_while_the_open_dice_are_read_stops_the_reading(evening: Evening) -> None:
    sliding(evening)
    evening.do(CupsAreUp)
    assert evening.do(Undo).kind is ShowingScene


def test_a_confirmed_show_is_taken_back_and_may_be_made_anew(evening: Evening) -> None:
    sliding(evening)
    evening.lift((5, 1), ())
    assert evening.do(AcceptReading).undo_words == "take back what Ann showed (a star and a 5)"
    view = evening.do(Undo)
    assert (view.scene.game.seats[0].shown, view.scene.show.most) == ((), 4)
    evening.do(BeginShow, count=1)
    evening.lift((3,), ())
    assert evening.do(AcceptReading).scene.game.seats[0].shown == (3,)


def test_a_camera_that_is_gone_leads_back_to_the_dice_put_out(evening: Evening) -> None:
    sliding(evening)
    evening.camera.gone = True
    view = evening.lift((5, 1), ())
    assert (view.kind, view.scene.show.count) == (ShowingScene, 2)
    assert view.fault.endswith("Read again, or enter the dice by hand.")


def test_a_full_disk_keeps_the_dice_to_be_shown_once_there_is_room(evening: Evening) -> None:
    sliding(evening)
    evening.lift((5, 1), ())
    evening.store.full = True
    view = evening.do(AcceptReading)
    assert (view.kind, view.fault[:16]) == (CheckScene, "The disk is full")
    evening.store.full = False
    assert evening.do(AcceptReading).scene.game.seats[0].shown == (1, 5)


def test_dice_only_slid_out_are_awaited_after_a_power_cut_and_shown_ones_stand(
    sit_down: Callable[..., Evening],
) -> None:
    evening = sit_down()
    sliding(evening)
    evening.lift((5, 1), ())
    again = sit_down()
    view = again.do(ResumeGame, game_id=1)
    assert (view.kind, view.scene.show.count, view.undo_words) == (ShowingScene, 2, "show no dice")
    assert again.view.scene.game.seats[0].shown == ()
    again.do(BeginShow, count=1)
    again.lift((6,), ())
    again.do(AcceptReading)
    assert sit_down().do(ResumeGame, game_id=1).scene.game.seats[0].shown == (6,)


@pytest.fixture
def simulated(sit_down: Callable[..., Evening]) -> Evening:
    """An evening at the simulated table."""
    return sit_down(with_cups=True)


def told_since(evening: Evening) -> list[tuple[object, ...]]:
    told = list(evening.cups.told)
    evening.cups.told.clear()
    return told


def test_the_simulated_table_slides_the_dice_out_once_and_no_cup_is_lifted(simulated: Evening) -> None:
    simulated.begin(dice=5)
    simulated.bid(2, 5)
    told_since(simulated)
    view = simulated.do(BeginShow, count=2, faces=(5, 1))
    assert (view.scene.show.by, view.scene.show.slid) == (ShowBy.HOUSE, True)
    assert view.message == "Ann has slid 2 dice out. The cup stays down."
    ((name, seat, faces, _seed),) = told_since(simulated)
    assert (name, seat, faces) == ("show", 0, (1, 5))
    simulated.lift((1, 5), ())
    simulated.do(AcceptReading)
    assert simulated.do(Peek, seat=0).scene.peeking == 0
    assert told_since(simulated) == [("peek", 0)]


def test_the_live_picture_shows_the_place_of_the_dice_put_out(simulated: Evening) -> None:
    sliding(simulated, faces=(5, 1))
    simulated.controller.idle()
    assert simulated.view.picture.focus == (0, 0, 10, 10)
    assert not hasattr(simulated.view.scene, "may_peek")
    assert simulated.do(Peek, seat=0).fault is not None


def test_dice_that_are_not_under_the_cup_are_not_slid_out(simulated: Evening) -> None:
    simulated.begin(dice=5)
    simulated.bid(2, 5)
    simulated.cups.missing = {6}
    view = simulated.do(BeginShow, count=1, faces=(6,))
    assert view.fault == as_sentence(say("refused.no_such_dice"))
    assert view.kind is BiddingScene


def test_dice_slid_out_go_back_under_the_cup_when_none_are_shown(simulated: Evening) -> None:
    simulated.begin(dice=5)
    dealt = next(told for told in simulated.cups.told if told[0] == "deal")
    simulated.bid(2, 5)
    simulated.do(BeginShow, count=2, faces=(5, 1))
    told_since(simulated)
    simulated.do(Undo)
    told = told_since(simulated)
    assert dealt in told
    assert "show" not in [each[0] for each in told]


def test_other_dice_than_those_that_lie_out_are_not_recorded(simulated: Evening) -> None:
    sliding(simulated, count=1, faces=(5,))
    simulated.cups.missing = {6}
    simulated.lift((6,), ())
    told_since(simulated)
    view = simulated.do(AcceptReading)
    assert view.fault == as_sentence(say("refused.other_dice_open"))
    assert (view.kind, shown_events(simulated)) == (CheckScene, [])
    assert [told[:3] for told in told_since(simulated)][-1] == ("show", 0, (5,))
    simulated.do(SetFace, seat=0, slot=0, face=5)
    assert simulated.do(AcceptReading).scene.game.seats[0].shown == (5,)


@pytest.mark.parametrize("again", [False, True])
def test_a_shown_die_missing_at_the_reveal_is_named_and_read_again_or_entered(
    evening: Evening, again: bool
) -> None:
    sliding(evening)
    evening.lift((5, 5), ())
    evening.do(AcceptReading)
    evening.challenge(1)
    assert evening.view.scene.game.shown_words == "Ann showed two 5s."
    view = evening.lift((1, 2, 3, 4, 6), (1, 2, 3, 4, 5))
    assert view.message == "Ann showed two 5s: none lies at Ann's place. Look again, or tap the right face."
    assert view.scene.may_enter_by_hand
    if again:
        assert evening.lift((5, 2, 5, 4, 6), (1, 2, 3, 4, 5)).kind is VerdictScene
        return
    assert not evening.do(EnterByHand).scene.may_enter_by_hand
    for seat, faces in enumerate(((5, 5, 3, 4, 6), (1, 2, 3, 4, 5))):
        for slot, face in enumerate(faces):
            evening.do(SetFace, seat=seat, slot=slot, face=face)
    assert evening.do(AcceptReading).kind is VerdictScene
