"""A game taken up again stands where it was left, in every phase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.play.base.commands import (
    AcceptReading,
    BeginShow,
    CorrectReading,
    CupsAreUp,
    EnterByHand,
    EnterRoll,
    LeaveGame,
    NextRound,
    ResumeGame,
    SetFace,
    ShowDice,
    Undo,
)
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    OpeningRollScene,
    OverScene,
    RevealScene,
    VerdictScene,
)
from companion.play.views import TableView, hands_of
from tests.made_views import changed
from tests.play.evening import Evening

SitDown = Callable[..., Evening]


def opening_roll(evening: Evening) -> None:
    evening.begin("cardinal", 3)
    for seat, face in enumerate((5, 2, 5)):
        evening.do(EnterRoll, seat=seat, face=face)


def opening(evening: Evening) -> None:
    evening.begin(dice=3)


def bidding(evening: Evening) -> None:
    evening.begin(dice=3)
    evening.bid(2, 5)


def showing(evening: Evening) -> None:
    bidding(evening)
    evening.do(ShowDice, faces=(5,))


def reveal(evening: Evening) -> None:
    showing(evening)
    evening.challenge(1)


def reading(evening: Evening) -> None:
    reveal(evening)
    evening.do(CupsAreUp)


def checking(evening: Evening) -> None:
    reveal(evening)
    evening.lift((5, 1, 3), (None, 4, 4))


def tapping(evening: Evening) -> None:
    reveal(evening)
    evening.do(EnterByHand)
    evening.do(SetFace, seat=0, slot=0, face=5)


def tapping_what_was_read(evening: Evening) -> None:
    checking(evening)
    evening.do(SetFace, seat=1, slot=0, face=4)


def tapping_one_of_two_unread(evening: Evening) -> None:
    reveal(evening)
    evening.lift((5, 1, 3), (None, None, 4))
    evening.do(SetFace, seat=1, slot=0, face=4)


def all_tapped(evening: Evening) -> None:
    tapping_what_was_read(evening)
    evening.do(SetFace, seat=0, slot=1, face=2)


def correcting(evening: Evening) -> None:
    verdict(evening)
    evening.do(CorrectReading)
    evening.do(SetFace, seat=0, slot=1, face=2)


def tapping_shown_dice(evening: Evening) -> None:
    bidding(evening)
    evening.do(BeginShow, count=2)
    evening.do(EnterByHand)
    evening.do(SetFace, seat=0, slot=0, face=5)


def tapping_too_many_shown(evening: Evening) -> None:
    bidding(evening)
    evening.do(BeginShow, count=1)
    evening.lift((5, 4), ())
    evening.do(SetFace, seat=0, slot=0, face=6)
    assert evening.view.message == "You show 1 die, I see 2. Take the extra away."


def rolls_taken_back(evening: Evening) -> None:
    evening.begin("cardinal", 3)
    for seat, face in enumerate((5, 2)):
        evening.do(EnterRoll, seat=seat, face=face)
    evening.do(Undo)


def verdict(evening: Evening) -> None:
    reveal(evening)
    evening.lift((5, 1, 3), (4, 4, 4))


def corrected(evening: Evening) -> None:
    verdict(evening)
    evening.do(CorrectReading)
    evening.do(SetFace, seat=0, slot=1, face=2)
    evening.do(AcceptReading)


def next_round(evening: Evening) -> None:
    verdict(evening)
    evening.do(NextRound)
    evening.bid(1, 3)


def over(evening: Evening) -> None:
    evening.begin(dice=1)
    evening.bid(3, 5)
    evening.challenge(1)
    evening.lift((2,), (3,))
    evening.do(NextRound)


def undone(evening: Evening) -> None:
    next_round(evening)
    evening.do(Undo)
    evening.do(Undo)


RESUMED_AS = {
    opening_roll: OpeningRollScene,
    opening: BiddingScene,
    bidding: BiddingScene,
    showing: BiddingScene,
    reveal: RevealScene,
    reading: RevealScene,
    checking: RevealScene,
    tapping: CheckScene,
    tapping_what_was_read: CheckScene,
    tapping_one_of_two_unread: CheckScene,
    all_tapped: CheckScene,
    correcting: CheckScene,
    tapping_shown_dice: CheckScene,
    tapping_too_many_shown: CheckScene,
    rolls_taken_back: OpeningRollScene,
    verdict: VerdictScene,
    corrected: VerdictScene,
    next_round: BiddingScene,
    over: OverScene,
    undone: RevealScene,
}


@pytest.mark.parametrize("play", RESUMED_AS, ids=lambda play: play.__name__)
def test_after_a_power_cut_the_game_stands_where_it_was(sit_down: SitDown, play: Callable) -> None:
    first = sit_down()
    play(first)
    left = first.view
    second = sit_down()
    assert [saved.game_id for saved in second.view.scene.saved] == [1]
    resumed = second.do(ResumeGame, game_id=1)
    assert resumed.kind is RESUMED_AS[play]
    if resumed.kind is left.kind:
        assert game_on(resumed) == game_on(left)
    else:
        assert (resumed.scene.game.seats, resumed.scene.game.bid) == (
            left.scene.game.seats,
            left.scene.game.bid,
        )


@pytest.mark.parametrize("play", [all_tapped, correcting, tapping_shown_dice], ids=lambda play: play.__name__)
def test_undo_after_a_power_cut_takes_back_one_tap(sit_down: SitDown, play: Callable) -> None:
    first = sit_down()
    play(first)
    second = sit_down()
    second.do(ResumeGame, game_id=1)
    assert game_on(second.do(Undo)) == game_on(first.views[-2])


def test_a_power_cut_before_the_first_tap_reads_again(sit_down: SitDown) -> None:
    first = sit_down()
    tapping(first)
    first.do(Undo)
    assert sit_down().do(ResumeGame, game_id=1).kind is RevealScene


def test_the_same_face_tapped_in_the_next_game_survives_a_power_cut_too(sit_down: SitDown) -> None:
    first = sit_down()
    for _ in range(2):
        first.begin("cardinal", 3)
        first.do(EnterRoll, seat=0, face=4)
        first.do(LeaveGame)
    resumed = sit_down().do(ResumeGame, game_id=2)
    assert [slot.face for hand in hands_of(resumed.scene) for slot in hand.slots] == [4, None, None]


def test_a_disk_that_takes_no_tap_stops_nobody(evening: Evening) -> None:
    checking(evening)
    evening.store.full = True
    view = evening.do(SetFace, seat=1, slot=0, face=4)
    assert view.fault == "The disk is full: free some space, then try again."
    assert view.scene.hands[1].slots[0].face == 4


@pytest.mark.parametrize(
    "entered",
    [
        "",
        "[]",
        "{}",
        '{"hands":[]}',
        '{"rolls":[[7,1]]}',
        '{"hands":[[[0,3,[],[[9,"eye"]]]]],"correcting":false}',
    ],
)
def test_taps_that_cannot_be_read_are_left_out(sit_down: SitDown, entered: str) -> None:
    first = sit_down()
    checking(first)
    first.store.keep_unfinished(1, entered)
    view = sit_down().do(ResumeGame, game_id=1)
    assert (view.kind, view.fault) == (RevealScene, None)


def game_on(view: TableView) -> TableView:
    """The view without what a journal does not keep: the picture, the eye's boxes, the view's number.

    Nor with the names to offer: those of this game are among them once it was taken up again.
    """
    company = view.company and replace(view.company, known=())
    view = changed(view, number=0, picture=None, company=company)
    if not hands_of(view.scene):
        return view
    hands = tuple(
        replace(hand, slots=tuple(replace(slot, box=None) for slot in hand.slots))
        for hand in hands_of(view.scene)
    )
    if not isinstance(view.scene, VerdictScene | OverScene):
        return changed(view, hands=hands)
    return changed(view, hands=hands, verdict=replace(view.scene.verdict, hands=hands, told=True))


def test_a_reveal_may_be_corrected_after_a_power_cut(sit_down: SitDown) -> None:
    first = sit_down()
    verdict(first)
    assert not first.view.scene.verdict.told
    evening = sit_down()
    assert evening.do(ResumeGame, game_id=1).scene.verdict.told
    evening.do(CorrectReading)
    evening.do(SetFace, seat=0, slot=1, face=2)
    assert evening.do(AcceptReading).scene.verdict.count == 1


def test_a_game_left_for_another_waits_as_it_was(evening: Evening) -> None:
    bidding(evening)
    evening.do(LeaveGame)
    verdict(evening)
    evening.do(LeaveGame)
    view = evening.do(ResumeGame, game_id=1)
    assert (view.kind, view.scene.game.bid, view.undo_words) == (
        BiddingScene,
        "two 5s",
        "take back Ann's bid of two 5s",
    )


def test_the_simulated_dice_are_the_same_after_a_power_cut(sit_down: SitDown) -> None:
    first = sit_down(with_cups=True)
    showing(first)
    (dealt,) = [told for told in first.cups.told if told[0] == "deal"]
    (shown,) = [told for told in first.cups.told if told[0] == "show"]
    second = sit_down(with_cups=True)
    second.do(ResumeGame, game_id=1)
    assert [told for told in second.cups.told if told[0] in ("deal", "show")] == [dealt, shown]
