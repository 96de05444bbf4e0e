"""A card that the eye is not sure of: its picture, why it is asked about, and the likeliest cards to tap."""

from __future__ import annotations

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.cards.views import CardKey, DoubtView
from companion.play.commands import Command
from companion.ui.layout_file import load_layout
from companion.ui.widgets.card_face import CardFace
from companion.ui.widgets.key import Key
from companion.ui.widgets.surface import Surface, Target

load_layout(__file__)


class LikelyKey(Target, BoxLayout):
    """One of the likeliest cards."""

    def __init__(self, choice: CardKey, **properties: object) -> None:
        self.choice = choice
        super().__init__(tile="key", **properties)
        self.add_widget(CardFace(card=choice.card))


class CardDoubtRow(Surface, BoxLayout):
    """Draws one ``DoubtView``. Sends ``on_answer`` with a touch's command, ``on_enlarge`` for the picture."""

    __events__ = ("on_answer", "on_enlarge")
    asked = StringProperty("")
    why = StringProperty("")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._doubt: DoubtView | None = None

    def on_answer(self, command: Command) -> None:
        """A card was tapped, or that it is none of these."""

    def on_enlarge(self) -> None:
        """The picture was touched."""

    def show(self, doubt: DoubtView | None) -> None:
        """Ask about this card; nothing without one."""
        if doubt == self._doubt:
            return
        self._doubt = doubt
        self.ids.likely.clear_widgets()
        if doubt is None:
            self.asked = self.why = ""
            self.ids.crop.show(None, None)
            return
        self.asked, self.why = doubt.asked, doubt.why
        self.ids.crop.show(doubt.crop.frame, doubt.crop.box)
        for choice in doubt.likely:
            self.ids.likely.add_widget(LikelyKey(choice, on_release=lambda key: self._send(key.choice)))
        if doubt.pass_over is not None:
            words = doubt.pass_over.words
            self.ids.likely.add_widget(Key(text=words, on_release=lambda _: self._send(doubt.pass_over)))

    def _send(self, key: CardKey) -> None:
        self.dispatch("on_answer", key.command)
