"""The code that leads phones to the scoreboard."""

from __future__ import annotations

import segno
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty
from kivy.uix.widget import Widget

from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)

INK = (0.03, 0.07, 0.06, 1)
"""Dark on white by day and by night: cameras read no code that is light on dark."""
QUIET = 4
"""Modules of white round a code (ISO/IEC 18004)."""


class CodeMark(Widget):
    """A QR code, dark on white, as large as whole pixels a module allow."""

    def __init__(self, **properties: object) -> None:
        self._rows: tuple[bytes, ...] = ()
        super().__init__(**properties)
        self.bind(pos=self._draw, size=self._draw)

    def show(self, text: str) -> None:
        """Draw the code of this text."""
        self._rows = tuple(map(bytes, segno.make(text, error="m", micro=False).matrix))
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if not self._rows:
            return
        across = len(self._rows) + 2 * QUIET
        module = max(1, int(min(self.size) / across))
        side = module * across
        left, top = int(self.center_x - side / 2), int(self.center_y + side / 2)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(pos=(left, top - side), size=(side, side))
            Color(*INK)
            for down, row in enumerate(self._rows, start=QUIET + 1):
                for right, dark in enumerate(row, start=QUIET):
                    if dark:
                        Rectangle(pos=(left + right * module, top - down * module), size=(module, module))


class ScoreboardSheet(Sheet):
    """The code, the address to type, and what to do with them."""

    local = BooleanProperty(False)

    def __init__(self, url: str, local: bool, **properties: object) -> None:
        """``local``: only this machine can open the address, and a phone's camera would be led nowhere."""
        super().__init__(local=local, **properties)
        self.ids.address.text = url
        self.ids.advice.text = say("scoreboard.open_here") if local else say("scoreboard.scan")
        if not local:
            self.ids.code.show(url)

    def follow(self, view: object, moved: bool) -> None:
        """It stays while the table plays on."""
