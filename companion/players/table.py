"""A table without people: all dice by a dealer who knows them, and of these what one player sees."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from companion.rules import (
    FACES,
    Bid,
    Challenged,
    CupsRevealed,
    Dice,
    DiceShown,
    Event,
    FirstOpener,
    Game,
    LegalMoves,
    OpeningRolled,
    Phase,
    RuleSet,
    SpotOnCalled,
    apply,
    chance,
    legal_moves,
    new_game,
)

Said = Bid | Challenged | SpotOnCalled
"""What the player on turn may say."""


@dataclass(frozen=True, slots=True)
class View:
    """What the player at ``seat`` knows: the game, which holds no covered die, and all the own dice, shown
    ones too."""

    game: Game
    seat: int
    hand: Dice

    @property
    def covered(self) -> Dice:
        """The faces under the own cup."""
        left = list(self.hand)
        for face in self.game.shown[self.seat]:
            left.remove(face)
        return tuple(left)

    @property
    def legal(self) -> LegalMoves:
        return legal_moves(self.game)

    def chance(self, bid: Bid, *, exactly: bool = False) -> float:
        """How likely a bid holds, 0-1, by what this player sees (``companion.rules.chance``)."""
        return chance(self.game, self.seat, self.hand, bid, exactly=exactly)


@dataclass(frozen=True, slots=True)
class Table:
    """A game, and the faces of all dice in it, a seat, shown ones included."""

    game: Game
    hands: tuple[Dice, ...]

    def view(self, seat: int) -> View:
        return View(self.game, seat, self.hands[seat])

    def after(self, event: Event, luck: Random) -> Table:
        """The table after an event; dice are rolled where a round begins or others are shown.

        RuleError where the rules forbid it, ValueError where dice are shown that do not lie there.
        """
        game = apply(self.game, event)
        if isinstance(event, DiceShown):
            covered = list(self.view(event.player).covered)
            for face in event.dice:
                covered.remove(face)
            shown = game.shown[event.player]
            hand = shown + _rolled(luck, len(covered))
            return Table(game, (*self.hands[: event.player], hand, *self.hands[event.player + 1 :]))
        return dealt(game, luck) if game.is_between_rounds else Table(game, self.hands)


def _rolled(luck: Random, dice: int) -> Dice:
    return tuple(luck.choices(FACES, k=dice))


def dealt(game: Game, luck: Random) -> Table:
    """The game with all dice rolled."""
    return Table(game, tuple(_rolled(luck, held) for held in game.dice))


class Bot(ABC):
    """A player by program: it sees a view, never the table."""

    @abstractmethod
    def move(self, view: View, luck: Random) -> Said:
        """What the player on turn does: a bid or a call."""

    def show(self, view: View, luck: Random) -> Dice:
        """The faces that the last bidder puts outside the cup; none to leave them covered."""
        return ()


def played(game: Game, bots: Sequence[Bot], luck: Random) -> Iterator[tuple[Event, Table]]:
    """Play the game to its end, a bot a seat: each event, and the table after it.

    Bots act on their turn. RuleError where one does what is not legal.
    """
    table = dealt(game, luck)
    while table.game.phase is not Phase.OVER:
        event = _next(table, bots, luck)
        table = table.after(event, luck)
        yield event, table


def _next(table: Table, bots: Sequence[Bot], luck: Random) -> Event:
    game = table.game
    if game.phase is Phase.OPENING_ROLL:
        return OpeningRolled(tuple((seat, luck.choice(FACES)) for seat in game.rolling))
    if game.phase is Phase.REVEAL:
        return CupsRevealed(table.hands)
    shower = legal_moves(game).shower
    shown = () if shower is None else bots[shower].show(table.view(shower), luck)
    if shower is not None and shown:
        return DiceShown(shower, shown)
    return bots[game.acting].move(table.view(game.acting), luck)


SIGMAS = 1.96
"""Standard errors to either side that hold the true share in 95 of 100 cases."""


@dataclass(frozen=True, slots=True)
class Score:
    """Games won of those played by one side against another."""

    won: int
    games: int

    @property
    def share(self) -> float:
        """The share won, 0-1."""
        return self.won / self.games

    @property
    def error(self) -> float:
        """How far the true share may lie from this one, 95 times in 100 (Agresti and Coull, 1998)."""
        games = self.games + SIGMAS**2
        share = (self.won + SIGMAS**2 / 2) / games
        return SIGMAS * sqrt(share * (1 - share) / games)


def contest(one: Bot, other: Bot, rules: RuleSet, players: int, games: int, luck: Random) -> Score:
    """How often ``one`` wins at tables where every second seat is ``one`` and the rest ``other``.

    From game to game the two change seats, and where the table chooses who opens, the next seat opens.
    """
    won, names = 0, [f"Seat {seat}" for seat in range(players)]
    for number in range(games):
        seats = [one if (seat + number) % 2 == 0 else other for seat in range(players)]
        opener = None if rules.first_opener is FirstOpener.ROLL else (number // 2) % players
        game = new_game(rules, names, opener=opener)
        for _, table in played(game, seats, luck):
            game = table.game
        won += game.winner is not None and seats[game.winner] is one
    return Score(won, games)
