"""The feed as text (docs/feed.md): the record's lines, each followed by a state line; written and read."""

from __future__ import annotations

from datetime import datetime

from companion import journal
from companion.rules import AnyEvent, AnyGame, Game, GameBegun, GameRecord, RuleError
from companion.share.feed.happening import Happening
from companion.text import say_bid, say_match_turn, say_player, say_quest, say_turn, say_verdict, spoken

FEED = 1
"""The feed's version, in every state line."""
_HISTORY = ("rounds", "quests", "hands")
"""Past parts of a summary, of which the feed gives only the newest."""


def format_lines(happening: Happening) -> tuple[str, ...]:
    """The events, then the state after them; without line ends."""
    return (*map(journal.line_of, happening.fresh), format_state(happening))


def format_state(happening: Happening) -> str:
    return journal.write_json({"state": _state(happening)})


def _state(happening: Happening) -> journal.Summary:
    game = happening.record.game
    state: journal.Summary = {
        "feed": FEED,
        "game": happening.game_id,
        "begun": happening.begun_at.isoformat(timespec="seconds"),
        **({"table_id": happening.table_id} if happening.table_id else {}),
        "number": happening.number,
        "language": spoken().language,
        **({"so_far": happening.so_far} if happening.so_far else {}),
    }
    summary = (
        journal.summary_of(game, newest=1)
        if isinstance(game, Game)
        else journal.match_summary(game, newest=1)
    )
    for key in _HISTORY:
        newest = summary.pop(key, None)
        if isinstance(newest, list):
            past = len(getattr(game, key))
            state |= {key: past, f"last_{key.removesuffix('s')}": newest[0] if newest else None}
    names = [say_player(game.players, seat) for seat in range(len(game.players))]
    said = {"turn": _turn(game), "bid_said": _bid(game), "verdict": _verdict(game)}
    return state | summary | {"names": names, **said}


def _turn(game: AnyGame) -> str:
    return say_turn(game) if isinstance(game, Game) else say_match_turn(game)


def _bid(game: AnyGame) -> str | None:
    if not isinstance(game, Game) or game.bid is None:
        return None
    return say_bid(game.bid, game.ruleset)


def _verdict(game: AnyGame) -> str | None:
    if isinstance(game, Game):
        if not game.rounds:
            return None
        return say_verdict(game.rounds[-1], game.players, game.ruleset)
    return say_quest(game.quests[-1], game.players) if game.quests else None


class FeedReader:
    """Assembles the lines of one feed; skips what it cannot follow, up to the next game."""

    def __init__(self) -> None:
        self.language: str | None = None
        """The table's language by its newest state line."""
        self._begun: GameBegun | None = None
        self._record: GameRecord | None = None
        self._before: AnyGame | None = None
        self._fresh: list[AnyEvent] = []

    def read(self, line: str) -> Happening | None:
        """The happening, once the state line after its events has come; else None."""
        try:
            fields = journal.read_json(line)
            state = fields.get("state") if isinstance(fields, dict) else None
            if isinstance(state, dict):
                return self._ended(state)
            self._take(journal.event_of(line, self._begun))
        except (journal.NotJson, journal.RecordError, RuleError):
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
        so_far = str(state.get("so_far", ""))
        if record is None or not (fresh or so_far) or state.get("number") != record.length:
            self._lose()
            return None
        try:
            moment = datetime.fromisoformat(str(begun))
        except ValueError:
            self._lose()
            return None
        self.language = language if isinstance(language, str) else None
        self._before, self._fresh = record.game, []
        number, table_id = game if isinstance(game, int) else 0, state.get("table_id")
        named = table_id if isinstance(table_id, str) else ""
        return Happening(number, moment, record, fresh, before if fresh else None, named, so_far)

    def _lose(self) -> None:
        self._begun = self._record = self._before = None
        self._fresh = []
