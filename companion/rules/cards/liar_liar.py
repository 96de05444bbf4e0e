"""Liar, Liar as data: the figures of its rule sheet, what a large group plays otherwise, our choices."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.cards.deck import DECK
from companion.rules.errors import RuleError, quoted
from companion.rules.events import OptionValue

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
    """The rule set of a match. ``target`` are the points to reach, ``choices`` where the sheet is silent."""

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
                raise RuleError(f"{self.name} has no option {quoted(name)}: it has target")
            if type(value) is not int or not 1 <= value <= HIGHEST_TARGET:
                raise RuleError(
                    f"option target cannot be {quoted(value)}: "
                    f"choose a whole number from 1 to {HIGHEST_TARGET}, such as {TARGETS[0]}"
                )
            rules = replace(rules, target=value)
        return rules


LIAR_LIAR = MatchRules(
    name="liar-liar",
    title="Liar, Liar",
    most_players=14,
    target=TARGETS[0],
    choices=(
        "The match is to 250 points where the table names no other target, from 1 to a million.",
        "Seat 0 begins the first hand, the next seat to the left the second, and so on.",
        "Several reach the target in the same hand: the highest wins; if level, another hand is dealt.",
        "After an accepted No nothing may be laid down, whether or not a card is then shown.",
        "Who may still lay melds, prove a lie or swap cards when a Quest has ended the turn may do so until "
        "the next player draws or Quests.",
        "A lie caught with several matching cards: the asker names the one to take.",
        "Nobody is asked for what cannot be in a hand because every such card lies on the table.",
        "The won card is not given on; of two alike the first one laid down counts as the won one.",
        "Who has nothing left but the won card gives nothing, and the turn ends; who has no card left at all "
        "has played out, also by giving away the last one.",
        "Who is left without cards because the last one was won from them and none came back has played out.",
        "A swap larger than the stock takes the rest from the discards, shuffled with those just swapped.",
        "With neither stock nor discards left nobody draws: there are only Quests.",
        "An ace ends a run: low before the two, high after the king, never between them.",
        "Large groups: at most fourteen players; sets of four to eight cards, two alike among them or not; "
        "a run takes one hit in all, at either end.",
    ),
)
