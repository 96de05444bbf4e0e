"""``hardware/cups-up.service``: what it promises, and how little it may touch."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).resolve().parents[2] / "hardware" / "cups-up.service"
LINES = UNIT.read_text(encoding="utf-8").splitlines()
MOST_EXPOSED = 3.0
NETWORK_CAMERA = "IPAddressAllow=192.168.1.20\nRestrictAddressFamilies=AF_INET AF_INET6\n"
DEVICES = {
    "char-drm rw": "display",
    "char-input r": "touch",
    "char-video4linux rw": "camera",
    "char-media rw": "camera",
    "char-dma_heap rw": "camera",
    "char-gpiochip rw": "pins",
    "char-spi rw": "LED strip",
    "char-alsa rw": "sound",
    "/dev/tty0 rw": "console",
    "/dev/tty1 rw": "console",
}
"""What a table needs, and what for."""


def values_of(name: str) -> list[str]:
    return [line.removeprefix(f"{name}=") for line in LINES if line.startswith(f"{name}=")]


def test_it_has_a_watchdog_and_restarts() -> None:
    assert {"Type=notify", "Restart=always", "WatchdogSec=30"} <= set(LINES)


def test_it_starts_isolated_after_the_look_at_first_starts() -> None:
    assert values_of("ExecStartPre") == ["-+/opt/cups-up/first_starts.sh"]
    assert values_of("ExecStart")[0].startswith("/opt/cups-up/current/bin/python -I -m companion play ")


def test_three_failed_starts_are_fewer_than_those_after_which_systemd_gives_up() -> None:
    script = (UNIT.parent / "first_starts.sh").read_text(encoding="utf-8")
    most = int(re.search(r"^most=(\d+)$", script, re.MULTILINE)[1])
    assert most + 1 < int(values_of("StartLimitBurst")[0])


def test_it_may_touch_what_a_table_needs_and_nothing_else() -> None:
    assert values_of("DevicePolicy") == ["closed"]
    assert set(values_of("DeviceAllow")) == set(DEVICES)
    assert {"video", "render", "input", "gpio", "spi", "audio"} <= set(
        values_of("SupplementaryGroups")[0].split()
    )


def test_nothing_is_gained_and_the_network_is_closed() -> None:
    assert {
        "NoNewPrivileges=yes", "CapabilityBoundingSet=", "ProtectSystem=strict", "ProtectHome=yes",
        "RestrictNamespaces=yes", "SystemCallFilter=@system-service", "IPAddressDeny=any",
        "RestrictAddressFamilies=AF_UNIX AF_NETLINK",
    } <= set(LINES)  # fmt: skip


@pytest.mark.parametrize("also", ["", NETWORK_CAMERA], ids=["alone", "with a camera on the network"])
def test_its_exposure_is_below_three(also: str, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:  # a tool of the system, not of the Python packages
        pytest.skip("systemd-analyze is not installed")
    unit = tmp_path / UNIT.name
    unit.write_text(
        UNIT.read_text(encoding="utf-8").replace("[Install]", f"{also}\n[Install]"), encoding="utf-8"
    )
    words = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    told = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    if told is None:
        pytest.skip("this systemd-analyze reads no unit offline")
    assert float(told[1]) < MOST_EXPOSED
