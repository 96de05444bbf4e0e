"""The longest sentence of every scene fits the 7-inch display in every language, and is read from afar."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.text import languages
from companion.text.speech import ENGLISH

pytestmark = pytest.mark.slow

MEASURES = Path(__file__).with_name("longest_words.py")
OTHERS = [each for each in languages() if each != ENGLISH]
"""English is measured at all sizes (``test_geometry``)."""


def measured(language: str) -> str:
    """What does not fit in this language, a line each."""
    spoken = {**os.environ, "CUPS_UP_TEST_LANGUAGE": language, "KIVY_NO_ARGS": "1"}
    command = [sys.executable, "-W", "error", str(MEASURES)]
    ended = subprocess.run(command, env=spoken, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-3000:]
    return ended.stdout.strip()


@pytest.mark.parametrize("language", OTHERS)
def test_the_longest_words_fit(language: str) -> None:
    assert measured(language) == ""
