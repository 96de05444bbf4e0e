"""Questions of phones, as the server's lines say them; anything else is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import TypeGuard

HIGHEST = 1_000_000_000
"""Greatest number of a view, of dice or of a question."""


class NotAsked(ValueError):
    """An impossible question; ``question``: its number, or 0."""

    def __init__(self, question: int = 0) -> None:
        super().__init__(f"question {question}")
        self.question = question


class Wish(Enum):
    JOIN = "join"
    BID = "bid"
    CHALLENGE = "challenge"
    SPOT_ON = "spot-on"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question. ``phone``: the phone's key; ``code``: to join by; ``number``: the view's."""

    question: int
    wish: Wish
    phone: str = ""
    code: str = ""
    number: int = 0
    quantity: int = 0
    face: int = 0


def asked_of(line: str) -> Asked:
    """Raises ``NotAsked``."""
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise NotAsked from None
    question = fields.get("question") if isinstance(fields, dict) else None
    if not is_number(question):
        raise NotAsked
    whole = {name: fields.get(name, 0) for name in ("number", "quantity", "face")}
    words = {name: fields.get(name, "") for name in ("phone", "code")}
    if not (all(map(is_number, whole.values())) and all(isinstance(each, str) for each in words.values())):
        raise NotAsked(question)
    try:
        return Asked(question, Wish(fields.get("do")), **words, **whole)
    except ValueError:
        raise NotAsked(question) from None


def is_number(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= HIGHEST
