"""From the first bid to the verdict, with an eye that is sure and with one that is not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.reading import Doubt, Expectation, ReadDie
from companion.journal import DieNote, ReadingNote, Source
from companion.play.base.commands import (
    AcceptReading,
    ConfirmDie,
    CupsAreUp,
    EnterByHand,
    NextRound,
    RemoveDie,
    SetFace,
    ShowDice,
    Undo,
)
from companion.play.base.views import Mark, Tone
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    HandView,
    OverScene,
    RevealScene,
    SlotView,
    VerdictScene,
)
from companion.rules import BidMade, Challenged, CupsRevealed, GameBegun
from tests.play.evening import Evening

BOX = (1, 1, 9, 9)


def challenged(evening: Evening, dice: int = 2) -> Evening:
    """Ann bids two 5s, Bob challenges."""
    evening.begin(dice=dice)
    evening.bid(2, 5)
    evening.challenge(1)
    return evening


def test_a_round_goes_from_bid_to_challenge_to_verdict_to_the_next_round(evening: Evening) -> None:
    scenes = [evening.begin(dice=2).kind, evening.bid(2, 5).kind, evening.challenge(1).kind]
    scenes += [evening.lift((5, 1), (5, 4)).kind, evening.do(NextRound).kind]
    assert scenes == [BiddingScene, BiddingScene, RevealScene, VerdictScene, BiddingScene]
    assert evening.store.load(1).events == (
        GameBegun("milton-bradley", ("Ann", "Bob"), (("dice", 2),), 0),
        BidMade(0, 2, 5),
        Challenged(1),
        CupsRevealed(((5, 1), (5, 4))),
    )


def test_the_verdict_says_who_loses_what_and_lights_the_dice_that_counted(evening: Evening) -> None:
    view = challenged(evening).lift((5, 1), (5, 4))
    assert view.scene.verdict.headline == "Three 5s: the bid holds!"
    assert view.scene.verdict.sentence.endswith("Bob loses one die.")
    assert (view.scene.verdict.count, view.scene.verdict.quantity, view.scene.verdict.losses) == (
        3,
        2,
        (0, 1),
    )
    assert [[slot.tone for slot in hand.slots] for hand in view.scene.verdict.hands] == [
        [Tone.COUNTED, Tone.COUNTED],
        [Tone.COUNTED, Tone.IDLE],
    ]
    assert view.picture.marks[0] == Mark(BOX, 5, Tone.COUNTED, 0, 0)
    assert [(seat.dice, seat.lost, seat.lost_now) for seat in view.scene.game.seats] == [(2, 0, 0), (1, 1, 1)]
    assert view.message == "Ann won the call and opens the next round."


def test_three_frames_exposed_after_the_touch_are_read_together(evening: Evening) -> None:
    challenged(evening)
    touched_at_ns = evening.clock.ns
    evening.lift((5, 1), (5, 4))
    assert len(evening.eye.frames) == 3
    exposed = [frame.exposed_at_ns for frame in evening.eye.frames]
    assert exposed == sorted(set(exposed))
    assert min(exposed) > touched_at_ns
    assert evening.eye.expected == Expectation((2, 2), ((), ()))


def test_a_game_won_shows_the_verdict_then_the_winner_and_a_rematch(evening: Evening) -> None:
    evening.begin(dice=1)
    evening.bid(3, 5)
    evening.challenge(1)
    verdict = evening.lift((2,), (3,))
    assert (verdict.kind, verdict.message) == (
        VerdictScene,
        "That was the last round.",
    )
    assert verdict.scene.verdict.next_words == "The winner"
    over = evening.do(NextRound)
    assert (over.kind, over.scene.winner) == (OverScene, "Bob")
    assert (over.scene.rematch.players, over.scene.rematch.opener) == (("Ann", "Bob"), 1)
    assert over.scene.verdict == verdict.scene.verdict


def test_a_die_in_doubt_is_asked_about_and_the_tap_is_recorded_as_the_players(evening: Evening) -> None:
    view = challenged(evening).lift((5, 1), (None, 4))
    assert view.kind is CheckScene
    assert view.message == "I can't read one die. Tap the face you see."
    assert view.scene.hands[1] == HandView(
        1,
        "Bob",
        2,
        (SlotView(None, Tone.DOUBTED, "cannot be read", BOX), SlotView(4, Tone.READ, None, BOX)),
        None,
    )
    assert not view.scene.may_accept
    assert evening.do(AcceptReading).fault == "Still one die to tap."
    assert evening.do(SetFace, seat=1, slot=0, face=5).scene.may_accept
    assert evening.do(AcceptReading).kind is VerdictScene
    assert evening.store.readings(1) == (
        (
            4,
            ReadingNote(
                (
                    DieNote(0, 5, Source.EYE, 5, 0.999),
                    DieNote(0, 1, Source.EYE, 1, 0.999),
                    DieNote(1, 5, Source.PLAYER, None, 0.4, "unread"),
                    DieNote(1, 4, Source.EYE, 4, 0.999),
                )
            ),
        ),
    )


def test_too_many_dice_are_told_by_player_and_one_is_taken_away(evening: Evening) -> None:
    view = challenged(evening).lift((5, 1), (5, 6, 4))
    assert view.scene.hands[1].complaint == (
        "Bob's cup: 2 dice expected, 3 seen. Take away what isn't Bob's die."
    )
    assert view.message == view.scene.hands[1].complaint
    assert evening.do(AcceptReading).fault == view.scene.hands[1].complaint
    view = evening.do(RemoveDie, seat=1, slot=1)
    assert [slot.face for slot in view.scene.hands[1].slots] == [5, 4]
    assert (view.scene.hands[1].complaint, view.scene.may_accept) == (None, True)


def maybe(if_die: int | None, face: int | None = None) -> ReadDie:
    """A thing that may be no die, with the face that it shows if it is one."""
    return ReadDie(
        BOX, face, False, 0.99, (Doubt.MAYBE_NO_DIE,), objectness=0.2, if_die=None if face else if_die
    )


def test_what_may_be_no_die_has_the_face_of_the_eye_as_soon_as_it_is_one(evening: Evening) -> None:
    view = challenged(evening).lift((5, 1), (5, maybe(4)))
    assert (view.message, view.scene.hands[1].slots[1].maybe_no_die) == ("Is this a die?", True)
    view = evening.do(ConfirmDie, seat=1, slot=1)
    assert view.scene.hands[1].slots[1] == SlotView(4, Tone.READ, None, BOX)
    assert view.scene.may_accept
    assert not evening.do(Undo).scene.may_accept
    evening.do(ConfirmDie, seat=1, slot=1)
    assert evening.do(AcceptReading).kind is VerdictScene
    assert evening.store.load(1).live_events[-1] == CupsRevealed(((5, 1), (5, 4)))


def test_a_die_whose_face_is_unsure_is_asked_about_once_it_is_one(evening: Evening) -> None:
    challenged(evening).lift((5, 1), (5, maybe(None)))
    view = evening.do(ConfirmDie, seat=1, slot=1)
    assert view.scene.hands[1].slots[1] == SlotView(None, Tone.DOUBTED, "cannot be read", BOX)
    assert evening.do(SetFace, seat=1, slot=1, face=3).scene.may_accept


def test_what_is_no_die_leaves_a_place_to_tap_or_is_gone_where_it_was_one_too_many(evening: Evening) -> None:
    challenged(evening).lift((5, 1), (5, maybe(4)))
    view = evening.do(RemoveDie, seat=1, slot=1)
    assert view.scene.hands[1].slots[1] == SlotView(None, Tone.DOUBTED, "is missing", None)
    view = evening.lift((5, 1), (5, 4, maybe(None, face=6)))
    assert (view.message, view.scene.may_accept) == ("Is this a die?", False)
    assert evening.do(RemoveDie, seat=1, slot=2).scene.may_accept


def test_a_die_that_was_not_seen_is_a_slot_to_tap(evening: Evening) -> None:
    view = challenged(evening).lift((5, 1), (5,))
    assert view.scene.hands[1].slots[1] == SlotView(None, Tone.DOUBTED, "is missing", None)
    assert view.scene.hands[1].complaint == "Bob's cup: 2 dice expected, 1 seen. Tap the missing one."
    view = evening.do(SetFace, seat=1, slot=1, face=2)
    assert (view.scene.hands[1].complaint, view.scene.may_accept) == (None, True)


def test_a_die_at_nobodys_place_is_marked_and_told_and_does_not_count(evening: Evening) -> None:
    challenged(evening)
    evening.eye.strays = (5,)
    view = evening.lift((5, 1), (5, 4))
    assert view.kind is CheckScene
    assert view.message.startswith("One die lies in nobody's place and doesn't count.")
    assert view.picture.marks[-1] == Mark(BOX, 5, Tone.DOUBTED, None, None)
    assert evening.do(AcceptReading).scene.verdict.count == 3


def test_any_die_may_be_tapped_also_one_that_the_eye_was_sure_of(evening: Evening) -> None:
    challenged(evening).lift((5, None), (5, 4))
    view = evening.do(SetFace, seat=1, slot=1, face=3)
    assert view.scene.hands[1].slots[1] == SlotView(3, Tone.TAPPED, None, BOX)


def test_a_face_that_no_die_has_is_refused(evening: Evening) -> None:
    challenged(evening).lift((5, None), (5, 4))
    assert evening.do(SetFace, seat=0, slot=1, face=7).fault == "A die shows 1 to 6, not 7."
    assert evening.do(SetFace, seat=0, slot=2, face=1).fault == "There is no die 3 at seat 0."


def test_the_players_may_move_a_die_and_have_the_table_read_again(evening: Evening) -> None:
    challenged(evening).lift((5, None), (5, 4))
    assert evening.lift((5, 1), (5, 4)).kind is VerdictScene


def test_all_dice_can_be_entered_by_hand(evening: Evening) -> None:
    challenged(evening)
    view = evening.do(EnterByHand)
    assert view.message == "Tap what each die shows: four to go."
    assert [len(hand.slots) for hand in view.scene.hands] == [2, 2]
    for seat, slot, face in ((0, 0, 5), (0, 1, 1), (1, 0, 5), (1, 1, 4)):
        assert not evening.view.scene.may_accept
        evening.do(SetFace, seat=seat, slot=slot, face=face)
    view = evening.do(AcceptReading)
    assert (view.kind, view.scene.verdict.count, view.picture) == (VerdictScene, 3, None)
    assert evening.store.readings(1)[0][1].tapped == 4


def test_without_a_camera_lifted_cups_are_entered_by_hand(sit_down: Callable[..., Evening]) -> None:
    evening = sit_down(with_camera=False)
    assert evening.view.scene.camera == "No camera: tap the dice in by hand."
    view = challenged(evening).do(CupsAreUp)
    assert (view.kind, view.has_camera, view.picture) == (CheckScene, False, None)


def test_who_is_out_has_no_hand_to_tap(evening: Evening) -> None:
    evening.begin(players=3, dice=1)
    evening.bid(3, 5)
    evening.challenge(1)
    evening.lift((2,), (3,), (3,))
    evening.do(NextRound)
    evening.bid(1, 2)
    evening.challenge(2)
    assert [hand.seat for hand in evening.do(EnterByHand).scene.hands] == [1, 2]


@pytest.mark.parametrize("faces", [(5, 5), (2, 5)])
def test_the_reveal_must_hold_what_was_shown(evening: Evening, faces: tuple[int, int]) -> None:
    evening.begin(dice=3)
    evening.bid(2, 5)
    evening.do(ShowDice, faces=faces)
    assert evening.view.scene.game.seats[0].shown == faces
    evening.challenge(1)
    view = evening.lift((5, 1, 3), (5, 4, 4))
    assert view.kind is CheckScene
    missing = "5" if faces == (5, 5) else "2"
    lie = "two 5s: only one lies" if faces == (5, 5) else "a 2: none lies"
    assert view.scene.hands[0].complaint == f"Ann showed {lie} at Ann's place."
    assert view.message == f"{view.scene.hands[0].complaint} Look again, or tap the right face."
    assert (view.scene.may_accept, view.scene.may_enter_by_hand, view.scene.may_read_again) == (
        False,
        True,
        True,
    )
    evening.do(SetFace, seat=0, slot=1, face=int(missing))
    assert evening.do(AcceptReading).kind is VerdictScene
