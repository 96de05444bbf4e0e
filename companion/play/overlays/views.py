"""What lies over a table shows, what a touch asks of it, and what it lies over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.core.settings import Value
from companion.play.base.commands import (
    BeginNewJournal,
    Command,
    OverlayCommand,
    PlayUnsaved,
    SalvageJournal,
    TryJournalAgain,
)
from companion.play.base.ports import Live, Reach, Served
from companion.play.base.views import Answer, Topic
from companion.play.modes.cards.views import CardScene
from companion.play.modes.counting.views import CountingScene
from companion.play.modes.dice.views import DiceScene
from companion.play.modes.history.views import FiguresScene, HistoryScene, StoryScene
from companion.play.modes.house_rules.views import HouseRulesScene
from companion.play.modes.setup.views import CalibrationScene
from companion.play.modes.welcome.views import WelcomeScene
from companion.text import say


@dataclass(frozen=True, slots=True)
class OpenSettings(OverlayCommand): ...


@dataclass(frozen=True, slots=True)
class PauseTable(OverlayCommand): ...


@dataclass(frozen=True, slots=True)
class BackToTable(OverlayCommand): ...


@dataclass(frozen=True, slots=True)
class ChangeSetting(OverlayCommand):
    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class SwitchServer(OverlayCommand):
    served: Served
    reach: Reach


@dataclass(frozen=True, slots=True)
class SwitchPictures(OverlayCommand):
    on: bool


@dataclass(frozen=True, slots=True)
class SwitchLive(OverlayCommand):
    live: Live


@dataclass(frozen=True, slots=True)
class RenewAddress(OverlayCommand): ...


@dataclass(frozen=True, slots=True)
class ChooseCode(OverlayCommand): ...


@dataclass(frozen=True, slots=True)
class EnterCode(OverlayCommand):
    code: str


@dataclass(frozen=True, slots=True)
class CloseApp(OverlayCommand): ...


@dataclass(frozen=True, slots=True)
class ShutDown(OverlayCommand): ...


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
    topic: ClassVar = Topic.SETTINGS
    rows: tuple[SettingView, ...]


@dataclass(frozen=True, slots=True)
class PauseScene:
    """The table rests; ``sentence``: who is next; ``key_words``: on the key that goes on."""

    topic: ClassVar = Topic.PAUSE
    sentence: str
    key_words: str


@dataclass(frozen=True, slots=True)
class LockScene:
    topic: ClassVar = Topic.SETTINGS
    digits: int


@dataclass(frozen=True, slots=True)
class JournalScene:
    topic: ClassVar = Topic.JOURNAL
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
    topic: ClassVar = Topic.LANGUAGE
    rows: tuple[SettingView, ...]


ModeScene = WelcomeScene | HouseRulesScene | CalibrationScene | CountingScene | DiceScene | CardScene
"""What a table's mode shows."""
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
