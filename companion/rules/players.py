"""Who may sit down to a game."""

from __future__ import annotations

from companion.rules.errors import RuleError

FEWEST_PLAYERS = 2
"""All five rule sheets."""


def need_players(rules: str, most: int, players: tuple[str, ...]) -> None:
    """RuleError unless two to ``most`` players sit down, each with a name; equal names are allowed."""
    if not FEWEST_PLAYERS <= len(players) <= most:
        raise RuleError(f"{rules} is for {FEWEST_PLAYERS} to {most} players, not {len(players)}")
    for seat, name in enumerate(players):
        if not name.strip():
            raise RuleError(f"the player at seat {seat} has no name: give one")
        if any("\ud800" <= char <= "\udfff" for char in name):
            raise RuleError(f"the name of the player at seat {seat} is not valid Unicode: write it anew")
