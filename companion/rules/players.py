"""Who may sit down to a game."""

from __future__ import annotations

from companion.rules.errors import RuleError
from companion.rules.refusal import Refusal

FEWEST_PLAYERS = 2
"""All five rule sheets."""


def need_players(rules: str, most: int, players: tuple[str, ...]) -> None:
    """RuleError unless two to ``most`` players sit down, each with a name; equal names are allowed."""
    if not FEWEST_PLAYERS <= len(players) <= most:
        raise RuleError(
            Refusal.NUMBER_OF_PLAYERS, rules=rules, fewest=FEWEST_PLAYERS, most=most, came=len(players)
        )
    for seat, name in enumerate(players):
        if not name.strip():
            raise RuleError(Refusal.NAMELESS_PLAYER, seat=seat)
        if any("\ud800" <= char <= "\udfff" for char in name):
            raise RuleError(Refusal.NAME_NOT_UNICODE, seat=seat)
