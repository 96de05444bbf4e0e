"""Scoreboard and phones are switched on and off by touch, and only then does anything listen."""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli.wiring.cameras import Simulation, open_camera
from companion.cli.wiring.checkup import examine_listening
from companion.cli.wiring.evening import Evening, session_of
from companion.cli.wiring.settings import LiveSettings
from companion.core.settings import SettingsFile
from companion.play.base.ports import Reach, Served
from companion.play.modes.dice.views import BiddingScene, CheckScene, VerdictScene
from companion.play.overlays.views import BackToTable, SettingsScene
from companion.recognition.pipeline.eye import Eye
from companion.recognition.table.table_eye import TableReader
from companion.share.web import (
    Listening,
    RevealsOnBoard,
    SwitchedPhones,
    SwitchedScoreboard,
    SwitchedServers,
    listening,
)
from companion.share.web.servers import Listener
from tests.ui.fingers import draw_frames
from tests.ui.touched_evening import (
    ANSWER_SECONDS,
    TouchedEvening,
    answer_doubts,
    begin,
    bid,
    lift_cups,
)

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
FREE = "127.0.0.1:0"
PLACES = dict.fromkeys([(each, reach) for each in Served for reach in (Reach.HERE, Reach.LAN)], FREE)
PICTURES = "Pictures on the scoreboard"
MOTIONLESS = {"motion": "reduced", "language": "en"}


class Switched:
    """A table at the touchscreen, and what listens beside it."""

    def __init__(self, evening: TouchedEvening, servers: SwitchedServers) -> None:
        self.evening, self.servers = evening, servers

    def open_settings(self) -> None:
        self.evening.fingers.tap(self.evening.fingers.stage.header.ids.leading)
        self.evening.touch("Settings", lambda view: view.kind is SettingsScene)

    def switch(self, title: str, choice: str) -> None:
        """Choose in this line of the settings, and wait until the table has said what came of it."""
        number = self.evening.view.number
        self._touch_line(title)
        self.evening.fingers.tap_words(choice)
        self.evening.wait_for(lambda view: view.number > number and view.fault is not None)

    def _touch_line(self, title: str) -> None:
        lines = self.evening.screen.ids.lines
        row = next(line for line in lines.cells if line.title == title)
        lines.scroll_to(row, animate=False)
        draw_frames()
        self.evening.fingers.tap(row)
        draw_frames()

    def show_pictures(self, choice: str) -> None:
        """Choose whether the scoreboard shows pictures, and go back to the table."""
        self.open_settings()
        self._touch_line(PICTURES)
        self.evening.touch(choice)
        assert self.state(PICTURES) == choice
        self.evening.session.send(BackToTable(self.evening.view.number))
        self.evening.wait_for(lambda view: view.kind is VerdictScene)

    def state(self, title: str) -> str | None:
        """How this line stands; ``None`` where there is none."""
        rows = self.evening.view.scene.rows
        return next((row.state for row in rows if row.title == title), None)


@pytest.fixture
def switched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Switched]:
    monkeypatch.chdir(ROOT)
    board, phones = SwitchedScoreboard(), SwitchedPhones()
    reveals, eye = RevealsOnBoard(board), TableReader(Eye(threads=1))
    settings = LiveSettings(SettingsFile(tmp_path / "settings.toml"), MOTIONLESS)
    opened = open_camera("simulated", Simulation(seed=1987))
    with closing(SwitchedServers(board, phones, PLACES)) as servers:
        servers.reveals = reveals
        table = Evening(
            tmp_path / "games.sqlite3",
            opened,
            eye,
            watch=False,
            followers=(board, reveals),
            viewers=(reveals.show,),
            servers=servers,
            settings=settings,
        )
        try:
            with session_of(table) as session:
                evening = TouchedEvening(session, opened.cups, servers=servers)
                try:
                    yield Switched(evening, servers)
                finally:
                    evening.close()
        finally:
            board.close()
            phones.shut()


def listening_here() -> list[Listening]:
    """What was started by this test and listens."""

    def parent(process: int) -> int:
        return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])

    return [each for each in listening() if os.getpid() in (each.process, parent(each.process))]


def shown_at(url: str, words: str) -> dict:
    """The first message of the page with these words."""
    until = time.monotonic() + ANSWER_SECONDS
    with urllib.request.urlopen(f"{url}events", timeout=ANSWER_SECONDS) as stream:
        for line in stream:
            assert time.monotonic() < until
            if words in line.decode():
                return json.loads(line.decode().removeprefix("data: "))
    raise AssertionError("the stream has ended")


def test_a_touch_makes_the_scoreboard_listen_in_the_middle_of_a_game_and_another_ends_it(
    switched: Switched,
) -> None:
    evening = switched.evening
    begin(evening)
    bid(evening, 2, 4)
    switched.open_settings()
    assert switched.state("Scoreboard in a browser") == "Off"
    assert listening_here() == [], "nothing listens unless somebody switches it on"
    switched.switch("Scoreboard in a browser", "On this machine")
    assert switched.state("Scoreboard in a browser") == "On this machine"
    assert evening.view.fault == "The scoreboard is on. Its code is in the menu of a game."
    url, local = switched.servers.scoreboard
    assert local
    assert shown_at(url, "two 4s")["shown"]["turn"] == "Ben: beat two 4s, or challenge."
    assert [each.listener for each in listening_here()] == [Listener.SCOREBOARD]
    assert "(scoreboard, process" in examine_listening().sentence
    evening.session.send(BackToTable(evening.view.number))
    evening.wait_for(lambda view: view.kind is BiddingScene)
    evening.fingers.tap(evening.fingers.stage.header.ids.leading)
    draw_frames()
    evening.fingers.tap_words("Scoreboard")
    assert url in evening.fingers.words()
    evening.fingers.stage.close()
    switched.open_settings()
    switched.switch("Scoreboard in a browser", "Off")
    assert switched.state("Scoreboard in a browser") == "Off"
    assert listening_here() == []
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(url, timeout=ANSWER_SECONDS)
    assert switched.servers.scoreboard is None


def picture_at(url: str, wanted: bool) -> str | None:
    """The name of the picture with the verdict, once there is one, or none, as wanted."""
    until = time.monotonic() + ANSWER_SECONDS
    with urllib.request.urlopen(f"{url}events", timeout=ANSWER_SECONDS) as stream:
        for line in stream:
            assert time.monotonic() < until
            if line.startswith(b"data: {"):
                told = json.loads(line.decode().removeprefix("data: "))
                if told["shown"]["verdict"] and (told["picture"] is not None) is wanted:
                    return told["picture"]
    raise AssertionError("the stream has ended")


def test_a_reveals_picture_is_on_the_page_after_a_touch_and_goes_with_another(switched: Switched) -> None:
    evening = switched.evening
    begin(evening)
    bid(evening, 2, 4)
    switched.open_settings()
    assert switched.state(PICTURES) is None, "there is no page for them"
    switched.switch("Scoreboard in a browser", "On this machine")
    assert switched.state(PICTURES) == "Off"
    evening.session.send(BackToTable(evening.view.number))
    evening.wait_for(lambda view: view.kind is BiddingScene)
    evening.touch("Liar!")
    lift_cups(evening)
    if evening.view.kind is CheckScene:
        answer_doubts(evening)
    url, _ = switched.servers.scoreboard
    assert picture_at(url, False) is None, "nobody asked for pictures"
    switched.show_pictures("On")
    name = picture_at(url, True)
    with urllib.request.urlopen(url + name, timeout=ANSWER_SECONDS) as shot:
        assert shot.headers["Content-Type"] == "image/jpeg"
    switched.show_pictures("Off")
    assert picture_at(url, False) is None
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(url + name, timeout=ANSWER_SECONDS)


def test_phones_join_once_they_are_switched_on_by_touch_and_not_before_or_after(switched: Switched) -> None:
    evening = switched.evening
    begin(evening)
    switched.open_settings()
    switched.switch("Bidding from phones", "On this machine")
    assert evening.view.fault == "Phones may bid now. Each player's code is in the menu of a game."
    invited = switched.servers.phones.invitation(0)
    joined = urllib.request.Request(
        f"{switched.servers.gateway.url}join",
        json.dumps({"code": invited.code}).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(joined, timeout=ANSWER_SECONDS) as answer:
        assert answer.status == 200
    assert switched.servers.gateway.invitation(0).joined
    switched.switch("Bidding from phones", "Off")
    assert listening_here() == []
    assert switched.servers.phones is None


def test_a_server_that_cannot_start_is_said_and_stays_off(switched: Switched) -> None:
    switched.servers._places = dict.fromkeys(PLACES, "198.51.100.7:9")  # an address of others (RFC 5737)
    begin(switched.evening)
    switched.open_settings()
    reason = "Cannot assign requested address: choose one of this machine's, or lan"
    for title, missed in (("Scoreboard in a browser", "the scoreboard"), ("Bidding from phones", "phones")):
        switched.switch(title, "In the local network")
        told = switched.evening.view.fault
        assert told == f"The game goes on without {missed}: {reason}."
        assert switched.state(title) == "Off"
    assert switched.servers.scoreboard is None
    assert switched.servers.phones is None
