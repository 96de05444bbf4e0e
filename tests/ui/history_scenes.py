"""Scenes of the kept games: the list, a search, a game round by round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache

import numpy as np

from companion.core.frame import Frame
from companion.journal import KeptGame
from companion.journal.statistics import CountedGame, Figures, GameTally, PlayerFigures, played_game
from companion.journal.statistics.figures import BoldestBid
from companion.journal.statistics.tally import tally_of
from companion.play.base.views import PictureView
from companion.play.modes.history.mode import History, figures_view
from companion.play.modes.history.views import (
    FiguresScene,
    FindGames,
    HistoryCommand,
    HistoryScene,
    LookBack,
    OpenFigures,
    OpenGame,
    Period,
    TurnToRound,
)
from companion.play.views import TableView
from companion.rules import (
    MILTON_BRADLEY,
    BidMade,
    Challenged,
    CupsRevealed,
    GameBegun,
    GameRecord,
    card_match,
    dice_game,
    replay,
    ruleset_of,
)
from companion.ui.stage import Stage
from tests.made_views import changed, made
from tests.ui import card_samples
from tests.ui import sample_games as games
from tests.ui import sample_views as views
from tests.ui.sample_parts import LONG_NAMES, SHORT_NAMES
from tests.ui.sample_scene import SampleScene

NEWEST = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)


NIGHT = PictureView(Frame(np.full((90, 160, 3), 220, np.uint8), 0), (), live=False)
"""The page of a whole night."""


class SamplePast:
    """Games by their numbers, one a day, the last one today."""

    def __init__(self, records: Sequence[GameRecord], picture: PictureView | None = None) -> None:
        self._records, self._picture = tuple(records), picture
        self.forgotten: list[object] = []

    def today(self) -> date:
        return NEWEST.date()

    def games(self) -> tuple[KeptGame, ...]:
        days = len(self._records)
        return tuple(
            KeptGame(number, _begun(record), NEWEST - timedelta(days=days - number), NEWEST, f"{number:016}")
            for number, record in enumerate(self._records, start=1)
        )

    def tallies(self, games: Sequence[KeptGame]) -> dict[int, GameTally]:
        return {game.id: _tally(self.record(game.id)) for game in games}

    def count_ahead(self) -> bool:
        return False

    def counted(self) -> tuple[CountedGame, ...]:
        return tuple(
            CountedGame(game.id, ruleset_of(rules, options), game.begun.players, _tally(self.record(game.id)))
            for game in self.games()
            for rules, options in ((game.begun.rules, game.begun.options),)
            if not game.of_cards
        )

    def record(self, game_id: int) -> GameRecord:
        return self._records[game_id - 1]

    def picture(self, game_id: int, number: int) -> PictureView | None:
        return self._picture

    def souvenir(self, game_id: int) -> tuple[PictureView, ...]:
        return (PictureView(views.souvenir_page(), (), live=False), NIGHT)

    def forget_game(self, game_id: int) -> None:
        self.forgotten.append(game_id)

    def forget_player(self, name: str) -> None:
        self.forgotten.append(name)


def _begun(record: GameRecord) -> GameBegun:
    first = record.events[0]
    assert isinstance(first, GameBegun)
    return first


def _tally(record: GameRecord) -> GameTally:
    if _begun(record).rules == "liar-liar":
        match = card_match(record.game)
        return GameTally(len(match.hands), match.winner, ())
    return tally_of(played_game(record.live_events))


def seen(past: SamplePast, *commands: HistoryCommand) -> TableView:
    """The view after these commands."""
    history = History(past)
    history.take(LookBack(1))
    for command in commands:
        history.take(command)
    return history.over(made(1, HistoryScene, ""))


def _game(names: tuple[str, ...]) -> GameRecord:
    """A round with a verdict after some bids, and a bid of the next one."""
    record = replay((games.begun(names), BidMade(0, 2, 3), BidMade(1, 3, 3)))
    record = record.apply(BidMade(2 % len(names), 4, 4))
    record = record.apply(BidMade(dice_game(record.game).acting, 6, 5))
    record = record.apply(Challenged(dice_game(record.game).acting))
    record = record.apply(CupsRevealed(games.dealt(names)))
    return record.apply(BidMade(dice_game(record.game).acting, 3, 2))


@cache
def some_games() -> tuple[GameRecord, ...]:
    """Two games of dice and a match of cards, several times over."""
    won = card_samples.played_out(card_samples.THREE, 50)
    asked = card_samples.match(card_samples.THREE, *card_samples.LAID[:4], *card_samples.quest_of(1))
    return (_game(SHORT_NAMES[:3]), _game(LONG_NAMES), won, asked) * 5


def many_bids() -> TableView:
    """A player of many games: all lines, and long ones."""
    boldest = BoldestBid(14, BidMade(0, 12, 1), 0.004, 812, MILTON_BRADLEY)
    counts = (1000, 313, 9832, 3778, 2165, 3697, 1522, 187, 22, 4601, 4, 5)
    faces = (1204, 1433, 1521, 1630, 2210, 1834)
    player = PlayerFigures("Konstantina", *counts, faces, 3120, 9000, 2410, 1200, 0.61, -0.02, boldest)
    shown = made(1, FiguresScene, player.name)
    return changed(shown, scene=figures_view(Figures(1000, 14936, (player,)), 1))


def _ask(name: str) -> Callable[[Stage], None]:
    return lambda stage: stage.screen.ids[name].dispatch("on_release")


def _forget(stage: Stage) -> None:
    stage.screen.ask_forget()


def history_scenes() -> tuple[SampleScene, ...]:
    """All of them."""
    frame, _hands, marks = views.hands_of(SHORT_NAMES[:3])
    plain = SamplePast(some_games())
    proven = SamplePast(some_games(), PictureView(frame, marks, live=False))
    home = replace(views.welcome(), may_look_back=True, may_set=True)
    return (
        SampleScene("welcome_past", home),
        SampleScene("past", seen(plain)),
        SampleScene("past_none", seen(SamplePast(()))),
        SampleScene("past_found", seen(plain, FindGames(1, "maxi", Period.MONTH))),
        SampleScene("past_search", seen(plain), _ask("search")),
        SampleScene("past_period", seen(plain), _ask("period")),
        SampleScene("past_round", seen(plain, OpenGame(1, 17), TurnToRound(1, 1))),
        SampleScene("past_round_six", seen(plain, OpenGame(1, 18))),
        SampleScene("past_proof", seen(proven, OpenGame(1, 17))),
        SampleScene("past_cards", seen(plain, OpenGame(1, 20))),
        SampleScene("past_table", seen(plain, OpenFigures(1, ""))),
        SampleScene("past_player", seen(plain, OpenFigures(1, "Konstantina"))),
        SampleScene("past_player_bold", many_bids()),
        SampleScene("past_forget_name", seen(plain, OpenFigures(1, "Ann")), _forget),
        SampleScene("past_forget", seen(plain, OpenGame(1, 17)), _forget),
    )
