"""The game families at this table, dice and cards: which referee a game's first line calls."""

from __future__ import annotations

from companion.rules import referee
from companion.rules.cards import referee as card_referee
from companion.rules.cards.events import CardEvent
from companion.rules.cards.liar_liar import LIAR_LIAR
from companion.rules.cards.match import Match
from companion.rules.errors import RuleError
from companion.rules.events import Event, GameBegun
from companion.rules.game import Game
from companion.rules.refusal import Refusal

AnyGame = Game | Match
AnyEvent = Event | CardEvent


def is_card_game(event: GameBegun) -> bool:
    """Whether this first line begins a match of the card game."""
    return event.rules == LIAR_LIAR.name


def begin(event: GameBegun) -> AnyGame:
    """The game as it stands after its first line; RuleError when players, options or opener do not fit."""
    return card_referee.begin(event) if is_card_game(event) else referee.begin(event)


def dice_game(game: AnyGame) -> Game:
    """The game, where only one of dice can be meant; TypeError for a match of cards."""
    if isinstance(game, Match):
        raise TypeError("a game of dice is wanted, not a match of cards")
    return game


def card_match(game: AnyGame) -> Match:
    """The match, where only one of cards can be meant; TypeError for a game of dice."""
    if isinstance(game, Game):
        raise TypeError("a match of cards is wanted, not a game of dice")
    return game


def apply(game: AnyGame, event: AnyEvent) -> AnyGame:
    """The game after one more event; RuleError where the rules forbid it."""
    if isinstance(game, Match):
        return card_referee.apply(game, event)
    if isinstance(event, CardEvent):
        raise RuleError(Refusal.NO_CARDS_HERE, rules=game.ruleset.name)
    return referee.apply(game, event)
