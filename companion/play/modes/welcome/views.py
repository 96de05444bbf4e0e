"""What the screen shows before a game: what may be begun or continued, or what ails the journal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.play.base.views import RematchView, RuleBook, Topic
from companion.play.modes.house_rules.views import BeginningView
from companion.rules import HOUSE, LIAR_LIAR, RULESETS, OptionValue


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """A game to pick. ``options``: (name, title, allowed values, default).

    ``line``: what is special about it. ``switches``: options of house rules, always used, which ``told``
    explains. ``opening``: who begins if the table names nobody.
    """

    name: str
    title: str
    fewest: int
    most: int
    names_opener: bool
    options: tuple[tuple[str, str, tuple[OptionValue, ...], OptionValue], ...]
    line: str = ""
    star_face: int = 0
    switches: tuple[tuple[str, OptionValue], ...] = ()
    told: str = ""
    saved_as: str | None = None
    has_cards: bool = False
    opening: str = ""

    def book(self, options: tuple[tuple[str, object], ...] = ()) -> RuleBook:
        told = tuple((name, value) for name, value in options if isinstance(value, int | str))
        chosen = (*self.switches, *told)
        if self.has_cards:
            return RuleBook(LIAR_LIAR.with_options(chosen))
        return RuleBook((HOUSE if self.name == HOUSE.name else RULESETS[self.name]).with_options(chosen))


@dataclass(frozen=True, slots=True)
class SavedGameView:
    game_id: int
    line: str
    over: bool
    rules: str = ""
    day: str = ""

    @property
    def rules_and_day(self) -> str:
        return " · ".join(filter(None, (self.rules, self.day)))


@dataclass(frozen=True, slots=True)
class LastTableView:
    """The table of last time, or as a club seated it (``title``); ``again`` begins it."""

    title: str
    line: str
    again: RematchView


@dataclass(frozen=True, slots=True)
class RosterView:
    """Who played before: ``seated`` sit there next; ``names``: theirs and earlier ones, latest first.

    ``last`` None: that table cannot be had again.
    """

    seated: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    last: LastTableView | None = None


@dataclass(frozen=True, slots=True)
class PartnersView:
    """Partners to practise with: ``line`` says how the last one plays. ``players``: person and partners,
    clockwise.
    """

    title: str
    line: str
    players: tuple[str, ...]


NOBODY_YET = RosterView()
"""Before the first game."""


@dataclass(frozen=True, slots=True)
class WelcomeScene:
    """The first screen: games to pick or go on with, and the camera.

    ``beginnings``: games to mix house rules from. ``picked``: house rules just saved, set up next. ``table``:
    name of the table that was set up. ``learned``: the first game was just finished. ``partners``: to
    practise with.
    """

    topic: ClassVar = Topic.APP
    choices: tuple[RulesChoice, ...]
    saved: tuple[SavedGameView, ...]
    camera: str
    beginnings: tuple[BeginningView, ...] = ()
    picked: str | None = None
    may_set_up: bool = False
    may_count: bool = False
    roster: RosterView = NOBODY_YET
    table: str = ""
    learned: bool = False
    partners: tuple[PartnersView, ...] = ()

    @property
    def is_the_first(self) -> bool:
        return not (self.saved or self.roster.names or self.learned)

    @property
    def newest(self) -> SavedGameView | None:
        return next((game for game in self.saved if not game.over), None)


NOTHING_YET = WelcomeScene((), (), "")
"""Before the first screen is worked out."""
