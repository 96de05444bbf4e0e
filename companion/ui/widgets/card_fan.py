"""Some cards in a row, each lying over the one before it."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics.instructions import InstructionGroup
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.play.cards.views import CardView, SuitSign
from companion.ui.widgets.card_face import TALL, draw_card_on

STEP = 0.54
"""How much of a covered card is seen, as a part of its width: its corner with rank and suit."""

GAME_CARDS = (CardView("A", SuitSign.SPADES), CardView("K", SuitSign.HEARTS))
"""The card game on a card that picks it."""


def fan_width(count: int, height: float) -> float:
    """Width (px) of so many cards of this height."""
    width = height / TALL
    return width * (1 + STEP * (count - 1)) if count else 0.0


class CardFan(Widget):
    """Cards from left to right, as tall as the box; where it is too narrow they lie closer together.

    ``smaller``: there they are drawn smaller instead.
    """

    cards = ObjectProperty(())
    smaller = BooleanProperty(False)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._group = InstructionGroup()
        self.canvas.add(self._group)
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "cards"):
            self.fbind(name, self._redraw)

    def _draw(self, *_: object) -> None:
        self._group.clear()
        cards: tuple[CardView, ...] = self.cards
        if not cards or min(self.size) < 6:
            return
        abreast = fan_width(len(cards), TALL) if self.smaller else 1.0
        height = min(self.height, self.width * TALL / abreast)
        width = height / TALL
        wanted = fan_width(len(cards), height)
        step = width * STEP
        if wanted > self.width and len(cards) > 1:
            step = (self.width - width) / (len(cards) - 1)
        y = self.center_y - height / 2
        for at, card in enumerate(cards):
            draw_card_on(self._group, card, (self.x + at * step, y, width, height), index=True)
