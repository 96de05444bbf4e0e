"""Mixing house rules: a draft of switches, one touch at a time, until it is saved by a name. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.journal import HouseRules, KeptHouseRules, title_key
from companion.play.base.commands import ChangeHouseRules, MixHouseRules, Refused, SaveHouseRules, SetSwitch
from companion.rules import HOUSE, RULESETS, RuleSet, Switches, mixed, switches_of
from companion.text import say

ORIGINS = {each.name: each for each in (HOUSE, *RULESETS.values())}
"""Games whose switches may be copied to begin with, the common one first."""


def origin_title(game: RuleSet) -> str:
    """What a game is called where house rules begin from it."""
    return say("mix.common_game") if game is HOUSE else game.title


@dataclass(frozen=True, slots=True)
class SaveQuestion:
    """A save that waits for an answer. ``over``: the title stands for another set, which it would replace.

    Otherwise the set that was changed has been given a new title, and may stay or go.
    """

    asked: SaveHouseRules
    over: bool


@dataclass(frozen=True, slots=True)
class Draft:
    """Switches as they stand, perhaps in contradiction. ``title`` is that of the saved set that is changed,
    ``None`` for a new one; ``origin`` is the title of what they were copied from."""

    title: str | None
    origin: str
    switches: Switches
    at_first: Switches
    question: SaveQuestion | None = None

    @property
    def ruleset(self) -> RuleSet:
        """The switches as the rules read them, playable or not."""
        return mixed(self.switches)

    @property
    def changed(self) -> bool:
        """Whether anything would be lost by leaving."""
        return self.switches != self.at_first


@dataclass(frozen=True, slots=True)
class MixingTable:
    """No game is on the table: house rules are mixed."""

    number: int
    draft: Draft
    fault: str | None = None


def begun(command: MixHouseRules) -> Draft:
    """A draft with the switches of a published game or of the common one."""
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
    """The draft with one switch set; RuleError for one that there is not, or a value that it cannot have."""
    HOUSE.with_options(((command.name, command.value),))
    switches = tuple(
        (name, command.value if name == command.name else value) for name, value in draft.switches
    )
    return replace(draft, switches=switches, question=None)


def ready(draft: Draft, command: SaveHouseRules) -> HouseRules:
    """The draft as house rules; RuleError in a sentence where switches or title do not allow it."""
    return HouseRules(" ".join(command.title.split()), draft.switches)


def question_before(draft: Draft, command: SaveHouseRules, kept: KeptHouseRules) -> SaveQuestion | None:
    """What must be asked before this is written: may it replace another set, may the old name go?"""
    same = draft.title is not None and title_key(draft.title) == title_key(command.title)
    if same:
        return None
    if kept.named(command.title) is not None and not command.replace:
        return SaveQuestion(command, over=True)
    if draft.title is not None and command.keep is None:
        return SaveQuestion(command, over=False)
    return None


def replaced_title(draft: Draft, command: SaveHouseRules) -> str | None:
    """The title that goes once this is written."""
    return None if command.keep else draft.title
