"""Names, numbers and lists in sentences, and what replaces a name that cannot be written."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterable

from companion.text.catalogue import say

_LONGEST_QUOTE = 40
"""Characters of a quoted word."""
_BITS_WRITTEN_OUT = 64
_HIDDEN = "…"
_ADDRESS = r"(?::/+|\b(?:rtsps?|rtmps?|https?|mqtts?|postgres(?:ql)?):)"
"""What ends an address's scheme; after ``mqtt:`` and some others even without slashes."""
_USER = re.compile(rf"({_ADDRESS})(?!/).*@", re.IGNORECASE)
_QUERY = re.compile(rf"({_ADDRESS}[^\s?]*\?)\S+", re.IGNORECASE)
"""Cheap cameras take their password there."""


def quoted(value: object) -> str:
    """A foreign value, in JSON's words; lists and objects are only named, as they may be endless."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if value.bit_length() <= _BITS_WRITTEN_OUT else say("foreign.large_number")
    if isinstance(value, str):
        return '"' + printable(value[:_LONGEST_QUOTE]) + ('…"' if len(value) > _LONGEST_QUOTE else '"')
    if isinstance(value, (list, tuple)):
        return say("foreign.list")
    return say("foreign.object") if isinstance(value, dict) else printable(str(value)[:_LONGEST_QUOTE])


def say_quote(typed: str) -> str:
    """What somebody typed, in the language's quotation marks."""
    kept = typed if len(typed) <= _LONGEST_QUOTE else typed[:_LONGEST_QUOTE] + "…"
    return say("quoted", words=printable(kept))


JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Inside Persian names, and between the parts of an emoji."""


def printable(text: str, kept: str = "") -> str:
    """Characters that could break or colour a line become escapes, but for ``JOINERS`` and those ``kept``."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c in JOINERS + kept else c.encode("unicode_escape").decode("ascii")
        for c in text
    )


def printable_sentence(sentence: str) -> str:
    """As ``printable``; French sets a space that breaks no line before its marks."""
    return printable(sentence, kept="\u00a0")


def without_secrets(text: str) -> str:
    """Hides user, password and query of addresses: ``rtsp://…@camera/1``.

    From ``//`` to the last ``@`` of the line: a password may have any letters.
    """
    if ":" not in text:
        return text
    return _QUERY.sub(rf"\1{_HIDDEN}", _USER.sub(rf"\1{_HIDDEN}@", text))


SYSTEM_REASONS = {
    errno.ENOENT: "missing",
    errno.EACCES: "no_access",
    errno.EPERM: "not_permitted",
    errno.ENOSPC: "full",
    errno.EROFS: "read_only",
    errno.EIO: "broken",
    errno.EEXIST: "no_folder",  # of folders alone: files are written over
    errno.EISDIR: "folder",
    errno.ENOTDIR: "no_folder",
    errno.ELOOP: "loop",
    errno.EADDRINUSE: "address_in_use",
    errno.EADDRNOTAVAIL: "other_address",
}


def say_os_fault(fault: OSError) -> str:
    """The system's reason, in English if it is rare; a library's own words, as of TLS, stay."""
    said, number = fault.strerror or str(fault), fault.errno or 0
    known = SYSTEM_REASONS.get(number)
    return said if known is None or said != os.strerror(number) else say(f"system.{known}")


_LONGEST_NAME = 40
"""Characters of a name in a sentence."""


class _Screen:
    writes: Callable[[str], bool] | None = None


def use_letters(writes: Callable[[str], bool] | None) -> None:
    """``writes``: whether the screen has letters for a text; None: it has all."""
    _Screen.writes = writes


def is_written(name: str) -> bool:
    return printable(name) == name and (_Screen.writes is None or _Screen.writes(name))


def say_name(name: str) -> str:
    return _shortened(name) if _is_shown(name) else say("names.unwritten")


def say_player(players: tuple[str, ...], seat: int) -> str:
    """The name, with the seat if two share it as it is told; "Player 2" if the screen cannot write it."""
    name = players[seat]
    if not _is_shown(name):
        return say("names.numbered", number=seat + 1)
    told = _shortened(name)
    alike = sum(_shortened(each) == told for each in players)
    return told if alike == 1 else say("player.with_seat", name=told, seat=seat)


def _is_shown(name: str) -> bool:
    return is_written(printable(name))


def _shortened(name: str) -> str:
    return printable(name[:_LONGEST_NAME]) + ("…" if len(name) > _LONGEST_NAME else "")


_OPENING_MARKS = "¿¡"


def say_decimal(value: float, places: int = 1, signed: bool = False) -> str:
    """A number with the language's decimal mark: "2.5", "2,5"."""
    rounded = round(value, places) + 0.0  # no minus before zero
    return f"{rounded:{'+' if signed else ''}.{places}f}".replace(".", say("number.mark"))


def say_whole(number: int) -> str:
    """A whole number with the language's mark of thousands: "10,000", "10.000"."""
    return f"{number:,}".replace(",", say("number.thousands"))


def say_percent(share: float, places: int = 0, signed: bool = False) -> str:
    """A share (0-1): "21%", or "21 %" in some languages."""
    return say("number.percent", number=say_decimal(share * 100, places, signed))


def say_chance(chance: float, places: int = 0) -> str:
    """A chance (0-1): "21%", and "less than 1%" in the place of "0%"."""
    return say_percent(chance, places) if round(chance * 100, places) else say("souvenir.hardly")


def say_list(items: Iterable[str], either: bool = False) -> str:
    """ "Ann, Bob and Cy"; ``either``: "Ann, Bob or Cy"."""
    *first, last = [*items] or [""]
    if not first:
        return last
    listed = first[0]
    for item in first[1:]:
        listed = say("list.more", list=listed, item=item)
    return say("list.or" if either else "list.and", list=listed, item=last)


def say_all(*sentences: str | None) -> str:
    """Sentences joined, without None."""
    said = ""
    for each in sentences:
        if each is not None:
            said = say("sentences", first=said, second=each) if said else each
    return said


def capital(words: str) -> str:
    """A capital after opening marks."""
    letters = words.lstrip(_OPENING_MARKS)
    return words[: len(words) - len(letters)] + letters[:1].upper() + letters[1:]


def as_sentence(reason: str) -> str:
    """The reason with a capital and a full stop."""
    ended = reason if reason[-1:] in (".", "!", "?") else say("sentence", words=reason)
    return capital(ended)
