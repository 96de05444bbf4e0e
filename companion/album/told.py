"""What the page of a game says, in the words and numbers that are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.rules.cards.deck import Card
from companion.text.numbers import say_percent
from companion.text.speech import say

MINUTE_S = 60
LONGEST_NAME = 16
"""Characters of a name in the code: it must stay small enough to be read by a phone."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A player's line in the ranking: place (from 1), seat, name, and what is said of it."""

    place: int
    seat: int
    name: str
    told: str


@dataclass(frozen=True, slots=True)
class ToldPage:
    """A page. ``boldest`` are two lines or none, ``code`` is what a phone reads.

    ``courses`` is for each seat how its dice or points went: at the start, then after each of ``rounds``;
    who is out stops early. ``heading`` stands above them. ``card`` is the one that showed the boldest lie.
    """

    title: str
    subtitle: str
    ranking: tuple[Ranked, ...]
    boldest: tuple[str, str] | None
    heading: str
    courses: tuple[tuple[int, ...], ...]
    rounds: int
    code: str
    card: Card | None = None


def in_the_code(subtitle: str, ranking: tuple[Ranked, ...], boldest: tuple[str, str] | None) -> str:
    """What a phone reads from the code: the page in a few lines of text."""
    places = (f"{each.place}. {each.name[:LONGEST_NAME]}" for each in ranking)
    return "\n".join((subtitle, *places, *(boldest or ())))


def say_length(title: str, begun_at: datetime, took: timedelta, rounds: str) -> str:
    """Which game, on which day, how many rounds, how long."""
    return say(
        "souvenir.subtitle",
        rules=title,
        date=begun_at.astimezone().strftime("%Y-%m-%d"),
        rounds=rounds,
        minutes=say("souvenir.minutes", count=max(1, round(took.total_seconds() / MINUTE_S))),
    )


def say_chance(chance: float) -> str:
    """A chance (0-1) in whole percent; a smaller one is hardly any."""
    return say_percent(chance) if round(chance * 100) else say("souvenir.hardly")
