"""What lies over the table: settings, a pause, languages, kept games, a lesson.

The table below is unchanged and unwatched meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum

from companion.core.reading import WildMark
from companion.core.settings import LOCK_DIGITS, Fall, Letters, Look, Motion, SettingsError, Talk
from companion.play.base.commands import Command, LeaveGame, OverlayCommand
from companion.play.base.ports import Servers, SettingsKeeper, in_force
from companion.play.base.views import LookView, View
from companion.play.modes.cards.views import CardScene
from companion.play.modes.dice.views import BiddingScene, DiceScene, OverScene
from companion.play.modes.history.mode import History, Past
from companion.play.modes.history.views import ForgetGame, ForgetPerson, HistoryCommand, LookBack
from companion.play.modes.setup.views import CalibrationCommand, CalibrationScene
from companion.play.modes.setup.views import Page as SetupPage
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.overlays import views
from companion.play.overlays.first_game import BeginFirstGame, Lesson, first_game
from companion.play.overlays.rows import (
    language_rows,
    last_rows,
    server_rows,
    setting_rows,
    table_rows,
    wild_key,
)
from companion.text import as_sentence, say

S_PER_MIN = 60
BETWEEN_COUNTS_S = 0.005
"""Pause between two portions of counting, for the screen's thread."""


class Page(Enum):
    SETTINGS = "settings"
    LANGUAGE = "language"
    PAUSE = "pause"
    HISTORY = "history"
    CODE = "code"
    """Asks for the code."""
    NEW_CODE = "new_code"
    """A code is chosen."""


class Overlays:
    """Opens and closes these pages.

    Without ``keeper`` there are no settings, without ``past`` no kept games, without ``servers`` no other
    screens.
    """

    def __init__(
        self, keeper: SettingsKeeper | None, past: Past | None = None, servers: Servers | None = None
    ) -> None:
        self._servers = servers
        self._keeper, self._history = keeper, None if past is None else History(past)
        self.forgot = False
        """Whether the last command deleted from the journal."""
        self._page = Page.LANGUAGE if keeper is not None and keeper.asks_language else None
        self._lesson: Lesson | None = None
        self._wanted: tuple[Command, bool] | None = None
        self._closing = self._playing = self._learned = False
        self._names = tuple[str, ...]()
        self._fault = None if keeper is None or keeper.fault is None else as_sentence(keeper.fault)

    @property
    def is_open(self) -> bool:
        return self._page is not None or self._lesson is not None

    @property
    def wait_s(self) -> float | None:
        """Seconds until ``idle`` is due; None: no limit."""
        counts = self._page is Page.HISTORY and self._history is not None and self._history.counts_ahead
        return BETWEEN_COUNTS_S if counts else None

    def idle(self) -> None:
        if self._page is Page.HISTORY and self._history is not None:
            self._history.count_ahead()

    @property
    def reads_lifts(self) -> bool:
        return in_force(self._keeper).watch

    @property
    def clock_min(self) -> int:
        """Minutes a player has for the bids of a game; 0: no clocks."""
        return in_force(self._keeper).clock_min

    @property
    def fall(self) -> Fall:
        return in_force(self._keeper).fall

    def take(self, command: Command, over_welcome: bool = True) -> Command | None:
        """The part of the command for the table below; None: done.

        Kept games and the first game open over the first screen only.
        """
        self._fault, self.forgot = None, False
        if self._lesson is not None:
            self._lesson = None if isinstance(command, LeaveGame) else self._lesson.after(command)
            self._learned |= self._lesson is None and not isinstance(command, LeaveGame)
            return None
        if self._is_locked(command):
            self._page, self._wanted = Page.CODE, (command, over_welcome)
            return None
        return self._carry_out(command, over_welcome)

    def _is_locked(self, command: Command) -> bool:
        if self._page is not None or not in_force(self._keeper).lock:
            return False
        leaves = self._playing and isinstance(command, LeaveGame)
        return leaves or isinstance(command, views.OpenSettings | views.CloseApp | LookBack)

    def _carry_out(self, command: Command, over_welcome: bool) -> Command | None:
        if self._page is Page.SETTINGS and isinstance(command, CalibrationCommand):
            self._page = None
        if self._page is None and not isinstance(command, OverlayCommand):
            return command
        match command:
            case LookBack() | BeginFirstGame() if not over_welcome:
                pass
            case BeginFirstGame() if self._page is None:
                self._lesson = first_game()
            case HistoryCommand() if self._history is not None:
                self._history.take(command)
                self._page = Page.HISTORY
                self.forgot = isinstance(command, ForgetGame | ForgetPerson)
            case views.OpenSettings():
                self._page = None if self._keeper is None else Page.SETTINGS
            case views.PauseTable():
                self._page = Page.PAUSE
            case views.BackToTable():
                self._page = Page.SETTINGS if self._page is Page.NEW_CODE else None
            case views.ChooseCode() if self._page is Page.SETTINGS:
                self._page = Page.NEW_CODE
            case views.EnterCode():
                return self._enter(command.code)
            case views.CloseApp():
                self._closing = True
            case views.ShutDown() if self._page is Page.SETTINGS:
                self._shut_down()
            case views.SwitchServer() if self._page is Page.SETTINGS and self._servers is not None:
                self._servers.switch(command.served, command.reach)
            case views.RenewAddress() if self._page is Page.SETTINGS and self._servers is not None:
                self._servers.renew_address()
            case views.SwitchPictures() if self._page is Page.SETTINGS and self._servers is not None:
                self._servers.show_pictures(command.on)
            case views.SwitchLive() if self._page is Page.SETTINGS and self._servers is not None:
                self._servers.show_live(command.live)
            case views.ChangeSetting() if (
                self._page in (Page.SETTINGS, Page.LANGUAGE) or command.name == "wild"
            ):
                self._change(command)
        return None

    def _change(self, command: views.ChangeSetting) -> None:
        self._try(lambda each: each.change(command.name, command.value))
        if self._page is Page.LANGUAGE:
            self._page = None

    def _enter(self, code: str) -> Command | None:
        keeper = self._keeper
        if self._page is Page.NEW_CODE:
            self._try(lambda each: each.change("lock", code))
            self._page = Page.SETTINGS
        elif self._page is Page.CODE and keeper is not None and code == keeper.now.lock:
            self._page = None
            return None if self._wanted is None else self._carry_out(*self._wanted)
        elif self._page is Page.CODE:
            self._fault = say("lock.wrong")
        return None

    def _shut_down(self) -> None:
        self._try(lambda each: each.shut_down())

    def _try(self, act: Callable[[SettingsKeeper], None]) -> None:
        if self._keeper is None:
            return
        try:
            act(self._keeper)
        except SettingsError as fault:
            self._fault = as_sentence(str(fault))

    def over(self, view: View[views.ModeScene]) -> View[views.ModeScene | views.OverlayScene]:
        keeper = self._keeper
        self._playing = _is_played(view.scene)
        if keeper is not None:
            now, bids = keeper.now, isinstance(view.scene, BiddingScene)
            view = replace(
                view,
                scene=_asking_for_the_dice(view.scene, keeper),
                look=_look(keeper),
                may_set=True,
                fault=self._fault or view.fault,
                turn_s=now.turn_s if bids else 0,
                locked=bool(now.lock),
            )
        view = replace(view, may_look_back=self._history is not None)
        if isinstance(view.scene, WelcomeScene):
            self._names = view.scene.roster.names
            view = replace(view, scene=replace(view.scene, learned=self._learned))
        if view.company is not None:
            view = replace(view, company=replace(view.company, known=self._names))
        if self._lesson is not None:
            return replace(self._lesson.view(view.number), look=view.look)
        if self._page is None:
            return replace(view, closing=self._closing)
        return self._opened(view, self._page)

    def _opened(self, view: View[views.ModeScene], page: Page) -> View[views.OverlayScene]:
        number, fault, look = view.number, view.fault, view.look
        if page is Page.HISTORY and self._history is not None:
            return self._history.over(view)
        if page in (Page.CODE, Page.NEW_CODE):
            words = say("lock.choose" if page is Page.NEW_CODE else "lock.enter")
            return View(number, views.LockScene(LOCK_DIGITS), words, fault, look=look)
        if page is Page.PAUSE:
            pause = views.PauseScene(say("pause.told", sentence=view.message), say("pause.on"))
            return View(number, pause, say("scene.pause"), fault, view.caption, look=look)
        assert self._keeper is not None  # the other pages need a keeper to open
        if page is Page.LANGUAGE:
            languages = views.LanguageScene(language_rows(number, self._keeper))
            return View(number, languages, say("scene.language"), fault, look=look)
        rows = views.SettingsScene(self._rows(view, self._keeper))
        return View(number, rows, say("scene.settings"), fault, look=look)

    def _rows(self, view: View[views.ModeScene], keeper: SettingsKeeper) -> tuple[views.SettingView, ...]:
        number, servers, at = view.number, self._servers, view.scene
        listen = () if servers is None else server_rows(number, servers)
        table = tuple[views.SettingView, ...]()
        if isinstance(at, WelcomeScene):
            table = table_rows(number, at.camera, at.table if at.may_set_up else None)
        return (*setting_rows(number, keeper), *listen, *table, *last_rows(number, keeper))


def _look(keeper: SettingsKeeper) -> LookView:
    now = keeper.now
    return LookView(
        keeper.language,
        now.look is Look.DAY,
        now.letters is Letters.LARGE,
        now.motion is Motion.REDUCED,
        now.idle_min * S_PER_MIN,
        now.voice is Talk.TOUCHES,
        now.wild is WildMark.BIRD,
        now.flat,
    )


def _asking_for_the_dice(scene: views.ModeScene, keeper: SettingsKeeper) -> views.ModeScene:
    if not isinstance(scene, CalibrationScene) or scene.page is not SetupPage.SAVED:
        return scene
    return replace(scene, keys=(wild_key(keeper), *scene.keys))


def _is_played(scene: views.ModeScene) -> bool:
    if isinstance(scene, CardScene):
        return scene.cards.winner is None
    return isinstance(scene, DiceScene) and not isinstance(scene, OverScene)
