"""Settings in memory."""

from __future__ import annotations

from companion.core.settings import NAMES, Settings, SettingsError, Value
from companion.text import spoken, use_language


class Keeper:
    """A keeper that can put everything in force; ``breaks``: on a card that is full."""

    offers = frozenset(NAMES)

    def __init__(
        self, now: Settings | None = None, asks_language: bool = False, fault: str | None = None
    ) -> None:
        self.now, self.asks_language, self.fault = now or Settings(), asks_language, fault
        self.breaks = False
        self.may_shut_down, self.shut_downs = False, 0

    @property
    def language(self) -> str:
        return spoken().language

    def shut_down(self) -> None:
        self.shut_downs += 1
        if self.breaks:
            raise SettingsError("it stays on")

    def change(self, name: str, value: Value) -> None:
        self.now = self.now.with_value(name, value)
        if name == "language":
            use_language(self.now.language)
        if self.breaks:
            raise SettingsError("the card is full")
