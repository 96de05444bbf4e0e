"""Players' names as a sentence may use them, and what stands for one that the screen has no letters for."""

from __future__ import annotations

from collections.abc import Callable

from companion.text.foreign import printable
from companion.text.speech import say

_LONGEST_NAME = 40
"""Characters of a name used in a sentence."""


class _Screen:
    """What the screen can write. Terminals and browsers have fonts of their own: there it is everything."""

    writes: Callable[[str], bool] | None = None


def use_letters(writes: Callable[[str], bool] | None) -> None:
    """From now on names are shown on a screen that ``writes`` these texts; ``None``: any text."""
    _Screen.writes = writes


def is_written(name: str) -> bool:
    """Whether the screen has letters for this name."""
    return name.isprintable() and (_Screen.writes is None or _Screen.writes(name))


def say_name(name: str) -> str:
    """A name without a seat."""
    return _shortened(name) if _is_shown(name) else say("names.unwritten")


def say_player(players: tuple[str, ...], seat: int) -> str:
    """The player's name, with the seat where two share it; "Player 2" where the screen cannot write it."""
    name = players[seat]
    if not _is_shown(name):
        return say("names.numbered", number=seat + 1)
    told = _shortened(name)
    return told if players.count(name) == 1 else say("player.with_seat", name=told, seat=seat)


def _is_shown(name: str) -> bool:
    return is_written(printable(name))


def _shortened(name: str) -> str:
    return printable(name[:_LONGEST_NAME]) + ("…" if len(name) > _LONGEST_NAME else "")
