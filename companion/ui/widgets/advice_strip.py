"""What the camera has noticed: a sentence, and beside it the keys that answer it."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.commands import Command
from companion.play.views import AdviceView
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME
from companion.ui.widgets.key import Key

load_layout(__file__)

KEY_DP = 108.0
"""Width of a key beside the sentence: "They are right" in two lines."""

SHORT = 90
"""Letters of a sentence that can be read upright beside a key: three lines of a screen 480 px wide."""


class AdviceStrip(BoxLayout):
    """Shows one advice, or nothing; ``on_answer`` is sent with the command of the key that was touched.

    Upright there is little room: one key asks for the sentence in large letters and its answers. A short
    sentence with one answer has its own key there, too: a bumped camera is set right by one touch.
    """

    sentence = StringProperty("")
    shown = BooleanProperty(False)
    """Whether there is an advice, and nothing more urgent in its place."""

    __events__ = ("on_answer", "on_ask")

    def __init__(self, **properties: object) -> None:
        self.advice: AdviceView | None = None
        super().__init__(**properties)
        THEME.tell(self, self._lay_keys, "portrait", "scale")

    def on_answer(self, command: Command) -> None:
        """A key was touched."""

    def on_ask(self) -> None:
        """The answers are to be laid out on a sheet."""

    def show(self, advice: AdviceView | None) -> None:
        """Say this; ``None``: nothing."""
        if advice != self.advice:
            self.advice = advice
            self.sentence = "" if advice is None else advice.sentence
            self._lay_keys()

    def on_shown(self, *_: object) -> None:
        """Keys that are not seen must not be touched: they go."""
        self._lay_keys()

    def _lay_keys(self, *_: object) -> None:
        keys = self.ids.get("keys")
        if keys is None:
            return
        keys.clear_widgets()
        for key in self._keys() if self.shown and self.advice is not None else ():
            keys.add_widget(key)
        count = len(keys.children)
        keys.width = count * THEME.px(KEY_DP) + max(0, count - 1) * THEME.gap

    def _keys(self) -> list[Key]:
        answers = self.advice.answers
        if THEME.portrait and (len(answers) != 1 or len(self.sentence) > SHORT):
            words = "Answer" if answers else "Read"
            return [Key(text=words, tile="key yellow", on_release=lambda *_: self.dispatch("on_ask"))]
        return [
            Key(
                text=answer.words,
                tile="key" if number else "key yellow",
                on_release=lambda _key, command=answer.command: self.dispatch("on_answer", command),
            )
            for number, answer in enumerate(answers)
        ]
