"""Scoreboard, phones and the club's page by HTTPS, behind a real nginx with the settings of docs/https.md."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.share.feed import Address, MqttFeed
from tests.club.brokers import BROKER, Mosquitto
from tests.club.games_here import game_of, happenings
from tests.club.served_club import club_served, message
from tests.ports import HERE, kept_port
from tests.share.web import samples
from tests.share.web.phone_table import Phone, served, told_in

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin")
DOCS = Path(__file__).resolve().parents[3] / "docs" / "https.md"
NAME = "localhost"
PATIENCE_S = 30
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NGINX is None, reason="nginx is not installed"),
    pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificate"),
]


@dataclass(frozen=True)
class Ports:
    """Where the web server answers for each of the pages."""

    board: int = field(default_factory=kept_port)
    phones: int = field(default_factory=kept_port)


def settings_for(changes: dict[str, str]) -> str:
    """The settings of the page, with these changes."""
    found = re.search(r"```nginx\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    text = found[1]
    for former, new in changes.items():
        assert former in text
        text = text.replace(former, new)
    return text


@contextlib.contextmanager
def running_nginx(folder: Path, ports: Ports, page: str, url: str) -> Iterator[None]:
    """A web server before this page, with a certificate and ports of the test."""
    changes = {
        r"table\.example": NAME,
        "table.example": NAME,
        "/etc/ssl/table": str(folder / "table"),
        "listen 443": f"listen {HERE}:{ports.board}",
        "listen 8443": f"listen {HERE}:{ports.phones}",
        page: f"{HERE}:{urlsplit(url).port}",
    }
    config, kept = folder / "nginx.conf", ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    own = "".join(f"{each}_temp_path {folder}/kept;" for each in kept)
    top = f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/log;"
    config.write_text(f"{top} events {{}} http {{ access_log off; {own} {settings_for(changes)} }}")
    assert NGINX is not None
    running = subprocess.Popen([NGINX, "-p", str(folder), "-c", str(config)])
    until = time.monotonic() + PATIENCE_S
    try:
        while not (_answers(ports.board) and _answers(ports.phones)):
            assert running.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        yield
    finally:
        running.terminate()
        running.wait(PATIENCE_S)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a certificate, which everything of this test trusts."""
    key, certificate = tmp_path / "table.key", tmp_path / "table.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
    names = ["-addext", f"subjectAltName=DNS:{NAME}", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([*made, *names], check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    return tmp_path


def _answers(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex((HERE, port)) == 0


def test_the_scoreboard_is_shown_encrypted_and_its_stream_comes_at_once(folder: Path) -> None:
    ports = Ports()
    with samples.served() as board, running_nginx(folder, ports, "127.0.0.1:8037", board.url):
        url = f"https://{NAME}:{ports.board}{urlsplit(board.url).path}"
        with urllib.request.urlopen(url, timeout=PATIENCE_S) as page:
            assert "board.js" in page.read().decode()
            assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")
        with urllib.request.urlopen(f"{url}events", timeout=PATIENCE_S) as stream:
            assert json.loads(samples.message_in(stream))["shown"] is None
            board.feed(samples.feed_of())
            assert json.loads(samples.message_in(stream))["shown"]["players"][0]["name"] == "Ann"


def test_a_phone_joins_and_bids_encrypted_and_another_page_cannot(folder: Path) -> None:
    ports = Ports()
    with served(folder) as here, running_nginx(folder, ports, "127.0.0.1:8038", here.gateway.url):
        here.begin(dice=2)
        own = f"https://{NAME}:{ports.phones}"
        ann = Phone(f"{own}/")
        ann.headers["Origin"] = own
        assert ann.join(here.gateway.invitation(0).code) == 200
        with ann.events() as stream:
            assert told_in(stream)["me"] == 0
        assert ann.ask("bid", here.view.number, 1, 4) == (200, None)
        assert here.wait_for(lambda view: view.scene.game.bid is not None).scene.game.bid == "one 4"
        ann.headers["Origin"] = "https://elsewhere.example"
        status, _, _ = ann.send("ask", {"do": "challenge", "number": here.view.number})
        assert status == 403


@pytest.mark.skipif(BROKER is None, reason="mosquitto is not installed")
def test_the_clubs_page_is_shown_encrypted_and_a_result_comes_at_once(folder: Path) -> None:
    ports, broker = Ports(), Mosquitto(folder)
    broker.start()
    try:
        with club_served(broker, folder) as plain, running_nginx(folder, ports, "127.0.0.1:8037", plain):
            url = f"https://{NAME}:{ports.board}{urlsplit(plain).path}"
            with urllib.request.urlopen(url, timeout=PATIENCE_S) as page:
                assert "club.js" in page.read().decode()
            with urllib.request.urlopen(f"{url}events", timeout=PATIENCE_S) as stream:
                assert message(stream, heading="Round 1")["over"] is False
                feed = MqttFeed(Address(HERE, broker.port, "kitchen"))
                for each in happenings(game_of(1)):
                    feed.on_event(each)
                assert message(stream, over=True)["standings"][0]["points"] == 10
                feed.close()
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"https://{NAME}:{ports.board}/guess/", timeout=PATIENCE_S)
    finally:
        broker.kill()
