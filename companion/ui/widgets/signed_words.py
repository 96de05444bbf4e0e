"""Words about one seat, with its badge before them; both stay together, however large they are."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import NumericProperty

from companion.ui.art.textures import badge_texture
from companion.ui.widgets.seat_badge import NO_SEAT
from companion.ui.widgets.words import Words

BADGE_SHARE, GAP_SHARE, _LEAST_GAP_PX = 0.72, 0.12, 4.0
"""Side of the badge, as high as capitals, and its distance from the words: parts of the letters' size."""


class SignedWords(Words):
    """Words that fit together with the badge of ``seat``; as ``Words`` for ``NO_SEAT``."""

    seat = NumericProperty(NO_SEAT)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        with self.canvas.after:
            self._tint = Color(1, 1, 1, 0)
            self._badge = Rectangle()
        self._place = Clock.create_trigger(self._place_badge, -1)
        for name in ("pos", "size", "font_size", "text", "halign", "opacity", "texture"):
            self.fbind(name, self._place)
        self.fbind("seat", self._refit)

    @property
    def badge_box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right, top of the badge in pixels."""
        (x, y), (wide, high) = self._badge.pos, self._badge.size
        return x, y, x + wide, y + high

    def _room(self, font_size: float) -> float:
        """Width that the badge takes from the words."""
        if self.seat < 0:
            return 0.0
        return font_size * BADGE_SHARE + max(font_size * GAP_SHARE, _LEAST_GAP_PX)

    def _fits(self, font_size: int, width: float, height: float, text: str | None = None) -> bool:
        return super()._fits(font_size, width - self._room(font_size), height, text)

    def _fit(self, *_: object) -> None:
        super()._fit()
        self.padding = [self._room(self.font_size), 0, 0, 0]
        self._place()

    def _place_badge(self, *_: object) -> None:
        room, side = self._room(self.font_size), int(self.font_size * BADGE_SHARE)
        self._tint.a = 1 if room and self.text and side > 5 else 0
        if not self._tint.a:
            return
        width = self.width - room
        # as they are drawn: Kivy may break a line elsewhere than where it was measured, by a pixel
        widest = max((line.w for line in self._label._cached_lines), default=0)
        free = {"left": 0.0, "right": 1.0}.get(self.halign, 0.5) * max(0.0, width - widest)
        self._badge.texture = badge_texture(int(self.seat), side)
        self._badge.size = (side, side)
        self._badge.pos = (round(self.x + free), round(self.center_y - side / 2))
