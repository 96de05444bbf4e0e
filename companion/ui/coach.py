"""The coach of the first game, in the header's place: what happens, what to touch, and the learner's dice."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.first_game.views import CoachView, OwnDie
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME
from companion.ui.widgets.die_face import DieFace, skin_of

load_layout(__file__)

_FADED = 0.8
"""Of dice that the coach does not speak of now."""
_BLINK_SECONDS = 0.4


class CoachStrip(BoxLayout):
    """Draws a ``CoachView``. Its own key is there where nothing else is to be touched."""

    told = StringProperty("")
    to_do = StringProperty("")
    key = StringProperty("")
    step = StringProperty("")
    has_dice = BooleanProperty(False)

    __events__ = ("on_leave", "on_go_on")

    def on_leave(self) -> None:
        """The learner has had enough."""

    def on_go_on(self) -> None:
        """The learner has read it."""

    def show(self, coach: CoachView, star_face: int) -> None:
        """Say this."""
        self.told, self.to_do, self.key = coach.told, coach.to_do, coach.key
        self.step = f"{coach.step}/{coach.steps}"
        self.has_dice = bool(coach.dice)
        self._lay_out(coach.dice, star_face)

    def remind(self) -> None:
        """Something else was touched than what was asked for."""
        if not self.key:
            self.told = say("first_game.missed")
        elif THEME.motion:
            key = self.ids.key
            Animation.cancel_all(key, "opacity")
            key.opacity = 0.2
            Animation(opacity=1.0, duration=THEME.seconds(_BLINK_SECONDS)).start(key)

    def _lay_out(self, dice: tuple[OwnDie, ...], star_face: int) -> None:
        row = self.ids.dice
        if len(row.children) != len(dice):
            row.clear_widgets()
            for _ in dice:
                row.add_widget(DieFace(skin=skin_of(star_face), star=star_face, fill=0.9))
        for face, die in zip(reversed(row.children), dice, strict=True):
            face.face, face.faded = die.face, 0.0 if die.lit else _FADED
