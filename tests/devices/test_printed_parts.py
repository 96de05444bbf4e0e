"""The holder's printed parts: closed, and as ``hardware/make_stl.sh`` writes them."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
HEAD, COUNT = 80, 4
TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attribute", "<u2")])
SIZES = {"plate": (41, 72, 8), "clamp": (56, 25, 18)}
"""Of the parts in millimetres, by the lengths in mount.scad, as they fit a bed of 120 mm."""


def triangles(part: str) -> np.ndarray:
    """The corners, (number, 3, 3), in millimetres."""
    data = (HARDWARE / f"{part}.stl").read_bytes()
    found = np.frombuffer(data[HEAD + COUNT :], TRIANGLE)
    assert len(found) == int.from_bytes(data[HEAD : HEAD + COUNT], "little")
    return found["corners"]


@pytest.mark.parametrize("part", SIZES)
def test_a_part_is_closed_and_lies_on_the_bed(part: str) -> None:
    corners = triangles(part)
    edges: Counter[tuple[bytes, bytes]] = Counter()
    for triangle in corners:
        names = [each.tobytes() for each in triangle]
        edges.update((names[at], names[(at + 1) % 3]) for at in range(3))
    assert all(edges[end, start] == count for (start, end), count in edges.items()), "an edge is open"
    low, high = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    assert low[2] == 0
    assert np.allclose(high - low, SIZES[part], atol=1.5), high - low


@pytest.mark.slow
def test_the_script_writes_what_lies_there(tmp_path: Path) -> None:
    if shutil.which("openscad") is None:
        pytest.skip("no openscad here")
    for name in ("make_stl.sh", "mount.scad"):
        shutil.copy2(HARDWARE / name, tmp_path)
    subprocess.run(["bash", str(tmp_path / "make_stl.sh")], check=True, capture_output=True)
    for part in SIZES:
        lies = {each.tobytes() for each in triangles(part)}
        made = (tmp_path / f"{part}.stl").read_bytes()
        assert {each.tobytes() for each in np.frombuffer(made[HEAD + COUNT :], TRIANGLE)["corners"]} == lies
