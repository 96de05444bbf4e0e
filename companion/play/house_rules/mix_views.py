"""The mixing of house rules as the screen shows it."""

from __future__ import annotations

from companion.play.house_rules.mixing import ORIGINS, Draft, SaveQuestion, origin_title
from companion.play.house_rules.views import (
    BeginningView,
    ClashView,
    MixView,
    SaveAnswerView,
    SaveQuestionView,
    SettingView,
    SwitchGroupView,
    SwitchView,
    WayOutView,
)
from companion.rules.events import OptionValue
from companion.rules.house import Clash, Switches, clashes, matters, switches_of
from companion.rules.ruleset import LONGEST_TITLE
from companion.text.numbers import as_sentence
from companion.text.speech import say
from companion.text.switches import (
    GROUPS,
    OPTIONS,
    label_of,
    said_of,
    say_briefly,
    say_clash,
    say_setting,
)

BRIEFS_IN_A_LINE = 4
"""How many of a mix's rules are named where there is room for a line only."""


def mix_view(draft: Draft) -> MixView:
    """The switches of the draft that matter as the others stand, and what contradicts what."""
    ruleset = draft.ruleset
    wrong = clashes(ruleset)
    marked = {name for clash in wrong for name in clash.switches}
    now = dict(draft.switches)
    return MixView(
        title=draft.title,
        origin=draft.origin,
        groups=tuple(
            SwitchGroupView(
                say(f"switch_group.{group}"),
                tuple(
                    _switch(name, now[name], name in marked)
                    for name in names
                    if name in marked or matters(name, ruleset)
                ),
            )
            for group, names in GROUPS
        ),
        clashes=tuple(_clash(each, draft.switches) for each in wrong),
        may_save=not wrong,
        changed=draft.changed,
        longest_title=LONGEST_TITLE,
        told=say_line(draft.switches),
        question=None if draft.question is None else _question(draft, draft.question),
    )


def _switch(name: str, now: OptionValue, clashes: bool) -> SwitchView:
    settings = tuple(_setting(name, value) for value in OPTIONS[name].values)
    return SwitchView(name, label_of(name), settings, _setting(name, now), clashes)


def _setting(name: str, value: OptionValue) -> SettingView:
    said = said_of(name, value)
    return SettingView(value, said.value, said.meaning)


def _clash(clash: Clash, switches: Switches) -> ClashView:
    ways = tuple(WayOutView(name, value, say_setting(name, value)) for name, value in clash.ways)
    return ClashView(say_clash(clash, switches), ways)


def _question(draft: Draft, question: SaveQuestion) -> SaveQuestionView:
    title, asked = " ".join(question.asked.title.split()), question.asked
    if question.over:
        return SaveQuestionView(
            say("save.there_already", title=title),
            (SaveAnswerView(say("save.replace"), title, replace=True, keep=asked.keep),),
        )
    return SaveQuestionView(
        say("save.rename_or_keep", before=draft.title or "", title=title),
        (
            SaveAnswerView(say("save.rename"), title, replace=asked.replace, keep=False),
            SaveAnswerView(say("save.keep_both"), title, replace=asked.replace, keep=True),
        ),
    )


def beginnings() -> tuple[BeginningView, ...]:
    """What new house rules may be copied from: the common game, and the published ones."""
    return tuple(
        BeginningView(name, origin_title(game), say_line(switches_of(game))) for name, game in ORIGINS.items()
    )


def say_line(switches: Switches) -> str:
    """A mix in one line: its first few rules, and how many more there are to tell."""
    return _sentence(_shortened(say_briefly(switches)))


def say_all(switches: Switches) -> str:
    """A mix with every rule that is worth a word."""
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
