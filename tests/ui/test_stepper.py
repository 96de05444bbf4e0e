"""Plus and minus: a touch is one step, a held key repeats, and letting go of it adds none."""

from __future__ import annotations

import time

import pytest
from kivy.clock import Clock

from companion.ui.screens.dice.bid_pad import BeyondKey
from companion.ui.widgets.stepper import HOLD_S, REPEAT_S, Stepper
from tests.ui.fingers import draw_frames


@pytest.fixture
def stepper() -> Stepper:
    made = Stepper(value=250, stride=10)
    made.set_bounds(50, 1000)
    return made


def held(stepper: Stepper, key: str, seconds: float) -> None:
    """A finger stays on a key so long and lets go."""
    stepper.ids[key].state = "down"
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        draw_frames(1)
        time.sleep(0.01)
    stepper.ids[key].state = "normal"
    stepper.ids[key].dispatch("on_release")


def test_a_touch_is_one_step(stepper: Stepper) -> None:
    held(stepper, "more", 0.0)
    held(stepper, "less", 0.0)
    held(stepper, "less", 0.0)
    assert stepper.value == 240


def test_a_held_key_repeats_until_it_is_let_go_of(stepper: Stepper) -> None:
    held(stepper, "more", HOLD_S + 5 * REPEAT_S)
    reached = stepper.value
    assert reached >= 270
    held(stepper, "more", 0.0)
    assert stepper.value == reached + 10


def test_a_held_key_stops_at_the_end(stepper: Stepper) -> None:
    stepper.value = 80
    held(stepper, "less", HOLD_S + 6 * REPEAT_S)
    assert (stepper.value, stepper.at_lowest) == (50, True)


def test_a_touch_is_one_step_also_where_the_next_frame_is_slow(stepper: Stepper) -> None:
    beyond, picked = BeyondKey(highest=12), []
    beyond.bind(on_beyond=lambda _, quantity: picked.append(quantity))
    for key in (stepper.ids["more"], beyond):
        key.state = "down"
        key.dispatch("on_release")  # Kivy shows it pressed for a moment longer
    late = Clock.time() + 3 * HOLD_S
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Clock, "time", lambda: late)
        draw_frames(1)
    draw_frames(1)  # the next test's time goes on from here
    assert (stepper.value, picked) == (260, [13])
