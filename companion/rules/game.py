"""A game between two events: a frozen value made by the referee."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import TypeVar

from companion.rules.events import Bid, Dice, Moves
from companion.rules.ruleset import RuleSet


class Phase(Enum):
    """What the table waits for."""

    OPENING_ROLL = "opening_roll"
    BIDDING = "bidding"
    REVEAL = "reveal"
    OVER = "over"


OPENING_ROLL, BIDDING, REVEAL, OVER = Phase
"""Short names: Python 3.11 finds an enum's member nine times as slowly as a name."""


class Call(Enum):
    """What ended the bidding."""

    CHALLENGE = "challenge"
    SPOT_ON = "spot_on"


MOST_SEATS = 12
"""Including those of players who have left."""

_Value = TypeVar("_Value")


def with_seat(values: tuple[_Value, ...], seat: int, value: _Value) -> tuple[_Value, ...]:
    """The values with one more, at ``seat``."""
    return (*values[:seat], value, *values[seat:])


def moved_up(number: int, seat: int) -> int:
    """A seat's number after somebody sat down at ``seat``."""
    return number + 1 if number >= seat else number


@dataclass(frozen=True, slots=True)
class SeatChange:
    """Dice that came or, negative, went with a player; ``round``: rounds ended before."""

    round: int
    seat: int
    dice: int


@dataclass(frozen=True)
class Round:
    """An ended round with its verdict; not slotted, as ``Game``.

    ``losses``: dice per seat, negative for one won back. ``winner``: of the call; ``loser``: ``None`` after a
    right spot on. ``dice``: revealed faces per seat. ``ones_wild``: whether ``wild_face`` counted as any
    face.
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
        """Renumbered after somebody sat down at ``seat``."""
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
    """The called bid, and the call. ``opener``: of the round."""

    bid: Bid
    caller: int
    call: Call
    opener: int


@dataclass(frozen=True, slots=True)
class Stakes:
    """Chips per seat, and the two pots."""

    chips: tuple[int, ...]
    round_pot: int = 0
    game_pot: int = 0


@dataclass(frozen=True)
class Game:
    """One game: seats count from 0 clockwise; a seat without dice is out.

    ``dice``: held per seat, hidden and shown. ``opener``, ``to_act``, ``bid``: of the current round; all
    ``None`` after the game, ``to_act`` also before an opening roll or a reveal. ``bids``: number in the
    round; ``bidders``: their seats once each, latest first. ``shown``: faces put out this round, per seat.
    ``rolling``: seats before their opening roll. ``caller``, ``call``: who ended the bidding, and how.
    ``stakes``: ``None`` without chips. ``before_reveal``: the game before the last reveal; while it is there
    (until the next bid) the reveal may be corrected. ``had_palafico``: seats that have opened a Palafico
    round. ``seat_changes``: players who left or joined, in order. ``earlier``: see ``GameBegun``.

    Not slotted: ``but`` copies all fields in a tenth of the time.
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
    earlier: tuple[Moves, ...] = ()

    def but(self, **changes: object) -> Game:
        game: Game = _unmade(Game)
        values = game.__dict__
        values.update(self.__dict__)
        values.update(changes)
        if len(values) != _FIELDS:
            raise TypeError(f"a game has no {', '.join(changes.keys() - self.__dict__.keys())}")
        return game

    def position(self) -> str:
        """The game as one line, without its past (``companion.rules.position``)."""
        from companion.rules.position import written

        return written(self)

    @classmethod
    def from_position(cls, line: str) -> Game:
        """The game in this line, possible or not (``status``). Raises ValueError for any other line."""
        from companion.rules.position import read

        return read(line)

    def status(self) -> tuple[str, ...]:
        """All reasons why play cannot lead here; empty if it can."""
        from companion.rules.position import status

        return status(self)

    @property
    def acting(self) -> int:
        """``to_act``. Raises ValueError if the table waits for nobody."""
        if self.to_act is None:
            raise ValueError(f"nobody is to act in the phase {self.phase.value}")
        return self.to_act

    @property
    def last_bid(self) -> Bid:
        """``bid``. Raises ValueError before a round's first."""
        if self.bid is None:
            raise ValueError(f"no bid stands in the phase {self.phase.value}")
        return self.bid

    @property
    def calling(self) -> int:
        """``caller``. Raises ValueError without a call."""
        if self.caller is None:
            raise ValueError(f"nobody has called the bid in the phase {self.phase.value}")
        return self.caller

    @property
    def called(self) -> Called:
        """The called bid and its call. Raises ValueError outside ``REVEAL``."""
        if self.caller is None or self.call is None or self.opener is None:
            raise ValueError(f"nobody has called the bid in the phase {self.phase.value}")
        return Called(self.last_bid, self.caller, self.call, self.opener)

    @property
    def chips(self) -> tuple[int, ...] | None:
        return None if self.stakes is None else self.stakes.chips

    @property
    def round_pot(self) -> int:
        """Chips for the winner of this round's call."""
        return 0 if self.stakes is None else self.stakes.round_pot

    @property
    def game_pot(self) -> int:
        """Chips for the game's winner."""
        return 0 if self.stakes is None else self.stakes.game_pot

    @property
    def winner(self) -> int | None:
        """The only seat with dice; ``None`` before the end."""
        return self.still_in[0] if self.phase is OVER else None

    @property
    def tie_breaker(self) -> bool:
        """Bids are totals: the last two players hold a die each."""
        if not self.ruleset.tie_breaker or self.opener is None:
            return False
        return sum(self.dice) == 2 and self.dice.count(1) == 2

    @property
    def lost(self) -> tuple[int, ...]:
        """Dice per seat: those at the start less those held."""
        return tuple(self.ruleset.dice - held for held in self.dice)

    @property
    def dice_in_play(self) -> int:
        """Hidden and shown."""
        return sum(self.dice)

    @property
    def ones_wild(self) -> bool:
        """The wild face counts as any face in this round."""
        return self.ruleset.ones_wild and not self.palafico

    @property
    def wild_face(self) -> int:
        return self.ruleset.wild_face

    @property
    def face_is_fixed(self) -> bool:
        """The seat on turn must keep the last bid's face (Palafico)."""
        if not self.palafico or self.bid is None:
            return False
        has_one = self.to_act is not None and self.dice[self.to_act] == 1
        return not (self.ruleset.palafico_faces and has_one)

    @property
    def still_in(self) -> tuple[int, ...]:
        """Seats with dice."""
        return tuple([seat for seat, held in enumerate(self.dice) if held])

    @property
    def left(self) -> tuple[int, ...]:
        """Seats whose players have left."""
        last = {change.seat: change.dice for change in self.seat_changes}
        return tuple(seat for seat in sorted(last) if last[seat] < 0)

    @property
    def moves(self) -> Moves:
        return tuple((change.seat, change.dice > 0) for change in self.seat_changes)

    @property
    def in_order_of_coming(self) -> tuple[int, ...]:
        """The seats: first those who began the game, then who joined it."""
        first = {change.seat: change.dice for change in reversed(self.seat_changes)}
        joined = [each for each in dict.fromkeys(each.seat for each in self.seat_changes) if first[each] > 0]
        return (*(seat for seat in range(len(self.players)) if seat not in joined), *joined)

    @property
    def is_between_rounds(self) -> bool:
        """No bid since the last verdict, or the beginning."""
        return self.phase is Phase.OPENING_ROLL or (self.phase is Phase.BIDDING and self.bid is None)

    @property
    def joins_with(self) -> tuple[int, int]:
        """Dice that a new player may get: the fewest held, or as many as at the start."""
        return min(held for held in self.dice if held), self.ruleset.dice

    @property
    def may_correct(self) -> bool:
        return self.before_reveal is not None


_FIELDS = len(fields(Game))
_unmade = object.__new__


def round_of(**values: object) -> Round:
    """A round from all its fields, made in a third of the time that ``Round`` takes."""
    made: Round = _unmade(Round)
    made.__dict__.update(values)
    return made


def next_in(dice: tuple[int, ...], seat: int) -> int:
    """The next seat clockwise with dice; ``seat`` if it is the only one."""
    for following in range(seat + 1, len(dice)):
        if dice[following]:
            return following
    for following in range(seat + 1):
        if dice[following]:
            return following
    raise ValueError("nobody at the table holds dice")
