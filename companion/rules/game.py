"""A game as it stands between two events: a frozen value that only the referee makes."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import TypeVar

from companion.rules.events import Bid, Dice
from companion.rules.ruleset import RuleSet


class Phase(Enum):
    """What the table waits for."""

    OPENING_ROLL = "opening_roll"
    BIDDING = "bidding"
    REVEAL = "reveal"
    OVER = "over"


OPENING_ROLL, BIDDING, REVEAL, OVER = Phase
"""By short names: Python 3.11 looks a member of an enum up nine times as slowly as a name."""


class Call(Enum):
    """What ended the bidding of a round."""

    CHALLENGE = "challenge"
    SPOT_ON = "spot_on"


MOST_SEATS = 12
"""At a table, those of players who have left among them."""

_Value = TypeVar("_Value")


def with_seat(values: tuple[_Value, ...], seat: int, value: _Value) -> tuple[_Value, ...]:
    """Values a seat, with one more at ``seat``."""
    return (*values[:seat], value, *values[seat:])


def moved_up(number: int, seat: int) -> int:
    """The number of a seat once somebody has sat down at ``seat``."""
    return number + 1 if number >= seat else number


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Dice that came into play with a player, or went out of it (negative), after so many ended rounds."""

    round: int
    seat: int
    dice: int


@dataclass(frozen=True)
class Round:
    """A round that has ended, with its verdict; not slotted, as ``Game``.

    ``losses`` are dice a seat, negative for one won back. ``winner`` is the seat that won the call;
    ``loser`` the one that lost it, ``None`` after a right spot-on call. ``dice`` are the revealed
    faces a seat. ``ones_wild`` tells whether the wild face counted as any face in this round, ``wild_face``
    which one that is.
    """

    opener: int
    bids: int
    bid: Bid
    by: int
    call: Call
    count: int
    losses: tuple[int, ...]
    winner: int
    loser: int | None
    palafico: bool
    ones_wild: bool
    dice: tuple[Dice, ...]
    wild_face: int = 1

    def with_seat(self, seat: int) -> Round:
        """This round in the numbers of the seats once somebody has sat down at ``seat``."""
        return replace(
            self,
            opener=moved_up(self.opener, seat),
            bid=replace(self.bid, player=moved_up(self.bid.player, seat)),
            by=moved_up(self.by, seat),
            losses=with_seat(self.losses, seat, 0),
            winner=moved_up(self.winner, seat),
            loser=None if self.loser is None else moved_up(self.loser, seat),
            dice=with_seat(self.dice, seat, ()),
        )


@dataclass(frozen=True, slots=True)
class Called:
    """A bid that somebody has called, and how: the cups are lifted for it. ``opener`` opened the round."""

    bid: Bid
    caller: int
    call: Call
    opener: int


@dataclass(frozen=True, slots=True)
class Stakes:
    """Chips a seat, and the two pots."""

    chips: tuple[int, ...]
    round_pot: int = 0
    game_pot: int = 0


@dataclass(frozen=True)
class Game:
    """One game: seats count from 0 clockwise; a seat without dice is out.

    ``dice`` are those each seat holds, hidden and shown. ``opener``, ``to_act`` and ``bid`` belong to
    the current round; all three are ``None`` once the game is over, ``to_act`` also while the opening
    roll or a reveal is awaited. ``bids`` counts the round's bids, ``bidders`` are their seats without
    repeats, latest first. ``shown`` are the faces put out this round, a seat. ``rolling`` are the
    seats whose opening roll is awaited. ``caller`` and ``call`` say who ended the bidding, and how.
    ``stakes`` is ``None`` where the game is not played for chips. ``before_reveal`` is the game that
    the last reveal was held against, kept until the next bid: while it is there, the reveal may be
    corrected. ``had_palafico`` are the seats that have opened a Palafico round. ``seat_changes`` are the
    players who left or joined, in order.

    Not slotted: ``but`` copies all fields at once, in a tenth of the time that slots take.
    """

    ruleset: RuleSet
    players: tuple[str, ...]
    phase: Phase
    dice: tuple[int, ...]
    shown: tuple[Dice, ...]
    opener: int | None = None
    to_act: int | None = None
    bid: Bid | None = None
    bids: int = 0
    bidders: tuple[int, ...] = ()
    may_show: bool = False
    caller: int | None = None
    call: Call | None = None
    palafico: bool = False
    rolling: tuple[int, ...] = ()
    stakes: Stakes | None = None
    rounds: tuple[Round, ...] = ()
    before_reveal: Game | None = None
    had_palafico: tuple[int, ...] = ()
    seat_changes: tuple[SeatChange, ...] = ()

    def but(self, **changes: object) -> Game:
        """This game with some fields changed: what ``dataclasses.replace`` does, in a tenth of the time."""
        game: Game = _unmade(Game)
        values = game.__dict__
        values.update(self.__dict__)
        values.update(changes)
        if len(values) != _FIELDS:
            raise TypeError(f"a game has no {', '.join(changes.keys() - self.__dict__.keys())}")
        return game

    def position(self) -> str:
        """This game without its past, on one line (``companion.rules.position``)."""
        from companion.rules.position import written

        return written(self)

    @classmethod
    def from_position(cls, line: str) -> Game:
        """The game in such a line, possible or not (``status``); ValueError where it is no position."""
        from companion.rules.position import read

        return read(line)

    def status(self) -> tuple[str, ...]:
        """Everything by which this game could not come up in play; nothing where it could."""
        from companion.rules.position import status

        return status(self)

    @property
    def acting(self) -> int:
        """``to_act`` where somebody must act; ValueError where the table waits for nobody."""
        if self.to_act is None:
            raise ValueError(f"nobody is to act in the phase {self.phase.value}")
        return self.to_act

    @property
    def last_bid(self) -> Bid:
        """``bid`` where there must be one; ValueError before the first bid of a round."""
        if self.bid is None:
            raise ValueError(f"no bid stands in the phase {self.phase.value}")
        return self.bid

    @property
    def calling(self) -> int:
        """``caller`` where somebody has called; ValueError where nobody has."""
        if self.caller is None:
            raise ValueError(f"nobody has called the bid in the phase {self.phase.value}")
        return self.caller

    @property
    def called(self) -> Called:
        """The bid that the cups are lifted for; ValueError in any phase but ``REVEAL``."""
        if self.caller is None or self.call is None or self.opener is None:
            raise ValueError(f"nobody has called the bid in the phase {self.phase.value}")
        return Called(self.last_bid, self.caller, self.call, self.opener)

    @property
    def chips(self) -> tuple[int, ...] | None:
        """Chips a seat; ``None`` where the game is not played for chips."""
        return None if self.stakes is None else self.stakes.chips

    @property
    def round_pot(self) -> int:
        """The chips that the winner of this round's call takes."""
        return 0 if self.stakes is None else self.stakes.round_pot

    @property
    def game_pot(self) -> int:
        """The chips that the game's winner takes."""
        return 0 if self.stakes is None else self.stakes.game_pot

    @property
    def winner(self) -> int | None:
        """The only seat that still holds dice; ``None`` until the game is over."""
        return self.still_in[0] if self.phase is OVER else None

    @property
    def tie_breaker(self) -> bool:
        """Whether the bids of this round are totals: the last two players hold a die each."""
        if not self.ruleset.tie_breaker or self.opener is None:
            return False
        return sum(self.dice) == 2 and self.dice.count(1) == 2

    @property
    def lost(self) -> tuple[int, ...]:
        """Dice each seat has lost: those at the start less those held."""
        return tuple(self.ruleset.dice - held for held in self.dice)

    @property
    def dice_in_play(self) -> int:
        """All dice on the table, hidden and shown."""
        return sum(self.dice)

    @property
    def ones_wild(self) -> bool:
        """Whether the wild face counts as any face in the current round."""
        return self.ruleset.ones_wild and not self.palafico

    @property
    def wild_face(self) -> int:
        """The face that may be wild at this table."""
        return self.ruleset.wild_face

    @property
    def face_is_fixed(self) -> bool:
        """Whether the seat on turn cannot bid on another face than the last bid's (Palafico)."""
        if not self.palafico or self.bid is None:
            return False
        has_one = self.to_act is not None and self.dice[self.to_act] == 1
        return not (self.ruleset.palafico_faces and has_one)

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that hold dice, in seat order."""
        return tuple([seat for seat, held in enumerate(self.dice) if held])

    @property
    def left(self) -> tuple[int, ...]:
        """The seats whose players have left, in seat order."""
        last = {change.seat: change.dice for change in self.seat_changes}
        return tuple(seat for seat in sorted(last) if last[seat] < 0)

    @property
    def is_between_rounds(self) -> bool:
        """Whether no bid has been made since the last verdict, or since the beginning."""
        return self.phase is Phase.OPENING_ROLL or (self.phase is Phase.BIDDING and self.bid is None)

    @property
    def joins_with(self) -> tuple[int, int]:
        """The dice with which a player may join: as many as the fewest held, or all."""
        return min(held for held in self.dice if held), self.ruleset.dice

    @property
    def may_correct(self) -> bool:
        """Whether the last reveal can still be corrected: until the next bid."""
        return self.before_reveal is not None


_FIELDS = len(fields(Game))
_unmade = object.__new__


def round_of(**values: object) -> Round:
    """A round from all its fields, in a third of the time that its class takes."""
    made: Round = _unmade(Round)
    made.__dict__.update(values)
    return made


def next_in(dice: tuple[int, ...], seat: int) -> int:
    """The next seat clockwise from ``seat`` that holds dice; ``seat`` itself when no other does."""
    for following in range(seat + 1, len(dice)):
        if dice[following]:
            return following
    for following in range(seat + 1):
        if dice[following]:
            return following
    raise ValueError("nobody at the table holds dice")
