"""Switching the machine off: only where the kiosk's service runs, and with a reason where it fails."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import pytest

from companion.cli.wiring.versions import POWER_OFF, is_kiosk, run_program


@pytest.mark.parametrize(
    ("environment", "kiosk"),
    [
        ({}, False),
        ({"NOTIFY_SOCKET": "/run/systemd/notify"}, False),
        ({"INVOCATION_ID": "0a"}, False),
        ({"NOTIFY_SOCKET": "/run/systemd/notify", "INVOCATION_ID": "0a"}, True),
    ],
)
def test_it_can_be_switched_off_only_under_the_service(environment: Mapping[str, str], kiosk: bool) -> None:
    assert is_kiosk(environment) is kiosk


def test_a_program_that_fails_says_why() -> None:
    assert run_program((sys.executable, "-c", "")) is None
    assert run_program((sys.executable, "-c", "import sys; sys.exit('not today')")) == "not today"
    assert run_program((sys.executable, "-c", "import sys; sys.exit(3)")) == "exit status 3"
    assert "no-such-program" in (run_program(("no-such-program",)) or "")


def test_the_machine_goes_off_as_systemd_does_it() -> None:
    assert POWER_OFF == ("systemctl", "poweroff")
