"""Signs of life for systemd: told as it asks for them, and none where the session has ended."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from companion.cli.wiring.versions import Heartbeat, send_datagram


class Line:
    """Keeps what is sent, and where."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, bytes]] = []

    def __call__(self, address: str, words: bytes) -> None:
        self.sent.append((address, words))


def heart(line: Line, **environment: str) -> Heartbeat:
    return Heartbeat.from_environment({"NOTIFY_SOCKET": "/run/notify"} | environment, line)


def test_it_beats_three_times_within_the_limit() -> None:
    assert heart(Line(), WATCHDOG_USEC="30000000").every_s == pytest.approx(10.0)


@pytest.mark.parametrize("wanted", [{}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"}])
def test_without_a_watchdog_no_beats_are_wanted(wanted: dict[str, str]) -> None:
    assert heart(Line(), **wanted).every_s is None


def test_a_watchdog_of_another_process_is_not_ours() -> None:
    assert heart(Line(), WATCHDOG_USEC="30000000", WATCHDOG_PID="1").every_s is None
    assert heart(Line(), WATCHDOG_USEC="30000000", WATCHDOG_PID=str(os.getpid())).every_s is not None


def test_the_first_beat_says_ready_and_a_dead_session_says_nothing() -> None:
    line = Line()
    beating = heart(line, WATCHDOG_USEC="30000000")
    beating.beat(alive=True)
    beating.beat(alive=True)
    beating.beat(alive=False)
    beating.stop()
    assert [words for _, words in line.sent] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_without_a_service_manager_nothing_is_sent() -> None:
    line = Line()
    Heartbeat.from_environment({}, line).beat(alive=True)
    assert line.sent == []


@pytest.mark.parametrize("abstract", [False, True])
def test_a_datagram_arrives(tmp_path: Path, abstract: bool) -> None:
    name = f"cups-up-test-{os.getpid()}"
    address = f"@{name}" if abstract else str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind("\0" + name if abstract else address)
        send_datagram(address, b"WATCHDOG=1")
        assert manager.recv(64) == b"WATCHDOG=1"


def test_a_manager_that_is_gone_is_no_fault(tmp_path: Path) -> None:
    send_datagram(str(tmp_path / "nobody"), b"WATCHDOG=1")
