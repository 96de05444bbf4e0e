"""What happened at the table, one value a line of the game record.

Checked at birth for kinds only (a quantity is a whole number, a list a list); whether an event is
allowed in a game is the referee's question. Seats count from 0 clockwise, faces are 1-6.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.errors import EventError, Foreign
from companion.rules.kinds import need_hands, need_name, need_players, need_whole, need_wholes
from companion.rules.refusal import Refusal

OptionValue = bool | int | str
Dice = tuple[int, ...]
"""The faces of some dice."""


@dataclass(frozen=True, slots=True)
class GameBegun:
    """The first line: which rules, who sits where, which variations, who opens.

    ``opener`` is ``None`` where the highest roll decides.
    """

    rules: str
    players: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...] = ()
    opener: int | None = None

    def __post_init__(self) -> None:
        need_name(self.rules, "rules")
        need_players(self.players)
        for option, value in self.options:
            if type(value) not in (bool, int, str):
                raise EventError(Refusal.NOT_AN_OPTION, option=Foreign(option), value=Foreign(value))
        if self.opener is not None:
            need_whole(self.opener, "opener")


@dataclass(frozen=True, slots=True)
class OpeningRolled:
    """One die each: (seat, face) in seat order. The highest opens; those tied for it roll again."""

    rolls: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        for seat, face in self.rolls:
            if type(seat) is not int:
                raise EventError(Refusal.ROLLS_SEAT_NOT_WHOLE, value=Foreign(seat))
            if type(face) is not int:
                raise EventError(Refusal.ROLL_NOT_WHOLE, seat=Foreign(seat), value=Foreign(face))


@dataclass(frozen=True, slots=True)
class BidMade:
    """An opening bid or a raise: at least ``quantity`` dice in play match ``face``."""

    player: int
    quantity: int
    face: int

    def __post_init__(self) -> None:
        need_whole(self.player, "player")
        need_whole(self.quantity, "quantity")
        need_whole(self.face, "face")

    @property
    def claim(self) -> int:
        """The number that the count is held against."""
        return self.quantity


@dataclass(frozen=True, slots=True)
class TotalBid:
    """A bid of a tie breaker: the last two dice add up to at least ``total``."""

    player: int
    total: int

    def __post_init__(self) -> None:
        need_whole(self.player, "player")
        need_whole(self.total, "total")

    @property
    def claim(self) -> int:
        """The number that the sum is held against."""
        return self.total


@dataclass(frozen=True, slots=True)
class DiceShown:
    """Show and reroll: the faces put outside the cup now; the player's other hidden dice are rolled anew."""

    player: int
    dice: Dice

    def __post_init__(self) -> None:
        need_whole(self.player, "player")
        need_wholes(self.dice, "dice")


@dataclass(frozen=True, slots=True)
class Challenged:
    """One player doubts the bid."""

    player: int

    def __post_init__(self) -> None:
        need_whole(self.player, "player")


@dataclass(frozen=True, slots=True)
class ChallengedTogether:
    """Several called at once (random challenge only), in any order; the rules pick whose call counts."""

    players: tuple[int, ...]

    def __post_init__(self) -> None:
        need_wholes(self.players, "players")


@dataclass(frozen=True, slots=True)
class SpotOnCalled:
    """The player on turn says that the bid is exactly right."""

    player: int

    def __post_init__(self) -> None:
        need_whole(self.player, "player")


@dataclass(frozen=True, slots=True)
class CupsRevealed:
    """What lay on the table: one tuple of faces a seat, shown dice included, empty for who is out."""

    dice: tuple[Dice, ...]

    def __post_init__(self) -> None:
        need_hands(self.dice, "dice")


@dataclass(frozen=True, slots=True)
class RevealCorrected:
    """The table corrects the last reveal; the verdict is taken anew from these dice."""

    dice: tuple[Dice, ...]

    def __post_init__(self) -> None:
        need_hands(self.dice, "reveal")


@dataclass(frozen=True, slots=True)
class Undone:
    """The latest event that still stands is taken back."""


Bid = BidMade | TotalBid
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
    | Undone
)
