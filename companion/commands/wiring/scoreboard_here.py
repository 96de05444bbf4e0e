"""``--scoreboard``: the page of this command's games, served by a process of its own (docs/scoreboard.md)."""

from __future__ import annotations

TOKEN = "CUPS_UP_SCOREBOARD_TOKEN"
"""The variable of the environment with the token of the page's address: other users cannot read it there."""
