"""Pieces that a finger drags about on a board, and taps as before."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.input.motionevent import MotionEvent
from kivy.uix.layout import Layout

from companion.ui.art.theme import THEME
from companion.ui.widgets.surface import Target

DRAGS_FROM_DP = 14.0
"""A finger that goes less far taps: on the official 7-inch display under 3 mm."""


class DragBoard(Layout):
    """Put it before a layout's class. A piece that is let go is ``dropped``, and lies where it was put until
    the board is laid out again."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._held: Target | None = None
        self._finger: MotionEvent | None = None
        self._dragged = False

    def pieces(self) -> Sequence[Target]:
        raise NotImplementedError(f"{type(self).__name__} names no pieces")

    def dropped(self, piece: Target, x: float, y: float) -> None:
        """The piece was let go at this point of the window, in pixels."""
        raise NotImplementedError(f"{type(self).__name__} takes no piece")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A finger comes down on a piece, and may begin to drag it."""
        taken = bool(super().on_touch_down(touch))
        piece = next((each for each in self.pieces() if each.collide_point(*touch.pos)), None)
        if taken and piece is not None and piece.state == "down" and self._finger is None:
            self._held, self._finger, self._dragged = piece, touch, False
            touch.grab(self)
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or touch is not self._finger or self._held is None:
            return bool(super().on_touch_move(touch))
        far = max(abs(touch.x - touch.ox), abs(touch.y - touch.oy)) >= THEME.px(DRAGS_FROM_DP)
        if far and not self._dragged:
            self._dragged = True
            self._lift(self._held, touch)
        if self._dragged:
            self._held.center = touch.pos
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self or touch is not self._finger or self._held is None:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        piece, dragged = self._held, self._dragged
        self._held = self._finger = None
        if dragged:
            self.dropped(piece, *touch.pos)
        return True

    def _lift(self, piece: Target, touch: MotionEvent) -> None:
        """It is no tap any more; the piece is drawn over the others."""
        touch.ungrab(piece)
        piece.state = "normal"
        self.canvas.remove(piece.canvas)
        self.canvas.add(piece.canvas)
