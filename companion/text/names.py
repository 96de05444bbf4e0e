"""Players' names as a sentence may use them, and what stands for one that the screen has no letters for."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.text.speech import say

_LONGEST_QUOTE = 40
"""Characters of a foreign word quoted in a reason: enough to recognise it, short enough for one line."""
_BITS_WRITTEN_OUT = 64
_HIDDEN = "…"
_ADDRESS = r"(?::/+|\b(?:rtsps?|rtmps?|https?|mqtts?|postgres(?:ql)?):)"
"""How what follows the scheme of an address begins; behind ``mqtt:`` even without its strokes."""
_USER = re.compile(rf"({_ADDRESS})(?!/).*@", re.IGNORECASE)
_QUERY = re.compile(rf"({_ADDRESS}[^\s?]*\?)\S+", re.IGNORECASE)
"""Cheap cameras take their password there."""


def quoted(value: object) -> str:
    """A foreign value as a reason may quote it, in the words of JSON.

    Lists and objects are named, not written out, so that nothing deep or endless gets into a sentence.
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if value.bit_length() <= _BITS_WRITTEN_OUT else say("foreign.large_number")
    if isinstance(value, str):
        return '"' + printable(value[:_LONGEST_QUOTE]) + ('…"' if len(value) > _LONGEST_QUOTE else '"')
    if isinstance(value, (list, tuple)):
        return say("foreign.list")
    return say("foreign.object") if isinstance(value, dict) else printable(str(value)[:_LONGEST_QUOTE])


def printable(text: str) -> str:
    """The text with every character that could break or colour a line written as its escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def without_secrets(text: str) -> str:
    """The text with user, password and query of every address in it left out: ``rtsp://…@camera/1``.

    It hides from ``//`` to the last ``@`` of the line: a password may have any letters.
    """
    if ":" not in text:
        return text
    return _QUERY.sub(rf"\1{_HIDDEN}", _USER.sub(rf"\1{_HIDDEN}@", text))


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
