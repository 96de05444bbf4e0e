"""The bar on top of every screen: the way out, what happens now, undo. Faults are said here too,
in a place of their own, so that they never lie over anything that is touched."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.commands import Command
from companion.play.views import AdviceView
from companion.ui.layout_file import load_layout
from companion.ui.theme import THEME

load_layout(__file__)

MESSAGE_SECONDS = 0.35
TOAST_SECONDS = 5.0
"""How long a refusal stays; a touch on it takes it away sooner."""


class Header(BoxLayout):
    """``message`` is said until a ``fault`` (stays while the view has it) or a toast takes its place.

    An advice takes the message's place, too, as long as there is one; a fault takes that of the advice.
    """

    leading = StringProperty("menu")
    message = StringProperty("")
    caption = StringProperty("")
    fault = StringProperty("")
    notice = StringProperty("")
    """What the bar says now instead of the message; empty: the message."""
    urgent = BooleanProperty(False)
    mark = StringProperty("")
    """Of what kind the table is; stands there all through a game."""
    may_undo = BooleanProperty(False)

    __events__ = ("on_leading", "on_undo", "on_notice_touched", "on_answer", "on_ask")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._ending = Clock.create_trigger(self._end_toast, TOAST_SECONDS)

    def on_leading(self, *_: object) -> None:
        """The key on the left was pressed."""

    def on_undo(self) -> None:
        """The undo key was pressed."""

    def on_answer(self, command: Command) -> None:
        """A key of the advice was pressed."""

    def on_ask(self) -> None:
        """The answers to the advice have no room here."""

    def advise(self, advice: AdviceView | None) -> None:
        """Say what the camera has noticed; ``None``: nothing."""
        self.ids.advice.show(advice)

    def on_notice_touched(self) -> None:
        """The notice was touched: it has been read."""
        self.dismiss()

    @property
    def notice_is_small(self) -> bool:
        """Whether the notice is so long that its letters had to be very small."""
        return self.ids.notice.font_size < int(THEME.text_tiny)

    def on_fault(self, *_: object) -> None:
        """The view's fault came, changed or went."""
        self._ending.cancel()
        self._say(self.fault, urgent=True)

    def on_message(self, *_: object) -> None:
        """Something else happens now: the words come in, so that eyes turn to them."""
        label = self.ids.get("message")
        if label is not None and THEME.motion:
            Animation.cancel_all(label, "opacity")
            label.opacity = 0.0
            Animation(opacity=1.0, duration=THEME.seconds(MESSAGE_SECONDS)).start(label)

    def toast(self, text: str) -> None:
        """Say something for a few seconds: why a touch was refused."""
        self._say(text, urgent=False)
        self._ending.cancel()
        self._ending()

    def dismiss(self) -> None:
        """Take the notice away."""
        self._ending.cancel()
        self.notice = ""

    def _end_toast(self, *_: object) -> None:
        self._say(self.fault, urgent=True)

    def _say(self, text: str, urgent: bool) -> None:
        self.urgent = urgent
        self.notice = text
        if text and THEME.motion:
            bar = self.ids.bar
            bar.opacity = 0.2
            Animation(opacity=1.0, duration=THEME.seconds(0.18)).start(bar)
