"""The kept games, the newest first: as many lines as fit are drawn, and are used again while it scrolls."""

from __future__ import annotations

from functools import partial

from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.play.base.views import View
from companion.play.modes.history.commands import FindGames, LoadGames, OpenFigures, OpenGame
from companion.play.modes.history.views import GameRow, HistoryScene, Period
from companion.play.overlays.commands import BackToTable
from companion.text import say
from companion.ui.art.theme import THEME
from companion.ui.widgets.layout_file import load_layout
from companion.ui.widgets.name_sheet import NameSheet
from companion.ui.widgets.screen import Screen, StagePort
from companion.ui.widgets.sheet import Choice, ChoiceSheet
from companion.ui.widgets.surface import Target

load_layout(__file__)

LINE_DP, LINE_UPRIGHT_DP = 64.0, 100.0
"""Height of a game's line; upright it has two rows of words."""


class GameLine(Target, BoxLayout):
    """One game; it is given another one when it has been scrolled away."""

    game_id = NumericProperty(0)
    when = StringProperty("")
    title = StringProperty("")
    players = StringProperty("")
    ended = StringProperty("")
    opened = ObjectProperty(None, allownone=True)

    def __init__(self, **properties: object) -> None:
        properties.setdefault("tile", "key line")
        super().__init__(**properties)

    def on_release(self) -> None:
        """Show this game."""
        if self.opened is not None:
            self.opened(self.game_id)


class SearchSheet(NameSheet):
    """Calls ``take`` with a name or a part of one, "" for anybody."""

    def __init__(self, name: str, names: tuple[str, ...], table: StagePort, period: Period) -> None:
        self._known = names
        super().__init__(
            name,
            (),
            take=lambda wanted: table.send(FindGames, name=wanted, period=period),
            remove=(lambda: table.send(FindGames, name="", period=period)) if name else None,
        )

    def offered(self) -> list[str]:
        """Who played, those who played most first."""
        return [name for name in self._known if len(name) <= self.longest]


class GamesScreen(Screen[HistoryScene]):
    """Search by name and period above, the games below."""

    leading = "back"
    name = StringProperty("")
    period = StringProperty("")
    told = StringProperty("")

    def __init__(self, table: StagePort, **properties: object) -> None:
        super().__init__(table, **properties)
        self._rows: tuple[GameRow, ...] = ()
        self._asked_on: int | None = None
        self.ids.games.bind(scroll_y=self._scrolled, height=self._scrolled)

    @property
    def _games(self) -> HistoryScene:
        return self.table.view.of(HistoryScene).scene

    def show(self, view: View[HistoryScene]) -> None:
        """Draw what was found; another search begins at the top."""
        games = view.scene
        period = say(f"past.period.{games.period.value}")
        if (self.name, self.period) != (games.name, period):
            self.ids.games.scroll_y = 1.0
        self.name, self.period, self.told = games.name, period, games.told
        if games.rows != self._rows:
            self._rows = games.rows
            self.ids.games.data = [self._line(row) for row in games.rows]
        self._scrolled()

    def go_back(self) -> bool:
        """To the first screen."""
        self.table.send(BackToTable)
        return True

    def search(self) -> None:
        """Ask for a name."""
        games = self._games
        self.table.open(SearchSheet(games.name, games.names, self.table, games.period))

    def open_figures(self) -> None:
        """The figures of the player who was looked for, or of the table."""
        self.table.send(OpenFigures, name=self._games.name)

    def ask_period(self) -> None:
        """Ask for a period."""
        games = self._games
        choices = tuple(
            Choice(
                say(f"past.period.{each.value}"),
                say(f"past.period_line.{each.value}"),
                partial(self.table.send, FindGames, name=games.name, period=each),
                chosen=each is games.period,
            )
            for each in Period
        )
        self.table.open(ChoiceSheet(choices, title=say("past.when")))

    def _line(self, row: GameRow) -> dict[str, object]:
        return {
            "game_id": row.game_id,
            "when": row.when,
            "title": row.title,
            "players": row.players,
            "ended": row.ended,
            "opened": self._open,
        }

    def _open(self, game_id: int) -> None:
        self.table.send(OpenGame, game_id=game_id)

    def _scrolled(self, *_: object) -> None:
        """Ask how the games that are seen ended, where that is not known yet; once on a view."""
        first, last = self._seen()
        missing = [at for at in range(first, last) if not self._rows[at].ended]
        number = self.table.view.number
        if missing and number != self._asked_on and self._rows == self._games.rows:
            self._asked_on = number
            self.table.send(LoadGames, at=missing[0])

    def _seen(self) -> tuple[int, int]:
        """The places of the list that are on the screen, the last one not counted in."""
        games = self.ids.games
        line = THEME.px(LINE_UPRIGHT_DP if THEME.portrait else LINE_DP) + THEME.gap_small
        above = (1 - games.scroll_y) * max(0.0, line * len(self._rows) - games.height)
        first = max(0, min(int(above / line), len(self._rows)))
        return first, min(len(self._rows), first + int(games.height / line) + 2)
