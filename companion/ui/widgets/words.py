"""Text that always fits: it grows to ``largest`` and shrinks to ``smallest`` before it is cut."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from kivy.clock import Clock
from kivy.core.text import Label as Letters
from kivy.core.text.markup import MarkupLabel as MarkedLetters
from kivy.graphics import Color, Rectangle
from kivy.properties import NumericProperty
from kivy.uix.label import Label
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from companion.core.lettering import Stretch, drawn, fonts, letters_of
from companion.ui.art.textures import badge_texture
from companion.ui.art.theme import THEME, Palette
from companion.ui.widgets.seat_badge import NO_SEAT

STAR = "★"
FAINT = 0.35
"""Strength of words on what cannot be touched now."""
ELLIPSIS = "…"
_NOT_LAST = " -'’.,·"
"""Dropped before an ellipsis."""
_AFTER_NAMES = "\u00a0:,"
"""Stays when the name before it is cut; French has a fixed space before a colon."""
_WIDE = "W"
"""The star is measured as this letter, which is at least as wide."""


def written_width(text: str, font_size: float, bold: bool = True) -> float:
    """Width of letters of this size, in pixels, each in the font that draws it."""
    measured = text.replace(STAR, _WIDE)
    if is_plain(measured):
        return float(_extents(measured, int(font_size), bold)[0])
    return sum(
        float(_extents(each.text, int(font_size), bold, each.font)[0]) for each in fonts().stretches(measured)
    )


@lru_cache(maxsize=8192)
def _extents(text: str, font_size: int, bold: bool, font: Path | None = None) -> tuple[int, int]:
    width, height = _letters(font_size, bold, font).get_extents(text)
    return width, height


@lru_cache(maxsize=256)
def _letters(font_size: int, bold: bool, font: Path | None = None) -> Letters:
    named = {} if font is None else {"font_name": str(font)}
    letters = Letters(font_size=font_size, bold=bold, **named)
    letters.resolve_font_name()
    return letters


@lru_cache(maxsize=4096)
def is_plain(text: str) -> bool:
    """Whether the usual font has every letter, drawn in its written order."""
    return text.isascii() or fonts().stretches(text) == (Stretch(text, None),)


_CHANGING = (
    "text", "font_size", "bold", "color", "disabled", "disabled_color", "halign", "valign", "padding",
    "text_size", "markup",
)  # fmt: skip
"""Properties of a label after which words are drawn anew. No layout or code here sets another one."""
_USUAL = {
    name: getattr(Label, name).defaultvalue for name in ("font_script_name", "font_features", "split_str")
}
"""Where letters by themselves have other defaults than a label."""
_LETTERING = ("text", "font_size", "bold", "halign", "valign", "padding", "text_size")


class Words(Label):
    """A label that fits: at most ``most_lines`` lines of letters from ``smallest`` (dp) to ``largest`` (px).

    A line by itself is cut by its width alone: what is left of it is read even in a box that is too low.
    """

    text: str
    largest = NumericProperty(18)
    smallest = NumericProperty(13)
    most_lines = NumericProperty(9)
    cut_first = ""
    """A name in the text: its end is left out, so that what is said of it stays."""

    def __init__(self, **properties: object) -> None:
        properties.setdefault("color", Palette.ivory)
        properties.setdefault("disabled_color", (*Palette.ivory[:3], FAINT))
        properties.setdefault("halign", "center")
        properties.setdefault("valign", "middle")
        self._shown = self._drawn = ""
        self._trigger_texture = Clock.create_trigger(self.texture_update, -1)
        Widget.__init__(
            self, **properties
        )  # Label's own binds forty properties, most of which no words change
        again = self._trigger_texture_update
        for name in _CHANGING:
            self.fbind(name, again, name)
        self._label: Any = None
        self._undrawn = False
        self._create_label()
        self._trigger_texture()
        self._refit = Clock.create_trigger(self._fit, -1)
        for name in ("size", "largest", "smallest", "bold", "most_lines"):
            self.fbind(name, self._refit)
        self.fbind("text", self._take)
        self._take()

    def texture_update(self, *largs: object) -> None:
        self._undrawn = self._refit.is_triggered  # else they would be drawn twice
        if not self._undrawn:
            super().texture_update(*largs)

    def _create_label(self) -> None:
        """Kivy's own asks for forty properties, and keeps memory for each that was asked for."""
        kind = MarkedLetters if self.markup else Letters
        if type(self._label) is kind:
            return
        options = {name: getattr(self, name) for name in _LETTERING}
        colour = self.disabled_color if self.disabled else self.color
        self._label = kind(color=colour, usersize=self.text_size, **options, **_USUAL)

    @property
    def said(self) -> str:
        return self._shown

    def high_at(self, width: float) -> float:
        """Height (px) of the words in this width at their largest."""
        lines, _, line_height = self._laid_out(int(self.largest), width, None)
        return lines * line_height + 1

    def _take(self, *_: object) -> None:
        if self.text in (self._drawn, _marked(self._drawn)):
            return
        self._shown = self._drawn = self.text
        self.markup = bool(self.text) and not is_plain(self.text)
        if self.markup:
            self.text = _marked(self.text)
        self._refit()

    def _fit(self, *_: object) -> None:
        width, height = self.size
        if width < 2 or height < 2:
            if self._undrawn:
                self._trigger_texture()  # what it said before is not left in its place
            return
        least = int(THEME.px(self.smallest) / THEME.letters)  # no box grows with large letters
        low, high = least, max(least, int(self.largest))
        while low < high:
            middle = (low + high + 1) // 2
            if self._fits(middle, width, height):
                low = middle
            else:
                high = middle - 1
        self.font_size = low
        self.text_size = (width, None)
        self._cut(low, width, max(height, self._laid_out(low, width, None)[2]))
        if self._undrawn:
            self._trigger_texture()

    def _cut(self, font_size: int, width: float, height: float) -> None:
        """Leave out the end, by whole letters, if even the smallest do not fit: first that of each word wider
        than a line, as of a long name, so that the sentence stays.
        """

        def fits(text: str) -> bool:
            return self._fits(font_size, width, height, text)

        kept = self._shown
        if not fits(kept):
            words = ((word, word.rstrip(_AFTER_NAMES)) for word in kept.split(" "))
            kept = " ".join(
                word if fits(word) else _shortened("", name, word[len(name) :], fits) for word, name in words
            )
        if not fits(kept):
            named = bool(self.cut_first) and self.cut_first in self._shown
            kept = _shortened(*self._shown.partition(self.cut_first if named else self._shown), fits)
        self._drawn = kept
        text = _marked(kept) if self.markup else kept
        if self.text != text:
            self.text = text

    def _fits(self, font_size: int, width: float, height: float, text: str | None = None) -> bool:
        lines, widest, line_height = self._laid_out(font_size, width, text)
        return widest <= width and lines <= self.most_lines and lines * line_height <= height

    def _laid_out(self, font_size: int, width: float, text: str | None) -> tuple[int, float, float]:
        whole = (self._shown if text is None else text).replace(STAR, _WIDE)
        line_height: float = _extents("Ag", font_size, self.bold)[1]
        space = _extents(" ", font_size, self.bold)[0]
        if not is_plain(whole):
            line_height = max(_line_height(font_size, each.font) for each in fonts().stretches(whole))
            whole = drawn(whole)
        lines, widest = 0, 0.0
        for paragraph in whole.split("\n"):
            lines += 1
            used = 0.0
            for word in paragraph.split(" "):
                length = written_width(word, font_size, self.bold) + 1
                if used and used + space + length > width:
                    lines, used = lines + 1, length
                else:
                    used += (space if used else 0) + length
                widest = max(widest, used)
        return lines, widest, line_height


def _shortened(before: str, cut: str, after: str, fits: Callable[[str], bool]) -> str:
    """With as many letters of ``cut`` as fit; none may be too many."""
    letters = letters_of(cut)

    def kept(count: int) -> str:
        return before + "".join(letters[:count]).rstrip(_NOT_LAST) + ELLIPSIS + after

    low, high = 0, len(letters)
    while low < high:
        middle = (low + high + 1) // 2
        if fits(kept(middle)):
            low = middle
        else:
            high = middle - 1
    return kept(low)


@lru_cache(maxsize=1024)
def _marked(text: str) -> str:
    """The text as drawn, with marks for letters that the usual font lacks."""
    paragraphs = text.splitlines(keepends=True)
    return "".join(_mark(each) for words in paragraphs for each in fonts().stretches(words))


def _mark(stretch: Stretch) -> str:
    letters: str = escape_markup(stretch.text)
    return letters if stretch.font is None else f"[font={stretch.font}]{letters}[/font]"


def _line_height(font_size: int, font: Path | None) -> float:
    return float(_extents("Ag", font_size, False, font)[1])


BADGE_SHARE, GAP_SHARE, _LEAST_GAP_PX = 0.72, 0.12, 4.0
"""Side of the badge (as high as capitals) and its distance from the words, as parts of the letters' size."""


class SignedWords(Words):
    """Words that fit together with the badge of ``seat``; without one for ``NO_SEAT``."""

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

    def _room(self, font_size: float) -> float:
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
