"""Lost dice on their way to their squares, or back from there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.uix.widget import Widget

from companion.ui.art.dice import MARGIN
from companion.ui.art.textures import die_texture
from companion.ui.theme import THEME
from companion.ui.widgets.die_face import SKINS

_LIFT_DP = 46.0
"""How high a die rises above the straight way, in its middle."""

Spot = tuple[float, float, float]
"""Middle of a die and its side, in this widget's pixels."""


@dataclass(frozen=True, slots=True)
class Way:
    """A die's way; ``share`` 0-1 is how far it has come."""

    start: Spot
    end: Spot
    share: float


class DiceFlight(Widget):
    """Lies over the screen and takes no touch. Dice at either end of their way are not drawn."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._group = InstructionGroup()
        self.canvas.add(self._group)

    def show(self, ways: Iterable[Way], skin: str, star: int) -> None:
        """Draw dice on their ways, without faces: which ones are lost is their player's choice."""
        self._group.clear()
        self._group.add(Color(1, 1, 1, 1))
        for way in ways:
            if 0 < way.share < 1:
                x, y, side = _on_the_way(way)
                whole = side / (1 - 2 * MARGIN)
                texture = die_texture(whole, None, SKINS[skin], star)
                self._group.add(
                    Rectangle(texture=texture, pos=(x - whole / 2, y - whole / 2), size=(whole, whole))
                )

    def on_touch_down(self, touch: object) -> bool:
        """Fingers reach what lies below."""
        return False


def _on_the_way(way: Way) -> Spot:
    eased = way.share * way.share * (3 - 2 * way.share)
    x, y, side = (a + (b - a) * eased for a, b in zip(way.start, way.end, strict=True))
    return x, y + THEME.px(_LIFT_DP) * 4 * way.share * (1 - way.share), side
