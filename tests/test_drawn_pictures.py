"""Every picture of README and docs is drawn by one command, from today's app, and small."""

from __future__ import annotations

import json
import re

import pytest

from tests.browsing import NEEDS_CHROMIUM, browsing
from tests.draw_pictures import (
    ALIKE,
    COMMAND,
    DRAWN,
    NOTED,
    PAGES,
    PICTURES,
    ROOT,
    SIMULATED,
    kept,
    unlike,
)

LARGEST, LARGEST_TOGETHER = 64 * 1024, 600 * 1024
"""Bytes: they stay in everybody's clone for ever."""


def test_every_picture_that_readme_and_docs_show_is_drawn_by_the_command() -> None:
    pages = (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
    shown = {
        (page.parent / path).resolve()
        for page in pages
        for path in re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    }
    shown.add(PICTURES / "panel.webp")  # of hardware/README.md
    drawn = {path for path in PICTURES.iterdir() if path != NOTED}
    assert shown == drawn
    assert {path.stem for path in drawn} == set(DRAWN)


def test_the_pictures_are_small() -> None:
    sizes = {path.name: path.stat().st_size for path in PICTURES.iterdir()}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}
    assert sum(sizes.values()) < LARGEST_TOGETHER


@pytest.mark.slow
@pytest.mark.parametrize("name", SIMULATED)
def test_a_simulated_table_looks_as_in_its_picture(name: str) -> None:
    assert unlike(kept(name), SIMULATED[name]()) < ALIKE, f"{COMMAND} {name}; then look at it"


@pytest.mark.slow
@NEEDS_CHROMIUM
def test_the_pages_hold_what_was_on_their_pictures() -> None:
    with browsing() as browser:
        held = {name: draw(browser).digest for name, (draw, _, _) in PAGES.items()}
    assert json.loads(NOTED.read_text(encoding="utf-8")) == held, f"{COMMAND} {' '.join(PAGES)}; then look"
