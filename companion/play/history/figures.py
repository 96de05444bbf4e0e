"""Figures on the screen: the table's on the first page, then a page for each player."""

from __future__ import annotations

from companion.memory.figures import Figures, PlayerFigures
from companion.memory.figures_words import say_lines
from companion.play.history.views import BarView, FiguresView
from companion.text.names import say_name
from companion.text.numbers import say_decimal, say_percent
from companion.text.speech import say

MOST_BARS = 8
"""Players on the table's page: what fits on the smallest screen."""
SMALL_LUCK = 0.05
"""Whatever is less looks like less, also where nobody's luck was farther from nothing."""


def pages_of(figures: Figures) -> tuple[PlayerFigures, ...]:
    """The players in the order of their pages: who played most comes first."""
    return tuple(sorted(figures.players, key=lambda each: (-each.games, each.name)))


def figures_view(figures: Figures, at: int) -> FiguresView:
    """The page at this place: 0 is the table's."""
    players = pages_of(figures)
    if at == 0:
        counted = say("figures.counted", games=figures.games, rounds=figures.rounds)
        bars = tuple(_bar(say_name(each.name), each.won, each.games) for each in players[:MOST_BARS])
        lines = (counted,) if players else (say("figures.nothing"),)
        return FiguresView(0, len(players) + 1, "", say("past.table"), lines, bars, ())
    each = players[at - 1]
    bars = (
        _bar(say("bar.won"), each.won, each.games),
        _bar(say("bar.challenges"), each.challenges_right, each.challenges),
        _bar(say("bar.held"), each.bids_held, each.challenged),
        _bar(say("bar.bluffs"), each.bluffs_caught, each.bluffs),
        _lost(each, players),
        _luck(each, players),
    )
    return FiguresView(
        at, len(players) + 1, each.name, say_name(each.name), say_lines(each), bars, each.faces
    )


def _lost(each: PlayerFigures, players: tuple[PlayerFigures, ...]) -> BarView:
    """Dice lost a game, against the player who loses most."""
    most = max(other.dice_lost_a_game for other in players)
    share = each.dice_lost_a_game / most if most else 0.0
    return BarView(say("bar.lost"), share, say_decimal(each.dice_lost_a_game))


def _luck(each: PlayerFigures, players: tuple[PlayerFigures, ...]) -> BarView:
    """From the middle to the right for luck, to the left for none, against the one whose luck is farthest."""
    if each.luck is None:
        return BarView(say("bar.luck"), 0.5, "—", 0.5)
    farthest = max(SMALL_LUCK, *(abs(other.luck or 0.0) for other in players))
    share = 0.5 + each.luck / farthest / 2
    return BarView(say("bar.luck"), share, say_percent(each.luck, 1, signed=True), 0.5)


def _bar(words: str, part: int, whole: int) -> BarView:
    return BarView(words, part / whole if whole else 0.0, say("bar.of", part=part, whole=whole))
