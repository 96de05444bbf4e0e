"""Events at the table, a line of the record each.

``line``: its name in the record; of several with one name the fields tell which. A new event checks only
types (a quantity is a whole number); lists become tuples, and dicts of options or rolls become pairs. The
referee checks whether it is allowed. Seats count from 0 clockwise, faces are 1-6.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.fields import (
    Checked,
    need_earlier,
    need_name,
    need_names,
    need_pairs,
    need_whole,
    one_form,
)
from companion.rules.refusals import EventError, Foreign, Refusal

FACES = (1, 2, 3, 4, 5, 6)
OptionValue = bool | int | str
Dice = tuple[int, ...]
"""Faces, 1-6."""
Moves = tuple[tuple[int, bool], ...]
"""Seats where a player joined or came back (True) or left (False) during a game, in order; numbered as at its
end, those who left included."""
MOST_EARLIER = 100
"""Games with moves that a record names before its own [choice]."""


def with_moves(earlier: tuple[Moves, ...], moves: Moves) -> tuple[Moves, ...]:
    """``earlier`` and the moves of one more game, if there were any; the oldest of too many are dropped."""
    return (*earlier, moves)[-MOST_EARLIER:] if moves else earlier


@dataclass(frozen=True, slots=True)
class GameBegun:
    """The first line: rules, players by seat, options, opener.

    ``opener``: ``None`` if the highest roll decides. Names get their one form
    (``companion.rules.fields.one_form``). ``earlier``: the moves of each game before, oldest first, so that
    all keep their seats at a real table.
    """

    rules: str
    players: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...] = ()
    opener: int | None = None
    earlier: tuple[Moves, ...] = ()

    def __post_init__(self) -> None:
        need_name(self.rules, "rules")
        object.__setattr__(self, "players", tuple(map(one_form, need_names(self.players))))
        object.__setattr__(self, "options", need_pairs(self.options, Refusal.NOT_OPTIONS))
        for option, value in self.options:
            if type(value) not in (bool, int, str):
                raise EventError(Refusal.NOT_AN_OPTION, option=Foreign(option), value=Foreign(value))
        if self.opener is not None:
            need_whole(self.opener, "opener")
        object.__setattr__(self, "earlier", need_earlier(self.earlier))


@dataclass(frozen=True, slots=True)
class OpeningRolled:
    """One die each: (seat, face) in seat order. The highest opens; ties roll again."""

    line: ClassVar = "opening_roll"
    rolls: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "rolls", need_pairs(self.rolls, Refusal.NOT_ROLLS))
        for seat, face in self.rolls:
            if type(seat) is not int:
                raise EventError(Refusal.ROLLS_SEAT_NOT_WHOLE, value=Foreign(seat))
            if type(face) is not int:
                raise EventError(Refusal.ROLL_NOT_WHOLE, seat=Foreign(seat), value=Foreign(face))


@dataclass(frozen=True, slots=True)
class BidMade(Checked):
    """An opening bid or a raise: at least ``quantity`` dice in play match ``face``."""

    line: ClassVar = "bid"
    player: int
    quantity: int
    face: int

    @property
    def claim(self) -> int:
        """The number to compare with the count."""
        return self.quantity


@dataclass(frozen=True, slots=True)
class TotalBid(Checked):
    """In a tie breaker: the last two dice add up to at least ``total``."""

    line: ClassVar = "bid"
    player: int
    total: int

    @property
    def claim(self) -> int:
        """The number to compare with the sum."""
        return self.total


@dataclass(frozen=True, slots=True)
class DiceShown(Checked):
    """Faces put outside the cup; the player rerolls the hidden dice."""

    line: ClassVar = "show"
    player: int
    dice: Dice


@dataclass(frozen=True, slots=True)
class Challenged(Checked):
    """One player doubts the bid."""

    line: ClassVar = "challenge"
    player: int


@dataclass(frozen=True, slots=True)
class ChallengedTogether(Checked):
    """Several called at once (random challenge only), in any order; the rules pick whose call counts."""

    line: ClassVar = "challenge"
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SpotOnCalled(Checked):
    """A player says that the bid is exactly right."""

    line: ClassVar = "spot_on"
    player: int


@dataclass(frozen=True, slots=True)
class CupsRevealed(Checked):
    """All faces per seat, shown dice included, empty for players who are out."""

    line: ClassVar = "reveal"
    dice: tuple[Dice, ...]


@dataclass(frozen=True, slots=True)
class RevealCorrected(Checked):
    """The last reveal was wrong; these dice give a new verdict."""

    line: ClassVar = "correct"
    written_as: ClassVar[Mapping[str, str]] = {"dice": "reveal"}
    dice: tuple[Dice, ...]


@dataclass(frozen=True, slots=True)
class PlayerLeft(Checked):
    """A player leaves, for good or for a while; the present round is void."""

    line: ClassVar = "left"
    player: int


@dataclass(frozen=True, slots=True)
class PlayerJoined:
    """A new player sits down at ``seat``; the seats from there on move up by one."""

    line: ClassVar = "joined"
    name: str
    seat: int
    dice: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", one_form(need_name(self.name, "name")))
        need_whole(self.seat, "seat")
        need_whole(self.dice, "dice")


@dataclass(frozen=True, slots=True)
class PlayerReturned(Checked):
    """A player who left comes back to the same seat."""

    line: ClassVar = "joined"
    player: int
    dice: int


@dataclass(frozen=True, slots=True)
class Undone:
    """Takes back the latest event that still stands."""

    line: ClassVar = "undo"


Bid = BidMade | TotalBid
ComingOrGoing = PlayerJoined | PlayerReturned | PlayerLeft
Event = (
    GameBegun
    | OpeningRolled
    | BidMade
    | TotalBid
    | DiceShown
    | Challenged
    | ChallengedTogether
    | SpotOnCalled
    | CupsRevealed
    | RevealCorrected
    | ComingOrGoing
    | Undone
)
