"""The winner's moment at the card table: suits fall instead of dice."""

from __future__ import annotations

from kivy.graphics.texture import Texture

from companion.ui.art.signs import Sign
from companion.ui.art.textures import sign_texture
from companion.ui.theme import Palette
from companion.ui.widgets.confetti import Confetti

_SUITS = (Sign.SPADES, Sign.HEARTS, Sign.CLUBS, Sign.DIAMONDS)
_STEP = 4
"""Suits are drawn at every fourth pixel size: few pictures."""


class SuitRain(Confetti):
    """Suits, the red ones red."""

    def _picture(self, die: object, side: float) -> Texture:
        suit = _SUITS[die.face % len(_SUITS)]
        red = suit in (Sign.HEARTS, Sign.DIAMONDS)
        return sign_texture(suit, max(8, round(side / _STEP) * _STEP), Palette.red if red else Palette.ivory)
