"""The scoreboard as it really runs: who gets in, what the answers say, and that nobody holds it up."""

from __future__ import annotations

import errno
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.share.web import address_of, server
from companion.share.web.addresses import Address, hosts_of, new_token
from companion.share.web.server import GUESSES, Throttle
from tests.share.web.samples import PATIENCE_S, TOKEN, Served, feed_of, message_in, served

pytestmark = pytest.mark.slow

FILES = ("", "board.css", "board.js", "dice.js", "signs.js", "parts.js", "wire.js", "icon.svg")


def test_the_page_and_its_files_come_with_headers_that_keep_others_out(board: Served) -> None:
    for path in FILES:
        status, _, headers = board.get(path)
        assert status == 200
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Server"] is None


def test_no_file_loads_anything_from_elsewhere(board: Served) -> None:
    for path in FILES:
        text = board.get(path)[1].replace("http://www.w3.org/", "")
        assert "//" not in "".join(line.split(" // ")[0] for line in text.splitlines() if line[:2] != "//")
        assert "<script>" not in text
        assert "style=" not in text


def test_its_process_holds_nothing_that_only_the_table_needs(board: Served) -> None:
    libraries = Path(f"/proc/{board.process.pid}/maps").read_text()
    assert [name for name in ("cv2", "numpy", "onnxruntime") if f"/{name}/" in libraries] == []


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_it_can_only_be_read(board: Served, method: str) -> None:
    status, text, headers = board.get(method=method)
    assert (status, text, headers["Allow"]) == (405, "The scoreboard can only be read.", "GET, HEAD")


@pytest.mark.parametrize("path", ["/", "/another/", "nothing.css", "%2e%2e/guard.py", "..%2fguard.py"])
def test_nothing_else_is_there(board: Served, path: str) -> None:
    assert board.get(path)[0] == 404


def test_a_page_of_somebody_else_that_was_made_to_lead_here_is_refused(board: Served) -> None:
    port = urlsplit(board.url).port
    assert board.get(host="rebound.example")[0] == 400
    assert board.get(host=f"127.0.0.1:{port}")[0] == 200
    assert board.get(host=f"{socket.gethostname()}.local:{port}")[0] == 200


def test_a_reader_first_gets_all_that_there_is(board: Served) -> None:
    with board.events() as stream:
        told = json.loads(message_in(stream))
    assert told["notice"] is None
    assert [each["name"] for each in told["shown"]["players"]] == ["Ann", "Ben"]
    assert told["shown"]["verdict"]["lost"] == [0, 1]


def test_a_new_line_of_the_feed_reaches_every_reader() -> None:
    with served() as running, running.events() as one, running.events() as another:
        assert all(json.loads(message_in(each))["shown"] is None for each in (one, another))
        running.feed(feed_of())
        for each in (one, another):
            while (told := json.loads(message_in(each)))["shown"] is None:
                pass
            assert told["shown"]["title"] == "Milton Bradley, 1987"


def test_a_table_without_names_shows_seats() -> None:
    with served("--no-names") as running, running.events() as stream:
        running.feed(feed_of())
        while "Seat 2" not in (told := message_in(stream)):
            pass
        assert "Ann" not in told
        assert "Ben" not in told


def test_who_guesses_tokens_is_soon_refused_and_who_knows_it_is_not() -> None:
    with served() as running:
        found = [running.get("/guess-this-one/")[0] for _ in range(int(GUESSES) + 5)]
        assert found[0] == 404
        assert found[-1] == 429
        assert running.get()[0] == 200


def test_what_is_asked_too_often_in_one_go_is_not_all_answered() -> None:
    with served() as running:
        place = urlsplit(running.url)
        with socket.create_connection((place.hostname, place.port), PATIENCE_S) as hasty:
            hasty.sendall(f"GET /guess HTTP/1.1\r\nHost: {place.hostname}\r\n\r\n".encode() * 100)
            told = hasty.makefile("rb").read()
    assert told.count(b"HTTP/1.1 429") == 1
    assert told.count(b"HTTP/1.1 ") < 100


def test_standard_input_waits_again_for_whoever_reads_it_next() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading) as given, os.fdopen(writing, "wb") as told:
        call = [sys.executable, "-m", "companion", "scoreboard", "--listen", "127.0.0.1:0", "--json"]
        with subprocess.Popen(call, stdin=given, stdout=subprocess.PIPE) as running:
            assert running.stdout is not None
            assert running.stdout.readline()
            told.close()
            assert running.wait(PATIENCE_S) == 0
        assert os.get_blocking(given.fileno())


def test_one_reader_more_than_may_be_is_told_so() -> None:
    with served() as running:
        streams = []
        for _ in range(200):
            streams.append(running.events())
        status, text, headers = running.get("events")
        assert (status, headers["Retry-After"]) == (503, "30")
        assert text == "Too many people are watching already. Try again later."
        streams.pop().close()
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                streams.append(running.events())
                break
            except OSError:
                assert time.monotonic() < until
        for each in streams:
            each.close()


def test_it_ends_with_its_input_also_while_somebody_reads() -> None:
    with served() as running, running.events() as stream:
        running.feed(feed_of())
        message_in(stream)
        assert running.process.stdin is not None
        running.process.stdin.close()
        assert running.process.wait(PATIENCE_S) == 0


def test_a_connection_that_asks_nothing_is_ended(board: Served) -> None:
    address = urlsplit(board.url)
    with socket.create_connection((address.hostname, address.port), server.SILENT_S + 20) as silent:
        silent.sendall(b"GET /")
        assert silent.recv(1) == b""


def test_a_place_that_is_taken_is_one_sentence() -> None:
    with served() as running:
        call = [*running.process.args[:-2]]  # without its token
        call[call.index("--listen") + 1] = f"127.0.0.1:{urlsplit(running.url).port}"
        done = subprocess.run(call, capture_output=True, text=True, timeout=PATIENCE_S, cwd=None, check=False)
    assert done.returncode == 1
    assert "Address already in use" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("given", ["/dev/null", "/dev/zero", None], ids=["nothing", "a device", "closed"])
def test_without_a_feed_on_standard_input_it_says_so_and_ends(given: str | None) -> None:
    """A service, cron and a container give /dev/null."""
    call = [sys.executable, "-m", "companion", "--language", "en", "scoreboard", "--listen", "127.0.0.1:0"]
    redirected = f"< {given}" if given else "<&-"
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {redirected}', "sh", *call],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    reason = "nothing comes from standard input here: say with --from where the feed is"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"cups-up scoreboard: {reason}\n")


def test_a_feed_that_is_not_there_yet_is_said_and_waited_for(tmp_path: Path) -> None:
    path, told = tmp_path / "feed.jsonl", tmp_path / "told"
    with (
        told.open("w") as complaints,
        served("--from", str(path), complaints=complaints) as running,
        running.events() as stream,
    ):
        assert json.loads(message_in(stream))["shown"] is None
        path.write_text(feed_of())
        while "Ben" not in message_in(stream):
            pass
    assert told.read_text() == f"{path}: is not there yet; the page waits for it\n"


def test_addresses_are_read() -> None:
    assert address_of("") == Address("127.0.0.1", 8037)
    assert address_of("192.168.1.20") == Address("192.168.1.20", 8037)
    assert address_of("192.168.1.20:9000") == Address("192.168.1.20", 9000)
    assert address_of("localhost:1") == Address("127.0.0.1", 1)
    assert address_of("[::ffff:192.168.1.20]") == Address("192.168.1.20", 8037)
    assert address_of("[fd00::5]:9000").url(TOKEN) == f"http://[fd00::5]:9000/{TOKEN}/"
    assert "192.168.1.20" in hosts_of((address_of("192.168.1.20"),))


@pytest.mark.parametrize(
    "text",
    [
        "0.0.0.0",
        "[::]",
        "0.0.0.0:80",
        "[::ffff:0.0.0.0]",
        "table.example",
        "1.2.3.4:99999",
        "1.2.3.4:x",
        "::",
    ],
)
def test_it_listens_nowhere_but_at_an_address_that_was_named(text: str) -> None:
    with pytest.raises(ValueError, match="address"):
        address_of(text)


def test_a_service_that_may_open_no_socket_is_in_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a kiosk that was not let into the network (RestrictAddressFamilies in its service)."""

    def no_socket(*_: object) -> socket.socket:
        raise OSError(errno.EAFNOSUPPORT, os.strerror(errno.EAFNOSUPPORT))

    monkeypatch.setattr("socket.socket", no_socket)
    assert not Address("127.0.0.1", 0).is_here
    with pytest.raises(ValueError, match="this machine is in no network"):
        address_of("lan")


def test_a_token_is_never_the_same() -> None:
    assert len({new_token() for _ in range(100)}) == 100


def test_the_throttle_lets_go_with_time() -> None:
    now = [0.0]
    throttle = Throttle(2, 1, lambda: now[0])
    assert [throttle.allows("one") for _ in range(3)] == [True, True, False]
    assert throttle.allows("another")
    now[0] = 1.0
    assert throttle.allows("one")
