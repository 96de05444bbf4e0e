"""The longest sentence of every scene fits the 7-inch display in every language, and is read from afar.

English is measured at all sizes (``test_geometry``).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from kivy.uix.label import Label

from companion.text import languages, use_language
from companion.text.catalogue import ENGLISH
from tests.ui.fingers import TouchedTable, all_shown, draw_frames
from tests.ui.read_from_afar import DISPLAY, too_small_letters
from tests.ui.sample_scene import SampleScene
from tests.ui.test_geometry import cut

pytestmark = pytest.mark.slow

OTHERS = [each for each in languages() if each != ENGLISH]
SAMPLES = ("sample", "scenes")
"""Modules whose names hold one of these make the samples."""


def sample_modules() -> dict[str, ModuleType]:
    here = Path(__file__).parent
    return {
        name: module
        for name, module in sys.modules.items()
        if any(each in name for each in SAMPLES) and Path(module.__file__ or "").parent == here
    }


@contextmanager
def scenes_in(language: str) -> Iterator[list[SampleScene]]:
    """All scenes while this language is spoken: the samples hold sentences, so they are made anew."""
    kept = sample_modules()
    for name in kept:
        del sys.modules[name]
    use_language(language)
    try:
        yield import_module("tests.ui.scenes").alike_in_a_row()
    finally:
        use_language(os.environ.get("CUPS_UP_TEST_LANGUAGE", ENGLISH))
        for name in sample_modules():
            del sys.modules[name]
        sys.modules.update(kept)


@pytest.mark.parametrize("language", OTHERS)
def test_the_longest_words_fit(language: str, open_table: Callable[..., TouchedTable]) -> None:
    found = []
    with scenes_in(language) as scenes:
        table = open_table(*DISPLAY)
        for scene in scenes:
            table.stage.close()
            table.show(scene.view)
            if scene.then is not None:
                scene.then(table.stage)
                draw_frames()
            words = [each for each in all_shown(table.stage) if isinstance(each, Label) and each.text]
            found += [f"{scene.name}: {each}" for each in (*cut(words), *too_small_letters(words))]
    assert found == []
