"""What argparse says itself, in the language that is spoken.

argparse asks gettext for its words by their English text, in a catalogue of its own that nobody ships. Here
each English text has an id of ours; a text without one stays as it is.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from typing import Any

from companion.text.speech import say


def adopt_words() -> None:
    """Have argparse ask here. It offers no other way than its module's own names."""
    words: Mapping[str, object] = {"_": words_for, "ngettext": _plural_for}
    vars(argparse).update(words)


def words_for(english: str) -> str:
    """The words for a text of argparse; where values are to come, they come by ``%``, as argparse has it."""
    if english in _SENTENCES:
        return _Sentence(english)
    return _WORDS[english]() if english in _WORDS else english


def _plural_for(one: str, many: str, number: int) -> str:
    return words_for(one) if one in _SENTENCES else one if number == 1 else many


class _Sentence(str):
    """A sentence of argparse, without its values yet."""

    def __mod__(self, values: Any) -> str:
        return _SENTENCES[str(self)](values)


_WORDS: dict[str, Callable[[], str]] = {
    "usage: ": lambda: say("parser.usage") + " ",
    "positional arguments": lambda: say("parser.positional"),
    "options": lambda: say("parser.options"),
    "show this help message and exit": lambda: say("parser.help"),
    "expected one argument": lambda: say("parser.one_wanted"),
    "expected at most one argument": lambda: say("parser.one_at_most"),
    "expected at least one argument": lambda: say("parser.one_at_least"),
}
_SENTENCES: dict[str, Callable[[Any], str]] = {
    "argument %(argument_name)s: %(message)s": lambda given: say(
        "parser.at", argument=given["argument_name"], fault=given["message"]
    ),
    "unrecognized arguments: %s": lambda given: say("parser.unknown", arguments=given),
    "not allowed with argument %s": lambda given: say("parser.not_with", argument=given),
    "ignored explicit argument %r": lambda given: say("parser.no_value", value=repr(given)),
    "the following arguments are required: %s": lambda given: say("parser.missing", arguments=given),
    "expected %s argument": lambda given: say("parser.wanted", count=given),
    "invalid %(type)s value: %(value)r": lambda given: say(
        "parser.no_such_value", value=repr(given["value"])
    ),
    "invalid choice: %(value)r (choose from %(choices)s)": lambda given: say(
        "parser.choice", value=repr(given["value"]), choices=given["choices"]
    ),
    "%(prog)s: error: %(message)s\n": lambda given: (
        say("parser.error", program=given["prog"], fault=given["message"]) + "\n"
    ),
}
