"""What play needs from devices, eye, settings and servers, as protocols: play imports none of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.core.frame import Frame
from companion.core.panel import PanelLights, Signal
from companion.core.reading import (
    Box,
    CardReading,
    CardsLying,
    ConfirmedDie,
    Expectation,
    PhotoReading,
    TableReading,
    WildMark,
)
from companion.core.settings import Settings, Value


class TableEye(Protocol):
    def read_table(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """Reading of the last frame; the others vote, and a disagreement is a doubt."""
        ...

    def look(self, frames: Sequence[Frame], expected: Expectation) -> TableReading:
        """As ``read_table``, while cups are being lifted; the eye learns nothing from it."""
        ...


class TableLearner(Protocol):
    """Learns dice and table from what was journaled; a lift is named by game and round."""

    def before_lift(self, frame: Frame | None) -> None:
        """The table while cups cover all dice; None: no picture."""
        ...

    def confirm(self, lift: tuple[int, int], frame: Frame, dice: Sequence[ConfirmedDie]) -> None: ...

    def take_back(self, lift: tuple[int, int]) -> None:
        """Forget what this lift and later ones have taught."""
        ...


class RollEye(Protocol):
    """Reads dice that belong to no game (``companion.recognition.table.table_eye.RollEye``)."""

    def look(self, frames: Sequence[Frame]) -> PhotoReading:
        """Reading of the last frame; the others vote. Nothing is kept."""
        ...

    def read_roll(self, frames: Sequence[Frame]) -> PhotoReading:
        """As ``look``, for dice at rest; the eye may learn from them."""
        ...

    def have(self, wild: WildMark) -> None: ...

    def learn(self, frame: Frame, dice: Sequence[ConfirmedDie]) -> None:
        """Learn from a frame whose dice were read or named by a player."""
        ...


class CardEye(Protocol):
    """Reads cards that lie face up (``companion.recognition.cards.eye.CardEye``)."""

    def read_cards(self, frames: Sequence[Frame], decks: int) -> CardReading:
        """All cards face up in the last frame; the others vote, and a disagreement is a doubt.

        ``decks``: copies of each card.
        """
        ...


class Dealer(Protocol):
    """Lays the cards of the simulated table."""

    def lay(self, lying: CardsLying) -> None: ...

    def put_away(self) -> None: ...


class SquaresEye(Protocol):
    """Counts dice on the Lost Dice Squares (``companion.recognition.table.squares.SquaresEye``)."""

    def lost_seen(self, frame: Frame, players: int) -> int | None:
        """None: the squares are not found, or the dice cannot be counted."""
        ...


class Watch(Protocol):
    """Detects motion without reading dice (``companion.recognition.context.stillness.Stillness``)."""

    def still(self, frame: Frame) -> bool:
        """Whether nothing has moved since the last frame."""
        ...

    def moved(self, frame: Frame) -> tuple[Box, ...]:
        """Where something has moved since the last frame, in px of this one; the first time, all of it."""
        ...


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """How the table lies before the camera; ``said``: what is wrong, if anything.

    ``mendable``: one touch sets it right. ``steady``: the latest look found no motion.
    """

    said: str | None = None
    mendable: bool = False
    steady: bool = True


class TablePlace(Protocol):
    """Where the table lies (``companion.cli.wiring.table.TableInUse``)."""

    @property
    def name(self) -> str | None:
        """None: the table was not set up."""
        ...

    @property
    def seen(self) -> PlaceSeen: ...

    def look(self, frame: Frame) -> None: ...

    def mend(self, frame: Frame) -> None:
        """Raises ``Refused`` if the table is not found in this picture."""
        ...

    def above(self, frame: Frame) -> Frame | None:
        """The table from straight above, first seat at the bottom; None: not known."""
        ...

    def say_seats(self, players: int) -> str | None: ...


class Onlookers(Protocol):
    """Who sees the table's live picture elsewhere (``companion.share.web.servers.TableOnBoard``).

    ``opened``: the record's length tells one opening of dice from another; None: the empty board.
    """

    def want(self, opened: int | None) -> bool:
        """Whether they want to see it now."""
        ...

    def see(self, frame: Frame, opened: int | None) -> None: ...

    def see_nothing(self) -> None:
        """Cups are down, or about to be: nothing of the table is seen from now on."""
        ...


class Cups(Protocol):
    def deal(
        self,
        dice: tuple[int, ...],
        shown: tuple[tuple[int, ...], ...],
        deal_seed: int,
        order: tuple[int, ...] = (),
    ) -> None:
        """Every seat rolls under its cup; ``shown`` dice lie outside. Same seed, same roll.

        ``order``: the seats in the order of coming, by which dice stay their player's; empty: by seat.
        """
        ...

    def use(self, mark: WildMark) -> None:
        """Use dice with this mark; with any but a star, or for ``ANY``, there is no track."""
        ...

    def bid(self, position: int | None, face: int) -> None:
        """Put the red die on a space of the track (0-29; None: beside it) with this face up."""
        ...

    def lift(self) -> None: ...

    def lift_by_hand(self, deal_seed: int, turns: tuple[int, ...] = ()) -> None:
        """Hands lift all cups, in this order if any; same seed, same hands."""

    def cover(self) -> None: ...

    def peek(self, seat: int | None) -> None:
        """Lift one cup for its player; None: put it back."""
        ...

    def place(self, seat: int) -> Box | None:
        """Where the seat's dice lie, in frame px; None: no dice."""
        ...

    def hand(self, seat: int) -> tuple[int, ...]:
        """All faces of the seat, covered or not; only its player may see them."""
        ...

    def show(self, seat: int, faces: tuple[int, ...], deal_seed: int) -> None:
        """Put hidden dice with these faces outside the cup and reroll the others.

        Raises ``ValueError`` without such dice, or if none is left to roll.
        """
        ...

    def lost(self, dice: tuple[int, ...]) -> None: ...


class Panel(Protocol):
    """Buttons, lamps and cup sensors at the seats; no method raises."""

    @property
    def seats(self) -> int:
        """Number of places; 0 if it only reports why it does not work."""
        ...

    def listen(self, on_signal: Callable[[Signal], None]) -> None:
        """Call ``on_signal`` from any thread; faults and the cups' positions come at once."""
        ...

    def show(self, lights: PanelLights) -> None:
        """Runs on the session's thread and returns at once."""
        ...

    def close(self) -> None:
        """May be called twice."""


@dataclass(frozen=True, slots=True)
class ClubRound:
    number: int
    players: tuple[str, ...]


def seed_of(*numbers: int) -> int:
    """A seed of 32 bits; equal numbers give equal dice and cards on every machine."""
    text = ",".join(map(str, numbers)).encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=4).digest(), "big")


class SettingsKeeper(Protocol):
    """This machine's settings (``companion.cli.wiring.settings.LiveSettings``)."""

    @property
    def now(self) -> Settings: ...

    @property
    def fault(self) -> str | None: ...

    @property
    def asks_language(self) -> bool: ...

    @property
    def language(self) -> str: ...

    @property
    def offers(self) -> frozenset[str]: ...

    @property
    def may_shut_down(self) -> bool: ...

    def shut_down(self) -> None:
        """Raises ``SettingsError`` if the machine stays on."""
        ...

    def change(self, name: str, value: Value) -> None:
        """Put a value in force and store it. Raises ``SettingsError`` if it cannot be stored; it is in force
        all the same.
        """
        ...


def in_force(keeper: SettingsKeeper | None) -> Settings:
    """Without settings each is as it is at first."""
    return Settings() if keeper is None else keeper.now


@dataclass(frozen=True, slots=True)
class Invitation:
    """How a player's phone joins, and whether it has."""

    player: str
    code: str
    url: str
    joined: bool


class Served(Enum):
    SCOREBOARD = "scoreboard"
    PHONES = "phones"


class Reach(Enum):
    OFF = "off"
    """Nothing listens."""
    HERE = "here"
    """This machine alone."""
    LAN = "lan"
    """Everybody in the local network."""


class Live(Enum):
    """What of the table is seen live elsewhere."""

    OFF = "off"
    DICE = "dice"
    """Dice that lie open; while cups are down, nothing."""
    BOARD = "board"
    """The same; while cups are down, a picture of the empty board, taken when no game was on the table."""


@dataclass(frozen=True, slots=True)
class Broker:
    """``is_missing``: it was tried and cannot be reached."""

    address: str
    state: str
    is_missing: bool


class Servers(Protocol):
    """What listens for other screens (``companion.share.web.servers.SwitchedServers``)."""

    def reach(self, served: Served) -> Reach: ...

    def is_changing(self, served: Served) -> bool: ...

    def switch(self, served: Served, reach: Reach) -> None:
        """Switches until the app closes; returns at once, and the table is told."""
        ...

    @property
    def may_renew(self) -> bool:
        """Whether the scoreboard is on and can get another address."""
        ...

    def renew_address(self) -> None:
        """The old address stops working; returns at once, and the table is told."""
        ...

    @property
    def brokers(self) -> tuple[Broker, ...]: ...

    @property
    def club_round(self) -> ClubRound | None: ...

    @property
    def pictures(self) -> bool | None: ...

    def show_pictures(self, on: bool) -> None:
        """Holds until the app closes."""
        ...

    @property
    def live(self) -> Live | None:
        """What the scoreboard shows of the table live; ``None`` where there is nothing to show."""
        ...

    def show_live(self, live: Live) -> None:
        """Holds until the app closes."""
        ...

    @property
    def onlookers(self) -> Onlookers | None:
        """Who gets the live picture; ``None`` at a table that never takes any."""
        ...
