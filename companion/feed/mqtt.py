"""The feed for a broker of MQTT: each event, how the game stands, a device for Home Assistant (docs/feed.md).

Imported only where somebody asks for it; needs paho-mqtt (``cups-up[mqtt]``).
"""

from __future__ import annotations

import contextlib
import json
import logging
import queue
import re
import ssl
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion import __version__
from companion.feed.happening import Happening
from companion.feed.lines import state_line
from companion.journal.codec import line_of
from companion.rules.families import AnyEvent
from companion.text.speech import say

PORTS = {"mqtt": 1883, "mqtts": 8883}
"""Schemes of an address, and their ports; ``mqtts`` is TLS with the system's certificates."""
ONLINE, OFFLINE = "online", "offline"
HOME_ASSISTANT = "homeassistant"
MOST_WAITING = 10_000
"""Messages that wait while the broker is away; a further one takes the oldest one's place."""
MOST_GAMES = 50
"""Games of this start that can be told again."""
KEEP_ALIVE_S = 20
ONCE = 1
"""Quality of service: at least once; the event's number says whether it was had before."""
WHILE_HERE = 0
"""Quality of service of what a table hears: who lacks lines asks again. For a higher one a cluster of NATS
keeps a replicated queue for each subscription, which costs it nearly as much as all events."""
_PLAIN = re.compile(r"[\w-]{1,40}")

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Address:
    """A broker and the table's name on it. ``user`` and ``password`` are ``None`` where none are wanted."""

    host: str
    port: int
    table: str
    tls: bool = False
    user: str | None = None
    password: str | None = None


def address_of(text: str, password: str | None = None) -> Address:
    """The address in ``mqtt://[USER@]HOST[:PORT]/TABLE``. ValueError in a sentence for any other text."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ValueError(say("mqtt.no_address")) from None
    table = unquote(parts.path.strip("/"))
    if parts.scheme not in PORTS or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(say("mqtt.no_address"))
    if not _PLAIN.fullmatch(table):
        raise ValueError(say("mqtt.no_table"))
    if parts.password is not None:
        raise ValueError(say("mqtt.password_seen"))
    user = None if parts.username is None else unquote(parts.username)
    return Address(
        parts.hostname, port or PORTS[parts.scheme], table, parts.scheme == "mqtts", user, password
    )


def connect(client: Client, address: Address) -> None:
    """Begin to connect, and keep on by a thread of its own; returns at once."""
    if address.user is not None:
        client.username_pw_set(address.user, address.password)
    if address.tls:
        client.tls_set(cert_reqs=ssl.CERT_REQUIRED)
    client.reconnect_delay_set(1, 30)
    client.connect_async(address.host, address.port, KEEP_ALIVE_S)
    client.loop_start()


@dataclass(frozen=True, slots=True)
class _Message:
    topic: str
    payload: str
    retain: bool


class MqttFeed:
    """Fits ``companion.feed.happening.Follower``. The broker may come and go; the game never waits for it.

    A thread hands paho one message at a time, and the next when the broker has it: while paho connects, what
    it is given goes ahead of what waits already, and an old state would stay at the broker.
    """

    def __init__(self, address: Address) -> None:
        """Begin to connect; returns at once."""
        self._root = f"cups-up/{address.table}"
        self._table = address.table
        self._newest: str | None = None
        self._telling = threading.Lock()
        self._waiting: queue.Queue[_Message | None] = queue.Queue(MOST_WAITING)
        self._arrived, self._closed = threading.Event(), threading.Event()
        self._games: OrderedDict[tuple[int, str], Happening] = OrderedDict()
        self._client = client = Client(CallbackAPIVersion.VERSION2, client_id=f"cups-up-{address.table}")
        client.will_set(f"{self._root}/status", OFFLINE, ONCE, retain=True)
        client.on_connect, client.on_message = self._connected, self._heard
        client.on_publish = lambda *_: self._arrived.set()
        connect(client, address)
        self._sender = threading.Thread(target=self._send, daemon=True)
        self._sender.start()

    def told(self, happening: Happening) -> None:
        """Publish the happening; without a broker it waits."""
        self._remember(happening)
        newest = json.dumps(json.loads(state_line(happening))["state"])
        with self._telling:
            self._tell_events(happening, happening.fresh, happening.number - len(happening.fresh))
            self._newest = newest
            self._tell(f"{self._root}/state", newest, retain=True)

    def _remember(self, happening: Happening) -> None:
        self._games[happening.game_id, _moment(happening)] = happening
        if len(self._games) > MOST_GAMES:
            self._games.popitem(last=False)

    def _tell_events(self, happening: Happening, events: Sequence[AnyEvent], after: int) -> None:
        """Tell these lines of the game, which follow the one of this number."""
        for number, event in enumerate(events, start=after + 1):
            named = {"game": happening.game_id, "begun": _moment(happening), "number": number}
            told = json.dumps({**named, "event": json.loads(line_of(event))})
            self._tell(f"{self._root}/event", told)

    def close(self) -> None:
        """Say goodbye, and end."""
        self._tell(f"{self._root}/status", OFFLINE, retain=True)
        self._tell_no_more()
        self._client.disconnect()
        self._client.loop_stop()

    def _tell(self, topic: str, payload: str, retain: bool = False) -> None:
        self._wait_in_line(_Message(topic, payload, retain))

    def _wait_in_line(self, message: _Message | None) -> None:
        """Where too many wait, the oldest goes: who lacks an event asks for it, and the last state counts."""
        while True:
            try:
                return self._waiting.put_nowait(message)
            except queue.Full:
                with contextlib.suppress(queue.Empty):
                    self._waiting.get_nowait()
                    self._waiting.task_done()

    def _send(self) -> None:
        while (message := self._waiting.get()) is not None and not self._closed.is_set():
            self._arrived.clear()
            self._client.publish(message.topic, message.payload, ONCE, message.retain)
            self._arrived.wait()
            self._waiting.task_done()

    def _tell_no_more(self) -> None:
        """Wait a second for what is on its way. Without a broker the last will says goodbye."""
        self._wait_in_line(None)
        self._sender.join(1.0)
        self._closed.set()
        self._arrived.set()

    def _connected(self, client: Client, userdata: Any, flags: Any, reason: Any, properties: Any) -> None:
        if reason.is_failure:
            log.warning("the broker refuses: %s", reason)
            return
        client.subscribe([(f"{HOME_ASSISTANT}/status", WHILE_HERE), (f"{self._root}/again", WHILE_HERE)])
        self._introduce()

    def _heard(self, client: Client, userdata: Any, message: Any) -> None:
        if message.topic == f"{self._root}/again":
            self._tell_again(message.payload)
        elif message.payload == ONLINE.encode():
            self._introduce()

    def _tell_again(self, payload: bytes) -> None:
        """Somebody lacks the lines of a game after this number; what nobody can mean is not answered."""
        try:
            asked = json.loads(payload)
            happening = self._games.get((asked["game"], asked["begun"]))
            after, to = asked["after"], asked.get("to")
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        if happening is None or type(after) is not int or after < 0 or type(to) not in (int, type(None)):
            return
        self._tell_events(happening, happening.record.events[after:to], after)

    def _introduce(self) -> None:
        """Say that the table is there, what it is, and how its game stands."""
        config = f"{HOME_ASSISTANT}/device/cups-up-{self._table}/config"
        self._tell(config, json.dumps(device(self._table, self._root)), retain=True)
        self._tell(f"{self._root}/status", ONLINE, retain=True)
        with self._telling:
            if self._newest is not None:
                self._tell(f"{self._root}/state", self._newest, retain=True)


def device(table: str, root: str) -> dict[str, object]:
    """The table as a device of Home Assistant: whose turn, the bid, the verdict, dice in play, the winner."""
    sensors = {
        "turn": ("mdi:account-arrow-right", "{{ value_json.turn }}"),
        "player": ("mdi:account", _player("to_act")),
        "bid": ("mdi:dice-multiple", _BID),
        "verdict": ("mdi:gavel", "{{ (value_json.verdict or '')[:255] }}"),
        "winner": ("mdi:trophy", _player("winner")),
    }
    components = {
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
    return {
        "device": {
            "identifiers": [f"cups-up-{table}"],
            "name": f"Cups Up {table}",
            "sw_version": __version__,
        },
        "origin": {"name": "Cups Up", "sw_version": __version__},
        "components": components,
        "availability": [{"topic": f"{root}/status"}],
        "qos": ONCE,
    }


def _player(field: str) -> str:
    """A template of Home Assistant for the name of the seat in this field."""
    seat = f"value_json.{field}"
    return "{{ value_json.players[" + seat + "] if " + seat + " is not none else '' }}"


_BID = (
    "{% set bid = value_json.bid %}"
    "{{ '' if not bid else bid.total if bid.total is defined else bid.quantity ~ ' × ' ~ bid.face }}"
)


def _moment(happening: Happening) -> str:
    return happening.begun_at.isoformat(timespec="seconds")
