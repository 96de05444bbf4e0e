"""Every colour and size of the screen.

Sizes are in dp of the smallest screen (800×480 or 480×800) and grow with the window: ``THEME.fit`` turns them
into pixels. kv files bind to ``THEME`` as to a widget.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable

from kivy.event import EventDispatcher
from kivy.properties import BooleanProperty, NumericProperty

SMALLEST_LANDSCAPE = (800, 480)
SMALLEST_PORTRAIT = (480, 800)
LEAST_SCALE = 0.4
"""Below it ``text_tiny`` has fewer than 6 px, which nobody can read."""
ROOMY = (1280, 720)
"""From this window on screens show more, at sizes for a window of ``ROOMY_DP`` (dp)."""
ROOMY_DP = (1067, 600)
SMALLEST_TARGET_DP = 48.0
"""Least width and height of anything that is touched (issue 2, "What must be shown")."""

LARGE = 1.25
"""Size of large letters against normal ones."""

Colour = tuple[float, float, float, float]
"""Red, green, blue, alpha, each 0-1."""


def colour(code: str, alpha: float = 1.0) -> Colour:
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue, alpha


class Paint:
    """Colours that stay by day and night: dice, cards, cups, marks on a camera's picture."""

    night = colour("#07110F")
    felt_edge = colour("#081A18")
    felt = colour("#164A3F")
    plate = colour("#12332C")
    plate_edge = colour("#2F6154")
    plate_light = colour("#1D4A40")
    ivory = colour("#F6ECD8")
    ivory_quiet = colour("#C3C4AE")
    ivory_faint = colour("#8FA498")
    ivory_deep = colour("#B9A77E")
    ink = colour("#12241F")
    yellow = colour("#FFC72C")
    yellow_light = colour("#FFE08A")
    yellow_deep = colour("#B97A08")
    red = colour("#D6382C")
    red_light = colour("#F2705F")
    red_deep = colour("#84190F")
    blue = colour("#7CC4F2")
    clear = colour("#000000", 0.0)


class Palette(Paint):
    """Colours by their use, by day or by night (``use_colours``). Meaning is never in a colour alone."""

    on_red = Paint.ivory
    red_light = colour("#FF9A8B")


class Theme(EventDispatcher):
    """Sizes in pixels of the present window; ``fit`` sets them."""

    scale = NumericProperty(1.0)
    portrait = BooleanProperty(False)
    roomy = BooleanProperty(False)
    """Whether the round's bids and the lost dice have their own column."""
    height_share = 1.0
    """The screens' part of the window's height: under 1 above a desk panel."""
    motion = NumericProperty(1.0)
    """1: things move; 0: changes are instant (tests, and people whom motion disturbs)."""
    birds = False
    """Whether this table's dice show a bird as their one."""
    letters = 1.0
    """Size of the letters against normal ones."""

    hair = NumericProperty(1.5)
    gap_small = NumericProperty(4.0)
    gap = NumericProperty(8.0)
    gap_large = NumericProperty(14.0)
    margin = NumericProperty(8.0)
    radius = NumericProperty(12.0)
    touch = NumericProperty(56.0)
    touch_small = NumericProperty(SMALLEST_TARGET_DP)
    touch_large = NumericProperty(76.0)
    header = NumericProperty(60.0)
    column = NumericProperty(222.0)
    text_tiny = NumericProperty(15.0)
    """For text by which nothing is decided; all other is at least ``text_small``."""
    text_small = NumericProperty(18.0)
    text = NumericProperty(18.0)
    text_large = NumericProperty(23.0)
    text_title = NumericProperty(32.0)
    text_huge = NumericProperty(48.0)
    text_far = NumericProperty(60.0)
    """Read from two metres: capitals are 8 mm high on the official 7-inch display (0.19 mm a pixel)."""
    die = NumericProperty(56.0)
    die_small = NumericProperty(26.0)

    def __init__(self) -> None:
        super().__init__()
        fixed = {"scale", "motion"}
        self._dp = {
            name: getattr(self, name)
            for name, kind in self.properties().items()
            if isinstance(kind, NumericProperty) and name not in fixed
        }

    def fit(self, width: float, height: float) -> None:
        """Set all sizes for a window in pixels. On a smaller screen than is meant everything shrinks, down to
        ``LEAST_SCALE``.
        """
        height *= self.height_share
        portrait = height > width
        self.roomy = width >= ROOMY[0] and height >= ROOMY[1]
        smallest = ROOMY_DP if self.roomy else SMALLEST_LANDSCAPE
        least_width, least_height = SMALLEST_PORTRAIT if portrait else smallest
        scale = max(LEAST_SCALE, min(width / least_width, height / least_height))
        self.portrait = portrait
        for name, dp in self._dp.items():
            setattr(self, name, dp * scale * (self.letters if name.startswith("text") else 1.0))
        self.scale = scale

    def tell(self, widget: object, again: Callable[..., None], *names: str) -> None:
        """Call ``again`` when one of these sizes changes, while the widget lives.

        ``bind`` would keep every trigger for ever, and search all of them at each new one. ``again``, a
        method of the widget or a trigger on one, does not keep the widget alive.
        """
        bound = [(name, self.fbind(name, again, ref=True)) for name in names]
        ended = weakref.finalize(widget, self._forget, bound)
        ended.atexit = False

    def _forget(self, bound: list[tuple[str, int]]) -> None:
        for name, number in bound:
            self.unbind_uid(name, number)

    def px(self, dp: float) -> float:
        return dp * self.scale

    def seconds(self, length: float) -> float:
        return length * self.motion


THEME = Theme()
