"""The kept games over the first screen: what is looked for, what is open, and what is to be forgotten."""

from __future__ import annotations

import contextlib
from dataclasses import replace

from companion.journal.errors import StoreError
from companion.journal.kept_games import KeptGame
from companion.memory.figures import Figures, added_up
from companion.play.errors import Refused
from companion.play.history.commands import (
    BackToGames,
    FindGames,
    ForgetGame,
    ForgetPerson,
    HistoryCommand,
    LoadGames,
    LookBack,
    OpenFigures,
    OpenGame,
    OpenSouvenir,
    TurnFigures,
    TurnToRound,
)
from companion.play.history.figures import figures_view, pages_of
from companion.play.history.ports import Past
from companion.play.history.rows import found, names_in, row_of, say_ended, title_of
from companion.play.history.story import Story, story_of, story_view
from companion.play.history.views import GameRow, GamesView, Period
from companion.play.views import Scene, TableView
from companion.text.speech import say

PAGE = 40
"""Games whose end is looked up at a time, round the place that is seen."""


class History:
    """Takes the commands that are given among the kept games, and draws them over the table."""

    def __init__(self, past: Past) -> None:
        self._past = past
        self._all: tuple[KeptGame, ...] = ()
        self._found: tuple[KeptGame, ...] = ()
        self._name, self._period = "", Period.ALL
        self._rows: list[GameRow] = []
        self._names: tuple[str, ...] = ()
        self._story: Story | None = None
        self._figures: Figures | None = None
        self._page = 0
        self.counts_ahead = False
        """Whether there are games to count while nobody touches anything."""

    def take(self, command: HistoryCommand) -> None:
        """Carry out one command. StoreError where the journal cannot be read or changed."""
        match command:
            case LookBack():
                self._name, self._period, self._story, self._figures = "", Period.ALL, None, None
                self._read()
            case FindGames(name=name, period=period):
                self._name, self._period = name, period
                self._find()
            case LoadGames(at=at):
                self._load(at)
            case OpenGame(game_id=game_id):
                self._story = story_of(self._kept(game_id), self._past.record(game_id))
            case TurnToRound(at=at) if self._story is not None:
                at = max(0, min(at, self._story.rounds - 1))
                self._story = replace(self._story, at=at, souvenir=None)
            case OpenFigures(name=name):
                self._figures = added_up(self._past.counted())
                names = [each.name for each in pages_of(self._figures)]
                self._page = 1 + names.index(name) if name in names else 0
            case TurnFigures(at=at) if self._figures is not None:
                self._page = max(0, min(at, len(self._figures.players)))
            case OpenSouvenir() if self._story is not None:
                page = self._past.souvenir(self._story.game.id)
                self._story = replace(self._story, souvenir=page)
            case BackToGames():
                self._story = self._figures = None
            case ForgetGame(game_id=game_id):
                self._past.forget_game(game_id)
                self._story = None
                self._read()
            case ForgetPerson(name=name):
                self._past.forget_player(name)
                self._name, self._figures = "", None
                self._read()

    def count_ahead(self) -> None:
        """Count some games before anybody asks for them; who asks is told if the journal cannot be read."""
        self.counts_ahead = False
        with contextlib.suppress(StoreError):
            self.counts_ahead = self._past.count_ahead()

    def over(self, bare: TableView) -> TableView:
        """What is open, as a view."""
        if self._story is not None:
            caption = f"{title_of(self._story.game)} · {row_of(self._story.game).when}"
            return story_view(replace(bare, scene=Scene.STORY, caption=caption), self._story, self._past)
        if self._figures is not None:
            figures = figures_view(self._figures, self._page)
            return replace(bare, scene=Scene.FIGURES, message=figures.title, figures=figures)
        rows = tuple(self._rows)
        told = "" if rows else say("past.nothing" if self._all else "past.none")
        games = GamesView(rows, self._name, self._period, self._names, told)
        return replace(bare, scene=Scene.HISTORY, message=say("past.games", games=len(rows)), games=games)

    def _read(self) -> None:
        self._all = tuple(reversed(self._past.games()))
        self._names = names_in(self._all)
        self.counts_ahead = True
        self._find()

    def _find(self) -> None:
        self._found = found(self._all, self._name, self._period, self._past.today())
        self._rows = [row_of(game) for game in self._found]
        self._load(0)

    def _load(self, at: int) -> None:
        """Look up the ends of the games round this place that are not known yet."""
        first = max(0, at - PAGE // 2)
        page = self._found[first : first + PAGE]
        if all(row.ended for row in self._rows[first : first + PAGE]):
            return
        tallies = self._past.tallies(page)
        for place, game in enumerate(page, start=first):
            self._rows[place] = row_of(game, say_ended(game, tallies.get(game.id)))

    def _kept(self, game_id: int) -> KeptGame:
        game = next((each for each in self._all if each.id == game_id), None)
        if game is None:
            raise Refused(say("past.gone"))
        return game
