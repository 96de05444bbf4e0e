"""What the rules object to: a code, and the values that a sentence for the table is made of.

The sentence itself is the room ``text``'s: ``companion.text.refusals.reason_of``.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.refusal import Refusal


class RulesError(Exception):
    """Everything the rules refuse: which refusal, and the values for its placeholders by name."""

    def __init__(self, code: Refusal, /, **values: object) -> None:
        super().__init__(code.value)
        self.code = code
        self.values = values


class RuleError(RulesError, ValueError):
    """The rules forbid this here; its sentence also says what would be legal."""


class EventError(RulesError, TypeError):
    """A field of an event is of the wrong kind, such as a quantity that is no whole number."""


@dataclass(frozen=True, slots=True)
class Foreign:
    """A value that somebody wrote, of whatever kind: a sentence quotes it."""

    value: object


@dataclass(frozen=True, slots=True)
class Choice:
    """Values of which one would be legal."""

    values: tuple[object, ...]
