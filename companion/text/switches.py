"""The switches of house rules in words: what stands on the screen for each, what it means, how it is told.

All words of a switch stand together in the catalogues, under ``switch.NAME`` and ``switch.NAME=VALUE``.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.events import OptionValue
from companion.rules.house import HOUSE, SWITCHES, TITLE, Clash, Switches, matters
from companion.rules.ruleset import Option
from companion.text.numbers import say_list
from companion.text.refusals import say_why
from companion.text.speech import say

GROUPS = (
    ("table", ("dice", "first_opener", "next_opener", "chips")),
    ("bidding", ("raising", "ones_wild", "ones_open", "capped")),
    ("challenge", ("loss", "exact", "random_challenge")),
    ("spot_on", ("spot_on", "spot_on_anyone", "spot_on_in_palafico", "spot_on_with_two")),
    ("palafico", ("palafico", "palafico_once", "palafico_faces")),
    ("special", ("show_reroll", "tie_breaker", "star_six")),
)
"""Every switch but the title, those together that are thought of together."""

_UNREMARKABLE = {
    ("first_opener", "table"),
    ("next_opener", "loser"),
    ("chips", False),
    ("ones_open", True),
    ("capped", False),
    ("loss", "one"),
    ("exact", "bid-holds"),
    ("random_challenge", False),
    ("spot_on", False),
    ("show_reroll", False),
    ("palafico", False),
    ("tie_breaker", False),
    ("spot_on_anyone", False),
    ("spot_on_in_palafico", True),
    ("spot_on_with_two", True),
    ("palafico_once", False),
    ("palafico_faces", False),
    ("star_six", False),
}
"""Switches at values that are not worth a word among other rules."""


@dataclass(frozen=True, slots=True)
class Said:
    """A switch at one value: ``value`` on its key, ``meaning`` in a sentence, ``brief`` among other rules.

    An empty ``brief`` is not worth a word.
    """

    value: str
    meaning: str
    brief: str = ""


OPTIONS: dict[str, Option] = {each.name: each for each in SWITCHES if each is not TITLE}
"""Every switch but the title, by name."""


def label_of(name: str) -> str:
    """What a switch is called on the screen."""
    return say(f"switch.{name}")


def long_label_of(name: str) -> str:
    """What a switch is called in a rule book or a file, where it need not stand on one line."""
    return say(f"switch.{name}.long")


def said_of(name: str, value: OptionValue) -> Said:
    """A switch at this value in words."""
    if name == "dice":
        dice = int(value)
        meaning, brief = say("switch.dice.meaning", count=dice), say("switch.dice.brief", count=dice)
        return Said(str(dice), meaning, brief)
    key = value_key(value)
    brief = "" if (name, value) in _UNREMARKABLE else say(f"switch.{name}={key}.brief")
    return Said(say(f"switch.{name}={key}"), say(f"switch.{name}={key}.meaning"), brief)


def value_key(value: OptionValue) -> str:
    """A switch's value as the catalogues name it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def say_briefly(switches: Switches) -> tuple[str, ...]:
    """These rules in a few words each: "five dice", "bidding track", "the difference is lost" …"""
    ruleset = HOUSE.with_options(switches)
    briefs = {name: said_of(name, value).brief for name, value in switches if matters(name, ruleset)}
    ordered = (briefs.get(name, "") for _, names in GROUPS for name in names)
    return tuple(brief for brief in ordered if brief)


def say_clash(clash: Clash, switches: Switches) -> str:
    """Two switches that contradict each other, why, and what to do, for the screen."""
    now = dict(switches)
    first, second = (say("quoted", words=say_setting(name, now[name])) for name in clash.switches)
    ways = say_list((say("quoted", words=say_setting(*way)) for way in clash.ways), either=True)
    return say("contradiction", first=first, second=second, why=say_why(clash), ways=ways)


def say_setting(name: str, value: OptionValue) -> str:
    """A switch with its value: "Ones are wild: Yes"."""
    return say("switch_setting", name=label_of(name), value=said_of(name, value).value)
