"""The pictures of README and docs are those of today's layouts, and small."""

from __future__ import annotations

import json

import pytest
from draw_pictures import LAYOUTS, NOTED, PICTURES, digest_of

LARGEST, LARGEST_TOGETHER = 60 * 1024, 400 * 1024
"""Bytes: they stay in everybody's clone for ever."""


@pytest.mark.parametrize("picture", LAYOUTS)
def test_a_picture_was_drawn_from_the_layout_of_today(picture: str) -> None:
    noted = json.loads(NOTED.read_text(encoding="utf-8"))
    assert noted[picture] == digest_of(picture), "draw it anew: tests/draw_pictures.py; then look at it"


def test_the_pictures_are_small() -> None:
    sizes = {each: (PICTURES / each).stat().st_size for each in LAYOUTS}
    assert {each: size for each, size in sizes.items() if size > LARGEST} == {}
    assert sum(sizes.values()) < LARGEST_TOGETHER
