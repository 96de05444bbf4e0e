"""A key with words, a sign or both, big enough for a thumb."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty

from companion.ui.art.theme import THEME, Colour, Palette
from companion.ui.widgets.box import BoxLayout
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.seat_badge import NO_SEAT, SeatBadge, SignMark
from companion.ui.widgets.surface import Target
from companion.ui.widgets.words import written_width

load_layout(__file__)

_INK = {"key yellow", "space", "space star"}
"""Light keys with dark words."""


def _word_colour(tile: str) -> Colour:
    if tile == "key red":
        return Palette.on_red
    return Palette.ink if tile in _INK else Palette.ivory


class KeyBadge(SeatBadge):
    key = ObjectProperty()


class KeySign(SignMark):
    key = ObjectProperty()


class Key(Target, BoxLayout):
    """``sign`` stands before the words. Most keys have no sign or badge, and never make one."""

    text = StringProperty("")
    sign = StringProperty("")
    seat = NumericProperty(NO_SEAT)
    """The seat whose sign stands before the words, if there is room."""
    signed = BooleanProperty(False)
    largest = NumericProperty(18)
    word_color = ColorProperty(Palette.ivory)
    lead = NumericProperty(0)
    """Room (px) left of the sign that centres sign and words together."""
    unmade = NumericProperty(2)
    """How many of sign and badge are not made; their gaps stay."""

    def __init__(self, **properties: object) -> None:
        properties.setdefault("tile", "key")
        self._marks: dict[type[KeyBadge | KeySign], KeyBadge | KeySign] = {}
        super().__init__(**properties)
        self.bind(tile=self._ink, disabled=self._ink)
        for name in ("width", "text", "sign", "signed"):
            self.fbind(name, self._centre)
        self._ink()

    def on_kv_post(self, base_widget: object) -> None:
        self.ids.words.bind(font_size=self._centre)
        self._centre()

    def _mark(self, kind: type[KeyBadge | KeySign], place: int) -> None:
        if kind not in self._marks:
            mark = self._marks[kind] = kind(key=self)
            mark.bind(width=self._centre)
            self.unmade -= 1
            self.add_widget(mark, place)

    def _centre(self, *_: object) -> None:
        if "words" not in self.ids:
            return
        if self.sign or self.signed:
            self._mark(KeySign, 1)  # its gap lies between badge and words
        if self.signed:
            self._mark(KeyBadge, len(self.children))
        if not (self.sign or self.signed) or not self.text:
            self.lead = 0
            return
        words = self.ids.words
        longest = max(written_width(line, words.font_size) for line in self.text.split("\n"))
        marks = sum(each.width for each in self._marks.values())
        self.lead = max(0.0, (self.width - marks - longest - 3 * THEME.gap_small) / 2)

    def _ink(self, *_: object) -> None:
        if self.disabled:
            self.word_color = Palette.ivory_faint
        else:
            self.word_color = _word_colour(self.tile)
