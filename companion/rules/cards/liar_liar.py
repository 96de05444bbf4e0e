"""Liar, Liar as data: the figures of its rule sheet, what a large group plays otherwise, our choices."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.cards.deck import DECK
from companion.rules.errors import Foreign, RuleError
from companion.rules.events import OptionValue
from companion.rules.refusal import Refusal
from companion.rules.ruleset import Option

CARDS_EACH = 7
CHIPS_EACH = 5
"""Cards and chips that each player is given as a hand begins."""
POINTS_A_CHIP = 10
"""What a chip is worth when a hand is over."""
MOST_IN_SMALL_GROUP = 5
"""Players up to whom one deck is used."""
TARGETS = (250, 500, 1000)
"""Points that the sheet suggests for a match; any other number will do."""
TARGETS_BY_TOUCH = tuple(range(50, 1001, POINTS_A_CHIP))
"""Points that a touch may choose: a score is always a whole number of chips."""
HIGHEST_TARGET = 1_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """What follows from the number of players: decks, the smallest meld, whether a run is hit once."""

    decks: int
    fewest: int
    runs_hit_once: bool

    @property
    def most_of_a_rank(self) -> int:
        """Cards in the largest set."""
        return 4 * self.decks

    @property
    def cards(self) -> int:
        """Cards in all."""
        return len(DECK) * self.decks


SMALL_GROUP = Limits(decks=1, fewest=3, runs_hit_once=False)
LARGE_GROUP = Limits(decks=2, fewest=4, runs_hit_once=True)


RUN_HIT_ONCE = Option("run_hit_once", "run_hit_once", (True, False))
"""The sheet lets a large group hit a run once. On: nobody may hit it again, at either end. Off: it only means
that a card which lies there cannot be laid a second time from the other deck."""


@dataclass(frozen=True, slots=True)
class MatchRules:
    """The rule set of a match. ``target`` are the points to reach, ``run_hit_once`` whether a large group
    hits a run only once, ``choices`` where the sheet is silent, each by its key in the catalogues."""

    name: str
    title: str
    most_players: int
    target: int
    choices: tuple[str, ...]
    run_hit_once: bool = True

    def limits_for(self, players: int) -> Limits:
        """The limits at a table of so many."""
        if players <= MOST_IN_SMALL_GROUP:
            return SMALL_GROUP
        return replace(LARGE_GROUP, runs_hit_once=self.run_hit_once)

    def with_options(self, options: tuple[tuple[str, OptionValue], ...]) -> MatchRules:
        """These rules with the table's options; RuleError for an unknown one or a wrong value."""
        rules = self
        for name, value in options:
            if name == RUN_HIT_ONCE.name:
                rules = replace(rules, run_hit_once=bool(RUN_HIT_ONCE.field_value(value)))
                continue
            if name != "target":
                options_here = f"target, {RUN_HIT_ONCE.name}"
                raise RuleError(
                    Refusal.NO_SUCH_OPTION, rules=self.name, option=Foreign(name), options=options_here
                )
            if type(value) is not int or not 1 <= value <= HIGHEST_TARGET:
                raise RuleError(
                    Refusal.OPTION_TARGET, value=Foreign(value), highest=HIGHEST_TARGET, target=TARGETS[0]
                )
            rules = replace(rules, target=value)
        return rules


LIAR_LIAR = MatchRules(
    name="liar-liar",
    title="Liar, Liar",
    most_players=14,
    target=TARGETS[0],
    choices=(
        "match_target",
        "first_hand",
        "target_together",
        "no_laying_after_no",
        "until_next_draw",
        "asker_names_card",
        "not_asked_for_lying",
        "won_card_stays",
        "nothing_to_give",
        "last_card_won",
        "large_swap",
        "only_quests",
        "ace_ends_run",
        "large_groups",
    ),
)
