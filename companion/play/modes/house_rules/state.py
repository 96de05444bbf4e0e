"""A draft of switches, touch by touch, until it is saved by name. Pure."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

from companion.journal import HouseRules, KeptHouseRules, title_key
from companion.play.base.commands import ChangeHouseRules, MixHouseRules, Refused, SaveHouseRules, SetSwitch
from companion.rules import HOUSE, RULESETS, RuleSet, Switches, mixed, switches_of
from companion.text import say

ORIGINS = {each.name: each for each in (HOUSE, *RULESETS.values())}
"""Games whose switches can be copied, the common one first."""


def origin_title(game: RuleSet) -> str:
    return say("mix.common_game") if game is HOUSE else game.title


@dataclass(frozen=True, slots=True)
class SaveQuestion:
    """A save that waits for an answer. ``over``: may it replace another set of that title?

    Else the changed set has a new title: may the old one go?
    """

    asked: SaveHouseRules
    over: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """Switches, perhaps contradictory. ``title``: of the saved set being changed, None for a new one.

    ``origin``: title of what they were copied from.
    """

    title: str | None
    origin: str
    switches: Switches
    at_first: Switches
    question: SaveQuestion | None = None

    @property
    def ruleset(self) -> RuleSet:
        return mixed(self.switches)

    @property
    def changed(self) -> bool:
        return self.switches != self.at_first


@dataclass(frozen=True, slots=True)
class MixingTable:
    number: int
    draft: Draft
    fault: str | None = None


def text_of(draft: Draft) -> str:
    """The draft as one JSON object; a question that waits for an answer is left out."""
    switches = {"switches": dict(draft.switches), "at_first": dict(draft.at_first)}
    return json.dumps({"title": draft.title, "origin": draft.origin} | switches)


def draft_of(text: str) -> Draft | None:
    """The draft that ``text_of`` wrote; None for any other text."""
    try:
        told = json.loads(text)
        now, first = (switches_of(mixed(tuple(told[each].items()))) for each in ("switches", "at_first"))
        return Draft(told["title"] and str(told["title"]), str(told["origin"]), now, first)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def begun(command: MixHouseRules) -> Draft:
    if command.rules not in ORIGINS:
        raise Refused(say("mix.no_game", rules=command.rules))
    origin = ORIGINS[command.rules]
    switches = switches_of(origin)
    return Draft(None, origin_title(origin), switches, switches)


def reopened(command: ChangeHouseRules, kept: KeptHouseRules) -> Draft:
    saved = kept.named(command.title)
    if saved is None:
        raise Refused(say("mix.no_rules", title=command.title))
    return Draft(saved.title, saved.title, saved.switches, saved.switches)


def switched(draft: Draft, command: SetSwitch) -> Draft:
    """RuleError for an unknown switch or value."""
    HOUSE.with_options(((command.name, command.value),))
    switches = tuple(
        (name, command.value if name == command.name else value) for name, value in draft.switches
    )
    return replace(draft, switches=switches, question=None)


def ready(draft: Draft, command: SaveHouseRules) -> HouseRules:
    """RuleError with a sentence if switches or title do not allow it."""
    return HouseRules(" ".join(command.title.split()), draft.switches)


def question_before(draft: Draft, command: SaveHouseRules, kept: KeptHouseRules) -> SaveQuestion | None:
    same = draft.title is not None and title_key(draft.title) == title_key(command.title)
    if same:
        return None
    if kept.named(command.title) is not None and not command.replace:
        return SaveQuestion(command, over=True)
    if draft.title is not None and command.keep is None:
        return SaveQuestion(command, over=False)
    return None


def replaced_title(draft: Draft, command: SaveHouseRules) -> str | None:
    return None if command.keep else draft.title
