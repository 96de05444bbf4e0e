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

    Every method may raise ``StoreError``; then nothing of that call is in the journal.
    """

    def begin_game(self, event: GameBegun, kind: TableKind = TableKind.REAL) -> int:
        """Write a game's first line and its kind of table; returns its number."""
        ...

    def table_kind(self, game_id: int) -> TableKind: ...

    def keep_unfinished(self, game_id: int, text: str | None) -> None:
        """Keep what was entered since the game's newest event, until the next event."""
        ...

    def unfinished(self, game_id: int) -> str | None: ...

    def append(self, game_id: int, event: AnyEvent, note: ReadingNote | None = None) -> None:
        """Write one more event; on disk when this returns."""
        ...

    def go_on(self, game_id: int) -> int:
        """The number of the game to go on with; a damaged game goes on as a new one of its good events."""
        ...

    def load(self, game_id: int) -> GameRecord: ...

    def back_up(self) -> object:
        """Copy all games to another file; on disk when this returns."""
        ...

    def games(self, newest: int | None = None) -> tuple[SavedGame, ...]:
        """The games, the last begun first."""
        ...

    def beginnings(self, newest: int) -> tuple[GameBegun, ...]:
        """Who played what in the newest games, the last begun first."""
        ...


class HouseRulesKeeper(Protocol):
    """Where a table's house rules are kept by title (``companion.journal.house_rules.HouseShelf``).

    Every method may raise ``HouseRulesError``; then nothing has changed.
    """

    def read(self) -> KeptHouseRules:
        """All sets by title, and the faults of files that hold none."""
        ...

    def save(self, rules: HouseRules, instead_of: str | None = None) -> None:
        """Write a set, replacing one of the same title; the set titled ``instead_of`` is deleted."""
        ...

    def remove(self, title: str) -> None: ...


class TableEye(Protocol):
    """Reads frames of one still table and compares them with the game."""

    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """Reading of the last frame; the others vote, and a disagreement is a doubt."""
        ...

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """The same while cups are being lifted; the eye learns nothing from it."""
        ...


class TableLearner(Protocol):
    """Learns the dice and the table from what was journaled. A lift is named by its game and its number."""

    def before_lift(self, frame: Frame | None) -> None:
        """The table while cups stand on all dice; ``None`` without such a picture."""
        ...

    def confirm(self, lift: tuple[int, int], frame: Frame, dice: Sequence[ConfirmedDie]) -> None:
        """What lay in the frame of a lift."""
        ...

    def take_back(self, lift: tuple[int, int]) -> None:
        """Forget what this lift and those after it have taught."""
        ...


class RollEye(Protocol):
    """Reads frames of dice that belong to no game (``companion.recognition.table.live.RollEye``)."""

    def look(self, frames: Sequence[Frame]) -> PhotoReading:
        """Reading of the last frame; the others vote. Nothing of it is kept."""
        ...

    def read_roll(self, frames: Sequence[Frame]) -> PhotoReading:
        """The same of dice that lie still; the eye may learn from it."""
        ...

    def have(self, wild: WildMark) -> None:
        """What the dice have in the place of the wild face."""
        ...

    def learn(self, frame: Frame, dice: Sequence[ConfirmedDie]) -> None:
        """Learn from a frame whose dice were read or named by a player."""
        ...


class CardEye(Protocol):
    """Reads cards that lie face up (``companion.recognition.cards.eye.CardEye``)."""

    def read_cards(self, frames: Sequence[Frame], decks: int) -> CardReading:
        """All cards face up in the last frame; the others vote, and a disagreement is a doubt.

        ``decks``: how many of each card there can be.
        """
        ...


class Dealer(Protocol):
    """Lays the cards of the simulated table, by their codes ("10H", "AS")."""

    def lay(
        self,
        melds: tuple[tuple[str, ...], ...],
        new: tuple[str, ...],
        stock: int,
        discards: int,
        hand_seed: int,
        new_seed: int,
    ) -> None:
        """Lay melds, the cards just turned over, and two piles face down.

        The seeds say where; melds stay in place while ``hand_seed`` is the same.
        """
        ...

    def put_away(self) -> None: ...


class SquaresEye(Protocol):
    """Counts the dice on the Lost Dice Squares (``companion.recognition.table.squares.SquaresEye``)."""

    def lost_seen(self, frame: Frame, players: int) -> int | None:
        """How many dice lie there; ``None`` if the squares are not found or the dice cannot be counted."""
        ...


class Watch(Protocol):
    """Tells whether something moves (``companion.recognition.table.live.Stillness``); reads no die."""

    def still(self, frame: Frame) -> bool:
        """Whether nothing has moved since the last frame."""
        ...

    def moved(self, frame: Frame) -> tuple[Box, ...]:
        """Where something has moved since the last frame, in px of this one; at first the whole frame."""
        ...


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """Where the table lies before the camera: ``said`` is a sentence if something is wrong.

    ``mendable``: one touch sets it right. ``steady``: the latest look found nothing moved.
    """

    said: str | None = None
    mendable: bool = False
    steady: bool = True


class TablePlace(Protocol):
    """Knows where the table lies (``companion.cli.wiring.table.TableInUse``); reads no die."""

    @property
    def name(self) -> str | None:
        """``None`` for a table that was not set up."""
        ...

    @property
    def seen(self) -> PlaceSeen: ...

    def look(self, frame: Frame) -> None: ...

    def mend(self, frame: Frame) -> None:
        """Take the table as it lies in this picture. Raises ``Refused`` where it cannot be found."""
        ...

    def above(self, frame: Frame) -> Frame | None:
        """The table from straight above, the first seat at the bottom; ``None`` if not known."""
        ...

    def say_seats(self, players: int) -> str | None:
        """A sentence if the table was set up for another number of players."""
        ...


class Cups(Protocol):
    """Moves the cups and dice of the simulated table."""

    def deal(self, dice: tuple[int, ...], shown: tuple[tuple[int, ...], ...], deal_seed: int) -> None:
        """Every seat rolls its dice under its cup; ``shown`` lie outside. Same seed, same roll."""
        ...

    def stars(self, face: int) -> None:
        """Play with dice whose star stands in the place of this face: 1, 6, or 0 for none."""
        ...

    def birds(self) -> None:
        """Play with dice that have a bird in the place of the one."""
        ...

    def bid(self, position: int | None, face: int) -> None:
        """Put the red die on a space of the track (0-29; ``None``: beside it) with this face up."""
        ...

    def lift(self) -> None: ...

    def lift_by_hand(self, deal_seed: int) -> None:
        """Hands lift all cups one after the other; same seed, same hands."""
        ...

    def cover(self) -> None: ...

    def peek(self, seat: int | None) -> None:
        """Lift one seat's cup for its player; ``None``: put it back."""
        ...

    def place(self, seat: int) -> Box | None:
        """Where that seat's dice lie, in frame px; ``None`` without dice."""
        ...

    def hand(self, seat: int) -> tuple[int, ...]:
        """All faces of that seat's dice, covered or not; only its player may see them."""
        ...

    def show(self, seat: int, faces: tuple[int, ...], deal_seed: int) -> None:
        """Put hidden dice with these faces outside the cup and roll the rest again.

        Raises ``ValueError`` without such hidden dice, or if none would be left to roll.
        """
        ...

    def lost(self, dice: tuple[int, ...]) -> None:
        """How many of each seat's dice lie on the Lost Dice Squares."""
        ...


class Panel(Protocol):
    """Buttons, lamps and cup sensors at the seats; none of its methods raises."""

    @property
    def seats(self) -> int:
        """How many seats it has places for; 0 if it only reports why it does not work."""
        ...

    def listen(self, on_signal: Callable[[Signal], None]) -> None:
        """Call ``on_signal`` from any thread; faults so far and the cups' places come at once."""
        ...

    def show(self, lights: PanelLights) -> None:
        """Called on the session's thread; returns at once."""
        ...

    def close(self) -> None:
        """Switch all lights off and free the pins; closing twice is allowed."""
        ...


@dataclass(frozen=True, slots=True)
class ClubRound:
    """Whom the club has seated at this table, and for which round."""

    number: int
    players: tuple[str, ...]


def seed_of(*numbers: int) -> int:
    """A seed of 32 bits: the same numbers give the same dice and cards on every machine."""
    text = ",".join(map(str, numbers)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=4).digest(), "big")
