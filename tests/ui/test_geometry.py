"""Nothing is cut off, overlapping or too small for a thumb, on any screen at any size.

The screens speak English. In another language, for instance after a change of its catalogue:

    CUPS_UP_TEST_LANGUAGE=de ./run test tests/ui/test_geometry.py
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import combinations

import pytest
from fingers import TouchedTable, box_of, draw_frames, parents, seen_box, shown
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from scenes import SampleScene, sample_scenes

from companion.text.speech import ENGLISH, use_language
from companion.ui.theme import LARGE, SMALLEST_TARGET_DP
from companion.ui.widgets.sheet import Sheet
from companion.ui.widgets.words import ELLIPSIS, Words

pytestmark = pytest.mark.slow

use_language(os.environ.get("CUPS_UP_TEST_LANGUAGE", ENGLISH))
SIZES = ((800, 480), (1280, 720), (480, 800))
DRAWN = [*((size, 1.0) for size in SIZES), ((800, 480), LARGE), ((480, 800), LARGE)]
"""Sizes and letters; large ones on the small screens: others have as much room for them."""
ROUNDING = 1.0
"""Pixels by which two boxes may touch: layouts round."""


def scrolled(widget: object) -> bool:
    return any(isinstance(each, ScrollView) for each in parents(widget) if each is not widget)


def overlap(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    high = min(a[3], b[3]) - max(a[1], b[1])
    return wide > ROUNDING and high > ROUNDING


def named(widget: object) -> str:
    words = [each.said for each in widget.walk(restrict=True) if isinstance(each, Words) and each.said]
    return f"{type(widget).__name__} {words} at {tuple(round(each) for each in box_of(widget))}"


def ink_of(words: Label) -> tuple[float, ...]:
    """Left, bottom, right, top of what is written, wherever it stands in its box."""
    left, low, right, top = box_of(words)
    width, height = min(words.texture_size[0], words._label.get_extents(words.text)[0]), words.texture_size[1]
    middle = (low + top) / 2
    start = {"left": left, "right": right - width}.get(words.halign, (left + right - width) / 2)
    return start, middle - height / 2, start + width, middle + height / 2


def covered(words: Label, sheets: list[Sheet]) -> bool:
    """Whether a scroll view may cut it off, or a sheet lies over it."""
    return scrolled(words) or (bool(sheets) and sheets[-1] not in parents(words))


@pytest.mark.parametrize("scene", sample_scenes(), ids=lambda scene: scene.name)
@pytest.mark.parametrize(("size", "letters"), DRAWN, ids=lambda value: str(value))
def test_everything_on_the_screen_has_its_place(
    scene: SampleScene, size: tuple[int, int], letters: float, kept_table: Callable[..., TouchedTable]
) -> None:
    table = kept_table(*size, letters)
    table.show(scene.view)
    if scene.then is not None:
        scene.then(table.stage)
        draw_frames()
    width, height = table.window.size
    assert (width, height) == size

    targets = [each for each in table.targets() if not each.disabled]
    small = [named(each) for each in targets if min(each.size) < SMALLEST_TARGET_DP - 0.01]
    assert small == [], "too small for a thumb"

    everything = [each for each in table.stage.walk(restrict=True) if shown(each)]
    outside = [
        named(each)
        for each in everything
        if box_of(each)[0] < -ROUNDING
        or box_of(each)[2] > width + ROUNDING
        or (not scrolled(each) and (box_of(each)[1] < -ROUNDING or box_of(each)[3] > height + ROUNDING))
    ]
    assert outside == [], "outside the window"

    laid_over = [
        (named(a), named(b))
        for a, b in combinations(targets, 2)
        if overlap(seen_box(a), seen_box(b)) and a not in parents(b) and b not in parents(a)
    ]
    assert laid_over == [], "two targets overlap"

    labels = [
        each
        for each in table.stage.walk(restrict=True)
        if isinstance(each, Label) and each.text and shown(each)
    ]
    sheets = [each for each in everything if isinstance(each, Sheet)]
    written_over = [
        (named(words), named(key))
        for words in labels
        for key in targets
        if overlap(ink_of(words), seen_box(key)) and key not in parents(words) and not covered(words, sheets)
    ]
    assert written_over == [], "words lie over a key that is not theirs"
    cut = [
        (named(each), each.texture_size)
        for each in labels
        if each.texture_size[0] > each.width + ROUNDING or each.texture_size[1] > each.height + ROUNDING
    ]
    assert cut == [], "text larger than its box"
    shortened = [named(each) for each in labels if each.text.endswith(ELLIPSIS) and each.said != each.text]
    assert shortened == [], "text cut short"
