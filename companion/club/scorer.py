"""Takes the tables' messages from the broker into the database, each exactly once.

A message is acknowledged after its commit. The table's state shows what was lost on the way (a broker that
died, a full queue), and the table is asked again. So nothing depends on what a broker keeps.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from companion.club.kept import Club, Counted, DatabaseAway, DataRefused
from companion.club.lines import (
    AGAIN,
    EVENT,
    SEATING,
    STATE,
    GameKey,
    Head,
    Line,
    asked_again,
    parse_message,
    topic,
)
from companion.share.feed import ONCE, RECONNECT_S, Address, Link, LinkState, connect

REST = 9.0
"""Rest after each stretch of work: it takes a tenth of the time at most."""


@dataclass(slots=True)
class Pace:
    every_s: float
    _rested_at: float = 0.0
    _due_at: float = 0.0

    def is_due(self, now: float, news: bool) -> bool:
        return now >= (self._rested_at if news else self._due_at)

    def done(self, began: float, ended: float) -> None:
        self._rested_at = ended + REST * (ended - began)
        self._due_at = max(self._rested_at, ended + self.every_s)


MOST_AT_ONCE = 1_000
"""Messages of one commit."""
LOOK_S = 1.0
"""Between two looks at games with news."""
SHOW_S = 5.0
"""Between two pages, if quickly made: the plan or another scorer may have changed something. A million lines
take seconds."""
STATES_S = 30.0
"""Between two subscriptions to the tables' states: a broker may have dropped a silent table's last one."""
PATIENCE_S = 3.0
"""A state may overtake its events by this much; then the table is asked."""
LONGEST_PATIENCE_S = 600.0
"""A silent table is asked less and less often; for lines that surely exist, every ``STATES_S``."""
MOST_RANKED = 50
"""Games refereed at one look: a long game takes 10 ms."""
MOST_ASKED = 20
"""Games asked for at one look: more answers would overflow the broker's queue."""
AGAIN_S = 1.0
"""Between two tries to reach the database."""
SHORT_S = 15.0
"""A connection ended this soon, twice in turn, was ended for another scorer of the same name."""
KEEPS_AWAY_S = 10
"""Least time between two tries to connect then."""

_What = TypeVar("_What", Line | Head, GameKey)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Message:
    """``connection``: its number among those to the broker."""

    said: Line | Head | None
    mid: int
    qos: int
    connection: int


@dataclass(slots=True)
class _Awaited:
    """A game that should have ``number`` lines, and when to ask for them.

    ``lines``: how many it had when last asked. ``sure``: ``number`` lines exist; else the game may have
    been left.
    """

    number: int
    ask_at: float
    may_end: bool = False
    patience_s: float = PATIENCE_S
    lines: int = 0
    sure: bool = False


class Scorer:
    """One of several scorers on a database; ``name`` is its own at the broker.

    ``changed`` is called on the scorer's thread with the database, after news and from time to time. It gives
    each table's seating, which the broker keeps; an empty one is removed.
    """

    def __init__(
        self,
        broker: Address,
        place: str,
        name: str,
        changed: Callable[[Club], Mapping[str, str]] = lambda club: {},
        on_link: Callable[[LinkState], None] = lambda state: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._place, self._changed, self._clock = place, changed, clock
        self._waiting: queue.Queue[_Message] = queue.Queue()
        self._connection = 0
        self._club: Club | None = None
        self._awaited: dict[GameKey, _Awaited] = {}
        self._current: dict[str, GameKey] = {}
        self._ranked: set[GameKey] = set()
        self._fresh = True
        self._seated: dict[str, str] = {}
        self._ended = threading.Event()
        self._client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=f"cups-up-scorer-{name}",
            clean_session=False,
            protocol=MQTTProtocolVersion.MQTTv311,
            manual_ack=True,
        )
        self._link, self._listens_since, self._thrown_out = Link(on_link), 0.0, 0
        self._client.on_connect, self._client.on_message = self._connected, self._heard
        self._client.on_subscribe, self._client.on_disconnect = self._subscribed, self._disconnected
        connect(self._client, broker, self._not_reached)

    def run(self) -> None:
        self._with_database(self._begin)
        look_at, shown = 0.0, Pace(SHOW_S)
        states_at = self._clock() + STATES_S
        while not self._ended.is_set():
            batch = self._next_batch()
            if batch and self._with_database(partial(self._keep_all, batch)):
                self._acknowledge(batch)
            if self._clock() >= look_at:
                look_at = self._clock() + LOOK_S
                self._with_database(self._look)
                self._has_kept_its_name()
            if self._clock() >= states_at:
                states_at = self._clock() + STATES_S
                self._hear_states_again()
            if shown.is_due(began := self._clock(), self._fresh):
                self._fresh = False
                self._with_database(self._show)
                shown.done(began, self._clock())
        self._client.disconnect()
        self._client.loop_stop()
        if self._club is not None:
            self._club.close()

    def show_soon(self) -> None:
        """The database has changed: make the page anew; from any thread."""
        self._fresh = True

    def end(self) -> None:
        """Let ``run`` return, from any thread; uncommitted messages will come again."""
        self._ended.set()

    # --- the broker, on its thread -----------------------------------------------------------------

    def _connected(self, client: Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            log.warning("the broker refuses: %s", reason)
            self._link.became(LinkState.REFUSED)
            return
        self._connection += 1
        self._seated, self._fresh = {}, True  # a broker that was away may have forgotten it
        client.subscribe([(topic("+", EVENT), ONCE), (topic("+", STATE), ONCE)])

    def _subscribed(self, client: Client, userdata: Any, mid: int, reasons: Any, properties: Any) -> None:
        self._listens_since = time.monotonic()
        if self._thrown_out < 2:
            self._link.became(LinkState.CONNECTED)

    def _disconnected(self, client: Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
        if self._ended.is_set() or self._link.state is LinkState.REFUSED:
            return
        is_short = time.monotonic() - self._listens_since < SHORT_S
        self._thrown_out = self._thrown_out + 1 if is_short else 0
        if self._thrown_out < 2:
            self._link.became(LinkState.NO_ANSWER)
        else:
            client.reconnect_delay_set(KEEPS_AWAY_S, 3 * KEEPS_AWAY_S)
            self._link.became(LinkState.NAME_TAKEN)

    def _not_reached(self, state: LinkState) -> None:
        self._thrown_out = 0
        self._link.became(state)

    def _heard(self, client: Client, userdata: Any, message: Any) -> None:
        try:
            said = parse_message(message.topic, message.payload)
        except UnicodeDecodeError:  # a topic, which paho decodes when it is asked for
            said = None
        self._waiting.put(_Message(said, message.mid, message.qos, self._connection))

    def _acknowledge(self, batch: list[_Message]) -> None:
        """Acknowledge in order. Messages of an earlier connection come again, to be acknowledged then."""
        for each in batch:
            if each.connection == self._connection and each.qos:
                self._client.ack(each.mid, each.qos)

    def _has_kept_its_name(self) -> None:
        """A connection kept for a while means that no other scorer uses this name."""
        if (
            self._client.is_connected()
            and time.monotonic() - self._listens_since > SHORT_S
            and self._thrown_out
        ):
            self._thrown_out = 0
            self._client.reconnect_delay_set(*RECONNECT_S)
            self._link.became(LinkState.CONNECTED)

    def _hear_states_again(self) -> None:
        self._client.subscribe(topic("+", STATE), ONCE)

    # --- the database, on the thread of ``run`` -----------------------------------------------------

    def _begin(self, club: Club) -> None:
        self._rank(club, club.unranked())
        self._ranked = {key for key, _ in club.results()}

    def _show(self, club: Club) -> None:
        seated = self._changed(club)
        if not self._client.is_connected():
            self._seated.clear()
            return
        gone = dict.fromkeys(self._seated.keys() - seated.keys(), "")  # no more in the plan
        for table, seating in (gone | dict(seated)).items():
            if self._seated.get(table) != seating:
                self._client.publish(topic(table, SEATING), seating, ONCE, retain=True)
                self._seated[table] = seating

    def _next_batch(self) -> list[_Message]:
        batch: list[_Message] = []
        try:
            batch.append(self._waiting.get(timeout=LOOK_S / 2))
            while len(batch) < MOST_AT_ONCE:
                batch.append(self._waiting.get_nowait())
        except queue.Empty:
            pass
        return batch

    def _with_database(self, task: Callable[[Club], object]) -> bool:
        """Repeat the task from its beginning if the database was away. False: ended."""
        while not self._ended.is_set():
            try:
                self._club = self._club or Club(self._place)
                task(self._club)
            except DatabaseAway as fault:
                log.warning("the database is away: %s", fault)
                club, self._club = self._club, None
                if club is not None:
                    club.close()
                self._ended.wait(AGAIN_S)
            except DataRefused as fault:
                log.error("the database refuses: %s", fault)
                return False
            else:
                return True
        return False

    def _keep_all(self, batch: list[_Message], club: Club) -> None:
        """A message that the database refuses does not hold up others."""
        said = [each.said for each in batch if each.said is not None]
        _setting_aside(club, partial(self._keep, club), said)

    def _keep(self, club: Club, said: Sequence[Line | Head]) -> None:
        lines = [each for each in said if isinstance(each, Line)]
        if lines:
            club.keep(lines)
        heads = [each for each in said if isinstance(each, Head)]
        self._note_formers(club, heads)
        for head in heads:
            awaited = self._await(head.key, head.number)
            awaited.may_end, awaited.sure = head.is_over or head.key in self._ranked, True
        for line in lines:
            if self._current.get(line.key.tab) != line.key:
                self._await(line.key, line.number).sure = True

    def _note_formers(self, club: Club, heads: Iterable[Head]) -> None:
        begun = {each.key.tab: each.key for each in heads if self._current.get(each.key.tab) != each.key}
        formers = [each for each in club.unfinished(list(begun)) if each.key != begun[each.key.tab]]
        ranked = self._rank(club, [each.key for each in formers if each.is_newer])
        for each in formers:
            if each.key not in ranked:
                self._await(each.key, each.next_line).sure |= not each.counted.is_whole
        self._current |= begun  # last: if the database goes away, all of this is repeated

    def _await(self, key: GameKey, number: int) -> _Awaited:
        awaited = self._awaited.setdefault(key, _Awaited(number, self._clock() + PATIENCE_S))
        awaited.number = max(number, awaited.number)
        return awaited

    def _look(self, club: Club) -> None:
        now = self._clock()
        due = [key for key, each in self._awaited.items() if each.may_end or each.ask_at <= now]
        there = club.counted(due)
        whole = [key for key in due if _is_there(there.get(key), self._awaited[key].number)]
        lacking = [key for key in set(due).difference(whole) if self._awaited[key].ask_at <= now]
        for key in sorted(lacking, key=lambda key: self._awaited[key].ask_at)[:MOST_ASKED]:
            self._ask(club, key, there.get(key))
        may_end = [key for key in whole if self._awaited[key].may_end or key != self._current.get(key.tab)]
        ranked = self._rank(club, may_end[:MOST_RANKED])
        later = may_end[MOST_RANKED:]
        for key in later:
            self._awaited[key].may_end = True
        for key in set(whole).difference(later):
            del self._awaited[key]
            if key not in ranked and key != self._current.get(key.tab):
                self._await(key, there[key].last + 1)

    def _rank(self, club: Club, keys: Sequence[GameKey]) -> set[GameKey]:
        ranked: set[GameKey] = set()
        _setting_aside(club, lambda some: ranked.update(club.rank(some)), keys)
        self._fresh |= bool(ranked) or not self._ranked.isdisjoint(keys)
        self._ranked.update(keys)
        return ranked

    def _ask(self, club: Club, key: GameKey, there: Counted | None) -> None:
        """Ask for the missing lines; give up a table that never answers."""
        awaited, missing = self._awaited[key], club.missing(key)
        self._client.publish(topic(key.table, AGAIN), asked_again(key, missing.first - 1, missing.last), ONCE)
        answered = there is not None and there.lines > awaited.lines
        longest = STATES_S if awaited.sure else 2 * LONGEST_PATIENCE_S
        awaited.patience_s = PATIENCE_S if answered else min(2 * awaited.patience_s, longest)
        awaited.lines = there.lines if there is not None else 0
        awaited.ask_at = self._clock() + awaited.patience_s
        if awaited.patience_s > LONGEST_PATIENCE_S:
            del self._awaited[key]


def _setting_aside(club: Club, task: Callable[[Sequence[_What]], object], what: Sequence[_What]) -> None:
    try:
        task(what)
    except DatabaseAway:
        raise
    except Exception as fault:  # whatever a message holds, those behind it must pass: kept, logged and shown
        if len(what) == 1:
            is_known = isinstance(fault, DataRefused)
            log.error("set aside: %r: %s", what[0], fault, exc_info=not is_known)
            club.set_aside(what[0], str(fault))
            return
        half = len(what) // 2
        for some in (what[:half], what[half:]):
            _setting_aside(club, task, some)


def _is_there(counted: Counted | None, number: int) -> bool:
    return counted is not None and counted.is_whole and counted.last >= number
