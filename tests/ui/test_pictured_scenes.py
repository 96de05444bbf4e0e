"""The screens that README and docs show are as on their pictures; a change of one fails here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.draw_pictures import ALIKE, COMMAND, FILM, SCREENS, frames_of_the_film, kept, unlike
from tests.ui.fingers import TouchedTable
from tests.ui.pictured_scenes import SCENES, drawn, missing_in, narrowed, window_of_now

pytestmark = [pytest.mark.slow, pytest.mark.painted]


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_on_its_picture(name: str) -> None:
    assert unlike(kept(name), drawn(name)) < ALIKE, f"{COMMAND} {name}; then look at it"


def test_every_scene_of_the_challenge_stands_in_the_film() -> None:
    assert missing_in(frames_of_the_film()) == [], f"{COMMAND} {FILM}; then look at it"


def test_a_word_more_is_seen(open_table: Callable[..., TouchedTable]) -> None:
    ((scene,), wide) = SCENES["watch_owes"][::-1]
    before = window_of_now(open_table().show(scene.view).window)
    advice = replace(scene.view.advice, sentence=scene.view.advice.sentence.replace(" one ", " a "))
    after = window_of_now(open_table().show(replace(scene.view, number=99, advice=advice)).window)
    assert unlike(narrowed(before, wide), narrowed(after, wide)) > ALIKE
