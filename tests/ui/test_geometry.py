"""Nothing is cut off, overlapping or too small for a thumb or an eye, on any screen at any size.

Each scene is laid out once at each size, and everything is looked at there. The screens speak English; the
other languages are measured at 800 × 480, where room is scarcest (``test_longest_words``). One at all sizes:

    CUPS_UP_TEST_LANGUAGE=de ./run test tests/ui/test_geometry.py
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.play.modes.dice.views import BiddingScene, RevealScene, VerdictScene
from companion.ui.art.theme import LARGE, ROOMY, SMALLEST_TARGET_DP, THEME
from companion.ui.widgets.sheet import Question, Sheet
from companion.ui.widgets.words import ELLIPSIS, Words
from tests.ui.fingers import TouchedTable, all_shown, box_of, draw_frames, parents, seen_box
from tests.ui.read_from_afar import DISPLAY, is_read_from_afar, low_capitals, too_small_letters
from tests.ui.scenes import SampleScene, sample_scenes

pytestmark = pytest.mark.slow

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in the window, in pixels."""
SMALL = ((DISPLAY, 1.0), ((480, 800), 1.0), (DISPLAY, LARGE), ((480, 800), LARGE))
"""The sizes and letters at which room is scarce: every scene is drawn at each."""
TINY = (480, 320)
"""A display of 3.5 inches: everything shrinks to 0.6, the smallest letters too."""
WITH_COLUMN = (BiddingScene, RevealScene, VerdictScene)
"""On a roomy window these have a column more (``RoundPanel``)."""
ROUNDING = 1.0
"""Pixels by which two boxes may touch: layouts round."""


def fewer_scenes() -> list[SampleScene]:
    """What is drawn on tiny and roomy windows: screens that may have a column more, one scene of each other.

    The others have 800 × 533 dp or 1067 × 600 dp there, where they fit into 800 × 480.
    """
    one_of_each = {scene.view.kind: scene.name for scene in reversed(sample_scenes())}
    return [
        scene
        for scene in sample_scenes()
        if scene.view.kind in WITH_COLUMN or scene.name in one_of_each.values()
    ]


DRAWN = [
    *((*drawn, scene) for drawn in SMALL for scene in sample_scenes()),
    *((size, 1.0, scene) for size in (TINY, ROOMY) for scene in fewer_scenes()),
]


def scrolled(widget: Widget) -> bool:
    return any(isinstance(each, ScrollView) for each in parents(widget) if each is not widget)


def overlap(a: Box, b: Box) -> bool:
    wide = min(a[2], b[2]) - max(a[0], b[0])
    return wide > ROUNDING and min(a[3], b[3]) - max(a[1], b[1]) > ROUNDING


def named(widget: Widget) -> str:
    words = [each.said for each in widget.walk(restrict=True) if isinstance(each, Words) and each.said]
    return f"{type(widget).__name__} {words} at {tuple(round(each) for each in box_of(widget))}"


def ink_of(words: Label) -> Box:
    """Where something is written, wherever it stands in its box."""
    left, low, right, top = box_of(words)
    width, height = min(words.texture_size[0], words._label.get_extents(words.text)[0]), words.texture_size[1]
    middle = (low + top) / 2
    start = {"left": left, "right": right - width}.get(words.halign, (left + right - width) / 2)
    return start, middle - height / 2, start + width, middle + height / 2


def covered(words: Label, sheets: list[Sheet]) -> bool:
    """Whether a scroll view may cut it off, or a sheet lies over it."""
    return scrolled(words) or (bool(sheets) and sheets[-1] not in parents(words))


def outside(widgets: list[Widget], width: float, height: float) -> list[str]:
    """What leaves the window, other than by scrolling."""

    def leaves(widget: Widget) -> bool:
        left, low, right, top = box_of(widget)
        if left < -ROUNDING or right > width + ROUNDING:
            return True
        return (low < -ROUNDING or top > height + ROUNDING) and not scrolled(widget)

    return [named(each) for each in widgets if leaves(each)]


def laid_over(targets: dict[Widget, Box]) -> list[tuple[str, str]]:
    """Pairs of targets of which one lies on the other."""
    return [
        (named(a), named(b))
        for (a, of_a), (b, of_b) in combinations(targets.items(), 2)
        if overlap(of_a, of_b) and a not in parents(b) and b not in parents(a)
    ]


def written_over(
    labels: list[Label], targets: dict[Widget, Box], sheets: list[Sheet]
) -> list[tuple[str, str]]:
    """Words that lie on a key, and the key."""
    inks = [(each, ink_of(each)) for each in labels]
    return [
        (named(words), named(key))
        for words, ink in inks
        for key, box in targets.items()
        if overlap(ink, box) and key not in parents(words) and not covered(words, sheets)
    ]


def cut(labels: list[Label]) -> list[tuple[str, tuple[float, float]]]:
    """Texts larger than their box, or with an end left out."""
    return [
        (named(each), each.texture_size)
        for each in labels
        if each.texture_size[0] > each.width + ROUNDING
        or each.texture_size[1] > each.height + ROUNDING
        or (each.text.endswith(ELLIPSIS) and each.said != each.text)
    ]


SEEN, HIDDEN = 8.0, 3.0
"""Of a row that a list cuts off so many pixels are seen at least, and so many are not."""


def cut_between_rows(lists: list[ScrollView]) -> list[str]:
    """Lists that end at a row's edge though there is more: nothing says that they scroll."""
    found = []
    for each in lists:
        _, low, _, top = box_of(each)
        rows = [box_of(row) for row in each.children[0].children]
        _, more_below, _, more_above = box_of(each.children[0])
        below = any(row[3] - low >= SEEN and low - row[1] >= HIDDEN for row in rows)
        above = any(top - row[1] >= SEEN and row[3] - top >= HIDDEN for row in rows)
        seen = below if more_below < low - ROUNDING else above or more_above <= top + ROUNDING
        if not seen:
            found.append(named(each))
    return found


@pytest.mark.parametrize(
    ("size", "letters", "scene"),
    DRAWN,
    ids=lambda value: value.name if isinstance(value, SampleScene) else str(value),
)
def test_everything_on_the_screen_has_its_place(
    size: tuple[int, int],
    letters: float,
    scene: SampleScene,
    kept_table: Callable[..., TouchedTable],
) -> None:
    table = kept_table(*size, letters)
    table.show(scene.view)
    if scene.then is not None:
        scene.then(table.stage)
        draw_frames()
    assert tuple(table.window.size) == size

    shout = table.stage.shout
    covered_by_it = () if shout.parent is None else set(table.stage.screen.walk(restrict=True))
    targets = [each for each in table.targets() if not each.disabled and each not in covered_by_it]
    seen = {each: seen_box(each) for each in targets}
    everything = list(all_shown(table.stage))
    labels = [each for each in everything if isinstance(each, Label) and each.text]
    sheets = [each for each in everything if isinstance(each, Sheet)]
    least = SMALLEST_TARGET_DP * min(1.0, THEME.scale)
    small = [named(each) for each in targets if min(each.size) < least - 0.01]
    assert small == [], "too small for a thumb"
    assert outside(everything, *size) == [], "outside the window"
    assert laid_over(seen) == [], "two targets overlap"
    assert written_over(labels, seen, sheets) == [], "words lie over a key that is not theirs"
    assert cut(labels) == [], "text cut off"
    lists = [each for each in everything if isinstance(each, ScrollView) and each.children]
    assert cut_between_rows(lists) == [], "a list hides its next row whole"
    if (size, letters) == (DISPLAY, 1.0):
        assert too_small_letters(labels) == [], "letters too small from afar"
        if is_read_from_afar(scene):
            assert low_capitals(table) == {}, "capitals too low from afar"
    if letters == 1.0 and scene.view.may_undo and scene.then is None:
        table.tap(table.stage.ids.header.ids.undo)
        assert isinstance(table.stage.sheet, Question), "something lies over the undo key"
