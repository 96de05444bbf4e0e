"""With everything moving, each screen comes to rest as it is drawn at rest."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.play.views import TableView
from companion.ui.art.theme import THEME
from tests.ui import sample_views as views
from tests.ui.fingers import Opened, TouchedTable, draw_frames
from tests.ui.scenes import SampleScene, sample_scenes

pytestmark = pytest.mark.slow

HASTE = 0.02
"""Movements take this part of their time."""
PATIENCE_SECONDS = 5.0
ONE_OF_EACH = {(scene.view.kind, scene.then is None): scene for scene in sample_scenes()}.values()
"""A scene of each screen, and one with what a touch opens there: the stage fades all of them in."""


@pytest.fixture
def moving_table(kept_table: Opened) -> TouchedTable:
    THEME.motion = HASTE
    return kept_table()


def rest(reached: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not reached():
        draw_frames(1)
        assert time.monotonic() < end, "it never comes to rest"


@pytest.mark.parametrize("scene", ONE_OF_EACH, ids=lambda scene: scene.name)
def test_a_screen_that_fades_in_is_seen(scene: SampleScene, moving_table: TouchedTable) -> None:
    moving_table.show(scene.view)
    if scene.then is not None:
        scene.then(moving_table.stage)
    stage = moving_table.stage
    rest(lambda: stage.screen.opacity == 1 and (stage.sheet is None or stage.sheet.opacity == 1))
    rest(lambda: stage.ids.header.ids.message.opacity == 1)


def test_the_count_and_the_glow_reach_their_end(moving_table: TouchedTable) -> None:
    moving_table.show(replace(views.verdict(), number=3))
    screen = moving_table.stage.screen
    rest(lambda: screen.over)
    dice = [die for strip in screen.ids.hands.children for die in strip.counted()]
    assert screen.shown_count == 9
    assert [die.glow for die in dice] == [1.0] * 9


def test_the_die_reaches_its_space(moving_table: TouchedTable) -> None:
    moving_table.show(views.bidding(bid=(3, 1), number=1))
    moving_table.show(views.bidding(bid=(16, 4), number=2))
    track = moving_table.stage.screen.track
    rest(lambda: track.die_at == 23)
    assert track.keys[23].collide_point(*track.die.center)


def every_second(view: TableView) -> list[TableView]:
    return [view, views.bidding(), view, views.verdict(), view]


def test_screens_that_come_and_go_quickly_are_all_seen(moving_table: TouchedTable) -> None:
    for view in every_second(views.reading()):
        moving_table.stage.show(view)
        draw_frames(1)
    rest(lambda: moving_table.stage.screen.opacity == 1)


def test_the_cup_is_lifted_to_its_height(moving_table: TouchedTable) -> None:
    moving_table.show(views.welcome())
    cup = moving_table.stage.screen.home.ids.cup
    rest(lambda: cup.lifted == 1)
