"""One switch of the house rules: what it is called, what it means as it stands, and its value."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.house_rules.views import SwitchView
from companion.ui.layout_file import load_layout
from companion.ui.widgets.surface import Target

load_layout(__file__)


class SwitchRow(Target, BoxLayout):
    """The whole row is touched. A row that ``clashes`` has a warning sign and another frame."""

    title = StringProperty("")
    meaning = StringProperty("")
    words = StringProperty("")
    clashes = BooleanProperty(False)

    def __init__(self, switch: SwitchView, **properties: object) -> None:
        self.switch = switch
        super().__init__(
            tile="bar fault" if switch.clashes else "key",
            title=switch.title,
            meaning=switch.now.meaning,
            words=switch.now.words,
            clashes=switch.clashes,
            **properties,
        )
