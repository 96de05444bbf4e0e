"""Short forms of the campaigns; how long ones are run is told in docs/reliability.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults import disk_errors, power_cuts
from tests.faults.traced import strace

pytestmark = pytest.mark.skipif(
    strace() is None, reason="strace is not installed, or may follow no process here"
)


@pytest.mark.slow
def test_kills_and_power_cuts_lose_no_event_that_was_kept(tmp_path: Path) -> None:
    kills, cuts = power_cuts.campaign(tmp_path, events=6, each=3)
    assert kills > 40
    assert cuts == 3 * kills


@pytest.mark.slow
def test_a_failing_disk_is_told_and_loses_no_event_that_was_kept(tmp_path: Path) -> None:
    runs, refused = disk_errors.campaign(tmp_path, events=4, every=20)
    assert runs > 60
    assert refused > 15
