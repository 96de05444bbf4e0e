"""``cups-up doctor --report``: a made-up Pi's figures, nothing personal, a whole report of this machine."""

from __future__ import annotations

import errno
import os
import platform
import socket
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import numpy as np
import pytest

from companion.__main__ import main
from companion.cli import doctor
from companion.cli.measuring import figures
from companion.cli.measuring.figures import (
    display,
    kind_of,
    lines,
    minute_of_reading,
    modes,
    rates,
    ten_readings,
    touches,
    usb_modes,
)
from companion.cli.measuring.this_machine import FIRMWARE, board, heat, memory, software, written
from companion.cli.wiring.cameras import Opened
from companion.core.frame import Frame
from companion.core.reading import PhotoReading
from companion.devices import sensor_modes
from companion.journal import Store
from companion.text import say

MOST_BYTES = 20_000
A_PI = {
    "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
    "proc/cpuinfo": (
        "processor\t: 0\nBogoMIPS\t: 108.00\nFeatures\t: fp asimd evtstrm crc32 cpuid\n"
        "CPU implementer\t: 0x41\nCPU part\t: 0xd08\nprocessor\t: 1\nSerial\t: 10000000deadbeef\n"
    ),
    "proc/meminfo": "MemTotal: 3884364 kB\nMemAvailable: 3000000 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n",
    "proc/loadavg": "0.52 0.58 0.59 1/467 12345\n",
    "sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq": "1800000\n",
    "sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq": "1500000\n",
    "sys/class/thermal/thermal_zone0/temp": "61835\n",
    "sys/class/thermal/thermal_zone0/type": "cpu-thermal\n",
    FIRMWARE: "50005\n",
    "etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n',
    "etc/hostname": "quendoline-pi\n",
    "etc/machine-id": "0123feedfeed4567\n",
}
"""Files of a Pi 4, with some that nothing may be told of."""
LISTED = """
\t[0]: 'MJPG' (Motion-JPEG, compressed)
\t\tSize: Discrete 1280x720
\t\t\tInterval: Discrete 0.033s (30.000 fps)
\t\t\tInterval: Discrete 0.067s (15.000 fps)
\t[1]: 'YUYV' (YUYV 4:2:2)
\t\tSize: Discrete 640x480
\t\t\tInterval: Discrete 0.033s (30.000 fps)
"""


@pytest.fixture
def a_pi(tmp_path: Path) -> Path:
    root = tmp_path / "pi"
    for name, text in A_PI.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def test_a_pi_says_what_it_is(a_pi: Path) -> None:
    told = dict((*board(a_pi), *memory(a_pi)))
    del told["kernel"]
    assert told == {
        "model": "Raspberry Pi 4 Model B Rev 1.4",
        "cpu": "CPU implementer 0x41, CPU part 0xd08",
        "cores": "2",
        "most mhz": "1800",
        "dot products of bytes": "no",
        "system": "Debian GNU/Linux 12 (bookworm)",
        "memory mb": "3978",
        "memory available mb": "3072",
        "swap mb": "0",
        "swap free mb": "0",
        "load of 1, 5 and 15 minutes": "0.52 0.58 0.59",
    }


def test_a_core_with_dot_products_of_bytes_is_told(a_pi: Path) -> None:
    (a_pi / "proc/cpuinfo").write_text("processor : 0\nFeatures : fp asimd asimddp\n", encoding="ascii")
    assert dict(board(a_pi))["dot products of bytes"] == "asimddp"


def test_heat_and_throttling_come_from_the_firmware_or_from_its_file(a_pi: Path) -> None:
    throttled = (
        "0x50005: too little voltage now, throttled now, "
        "too little voltage since the start, throttled since the start"
    )
    told = (("temperature", "cpu-thermal 61.8"), ("throttling", throttled), ("mhz", "1500"))
    assert heat(a_pi, lambda: None) == told
    assert heat(a_pi, lambda: "throttled=0x0")[1] == ("throttling", "0x0: nothing")
    assert heat(a_pi, lambda: "throttled=?")[1][1].startswith("not to be had: ")


def test_what_a_machine_lacks_is_said_in_its_line(tmp_path: Path) -> None:
    lines_there = (*board(tmp_path), *memory(tmp_path), *heat(tmp_path, lambda: None))
    told = [value for name, value in lines_there if name != "kernel"]
    assert all(value.startswith("not to be had: ") for value in told)


def test_software_has_the_apps_version_first() -> None:
    assert [name for name, _ in software()] == [
        *("version", "commit", "python", "opencv", "numpy", "onnxruntime", "kivy", "picamera2")
    ]


def test_a_value_cannot_begin_a_line_of_its_own_and_is_plain() -> None:
    text = written([("sensor", "A\nmodel: B\x1b[2J é" + "x" * 1000)])
    assert text.startswith("sensor: A model: B [2J \\xe9xxx")
    assert (text.count("\n"), text.isascii()) == (1, True)
    assert len(text) < 400


@pytest.mark.parametrize(
    ("choice", "opened", "kind"),
    [
        ("none", Opened(None, None, "by hand"), "none"),
        ("rtsp://ann:secret@camera/1", Opened(None, None, "gone"), "not to be had: it did not open"),
    ],
)
def test_of_a_camera_only_its_kind_is_told(choice: str, opened: Opened, kind: str) -> None:
    assert kind_of(choice, opened) == kind


def test_an_opened_camera_has_its_drivers_kind() -> None:
    usb = Opened(SimpleNamespace(name="USB camera 0"), None, "", kind="usb")
    assert kind_of("auto", usb) == "usb"


def test_modes_of_a_usb_camera_are_short_lines(tmp_path: Path) -> None:
    assert usb_modes(LISTED) == ["MJPG 1280x720 at 30.000, 15.000/s", "YUYV 640x480 at 30.000/s"]
    assert usb_modes("") == []
    assert list(modes("stream", tmp_path)) == []


def test_modes_of_the_pis_sensor_and_the_camera_is_given_back() -> None:
    closed = []
    device = SimpleNamespace(
        camera_properties={"Model": "imx708_wide"},
        sensor_modes=[{"size": (2304, 1296), "fps": 56.03, "bit_depth": 10, "format": "SRGGB10"}],
        close=lambda: closed.append(True),
    )
    assert sensor_modes(lambda: device) == ("imx708_wide", "2304x1296 at 56.0/s, 10 bits")
    assert closed == [True]


class Steady:
    """A camera with a picture every tenth of a second of its own clock."""

    name, live_is_small = "steady", True

    def __init__(self) -> None:
        self.now_s = 0.0

    def clock(self) -> float:
        self.now_s += 0.001
        return self.now_s

    def latest(self) -> Frame:
        return Frame(np.zeros((36, 64, 3), np.uint8), int(self.now_s * 10))

    def capture(self, after_ns: int) -> Frame:
        self.now_s += 0.1
        return Frame(np.zeros((72, 128, 3), np.uint8), after_ns + 1)

    def close(self) -> None:
        """Nothing to give back."""


@pytest.mark.slow
def test_rates_are_those_that_really_come() -> None:
    camera = Steady()
    told = dict(rates(camera, 1.0, camera.clock))
    assert (told["picture to read"], told["picture to watch"]) == ("128x72", "64x36")
    assert 9.0 < float(told["pictures to read a second"]) <= 10.0
    assert 9.0 < float(told["pictures to watch a second"]) <= 12.0


def test_ten_readings_tell_each_stage() -> None:
    reading = PhotoReading((1, 1), (), (("total", 5.0), ("locate", 2.0)))
    told = list(ten_readings("15 dice", lambda: Frame(np.zeros((1, 1, 3), np.uint8), 0), lambda _: reading))
    assert told[0] == ("15 dice, first reading ms", "5.0")
    assert told[1][0] == "15 dice, picture ms"
    assert told[2:] == [
        ("15 dice, total ms", "median 5.0, worst 5.0"),
        ("15 dice, locate ms", "median 2.0, worst 2.0"),
        ("15 dice, told without a doubt", "0 to 0"),
    ]


def test_a_minute_of_reading_tells_the_heat_before_and_after_and_what_became_slower() -> None:
    now_s, heats, heard = [0.0], iter("ab"), list[int]()

    def read() -> None:
        now_s[0] += 1.0 if now_s[0] < 30 else 2.0

    told = list(
        minute_of_reading(read, 60.0, heard.append, lambda: (("heat", next(heats)),), lambda: now_s[0])
    )
    assert told == [
        ("heat, before", "a"),
        ("seconds of reading", "60"),
        ("readings", "45"),
        ("first readings ms", "median 1000.0, worst 1000.0"),
        ("last readings ms", "median 2000.0, worst 2000.0"),
        ("heat, after", "b"),
    ]
    assert heard[-1] == 60


def test_a_window_that_does_not_open_is_a_line(tmp_path: Path) -> None:
    assert list(touches({"DISPLAY": ":0"}, lambda words, limit_s, environment: "[INFO] Kivy\n{")) == [
        ("window", "on the display"),
        ("touch ms", "not to be had: the app's window did not open or draw"),
    ]
    assert dict(display({"WAYLAND_DISPLAY": "wayland-1"}, tmp_path))["display server"] == "Wayland"


def test_a_window_tells_its_renderer_and_its_touches() -> None:
    told = '{"ms": [30.0, 10.0, 20.0], "renderer": "V3D 4.2", "opengl": "2.1 Mesa", "window": "800x480"}'
    assert list(touches({"SDL_VIDEODRIVER": "offscreen"}, lambda words, limit_s, environment: told))[1:] == [
        ("renderer", "V3D 4.2"),
        ("opengl", "2.1 Mesa"),
        ("window size", "800x480"),
        ("touch ms", "median 20.0, worst 30.0 of 3"),
    ]


def test_neither_a_folder_nor_a_device_is_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for place, fault in ((tmp_path, "system.folder"), (pipe, "system.no_file")):
        assert main(["doctor", "--report", str(place)]) == 2
        assert capsys.readouterr().err == f"{place}: {say('rehearse.not_written', fault=say(fault))}\n"
    assert pipe.is_fifo()
    (tmp_path / "file").write_text("", encoding="ascii")
    assert main(["doctor", "--report", str(tmp_path / "file" / "report.txt")]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_report_takes_the_place_of_a_former_one_but_of_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    measured: list[str] = []
    monkeypatch.setattr(doctor, "_figures", lambda camera: measured.append(camera) or "# new\n")
    journal, report = tmp_path / "games.sqlite3", tmp_path / "figures.txt"
    Store(journal, lambda: datetime(2026, 11, 24, tzinfo=UTC)).close()
    before = journal.read_bytes()
    assert main(["doctor", "--report", str(journal)]) == 2
    refused = say("rehearse.not_written", fault=say("feed.other_file"))
    assert capsys.readouterr().err == f"{journal}: {refused}\n"
    assert (journal.read_bytes(), measured) == (before, [])
    for former in ("", "# old\n"):
        report.write_text(former, encoding="ascii")
        assert main(["doctor", "--report", str(report)]) == 0
        assert report.read_text("ascii") == "# new\n"


def test_a_full_disk_is_said_before_anything_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_: int) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    monkeypatch.setattr(doctor, "_figures", lambda camera: pytest.fail("it measured"))
    assert main(["doctor", "--report", str(tmp_path / "report.txt")]) == 2
    assert "No space left on device" in capsys.readouterr().err


@pytest.mark.slow
def test_a_report_of_this_machine_is_small_and_names_nobody(
    a_pi: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real_home = str(Path.home())
    home = tmp_path / "anneliese-q"
    for name in ("USER", "LOGNAME", "HOSTNAME", "CUPS_UP_CAMERA_PASSWORD", "SSID"):
        monkeypatch.setenv(name, f"anneliese-q-{name}")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(socket, "gethostname", lambda: "quendoline-pi")
    monkeypatch.setattr(platform, "node", lambda: "quendoline-pi")
    monkeypatch.setattr(doctor, "MINUTE_S", 1)
    monkeypatch.setattr(figures, "CAMERA_S", 0.5)
    monkeypatch.setattr(figures, "READINGS", 2)
    path = home / "report.txt"
    assert main(["doctor", "--camera", "simulated", "--report", str(path)]) == 0
    assert str(path) in capsys.readouterr().out
    report = path.read_text("ascii")
    told = dict(line.partition(": ")[::2] for line in report.splitlines())
    assert len(report) < MOST_BYTES
    assert told["camera"] == "the simulated table"
    assert told["15 dice, told without a doubt"] == "15 to 15"
    assert told["touch ms"].startswith("median ")
    assert told["touch ms"].endswith(" of 10")
    monkeypatch.setattr(figures, "touches", lambda environment: ())  # they are in the report already
    camera = "rtsp://anneliese-q:geheim@127.0.0.1:9/live"
    report += written(lines(camera, {"HOME": str(home), "SDL_VIDEODRIVER": "offscreen"}, 0.0, root=a_pi))
    private = ("anneliese", "quendoline", "geheim", "127.0.0.1", "deadbeef", "0123feedfeed", str(tmp_path))
    assert [each for each in (*private, f"{real_home}/") if each in report] == []
