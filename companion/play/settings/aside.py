"""What lies over the table for a while: the settings, a pause, the choice of a language, the kept games.

The table below stays as it is, and nothing of it is watched meanwhile.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from companion.play.commands import AsideCommand, Command
from companion.play.history.commands import ForgetGame, ForgetPerson, HistoryCommand, LookBack
from companion.play.history.history import History
from companion.play.history.ports import Past
from companion.play.settings.commands import (
    BackToTable,
    ChangeSetting,
    OpenSettings,
    PauseTable,
)
from companion.play.settings.ports import SettingsKeeper
from companion.play.settings.rows import language_rows, setting_rows
from companion.play.settings.views import LookView, PauseView, SettingsView
from companion.play.views import Scene, TableView
from companion.settings.settings import Letters, Look, Motion, SettingsError
from companion.text.numbers import as_sentence
from companion.text.speech import say


class Page(Enum):
    """What lies over the table."""

    SETTINGS = "settings"
    LANGUAGE = "language"
    PAUSE = "pause"
    HISTORY = "history"


class Aside:
    """Opens and closes these pages; without a ``keeper`` there are no settings, without a ``past`` no kept
    games."""

    def __init__(self, keeper: SettingsKeeper | None, past: Past | None = None) -> None:
        self._keeper, self._history = keeper, None if past is None else History(past)
        self.forgot = False
        """Whether the last command took something out of the journal."""
        self._page = Page.LANGUAGE if keeper is not None and keeper.asks_language else None
        self._fault = None if keeper is None or keeper.fault is None else as_sentence(keeper.fault)

    @property
    def is_open(self) -> bool:
        """Whether something lies over the table now."""
        return self._page is not None

    @property
    def reads_lifts(self) -> bool:
        """Whether lifted cups are to be read without a touch."""
        return self._keeper is None or self._keeper.now.watch

    def take(self, command: Command, below: Scene = Scene.WELCOME) -> Command | None:
        """What of the command is left for the table ``below``: itself, or ``None`` where it is done.

        The kept games are opened over the first screen alone.
        """
        if self._page is None and not isinstance(command, AsideCommand):
            self._fault = None
            return command
        self._fault, self.forgot = None, False
        match command:
            case LookBack() if below is not Scene.WELCOME:
                pass
            case HistoryCommand() if self._history is not None:
                self._history.take(command)
                self._page = Page.HISTORY
                self.forgot = isinstance(command, ForgetGame | ForgetPerson)
            case OpenSettings():
                self._page = None if self._keeper is None else Page.SETTINGS
            case PauseTable():
                self._page = Page.PAUSE
            case BackToTable():
                self._page = None
            case ChangeSetting():
                self._change(command)
        return None

    def _change(self, command: ChangeSetting) -> None:
        if self._keeper is None:
            return
        try:
            self._keeper.change(command.name, command.value)
        except SettingsError as fault:
            self._fault = as_sentence(str(fault))
        if self._page is Page.LANGUAGE:
            self._page = None

    def over(self, view: TableView) -> TableView:
        """The view of the table with what lies over it, drawn as the settings say."""
        keeper = self._keeper
        if keeper is not None:
            now = keeper.now
            look = LookView(
                keeper.language,
                now.look is Look.DAY,
                now.letters is Letters.LARGE,
                now.motion is Motion.REDUCED,
            )
            view = replace(view, look=look, may_set=True, fault=self._fault or view.fault)
        view = replace(view, may_look_back=self._history is not None)
        if self._page is None:
            return view
        return self._opened(view, self._page)

    def _opened(self, view: TableView, page: Page) -> TableView:
        bare = TableView(view.number, _SCENES[page], "", view.fault, look=view.look)
        if page is Page.HISTORY and self._history is not None:
            return self._history.over(bare)
        if page is Page.PAUSE:
            pause = PauseView(say("pause.told", sentence=view.message), say("pause.on"))
            return replace(bare, message=say("scene.pause"), caption=view.caption, pause=pause)
        assert self._keeper is not None  # neither of the other pages opens without one
        if page is Page.LANGUAGE:
            rows = language_rows(view.number, self._keeper)
            return replace(bare, message=say("scene.language"), settings=SettingsView(rows))
        rows = setting_rows(view.number, self._keeper)
        return replace(bare, message=say("scene.settings"), settings=SettingsView(rows))


_SCENES = {
    Page.SETTINGS: Scene.SETTINGS,
    Page.LANGUAGE: Scene.LANGUAGE,
    Page.PAUSE: Scene.PAUSE,
    Page.HISTORY: Scene.HISTORY,
}
