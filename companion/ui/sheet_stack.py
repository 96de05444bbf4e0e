"""What lies over a screen: at most one sheet, and over both a page of help."""

from __future__ import annotations

from collections.abc import Callable

from kivy.animation import Animation
from kivy.uix.widget import Widget

from companion.play.views import TableView
from companion.ui.art.theme import THEME
from companion.ui.widgets.sheet import Sheet

FADE_SECONDS = 0.22


def fade_in(widget: Widget) -> None:
    """Let it appear, where things move at all."""
    if THEME.motion:
        widget.opacity = 0.0
        Animation(opacity=1.0, duration=THEME.seconds(FADE_SECONDS)).start(widget)


class SheetStack:
    """Lays sheets on ``body``; ``on_removed`` is called after each that was taken away."""

    def __init__(self, body: Widget, on_removed: Callable[[], None]) -> None:
        self.sheet: Sheet | None = None
        self.help_sheet: Sheet | None = None
        self._body, self._on_removed = body, on_removed

    @property
    def top(self) -> Sheet | None:
        """The sheet that covers the screen."""
        return self.help_sheet or self.sheet

    def open(self, sheet: Sheet) -> None:
        """Lay a sheet over the screen, instead of one that is there."""
        self.close()
        self.sheet = sheet
        self._lay(sheet, self.close)

    def close(self) -> None:
        """Take the sheet away, and any help over it."""
        self.close_help()
        sheet, self.sheet = self.sheet, None
        self._remove(sheet)

    def open_help(self, sheet: Sheet) -> None:
        """Lay a page of help over everything, instead of one that is there."""
        self.close_help()
        self.help_sheet = sheet
        self._lay(sheet, self.close_help)

    def close_help(self) -> None:
        """Take the help away; a sheet under it stays as it is."""
        sheet, self.help_sheet = self.help_sheet, None
        self._remove(sheet)

    def close_top(self) -> bool:
        """Take the uppermost sheet away; False where there is none."""
        if self.top is None:
            return False
        if self.help_sheet is not None:
            self.close_help()
        else:
            self.close()
        return True

    def update(self, view: TableView, moved: bool) -> None:
        """A view came; ``moved``: it is another than the one before."""
        for sheet in (self.sheet, self.help_sheet):
            if sheet is not None:
                sheet.follow(view, moved=moved)

    def _lay(self, sheet: Sheet, close: Callable[[], None]) -> None:
        sheet.close = close
        self._body.add_widget(sheet)
        fade_in(sheet)

    def _remove(self, sheet: Sheet | None) -> None:
        if sheet is not None:
            self._body.remove_widget(sheet)
            sheet.closed()
            self._on_removed()
