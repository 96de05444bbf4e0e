"""A broker that is away is told in the terminal and at the table; ``doctor --events`` tries each place."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli import doctor
from companion.cli.wiring.cameras import Opened
from companion.cli.wiring.evening import Evening, session_of
from companion.cli.wiring.feeds import PASSWORD, LinksInUse, examine_place
from companion.cli.wiring.findings import Finding, State
from companion.play.base.ports import Broker, ClubRound
from companion.share.feed import LinkState, SocketFeed
from companion.share.web import SwitchedPhones, SwitchedScoreboard, SwitchedServers
from companion.text import say
from tests.club.brokers import BROKER, Mosquitto
from tests.offscreen import offscreen
from tests.ports import kept_port

HOST = "broker.local:1883"
AWAY, HERE = f"No answer from {HOST}; trying again.", f"Connected to {HOST}."
MAKE_USERS = shutil.which("mosquitto_passwd")


def test_each_change_is_told_once_in_the_terminal_and_to_the_table(
    capsys: pytest.CaptureFixture[str],
) -> None:
    links, told = LinksInUse(), []
    changed = links.heard_of(HOST, "kitchen")
    links.tell_table(told.append)
    for state in (LinkState.CONNECTED, LinkState.NO_ANSWER, LinkState.CONNECTED):
        changed(state)
    assert capsys.readouterr().err.splitlines() == [f"MQTT: {each}" for each in (HERE, AWAY, HERE)]
    assert told == [AWAY, HERE], "all well from the start is no news for players"


def test_two_tables_at_one_broker_are_two_links() -> None:
    links = LinksInUse()
    links.heard_of(HOST, "kitchen")(LinkState.CONNECTED)
    links.heard_of(HOST, "garden")(LinkState.NAME_TAKEN)
    assert links.brokers == (
        Broker(HOST, "Connected", is_missing=False),
        Broker(HOST, "Name taken", is_missing=True),
    )


def test_an_evening_tells_its_table_what_was_wrong_before_it_began_and_what_comes(tmp_path: Path) -> None:
    links = LinksInUse()
    changed = links.heard_of(HOST, "kitchen")
    changed(LinkState.NO_ANSWER)
    with closing(SwitchedServers(SwitchedScoreboard(), SwitchedPhones(), links=links)) as servers:
        opened = Opened(None, None, "no camera")
        evening = Evening(tmp_path / "games.sqlite3", opened, None, servers=servers)
        with session_of(evening) as session:
            assert links.on_news == session.tell
            changed(LinkState.CONNECTED)
            session.close()
            assert session.view.fault == HERE
        assert servers.brokers == (Broker(HOST, "Connected", is_missing=False),)


@pytest.mark.slow
def test_the_demonstration_says_in_the_chosen_language_that_its_broker_is_away(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    nobody = f"127.0.0.1:{kept_port()}"
    words = ("--language", "de", "demo", "--fast", "--rounds", "1", "--out", str(tmp_path))
    assert main([*words, "--events", f"mqtt://{nobody}/kitchen"]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("MQTT")]
    assert told == [f"MQTT: Keine Antwort von {nobody}; es wird weiter versucht."]


@pytest.mark.slow
def test_a_game_at_the_screen_says_it_in_the_terminal_too(tmp_path: Path) -> None:
    nobody = f"127.0.0.1:{kept_port()}"
    words = ("--language", "de", "play", "--first-scene", "--camera", "simulated", "--panel", "none")
    done = offscreen(tmp_path, *words, "--events", f"mqtt://{nobody}/kitchen")
    told = f"MQTT: Keine Antwort von {nobody}; es wird weiter versucht.\n"
    assert (done.returncode, done.stderr) == (0, told)


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[str]:
    """Host and port of a broker that lets ``ada`` in, whose password is ``secret``."""
    if BROKER is None or MAKE_USERS is None:
        pytest.skip("mosquitto is not installed")
    users = tmp_path / "users"
    subprocess.run([MAKE_USERS, "-b", "-c", str(users), "ada", "secret"], check=True, capture_output=True)
    broker = Mosquitto(tmp_path, ("allow_anonymous false", f"password_file {users}"))
    broker.start()
    yield f"127.0.0.1:{broker.port}"
    broker.stop()


def no_answer(place: str) -> str:
    return f"No answer from {place}."


@pytest.mark.slow
def test_the_doctor_tells_a_wrong_password_from_a_broker_that_is_away(
    guarded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = f"mqtt://ada@{guarded}/kitchen"
    monkeypatch.setenv(PASSWORD, "secret")
    assert examine_place(asked) == Finding("feed", State.OK, f"Connected to {guarded}.")
    monkeypatch.setenv(PASSWORD, "geheim")
    assert examine_place(asked) == Finding(
        "feed",
        State.FAULT,
        f"{guarded} refuses this user and password.",
        "check the user in the address, and the password in CUPS_UP_MQTT_PASSWORD",
    )
    nobody = f"127.0.0.1:{kept_port()}"
    away = examine_place(f"mqtt://{nobody}/kitchen")
    assert (away.state, away.sentence) == (State.FAULT, no_answer(nobody))
    assert away.remedy == say("doctor.broker.start")


def test_the_doctor_tries_files_and_sockets_and_leaves_nothing(tmp_path: Path) -> None:
    kept, fresh = tmp_path / "kept.jsonl", tmp_path / "fresh.jsonl"
    kept.write_text("{}\n")
    for place in (str(kept), str(fresh), f"unix:{tmp_path / 'socket'}", "-"):
        assert examine_place(place) == Finding("feed", State.OK, f"{place} can be written")
    assert [each.name for each in tmp_path.iterdir()] == ["kept.jsonl"]
    assert kept.read_text() == "{}\n"


@pytest.mark.parametrize("place", ["{0}", "{0}/none/feed.jsonl", "unix:{0}/none/feed", "unix:{0}/taken"])
def test_the_doctor_says_which_place_cannot_be_had_and_what_to_do(place: str, tmp_path: Path) -> None:
    with closing(SocketFeed(tmp_path / "taken")):
        found = examine_place(place.format(tmp_path))
        assert (tmp_path / "taken").exists()
    assert found.state is State.FAULT
    assert found.sentence.startswith(f"{place.format(tmp_path)}: the feed cannot be opened there: ")
    assert found.remedy == "name another place, one where this user may write"


def test_the_doctor_tells_the_feed_s_place_in_json_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "examinations", lambda *_: ())
    written_wrong = "mqtt://ada:geheim@broker/kitchen"
    assert main(["doctor", "--json", "--events", str(tmp_path / "feed"), "--events", written_wrong]) == 1
    told = capsys.readouterr().out
    found = json.loads(told)
    assert [each["state"] for each in found["findings"]] == ["ok", "fault"]
    assert found["findings"][1]["sentence"] == say("mqtt.password_seen")
    assert "geheim" not in told


def test_whom_a_club_seats_here_is_said_once_and_again_to_a_table_that_opens_later() -> None:
    links, told = LinksInUse(), []
    links.seat(2, ("Ida", "Jon"))
    links.tell_table(told.append)
    links.seat(2, ("Ida", "Jon"))
    assert told == ["Round 2 here: Ida and Jon."]
    assert links.club_round == ClubRound(2, ("Ida", "Jon"))
    links.seat(0, ())
    assert (told, links.club_round) == (["Round 2 here: Ida and Jon."], None)
