"""``cups-up bench --table``: what is read of a process, and the round that is played for it."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.cli.measuring import whole_app
from companion.cli.measuring.whole_app import (
    BenchError,
    TableCost,
    cpu_seconds,
    mapped_mb,
    next_command,
    status_mb,
    story,
)
from companion.core.allocator import give_back, spare_memory
from companion.play.base.commands import (
    AcceptReading,
    CallChallenge,
    CupsAreUp,
    EnterByHand,
    NewGame,
    NextRound,
    PlaceBid,
    SetFace,
)
from companion.play.base.views import Tone
from companion.play.modes.dice.views import (
    BiddingScene,
    CheckScene,
    HandView,
    ReadingScene,
    RevealScene,
    SlotView,
    VerdictScene,
)
from companion.play.modes.welcome.views import WelcomeScene
from companion.play.views import TableView
from tests.made_views import made

STAT = "77 (python3 (a) b) S 1 77 77 0 -1 4194304 100 0 0 0 250 50 0 0 20 0 9 0 1000 1 2\n"
STATUS = "Name:\tpython3\nVmHWM:\t  400000 kB\nVmRSS:\t  300000 kB\n"
SMAPS = """\
7f00-7f10 r-xp 00000000 08:01 1   /usr/lib/libLLVM-15.so.1
Size:               1000 kB
Rss:                 500 kB
7f20-7f30 rw-p 00000000 00:00 0   [heap]
Rss:                 900 kB
7f40-7f50 r-xp 00000000 08:01 2   /usr/lib/dri/swrast_dri.so
Rss:                 100 kB
"""
COST = TableCost(200.0, 240.0, 30.0, 2.0, 150.0, 4.26, 20.0, "offscreen")


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    folder = tmp_path / "77"
    folder.mkdir()
    for name, text in (("stat", STAT), ("status", STATUS), ("smaps", SMAPS)):
        (folder / name).write_text(text)
    return tmp_path


def test_the_processors_time_is_that_of_user_and_system(proc: Path) -> None:
    assert cpu_seconds(77, proc) == pytest.approx(300 / os.sysconf("SC_CLK_TCK"))


def test_memory_is_in_millions_of_bytes(proc: Path) -> None:
    assert status_mb(77, "VmRSS", proc) == pytest.approx(307.2)
    assert status_mb(77, "VmHWM", proc) == pytest.approx(409.6)
    assert mapped_mb(77, ("libLLVM", "swrast"), proc) == pytest.approx(0.6144)


def test_this_process_can_be_measured() -> None:
    before = cpu_seconds(os.getpid())
    assert sum(number * number for number in range(2_000_000)) > 0
    assert cpu_seconds(os.getpid()) > before
    assert status_mb(os.getpid(), "VmHWM") >= status_mb(os.getpid(), "VmRSS") * 0.99


@pytest.mark.parametrize(
    ("cost", "within"),
    [
        (COST, True),
        (replace(COST, peak_mb=251.0), False),
        (replace(COST, idle_percent=10.1), False),
    ],
)
def test_both_limits_are_held_to(cost: TableCost, within: bool) -> None:
    assert cost.within is within


def hand(face: int | None) -> HandView:
    return HandView(
        2, "Cy", 1, (SlotView(4, Tone.READ, None, None), SlotView(face, Tone.DOUBTED, None, None)), None
    )


@pytest.mark.parametrize(
    ("view", "command"),
    [
        (made(1, BiddingScene, "", round_number=1), PlaceBid(1, 6, 5)),
        (made(2, BiddingScene, "", round_number=1, bid="six 5s"), CallChallenge(2, (1,))),
        (made(3, RevealScene, "", round_number=1), CupsAreUp(3)),
        (made(4, CheckScene, "", hands=(hand(None),)), SetFace(4, 2, 1, 3)),
        (made(5, CheckScene, "", hands=(hand(3),), may_accept=True), AcceptReading(5)),
        (made(6, CheckScene, "", hands=(hand(3),)), EnterByHand(6)),
        (made(7, VerdictScene, ""), NextRound(7)),
        (made(8, ReadingScene, ""), None),
        (made(9, BiddingScene, "", round_number=2), None),
    ],
)
def test_a_round_is_played_and_the_next_bid_is_waited_for(view: TableView, command: object) -> None:
    assert next_command(view) == command


def test_the_game_is_one_that_can_be_begun() -> None:
    assert isinstance(next_command(made(0, WelcomeScene, "")), NewGame)


def test_the_figures_are_told_with_their_limits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(whole_app, "measure", lambda: COST)
    assert main(["bench", "--table"]) == 0
    assert capsys.readouterr().out == story(COST) + "\n"
    assert "at most 240 MB (limit 250 MB; drawn by: offscreen)" in story(COST)
    assert "libraries: 30 MB, textures: 2 MB" in story(COST)
    assert "with those libraries: 150 MB" in story(COST)
    assert "with those libraries: could not be measured" in story(replace(COST, own_mb=None))
    assert main(["bench", "--table", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["peak_mb"], told["within"]) == (240.0, True)


def test_an_app_that_ends_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ended() -> TableCost:
        raise BenchError("the app could not be measured at the table: it ended")

    monkeypatch.setattr(whole_app, "measure", ended)
    assert main(["bench", "--table"]) == 1
    assert "it ended" in capsys.readouterr().err


def test_the_allocator_takes_its_settings() -> None:
    assert spare_memory() is (os.confstr("CS_GNU_LIBC_VERSION") or "").startswith("glibc")


@pytest.mark.skipif("CS_GNU_LIBC_VERSION" not in os.confstr_names, reason="another C library")
def test_what_is_free_between_things_in_use_goes_back() -> None:
    def own_mb() -> float:
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) * 1024 / 1e6

    blocks = [bytes([1]) * 10_000 for _ in range(4000)]
    kept = blocks[::40]
    del blocks
    before = own_mb()
    give_back()
    assert own_mb() < before - 20
    assert len(kept) == 100
