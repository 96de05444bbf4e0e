"""A line of light that runs over a picture while it is read."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME

load_layout(__file__)

SWEEP_SECONDS = 1.6


class SweepLight(Widget):
    """Seen while ``lit``; ``sweep`` says where it is, from 0 at the left to 1 at the right."""

    lit = BooleanProperty(False)
    sweep = NumericProperty(0.35)

    def run(self) -> None:
        """Run to and fro, where things move at all."""
        if THEME.motion:
            run = Animation(sweep=1.0, d=SWEEP_SECONDS, t="in_out_sine") + Animation(
                sweep=0.0, d=SWEEP_SECONDS, t="in_out_sine"
            )
            run.repeat = True
            run.start(self)

    def rest(self) -> None:
        """Stay where it is."""
        Animation.cancel_all(self, "sweep")
