"""How fast a touch is answered and a verdict is drawn, and whether memory grows over many rounds.

    PYTHONPATH=. .venv/bin/python tests/ui/lasting_rounds.py ROUNDS

The real app is played by touches at 800×480: session, journal, simulated table, eye. Every 50 rounds a line
says the resident memory; at the end stand the time from a touch to the first picture that it changed, and how
many pictures a second the first verdicts had, played as at the table.
"""

from __future__ import annotations

import faulthandler
import queue
import random
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import tests.ui.screenless  # noqa: F401  (a window without a display)
from companion.core.allocator import spare_memory
from companion.play.modes.dice.views import BiddingScene, OverScene, VerdictScene
from companion.ui.environment import configure_window

spare_memory()  # as the app does when it starts
configure_window((800, 480), fullscreen=False)

from kivy.base import EventLoop  # noqa: E402  (after the window is configured)
from kivy.config import Config  # noqa: E402  (after the window)

Config.set("graphics", "maxfps", "0")

from companion.simulator.rehearsal.touching import Touch  # noqa: E402  (after the window)
from companion.ui.app import _tidy  # noqa: E402  (after the window)
from companion.ui.art.theme import THEME  # noqa: E402  (after the window)
from tests.ui.fingers import draw_frames, parents  # noqa: E402  (after the window)
from tests.ui.touched_evening import ACTIONS, TouchedEvening, begin, evening_at  # noqa: E402  (after the window)

EVERY, ANSWERS, VERDICTS = 50, 100, 8
FOR_MEMORY = 200
"""From so many rounds on speed is measured once: one verdict played over and over takes memory of its own."""
MOST_S = 2.0
"""Longest wait for the picture that a touch changes."""


def resident_mb() -> float:
    """Resident memory of this process in 10^6 bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) * 1024 / 1e6


def answered_ms(evening: TouchedEvening) -> float:
    """Milliseconds from a finger on a lit space until the picture with its faces has been drawn."""
    track = evening.screen.track
    key = random.Random(evening.view.number).choice([each for each in track.keys if each.lit])
    began = time.perf_counter()
    Touch(*key.to_window(*key.center)).tap()
    while evening.screen.picker.parent is None and time.perf_counter() - began < MOST_S:
        EventLoop.idle()
    EventLoop.idle()  # what has changed is drawn
    ms = (time.perf_counter() - began) * 1000
    assert evening.screen in list(parents(evening.screen.picker))
    draw_frames(2)
    evening.screen.go_back()
    return ms


def verdict_rate(evening: TouchedEvening) -> tuple[float, float]:
    """Pictures a second while a verdict is played, and the processor's time for one of them in ms."""
    screen = evening.screen
    THEME.motion = 1.0
    screen._play(seen_before=False)
    began, worked, drawn = time.perf_counter(), time.process_time(), 0
    while not screen.over:
        EventLoop.idle()
        drawn += 1
    rate = drawn / (time.perf_counter() - began)
    THEME.motion = 0.0
    return rate, (time.process_time() - worked) * 1000 / drawn


def main(rounds: int) -> None:
    """Play so many rounds and print what was measured."""
    answers: list[float] = []
    rates: list[tuple[float, float]] = []
    most_answers, most_verdicts = (1, 1) if rounds >= FOR_MEMORY else (ANSWERS, VERDICTS)
    with TemporaryDirectory() as folder, evening_at(Path(folder), in_real_time=True) as evening:
        evening.pictures = {"nothing"}
        evening.picture = lambda name: None  # type: ignore[method-assign]  # no screenshots
        THEME.motion = 0.0
        begin(evening)
        evening.fingers.stage.ahead.on_rest = _tidy  # as the app does
        played = 0
        while played < rounds:
            evening.fingers.touches = 0
            scene = evening.view.kind
            if scene is OverScene:
                evening.touch("Play again", lambda view: view.kind in ACTIONS and view.kind is not OverScene)
                continue
            if (
                scene is BiddingScene
                and len(answers) < most_answers
                and evening.view.of(BiddingScene).scene.game.bid_quantity is None
            ):
                answers.append(answered_ms(evening))
            if scene is VerdictScene:
                if len(rates) < most_verdicts:
                    rates.append(verdict_rate(evening))
                played += 1
                if played == 1 or played % EVERY == 0:
                    print(f"{played} rounds: {resident_mb():.0f} MB", flush=True)
            try:
                ACTIONS[scene](evening)
            except queue.Empty:
                faulthandler.dump_traceback(all_threads=True)  # who is it that does not answer?
                sys.exit(f"after {played} rounds no answer in {scene}: {evening.session.view.fault}")
    told = f"median {statistics.median(answers):.0f} ms, worst {max(answers):.0f} ms of {len(answers)}"
    print(f"touch to picture: {told}")
    shown, worked = (statistics.median(column) for column in zip(*rates, strict=True))
    print(f"verdict: median {shown:.0f} pictures a second, {worked:.1f} ms of the processor for each")


if __name__ == "__main__":
    main(int(sys.argv[1]))
