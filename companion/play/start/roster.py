"""Who played before, and the table of the last game, from the first lines of the newest games."""

from __future__ import annotations

from companion.journal.forgetting import NOBODY
from companion.play.start.views import NOBODY_YET, LastTableView, RematchView, RosterView
from companion.rules.errors import RulesError
from companion.rules.events import GameBegun
from companion.rules.families import begin
from companion.text.names import is_written, say_player
from companion.text.numbers import say_list
from companion.text.speech import say

ROSTER_GAMES = 60
"""Games whose players are offered again: more than most tables play in a winter."""
ROSTER_NAMES = 24
"""Names that are offered; who has not played for so long is typed again."""


def roster_of(begun: tuple[GameBegun, ...]) -> RosterView:
    """The players of these games, the last begun first. A forgotten name is offered nowhere, nor
    one that the screen cannot write."""
    if not begun:
        return NOBODY_YET
    names = dict.fromkeys(name for each in begun for name in each.players if _may_be_offered(name))
    seated = tuple(name for name in dict.fromkeys(begun[0].players) if name in names)
    return RosterView(seated, tuple(names)[:ROSTER_NAMES], _last_table(begun[0]))


def _may_be_offered(name: str) -> bool:
    return name != NOBODY and is_written(name)


def _last_table(last: GameBegun) -> LastTableView | None:
    """The same game once more; ``None`` where a name was forgotten, or the rules have changed since."""
    if NOBODY in last.players or not all(map(str.isprintable, last.players)):
        return None
    try:
        rules = begin(last).ruleset.title
    except RulesError:
        return None
    players = say_list(say_player(last.players, seat) for seat in range(len(last.players)))
    again = RematchView(last.rules, last.players, last.options, last.opener)
    return LastTableView(say("home.same_table_line", players=players, rules=rules), again)
