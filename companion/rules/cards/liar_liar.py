"""Liar, Liar as data: the figures of its rule sheet, what a large group plays otherwise, our choices."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.cards.deck import DECK
from companion.rules.errors import Foreign, RuleError
from companion.rules.events import OptionValue
from companion.rules.refusal import Refusal

CARDS_EACH = 7
CHIPS_EACH = 5
"""Cards and chips that each player is given as a hand begins."""
POINTS_A_CHIP = 10
"""What a chip is worth when a hand is over."""
MOST_IN_SMALL_GROUP = 5
"""Players up to whom one deck is used."""
TARGETS = (250, 500, 1000)
"""Points that the sheet suggests for a match; any other number will do."""
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


def limits_for(players: int) -> Limits:
    """The limits at a table of so many."""
    return SMALL_GROUP if players <= MOST_IN_SMALL_GROUP else LARGE_GROUP


@dataclass(frozen=True, slots=True)
class MatchRules:
    """The rule set of a match. ``target`` are the points to reach, ``choices`` where the sheet is silent,
    each by its key in the catalogues."""

    name: str
    title: str
    most_players: int
    target: int
    choices: tuple[str, ...]

    def with_options(self, options: tuple[tuple[str, OptionValue], ...]) -> MatchRules:
        """These rules with the table's options; RuleError for an unknown one or a wrong value."""
        rules = self
        for name, value in options:
            if name != "target":
                raise RuleError(
                    Refusal.NO_SUCH_OPTION, rules=self.name, option=Foreign(name), options="target"
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
