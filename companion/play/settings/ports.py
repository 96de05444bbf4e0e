"""What play needs to keep settings and to put them in force."""

from __future__ import annotations

from typing import Protocol

from companion.settings.settings import Settings, Value


class SettingsKeeper(Protocol):
    """The settings of this machine (``companion.commands.wiring.settings_here.SettingsHere``)."""

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
