"""The doctor says what of the app listens, and where; what listens is asked of the system."""

from __future__ import annotations

import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.cli.wiring.checkup import examine_listening
from companion.cli.wiring.findings import State
from companion.cli.wiring.pages import listening_sockets, refuse_in_json
from companion.share.web import Listening, addresses, listening
from companion.share.web.servers import Listener

ROOT = Path(__file__).resolve().parents[3]


def test_a_scoreboard_that_runs_is_found_where_it_listens() -> None:
    call = [sys.executable, "-m", "companion", "scoreboard", "--listen", "127.0.0.1:0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(call, cwd=ROOT, stdin=pipe, stdout=pipe, text=True) as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        port = urlsplit(line[line.index("http") :]).port
        assert Listening(f"127.0.0.1:{port}", running.pid, Listener.SCOREBOARD) in listening()
        running.terminate()
    assert running.pid not in {each.process for each in listening()}


def test_a_page_for_the_network_waits_for_one_that_comes_late(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_network() -> str:
        raise addresses.NoNetwork("this machine is in no network")

    def comes(_: float) -> None:
        monkeypatch.setattr(addresses, "_in_the_network", lambda: "127.0.0.1")

    monkeypatch.setattr(addresses, "_in_the_network", no_network)
    with ExitStack() as stack:
        assert listening_sockets(stack, ["lan:0"], "cups-up club", refuse_in_json) is None
        found = listening_sockets(stack, ["lan:0"], "cups-up club", wait=comes)
        assert [each.getsockname()[0] for each in found or ()] == ["127.0.0.1"]
    refusal = "this machine is in no network"
    assert capsys.readouterr() == (
        f'{{"refused": "{refusal}"}}\n',
        f"lan:0: {refusal}\nlan:0: is not there yet; the page waits for it\n",
    )


def test_a_feeds_socket_is_found_and_another_programs_is_not(tmp_path: Path) -> None:
    script = (
        "import socket, sys; s = socket.socket(socket.AF_UNIX); s.bind(sys.argv[1]); s.listen();"
        " print('listens', flush=True); sys.stdin.read()"
    )
    pipe = subprocess.PIPE
    ours, other = tmp_path / "companion", tmp_path / "other"
    for name in (ours, other):
        name.write_text(script)
    for name, found in ((ours, True), (other, False)):
        place = str(tmp_path / f"{name.name}.socket")
        call = [sys.executable, str(name), place]
        with subprocess.Popen(call, stdin=pipe, stdout=pipe, text=True) as running:
            assert running.stdout is not None
            running.stdout.readline()
            assert (Listening(place, running.pid, Listener.FEED) in listening()) is found
            running.terminate()


def test_addresses_are_told_as_people_write_them(tmp_path: Path) -> None:
    net, process = tmp_path / "net", tmp_path / "4711"
    (process / "fd").mkdir(parents=True)
    net.mkdir()
    row = "0: {0} 0:0 0A 0:0 0:0 0 0 0 {1} 1"
    (net / "tcp").write_text("head\n" + row.format("1400A8C0:1F65", 7) + "\n")
    (net / "tcp6").write_text("head\n" + row.format("00000000000000000000000001000000:1F65", 8) + "\n")
    (process / "cmdline").write_bytes(b"/opt/bin/python\0/opt/bin/cups-up\0play\0")
    for number, inode in enumerate((7, 8)):
        (process / "fd" / str(number)).symlink_to(f"socket:[{inode}]")
    places = ("192.168.0.20:8037", "[::1]:8037")
    assert listening(tmp_path) == tuple(Listening(each, 4711, Listener.FEED) for each in places)


def test_the_doctor_says_so_either_way() -> None:
    none = examine_listening(lambda: ())
    there = examine_listening(lambda: (Listening("192.168.0.20:8037", 4711, Listener.PHONES),))
    assert (none.state, there.state) == (State.OK, State.OK)
    assert none.sentence.startswith("Nothing that you run listens.")
    assert there.sentence == "Cups Up listens at 192.168.0.20:8037 (phones, process 4711)."
