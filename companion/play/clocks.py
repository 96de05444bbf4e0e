"""A clock for each player: thinking time left for bids, and what running out means."""

from __future__ import annotations

import contextlib
import json

from companion.core.frame import NS_PER_S, Clock
from companion.core.settings import Fall
from companion.journal import Store, StoreError
from companion.play.base.commands import CallChallenge, Command, PlayerLeaves, bid_placed
from companion.play.modes.dice.state import DiceTable, Moment
from companion.rules import Game, lowest_raise
from companion.text import say, say_player

S_PER_MIN = 60
KEPT_EVERY_S = 5
"""Seconds of thinking time that a killed app loses at most [choice]."""
AFTER_THE_FALL_S = 15
"""Seconds for who is still to act after the time was up, unless that only warns [choice]."""


class PlayerClocks:
    """Runs during bids while nothing lies over the table; undo gives time back only to who was out [choice].

    The journal keeps the times, so a restarted app goes on with those of a few seconds ago.
    """

    def __init__(self, clock: Clock, journal: Store) -> None:
        self._clock, self._journal = clock, journal
        self._kept_ns = 0
        """Thinking time since the journal last got the times."""
        self._of: tuple[int, int] | None = None
        self._seats: tuple[int, ...] = ()
        """The seat of each clock: a newcomer's clock is the last, wherever the seat."""
        self._left_ns: dict[int, int] = {}
        self._fallen: set[int] = set()
        """Clocks whose time is up."""
        self._owed = 0
        """The record's length at the last fall that means more than a warning; 0: there was none."""
        self._away: frozenset[int] = frozenset()
        """Clocks whose time is up and whose players have left."""
        self._turn: tuple[int, int] | None = None
        """The clock that runs, and the record's length in that turn."""
        self._graced: tuple[int, int] | None = None
        self._at_ns = 0

    def follow(self, table: object, minutes: int, stands: bool, fall: Fall) -> None:
        """Charge the time since the last call to the seat on turn.

        ``stands``: stop all clocks. Unless a fall only warns, who is still to act afterwards gets some
        seconds each time: in a later turn, or if the event could not be written.
        """
        now_ns = self._clock()
        if self._turn is not None:
            self._left_ns[self._turn[0]] -= now_ns - self._at_ns
            self._kept_ns += now_ns - self._at_ns
        before, self._turn, self._at_ns = self._turn, None, now_ns
        self._choose_turn(table, minutes, stands, fall, before)
        if self._kept_ns >= (KEPT_EVERY_S * NS_PER_S if self.runs else 1):
            self._keep()

    def _choose_turn(
        self, table: object, minutes: int, stands: bool, fall: Fall, before: tuple[int, int] | None
    ) -> None:
        if not isinstance(table, DiceTable) or not minutes:
            return
        if self._of != (table.game_id, minutes):
            self._of = table.game_id, minutes
            self._restore(table.game_id, minutes)
            self._away = frozenset()
        self._seats = table.game.in_order_of_coming
        self._begin_again(table.game)
        for clock in range(len(self._seats)):
            self._left_ns.setdefault(clock, minutes * S_PER_MIN * NS_PER_S)
        if stands or table.moment is not Moment.BIDDING or table.game.to_act is None:
            return
        turn = self._seats.index(table.game.to_act), table.record.length
        fallen = turn[0] in self._fallen
        if fallen and fall is Fall.WARN:
            return
        self._turn = turn
        if fallen and turn not in (before, self._graced):
            self._graced = turn
            self._left_ns[turn[0]] = AFTER_THE_FALL_S * NS_PER_S

    def _begin_again(self, game: Game) -> None:
        """Who comes back after the fall, also by undo, gets a newcomer's time [choice]."""
        gone = {clock for clock, seat in enumerate(self._seats) if seat in game.left}
        undone = {clock for clock in self._left_ns if clock >= len(self._seats)}
        fresh = undone | (self._away - gone)
        for clock in fresh:
            self._left_ns.pop(clock, None)
            self._fallen.discard(clock)
        self._away = frozenset(self._fallen & gone)
        if fresh:
            self._keep()

    def _keep(self) -> None:
        if self._of is None:
            return
        game_id, minutes = self._of
        self._kept_ns = 0
        told = {"minutes": minutes, "left_ns": [*self._left_ns.items()], "fallen": [*self._fallen]}
        told["owed"] = self._owed
        with contextlib.suppress(StoreError):  # the next bid says it; a restart would cost some seconds
            self._journal.keep_clocks(game_id, json.dumps(told))

    def _restore(self, game_id: int, minutes: int) -> None:
        """Takes the times that the journal has; none if it has none for these ``minutes``."""
        self._left_ns, self._fallen, self._owed = {}, set(), 0
        try:
            told = json.loads(self._journal.clocks(game_id) or "{}")
            left, fallen, owed = dict(told["left_ns"]), set(told["fallen"]), told.get("owed", 0)
            of_these = told["minutes"] == minutes
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, StoreError):
            return
        if of_these and all(type(each) is int for each in (*left, *left.values(), *fallen, owed)):
            self._left_ns, self._fallen, self._owed = left, fallen, owed

    @property
    def runs(self) -> bool:
        return self._turn is not None

    @property
    def wait_s(self) -> float:
        """Seconds until the running clock's display changes."""
        left_ns = self._left_ns[self._turn[0]] if self._turn is not None else 0
        return (left_ns % NS_PER_S or NS_PER_S) / NS_PER_S

    def out(self, table: object) -> tuple[int, ...]:
        """Seats of this game whose players are out by their clocks."""
        ours = isinstance(table, DiceTable) and self._of is not None and self._of[0] == table.game_id
        return tuple(self._seats[clock] for clock in sorted(self._away)) if ours else ()

    def times(self) -> tuple[str, ...]:
        """By seat."""
        seats = range(len(self._seats))
        return tuple(_shown(self._left_ns[self._seats.index(seat)]) for seat in seats)

    def falls(self, fall: Fall) -> int | None:
        """The seat whose time has just run out, given once."""
        if self._turn is None or self._left_ns[self._turn[0]] > 0:
            return None
        clock, length = self._turn
        self._owed = 0 if fall is Fall.WARN else length
        self._turn, self._graced, self._left_ns[clock] = None, None, 0
        self._fallen.add(clock)
        self._keep()
        return self._seats[clock]

    def owes(self, table: DiceTable) -> bool:
        """Whether a fall is not in the record yet: a full disk, or a kill, kept it out."""
        return self._of is not None and (self._of[0], self._owed) == (table.game_id, table.record.length)


def _shown(left_ns: int) -> str:
    minutes, seconds = divmod(max(0, -(-left_ns // NS_PER_S)), S_PER_MIN)
    return f"{minutes}:{seconds:02}"


def when_time_is_up(table: DiceTable, seat: int, fall: Fall) -> tuple[Command | None, str]:
    player = say_player(table.game.players, seat)
    if fall is Fall.OUT:
        return PlayerLeaves(table.number, seat), say("clock.out", player=player)
    if fall is Fall.MOVE:
        return _moved_for(table, seat), say("clock.move", player=player)
    return None, say("clock.warn", player=player)


def _moved_for(table: DiceTable, seat: int) -> Command:
    """A challenge; the lowest bid where none stands."""
    lowest = lowest_raise(table.game) if table.game.bid is None else None
    return CallChallenge(table.number, (seat,)) if lowest is None else bid_placed(table.number, lowest)
