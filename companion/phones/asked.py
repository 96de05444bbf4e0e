"""What a phone asks for, as the server's lines say it; whatever else a line says is refused."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum

HIGHEST = 1_000_000_000
"""No number of a view, of dice or of a question is higher."""


class NotAsked(ValueError):
    """The line is none that a phone's server writes."""


class Wish(Enum):
    """What can be asked for."""

    JOIN = "join"
    BID = "bid"
    CHALLENGE = "challenge"
    SPOT_ON = "spot-on"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question. ``phone`` is its key; ``code`` that of a player, to join by; ``number`` the view's."""

    question: int
    wish: Wish
    phone: str = ""
    code: str = ""
    number: int = 0
    quantity: int = 0
    face: int = 0


def asked_of(line: str) -> Asked:
    """The question in a line; ``NotAsked`` where there is none."""
    try:
        fields = json.loads(line)
        wish = Wish(fields["do"])
    except (ValueError, TypeError, KeyError, RecursionError):
        raise NotAsked(line[:80]) from None
    whole = {name: fields.get(name, 0) for name in ("question", "number", "quantity", "face")}
    words = {name: fields.get(name, "") for name in ("phone", "code")}
    if not all(type(each) is int and 0 <= each <= HIGHEST for each in whole.values()):
        raise NotAsked(line[:80])
    if not all(isinstance(each, str) for each in words.values()):
        raise NotAsked(line[:80])
    return Asked(wish=wish, **whole, **words)
