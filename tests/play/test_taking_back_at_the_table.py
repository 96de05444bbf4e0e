"""Undo in every scene, and correcting a reveal after the verdict."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.journal import Source
from companion.play.base.commands import (
    AcceptReading,
    CallSpotOn,
    CorrectReading,
    CupsAreUp,
    EnterByHand,
    EnterRoll,
    NextRound,
    PlayerLeaves,
    ResumeGame,
    SetFace,
    ShowDice,
    Undo,
)
from companion.play.base.views import Tone
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OpeningRollScene,
    OverScene,
    ReadingScene,
    RevealScene,
    VerdictScene,
)
from companion.rules import RevealCorrected, Undone
from companion.text import as_sentence, say
from tests.play.evening import Evening


def to_verdict(evening: Evening) -> Evening:
    evening.begin(dice=2)
    evening.bid(2, 5)
    evening.challenge(1)
    evening.lift((5, 1), (5, 4))
    return evening


def test_with_nothing_played_there_is_nothing_to_take_back(evening: Evening) -> None:
    view = evening.begin()
    assert (view.may_undo, view.undo_words) == (False, None)
    assert evening.do(Undo).fault == as_sentence(say("refusal.nothing_to_undo"))


def test_a_bid_is_taken_back_and_its_maker_is_on_turn_again(evening: Evening) -> None:
    evening.begin()
    view = evening.bid(3, 4)
    assert view.undo_words == "take back Ann's bid of three 4s"
    view = evening.do(Undo)
    assert (view.kind, view.scene.game.bid, view.scene.game.seats[0].to_act) == (BiddingScene, None, True)
    assert evening.store.load(1).events[-1] == Undone()


def test_shown_dice_are_taken_back(evening: Evening) -> None:
    evening.begin()
    evening.bid(3, 4)
    view = evening.do(ShowDice, faces=(4, 1))
    assert view.undo_words == "take back what Ann showed (a star and a 4)"
    view = evening.do(Undo)
    assert (view.scene.game.seats[0].shown, view.scene.show.most) == ((), 4)


def test_a_challenge_is_taken_back_and_the_round_goes_on(evening: Evening) -> None:
    evening.begin()
    evening.bid(3, 4)
    assert evening.challenge(1).undo_words == "take back Bob's challenge"
    view = evening.do(Undo)
    assert (view.kind, view.scene.game.bid) == (BiddingScene, "three 4s")


def test_undo_while_the_table_is_read_stops_the_reading(evening: Evening) -> None:
    evening.begin()
    evening.bid(3, 4)
    evening.challenge(1)
    assert evening.do(CupsAreUp).kind is ReadingScene
    evening.controller.idle()
    assert evening.view.undo_words == "back to the cups"
    assert evening.do(Undo).kind is RevealScene
    assert evening.store.load(1).length == 3


def test_undo_among_the_doubts_takes_back_tap_by_tap_then_goes_back_to_the_cups(evening: Evening) -> None:
    evening.begin(dice=2)
    evening.bid(2, 5)
    evening.challenge(1)
    first = evening.lift((None, None), (5, 4)).scene.hands
    evening.do(SetFace, seat=0, slot=0, face=3)
    evening.do(SetFace, seat=0, slot=0, face=4)
    evening.do(EnterByHand)
    assert [slot.face for slot in evening.view.scene.hands[0].slots] == [None, None]
    assert evening.do(Undo).scene.hands[0].slots[0].face == 4
    assert evening.view.undo_words == "take back the last tap"
    assert evening.do(Undo).scene.hands[0].slots[0].face == 3
    assert evening.do(Undo).scene.hands == first
    assert evening.view.undo_words == "back to the cups"
    assert evening.do(Undo).kind is RevealScene
    assert evening.do(Undo).kind is BiddingScene
    assert evening.store.load(1).events[-1] == Undone()


@pytest.mark.parametrize("at", ["reading", "failed", "read", "read twice", "left", "killed"])
def test_undo_of_reading_again_brings_back_the_taps(sit_down: Callable[..., Evening], at: str) -> None:
    evening = sit_down()
    evening.begin(players=3, dice=2)
    evening.bid(2, 5)
    evening.challenge(1)
    evening.lift((None, None), (5, 4), (2, 2))
    tapped = evening.do(SetFace, seat=0, slot=0, face=3)
    evening.do(CupsAreUp)
    assert evening.view.undo_words == "back to the tapped dice"
    match at:
        case "failed":
            assert evening.camera is not None
            evening.camera.gone = True
            evening.read()
            assert (evening.view.fault or "").endswith("Read again, or enter the dice by hand.")
            assert evening.view.scene == tapped.scene
            return
        case "read" | "read twice":
            evening.read()
            if at == "read twice":
                evening.lift((None, 1), (5, 4), (2, 2))
            assert not any(slot.tone is Tone.TAPPED for slot in evening.view.scene.hands[0].slots)
            assert evening.view.undo_words == "back to the tapped dice"
        case "left":
            evening.do(PlayerLeaves, player=2)
        case "killed":
            evening = sit_down()
            slots = evening.do(ResumeGame, game_id=1).scene.hands[0].slots
            assert [slot.face for slot in slots] == [3, None]
            return
    back = evening.do(Undo)
    assert (back.scene, back.undo_words) == (tapped.scene, "take back the last tap")
    assert back.picture == tapped.picture


def test_a_reveal_is_taken_back_from_the_verdict(evening: Evening) -> None:
    view = to_verdict(evening).view
    assert view.undo_words == "take back the reveal"
    view = evening.do(Undo)
    assert (view.kind, [seat.dice for seat in view.scene.game.seats]) == (RevealScene, [2, 2])
    assert evening.lift((5, 1), (2, 4)).scene.verdict.count == 2


def test_a_won_game_is_taken_back_to_before_the_reveal(evening: Evening) -> None:
    evening.begin(dice=1)
    evening.bid(3, 5)
    evening.challenge(1)
    evening.lift((2,), (3,))
    assert evening.do(NextRound).kind is OverScene
    view = evening.do(Undo)
    assert (view.kind, [seat.dice for seat in view.scene.game.seats]) == (
        RevealScene,
        [1, 1],
    )


def test_undo_at_the_start_of_a_round_takes_back_the_reveal_before_it(evening: Evening) -> None:
    to_verdict(evening).do(NextRound)
    evening.bid(1, 2)
    assert evening.do(Undo).kind is BiddingScene
    assert evening.view.undo_words == "take back the reveal"
    assert evening.do(Undo).kind is RevealScene


def test_an_opening_roll_is_taken_back_die_by_die_then_whole(evening: Evening) -> None:
    evening.begin("cardinal", 2)
    evening.do(EnterRoll, seat=0, face=5)
    assert evening.do(Undo).scene.hands[0].slots[0].face is None
    for seat, face in ((1, 2), (0, 5)):
        evening.do(EnterRoll, seat=seat, face=face)
    assert (evening.view.kind, evening.view.undo_words) == (BiddingScene, "take back the opening roll")
    view = evening.do(Undo)
    assert (view.kind, view.may_undo) == (OpeningRollScene, False)


def test_a_roll_entered_anew_replaces_the_one_before(evening: Evening) -> None:
    evening.begin("cardinal", 2)
    evening.do(EnterRoll, seat=0, face=5)
    evening.do(EnterRoll, seat=0, face=1)
    assert evening.do(Undo).scene.hands[0].slots[0].face == 5
    evening.do(EnterRoll, seat=0, face=1)
    view = evening.do(EnterRoll, seat=1, face=2)
    assert (view.kind, view.message) == (BiddingScene, "Bob rolled highest, a 2, and opens.")


def test_spot_on_is_taken_back(evening: Evening) -> None:
    evening.begin("rh", spot_on="win-back")
    evening.bid(3, 4)
    assert evening.do(CallSpotOn).undo_words == "take back Bob's spot on"
    assert evening.do(Undo).scene.spot_on is not None


def test_a_correction_takes_the_verdict_anew(evening: Evening) -> None:
    view = to_verdict(evening).do(CorrectReading)
    assert (view.kind, view.scene.may_accept, view.undo_words) == (
        CheckScene,
        True,
        "leave the reveal as it was",
    )
    assert [[slot.face for slot in hand.slots] for hand in view.scene.hands] == [[5, 1], [5, 4]]
    evening.do(SetFace, seat=0, slot=0, face=2)
    view = evening.do(AcceptReading)
    assert view.scene.verdict.headline == "Exactly two 5s!"
    assert [seat.dice for seat in view.scene.game.seats] == [2, 1]
    assert evening.store.load(1).events[-1] == RevealCorrected(((2, 1), (5, 4)))
    ((_, _), (_, note)) = evening.store.readings(1)
    assert [die.source for die in note.dice] == [Source.PLAYER, Source.EYE, Source.EYE, Source.EYE]


def test_a_correction_that_changes_nothing_writes_nothing(evening: Evening) -> None:
    verdict = to_verdict(evening).view.scene.verdict
    evening.do(CorrectReading)
    view = evening.do(AcceptReading)
    assert (view.kind, view.scene.verdict) == (VerdictScene, verdict)
    assert evening.store.load(1).length == 4


def test_a_correction_can_be_left_without_one(evening: Evening) -> None:
    to_verdict(evening).do(CorrectReading)
    evening.do(SetFace, seat=0, slot=0, face=2)
    evening.do(Undo)
    view = evening.do(Undo)
    assert (view.kind, view.scene.verdict.count) == (VerdictScene, 3)
    assert evening.store.load(1).length == 4


def test_behind_a_correction_taken_back_the_first_verdict_stands_again(evening: Evening) -> None:
    to_verdict(evening).do(CorrectReading)
    evening.do(SetFace, seat=0, slot=0, face=2)
    corrected = evening.do(AcceptReading)
    assert (corrected.undo_words, corrected.scene.verdict.told) == ("take back the correction", False)
    view = evening.do(Undo)
    assert (view.kind, view.scene.verdict.count, view.scene.verdict.told) == (VerdictScene, 3, True)
    assert evening.do(Undo).kind is RevealScene


@pytest.mark.parametrize("command", [CupsAreUp, EnterByHand])
def test_while_a_reveal_is_corrected_the_table_is_not_read_anew(
    evening: Evening, command: type[CupsAreUp]
) -> None:
    to_verdict(evening).do(CorrectReading)
    assert evening.do(command).fault == "The round is over: tap any wrong die."


def test_a_reveal_can_still_be_corrected_at_the_start_of_the_next_round_but_not_after_its_bid(
    evening: Evening,
) -> None:
    assert to_verdict(evening).do(NextRound).scene.may_correct
    assert evening.do(CorrectReading).kind is CheckScene
    evening.do(Undo)
    evening.do(NextRound)
    assert not evening.bid(1, 2).scene.may_correct
    assert evening.do(CorrectReading).fault == "Dice can be corrected only until the next bid."


def test_a_game_lost_by_a_wrong_reading_goes_on_after_its_correction(evening: Evening) -> None:
    evening.begin(dice=1)
    evening.bid(1, 5)
    evening.challenge(1)
    evening.lift((2,), (3,))
    evening.do(NextRound)
    assert evening.do(CorrectReading).kind is CheckScene
    evening.do(SetFace, seat=1, slot=0, face=1)
    view = evening.do(AcceptReading)
    assert (view.kind, view.scene.verdict.losses) == (VerdictScene, (0, 1))
    assert evening.do(NextRound).scene.winner == "Ann"
