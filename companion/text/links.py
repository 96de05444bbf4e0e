"""Little words that change with the sound of the next one: "ad Anna" in Italian, "e Inés" in Spanish.

A placeholder asks for one by its format: ``{player:a}`` is "a Bruno" and "ad Anna".
"""

from __future__ import annotations

import re

_BEFORE = {
    "a": (re.compile(r"\W*[aàá]", re.IGNORECASE), "ad"),
    "e": (re.compile(r"\W*[eèé]", re.IGNORECASE), "ed"),
    "y": (re.compile(r"\W*(h?í|h?i(?![aeiouáéóú])|y(?![aeiouáéíóú]))", re.IGNORECASE), "e"),
    "o": (re.compile(r"\W*h?[oó]", re.IGNORECASE), "u"),
}
"""What the next word begins with, in quotes or not, and what the little word becomes before it. "a" and "e"
are Italian, where only the same vowel changes them; "y" and "o" are Spanish, where "hielo" and "Yago" begin
with another sound, and "Yvonne" does not."""
LINKS = frozenset(_BEFORE)
"""The little words."""


class Linked(str):
    """Words that a placeholder can have behind a little word."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        if spec not in _BEFORE:
            return super().__format__(spec)
        sound, changed = _BEFORE[spec]
        return f"{changed if sound.match(self) else spec} {self}"
