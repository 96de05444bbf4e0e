"""Mixes house rules and keeps saved ones."""

from __future__ import annotations

from dataclasses import replace

from companion.journal import HouseShelf, KeptHouseRules
from companion.play.base.commands import (
    ChangeHouseRules,
    DeleteHouseRules,
    MixHouseRules,
    Refused,
    SaveHouseRules,
    SetSwitch,
)
from companion.play.modes.house_rules import state
from companion.play.modes.house_rules.state import Draft
from companion.text import say

MixCommand = MixHouseRules | ChangeHouseRules | SetSwitch | SaveHouseRules | DeleteHouseRules


class Mixer:
    """Works on the table's draft; shelf None: this table keeps no house rules."""

    def __init__(self, shelf: HouseShelf | None) -> None:
        self._shelf = shelf

    @property
    def nothing_kept(self) -> KeptHouseRules | None:
        return None if self._shelf is None else KeptHouseRules(())

    def kept(self) -> KeptHouseRules | None:
        """House rules on the shelf, None without one; raises what the shelf raises."""
        return None if self._shelf is None else self._shelf.read()

    def kept_draft(self) -> Draft | None:
        """What was being mixed when the app was killed."""
        text = None if self._shelf is None else self._shelf.draft()
        return None if text is None else state.draft_of(text)

    def keep(self, draft: Draft | None) -> None:
        if self._shelf is not None:
            self._shelf.keep_draft(state.text_of(draft) if draft is not None and draft.changed else None)

    def take(self, draft: Draft | None, command: MixCommand) -> Draft | None:
        """The draft after a command, None once saved or deleted.

        Raises Refused, RuleError or HouseRulesError with a sentence; draft and shelf are then unchanged.
        """
        shelf = self._shelf
        if shelf is None:
            raise Refused(say("mix.none_kept"))
        if isinstance(command, MixHouseRules):
            return state.begun(command)
        if isinstance(command, ChangeHouseRules):
            return state.reopened(command, shelf.read())
        if draft is None:
            raise Refused(say("mix.none_mixed"))
        if isinstance(command, SetSwitch):
            return state.switched(draft, command)
        if isinstance(command, DeleteHouseRules):
            _delete(shelf, draft)
            return None
        return _saved(shelf, draft, command)


def _delete(shelf: HouseShelf, draft: Draft) -> None:
    if draft.title is None:
        raise Refused(say("mix.never_saved"))
    shelf.remove(draft.title)


def _saved(shelf: HouseShelf, draft: Draft, command: SaveHouseRules) -> Draft | None:
    rules = state.ready(draft, command)
    question = state.question_before(draft, command, shelf.read())
    if question is not None:
        return replace(draft, question=question)
    shelf.save(rules, state.replaced_title(draft, command))
    return None
