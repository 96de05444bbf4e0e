"""Scenes of bids on the track and on the pad, and of what lies over both."""

from __future__ import annotations

from collections.abc import Callable

from companion.play.base.commands import CallChallenge
from companion.play.base.views import PictureView
from companion.play.modes.dice.views import BidView, CallSheet, PadView
from companion.play.views import TableView
from companion.rules import BidMade
from companion.ui.stage import Stage
from tests.made_views import changed
from tests.ui import sample_games as games
from tests.ui import sample_parts as parts
from tests.ui import sample_views as views
from tests.ui.perudo_scenes import calling
from tests.ui.sample_scene import SampleScene, dice_scene, of_each_seat, top_sheet
from tests.ui.server_scenes import server_scenes

SIX = parts.LONG_NAMES
OWED = "Maximiliane and Bartholomew owe two more dice between them: put them on the Lost Dice Squares."


def _shout(stage: Stage) -> None:
    """The player on turn has just challenged."""
    caller = next(seat.seat for seat in dice_scene(stage.view).game.seats if seat.may_challenge)
    stage.answer(CallChallenge(stage.view.number, (caller,)))


def bidding_scenes() -> tuple[SampleScene, ...]:
    """Bids on the track and on the pad, and what lies over both."""
    return (*_bids_on_the_track(), *_advice(), *_over_the_track(), *_bids_on_the_pad())


def _press(stage: Stage, name: str) -> None:
    stage.screen.ids[name].dispatch("on_release")


def _tap_space(at: int) -> Callable[[Stage], None]:
    return lambda stage: stage.screen.track.keys[at].dispatch("on_release")


def _show_dice(stage: Stage) -> None:
    calling(CallSheet.SHOWN_DICE)(stage)
    for face in (1, 5, 5):
        top_sheet(stage).add(face)


def _with_shown_dice() -> TableView:
    return of_each_seat(views.bidding(SIX), lambda each: {"shown": (1, 5) if each.seat == 0 else ()})


def _many_bids() -> TableView:
    made = (BidView(at % 6, SIX[at % 6], 2 + at // 3, 1 + at % 6) for at in range(14))
    return changed(views.bidding(SIX), bids=tuple(made))


def _bids_on_the_track() -> tuple[SampleScene, ...]:
    chips = views.bidding(SIX, pots=(12, 36))
    ten = of_each_seat(chips, lambda each: {"dice": 8, "lost": 2, "chips": 7})
    sixty = games.shown(games.going_on(games.begun(SIX, dice=10), BidMade(0, 9, 4)))
    return (
        SampleScene("bidding_opening", views.bidding(bid=None)),
        SampleScene("bidding", views.bidding(parts.SHORT_NAMES[:4])),
        SampleScene("bidding_bids", _many_bids(), lambda stage: stage.screen._show_bids()),
        SampleScene("bidding_two", views.bidding(parts.SHORT_NAMES[:2], (3, 1))),
        SampleScene("bidding_six", _with_shown_dice()),
        SampleScene("bidding_chips", of_each_seat(chips, lambda each: {"chips": 47})),
        SampleScene("bidding_ten_dice", ten),
        SampleScene("bidding_far", views.bidding(SIX, (16, 4))),
        SampleScene("bidding_face", views.bidding(), _tap_space(12)),
        SampleScene("bidding_star", views.bidding(), _tap_space(13)),
        SampleScene("bidding_laps", sixty, _tap_space(0)),
        SampleScene("bidding_star_laps", sixty, _tap_space(4)),
        SampleScene("bidding_refused", views.bidding(), _tap_space(2)),
        SampleScene("bidding_fault", views.bidding(SIX, fault=parts.LONG_FAULT)),
        SampleScene(
            "bidding_fault_large", views.bidding(fault=parts.LONG_FAULT), lambda stage: stage.read_out()
        ),
        SampleScene("bidding_show", views.bidding(), _show_dice),
    )


def _advice() -> tuple[SampleScene, ...]:
    owed = views.advised(_with_shown_dice(), OWED)
    return (
        SampleScene("bidding_advice", owed),
        SampleScene("bidding_advice_asked", owed, lambda stage: stage.ask_advice()),
        SampleScene("pad_advice", views.advised(_eight_callers(), OWED)),
    )


def _over_the_track() -> tuple[SampleScene, ...]:
    frame, _hands, _marks = views.hands_of(SIX)
    peeking = views.bidding(SIX, peeking=1, picture=PictureView(frame, (), True))
    return (
        SampleScene("bidding_undo", views.bidding(), lambda stage: stage.ask_undo()),
        SampleScene("shout", views.bidding(), _shout),
        SampleScene("shout_of_many", views.padded(SIX, bid_quantity=24), _shout),
        SampleScene("bidding_menu", views.bidding(may_correct=True), lambda stage: stage.lead()),
        *server_scenes(),
        SampleScene("bidding_peek", peeking, calling(CallSheet.PEEK)),
    )


def _eight_callers() -> TableView:
    return views.padded(parts.SHORT_NAMES, calls=True)


def _bids_on_the_pad() -> tuple[SampleScene, ...]:
    palafico = "Bob's Palafico round: nothing is wild, and the face stays 5s."
    tie_breaker = "Tie breaker: bid on the sum of the last two dice."
    totals = views.padded(parts.SHORT_NAMES[:2], PadView((), (7, 12), None), banner=tie_breaker)
    return (
        SampleScene("pad", views.padded(parts.LONG_NAMES[:4])),
        SampleScene("pad_eight", _eight_callers()),
        SampleScene("pad_callers", _eight_callers(), lambda stage: _press(stage, "challenge")),
        SampleScene("pad_palafico", views.padded(view=parts.pad(locked=5), banner=palafico)),
        SampleScene("pad_totals", totals),
    )
