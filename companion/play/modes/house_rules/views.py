"""What the screen shows while house rules are mixed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from companion import rules
from companion.play.base.commands import SaveHouseRules, SetSwitch
from companion.play.base.views import Answer, RuleBook, Topic, View
from companion.play.modes.house_rules.state import ORIGINS, Draft, MixingTable, SaveQuestion, origin_title
from companion.text import (
    GROUPS,
    OPTIONS,
    as_sentence,
    label_of,
    say,
    say_briefly,
    say_clash,
    say_setting,
    switch_words,
)


@dataclass(frozen=True, slots=True)
class SettingView:
    value: rules.OptionValue
    words: str
    meaning: str


@dataclass(frozen=True, slots=True)
class SwitchView:
    """One switch and its value; ``clashes``: another switch contradicts it."""

    name: str
    title: str
    settings: tuple[SettingView, ...]
    now: SettingView
    clashes: bool

    @property
    def flips(self) -> bool:
        return len(self.settings) == 2


@dataclass(frozen=True, slots=True)
class SwitchGroupView:
    heading: str
    switches: tuple[SwitchView, ...]

    @property
    def clashes(self) -> bool:
        return any(each.clashes for each in self.switches)


@dataclass(frozen=True, slots=True)
class AskedView:
    """A contradiction with the ways out of it, or what saving asks."""

    sentence: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class HouseRulesScene:
    """``title``: of the saved set being changed, None for a new one; ``origin``: what they began from.

    ``longest_title``: characters. ``told``: the rules in a few words.
    """

    topic: ClassVar = Topic.HOUSE_RULES
    title: str | None
    origin: str
    groups: tuple[SwitchGroupView, ...]
    clashes: tuple[AskedView, ...]
    changed: bool
    longest_title: int
    told: str = ""
    question: AskedView | None = None

    @property
    def caption(self) -> str:
        return say("title.house_rules", rules=self.title or say("title.from", rules=self.origin))


@dataclass(frozen=True, slots=True)
class BeginningView:
    rules: str
    title: str
    line: str


BRIEFS_IN_A_LINE = 4
"""Rules of a mix that are named in one line."""


def mixing_view(table: MixingTable) -> View[HouseRulesScene]:
    mix, book = mix_view(table.number, table.draft), RuleBook(table.draft.ruleset)
    return View(table.number, mix, say_mixing(table), table.fault, mix.caption, book=book)


def say_mixing(table: MixingTable) -> str:
    wrong = len(rules.clashes(table.draft.ruleset))
    return say("scene.house_rules.clash", count=wrong) if wrong else say("scene.house_rules")


def mix_view(number: int, draft: Draft) -> HouseRulesScene:
    ruleset = draft.ruleset
    wrong = rules.clashes(ruleset)
    marked = {name for clash in wrong for name in clash.switches}
    now = dict(draft.switches)
    return HouseRulesScene(
        title=draft.title,
        origin=draft.origin,
        groups=tuple(
            SwitchGroupView(
                say(f"switch_group.{group}"),
                tuple(
                    _switch(name, now[name], ruleset, name in marked)
                    for name in names
                    if name in marked or rules.matters(name, ruleset)
                ),
            )
            for group, names in GROUPS
        ),
        clashes=tuple(_clash(number, each, draft.switches) for each in wrong),
        changed=draft.changed,
        longest_title=rules.LONGEST_TITLE,
        told=say_line(draft.switches),
        question=None if draft.question is None else _question(number, draft, draft.question),
    )


def _switch(name: str, now: rules.OptionValue, ruleset: rules.RuleSet, clashes: bool) -> SwitchView:
    settings = tuple(_setting(name, value, ruleset) for value in OPTIONS[name].values)
    return SwitchView(name, label_of(name, ruleset), settings, _setting(name, now, ruleset), clashes)


def _setting(name: str, value: rules.OptionValue, ruleset: rules.RuleSet) -> SettingView:
    said = switch_words(name, value, ruleset)
    return SettingView(value, said.value, said.meaning)


def _clash(number: int, clash: rules.Clash, switches: rules.Switches) -> AskedView:
    ruleset = rules.mixed(switches)
    ways = (
        Answer(say_setting(name, value, ruleset), SetSwitch(number, name, value))
        for name, value in clash.ways
    )
    return AskedView(say_clash(clash, switches), tuple(ways))


def _question(number: int, draft: Draft, question: SaveQuestion) -> AskedView:
    title, asked = " ".join(question.asked.title.split()), question.asked
    save = partial(SaveHouseRules, number, title)
    if question.over:
        over = Answer(say("save.replace"), save(replace=True, keep=asked.keep))
        return AskedView(say("save.there_already", title=title), (over,))
    rename = Answer(say("save.rename"), save(replace=asked.replace, keep=False))
    keep_both = Answer(say("save.keep_both"), save(replace=asked.replace, keep=True))
    return AskedView(say("save.rename_or_keep", before=draft.title or "", title=title), (rename, keep_both))


def beginnings() -> tuple[BeginningView, ...]:
    return tuple(
        BeginningView(name, origin_title(game), say_line(rules.switches_of(game)))
        for name, game in ORIGINS.items()
    )


def say_line(switches: rules.Switches) -> str:
    """A mix in one line: its first rules and how many more there are."""
    return _sentence(_shortened(say_briefly(switches)))


def say_all(switches: rules.Switches) -> str:
    return _sentence(say_briefly(switches))


def _shortened(briefs: tuple[str, ...]) -> tuple[str, ...]:
    if len(briefs) <= BRIEFS_IN_A_LINE + 1:
        return briefs
    return (*briefs[:BRIEFS_IN_A_LINE], say("rules_line.more", number=len(briefs) - BRIEFS_IN_A_LINE))


def _sentence(briefs: tuple[str, ...]) -> str:
    told = briefs[0]
    for brief in briefs[1:]:
        told = say("list.more", list=told, item=brief)
    return as_sentence(told)
