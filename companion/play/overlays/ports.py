"""What play needs for settings and for other screens."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.core.settings import Settings, Value
from companion.play.base.ports import ClubRound, Onlookers


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
