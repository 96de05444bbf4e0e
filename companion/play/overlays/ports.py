"""What play needs to keep settings and to put them in force, and to let other screens look on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from companion.core.settings import Settings, Value
from companion.play.base.ports import ClubRound


class SettingsKeeper(Protocol):
    """The settings of this machine (``companion.cli.wiring.settings.LiveSettings``)."""

    @property
    def now(self) -> Settings:
        """What is in force this evening."""
        ...

    @property
    def fault(self) -> str | None:
        """What was wrong with the settings that were kept, in a sentence."""
        ...

    @property
    def asks_language(self) -> bool:
        """Whether nobody has chosen a language yet, on this screen or otherwise."""
        ...

    @property
    def language(self) -> str:
        """The code of the language that is spoken."""
        ...

    @property
    def offers(self) -> frozenset[str]:
        """The names of the settings that this machine can put in force."""
        ...

    @property
    def may_shut_down(self) -> bool:
        """Whether the machine can be switched off from here."""
        ...

    def shut_down(self) -> None:
        """Switch the machine off. Raises ``SettingsError`` where it does not go off."""
        ...

    def change(self, name: str, value: Value) -> None:
        """Put one value in force and keep it.

        Raises ``SettingsError`` where it cannot be kept; it is in force all the same.
        """
        ...


class Served(Enum):
    """What can listen for other screens, each switched by its name."""

    SCOREBOARD = "scoreboard"
    PHONES = "phones"


class Reach(Enum):
    """Who can reach it."""

    OFF = "off"
    """Nothing listens."""
    HERE = "here"
    """This machine alone."""
    LAN = "lan"
    """Whoever is in the local network."""


@dataclass(frozen=True, slots=True)
class Broker:
    """A broker that is to hear of this table: its address, and in a word or two how it stands with it.

    ``is_missing``: it was tried and hears nothing.
    """

    address: str
    state: str
    is_missing: bool


class Servers(Protocol):
    """What listens for other screens (``companion.share.web.servers.SwitchedServers``)."""

    def reach(self, served: Served) -> Reach: ...

    def is_changing(self, served: Served) -> bool:
        """Whether it is being switched on or off."""
        ...

    def switch(self, served: Served, reach: Reach) -> None:
        """Switch it on or off, until the app is closed; returns at once, and the table is told."""
        ...

    @property
    def may_renew(self) -> bool:
        """Whether the scoreboard is on and can get another address."""
        ...

    def renew_address(self) -> None:
        """Give the scoreboard another address, for good; returns at once, and the table is told."""
        ...

    @property
    def brokers(self) -> tuple[Broker, ...]:
        """The brokers that are to hear of this table."""
        ...

    @property
    def club_round(self) -> ClubRound | None:
        """Whom the club has seated here; ``None`` where it has nobody, or nobody any more."""
        ...

    @property
    def pictures(self) -> bool | None:
        """Whether the scoreboard shows each reveal's picture; ``None`` where there is none to show."""
        ...

    def show_pictures(self, on: bool) -> None:
        """Show each reveal's picture from now on, or none any more; until the app is closed."""
        ...
