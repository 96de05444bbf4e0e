"""Lays every scene out at 800 × 480, in CUPS_UP_TEST_LANGUAGE, and writes which words are cut or too small.

A process for each language, because the samples are made of sentences. Nothing is painted.
"""

from __future__ import annotations

import gc
import os

import screenless  # noqa: F401  (a window without a display)

from companion.text import use_language
from companion.ui.environment import configure_window

COLLECTED_AFTER = 50
"""Scenes after which memory is looked through: oftener takes a quarter of the time, never takes 1 GB."""


def too_long() -> list[str]:
    """A line for each scene with words that do not fit, and the words."""
    configure_window((800, 480), fullscreen=False)
    use_language(os.environ["CUPS_UP_TEST_LANGUAGE"])  # before the samples, which have sentences
    from kivy.config import Config

    Config.set("graphics", "maxfps", "0")  # no frame waits for the next
    from fingers import TouchedTable, all_shown, draw_frames
    from kivy.uix.label import Label
    from read_from_afar import DISPLAY, too_small_letters
    from scenes import sample_scenes
    from test_geometry import cut

    from companion.ui.art.theme import THEME

    THEME.motion = 0.0
    table, found = TouchedTable(*DISPLAY), []
    type(table.window).on_draw = lambda window: None
    scenes = sample_scenes()
    gc.collect()
    gc.freeze()  # what stays is not looked through with each fifty scenes
    for number, scene in enumerate(scenes, start=1):
        if number % COLLECTED_AFTER == 0:
            gc.collect()
        table.stage.close()
        table.show(scene.view)
        if scene.then is not None:
            scene.then(table.stage)
            draw_frames()
        words = [each for each in all_shown(table.stage) if isinstance(each, Label) and each.text]
        found += [f"{scene.name}: {each}" for each in (*cut(words), *too_small_letters(words))]
    return found


if __name__ == "__main__":
    gc.disable()
    print(*too_long(), sep="\n")
