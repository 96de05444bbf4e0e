"""``cups-up club serve`` as a person starts it, and what its page tells."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.club.brokers import Mosquitto
from tests.ports import HERE

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "for-the-tests"
PATIENCE_S = 60
SWISS = """
name = "Tuesday"
kind = "swiss"
seats = 4
players = ["Ann", "Ben", "Cy", "Dee"]
tables = ["kitchen"]
"""


@contextlib.contextmanager
def club_served(broker: Mosquitto, home: Path, plan_text: str = SWISS, role: str = "urls") -> Iterator[str]:
    """The address of its page; ``home`` has its plan and its database. ``role``: ``organiser`` for theirs."""
    (home / "plan.toml").write_text(plan_text)
    plan = ["--plan", str(home / "plan.toml"), "--home", str(home), "--token", TOKEN]
    where = ["--broker", f"mqtt://{HERE}:{broker.port}", "--listen", f"{HERE}:0", "--json"]
    served = subprocess.Popen(
        [sys.executable, "-m", "companion", "--language", "en", "club", "serve", *plan, *where],
        cwd=ROOT,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    )
    with served:
        assert served.stdout is not None
        try:
            yield str(json.loads(served.stdout.readline())[role][0])
        finally:
            served.terminate()
            served.wait(PATIENCE_S)


def message(stream: Iterable[bytes], **wanted: object) -> dict[str, object]:
    """The first message of the page with these values."""
    for line in stream:
        told = json.loads(line.removeprefix(b"data: ")) if line.startswith(b"data: {") else {}
        if wanted.items() <= {name: told.get(name) for name in wanted}.items():
            return dict(told)
    raise AssertionError("the stream has ended")
