"""The doctor looks at the light: one finding with what to do, and a camera that is given back."""

from __future__ import annotations

import numpy as np

from calibration import light_spoiled as spoil
from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.checkup import FRAMES, examine_light, settled_frames
from companion.cli.wiring.findings import State
from companion.core.frame import CameraGone, Frame
from tests.clocks import ManualClock

S = 1_000_000_000


def felt() -> np.ndarray:
    """Felt with light squares on it."""
    pixels = np.full((360, 640, 3), 110, np.uint8)
    for x in range(20, 600, 60):
        pixels[80:110, x : x + 30] = 205
        pixels[220:250, x : x + 30] = 205
    return pixels


class Pictures:
    """A camera that gives a picture each tenth of a second, brighter with each until ``rising`` are taken."""

    name = "USB camera 0"

    def __init__(self, clock: ManualClock, pixels: np.ndarray, rising: int = 0, gone: bool = False) -> None:
        self.clock, self.pixels, self.rising, self.gone = clock, pixels, rising, gone
        self.taken, self.closed = 0, False

    def latest(self) -> Frame | None:
        return None

    def capture(self, after_ns: int) -> Frame:
        if self.gone:
            raise CameraGone("USB camera 0 sends no new picture")
        self.clock.go_on(S // 10)
        self.taken += 1
        share = min(1.0, 0.5 + 0.5 * self.taken / max(1, self.rising))
        return Frame(spoil.brightened(self.pixels, share), self.clock())

    def close(self) -> None:
        self.closed = True


def test_good_light_is_told_and_the_camera_given_back() -> None:
    clock = ManualClock()
    camera = Pictures(clock, felt())
    found = examine_light("usb", lambda _: Opened(camera, None, "USB camera 0"), clock)
    assert (found.state, found.sentence) == (State.OK, "sharp, bright and even, without glare and flicker")
    assert camera.closed


def test_bad_light_is_told_with_what_to_do() -> None:
    clock = ManualClock()
    camera = Pictures(clock, spoil.darkened(spoil.blurred(felt(), 3), 0.3))
    found = examine_light("usb", lambda _: Opened(camera, None, "USB camera 0"), clock)
    assert found.state is State.LACK
    assert "too dark" in found.sentence
    assert "not sharp" in found.sentence
    assert "lamp" in found.remedy
    assert "turn the lens" in found.remedy


def test_a_camera_that_was_just_opened_may_settle_first() -> None:
    clock = ManualClock()
    camera = Pictures(clock, felt(), rising=15)
    frames = settled_frames(camera, clock)
    assert len(frames) == FRAMES
    assert 15 < camera.taken < 30
    restless = Pictures(clock, felt(), rising=10_000)
    assert len(settled_frames(restless, clock)) == FRAMES


def test_without_a_camera_or_its_picture_there_is_a_sentence() -> None:
    none = examine_light("none", lambda _: Opened(None, None, "no camera"))
    assert (none.state, none.sentence) == (State.LACK, "without a camera there is no light to judge")
    camera = Pictures(ManualClock(), felt(), gone=True)
    gone = examine_light("usb", lambda _: Opened(camera, None, "USB camera 0"))
    assert (gone.state, gone.sentence) == (State.LACK, "USB camera 0 sends no new picture")
    assert camera.closed
