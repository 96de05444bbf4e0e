"""Figures of a rehearsal: early readings, standings that were lost, and what is printed of them all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.core.frame import NS_PER_S, Frame
from companion.play.base.views import PictureView, Tone
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    HandView,
    ReadingScene,
    RevealScene,
    SlotView,
    VerdictScene,
)
from companion.play.views import Scene, TableView
from companion.rules import BidMade, Challenged, CupsRevealed, GameBegun
from companion.simulator import LiftTruth
from companion.simulator.rehearsal import Failure, Tally, VirtualClock
from companion.simulator.rehearsal.ledger import STALL_S, Ledger, LiftEnd, Lifts, standing_on, standings_of
from companion.simulator.rehearsal.pace import WorkTime
from companion.simulator.rehearsal.tally import Flaw, spread
from tests.made_views import changed, made

CHALLENGED = made(1, RevealScene, "")
TRUTH = LiftTruth("one_by_one", NS_PER_S, 3 * NS_PER_S, 4 * NS_PER_S)
BEGUN = GameBegun("milton-bradley", ("Ann", "Bob"), (("dice", 2),), 0)
ROUND = (BEGUN, BidMade(0, 1, 5), Challenged(1), CupsRevealed(((5, 5), (2, 3))))


def read(scene: Scene, exposed_s: float) -> TableView:
    frame = Frame(np.zeros((2, 2, 3), np.uint8), round(exposed_s * NS_PER_S))
    return made(2, scene, picture=PictureView(frame, (), live=False))


def lifted(view: TableView, at_s: float, truth: LiftTruth = TRUTH) -> LiftEnd:
    clock = VirtualClock()
    lifts = Lifts(lambda: truth, clock, WorkTime(lambda: 0.0))
    lifts.follow(made(0, BiddingScene, ""))
    lifts.follow(CHALLENGED)
    clock.advance_to(round(at_s * NS_PER_S))
    lifts.follow(view)
    (end,) = lifts.ended
    return end


@pytest.mark.parametrize(("exposed_s", "early"), [(2.9, True), (3.1, False)])
def test_a_frame_from_before_all_dice_lay_open_is_read_early(exposed_s: float, early: bool) -> None:
    assert lifted(read(VerdictScene, exposed_s), 4.5).early is early


def test_a_cup_that_stays_down_makes_every_reading_early() -> None:
    assert lifted(read(CheckScene, 9.0), 9.0, replace(TRUTH, uncovered_at_ns=None)).early


@pytest.mark.parametrize(("at_s", "seconds"), [(4.5, 0.5), (3.5, 0.0)])
def test_seconds_count_from_the_last_hand_to_the_verdict(at_s: float, seconds: float) -> None:
    assert lifted(read(VerdictScene, 3.2), at_s).seconds == seconds


def test_a_question_has_its_doubts_counted_and_no_seconds() -> None:
    slots = SlotView(5, Tone.READ, None, None), SlotView(None, Tone.DOUBTED, "unread", None)
    asked = changed(read(CheckScene, 5.0), hands=(HandView(0, "Ann", 2, slots, None),))
    end = lifted(asked, 5.0)
    assert (end.questioned, end.asked, end.seconds) == (True, 1, None)


def test_a_reveal_that_was_taken_back_to_is_no_lift() -> None:
    lifts = Lifts(lambda: TRUTH, VirtualClock(), WorkTime(lambda: 0.0))
    for scene in (BiddingScene, VerdictScene, RevealScene, ReadingScene, VerdictScene):
        lifts.follow(made(1, scene))
    assert (lifts.ended, lifts.stalls_at_ns) == ([], None)


def test_people_wait_half_a_minute_from_the_last_hand() -> None:
    lifts = Lifts(lambda: TRUTH, VirtualClock(), WorkTime(lambda: 0.0))
    for view in (made(0, BiddingScene, ""), CHALLENGED):
        lifts.follow(view)
    assert lifts.stalls_at_ns == TRUTH.hands_gone_at_ns + STALL_S * NS_PER_S


def test_standings_that_the_journal_does_not_lead_to_are_lost() -> None:
    ledger = Ledger()
    ledger.seen = standings_of(ROUND)
    assert [ledger.lost(ROUND), ledger.lost(ROUND[:-1]), ledger.lost(ROUND[:2])] == [0, 1, 2]


def test_a_journal_that_goes_further_than_the_screen_ever_did_is_told() -> None:
    ledger = Ledger()
    ledger.seen = standings_of(ROUND[:2])
    assert ledger.lost(ROUND) == 1


def test_while_dice_are_read_the_screen_tells_no_standing() -> None:
    assert standing_on(made(1, ReadingScene, "")) is None


@pytest.mark.parametrize(
    ("flaw", "fine"),
    [
        (Flaw.STALLED, False),
        (Flaw.EARLY, False),
        (Flaw.LOST, False),
        (Flaw.CRASHED, False),
        (Flaw.STUCK, False),
        (Flaw.TOLD_WRONG, True),
        (Flaw.WRONG_VERDICT, True),
    ],
)
def test_what_stalls_is_early_is_lost_or_crashes_ends_a_rehearsal_badly(flaw: Flaw, fine: bool) -> None:
    assert Tally(failures=[Failure(1, 2, 3, flaw, "why")]).fine is fine


def test_a_failure_is_told_by_evening_round_and_seed() -> None:
    tally = Tally(failures=[Failure(1, 2, 3, Flaw.STALLED, "why")])
    assert tally.as_object()["failures"] == [{"evening": 1, "round": 2, "seed": 3, "why": "stalled: why"}]


def test_a_spread_is_told_by_ranks() -> None:
    assert spread([float(each) for each in range(1, 101)]) == {"median": 50.0, "p95": 95.0, "max": 100.0}
    assert spread([]) == {"median": None, "p95": None, "max": None}
