"""A table without people: a dealer who knows all dice, and what one player sees of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from companion import rules

Said = rules.Bid | rules.Challenged | rules.SpotOnCalled
"""What the player on turn may say."""


@dataclass(frozen=True, slots=True)
class View:
    """What one seat knows: the game, without covered dice, and all its own dice."""

    game: rules.Game
    seat: int
    hand: rules.Dice

    @property
    def covered(self) -> rules.Dice:
        left = list(self.hand)
        for face in self.game.shown[self.seat]:
            left.remove(face)
        return tuple(left)

    @property
    def legal(self) -> rules.LegalMoves:
        return rules.legal_moves(self.game)

    def chance(self, bid: rules.Bid, *, exactly: bool = False) -> float:
        """Chance (0-1) of a bid, by what this player sees (``companion.rules.chance``)."""
        return rules.chance(self.game, self.seat, self.hand, bid, exactly=exactly)


@dataclass(frozen=True, slots=True)
class Table:
    """``hands``: all faces by seat, shown ones included."""

    game: rules.Game
    hands: tuple[rules.Dice, ...]

    def view(self, seat: int) -> View:
        return View(self.game, seat, self.hands[seat])

    def after(self, event: rules.Event, luck: Random) -> Table:
        """Dice are rolled for a new round, or after a show.

        RuleError if the rules forbid the event, ValueError for shown dice that do not lie there.
        """
        game = rules.apply(self.game, event)
        if isinstance(event, rules.DiceShown):
            covered = list(self.view(event.player).covered)
            for face in event.dice:
                covered.remove(face)
            shown = game.shown[event.player]
            hand = shown + _rolled(luck, len(covered))
            return Table(game, (*self.hands[: event.player], hand, *self.hands[event.player + 1 :]))
        return dealt(game, luck) if game.is_between_rounds else Table(game, self.hands)


def _rolled(luck: Random, dice: int) -> rules.Dice:
    return tuple(luck.choices(rules.FACES, k=dice))


def dealt(game: rules.Game, luck: Random) -> Table:
    return Table(game, tuple(_rolled(luck, held) for held in game.dice))


class Bot(ABC):
    """Sees a view, never the table."""

    @abstractmethod
    def move(self, view: View, luck: Random) -> Said: ...

    def show(self, view: View, luck: Random) -> rules.Dice:
        """Faces to put outside the cup; empty: none."""
        return ()


def played(game: rules.Game, bots: Sequence[Bot], luck: Random) -> Iterator[tuple[rules.Event, Table]]:
    """Each event of a whole game, and the table after it; a bot a seat.

    RuleError if a bot acts illegally.
    """
    table = dealt(game, luck)
    while table.game.phase is not rules.Phase.OVER:
        event = _next(table, bots, luck)
        table = table.after(event, luck)
        yield event, table


def _next(table: Table, bots: Sequence[Bot], luck: Random) -> rules.Event:
    game = table.game
    if game.phase is rules.Phase.OPENING_ROLL:
        return rules.OpeningRolled(tuple((seat, luck.choice(rules.FACES)) for seat in game.rolling))
    if game.phase is rules.Phase.REVEAL:
        return rules.CupsRevealed(table.hands)
    shower = rules.legal_moves(game).shower
    shown = () if shower is None else bots[shower].show(table.view(shower), luck)
    if shower is not None and shown:
        return rules.DiceShown(shower, shown)
    return bots[game.acting].move(table.view(game.acting), luck)


SIGMAS = 1.96
"""Standard errors to either side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Score:
    """Games won by one side against another."""

    won: int
    games: int

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def error(self) -> float:
        """Half of a 95 % interval (Agresti and Coull, 1998)."""
        games = self.games + SIGMAS**2
        share = (self.won + SIGMAS**2 / 2) / games
        return SIGMAS * sqrt(share * (1 - share) / games)


def contest(one: Bot, other: Bot, ruleset: rules.RuleSet, players: int, games: int, luck: Random) -> Score:
    """Games won by ``one`` on every second seat. Sides change seats, and the opener moves on, from game to
    game.
    """
    won, names = 0, [f"Seat {seat}" for seat in range(players)]
    for number in range(games):
        seats = [one if (seat + number) % 2 == 0 else other for seat in range(players)]
        opener = None if ruleset.first_opener is rules.FirstOpener.ROLL else (number // 2) % players
        game = rules.new_game(ruleset, names, opener=opener)
        for _, table in played(game, seats, luck):
            game = table.game
        won += game.winner is not None and seats[game.winner] is one
    return Score(won, games)
