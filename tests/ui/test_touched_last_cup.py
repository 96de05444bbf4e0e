"""A game with *Last cup standing* by touches: cups go up in turn, and the feed hears each count."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.wiring.cameras import Simulation, open_camera
from companion.cli.wiring.evening import Evening, session_of
from companion.cli.wiring.settings import LiveSettings
from companion.core.settings import SettingsFile
from companion.play.modes.dice.views import BiddingScene, OverScene, RevealScene
from companion.share.feed import Happening
from companion.share.web import LiftCounts
from tests.awaited_time import AwaitedTime
from tests.cli.test_demo import TellingEye
from tests.ui.touched_evening import ACTIONS, SEED, TouchedEvening

pytestmark = pytest.mark.slow


class Listener:
    def __init__(self) -> None:
        self.heard: list[Happening] = []

    def on_event(self, happening: Happening) -> None:
        self.heard.append(happening)

    def close(self) -> None: ...


def watch_the_cups(evening: TouchedEvening) -> list[str]:
    """Wait, without a touch, until all cups are up; what the screen says of the count."""
    told: list[str] = []
    while evening.view.kind is RevealScene:
        before = evening.view
        lift = before.scene.lift
        if lift is not None and lift.so_far and lift.so_far not in told:
            told.append(lift.so_far)
            assert {lift.title, lift.so_far} <= evening.fingers.words()
            evening.picture(f"so_far_{len(told)}")
        evening.wait_for(lambda view, before=before: view is not before)
    return told


def test_it_is_played_to_its_end_and_each_count_is_on_the_screen_and_in_the_feed(tmp_path: Path) -> None:
    time, listener = AwaitedTime(), Listener()
    opened = open_camera("simulated", Simulation(seed=SEED), time.clock)
    counts = LiftCounts((listener,))
    given = {"last_cup": True, "motion": "reduced"}
    settings = LiveSettings(SettingsFile(tmp_path / "settings.toml"), given)
    assert opened.cups is not None
    eye = TellingEye(opened.cups)
    parts = Evening(
        tmp_path / "games.sqlite", opened, eye, SEED, clock=time.clock, inbox=time,
        followers=(counts,), viewers=(counts.show,), settings=settings,
    )  # fmt: skip
    on_screen: list[str] = []
    with session_of(parts) as session:
        evening = TouchedEvening(session, opened.cups, time=time)
        try:
            evening.sit_down("milton-bradley", 3, {"dice": 2})
            evening.touch("Start", lambda view: view.kind is BiddingScene)
            while evening.view.kind is not OverScene:
                if evening.view.kind is RevealScene:
                    on_screen += watch_the_cups(evening)
                else:
                    ACTIONS[evening.view.kind](evening)
            assert evening.view.scene.winner in evening.fingers.words()
        finally:
            evening.close()
    in_the_feed = [each.so_far for each in listener.heard if each.so_far]
    assert len(in_the_feed) >= 4
    assert set(on_screen) <= set(in_the_feed)
