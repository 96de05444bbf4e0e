"""What the rules object to, in a sentence for the person at the table."""

from __future__ import annotations


class RulesError(Exception):
    """The family of everything the rules refuse. ``reason`` is one sentence for the table."""

    @property
    def reason(self) -> str:
        """What is wrong, and where it helps what would be legal."""
        return str(self)


class RuleError(RulesError, ValueError):
    """The rules forbid this here; the reason also says what would be legal."""


class EventError(RulesError, TypeError):
    """A field of an event is of the wrong kind, such as a quantity that is no whole number."""


_LONGEST_QUOTE = 40
"""Characters of a foreign word quoted in a reason: enough to recognise it, short enough for one line."""


def quoted(value: object) -> str:
    """A foreign value as a reason may quote it: short, printable, never more than one line.

    Lists and objects are named, not written out, so that nothing deep or endless gets into a sentence.
    """
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value) if value.bit_length() <= 64 else "a number far too large"
    if isinstance(value, str):
        return '"' + printable(value[:_LONGEST_QUOTE]) + ('…"' if len(value) > _LONGEST_QUOTE else '"')
    if isinstance(value, (list, tuple)):
        return "a list"
    return "an object" if isinstance(value, dict) else printable(str(value)[:_LONGEST_QUOTE])


def printable(text: str) -> str:
    """The text with every character that could break or colour a line written as its escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
