"""What the screen shows of settings and pauses."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.base.commands import (
    BeginNewJournal,
    Command,
    PlayUnsaved,
    SalvageJournal,
    TryJournalAgain,
)
from companion.play.base.views import Answer
from companion.play.modes.history.views import FiguresScene, HistoryScene, StoryScene
from companion.text import say


@dataclass(frozen=True, slots=True)
class ChoiceView:
    words: str
    line: str
    command: Command
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class SettingView:
    """One line. A touch sends ``command``, else opens ``choices``; without both it only tells.

    ``state_on``: marked as switched on.
    """

    name: str
    title: str
    state: str
    choices: tuple[ChoiceView, ...] = ()
    command: Command | None = None
    state_on: bool = False


@dataclass(frozen=True, slots=True)
class SettingsScene:
    rows: tuple[SettingView, ...]


@dataclass(frozen=True, slots=True)
class PauseScene:
    """The table rests; ``sentence``: who is next; ``key_words``: on the key that goes on."""

    sentence: str
    key_words: str


@dataclass(frozen=True, slots=True)
class LockScene:
    sentence: str
    digits: int


@dataclass(frozen=True, slots=True)
class JournalScene:
    sentence: str
    may_salvage: bool
    may_begin_anew: bool
    may_play_unsaved: bool

    def ways(self, number: int) -> tuple[Answer, ...]:
        all_ways = (
            (self.may_salvage, say("journal_page.salvage"), SalvageJournal),
            (True, say("journal_page.again"), TryJournalAgain),
            (self.may_begin_anew, say("journal_page.anew"), BeginNewJournal),
            (self.may_play_unsaved, say("journal_page.unsaved"), PlayUnsaved),
        )
        return tuple(Answer(words, command(number)) for may, words, command in all_ways if may)


@dataclass(frozen=True, slots=True)
class LanguageScene:
    rows: tuple[SettingView, ...]


OverlayScene = (
    JournalScene
    | LanguageScene
    | SettingsScene
    | HistoryScene
    | StoryScene
    | FiguresScene
    | PauseScene
    | LockScene
)
"""What can lie over a table."""
