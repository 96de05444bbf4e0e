"""Every step of the first game, and the first screen that offers it."""

from __future__ import annotations

from dataclasses import replace

from companion.play.modes.welcome.views import NOBODY_YET, WelcomeScene
from companion.play.overlays.first_game import Lesson, first_game
from companion.play.views import TableView
from tests.made_views import changed
from tests.ui import sample_views as views
from tests.ui.sample_scene import SampleScene


def lessons() -> tuple[Lesson, ...]:
    """The lesson at each of its steps."""
    found = [first_game()]
    while (later := found[-1].after(found[-1].step.asked)) is not None:
        found.append(later)
    return tuple(found)


def very_first() -> TableView:
    """The first screen before any game."""
    view = views.welcome()
    first = replace(view.of(WelcomeScene).scene, saved=(), roster=NOBODY_YET)
    return changed(view, scene=first, may_set=True)


def first_game_scenes() -> tuple[SampleScene, ...]:
    """In the order of the lesson."""
    steps = tuple(
        SampleScene(f"first_game_{at:02}_{each.step.name}", each.view(at + 1))
        for at, each in enumerate(lessons())
    )
    return (SampleScene("welcome_very_first", very_first()), *steps)
