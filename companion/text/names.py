"""Names, numbers and lists as a sentence uses them, and what stands for a name that no letters can write."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from companion.text.speech import say, spoken

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


_OPENING_MARKS = "¿¡"


def say_number(number: int) -> str:
    """A number as a player says it: in words up to twenty, then in digits."""
    return spoken().number(number)


def say_decimal(value: float, places: int = 1, signed: bool = False) -> str:
    """A number with so many places behind the language's mark: "2.5", or "2,5"."""
    rounded = round(value, places) + 0.0  # no minus before zero
    return f"{rounded:{'+' if signed else ''}.{places}f}".replace(".", say("number.mark"))


def say_percent(share: float, places: int = 0, signed: bool = False) -> str:
    """A share (0-1) in percent: "21%", or "21 %" where the language puts a space."""
    return say("number.percent", number=say_decimal(share * 100, places, signed))


def say_list(items: Iterable[str], either: bool = False) -> str:
    """Items as a sentence lists them: "Ann, Bob and Cy", or "Ann, Bob or Cy" where ``either`` will do."""
    *first, last = [*items] or [""]
    if not first:
        return last
    listed = first[0]
    for item in first[1:]:
        listed = say("list.more", list=listed, item=item)
    return say("list.or" if either else "list.and", list=listed, item=last)


def say_all(*sentences: str | None) -> str:
    """Sentences one after the other; those that are ``None`` are left out."""
    said = ""
    for each in sentences:
        if each is not None:
            said = say("sentences", first=said, second=each) if said else each
    return said


def capital(words: str) -> str:
    """Words with a capital at their beginning, behind marks that open a sentence."""
    letters = words.lstrip(_OPENING_MARKS)
    return words[: len(words) - len(letters)] + letters[:1].upper() + letters[1:]


def as_sentence(reason: str) -> str:
    """A reason as a sentence of its own: a capital letter and a full stop."""
    ended = reason if reason[-1:] in (".", "!", "?") else say("sentence", words=reason)
    return capital(ended)
