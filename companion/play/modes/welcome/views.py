"""What the screen shows before a game: what may be begun and gone on with, or what ails the journal."""

from __future__ import annotations

from dataclasses import dataclass

from companion.play.base.views import RematchView, RuleBook
from companion.play.modes.house_rules.views import BeginningView
from companion.rules import HOUSE, LIAR_LIAR, RULESETS, OptionValue


@dataclass(frozen=True, slots=True)
class RulesChoice:
    """A game that a table may pick. ``options``: (name, title, allowed values, default).

    ``line`` says in one sentence what is special about it; ``star_face`` is drawn as a star.
    ``switches`` are options that a game of these rules is begun with in any case: those of house rules,
    which ``told`` says in full. ``saved_as`` is the title of saved house rules, to change them by.
    ``has_cards``: it is played with cards. ``opening`` says who begins where the table does not name one.
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
    opening: str = "The highest die opens"

    def book(self, options: tuple[tuple[str, object], ...] = ()) -> RuleBook:
        told = tuple((name, value) for name, value in options if isinstance(value, int | str))
        chosen = (*self.switches, *told)
        if self.has_cards:
            return RuleBook(LIAR_LIAR.with_options(chosen))
        return RuleBook((HOUSE if self.name == HOUSE.name else RULESETS[self.name]).with_options(chosen))


@dataclass(frozen=True, slots=True)
class SavedGameView:
    """A game in the journal: its rules' title, and a ``line`` ("Ann, Bob: round 4, Bob to bid")."""

    game_id: int
    line: str
    over: bool
    rules: str = ""


@dataclass(frozen=True, slots=True)
class LastTableView:
    """The table as it was last time, or as a club has seated it, which ``title`` says.

    ``line`` says who plays what, ``again`` begins it.
    """

    title: str
    line: str
    again: RematchView


@dataclass(frozen=True, slots=True)
class RosterView:
    """Who played before. ``seated`` sit there next, seat by seat; ``names`` are theirs and those of earlier
    games, the latest players first. ``last`` is ``None`` where that table cannot be had again.
    """

    seated: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    last: LastTableView | None = None


@dataclass(frozen=True, slots=True)
class PartnersView:
    """Some partners to practise with: the ``title`` names them, the ``line`` says how the last of them plays.

    ``players`` are the person and the partners, clockwise.
    """

    title: str
    line: str
    players: tuple[str, ...]


NOBODY_YET = RosterView()
"""Before the first game."""


@dataclass(frozen=True, slots=True)
class WelcomeScene:
    """The first screen: games to pick, games to go on with, what camera is there.

    ``beginnings`` are the games that house rules may be mixed from, none where none are kept. ``picked`` is
    the title of house rules just saved: the game that is set up next. ``may_set_up``: there is a camera
    whose table can be set up and whose light can be checked. ``may_count``: it can count any roll.
    ``roster`` is who played before. ``table`` is the name of the table that was set up.
    ``learned``: the first game was just played to its end. ``partners`` are who may be
    practised with, none where nobody practises.
    """

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
        """Whether nobody has played here yet: a first game is offered before all else."""
        return not (self.saved or self.roster.names or self.learned)

    @property
    def newest(self) -> SavedGameView | None:
        """The game to go on with by one touch: the newest that is not over."""
        return next((game for game in self.saved if not game.over), None)


NOTHING_YET = WelcomeScene((), (), "")
"""Before the first screen was worked out."""
