"""A player's name: one touch on a name that is offered, or letter by letter."""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import normalize

from kivy.core.window import Window
from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.lettering.fonts import fonts
from companion.text.speech import say
from companion.ui.layout_file import load_layout
from companion.ui.screens.letter_board import LetterBoard
from companion.ui.theme import THEME
from companion.ui.widgets.key import Key
from companion.ui.widgets.sheet import Sheet

load_layout(__file__)

USES = (LetterBoard,)
"""The layout names it."""
LONGEST_NAME = 16
"""Letters; what fits on a player's place on the smallest screen."""


def next_free_name(taken: tuple[str, ...]) -> str:
    """The first name that nobody at the table has; "Player 25" when all are taken."""
    free = (name for name in preset_names() if name not in taken)
    return next(free, say("names.numbered", number=len(taken) + 1))


def preset_names() -> list[str]:
    """Names to pick by one touch: short, and each with a letter of its own to begin with."""
    return say("names.players").splitlines()


_OFFERED_LANDSCAPE, _OFFERED_PORTRAIT = 14, 12


class NameSheet(Sheet):
    """Calls ``take`` with the name, or ``remove`` where this player may leave the table."""

    name = StringProperty("")
    old_name = StringProperty("")
    may_remove = BooleanProperty(False)
    ready = BooleanProperty(True)
    refused = StringProperty("")
    """Why the letter that was typed last is not there."""
    columns = ListProperty([4, 7])
    """Names that are offered side by side, in portrait and in landscape."""
    longest = LONGEST_NAME

    def __init__(
        self,
        name: str,
        others: tuple[str, ...],
        take: Callable[[str], None],
        remove: Callable[[], None] | None,
        **properties: object,
    ) -> None:
        self._take, self._remove, self._others = take, remove, others
        super().__init__(old_name=name, may_remove=remove is not None, **properties)
        self._offer()
        Window.bind(on_textinput=self._hardware_text, on_key_down=self._hardware_key)

    def offered(self) -> list[str]:
        """Names to pick by one touch."""
        return preset_names()

    def closed(self) -> None:
        """The keyboard belongs to nobody again."""
        Window.unbind(on_textinput=self._hardware_text, on_key_down=self._hardware_key)

    def type_letter(self, letter: str) -> None:
        """Add a letter: a capital begins each word. One that cannot be drawn is refused."""
        if len(self.name) >= self.longest or (letter == " " and (not self.name or self.name[-1] in " -")):
            return
        begins = not self.name or self.name[-1] in " -'"
        name = normalize("NFC", self.name + (letter.upper() if begins else letter.lower()))
        if fonts().can_write(name):
            self.name, self.refused = name, ""
        else:
            self.refused = say("names.no_letters")

    def rub(self) -> None:
        """Take the last letter away."""
        self.name, self.refused = self.name[:-1], ""

    def done(self) -> None:
        """Take the name that was typed; nothing typed leaves the old one."""
        name = self.name.strip()
        self.close()
        if name and name != self.old_name:
            self._take(name)

    def remove(self) -> None:
        """This player does not play."""
        self.close()
        if self._remove is not None:
            self._remove()

    def on_name(self, *_: object) -> None:
        """A name that somebody has already cannot be told apart."""
        self.ready = self.name.strip() not in self._others

    def _offer(self) -> None:
        most = _OFFERED_PORTRAIT if THEME.portrait else _OFFERED_LANDSCAPE
        free = [name for name in self.offered() if name not in self._others and name != self.old_name]
        for name in free[:most]:
            self.ids.presets.add_widget(Key(text=name, on_release=lambda key: self._pick(key.text)))

    def _pick(self, name: str) -> None:
        self.close()
        self._take(name)

    def _hardware_text(self, _window: object, text: str) -> None:
        for letter in text:
            self.type_letter(letter)

    def _hardware_key(self, _window: object, code: int, *_: object) -> None:
        if code == 8:
            self.rub()
        elif code == 13 and self.ready:
            self.done()
