"""What a touch, a button or a script asks of the session.

A command made on an older view than the newest is refused: two fingers cannot bid twice.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import Bid, BidMade, Moves, OptionValue


@dataclass(frozen=True, slots=True)
class Command:
    """``number``: of the view it was made on."""

    number: int


@dataclass(frozen=True, slots=True)
class OverlayCommand(Command): ...


@dataclass(frozen=True, slots=True)
class TryJournalAgain(Command):
    """Open the journal again: the card may be back, or another program may have closed it."""


@dataclass(frozen=True, slots=True)
class SalvageJournal(Command):
    """Copy the games of a damaged journal into a new one; keep the old one."""


@dataclass(frozen=True, slots=True)
class BeginNewJournal(Command):
    """Rename the unusable journal and begin a new one."""


@dataclass(frozen=True, slots=True)
class PlayUnsaved(Command): ...


@dataclass(frozen=True, slots=True)
class NewGame(Command):
    """``options``: (name, value) pairs; ``opener`` None: the opening roll decides. ``earlier``: see
    ``GameBegun``.
    """

    rules: str
    players: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    opener: int | None
    earlier: tuple[Moves, ...] = ()


@dataclass(frozen=True, slots=True)
class Practise(NewGame):
    """Begin a game with partners at the simulated table; nothing of it is kept.

    ``players``: the person, then the partners, clockwise.
    """


@dataclass(frozen=True, slots=True)
class HurryPartner(Command): ...


@dataclass(frozen=True, slots=True)
class ShowSeats(Command):
    on: bool


@dataclass(frozen=True, slots=True)
class ResumeGame(Command):
    game_id: int


@dataclass(frozen=True, slots=True)
class LeaveGame(Command):
    """Back to the first screen; the game stays saved, unsaved house rules are dropped."""


@dataclass(frozen=True, slots=True)
class MixHouseRules(Command):
    """Begin house rules from a game's switches; ``rules``: a published game, or "house"."""

    rules: str


@dataclass(frozen=True, slots=True)
class ChangeHouseRules(Command):
    title: str


@dataclass(frozen=True, slots=True)
class SetSwitch(Command):
    name: str
    value: OptionValue


@dataclass(frozen=True, slots=True)
class SaveHouseRules(Command):
    """``replace``: the table agreed to replace another set of this title.

    ``keep``: the old title keeps the unchanged set; None: nobody was asked.
    """

    title: str
    replace: bool = False
    keep: bool | None = None


@dataclass(frozen=True, slots=True)
class DeleteHouseRules(Command):
    """Delete the saved house rules being changed; games begun with them keep their switches."""


@dataclass(frozen=True, slots=True)
class PlaceBid(Command):
    """In a tie breaker ``quantity`` is the total and ``face`` 0."""

    quantity: int
    face: int


def bid_placed(number: int, bid: Bid) -> PlaceBid:
    return PlaceBid(number, bid.claim, bid.face if isinstance(bid, BidMade) else 0)


@dataclass(frozen=True, slots=True)
class BeginShow(Command):
    """The latest bidder slides ``count`` dice out, or changes their number; ``faces`` only at the simulated
    table.
    """

    count: int
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowDice(Command):
    """The latest bidder puts these dice outside the cup and rerolls the rest; tapped, not read."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CallChallenge(Command):
    """Several seats may challenge only where random challenge is on."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CallSpotOn(Command):
    """``player`` None: the one on turn."""

    player: int | None = None


@dataclass(frozen=True, slots=True)
class EnterRoll(Command):
    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class CupsAreUp(Command):
    """The dice lie open: read them. At a reveal the simulated table lifts the cups itself."""


@dataclass(frozen=True, slots=True)
class EnterByHand(Command): ...


@dataclass(frozen=True, slots=True)
class SetFace(Command):
    """A player names a die's face; ``slot`` counts the seat's dice from 0."""

    seat: int
    slot: int
    face: int


@dataclass(frozen=True, slots=True)
class ConfirmDie(Command):
    """A player says that the thing is a die; its face is the eye's, if sure."""

    seat: int
    slot: int


@dataclass(frozen=True, slots=True)
class RemoveDie(Command):
    """A player says that the thing is no die of this seat."""

    seat: int
    slot: int


@dataclass(frozen=True, slots=True)
class AcceptReading(Command): ...


@dataclass(frozen=True, slots=True)
class CorrectReading(Command):
    """After the verdict: a face was taken wrongly."""


@dataclass(frozen=True, slots=True)
class SquaresAreRight(Command):
    """The table says that the Lost Dice Squares are right, though ``seen`` dice were counted."""

    seen: int


@dataclass(frozen=True, slots=True)
class LookAgain(Command):
    """Count the Lost Dice Squares again."""


@dataclass(frozen=True, slots=True)
class MendTable(Command):
    """The camera or the mat was moved: take the table as it lies now."""


@dataclass(frozen=True, slots=True)
class NextRound(Command): ...


@dataclass(frozen=True, slots=True)
class Undo(Command): ...


@dataclass(frozen=True, slots=True)
class PlayerLeaves(Command):
    """In the middle of a round the round is then void, as all players have agreed."""

    player: int


@dataclass(frozen=True, slots=True)
class PlayerJoins(Command):
    """``seat``: the new player's."""

    name: str
    seat: int
    dice: int


@dataclass(frozen=True, slots=True)
class PlayerReturns(Command):
    player: int
    dice: int


@dataclass(frozen=True, slots=True)
class Peek(Command):
    """At the simulated table, look under one cup; None: put it back."""

    seat: int | None


class PlayError(Exception): ...


class Refused(PlayError, ValueError):
    """A command that does not fit the table's state; nothing has changed."""
