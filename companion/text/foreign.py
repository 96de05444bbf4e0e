"""What strangers wrote, as a sentence may quote it: short, printable, never more than one line."""

from __future__ import annotations

import re

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
