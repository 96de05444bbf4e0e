"""What a refusal of the dice games mentions beside plain numbers: values that a sentence knows how to say."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.events import Bid
from companion.rules.game import Game
from companion.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Player:
    """One of the players at this table, by seat."""

    players: tuple[str, ...]
    seat: int


@dataclass(frozen=True, slots=True)
class NamedFace:
    """A face as this rule set calls it, more than one of it."""

    face: int
    ruleset: RuleSet


@dataclass(frozen=True, slots=True)
class NamedBid:
    """A bid as it is called out under this rule set."""

    bid: Bid
    ruleset: RuleSet


@dataclass(frozen=True, slots=True)
class LegalBids:
    """What may be bid in this game now."""

    game: Game


def named(game: Game, *seats: int) -> tuple[Player, ...]:
    """The players of these seats."""
    return tuple(Player(game.players, seat) for seat in seats)
