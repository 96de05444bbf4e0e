"""Chips on their way from one player to another."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.ui.art.textures import chip_texture
from companion.ui.theme import THEME

FLIGHT_SECONDS = 0.75
FIRST_SECONDS = 0.25
"""Before the first one starts: until then the table comes onto the screen."""
BETWEEN_SECONDS = 0.12
"""Behind each other they start so much later, so that several are seen."""
_SIDE_DP = 40.0

Place = tuple[float, float]


class _Chip(Widget):
    """One chip."""

    def __init__(self, side: float, at: Place) -> None:
        super().__init__(size_hint=(None, None), size=(side, side), center=at)
        with self.canvas:
            Color(1, 1, 1, 1)
            self._box = Rectangle(texture=chip_texture(int(side)), size=self.size, pos=self.pos)
        self.bind(pos=lambda _chip, pos: setattr(self._box, "pos", pos))


class ChipFlight(Widget):
    """Lies over the screen and takes no touch. Where nothing shall move no chip is drawn."""

    def fly(self, ways: list[tuple[Place, Place]]) -> None:
        """Let a chip fly along each way, from and to in this widget's pixels."""
        self.land()
        if not THEME.motion:
            return
        side = THEME.px(_SIDE_DP)
        for number, (start, end) in enumerate(ways):
            chip = _Chip(side, start)
            self.add_widget(chip)
            goal = (end[0] - side / 2, end[1] - side / 2)
            wait = Animation(duration=THEME.seconds(FIRST_SECONDS + BETWEEN_SECONDS * number))
            flight = wait + Animation(
                pos=goal, duration=THEME.seconds(FLIGHT_SECONDS), transition="in_out_cubic"
            )
            flight.bind(on_complete=lambda _flight, landed: self.remove_widget(landed))
            flight.start(chip)

    def land(self) -> None:
        """Away with the chips that are still on their way."""
        for chip in list(self.children):
            Animation.cancel_all(chip)
            self.remove_widget(chip)

    def on_touch_down(self, touch: object) -> bool:
        """Fingers reach what lies below."""
        return False
