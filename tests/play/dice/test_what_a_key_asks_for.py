"""The view says what a key of the screen asks for: a command, or nothing while players must still choose."""

from __future__ import annotations

import pytest

from companion.play.base.commands import (
    AcceptReading,
    BeginNewJournal,
    BeginShow,
    CallChallenge,
    CallSpotOn,
    Command,
    EnterByHand,
    NewGame,
    Peek,
    PlayUnsaved,
    SalvageJournal,
    ShowDice,
    TryJournalAgain,
)
from companion.play.base.views import RematchView, Tone
from companion.play.modes.dice.views import (
    BiddingScene,
    CallSheet,
    CallView,
    CheckScene,
    HandView,
    LiftView,
    NextKey,
    RevealScene,
    SeatView,
    ShowBy,
    ShowView,
    SlotView,
    SpotOnView,
)
from companion.play.overlays.views import JournalScene
from companion.play.views import TableView
from companion.text import say
from tests.made_views import made


def view(*callers: int, turn: int = 1, **fields: object) -> TableView:
    seats = tuple(
        SeatView(at, "ABCD"[at], 5, 0, (), at == turn, at == 0, False, None, may_challenge=at in callers)
        for at in range(4)
    )
    return made(7, BiddingScene, "", seats=seats, **fields)


def show(by: ShowBy, seen: int | None = None) -> ShowView:
    return ShowView(0, "A", 4, by, seen=seen)


def spot_on(*callers: int) -> SpotOnView:
    return SpotOnView("Calza!", "Who calls calza?", callers)


@pytest.mark.parametrize(
    ("callers", "several", "call"),
    [
        ((), False, None),
        ((), True, None),
        ((1,), False, CallView("Liar!", CallChallenge(7, (1,)))),
        ((1,), True, CallView("Liar!", CallChallenge(7, (1,)))),
        ((1, 3), False, CallView("Liar!", CallChallenge(7, (1,)))),
        ((1, 3), True, CallView("Liar!", sheet=CallSheet.CALLERS)),
    ],
)
def test_one_who_may_challenge_calls_at_once_and_of_several_it_is_asked_who(
    callers: tuple[int, ...], several: bool, call: CallView | None
) -> None:
    shown = view(*callers, several_may_challenge=several, shout="Liar!")
    assert (shown.scene.challenge(7), tuple(seat.seat for seat in shown.scene.callers)) == (call, callers)


def test_the_player_on_turn_peeks_first() -> None:
    calls = [view(turn=at, may_peek=True).scene.calls(7) for at in range(4)]
    assert calls == [(CallView("Peek", Peek(7, at), CallSheet.PEEK),) for at in range(4)]


@pytest.mark.parametrize(
    ("by", "call", "told"),
    [
        (ShowBy.CAMERA, CallView("A puts dice out", BeginShow(7, 1), name="A"), ShowDice(7, (5, 1))),
        (
            ShowBy.HOUSE,
            CallView("A puts dice out", sheet=CallSheet.SHOWN_DICE, name="A"),
            BeginShow(7, 2, (5, 1)),
        ),
        (ShowBy.HAND, CallView("A puts dice out", sheet=CallSheet.SHOWN_DICE, name="A"), ShowDice(7, (5, 1))),
    ],
)
def test_dice_are_shown_to_the_camera_slid_out_by_the_house_or_told(
    by: ShowBy, call: CallView, told: Command
) -> None:
    assert (view(show=show(by)).scene.calls(7), show(by).told(7, (5, 1))) == ((call,), told)


def test_the_keys_beside_the_challenge_are_those_of_what_may_be_called() -> None:
    open_now = view(spot_on=spot_on(1), may_peek=True, show=show(ShowBy.CAMERA))
    assert [call.words for call in open_now.scene.calls(7)] == ["Calza!", "A puts dice out", "Peek"]
    assert view().scene.calls(7) == ()


def test_one_who_may_call_spot_on_calls_at_once_and_of_several_it_is_asked_who() -> None:
    assert view(spot_on=spot_on(1)).scene.calls(7) == (CallView("Calza!", CallSpotOn(7, 1)),)
    assert view(spot_on=spot_on(1, 3)).scene.calls(7) == (CallView("Calza!", sheet=CallSheet.SPOT_ON),)


def test_a_view_is_of_the_scene_that_its_screen_draws_or_says_which_is_shown() -> None:
    shown = view()
    assert shown.of(BiddingScene) is shown
    with pytest.raises(ValueError, match="the scene is bidding, not check"):
        shown.of(CheckScene)


@pytest.mark.parametrize(
    ("fields", "way"),
    [
        ({}, NextKey("Accept", None)),
        ({"may_accept": True}, NextKey("Accept", AcceptReading(7))),
        ({"may_enter_by_hand": True}, NextKey("Enter by hand", EnterByHand(7))),
        ({"show": show(ShowBy.CAMERA)}, NextKey("Show", None)),
        ({"show": show(ShowBy.CAMERA), "may_accept": True}, NextKey("Show", AcceptReading(7))),
        ({"show": show(ShowBy.CAMERA, seen=3)}, NextKey("Show 3", BeginShow(7, 3))),
    ],
)
def test_one_key_leads_on_from_a_reading(fields: dict[str, object], way: NextKey) -> None:
    assert made(7, CheckScene, **fields).scene.next_key(7) == way


def test_where_nobody_looks_out_for_lifted_cups_the_players_are_asked_for_all_of_it() -> None:
    aside = say("reveal.aside")
    assert made(7, RevealScene).scene.awaited(has_camera=True) == LiftView("Cups up!", aside, True)
    by_hand = "No camera: lift the cups and tap the dice in."
    assert made(7, RevealScene).scene.awaited(has_camera=False) == LiftView("Cups up!", by_hand, True)
    looked_out_for = LiftView("Lift your cups", "B's cup is still down.", False)
    assert made(7, RevealScene, lift=looked_out_for).scene.awaited(has_camera=True) is looked_out_for


def test_the_players_are_asked_about_doubted_dice_and_about_those_that_lack() -> None:
    read, doubted = SlotView(5, Tone.READ, None, None), SlotView(5, Tone.DOUBTED, "cocked", None)
    hands = (HandView(0, "A", 2, (read, read), None), HandView(2, "C", 3, (read, doubted), None))
    assert made(7, CheckScene, hands=hands).scene.doubted == ((2, 1), (2, 2))


def test_once_more_is_the_same_game_with_the_winner_to_open() -> None:
    again = RematchView("cardinal", ("A", "B"), (("dice", 3),), 1)
    assert again.begun(7) == NewGame(7, "cardinal", ("A", "B"), (("dice", 3),), 1)


@pytest.mark.parametrize(
    ("may", "commands"),
    [
        ((True, True, True), [SalvageJournal, TryJournalAgain, BeginNewJournal, PlayUnsaved]),
        ((False, False, False), [TryJournalAgain]),
        ((False, True, True), [TryJournalAgain, BeginNewJournal, PlayUnsaved]),
    ],
)
def test_the_likeliest_way_on_from_a_journal_that_cannot_be_used_comes_first(
    may: tuple[bool, bool, bool], commands: list[type[Command]]
) -> None:
    assert [way.command for way in JournalScene("", *may).ways(7)] == [command(7) for command in commands]
