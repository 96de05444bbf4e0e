"""When what happens of a verdict: the counting, the quiet, the stamp and the lost dice."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.play.modes.dice.views import CountedHand, VerdictView
from companion.ui.screens.dice.timeline import Moment, Timeline, timeline_of

USUAL = ((0, 1, 1, 0, 0), (1, 0, 0, 1, 0), (1, 0, 0, 0, 0))


def verdict(worth: tuple[tuple[int, ...], ...], quantity: int, losses: tuple[int, ...]) -> VerdictView:
    hands = tuple(CountedHand(seat, each) for seat, each in enumerate(worth))
    return VerdictView("", "", sum(map(sum, worth)), quantity, losses, (), "", hands, "Next round")


def played(timeline: Timeline, step_s: float = 0.02) -> list[Moment]:
    return [timeline.at(number * step_s) for number in range(int(timeline.end_s / step_s) + 2)]


def gaps(timeline: Timeline) -> list[float]:
    return [round(b.at_s - a.at_s, 6) for a, b in pairwise(timeline.lights)]


def test_the_count_climbs_die_by_die_to_what_was_counted() -> None:
    timeline = timeline_of(verdict(USUAL, 5, (1, 0, 0)), pictured=True)
    counts = [moment.count for moment in played(timeline)]
    assert list(dict.fromkeys(counts)) == [0, 1, 2, 3, 4, 5]
    assert [light.place for light in timeline.lights] == [(0, 1), (0, 2), (1, 0), (1, 3), (2, 0)]


def test_of_a_sum_each_die_adds_its_face() -> None:
    timeline = timeline_of(verdict(((4,), (2,)), 12, (1, 0)), pictured=True)
    assert [light.count for light in timeline.lights] == [4, 6]


def test_the_count_slows_down_towards_the_bid_and_no_longer_beyond_it() -> None:
    timeline = timeline_of(verdict(((1,) * 8,), 6, (0,)), pictured=True)
    waits = gaps(timeline)
    to_the_bid, beyond = waits[:5], waits[5:]
    assert to_the_bid == sorted(to_the_bid)
    assert to_the_bid[-1] > 2 * to_the_bid[0]
    assert beyond == [to_the_bid[0]] * 2


def test_nothing_is_told_before_the_quiet_is_over() -> None:
    timeline = timeline_of(verdict(USUAL, 5, (1, 0, 0)), pictured=True)
    last = timeline.lights[-1].at_s
    assert timeline.stamp_s - last >= 0.4 - 1e-9
    before = timeline.at(timeline.stamp_s - 0.01)
    assert (before.stamped, before.settled, before.flown, before.moved) == (0, 0, (0,), 0)
    assert before.count == 5


def test_the_picture_goes_from_hand_to_hand_and_back_to_the_whole_table() -> None:
    timeline = timeline_of(verdict(USUAL, 5, (1, 0, 0)), pictured=True)
    seen = [(moment.seen_before, moment.seen) for moment in played(timeline)]
    assert list(dict.fromkeys(seen)) == [(None, None), (None, 0), (0, 1), (1, 2), (2, None)]
    assert timeline.at(timeline.end_s).travelled == 1


def test_lost_dice_fill_the_next_squares_and_dice_won_back_leave_the_last() -> None:
    timeline = timeline_of(verdict(USUAL, 5, (2, -1, 0)), pictured=True)
    assert [(each.seat, each.back, each.square) for each in timeline.flights] == [
        (0, False, 0),
        (0, False, 1),
        (1, True, -1),
    ]
    assert timeline.at(timeline.end_s).moved == 1
    assert timeline.at(timeline.flights[0].at_s).moved == 0


def test_at_the_end_everything_is_there() -> None:
    timeline = timeline_of(verdict(USUAL, 5, (1, 0, 0)), pictured=True)
    end = timeline.at(timeline.end_s)
    assert (end.count, end.stamped, end.settled, end.flown, end.over) == (5, 1, 1, (1,), True)
    assert (end.seen, end.done) == (None, {0, 1, 2})
    assert set(end.lit.values()) == {1.0}


@pytest.mark.parametrize("pictured", [True, False])
@pytest.mark.parametrize("quantity", range(1, 10))
def test_at_the_end_every_lost_die_lies_on_its_square(quantity: int, pictured: bool) -> None:
    for losses in ((lost, -back, 0) for lost in range(6) for back in range(3)):
        timeline = timeline_of(verdict(USUAL, quantity, losses), pictured)
        end = timeline.at(timeline.end_s)
        assert (end.moved, set(end.flown) - {1.0}) == (sum(losses), set()), losses


def test_where_nothing_counts_the_hands_are_seen_all_the_same() -> None:
    timeline = timeline_of(verdict(((0, 0), (0, 0)), 3, (2, 0)), pictured=True)
    assert [visit.seat for visit in timeline.visits] == [0, 1]
    assert timeline.at(timeline.end_s).count == 0


@pytest.mark.parametrize("pictured", [True, False])
@pytest.mark.parametrize(
    ("worth", "quantity", "losses"),
    [
        (((1,) * 10,) * 6, 60, (0,) * 6),
        (((1, 0, 1, 1, 0, 0),) * 8, 16, (1,) * 8),
        (((1,) * 10,) * 6, 3, (10, 0, 0, 0, 0, 0)),
    ],
)
def test_the_longest_games_wait_no_longer_than_three_seconds(
    worth: tuple[tuple[int, ...], ...], quantity: int, losses: tuple[int, ...], pictured: bool
) -> None:
    assert timeline_of(verdict(worth, quantity, losses), pictured).end_s <= 3.0 + 1e-9


@pytest.mark.parametrize(("worth", "quantity"), [(USUAL, 5), (USUAL, 8), (USUAL, 3)])
def test_a_usual_round_takes_little_less(worth: tuple[tuple[int, ...], ...], quantity: int) -> None:
    lost = (max(1, abs(quantity - 5)), 0, 0)
    assert timeline_of(verdict(worth, quantity, lost), pictured=True).end_s == pytest.approx(2.9, abs=0.3)
