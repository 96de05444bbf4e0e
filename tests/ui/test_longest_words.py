"""The longest sentence of every scene fits the 7-inch display in every language, and is read from afar.

Two languages are made of all: of each sentence the longest, and the one with the longest word. A scene that
these fit into fits each language; the others are measured in each. English is measured at all sizes
(``test_geometry``).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from kivy.uix.label import Label

from companion.text import languages, path_of, use_language
from companion.text.catalogue import (
    ENGLISH,
    Catalogue,
    Sentences,
    catalogue_of,
    read_catalogue,
    use_catalogue,
)
from companion.ui.widgets.words import written_width
from tests.ui.fingers import TouchedTable, all_shown, clear_away, draw_frames
from tests.ui.read_from_afar import DISPLAY, too_small_letters
from tests.ui.sample_scene import SampleScene
from tests.ui.test_geometry import cut

pytestmark = pytest.mark.slow

OTHERS = [each for each in languages() if each != ENGLISH]
SAMPLES = ("sample", "scenes")
"""Modules whose names hold one of these make the samples."""
LETTERS_PX = 20
MOST_DOUBTFUL = 30
"""Scenes with sentences of six languages in one that is longer than each (11 of 313)."""


def sample_modules() -> dict[str, ModuleType]:
    here = Path(__file__).parent
    return {
        name: module
        for name, module in sys.modules.items()
        if any(each in name for each in SAMPLES) and Path(module.__file__ or "").parent == here
    }


def line(words: str) -> float:
    return max(written_width(each, LETTERS_PX) for each in words.split("\n"))


def word(words: str) -> float:
    return max((written_width(each, LETTERS_PX) for each in words.split()), default=0.0)


def with_longest(measured: Callable[[str], float]) -> Catalogue:
    """Of each sentence the longest of all languages, in each form that English has."""
    spoken = [read_catalogue(path_of(each)) for each in languages()]
    english = read_catalogue(path_of(ENGLISH))

    def longest(message: str, form: int) -> str:
        said = [each.forms[message] for each in spoken if message in each.forms]
        return max((forms[min(form, len(forms) - 1)] for forms in said), key=measured)

    forms = {name: tuple(longest(name, at) for at in range(len(own))) for name, own in english.forms.items()}
    return Catalogue(Sentences(english.head, forms, english.plural))


@contextmanager
def scenes_in(catalogue: Catalogue) -> Iterator[list[SampleScene]]:
    """All scenes while this language is spoken: the samples hold sentences, so they are made anew."""
    kept = sample_modules()
    for name in kept:
        del sys.modules[name]
    use_catalogue(catalogue)
    try:
        yield import_module("tests.ui.scenes").alike_in_a_row()
    finally:
        clear_away()
        use_language(os.environ.get("CUPS_UP_TEST_LANGUAGE", ENGLISH))
        for name in sample_modules():
            del sys.modules[name]
        sys.modules.update(kept)


def too_long(scenes: Iterable[SampleScene]) -> dict[str, list[object]]:
    """Name of each scene with words that do not fit or are too small from afar, and these.

    On a stage of its own: screens keep the words that they were made with.
    """
    found: dict[str, list[object]] = {}
    table = TouchedTable(*DISPLAY)
    for scene in scenes:
        table.stage.close()
        table.show(scene.view)
        if scene.then is not None:
            scene.then(table.stage)
            draw_frames()
        words = [each for each in all_shown(table.stage) if isinstance(each, Label) and each.text]
        found[scene.name] = [*cut(words), *too_small_letters(words)]
    table.close()
    return {name: wrong for name, wrong in found.items() if wrong}


def test_the_longest_words_fit() -> None:
    doubtful = set[str]()
    for measured in (line, word):
        with scenes_in(with_longest(measured)) as scenes:
            doubtful |= too_long(scenes).keys()
    assert len(doubtful) < MOST_DOUBTFUL, "in no language of its own does so much not fit"
    for language in OTHERS:
        with scenes_in(catalogue_of(language)) as scenes:
            assert too_long(each for each in scenes if each.name in doubtful) == {}, language
