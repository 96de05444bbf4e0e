"""What the screen shows of settings and pauses."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.commands import Command


@dataclass(frozen=True, slots=True)
class LookView:
    """How everything is drawn. ``language``: its code; all words on the screen are of this language.

    ``idle_s``: after so many seconds without a touch the screen is dimmed, 0: never. ``spoken``: a first
    touch says what would be touched, the second one counts. ``birds``: the dice have birds for ones.
    ``flat``: the screen lies on the table and turns to the player whose turn it is.
    """

    language: str
    day: bool = False
    large: bool = False
    still: bool = False
    idle_s: int = 0
    spoken: bool = False
    birds: bool = False
    flat: bool = False

    @property
    def dress(self) -> tuple[str, bool, bool, bool]:
        """What all screens are made of: where it changes they are made anew."""
        return self.language, self.day, self.large, self.birds


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One value of a setting: its words, a line that explains it, and the command that chooses it."""

    words: str
    line: str
    command: Command
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class SettingView:
    """One line: what is set, and how it stands.

    One touch sends ``command``; without one it opens the ``choices``. With neither the line only tells.
    ``state_on``: it is marked as something that was switched on.
    """

    name: str
    title: str
    state: str
    choices: tuple[ChoiceView, ...] = ()
    command: Command | None = None
    state_on: bool = False


@dataclass(frozen=True, slots=True)
class SettingsView:
    """The settings, line by line; on the page of the languages each line is one to choose."""

    rows: tuple[SettingView, ...]


@dataclass(frozen=True, slots=True)
class PauseView:
    """The table rests. ``sentence`` says who is next; ``key_words`` stand on the key that goes on."""

    sentence: str
    key_words: str


@dataclass(frozen=True, slots=True)
class LockView:
    """Asks for so many ``digits``."""

    sentence: str
    digits: int
