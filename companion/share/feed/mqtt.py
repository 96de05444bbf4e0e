"""The feed for an MQTT broker: events, state, a device for Home Assistant (docs/feed.md).

Imported on demand; needs paho-mqtt (``cups-up[mqtt]``).
"""

from __future__ import annotations

import contextlib
import json
import logging
import queue
import re
import secrets
import ssl
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion import __version__, rules
from companion.journal import line_of
from companion.share.feed.happening import Happening
from companion.share.feed.lines import format_state
from companion.share.feed.link import Address, Link, LinkState, parse_seating
from companion.text import say, say_bid, say_match_turn, say_player, say_quest, say_turn, say_verdict

LONGEST_MS = 2**40
LONGEST_RUN = 40
ANSWER_S = 0.3
"""How long to wait for an answer from a table of the same name; a later one still counts."""


@dataclass(frozen=True, slots=True, order=True)
class Claim:
    """A claim to a name; the greater claim holds.

    ``run`` is new at each start, so that two machines from one copied card differ.
    """

    held_ms: int
    """Milliseconds for which the table has used the name."""
    run: str


def format_claim(claim: Claim) -> str:
    return json.dumps(asdict(claim))


def parse_claim(payload: bytes) -> Claim | None:
    """None for any other message."""
    try:
        fields = json.loads(payload)
        held_ms, run = fields["held_ms"], fields["run"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if type(held_ms) is not int or not 0 <= held_ms < LONGEST_MS or not isinstance(run, str):
        return None
    return Claim(held_ms, run) if 0 < len(run) <= LONGEST_RUN else None


class NameAtBroker:
    """Whether a table's name at a broker is its own.

    ``publish`` sends a claim to all tables of this name. ``on_change`` runs on the broker's thread or a
    timer's, and once more if another table may have used the name meanwhile.
    """

    def __init__(
        self, publish: Callable[[str], None], on_change: Callable[[bool], None], clock: Callable[[], float]
    ) -> None:
        self._publish, self._on_change, self._clock = publish, on_change, clock
        self._run, self._changing = secrets.token_hex(4), threading.RLock()
        self._held_since: float | None = None
        self._waiting: threading.Timer | None = None
        self._is_mine = self._has_ended = False

    @property
    def run(self) -> str:
        return self._run

    def claim(self) -> None:
        with self._changing:
            self.lose_broker()
            if self._has_ended:
                return
            if self._held_since is None:
                self._held_since = self._clock()
            self._publish(format_claim(self._own()))
            self._waiting = threading.Timer(ANSWER_S, self._keep)
            self._waiting.daemon = True
            self._waiting.start()

    def hear(self, payload: bytes) -> None:
        other = parse_claim(payload)
        with self._changing:
            if other is None or other.run == self._run or self._held_since is None:
                return
            if self._own() > other:
                self._publish(format_claim(self._own()))
                if self._is_mine:
                    self._on_change(True)
                return
            self.lose_broker()
            self._held_since = None
            self._on_change(False)

    def hear_goodbye(self) -> None:
        """A table of this name has left, which may or may not have owned it."""
        with self._changing:
            if self._is_mine:
                self._on_change(True)
            elif self._waiting is None:
                self.claim()

    def lose_broker(self) -> None:
        with self._changing:
            if self._waiting is not None:
                self._waiting.cancel()
            self._waiting, self._is_mine = None, False

    def end(self) -> None:
        with self._changing:
            self.lose_broker()
            self._has_ended, self._held_since = True, None

    def _own(self) -> Claim:
        held_ms = 0 if self._held_since is None else int(1000 * (self._clock() - self._held_since))
        return Claim(held_ms, self._run)

    def _keep(self) -> None:
        with self._changing:
            if self._waiting is not threading.current_thread():
                return  # another table has just answered
            self._waiting, self._is_mine = None, True
            self._on_change(True)


ONLINE, OFFLINE = "online", "offline"
MOMENTS = ("bid", "challenge", "verdict", "out", "won")
"""Events for lamps, each with a topic ``happened/MOMENT`` below the table's."""
KEPT = ("state", "status", "seating")
"""Topics below the table's that the broker retains."""
MOST_WAITING = 10_000
"""Messages that wait for the broker; one more replaces the oldest."""
MOST_BEFORE_AGAIN = 1_000
"""While more wait, nothing is told again: a scorer that lacks lines asks later, and a flood of questions
would keep the table's own news from the broker [choice]."""
MOST_GAMES = 50
"""Games of this start that can be told again."""
KEEP_ALIVE_S = 20
TRIAL_S = 10.0
"""How long a trial waits for the broker's answer."""
RECONNECT_S = (1, 30)
"""Between two tries to reach the broker, at first and at most."""
ONCE = 1
"""Quality of service: at least once; the event's number shows repeats."""
WHILE_HERE = 0
"""Quality of service of what a table hears: who lacks lines asks again. For a higher one, a NATS cluster
keeps a replicated queue for each subscription, which costs it nearly as much as all events."""

log = logging.getLogger(__name__)


def connect(client: Client, address: Address, on_failure: Callable[[LinkState], None]) -> None:
    """Connect, and stay connected, on a thread of its own that reports failures; returns at once."""

    def failed(*_: object) -> None:
        """Paho calls it while it handles the fault."""
        untrusted = isinstance(sys.exception(), ssl.SSLCertVerificationError)
        on_failure(LinkState.UNTRUSTED if untrusted else LinkState.NO_ANSWER)

    client.on_connect_fail = failed
    if address.user is not None:
        client.username_pw_set(address.user, address.password)
    if address.tls:
        client.tls_set(cert_reqs=ssl.CERT_REQUIRED)
    client.reconnect_delay_set(*RECONNECT_S)
    client.connect_async(address.host, address.port, KEEP_ALIVE_S)
    client.loop_start()


@contextlib.contextmanager
def _trial(address: Address, name: str) -> Iterator[tuple[Client, queue.SimpleQueue[LinkState]]]:
    """A client for a while; its first answer says what the broker thinks of this user and password."""
    client = Client(CallbackAPIVersion.VERSION2, client_id=f"cups-up-{name}-{secrets.token_hex(4)}")
    answers: queue.SimpleQueue[LinkState] = queue.SimpleQueue()
    client.on_connect = lambda _client, _data, _flags, reason, _properties: answers.put(
        LinkState.REFUSED if reason.is_failure else LinkState.CONNECTED
    )
    connect(client, address, answers.put)
    try:
        yield client, answers
    finally:
        client.disconnect()
        client.loop_stop()


def tried(address: Address) -> LinkState:
    """The broker's answer to this user and password; waits for it and publishes nothing."""
    with contextlib.suppress(queue.Empty), _trial(address, "trial") as (_, answers):
        return answers.get(timeout=TRIAL_S)
    return LinkState.NO_ANSWER


@dataclass(frozen=True, slots=True)
class _Message:
    topic: str
    payload: str
    retain: bool


class MqttFeed:
    """A ``Follower``. The broker may come and go; the game never waits for it.

    A thread gives paho one message at a time, or new messages would overtake waiting ones while paho
    connects. Of tables with one name one speaks (``NameAtBroker``); the others' messages wait.
    """

    def __init__(
        self,
        address: Address,
        on_link: Callable[[LinkState], None] = lambda state: None,
        page: Callable[[], str | None] = lambda: None,
        on_seating: Callable[[int, tuple[str, ...]], None] = lambda number, players: None,
    ) -> None:
        """Connect; returns at once. ``on_link`` and ``on_seating`` run on another thread.

        ``page`` gives the scoreboard's public address. ``on_seating`` gets round and players; empty: none
        now.
        """
        self._root = f"cups-up/{address.table}"
        self._address, self._page, self._introduced = address, page, ""
        self._on_seating = on_seating
        self._newest: str | None = None
        self._telling = threading.Lock()
        self._waiting: queue.Queue[_Message | None] = queue.Queue(MOST_WAITING)
        self._arrived, self._closed = threading.Event(), threading.Event()
        self._link = Link(on_link)
        self._name = NameAtBroker(self._publish_claim, self._named, time.monotonic)
        self._speaks, self._closing = threading.Event(), False
        self._claims: set[int] = set()
        self._games: OrderedDict[tuple[int, str], Happening] = OrderedDict()
        own = f"cups-up-{address.table}-{self._name.run}"  # a broker keeps one client a name
        self._client = client = Client(CallbackAPIVersion.VERSION2, client_id=own)
        client.will_set(f"{self._root}/status", OFFLINE, ONCE, retain=True)
        client.on_connect, client.on_disconnect = self._connected, self._disconnected
        client.on_subscribe, client.on_message = self._subscribed, self._heard
        client.on_publish = self._published
        connect(client, address, self._link.became)
        self._sender = threading.Thread(target=self._send, daemon=True)
        self._sender.start()

    def on_event(self, happening: Happening) -> None:
        self._remember(happening)
        newest = json.dumps(json.loads(format_state(happening))["state"])
        with self._telling:
            self._tell_events(happening, happening.fresh, happening.number - len(happening.fresh))
            self._newest = newest
            self._tell(f"{self._root}/state", newest, retain=True)
        if self._speaks.is_set():  # a lamp that flashes for an old bid would only puzzle
            if self._config() != self._introduced:
                self._tell_config()
            for moment, told in moments_of(happening):
                self._tell(f"{self._root}/happened/{moment}", json.dumps({"event_type": moment, **told}))

    def _remember(self, happening: Happening) -> None:
        self._games[happening.game_id, _moment(happening)] = happening
        if len(self._games) > MOST_GAMES:
            self._games.popitem(last=False)

    def _tell_events(self, happening: Happening, events: Sequence[rules.AnyEvent], after: int) -> None:
        for number, event in enumerate(events, start=after + 1):
            named = {"game": happening.game_id, "begun": _moment(happening), "number": number}
            if happening.table_id:
                named["table_id"] = happening.table_id
            told = json.dumps({**named, "event": json.loads(line_of(event))})
            self._tell(f"{self._root}/event", told)

    def close(self) -> None:
        self._closing = True
        self._name.end()
        self._tell(f"{self._root}/status", OFFLINE, retain=True)
        if not self._address.stays:
            for topic in kept_topics(self._address):
                self._tell(topic, "", retain=True)
        self._end_sending()
        self._client.disconnect()
        self._client.loop_stop()

    def _tell(self, topic: str, payload: str, retain: bool = False) -> None:
        self._wait_in_line(_Message(topic, payload, retain))

    def _wait_in_line(self, message: _Message | None) -> None:
        """If too many wait, drop the oldest: who lacks an event asks for it, and only the last state
        counts.
        """
        while True:
            try:
                return self._waiting.put_nowait(message)
            except queue.Full:
                with contextlib.suppress(queue.Empty):
                    self._waiting.get_nowait()
                    self._waiting.task_done()

    def _send(self) -> None:
        while (message := self._waiting.get()) is not None:
            self._speaks.wait()
            if self._closed.is_set():
                return
            self._arrived.clear()
            self._client.publish(message.topic, message.payload, ONCE, message.retain)
            self._arrived.wait()
            self._waiting.task_done()

    def _end_sending(self) -> None:
        self._wait_in_line(None)
        if self._speaks.is_set():
            self._sender.join(1.0)
        self._closed.set()
        self._speaks.set()
        self._arrived.set()

    def _connected(self, client: Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            log.warning("the broker refuses: %s", reason)
            self._link.became(LinkState.REFUSED)
            return
        self._claims.clear()
        own = (f"{self._root}/{each}" for each in ("again", "claim", "seating", "status"))
        client.subscribe([(topic, WHILE_HERE) for topic in (f"{self._address.discovery}/status", *own)])

    def _disconnected(self, client: Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
        self._name.lose_broker()
        if self._closing:
            return
        self._speaks.clear()
        if self._link.state is not LinkState.REFUSED:
            self._link.became(LinkState.NO_ANSWER)

    def _subscribed(self, client: Client, userdata: Any, mid: int, reasons: Any, properties: Any) -> None:
        self._name.claim()

    def _published(self, client: Client, userdata: Any, mid: int, reason: Any, properties: Any) -> None:
        if mid in self._claims:
            self._claims.discard(mid)
        else:
            self._arrived.set()

    def _heard(self, client: Client, userdata: Any, message: Any) -> None:
        with contextlib.suppress(UnicodeDecodeError):  # a topic, which paho decodes when it is asked for
            self._take(message)

    def _take(self, message: Any) -> None:
        if message.retain and message.topic in (f"{self._root}/again", f"{self._root}/claim"):
            return  # no table keeps these at a broker: whoever did is not there to answer
        if message.topic == f"{self._root}/again":
            self._tell_again(message.payload)
        elif message.topic == f"{self._root}/claim":
            self._name.hear(message.payload)
        elif message.topic == f"{self._root}/seating":
            self._on_seating(*parse_seating(message.payload))
        elif message.topic == f"{self._root}/status":
            if message.payload == OFFLINE.encode() and not message.retain:
                self._name.hear_goodbye()
        elif message.payload == ONLINE.encode() and self._speaks.is_set():
            self._introduce()

    def _publish_claim(self, text: str) -> None:
        self._claims.add(self._client.publish(f"{self._root}/claim", text).mid)

    def _named(self, is_mine: bool) -> None:
        if is_mine:
            self._introduce()
            self._speaks.set()
        else:
            self._speaks.clear()
        self._link.became(LinkState.CONNECTED if is_mine else LinkState.NAME_TAKEN)

    def _tell_again(self, payload: bytes) -> None:
        if self._waiting.qsize() > MOST_BEFORE_AGAIN:
            return
        try:
            asked = json.loads(payload)
            happening = self._games.get((asked["game"], asked["begun"]))
            after, to = asked["after"], asked.get("to")
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        if happening is None or asked.get("table_id", happening.table_id) != happening.table_id:
            return
        if type(after) is not int or after < 0 or type(to) not in (int, type(None)):
            return
        self._tell_events(happening, happening.record.events[after:to], after)

    def _introduce(self) -> None:
        self._tell_config()
        self._tell(f"{self._root}/status", ONLINE, retain=True)
        with self._telling:
            if self._newest is not None:
                self._tell(f"{self._root}/state", self._newest, retain=True)

    def _config(self) -> str:
        return json.dumps(device(self._address.table, self._root, self._page()))

    def _tell_config(self) -> None:
        self._introduced = self._config()
        self._tell(config_topic(self._address), self._introduced, retain=True)


def config_topic(address: Address) -> str:
    """Home Assistant's topic for the table, in ASCII letters only."""
    plain = re.sub(r"[^A-Za-z0-9_-]", lambda each: f"-{ord(each[0]):x}-", address.table)
    return f"{address.discovery}/device/cups-up-{plain}/config"


def kept_topics(address: Address) -> tuple[str, ...]:
    return (config_topic(address), *(f"cups-up/{address.table}/{each}" for each in KEPT))


def forgotten(address: Address) -> LinkState:
    """Remove a table's topics from a broker and wait for it.

    ``NAME_TAKEN``: the table is still there, and nothing was removed.
    """
    # RuntimeError: the connection was lost (paho's publish)
    with contextlib.suppress(queue.Empty, RuntimeError), _trial(address, "forget") as (client, answers):
        if (state := answers.get(timeout=TRIAL_S)) is not LinkState.CONNECTED:
            return state
        client.on_connect = None  # a second connection is no answer
        client.on_message = lambda _client, _data, message: (
            answers.put(LinkState.NAME_TAKEN) if message.payload == ONLINE.encode() else None
        )
        client.subscribe(f"cups-up/{address.table}/status", ONCE)
        with contextlib.suppress(queue.Empty):
            return answers.get(timeout=ANSWER_S)
        for each in kept_topics(address):
            sent = client.publish(each, b"", ONCE, retain=True)
            sent.wait_for_publish(TRIAL_S)
            if not sent.is_published():
                return LinkState.NO_ANSWER
        return LinkState.CONNECTED
    return LinkState.NO_ANSWER


def moments_of(happening: Happening) -> Iterator[tuple[str, dict[str, object]]]:
    game, before = happening.record.game, happening.before
    if isinstance(game, rules.Game) and isinstance(before, rules.Game):
        found = _moments_of_dice(happening.fresh[-1], game, before)
        number = len(before.rounds) + 1
    elif isinstance(game, rules.Match) and isinstance(before, rules.Match):
        found, number = _moments_of_cards(game, before), game.hand
    else:
        return
    named = {"game": happening.game_id, "number": happening.number, "round": number}
    for moment, seat, said in found:
        yield moment, {"player": say_player(game.players, seat), "seat": seat, "said": said, **named}


def _moments_of_dice(
    event: rules.AnyEvent, game: rules.Game, before: rules.Game
) -> Iterator[tuple[str, int, str]]:
    match event:
        case rules.BidMade() | rules.TotalBid():
            yield "bid", event.player, say_bid(event, game.ruleset)
        case rules.Challenged() | rules.ChallengedTogether() | rules.SpotOnCalled():
            yield "challenge", game.called.caller, say_turn(game)
        case rules.CupsRevealed() | rules.RevealCorrected():
            ended = game.rounds[-1]
            yield "verdict", ended.by, say_verdict(ended, game.players, game.ruleset)
            for seat, held in enumerate(game.dice):
                if before.dice[seat] and not held:
                    yield "out", seat, say("mqtt.out", player=say_player(game.players, seat))
    if game.winner is not None and before.winner != game.winner:
        yield "won", game.winner, say_turn(game)


def _moments_of_cards(match: rules.Match, before: rules.Match) -> Iterator[tuple[str, int, str]]:
    newest = match.quests[-1] if len(match.quests) > len(before.quests) else match.quest
    asked = before.quest.challenged if before.quest is not None else None
    if newest is not None and newest.challenged and not asked:
        yield "challenge", newest.asker, say_quest(newest, match.players)
    if len(match.quests) > len(before.quests):
        yield "verdict", match.quests[-1].asker, say_quest(match.quests[-1], match.players)
    if match.winner is not None and before.winner is None:
        yield "won", match.winner, say_match_turn(match)


def _player_of(field: str) -> str:
    seat = f"value_json.{field}"
    return f"(value_json.names[{seat}] if {seat} is not none else '')"


_ROUND = "value_json.hand if 'hand' in value_json else value_json.rounds + (value_json.winner is none)"
_ATTRIBUTES = (
    "{{ {'phase': value_json.phase, 'player': " + _player_of("to_act") + ", 'round': " + _ROUND + ","
    " 'dice': dict(zip(value_json.names, value_json.dice | default(value_json.cards)))} | tojson }}"
)


def homepage() -> str | None:
    """The project's address, if the installed package has one, as a release does."""
    try:
        urls = metadata("cups-up").get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    named = (each.partition(", ") for each in urls)
    return next((url for label, _, url in named if label == "Homepage"), None)


def device(table: str, root: str, page: str | None = None) -> dict[str, object]:
    """The table as a device of Home Assistant; ``page``: the scoreboard's address.

    Each moment has an entity and a trigger, so that a repeated verdict is heard twice.
    """
    sensors = {
        "turn": ("mdi:account-arrow-right", "{{ value_json.turn[:255] }}"),
        "player": ("mdi:account", "{{ " + _player_of("to_act") + " }}"),
        "bid": ("mdi:dice-multiple", "{{ value_json.bid_said or '' }}"),
        "verdict": ("mdi:gavel", "{{ (value_json.verdict or '')[:255] }}"),
        "winner": ("mdi:trophy", "{{ " + _player_of("winner") + " }}"),
    }
    components: dict[str, dict[str, object]] = {
        name: {
            "p": "sensor",
            "unique_id": f"cups-up-{table}-{name}",
            "name": say(f"mqtt.sensor.{name}"),
            "icon": icon,
            "state_topic": f"{root}/state",
            "value_template": template,
        }
        for name, (icon, template) in sensors.items()
    }
    components["turn"] |= {"json_attributes_topic": f"{root}/state", "json_attributes_template": _ATTRIBUTES}
    for moment in MOMENTS:
        topic = f"{root}/happened/{moment}"
        components[f"happened-{moment}"] = {
            "p": "event",
            "unique_id": f"cups-up-{table}-happened-{moment}",
            "name": say(f"mqtt.moment.{moment}"),
            "icon": "mdi:bell-ring",
            "event_types": [moment],
            "state_topic": topic,
        }
        components[f"trigger-{moment}"] = {
            "p": "device_automation",
            "automation_type": "trigger",
            "type": moment,
            "subtype": "table",
            "topic": topic,
        }
    return {
        "device": {
            "identifiers": [f"cups-up-{table}"],
            "name": f"Cups Up {table}",
            "manufacturer": "Cups Up",
            "model": say("mqtt.model"),
            "sw_version": __version__,
            **({} if page is None else {"configuration_url": page}),
        },
        "origin": {
            "name": "Cups Up",
            "sw_version": __version__,
            **({} if (home := homepage()) is None else {"support_url": home}),
        },
        "components": components,
        "availability": [{"topic": f"{root}/status"}],
        "qos": ONCE,
    }


def _moment(happening: Happening) -> str:
    return happening.begun_at.isoformat(timespec="seconds")
