"""The list of kept games: which ones are looked for, and what a line says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from companion.journal.forgetting import NOBODY
from companion.journal.kept_games import KeptGame
from companion.memory.tally import GameTally
from companion.play.history.views import GameRow, Period
from companion.rules.cards.liar_liar import LIAR_LIAR
from companion.rules.house import HOUSE
from companion.rules.ruleset import RULESETS
from companion.text.foreign import printable
from companion.text.names import is_written, say_player
from companion.text.numbers import say_list
from companion.text.speech import say


def found(games: Sequence[KeptGame], name: str, period: Period, today: date) -> tuple[KeptGame, ...]:
    """The games of that period with a player whose name holds ``name``, however it is written."""
    wanted = name.casefold()
    return tuple(
        game
        for game in games
        if _is_of(period, game.begun_at.astimezone().date(), today)
        and (not wanted or any(wanted in each.casefold() for each in game.begun.players))
    )


def _is_of(period: Period, day: date, today: date) -> bool:
    month = (day.year, day.month) == (today.year, today.month)
    return {
        Period.ALL: True,
        Period.TODAY: day == today,
        Period.MONTH: month,
        Period.EARLIER: not month and day < today,
    }[period]


def names_in(games: Sequence[KeptGame]) -> tuple[str, ...]:
    """Who played, those who played most first; nobody whose name the screen cannot write."""
    everybody = (name for game in games for name in game.begun.players)
    played = Counter(name for name in everybody if name != NOBODY and is_written(name))
    return tuple(sorted(played, key=lambda name: (-played[name], name)))


def row_of(game: KeptGame, ended: str = "") -> GameRow:
    """A game's line."""
    return GameRow(
        game_id=game.id,
        when=game.begun_at.astimezone().strftime("%Y-%m-%d %H:%M"),
        title=title_of(game),
        players=say_list(say_player(game.begun.players, seat) for seat in range(len(game.begun.players))),
        ended=ended,
    )


def title_of(game: KeptGame) -> str:
    """What the game is called."""
    if game.of_cards:
        return LIAR_LIAR.title
    known = RULESETS.get(game.begun.rules, HOUSE)
    return printable(str(dict(game.begun.options).get("title") or known.title))


def say_ended(game: KeptGame, tally: GameTally | None) -> str:
    """Who has won, or how far the game came; a dash where nothing of it can be told."""
    if tally is None:
        return "—"
    if tally.winner is not None:
        return say("standing.over", player=say_player(game.begun.players, tally.winner))
    return say("past.open_hands" if game.of_cards else "past.open", rounds=tally.rounds)
