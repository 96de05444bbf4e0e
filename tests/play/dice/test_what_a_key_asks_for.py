"""The view says what a key of the screen asks for: a command, or nothing while players must still choose."""

from __future__ import annotations

import pytest

from companion.play.commands import (
    AcceptReading,
    BeginShow,
    CallChallenge,
    Command,
    EnterByHand,
    Peek,
    ShowDice,
)
from companion.play.dice.views import LiftView, ShowBy, ShowView, WayOn
from companion.play.views import Scene, SeatView, TableView


def view(*callers: int, turn: int = 1, **fields: object) -> TableView:
    seats = tuple(
        SeatView(at, "ABCD"[at], 5, 0, (), at == turn, at == 0, False, None, may_challenge=at in callers)
        for at in range(4)
    )
    return TableView(7, Scene.BIDDING, "", seats=seats, **fields)


def show(by: ShowBy, seen: int | None = None) -> ShowView:
    return ShowView(0, "A", 4, by, seen=seen)


@pytest.mark.parametrize(
    ("callers", "several", "command"),
    [
        ((), False, None),
        ((), True, None),
        ((1,), False, CallChallenge(7, (1,))),
        ((1,), True, CallChallenge(7, (1,))),
        ((1, 3), False, CallChallenge(7, (1,))),
        ((1, 3), True, None),
    ],
)
def test_one_who_may_challenge_calls_at_once_and_of_several_it_is_asked_who(
    callers: tuple[int, ...], several: bool, command: Command | None
) -> None:
    shown = view(*callers, several_may_challenge=several)
    assert (shown.challenge, tuple(seat.seat for seat in shown.callers)) == (command, callers)


def test_the_player_on_turn_peeks_first() -> None:
    assert [view(turn=at).peek for at in range(4)] == [Peek(7, at) for at in range(4)]


@pytest.mark.parametrize(
    ("by", "begun", "told"),
    [
        (ShowBy.CAMERA, BeginShow(7, 1), ShowDice(7, (5, 1))),
        (ShowBy.HOUSE, None, BeginShow(7, 2, (5, 1))),
        (ShowBy.HAND, None, ShowDice(7, (5, 1))),
    ],
)
def test_dice_are_shown_to_the_camera_slid_out_by_the_house_or_told(
    by: ShowBy, begun: Command | None, told: Command
) -> None:
    assert (show(by).begun(7), show(by).told(7, (5, 1))) == (begun, told)


@pytest.mark.parametrize(
    ("fields", "way"),
    [
        ({}, WayOn("Accept", None)),
        ({"may_accept": True}, WayOn("Accept", AcceptReading(7))),
        ({"may_enter_by_hand": True}, WayOn("By hand", EnterByHand(7))),
        ({"show": show(ShowBy.CAMERA)}, WayOn("Show", None)),
        ({"show": show(ShowBy.CAMERA), "may_accept": True}, WayOn("Show", AcceptReading(7))),
        ({"show": show(ShowBy.CAMERA, seen=3)}, WayOn("Show 3", BeginShow(7, 3))),
    ],
)
def test_one_key_leads_on_from_a_reading(fields: dict[str, object], way: WayOn) -> None:
    assert view(**fields).way_on == way


def test_where_nobody_looks_out_for_lifted_cups_the_players_are_asked_for_all_of_it() -> None:
    aside = "All cups up and aside, hands out of the picture."
    assert view(has_camera=True).awaited == LiftView("Cups up!", aside, True)
    by_hand = "No camera: lift the cups and tap the dice in."
    assert view().awaited == LiftView("Cups up!", by_hand, True)
    looked_out_for = LiftView("Lift your cups", "B's cup is still down.", False)
    assert view(lift=looked_out_for, has_camera=True).awaited is looked_out_for
