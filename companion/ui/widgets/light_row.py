"""One thing about the light: a sign for how it stands, what there is, what to do."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.setup.views import LightView, Standing
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME

load_layout(__file__)

_SIGNS = {Standing.GOOD: "check", Standing.WRONG: "warning", Standing.UNKNOWN: "doubt"}
_HEIGHT_DP = {Standing.GOOD: 32.0, Standing.WRONG: 96.0, Standing.UNKNOWN: 44.0}
"""What is wrong has two sentences."""


class LightRow(BoxLayout):
    """Draws one check."""

    sentence = StringProperty("")
    remedy = StringProperty("")
    sign = StringProperty("")
    wrong = BooleanProperty(False)

    def __init__(self, check: LightView, **properties: object) -> None:
        self.check = check
        wrong = check.standing is Standing.WRONG
        super().__init__(
            sentence=_capital(check.sentence),
            remedy=f"{_capital(check.remedy or '')}." if wrong else "",
            sign=_SIGNS[check.standing],
            wrong=wrong,
            size_hint_y=None,
            height=THEME.px(_HEIGHT_DP[check.standing]),
            **properties,
        )


def _capital(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}"
