"""A playing card on the page of a match: the one that showed the lie."""

from __future__ import annotations

from companion.album.paper import GOLD, INK, Drawing, letters
from companion.rules.cards.deck import Card, Kind, Suit

WIDTH_PX, HEIGHT_PX = 250, 350
ROUND_PX, EDGE_PX = 22, 4
RANK_PX, SUIT_PX = 64, 190
WHITE, RED = "#FFFFFF", "#C4261B"
SUITS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


def draw_card(draw: Drawing, card: Card, corner: tuple[int, int]) -> None:
    """The card with its upper left corner there."""
    left, top = corner
    ink, sign = (RED if Kind.RED.holds(card) else INK), SUITS[card.suit]
    box = left, top, left + WIDTH_PX, top + HEIGHT_PX
    draw.rounded_rectangle(box, ROUND_PX, WHITE, GOLD, EDGE_PX)
    draw.text((left + 24, top + 18), card.rank.value, ink, letters(RANK_PX, bold=True))
    middle = left + WIDTH_PX // 2, top + HEIGHT_PX * 0.56
    draw.text(middle, sign, ink, letters(SUIT_PX, signs=True), anchor="mm")
