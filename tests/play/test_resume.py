"""A game taken up again stands where it was left, in every phase."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from evening import Evening

from companion.play.commands import (
    AcceptReading,
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
from companion.play.views import Scene, TableView

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
    opening_roll: Scene.OPENING_ROLL,
    opening: Scene.BIDDING,
    bidding: Scene.BIDDING,
    showing: Scene.BIDDING,
    reveal: Scene.REVEAL,
    reading: Scene.REVEAL,
    checking: Scene.REVEAL,
    tapping: Scene.REVEAL,
    verdict: Scene.VERDICT,
    corrected: Scene.VERDICT,
    next_round: Scene.BIDDING,
    over: Scene.OVER,
    undone: Scene.REVEAL,
}


@pytest.mark.parametrize("play", RESUMED_AS, ids=lambda play: play.__name__)
def test_after_a_power_cut_the_game_stands_where_it_was(sit_down: SitDown, play: Callable) -> None:
    first = sit_down()
    play(first)
    left = first.view
    second = sit_down()
    assert [saved.game_id for saved in second.view.welcome.saved] == [1]
    resumed = second.do(ResumeGame, game_id=1)
    assert resumed.scene is RESUMED_AS[play]
    if resumed.scene is left.scene:
        assert game_on(resumed) == game_on(left)
    else:
        assert (resumed.seats, resumed.bid) == (left.seats, left.bid)


def game_on(view: TableView) -> TableView:
    """The view without what a journal does not keep: the picture, the eye's boxes, the view's number."""
    hands = tuple(
        replace(hand, slots=tuple(replace(slot, box=None) for slot in hand.slots)) for hand in view.hands
    )
    found = view.verdict and replace(view.verdict, hands=hands, told=True)
    return replace(view, number=0, picture=None, hands=hands, verdict=found)


def test_a_reveal_may_be_corrected_after_a_power_cut(sit_down: SitDown) -> None:
    first = sit_down()
    verdict(first)
    assert not first.view.verdict.told
    evening = sit_down()
    assert evening.do(ResumeGame, game_id=1).verdict.told
    evening.do(CorrectReading)
    evening.do(SetFace, seat=0, slot=1, face=2)
    assert evening.do(AcceptReading).verdict.count == 1


def test_a_game_left_for_another_waits_as_it_was(evening: Evening) -> None:
    bidding(evening)
    evening.do(LeaveGame)
    verdict(evening)
    evening.do(LeaveGame)
    view = evening.do(ResumeGame, game_id=1)
    assert (view.scene, view.bid, view.undo_words) == (
        Scene.BIDDING,
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
