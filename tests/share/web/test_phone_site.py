"""The phones' server as it really runs: who gets in, what is refused, and a phone that goes hurts nobody."""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.cli.wiring.feeds import phones_of
from companion.play.base.commands import PlaceBid
from companion.share.web import listen, listening, listening_at
from companion.share.web.addresses import Address
from companion.share.web.phone_server import (
    COOKIE,
    MOST_OF_ONE_PHONE,
    MOST_REQUESTS,
    WRONG,
    Fields,
    NoAnswer,
    PhoneSite,
    TableLine,
    TableState,
)
from companion.share.web.server import LONGEST_POST, POSTS, serve_app
from tests.share.web.phone_table import PATIENCE_S, Phone, PhoneTable, asked, joined, served, told_in

pytestmark = pytest.mark.slow

NOT_JOINED = "This phone is not at the table now. In the menu there, choose Phones and your name."
NO_ANSWER = "The table does not answer. Bid at its screen."
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
        assert here.wait_for(lambda view: view.scene.game.bid is not None).scene.game.bid == "one 4"
        second = told_in(to_ben, lambda told: told["bid"] is not None)
        assert (second["me"], second["turn"], second["challengers"]) == (1, 1, [1])
        assert ben.ask("challenge", second["number"]) == (200, None)
    verdict = here.reveal((4, 4), (2, 3), (5, 6))
    with ben.events() as to_ben:
        told = told_in(to_ben, lambda told: told["headline"])
    assert verdict.scene.verdict is not None
    assert (told["headline"], told["losses"]) == (
        verdict.scene.verdict.headline,
        verdict.scene.verdict.sentence,
    )


def test_a_screen_that_is_touched_first_wins_and_the_phone_is_told(here: PhoneTable) -> None:
    ann, number = joined(here, 0), here.view.number
    here.touch(PlaceBid, quantity=1, face=4)
    assert ann.ask("bid", number, 2, 4) == (409, "The table has moved on. Look again.")
    assert here.view.scene.game.bid == "one 4"


def test_somebody_without_a_code_sees_nothing_and_does_nothing(idle: PhoneTable) -> None:
    for cookie in ("", "cups-up-phone=", "cups-up-phone=guessed"):
        stranger = Phone(idle.gateway.url, cookie)
        assert stranger.get("events")[0] == 403
        assert stranger.ask("bid", idle.view.number, 1, 4) == (403, NOT_JOINED)
    page = Phone(idle.gateway.url).get()[1]
    assert "Ann" not in page
    assert idle.view.scene.game.bid is None


def test_wrong_codes_are_refused_and_soon_not_even_tried(here: PhoneTable) -> None:
    thief = Phone(here.gateway.url)
    assert thief.join("AAAAAA") == 403
    assert any(thief.join("AAAAAA") == 429 for _ in range(2 * int(WRONG)))
    assert thief.join(here.gateway.invitation(0).code) == 429
    assert not here.gateway.invitation(0).joined


def test_who_asks_too_often_waits(here: PhoneTable) -> None:
    ann = joined(here, 0)
    assert any(ann.send("ask", {"do": "undo"})[0] == 429 for _ in range(10 * int(POSTS)))
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
        {"do": "bid", "text": "x" * LONGEST_POST},
    ],
)
def test_what_is_no_bid_is_refused(idle: PhoneTable, body: object) -> None:
    number = idle.view.number
    assert Phone(idle.gateway.url).send("ask", body)[:2] == (400, NOT_UNDERSTOOD)
    assert idle.view.number == number


def test_a_page_of_somebody_else_cannot_bid(idle: PhoneTable) -> None:
    phone, body = Phone(idle.gateway.url), {"code": "AAAAAA"}
    assert phone.send("join", body, Origin="http://other.example")[0] == 400
    assert phone.send("join", body, **{"Content-Type": "text/plain"})[0] == 400
    assert phone.send("join", body, Host="rebound.example")[0] == 400
    assert phone.send("join", body, Origin=idle.gateway.url.rstrip("/"))[0] == 403


def test_the_cookie_is_kept_from_scripts_and_other_sites(idle: PhoneTable) -> None:
    phone = Phone(idle.gateway.url)
    cookie = phone.send("join", {"code": idle.gateway.invitation(2).code})[2]["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie


def test_the_page_and_its_files_come_with_headers_and_load_nothing_from_elsewhere(idle: PhoneTable) -> None:
    for path in FILES:
        status, text, headers = Phone(idle.gateway.url).get(path)
        assert status == 200
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert headers["Cache-Control"] == "no-store"
        assert headers["Server"] is None
        assert not re.search(r"(?<!:)//[a-z]|style=|<script>", text.replace("http://www.w3.org/", ""))
    for path in ("nothing.js", "..%2fsite.py", "join", "ask/"):
        assert Phone(idle.gateway.url).get(path)[0] in (404, 405)


def test_a_phone_that_went_away_holds_nothing_up(here: PhoneTable) -> None:
    ann = joined(here, 0)
    for _ in range(6):
        ann.events().close()
    here.touch(PlaceBid, quantity=1, face=4)
    ben = joined(here, 1)
    assert ben.ask("bid", here.view.number, 2, 4) == (200, None)


def test_a_phone_is_back_at_once_though_its_lost_streams_are_not_yet_noticed(here: PhoneTable) -> None:
    """A radio link that comes and goes leaves half-open streams: the oldest gives way, the others stay."""
    ann, ben = joined(here, 0), joined(here, 1)
    with contextlib.ExitStack() as stack:
        of_ben = stack.enter_context(ben.events())
        streams = [stack.enter_context(ann.events()) for _ in range(MOST_OF_ONE_PHONE + 1)]
        assert b"".join(streams[0]).count(b"data: ") == 1, "it ends after its first message"
        assert ann.ask("bid", here.view.number, 1, 4) == (200, None)
        for each in (*streams[1:], of_ben):
            assert told_in(each, lambda told: told["bid"] is not None)["number"] == here.view.number


def test_a_phone_that_is_sent_away_is_told(here: PhoneTable) -> None:
    ann = joined(here, 0)
    with ann.events() as stream:
        told_in(stream)
        here.gateway.send_away(0)
        assert told_in(stream, lambda told: told["me"] is None) == {"me": None, "message": NOT_JOINED}
    assert ann.get("events")[0] == 403


def test_the_table_plays_on_where_the_server_is_gone(here: PhoneTable) -> None:
    joined(here, 0)
    port = urlsplit(here.gateway.url).port
    (server,) = [each.process for each in listening() if each.place == f"127.0.0.1:{port}"]
    subprocess.run(["kill", "-9", str(server)], check=True)
    assert here.touch(PlaceBid, quantity=1, face=4).scene.game.bid == "one 4"


@pytest.mark.parametrize(
    "fields",
    [{"number": -1}, {"quantity": 10**400}, {"face": -(10**40)}],
    ids=lambda fields: next(iter(fields)),
)
def test_who_asks_what_cannot_be_is_refused_at_once_and_holds_nobody_up(
    here: PhoneTable, fields: dict[str, int]
) -> None:
    ann = joined(here, 0)
    answers = [ann.send("ask", {"do": "bid", **fields})[0] for _ in range(2 * int(POSTS))]
    assert answers[0] == 400
    assert set(answers) == {400, 429}
    assert joined(here, 1).ask("bid", here.view.number, 1, 4) == (409, "Ann: make the first bid.")


class SlowTable(TableLine):
    """Answers no code, and no other question before it is told what."""

    def __init__(self) -> None:
        super().__init__(lambda _: None)
        self.answers: list[Fields] = []
        self.asked: queue.SimpleQueue[Fields] = queue.SimpleQueue()
        self.ended = threading.Event()

    async def ask(self, fields: Fields) -> Fields:
        self.asked.put(fields)
        if fields["do"] == "join" and not self.answers:
            raise NoAnswer
        while not self.answers:
            await asyncio.sleep(0.01)
        return self.answers.pop()

    async def listen(self) -> None:
        await asyncio.to_thread(self.ended.wait)


@contextlib.contextmanager
def at_slow_table() -> Iterator[tuple[SlowTable, str]]:
    """Its phones' server, with two phones in: "ann" and "ben"."""
    line, house, taken = SlowTable(), TableState(), listen(Address("127.0.0.1", 0))
    house.take({"state": {"language": "en"}, "phones": {"ann": 0, "ben": 1}})
    site = PhoneSite(house, line, ["127.0.0.1"])
    serving = threading.Thread(
        target=lambda: asyncio.run(serve_app(site.app, [taken], line.listen(), house.close, MOST_REQUESTS))
    )
    serving.start()
    try:
        yield line, f"http://127.0.0.1:{listening_at(taken).port}/"
    finally:
        line.ended.set()
        serving.join(PATIENCE_S)
        taken.close()
    assert not serving.is_alive()


def test_a_code_that_could_not_be_checked_is_no_wrong_guess() -> None:
    with at_slow_table() as (line, url):
        phone = Phone(url)
        for _ in range(2 * int(WRONG)):
            status, told, _ = phone.send("join", {"code": "ABCDEF"})
            assert (status, json.loads(told)) == (503, {"refused": NO_ANSWER})
        line.answers.append({"refused": None, "phone": "key"})
        assert phone.join("ABCDEF") == 200


def test_one_phone_has_few_questions_open_and_another_asks_beside_it() -> None:
    ask = {"do": "bid", "number": 1, "quantity": 1, "face": 4}
    with at_slow_table() as (line, url), ThreadPoolExecutor(MOST_OF_ONE_PHONE + 1) as phones:
        ann, ben = Phone(url, f"{COOKIE}=ann"), Phone(url, f"{COOKIE}=ben")
        waiting = [phones.submit(ann.send, "ask", ask) for _ in range(MOST_OF_ONE_PHONE)]
        assert [line.asked.get(timeout=PATIENCE_S)["phone"] for _ in waiting] == ["ann"] * MOST_OF_ONE_PHONE
        assert ann.send("ask", ask)[0] == 429
        waiting.append(phones.submit(ben.send, "ask", ask))
        assert line.asked.get(timeout=PATIENCE_S)["phone"] == "ben"
        line.answers += [{"refused": None}] * len(waiting)
        assert [each.result()[0] for each in waiting] == [200] * len(waiting)


def test_strangers_at_a_phones_address_use_up_nothing_of_its_own(here: PhoneTable) -> None:
    ann, stranger = joined(here, 0), Phone(here.gateway.url)
    while stranger.send("ask", {"do": "challenge"})[0] == 403:
        pass
    assert ann.ask("bid", here.view.number, 1, 4) == (200, None)


def test_half_open_connections_of_many_addresses_keep_no_phone_out(here: PhoneTable) -> None:
    ann, place = joined(here, 0), urlsplit(here.gateway.url)
    with contextlib.ExitStack() as stack:
        for number in range(MOST_REQUESTS):
            source = (f"127.0.0.{66 + number % 2}", 0)
            half_open = socket.create_connection((place.hostname, place.port), PATIENCE_S, source)
            stack.enter_context(half_open).sendall(b"POST /ask")
        assert ann.ask("bid", here.view.number, 1, 4) == (200, None)
        assert joined(here, 1).ask("bid", here.view.number, 2, 4) == (200, None)


def test_a_body_without_an_end_is_not_read(here: PhoneTable) -> None:
    place = urlsplit(here.gateway.url)
    with socket.create_connection((place.hostname, place.port), PATIENCE_S) as endless:
        head = f"POST /join HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Type: application/json\r\n"
        endless.sendall(f"{head}Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n".encode())
        assert endless.recv(12) == b"HTTP/1.1 400"


def test_a_table_that_ends_before_a_stranger_has_asked_says_nothing_of_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as here:
        place = urlsplit(here.gateway.url)
        asking = socket.create_connection((place.hostname, place.port), PATIENCE_S)
        head = f"POST /join HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Type: application/json\r\n"
        asking.sendall(f"{head}Content-Length: 50\r\n\r\n{{".encode())
        assert Phone(here.gateway.url).get()[0] == 200
    asking.close()
    assert capfd.readouterr().err == ""


def test_a_stranger_who_goes_in_the_middle_of_a_question_is_not_worth_a_line(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as here:
        place = urlsplit(here.gateway.url)
        with socket.create_connection((place.hostname, place.port), PATIENCE_S) as asking:
            head = f"POST /join HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Type: application/json\r\n"
            asking.sendall(f"{head}Content-Length: 50\r\n\r\n{{".encode())
            asking.shutdown(socket.SHUT_WR)
            assert asking.recv(1) == b""
        assert Phone(here.gateway.url).get()[0] == 200
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize(
    "redirected", ["< /dev/null", "<&-", f"< {__file__}"], ids=["nothing", "closed", "file"]
)
def test_a_server_that_no_table_tells_anything_ends(redirected: str) -> None:
    call = [sys.executable, "-m", "companion.share.web", "en", "127.0.0.1:0"]
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {redirected}', "sh", *call],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


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
    reason = "Address already in use: end the program that has it, or choose another"
    assert f"the game goes on without phones: {reason}" in told
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
