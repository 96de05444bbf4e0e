"""In real time the app is started as people start it; what it says is counted, a dead app is a failure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.core.settings import FILE_NAME, Settings, SettingsFile
from companion.simulator.rehearsal import Evenings, Programme, attended, programme_of, slowed
from companion.simulator.rehearsal.real_time import RealTally, Slowed
from companion.simulator.rehearsal.tally import Flaw

QUARTER, PLAY = 0.25, "companion.cli.play"


def as_it_is(command: list[str]) -> list[str]:
    return command


def saying(*lines: str) -> Slowed:
    """An app that says these lines and ends."""
    code = f"print({chr(10).join(lines)!r})"
    return Slowed("none", 1.0, lambda _: [sys.executable, "-I", "-c", code])


def played(tmp_path: Path, slow: Slowed) -> RealTally:
    return Evenings(tmp_path, slow, PLAY).play((programme_of(1, "rh", 1, True, 3),))


def test_every_line_of_the_app_is_counted(tmp_path: Path) -> None:
    lift = (
        '{"what": "lift", "happening": "late", "questioned": true, "asked": 4, "touched": false,'
        ' "early": true, "seconds": 1.5, "cups_up_s": 2.5, "dice": 15, "looks": 7, "thrown": 2,'
        ' "look_s": 0.3}'
    )
    tally = played(
        tmp_path,
        saying(
            '{"what": "start", "first_scene_s": 2.0}',
            '{"what": "touch", "of": "PlaceBid", "seconds": 0.05}',
            "not a line of ours",
            lift,
            '{"what": "judged", "dice": 15, "told_wrong": 1, "wrong": true}',
            '{"what": "end", "rss_mb": 200.0, "threads": 9, "files": 20, "cpu_s": 3.0}',
        ),
    )
    told = tally.as_object()
    assert told["real_time"] == {
        "slowed_by": "none",
        "speed": 1.0,
        "renderer_apart": False,
        "seconds_to": {"first_scene": {"median": 2.0, "p95": 2.0, "max": 2.0}},
        "touch_to_change": {"PlaceBid": {"median": 0.05, "p95": 0.05, "max": 0.05}},
        "touches_in_vain": 0,
        "cups_up_to_count": {"up to 15 dice": {"median": 2.5, "p95": 2.5, "max": 2.5}},
        "count_to_banner": {"median": None, "p95": None, "max": None},
        "looks_a_lift": {"median": 7, "p95": 7, "max": 7},
        "seconds_a_look": {"median": 0.3, "p95": 0.3, "max": 0.3},
        "looks_thrown_away": 2,
        "most_asked_in_a_lift": 4,
        "lifts_asking_too_many": 1,
    }
    assert (tally.lifts, tally.dice, tally.told_wrong, tally.wrong_verdicts) == (1, 15, 1, 1)
    assert [each.flaw for each in tally.failures] == [Flaw.EARLY]
    assert not tally.fine


def test_people_import_nothing_of_the_screen_before_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two threads that import modules of one package, one may get a module that is not finished."""
    touching = "companion.simulator.rehearsal.touching"
    people = attended.attendance_of(
        json.dumps({"seed": 1, "rules": "rh", "rounds": 1, "players": 3}), tmp_path, 0
    )
    monkeypatch.delitem(sys.modules, touching, raising=False)
    imported: list[bool] = []

    def look(_: float) -> None:
        imported.append(touching in sys.modules)
        raise InterruptedError

    monkeypatch.setattr(attended.time, "sleep", look)
    people._app = SimpleNamespace(stop=lambda: None)  # it is asked to stop in the next frame
    with pytest.raises(InterruptedError):
        people._play()
    assert imported == [False]


def test_nothing_slow_is_imported_before_the_first_picture() -> None:
    code = (
        "import sys; from companion.cli.play import attend;"
        " from companion.simulator.rehearsal.arrival import Arrival; print('numpy' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout
    assert said == "False\n"


def test_an_app_that_ends_without_a_word_is_stuck(tmp_path: Path) -> None:
    tally = played(tmp_path, saying('{"what": "start", "first_scene_s": 2.0}'))
    assert [each.flaw for each in tally.failures] == [Flaw.STUCK]


def test_with_the_last_cup_standing_the_app_has_that_setting(tmp_path: Path) -> None:
    programme = programme_of(1, "rh", 1, True, 3)
    Evenings(tmp_path, saying(), PLAY, last_cup=True).play((programme,))
    assert SettingsFile(tmp_path / "evening-001" / FILE_NAME).read().settings == Settings(last_cup=True)


@pytest.mark.slow
def test_a_quarter_of_the_speed_is_measured_and_given_back() -> None:
    with slowed(QUARTER) as slow:
        assert slow.means in ("cgroup", "cpulimit", "busy processes")
        assert 0.0 < slow.share < 0.9
    assert not Path(f"/sys/fs/cgroup/cpu/cups-up-{os.getpid()}").exists()


@pytest.mark.slow
def test_a_round_is_played_in_real_time_by_touches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KCFG_GRAPHICS_MAXFPS")  # frames wait, as they do for people
    programme: Programme = programme_of(7, "cardinal", 1, True, 2)
    tally = Evenings(tmp_path, Slowed("none", 1.0, as_it_is), PLAY).play((programme,))
    grave = [each for each in tally.failures if each.flaw not in (Flaw.TOLD_WRONG, Flaw.WRONG_VERDICT)]
    assert (grave, tally.lifts, tally.read_by_itself, tally.untouched) == ([], 1, 1, 0)
    assert {"first_picture", "first_scene"} == set(tally.starts)
    assert "first challenge" in tally.touches
