"""Switches of house rules in words, from ``switch.NAME`` and ``switch.NAME=VALUE`` in the catalogues."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion import rules
from companion.text.catalogue import say
from companion.text.dice import table_words
from companion.text.names import quoted, say_list
from companion.text.refusals import say_why

GROUPS = (
    ("table", ("dice", "first_opener", "next_opener", "chips")),
    ("bidding", ("raising", "ones_wild", "ones_open", "capped")),
    ("challenge", ("loss", "exact", "random_challenge")),
    ("spot_on", ("spot_on", "spot_on_anyone", "spot_on_in_palafico", "spot_on_with_two")),
    ("palafico", ("palafico", "palafico_once", "palafico_faces")),
    ("special", ("show_reroll", "tie_breaker", "star_six")),
)
"""Every switch but the title, by topic."""

VARIATIONS = ("show_reroll", "palafico", "random_challenge", "spot_on", "ones_wild", "tie_breaker", "chips")
"""Switches that the rule book tells of if they are played, and names as not played if they are offered."""

_REMARKABLE = ("raising", "ones_wild")
"""Named in a brief list whatever their value; others only if they differ from ``HOUSE``."""
_USUAL = dict(rules.switches_of(rules.HOUSE))


@dataclass(frozen=True, slots=True)
class SwitchWords:
    """``value``: on its key; ``meaning``: a sentence; ``brief``: among other rules, or empty."""

    value: str
    meaning: str
    brief: str = ""


OPTIONS: dict[str, rules.Option] = {each.name: each for each in rules.SWITCHES if each is not rules.TITLE}
"""Every switch but the title."""


def label_of(name: str, ruleset: rules.RuleSet) -> str:
    return say(f"switch.{name}", **table_words(ruleset))


def long_label_of(name: str, ruleset: rules.RuleSet) -> str:
    """The switch's name for a rule book or a file."""
    return say(f"switch.{name}.long", **table_words(ruleset))


def say_needs(line: str, name: str) -> str:
    """The line, with the switches that this one needs to change anything."""
    needs = rules.NEEDS.get(name, ())
    return say("rulebook.needs", line=line, needs=say_list(map(_need, needs))) if needs else line


def _need(need: rules.Need) -> str:
    name, values = need
    if values == (True,) or values == tuple(each for each in OPTIONS[name].values if each):
        return name
    if type(values[0]) is int:
        return f"{name} {values[0]}-{values[-1]}"
    return f"{name} {', '.join(map(quoted, values))}"


def switch_words(name: str, value: rules.OptionValue, ruleset: rules.RuleSet) -> SwitchWords:
    if name == "dice":
        dice = int(value)
        meaning, brief = say("switch.dice.meaning", count=dice), say("switch.dice.brief", count=dice)
        return SwitchWords(str(dice), meaning, brief)
    key, words = value_key(value), table_words(ruleset)
    if (name, value) == ("ones_open", False):
        bids = rules.wild_bids(replace(ruleset, ones_open=False))
        key = "never" if bids is rules.WildBids.NEVER else key
        meaning, brief = (say(f"switch.ones_open={key}.{of}", **words) for of in ("meaning", "brief"))
        return SwitchWords(say("switch.ones_open=no"), meaning, brief)
    usual = name not in _REMARKABLE and value == _USUAL[name]
    brief = "" if usual else say(f"switch.{name}={key}.brief", **words)
    return SwitchWords(
        say(f"switch.{name}={key}", **words), say(f"switch.{name}={key}.meaning", **words), brief
    )


def value_key(value: rules.OptionValue) -> str:
    """The value as the catalogues name it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def say_briefly(switches: rules.Switches) -> tuple[str, ...]:
    """ "five dice", "bidding track", "the difference is lost" …"""
    ruleset = rules.mixed(switches)
    what = dict(rules.what_matters(ruleset))
    briefs = {name: switch_words(name, value, ruleset).brief for name, value in switches if name in what}
    ordered = (briefs.get(name, "") for _, names in GROUPS for name in names)
    return tuple(brief for brief in ordered if brief)


def say_clash(clash: rules.Clash, switches: rules.Switches) -> str:
    now, ruleset = dict(switches), rules.mixed(switches)
    first, second = (say("quoted", words=say_setting(name, now[name], ruleset)) for name in clash.switches)
    ways = say_list((say("quoted", words=say_setting(*way, ruleset)) for way in clash.ways), either=True)
    return say("contradiction", first=first, second=second, why=say_why(clash), ways=ways)


def say_setting(name: str, value: rules.OptionValue, ruleset: rules.RuleSet) -> str:
    """ "Ones are wild: Yes"."""
    return say("switch_setting", name=label_of(name, ruleset), value=switch_words(name, value, ruleset).value)
