"""A card: paper with rank and suit, or its back."""

from __future__ import annotations

from functools import lru_cache

from kivy.core.text import Label as Letters
from kivy.graphics import Color, Rectangle
from kivy.graphics.instructions import InstructionGroup
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty

from companion.play.modes.cards.views import CardView, SuitSign
from companion.ui.art.signs import Sign
from companion.ui.art.textures import card_texture, sign_texture
from companion.ui.art.theme import Colour, Palette, colour
from companion.ui.widgets.surface import Drawn

TALL = 1.4
"""Height of a playing card against its width (88 to 63 mm)."""
RED_INK, BLACK_INK = colour("#C4231A"), colour("#14201D")
_NO_TINT, _ANY_TINT = (1.0, 1.0, 1.0, 1.0), (1.0, 0.90, 0.62, 1.0)
"""The paper of a card of the deck, and the darker paper of any card of a rank, a suit or a kind."""
_SUIT_ORDER = tuple(SuitSign)


def ink_of(card: CardView) -> Colour:
    return RED_INK if card.suit is not None and card.suit.is_red else BLACK_INK


@lru_cache(maxsize=512)
def rank_texture(rank: str, tall: int, ink: Colour) -> Texture:
    letters = Letters(text=rank, font_size=max(6, tall), bold=True, color=ink)
    letters.refresh()
    return letters.texture


def draw_card_on(
    group: InstructionGroup, card: CardView | None, box: tuple[float, float, float, float], index: bool
) -> None:
    """Draw a card (None: its back) into a box x, y, width, height.

    ``index``: rank and suit in the corner, visible under the next card; else they fill the card.
    """
    x, y, width, height = box
    alone = card is not None and not (card.rank and card.suit)
    group.add(Color(*(_ANY_TINT if alone else _NO_TINT)))
    paper = card_texture(max(8, int(width)), max(8, int(height)), card is not None)
    group.add(Rectangle(texture=paper, pos=(x, y), size=(width, height)))
    if card is None:
        return
    if alone:
        _draw_alone(group, card, box)
    elif index:
        _draw_index(group, card, box)
    else:
        _draw_full(group, card, box)


def _put_rank(group: InstructionGroup, card: CardView, tall: float, centre: tuple[float, float]) -> None:
    texture = rank_texture(card.rank, int(tall), ink_of(card))
    group.add(Color(1, 1, 1, 1))
    at = (round(centre[0] - texture.width / 2), round(centre[1] - texture.height / 2))
    group.add(Rectangle(texture=texture, pos=at, size=texture.size))


def _put_suit(
    group: InstructionGroup,
    suit: SuitSign | None,
    side: float,
    centre: tuple[float, float],
    strength: float = 1.0,
) -> None:
    if suit is None:
        return
    ink = RED_INK if suit.is_red else BLACK_INK
    group.add(Color(1, 1, 1, strength))
    texture = sign_texture(Sign(suit.value), max(6, int(side)), ink)
    group.add(Rectangle(texture=texture, pos=(centre[0] - side / 2, centre[1] - side / 2), size=(side, side)))


def _draw_index(group: InstructionGroup, card: CardView, box: tuple[float, float, float, float]) -> None:
    x, y, width, height = box
    tall = width * (0.46 if len(card.rank) == 1 else 0.37)
    _put_rank(group, card, tall, (x + width * 0.25, y + height * 0.81))
    _put_suit(group, card.suit, width * 0.34, (x + width * 0.25, y + height * 0.53))
    _put_suit(group, card.suit, width * 0.46, (x + width * 0.66, y + height * 0.27), 0.9)


def _draw_full(group: InstructionGroup, card: CardView, box: tuple[float, float, float, float]) -> None:
    x, y, width, height = box
    tall = min(width * 0.62, height * 0.5)
    _put_rank(group, card, tall, (x + width / 2, y + height * 0.70))
    _put_suit(group, card.suit, min(width * 0.52, height * 0.40), (x + width / 2, y + height * 0.29))


def _draw_alone(group: InstructionGroup, card: CardView, box: tuple[float, float, float, float]) -> None:
    x, y, width, height = box
    if card.ranks or card.suits:
        _draw_kind(group, card, box)
        return
    if not card.rank:
        _put_suit(group, card.suit, min(width, height) * 0.66, (x + width / 2, y + height / 2))
        return
    _put_rank(group, card, min(width * 0.62, height * 0.5), (x + width / 2, y + height * 0.66))
    side = width * 0.21
    for at, suit in enumerate(_SUIT_ORDER):
        _put_suit(group, suit, side, (x + width * (0.17 + 0.22 * at), y + height * 0.24))


def _draw_kind(group: InstructionGroup, card: CardView, box: tuple[float, float, float, float]) -> None:
    x, y, width, height = box
    count = len(card.ranks) + len(card.suits)
    upright = height > width
    step = (height if upright else width) * 0.84 / count
    side = min(step * 0.9, min(width, height) * 0.6)
    for at in range(count):
        along = (at - (count - 1) / 2) * step
        across, up = (0.0, -along) if upright else (along, 0.0)
        centre = (x + width / 2 + across, y + height / 2 + up)
        if card.suits:
            _put_suit(group, card.suits[at], side, centre)
        else:
            _put_rank(group, CardView(card.ranks[at], None), side, centre)


class CardFace(Drawn):
    """One card, or its back (None), centred; ``fills``: as large as the box."""

    card = ObjectProperty(None, allownone=True)
    fills = BooleanProperty(False)
    faded = NumericProperty(0.0)
    drawn_by = ("card", "fills", "faded")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._group = InstructionGroup()
        self.canvas.add(self._group)

    def _draw(self, *_: object) -> None:
        self._group.clear()
        if min(self.size) < 6:
            return
        if self.fills:
            width, height = self.size
        else:
            width = min(self.width, self.height / TALL)
            height = width * TALL
        box = (self.center_x - width / 2, self.center_y - height / 2, width, height)
        draw_card_on(self._group, self.card, box, index=False)
        if self.faded:
            self._group.add(Color(*Palette.felt[:3], self.faded))
            self._group.add(Rectangle(pos=box[:2], size=box[2:]))


STEP = 0.54
"""Visible part of a covered card, by its width: the corner with rank and suit."""

GAME_CARDS = (CardView("A", SuitSign.SPADES), CardView("K", SuitSign.HEARTS))
"""Cards that stand for the card game."""


def fan_width(count: int, height: float) -> float:
    width = height / TALL
    return width * (1 + STEP * (count - 1)) if count else 0.0


class CardFan(Drawn):
    """Cards from left to right; in a narrow box they overlap more, or are ``smaller``."""

    cards = ObjectProperty(())
    smaller = BooleanProperty(False)
    drawn_by = ("cards",)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._group = InstructionGroup()
        self.canvas.add(self._group)

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
