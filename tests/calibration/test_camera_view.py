"""Camera heights: what a lens sees from where, and the table of them in hardware/README.md."""

from __future__ import annotations

import subprocess
import sys
from math import isclose
from pathlib import Path

import pytest

from companion.calibration import KNOWN_LENSES
from companion.calibration.optics import KnownLens
from hardware.camera_heights import PLAYING_FIELDS, mounted

ROOT = Path(__file__).resolve().parents[2]


def test_a_right_angle_sees_twice_its_height() -> None:
    mount = mounted(90.0, 1000, (1000.0, 100.0))
    assert isclose(mount.height_mm, 500.0)
    assert mount.seen_mm == (1000.0, 562.5)
    assert isclose(mount.die_px, 16.0)


def test_a_deep_field_decides_the_height() -> None:
    assert mounted(90.0, 1000, (100.0, 562.5)).seen_mm == pytest.approx((1000.0, 562.5))


@pytest.mark.parametrize("lens", KNOWN_LENSES, ids=lambda lens: lens.name)
def test_every_lens_sees_the_whole_field_with_dice_that_can_be_read(lens: KnownLens) -> None:
    for _, _, (width, depth) in PLAYING_FIELDS:
        mount = mounted(lens.stated_view_deg, lens.width_px, (width, depth))
        assert mount.seen_mm[0] >= width
        assert mount.seen_mm[1] >= depth - 1e-9
        assert mount.readable


def test_dice_get_too_small_at_a_far_larger_table() -> None:
    assert not mounted(70.4, 1920, (2400.0, 1000.0)).readable


def test_the_readme_has_the_table_that_the_script_prints() -> None:
    printed = subprocess.run(
        [sys.executable, str(ROOT / "hardware" / "camera_heights.py")],
        cwd=ROOT, env={"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        capture_output=True, text=True, encoding="utf-8", check=True,
    )  # fmt: skip
    assert printed.stdout.strip() in (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
