"""The language of this call: ``--language`` before the command, else as the environment has it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.on_disk import shown_name
from companion.text.choice import known_language, language_of
from companion.text.speech import languages, say, use_language

OPTION = "--language"


class NoSuchLanguage(ValueError):
    """No catalogue has the language that was named; the sentence says which there are."""


def without_language(given: Sequence[str]) -> tuple[str | None, list[str]]:
    """The language named before the command, and the other words; ``None`` where none is named."""
    if given and given[0] == OPTION:
        return "".join(given[1:2]), list(given[2:])
    if given and given[0].startswith(f"{OPTION}="):
        return given[0].partition("=")[2], list(given[1:])
    return None, list(given)


def speak(named: str | None, environment: Mapping[str, str]) -> None:
    """Speak the language that was named, else the environment's. Raises ``NoSuchLanguage``."""
    use_language(language_of(environment))
    if named is None:
        return
    known = known_language(named)
    if known is None:
        there = ", ".join(languages())
        raise NoSuchLanguage(
            say("command_line.no_language", language=shown_name(named), languages=there)
            if named
            else say("command_line.which_language", languages=there)
        )
    use_language(known)
