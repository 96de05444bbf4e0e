# ruff: noqa: E402  (the window is configured before Kivy is imported)
"""Records one challenge on the real screen, from the bid to the verdict, as pictures and an animation.

    PYTHONPATH=. .venv/bin/python tests/ui/record_challenge.py [--docs]

The pictures go to tests/screenshots/challenge/, the animation beside them. With ``--docs`` it and two stills
take the places of those that the README shows.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import screenless  # noqa: F401  (before Kivy)

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from companion.play.modes.dice.views import CheckScene
from companion.ui.environment import configure_window

configure_window((800, 480), fullscreen=False)

import cv2
import numpy as np
import touched_evening
from touched_evening import TouchedEvening, begin, bid, evening_at, lift_cups

from companion.play.views import TableView

FOLDER = Path(__file__).resolve().parents[1] / "screenshots" / "challenge"
DOCS = Path(__file__).resolve().parents[2] / "docs" / "pictures"
FRAME_MS = 250
WIDTH = 360
"""Pixels: what a README shows."""
STILL = 12
"""Grey levels by which two pictures differ that look the same."""
SEED = 11


class Recorder:
    """Takes a picture of the window every ``FRAME_MS`` while frames are drawn."""

    def __init__(self) -> None:
        self.pictures: list[np.ndarray] = []
        self.stills: dict[str, np.ndarray] = {}
        self._next = 0.0

    def draw(self, seconds: float) -> None:
        """Let the screen move for so long, and record it."""
        from kivy.base import EventLoop

        end = time.monotonic() + seconds
        while time.monotonic() < end:
            EventLoop.idle()
            if time.monotonic() >= self._next:
                self._next = time.monotonic() + FRAME_MS / 1000
                self.pictures.append(self._window(EventLoop.window))

    def still(self, name: str) -> None:
        """Keep the window as it is, in its full size."""
        from kivy.base import EventLoop

        self.stills[name] = self._window(EventLoop.window, EventLoop.window.width)

    @staticmethod
    def _window(window: object, wide: int = WIDTH) -> np.ndarray:
        from kivy.graphics.opengl import GL_RGB, GL_UNSIGNED_BYTE, glReadPixels

        width, height = window.size
        raw = glReadPixels(0, 0, width, height, GL_RGB, GL_UNSIGNED_BYTE)
        rgb = np.frombuffer(raw, np.uint8).reshape(height, width, 3)[::-1]
        bgr = cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR)
        return cv2.resize(bgr, (wide, wide * height // width), interpolation=cv2.INTER_AREA)


def record(folder: Path) -> Recorder:
    """Play one challenge slowly enough to be watched."""
    from companion.ui.art.theme import THEME

    recorder = Recorder()

    def wait_for(self: TouchedEvening, wanted: Callable[[TableView], bool]) -> TableView:
        recorder.draw(0.2)
        while self.view is None or not wanted(self.view):
            recorder.draw(0.1)
        return self.view

    with tempfile.TemporaryDirectory() as home:
        THEME.motion = 0.0
        with evening_at(Path(home), SEED) as evening:
            begin(evening)
            THEME.motion = 1.0
            TouchedEvening.wait_for = wait_for
            touched_evening.PICTURES = folder
            recorder.draw(0.8)
            for quantity, face in ((3, 5), (6, 6)):
                bid(evening, quantity, face)
                recorder.draw(1.6)
            recorder.still("bidding")
            evening.touch("Liar!", lambda view: view.picture is not None)
            recorder.draw(1.5)
            lift_cups(evening)
            recorder.draw(1.0)
            if evening.view.kind is CheckScene:
                touched_evening.answer_doubts(evening)
            recorder.draw(7.0)
            recorder.still("verdict")
    return recorder


def standing_still_once(pictures: list[np.ndarray]) -> tuple[list[np.ndarray], list[int]]:
    """Each picture that differs from the one before, and for how long (ms) it stands."""
    shown, durations = [pictures[0]], [0]
    for picture in pictures:
        if np.abs(picture.astype(np.int16) - shown[-1]).max() > STILL:
            shown.append(picture)
            durations.append(0)
        durations[-1] += FRAME_MS
    return shown, durations


def main() -> int:
    """Record, and write what was recorded."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    recorder = record(FOLDER)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    shown, durations = standing_still_once(recorder.pictures)
    for number, picture in enumerate(shown):
        cv2.imwrite(str(FOLDER / f"{number:03}.png"), picture)
    animation = cv2.Animation()
    animation.frames, animation.durations = shown, durations
    film = FOLDER.with_suffix(".webp")
    cv2.imwriteanimation(str(film), animation, [cv2.IMWRITE_WEBP_QUALITY, 25])
    if "--docs" in sys.argv:
        shutil.copy(film, DOCS / film.name)
        for name, picture in recorder.stills.items():
            cv2.imwrite(str(DOCS / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 64])
    print(f"{len(shown)} pictures in {FOLDER}, {sum(durations) / 1000:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
