"""A key with words, a sign or both, big enough for a thumb."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, StringProperty

from companion.ui.art.theme import THEME, Colour, Palette
from companion.ui.widgets.box import BoxLayout, load_layout
from companion.ui.widgets.seat_badge import NO_SEAT, SeatBadge, SignMark
from companion.ui.widgets.surface import Target
from companion.ui.widgets.words import written_width

load_layout(__file__)

_INK = {"key yellow", "space", "space star"}
"""Light keys with dark words."""


_BADGE_FROM_DP, _SMALLEST_DP = 110.0, 13.0
"""Width of a key with a badge, and the size of its smallest words."""
_MOST_MARKS = 2


def _word_colour(tile: str) -> Colour:
    if tile == "key red":
        return Palette.on_red
    return Palette.ink if tile in _INK else Palette.ivory


class Key(Target, BoxLayout):
    """``sign`` stands before the words. Most keys have no sign or badge, and never make one."""

    tile = StringProperty("key")
    text = StringProperty("")
    sign = StringProperty("")
    seat = NumericProperty(NO_SEAT)
    """The seat whose sign stands before the words, if there is room."""
    signed = BooleanProperty(False)
    largest = NumericProperty(18)
    word_color = ColorProperty(Palette.ivory)
    act: Callable[[], None] | None = None
    """What a touch does, where it changes from view to view."""

    def __init__(self, **properties: object) -> None:
        self._marks: dict[type[SeatBadge | SignMark], SeatBadge | SignMark] = {}
        super().__init__(**properties)
        self.bind(tile=self._ink, disabled=self._ink)
        for name in ("width", "text", "sign", "seat", "largest", "word_color", "state"):
            self.fbind(name, self._arrange)
        self._ink()

    def on_kv_post(self, base_widget: object) -> None:
        self.ids.words.bind(font_size=self._centre)
        self._arrange()

    def on_release(self) -> None:
        if self.act is not None:
            self.act()

    def _mark(self, kind: type[SeatBadge | SignMark], place: int) -> SeatBadge | SignMark | None:
        """Made when it first gets a ``place``."""
        if place and kind not in self._marks:
            self._marks[kind] = kind(size=(0, 0))
            self.add_widget(self._marks[kind], place)
        return self._marks.get(kind)

    def _draw(self, *_: object) -> None:
        self._arrange()
        super()._draw()

    def _arrange(self, *_: object) -> None:
        """What kv rules would do with three times the memory."""
        if "words" not in self.ids:
            return
        self.signed = self.seat >= 0 and self.width > THEME.px(_BADGE_FROM_DP)
        marked = bool(self.sign or self.signed)
        sign = self._mark(SignMark, int(marked))  # its gap lies between badge and words
        if sign is not None:
            sign.sign, sign.color = self.sign, self.word_color
            sign.size_hint = 1 if self.sign and not self.text else None, 1 if self.sign else None
            if sign.size_hint_x is None:
                sign.width = THEME.text_large * 1.5 if self.sign else 0
        badge = self._mark(SeatBadge, len(self.children) if self.signed else 0)
        if badge is not None:
            badge.seat, badge.size_hint_x = self.seat if self.signed else NO_SEAT, None
            badge.width = min(THEME.text_large * 1.15, self.width * 0.14) if self.signed else 0
        words, share = self.ids.words, 1 if self.text else 0
        words.text, words.color, words.largest = self.text, self.word_color, self.largest
        words.halign, words.smallest = "left" if marked else "center", _SMALLEST_DP
        words.size_hint_x = words.size_hint_y = share
        self.spacing = THEME.gap_small * (1 if self.signed else 0.5)
        self._centre()

    def _centre(self, *_: object) -> None:
        """Sign and words together; the gaps of marks that are not made stay."""
        words, gap, lead = self.ids.words, THEME.gap_small, 0.0
        if (self.sign or self.signed) and self.text:
            longest = max(written_width(line, words.font_size) for line in self.text.split("\n"))
            marks = sum(each.width for each in self._marks.values())
            lead = max(0.0, (self.width - marks - longest - 3 * gap) / 2)
        left = gap + lead + (self.spacing * (_MOST_MARKS - len(self._marks)) if self.text else 0)
        down = self.state == "down"
        self.padding = (left, gap * (1.75 if down else 1), gap, gap * (1 if down else 2))

    def _ink(self, *_: object) -> None:
        if self.disabled:
            self.word_color = Palette.ivory_faint
        else:
            self.word_color = _word_colour(self.tile)
