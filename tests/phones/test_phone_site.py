"""The phones' server as it really runs: who gets in, what is refused, and a phone that goes hurts nobody."""

from __future__ import annotations

import json
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from phone_table import Phone, PhoneTable, asked, joined, served, told_in

from companion.commands.wiring.listening import listening
from companion.commands.wiring.phones_here import phones_of
from companion.phones.guard import ASKS, LONGEST_ASKED
from companion.phones.site import WRONG
from companion.play.commands import PlaceBid

NOT_JOINED = "This phone is not at the table now. In the menu there, choose Phones and your name."
NOT_UNDERSTOOD = "This was not understood. Open the page again."
FILES = ("", "phone.css", "phone.js", "parts.js", "wire.js", "dice.js", "signs.js", "icon.svg")


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PhoneTable]:
    """A table for tests that change nothing on it."""
    with served(tmp_path_factory.mktemp("idle")) as here:
        here.begin(dice=2)
        yield here


@pytest.fixture
def here(tmp_path: Path) -> Iterator[PhoneTable]:
    with served(tmp_path) as found:
        found.begin(dice=2)
        yield found


def test_two_phones_play_a_round_and_the_screen_is_told_as_by_a_touch(here: PhoneTable) -> None:
    ann, ben = joined(here, 0), joined(here, 1)
    with ann.events() as to_ann, ben.events() as to_ben:
        first = told_in(to_ann)
        assert (first["me"], first["turn"], first["message"]) == (0, 0, "Ann: make the first bid.")
        assert ann.ask("bid", first["number"], 1, 4) == (200, None)
        assert here.wait_for(lambda view: view.bid is not None).bid == "one 4"
        second = told_in(to_ben, lambda told: told["bid"] is not None)
        assert (second["me"], second["turn"], second["challengers"]) == (1, 1, [1])
        assert ben.ask("challenge", second["number"]) == (200, None)
    verdict = here.reveal((4, 4), (2, 3), (5, 6))
    with ben.events() as to_ben:
        told = told_in(to_ben, lambda told: told["headline"])
    assert verdict.verdict is not None
    assert (told["headline"], told["losses"]) == (verdict.verdict.headline, verdict.verdict.sentence)


def test_a_screen_that_is_touched_first_wins_and_the_phone_is_told(here: PhoneTable) -> None:
    ann, number = joined(here, 0), here.view.number
    here.touch(PlaceBid, quantity=1, face=4)
    assert ann.ask("bid", number, 2, 4) == (409, "The table has moved on. Look again.")
    assert here.view.bid == "one 4"


def test_somebody_without_a_code_sees_nothing_and_does_nothing(idle: PhoneTable) -> None:
    for cookie in ("", "cups-up-phone=", "cups-up-phone=guessed"):
        stranger = Phone(idle.desk.url, cookie)
        assert stranger.get("events")[0] == 403
        assert stranger.ask("bid", idle.view.number, 1, 4) == (403, NOT_JOINED)
    page = Phone(idle.desk.url).get()[1]
    assert "Ann" not in page
    assert idle.view.bid is None


def test_wrong_codes_are_refused_and_soon_not_even_tried(here: PhoneTable) -> None:
    thief = Phone(here.desk.url)
    assert thief.join("AAAAAA") == 403
    assert any(thief.join("AAAAAA") == 429 for _ in range(2 * int(WRONG)))
    assert thief.join(here.desk.invitation(0).code) == 429
    assert not here.desk.invitation(0).joined


def test_who_asks_too_often_waits(here: PhoneTable) -> None:
    ann = joined(here, 0)
    assert any(ann.send("ask", {"do": "undo"})[0] == 429 for _ in range(10 * int(ASKS)))
    here.touch(PlaceBid, quantity=1, face=4)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xff",
        {"do": "undo", "number": 1},
        {"do": "join"},
        {"do": "bid", "number": "1"},
        {"do": "bid", "number": True},
        {"do": ["bid"]},
        {"do": "bid", "text": "x" * LONGEST_ASKED},
    ],
)
def test_what_is_no_bid_is_refused(idle: PhoneTable, body: object) -> None:
    number = idle.view.number
    assert Phone(idle.desk.url).send("ask", body)[:2] == (400, NOT_UNDERSTOOD)
    assert idle.view.number == number


def test_a_page_of_somebody_else_cannot_bid(idle: PhoneTable) -> None:
    phone, body = Phone(idle.desk.url), {"code": "AAAAAA"}
    assert phone.send("join", body, Origin="http://other.example")[0] == 400
    assert phone.send("join", body, **{"Content-Type": "text/plain"})[0] == 400
    assert phone.send("join", body, Host="rebound.example")[0] == 400
    assert phone.send("join", body, Origin=idle.desk.url.rstrip("/"))[0] == 403


def test_the_cookie_is_kept_from_scripts_and_other_sites(idle: PhoneTable) -> None:
    phone = Phone(idle.desk.url)
    cookie = phone.send("join", {"code": idle.desk.invitation(2).code})[2]["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


def test_the_page_and_its_files_come_with_headers_and_load_nothing_from_elsewhere(idle: PhoneTable) -> None:
    for path in FILES:
        status, text, headers = Phone(idle.desk.url).get(path)
        assert status == 200
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["Cache-Control"] == "no-store"
        assert headers["Server"] is None
        assert not re.search(r"(?<!:)//[a-z]|style=|<script>", text.replace("http://www.w3.org/", ""))
    for path in ("nothing.js", "..%2fsite.py", "join", "ask/"):
        assert Phone(idle.desk.url).get(path)[0] in (404, 405)


def test_a_phone_that_went_away_holds_nothing_up(here: PhoneTable) -> None:
    ann = joined(here, 0)
    for _ in range(6):
        ann.events().close()
    here.touch(PlaceBid, quantity=1, face=4)
    ben = joined(here, 1)
    assert ben.ask("bid", here.view.number, 2, 4) == (200, None)


def test_a_phone_that_is_sent_away_is_told(here: PhoneTable) -> None:
    ann = joined(here, 0)
    with ann.events() as stream:
        told_in(stream)
        here.desk.send_away(0)
        assert told_in(stream, lambda told: told["me"] is None) == {"me": None, "message": NOT_JOINED}
    assert ann.get("events")[0] == 403


def test_the_table_plays_on_where_the_server_is_gone(here: PhoneTable) -> None:
    joined(here, 0)
    port = urlsplit(here.desk.url).port
    (server,) = [each.process for each in listening() if each.place == f"127.0.0.1:{port}"]
    subprocess.run(["kill", "-9", str(server)], check=True)
    assert here.touch(PlaceBid, quantity=1, face=4).bid == "one 4"


def test_without_the_switch_nothing_listens() -> None:
    before = listening()
    with phones_of(asked()) as phones:
        assert phones.url is None
        assert listening() == before


def test_a_place_that_is_taken_is_one_sentence_and_the_game_goes_on(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with phones_of(asked("--phones", f"127.0.0.1:{taken.getsockname()[1]}")) as phones:
            assert phones.url is None
    told = capfd.readouterr().err
    assert "the game goes on without phones: Address already in use" in told
    assert "Traceback" not in told


def test_it_listens_nowhere_but_where_it_was_told(capfd: pytest.CaptureFixture[str]) -> None:
    with phones_of(asked("--phones", "0.0.0.0")) as phones:
        assert phones.url is None
    assert "address" in capfd.readouterr().err


def test_without_names_no_name_reaches_a_phone(tmp_path: Path) -> None:
    with served(tmp_path, "--no-names") as here:
        here.begin(dice=2)
        with joined(here, 0).events() as stream:
            told = told_in(stream, lambda told: bool(told.get("players")))
    assert "Ann" not in json.dumps(told)
    assert [each["name"] for each in told["players"]] == ["Seat 1", "Seat 2", "Seat 3"]
