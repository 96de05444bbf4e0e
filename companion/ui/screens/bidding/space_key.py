"""One space of the bidding track."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.play.views import SpaceView
from companion.text.numbers import capital
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.theme import Paint, Palette
from companion.ui.widgets.lit import Lit
from companion.ui.widgets.surface import Target

load_layout(__file__)


class SpaceKey(Lit, Target, FloatLayout):
    """A number space or a star space. Lit where a bid may go there; ``taken``: the red die stands here.

    ``offers``: what may be bid here, on the lap that is shown and on later ones.
    """

    number = StringProperty("")
    star = BooleanProperty(False)
    lit = BooleanProperty(False)
    chosen = BooleanProperty(False)
    taken = BooleanProperty(False)
    first = BooleanProperty(False)
    number_color = ColorProperty(Palette.ink)
    star_color = ColorProperty(Palette.ink)
    number_dp = NumericProperty(25.0)
    lift = NumericProperty(2.0)
    """How far (dp) number and star stand above the middle: half the tile's lip, while it is not pressed."""

    def __init__(self, **properties: object) -> None:
        self.space: SpaceView | None = None
        self.offers: tuple[SpaceView, ...] = ()
        super().__init__(**properties)
        self.bind(
            number=self._colour,
            state=self._colour,
            lit=self._colour,
            chosen=self._colour,
            star=self._colour,
            taken=self._colour,
        )
        self._colour()

    def show(self, space: SpaceView, offers: tuple[SpaceView, ...]) -> None:
        """Draw this space with the lowest number that may be bid; where the die stands, its own."""
        if (space, offers) == (self.space, self.offers):
            return
        self.space, self.offers = space, offers
        self.taken = space.die is not None
        quantity = (space if self.taken or not offers else offers[0]).quantity
        self.number, self.star, self.lit = str(quantity), space.star, bool(offers)
        stars = say("dice_of_ones.star", count=quantity) if space.star else ""
        die = "" if space.die is None else say("touch.red_die")
        why = "" if offers else capital(space.why or "")
        self.aloud = ". ".join(each for each in (stars, die, why) if each)

    def _colour(self, *_: object) -> None:
        if self.chosen:
            self.tile = "space chosen"
        elif self.lit:
            self.tile = "space star" if self.star else "space"
        else:
            self.tile = "space dim"
        light = self.lit or self.chosen
        self.lift = 2.0 if light and self.state != "down" else 0.0
        if self.taken:
            self.number_dp = 18.0
        else:
            self.number_dp = 18.0 if self.star else 25.0
        in_star = self.star and not self.taken
        self.star_color = Palette.ink if light else (*Palette.ivory[:3], 0.26)
        if in_star:
            self.number_color = Paint.yellow if light else (*Palette.ivory[:3], 0.78)
        else:
            self.number_color = Palette.ink if light else (*Palette.ivory[:3], 0.50)
