"""What a touch on "?" shows: what to do here now, and the rule books to read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.rules.cards.liar_liar import MatchRules
from companion.rules.ruleset import RuleSet
from companion.text.card_rulebook import match_chapters
from companion.text.rulebook import Chapter, chapters, for_the_table
from companion.text.speech import say


class Topic(Enum):
    """What "?" explains; there is one picture of each."""

    APP = "app"
    GAMES = "games"
    PLAYERS = "players"
    SETTINGS = "settings"
    PAUSE = "pause"
    HOUSE_RULES = "house_rules"
    SETUP = "setup"
    COUNTING = "counting"
    JOURNAL = "journal"
    HISTORY = "history"
    OPENING = "opening"
    TRACK = "track"
    PAD = "pad"
    SHOWING = "showing"
    REVEAL = "reveal"
    CHECK = "check"
    VERDICT = "verdict"
    OVER = "over"
    CARDS = "cards"
    CARD_LOOK = "card_look"


@dataclass(frozen=True, slots=True)
class RuleBook:
    """The rules of one game, with the variations as they are switched now."""

    rules: RuleSet | MatchRules

    @property
    def title(self) -> str:
        """The game's name."""
        return self.rules.title

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The whole book in the language that is spoken: what is played, not what could be."""
        rules = self.rules
        return for_the_table(match_chapters(rules) if isinstance(rules, MatchRules) else chapters(rules))


@dataclass(frozen=True, slots=True)
class HelpView:
    """Help on one topic. ``books``: the rules of the game played, or of each that may be chosen."""

    topic: Topic
    books: tuple[RuleBook, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """What to do here now, in three short lines."""
        return tuple(say(f"here.{self.topic.value}").splitlines())
