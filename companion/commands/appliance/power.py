"""Switches the machine off, where the kiosk's service runs."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping, Sequence

POWER_OFF = ("systemctl", "poweroff")
LONGEST_S = 10.0
Run = Callable[[Sequence[str]], str | None]
"""Runs a program; what it said where it failed, else ``None``."""


def is_kiosk(environment: Mapping[str, str]) -> bool:
    """Whether systemd runs the app as a service."""
    return bool(environment.get("NOTIFY_SOCKET") and environment.get("INVOCATION_ID"))


def run_program(words: Sequence[str]) -> str | None:
    """Run a program of the system and wait for it."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LONGEST_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as fault:
        return str(fault)
    return None if done.returncode == 0 else done.stderr.strip() or f"exit status {done.returncode}"
