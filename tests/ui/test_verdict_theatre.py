"""The verdict as the table sees it: nothing is told before it is counted, and a touch skips to the end."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kivy.animation import Animation

from companion.play.base.commands import NextRound
from companion.play.modes.dice.views import BiddingScene, CountedHand
from companion.play.views import TableView
from companion.text import say
from companion.ui.art.theme import THEME
from tests.made_views import changed
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, draw_frames, shown

pytestmark = pytest.mark.slow

SLOW = 1000.0
"""Movements take so much longer: what is seen between two frames of a test stands still."""
SIZES = ((800, 480), (480, 800), (1280, 720))


@pytest.fixture
def slow_table(kept_table: Opened) -> Opened:
    THEME.motion = SLOW
    return kept_table


def verdict(**changes: object) -> TableView:
    """Nine 5s are counted for a bid of seven: Bob loses two dice."""
    return changed(views.verdict(), **changes)


def at(table: TouchedTable, seconds: float) -> None:
    """Stop the theatre at a time."""
    Animation.cancel_all(table.stage.screen, "elapsed")
    table.stage.screen.elapsed = seconds
    draw_frames()


def header(table: TouchedTable) -> str:
    return table.stage.ids.header.message


def runs(table: TouchedTable) -> bool:
    """Whether the theatre goes on by itself."""
    before = table.stage.screen.elapsed
    draw_frames(10)
    return table.stage.screen.elapsed != before


HEADLINE = say("headline.enough", found="Nine 5s")
TOLD = {HEADLINE, "−2", "Next round", "That's not right"}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("camera", [True, False])
def test_until_the_stamp_nothing_says_how_it_ends(
    slow_table: Opened, size: tuple[int, int], camera: bool
) -> None:
    view = verdict() if camera else verdict(picture=None)
    table = slow_table(*size).show(view)
    stamp_s = table.stage.screen._timeline.stamp_s
    for part in (0.0, 0.3, 0.6, 0.99):
        at(table, stamp_s * part)
        assert table.words() & (TOLD | {view.scene.verdict.sentence, view.message}) == set()
        assert header(table) == "Bob challenges Ann's bid of seven 5s."
    at(table, stamp_s + 0.1)
    assert {HEADLINE, "−2", view.scene.verdict.sentence} <= table.words()
    lie, opens = view.scene.verdict.lie, view.message
    assert {lie, opens} <= table.words() if size[0] < size[1] else header(table) == f"{lie}\n{opens}"
    assert table.stage.screen.lost == 0
    at(table, table.stage.screen._timeline.end_s)
    assert table.words() >= TOLD
    assert table.stage.screen.lost == 2


def test_the_dice_light_up_one_after_another_and_the_others_stay_as_they_are(slow_table: Opened) -> None:
    table = slow_table().show(verdict())
    screen = table.stage.screen
    lights = screen._timeline.lights
    assert [light.place[0] for light in lights] == [1, 1, 1, 2, 2, 2, 0, 0, 0]
    for number, light in enumerate(lights, start=1):
        at(table, light.at_s + 0.01)
        assert screen.shown_count == number
        assert sum(len(strip.counted()) for strip in screen.ids.hands.children) == number
    assert {die.faded for strip in screen.ids.hands.children for die in strip._dice} == {0.0, 0.42}


def test_the_name_of_the_hand_that_is_counted_stands_there(slow_table: Opened) -> None:
    table = slow_table().show(verdict())
    for visit, name in zip(table.stage.screen._timeline.visits, ("Bob", "Cy", "Ann"), strict=True):
        at(table, visit.at_s + 0.1)
        assert table.stage.screen.counting_name == name


def test_the_picture_shows_each_players_dice_large_and_at_last_the_whole_table(slow_table: Opened) -> None:
    view = verdict()
    table = slow_table().show(view)
    screen, frame = table.stage.screen, view.picture.frame
    picture = screen.ids.picture
    for visit in screen._timeline.visits:
        at(table, visit.at_s + visit.travel_s)
        for slot in view.scene.hands[visit.seat].slots:
            x, y, width, height = picture.spot(slot.box)
            assert picture.x <= x < x + width <= picture.right
            assert picture.y <= y < y + height <= picture.top
            assert width > 40
    at(table, screen._timeline.end_s)
    x, y, width, height = picture.spot((0, 0, frame.width, frame.height))
    assert picture.x <= x < x + width <= picture.right
    assert picture.y <= y < y + height <= picture.top


def test_the_texture_is_filled_once_however_far_the_picture_travels(
    slow_table: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = slow_table().show(verdict())
    picture = table.stage.screen.ids.picture.__self__  # held until its method is put back
    monkeypatch.setattr(picture, "_upload", lambda frame: pytest.fail("filled again"))
    for seconds in (0.3, 0.6, 1.0, 2.0, 4.0):
        at(table, seconds)


@pytest.mark.parametrize("part", [0.05, 0.5, 0.9])
@pytest.mark.parametrize("where", ["next", "undo", "leading", "picture"])
def test_a_touch_anywhere_skips_to_the_end_and_does_nothing_else(
    slow_table: Opened, where: str, part: float
) -> None:
    table = slow_table().show(verdict())
    screen = table.stage.screen
    at(table, screen._timeline.end_s * part)
    bar = table.stage.ids.header.ids
    table.tap({"undo": bar.undo, "leading": bar.leading}.get(where) or screen.ids[where])
    assert screen.over
    assert table.words() >= TOLD
    assert not runs(table)
    assert (table.sent, table.stage.sheet) == ([], None)
    table.tap_words("Next round")
    assert table.sent == [NextRound(12)]


def test_without_motion_it_is_one_picture_at_once(kept_table: Opened) -> None:
    table = kept_table().show(verdict())
    screen = table.stage.screen
    assert (screen.over, screen.shown_count, screen.lost) == (True, 9, 2)
    assert header(table) == "No lie: Ann had three of them.\nAnn won the call and opens the next round."
    assert not runs(table)


def test_a_view_of_the_same_verdict_does_not_begin_again(slow_table: Opened) -> None:
    table = slow_table().show(verdict())
    THEME.motion = 1.0
    at(table, 1.0)
    table.show(verdict(number=13, may_correct=False, fault="The camera is gone."))
    assert table.stage.screen.elapsed == 1.0
    assert table.stage.screen.ids.picture._way[1] is not None


def test_it_ends_when_the_scene_is_left(open_table: Opened) -> None:
    THEME.motion = 1.0
    table = open_table().show(verdict())
    screen = table.stage.screen
    assert runs(table)
    table.show(views.bidding(number=14))
    before = screen.elapsed
    draw_frames(10)
    assert screen.elapsed == before
    assert HEADLINE not in table.words()


def test_a_verdict_that_is_left_for_a_correction_and_stands_is_not_played_again(slow_table: Opened) -> None:
    table = slow_table().show(verdict())
    at(table, 1.0)
    table.show(views.check(number=13))
    table.show(verdict(number=14))
    assert table.stage.screen.over
    assert table.words() >= TOLD


def test_a_corrected_verdict_is_played_for_what_it_is(slow_table: Opened) -> None:
    table = slow_table().show(verdict())
    table.show(views.check(number=13))
    other = replace(verdict().scene.verdict, headline="Only Six 5s!", sentence="Ann loses one die.", count=6)
    table.show(verdict(number=14, verdict=other))
    screen = table.stage.screen
    assert (screen.over, screen.told, screen.headline) == (False, False, "Only Six 5s!")
    assert header(table) == "Bob challenges Ann's bid of seven 5s."


def test_the_same_words_in_a_later_round_are_played(slow_table: Opened) -> None:
    table = slow_table().show(verdict())
    table.show(views.bidding(number=13))
    table.show(verdict(number=14, round_number=4))
    assert not table.stage.screen.over


def test_the_same_words_in_the_next_game_are_played(slow_table: Opened) -> None:
    first = verdict().scene.verdict
    table = slow_table().show(verdict())
    table.show(views.bidding(number=13))
    others = tuple(replace(hand, slots=hand.slots[::2]) for hand in first.hands)
    table.show(verdict(number=14, verdict=replace(first, hands=others)))
    assert not table.stage.screen.over


def test_a_verdict_that_was_told_before_is_shown_at_once(slow_table: Opened) -> None:
    table = slow_table().show(verdict(verdict=replace(verdict().scene.verdict, told=True), picture=None))
    assert table.stage.screen.over
    assert table.words() >= TOLD


def test_the_last_key_of_a_game_leads_to_the_winner(slow_table: Opened) -> None:
    last = verdict(
        verdict=replace(verdict().scene.verdict, next_words="The winner"), message="That was the last round."
    )
    table = slow_table().show(last)
    assert "That was the last round." not in table.words()
    at(table, table.stage.screen._timeline.end_s)
    assert "Next round" not in table.words()
    table.tap_words("The winner")
    assert table.sent == [NextRound(12)]


def test_of_a_sum_the_number_climbs_by_the_faces(slow_table: Opened) -> None:
    counted = (CountedHand(1, (4, 5, 6, 1, 1)), CountedHand(2, (0,) * 5), CountedHand(0, (0,) * 5))
    told = replace(verdict().scene.verdict, counted=counted, count=17, quantity=12)
    table = slow_table().show(verdict(verdict=told, bid_face=None))
    screen = table.stage.screen
    seen = []
    for light in screen._timeline.lights:
        at(table, light.at_s)
        seen.append(screen.shown_count)
    assert seen == [4, 9, 15, 16, 17]


def test_a_die_won_back_leaves_its_square(slow_table: Opened) -> None:
    won_back = replace(verdict().scene.verdict, losses=(0, -1, 0))
    table = slow_table().show(verdict(verdict=won_back))
    screen = table.stage.screen
    at(table, screen._timeline.stamp_s + 0.1)
    assert screen.lost == 3
    at(table, screen._timeline.end_s)
    assert screen.lost == 2
    assert "+1" in table.words()


def test_all_scenes_but_the_verdict_let_a_touch_through(slow_table: Opened) -> None:
    table = slow_table().show(views.bidding())
    assert table.stage.screen.cut_short() is False
    assert table.stage.view.kind is BiddingScene
    assert shown(table.stage.screen)
