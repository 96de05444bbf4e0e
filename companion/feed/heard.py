"""The feed read again: lines as they come (docs/feed.md), back to what has happened."""

from __future__ import annotations

from datetime import datetime

from companion.feed.happening import Happening
from companion.journal import strict_json
from companion.journal.codec import event_of
from companion.journal.errors import RecordError
from companion.rules.errors import RuleError
from companion.rules.events import GameBegun
from companion.rules.families import AnyEvent, AnyGame
from companion.rules.record import GameRecord


class Heard:
    """Puts the lines of one feed together. Skips what it cannot follow, up to the next game."""

    def __init__(self) -> None:
        self.language: str | None = None
        """The table's language, as its newest state line says it."""
        self._begun: GameBegun | None = None
        self._record: GameRecord | None = None
        self._before: AnyGame | None = None
        self._fresh: list[AnyEvent] = []

    def hear(self, line: str) -> Happening | None:
        """What has happened, once the state line after its events is here; ``None`` until then."""
        try:
            fields = strict_json.read(line)
            state = fields.get("state") if isinstance(fields, dict) else None
            if isinstance(state, dict):
                return self._ended(state)
            self._take(event_of(line, self._begun))
        except (strict_json.NotJson, RecordError, RuleError):
            self._lose()
        return None

    def _take(self, event: AnyEvent) -> None:
        if isinstance(event, GameBegun):
            self._begun, self._record = event, GameRecord.begin(event)
            self._before, self._fresh = None, [event]
        elif self._record is not None:
            self._record = self._record.apply(event)
            self._fresh.append(event)

    def _ended(self, state: dict[str, object]) -> Happening | None:
        record, fresh, before = self._record, tuple(self._fresh), self._before
        game, begun, language = state.get("game"), state.get("begun"), state.get("language")
        if record is None or not fresh or state.get("number") != record.length:
            self._lose()
            return None
        try:
            moment = datetime.fromisoformat(str(begun))
        except ValueError:
            self._lose()
            return None
        self.language = language if isinstance(language, str) else None
        self._before, self._fresh = record.game, []
        return Happening(game if isinstance(game, int) else 0, moment, record, fresh, before)

    def _lose(self) -> None:
        self._begun = self._record = self._before = None
        self._fresh = []
