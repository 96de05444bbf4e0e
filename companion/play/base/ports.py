"""What play needs from the house; drivers and the eye fit these shapes, play imports none of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.core.frame import Frame
from companion.core.panel import PanelLights, Signal
from companion.core.reading import (
    Box,
    CardReading,
    ConfirmedDie,
    Expectation,
    PhotoReading,
    TableReading,
    WildMark,
)
from companion.journal import HouseRules, KeptHouseRules, ReadingNote, SavedGame, TableKind
from companion.rules import AnyEvent, GameBegun, GameRecord


class Clock(Protocol):
    """Monotonic time, as ``time.monotonic_ns`` counts it."""

    def __call__(self) -> int:
        """Nanoseconds on the clock on which frames are stamped."""
        ...


class Journal(Protocol):
    """Where the game is kept (``companion.journal.store.Store``).

    Every method raises ``companion.journal.errors.StoreError`` in a sentence; what was being written is
    then not in the journal, all before it is.
    """

    def begin_game(self, event: GameBegun, kind: TableKind = TableKind.REAL) -> int:
        """Write a game's first line and its kind of table; returns the game's number."""
        ...

    def table_kind(self, game_id: int) -> TableKind:
        """Which dice the game was begun with."""
        ...

    def keep_unfinished(self, game_id: int, text: str | None) -> None:
        """Keep what was entered since the game's newest event, ``None`` for nothing; dropped by the next."""
        ...

    def unfinished(self, game_id: int) -> str | None:
        """What was entered since the game's newest event."""
        ...

    def append(self, game_id: int, event: AnyEvent, note: ReadingNote | None = None) -> None:
        """Write one more event; on disk when this returns."""
        ...

    def go_on(self, game_id: int) -> int:
        """The number of the game to go on with: of a damaged one, a new game of its good events."""
        ...

    def load(self, game_id: int) -> GameRecord:
        """The game with its whole history."""
        ...

    def back_up(self) -> object:
        """Copy all games to another file, on disk when this returns."""
        ...

    def games(self, newest: int | None = None) -> tuple[SavedGame, ...]:
        """The games, the last begun first."""
        ...

    def beginnings(self, newest: int) -> tuple[GameBegun, ...]:
        """Who played what in the newest games, the last begun first."""
        ...


class HouseRulesKeeper(Protocol):
    """Where a table's house rules are kept by title (``companion.journal.house_rules.HouseShelf``).

    Every method raises ``companion.journal.errors.HouseRulesError`` in a sentence; what was there before
    is there still.
    """

    def read(self) -> KeptHouseRules:
        """All sets by title, and what is wrong with files that hold none."""
        ...

    def save(self, rules: HouseRules, instead_of: str | None = None) -> None:
        """Write a set over one of the same title, and away with the one of the title ``instead_of``."""
        ...

    def remove(self, title: str) -> None:
        """Delete the set of this title."""
        ...


class TableEye(Protocol):
    """Reads frames of one still table and holds them against the game."""

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """Reading of the last frame, the others voting; what they disagree on is a doubt."""
        ...

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """The same while cups are being lifted: cheap to ask again, and the eye learns nothing from it."""
        ...


class TableLearner(Protocol):
    """Learns the dice and the table from what the journal holds; fits ``TableEye`` beside it.

    A lift is named by its game and its number. Nothing of it changes what was journaled.
    """

    def before_lift(self, frame: Frame | None) -> None:
        """The table while cups stand on all dice; ``None``: there is no such picture. Nothing is read."""
        ...

    def confirm(self, lift: tuple[int, int], frame: Frame, dice: Sequence[ConfirmedDie]) -> None:
        """What lay in the frame of a lift, as it was journaled."""
        ...

    def take_back(self, lift: tuple[int, int]) -> None:
        """What was learned from this lift, and after it, is wrong; nothing where nothing was."""
        ...


class RollEye(Protocol):
    """Reads frames of dice that belong to no game (``companion.recognition.table.live.RollEye``)."""

    def look(self, frames: Sequence[Frame]) -> PhotoReading:
        """Reading of the last frame, the others voting; nothing of it is kept."""
        ...

    def read_roll(self, frames: Sequence[Frame]) -> PhotoReading:
        """The same of dice that lie still, and the eye may learn from it."""
        ...

    def have(self, wild: WildMark) -> None:
        """From now on the dice have this in the place of the wild face."""
        ...

    def learn(self, frame: Frame, dice: Sequence[ConfirmedDie]) -> None:
        """Learn what lies in a frame, as a player said and as it was read."""
        ...


class CardEye(Protocol):
    """Reads cards that lie face up (``companion.recognition.cards.eye.CardEye``)."""

    def read_cards(self, frames: Sequence[Frame], decks: int) -> CardReading:
        """All cards face up in the last frame, the others voting; what they disagree on is a doubt.

        ``decks`` is how many of each card there can be.
        """
        ...


class Dealer(Protocol):
    """Cards that the house itself can lay: the simulated table has them, a real one has not.

    Cards are told by their codes ("10H", "AS").
    """

    def lay(
        self,
        melds: tuple[tuple[str, ...], ...],
        new: tuple[str, ...],
        stock: int,
        discards: int,
        hand_seed: int,
        new_seed: int,
    ) -> None:
        """Have these lie there: melds, cards just turned over, two piles face down of so many cards.

        The seeds say where: melds stay where they are as long as ``hand_seed`` does.
        """
        ...

    def put_away(self) -> None:
        """No cards are played any more."""
        ...


class SquaresEye(Protocol):
    """Counts the dice on the Lost Dice Squares (``companion.recognition.table.squares.SquaresEye``)."""

    def lost_seen(self, frame: Frame, players: int) -> int | None:
        """How many dice lie there, the rest of the frame not being looked at.

        ``None`` where it is not known where the squares are, or the dice there cannot be told apart.
        """
        ...


class Watch(Protocol):
    """Tells whether something moves (``companion.recognition.table.live.Stillness``); reads no die."""

    def still(self, frame: Frame) -> bool:
        """Whether nothing has moved since the frame before."""
        ...

    def moved(self, frame: Frame) -> tuple[Box, ...]:
        """Where something has moved since the frame before, in pixels of this one; all of it at first."""
        ...


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """What is known of the table's place before the camera.

    ``said`` is what is wrong with it, in a sentence, and ``mendable`` whether one touch sets it right.
    ``steady``: the latest look found nothing moved; a moved table is told only after some looks.
    """

    said: str | None = None
    mendable: bool = False
    steady: bool = True


class TablePlace(Protocol):
    """Knows where the table lies (``companion.cli.wiring.table.TableInUse``); reads no die."""

    @property
    def name(self) -> str | None:
        """What the table is called; ``None`` for one that was not set up."""
        ...

    @property
    def seen(self) -> PlaceSeen:
        """What the looks so far tell."""
        ...

    def look(self, frame: Frame) -> None:
        """One look at a live picture."""
        ...

    def mend(self, frame: Frame) -> None:
        """Take the table as it lies in this picture; ``Refused`` (play.errors) where that cannot be told."""
        ...

    def above(self, frame: Frame) -> Frame | None:
        """The table in this picture from straight above, the first seat below; ``None`` if not known."""
        ...

    def say_seats(self, players: int) -> str | None:
        """What to know about the seats of so many players; ``None`` where all is as it was set up."""
        ...


class Cups(Protocol):
    """Cups and dice that the house itself can move: the simulated table has them, a real one has not."""

    def deal(self, dice: tuple[int, ...], shown: tuple[tuple[int, ...], ...], deal_seed: int) -> None:
        """Shake: every seat rolls its dice under its cup; ``shown`` lie outside. Same seed, same roll."""
        ...

    def stars(self, face: int) -> None:
        """Play with dice that have a star in the place of this face, 1 or 6; with plain ones for 0."""
        ...

    def birds(self) -> None:
        """Play with plain dice that have a bird in the place of the one."""
        ...

    def bid(self, position: int | None, face: int) -> None:
        """Put the red die on a space of the track (0-29; ``None``: beside it) with this face up."""
        ...

    def lift(self) -> None: ...

    def lift_by_hand(self, deal_seed: int) -> None:
        """Hands come and lift all cups, one after the other, as people do; same seed, same hands."""
        ...

    def cover(self) -> None: ...

    def peek(self, seat: int | None) -> None:
        """Lift the cup of one seat for its player's eyes (``None``: put it back)."""
        ...

    def place(self, seat: int) -> Box | None:
        """The part of the picture in which that seat's dice lie, in frame pixels; ``None`` without dice."""
        ...

    def hand(self, seat: int) -> tuple[int, ...]:
        """All faces of that seat's dice, covered or not: for nobody but who sits there."""
        ...

    def show(self, seat: int, faces: tuple[int, ...], deal_seed: int) -> None:
        """Put hidden dice with these faces outside the cup, roll the rest again.

        Raises ``ValueError`` when the seat has no such hidden dice, or none would be left to roll.
        """
        ...

    def lost(self, dice: tuple[int, ...]) -> None:
        """Dice that lie on the Lost Dice Squares, a seat."""
        ...


class Panel(Protocol):
    """Buttons, lamps and cup sensors at the seats; none of its methods raises."""

    @property
    def seats(self) -> int:
        """How many seats it has a place for, the first ones; 0 where it only says why it does not work."""
        ...

    def listen(self, on_signal: Callable[[Signal], None]) -> None:
        """Begin to tell signals, from any thread; faults found so far and the cups' places come at once."""
        ...

    def show(self, lights: PanelLights) -> None:
        """Shine like this from now on; called on the session's thread, returns at once."""
        ...

    def close(self) -> None:
        """All dark, the pins given back; closing twice is allowed."""
        ...


@dataclass(frozen=True, slots=True)
class ClubRound:
    """Who is to play at this table now, and in which round, as the club has seated them."""

    number: int
    players: tuple[str, ...]


def seed_of(*numbers: int) -> int:
    """A seed of 32 bits from some numbers."""
    text = ",".join(map(str, numbers)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=4).digest(), "big")
