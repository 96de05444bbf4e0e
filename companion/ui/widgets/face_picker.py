"""Dice to tap: which face is it?"""

from __future__ import annotations

from collections.abc import Iterable

from kivy.clock import Clock
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.ui.theme import THEME
from companion.ui.widgets.die_key import DieKey

ALL_FACES = (1, 2, 3, 4, 5, 6)
_ROWS_OF = {6: (6, 3, 2), 5: (5, 3, 1)}
"""Dice in a row for so many dice: rows that look even. Others: all in one row."""
_GOOD_ENOUGH = 0.8
"""Fewer rows are taken where the keys stay at least this part as large as they could be."""
_WIDEST = 1.25
"""Width of a key as a part of its height, at most."""


class FacePicker(FloatLayout):
    """A die for each of the ``faces`` offered, in the rows that make them largest.

    Sends ``on_face`` for a lit one and ``on_unlit`` for another.
    """

    skin = StringProperty("yellow")
    star = NumericProperty(1)
    largest_dp = NumericProperty(104.0)

    __events__ = ("on_face", "on_unlit")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._arrange = Clock.create_trigger(self._lay_out, -1)
        self._lit: frozenset[int] = frozenset()
        self.keys: list[DieKey] = []
        self.bind(skin=self._dress, star=self._dress)
        self.bind(pos=self._arrange, size=self._arrange)

    def on_face(self, face: int) -> None:
        """A lit die was tapped."""

    def on_unlit(self, face: int) -> None:
        """A die that cannot be taken was tapped."""

    def offer(self, faces: Iterable[int], lit: Iterable[int] | None = None) -> None:
        """Offer these faces, only ``lit`` ones (all of them by default) to be taken."""
        faces = tuple(faces)
        self._lit = frozenset(faces if lit is None else lit)
        if tuple(key.face for key in self.keys) != faces:
            self.clear_widgets()
            self.keys = [
                DieKey(face=face, skin=self.skin, star=self.star, size_hint=(None, None)) for face in faces
            ]
            for key in self.keys:
                key.bind(on_release=self._touch)
                self.add_widget(key)
        for key in self.keys:
            key.lit = key.face in self._lit
        self._arrange()

    def choose(self, face: int | None) -> None:
        """Mark one face as chosen."""
        for key in self.keys:
            key.chosen = key.face == face

    def _touch(self, key: DieKey) -> None:
        self.dispatch("on_face" if key.face in self._lit else "on_unlit", key.face)

    def _dress(self, *_: object) -> None:
        for key in self.keys:
            key.skin, key.star = self.skin, self.star

    def _key_size(self, columns: int) -> tuple[float, float]:
        """Width and height of a key with so many in a row, in pixels."""
        rows = -(-len(self.keys) // columns)
        gap = THEME.gap
        most = THEME.px(self.largest_dp)
        high = min((self.height - gap * (rows - 1)) / rows, most)
        wide = min((self.width - gap * (columns - 1)) / columns, most * _WIDEST)
        return wide, high

    def _lay_out(self, *_: object) -> None:
        count = len(self.keys)
        if not count or min(self.size) < THEME.touch_small:
            return
        offered = _ROWS_OF.get(count, (count,))
        best = max(min(self._key_size(each)) for each in offered)
        columns = max(each for each in offered if min(self._key_size(each)) >= _GOOD_ENOUGH * best)
        wide, high = self._key_size(columns)
        rows = -(-count // columns)
        gap = THEME.gap
        top = self.center_y + (rows * high + (rows - 1) * gap) / 2
        for at, key in enumerate(self.keys):
            row, column = divmod(at, columns)
            in_row = min(columns, count - row * columns)
            left = self.center_x - (in_row * wide + (in_row - 1) * gap) / 2
            key.size = (wide, high)
            key.pos = (left + column * (wide + gap), top - (row + 1) * high - row * gap)
