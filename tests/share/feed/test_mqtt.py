"""The feed on a real Mosquitto: events once each, how the game stands, a device for Home Assistant."""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.__main__ import main
from companion.rules import AnyEvent, BidMade, Challenged, CupsRevealed, GameBegun
from companion.share.feed import Address, LinkState, MqttFeed, broker_address
from companion.share.feed.mqtt import MOST_BEFORE_AGAIN, MOST_WAITING, homepage
from tests.club import brokers
from tests.club.brokers import BROKER, Mosquitto
from tests.share.happened import NOW, ROUND, happenings

BEGINNING, BID = happenings(ROUND[:2])


def _short(dice: int) -> tuple[AnyEvent, ...]:
    """Nobody has a star: whoever bids one loses a die."""
    left, events = [dice, dice], [GameBegun("milton-bradley", ("Ann", "Ben"), (("dice", dice),), 0)]
    while all(left):
        bidder = len(events) // 3 % 2
        events += [BidMade(bidder, 1, 1), Challenged(1 - bidder)]
        events.append(CupsRevealed(tuple((2 + seat,) * held for seat, held in enumerate(left))))
        left[bidder] -= 1
    return tuple(events)


SHORT = _short(3)
"""A game of five rounds, of which the third says the same as the first."""
DEVICES = "homeassistant/device/"
real = pytest.mark.skipif(BROKER is None, reason="mosquitto is not installed")
until = partial(brokers.until, patience_s=30.0)


@dataclass
class Listener:
    """A client that keeps what it hears."""

    broker: Mosquitto
    heard: list[tuple[str, str, bool]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_message = lambda client, data, message: self.heard.append(
            (message.topic, message.payload.decode(), message.retain)
        )
        self._client.on_connect = lambda client, *_: client.subscribe(
            [("cups-up/#", 1), ("homeassistant/device/#", 1)]
        )
        self._client.connect("127.0.0.1", self.broker.port)
        self._client.loop_start()

    def on(self, topic: str) -> list[str]:
        return [payload for at, payload, _ in self.heard if at == f"cups-up/{topic}"]

    def say(self, topic: str, words: str) -> None:
        self._client.publish(topic, words, 1).wait_for_publish(20)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


class SlowWelcome:
    """A way to a broker that opens late, and holds back what the broker answers until ``welcome`` is set."""

    def __init__(self, to: int) -> None:
        self.asked, self.welcome = threading.Event(), threading.Event()
        self._to, self._door = to, socket.socket()
        self._leading = threading.Thread(target=self._lead)
        self._door.bind(("127.0.0.1", 0))
        self.port = int(self._door.getsockname()[1])

    def __enter__(self) -> SlowWelcome:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):  # nobody came: wakes who waits at the door
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.welcome.set()
        self._leading.join(20)

    def open(self) -> None:
        self._door.listen()
        self._leading.start()

    def _lead(self) -> None:
        with contextlib.suppress(OSError):
            table, _ = self._door.accept()
            with table, socket.create_connection(("127.0.0.1", self._to)) as broker:
                answering = threading.Thread(target=self._answer, args=(broker, table))
                answering.start()
                self._carry(table, broker, self.asked)
                answering.join()

    def _answer(self, broker: socket.socket, table: socket.socket) -> None:
        self.welcome.wait(30)
        self._carry(broker, table, threading.Event())

    @staticmethod
    def _carry(one: socket.socket, other: socket.socket, carried: threading.Event) -> None:
        """Carry what one says to the other until either has left; then the other hears of it."""
        with contextlib.suppress(OSError):
            while said := one.recv(4096):
                other.sendall(said)
                carried.set()
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    started = Mosquitto(tmp_path)
    started.start()
    yield started
    started.stop()


@pytest.fixture
def listener(broker: Mosquitto) -> Iterator[Listener]:
    listening = Listener(broker)
    yield listening
    listening.close()


def feed_to(broker: Mosquitto, **fields: object) -> MqttFeed:
    return MqttFeed(Address("127.0.0.1", broker.port, "kitchen", **fields))


@real
def test_events_come_once_each_with_their_number_and_the_state_stays(
    broker: Mosquitto, listener: Listener
) -> None:
    feed = feed_to(broker)
    feed.on_event(BEGINNING)
    feed.on_event(BID)
    until(lambda: len(listener.on("kitchen/event")) == 2)
    first, second = map(json.loads, listener.on("kitchen/event"))
    assert (first["number"], first["event"]["event"], first["game"]) == (1, "game", 7)
    assert (second["number"], second["event"]["face"]) == (2, 4)
    late = Listener(broker)
    until(lambda: any(json.loads(each)["turn"].startswith("Ben") for each in late.on("kitchen/state")))
    assert late.on("kitchen/event") == []
    late.close()
    feed.close()


@pytest.mark.slow
@real
def test_the_table_is_online_until_it_closes_or_dies(broker: Mosquitto, listener: Listener) -> None:
    feed = feed_to(broker)
    until(lambda: listener.on("kitchen/status") == ["online"])
    feed.close()
    until(lambda: listener.on("kitchen/status") == ["online", "offline"])
    dying = feed_to(broker)
    until(lambda: listener.on("kitchen/status")[-1] == "online")
    dying._client.socket().shutdown(socket.SHUT_RDWR)
    until(lambda: "offline" in listener.on("kitchen/status")[3:])
    dying.close()


@real
def test_an_evening_ends_without_its_broker(broker: Mosquitto) -> None:
    feed = feed_to(broker)
    until(feed._client.is_connected)
    broker.stop()
    until(lambda: not feed._client.is_connected())
    feed.on_event(BEGINNING)
    feed.close()


@pytest.mark.slow
@real
def test_what_happens_while_the_broker_is_away_arrives_later_in_order(broker: Mosquitto) -> None:
    feed = feed_to(broker)
    until(feed._client.is_connected)
    broker.stop()
    feed.on_event(BEGINNING)
    feed.on_event(BID)
    broker.start()
    late = Listener(broker)
    until(lambda: bool(late.on("kitchen/state")) and json.loads(late.on("kitchen/state")[-1])["number"] == 2)
    numbers = [json.loads(each)["number"] for each in late.on("kitchen/event")]
    assert numbers == sorted(numbers)
    late.close()
    feed.close()


@pytest.mark.slow
@real
def test_after_more_than_can_wait_the_table_is_online_and_the_newest_state_stays(
    broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.share.feed.mqtt.MOST_WAITING", 4)
    broker.stop()
    feed = feed_to(broker)
    for _ in range(10):
        feed.on_event(BEGINNING)
    feed.on_event(BID)
    broker.start()
    late = Listener(broker)
    until(lambda: bool(late.on("kitchen/state")) and json.loads(late.on("kitchen/state")[-1])["number"] == 2)
    until(lambda: late.on("kitchen/status")[-1:] == ["online"])
    late.close()
    feed.close()


@pytest.mark.slow
@real
def test_the_state_that_stays_is_the_newest_however_slowly_the_broker_lets_the_table_in(
    broker: Mosquitto,
) -> None:
    with SlowWelcome(broker.port) as way:
        feed = MqttFeed(Address("127.0.0.1", way.port, "kitchen"))
        feed.on_event(BEGINNING)
        way.open()
        until(way.asked.is_set)
        feed.on_event(BID)
        way.welcome.set()
        until(lambda: not feed._waiting.unfinished_tasks)
        late = Listener(broker)
        until(lambda: bool(late.on("kitchen/state")))
        assert json.loads(late.on("kitchen/state")[0])["number"] == 2
        late.close()
        feed.close()


@real
def test_home_assistant_finds_the_table_and_asks_again_after_its_own_start(
    broker: Mosquitto, listener: Listener
) -> None:
    feed = feed_to(broker)

    def configs() -> list[str]:
        return [
            payload
            for at, payload, _ in listener.heard
            if at == "homeassistant/device/cups-up-kitchen/config"
        ]

    until(lambda: len(configs()) == 1)
    told = json.loads(configs()[0])
    kinds = {name: each["p"] for name, each in told["components"].items()}
    moments = ("bid", "challenge", "verdict", "out", "won")
    assert kinds == dict.fromkeys(("turn", "player", "bid", "verdict", "winner"), "sensor") | {
        name: kind
        for moment in moments
        for name, kind in ((f"happened-{moment}", "event"), (f"trigger-{moment}", "device_automation"))
    }
    assert "'dice': dict(zip(value_json.names, " in told["components"]["turn"]["json_attributes_template"]
    assert told["components"]["bid"]["value_template"] == "{{ value_json.bid_said or '' }}"
    assert len({each["unique_id"] for each in told["components"].values() if "unique_id" in each}) == 10
    triggers = [each for each in told["components"].values() if each["p"] == "device_automation"]
    assert [each["topic"] for each in triggers] == [f"cups-up/kitchen/happened/{each}" for each in moments]
    assert "configuration_url" not in told["device"]
    assert ("support_url" in told["origin"]) is (homepage() is not None)
    listener.say("homeassistant/status", "online")
    until(lambda: len(configs()) == 2)
    feed.close()


def heard_moments(listener: Listener) -> list[tuple[str, str, str]]:
    """The moments that the table has told, in order, each with whom it is about and what it says."""
    found = []
    for at, payload, _ in listener.heard:
        if at.startswith("cups-up/kitchen/happened/"):
            told = json.loads(payload)
            assert told["event_type"] == at.rpartition("/")[2]
            found.append((told["event_type"], told["player"], told["said"]))
    return found


NO_STARS = "Ben challenges Ann's bid of one star. No stars at all! Ann was one short and"


@real
def test_each_moment_is_told_as_often_as_it_happens_and_the_past_is_not(
    broker: Mosquitto, listener: Listener
) -> None:
    feed, (first, *others) = feed_to(broker), happenings(SHORT)
    until(lambda: listener.on("kitchen/status") == ["online"])
    feed.on_event(first)
    for each in others:
        feed.on_event(each)
    until(lambda: any(moment == "won" for moment, *_ in heard_moments(listener)))
    told = heard_moments(listener)
    assert [moment for moment, *_ in told] == [*("bid", "challenge", "verdict") * 5, "out", "won"]
    assert told[:3] == [
        ("bid", "Ann", "one star"),
        ("challenge", "Ben", "Ben challenges one star. Lift the cups!"),
        ("verdict", "Ben", f"{NO_STARS} loses one die."),
    ]
    assert told[8] == told[2]
    assert told[-2:] == [("out", "Ann", "Ann is out."), ("won", "Ben", "Ben wins the game!")]
    count = len(heard_moments(listener))
    feed.on_event(replace(others[-1], fresh=others[-1].record.events, before=None))
    until(lambda: len(listener.on("kitchen/event")) == 2 * len(SHORT))
    assert len(heard_moments(listener)) == count
    feed.close()


@real
def test_home_assistant_hears_of_the_scoreboard_and_of_another_language_in_the_middle_of_a_game(
    broker: Mosquitto, listener: Listener
) -> None:
    pages = [None]
    address = Address("127.0.0.1", broker.port, "K\u00fcche", discovery="my/home")
    listener._client.subscribe("my/home/#", 1)
    feed = MqttFeed(address, page=lambda: pages[0])

    def devices() -> list[dict[str, object]]:
        at = "my/home/device/cups-up-K-fc-che/config"
        return [json.loads(payload)["device"] for topic, payload, _ in listener.heard if topic == at]

    until(lambda: len(devices()) == 1 and feed._speaks.is_set())
    assert devices()[0]["name"] == "Cups Up K\u00fcche"
    feed.on_event(BEGINNING)
    pages[0] = "http://10.0.0.7:8037/token/"
    feed.on_event(BID)
    until(lambda: len(devices()) == 2)
    assert devices()[1]["configuration_url"] == pages[0]
    feed.close()


@real
def test_a_table_that_is_gone_is_taken_away_by_the_command(
    broker: Mosquitto, listener: Listener, capsys: pytest.CaptureFixture[str]
) -> None:
    where = f"mqtt://127.0.0.1:{broker.port}/kitchen"
    feed = feed_to(broker)
    feed.on_event(BEGINNING)
    until(lambda: bool(listener.on("kitchen/state")))
    assert main(["club", "forget", where]) == 1
    assert "kitchen is online; close it first" in capsys.readouterr().err
    feed.close()
    assert kept_at(broker) != []
    assert main(["club", "forget", where]) == 0
    assert "kitchen: the broker keeps nothing of it any more" in capsys.readouterr().out
    assert kept_at(broker) == []


@pytest.mark.parametrize("stays", [True, False])
def test_a_broker_that_lets_in_and_answers_no_more_has_forgotten_nothing(
    stays: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.share.feed.mqtt.TRIAL_S", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as door:
        welcoming = threading.Thread(target=_welcome_only, args=(door, stays), daemon=True)
        welcoming.start()
        assert main(["club", "forget", f"mqtt://127.0.0.1:{door.getsockname()[1]}/kitchen"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "No answer from 127.0.0.1" in told.err


def _welcome_only(door: socket.socket, stays: bool) -> None:
    """Answers each CONNECT of MQTT with a CONNACK, and nothing else."""
    with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
        while True:
            came, _ = door.accept()
            came.recv(4096)
            came.sendall(b"\x20\x02\x00\x00")
            if stays:
                stack.enter_context(came)
            else:
                came.close()


@real
def test_a_topic_of_no_letters_does_not_end_the_feed(broker: Mosquitto) -> None:
    feed = feed_to(broker)
    feed._heard(feed._client, None, MQTTMessage(topic=b"\xff"))
    feed.close()


@real
def test_a_table_that_is_not_to_stay_takes_all_of_it_away(broker: Mosquitto) -> None:
    feed = MqttFeed(broker_address(f"mqtt://127.0.0.1:{broker.port}/kitchen?stay=no"))
    feed.on_event(BEGINNING)
    until(lambda: len(kept_at(broker)) == 3)
    feed.close()
    assert kept_at(broker) == []


def kept_at(broker: Mosquitto) -> list[str]:
    """The topics that the broker keeps; a message of its own comes after them."""
    late = Listener(broker)
    until(late._client.is_connected)
    until(lambda: late.say("cups-up/end", "") is None and bool(late.on("end")))
    late.close()
    return [at for at, _, retain in late.heard if retain]


@real
def test_a_broker_with_passwords_lets_nobody_else_in(tmp_path: Path) -> None:
    tool = shutil.which("mosquitto_passwd")
    assert tool is not None
    subprocess.run([tool, "-b", "-c", str(tmp_path / "users"), "table", "secret"], check=True)
    broker = Mosquitto(tmp_path, ("allow_anonymous false", f"password_file {tmp_path / 'users'}"))
    broker.start()
    known = feed_to(broker, user="table", password="secret")
    stranger = MqttFeed(Address("127.0.0.1", broker.port, "garden", user="table", password="guess"))
    until(known._client.is_connected)
    time.sleep(0.5)
    assert not stranger._client.is_connected()
    for each in (known, stranger):
        each.close()
    broker.stop()


@real
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho leaves a refused socket
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate")
def test_tls_reaches_a_broker_whose_certificate_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run(
        [*made, *names, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True
    )
    lines = ("allow_anonymous true", f"certfile {certificate}", f"keyfile {key}")
    broker = Mosquitto(tmp_path, lines)
    broker.start()
    distrustful = feed_to(broker, tls=True)
    until(lambda: distrustful._link.state is LinkState.UNTRUSTED)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    trusting = MqttFeed(Address("localhost", broker.port, "garden", tls=True))
    until(trusting._client.is_connected)
    assert not distrustful._client.is_connected()
    for each in (trusting, distrustful):
        each.close()
    broker.stop()


def test_what_a_table_hears_needs_no_queue_at_the_broker() -> None:
    """NATS keeps a replicated queue for each subscription of a higher quality of service than 0."""
    feed, asked = MqttFeed(Address("127.0.0.1", 1, "kitchen")), []
    feed._connected(
        SimpleNamespace(subscribe=asked.extend), None, None, SimpleNamespace(is_failure=False), None
    )
    assert asked == [
        ("homeassistant/status", 0),
        *((f"cups-up/kitchen/{each}", 0) for each in ("again", "claim", "seating", "status")),
    ]
    feed.close()


def test_no_broker_at_all_holds_nobody_up() -> None:
    feed = MqttFeed(Address("127.0.0.1", 1, "kitchen"))
    began = time.monotonic()
    for _ in range(100):
        feed.on_event(BID)
    assert time.monotonic() - began < 5
    feed.close()


def test_addresses_are_read() -> None:
    assert broker_address("mqtt://broker/kitchen") == Address("broker", 1883, "kitchen")
    assert broker_address("mqtts://ada@broker:99/kitchen", "secret") == Address(
        "broker", 99, "kitchen", True, "ada", "secret"
    )
    assert broker_address("mqtt://broker/k?discovery=my/home&stay=no") == Address(
        "broker", 1883, "k", discovery="my/home", stays=False
    )
    assert broker_address("mqtt://broker/Ku\u0308che").table == "K\u00fcche"
    assert broker_address("mqtt://broker/Ku%CC%88che").table == "K\u00fcche"


@pytest.mark.parametrize(
    "text",
    [
        "mqtt://",
        "mqtt://broker",
        "mqtt://broker/a/b",
        "mqtt://broker/+",
        "mqtt://broker/#",
        "http://broker/k",
        "mqtt://broker:99999/k",
        "mqtt://broker:x/k",
        "mqtt://ada:secret@broker/k",
        "mqtt://broker/k?x=1",
        "mqtt://broker/k?stay=perhaps",
        "mqtt://broker/k?discovery=",
        "mqtt://broker/k?discovery=a/%23",
        "mqtt://broker/k?discovery",
        "mqtt://[::1/k",
        "mqtt://a..b/k",
        f"mqtt://{'a' * 64}.local/k",
    ],
)
def test_other_addresses_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+") as refused:
        broker_address(text)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("urls", "found"),
    [
        (["Homepage, https://forge.example/cups-up"], "https://forge.example/cups-up"),
        (["Changes, https://forge.example/changes"], None),
        (None, None),
    ],
)
def test_the_projects_address_is_that_of_the_installed_package(
    urls: list[str] | None, found: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Told:
        def get_all(self, _name: str) -> list[str] | None:
            return urls

    monkeypatch.setattr("companion.share.feed.mqtt.metadata", lambda _package: Told())
    assert homepage() == found


def test_a_flood_of_questions_keeps_nothing_that_happens_from_the_broker() -> None:
    """Who may publish there asks for the whole game without end, while the broker is away."""
    feed = MqttFeed(Address("127.0.0.1", 1, "kitchen"))
    feed.on_event(BID)
    question = {"game": BID.game_id, "begun": NOW.isoformat(timespec="seconds"), "after": 0}
    asked = SimpleNamespace(
        topic="cups-up/kitchen/again", payload=json.dumps(question).encode(), retain=False
    )
    before = feed._waiting.qsize()
    feed._heard(feed._client, None, asked)
    told = feed._waiting.qsize() - before
    assert told == BID.record.length
    for _ in range(MOST_WAITING):
        feed._heard(feed._client, None, asked)
    assert feed._waiting.qsize() <= MOST_BEFORE_AGAIN + told
    feed.close()
