"""The desk panel under the screen: a lamp, a challenge button and a cup for each seat."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.properties import BooleanProperty, ColorProperty, StringProperty

from companion.core.panel import Lamp, PanelLights
from companion.play.modes.dice.views import SeatView
from companion.play.views import TableView, game_of
from companion.text import say
from companion.ui.art.theme import Colour, Paint, colour
from companion.ui.desk_panel import DeskPanel
from companion.ui.spoken_touch import SpokenTouch
from companion.ui.widgets import key, words
from companion.ui.widgets.box import BoxLayout, load_layout

load_layout(__file__)

USES = (key, words)
"""Named by the layout."""
SHINES: dict[Lamp, Colour] = {
    Lamp.OFF: colour("#23312D"),
    Lamp.TURN: Paint.ivory,
    Lamp.CALLED: Paint.blue,
    Lamp.WANTED: Paint.yellow,
    Lamp.LOST: Paint.red,
    Lamp.WON: colour("#4BC26B"),
}
GLOW = 0.28
SOUND_SECONDS = 1.2
"""Seconds for which a sound is written there."""


class SeatColumn(BoxLayout):
    name = StringProperty("")
    said = StringProperty("")
    colour = ColorProperty(SHINES[Lamp.OFF])
    glow = ColorProperty(Paint.clear)
    cup_up = BooleanProperty(False)

    def show(self, lamp: Lamp) -> None:
        self.colour = SHINES[lamp]
        self.glow = (*self.colour[:3], 0.0 if lamp is Lamp.OFF else GLOW)
        if lamp is Lamp.OFF:
            self.said = self.name
        else:
            self.said = say("strip.seat", player=self.name, lamp=say(f"lamp.{lamp.value}"))


class PanelStrip(BoxLayout):
    ring = BooleanProperty(False)
    ring_said = StringProperty("")
    sounding = BooleanProperty(False)
    sound_said = StringProperty("")

    def __init__(self, panel: DeskPanel, spoken: SpokenTouch, **properties: object) -> None:
        super().__init__(**properties)
        self._panel, self._spoken = panel, spoken
        self.columns: list[SeatColumn] = []
        self._hush = Clock.create_trigger(self._fall_silent, SOUND_SECONDS)
        self.ids.go_on.bind(on_press=lambda *_: panel.go_on())
        panel.on_lights = self.show
        self._fall_silent()
        self.show(panel.lights)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """With spoken touches, the first touch on a button only says what it is."""
        if not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        self._spoken.begin(touch, on=self._spoken.is_on)
        taken = bool(super().on_touch_down(touch))
        self._spoken.end(touch)
        return taken

    def follow(self, view: TableView) -> None:
        game = game_of(view.scene)
        self.name(() if game is None else game.seats)

    def name(self, seats: tuple[SeatView, ...]) -> None:
        at_panel = seats[: self._panel.seats]
        self._sit(len(at_panel))
        for column, seat in zip(self.columns, at_panel, strict=True):
            column.name = seat.name
            column.ids.challenge.aloud = say("voice.shouts", player=seat.name, words=say("challenge.spot_on"))
            column.ids.cup.aloud = seat.name
        self.show(PanelLights(self._panel.lights.lamps, self._panel.lights.ring))

    def show(self, lights: PanelLights) -> None:
        self.ring, self.ring_said = lights.ring, say("strip.ring_on" if lights.ring else "strip.ring_off")
        for seat, column in enumerate(self.columns):
            column.show(lights.lamps[seat] if seat < len(lights.lamps) else Lamp.OFF)
        if lights.sound is not None:
            self.sounding, self.sound_said = True, say(f"beep.{lights.sound.value}")
            self._hush()

    def _fall_silent(self, *_: object) -> None:
        self.sounding, self.sound_said = False, say("strip.quiet")

    def _sit(self, count: int) -> None:
        if len(self.columns) == count:
            return
        self.ids.seats.clear_widgets()
        self.columns = [self._column(seat) for seat in range(count)]
        for column in self.columns:
            self.ids.seats.add_widget(column)

    def _column(self, seat: int) -> SeatColumn:
        column = SeatColumn(cup_up=self._panel.cups_up[seat])
        column.ids.challenge.bind(on_press=lambda *_: self._panel.challenge(seat))
        column.ids.cup.bind(on_press=lambda *_: self._move_cup(column, seat))
        return column

    def _move_cup(self, column: SeatColumn, seat: int) -> None:
        column.cup_up = self._panel.move_cup(seat)
