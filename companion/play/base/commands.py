"""What a touch, a button or a script asks of the session.

Each command carries ``number``, the number of the view on which it was made. A command made on an
older view is refused, and the newest view says so: two fingers cannot bid twice.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules import OptionValue


@dataclass(frozen=True, slots=True)
class Command:
    """Base of all commands; ``number`` is that of the view it was made on."""

    number: int


@dataclass(frozen=True, slots=True)
class OverlayCommand(Command):
    """Base of all commands that leave the table as it is."""


@dataclass(frozen=True, slots=True)
class TryJournalAgain(Command):
    """Open the journal once more: a card may be in its place again, or another program closed."""


@dataclass(frozen=True, slots=True)
class SalvageJournal(Command):
    """Take the games out of a damaged journal into a new one; the old one is kept."""


@dataclass(frozen=True, slots=True)
class BeginNewJournal(Command):
    """Put the journal that cannot be used away under another name, and begin a new one."""


@dataclass(frozen=True, slots=True)
class PlayUnsaved(Command):
    """Play this evening without keeping anything of it."""


@dataclass(frozen=True, slots=True)
class NewGame(Command):
    """Begin a game. ``options`` are (name, value) pairs; ``opener`` None: the roll decides."""

    rules: str
    players: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    opener: int | None


@dataclass(frozen=True, slots=True)
class Practise(Command):
    """Begin a game with partners by program at the simulated table; nothing of it is kept.

    ``players`` are the person and the partners, clockwise.
    """

    rules: str
    players: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    opener: int | None

    @property
    def begun(self) -> NewGame:
        """What begins the game itself."""
        return NewGame(self.number, self.rules, self.players, self.options, self.opener)


@dataclass(frozen=True, slots=True)
class HurryPartner(Command):
    """A partner who thinks is to move now."""


@dataclass(frozen=True, slots=True)
class ShowSeats(Command):
    """The page on which the players say who sits where opens, or closes."""

    on: bool


@dataclass(frozen=True, slots=True)
class ResumeGame(Command):
    """Go on with a saved game."""

    game_id: int


@dataclass(frozen=True, slots=True)
class LeaveGame(Command):
    """Back to the welcome screen; the game stays saved. House rules that are being mixed are given up."""


@dataclass(frozen=True, slots=True)
class MixHouseRules(Command):
    """Begin new house rules with the switches of a game: a published one by name, or "house"."""

    rules: str


@dataclass(frozen=True, slots=True)
class ChangeHouseRules(Command):
    """Take the saved house rules of this title up again."""

    title: str


@dataclass(frozen=True, slots=True)
class SetSwitch(Command):
    """A switch of the house rules that are being mixed gets a value."""

    name: str
    value: OptionValue


@dataclass(frozen=True, slots=True)
class SaveHouseRules(Command):
    """Save the house rules that are being mixed under this title.

    ``replace``: the table agreed that another set of that title goes. ``keep``: whether a set that was
    changed stays under its old title beside the new one; ``None`` while nobody was asked.
    """

    title: str
    replace: bool = False
    keep: bool | None = None


@dataclass(frozen=True, slots=True)
class DeleteHouseRules(Command):
    """Delete the saved house rules that are being changed; games begun with them keep their switches."""


@dataclass(frozen=True, slots=True)
class PlaceBid(Command):
    """The player on turn opens or raises. In a tie breaker ``quantity`` is the total and ``face`` 0."""

    quantity: int
    face: int


@dataclass(frozen=True, slots=True)
class BeginShow(Command):
    """The maker of the latest bid slides so many dice out from under the cup, for the camera to read.

    At the simulated table ``faces`` says which ones; at a real one it is empty. Also sets another number
    while dice are put out.
    """

    count: int
    faces: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowDice(Command):
    """The maker of the latest bid puts dice outside the cup and rerolls the rest; told by hand."""

    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CallChallenge(Command):
    """Seats that challenge the bid: one, or several at once where random challenge is on."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CallSpotOn(Command):
    """A player says that the bid is exactly right; ``None``: the one on turn."""

    player: int | None = None


@dataclass(frozen=True, slots=True)
class EnterRoll(Command):
    """One seat's die of the opening roll, entered by hand."""

    seat: int
    face: int


@dataclass(frozen=True, slots=True)
class CupsAreUp(Command):
    """The dice lie open: read them (at a reveal the simulated table lifts the cups itself)."""


@dataclass(frozen=True, slots=True)
class EnterByHand(Command):
    """Skip the camera: all faces will be tapped in."""


@dataclass(frozen=True, slots=True)
class SetFace(Command):
    """A player says what a die shows. ``slot`` counts the seat's dice from 0."""

    seat: int
    slot: int
    face: int


@dataclass(frozen=True, slots=True)
class ConfirmDie(Command):
    """A player says that a thing is a die of this seat; which face it shows, the eye says if it is sure."""

    seat: int
    slot: int


@dataclass(frozen=True, slots=True)
class RemoveDie(Command):
    """A thing that is no die of this seat is taken out of its hand."""

    seat: int
    slot: int


@dataclass(frozen=True, slots=True)
class AcceptReading(Command):
    """The faces as they stand are what lies on the table."""


@dataclass(frozen=True, slots=True)
class CorrectReading(Command):
    """After the verdict: the table says that a face was taken wrongly."""


@dataclass(frozen=True, slots=True)
class SquaresAreRight(Command):
    """The Lost Dice Squares hold what they must, the table says, though ``seen`` dice were counted there."""

    seen: int


@dataclass(frozen=True, slots=True)
class LookAgain(Command):
    """Count the dice on the Lost Dice Squares again, now."""


@dataclass(frozen=True, slots=True)
class MendTable(Command):
    """The camera was bumped or the mat moved: take the table as it lies now."""


@dataclass(frozen=True, slots=True)
class NextRound(Command):
    """The verdict was read; shake the cups."""


@dataclass(frozen=True, slots=True)
class Undo(Command):
    """Take back the latest event."""


@dataclass(frozen=True, slots=True)
class PlayerLeaves(Command):
    """A player leaves the game; in the middle of a round all have agreed that it is void."""

    player: int


@dataclass(frozen=True, slots=True)
class PlayerJoins(Command):
    """Somebody new sits down at ``seat`` with so many dice."""

    name: str
    seat: int
    dice: int


@dataclass(frozen=True, slots=True)
class PlayerReturns(Command):
    """A player who has left comes back with so many dice."""

    player: int
    dice: int


@dataclass(frozen=True, slots=True)
class Peek(Command):
    """At the simulated table: look under one cup (``None``: put it back)."""

    seat: int | None


class PlayError(Exception):
    """The family of play's own faults."""


class Refused(PlayError, ValueError):
    """A command that does not fit what the table is doing; nothing has changed."""
